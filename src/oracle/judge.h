/* The oracles: what the votes of several solvers on one script say about the solvers. They lean towards
 * not accusing anyone. */
#ifndef ORACLE_JUDGE_H
#define ORACLE_JUDGE_H

#include "oracle/finding.h"
#include "oracle/vote.h"

typedef struct {
  const Facts *facts;
  const char *const *names;    /* of the solvers */
  const char *const *families; /* solvers of one family share code, and mistakes */
  const Vote *votes;           /* of each */
  size_t count;                /* of solvers, at most SOLVER_SET_MAX */
} Case;

/* Appends what is found, none of it confirmed. For each query the strongest oracle that has something to
 * say about the answers speaks: evaluation of a script without
 * constants, a checked model, the status that the script gives, then the vote of the solvers: a majority
 * of at least three that has members of two families, otherwise only that they disagree. */
void judge(const Case *trial, Findings *findings);

/* Those that took more than `factor` times as long as the fastest one that decided everything, whether
 * they decided or met a limit of time. */
SolverSet judge_slow(const Case *trial, double factor);

#endif
