/* Operators on sets. */
#include <assert.h>

#include "b/eval/internal.h"
#include "b/value/number.h"

typedef VEC(BValue) Values;

static bool is_listed(const BEval *eval, BValue set)
{
  return b_kind(&eval->heap, set) == B_KIND_SET;
}

static bool is_interval(const BEval *eval, BValue set)
{
  return b_is_lazy(&eval->heap, set, B_INTERVAL);
}

static BValue merge(BEval *eval, BValue a, BValue b)
{
  assert(is_listed(eval, a) && is_listed(eval, b));
  const BHeap *heap = &eval->heap;
  Values all = {0};
  uint32_t i = 0, k = 0, m = b_count(eval, a), n = b_count(eval, b);
  while (i < m || k < n) {
    int order = i == m ? 1 : k == n ? -1 : b_compare(heap, b_part(heap, a, i), b_part(heap, b, k));
    BValue next = order <= 0 ? b_part(heap, a, i) : b_part(heap, b, k);
    VEC_PUSH(&all, next);
    i += order <= 0;
    k += order >= 0;
  }
  BValue result = b_set_sorted(&eval->heap, all.items, all.count);
  VEC_FREE(&all);
  return result;
}

/* The elements of a listed set that are (or are not) in another one. */
static BValue filter(BEval *eval, BValue listed, BValue other, bool inside)
{
  Values kept = {0};
  BValue result = B_VALUE_TRUE;
  for (uint32_t i = 0; i < b_count(eval, listed) && b_is_value(result); i++) {
    BValue element = b_part(&eval->heap, listed, i);
    result = b_member(eval, element, other);
    if (result == b_bool(inside)) VEC_PUSH(&kept, element);
  }
  if (b_is_value(result)) result = b_set_sorted(&eval->heap, kept.items, kept.count);
  VEC_FREE(&kept);
  return result;
}

/* The larger of two low ends, the smaller of two high ends. */
static BValue narrower(const BEval *eval, BValue a, BValue b, int sign)
{
  if (a == B_VALUE_NONE) return b;
  if (b == B_VALUE_NONE) return a;
  return b_compare(&eval->heap, a, b) * sign > 0 ? a : b;
}

static BValue intersect_intervals(BEval *eval, BValue a, BValue b)
{
  assert(is_interval(eval, a) && is_interval(eval, b));
  BHeap *heap = &eval->heap;
  BValue low = narrower(eval, b_part(heap, a, 0), b_part(heap, b, 0), 1);
  BValue high = narrower(eval, b_part(heap, a, 1), b_part(heap, b, 1), -1);
  return b_interval(heap, low, high);
}

static BValue intersection(BEval *eval, BValue a, BValue b)
{
  if (a == b) return a;
  if (is_interval(eval, a) && is_interval(eval, b)) return intersect_intervals(eval, a, b);
  if (is_listed(eval, a)) return filter(eval, a, b, true);
  if (is_listed(eval, b)) return filter(eval, b, a, true);
  return b_lazy(&eval->heap, B_INTERSECTION, 0, (BValue[]){a, b}, 2);
}

static BValue set_union(BEval *eval, BValue a, BValue b)
{
  if (a == b || b == B_VALUE_EMPTY) return a;
  if (a == B_VALUE_EMPTY) return b;
  if (is_listed(eval, a) && is_listed(eval, b)) return merge(eval, a, b);
  if (b_subset(eval, b, a) == B_VALUE_TRUE) return a;
  if (b_subset(eval, a, b) == B_VALUE_TRUE) return b;
  eval->reason[0] = 0;
  return b_lazy(&eval->heap, B_UNION, 0, (BValue[]){a, b}, 2);
}

static BValue difference(BEval *eval, BValue a, BValue b)
{
  if (a == b) return B_VALUE_EMPTY;
  if (b == B_VALUE_EMPTY) return a;
  if (is_listed(eval, a)) return filter(eval, a, b, false);
  return b_lazy(&eval->heap, B_SET_SUBTRACTION, 0, (BValue[]){a, b}, 2);
}

static BValue product(BEval *eval, BValue a, BValue b)
{
  BHeap *heap = &eval->heap;
  if (a == B_VALUE_EMPTY || b == B_VALUE_EMPTY) return B_VALUE_EMPTY;
  enum { LISTED = 4096 };
  BValue lazy = b_lazy(heap, B_CARTESIAN, 0, (BValue[]){a, b}, 2);
  bool small = is_listed(eval, a) && is_listed(eval, b) &&
               (uint64_t)b_count(eval, a) * b_count(eval, b) <= LISTED;
  BValue listed = small ? b_expand(eval, lazy) : lazy;
  return b_is_value(listed) ? listed : lazy; /* there may be no steps left */
}

static BValue union_of_all(BEval *eval, BValue sets)
{
  BValue listed = b_expand(eval, sets), result = B_VALUE_EMPTY;
  if (!b_is_value(listed)) return listed;
  for (uint32_t i = 0; i < b_count(eval, listed) && b_is_value(result); i++)
    result = set_union(eval, result, b_part(&eval->heap, listed, i));
  return result;
}

static BValue intersection_of_all(BEval *eval, BTerm term, BValue sets)
{
  if (sets == B_VALUE_EMPTY) return b_eval_undefined(eval, term);
  BValue listed = b_expand(eval, sets);
  if (!b_is_value(listed)) return listed;
  if (listed == B_VALUE_EMPTY) return b_eval_undefined(eval, term);
  BValue result = b_part(&eval->heap, listed, 0);
  for (uint32_t i = 1; i < b_count(eval, listed) && b_is_value(result); i++)
    result = intersection(eval, result, b_part(&eval->heap, listed, i));
  return result;
}

static BValue extreme(BEval *eval, BTerm term, BValue set, bool most)
{
  if (is_interval(eval, set)) {
    BValue end = b_part(&eval->heap, set, most);
    return end == B_VALUE_NONE ? b_eval_undefined(eval, term) : end;
  }
  BValue listed = b_expand(eval, set);
  if (!b_is_value(listed)) return listed;
  if (is_interval(eval, listed)) return extreme(eval, term, listed, most);
  if (listed == B_VALUE_EMPTY) return b_eval_undefined(eval, term);
  return b_part(&eval->heap, listed, most ? b_count(eval, listed) - 1 : 0);
}

BValue b_compute_set(BEval *eval, BTerm term, BOperator op, const BValue *args, uint32_t count)
{
  switch (op) {
  case B_UNION: return set_union(eval, args[0], args[1]);
  case B_INTERSECTION: return intersection(eval, args[0], args[1]);
  case B_SET_SUBTRACTION: return difference(eval, args[0], args[1]);
  case B_CARTESIAN: return product(eval, args[0], args[1]);
  case B_GENERAL_UNION: return union_of_all(eval, args[0]);
  case B_GENERAL_INTERSECTION: return intersection_of_all(eval, term, args[0]);
  case B_MIN: return extreme(eval, term, args[0], false);
  case B_MAX: return extreme(eval, term, args[0], true);
  case B_CARD: {
    BValue size = b_card(eval, args[0]);
    return size == B_VALUE_UNDEFINED ? b_eval_undefined(eval, term) : size;
  }
  default:
    assert(op == B_POW || op == B_POW1 || op == B_FIN || op == B_FIN1);
    return b_lazy(&eval->heap, op, 0, args, count);
  }
}
