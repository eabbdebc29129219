/* What predicates say of the values of a variable. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "b/eval/internal.h"
#include "b/value/number.h"

bool b_is_ready(BEval *eval, BTerm term)
{
  uint32_t count;
  const BTerm *names = b_free_of(&eval->free, term, &count);
  for (uint32_t i = 0; i < count; i++)
    if (b_eval_get(eval, names[i]) == B_VALUE_NONE) return false;
  return true;
}

/* The value of a term that is ready; B_VALUE_NONE if there is none, and no reason is left behind. */
static BValue try(BEval *eval, BTerm term)
{
  if (!b_is_ready(eval, term)) return B_VALUE_NONE;
  char reason[B_REASON_MAX];
  memcpy(reason, eval->reason, sizeof reason);
  BValue value = b_eval_term(eval, term);
  memcpy(eval->reason, reason, sizeof reason);
  return b_is_value(value) ? value : (BValue)B_VALUE_NONE;
}

typedef struct {
  BValue best;
  uint64_t cost;
  BValue low, high; /* of an integer */
} Domain;

static void offer(BEval *eval, Domain *domain, BValue set)
{
  assert(b_is_value(set));
  if (b_is_finite(eval, set) != B_VALUE_TRUE) return;
  BValue card = b_card(eval, set);
  if (!b_is_value(card)) return;
  int64_t count;
  if (!b_number_is_small(&eval->heap, card, &count) || (uint64_t)count >= domain->cost) return;
  domain->best = set;
  domain->cost = (uint64_t)count;
}

/* NONE and what cannot be computed bound nothing. */
static void bound(BEval *eval, Domain *domain, BValue low, BValue high)
{
  const BHeap *heap = &eval->heap;
  if (b_is_value(low) && (!domain->low || b_compare(heap, low, domain->low) > 0)) domain->low = low;
  if (b_is_value(high) && (!domain->high || b_compare(heap, high, domain->high) < 0))
    domain->high = high;
}

static void offer_set(BEval *eval, Domain *domain, BValue set)
{
  if (b_is_lazy(&eval->heap, set, B_INTERVAL))
    bound(eval, domain, b_part(&eval->heap, set, 0), b_part(&eval->heap, set, 1));
  else
    offer(eval, domain, set);
}

static void offer_one(BEval *eval, Domain *domain, BValue value)
{
  value = b_solidify(eval, value);
  if (!b_is_value(value)) return;
  offer(eval, domain, b_set_sorted(&eval->heap, &value, 1));
}

/* The part of a value that stands where the variable does in a tree of pairs; NONE if it is not there, or if another
 * part contradicts what a variable has already. */
static BValue project(BEval *eval, BTerm tree, BValue value, BTerm variable)
{
  assert(b_is_value(value));
  const BBank *bank = eval->bank;
  if (tree == variable) return value;
  if (b_op(bank, tree) != B_COUPLE) return B_VALUE_NONE;
  BTerm left = b_arg(bank, tree, 0), right = b_arg(bank, tree, 1);
  BValue first = b_first(&eval->heap, value), second = b_second(&eval->heap, value);
  BValue known = b_op(bank, left) == B_IDENTIFIER ? b_eval_get(eval, left) : (BValue)B_VALUE_NONE;
  if (known && known != first && b_is_solid(&eval->heap, known)) return B_VALUE_NONE;
  known = b_op(bank, right) == B_IDENTIFIER ? b_eval_get(eval, right) : (BValue)B_VALUE_NONE;
  if (known && known != second && b_is_solid(&eval->heap, known)) return B_VALUE_NONE;
  BValue found = project(eval, left, first, variable);
  return found ? found : project(eval, right, second, variable);
}

static bool has_leaf(const BBank *bank, BTerm tree, BTerm variable)
{
  if (tree == variable) return true;
  return b_op(bank, tree) == B_COUPLE && (has_leaf(bank, b_arg(bank, tree, 0), variable) ||
                                          has_leaf(bank, b_arg(bank, tree, 1), variable));
}

