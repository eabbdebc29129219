/* Membership, inclusion and equality, also of sets that are not listed. */
#include <assert.h>

#include "b/eval/internal.h"
#include "b/value/number.h"

static BValue both(BValue a, BValue b)
{
  if (a == B_VALUE_FALSE || b == B_VALUE_FALSE) return B_VALUE_FALSE;
  return a == B_VALUE_TRUE ? b : a;
}

static BValue negated(BValue value)
{
  return b_is_value(value) ? b_bool(value == B_VALUE_FALSE) : value;
}

static bool in_interval(const BHeap *heap, BValue number, BValue interval)
{
  BValue low = b_part(heap, interval, 0), high = b_part(heap, interval, 1);
  return (low == B_VALUE_NONE || b_compare(heap, low, number) <= 0) &&
         (high == B_VALUE_NONE || b_compare(heap, number, high) <= 0);
}

/* What the arrows ask of a relation. */
typedef struct {
  bool function, injective, total, surjective;
} Arrow;

static Arrow arrow_of(BOperator op)
{
  switch (op) {
  case B_TOTAL_RELATION: return (Arrow){.total = true};
  case B_SURJECTION_RELATION: return (Arrow){.surjective = true};
  case B_TOTAL_SURJECTION_RELATION: return (Arrow){.total = true, .surjective = true};
  case B_PARTIAL_FUNCTION: return (Arrow){.function = true};
  case B_TOTAL_FUNCTION: return (Arrow){.function = true, .total = true};
  case B_PARTIAL_INJECTION: return (Arrow){.function = true, .injective = true};
  case B_TOTAL_INJECTION: return (Arrow){.function = true, .injective = true, .total = true};
  case B_PARTIAL_SURJECTION: return (Arrow){.function = true, .surjective = true};
  case B_TOTAL_SURJECTION: return (Arrow){.function = true, .total = true, .surjective = true};
  case B_PARTIAL_BIJECTION: return (Arrow){.function = true, .injective = true, .surjective = true};
  case B_TOTAL_BIJECTION:
    return (Arrow){.function = true, .injective = true, .total = true, .surjective = true};
  default: return (Arrow){0};
  }
}

/* A lambda between sets that it is stated to go between cannot be checked point by point; others are listed. */
static BValue in_arrow(BEval *eval, BValue relation, BOperator op, BValue from, BValue to)
{
  Arrow arrow = arrow_of(op);
  BValue listed = b_expand(eval, relation);
  if (!b_is_value(listed)) return listed;
  if (arrow.function && !b_is_function(eval, listed)) return B_VALUE_FALSE;
  if (arrow.injective && !b_is_injective(eval, listed)) return B_VALUE_FALSE;
  BValue domain = b_side_of(eval, listed, false), range = b_side_of(eval, listed, true);
  BValue result = both(b_subset(eval, domain, from), b_subset(eval, range, to));
  if (arrow.total && result != B_VALUE_FALSE) result = both(result, b_subset(eval, from, domain));
  if (arrow.surjective && result != B_VALUE_FALSE) result = both(result, b_subset(eval, to, range));
  return result;
}

static BValue in_sequences(BEval *eval, BValue relation, BOperator op, BValue of)
{
  BValue listed = b_expand(eval, relation);
  if (!b_is_value(listed)) return listed;
  if (!b_is_sequence(eval, listed)) return B_VALUE_FALSE;
  bool empty = listed == B_VALUE_EMPTY;
  if (empty && (op == B_SEQ1 || op == B_ISEQ1)) return B_VALUE_FALSE;
  bool injective = op == B_ISEQ || op == B_ISEQ1 || op == B_PERM;
  if (injective && !b_is_injective(eval, listed)) return B_VALUE_FALSE;
  BValue range = b_side_of(eval, listed, true);
  BValue result = b_subset(eval, range, of);
  return op == B_PERM && result != B_VALUE_FALSE ? both(result, b_subset(eval, of, range)) : result;
}

