/* Transcendental functions. At algebraic numbers they are algebraic only in the few points that the
 * theorem of Lindemann and Weierstrass leaves: the exponential, the trigonometric and the hyperbolic
 * functions at 0, their inverses where those give 0. */
#include <assert.h>

#include "smt/value/algebraic.h"
#include "smt/value/ball.h"

#define KERNEL(name)                                                                               \
  static Value name(Eval *eval, const Call *call, const Value *args, uint32_t count)

/* Domains */

typedef enum {
  DOMAIN_ALL, /* but for poles at numbers that are not algebraic */
  DOMAIN_NOT_ZERO,
  DOMAIN_NOT_NEGATIVE,
  DOMAIN_FROM_ONE,
  DOMAIN_UNIT,   /* from -1 to 1 */
  DOMAIN_INSIDE, /* the same without its ends */
  DOMAIN_OUTSIDE /* all but that */
} Domain;

static bool is_small(Value v, int64_t integer)
{
  return v.kind == VALUE_REAL && !v.boxed && v.integer == integer;
}

/* False if it cannot be told. */
static bool compare(Eval *eval, Value v, int64_t integer, int *sign)
{
  RatioView view;
  switch ((ValueKind)v.kind) {
  case VALUE_BALL: return ball_compare(eval, v, value_small_real(integer), sign);
  case VALUE_ALGEBRAIC: return algebraic_compare(v, value_small_real(integer), sign);
  default: *sign = mpq_cmp_si(value_view_real(v, &view), integer, 1); return true;
  }
}

static Truth truth(bool holds)
{
  return holds ? TRUTH_TRUE : TRUTH_FALSE;
}

static Truth is_at_least(Eval *eval, Value v, int64_t integer)
{
  int sign;
  return compare(eval, v, integer, &sign) ? truth(sign >= 0) : TRUTH_UNKNOWN;
}

static Truth is_in(Eval *eval, Value v, Domain domain)
{
  int low, high;
  switch (domain) {
  case DOMAIN_ALL: return TRUTH_TRUE;
  case DOMAIN_NOT_ZERO: return truth(!is_small(v, 0));
  case DOMAIN_NOT_NEGATIVE: return is_at_least(eval, v, 0);
  case DOMAIN_FROM_ONE: return is_at_least(eval, v, 1);
  default: break;
  }
  if (!compare(eval, v, -1, &low) || !compare(eval, v, 1, &high)) return TRUTH_UNKNOWN;
  if (domain == DOMAIN_UNIT) return truth(low >= 0 && high <= 0);
  return truth((low > 0 && high < 0) == (domain == DOMAIN_INSIDE));
}

/* Functions */

typedef struct {
  Domain domain;
  bool special;      /* it has an algebraic value .. */
  int8_t at, result; /* .. at this one number */
} Function;

static const Function functions[] = {
    [BALL_SQRT] = {DOMAIN_NOT_NEGATIVE, false, 0, 0},
    [BALL_EXP] = {DOMAIN_ALL, true, 0, 1},
    [BALL_SIN] = {DOMAIN_ALL, true, 0, 0},
    [BALL_COS] = {DOMAIN_ALL, true, 0, 1},
    [BALL_TAN] = {DOMAIN_ALL, true, 0, 0},
    [BALL_CSC] = {DOMAIN_NOT_ZERO, false, 0, 0},
    [BALL_SEC] = {DOMAIN_ALL, true, 0, 1},
    [BALL_COT] = {DOMAIN_NOT_ZERO, false, 0, 0},
    [BALL_ARCSIN] = {DOMAIN_UNIT, true, 0, 0},
    [BALL_ARCCOS] = {DOMAIN_UNIT, true, 1, 0},
    [BALL_ARCTAN] = {DOMAIN_ALL, true, 0, 0},
    [BALL_ARCCSC] = {DOMAIN_OUTSIDE, false, 0, 0},
    [BALL_ARCSEC] = {DOMAIN_OUTSIDE, true, 1, 0},
    [BALL_ARCCOT] = {DOMAIN_ALL, false, 0, 0},
    [BALL_SINH] = {DOMAIN_ALL, true, 0, 0},
    [BALL_COSH] = {DOMAIN_ALL, true, 0, 1},
    [BALL_TANH] = {DOMAIN_ALL, true, 0, 0},
    [BALL_ASINH] = {DOMAIN_ALL, true, 0, 0},
    [BALL_ACOSH] = {DOMAIN_FROM_ONE, true, 1, 0},
    [BALL_ATANH] = {DOMAIN_INSIDE, true, 0, 0},
};

