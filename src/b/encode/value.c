/* Expressions that are no sets, and sets that are terms. */
#include <assert.h>
#include <string.h>

#include "b/encode/internal.h"
#include "base/utf8.h"

static const char *text_of(Encoder *encoder, BTerm term, uint32_t i)
{
  return encode_text(encoder, encode_value(encoder, encode_arg(encoder, term, i)));
}

static const char *data_of(Encoder *encoder, BTerm term)
{
  return encode_symbol(encoder, b_node(encoder->bank, term)->data);
}

/* --- names and literals --- */

static const char *string_literal(Encoder *encoder, BTerm term)
{
  const char *text = data_of(encoder, term), *out = "\"";
  size_t length = symbols_length(&encoder->bank->symbols, b_node(encoder->bank, term)->data);
  for (size_t i = 0, step; i < length; i += step) {
    uint32_t code;
    step = utf8_decode(text + i, length - i, &code);
    if (step == 0) return encode_refuse(encoder, "a string that is no UTF-8");
    bool plain = code >= ' ' && code < 127 && code != '\\' && code != '"';
    out = plain ? encode_print(encoder, "%s%c", out, (char)code)
                : encode_print(encoder, "%s\\u{%x}", out, code);
  }
  return encode_print(encoder, "%s\"", out);
}

static const BCode *identifier(Encoder *encoder, BTerm term)
{
  const BCode *code = encode_find(encoder, b_node(encoder->bank, term)->data);
  return code ? code
              : encode_atom(encoder, encode_refuse(encoder, "the unknown name '%s'",
                                                   data_of(encoder, term)));
}

static const char *element(Encoder *encoder, BTerm term)
{
  encode_sort(encoder, b_type(encoder->bank, term));
  return encode_print(encoder, "e.%s", data_of(encoder, term));
}

/* --- numbers --- */

/* B truncates, SMT-LIB leaves a remainder that is not negative. */
static const char *quotient(Encoder *encoder, BTerm term)
{
  const char *a = text_of(encoder, term, 0), *b = text_of(encoder, term, 1);
  if (b_type(encoder->bank, term) == B_REALS) return encode_print(encoder, "(/ %s %s)", a, b);
  return encode_print(encoder, "(ite (>= %s 0) (div %s %s) (- (div (- %s) %s)))", a, a, b, a, b);
}

static const char *power(Encoder *encoder, BTerm term)
{
  enum { MOST = 32 };
  BTerm exponent = encode_arg(encoder, term, 1);
  if (b_op(encoder->bank, exponent) != B_INTEGER)
    return encode_text(encoder, encode_refuse_term(encoder, term));
  unsigned long times = strtoul(data_of(encoder, exponent), NULL, 10);
  const char *base = text_of(encoder, term, 0);
  const char *text = b_type(encoder->bank, term) == B_REALS ? "1.0" : "1";
  if (times > MOST) return encode_text(encoder, encode_refuse_term(encoder, term));
  for (unsigned long i = 0; i < times; i++) text = encode_print(encoder, "%s %s", text, base);
  return times ? encode_print(encoder, "(* %s)", text) : text;
}

static const char *binary(Encoder *encoder, const char *sign, BTerm term)
{
  const char *left = text_of(encoder, term, 0);
  return encode_print(encoder, "(%s %s %s)", sign, left, text_of(encoder, term, 1));
}

/* --- cardinality and sums: over terms among which the elements are --- */

static const char *is_new(Encoder *encoder, const BCodes *codes, size_t number)
{
  const char *text = "true";
  for (size_t i = 0; i < number; i++)
    text = encode_and(
        encoder, text,
        encode_not(encoder, encode_same(encoder, codes->items[i], codes->items[number])));
  return text;
}

static const char *card(Encoder *encoder, BTerm term)
{
  BTerm set = encode_arg(encoder, term, 0);
  BCodes codes = {0};
  const char *text = "0";
  if (encode_candidates(encoder, set, &codes)) {
    for (size_t i = 0; i < codes.count; i++)
      text = encode_print(encoder, "%s (ite %s 1 0)", text,
                          encode_and(encoder, encode_member(encoder, codes.items[i], set),
                                     is_new(encoder, &codes, i)));
    text = codes.count ? encode_print(encoder, "(+ %s)", text) : text;
  } else if (encode_is_sets(encoder)) {
    text = encode_print(encoder, "(set.card %s)", encode_text(encoder, encode_value(encoder, set)));
  } else {
    text = encode_refuse(encoder, "card of a set without a known bound");
  }
  VEC_FREE(&codes);
  return text;
}

