/* Operators on relations. */
#include <assert.h>

#include "b/eval/internal.h"
#include "b/value/number.h"

typedef VEC(BValue) Values;

static BValue take(BEval *eval, Values *values)
{
  BValue set = values->count > B_EXPAND_MAX ? b_eval_unknown(eval, "a set is too large")
                                            : b_set(&eval->heap, values->items, values->count);
  VEC_FREE(values);
  return set;
}

bool b_is_function(const BEval *eval, BValue relation)
{
  assert(b_kind(&eval->heap, relation) == B_KIND_SET);
  const BHeap *heap = &eval->heap;
  for (uint32_t i = 1; i < b_count(eval, relation); i++)
    if (b_first(heap, b_part(heap, relation, i - 1)) == b_first(heap, b_part(heap, relation, i)))
      return false;
  return true;
}

BValue b_side_of(BEval *eval, BValue relation, bool second)
{
  assert(b_kind(&eval->heap, relation) == B_KIND_SET);
  Values side = {0};
  for (uint32_t i = 0; i < b_count(eval, relation); i++) {
    BValue pair = b_part(&eval->heap, relation, i);
    VEC_PUSH(&side, second ? b_second(&eval->heap, pair) : b_first(&eval->heap, pair));
  }
  BValue set = b_set(&eval->heap, side.items, side.count);
  VEC_FREE(&side);
  return set;
}

BValue b_reverse_of(BEval *eval, BValue relation)
{
  assert(b_kind(&eval->heap, relation) == B_KIND_SET);
  Values pairs = {0};
  for (uint32_t i = 0; i < b_count(eval, relation); i++) {
    BValue pair = b_part(&eval->heap, relation, i);
    BValue turned = b_pair(&eval->heap, b_second(&eval->heap, pair), b_first(&eval->heap, pair));
    VEC_PUSH(&pairs, turned);
  }
  BValue set = b_set(&eval->heap, pairs.items, pairs.count);
  VEC_FREE(&pairs);
  return set;
}

bool b_is_injective(BEval *eval, BValue relation)
{
  return b_is_function(eval, b_reverse_of(eval, relation));
}

