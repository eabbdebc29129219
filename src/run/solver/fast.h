/* Plain runs made cheaper: by a fork server, or at least by settings of the solver's profile. Each way is
 * taken only if a self-test shows the answers of plain runs.
 *
 * Fork servers belong to command lines, since what a solver does before it reads its script depends on its
 * options. One is made when a command line is wanted for the second time. */
#ifndef RUN_SOLVER_FAST_H
#define RUN_SOLVER_FAST_H

#include "run/solver/solve.h"

typedef struct Fast Fast;

Fast *fast_create(Supervisor *sup);
void fast_destroy(Fast *fast); /* runs go on */

/* As solve_start. 0: it has to be a plain run, and `*reason` says why, a text that lives as long as `fast`
 * does; `*never`: so will all that are like it. May take a while, in which other runs go on. */
RunHandle fast_start(Fast *fast, const SolveRequest *request, const char **reason, bool *never);

#endif
