/* Reals: integers in machine words as long as they fit, rational numbers by GMP, algebraic numbers, and
 * those that expressions give. */
#include <assert.h>

#include "smt/value/algebraic.h"
#include "smt/value/ball.h"
#include "smt/value/number.h"

#define KERNEL(name)                                                                               \
  static Value name(Eval *eval, const Call *call, const Value *args, uint32_t count)

static bool is_algebraic(Value v)
{
  return v.kind == VALUE_ALGEBRAIC;
}

static bool one_algebraic(const Value *args)
{
  return is_algebraic(args[0]) || is_algebraic(args[1]);
}

static bool one_ball(const Value *args)
{
  return value_is_ball(args[0]) || value_is_ball(args[1]);
}

/* Both are integers in a word. */
static bool both_small(const Value *args)
{
  return args[0].kind == VALUE_REAL && args[1].kind == VALUE_REAL &&
         !(args[0].boxed | args[1].boxed);
}

static uint64_t bits_of(Value v)
{
  if (!v.boxed) return 64;
  RatioView view;
  mpq_srcptr ratio = value_view_real(v, &view);
  return (mpz_size(mpq_numref(ratio)) + mpz_size(mpq_denref(ratio))) * 64;
}

typedef void RationalBinary(mpq_ptr result, mpq_srcptr a, mpq_srcptr b);
typedef Value AlgebraicBinary(Eval *eval, Value a, Value b, Term term);

static Value operate(Eval *eval, const Call *call, const Value *args, RationalBinary *rational,
                     AlgebraicBinary *algebraic, BallOperation operation)
{
  if (one_ball(args)) return ball_arithmetic(eval, operation, args[0], args[1], call->term);
  if (one_algebraic(args)) return algebraic(eval, args[0], args[1], call->term);
  Reason reason = number_allow(eval, bits_of(args[0]) + bits_of(args[1]));
  if (reason) return value_unknown(reason, call->term);
  RatioView view_a, view_b;
  rational(eval->q[0], value_view_real(args[0], &view_a), value_view_real(args[1], &view_b));
  return value_real(&eval->heap, eval->q[0], call->term);
}

/* Arithmetic */

KERNEL(real_add)
{
  (void)count;
  int64_t sum;
  if (both_small(args) && !__builtin_add_overflow(args[0].integer, args[1].integer, &sum))
    return value_small_real(sum);
  return operate(eval, call, args, mpq_add, algebraic_add, BALL_ADD);
}

KERNEL(real_subtract)
{
  (void)count;
  int64_t difference;
  if (both_small(args) && !__builtin_sub_overflow(args[0].integer, args[1].integer, &difference))
    return value_small_real(difference);
  return operate(eval, call, args, mpq_sub, algebraic_sub, BALL_SUB);
}

KERNEL(real_multiply)
{
  (void)count;
  int64_t product;
  if (both_small(args) && !__builtin_mul_overflow(args[0].integer, args[1].integer, &product))
    return value_small_real(product);
  return operate(eval, call, args, mpq_mul, algebraic_mul, BALL_MUL);
}

static bool is_zero(Value v)
{
  return v.kind == VALUE_REAL && !v.boxed && v.integer == 0;
}

KERNEL(real_divide)
{
  if (is_zero(args[1])) return eval_open(eval, call, args, count, REASON_DIVISION_BY_ZERO);
  return operate(eval, call, args, mpq_div, algebraic_div, BALL_DIV);
}

KERNEL(real_negate)
{
  if (is_algebraic(args[0])) return algebraic_negate(eval, args[0], call->term);
  if (value_is_ball(args[0])) return ball_make(eval, BALL_NEGATE, args, call->term);
  Value both[] = {value_small_real(0), args[0]};
  return real_subtract(eval, call, both, count + 1);
}

static int sign_of(Value v)
{
  assert(!value_is_ball(v));
  if (is_algebraic(v)) return algebraic_sign(v);
  RatioView view;
  return mpq_sgn(value_view_real(v, &view));
}

KERNEL(real_abs)
{
  if (value_is_ball(args[0])) return ball_make(eval, BALL_ABS, args, call->term);
  return sign_of(args[0]) < 0 ? real_negate(eval, call, args, count) : args[0];
}

/* Powers */

