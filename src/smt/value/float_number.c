#include "smt/value/float_number.h"

#include <assert.h>

bool float_format(const Bank *bank, Sort sort, FloatFormat *format)
{
  assert(bank_has_sort(bank, sort));
  Numeral eb = sorts_index(&bank->sorts, sort, 0);
  Numeral sb = sorts_index(&bank->sorts, sort, 1);
  if (!numeral_is_plain(eb) || !numeral_is_plain(sb) || eb + sb > FLOAT_MAX_WIDTH) return false;
  *format = (FloatFormat){eb, sb, eb + sb, 0};
  if (eb <= FLOAT_MAX_EXPONENT_BITS)
    format->least = 3 - (INT64_C(1) << (eb - 1)) - (int64_t)sb; /* (1 - bias) - (sb - 1) */
  return true;
}

bool float_target(Eval *eval, const Call *call, Sort sort, RoundingMode mode, FloatTarget *target,
                  Value *unknown)
{
  assert(mode <= ROUND_RTZ);
  *target = (FloatTarget){.eval = eval, .term = call->term, .mode = mode};
  if (!float_format(eval->bank, sort, &target->format) ||
      target->format.exponent_bits > FLOAT_MAX_EXPONENT_BITS) {
    *unknown = value_unknown(REASON_MEMORY, call->term);
    return false;
  }
  if (float_is_wide(&target->format) && !eval_spend(eval, target->format.width / 64)) {
    *unknown = value_unknown(REASON_STEPS, call->term);
    return false;
  }
  return true;
}

/* Taking apart */

static uint64_t low_bits(uint32_t count)
{
  assert(count < 64);
  return (UINT64_C(1) << count) - 1;
}

static uint64_t word_infinity(const FloatFormat *f)
{
  return low_bits(f->exponent_bits) << (f->significand_bits - 1);
}

static FloatClass class_of_bits(const FloatFormat *f, mpz_srcptr bits)
{
  bool fraction = mpz_scan1(bits, 0) < f->significand_bits - 1;
  if (mpz_scan0(bits, f->significand_bits - 1) >= f->width - 1)
    return fraction ? FLOAT_NAN : FLOAT_INFINITE;
  if (mpz_scan1(bits, f->significand_bits - 1) < f->width - 1) return FLOAT_NORMAL;
  return fraction ? FLOAT_SUBNORMAL : FLOAT_ZERO;
}

static FloatClass class_of_word(const FloatFormat *f, uint64_t word)
{
  uint64_t magnitude = word & low_bits(f->width - 1);
  uint64_t infinity = word_infinity(f);
  if (magnitude >= infinity) return magnitude == infinity ? FLOAT_INFINITE : FLOAT_NAN;
  if (magnitude >> (f->significand_bits - 1)) return FLOAT_NORMAL;
  return magnitude ? FLOAT_SUBNORMAL : FLOAT_ZERO;
}

FloatClass float_class(const FloatFormat *format, Value v)
{
  assert(v.kind == VALUE_FLOAT && v.tag == format->width);
  if (!v.boxed) return class_of_word(format, v.word);
  IntView view;
  return class_of_bits(format, value_view(v, &view));
}

Float float_unpack_word(const FloatFormat *format, Value v)
{
  assert(!v.boxed && v.tag == format->width);
  uint32_t fraction_bits = format->significand_bits - 1;
  Float x = {.class = class_of_word(format, v.word), .negative = v.word >> (format->width - 1)};
  if (x.class >= FLOAT_INFINITE) return x;
  uint64_t field = v.word >> fraction_bits & low_bits(format->exponent_bits);
  x.word = v.word & low_bits(fraction_bits);
  if (field) x.word |= UINT64_C(1) << fraction_bits;
  x.exponent = format->least + (field ? (int64_t)field - 1 : 0);
  return x;
}

