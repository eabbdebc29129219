/* The small prover: only what can be seen at once. */
#include <assert.h>

#include "b/eval/eval.h"
#include "b/wd/internal.h"

static bool is_closed(BWd *wd, BTerm term)
{
  uint32_t count;
  b_free_of(&wd->free, term, &count);
  return count == 0;
}

static bool is_deferred_type(const BWd *wd, BType type)
{
  const BTypes *types = &wd->bank->types;
  const BTypeNode *node = b_type_node(types, type);
  uint32_t count;
  switch (node->kind) {
  case B_TYPE_GIVEN:
    for (size_t i = 0; wd->module && i < wd->module->sets.count; i++)
      if (wd->module->sets.items[i].type == type) return wd->module->sets.items[i].count == 0;
    return true;
  case B_TYPE_SET: return is_deferred_type(wd, node->first);
  case B_TYPE_PAIR: return is_deferred_type(wd, node->first) || is_deferred_type(wd, node->second);
  case B_TYPE_RECORD:
    b_type_fields(types, type, &count);
    for (uint32_t i = 0; i < count; i++)
      if (is_deferred_type(wd, b_type_fields(types, type, &count)[i].type)) return true;
    return false;
  default: return false;
  }
}

/* The truth of a closed term may depend on how many elements a deferred set has: the set is in it, or a variable for its elements. */
static bool has_deferred(const BWd *wd, BTerm term)
{
  BOperator op = b_op(wd->bank, term);
  if ((op == B_GIVEN_SET || op == B_IDENTIFIER) && is_deferred_type(wd, b_type(wd->bank, term)))
    return true;
  for (uint32_t i = 0; i < b_arg_count(wd->bank, term); i++)
    if (has_deferred(wd, b_arg(wd->bank, term, i))) return true;
  return false;
}

BValue b_wd_decide(BWd *wd, BTerm predicate)
{
  assert(b_type(wd->bank, predicate) == B_PREDICATE);
  if (!is_closed(wd, predicate) || has_deferred(wd, predicate)) return B_VALUE_UNKNOWN;
  BEvalSettings settings = b_eval_settings_default();
  settings.steps = 2000;
  BEval eval;
  b_eval_init(&eval, wd->bank, wd->module, &settings);
  BValue value = b_evaluate(&eval, predicate);
  b_eval_deinit(&eval);
  return b_is_value(value) ? value : (BValue)B_VALUE_UNKNOWN;
}

static bool is_finite_type(const BWd *wd, BType type)
{
  const BTypeNode *node = b_type_node(&wd->bank->types, type);
  switch (node->kind) {
  case B_TYPE_BOOL: return true;
  case B_TYPE_GIVEN: /* deferred sets are finite for ProB, and in our scopes */ return true;
  case B_TYPE_SET: return is_finite_type(wd, node->first);
  case B_TYPE_PAIR: return is_finite_type(wd, node->first) && is_finite_type(wd, node->second);
  default: return false;
  }
}

static bool is_finite(BWd *wd, BTerm set);

/* An identifier of which a finite superset is known, or that it is finite. */
static bool has_finite_range(BWd *wd, BTerm set)
{
  BWdLook look = b_wd_look(wd, set);
  for (BTerm in; (in = b_wd_known(wd, B_MEMBER, &look));) {
    BOperator op = b_op(wd->bank, in);
    if (op == B_FIN || op == B_FIN1 || op == B_SEQ || op == B_SEQ1 || op == B_ISEQ ||
        op == B_ISEQ1 || op == B_PERM)
      return true;
    if ((op == B_POW || op == B_POW1) && is_finite(wd, b_arg(wd->bank, in, 0))) return true;
    bool arrow = (op >= B_PARTIAL_FUNCTION && op <= B_TOTAL_BIJECTION) || op == B_RELATIONS;
    if (arrow && is_finite(wd, b_arg(wd->bank, in, 0)) &&
        (op != B_RELATIONS || is_finite(wd, b_arg(wd->bank, in, 1))))
      return true;
  }
  look = b_wd_look(wd, set);
  for (BTerm above; (above = b_wd_known(wd, B_SUBSET, &look));)
    if (is_finite(wd, above)) return true;
  look = b_wd_look(wd, set);
  for (BTerm equal; (equal = b_wd_known(wd, B_EQUAL, &look));)
    if (equal != set && b_op(wd->bank, equal) != B_IDENTIFIER && is_finite(wd, equal)) return true;
  return false;
}