static const char *sum(Encoder *encoder, BTerm term)
{
  bool add = b_op(encoder->bank, term) == B_SIGMA, real = b_type(encoder->bank, term) == B_REALS;
  uint32_t variables = b_variable_count(encoder->bank, term);
  BTerm predicate = encode_arg(encoder, term, variables),
        value = encode_arg(encoder, term, variables + 1);
  const char *neutral = add ? real ? "0.0" : "0" : real ? "1.0" : "1", *text = neutral;
  BCodes tuples = {0};
  if (!encode_tuples(encoder, term, predicate, &tuples))
    text = encode_refuse(encoder, "a sum or product without known bounds");
  for (size_t i = 0; i < tuples.count; i++) {
    size_t scope = encoder->scope.count;
    encode_bind_tuple(encoder, term, variables, tuples.items[i]);
    const char *counts =
        encode_and(encoder, encode_predicate(encoder, predicate), is_new(encoder, &tuples, i));
    text = encode_print(encoder, "%s (ite %s %s %s)", text, counts,
                        encode_text(encoder, encode_value(encoder, value)), neutral);
    encode_forget(encoder, scope);
  }
  if (tuples.count) text = encode_print(encoder, "(%s %s)", add ? "+" : "*", text);
  VEC_FREE(&tuples);
  return text;
}

/* --- the smallest and the largest --- */

typedef struct {
  const char *bound, *sign;
} Extreme;

static const char *is_beyond(Encoder *encoder, const BCode *element_code, const void *data)
{
  const Extreme *extreme = data;
  return encode_print(encoder, "(%s %s %s)", extreme->sign, extreme->bound,
                      encode_text(encoder, element_code));
}

static const char *is_extreme(Encoder *encoder, const BCode *code, BTerm set, const char *sign)
{
  Extreme extreme = {encode_text(encoder, code), sign};
  return encode_and(encoder, encode_member(encoder, code, set),
                    encode_every(encoder, set, true, is_beyond, &extreme));
}

static const BCode *extreme(Encoder *encoder, BTerm term)
{
  const char *sign = b_op(encoder->bank, term) == B_MIN ? "<=" : ">=";
  BTerm set = encode_arg(encoder, term, 0);
  if (b_op(encoder->bank, set) == B_SET_EXTENSION) {
    const char *best = text_of(encoder, set, 0);
    for (uint32_t i = 1; i < b_arg_count(encoder->bank, set); i++) {
      const char *other = text_of(encoder, set, i);
      best = encode_print(encoder, "(ite (%s %s %s) %s %s)", sign, best, other, best, other);
    }
    return encode_atom(encoder, best);
  }
  const BCode *code;
  BType type = b_type(encoder->bank, term);
  if (!encode_fresh(encoder, term, NULL, encode_sort(encoder, type), &code)) return code;
  size_t bound = encoder->bound.count;
  const BCode *any = encode_variable(encoder, type);
  const char *exists = encode_quantify(encoder, bound, false, is_extreme(encoder, any, set, sign));
  encode_axiom(encoder, encode_implies(encoder, exists, is_extreme(encoder, code, set, sign)));
  return code;
}

/* --- functions --- */

static BType value_type(const Encoder *encoder, BTerm relation)
{
  const BTypes *types = &encoder->bank->types;
  return b_type_node(types, b_type_member(types, b_type(encoder->bank, relation)))->second;
}

static const BCode *apply_lambda(Encoder *encoder, BTerm lambda, const BCode *at)
{
  size_t scope = encoder->scope.count;
  uint32_t variables = b_variable_count(encoder->bank, lambda);
  encode_bind_tuple(encoder, lambda, variables, at);
  const BCode *value = encode_value(encoder, encode_arg(encoder, lambda, variables + 1));
  encode_forget(encoder, scope);
  return value;
}

/* Something that the relation leads to, if it leads anywhere; `term` and the point name it. */
const BCode *encode_apply(Encoder *encoder, BTerm relation, const BCode *at, BTerm term)
{
  BOperator op = b_op(encoder->bank, relation);
  if (op == B_LAMBDA) return apply_lambda(encoder, relation, at);
  if (op == B_SUCCESSOR || op == B_PREDECESSOR)
    return encode_atom(encoder, encode_print(encoder, "(%s %s 1)", op == B_SUCCESSOR ? "+" : "-",
                                             encode_text(encoder, at)));
  const BCode *code;
  BType type = value_type(encoder, relation);
  if (!encode_fresh(encoder, term, at, encode_sort(encoder, type), &code)) return code;
  size_t bound = encoder->bound.count;
  const BCode *any = encode_variable(encoder, type);
  const char *exists = encode_member(encoder, encode_pair(encoder, at, any), relation);
  exists = encode_quantify(encoder, bound, false, exists);
  const char *leads = encode_member(encoder, encode_pair(encoder, at, code), relation);
  encode_axiom(encoder, encode_implies(encoder, exists, leads));
  return code;
}

static const BCode *at_place(Encoder *encoder, BTerm term)
{
  BTerm sequence = encode_arg(encoder, term, 0);
  const BCode *place = b_op(encoder->bank, term) == B_FIRST ? encode_atom(encoder, "1")
                                                            : encode_size(encoder, sequence);
  return encode_apply(encoder, sequence, place, term);
}

