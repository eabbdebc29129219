/* All or some elements of a set: quantifiers that run over what a set is made of, which solvers can bound. */
#include <assert.h>

#include "b/encode/internal.h"

typedef struct {
  BBody *body;
  const void *data;
  bool forall;
  BTerm other; /* what the element, or a part of it, has to be in */
  enum { WHOLE, FIRST, SECOND } part;
  bool absent;       /* not to be in */
  const BCode *left; /* of a product */
} Step;

static const char *guard(Encoder *encoder, bool forall, const char *condition, const char *body)
{
  return forall ? encode_implies(encoder, condition, body) : encode_and(encoder, condition, body);
}

/* The body for elements that pass. */
static const char *filter(Encoder *encoder, const BCode *element, const void *data)
{
  const Step *step = data;
  const BCode *part = step->part == FIRST    ? encode_first(encoder, element)
                      : step->part == SECOND ? encode_second(encoder, element)
                                             : element;
  const char *condition = encode_member(encoder, part, step->other);
  if (step->absent) condition = encode_not(encoder, condition);
  return guard(encoder, step->forall, condition, step->body(encoder, element, step->data));
}

static const char *take_first(Encoder *encoder, const BCode *element, const void *data)
{
  const Step *step = data;
  return step->body(encoder, encode_first(encoder, element), step->data);
}

static const char *take_second(Encoder *encoder, const BCode *element, const void *data)
{
  const Step *step = data;
  return step->body(encoder, encode_second(encoder, element), step->data);
}

static const char *swap(Encoder *encoder, const BCode *element, const void *data)
{
  const Step *step = data;
  const BCode *second = encode_second(encoder, element);
  return step->body(encoder, encode_pair(encoder, second, encode_first(encoder, element)),
                    step->data);
}

static const char *right_of_product(Encoder *encoder, const BCode *element, const void *data)
{
  const Step *step = data;
  return step->body(encoder, encode_pair(encoder, step->left, element), step->data);
}

static const char *left_of_product(Encoder *encoder, const BCode *element, const void *data)
{
  Step step = *(const Step *)data;
  step.left = element;
  return encode_every(encoder, step.other, step.forall, right_of_product, &step);
}

static const char *listed(Encoder *encoder, BTerm set, const Step *step)
{
  const char *text = step->forall ? "true" : "false";
  for (uint32_t i = 0; i < b_arg_count(encoder->bank, set); i++) {
    const BCode *element = encode_value(encoder, b_arg(encoder->bank, set, i));
    const char *one = step->body(encoder, element, step->data);
    text = step->forall ? encode_and(encoder, text, one) : encode_or(encoder, text, one);
  }
  return text;
}

static const char *any(Encoder *encoder, BTerm set, const Step *step)
{
  size_t bound = encoder->bound.count;
  BType type = b_type_member(&encoder->bank->types, b_type(encoder->bank, set));
  const BCode *element = encode_variable(encoder, type);
  const char *condition = encode_member(encoder, element, set);
  const char *body =
      guard(encoder, step->forall, condition, step->body(encoder, element, step->data));
  return encode_quantify(encoder, bound, step->forall, body);
}

static const char *both(Encoder *encoder, BTerm set, const Step *step)
{
  const char *left =
      encode_every(encoder, b_arg(encoder->bank, set, 0), step->forall, step->body, step->data);
  const char *right =
      encode_every(encoder, b_arg(encoder->bank, set, 1), step->forall, step->body, step->data);
  return step->forall ? encode_and(encoder, left, right) : encode_or(encoder, left, right);
}

const char *encode_every(Encoder *encoder, BTerm set, bool forall, BBody *body, const void *data)
{
  assert(body);
  const BBank *bank = encoder->bank;
  Step step = {.body = body, .data = data, .forall = forall};
  uint32_t count = b_arg_count(bank, set);
  BTerm a = count > 0 ? b_arg(bank, set, 0) : 0, b = count > 1 ? b_arg(bank, set, 1) : 0;
  if (encoder->failed) return "false";
  switch (b_op(bank, set)) {
  case B_EMPTY_SET: return forall ? "true" : "false";
  case B_SET_EXTENSION: return listed(encoder, set, &step);
  case B_UNION: return both(encoder, set, &step);
  case B_INTERSECTION:
  case B_SET_SUBTRACTION:
    step.other = b, step.absent = b_op(bank, set) == B_SET_SUBTRACTION;
    return encode_every(encoder, a, forall, filter, &step);
  case B_DOMAIN_RESTRICTION:
  case B_DOMAIN_SUBTRACTION:
    step.other = a, step.part = FIRST, step.absent = b_op(bank, set) == B_DOMAIN_SUBTRACTION;
    return encode_every(encoder, b, forall, filter, &step);
  case B_RANGE_RESTRICTION:
  case B_RANGE_SUBTRACTION:
    step.other = b, step.part = SECOND, step.absent = b_op(bank, set) == B_RANGE_SUBTRACTION;
    return encode_every(encoder, a, forall, filter, &step);
  case B_CARTESIAN: step.other = b; return encode_every(encoder, a, forall, left_of_product, &step);
  case B_DOMAIN: return encode_every(encoder, a, forall, take_first, &step);
  case B_RANGE: return encode_every(encoder, a, forall, take_second, &step);
  case B_REVERSE: return encode_every(encoder, a, forall, swap, &step);
  default: return any(encoder, set, &step);
  }
}

static const char *is_member(Encoder *encoder, const BCode *element, const void *data)
{
  return encode_member(encoder, element, *(const BTerm *)data);
}

const char *encode_subset(Encoder *encoder, BTerm part, BTerm whole)
{
  assert(b_type(encoder->bank, part) == b_type(encoder->bank, whole));
  return encode_every(encoder, part, true, is_member, &whole);
}
