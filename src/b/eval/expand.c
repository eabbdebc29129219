/* Lazy sets: their sizes, and their elements as a list. */
#include <assert.h>

#include "b/eval/internal.h"
#include "b/value/number.h"

typedef VEC(BValue) Values;

static BValue too_large(BEval *eval)
{
  return b_eval_unknown(eval, "a set is too large to be listed");
}

static BValue finish(BEval *eval, Values *values, BValue status)
{
  if (b_is_value(status) && values->count > B_EXPAND_MAX) status = too_large(eval);
  if (b_is_value(status)) status = b_set(&eval->heap, values->items, values->count);
  VEC_FREE(values);
  return status;
}

static BValue expand_interval(BEval *eval, BValue set)
{
  BHeap *heap = &eval->heap;
  BValue low = b_part(heap, set, 0), high = b_part(heap, set, 1);
  if (low == B_VALUE_NONE || high == B_VALUE_NONE)
    return b_eval_unknown(eval, "an infinite set would have to be listed");
  BValue less_one = b_number_subtract(heap, high, low);
  int64_t size;
  if (!b_is_value(less_one) || !b_number_is_small(heap, less_one, &size) || size >= B_EXPAND_MAX)
    return too_large(eval);
  return b_interval_list(heap, low, (uint32_t)size + 1);
}

/* All subsets of a listed set. */
static BValue expand_powerset(BEval *eval, BValue set, bool with_empty)
{
  BHeap *heap = &eval->heap;
  enum { MOST = 16 };
  BValue listed = b_expand(eval, set);
  if (!b_is_value(listed)) return listed;
  uint32_t count = b_count(eval, listed);
  if (count > MOST) return too_large(eval);
  Values subsets = {0};
  for (uint32_t bits = with_empty ? 0 : 1; bits < 1u << count; bits++) {
    BValue items[MOST];
    uint32_t size = 0;
    for (uint32_t i = 0; i < count; i++)
      if (bits >> i & 1) items[size++] = b_part(heap, listed, i);
    BValue subset = b_set_sorted(heap, items, size);
    VEC_PUSH(&subsets, subset);
  }
  return finish(eval, &subsets, B_VALUE_TRUE);
}

static BValue expand_product(BEval *eval, BValue set)
{
  BHeap *heap = &eval->heap;
  BValue a = b_expand(eval, b_part(heap, set, 0));
  BValue b = b_is_value(a) ? b_expand(eval, b_part(heap, set, 1)) : a;
  if (!b_is_value(b)) return b;
  if ((uint64_t)b_count(eval, a) * b_count(eval, b) > B_EXPAND_MAX) return too_large(eval);
  Values pairs = {0};
  for (uint32_t i = 0; i < b_count(eval, a); i++)
    for (uint32_t k = 0; k < b_count(eval, b); k++) {
      BValue pair = b_pair(heap, b_part(heap, a, i), b_part(heap, b, k));
      VEC_PUSH(&pairs, pair);
    }
  return finish(eval, &pairs, B_VALUE_TRUE);
}

/* The members of another list that are in the set itself. */
static BValue filter(BEval *eval, BValue candidates, BValue set)
{
  BValue status = b_expand(eval, candidates);
  Values kept = {0};
  for (uint32_t i = 0; b_is_value(status) && i < b_count(eval, status); i++) {
    BValue element = b_part(&eval->heap, status, i);
    BValue inside = b_member(eval, element, set);
    if (!b_is_value(inside)) status = inside;
    if (inside == B_VALUE_TRUE) VEC_PUSH(&kept, element);
  }
  return finish(eval, &kept, status);
}

static BValue expand_union(BEval *eval, BValue set)
{
  Values all = {0};
  BValue status = B_VALUE_TRUE;
  for (uint32_t side = 0; side < 2 && b_is_value(status); side++) {
    status = b_expand(eval, b_part(&eval->heap, set, side));
    for (uint32_t i = 0; b_is_value(status) && i < b_count(eval, status); i++)
      VEC_PUSH(&all, b_part(&eval->heap, status, i));
  }
  return finish(eval, &all, status);
}