/* A pole at a number that is not algebraic is never certain: there is no enclosure there. */
static Value apply(Eval *eval, const Call *call, const Value *args, uint32_t count,
                   BallOperation operation)
{
  assert(operation < sizeof functions / sizeof *functions);
  const Function *function = &functions[operation];
  switch (is_in(eval, args[0], function->domain)) {
  case TRUTH_UNKNOWN: return ball_unknown(eval, call->term);
  case TRUTH_FALSE: return eval_open(eval, call, args, count, REASON_OUTSIDE_DOMAIN);
  case TRUTH_TRUE: break;
  }
  if (function->special && is_small(args[0], function->at))
    return value_small_real(function->result);
  return ball_make(eval, operation, args, call->term);
}

KERNEL(square_root)
{
  if (value_is_ball(args[0])) return apply(eval, call, args, count, BALL_SQRT);
  if (is_in(eval, args[0], DOMAIN_NOT_NEGATIVE) == TRUTH_FALSE)
    return eval_open(eval, call, args, count, REASON_OUTSIDE_DOMAIN);
  return algebraic_root(eval, args[0], 2, call->term);
}

#define CONSTANT(name, operation)                                                                  \
  KERNEL(name)                                                                                     \
  {                                                                                                \
    (void)count;                                                                                   \
    return ball_make(eval, operation, args, call->term);                                           \
  }

#define FUNCTION(name, operation)                                                                  \
  KERNEL(name)                                                                                     \
  {                                                                                                \
    return apply(eval, call, args, count, operation);                                              \
  }

CONSTANT(pi, BALL_PI)
CONSTANT(e, BALL_E)
FUNCTION(exponential, BALL_EXP)
FUNCTION(sine, BALL_SIN)
FUNCTION(cosine, BALL_COS)
FUNCTION(tangent, BALL_TAN)
FUNCTION(cosecant, BALL_CSC)
FUNCTION(secant, BALL_SEC)
FUNCTION(cotangent, BALL_COT)
FUNCTION(arc_sine, BALL_ARCSIN)
FUNCTION(arc_cosine, BALL_ARCCOS)
FUNCTION(arc_tangent, BALL_ARCTAN)
FUNCTION(arc_cosecant, BALL_ARCCSC)
FUNCTION(arc_secant, BALL_ARCSEC)
FUNCTION(arc_cotangent, BALL_ARCCOT)
FUNCTION(hyperbolic_sine, BALL_SINH)
FUNCTION(hyperbolic_cosine, BALL_COSH)
FUNCTION(hyperbolic_tangent, BALL_TANH)
FUNCTION(area_sine, BALL_ASINH)
FUNCTION(area_cosine, BALL_ACOSH)
FUNCTION(area_tangent, BALL_ATANH)

const KernelEntry transcendental_kernels[] = {
    {"real.pi", "", pi, KERNEL_PLAIN},
    {"exp", "r", exponential, KERNEL_PLAIN},
    {"sqrt", "r", square_root, KERNEL_PLAIN},
    {"sin", "r", sine, KERNEL_PLAIN},
    {"cos", "r", cosine, KERNEL_PLAIN},
    {"tan", "r", tangent, KERNEL_PLAIN},
    {"csc", "r", cosecant, KERNEL_PLAIN},
    {"sec", "r", secant, KERNEL_PLAIN},
    {"cot", "r", cotangent, KERNEL_PLAIN},
    {"arcsin", "r", arc_sine, KERNEL_PLAIN},
    {"arccos", "r", arc_cosine, KERNEL_PLAIN},
    {"arctan", "r", arc_tangent, KERNEL_PLAIN},
    {"arccsc", "r", arc_cosecant, KERNEL_PLAIN},
    {"arcsec", "r", arc_secant, KERNEL_PLAIN},
    {"arccot", "r", arc_cotangent, KERNEL_PLAIN},
    {"pi", "", pi, KERNEL_PLAIN},
    {"euler", "", e, KERNEL_PLAIN},
    {"asin", "r", arc_sine, KERNEL_PLAIN},
    {"acos", "r", arc_cosine, KERNEL_PLAIN},
    {"atan", "r", arc_tangent, KERNEL_PLAIN},
    {"sinh", "r", hyperbolic_sine, KERNEL_PLAIN},
    {"cosh", "r", hyperbolic_cosine, KERNEL_PLAIN},
    {"tanh", "r", hyperbolic_tangent, KERNEL_PLAIN},
    {"asinh", "r", area_sine, KERNEL_PLAIN},
    {"acosh", "r", area_cosine, KERNEL_PLAIN},
    {"atanh", "r", area_tangent, KERNEL_PLAIN},
    {0},
};
