/* Membership in relations that operators make. */
#include <assert.h>
#include <stdlib.h>

#include "b/encode/internal.h"

/* (a, y) in the first and (y, c) in the second. */
static const char *in_composition(Encoder *encoder, const BCode *element, BTerm r, BTerm s)
{
  size_t bound = encoder->bound.count;
  const BCode *middle =
      encode_variable(encoder, encode_first_type(encoder, encode_member_type(encoder, s)));
  const char *left =
      encode_member(encoder, encode_pair(encoder, encode_first(encoder, element), middle), r);
  const char *right =
      encode_member(encoder, encode_pair(encoder, middle, encode_second(encoder, element)), s);
  return encode_quantify(encoder, bound, false, encode_and(encoder, left, right));
}

const char *encode_in_domain(Encoder *encoder, const BCode *element, BTerm relation, bool range)
{
  BOperator op = b_op(encoder->bank, relation);
  if (op == B_LAMBDA && !range) return encode_in_comprehension(encoder, element, relation);
  if (op == B_REVERSE)
    return encode_in_domain(encoder, element, encode_arg(encoder, relation, 0), !range);
  size_t bound = encoder->bound.count;
  BType pair = encode_member_type(encoder, relation);
  const BCode *other = encode_variable(encoder, range ? encode_first_type(encoder, pair)
                                                      : encode_second_type(encoder, pair));
  const BCode *both =
      range ? encode_pair(encoder, other, element) : encode_pair(encoder, element, other);
  return encode_quantify(encoder, bound, false, encode_member(encoder, both, relation));
}

/* The type's identity is iterated 0 times. */
static const char *in_iteration(Encoder *encoder, const BCode *element, BTerm relation,
                                uint64_t times)
{
  const BCode *first = encode_first(encoder, element), *last = encode_second(encoder, element);
  if (times == 0) return encode_same(encoder, first, last);
  if (times == 1) return encode_member(encoder, element, relation);
  size_t bound = encoder->bound.count;
  const BCode *middle =
      encode_variable(encoder, encode_first_type(encoder, encode_member_type(encoder, relation)));
  const char *step = encode_member(encoder, encode_pair(encoder, first, middle), relation);
  const char *rest = in_iteration(encoder, encode_pair(encoder, middle, last), relation, times - 1);
  return encode_quantify(encoder, bound, false, encode_and(encoder, step, rest));
}

static const char *iteration(Encoder *encoder, const BCode *element, BTerm set)
{
  enum { TIMES_MAX = 8 };
  BTerm number = encode_arg(encoder, set, 1);
  const char *text = b_op(encoder->bank, number) == B_INTEGER
                         ? encode_symbol(encoder, b_node(encoder->bank, number)->data)
                         : "";
  uint64_t times = *text ? strtoull(text, NULL, 10) : UINT64_MAX;
  if (times > TIMES_MAX) return encode_text(encoder, encode_refuse_term(encoder, set));
  return in_iteration(encoder, element, encode_arg(encoder, set, 0), times);
}

const char *encode_in_relation(Encoder *encoder, const BCode *element, BTerm set)
{
  assert(element);
  uint32_t count = b_arg_count(encoder->bank, set);
  BTerm a = count > 0 ? encode_arg(encoder, set, 0) : set,
        b = count > 1 ? encode_arg(encoder, set, 1) : a;
  const BCode *x = encode_first(encoder, element), *y = encode_second(encoder, element);
  switch (b_op(encoder->bank, set)) {
  case B_IDENTITY:
    return encode_and(encoder, encode_same(encoder, x, y), encode_member(encoder, x, a));
  case B_REVERSE: return encode_member(encoder, encode_pair(encoder, y, x), a);
  case B_COMPOSITION: return in_composition(encoder, element, a, b);
  case B_DIRECT_PRODUCT:
    return encode_and(
        encoder, encode_member(encoder, encode_pair(encoder, x, encode_first(encoder, y)), a),
        encode_member(encoder, encode_pair(encoder, x, encode_second(encoder, y)), b));
  case B_PARALLEL_PRODUCT:
    return encode_and(
        encoder,
        encode_member(encoder,
                      encode_pair(encoder, encode_first(encoder, x), encode_first(encoder, y)), a),
        encode_member(encoder,
                      encode_pair(encoder, encode_second(encoder, x), encode_second(encoder, y)),
                      b));
  case B_FIRST_PROJECTION:
  case B_SECOND_PROJECTION: {
    bool first = b_op(encoder->bank, set) == B_FIRST_PROJECTION;
    const BCode *left = encode_first(encoder, x), *right = encode_second(encoder, x);
    const char *text =
        encode_and(encoder, encode_member(encoder, left, a), encode_member(encoder, right, b));
    return encode_and(encoder, text, encode_same(encoder, y, first ? left : right));
  }
  case B_ITERATION: return iteration(encoder, element, set);
  case B_DOMAIN_RESTRICTION:
    return encode_and(encoder, encode_member(encoder, x, a), encode_member(encoder, element, b));
  case B_DOMAIN_SUBTRACTION:
    return encode_and(encoder, encode_not(encoder, encode_member(encoder, x, a)),
                      encode_member(encoder, element, b));
  case B_RANGE_RESTRICTION:
    return encode_and(encoder, encode_member(encoder, element, a), encode_member(encoder, y, b));
  case B_RANGE_SUBTRACTION:
    return encode_and(encoder, encode_member(encoder, element, a),
                      encode_not(encoder, encode_member(encoder, y, b)));
  case B_OVERWRITE:
    return encode_or(encoder, encode_member(encoder, element, b),
                     encode_and(encoder, encode_member(encoder, element, a),
                                encode_not(encoder, encode_in_domain(encoder, x, b, false))));
  case B_SUCCESSOR:
  case B_PREDECESSOR:
    return encode_print(encoder, "(= %s (%s %s 1))", encode_text(encoder, y),
                        b_op(encoder->bank, set) == B_SUCCESSOR ? "+" : "-",
                        encode_text(encoder, x));
  case B_REFLEXIVE_CLOSURE: {
    BTerm closure = b_make(encoder->bank, B_CLOSURE, b_type(encoder->bank, set), 0, &a, 1);
    return encode_or(encoder, encode_same(encoder, x, y), encode_member(encoder, element, closure));
  }
  default: return encode_text(encoder, encode_refuse_term(encoder, set));
  }
}
