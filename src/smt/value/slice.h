/* Positions in strings and sequences. */
#ifndef SMT_VALUE_SLICE_H
#define SMT_VALUE_SLICE_H

#include "base/vec.h"
#include "smt/value/operator.h"

typedef struct {
  uint64_t start, end;
} Slice;

typedef VEC(Slice) SliceVec;

/* An INT as a position or a length. Those that do not fit become the closest, which is beyond any
 * string. */
static inline int64_t slice_position(Value integer)
{
  int64_t position;
  if (value_get_int64(integer, &position)) return position;
  return integer.big->size < 0 ? INT64_MIN : INT64_MAX;
}

/* Is it a position of one of `length` items? */
static inline bool slice_inside(int64_t position, uint64_t length)
{
  return position >= 0 && (uint64_t)position < length;
}

/* At most `count` of `length` items from `start` on; empty where there are none. */
Slice slices_of(uint64_t length, int64_t start, int64_t count);

/* Adds a slice to a list. False, and nothing added, if the heap has no room for so many. */
bool slices_add(const Heap *heap, SliceVec *slices, uint64_t start, uint64_t end);

/* What becomes of `length` items if each slice (disjoint, in order) gives way to `size` items; UINT64_MAX
 * if that is more than fits. */
uint64_t slices_replaced_length(const SliceVec *slices, uint64_t length, uint64_t size);

#endif
