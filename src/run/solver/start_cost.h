/* What a solver costs before it does anything: a virtual machine that starts may take ten times as long as most queries. */
#ifndef RUN_SOLVER_START_COST_H
#define RUN_SOLVER_START_COST_H

#include "run/solver/solve.h"

/* CPU time of a plain run on a script with nothing to decide, the least of a few. 0: it reads another language, does not
 * answer, or supervisor_wake was called. */
uint64_t solver_start_cost_ns(Supervisor *sup, const Solver *solver);

#endif