static bool is_integer(Value v)
{
  if (is_algebraic(v)) return false;
  RatioView view;
  return !v.boxed || mpz_cmp_ui(mpq_denref(value_view_real(v, &view)), 1) == 0;
}

/* A rational number to the power of an integer, which is not negative if the number is 0. */
static Value rational_power(Eval *eval, const Call *call, Value base, mpz_srcptr exponent)
{
  assert(base.kind == VALUE_REAL);
  RatioView view;
  mpq_srcptr ratio = value_view_real(base, &view);
  bool inverse = mpz_sgn(exponent) < 0;
  mpz_srcptr upper = inverse ? mpq_denref(ratio) : mpq_numref(ratio);
  mpz_srcptr lower = inverse ? mpq_numref(ratio) : mpq_denref(ratio);
  mpz_abs(eval->z[0], exponent);
  Reason reason = number_power(eval, upper, eval->z[0], eval->z[1]);
  if (reason == REASON_NONE) reason = number_power(eval, lower, eval->z[0], eval->z[2]);
  if (reason) return value_unknown(reason, call->term);
  if (mpz_sgn(eval->z[2]) < 0) {
    mpz_neg(eval->z[1], eval->z[1]);
    mpz_neg(eval->z[2], eval->z[2]);
  }
  mpz_set(mpq_numref(eval->q[0]), eval->z[1]);
  mpz_set(mpq_denref(eval->q[0]), eval->z[2]);
  return value_real(&eval->heap, eval->q[0], call->term);
}

static Value integer_power(Eval *eval, const Call *call, Value base, mpz_srcptr exponent)
{
  if (!is_algebraic(base)) return rational_power(eval, call, base, exponent);
  if (!mpz_fits_slong_p(exponent)) return value_unknown(REASON_ALGEBRAIC, call->term);
  return algebraic_power(eval, base, mpz_get_si(exponent), call->term);
}

/* base^(p/q) is the q-th root of the base, to the power of p. */
static Value positive_power(Eval *eval, const Call *call, Value base, Value exponent)
{
  assert(exponent.kind == VALUE_REAL && !value_is_ball(base));
  RatioView view;
  mpq_srcptr ratio = value_view_real(exponent, &view);
  if (!mpz_fits_ulong_p(mpq_denref(ratio))) return value_unknown(REASON_ALGEBRAIC, call->term);
  Value root = algebraic_root(eval, base, mpz_get_ui(mpq_denref(ratio)), call->term);
  if (value_is_unknown(root)) return root;
  return integer_power(eval, call, root, mpq_numref(ratio));
}

static bool is_one(Value v)
{
  return v.kind == VALUE_REAL && !v.boxed && v.integer == 1;
}

/* Powers of positive numbers are determined, and others with an integer exponent, but for 0 to the
 * power of 0 and less. */
static Truth power_is_determined(Eval *eval, Value base, Value exponent)
{
  int sign = 0;
  bool known = true;
  if (value_is_ball(base))
    known = ball_compare(eval, base, value_small_real(0), &sign);
  else
    sign = sign_of(base);
  if (sign > 0) return TRUTH_TRUE;
  if (value_is_ball(exponent)) {
    bool fraction = value_is_false(ball_is_int(eval, exponent, 0));
    return known && fraction ? TRUTH_FALSE : TRUTH_UNKNOWN;
  }
  if (is_integer(exponent) && (sign < 0 || sign_of(exponent) > 0)) return TRUTH_TRUE;
  return known ? TRUTH_FALSE : TRUTH_UNKNOWN;
}

KERNEL(real_power)
{
  Value base = args[0], exponent = args[1];
  Truth determined = power_is_determined(eval, base, exponent);
  if (determined == TRUTH_UNKNOWN) return ball_unknown(eval, call->term);
  if (determined == TRUTH_FALSE) return eval_open(eval, call, args, count, REASON_OUTSIDE_DOMAIN);
  if (is_one(base) || is_one(exponent)) return base;
  if (is_zero(exponent)) return value_small_real(1);
  /* By the theorem of Gelfond and Schneider a power with an algebraic exponent is transcendental. */
  if (one_ball(args) || is_algebraic(exponent))
    return ball_make(eval, BALL_POWER, args, call->term);
  if (!is_integer(exponent)) return positive_power(eval, call, base, exponent);
  RatioView view;
  return integer_power(eval, call, base, mpq_numref(value_view_real(exponent, &view)));
}

