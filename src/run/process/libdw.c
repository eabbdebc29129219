#include "run/process/libdw.h"

#include <assert.h>
#include <dlfcn.h>
#include <string.h>

#define LIBRARY "libdw.so.1"

bool libdw_load(LibDw *dw)
{
  assert(dw);
  void *found, *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
#define LIBDW_FIND(name)                                                                           \
  found = dlsym(library, #name);                                                                   \
  if (!found) return false;                                                                        \
  memcpy(&dw->name, &found, sizeof found);
  LIBDW_FUNCTIONS(LIBDW_FIND)
#undef LIBDW_FIND
  return true;
}
