/* What is known to be finite, and lists of terms that cover a set. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "b/encode/internal.h"

enum { CANDIDATES_MAX = 64 };

/* --- what the predicate says of an identifier --- */

static BTerm conjunct(const Encoder *encoder, BTerm predicate, uint32_t number)
{
  bool several = b_op(encoder->bank, predicate) == B_AND;
  if (number >= (several ? b_arg_count(encoder->bank, predicate) : 1)) return B_TERM_NONE;
  return several ? encode_arg(encoder, predicate, number) : predicate;
}

/* A set that the identifier is in, by a conjunct of the form `x : S`, `x = a` or `x <: S`; which of them is told. */
static BTerm bound_of(const Encoder *encoder, BTerm predicate, BTerm identifier, BOperator op)
{
  BTerm each;
  for (uint32_t i = 0; (each = conjunct(encoder, predicate, i)) != B_TERM_NONE; i++)
    if (b_op(encoder->bank, each) == op && encode_arg(encoder, each, 0) == identifier)
      return encode_arg(encoder, each, 1);
  return B_TERM_NONE;
}

/* Is the name free, that is, not bound between the goal and here? Then the goal's conjuncts hold of it. */
static bool is_global(const Encoder *encoder, BTerm identifier)
{
  size_t globals = encoder->module->identifiers.count;
  Symbol name = b_node(encoder->bank, identifier)->data;
  for (size_t i = encoder->scope.count; i-- > globals;)
    if (encoder->scope.items[i].name == name) return false;
  return true;
}

/* --- finite? --- */

static bool all_finite(const Encoder *encoder, BTerm set)
{
  for (uint32_t i = 0; i < b_arg_count(encoder->bank, set); i++)
    if (!encode_surely_finite(encoder, encode_arg(encoder, set, i))) return false;
  return true;
}

/* Each variable is in a finite set that the predicate names and that does not depend on the others. */
static bool binder_is_finite(const Encoder *encoder, BTerm set)
{
  uint32_t variables = b_variable_count(encoder->bank, set);
  BTerm predicate = encode_arg(encoder, set, variables);
  for (uint32_t i = 0; i < variables; i++) {
    BTerm variable = encode_arg(encoder, set, i);
    BTerm in = bound_of(encoder, predicate, variable, B_MEMBER);
    if (encode_is_finite_type(encoder, b_type(encoder->bank, variable))) continue;
    if (in == B_TERM_NONE || !encode_surely_finite(encoder, in)) return false;
    U32Vec names = {0};
    b_free_identifiers(encoder->bank, in, &names);
    bool depends = false;
    for (size_t k = 0; k < names.count; k++)
      for (uint32_t j = 0; j < variables; j++)
        depends |= names.items[k] == encode_arg(encoder, set, j);
    VEC_FREE(&names);
    if (depends) return false;
  }
  return true;
}

/* A value of an identifier, or found in one: all sets of cvc5 are finite, but not those that operators make. */
static bool is_part_of_identifier(const Encoder *encoder, BTerm term)
{
  while (b_op(encoder->bank, term) == B_FUNCTION || b_op(encoder->bank, term) == B_FIELD ||
         b_op(encoder->bank, term) == B_FIRST || b_op(encoder->bank, term) == B_LAST)
    term = encode_arg(encoder, term, 0);
  return b_op(encoder->bank, term) == B_IDENTIFIER;
}