/* Functions between listed sets, built one pair after the other: each place of the domain has no value or one. */
static BValue expand_functions(BEval *eval, BValue set, BValue from, BValue to, bool total)
{
  assert(b_kind(&eval->heap, from) == B_KIND_SET && b_kind(&eval->heap, to) == B_KIND_SET);
  BHeap *heap = &eval->heap;
  Values made = {0};
  BValue status = B_VALUE_TRUE;
  uint32_t places = b_count(eval, from), choices = b_count(eval, to) + !total;
  U32Vec choice = {0};
  Values pairs = {0};
  for (uint32_t i = 0; i < places; i++) VEC_PUSH(&choice, 0);
  bool more = choices > 0 || places == 0;
  while (more && b_is_value(status)) {
    pairs.count = 0;
    for (uint32_t i = 0; i < places; i++) {
      uint32_t number = choice.items[i];
      if (!total && number == 0) continue;
      BValue pair = b_pair(heap, b_part(heap, from, i), b_part(heap, to, number - !total));
      VEC_PUSH(&pairs, pair);
    }
    BValue function = b_set_sorted(heap, pairs.items, pairs.count);
    BValue inside = b_member(eval, function, set);
    if (!b_is_value(inside)) status = inside;
    if (inside == B_VALUE_TRUE) VEC_PUSH(&made, function);
    if (made.count > B_EXPAND_MAX || eval->steps < places + 1u) status = too_large(eval);
    if (b_is_value(status)) eval->steps -= places + 1u;
    uint32_t at = 0;
    while (at < places && ++choice.items[at] == choices) choice.items[at++] = 0;
    more = at < places;
  }
  VEC_FREE(&choice);
  VEC_FREE(&pairs);
  return finish(eval, &made, status);
}

static BValue expand_arrow(BEval *eval, BValue set, BOperator op)
{
  BHeap *heap = &eval->heap;
  BValue from = b_expand(eval, b_part(heap, set, 0));
  BValue to = b_is_value(from) ? b_expand(eval, b_part(heap, set, 1)) : from;
  if (!b_is_value(to)) return to;
  switch (op) {
  case B_RELATIONS:
  case B_TOTAL_RELATION:
  case B_SURJECTION_RELATION:
  case B_TOTAL_SURJECTION_RELATION: {
    BValue pairs = b_compute_set(eval, B_TERM_NONE, B_CARTESIAN, (BValue[]){from, to}, 2);
    BValue all = b_is_value(pairs) ? expand_powerset(eval, pairs, true) : pairs;
    return b_is_value(all) && op != B_RELATIONS ? filter(eval, all, set) : all;
  }
  case B_TOTAL_FUNCTION:
  case B_TOTAL_INJECTION:
  case B_TOTAL_SURJECTION:
  case B_TOTAL_BIJECTION: return expand_functions(eval, set, from, to, true);
  default: return expand_functions(eval, set, from, to, false);
  }
}

/* Injective sequences: functions from 1..n, n not more than there are elements. */
static BValue expand_sequences(BEval *eval, BValue set, BOperator op)
{
  BHeap *heap = &eval->heap;
  BValue of = b_expand(eval, b_part(heap, set, 0));
  if (!b_is_value(of)) return of;
  uint32_t count = b_count(eval, of);
  if ((op == B_SEQ || op == B_SEQ1) && count > 0)
    return b_eval_unknown(eval, "an infinite set would have to be listed");
  enum { MOST = 8 };
  if (count > MOST) return too_large(eval);
  Values all = {0};
  BValue status = B_VALUE_TRUE;
  for (uint32_t length = op == B_PERM ? count : 0; length <= count && b_is_value(status);
       length++) {
    BValue places = b_interval(heap, b_int(heap, 1), b_int(heap, length));
    status = expand_functions(eval, set, places, of, true);
    for (uint32_t i = 0; b_is_value(status) && i < b_count(eval, status); i++)
      VEC_PUSH(&all, b_part(heap, status, i));
  }
  return finish(eval, &all, status);
}

