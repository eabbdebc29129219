/* Membership in powersets and in sets of relations and functions: the element is a set itself. */
#include <assert.h>

#include "b/encode/internal.h"

typedef struct {
  bool total, surjective, functional, injective;
} Kind;

/* Elements of the set `element`, as a formula over a new variable that is left bound. */
const char *encode_each_of(Encoder *encoder, const BCode *set, BType type, const BCode **element)
{
  *element = encode_variable(encoder, type);
  return encode_select(encoder, set, *element);
}

static const char *is_subset_of(Encoder *encoder, const BCode *set, BTerm whole)
{
  size_t bound = encoder->bound.count;
  const BCode *element;
  const char *is_in = encode_each_of(encoder, set, encode_member_type(encoder, whole), &element);
  return encode_quantify(encoder, bound, true,
                         encode_implies(encoder, is_in, encode_member(encoder, element, whole)));
}

static const char *is_not_empty(Encoder *encoder, const BCode *set, BType type)
{
  size_t bound = encoder->bound.count;
  const BCode *element;
  const char *is_in = encode_each_of(encoder, set, type, &element);
  return encode_quantify(encoder, bound, false, is_in);
}

const char *encode_in_power(Encoder *encoder, const BCode *element, BTerm set)
{
  BOperator op = b_op(encoder->bank, set);
  BTerm whole = encode_arg(encoder, set, 0);
  const char *text = is_subset_of(encoder, element, whole);
  if (op == B_POW1 || op == B_FIN1)
    text = encode_and(encoder, text,
                      is_not_empty(encoder, element, encode_member_type(encoder, whole)));
  bool finite = op == B_POW || op == B_POW1 || encode_surely_finite(encoder, whole);
  if (finite) return text;
  return encode_and(encoder, text,
                    encode_finite_code(encoder, element, encode_member_type(encoder, whole)));
}

/* The same over pairs as a whole: cvc5 1.0.3 finds wrong models where a variable is in two pairs (doc/solver-bugs.md,
 * cvc5-model-bounded-set). */
static const char *pairs_are_functional(Encoder *encoder, const BCode *relation, BType pair,
                                        bool inverse)
{
  size_t bound = encoder->bound.count;
  const BCode *p, *q;
  const char *one = encode_each_of(encoder, relation, pair, &p);
  const char *two = encode_each_of(encoder, relation, pair, &q);
  const char *first = encode_same(encoder, encode_first(encoder, p), encode_first(encoder, q));
  const char *second = encode_same(encoder, encode_second(encoder, p), encode_second(encoder, q));
  const char *both = encode_and(encoder, one, two);
  both = encode_and(encoder, both, inverse ? second : first);
  return encode_quantify(encoder, bound, true,
                         encode_implies(encoder, both, inverse ? first : second));
}

/* Two pairs of the relation with an equal part have the other part equal, too. */
const char *encode_is_functional(Encoder *encoder, const BCode *relation, BType pair, bool inverse)
{
  if (encode_is_sets(encoder)) return pairs_are_functional(encoder, relation, pair, inverse);
  size_t bound = encoder->bound.count;
  const BCode *x = encode_variable(encoder, inverse ? encode_second_type(encoder, pair)
                                                    : encode_first_type(encoder, pair));
  BType other = inverse ? encode_first_type(encoder, pair) : encode_second_type(encoder, pair);
  const BCode *y = encode_variable(encoder, other), *z = encode_variable(encoder, other);
  const BCode *one = inverse ? encode_pair(encoder, y, x) : encode_pair(encoder, x, y);
  const BCode *two = inverse ? encode_pair(encoder, z, x) : encode_pair(encoder, x, z);
  const char *first = encode_select(encoder, relation, one);
  const char *both = encode_and(encoder, first, encode_select(encoder, relation, two));
  return encode_quantify(encoder, bound, true,
                         encode_implies(encoder, both, encode_same(encoder, y, z)));
}

const char *encode_is_reached(Encoder *encoder, const BCode *element, const void *data)
{
  const BReached *reached = data;
  size_t bound = encoder->bound.count;
  const BCode *other = encode_variable(encoder, reached->other);
  const BCode *pair = reached->inverse ? encode_pair(encoder, other, element)
                                       : encode_pair(encoder, element, other);
  return encode_quantify(encoder, bound, false, encode_select(encoder, reached->relation, pair));
}

static const char *in_relations(Encoder *encoder, const BCode *relation, BTerm set, Kind kind)
{
  BTerm from = encode_arg(encoder, set, 0), to = encode_arg(encoder, set, 1);
  BType pair = encode_member_type(encoder, set);
  pair = b_type_member(&encoder->bank->types, pair);
  size_t bound = encoder->bound.count;
  const BCode *element;
  const char *is_in = encode_each_of(encoder, relation, pair, &element);
  const char *fits = encode_member(encoder, encode_first(encoder, element), from);
  fits = encode_and(encoder, fits, encode_member(encoder, encode_second(encoder, element), to));
  const char *text = encode_quantify(encoder, bound, true, encode_implies(encoder, is_in, fits));
  if (kind.functional)
    text = encode_and(encoder, text, encode_is_functional(encoder, relation, pair, false));
  if (kind.injective)
    text = encode_and(encoder, text, encode_is_functional(encoder, relation, pair, true));
  BReached forward = {relation, encode_second_type(encoder, pair), false};
  BReached backward = {relation, encode_first_type(encoder, pair), true};
  if (kind.total)
    text =
        encode_and(encoder, text, encode_every(encoder, from, true, encode_is_reached, &forward));
  if (kind.surjective)
    text = encode_and(encoder, text, encode_every(encoder, to, true, encode_is_reached, &backward));
  return text;
}

static bool relation_kind(BOperator op, Kind *kind)
{
  *kind = (Kind){0};
  switch (op) {
  case B_RELATIONS: return true;
  case B_TOTAL_RELATION: *kind = (Kind){.total = true}; return true;
  case B_SURJECTION_RELATION: *kind = (Kind){.surjective = true}; return true;
  case B_TOTAL_SURJECTION_RELATION: *kind = (Kind){.total = true, .surjective = true}; return true;
  case B_PARTIAL_FUNCTION: *kind = (Kind){.functional = true}; return true;
  case B_TOTAL_FUNCTION: *kind = (Kind){.functional = true, .total = true}; return true;
  case B_PARTIAL_INJECTION: *kind = (Kind){.functional = true, .injective = true}; return true;
  case B_TOTAL_INJECTION: *kind = (Kind){true, false, true, true}; return true;
  case B_PARTIAL_SURJECTION: *kind = (Kind){false, true, true, false}; return true;
  case B_TOTAL_SURJECTION: *kind = (Kind){true, true, true, false}; return true;
  case B_PARTIAL_BIJECTION: *kind = (Kind){false, true, true, true}; return true;
  case B_TOTAL_BIJECTION: *kind = (Kind){true, true, true, true}; return true;
  default: return false;
  }
}

bool encode_in_functions(Encoder *encoder, const BCode *element, BTerm set, const char **text)
{
  assert(element && text);
  Kind kind;
  if (!relation_kind(b_op(encoder->bank, set), &kind)) return false;
  *text = in_relations(encoder, element, set, kind);
  return true;
}
