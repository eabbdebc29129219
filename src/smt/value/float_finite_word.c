/* Significands have at most 62 bits: the exponent takes at least two of the 64. */
#include <assert.h>

#include "smt/value/float_finite.h"

/* A number with a significand of up to 124 bits. */
typedef struct {
  bool negative;
  int64_t exponent;
  Word128 significand;
} Wide;

enum { ALIGNED_LENGTH = 125 };

/* Moves the leading bit where all numbers that are added have it. */
static void align(Wide *x)
{
  assert(x->significand != 0 && word128_length(x->significand) <= ALIGNED_LENGTH);
  uint32_t up = ALIGNED_LENGTH - word128_length(x->significand);
  x->significand <<= up;
  x->exponent -= up;
}

/* The smaller number is moved right. If that loses bits, the exponents differ by at least 2, so that
 * the sum has all but one of the leading bits, far more than the format. */
static Value add_aligned(const FloatTarget *t, Wide a, Wide b)
{
  bool swap =
      a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand);
  Wide large = swap ? b : a;
  Wide small = swap ? a : b;
  int64_t distance = large.exponent - small.exponent;
  Word128 part = distance < 128 ? small.significand >> distance : 0;
  bool rest = distance >= 128 || part << distance != small.significand;
  if (large.negative == small.negative)
    return float_round_word(t, large.negative, large.exponent, large.significand + part, rest);
  Word128 difference = large.significand - part - rest;
  bool negative = difference || rest ? large.negative : t->mode == ROUND_RTN;
  return float_round_word(t, negative, large.exponent, difference, rest);
}

static Value add(const FloatTarget *t, Wide a, Wide b)
{
  if (a.significand == 0 && b.significand == 0) {
    bool negative = a.negative == b.negative ? a.negative : t->mode == ROUND_RTN;
    return float_zero(t, negative);
  }
  if (a.significand == 0) return float_round_word(t, b.negative, b.exponent, b.significand, false);
  if (b.significand == 0) return float_round_word(t, a.negative, a.exponent, a.significand, false);
  align(&a);
  align(&b);
  return add_aligned(t, a, b);
}

static Wide widen(Float a)
{
  return (Wide){a.negative, a.exponent, a.word};
}

static Wide product(Float a, Float b)
{
  return (Wide){a.negative != b.negative, a.exponent + b.exponent, (Word128)a.word * b.word};
}

Value float_add_word(const FloatTarget *target, Float a, Float b)
{
  return add(target, widen(a), widen(b));
}

Value float_fma_word(const FloatTarget *target, Float a, Float b, Float c)
{
  return add(target, product(a, b), widen(c));
}

Value float_mul_word(const FloatTarget *target, Float a, Float b)
{
  Wide p = product(a, b);
  return float_round_word(target, p.negative, p.exponent, p.significand, false);
}

/* With both leading bits at the top the quotient has 63 or 64 bits. */
Value float_div_word(const FloatTarget *target, Float a, Float b)
{
  assert(a.word != 0 && b.word != 0);
  int up_a = __builtin_clzll(a.word);
  int up_b = __builtin_clzll(b.word);
  Word128 numerator = (Word128)(a.word << up_a) << 63;
  uint64_t denominator = b.word << up_b;
  Word128 quotient = numerator / denominator;
  bool rest = quotient * denominator != numerator;
  int64_t exponent = a.exponent - up_a - 63 - (b.exponent - up_b);
  return float_round_word(target, a.negative != b.negative, exponent, quotient, rest);
}

/* The root of 127 or 128 bits has 64. */
Value float_sqrt_word(const FloatTarget *target, Float a)
{
  assert(a.word != 0);
  uint32_t up = 128 - word128_length(a.word);
  if ((a.exponent - up) % 2 != 0) up--;
  Word128 square = (Word128)a.word << up;
  mp_limb_t limbs[2] = {(mp_limb_t)square, (mp_limb_t)(square >> 64)};
  mp_limb_t root, remainder[2];
  bool rest = mpn_sqrtrem(&root, remainder, limbs, 2) != 0;
  return float_round_word(target, false, (a.exponent - up) / 2, root, rest);
}

/* number * 2^power modulo a number below 2^63. */
static uint64_t scaled_modulo(uint64_t number, uint64_t power, uint64_t modulus)
{
  assert(modulus > 0);
  uint32_t steps = 0; /* the power is taken six bits at once, and then bit by bit */
  while (power >> steps > 63) steps++;
  Word128 scale = ((Word128)1 << (power >> steps)) % modulus;
  while (steps-- > 0) {
    scale = scale * scale % modulus;
    if (power >> steps & 1) scale = (scale << 1) % modulus;
  }
  return (uint64_t)(scale * number % modulus);
}

/* Modulo 2 * b, so that the parity of the quotient shows. */
Value float_rem_word(const FloatTarget *target, Float a, Float b)
{
  assert(b.word != 0);
  int64_t distance = a.exponent - b.exponent;
  if (distance < -63) /* less than half of b */
    return float_round_word(target, a.negative, a.exponent, a.word, false);
  Word128 divisor = distance < 0 ? (Word128)b.word << -distance : b.word;
  Word128 rest =
      distance < 0 ? a.word % (2 * divisor) : scaled_modulo(a.word, (uint64_t)distance, 2 * b.word);
  bool odd = rest >= divisor;
  if (odd) rest -= divisor;
  bool beyond = 2 * rest > divisor || (2 * rest == divisor && odd);
  if (beyond) rest = divisor - rest;
  return float_round_word(target, a.negative != beyond, distance < 0 ? a.exponent : b.exponent,
                          rest, false);
}

Value float_integral_word(const FloatTarget *target, Float a)
{
  if (a.exponent >= 0) return float_round_word(target, a.negative, a.exponent, a.word, false);
  Word128 integer =
      float_shift_word(target->mode, a.negative, a.word, (uint64_t)-a.exponent, false);
  return float_round_word(target, a.negative, 0, integer, false);
}
