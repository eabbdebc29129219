/* Membership, by what a set is made of. */
#include <assert.h>

#include "b/encode/internal.h"

const char *encode_select(Encoder *encoder, const BCode *set, const BCode *element)
{
  const char *name = encode_text(encoder, element);
  if (encode_is_sets(encoder))
    return encode_print(encoder, "(set.member %s %s)", name, encode_text(encoder, set));
  return encode_print(encoder, "(select %s %s)", encode_text(encoder, set), name);
}

static const char *in_listed(Encoder *encoder, const BCode *element, BTerm set)
{
  const char *text = "false";
  for (uint32_t i = 0; i < b_arg_count(encoder->bank, set); i++)
    text = encode_or(
        encoder, text,
        encode_same(encoder, element, encode_value(encoder, encode_arg(encoder, set, i))));
  return text;
}

static const char *between(Encoder *encoder, const char *low, const BCode *element,
                           const char *high)
{
  return encode_print(encoder, "(<= %s %s %s)", low, encode_text(encoder, element), high);
}

static const char *in_numbers(Encoder *encoder, const BCode *element, BOperator op)
{
  const char *most = encode_number(encoder, encoder->options.maxint),
             *text = encode_text(encoder, element);
  switch (op) {
  case B_NATURAL_SET: return encode_print(encoder, "(>= %s 0)", text);
  case B_NATURAL1_SET: return encode_print(encoder, "(>= %s 1)", text);
  case B_INT_SET:
    return between(encoder, encode_number(encoder, encoder->options.minint), element, most);
  case B_NAT_SET: return between(encoder, "0", element, most);
  default: return between(encoder, "1", element, most);
  }
}

/* --- binders --- */

const char *encode_in_comprehension(Encoder *encoder, const BCode *element, BTerm set)
{
  size_t scope = encoder->scope.count;
  uint32_t variables = b_variable_count(encoder->bank, set);
  encode_bind_tuple(encoder, set, variables, element);
  const char *text = encode_predicate(encoder, encode_arg(encoder, set, variables));
  encode_forget(encoder, scope);
  return text;
}

static const char *in_lambda(Encoder *encoder, const BCode *element, BTerm set)
{
  size_t scope = encoder->scope.count;
  uint32_t variables = b_variable_count(encoder->bank, set);
  encode_bind_tuple(encoder, set, variables, encode_first(encoder, element));
  const char *text = encode_predicate(encoder, encode_arg(encoder, set, variables));
  const BCode *value = encode_value(encoder, encode_arg(encoder, set, variables + 1));
  text = encode_and(encoder, text, encode_same(encoder, encode_second(encoder, element), value));
  encode_forget(encoder, scope);
  return text;
}

/* Those of UNION, INTER and {x . P | E}. */
static const char *in_family(Encoder *encoder, const BCode *element, BTerm set)
{
  BOperator op = b_op(encoder->bank, set);
  size_t scope = encoder->scope.count, bound = encoder->bound.count;
  uint32_t variables = b_variable_count(encoder->bank, set);
  encode_bind_variables(encoder, set, variables);
  const char *text = encode_predicate(encoder, encode_arg(encoder, set, variables));
  BTerm body = encode_arg(encoder, set, variables + 1);
  const char *is = op == B_EVENT_B_COMPREHENSION
                       ? encode_same(encoder, element, encode_value(encoder, body))
                       : encode_member(encoder, element, body);
  bool forall = op == B_QUANTIFIED_INTERSECTION;
  text = forall ? encode_implies(encoder, text, is) : encode_and(encoder, text, is);
  encode_forget(encoder, scope);
  return encode_quantify(encoder, bound, forall, text);
}

static const char *has_element(Encoder *encoder, const BCode *set, const void *data)
{
  return encode_select(encoder, set, data);
}

