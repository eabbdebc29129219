/* Transcendental functions. Their arguments are algebraic numbers, at which they are algebraic only
 * in the few points that the theorem of Lindemann and Weierstrass leaves: the exponential, the
 * trigonometric and the hyperbolic functions at 0, their inverses where those give 0. */
#include <assert.h>

#include "eval/algebraic.h"

#define KERNEL(name)                                                                               \
  static Value name(Eval *eval, const Call *call, const Value *args, uint32_t count)

static bool is_small(Value v, int64_t integer)
{
  return v.kind == VALUE_REAL && !v.boxed && v.integer == integer;
}

static Value transcendental(const Call *call)
{
  return value_unknown(REASON_TRANSCENDENTAL, call->term);
}

static Value outside(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  return eval_open(eval, call, args, count, REASON_OUTSIDE_DOMAIN);
}

static int compare(Value v, int64_t integer)
{
  int sign = 0;
  if (v.kind == VALUE_ALGEBRAIC) {
    bool known = algebraic_compare(v, value_small_real(integer), &sign);
    assert(known); /* the integer is not too large */
    return sign;
  }
  RatioView view;
  return mpq_cmp_si(value_view_real(v, &view), integer, 1);
}

static bool within_unit(Value v)
{
  return compare(v, -1) >= 0 && compare(v, 1) <= 0;
}

static bool strictly_within_unit(Value v)
{
  return compare(v, -1) > 0 && compare(v, 1) < 0;
}

KERNEL(constant)
{
  (void)eval, (void)args, (void)count;
  return transcendental(call);
}

KERNEL(square_root)
{
  if (compare(args[0], 0) < 0) return outside(eval, call, args, count);
  return algebraic_root(eval, args[0], 2, call->term);
}

/* Functions that are defined everywhere, and rational in one point at most */

/* 0 at 0: sin, tan, arctan, sinh ... */
KERNEL(zero_at_zero)
{
  (void)eval, (void)count;
  return is_small(args[0], 0) ? args[0] : transcendental(call);
}

/* 1 at 0: exp, cos, sec, cosh */
KERNEL(one_at_zero)
{
  (void)eval, (void)count;
  return is_small(args[0], 0) ? value_small_real(1) : transcendental(call);
}

/* Poles: csc and cot */
KERNEL(open_at_zero)
{
  return is_small(args[0], 0) ? outside(eval, call, args, count) : transcendental(call);
}

/* Inverse functions that have a domain */

KERNEL(arc_sine)
{
  if (!within_unit(args[0])) return outside(eval, call, args, count);
  return zero_at_zero(eval, call, args, count);
}

KERNEL(arc_cosine)
{
  if (!within_unit(args[0])) return outside(eval, call, args, count);
  return is_small(args[0], 1) ? value_small_real(0) : transcendental(call);
}

KERNEL(arc_cosecant)
{
  return strictly_within_unit(args[0]) ? outside(eval, call, args, count) : transcendental(call);
}

KERNEL(arc_secant)
{
  if (strictly_within_unit(args[0])) return outside(eval, call, args, count);
  return is_small(args[0], 1) ? value_small_real(0) : transcendental(call);
}

KERNEL(area_cosine)
{
  if (compare(args[0], 1) < 0) return outside(eval, call, args, count);
  return is_small(args[0], 1) ? value_small_real(0) : transcendental(call);
}

KERNEL(area_tangent)
{
  if (!strictly_within_unit(args[0])) return outside(eval, call, args, count);
  return zero_at_zero(eval, call, args, count);
}

/* cos is 0 at no algebraic number, so tan and sec have no poles among them. arccot is a rational
 * multiple of pi at 0, and not algebraic elsewhere. */
const KernelEntry transcendental_kernels[] = {
    {"real.pi", "", constant, KERNEL_PLAIN},
    {"exp", "r", one_at_zero, KERNEL_PLAIN},
    {"sqrt", "r", square_root, KERNEL_PLAIN},
    {"sin", "r", zero_at_zero, KERNEL_PLAIN},
    {"cos", "r", one_at_zero, KERNEL_PLAIN},
    {"tan", "r", zero_at_zero, KERNEL_PLAIN},
    {"csc", "r", open_at_zero, KERNEL_PLAIN},
    {"sec", "r", one_at_zero, KERNEL_PLAIN},
    {"cot", "r", open_at_zero, KERNEL_PLAIN},
    {"arcsin", "r", arc_sine, KERNEL_PLAIN},
    {"arccos", "r", arc_cosine, KERNEL_PLAIN},
    {"arctan", "r", zero_at_zero, KERNEL_PLAIN},
    {"arccsc", "r", arc_cosecant, KERNEL_PLAIN},
    {"arcsec", "r", arc_secant, KERNEL_PLAIN},
    {"arccot", "r", constant, KERNEL_PLAIN},
    {"pi", "", constant, KERNEL_PLAIN},
    {"euler", "", constant, KERNEL_PLAIN},
    {"asin", "r", arc_sine, KERNEL_PLAIN},
    {"acos", "r", arc_cosine, KERNEL_PLAIN},
    {"atan", "r", zero_at_zero, KERNEL_PLAIN},
    {"sinh", "r", zero_at_zero, KERNEL_PLAIN},
    {"cosh", "r", one_at_zero, KERNEL_PLAIN},
    {"tanh", "r", zero_at_zero, KERNEL_PLAIN},
    {"asinh", "r", zero_at_zero, KERNEL_PLAIN},
    {"acosh", "r", area_cosine, KERNEL_PLAIN},
    {"atanh", "r", area_tangent, KERNEL_PLAIN},
    {0},
};
