/* Reduction of texts that need not be scripts: what can be read is reduced as terms, the rest as words and
 * lists. */
#ifndef FIND_REDUCE_TEXT_H
#define FIND_REDUCE_TEXT_H

#include "find/reduce/work.h"

/* Makes the best text smaller until nothing changes it, which sets statistics.minimal, or the work is
 * stopped. */
void text_reduce(Work *work);

#endif
