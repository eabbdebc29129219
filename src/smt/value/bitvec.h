/* What the kernels of bit-vectors share. Widths up to 64 are narrow: computed in one word. Wider
 * ones are computed by GMP. */
#ifndef SMT_VALUE_BITVEC_H
#define SMT_VALUE_BITVEC_H

#include "smt/value/number.h"

static inline bool bitvec_is_narrow(Value v)
{
  return !v.boxed;
}

/* For widths from 1 to 64. */
static inline uint64_t bitvec_mask(uint32_t width)
{
  return UINT64_MAX >> (64 - width);
}
static inline uint64_t bitvec_sign_bit(uint32_t width)
{
  return UINT64_C(1) << (width - 1);
}
static inline int64_t bitvec_signed(uint64_t word, uint32_t width)
{
  return (int64_t)(word << (64 - width)) >> (64 - width);
}
/* The lower bits of the word. */
static inline Value bitvec_narrow(uint32_t width, uint64_t word)
{
  return value_small_bits(VALUE_BITVEC, width, word & bitvec_mask(width));
}

/* The number modulo 2^width, of any width; reduces the number itself. */
static inline Value bitvec_reduced(Eval *eval, const Call *call, uint32_t width, mpz_ptr number)
{
  mpz_fdiv_r_2exp(number, number, width);
  return value_bits(&eval->heap, VALUE_BITVEC, width, number, call->term);
}

/* The bits in two's complement. */
static inline void bitvec_to_signed(mpz_ptr number, mpz_srcptr bits, uint32_t width)
{
  if (!mpz_tstbit(bits, width - 1)) {
    mpz_set(number, bits);
    return;
  }
  mpz_set_ui(number, 0);
  mpz_setbit(number, width);
  mpz_sub(number, bits, number);
}

#endif
