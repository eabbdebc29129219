/* Runs programs under limits, many at once, in one thread and one event loop.
 *
 *   supervisor_start(sup, &request);  ...  as many as wanted
 *   while (supervisor_wait(sup, SUPERVISOR_FOREVER, &event) == RUN_EVENT_FINISHED) ...
 *
 * A program is started without a shell, in a session of its own, with default signal handling, with
 * standard input, output and error and no other descriptor of ours, without core dumps. When it ends,
 * by itself or by a limit, everything it started is killed too, also what left its session; only
 * then the run is finished. If our process is killed, the program is killed by the kernel.
 *
 * Where the kernel allows it, programs run in a PID namespace (enclosure.h), which nothing can leave and which ends with us.
 * Otherwise what they start is known by marks (family.h).
 *
 * While a supervisor exists our process is a "child subreaper": it becomes the parent of orphans below
 * it. Other children of the process are left alone. A supervisor belongs to the thread that made it,
 * which has to live as long as its runs do. Needs Linux 5.11. */
#ifndef RUN_PROCESS_SUPERVISOR_H
#define RUN_PROCESS_SUPERVISOR_H

#include "base/status.h"
#include "run/process/run.h"

typedef struct Supervisor Supervisor;
typedef struct Session Session; /* see session.h */

Status supervisor_create(Supervisor **supervisor, Error *error);
/* The same without a namespace, which takes some milliseconds to make. */
Status supervisor_create_light(Supervisor **supervisor, Error *error);
/* Kills what still runs, without grace, and waits for its end. Sessions have to be destroyed before. */
void supervisor_destroy(Supervisor *sup);

#define SUPERVISION_LIST(X)                                                                        \
  X(SUPERVISION_NAMESPACE, "namespace") /* the kernel holds what programs start */                 \
  X(SUPERVISION_MARKS, "marks")         /* what they start inherits a mark */                      \
  X(SUPERVISION_SESSIONS, "sessions")   /* there is no room for marks: below another supervisor */

#define SUPERVISION_ENUM(code, text) code,
typedef enum { SUPERVISION_LIST(SUPERVISION_ENUM) SUPERVISION_COUNT } Supervision;
#undef SUPERVISION_ENUM

/* By what it knows the processes of a run. `*reason`, unless NULL: why it is no namespace; NULL: it is one. */
Supervision supervisor_supervision(const Supervisor *sup, const char **reason);
const char *supervision_text(Supervision supervision);

/* Never fails: a program that cannot be started gives a result that says so. */
RunHandle supervisor_start(Supervisor *sup, const RunRequest *request);

/* Runs that are not finished, or whose result has not been taken by supervisor_wait. */
size_t supervisor_pending(const Supervisor *sup);

typedef enum {
  RUN_EVENT_NONE,     /* the time is over, or nothing is pending that could happen */
  RUN_EVENT_WOKEN,    /* by supervisor_wake */
  RUN_EVENT_NOTIFIED, /* by supervisor_notify */
  RUN_EVENT_FINISHED, /* `result` is to be released with run_result_deinit */
  RUN_EVENT_ANSWERED, /* `session` has the outcome of its query */
} RunEventKind;

typedef struct {
  RunEventKind kind;
  RunResult result;
  Session *session;
} RunEvent;

#define SUPERVISOR_FOREVER UINT64_MAX

/* The next thing that happens, for at most `timeout_ns`. Limits are enforced only in here. Signals that our process
 * gets are no events, and time in which it was stopped does not count for limits of wall time. */
RunEventKind supervisor_wait(Supervisor *sup, uint64_t timeout_ns, RunEvent *event);

/* Waits for one run. What happens to others meanwhile is kept for supervisor_wait, as is a call of
 * supervisor_wake, which also cancels the run. */
void supervisor_await(Supervisor *sup, RunHandle handle, RunResult *result);

/* Makes the current or next supervisor_wait return. May be called from a signal handler. */
void supervisor_wake(Supervisor *sup);

/* The same with an event of its own, for other threads that have something ready. */
void supervisor_notify(Supervisor *sup);

/* Ends a run as a limit would, with its grace. Its result still comes, with what it printed.
 * A handle of a run that has ended is fine. */
void supervisor_cancel(Supervisor *sup, RunHandle handle);
void supervisor_cancel_all(Supervisor *sup);

/* Stops the processes of a run where they are, and lets them go on. The time in between does not count as its wall time, and no
 * limit ends it meanwhile; its memory stays. False: it has ended, is being ended, or is in that state already. While all runs are
 * stopped, supervisor_wait without an end waits for ever. */
bool supervisor_pause(Supervisor *sup, RunHandle handle);
bool supervisor_resume(Supervisor *sup, RunHandle handle);
/* User and system time of all processes of a run so far; 0: it has ended, and its result tells. */
uint64_t supervisor_cpu_ns(Supervisor *sup, RunHandle handle);

/* Runs one program of ours or of the system, without a namespace, and waits for its end. */
Status run_one(const RunRequest *request, RunResult *result, Error *error);

#endif
