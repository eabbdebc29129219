/* The moves on a script, from coarse to fine. */
#ifndef REDUCE_PHASES_H
#define REDUCE_PHASES_H

#include "reduce/work.h"

/* Makes the best script smaller until no move changes it, which sets statistics.minimal, or the work is
 * stopped. */
void phases_run(Work *work);

#endif