/* x : S among the conjuncts of a body, with a finite S. */
static bool is_typed_finitely(BWd *wd, BTerm body, BTerm variable)
{
  const BBank *bank = wd->bank;
  bool row = b_op(bank, body) == B_AND;
  for (uint32_t i = 0; i < (row ? b_arg_count(bank, body) : 1); i++) {
    BTerm part = row ? b_arg(bank, body, i) : body;
    if (b_op(bank, part) == B_MEMBER && b_arg(bank, part, 0) == variable &&
        is_finite(wd, b_arg(bank, part, 1)))
      return true;
  }
  return false;
}

static bool binder_is_finite(BWd *wd, BTerm set)
{
  uint32_t count = b_variable_count(wd->bank, set);
  bool finite = true;
  BWdMark mark = b_wd_hide(wd, set);
  for (uint32_t i = 0; i < count && finite; i++)
    finite = is_typed_finitely(wd, b_arg(wd->bank, set, count), b_arg(wd->bank, set, i));
  b_wd_unhide(wd, mark);
  return finite;
}

/* Sets that are finite by how they are built. */
static bool is_finite(BWd *wd, BTerm set)
{
  const BBank *bank = wd->bank;
  if (is_finite_type(wd, b_type(bank, set))) return true;
  if (wd->steps == 0) return false; /* sets may be defined by each other */
  wd->steps--;
  switch (b_op(bank, set)) {
  case B_EMPTY_SET:
  case B_EMPTY_SEQUENCE:
  case B_SET_EXTENSION:
  case B_SEQUENCE_EXTENSION:
  case B_INTERVAL: return true;
  case B_POW:
  case B_FIN:
  case B_POW1:
  case B_FIN1:
  case B_DOMAIN:
  case B_RANGE:
  case B_IDENTITY:
  case B_REVERSE:
  case B_CLOSURE:
  case B_TAIL:
  case B_FRONT:
  case B_REV:
  case B_RANGE_RESTRICTION:
  case B_RANGE_SUBTRACTION:
  case B_IMAGE:
  case B_SET_SUBTRACTION: return is_finite(wd, b_arg(bank, set, 0));
  case B_DOMAIN_RESTRICTION:
  case B_DOMAIN_SUBTRACTION: return is_finite(wd, b_arg(bank, set, 1));
  case B_INTERSECTION:
    return is_finite(wd, b_arg(bank, set, 0)) || is_finite(wd, b_arg(bank, set, 1));
  case B_UNION:
  case B_CARTESIAN:
  case B_OVERWRITE:
  case B_COMPOSITION:
    return is_finite(wd, b_arg(bank, set, 0)) && is_finite(wd, b_arg(bank, set, 1));
  case B_LAMBDA:
  case B_COMPREHENSION: return binder_is_finite(wd, set);
  default: return has_finite_range(wd, set);
  }
}

static bool is_number(const BWd *wd, BTerm term, bool positive)
{
  const BBank *bank = wd->bank;
  if (b_op(bank, term) != B_INTEGER) return false;
  Symbol text = b_node(bank, term)->data;
  return !positive || !symbols_equal(&bank->symbols, text, "0");
}

