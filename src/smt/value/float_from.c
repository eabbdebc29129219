/* Conversions to floating point: from bits, other formats, integers and real numbers. */
#include <assert.h>

#include "smt/value/algebraic.h"
#include "smt/value/float_finite.h"
#include "smt/value/float_kernels.h"

static RoundingMode mode_of(Value v)
{
  assert(v.kind == VALUE_ROUNDING && v.word <= ROUND_RTZ);
  return (RoundingMode)v.word;
}

/* Bits. Exponents may be of any width here. */

static bool bits_target(Eval *eval, const Call *call, FloatTarget *t)
{
  *t = (FloatTarget){.eval = eval, .term = call->term};
  return float_format(eval->bank, call->sort, &t->format);
}

FLOAT_KERNEL(of_bits)
{
  (void)count;
  FloatTarget t;
  IntView view;
  if (!bits_target(eval, call, &t)) return value_unknown(REASON_MEMORY, call->term);
  return float_of_bits(&t, value_view(args[0], &view));
}

FLOAT_KERNEL(of_fields)
{
  FloatTarget t;
  IntView view;
  mpz_ptr bits = eval->z[0];
  if (!bits_target(eval, call, &t)) return value_unknown(REASON_MEMORY, call->term);
  mpz_set_ui(bits, 0);
  for (uint32_t i = 0; i < count; i++) {
    mpz_mul_2exp(bits, bits, args[i].tag);
    mpz_add(bits, bits, value_view(args[i], &view));
  }
  return float_of_bits(&t, bits);
}

/* Floating point of another format */

FLOAT_KERNEL(of_float)
{
  (void)count;
  FloatTarget t, source;
  Value unknown;
  RoundingMode mode = mode_of(args[0]);
  if (!float_target(eval, call, call->sort, mode, &t, &unknown) ||
      !float_target(eval, call, call->arg_sorts[1], mode, &source, &unknown))
    return unknown;
  bool wide = float_is_wide(&t.format) || float_is_wide(&source.format);
  Float x = wide ? float_unpack_big(&source.format, args[1], eval->z[0])
                 : float_unpack_word(&source.format, args[1]);
  if (x.class == FLOAT_NAN) return float_nan(&t);
  if (x.class == FLOAT_INFINITE) return float_infinity(&t, x.negative);
  return wide ? float_round_big(&t, x.negative, x.exponent, x.big, false)
              : float_round_word(&t, x.negative, x.exponent, x.word, false);
}

/* Integers: that in Eval.z[0]. */

static Value round_integer(Eval *eval, const Call *call, RoundingMode mode)
{
  FloatTarget t;
  Value unknown;
  if (!float_target(eval, call, call->sort, mode, &t, &unknown)) return unknown;
  bool negative = mpz_sgn(eval->z[0]) < 0;
  mpz_abs(eval->z[0], eval->z[0]);
  return float_round_big(&t, negative, 0, eval->z[0], false);
}

static Value of_integer(Eval *eval, const Call *call, const Value *args)
{
  IntView view;
  mpz_set(eval->z[0], value_view(args[1], &view));
  return round_integer(eval, call, mode_of(args[0]));
}

FLOAT_KERNEL(of_int)
{
  (void)count;
  return of_integer(eval, call, args);
}

FLOAT_KERNEL(of_unsigned)
{
  (void)count;
  return of_integer(eval, call, args);
}

FLOAT_KERNEL(of_signed)
{
  (void)count;
  IntView view;
  uint32_t width = args[1].tag;
  mpz_ptr number = eval->z[0];
  mpz_set(number, value_view(args[1], &view));
  if (mpz_tstbit(number, width - 1)) {
    mpz_set_ui(eval->z[1], 1);
    mpz_mul_2exp(eval->z[1], eval->z[1], width);
    mpz_sub(number, number, eval->z[1]);
  }
  return round_integer(eval, call, mode_of(args[0]));
}

/* Real numbers, times 2^exponent */

