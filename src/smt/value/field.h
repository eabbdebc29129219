/* Finite fields of prime order. */
#ifndef SMT_VALUE_FIELD_H
#define SMT_VALUE_FIELD_H

#include "smt/value/operator.h"

/* The number of elements of a finite field, or `most` if there are more or it cannot be told. */
uint64_t field_order(const Bank *bank, Sort sort, uint64_t most);
/* The same as a number of any size, at least 2. REASON_NONE, or why it cannot be told. */
Reason field_prime(Eval *eval, Sort sort, mpz_ptr prime);

#endif
