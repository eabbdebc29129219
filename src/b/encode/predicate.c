/* Predicates. */
#include <assert.h>

#include "b/encode/internal.h"

typedef const char *Connective(Encoder *encoder, const char *a, const char *b);

static const char *fold(Encoder *encoder, BTerm term, Connective *connect)
{
  const char *text = encode_predicate(encoder, encode_arg(encoder, term, 0));
  for (uint32_t i = 1; i < b_arg_count(encoder->bank, term); i++)
    text = connect(encoder, text, encode_predicate(encoder, encode_arg(encoder, term, i)));
  return text;
}

static const char *quantified(Encoder *encoder, BTerm term)
{
  bool forall = b_op(encoder->bank, term) == B_FORALL;
  size_t scope = encoder->scope.count, bound = encoder->bound.count;
  uint32_t variables = b_variable_count(encoder->bank, term);
  encode_bind_variables(encoder, term, variables);
  const char *body = encode_predicate(encoder, encode_arg(encoder, term, variables));
  if (forall)
    body = encode_implies(encoder, body,
                          encode_predicate(encoder, encode_arg(encoder, term, variables + 1)));
  encode_forget(encoder, scope);
  return encode_quantify(encoder, bound, forall, body);
}

static const char *let_predicate(Encoder *encoder, BTerm term)
{
  size_t scope = encoder->scope.count;
  const BCode *value = encode_value(encoder, encode_arg(encoder, term, 1));
  encode_bind(encoder, encode_arg(encoder, term, 0), value);
  const char *body = encode_predicate(encoder, encode_arg(encoder, term, 2));
  encode_forget(encoder, scope);
  return body;
}

static const char *if_predicate(Encoder *encoder, BTerm term)
{
  return encode_print(encoder, "(ite %s %s %s)",
                      encode_predicate(encoder, encode_arg(encoder, term, 0)),
                      encode_predicate(encoder, encode_arg(encoder, term, 1)),
                      encode_predicate(encoder, encode_arg(encoder, term, 2)));
}

/* --- comparisons --- */

static bool is_set(const Encoder *encoder, BTerm term)
{
  return b_type_kind(&encoder->bank->types, b_type(encoder->bank, term)) == B_TYPE_SET;
}

/* Sets that are terms without further ado. */
static bool is_plain(const Encoder *encoder, BTerm set)
{
  BOperator op = b_op(encoder->bank, set);
  return op == B_IDENTIFIER || op == B_EMPTY_SET || op == B_SET_EXTENSION;
}

static const char *same_elements(Encoder *encoder, BTerm a, BTerm b)
{
  size_t bound = encoder->bound.count;
  BType type = b_type_member(&encoder->bank->types, b_type(encoder->bank, a));
  const BCode *element = encode_variable(encoder, type);
  const char *body = encode_print(encoder, "(= %s %s)", encode_member(encoder, element, a),
                                  encode_member(encoder, element, b));
  return encode_quantify(encoder, bound, true, body);
}

static const char *equal(Encoder *encoder, BTerm a, BTerm b)
{
  bool plain = !is_set(encoder, a) || (is_plain(encoder, a) && is_plain(encoder, b));
  if (plain || encoder->options.encoding == B_ENCODING_CONSTRUCTIVE) {
    const BCode *left = encode_value(encoder, a);
    return encode_same(encoder, left, encode_value(encoder, b));
  }
  if (encoder->options.encoding == B_ENCODING_AXIOMATIC) return same_elements(encoder, a, b);
  const char *part = encode_subset(encoder, a, b);
  return encode_and(encoder, part, encode_subset(encoder, b, a));
}

static const char *compare(Encoder *encoder, const char *sign, BTerm term)
{
  const char *left = encode_text(encoder, encode_value(encoder, encode_arg(encoder, term, 0)));
  return encode_print(encoder, "(%s %s %s)", sign, left,
                      encode_text(encoder, encode_value(encoder, encode_arg(encoder, term, 1))));
}

static const char *strict_subset(Encoder *encoder, BTerm a, BTerm b)
{
  const char *part = encode_subset(encoder, a, b);
  return encode_and(encoder, part, encode_not(encoder, encode_subset(encoder, b, a)));
}

/* Each element is in one of the parts, and in one only. */
static const char *partition(Encoder *encoder, BTerm term)
{
  size_t bound = encoder->bound.count;
  BTerm whole = encode_arg(encoder, term, 0);
  const BCode *element =
      encode_variable(encoder, b_type_member(&encoder->bank->types, b_type(encoder->bank, whole)));
  const char *some = "false", *apart = "true";
  for (uint32_t i = 1; i < b_arg_count(encoder->bank, term); i++) {
    const char *is_in = encode_member(encoder, element, encode_arg(encoder, term, i));
    apart = encode_and(encoder, apart, encode_not(encoder, encode_and(encoder, some, is_in)));
    some = encode_or(encoder, some, is_in);
  }
  const char *body =
      encode_print(encoder, "(= %s %s)", encode_member(encoder, element, whole), some);
  return encode_quantify(encoder, bound, true, encode_and(encoder, body, apart));
}

static const char *comparison(Encoder *encoder, BTerm term)
{
  BTerm a = encode_arg(encoder, term, 0),
        b = b_arg_count(encoder->bank, term) > 1 ? encode_arg(encoder, term, 1) : a;
  switch (b_op(encoder->bank, term)) {
  case B_EQUAL: return equal(encoder, a, b);
  case B_NOT_EQUAL: return encode_not(encoder, equal(encoder, a, b));
  case B_LESS: return compare(encoder, "<", term);
  case B_LESS_EQUAL: return compare(encoder, "<=", term);
  case B_GREATER: return compare(encoder, ">", term);
  case B_GREATER_EQUAL: return compare(encoder, ">=", term);
  case B_MEMBER: return encode_member(encoder, encode_value(encoder, a), b);
  case B_NOT_MEMBER:
    return encode_not(encoder, encode_member(encoder, encode_value(encoder, a), b));
  case B_SUBSET: return encode_subset(encoder, a, b);
  case B_NOT_SUBSET: return encode_not(encoder, encode_subset(encoder, a, b));
  case B_SUBSET_STRICT: return strict_subset(encoder, a, b);
  case B_NOT_SUBSET_STRICT: return encode_not(encoder, strict_subset(encoder, a, b));
  case B_FINITE: return encode_finite(encoder, a);
  case B_PARTITION: return partition(encoder, term);
  default: return encode_text(encoder, encode_refuse_term(encoder, term));
  }
}

const char *encode_predicate(Encoder *encoder, BTerm term)
{
  assert(b_type(encoder->bank, term) == B_PREDICATE);
  if (encoder->failed) return "false";
  switch (b_op(encoder->bank, term)) {
  case B_AND: return fold(encoder, term, encode_and);
  case B_OR: return fold(encoder, term, encode_or);
  case B_IMPLIES: return fold(encoder, term, encode_implies);
  case B_EQUIVALENT: {
    const char *left = encode_predicate(encoder, encode_arg(encoder, term, 0));
    return encode_print(encoder, "(= %s %s)", left,
                        encode_predicate(encoder, encode_arg(encoder, term, 1)));
  }
  case B_NOT: return encode_not(encoder, encode_predicate(encoder, encode_arg(encoder, term, 0)));
  case B_BTRUE: return "true";
  case B_BFALSE: return "false";
  case B_FORALL:
  case B_EXISTS: return quantified(encoder, term);
  case B_LET_PREDICATE: return let_predicate(encoder, term);
  case B_IF_PREDICATE: return if_predicate(encoder, term);
  default: return comparison(encoder, term);
  }
}
