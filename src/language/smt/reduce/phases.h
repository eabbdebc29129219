/* The moves on a script, from coarse to fine. */
#ifndef LANGUAGE_SMT_REDUCE_PHASES_H
#define LANGUAGE_SMT_REDUCE_PHASES_H

#include "language/smt/reduce/work.h"

/* Looks for a form of a script that was just read that shows the behaviour: in short sorts and without
 * declarations that are not used, if that does no harm. `known`: a text that shows it, or NULL. False if there
 * is none, or the work is stopped. */
bool phases_begin(Work *work, const StrBuf *known);

/* Makes the best script smaller until no move changes it, which sets statistics.minimal, or the work is
 * stopped. */
void phases_run(Work *work);

#endif
