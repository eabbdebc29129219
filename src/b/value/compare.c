/* The order of values. Values are as deep as their types, which are small. */
#include <assert.h>

#include "b/value/number.h"

static int compare_numbers(const BHeap *heap, BValue a, BValue b)
{
  const BValueNode *x = b_value_node(heap, a), *y = b_value_node(heap, b);
  if (x->kind == B_KIND_REAL)
    return mpq_cmp(heap->rationals.items[x->first].number, heap->rationals.items[y->first].number);
  if (!x->count && !y->count) return x->number < y->number ? -1 : x->number > y->number;
  if (x->count && y->count)
    return mpz_cmp(heap->bigs.items[x->first].number, heap->bigs.items[y->first].number);
  return x->count ? b_number_sign(heap, a) : -b_number_sign(heap, b);
}

static int compare_parts(const BHeap *heap, const BValueNode *x, const BValueNode *y)
{
  if (x->count != y->count) return x->count < y->count ? -1 : 1;
  for (uint32_t i = 0; i < x->count; i++) {
    int order = b_compare(heap, heap->parts.items[x->first + i], heap->parts.items[y->first + i]);
    if (order) return order;
  }
  return 0;
}

/* Of intervals: an open low end is the least, an open high end the greatest. */
static int compare_ends(const BHeap *heap, BValue a, BValue b, int open)
{
  if (a == b) return 0;
  if (a == B_VALUE_NONE) return open;
  if (b == B_VALUE_NONE) return -open;
  return compare_numbers(heap, a, b);
}

int b_compare(const BHeap *heap, BValue a, BValue b)
{
  if (a == b) return 0;
  const BValueNode x = *b_value_node(heap, a), y = *b_value_node(heap, b);
  if (x.kind != y.kind) return x.kind < y.kind ? -1 : 1; /* a set and an interval */
  switch (x.kind) {
  case B_KIND_INTEGER:
  case B_KIND_REAL: return compare_numbers(heap, a, b);
  case B_KIND_PAIR: {
    int order = b_compare(heap, x.first, y.first);
    return order ? order : b_compare(heap, x.count, y.count);
  }
  case B_KIND_RECORD:
  case B_KIND_SET: return compare_parts(heap, &x, &y);
  case B_KIND_LAZY: {
    assert(x.op == B_INTERVAL && y.op == B_INTERVAL);
    int order = compare_ends(heap, b_part(heap, a, 0), b_part(heap, b, 0), -1);
    return order ? order : compare_ends(heap, b_part(heap, a, 1), b_part(heap, b, 1), 1);
  }
  default: return x.number < y.number ? -1 : x.number > y.number;
  }
}

uint32_t b_set_find(const BHeap *heap, BValue set, BValue element)
{
  uint32_t low = 0, high = b_value_node(heap, set)->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (b_compare(heap, b_part(heap, set, middle), element) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool b_set_has(const BHeap *heap, BValue set, BValue element)
{
  assert(b_kind(heap, set) == B_KIND_SET);
  uint32_t at = b_set_find(heap, set, element);
  return at < b_value_node(heap, set)->count && b_part(heap, set, at) == element;
}
