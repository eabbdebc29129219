/* Terms of B as ProB's Prolog terms: what its parser prints, without places: conjunct(none,[equal(none,identifier(none,xx),...)]). */
#ifndef B_ENCODE_PROLOG_H
#define B_ENCODE_PROLOG_H

#include "b/term/bank.h"

void b_print_prolog(const BBank *bank, BTerm term, StrBuf *out);

#endif
