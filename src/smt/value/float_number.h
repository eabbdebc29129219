/* Floating-point numbers taken apart, and the one way back: rounding.
 *
 * Formats of up to FLOAT_WORD_WIDTH bits are computed in machine words, wider ones in the integers
 * of Eval.z. Both do the same steps: an exact result, or the leading bits of one with a flag that
 * says whether something follows, is rounded once. */
#ifndef SMT_VALUE_FLOAT_NUMBER_H
#define SMT_VALUE_FLOAT_NUMBER_H

#include "smt/value/operator.h"

__extension__ typedef unsigned __int128 Word128;

enum {
  FLOAT_WORD_WIDTH = 64,
  FLOAT_MAX_WIDTH = 1 << 20,   /* wider ones are not evaluated at all */
  FLOAT_MAX_EXPONENT_BITS = 62 /* of formats that can be computed in */
};

typedef struct {
  uint32_t exponent_bits, significand_bits; /* eb, and sb with the hidden bit */
  uint32_t width;                           /* of the whole */
  int64_t least; /* exponent of the last bit of subnormal numbers; 0 where eb is too large */
} FloatFormat;

/* The format of a sort. False if it is too wide. */
bool float_format(const Bank *bank, Sort sort, FloatFormat *format);

/* Where a result goes. */
typedef struct {
  Eval *eval;
  Term term;
  FloatFormat format;
  RoundingMode mode;
} FloatTarget;

/* False, with *unknown set, if one cannot compute in the format of the sort. Takes steps for the
 * width of the format. */
bool float_target(Eval *eval, const Call *call, Sort sort, RoundingMode mode, FloatTarget *target,
                  Value *unknown);

/* In the order of magnitude. */
typedef enum { FLOAT_ZERO, FLOAT_SUBNORMAL, FLOAT_NORMAL, FLOAT_INFINITE, FLOAT_NAN } FloatClass;

/* A number: significand * 2^exponent. The significand is 0 unless it is finite. */
typedef struct {
  FloatClass class;
  bool negative;
  int64_t exponent;
  uint64_t word; /* the significand as float_unpack_word gives it, */
  mpz_ptr big;   /* or as float_unpack_big does: one of Eval.z */
} Float;

FloatClass float_class(const FloatFormat *format, Value v);
static inline bool float_negative(const FloatFormat *format, Value v)
{
  if (!v.boxed) return v.word >> (format->width - 1);
  IntView view;
  return mpz_tstbit(value_view(v, &view), format->width - 1);
}
static inline bool float_is_wide(const FloatFormat *format)
{
  return format->width > FLOAT_WORD_WIDTH;
}

Float float_unpack_word(const FloatFormat *format, Value v);
/* For formats of any width whose exponents have at most FLOAT_MAX_EXPONENT_BITS. */
Float float_unpack_big(const FloatFormat *format, Value v, mpz_ptr significand);

/* Values of the target's format. These need no mode, and exponents may be of any width. */
Value float_zero(const FloatTarget *target, bool negative);
Value float_infinity(const FloatTarget *target, bool negative);
Value float_nan(const FloatTarget *target);
/* The number with these bits, which fit; all NaNs become the one. */
Value float_of_bits(const FloatTarget *target, mpz_srcptr bits);

/* The integer next to number / 2^shift as the mode says; shift is positive, and `rest` says that
 * something positive below 1 is to be added to the number. Word128: below 2^126. */
Word128 float_shift_word(RoundingMode mode, bool negative, Word128 number, uint64_t shift,
                         bool rest);
void float_shift_big(RoundingMode mode, bool negative, mpz_ptr number, uint64_t shift, bool rest);

/* Rounds (significand + rest) * 2^exponent to the format. With `rest`, the significand has more bits
 * than the format's, or its last bit is below the last bit of subnormal numbers. A zero gets the
 * sign. The integer is overwritten and is not Eval.z[3]. */
Value float_round_word(const FloatTarget *target, bool negative, int64_t exponent,
                       Word128 significand, bool rest);
Value float_round_big(const FloatTarget *target, bool negative, int64_t exponent,
                      mpz_ptr significand, bool rest);

static inline uint32_t word128_length(Word128 word)
{
  uint64_t high = (uint64_t)(word >> 64);
  uint64_t low = (uint64_t)word;
  if (high) return 128 - (uint32_t)__builtin_clzll(high);
  return low ? 64 - (uint32_t)__builtin_clzll(low) : 0;
}

#endif