/* A number that is known to be at least 0, or at least 1. */
static bool is_natural(BWd *wd, BTerm term, bool positive)
{
  const BBank *bank = wd->bank;
  if (is_number(wd, term, positive)) return true;
  if (b_op(bank, term) == B_CARD && !positive) return true;
  BWdLook look = b_wd_look(wd, term);
  for (BTerm in; (in = b_wd_known(wd, B_MEMBER, &look));) {
    BOperator op = b_op(bank, in);
    if (op == B_NATURAL1_SET || op == B_NAT1_SET) return true;
    if (!positive && (op == B_NATURAL_SET || op == B_NAT_SET)) return true;
    if (op == B_INTERVAL && is_number(wd, b_arg(bank, in, 0), positive)) return true;
  }
  look = b_wd_look(wd, term);
  for (BTerm limit; (limit = b_wd_known(wd, B_GREATER, &look));)
    if (is_number(wd, limit, false)) return true;
  look = b_wd_look(wd, term);
  for (BTerm limit; (limit = b_wd_known(wd, B_GREATER_EQUAL, &look));)
    if (is_number(wd, limit, positive)) return true;
  return false;
}

static bool is_functional(BWd *wd, BTerm relation)
{
  const BBank *bank = wd->bank;
  switch (b_op(bank, relation)) {
  case B_LAMBDA:
  case B_SEQUENCE_EXTENSION:
  case B_EMPTY_SEQUENCE:
  case B_EMPTY_SET:
  case B_IDENTITY:
  case B_FIRST_PROJECTION:
  case B_SECOND_PROJECTION:
  case B_SUCCESSOR:
  case B_PREDECESSOR:
  case B_TRANS_FUNCTION: return true;
  case B_SET_EXTENSION: return b_arg_count(bank, relation) == 1;
  default: break;
  }
  BWdLook look = b_wd_look(wd, relation);
  for (BTerm in; (in = b_wd_known(wd, B_MEMBER, &look));) {
    BOperator op = b_op(bank, in);
    if ((op >= B_PARTIAL_FUNCTION && op <= B_TOTAL_BIJECTION) || (op >= B_SEQ && op <= B_PERM))
      return true;
  }
  return false;
}

/* x : dom(f) from f : A --> B and x : A. */
static bool is_in_domain(BWd *wd, BTerm argument, BTerm function)
{
  const BBank *bank = wd->bank;
  BWdLook look = b_wd_look(wd, function);
  for (BTerm in; (in = b_wd_known(wd, B_MEMBER, &look));) {
    BOperator op = b_op(bank, in);
    bool total = op == B_TOTAL_FUNCTION || op == B_TOTAL_INJECTION || op == B_TOTAL_SURJECTION ||
                 op == B_TOTAL_BIJECTION;
    BWdLook other = b_wd_look(wd, argument);
    for (BTerm set; total && (set = b_wd_known(wd, B_MEMBER, &other));)
      if (set == b_arg(bank, in, 0)) return true;
  }
  return b_op(bank, function) == B_SUCCESSOR || b_op(bank, function) == B_PREDECESSOR;
}

static bool is_sequence(BWd *wd, BTerm relation, bool not_empty)
{
  const BBank *bank = wd->bank;
  BOperator op = b_op(bank, relation);
  bool empty = b_operator_is_empty(op);
  if (op == B_SEQUENCE_EXTENSION || (empty && !not_empty)) return true;
  BWdLook look = b_wd_look(wd, relation);
  for (BTerm in; (in = b_wd_known(wd, B_MEMBER, &look));) {
    op = b_op(bank, in);
    if (op == B_SEQ1 || op == B_ISEQ1) return true;
    if (!not_empty && (op == B_SEQ || op == B_ISEQ || op == B_PERM)) return true;
  }
  return false;
}

/* E : S conditions, by the form of S. */
static bool member_holds(BWd *wd, BTerm element, BTerm set)
{
  const BBank *bank = wd->bank;
  switch (b_op(bank, set)) {
  case B_FIN: return b_arg(bank, set, 0) == element && is_finite(wd, element);
  case B_DOMAIN: return is_in_domain(wd, element, b_arg(bank, set, 0));
  case B_PARTIAL_FUNCTION: return is_functional(wd, element);
  case B_SEQ: return is_sequence(wd, element, false) && b_op(bank, b_arg(bank, set, 0)) == B_RANGE;
  case B_SEQ1: return is_sequence(wd, element, true) && b_op(bank, b_arg(bank, set, 0)) == B_RANGE;
  default: return false;
  }
}

