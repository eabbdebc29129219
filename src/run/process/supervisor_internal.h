/* What the files of the supervisor share. A run goes through these hands: supervisor.c has the
 * loop, start.c starts it, capture.c moves its bytes, watch.c enforces its limits, finish.c ends it. */
#ifndef RUN_PROCESS_SUPERVISOR_INTERNAL_H
#define RUN_PROCESS_SUPERVISOR_INTERNAL_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "run/process/counter.h"
#include "run/process/enclosure.h"
#include "run/process/family.h"
#include "run/process/launch.h"
#include "run/process/meter.h"
#include "run/process/supervisor.h"
#include "run/process/watchdog.h"

typedef struct ForkServer ForkServer; /* see fork_server.h */

typedef enum {
  RUN_RUNNING,
  RUN_ASKED_TO_END, /* SIGTERM was sent, SIGKILL follows */
  RUN_KILLED,       /* SIGKILL was sent, the end has not been seen */
  RUN_SWEEPING,     /* the program has ended; what it left behind is being killed */
} RunState;

#define NEVER UINT64_MAX
/* A process that SIGKILL does not end within that time hangs in the kernel. */
#define RUN_PATIENCE_NS UINT64_C(30000000000)

typedef struct {
  uint32_t slot, generation;
  RunState state;
  pid_t leader;                              /* number of the program's process and session */
  pid_t pid;                                 /* the same until it has been waited for, then 0 */
  int pidfd, out_fd, err_fd, in_fd, counter; /* -1: closed */
  Meter meter;                               /* of the program's process */
  RunLimits limits;
  StrBuf out, err;
  uint64_t start_ns;
  uint64_t end_at;  /* wall limit, then the end of the grace or of the patience with strays */
  uint64_t look_at; /* next look at memory and CPU time, or the next sweep */
  uint64_t look_gap;
  uint64_t noted_at;  /* when the peak of memory was last read because of output */
  uint64_t paused_at; /* 0: it is not stopped */
  PidVec members;     /* other processes of the run, as of the last census */
  uint32_t orphans_ended;
  bool had_members;
  bool no_peak;
  bool isolated;          /* the program is below the process that we have started */
  char *folder;           /* to be removed; NULL: none */
  char *results;          /* a file with the output; NULL: none */
  uint64_t reaped_cpu_ns; /* of processes that have ended and were ours to wait for */
  uint64_t
      seen_cpu_ns; /* of an isolated run, when it was last looked at: nobody waits for what the kernel ends */
  RunResult result;
  /* Of a session. */
  Session *session;
  uint64_t query_end_at; /* NEVER: no limit, or no query */
  StrBuf pending;        /* input not yet written */
  size_t written;
  bool in_watched;
} Run;

typedef VEC(Run *) RunVec;

struct Supervisor {
  int epoll, wake, null;
  int isolator; /* see isolate.h; -1: not needed yet */
  Family family;
  Watchdog watchdog;
  Enclosure enclosure;
  int open_failure; /* why there is no enclosure: an errno; 0: none was wanted */
  LaunchStack stack;
  CounterChannel counters;
  bool counters_tried;
  RunVec slots; /* NULL: free */
  U32Vec free_slots;
  RunVec active;
  uint32_t generation;
  VEC(RunEvent) ready;
  size_t ready_taken;
  PidVec pids;             /* scratch */
  VEC(char *) environment; /* scratch */
  char *buffer;            /* scratch for reading */
  uint32_t processors;
  uint64_t census_at;
  bool woken, notified;
};

enum { READ_BYTES = 1 << 16 };

/* supervisor.c */
Run *supervisor_run(const Supervisor *sup, RunHandle handle); /* NULL: has ended */
RunHandle supervisor_launch(Supervisor *sup, const RunRequest *request, Session *session);
/* The same by a copy of a process; 0, and nothing has happened, if there was none. */
RunHandle supervisor_fork(Supervisor *sup, const RunRequest *request, ForkServer *server);
void supervisor_step(Supervisor *sup, uint64_t until_ns);
void supervisor_release(Supervisor *sup, Run *run);
void supervisor_push(Supervisor *sup, const RunEvent *event);
void supervisor_forget(Supervisor *sup, const Session *session); /* its events */

/* start.c */
/* Starts the program, or a copy of that of `server` (NULL: none). 0 or an errno. */
int start_run(Supervisor *sup, Run *run, const RunRequest *request, ForkServer *server);
bool start_watching(Supervisor *sup, const Run *run);

/* capture.c */
typedef enum { WATCH_PIDFD, WATCH_OUT, WATCH_ERR, WATCH_IN, WATCH_WAKE } WatchKind;
bool capture_watch(Supervisor *sup, const Run *run, WatchKind kind, int fd);
void capture_close(Supervisor *sup, int *fd); /* also forgets it */
/* Reads once; at the end of file closes. `limit_hit`: the run has to end for it. */
void capture_read(Supervisor *sup, Run *run, WatchKind kind, bool *limit_hit);
void capture_drain(Supervisor *sup, Run *run);
void capture_write(Supervisor *sup, Run *run);

/* watch.c */
void watch_start(Run *run);
/* Time in which nobody watched counts for no limit of wall time, and not as time that the run took. */
void watch_postpone(Run *run, uint64_t duration);
uint64_t watch_next(const Run *run); /* when to look again */
void watch_look(Supervisor *sup, Run *run, uint64_t now);
void watch_note_peak(Run *run);
void watch_end(Run *run, RunEnd end, uint64_t now); /* asks it to end, or kills it */
void watch_kill(Run *run, RunEnd end, uint64_t now);
bool watch_pause(const Supervisor *sup, Run *run, uint64_t now);
bool watch_resume(const Supervisor *sup, Run *run, uint64_t now);
uint64_t watch_cpu_ns(const Supervisor *sup, Run *run);

/* finish.c */
void finish_undone(Supervisor *sup, Run *run); /* it never was: no result */
void finish_unstarted(Supervisor *sup, Run *run, int error_number);
void finish_unwatched(Supervisor *sup, Run *run, int error_number); /* it runs, but unseen */
void finish_exited(Supervisor *sup, Run *run, uint64_t now);        /* the program has ended */
void finish_abandoned(Supervisor *sup, Run *run, uint64_t now);     /* it cannot be killed */
void finish_sweep(Supervisor *sup, Run *run, uint64_t now);
void finish_census(Supervisor *sup); /* brings the members of all runs up to date, now and then */

/* session.c */
bool session_is_busy(const Session *session);
void session_output(Session *session, uint64_t now);
void session_timed_out(Session *session, uint64_t now);
void session_run_finished(Session *session, const RunResult *result);

#endif
