#include "record/store/libpq.h"

#include <assert.h>
#include <dlfcn.h>
#include <string.h>

#define LIBRARY "libpq.so.5"

Status libpq_load(LibPq *pq, Error *error)
{
  assert(pq && error);
  void *found, *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return error_set(error, STATUS_IO,
                     "stores in PostgreSQL need its client library (Debian: libpq5): %s",
                     dlerror());
#define LIBPQ_FIND(name)                                                                           \
  found = dlsym(library, #name);                                                                   \
  if (!found) return error_set(error, STATUS_IO, LIBRARY " is too old: it has no " #name);         \
  memcpy(&pq->name, &found, sizeof found);
  LIBPQ_FUNCTIONS(LIBPQ_FIND)
#undef LIBPQ_FIND
  return STATUS_OK;
}
