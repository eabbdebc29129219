/* Replacing variables in terms. */
#ifndef SMT_TERM_SUBSTITUTE_H
#define SMT_TERM_SUBSTITUTE_H

#include "smt/term/bank.h"

/* The term with each free occurrence of from[i] replaced by to[i], all at once. The sorts must be
 * equal. Bound variables are not renamed: the caller sees to it that no variable that is free in a
 * to[i] is bound where it is put (closed terms and fresh variables always are safe). */
Term substitute_terms(Bank *bank, Term term, const Term *from, const Term *to, uint32_t count);

#endif