static BValue expand_struct(BEval *eval, BValue set)
{
  BHeap *heap = &eval->heap;
  uint32_t count = b_count(eval, set);
  Values records = {0};
  U32Vec sets = {0}, at = {0};
  uint64_t total = 1;
  BValue status = B_VALUE_TRUE;
  for (uint32_t i = 0; i < count && b_is_value(status); i++) {
    status = b_expand(eval, b_part(heap, set, i));
    VEC_PUSH(&sets, status);
    VEC_PUSH(&at, 0);
    if (b_is_value(status)) total *= b_count(eval, status);
    if (total > B_EXPAND_MAX) status = too_large(eval);
  }
  for (uint64_t n = 0; b_is_value(status) && n < total; n++) {
    BValue *fields = mem_alloc(count, sizeof *fields);
    for (uint32_t i = 0; i < count; i++) fields[i] = b_part(heap, sets.items[i], at.items[i]);
    BValue record = b_record(heap, fields, count);
    free(fields);
    VEC_PUSH(&records, record);
    for (uint32_t i = 0; i < count && ++at.items[i] == b_count(eval, sets.items[i]); i++)
      at.items[i] = 0;
  }
  VEC_FREE(&sets);
  VEC_FREE(&at);
  return finish(eval, &records, status);
}

/* id, prj1, prj2 of what can be listed. */
static BValue expand_diagonal(BEval *eval, BValue set, BOperator op)
{
  BValue parts[2] = {b_expand(eval, b_part(&eval->heap, set, 0)), B_VALUE_EMPTY};
  if (!b_is_value(parts[0])) return parts[0];
  if (op == B_IDENTITY) {
    Values pairs = {0};
    for (uint32_t i = 0; i < b_count(eval, parts[0]); i++) {
      BValue element = b_part(&eval->heap, parts[0], i);
      BValue pair = b_pair(&eval->heap, element, element);
      VEC_PUSH(&pairs, pair);
    }
    return finish(eval, &pairs, B_VALUE_TRUE);
  }
  parts[1] = b_expand(eval, b_part(&eval->heap, set, 1));
  if (!b_is_value(parts[1])) return parts[1];
  BValue product = b_compute_set(eval, B_TERM_NONE, B_CARTESIAN, parts, 2);
  BValue listed = b_is_value(product) ? b_expand(eval, product) : product;
  Values pairs = {0};
  for (uint32_t i = 0; b_is_value(listed) && i < b_count(eval, listed); i++) {
    BValue element = b_part(&eval->heap, listed, i);
    BValue image =
        op == B_FIRST_PROJECTION ? b_first(&eval->heap, element) : b_second(&eval->heap, element);
    BValue pair = b_pair(&eval->heap, element, image);
    VEC_PUSH(&pairs, pair);
  }
  return finish(eval, &pairs, listed);
}

static BValue expand_lazy(BEval *eval, BValue set)
{
  BHeap *heap = &eval->heap;
  BOperator op = (BOperator)b_value_node(heap, set)->op;
  switch (op) {
  case B_INTERVAL: return expand_interval(eval, set);
  case B_POW:
  case B_FIN: return expand_powerset(eval, b_part(heap, set, 0), true);
  case B_POW1:
  case B_FIN1: return expand_powerset(eval, b_part(heap, set, 0), false);
  case B_CARTESIAN: return expand_product(eval, set);
  case B_UNION: return expand_union(eval, set);
  case B_INTERSECTION: {
    bool left = b_is_finite(eval, b_part(heap, set, 0)) == B_VALUE_TRUE;
    return filter(eval, b_part(heap, set, left ? 0 : 1), set);
  }
  case B_SET_SUBTRACTION: return filter(eval, b_part(heap, set, 0), set);
  case B_STRUCT: return expand_struct(eval, set);
  case B_SEQ:
  case B_SEQ1:
  case B_ISEQ:
  case B_ISEQ1:
  case B_PERM: return expand_sequences(eval, set, op);
  case B_IDENTITY:
  case B_FIRST_PROJECTION:
  case B_SECOND_PROJECTION: return expand_diagonal(eval, set, op);
  case B_STRING_SET:
  case B_REAL_SET:
  case B_FLOAT_SET:
  case B_SUCCESSOR:
  case B_PREDECESSOR:
  case B_TREE:
  case B_BTREE: return b_eval_unknown(eval, "an infinite set would have to be listed");
  case B_COMPREHENSION:
  case B_LAMBDA:
  case B_DOMAIN:
    return b_eval_unknown(eval, "a set that is not known to be finite would have to be listed");
  default: return expand_arrow(eval, set, op);
  }
}