static const char *in_struct(Encoder *encoder, const BCode *element, BTerm set)
{
  uint32_t count;
  BType record = encode_member_type(encoder, set);
  b_type_fields(&encoder->bank->types, record, &count);
  const char *text = "true";
  encode_sort(encoder, record);
  for (uint32_t i = 0; i < count; i++) {
    Symbol name = b_type_fields(&encoder->bank->types, record, &count)[i].name;
    const char *field = encode_print(encoder, "(r.%u.%s %s)", record, encode_symbol(encoder, name),
                                     encode_text(encoder, element));
    text = encode_and(
        encoder, text,
        encode_member(encoder, encode_atom(encoder, field), encode_arg(encoder, set, i)));
  }
  return text;
}

static const char *in_branches(Encoder *encoder, const BCode *element, BTerm set)
{
  const char *condition = encode_predicate(encoder, encode_arg(encoder, set, 0));
  return encode_print(encoder, "(ite %s %s %s)", condition,
                      encode_member(encoder, element, encode_arg(encoder, set, 1)),
                      encode_member(encoder, element, encode_arg(encoder, set, 2)));
}

static const char *in_let(Encoder *encoder, const BCode *element, BTerm set)
{
  size_t scope = encoder->scope.count;
  const BCode *value = encode_value(encoder, encode_arg(encoder, set, 1));
  encode_bind(encoder, encode_arg(encoder, set, 0), value);
  const char *text = encode_member(encoder, element, encode_arg(encoder, set, 2));
  encode_forget(encoder, scope);
  return text;
}

/* (x, ys): x is in the domain, and ys are all that it leads to. */
static const char *in_function_of(Encoder *encoder, const BCode *element, BTerm set)
{
  BTerm relation = encode_arg(encoder, set, 0);
  size_t bound = encoder->bound.count;
  const BCode *x = encode_first(encoder, element);
  const BCode *y =
      encode_variable(encoder, encode_second_type(encoder, encode_member_type(encoder, relation)));
  const char *same =
      encode_print(encoder, "(= %s %s)", encode_select(encoder, encode_second(encoder, element), y),
                   encode_member(encoder, encode_pair(encoder, x, y), relation));
  same = encode_quantify(encoder, bound, true, same);
  return encode_and(encoder, encode_in_domain(encoder, x, relation, false), same);
}

static const char *in_relation_of(Encoder *encoder, const BCode *element, BTerm set)
{
  BTerm function = encode_arg(encoder, set, 0);
  size_t bound = encoder->bound.count;
  const BCode *ys =
      encode_variable(encoder, encode_second_type(encoder, encode_member_type(encoder, function)));
  const char *is =
      encode_member(encoder, encode_pair(encoder, encode_first(encoder, element), ys), function);
  is = encode_and(encoder, is, encode_select(encoder, ys, encode_second(encoder, element)));
  return encode_quantify(encoder, bound, false, is);
}

/* --- all --- */

typedef struct {
  BTerm relation;
  const BCode *element;
} Joined;

static const char *is_joined(Encoder *encoder, const BCode *from, const void *data)
{
  const Joined *joined = data;
  return encode_member(encoder, encode_pair(encoder, from, joined->element), joined->relation);
}

static const char *in_simple(Encoder *encoder, const BCode *element, BTerm set)
{
  BTerm a = encode_arg(encoder, set, 0),
        b = b_arg_count(encoder->bank, set) > 1 ? encode_arg(encoder, set, 1) : a;
  switch (b_op(encoder->bank, set)) {
  case B_UNION:
    return encode_or(encoder, encode_member(encoder, element, a),
                     encode_member(encoder, element, b));
  case B_INTERSECTION:
    return encode_and(encoder, encode_member(encoder, element, a),
                      encode_member(encoder, element, b));
  case B_SET_SUBTRACTION:
    return encode_and(encoder, encode_member(encoder, element, a),
                      encode_not(encoder, encode_member(encoder, element, b)));
  case B_CARTESIAN:
    return encode_and(encoder, encode_member(encoder, encode_first(encoder, element), a),
                      encode_member(encoder, encode_second(encoder, element), b));
  case B_INTERVAL: {
    const char *low = encode_text(encoder, encode_value(encoder, a));
    return between(encoder, low, element, encode_text(encoder, encode_value(encoder, b)));
  }
  case B_DOMAIN: return encode_in_domain(encoder, element, a, false);
  case B_RANGE: return encode_in_domain(encoder, element, a, true);
  case B_IMAGE: {
    Joined joined = {a, element};
    return encode_every(encoder, b, false, is_joined, &joined);
  }
  case B_GENERAL_UNION: return encode_every(encoder, a, false, has_element, element);
  default: return encode_every(encoder, a, true, has_element, element); /* B_GENERAL_INTERSECTION */
  }
}

