/* Tuples. */
#ifndef SMT_VALUE_TUPLE_H
#define SMT_VALUE_TUPLE_H

#include "smt/value/operator.h"

/* The tuple of the indexed parts, which may repeat. */
Value tuple_project(Eval *eval, Value tuple, const Numeral *indices, uint32_t count, Term term);
/* The parts from .. to - 1 of one tuple, then those of another. */
Value tuple_concat(Eval *eval, Value a, uint64_t a_from, uint64_t a_to, Value b, uint64_t b_from,
                   uint64_t b_to, Term term);

#endif