bool encode_surely_finite(const Encoder *encoder, BTerm set)
{
  const BBank *bank = encoder->bank;
  BType type = b_type(bank, set);
  if (b_type_kind(&bank->types, type) != B_TYPE_SET) return false;
  if (encode_is_finite_type(encoder, b_type_member(&bank->types, type))) return true;
  switch (b_op(bank, set)) {
  case B_EMPTY_SET:
  case B_EMPTY_SEQUENCE:
  case B_SET_EXTENSION:
  case B_SEQUENCE_EXTENSION:
  case B_INTERVAL:
  case B_INT_SET:
  case B_NAT_SET:
  case B_NAT1_SET: return true;
  case B_IDENTIFIER:
  case B_FUNCTION:
  case B_FIELD:
  case B_FIRST:
  case B_LAST: return encode_is_sets(encoder) && is_part_of_identifier(encoder, set);
  case B_UNION:
  case B_CARTESIAN:
  case B_OVERWRITE:
  case B_COMPOSITION:
  case B_DIRECT_PRODUCT:
  case B_PARALLEL_PRODUCT:
  case B_CONCAT: return all_finite(encoder, set);
  case B_INTERSECTION:
    return encode_surely_finite(encoder, encode_arg(encoder, set, 0)) ||
           encode_surely_finite(encoder, encode_arg(encoder, set, 1));
  case B_SET_SUBTRACTION:
  case B_DOMAIN:
  case B_RANGE:
  case B_REVERSE:
  case B_IDENTITY:
  case B_IMAGE:
  case B_RANGE_RESTRICTION:
  case B_RANGE_SUBTRACTION:
  case B_CLOSURE:
  case B_POW:
  case B_POW1:
  case B_FIN:
  case B_FIN1:
  case B_FRONT:
  case B_TAIL:
  case B_REV:
  case B_RESTRICT_FRONT:
  case B_RESTRICT_TAIL:
  case B_INSERT_TAIL: return encode_surely_finite(encoder, encode_arg(encoder, set, 0));
  case B_DOMAIN_RESTRICTION:
  case B_DOMAIN_SUBTRACTION:
  case B_INSERT_FRONT: return encode_surely_finite(encoder, encode_arg(encoder, set, 1));
  case B_COMPREHENSION:
  case B_LAMBDA:
  case B_EVENT_B_COMPREHENSION: return binder_is_finite(encoder, set);
  case B_IF_EXPRESSION:
    return encode_surely_finite(encoder, encode_arg(encoder, set, 1)) &&
           encode_surely_finite(encoder, encode_arg(encoder, set, 2));
  default: return false;
  }
}

/* --- a formula for it: integers within bounds --- */

/* Bounds for each integer in the elements: finitely many are within them. */
static const char *is_between(Encoder *encoder, BType type, const BCode *element, const char *low,
                              const char *high)
{
  const BTypeNode node = *b_type_node(&encoder->bank->types, type);
  switch (node.kind) {
  case B_TYPE_INTEGER:
    return encode_print(encoder, "(<= %s %s %s)", low, encode_text(encoder, element), high);
  case B_TYPE_PAIR: {
    const char *first = is_between(encoder, node.first, encode_first(encoder, element), low, high);
    return encode_and(encoder, first,
                      is_between(encoder, node.second, encode_second(encoder, element), low, high));
  }
  default:
    return encode_is_finite_type(encoder, type)
               ? "true"
               : encode_refuse(encoder, "finite sets of this type");
  }
}

typedef struct {
  BType type;
  const char *low, *high;
} Bounds;

static const char *is_within(Encoder *encoder, const BCode *element, const void *data)
{
  const Bounds *bounds = data;
  return is_between(encoder, bounds->type, element, bounds->low, bounds->high);
}

const char *encode_finite(Encoder *encoder, BTerm set)
{
  Bounds bounds = {.type = b_type_member(&encoder->bank->types, b_type(encoder->bank, set))};
  if (encode_surely_finite(encoder, set)) return "true";
  size_t bound = encoder->bound.count;
  bounds.low = encode_text(encoder, encode_variable(encoder, B_INT));
  bounds.high = encode_text(encoder, encode_variable(encoder, B_INT));
  const char *body = encode_every(encoder, set, true, is_within, &bounds);
  return encode_quantify(encoder, bound, false, body);
}

const char *encode_finite_code(Encoder *encoder, const BCode *set, BType type)
{
  if (encode_is_sets(encoder) || encode_is_finite_type(encoder, type)) return "true";
  size_t outer = encoder->bound.count;
  Bounds bounds = {.type = type};
  bounds.low = encode_text(encoder, encode_variable(encoder, B_INT));
  bounds.high = encode_text(encoder, encode_variable(encoder, B_INT));
  size_t bound = encoder->bound.count;
  const BCode *element = encode_variable(encoder, type);
  const char *body = encode_implies(encoder, encode_select(encoder, set, element),
                                    is_within(encoder, element, &bounds));
  body = encode_quantify(encoder, bound, true, body);
  return encode_quantify(encoder, outer, false, body);
}

/* --- lists --- */

