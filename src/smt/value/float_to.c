/* Conversions from floating point. */
#include <assert.h>

#include "smt/value/float_kernels.h"
#include "smt/value/float_number.h"

/* Bit-vectors */

typedef struct {
  uint32_t width;
  bool is_signed;
} IntegerRange;

/* Makes an integer of the number; x->exponent is 0 then. False if it has more bits than the range.
 * Nothing large is computed before that is known. */
static bool make_integer(Float *x, RoundingMode mode, IntegerRange range)
{
  assert(range.width > 0);
  int64_t exponent = x->exponent;
  x->exponent = 0;
  if (mpz_sgn(x->big) == 0) return true;
  if (exponent < 0) {
    float_shift_big(mode, x->negative, x->big, (uint64_t)-exponent, false);
  } else {
    if (exponent > range.width || mpz_sizeinbase(x->big, 2) + (size_t)exponent > range.width)
      return false;
    mpz_mul_2exp(x->big, x->big, (mp_bitcnt_t)exponent);
  }
  return mpz_sizeinbase(x->big, 2) <= range.width;
}

/* The least signed number is the only one of the full length. */
static bool is_in_range(const Float *x, IntegerRange range)
{
  if (mpz_sgn(x->big) == 0) return true;
  if (!range.is_signed) return !x->negative;
  size_t length = mpz_sizeinbase(x->big, 2);
  if (length < range.width) return true;
  return x->negative && mpz_scan1(x->big, 0) == range.width - 1;
}

static Value integer_bits(Eval *eval, const Call *call, const Float *x, IntegerRange range)
{
  assert(x->exponent == 0);
  if (x->negative && mpz_sgn(x->big) != 0) {
    mpz_set_ui(eval->z[1], 1);
    mpz_mul_2exp(eval->z[1], eval->z[1], range.width);
    mpz_sub(x->big, eval->z[1], x->big);
  }
  return value_bits(&eval->heap, VALUE_BITVEC, range.width, x->big, call->term);
}

static Value to_integer(Eval *eval, const Call *call, const Value *args, uint32_t count,
                        bool is_signed)
{
  assert(args[0].kind == VALUE_ROUNDING && args[1].kind == VALUE_FLOAT);
  FloatTarget source;
  Value unknown;
  RoundingMode mode = (RoundingMode)args[0].word;
  IntegerRange range = {sorts_index(&eval->bank->sorts, call->sort, 0), is_signed};
  if (!float_target(eval, call, call->arg_sorts[1], mode, &source, &unknown)) return unknown;
  if (!numeral_is_plain(range.width) || !heap_allows(&eval->heap, range.width / 8 + 64))
    return value_unknown(REASON_MEMORY, call->term);
  Float x = float_unpack_big(&source.format, args[1], eval->z[0]);
  if (x.class >= FLOAT_INFINITE || !make_integer(&x, mode, range) || !is_in_range(&x, range))
    return eval_open(eval, call, args, count, REASON_OUT_OF_RANGE);
  return integer_bits(eval, call, &x, range);
}

FLOAT_KERNEL(to_unsigned)
{
  return to_integer(eval, call, args, count, false);
}

FLOAT_KERNEL(to_signed)
{
  return to_integer(eval, call, args, count, true);
}

/* Real numbers */

static Value exact_real(Eval *eval, const Call *call, const Float *x)
{
  assert(mpz_sgn(x->big) > 0);
  mpz_ptr numerator = mpq_numref(eval->q[0]);
  mpz_ptr denominator = mpq_denref(eval->q[0]);
  uint64_t shift = x->exponent < 0 ? -(uint64_t)x->exponent : (uint64_t)x->exponent;
  mpz_set(numerator, x->big);
  mpz_set_ui(denominator, 1);
  if (x->exponent < 0) { /* canonical: only the lowest terms */
    uint64_t common = mpz_scan1(numerator, 0);
    if (common > shift) common = shift;
    mpz_tdiv_q_2exp(numerator, numerator, common);
    shift -= common;
  }
  if (!heap_allows(&eval->heap, shift / 8 + mpz_size(numerator) * sizeof(mp_limb_t)))
    return value_unknown(REASON_MEMORY, call->term);
  if (!eval_spend(eval, shift / 64)) return value_unknown(REASON_STEPS, call->term);
  mpz_ptr scaled = x->exponent < 0 ? denominator : numerator;
  mpz_mul_2exp(scaled, scaled, shift);
  if (x->negative) mpz_neg(numerator, numerator);
  return value_real(&eval->heap, eval->q[0], call->term);
}

FLOAT_KERNEL(to_real)
{
  FloatTarget source;
  Value unknown;
  if (!float_target(eval, call, call->arg_sorts[0], ROUND_RNE, &source, &unknown)) return unknown;
  Float x = float_unpack_big(&source.format, args[0], eval->z[0]);
  if (x.class >= FLOAT_INFINITE) return eval_open(eval, call, args, count, REASON_OUTSIDE_DOMAIN);
  if (x.class == FLOAT_ZERO) return value_small_real(0);
  return exact_real(eval, call, &x);
}

/* Bits */

FLOAT_KERNEL(to_bits)
{
  FloatFormat f;
  if (!float_format(eval->bank, call->arg_sorts[0], &f))
    return value_unknown(REASON_MEMORY, call->term);
  if (float_class(&f, args[0]) == FLOAT_NAN)
    return eval_open(eval, call, args, count, REASON_NAN_BITS);
  Value bits = args[0];
  bits.kind = VALUE_BITVEC; /* the same number, which never changes */
  return bits;
}
