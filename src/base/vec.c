#include "base/vec.h"

#include <assert.h>
#include <string.h>

void *vec_grow(void *items, size_t *capacity, size_t count, size_t extra, size_t item_size)
{
  assert(count <= *capacity);
  size_t needed;
  if (__builtin_add_overflow(count, extra, &needed)) mem_exhausted(SIZE_MAX);
  if (needed <= *capacity) return items;
  size_t grown =
      *capacity + *capacity / 2; /* cannot overflow: a block has at most PTRDIFF_MAX bytes */
  if (grown < needed) grown = needed;
  if (grown < 8) grown = 8;
  items = mem_resize(items, grown, item_size);
  mem_prefer_huge_pages(items, grown * item_size);
  *capacity = grown;
  return items;
}

void *vec_copy(const void *items, size_t count, size_t capacity, size_t item_size)
{
  if (!capacity) return NULL;
  void *copy = mem_alloc(capacity, item_size);
  if (count) memcpy(copy, items, count * item_size);
  return copy;
}