static Value round_rational(const FloatTarget *t, Value v, int64_t exponent)
{
  RatioView view;
  Eval *eval = t->eval;
  mpq_srcptr number = value_view_real(v, &view);
  bool negative = mpq_sgn(number) < 0;
  if (mpq_sgn(number) == 0) return float_zero(t, false);
  if (!eval_spend(eval, mpz_size(mpq_numref(number)) + mpz_size(mpq_denref(number))))
    return value_unknown(REASON_STEPS, t->term);
  mpz_abs(eval->z[0], mpq_numref(number));
  mpz_set(eval->z[1], mpq_denref(number));
  return float_div_big(t, (Float){.negative = negative, .exponent = exponent, .big = eval->z[0]},
                       (Float){.big = eval->z[1]});
}

/* The integer below |v| * 2^scale, in Eval.z[0]. */
static bool scaled_floor(const FloatTarget *t, Value v, int64_t scale, Value *unknown)
{
  Eval *eval = t->eval;
  *unknown = value_unknown(REASON_MEMORY, t->term);
  if (!heap_allows(&eval->heap, (uint64_t)scale / 8 + 64)) return false;
  Value floor = algebraic_floor(eval, v, (uint64_t)scale, t->term);
  *unknown = floor;
  if (value_is_unknown(floor)) return false;
  IntView view;
  mpz_set(eval->z[0], value_view(floor, &view));
  /* Never an integer: the floor of -x is -(floor(x) + 1). */
  if (mpz_sgn(eval->z[0]) < 0) mpz_com(eval->z[0], eval->z[0]);
  return true;
}

/* Asks for more bits until there are enough to round. The number is not rational, so something always
 * follows them. */
static Value round_algebraic(const FloatTarget *t, Value v, int64_t exponent)
{
  assert(v.kind == VALUE_ALGEBRAIC);
  const FloatFormat *f = &t->format;
  Value unknown;
  int64_t scale = (int64_t)f->significand_bits + 2;
  for (;; scale *= 2) {
    if (!scaled_floor(t, v, scale, &unknown)) return unknown;
    if (mpz_sizeinbase(t->eval->z[0], 2) > f->significand_bits || exponent - scale < f->least)
      break;
  }
  return float_round_big(t, algebraic_sign(v) < 0, exponent - scale, t->eval->z[0], true);
}

static Value round_real(Eval *eval, const Call *call, RoundingMode mode, Value v, int64_t exponent)
{
  FloatTarget t;
  Value unknown;
  if (v.kind == VALUE_BALL) return value_unknown(REASON_TRANSCENDENTAL, call->term);
  if (!float_target(eval, call, call->sort, mode, &t, &unknown)) return unknown;
  return v.kind == VALUE_ALGEBRAIC ? round_algebraic(&t, v, exponent)
                                   : round_rational(&t, v, exponent);
}

FLOAT_KERNEL(of_real)
{
  (void)count;
  return round_real(eval, call, mode_of(args[0]), args[1], 0);
}

/* Exponents beyond this are as good as infinite: numbers have less than 2^61 bits, and exponents of
 * formats FLOAT_MAX_EXPONENT_BITS. */
#define EXPONENT_MAX (INT64_C(1) << 62)

static int64_t clamped(Value integer)
{
  assert(integer.kind == VALUE_INT);
  if (integer.boxed) return integer.big->size < 0 ? -EXPONENT_MAX : EXPONENT_MAX;
  if (integer.integer > EXPONENT_MAX) return EXPONENT_MAX;
  return integer.integer < -EXPONENT_MAX ? -EXPONENT_MAX : integer.integer;
}

FLOAT_KERNEL(of_real_and_int)
{
  (void)count;
  return round_real(eval, call, mode_of(args[0]), args[1], clamped(args[2]));
}

FLOAT_KERNEL(of_int_and_real)
{
  (void)count;
  return round_real(eval, call, mode_of(args[0]), args[2], clamped(args[1]));
}
