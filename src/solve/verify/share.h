/* Shares of time: among engines, and among subproblems. */
#ifndef SOLVE_VERIFY_SHARE_H
#define SOLVE_VERIFY_SHARE_H

#include "solve/verify/engine.h"

enum { SHARE_ENGINES = 2 }; /* the most engines that work on one subproblem */

typedef struct {
  const EngineKind *engine;
  double share;
} EngineShare;

/* The engines for a subproblem, the most promising first; their number. `equal`: without choosing. */
size_t share_engines(const Problem *problem, bool equal, EngineShare *shares);

/* Turns costs into shares that sum up to 1: the smaller the cost, the larger. Nothing that has a finite cost gets less than
 * half of an equal share; costs that are infinite get nothing, unless all are. */
void share_softmin(double *numbers, size_t count);

#endif
