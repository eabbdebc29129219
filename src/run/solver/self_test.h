/* Does a faster way to run a solver give the answers of plain runs? A few short scripts, each run in both
 * ways: satisfiable and not, with a model, and with an error. */
#ifndef RUN_SOLVER_SELF_TEST_H
#define RUN_SOLVER_SELF_TEST_H

#include "run/solver/outcome.h"

/* Runs the solver of the request on another script, in the way in question, and waits. */
typedef bool SelfTestRun(void *user, const SolveRequest *request, Outcome *outcome);

/* `like` says how the solver is called; its script is not used. `same_output`: what is printed has to be
 * the same, not only what it means. NULL: all is well; else a static text that says what differs. */
const char *self_test(Supervisor *sup, const SolveRequest *like, bool same_output,
                      SelfTestRun *other, void *user);

#endif
