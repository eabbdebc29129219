/* A first short attack on a subproblem: sat at once, or how near it comes and how fast things are there. */
#ifndef SOLVE_VERIFY_SCOUT_H
#define SOLVE_VERIFY_SCOUT_H

#include "solve/verify/netfeature.h"
#include "solve/verify/witness.h"

enum { SCOUT_NS = 50000000 }; /* for all subproblems together, at least */

/* Until a time of clock_monotonic_ns at most. True: there is a witness. Otherwise the history has the margin and the rates. */
bool scout_subproblem(const Problem *problem, uint64_t seed, uint64_t until_ns,
                      NetFeatureHistory *history, Witness *witness);

#endif
