#include "base/bug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void bug_abort(const char *file, int line, const char *format, ...)
{
  va_list arguments;
  fflush(stdout);
  fprintf(stderr, "assay: bug at %s:%d: ", file, line);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  abort();
}