BValue b_expand(BEval *eval, BValue set)
{
  if (b_kind(&eval->heap, set) == B_KIND_SET) return set;
  assert(b_kind(&eval->heap, set) == B_KIND_LAZY);
  if (eval->steps == 0) return b_eval_unknown(eval, "it takes too many steps");
  eval->steps--;
  BValue listed = expand_lazy(eval, set);
  uint32_t count = b_is_value(listed) ? b_count(eval, listed) : 0;
  eval->steps -= count < eval->steps ? count : eval->steps;
  return listed;
}

static BValue solidify_parts(BEval *eval, BValue value)
{
  BHeap *heap = &eval->heap;
  if (b_kind(heap, value) == B_KIND_PAIR) {
    BValue first = b_solidify(eval, b_first(heap, value));
    BValue second = b_is_value(first) ? b_solidify(eval, b_second(heap, value)) : first;
    return b_is_value(second) ? b_pair(heap, first, second) : second;
  }
  uint32_t count = b_count(eval, value);
  BValue *fields = mem_alloc(count, sizeof *fields);
  BValue status = B_VALUE_TRUE;
  for (uint32_t i = 0; i < count && b_is_value(status); i++)
    status = fields[i] = b_solidify(eval, b_part(heap, value, i));
  if (b_is_value(status)) status = b_record(heap, fields, count);
  free(fields);
  return status;
}

BValue b_solidify(BEval *eval, BValue value)
{
  assert(b_is_value(value));
  if (b_is_solid(&eval->heap, value)) return value;
  if (b_kind(&eval->heap, value) != B_KIND_LAZY) return solidify_parts(eval, value);
  return b_expand(eval, value);
}

static BValue finite_parts(BEval *eval, BValue set, uint32_t count)
{
  BValue result = B_VALUE_TRUE;
  for (uint32_t i = 0; i < count; i++) {
    BValue part = b_part(&eval->heap, set, i);
    if (part == B_VALUE_EMPTY) return B_VALUE_TRUE;
    BValue finite = b_is_finite(eval, part);
    if (finite != B_VALUE_TRUE) result = finite;
  }
  return result;
}

static BValue unknown_size(BEval *eval)
{
  return b_eval_unknown(eval, "it is not known whether a set is finite");
}

/* Emptiness counts: a product or a set of relations with an empty side is finite. */
BValue b_is_empty(BEval *eval, BValue set)
{
  assert(b_is_value(set));
  const BHeap *heap = &eval->heap;
  if (b_kind(heap, set) == B_KIND_SET) return b_bool(set == B_VALUE_EMPTY);
  if (b_is_lazy(heap, set, B_INTERVAL)) return B_VALUE_FALSE;
  switch (b_value_node(heap, set)->op) {
  case B_POW:
  case B_FIN:
  case B_SEQ:
  case B_ISEQ:
  case B_PERM:
  case B_RELATIONS:
  case B_PARTIAL_FUNCTION:
  case B_PARTIAL_INJECTION:
  case B_STRING_SET:
  case B_REAL_SET:
  case B_SUCCESSOR:
  case B_PREDECESSOR: return B_VALUE_FALSE;
  case B_POW1:
  case B_FIN1:
  case B_SEQ1:
  case B_ISEQ1:
  case B_IDENTITY: return b_is_empty(eval, b_part(heap, set, 0));
  case B_CARTESIAN: {
    BValue left = b_is_empty(eval, b_part(heap, set, 0));
    return left == B_VALUE_FALSE ? b_is_empty(eval, b_part(heap, set, 1)) : left;
  }
  default: return unknown_size(eval);
  }
}