/* Every path but the empty one has its parent and its elder sibling; binary: both children or none. */
static BValue has_tree_paths(BEval *eval, BValue paths, bool binary)
{
  BHeap *heap = &eval->heap;
  for (uint32_t i = 0; i < b_count(eval, paths); i++) {
    BValue path = b_expand(eval, b_part(heap, paths, i));
    if (!b_is_value(path)) return path;
    if (!b_is_sequence(eval, path)) return B_VALUE_FALSE;
    uint32_t length = b_count(eval, path);
    if (length == 0) continue;
    BValue last = b_part(heap, path, length - 1);
    int64_t child;
    if (!b_number_is_small(heap, b_second(heap, last), &child) || child < 1) return B_VALUE_FALSE;
    if (binary && child > 2) return B_VALUE_FALSE;
    U32Vec items = {0};
    VEC_APPEND(&items, heap->parts.items + b_value_node(heap, path)->first, length);
    BValue parent = b_set_sorted(heap, items.items, length - 1);
    bool good = b_set_has(heap, paths, parent);
    for (int other = -1; other <= 1; other += 2) {
      bool needed = other < 0 ? child > 1 : binary && child == 1;
      if (!needed) continue;
      items.items[length - 1] = b_pair(heap, b_first(heap, last), b_int(heap, child + other));
      good &= b_set_has(heap, paths, b_set_sorted(heap, items.items, length));
    }
    VEC_FREE(&items);
    if (!good) return B_VALUE_FALSE;
  }
  return B_VALUE_TRUE;
}

static BValue in_trees(BEval *eval, BValue tree, BOperator op, BValue of)
{
  BValue listed = b_expand(eval, tree);
  if (!b_is_value(listed)) return listed;
  if (listed == B_VALUE_EMPTY || !b_is_function(eval, listed)) return B_VALUE_FALSE;
  BValue paths = b_expand(eval, b_side_of(eval, listed, false));
  if (!b_is_value(paths)) return paths;
  if (!b_set_has(&eval->heap, paths, B_VALUE_EMPTY)) return B_VALUE_FALSE;
  BValue shape = has_tree_paths(eval, paths, op == B_BTREE);
  return shape == B_VALUE_FALSE ? shape
                                : both(shape, b_subset(eval, b_side_of(eval, listed, true), of));
}

static BValue in_powerset(BEval *eval, BValue set, BOperator op, BValue of)
{
  if ((op == B_POW1 || op == B_FIN1) && set == B_VALUE_EMPTY) return B_VALUE_FALSE;
  BValue result = b_subset(eval, set, of);
  if ((op == B_FIN || op == B_FIN1) && result != B_VALUE_FALSE)
    result = both(result, b_is_finite(eval, set));
  if ((op == B_POW1 || op == B_FIN1) && result != B_VALUE_FALSE)
    result = both(result, negated(b_equal(eval, set, B_VALUE_EMPTY)));
  return result;
}

static BValue in_struct(BEval *eval, BValue record, BValue sets)
{
  assert(b_kind(&eval->heap, record) == B_KIND_RECORD);
  BValue result = B_VALUE_TRUE;
  for (uint32_t i = 0; i < b_count(eval, sets) && result != B_VALUE_FALSE; i++)
    result =
        both(result, b_member(eval, b_part(&eval->heap, record, i), b_part(&eval->heap, sets, i)));
  return result;
}

/* Pairs of functions that are not listed. */
static BValue in_lazy_function(BEval *eval, BValue pair, BValue function)
{
  assert(b_kind(&eval->heap, pair) == B_KIND_PAIR);
  BHeap *heap = &eval->heap;
  BValue first = b_first(heap, pair), second = b_second(heap, pair);
  const BValueNode node = *b_value_node(heap, function);
  BValue inside = B_VALUE_TRUE, value = first;
  if (node.op == B_SUCCESSOR) value = b_number_add(heap, first, b_int(heap, 1));
  if (node.op == B_PREDECESSOR) value = b_number_subtract(heap, first, b_int(heap, 1));
  if (node.op == B_IDENTITY) inside = b_member(eval, first, b_part(heap, function, 0));
  if (node.op == B_FIRST_PROJECTION || node.op == B_SECOND_PROJECTION) {
    inside = both(b_member(eval, b_first(heap, first), b_part(heap, function, 0)),
                  b_member(eval, b_second(heap, first), b_part(heap, function, 1)));
    value = node.op == B_FIRST_PROJECTION ? b_first(heap, first) : b_second(heap, first);
  }
  if (node.op == B_LAMBDA) {
    inside = b_closure_has(eval, function, first);
    value = inside == B_VALUE_TRUE ? b_closure_value(eval, function, first) : first;
  }
  if (inside != B_VALUE_TRUE) return inside;
  return b_is_value(value) ? b_equal(eval, value, second) : value;
}