/* Order */

/* False if it cannot be told. */
static bool compare(Eval *eval, const Value *args, int *sign)
{
  if (both_small(args)) {
    *sign = (args[0].integer > args[1].integer) - (args[0].integer < args[1].integer);
    return true;
  }
  if (one_ball(args)) return ball_compare(eval, args[0], args[1], sign);
  if (one_algebraic(args)) return algebraic_compare(args[0], args[1], sign);
  RatioView view_a, view_b;
  *sign = mpq_cmp(value_view_real(args[0], &view_a), value_view_real(args[1], &view_b));
  return true;
}

static Value undecided(const Eval *eval, const Call *call, const Value *args)
{
  if (one_ball(args)) return ball_unknown(eval, call->term);
  return value_unknown(REASON_ALGEBRAIC, call->term);
}

KERNEL(real_less)
{
  (void)count;
  int sign;
  return compare(eval, args, &sign) ? value_bool(sign < 0) : undecided(eval, call, args);
}

KERNEL(real_less_equal)
{
  (void)count;
  int sign;
  return compare(eval, args, &sign) ? value_bool(sign <= 0) : undecided(eval, call, args);
}

KERNEL(real_greater)
{
  Value swapped[] = {args[1], args[0]};
  return real_less(eval, call, swapped, count);
}

KERNEL(real_greater_equal)
{
  Value swapped[] = {args[1], args[0]};
  return real_less_equal(eval, call, swapped, count);
}

/* Conversions */

KERNEL(real_of_int)
{
  (void)count;
  if (!args[0].boxed) return value_small_real(args[0].integer);
  IntView view;
  mpz_set(mpq_numref(eval->q[0]), value_view(args[0], &view));
  mpz_set_ui(mpq_denref(eval->q[0]), 1);
  return value_real(&eval->heap, eval->q[0], call->term);
}

/* to_real of what is real already, which the standard does not have: nothing happens in cvc5, while z3
 * rounds down to an integer first. */
KERNEL(real_of_real)
{
  (void)eval, (void)count;
  bool same = args[0].kind == VALUE_REAL && is_integer(args[0]);
  return same ? args[0] : value_unknown(REASON_NO_SEMANTICS, call->term);
}

KERNEL(real_floor)
{
  (void)count;
  if (value_is_ball(args[0])) return ball_floor(eval, args[0], call->term);
  if (is_algebraic(args[0])) return algebraic_floor(eval, args[0], 0, call->term);
  if (!args[0].boxed) return value_small_int(args[0].integer);
  RatioView view;
  mpq_srcptr ratio = value_view_real(args[0], &view);
  mpz_fdiv_q(eval->z[0], mpq_numref(ratio), mpq_denref(ratio));
  return value_int(&eval->heap, eval->z[0], call->term);
}

KERNEL(real_is_int)
{
  (void)count;
  if (value_is_ball(args[0])) return ball_is_int(eval, args[0], call->term);
  return value_bool(is_integer(args[0]));
}

const KernelEntry real_kernels[] = {
    {"-", "r", real_negate, KERNEL_PLAIN},        {"-", "rr", real_subtract, KERNEL_PLAIN},
    {"+", "rr", real_add, KERNEL_PLAIN},          {"*", "rr", real_multiply, KERNEL_PLAIN},
    {"/", "rr", real_divide, KERNEL_PLAIN},       {"<=", "rr", real_less_equal, KERNEL_PLAIN},
    {"<", "rr", real_less, KERNEL_PLAIN},         {">=", "rr", real_greater_equal, KERNEL_PLAIN},
    {">", "rr", real_greater, KERNEL_PLAIN},      {"^", "rr", real_power, KERNEL_PLAIN},
    {"abs", "r", real_abs, KERNEL_PLAIN},         {"to_real", "i", real_of_int, KERNEL_PLAIN},
    {"to_real", "r", real_of_real, KERNEL_PLAIN}, {"to_int", "r", real_floor, KERNEL_PLAIN},
    {"is_int", "r", real_is_int, KERNEL_PLAIN},   {0},
};