uint32_t b_find_first(const BEval *eval, BValue relation, BValue first)
{
  const BHeap *heap = &eval->heap;
  uint32_t low = 0, high = b_count(eval, relation);
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (b_compare(heap, b_first(heap, b_part(heap, relation, middle)), first) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Calls for every pair of r and s whose ends are joined: second of r and first of s, or both firsts. */
static BValue join(BEval *eval, BOperator op, BValue r, BValue s)
{
  assert(b_kind(&eval->heap, r) == B_KIND_SET && b_kind(&eval->heap, s) == B_KIND_SET);
  BHeap *heap = &eval->heap;
  Values pairs = {0};
  for (uint32_t i = 0; i < b_count(eval, r) && pairs.count <= B_EXPAND_MAX; i++) {
    BValue left = b_part(heap, r, i);
    BValue a = b_first(heap, left), b = b_second(heap, left);
    BValue key = op == B_COMPOSITION ? b : a;
    bool all = op == B_PARALLEL_PRODUCT;
    for (uint32_t k = all ? 0 : b_find_first(eval, s, key); k < b_count(eval, s); k++) {
      BValue right = b_part(heap, s, k);
      BValue c = b_first(heap, right), d = b_second(heap, right);
      if (!all && c != key) break;
      BValue pair = op == B_COMPOSITION      ? b_pair(heap, a, d)
                    : op == B_DIRECT_PRODUCT ? b_pair(heap, a, b_pair(heap, b, d))
                                             : b_pair(heap, b_pair(heap, a, c), b_pair(heap, b, d));
      VEC_PUSH(&pairs, pair);
    }
  }
  return take(eval, &pairs);
}

static BValue set_union(BEval *eval, BValue a, BValue b)
{
  return b_compute_set(eval, B_TERM_NONE, B_UNION, (BValue[]){a, b}, 2);
}

static BValue listed_union(BEval *eval, BValue a, BValue b)
{
  BValue both = set_union(eval, a, b);
  return b_is_value(both) ? b_expand(eval, both) : both;
}

static BValue closure1(BEval *eval, BValue relation)
{
  BValue result = relation;
  for (;;) {
    if (eval->steps < b_count(eval, result)) return b_eval_unknown(eval, "it takes too many steps");
    eval->steps -= b_count(eval, result);
    BValue more = join(eval, B_COMPOSITION, result, relation);
    BValue next = b_is_value(more) ? listed_union(eval, result, more) : more;
    if (!b_is_value(next) || next == result) return next;
    result = next;
  }
}

/* The identity on all values of the type of a relation's ends. */
static BValue identity_of_type(BEval *eval, BTerm term)
{
  const BTypes *types = &eval->bank->types;
  BType pair = b_type_member(types, b_type(eval->bank, term));
  BValue all = b_type_values(eval, b_type_node(types, pair)->first);
  if (!b_is_value(all)) return all;
  return b_compute_relation(eval, term, B_IDENTITY, &all);
}

static BValue iterate(BEval *eval, BTerm term, BValue relation, BValue times)
{
  if (b_number_sign(&eval->heap, times) < 0) return b_eval_undefined(eval, term);
  int64_t count;
  if (!b_number_is_small(&eval->heap, times, &count))
    return b_eval_unknown(eval, "a relation is iterated too often");
  if (count == 0) return identity_of_type(eval, term);
  BValue result = relation;
  for (int64_t i = 1; i < count && b_is_value(result) && result != B_VALUE_EMPTY; i++) {
    if (eval->steps < 1u + b_count(eval, result))
      return b_eval_unknown(eval, "it takes too many steps");
    eval->steps -= 1u + b_count(eval, result);
    result = join(eval, B_COMPOSITION, result, relation);
  }
  return result;
}

static BValue reflexive_closure(BEval *eval, BTerm term, BValue relation)
{
  BValue transitive = closure1(eval, relation);
  BValue identity = b_is_value(transitive) ? identity_of_type(eval, term) : transitive;
  return b_is_value(identity) ? set_union(eval, transitive, identity) : identity;
}

/* <| <<| |> |>> */
static BValue restrict_to(BEval *eval, BOperator op, BValue relation, BValue set)
{
  assert(b_kind(&eval->heap, relation) == B_KIND_SET && b_is_value(set));
  bool first = op == B_DOMAIN_RESTRICTION || op == B_DOMAIN_SUBTRACTION;
  bool keep = op == B_DOMAIN_RESTRICTION || op == B_RANGE_RESTRICTION;
  Values pairs = {0};
  for (uint32_t i = 0; i < b_count(eval, relation); i++) {
    BValue pair = b_part(&eval->heap, relation, i);
    BValue inside =
        b_member(eval, first ? b_first(&eval->heap, pair) : b_second(&eval->heap, pair), set);
    if (!b_is_value(inside)) {
      VEC_FREE(&pairs);
      return inside;
    }
    if (inside == b_bool(keep)) VEC_PUSH(&pairs, pair);
  }
  return take(eval, &pairs);
}

static BValue overwrite(BEval *eval, BValue relation, BValue by)
{
  BValue kept = restrict_to(eval, B_DOMAIN_SUBTRACTION, relation, b_side_of(eval, by, false));
  return b_is_value(kept) ? set_union(eval, kept, by) : kept;
}

/* fnc(r): from each first to the set of its seconds. */
static BValue to_function(BEval *eval, BValue relation)
{
  BHeap *heap = &eval->heap;
  Values pairs = {0}, seconds = {0};
  for (uint32_t i = 0; i < b_count(eval, relation); i++) {
    BValue pair = b_part(heap, relation, i);
    BValue second = b_second(heap, pair);
    VEC_PUSH(&seconds, second);
    bool last = i + 1 == b_count(eval, relation) ||
                b_first(heap, b_part(heap, relation, i + 1)) != b_first(heap, pair);
    if (!last) continue;
    BValue image = b_set(heap, seconds.items, seconds.count);
    seconds.count = 0;
    BValue made = b_pair(heap, b_first(heap, pair), image);
    VEC_PUSH(&pairs, made);
  }
  VEC_FREE(&seconds);
  return take(eval, &pairs);
}

static BValue to_relation(BEval *eval, BTerm term, BValue function)
{
  if (!b_is_function(eval, function)) return b_eval_undefined(eval, term);
  BHeap *heap = &eval->heap;
  Values pairs = {0};
  for (uint32_t i = 0; i < b_count(eval, function); i++) {
    BValue pair = b_part(heap, function, i);
    BValue set = b_expand(eval, b_second(heap, pair));
    if (!b_is_value(set)) {
      VEC_FREE(&pairs);
      return set;
    }
    for (uint32_t k = 0; k < b_count(eval, set); k++) {
      BValue made = b_pair(heap, b_first(heap, pair), b_part(heap, set, k));
      VEC_PUSH(&pairs, made);
    }
  }
  return take(eval, &pairs);
}

/* id(S), prj1(S, T), prj2(S, T). */
static BValue diagonal(BEval *eval, BOperator op, const BValue *args)
{
  BHeap *heap = &eval->heap;
  BValue set = args[0];
  if (op != B_IDENTITY) set = b_compute_set(eval, B_TERM_NONE, B_CARTESIAN, args, 2);
  if (b_kind(heap, set) != B_KIND_SET) return b_lazy(heap, op, 0, args, op == B_IDENTITY ? 1 : 2);
  Values pairs = {0};
  for (uint32_t i = 0; i < b_count(eval, set); i++) {
    BValue element = b_part(heap, set, i);
    BValue image = op == B_IDENTITY           ? element
                   : op == B_FIRST_PROJECTION ? b_first(heap, element)
                                              : b_second(heap, element);
    BValue pair = b_pair(heap, element, image);
    VEC_PUSH(&pairs, pair);
  }
  return take(eval, &pairs);
}

/* Is a side of a product empty, or not known to be otherwise? */
static bool has_empty_side(BEval *eval, BValue product)
{
  char reason = eval->reason[0];
  bool empty = b_is_empty(eval, b_part(&eval->heap, product, 0)) != B_VALUE_FALSE ||
               b_is_empty(eval, b_part(&eval->heap, product, 1)) != B_VALUE_FALSE;
  eval->reason[0] = reason;
  return empty;
}

/* dom and ran of relations that need not be listed; B_VALUE_NONE of others. */
static BValue lazy_side(BEval *eval, BOperator op, BValue relation)
{
  BHeap *heap = &eval->heap;
  const BValueNode node = *b_value_node(heap, relation);
  bool second = op == B_RANGE;
  bool pairs = node.op == B_CARTESIAN ||
               (second && (node.op == B_FIRST_PROJECTION || node.op == B_SECOND_PROJECTION));
  if (pairs && has_empty_side(eval, relation)) return B_VALUE_NONE;
  switch (node.op) {
  case B_CARTESIAN: return b_part(heap, relation, second);
  case B_IDENTITY: return b_part(heap, relation, 0);
  case B_SUCCESSOR:
  case B_PREDECESSOR: return b_interval(heap, B_VALUE_NONE, B_VALUE_NONE);
  case B_FIRST_PROJECTION:
  case B_SECOND_PROJECTION:
    if (second) return b_part(heap, relation, node.op == B_SECOND_PROJECTION);
    return b_compute_set(eval, B_TERM_NONE, B_CARTESIAN, heap->parts.items + node.first, 2);
  case B_LAMBDA:
    if (!second) return b_lazy(heap, B_DOMAIN, 0, &relation, 1);
    break;
  default: break;
  }
  return B_VALUE_NONE;
}

static BValue on_listed(BEval *eval, BTerm term, BOperator op, BValue r, BValue s)
{
  switch (op) {
  case B_DOMAIN: return b_side_of(eval, r, false);
  case B_RANGE: return b_side_of(eval, r, true);
  case B_REVERSE: return b_reverse_of(eval, r);
  case B_COMPOSITION:
  case B_DIRECT_PRODUCT:
  case B_PARALLEL_PRODUCT: return join(eval, op, r, s);
  case B_ITERATION: return iterate(eval, term, r, s);
  case B_REFLEXIVE_CLOSURE: return reflexive_closure(eval, term, r);
  case B_CLOSURE: return closure1(eval, r);
  case B_OVERWRITE: return overwrite(eval, r, s);
  case B_TRANS_FUNCTION: return to_function(eval, r);
  default: assert(op == B_TRANS_RELATION); return to_relation(eval, term, r);
  }
}

BValue b_compute_relation(BEval *eval, BTerm term, BOperator op, const BValue *args)
{
  BHeap *heap = &eval->heap;
  if (b_operator_is_between_sets(op)) return b_lazy(heap, op, 0, args, 2);
  switch (op) {
  case B_IDENTITY:
  case B_FIRST_PROJECTION:
  case B_SECOND_PROJECTION: return diagonal(eval, op, args);
  case B_DOMAIN:
  case B_RANGE:
    if (b_kind(heap, args[0]) != B_KIND_SET) {
      BValue side = lazy_side(eval, op, args[0]);
      if (side != B_VALUE_NONE) return side;
    }
    break;
  default: break;
  }
  bool set_first = op == B_DOMAIN_RESTRICTION || op == B_DOMAIN_SUBTRACTION;
  BValue relation = b_expand(eval, args[set_first ? 1 : 0]);
  if (!b_is_value(relation)) return relation;
  if (set_first) return restrict_to(eval, op, relation, args[0]);
  if (op == B_RANGE_RESTRICTION || op == B_RANGE_SUBTRACTION)
    return restrict_to(eval, op, relation, args[1]);
  bool two = op == B_COMPOSITION || op == B_DIRECT_PRODUCT || op == B_PARALLEL_PRODUCT ||
             op == B_OVERWRITE;
  BValue other = two ? b_expand(eval, args[1]) : op == B_ITERATION ? args[1] : relation;
  return b_is_value(other) ? on_listed(eval, term, op, relation, other) : other;
}
