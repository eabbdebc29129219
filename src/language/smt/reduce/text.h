/* Reduction of texts that need not be scripts: what can be read is reduced as terms, the rest as words and
 * lists. */
#ifndef LANGUAGE_SMT_REDUCE_TEXT_H
#define LANGUAGE_SMT_REDUCE_TEXT_H

#include "language/smt/reduce/work.h"

/* Makes the best text smaller until nothing changes it, which sets statistics.minimal, or the work is
 * stopped. */
void text_reduce(Work *work);

#endif
