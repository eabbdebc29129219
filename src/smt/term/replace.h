/* Replacing subterms. */
#ifndef SMT_TERM_REPLACE_H
#define SMT_TERM_REPLACE_H

#include "smt/term/bank.h"

/* The term with every occurrence of `from` replaced by `to`, which has the same sort. The caller sees
 * to it that no variable that is free in one of them is bound where they occur: closed terms are always
 * safe. Time is linear in the graph of the term. */
Term replace_term(Bank *bank, Term term, Term from, Term to);

#endif
