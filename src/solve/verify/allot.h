/* Who works on what for how long: shares of time among engines, and among subproblems (Goose, section 4.3.3). */
#ifndef SOLVE_VERIFY_ALLOT_H
#define SOLVE_VERIFY_ALLOT_H

#include "solve/verify/costmodel.h"
#include "solve/verify/engine.h"
#include "solve/verify/netfeature.h"

/* The engine of a number of netfeature.h. */
const EngineKind *allot_engine(size_t engine);
/* Can the engine decide the subproblem, or at least attack it with a chance of success? Splitting inputs decides nothing where many
 * have a range. */
bool allot_applies(size_t engine, const Problem *problem);

/* What takes the place of predictions without a model: a rule of thumb. Splitting inputs pays where few of them have a range, as the
 * number of boxes grows with a power of their number. */
void allot_rule(const Problem *problem, double margin, CostPrediction *predictions);

/* Shares of the time of a subproblem among engines, which sum up to 1: softmin of the log of PAR-2 that is predicted. Engines far
 * behind the best one get nothing. `usable` are those to choose among, at least one; with `equal`, all get the same. */
void allot_engines(const CostPrediction *predictions, const bool *usable, bool equal,
                   double *shares);

/* The chance that a subproblem is sat, as all engines together see it. */
double allot_chance(const CostPrediction *predictions);
/* Turns chances into shares of a round, by softmax; those of closed subproblems are negative, and get 0. */
void allot_subproblems(double *chances, size_t count);

#endif