const char *encode_member(Encoder *encoder, const BCode *element, BTerm set)
{
  assert(b_type_kind(&encoder->bank->types, b_type(encoder->bank, set)) == B_TYPE_SET);
  BOperator op = b_op(encoder->bank, set);
  const char *text;
  if (encoder->failed) return "false";
  if (encode_in_functions(encoder, element, set, &text)) return text;
  switch (op) {
  case B_EMPTY_SET:
  case B_EMPTY_SEQUENCE: return "false";
  case B_SET_EXTENSION: return in_listed(encoder, element, set);
  case B_INTEGER_SET:
  case B_REAL_SET:
  case B_STRING_SET: return "true";
  case B_BOOL_SET:
  case B_GIVEN_SET:
    if (!encoder->options.native || !encode_is_sets(encoder)) return "true";
    return encode_select(encoder, encode_set(encoder, set), element);
  case B_NATURAL_SET:
  case B_NATURAL1_SET:
  case B_INT_SET:
  case B_NAT_SET:
  case B_NAT1_SET: return in_numbers(encoder, element, op);
  case B_UNION:
  case B_INTERSECTION:
  case B_SET_SUBTRACTION:
  case B_CARTESIAN:
  case B_INTERVAL:
  case B_DOMAIN:
  case B_RANGE:
  case B_IMAGE:
  case B_GENERAL_UNION:
  case B_GENERAL_INTERSECTION: return in_simple(encoder, element, set);
  case B_POW:
  case B_POW1:
  case B_FIN:
  case B_FIN1: return encode_in_power(encoder, element, set);
  case B_SEQ:
  case B_SEQ1:
  case B_ISEQ:
  case B_ISEQ1:
  case B_PERM: return encode_in_sequences(encoder, element, set);
  case B_SEQUENCE_EXTENSION: return encode_in_extension(encoder, element, set);
  case B_FRONT:
  case B_TAIL:
  case B_REV:
  case B_CONCAT:
  case B_INSERT_FRONT:
  case B_INSERT_TAIL:
  case B_RESTRICT_FRONT:
  case B_RESTRICT_TAIL: return encode_in_sequence(encoder, element, set);
  case B_IDENTITY:
  case B_REVERSE:
  case B_COMPOSITION:
  case B_DIRECT_PRODUCT:
  case B_PARALLEL_PRODUCT:
  case B_FIRST_PROJECTION:
  case B_SECOND_PROJECTION:
  case B_ITERATION:
  case B_DOMAIN_RESTRICTION:
  case B_DOMAIN_SUBTRACTION:
  case B_RANGE_RESTRICTION:
  case B_RANGE_SUBTRACTION:
  case B_OVERWRITE:
  case B_REFLEXIVE_CLOSURE:
  case B_SUCCESSOR:
  case B_PREDECESSOR: return encode_in_relation(encoder, element, set);
  case B_COMPREHENSION: return encode_in_comprehension(encoder, element, set);
  case B_LAMBDA: return in_lambda(encoder, element, set);
  case B_QUANTIFIED_UNION:
  case B_QUANTIFIED_INTERSECTION:
  case B_EVENT_B_COMPREHENSION: return in_family(encoder, element, set);
  case B_STRUCT: return in_struct(encoder, element, set);
  case B_TRANS_FUNCTION: return in_function_of(encoder, element, set);
  case B_TRANS_RELATION: return in_relation_of(encoder, element, set);
  case B_IF_EXPRESSION: return in_branches(encoder, element, set);
  case B_LET_EXPRESSION: return in_let(encoder, element, set);
  default: return encode_select(encoder, encode_value(encoder, set), element);
  }
}