Float float_unpack_big(const FloatFormat *format, Value v, mpz_ptr significand)
{
  assert(format->exponent_bits <= FLOAT_MAX_EXPONENT_BITS);
  uint32_t fraction_bits = format->significand_bits - 1;
  IntView view;
  mpz_srcptr bits = value_view(v, &view);
  Float x = {.class = class_of_bits(format, bits),
             .negative = mpz_tstbit(bits, format->width - 1),
             .big = significand};
  mpz_set_ui(significand, 0);
  if (x.class >= FLOAT_INFINITE) return x;
  mpz_tdiv_q_2exp(significand, bits, fraction_bits);
  uint64_t field = mpz_getlimbn(significand, 0) & low_bits(format->exponent_bits);
  mpz_tdiv_r_2exp(significand, bits, fraction_bits);
  if (field) mpz_setbit(significand, fraction_bits);
  x.exponent = format->least + (field ? (int64_t)field - 1 : 0);
  return x;
}

/* Putting together */

static Value word_value(const FloatFormat *f, bool negative, uint64_t magnitude)
{
  return value_small_bits(VALUE_FLOAT, f->width, magnitude | (uint64_t)negative << (f->width - 1));
}

static Value big_value(const FloatTarget *t, bool negative, mpz_ptr magnitude)
{
  if (negative) mpz_setbit(magnitude, t->format.width - 1);
  return value_bits(&t->eval->heap, VALUE_FLOAT, t->format.width, magnitude, t->term);
}

/* The bits of infinity in Eval.z[3]. */
static mpz_ptr big_infinity(const FloatTarget *t)
{
  mpz_ptr bits = t->eval->z[3];
  mpz_set_ui(bits, 1);
  mpz_mul_2exp(bits, bits, t->format.exponent_bits);
  mpz_sub_ui(bits, bits, 1);
  mpz_mul_2exp(bits, bits, t->format.significand_bits - 1);
  return bits;
}

Value float_zero(const FloatTarget *target, bool negative)
{
  if (!float_is_wide(&target->format)) return word_value(&target->format, negative, 0);
  mpz_set_ui(target->eval->z[3], 0);
  return big_value(target, negative, target->eval->z[3]);
}

Value float_infinity(const FloatTarget *target, bool negative)
{
  const FloatFormat *f = &target->format;
  if (!float_is_wide(f)) return word_value(f, negative, word_infinity(f));
  return big_value(target, negative, big_infinity(target));
}

Value float_nan(const FloatTarget *target)
{
  const FloatFormat *f = &target->format;
  uint32_t upper = f->significand_bits - 2;
  if (!float_is_wide(f)) return word_value(f, false, word_infinity(f) | UINT64_C(1) << upper);
  mpz_ptr bits = big_infinity(target);
  mpz_setbit(bits, upper);
  return big_value(target, false, bits);
}

Value float_of_bits(const FloatTarget *target, mpz_srcptr bits)
{
  assert(mpz_sgn(bits) >= 0);
  if (class_of_bits(&target->format, bits) == FLOAT_NAN) return float_nan(target);
  return value_bits(&target->eval->heap, VALUE_FLOAT, target->format.width, bits, target->term);
}

/* Rounding */

static bool rounds_up(RoundingMode mode, bool negative, bool odd, bool half, bool rest)
{
  switch (mode) {
  case ROUND_RNE: return half && (rest || odd);
  case ROUND_RNA: return half;
  case ROUND_RTP: return !negative && (half || rest);
  case ROUND_RTN: return negative && (half || rest);
  case ROUND_RTZ: return false;
  }
  return false;
}

static bool overflows_to_infinity(RoundingMode mode, bool negative)
{
  return mode == ROUND_RNE || mode == ROUND_RNA || mode == (negative ? ROUND_RTN : ROUND_RTP);
}

Word128 float_shift_word(RoundingMode mode, bool negative, Word128 number, uint64_t shift,
                         bool rest)
{
  assert(shift > 0 && number >> 126 == 0);
  if (shift > 127) shift = 127; /* further does not matter: the upper two bits are 0 */
  Word128 half = (Word128)1 << (shift - 1);
  Word128 integer = number >> shift;
  rest |= (number & (half - 1)) != 0;
  return integer + rounds_up(mode, negative, integer & 1, (number & half) != 0, rest);
}

