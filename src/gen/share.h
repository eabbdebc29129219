/* Sharing between the subterms of assertions, which printers show by let. */
#ifndef GEN_SHARE_H
#define GEN_SHARE_H

#include "gen/choice.h"
#include "term/bank.h"

/* In each term, replaces some closed subterms by others of the same sort that occur in the terms. */
void share_subterms(Bank *bank, Choice *choice, Term *terms, size_t count);

#endif