static bool integer_value(Encoder *encoder, BTerm term, int64_t *value)
{
  bool negative = b_op(encoder->bank, term) == B_NEGATE;
  if (negative) term = encode_arg(encoder, term, 0);
  if (b_op(encoder->bank, term) != B_INTEGER) return false;
  errno = 0;
  *value = strtoll(encode_symbol(encoder, b_node(encoder->bank, term)->data), NULL, 10);
  if (negative) *value = -*value;
  return errno == 0;
}

static bool interval(Encoder *encoder, BTerm set, BCodes *out)
{
  int64_t low, high;
  if (!integer_value(encoder, encode_arg(encoder, set, 0), &low) ||
      !integer_value(encoder, encode_arg(encoder, set, 1), &high))
    return false;
  if (low <= high && (uint64_t)high - (uint64_t)low >= CANDIDATES_MAX) return false;
  for (int64_t i = low; i <= high; i++)
    VEC_PUSH(out, encode_atom(encoder, encode_number(encoder, i)));
  return true;
}

static bool product(Encoder *encoder, const BCodes *left, const BCodes *right, BCodes *out)
{
  if (left->count * right->count > CANDIDATES_MAX) return false;
  for (size_t i = 0; i < left->count; i++)
    for (size_t k = 0; k < right->count; k++)
      VEC_PUSH(out, encode_pair(encoder, left->items[i], right->items[k]));
  return true;
}

static bool product_of(Encoder *encoder, BTerm a, BTerm b, BCodes *out)
{
  BCodes left = {0}, right = {0};
  bool known = encode_candidates(encoder, a, &left) && encode_candidates(encoder, b, &right) &&
               product(encoder, &left, &right, out);
  VEC_FREE(&left);
  VEC_FREE(&right);
  return known;
}

/* Parts of the candidates of a relation. */
static bool parts(Encoder *encoder, BTerm relation, BOperator op, BCodes *out)
{
  BCodes pairs = {0};
  bool known = encode_candidates(encoder, relation, &pairs);
  for (size_t i = 0; known && i < pairs.count; i++) {
    const BCode *first = encode_first(encoder, pairs.items[i]);
    const BCode *second = encode_second(encoder, pairs.items[i]);
    VEC_PUSH(out, op == B_DOMAIN    ? first
                  : op == B_REVERSE ? encode_pair(encoder, second, first)
                                    : second);
  }
  VEC_FREE(&pairs);
  return known;
}

/* Sets of sets whose elements are within a set: POW(S), A +-> B. */
static bool within(Encoder *encoder, BTerm sets, BCodes *out)
{
  BOperator op = b_op(encoder->bank, sets);
  if (b_operator_is_between_sets(op))
    return product_of(encoder, encode_arg(encoder, sets, 0), encode_arg(encoder, sets, 1), out);
  switch (op) {
  case B_POW:
  case B_POW1:
  case B_FIN:
  case B_FIN1: return encode_candidates(encoder, encode_arg(encoder, sets, 0), out);
  default: return false;
  }
}

/* By a conjunct of the goal. A set that is defined by itself leads nowhere: only literals and operators are followed. */
static bool bounded(Encoder *encoder, BTerm identifier, BCodes *out)
{
  if (!is_global(encoder, identifier)) return false;
  BTerm whole = bound_of(encoder, encoder->goal, identifier, B_SUBSET);
  BTerm sets = bound_of(encoder, encoder->goal, identifier, B_MEMBER);
  U32Vec names = {0};
  if (whole) b_free_identifiers(encoder->bank, whole, &names);
  if (sets) b_free_identifiers(encoder->bank, sets, &names);
  bool closed = names.count == 0;
  VEC_FREE(&names);
  if (!closed) return false;
  return (whole && encode_candidates(encoder, whole, out)) || (sets && within(encoder, sets, out));
}

