/* A solver that is kept alive for many scripts.
 *
 *   SessionScript script = solver_session_read_script(bytes, length, style);
 *   if (!solver_session_unfit(&request, style) && !script.unfit) {
 *     SolverSession *session = solver_session_create(sup, &request, style);
 *     solver_session_solve(session, &request, &script, &outcome);   ... and others with the same key
 *
 * The result of a query is that of a run: outcome_read makes the same of it as of a process of its own.
 * What differs: the exit code is 0 after an answer, memory is not measured, lines in error messages count
 * from the start of the process. The process begins anew after a crash, a limit, an error, a script that
 * sets options, as many queries as the profile says, and when it has grown large.
 *
 * Whatever shows in a session has to be confirmed by a plain run before a solver is blamed for it: the
 * scripts before may have had a part in it. */
#ifndef RUN_SOLVER_SOLVER_SESSION_H
#define RUN_SOLVER_SOLVER_SESSION_H

#include "run/process/session.h"
#include "run/solver/outcome.h"
#include "run/solver/session_script.h"

typedef struct SolverSession SolverSession;

/* Why requests of this kind cannot be asked in a session: a static text; NULL if they can. */
const char *solver_session_unfit(const SolveRequest *request);
/* Appends bytes that are equal for requests that can share a session. */
void solver_session_key(const SolveRequest *request, const SessionScript *script,
                        ProfileStyle style, StrBuf *key);

/* Starts the solver. Its profile has to live as long as the session. */
SolverSession *solver_session_create(Supervisor *sup, const SolveRequest *request,
                                     ProfileStyle style);
void solver_session_destroy(SolverSession *session);
/* That of RUN_EVENT_ANSWERED. */
const Session *solver_session_base(const SolverSession *session);

/* Asks for a request with the key of the session and a script that is fit; one at a time. Once the
 * event is there, solver_session_take gives the result. */
void solver_session_ask(SolverSession *session, const SolveRequest *request,
                        const SessionScript *script);
void solver_session_take(SolverSession *session, RunResult *result);

/* Both, and waits; events of others are kept for supervisor_wait. */
void solver_session_solve(SolverSession *session, const SolveRequest *request,
                          const SessionScript *script, Outcome *outcome);

#endif
