/* Runs of solvers in one of several ways that give the same kind of result. For many short queries most of
 * the time of a plain run is the start of the solver; the other modes save it.
 *
 *   SolvePool *pool = solve_pool_create(sup, SOLVE_FAST);
 *   solve_pool_start(pool, &request);  ...
 *   while (solve_pool_wait(pool, SUPERVISOR_FOREVER, &event) == RUN_EVENT_FINISHED) ... outcome_read
 *
 * Where a mode cannot be used for a request it becomes a plain run, and the result says why. What is found
 * in another mode than SOLVE_PLAIN has to be confirmed by plain runs (solve_start, with the same
 * supervisor) before a solver is blamed: a finding that does not show there is one about the mode. */
#ifndef RUN_SOLVER_SOLVE_POOL_H
#define RUN_SOLVER_SOLVE_POOL_H

#include "run/solver/outcome.h"

#define SOLVE_MODE_LIST(X)                                                                         \
  X(SOLVE_PLAIN, "plain")     /* a process for each script */                                      \
  X(SOLVE_FAST, "fast")       /* the same with less to do at its start; memory is not measured */  \
  X(SOLVE_SESSION, "session") /* one process for many scripts, separated as the profile says */    \
  X(SOLVE_RESET, "reset")     /* the same with (reset) */                                          \
  X(SOLVE_PUSH, "push") /* the same with (push) and (pop); what does not fit is a plain run */     \
  X(SOLVE_BEST,                                                                                    \
    "best") /* fast where that works, else a session, which ignores limits of CPU time */

#define SOLVE_MODE_ENUM(code, name) code,
typedef enum { SOLVE_MODE_LIST(SOLVE_MODE_ENUM) SOLVE_MODE_COUNT } SolveMode;
#undef SOLVE_MODE_ENUM

const char *solve_mode_name(SolveMode mode);
/* Does a script of this mode always share its process with others? */
static inline bool solve_mode_is_session(SolveMode mode)
{
  return mode == SOLVE_SESSION || mode == SOLVE_RESET || mode == SOLVE_PUSH;
}

typedef struct SolvePool SolvePool;

SolvePool *solve_pool_create(Supervisor *sup, SolveMode mode);
/* Ends what is kept ready. Queries in sessions must have been taken or cancelled. */
void solve_pool_destroy(SolvePool *pool);

/* As solve_start; the profile of the solver has to live as long as the pool. May take a while when
 * something is used for the first time, in which other runs go on. */
void solve_pool_start(SolvePool *pool, const SolveRequest *request);
/* As supervisor_pending and supervisor_wait, which are not to be called beside. Reasons in results live
 * as long as the pool. supervisor_cancel_all ends all that was started. */
size_t solve_pool_pending(const SolvePool *pool);
RunEventKind solve_pool_wait(SolvePool *pool, uint64_t timeout_ns, RunEvent *event);

/* Starts the request, waits for its end and reads the outcome, as outcome_solve does. */
bool solve_pool_solve(SolvePool *pool, const SolveRequest *request, Outcome *outcome);

#endif