void float_shift_big(RoundingMode mode, bool negative, mpz_ptr number, uint64_t shift, bool rest)
{
  size_t length = mpz_sizeinbase(number, 2);
  assert(shift > 0);
  if (shift > length + 1) shift = length + 1;
  bool half = mpz_tstbit(number, shift - 1);
  rest |= mpz_sgn(number) != 0 && mpz_scan1(number, 0) < shift - 1;
  mpz_tdiv_q_2exp(number, number, shift);
  if (rounds_up(mode, negative, mpz_odd_p(number), half, rest)) mpz_add_ui(number, number, 1);
}

/* How many bits to drop from a significand of this length, negative: to add, so that it fills the
 * format, or ends with the last bit of subnormal numbers. */
static int64_t surplus(const FloatFormat *f, int64_t exponent, size_t length)
{
  int64_t of_length = (int64_t)length - (int64_t)f->significand_bits;
  int64_t of_range = f->least - exponent;
  return of_length > of_range ? of_length : of_range;
}

/* With `scale`, the exponent above the least, the bits of a rounded number are the sum of
 * scale * 2^(sb - 1) and the significand: its hidden bit adds 1 to the exponent's field, unless it
 * is subnormal, and where rounding up made it one bit longer, that is a carry into the field. */

Value float_round_word(const FloatTarget *target, bool negative, int64_t exponent,
                       Word128 significand, bool rest)
{
  const FloatFormat *f = &target->format;
  if (significand == 0 && !rest) return word_value(f, negative, 0);
  int64_t drop = surplus(f, exponent, word128_length(significand));
  assert(!rest || drop > 0);
  if (drop > 0)
    significand = float_shift_word(target->mode, negative, significand, (uint64_t)drop, rest);
  else
    significand <<= -drop;
  uint64_t scale = (uint64_t)(exponent + drop - f->least);
  uint64_t infinity = word_infinity(f);
  uint64_t bits = infinity;
  if (scale < low_bits(f->exponent_bits) - 1)
    bits = (scale << (f->significand_bits - 1)) + (uint64_t)significand;
  if (bits == infinity) bits = infinity - !overflows_to_infinity(target->mode, negative);
  return word_value(f, negative, bits);
}

static Value overflow_big(const FloatTarget *t, bool negative)
{
  mpz_ptr bits = big_infinity(t);
  if (!overflows_to_infinity(t->mode, negative)) mpz_sub_ui(bits, bits, 1);
  return big_value(t, negative, bits);
}

Value float_round_big(const FloatTarget *target, bool negative, int64_t exponent,
                      mpz_ptr significand, bool rest)
{
  const FloatFormat *f = &target->format;
  mpz_ptr bits = target->eval->z[3];
  if (mpz_sgn(significand) == 0 && !rest) return float_zero(target, negative);
  size_t length = mpz_sgn(significand) ? mpz_sizeinbase(significand, 2) : 0;
  int64_t drop = surplus(f, exponent, length);
  assert(!rest || drop > 0);
  if (drop > 0)
    float_shift_big(target->mode, negative, significand, (uint64_t)drop, rest);
  else
    mpz_mul_2exp(significand, significand, (mp_bitcnt_t)-drop);
  uint64_t scale = (uint64_t)(exponent + drop - f->least);
  if (scale >= low_bits(f->exponent_bits) - 1) return overflow_big(target, negative);
  mpz_set_ui(bits, scale);
  mpz_mul_2exp(bits, bits, f->significand_bits - 1);
  mpz_add(bits, bits, significand);
  if (mpz_scan0(bits, f->significand_bits - 1) >= f->width - 1)
    return overflow_big(target, negative);
  return big_value(target, negative, bits);
}
