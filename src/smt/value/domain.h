/* The values of a sort, where they are finitely many. */
#ifndef SMT_VALUE_DOMAIN_H
#define SMT_VALUE_DOMAIN_H

#include "smt/value/operator.h"

/* Finite sizes from this one on are not told apart. Sorts can be infinite, or of a size that is not
 * known: uninterpreted ones whose elements the model does not list, codatatypes. */
#define DOMAIN_HUGE     (UINT64_C(1) << 62)
#define DOMAIN_UNKNOWN  (UINT64_MAX - 1)
#define DOMAIN_INFINITE UINT64_MAX

/* The number of values. */
uint64_t domain_size(Eval *eval, Sort sort);

/* The values 0 .. size - 1, in a fixed order. */
Value domain_value(Eval *eval, Sort sort, uint64_t position, Term term);

/* Some value of the sort, the simplest there is: what eval->complete takes for what is open. */
Value domain_default(Eval *eval, Sort sort, Term term);

#endif
