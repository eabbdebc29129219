/* Sequences: relations from 1 to a length. */
#include <assert.h>

#include "b/encode/internal.h"

/* The domain of the relation is 1..length. */
static const char *has_length(Encoder *encoder, const BCode *relation, BType pair,
                              const char *length)
{
  size_t bound = encoder->bound.count;
  const BCode *at = encode_variable(encoder, B_INT);
  BReached reached = {relation, encode_second_type(encoder, pair), false};
  const char *body = encode_print(encoder, "(= (<= 1 %s %s) %s)", encode_text(encoder, at), length,
                                  encode_is_reached(encoder, at, &reached));
  return encode_quantify(encoder, bound, true, body);
}

const char *encode_in_sequences(Encoder *encoder, const BCode *relation, BTerm set)
{
  assert(relation);
  BOperator op = b_op(encoder->bank, set);
  BTerm of = encode_arg(encoder, set, 0);
  BType pair = b_type_member(&encoder->bank->types, encode_member_type(encoder, set));
  size_t bound = encoder->bound.count;
  const BCode *element;
  const char *is_in = encode_each_of(encoder, relation, pair, &element);
  const char *fits = encode_member(encoder, encode_second(encoder, element), of);
  const char *text = encode_quantify(encoder, bound, true, encode_implies(encoder, is_in, fits));
  text = encode_and(encoder, text, encode_is_functional(encoder, relation, pair, false));
  const char *length = encode_text(encoder, encode_variable(encoder, B_INT));
  const char *least = op == B_SEQ1 || op == B_ISEQ1 ? "1" : "0";
  const char *body = encode_print(encoder, "(and (>= %s %s) %s)", length, least,
                                  has_length(encoder, relation, pair, length));
  text = encode_and(encoder, text, encode_quantify(encoder, bound, false, body));
  if (op == B_ISEQ || op == B_ISEQ1 || op == B_PERM)
    text = encode_and(encoder, text, encode_is_functional(encoder, relation, pair, true));
  BReached backward = {relation, B_INT, true};
  if (op == B_PERM)
    text = encode_and(encoder, text, encode_every(encoder, of, true, encode_is_reached, &backward));
  return text;
}

/* The length of a sequence: the one that its domain has, if there is one. */
const BCode *encode_size(Encoder *encoder, BTerm sequence)
{
  BOperator op = b_op(encoder->bank, sequence);
  if (op == B_SEQUENCE_EXTENSION)
    return encode_atom(encoder, encode_number(encoder, b_arg_count(encoder->bank, sequence)));
  if (b_operator_is_empty(op)) return encode_atom(encoder, "0");
  const BCode *length, *relation = encode_value(encoder, sequence);
  if (!encode_fresh(encoder, sequence, NULL, "Int", &length)) return length;
  BType pair = encode_member_type(encoder, sequence);
  size_t bound = encoder->bound.count;
  const char *any = encode_text(encoder, encode_variable(encoder, B_INT));
  const char *exists = encode_quantify(encoder, bound, false,
                                       encode_and(encoder, encode_print(encoder, "(>= %s 0)", any),
                                                  has_length(encoder, relation, pair, any)));
  const char *text = encode_text(encoder, length);
  const char *is = encode_and(encoder, encode_print(encoder, "(>= %s 0)", text),
                              has_length(encoder, relation, pair, text));
  encode_axiom(encoder, encode_implies(encoder, exists, is));
  return length;
}

/* A pair of the sequence with its place moved. */
static const char *moved(Encoder *encoder, const BCode *element, BTerm sequence,
                         const char *format_sign, const char *by)
{
  const char *at = encode_text(encoder, encode_first(encoder, element));
  const BCode *place =
      encode_atom(encoder, encode_print(encoder, "(%s %s %s)", format_sign, at, by));
  return encode_member(encoder, encode_pair(encoder, place, encode_second(encoder, element)),
                       sequence);
}

const char *encode_in_extension(Encoder *encoder, const BCode *element, BTerm set)
{
  const char *text = "false", *at = encode_text(encoder, encode_first(encoder, element));
  const BCode *value = encode_second(encoder, element);
  for (uint32_t i = 0; i < b_arg_count(encoder->bank, set); i++) {
    const char *here = encode_print(encoder, "(= %s %u)", at, i + 1);
    const BCode *is = encode_value(encoder, encode_arg(encoder, set, i));
    text = encode_or(encoder, text, encode_and(encoder, here, encode_same(encoder, value, is)));
  }
  return text;
}

const char *encode_in_sequence(Encoder *encoder, const BCode *element, BTerm set)
{
  BOperator op = b_op(encoder->bank, set);
  BTerm a = encode_arg(encoder, set, 0);
  const char *at = encode_text(encoder, encode_first(encoder, element));
  const BCode *value = encode_second(encoder, element);
  switch (op) {
  case B_FRONT:
    return encode_and(
        encoder, encode_member(encoder, element, a),
        encode_print(encoder, "(< %s %s)", at, encode_text(encoder, encode_size(encoder, a))));
  case B_TAIL:
    return encode_and(encoder, encode_print(encoder, "(>= %s 1)", at),
                      moved(encoder, element, a, "+", "1"));
  case B_REV: {
    const char *size = encode_text(encoder, encode_size(encoder, a));
    const BCode *place = encode_atom(encoder, encode_print(encoder, "(- (+ %s 1) %s)", size, at));
    return encode_member(encoder, encode_pair(encoder, place, value), a);
  }
  case B_CONCAT: {
    const char *size = encode_text(encoder, encode_size(encoder, a));
    const char *later = encode_and(encoder, encode_print(encoder, "(> %s %s)", at, size),
                                   moved(encoder, element, encode_arg(encoder, set, 1), "-", size));
    return encode_or(encoder, encode_member(encoder, element, a), later);
  }
  case B_INSERT_FRONT: {
    const char *first = encode_and(encoder, encode_print(encoder, "(= %s 1)", at),
                                   encode_same(encoder, value, encode_value(encoder, a)));
    return encode_or(encoder, first,
                     encode_and(encoder, encode_print(encoder, "(> %s 1)", at),
                                moved(encoder, element, encode_arg(encoder, set, 1), "-", "1")));
  }
  case B_INSERT_TAIL: {
    const char *size = encode_text(encoder, encode_size(encoder, a));
    const BCode *last = encode_value(encoder, encode_arg(encoder, set, 1));
    return encode_or(encoder, encode_member(encoder, element, a),
                     encode_and(encoder, encode_print(encoder, "(= %s (+ %s 1))", at, size),
                                encode_same(encoder, value, last)));
  }
  default: {
    const char *number = encode_text(encoder, encode_value(encoder, encode_arg(encoder, set, 1)));
    if (op == B_RESTRICT_FRONT)
      return encode_and(encoder, encode_member(encoder, element, a),
                        encode_print(encoder, "(<= %s %s)", at, number));
    return encode_and(encoder, encode_print(encoder, "(>= %s 1)", at),
                      moved(encoder, element, a, "+", number));
  }
  }
}
