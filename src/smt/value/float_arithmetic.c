/* Arithmetic on all numbers: NaN, infinities and zeros are settled here, the rest in float_finite. */
#include <assert.h>

#include "smt/value/float_finite.h"
#include "smt/value/float_kernels.h"

/* Computes from operands none of which is NaN. */
typedef Value Operation(const FloatTarget *t, const Float *x);

static Value compute(Eval *eval, const Call *call, RoundingMode mode, const Value *operands,
                     uint32_t count, Operation *operation)
{
  assert(count > 0 && count <= 3 && mode <= ROUND_RTZ);
  FloatTarget t;
  Value unknown;
  Float x[3];
  if (!float_target(eval, call, call->sort, mode, &t, &unknown)) return unknown;
  for (uint32_t i = 0; i < count; i++) {
    x[i] = float_is_wide(&t.format) ? float_unpack_big(&t.format, operands[i], eval->z[i])
                                    : float_unpack_word(&t.format, operands[i]);
    if (x[i].class == FLOAT_NAN) return float_nan(&t);
  }
  return operation(&t, x);
}

/* With the first argument as the mode. */
static Value compute_rounded(Eval *eval, const Call *call, const Value *args, uint32_t count,
                             Operation *operation)
{
  assert(args[0].kind == VALUE_ROUNDING);
  return compute(eval, call, (RoundingMode)args[0].word, args + 1, count - 1, operation);
}

static bool is_infinite(Float x)
{
  return x.class == FLOAT_INFINITE;
}

static bool is_zero(Float x)
{
  return x.class == FLOAT_ZERO;
}

static Value add_numbers(const FloatTarget *t, Float a, Float b)
{
  if (is_infinite(a) && is_infinite(b) && a.negative != b.negative) return float_nan(t);
  if (is_infinite(a)) return float_infinity(t, a.negative);
  if (is_infinite(b)) return float_infinity(t, b.negative);
  return float_is_wide(&t->format) ? float_add_big(t, a, b) : float_add_word(t, a, b);
}

static Value add(const FloatTarget *t, const Float *x)
{
  return add_numbers(t, x[0], x[1]);
}

static Value sub(const FloatTarget *t, const Float *x)
{
  Float subtrahend = x[1];
  subtrahend.negative = !subtrahend.negative;
  return add_numbers(t, x[0], subtrahend);
}

static Value mul(const FloatTarget *t, const Float *x)
{
  bool negative = x[0].negative != x[1].negative;
  if (is_infinite(x[0]) || is_infinite(x[1]))
    return is_zero(x[0]) || is_zero(x[1]) ? float_nan(t) : float_infinity(t, negative);
  return float_is_wide(&t->format) ? float_mul_big(t, x[0], x[1]) : float_mul_word(t, x[0], x[1]);
}

static Value divide(const FloatTarget *t, const Float *x)
{
  bool negative = x[0].negative != x[1].negative;
  if (is_infinite(x[0])) return is_infinite(x[1]) ? float_nan(t) : float_infinity(t, negative);
  if (is_zero(x[1])) return is_zero(x[0]) ? float_nan(t) : float_infinity(t, negative);
  if (is_zero(x[0]) || is_infinite(x[1])) return float_zero(t, negative);
  return float_is_wide(&t->format) ? float_div_big(t, x[0], x[1]) : float_div_word(t, x[0], x[1]);
}

static Value multiply_add(const FloatTarget *t, const Float *x)
{
  bool negative = x[0].negative != x[1].negative;
  if (is_infinite(x[0]) || is_infinite(x[1])) {
    bool invalid =
        is_zero(x[0]) || is_zero(x[1]) || (is_infinite(x[2]) && x[2].negative != negative);
    return invalid ? float_nan(t) : float_infinity(t, negative);
  }
  if (is_infinite(x[2])) return float_infinity(t, x[2].negative);
  return float_is_wide(&t->format) ? float_fma_big(t, x[0], x[1], x[2])
                                   : float_fma_word(t, x[0], x[1], x[2]);
}

static Value square_root(const FloatTarget *t, const Float *x)
{
  if (is_zero(x[0])) return float_zero(t, x[0].negative);
  if (x[0].negative) return float_nan(t);
  if (is_infinite(x[0])) return float_infinity(t, false);
  return float_is_wide(&t->format) ? float_sqrt_big(t, x[0]) : float_sqrt_word(t, x[0]);
}

static Value integral(const FloatTarget *t, const Float *x)
{
  if (is_infinite(x[0])) return float_infinity(t, x[0].negative);
  return float_is_wide(&t->format) ? float_integral_big(t, x[0]) : float_integral_word(t, x[0]);
}

FLOAT_KERNEL(add)
{
  return compute_rounded(eval, call, args, count, add);
}

FLOAT_KERNEL(sub)
{
  return compute_rounded(eval, call, args, count, sub);
}

FLOAT_KERNEL(mul)
{
  return compute_rounded(eval, call, args, count, mul);
}

FLOAT_KERNEL(div)
{
  return compute_rounded(eval, call, args, count, divide);
}

FLOAT_KERNEL(fma)
{
  return compute_rounded(eval, call, args, count, multiply_add);
}

FLOAT_KERNEL(sqrt)
{
  return compute_rounded(eval, call, args, count, square_root);
}

FLOAT_KERNEL(round_to_integral)
{
  return compute_rounded(eval, call, args, count, integral);
}

/* The result is always a number of the format: the mode does not matter. */
static Value remainder_of(const FloatTarget *t, const Float *x)
{
  if (is_infinite(x[0]) || is_zero(x[1])) return float_nan(t);
  if (is_zero(x[0])) return float_zero(t, x[0].negative);
  if (is_infinite(x[1]))
    return float_is_wide(&t->format)
               ? float_round_big(t, x[0].negative, x[0].exponent, x[0].big, false)
               : float_round_word(t, x[0].negative, x[0].exponent, x[0].word, false);
  return float_is_wide(&t->format) ? float_rem_big(t, x[0], x[1]) : float_rem_word(t, x[0], x[1]);
}

FLOAT_KERNEL(rem)
{
  return compute(eval, call, ROUND_RNE, args, count, remainder_of);
}
