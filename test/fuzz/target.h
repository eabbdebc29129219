/* What the fuzz targets share. */
#ifndef TEST_FUZZ_TARGET_H
#define TEST_FUZZ_TARGET_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/status.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy to free with zero bytes after it, as texts of files have. */
static inline char *target_text(const uint8_t *data, size_t size)
{
  char *text = calloc(size + 16, 1);
  if (size) memcpy(text, data, size);
  return text;
}

/* The path of a file with these bytes, for readers of files; the same for all inputs. */
static inline const char *target_file(const uint8_t *data, size_t size)
{
  static char path[64];
  static int file = -1;
  if (file < 0) file = memfd_create("input", MFD_CLOEXEC);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size) abort();
  return path;
}

/* Ends the process: the input shows a bug. */
static inline _Noreturn void target_complain(const char *what, const char *text, const Error *error)
{
  fprintf(stderr, "%s\n%s\n%u:%u: %s\n", what, text, error->line, error->column, error->message);
  abort();
}

#endif