static BValue in_lazy(BEval *eval, BValue element, BValue set)
{
  BHeap *heap = &eval->heap;
  const BValueNode node = *b_value_node(heap, set);
  BValue a = node.count > 0 ? b_part(heap, set, 0) : (BValue)B_VALUE_NONE;
  BValue b = node.count > 1 ? b_part(heap, set, 1) : (BValue)B_VALUE_NONE;
  switch (node.op) {
  case B_INTERVAL: return b_bool(in_interval(heap, element, set));
  case B_STRING_SET:
  case B_REAL_SET: return B_VALUE_TRUE;
  case B_FLOAT_SET: return b_eval_unknown(eval, "the set FLOAT depends on the tool");
  case B_POW:
  case B_POW1:
  case B_FIN:
  case B_FIN1: return in_powerset(eval, element, (BOperator)node.op, a);
  case B_UNION:
    return negated(both(negated(b_member(eval, element, a)), negated(b_member(eval, element, b))));
  case B_INTERSECTION: return both(b_member(eval, element, a), b_member(eval, element, b));
  case B_SET_SUBTRACTION:
    return both(b_member(eval, element, a), negated(b_member(eval, element, b)));
  case B_CARTESIAN:
    return both(b_member(eval, b_first(heap, element), a),
                b_member(eval, b_second(heap, element), b));
  case B_STRUCT: return in_struct(eval, element, set);
  case B_SEQ:
  case B_SEQ1:
  case B_ISEQ:
  case B_ISEQ1:
  case B_PERM: return in_sequences(eval, element, (BOperator)node.op, a);
  case B_TREE:
  case B_BTREE: return in_trees(eval, element, (BOperator)node.op, a);
  case B_COMPREHENSION: return b_closure_has(eval, set, element);
  case B_DOMAIN: return b_closure_has(eval, a, element); /* of a lambda */
  case B_SUCCESSOR:
  case B_PREDECESSOR:
  case B_IDENTITY:
  case B_FIRST_PROJECTION:
  case B_SECOND_PROJECTION:
  case B_LAMBDA: return in_lazy_function(eval, element, set);
  default: return in_arrow(eval, element, (BOperator)node.op, a, b);
  }
}

BValue b_member(BEval *eval, BValue element, BValue set)
{
  assert(b_is_value(element) && b_is_value(set));
  if (b_kind(&eval->heap, set) == B_KIND_LAZY) return in_lazy(eval, element, set);
  BValue solid = b_solidify(eval, element);
  if (b_is_value(solid)) return b_bool(b_set_has(&eval->heap, set, solid));
  /* What cannot be listed may still be told from all elements. */
  for (uint32_t i = 0; i < b_count(eval, set); i++)
    if (b_equal(eval, element, b_part(&eval->heap, set, i)) != B_VALUE_FALSE) return solid;
  return B_VALUE_FALSE;
}

static bool is_interval(const BEval *eval, BValue set)
{
  return b_is_lazy(&eval->heap, set, B_INTERVAL);
}

static BValue interval_subset(const BEval *eval, BValue a, BValue b)
{
  assert(is_interval(eval, a) && is_interval(eval, b));
  const BHeap *heap = &eval->heap;
  BValue low = b_part(heap, b, 0), high = b_part(heap, b, 1);
  BValue least = b_part(heap, a, 0), most = b_part(heap, a, 1);
  if (low != B_VALUE_NONE && (least == B_VALUE_NONE || b_compare(heap, least, low) < 0))
    return B_VALUE_FALSE;
  return b_bool(high == B_VALUE_NONE || (most != B_VALUE_NONE && b_compare(heap, most, high) <= 0));
}

/* Sets that hold every value of their type. */
static bool is_whole_type(const BEval *eval, BValue set)
{
  const BHeap *heap = &eval->heap;
  const BValueNode *node = b_value_node(heap, set);
  if (node->kind != B_KIND_LAZY) return false;
  switch (node->op) {
  case B_INTERVAL:
    return b_part(heap, set, 0) == B_VALUE_NONE && b_part(heap, set, 1) == B_VALUE_NONE;
  case B_REAL_SET:
  case B_STRING_SET: return true;
  case B_POW: return is_whole_type(eval, b_part(heap, set, 0));
  case B_RELATIONS:
  case B_CARTESIAN:
    return is_whole_type(eval, b_part(heap, set, 0)) && is_whole_type(eval, b_part(heap, set, 1));
  default: return false;
  }
}

