/* What the kernels of numbers and bit-vectors share: sizes before computing, and indices as numbers. */
#ifndef SMT_VALUE_NUMBER_H
#define SMT_VALUE_NUMBER_H

#include "smt/value/operator.h"

/* A large number is there twice, as the result and as what is kept of it, and multiplying takes some four times its size
 * (transforms of Schoenhage and Strassen). */
enum { NUMBER_LARGE_BITS = 1 << 23, NUMBER_WORK = 6 };

/* May a number of so many bits be computed from others that are no larger? REASON_NONE, and the steps
 * for it are taken, or the reason why not. */
static inline Reason number_allow(Eval *eval, uint64_t bits)
{
  uint64_t bytes = bits / 8;
  if (bits >= NUMBER_LARGE_BITS && bytes < UINT64_MAX / NUMBER_WORK) bytes *= NUMBER_WORK;
  if (!heap_allows(&eval->heap, bytes)) return REASON_MEMORY;
  return eval_spend(eval, bits / 64) ? REASON_NONE : REASON_STEPS;
}

/* Reads digits, which are all of the base and at least one, without a sign. */
void number_read(mpz_ptr number, const char *digits, size_t length, int base);
/* The index as a number of any size. REASON_NONE, or why not: REASON_NO_SEMANTICS if it is a name. */
Reason number_of_index(Eval *eval, Numeral index, mpz_ptr number);

/* base^exponent into `power`, which is none of the operands. */
Reason number_power(Eval *eval, mpz_srcptr base, mpz_srcptr exponent, mpz_ptr power);

#endif