/* A set that is not empty by its form. */
static bool is_inhabited(const BWd *wd, BTerm set)
{
  switch (b_op(wd->bank, set)) {
  case B_SET_EXTENSION:
  case B_SEQUENCE_EXTENSION:
  case B_BOOL_SET:
  case B_GIVEN_SET:
  case B_POW:
  case B_FIN: return true;
  default: return false;
  }
}

static bool is_known_inhabited(BWd *wd, BTerm set)
{
  BWdLook look = b_wd_look(wd, set);
  for (BTerm other; (other = b_wd_known(wd, B_NOT_EQUAL, &look));)
    if (b_op(wd->bank, other) == B_EMPTY_SET) return true;
  return is_inhabited(wd, set);
}

/* Finite sets of numbers have bounds: #b.(b : INTEGER & !x.(x : S => b <= x)), and those that are not empty have one
 * among their elements, with b : S. */
static bool has_bound(BWd *wd, BTerm condition)
{
  const BBank *bank = wd->bank;
  if (b_variable_count(bank, condition) != 1) return false;
  BTerm limit = b_arg(bank, condition, 0), body = b_arg(bank, condition, 1);
  if (b_op(bank, body) != B_AND || b_arg_count(bank, body) != 2) return false;
  BTerm range = b_arg(bank, body, 0), inner = b_arg(bank, body, 1);
  if (b_op(bank, range) != B_MEMBER || b_arg(bank, range, 0) != limit) return false;
  if (b_op(bank, inner) != B_FORALL || b_variable_count(bank, inner) != 1) return false;
  BTerm element = b_arg(bank, inner, 0), typing = b_arg(bank, inner, 1);
  BTerm compared = b_arg(bank, inner, 2);
  BOperator op = b_op(bank, compared);
  if ((op != B_LESS_EQUAL && op != B_GREATER_EQUAL) || element == limit ||
      b_arg(bank, compared, 0) != limit || b_arg(bank, compared, 1) != element)
    return false;
  if (b_op(bank, typing) != B_MEMBER || b_arg(bank, typing, 0) != element) return false;
  BTerm set = b_arg(bank, typing, 1), among = b_arg(bank, range, 1);
  if (b_wd_mentions(wd, set, b_node(bank, limit)->data) ||
      b_wd_mentions(wd, set, b_node(bank, element)->data) || !is_finite(wd, set))
    return false;
  return b_op(bank, among) == B_INTEGER_SET || (among == set && is_known_inhabited(wd, set));
}

bool b_wd_holds(BWd *wd, BTerm condition)
{
  assert(b_type(wd->bank, condition) == B_PREDICATE);
  const BBank *bank = wd->bank;
  if (b_wd_is_stated(wd, condition)) return true;
  if (!wd->prove) return false;
  enum { STEPS = 1000 };
  wd->steps = STEPS;
  if (b_wd_decide(wd, condition) == B_VALUE_TRUE) return true;
  BTerm left = b_arg_count(bank, condition) ? b_arg(bank, condition, 0) : B_TERM_NONE;
  switch (b_op(bank, condition)) {
  case B_MEMBER: return member_holds(wd, left, b_arg(bank, condition, 1));
  case B_NOT_EQUAL:
    if (b_op(bank, b_arg(bank, condition, 1)) == B_EMPTY_SET) return is_inhabited(wd, left);
    return is_natural(wd, left, true);
  case B_GREATER: return is_natural(wd, left, true);
  case B_GREATER_EQUAL: return is_natural(wd, left, false);
  case B_EXISTS: return has_bound(wd, condition);
  default: return false;
  }
}