/* Is one of the integers near an end of an infinite interval, or near 0, outside of the set? */
static bool has_counterexample(BEval *eval, BValue interval, BValue set)
{
  BHeap *heap = &eval->heap;
  int64_t scope = eval->settings.scope;
  BValue end = b_part(heap, interval, 0) ? b_part(heap, interval, 0) : b_part(heap, interval, 1);
  for (int64_t i = -scope; i <= scope; i++) {
    BValue number = b_int(heap, i);
    if (end) number = b_number_add(heap, end, number);
    if (!b_is_value(number)) continue;
    if (in_interval(heap, number, interval) && b_member(eval, number, set) == B_VALUE_FALSE)
      return true;
  }
  return false;
}

/* Of products: a side that does not fit shows nothing where the other side may be empty. */
static BValue product_subset(BEval *eval, BValue a, BValue b)
{
  const BHeap *heap = &eval->heap;
  BValue fits = both(b_subset(eval, b_part(heap, a, 0), b_part(heap, b, 0)),
                     b_subset(eval, b_part(heap, a, 1), b_part(heap, b, 1)));
  return fits == B_VALUE_FALSE ? b_is_empty(eval, a) : fits;
}

BValue b_subset(BEval *eval, BValue a, BValue b)
{
  assert(b_is_value(a) && b_is_value(b));
  BHeap *heap = &eval->heap;
  if (a == b || a == B_VALUE_EMPTY || is_whole_type(eval, b)) return B_VALUE_TRUE;
  if (is_interval(eval, a) && is_interval(eval, b)) return interval_subset(eval, a, b);
  bool listed_b = b_kind(heap, b) == B_KIND_SET;
  if (listed_b && b_is_finite(eval, a) == B_VALUE_FALSE) return B_VALUE_FALSE;
  if (b_is_lazy(heap, a, B_POW) && b_is_lazy(heap, b, B_POW))
    return b_subset(eval, b_part(heap, a, 0), b_part(heap, b, 0));
  if (b_is_lazy(heap, a, B_CARTESIAN) && b_is_lazy(heap, b, B_CARTESIAN))
    return product_subset(eval, a, b);
  if (b_is_lazy(heap, a, B_UNION))
    return both(b_subset(eval, b_part(heap, a, 0), b), b_subset(eval, b_part(heap, a, 1), b));
  BValue listed = b_expand(eval, a), result = B_VALUE_TRUE;
  if (!b_is_value(listed) && is_interval(eval, a) && has_counterexample(eval, a, b))
    return B_VALUE_FALSE;
  if (!b_is_value(listed)) return listed;
  for (uint32_t i = 0; i < b_count(eval, listed) && result != B_VALUE_FALSE; i++)
    result = both(result, b_member(eval, b_part(heap, listed, i), b));
  return result;
}

static BValue equal_parts(BEval *eval, BValue a, BValue b)
{
  BHeap *heap = &eval->heap;
  if (b_kind(heap, a) == B_KIND_PAIR)
    return both(b_equal(eval, b_first(heap, a), b_first(heap, b)),
                b_equal(eval, b_second(heap, a), b_second(heap, b)));
  BValue result = B_VALUE_TRUE;
  for (uint32_t i = 0; i < b_count(eval, a) && result != B_VALUE_FALSE; i++)
    result = both(result, b_equal(eval, b_part(heap, a, i), b_part(heap, b, i)));
  return result;
}

BValue b_equal(BEval *eval, BValue a, BValue b)
{
  assert(b_is_value(a) && b_is_value(b));
  BHeap *heap = &eval->heap;
  if (a == b) return B_VALUE_TRUE;
  if (b_is_solid(heap, a) && b_is_solid(heap, b)) return B_VALUE_FALSE;
  BKind kind = b_kind(heap, a);
  if (kind == B_KIND_PAIR || kind == B_KIND_RECORD) return equal_parts(eval, a, b);
  BValue finite_a = b_is_finite(eval, a), finite_b = b_is_finite(eval, b);
  if (b_is_value(finite_a) && b_is_value(finite_b) && finite_a != finite_b) return B_VALUE_FALSE;
  if (finite_a == B_VALUE_TRUE && finite_b == B_VALUE_TRUE) {
    BValue x = b_solidify(eval, a), y = b_solidify(eval, b);
    if (b_is_value(x) && b_is_value(y)) return b_bool(x == y);
  }
  return both(b_subset(eval, a, b), b_subset(eval, b, a));
}