/* x |-> y : R */
static void offer_projection(BEval *eval, Domain *domain, BTerm tree, BTerm set, BTerm variable)
{
  if (b_op(eval->bank, tree) != B_COUPLE || !has_leaf(eval->bank, tree, variable)) return;
  BValue relation = try(eval, set);
  if (!relation || b_is_finite(eval, relation) != B_VALUE_TRUE) return;
  BValue listed = b_expand(eval, relation);
  if (!b_is_value(listed)) return;
  VEC(BValue) found = {0};
  for (uint32_t i = 0; i < b_count(eval, listed); i++) {
    BValue part = project(eval, tree, b_part(&eval->heap, listed, i), variable);
    if (part) VEC_PUSH(&found, part);
  }
  BValue all = b_set(&eval->heap, found.items, found.count);
  VEC_FREE(&found);
  offer(eval, domain, all);
}

static void offer_subsets(BEval *eval, Domain *domain, BValue set)
{
  if (set) offer(eval, domain, b_lazy(&eval->heap, B_POW, 0, &set, 1));
}

/* variable op limit */
static void offer_bound(BEval *eval, Domain *domain, BOperator op, BTerm limit)
{
  BValue value = try(eval, limit);
  if (!value || b_kind(&eval->heap, value) != B_KIND_INTEGER) return;
  BValue one = b_int(&eval->heap, 1);
  switch (op) {
  case B_LESS:
    bound(eval, domain, B_VALUE_NONE, b_number_subtract(&eval->heap, value, one));
    return;
  case B_LESS_EQUAL: bound(eval, domain, B_VALUE_NONE, value); return;
  case B_GREATER: bound(eval, domain, b_number_add(&eval->heap, value, one), B_VALUE_NONE); return;
  default: bound(eval, domain, value, B_VALUE_NONE); return;
  }
}

static BOperator mirrored(BOperator op)
{
  switch (op) {
  case B_LESS: return B_GREATER;
  case B_LESS_EQUAL: return B_GREATER_EQUAL;
  case B_GREATER: return B_LESS;
  default: return B_LESS_EQUAL;
  }
}

static void use(BEval *eval, Domain *domain, BTerm conjunct, BTerm variable)
{
  const BBank *bank = eval->bank;
  BOperator op = b_op(bank, conjunct);
  if (!b_operator_compares(op) || b_arg_count(bank, conjunct) != 2) return;
  BTerm left = b_arg(bank, conjunct, 0), right = b_arg(bank, conjunct, 1);
  BValue value;
  switch (op) {
  case B_MEMBER:
    if (left == variable && (value = try(eval, right))) offer_set(eval, domain, value);
    if (left != variable) offer_projection(eval, domain, left, right, variable);
    return;
  case B_EQUAL:
    if (left == variable && (value = try(eval, right))) offer_one(eval, domain, value);
    if (right == variable && (value = try(eval, left))) offer_one(eval, domain, value);
    return;
  case B_SUBSET:
  case B_SUBSET_STRICT:
    if (left == variable) offer_subsets(eval, domain, try(eval, right));
    return;
  case B_LESS:
  case B_LESS_EQUAL:
  case B_GREATER:
  case B_GREATER_EQUAL:
    if (left == variable) offer_bound(eval, domain, op, right);
    if (right == variable) offer_bound(eval, domain, mirrored(op), left);
    return;
  default: return;
  }
}

BValue b_domain(BEval *eval, BTerm variable, const BTerm *conjuncts, uint32_t count, uint64_t *cost)
{
  assert(b_op(eval->bank, variable) == B_IDENTIFIER && cost);
  Domain domain = {.cost = UINT64_MAX};
  char reason[B_REASON_MAX];
  memcpy(reason, eval->reason, sizeof reason);
  for (uint32_t i = 0; i < count; i++) use(eval, &domain, conjuncts[i], variable);
  if (domain.low && domain.high)
    offer(eval, &domain, b_interval(&eval->heap, domain.low, domain.high));
  memcpy(eval->reason, reason, sizeof reason);
  *cost = domain.cost;
  return domain.best;
}
