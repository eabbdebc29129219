/* What to run, within which limits, and the result. See supervisor.h for running it. */
#ifndef RUN_PROCESS_RUN_H
#define RUN_PROCESS_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Names one run of a supervisor; never 0, and never used again. */
typedef uint64_t RunHandle;

/* 0 is "no limit" where nothing else is said. */
typedef struct {
  uint64_t wall_ns;
  uint64_t cpu_ns;       /* user and system time of all processes of the run */
  uint64_t memory_bytes; /* resident, all processes of the run together */
  uint64_t
      address_space_bytes; /* of each process; programs like node need far more than they use */
  size_t stdout_bytes;     /* 0: RUN_DEFAULT_OUTPUT */
  size_t stderr_bytes;     /* 0: RUN_DEFAULT_OUTPUT */
  uint32_t open_files;     /* 0: as many as we may have */
  uint64_t grace_ns;       /* from SIGTERM to SIGKILL; 0: SIGKILL at once. Memory knows no grace */
} RunLimits;

enum {
  RUN_DEFAULT_OUTPUT = 16 << 20,
  RUN_WALL_PER_CPU =
      10, /* where time is CPU time, the wall time after which a program counts as waiting */
};

typedef enum {
  RUN_INPUT_NONE,       /* standard input is empty */
  RUN_INPUT_STDIN,      /* the bytes are standard input */
  RUN_INPUT_FILE,       /* the bytes are a file that the program finds at RUN_INPUT_PATH */
  RUN_INPUT_PATH_STDIN, /* the file `input_path` is standard input */
  RUN_INPUT_DESCRIPTOR, /* the program finds `descriptor` at RUN_INPUT_PATH */
} RunInput;

/* To be put into argv where the program wants the name of its input. */
#define RUN_INPUT_PATH   "/proc/self/fd/3"
#define RUN_LIBRARY_PATH "/proc/self/fd/4"

/* How the process came to be. */
#define RUN_MANNER_LIST(X)                                                                         \
  X(RUN_FRESH, "plain")                                                                            \
  X(RUN_TUNED, "tuned")        /* a new program with settings that make it faster */               \
  X(RUN_FORKED, "forked")      /* a copy of a program that was stopped before it read its input */ \
  X(RUN_IN_SESSION, "session") /* one that had other queries before */

#define RUN_MANNER_ENUM(code, text) code,
typedef enum { RUN_MANNER_LIST(RUN_MANNER_ENUM) RUN_MANNER_COUNT } RunManner;
#undef RUN_MANNER_ENUM

/* A zeroed record plus argv is a plain run. Everything it points to has to live until the call that
 * starts the run returns. */
typedef struct {
  const char *const *argv; /* ends with NULL; argv[0] without a slash is looked up in PATH */
  const char *program;     /* the path of the program, if argv[0] only names it; NULL: argv[0] */
  int (*call)(
      void *
          user); /* instead of argv: a copy of our process calls it, and exits with what it returns. Of our
                            * descriptors it has none, and the supervisor is not its own. Only without other threads */
  void *call_user;
  const char *const *environment; /* changes: "NAME=value" sets, "NAME" removes; ends with NULL */
  const char *directory;          /* to run in; NULL: ours */
  const char *folder; /* to be removed with the files in it when the run has ended; NULL: none */
  /* A file that the program writes its result to: if there is something in it, it is the output, and what was printed does
   * not count. NULL: none */
  const char *results;
  int failure; /* not 0: nothing is started, and this errno says why */
  RunInput input;
  const char *bytes;
  size_t length;
  const char *input_path;
  int descriptor;
  int library; /* the program finds it at RUN_LIBRARY_PATH; 0: none */
  RunLimits limits;
  bool pin; /* to the processor `cpu` */
  uint32_t cpu;
  bool count_instructions;
  bool no_peak;     /* memory is limited, but the result does not tell its peak */
  RunManner manner; /* for the result */
  bool serves;  /* it makes the processes of other runs, which get marks of their own (family.h) */
  bool isolate; /* in namespaces of its own (isolate.h); not with `call`, `serves` */
  bool
      apart; /* where runs are in a namespace, in one of its own, where no other run can signal it; not with these, either */
  void *user; /* comes back in the result */
} RunRequest;

#define RUN_END_LIST(X)                                                                            \
  X(RUN_EXITED, "exited")                                                                          \
  X(RUN_SIGNALLED, "ended by a signal")                                                            \
  X(RUN_WALL_LIMIT, "time limit")                                                                  \
  X(RUN_CPU_LIMIT, "CPU time limit")                                                               \
  X(RUN_MEMORY_LIMIT, "memory limit")                                                              \
  X(RUN_OUTPUT_LIMIT, "output limit")                                                              \
  X(RUN_CANCELLED, "cancelled")                                                                    \
  X(RUN_NOT_STARTED, "could not be started")                                                       \
  X(RUN_ESCAPED, "processes that it had started could not be ended")

#define RUN_END_ENUM(code, text) code,
typedef enum { RUN_END_LIST(RUN_END_ENUM) RUN_END_COUNT } RunEnd;
#undef RUN_END_ENUM

typedef struct {
  char *bytes; /* NUL-terminated after `length`; may hold NUL bytes before that */
  size_t length;
  bool cut;      /* there was more than the limit allows */
  bool complete; /* nothing was cut and the last line is terminated; true if empty */
} RunOutput;

/* Limits say what ended the run, and are not applied in hindsight, with one exception: output that is
 * over its limit is always RUN_OUTPUT_LIMIT, for whether the program still ran when that was noticed
 * is a matter of chance. */
typedef struct {
  RunHandle handle;
  void *user;
  RunEnd end;
  int exit_code;       /* -1 if the program did not exit by itself */
  int signal;          /* that ended it, also one of ours; 0 if none did */
  int error_number;    /* why it could not be started (errno) */
  uint64_t wall_ns;    /* until the program ended, without the time to end what it left behind */
  uint64_t cpu_ns;     /* user and system time of all processes of the run */
  uint64_t peak_bytes; /* of resident memory: at least; 0 if it ended before anyone could look */
  bool peak_exact;     /* the kernel's own record, of a run with one process */
  bool has_instructions;
  uint64_t instructions; /* in user space, all processes */
  RunOutput out, err;
  uint32_t strays_killed; /* processes that had to be killed after the program had ended */
  bool
      strays_left; /* some could not be killed: they hang in the kernel, or start others faster than they are found */
  RunManner manner;
  uint32_t scripts_before;   /* of RUN_IN_SESSION: that the process had before this one */
  const char *plain_because; /* why the run was not made faster as wished (solve_pool.h), or NULL */
} RunResult;

const char *run_end_text(RunEnd end);
const char *run_manner_text(RunManner manner);
/* Was the process there before the run, or made of one that was? */
bool run_is_reused(RunManner manner, uint32_t scripts_before);
void run_result_deinit(RunResult *result);

#endif
