/* The loop that decides a property (Goose, algorithm 2): rounds of growing time (time-iterative deepening). A round is divided
 * among the open subproblems by the chance that they are sat, likeliest first, and the time of a subproblem among engines by what
 * a model predicts that they cost. What was tried without success changes the features, and so the next round. Each of the three
 * ideas can be switched off. */
#ifndef SOLVE_VERIFY_LOOP_H
#define SOLVE_VERIFY_LOOP_H

#include "solve/verify/netfeature.h"
#include "solve/verify/verify.h"

/* `result` is that of a timeout; it gets the verdict, and the witness or the reason. */
void loop_run(const ProblemVec *problems, const VerifyOptions *options,
              const NetFeatureNetwork *network, uint64_t end_ns, VerifyResult *result);

#endif
