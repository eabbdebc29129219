/* The loop that decides a property: attacks, then rounds of growing time (time-iterative deepening). A round is divided among
 * the open subproblems by the chance that they are sat, likeliest first, and the time of a subproblem among engines by what
 * they are expected to cost. Each of the three ideas can be switched off. */
#ifndef SOLVE_VERIFY_LOOP_H
#define SOLVE_VERIFY_LOOP_H

#include "solve/verify/verify.h"

/* `result` is that of a timeout; it gets the verdict, and the witness or the reason. */
void loop_run(const ProblemVec *problems, const VerifyOptions *options, uint64_t end_ns,
              VerifyResult *result);

#endif