static bool by_operator(Encoder *encoder, BTerm set, BCodes *out)
{
  BOperator op = b_op(encoder->bank, set);
  uint32_t variables = b_variable_count(encoder->bank, set);
  switch (op) {
  case B_EMPTY_SET:
  case B_EMPTY_SEQUENCE: return true;
  case B_SET_EXTENSION:
    for (uint32_t i = 0; i < b_arg_count(encoder->bank, set); i++)
      VEC_PUSH(out, encode_value(encoder, encode_arg(encoder, set, i)));
    return out->count <= CANDIDATES_MAX;
  case B_SEQUENCE_EXTENSION:
    for (uint32_t i = 0; i < b_arg_count(encoder->bank, set); i++) {
      const BCode *place = encode_atom(encoder, encode_number(encoder, i + 1));
      VEC_PUSH(out,
               encode_pair(encoder, place, encode_value(encoder, encode_arg(encoder, set, i))));
    }
    return out->count <= CANDIDATES_MAX;
  case B_INTERVAL: return interval(encoder, set, out);
  case B_UNION:
  case B_OVERWRITE:
    return encode_candidates(encoder, encode_arg(encoder, set, 0), out) &&
           encode_candidates(encoder, encode_arg(encoder, set, 1), out) &&
           out->count <= CANDIDATES_MAX;
  case B_SET_SUBTRACTION:
  case B_RANGE_RESTRICTION:
  case B_RANGE_SUBTRACTION: return encode_candidates(encoder, encode_arg(encoder, set, 0), out);
  case B_DOMAIN_RESTRICTION:
  case B_DOMAIN_SUBTRACTION: return encode_candidates(encoder, encode_arg(encoder, set, 1), out);
  case B_CARTESIAN:
    return product_of(encoder, encode_arg(encoder, set, 0), encode_arg(encoder, set, 1), out);
  case B_DOMAIN:
  case B_RANGE:
  case B_REVERSE: return parts(encoder, encode_arg(encoder, set, 0), op, out);
  case B_IMAGE: return parts(encoder, encode_arg(encoder, set, 0), B_RANGE, out);
  case B_COMPREHENSION:
    return encode_tuples(encoder, set, encode_arg(encoder, set, variables), out);
  case B_IDENTIFIER: return bounded(encoder, set, out);
  default: return false;
  }
}

bool encode_candidates(Encoder *encoder, BTerm set, BCodes *out)
{
  assert(b_type_kind(&encoder->bank->types, b_type(encoder->bank, set)) == B_TYPE_SET);
  size_t before = out->count;
  BType type = b_type_member(&encoder->bank->types, b_type(encoder->bank, set));
  if (encode_all_values(encoder, type, out)) return true;
  out->count = before;
  if (b_op(encoder->bank, set) == B_INTERSECTION) {
    if (encode_candidates(encoder, encode_arg(encoder, set, 0), out)) return true;
    out->count = before;
    return encode_candidates(encoder, encode_arg(encoder, set, 1), out);
  }
  if (by_operator(encoder, set, out)) return true;
  out->count = before;
  return false;
}

/* A set for the variable that does not depend on other variables of the binder. */
static bool values_of(Encoder *encoder, BTerm binder, BTerm predicate, BTerm variable, BCodes *out)
{
  if (encode_all_values(encoder, b_type(encoder->bank, variable), out)) return true;
  BTerm in = bound_of(encoder, predicate, variable, B_MEMBER);
  if (in == B_TERM_NONE) return false;
  U32Vec names = {0};
  b_free_identifiers(encoder->bank, in, &names);
  bool depends = false;
  for (size_t i = 0; i < names.count; i++)
    for (uint32_t k = 0; k < b_variable_count(encoder->bank, binder); k++)
      depends |= b_node(encoder->bank, names.items[i])->data ==
                 b_node(encoder->bank, encode_arg(encoder, binder, k))->data;
  VEC_FREE(&names);
  return !depends && encode_candidates(encoder, in, out);
}

bool encode_tuples(Encoder *encoder, BTerm binder, BTerm predicate, BCodes *out)
{
  assert(b_variable_count(encoder->bank, binder) > 0);
  BCodes tuples = {0};
  bool known = true;
  for (uint32_t i = 0; known && i < b_variable_count(encoder->bank, binder); i++) {
    BCodes values = {0}, longer = {0};
    known = values_of(encoder, binder, predicate, encode_arg(encoder, binder, i), &values);
    if (known && i > 0) {
      known = product(encoder, &tuples, &values, &longer);
      VEC_FREE(&tuples);
      VEC_FREE(&values);
      tuples.items = longer.items, tuples.count = longer.count, tuples.capacity = longer.capacity;
    } else {
      VEC_FREE(&tuples);
      tuples.items = values.items, tuples.count = values.count, tuples.capacity = values.capacity;
    }
  }
  if (known) VEC_APPEND(out, tuples.items, tuples.count);
  VEC_FREE(&tuples);
  return known;
}