/* --- records, conditionals --- */

static const BCode *record(Encoder *encoder, BTerm term)
{
  BType type = b_type(encoder->bank, term);
  encode_sort(encoder, type);
  const char *text = encode_print(encoder, "(rec.%u", type);
  for (uint32_t i = 0; i < b_arg_count(encoder->bank, term); i++)
    text = encode_print(encoder, "%s %s", text, text_of(encoder, term, i));
  return encode_atom(encoder, encode_print(encoder, "%s)", text));
}

static const BCode *field(Encoder *encoder, BTerm term)
{
  BType type = b_type(encoder->bank, encode_arg(encoder, term, 0));
  encode_sort(encoder, type);
  return encode_atom(encoder, encode_print(encoder, "(r.%u.%s %s)", type, data_of(encoder, term),
                                           text_of(encoder, term, 0)));
}

static const BCode *conditional(Encoder *encoder, BTerm term)
{
  const char *condition = encode_predicate(encoder, encode_arg(encoder, term, 0));
  const char *one = text_of(encoder, term, 1);
  return encode_atom(
      encoder, encode_print(encoder, "(ite %s %s %s)", condition, one, text_of(encoder, term, 2)));
}

static const BCode *let_expression(Encoder *encoder, BTerm term)
{
  size_t scope = encoder->scope.count;
  const BCode *value = encode_value(encoder, encode_arg(encoder, term, 1));
  encode_bind(encoder, encode_arg(encoder, term, 0), value);
  const BCode *body = encode_value(encoder, encode_arg(encoder, term, 2));
  encode_forget(encoder, scope);
  return body;
}

static const char *arithmetic(Encoder *encoder, BTerm term)
{
  switch (b_op(encoder->bank, term)) {
  case B_NEGATE: return encode_print(encoder, "(- %s)", text_of(encoder, term, 0));
  case B_ADD: return binary(encoder, "+", term);
  case B_SUBTRACT: return binary(encoder, "-", term);
  case B_MULTIPLY: return binary(encoder, "*", term);
  case B_DIVIDE: return quotient(encoder, term);
  case B_MODULO: return binary(encoder, "mod", term);
  case B_POWER: return power(encoder, term);
  case B_CARD: return card(encoder, term);
  case B_SIGMA:
  case B_PI: return sum(encoder, term);
  case B_SIZE: return encode_text(encoder, encode_size(encoder, encode_arg(encoder, term, 0)));
  case B_MIN_INT: return encode_number(encoder, encoder->options.minint);
  case B_MAX_INT: return encode_number(encoder, encoder->options.maxint);
  case B_CONVERT_REAL: return encode_print(encoder, "(to_real %s)", text_of(encoder, term, 0));
  case B_FLOOR: return encode_print(encoder, "(to_int %s)", text_of(encoder, term, 0));
  case B_CEILING: return encode_print(encoder, "(- (to_int (- %s)))", text_of(encoder, term, 0));
  default: return encode_text(encoder, encode_refuse_term(encoder, term));
  }
}

const BCode *encode_value(Encoder *encoder, BTerm term)
{
  assert(b_type(encoder->bank, term) != B_PREDICATE);
  if (encoder->failed) return encode_atom(encoder, "false");
  BTypeKind kind = b_type_kind(&encoder->bank->types, b_type(encoder->bank, term));
  switch (b_op(encoder->bank, term)) {
  case B_IDENTIFIER: return identifier(encoder, term);
  case B_ELEMENT: return encode_atom(encoder, element(encoder, term));
  case B_INTEGER:
  case B_REAL: return encode_atom(encoder, data_of(encoder, term));
  case B_STRING: return encode_atom(encoder, string_literal(encoder, term));
  case B_TRUE: return encode_atom(encoder, "true");
  case B_FALSE: return encode_atom(encoder, "false");
  case B_BOOL: return encode_atom(encoder, encode_predicate(encoder, encode_arg(encoder, term, 0)));
  case B_COUPLE: {
    const BCode *first = encode_value(encoder, encode_arg(encoder, term, 0));
    return encode_pair(encoder, first, encode_value(encoder, encode_arg(encoder, term, 1)));
  }
  case B_MIN:
  case B_MAX: return extreme(encoder, term);
  case B_FUNCTION: {
    const BCode *at = encode_value(encoder, encode_arg(encoder, term, 1));
    return encode_apply(encoder, encode_arg(encoder, term, 0), at, term);
  }
  case B_FIRST:
  case B_LAST: return at_place(encoder, term);
  case B_RECORD: return record(encoder, term);
  case B_FIELD: return field(encoder, term);
  case B_IF_EXPRESSION: return conditional(encoder, term);
  case B_LET_EXPRESSION: return let_expression(encoder, term);
  default:
    return kind == B_TYPE_SET ? encode_set(encoder, term)
                              : encode_atom(encoder, arithmetic(encoder, term));
  }
}