BValue b_is_finite(BEval *eval, BValue set)
{
  assert(b_is_value(set));
  BHeap *heap = &eval->heap;
  if (b_kind(heap, set) == B_KIND_SET) return B_VALUE_TRUE;
  const BValueNode node = *b_value_node(heap, set);
  BValue a = node.count > 0 ? b_part(heap, set, 0) : (BValue)B_VALUE_NONE;
  BValue b = node.count > 1 ? b_part(heap, set, 1) : (BValue)B_VALUE_NONE;
  switch (node.op) {
  case B_INTERVAL: return b_bool(a != B_VALUE_NONE && b != B_VALUE_NONE);
  case B_STRING_SET:
  case B_REAL_SET:
  case B_SUCCESSOR:
  case B_PREDECESSOR: return B_VALUE_FALSE;
  case B_POW:
  case B_POW1:
  case B_FIN:
  case B_FIN1:
  case B_ISEQ:
  case B_ISEQ1:
  case B_IDENTITY: return b_is_finite(eval, a);
  case B_PERM: return B_VALUE_TRUE;
  case B_SEQ:
  case B_SEQ1:
  case B_TREE:
  case B_BTREE: {
    BValue empty = b_is_empty(eval, a);
    return empty;
  }
  case B_INTERSECTION:
    if (b_is_finite(eval, a) == B_VALUE_TRUE || b_is_finite(eval, b) == B_VALUE_TRUE)
      return B_VALUE_TRUE;
    return unknown_size(eval);
  case B_SET_SUBTRACTION: {
    BValue left = b_is_finite(eval, a), right = b_is_finite(eval, b);
    if (left == B_VALUE_TRUE) return left;
    return left == B_VALUE_FALSE && right == B_VALUE_TRUE ? left : unknown_size(eval);
  }
  case B_UNION: {
    BValue left = b_is_finite(eval, a), right = b_is_finite(eval, b);
    if (left == B_VALUE_FALSE || right == B_VALUE_FALSE) return B_VALUE_FALSE;
    return left == B_VALUE_TRUE ? right : left;
  }
  case B_CARTESIAN:
  case B_RELATIONS:
  case B_PARTIAL_FUNCTION:
  case B_FIRST_PROJECTION:
  case B_SECOND_PROJECTION: {
    BValue parts = finite_parts(eval, set, 2);
    if (parts != B_VALUE_FALSE) return parts;
    bool certain = b_is_empty(eval, a) == B_VALUE_FALSE && b_is_empty(eval, b) == B_VALUE_FALSE;
    return certain ? parts : unknown_size(eval);
  }
  case B_STRUCT: {
    BValue parts = finite_parts(eval, set, node.count);
    return parts == B_VALUE_TRUE ? parts : unknown_size(eval);
  }
  case B_COMPREHENSION:
  case B_LAMBDA:
  case B_DOMAIN:
  case B_FLOAT_SET: return unknown_size(eval);
  default: {
    BValue parts = finite_parts(eval, set, 2);
    return parts == B_VALUE_TRUE ? parts : unknown_size(eval);
  }
  }
}

/* Of a set of records, which has a set of values for each field. */
static BValue card_of_struct(BEval *eval, BValue set)
{
  uint32_t fields = b_value_node(&eval->heap, set)->count;
  BValue product = b_int(&eval->heap, 1);
  for (uint32_t i = 0; i < fields && b_is_value(product); i++) {
    BValue card = b_card(eval, b_part(&eval->heap, set, i));
    product = b_is_value(card) ? b_number_multiply(&eval->heap, product, card) : card;
  }
  return product;
}

/* Large products, powersets, records and intervals are counted without being listed. */
BValue b_card(BEval *eval, BValue set)
{
  assert(b_is_value(set));
  BHeap *heap = &eval->heap;
  if (b_kind(heap, set) == B_KIND_SET) return b_int(heap, b_count(eval, set));
  BValue finite = b_is_finite(eval, set);
  if (finite == B_VALUE_FALSE) return B_VALUE_UNDEFINED;
  if (!b_is_value(finite)) return finite;
  BOperator op = (BOperator)b_value_node(heap, set)->op;
  BValue one = b_int(heap, 1);
  if (op == B_INTERVAL) {
    BValue less_one = b_number_subtract(heap, b_part(heap, set, 1), b_part(heap, set, 0));
    return b_is_value(less_one) ? b_number_add(heap, one, less_one) : less_one;
  }
  if (op == B_CARTESIAN || op == B_POW || op == B_FIN) {
    BValue left = b_card(eval, b_part(heap, set, 0));
    if (!b_is_value(left)) return left;
    if (op != B_CARTESIAN) return b_number_power(heap, b_int(heap, 2), left);
    BValue right = b_card(eval, b_part(heap, set, 1));
    return b_is_value(right) ? b_number_multiply(heap, left, right) : right;
  }
  if (op == B_STRUCT) return card_of_struct(eval, set);
  BValue listed = b_expand(eval, set);
  return b_is_value(listed) ? b_int(heap, b_count(eval, listed)) : listed;
}
