#include "base/mem.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void mem_exhausted(size_t wanted)
{
  /* No buffered output here: the streams may be what ran out of memory. */
  char line[80];
  int length = snprintf(line, sizeof line, "assay: out of memory (wanted %zu bytes)\n", wanted);
  assert(length > 0 && (size_t)length < sizeof line);
  ssize_t written = write(STDERR_FILENO, line, (size_t)length);
  (void)written;
  _exit(3);
}

static size_t checked_size(size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX) mem_exhausted(SIZE_MAX);
  return bytes ? bytes : 1;
}

void *mem_alloc(size_t count, size_t size)
{
  size_t bytes = checked_size(count, size);
  void *block = malloc(bytes);
  if (!block) mem_exhausted(bytes);
  return block;
}

void *mem_alloc_zero(size_t count, size_t size)
{
  size_t bytes = checked_size(count, size);
  void *block = calloc(1, bytes);
  if (!block) mem_exhausted(bytes);
  return block;
}

void *mem_resize(void *block, size_t count, size_t size)
{
  size_t bytes = checked_size(count, size);
  void *resized = realloc(block, bytes);
  if (!resized) mem_exhausted(bytes);
  return resized;
}

void mem_prefer_huge_pages(void *block, size_t bytes)
{
  enum { LARGE = 4 << 20, PAGE = 4096 };
  if (bytes < LARGE) return;
  uintptr_t first = ((uintptr_t)block + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
  uintptr_t last = ((uintptr_t)block + bytes) & ~(uintptr_t)(PAGE - 1);
  /* Advice only: where it is refused, everything works as before. */
  (void)madvise((void *)first, last - first, MADV_HUGEPAGE);
}

char *mem_copy_string(const char *text, size_t length)
{
  if (length == SIZE_MAX) mem_exhausted(SIZE_MAX);
  char *copy = mem_alloc(length + 1, 1);
  if (length) memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}
