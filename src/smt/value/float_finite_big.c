#include <assert.h>

#include "smt/value/float_finite.h"

static size_t length_of(mpz_srcptr number)
{
  return mpz_sgn(number) == 0 ? 0 : mpz_sizeinbase(number, 2);
}

/* `a` has the larger exponent, and the smaller one is so far below that the other number, of at most
 * 2 sb bits, says only on which side of `a` the sum is. */
static Value add_far(const FloatTarget *t, Float a, Float b)
{
  assert(a.exponent > b.exponent);
  mp_bitcnt_t up = t->format.significand_bits + 2;
  mpz_mul_2exp(a.big, a.big, up);
  if (a.negative != b.negative) mpz_sub_ui(a.big, a.big, 1);
  return float_round_big(t, a.negative, a.exponent - (int64_t)up, a.big, true);
}

static Value add_near(const FloatTarget *t, Float a, Float b)
{
  assert(a.exponent >= b.exponent);
  mpz_mul_2exp(a.big, a.big, (mp_bitcnt_t)(a.exponent - b.exponent));
  if (a.negative) mpz_neg(a.big, a.big);
  if (b.negative) mpz_neg(b.big, b.big);
  mpz_add(a.big, a.big, b.big);
  int sign = mpz_sgn(a.big);
  mpz_abs(a.big, a.big);
  bool zero_negative = a.negative == b.negative ? a.negative : t->mode == ROUND_RTN;
  return float_round_big(t, sign ? sign < 0 : zero_negative, b.exponent, a.big, false);
}

Value float_add_big(const FloatTarget *target, Float a, Float b)
{
  if (mpz_sgn(a.big) == 0) a.exponent = b.exponent;
  if (mpz_sgn(b.big) == 0) b.exponent = a.exponent;
  Float *high = a.exponent >= b.exponent ? &a : &b;
  Float *low = high == &a ? &b : &a;
  bool far = high->exponent - low->exponent > 3 * (int64_t)target->format.significand_bits + 8;
  return far ? add_far(target, *high, *low) : add_near(target, *high, *low);
}

static Float product(Float a, Float b)
{
  mpz_mul(a.big, a.big, b.big);
  return (Float){
      .negative = a.negative != b.negative, .exponent = a.exponent + b.exponent, .big = a.big};
}

Value float_fma_big(const FloatTarget *target, Float a, Float b, Float c)
{
  return float_add_big(target, product(a, b), c);
}

Value float_mul_big(const FloatTarget *target, Float a, Float b)
{
  Float p = product(a, b);
  return float_round_big(target, p.negative, p.exponent, p.big, false);
}

Value float_div_big(const FloatTarget *target, Float a, Float b)
{
  assert(mpz_sgn(b.big) > 0);
  mpz_ptr remainder = target->eval->z[3];
  int64_t wanted = (int64_t)target->format.significand_bits + 2;
  int64_t up = wanted + (int64_t)length_of(b.big) - (int64_t)length_of(a.big);
  if (up < 0) up = 0;
  mpz_mul_2exp(a.big, a.big, (mp_bitcnt_t)up);
  mpz_tdiv_qr(a.big, remainder, a.big, b.big);
  return float_round_big(target, a.negative != b.negative, a.exponent - up - b.exponent, a.big,
                         mpz_sgn(remainder) != 0);
}

Value float_sqrt_big(const FloatTarget *target, Float a)
{
  assert(mpz_sgn(a.big) > 0 && !a.negative);
  mpz_ptr remainder = target->eval->z[3];
  int64_t wanted = 2 * (int64_t)target->format.significand_bits + 2;
  int64_t up = wanted - (int64_t)length_of(a.big);
  if (up < 0) up = 0;
  if ((a.exponent - up) % 2 != 0) up++;
  mpz_mul_2exp(a.big, a.big, (mp_bitcnt_t)up);
  mpz_sqrtrem(a.big, remainder, a.big);
  return float_round_big(target, false, (a.exponent - up) / 2, a.big, mpz_sgn(remainder) != 0);
}

/* number * 2^power modulo 2 * modulus. False if there are no steps left for that. */
static bool scaled_modulo(Eval *eval, mpz_ptr number, uint64_t power, mpz_srcptr modulus)
{
  assert(mpz_sgn(modulus) > 0);
  mpz_ptr twice = eval->z[2];
  mpz_ptr scale = eval->z[3];
  uint64_t squarings = power ? 64 - (uint64_t)__builtin_clzll(power) : 0;
  if (!eval_spend(eval, 2 * squarings * mpz_size(modulus))) return false;
  mpz_mul_2exp(twice, modulus, 1);
  mpz_set_ui(scale, 2);
  mpz_powm_ui(scale, scale, power, twice);
  mpz_mul(number, number, scale);
  mpz_tdiv_r(number, number, twice);
  return true;
}

Value float_rem_big(const FloatTarget *target, Float a, Float b)
{
  assert(mpz_sgn(b.big) > 0);
  int64_t distance = a.exponent - b.exponent;
  if (distance < -(int64_t)length_of(a.big) - 1) /* less than half of b */
    return float_round_big(target, a.negative, a.exponent, a.big, false);
  if (distance < 0) mpz_mul_2exp(b.big, b.big, (mp_bitcnt_t)-distance);
  if (!scaled_modulo(target->eval, a.big, distance < 0 ? 0 : (uint64_t)distance, b.big))
    return value_unknown(REASON_STEPS, target->term);
  bool odd = mpz_cmp(a.big, b.big) >= 0;
  if (odd) mpz_sub(a.big, a.big, b.big);
  mpz_mul_2exp(target->eval->z[2], a.big, 1);
  int order = mpz_cmp(target->eval->z[2], b.big);
  bool beyond = order > 0 || (order == 0 && odd);
  if (beyond) mpz_sub(a.big, b.big, a.big);
  return float_round_big(target, a.negative != beyond, distance < 0 ? a.exponent : b.exponent,
                         a.big, false);
}

Value float_integral_big(const FloatTarget *target, Float a)
{
  if (a.exponent >= 0) return float_round_big(target, a.negative, a.exponent, a.big, false);
  float_shift_big(target->mode, a.negative, a.big, (uint64_t)-a.exponent, false);
  return float_round_big(target, a.negative, 0, a.big, false);
}
