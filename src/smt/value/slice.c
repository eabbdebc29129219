#include <assert.h>

#include "smt/value/slice.h"

Slice slices_of(uint64_t length, int64_t start, int64_t count)
{
  if (!slice_inside(start, length) || count <= 0) return (Slice){0, 0};
  uint64_t first = (uint64_t)start;
  uint64_t rest = length - first;
  assert(first < length);
  return (Slice){first, first + ((uint64_t)count < rest ? (uint64_t)count : rest)};
}

bool slices_add(const Heap *heap, SliceVec *slices, uint64_t start, uint64_t end)
{
  assert(start <= end);
  /* The list grows by half, and has to be copied then. */
  if (!heap_allows(heap, 2 * (slices->count + 1) * sizeof(Slice))) return false;
  assert(slices->count == 0 || slices->items[slices->count - 1].end <= start);
  VEC_PUSH(slices, ((Slice){start, end}));
  return true;
}

uint64_t slices_replaced_length(const SliceVec *slices, uint64_t length, uint64_t size)
{
  uint64_t result, removed = 0;
  for (size_t i = 0; i < slices->count; i++)
    removed += slices->items[i].end - slices->items[i].start;
  assert(removed <= length);
  if (__builtin_mul_overflow(slices->count, size, &result) ||
      __builtin_add_overflow(result, length - removed, &result))
    return UINT64_MAX;
  return result;
}
