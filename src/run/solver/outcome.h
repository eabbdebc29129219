/* The result of running a solver on a script.
 *
 * Solvers end in many ways, and their exit codes mean little. The rules, in this order:
 * - What we did to the program (limits, cancelling) decides first, and what we could not do: nothing counts that a run has
 *   printed of which something is left.
 * - A signal, or an exit code that stands for one, is a crash unless the output explains it by a
 *   limit, by memory that ran out under a limit, or by something that the solver does not have.
 * - An error response makes every answer after it void, because the solver went on with another
 *   script than it was given. An error on standard error has no place, so it makes all void. Only an error that the
 *   solver's profile calls ignored changes nothing: an option that it does not know and leaves out, a model that it does not have.
 * - Only then the answers count. An exit code alone is never an answer. */
#ifndef RUN_SOLVER_OUTCOME_H
#define RUN_SOLVER_OUTCOME_H

#include "run/process/run.h"
#include "run/solver/response.h"
#include "run/solver/solve.h"

#define OUTCOME_LIST(X)                                                                            \
  X(OUTCOME_SAT, "sat") /* of several answers the last */                                          \
  X(OUTCOME_UNSAT, "unsat")                                                                        \
  X(OUTCOME_UNKNOWN, "unknown")                                                                    \
  X(OUTCOME_TIMEOUT, "timeout")                                                                    \
  X(OUTCOME_MEMORY, "memory")           /* ran out of it */                                        \
  X(OUTCOME_UNSUPPORTED, "unsupported") /* the solver says that it cannot do this */               \
  X(OUTCOME_ERROR, "error")             /* the solver rejects the script or its options */         \
  X(OUTCOME_CRASH, "crash")             /* signal, failed assertion, report of a sanitizer */      \
  X(OUTCOME_FLOOD, "flood")             /* more output than the limit */                           \
  X(OUTCOME_NO_ANSWER, "no answer")     /* nothing, or nothing that is an answer */                \
  X(OUTCOME_KILLED, "killed")           /* cancelled, or ended from outside */                     \
  X(OUTCOME_NOT_STARTED, "not started")                                                            \
  X(OUTCOME_ESCAPED, "escaped") /* what it has started could not be ended and may run on */

#define OUTCOME_ENUM(code, name) code,
typedef enum { OUTCOME_LIST(OUTCOME_ENUM) OUTCOME_COUNT } OutcomeKind;
#undef OUTCOME_ENUM

/* The answer to one query. */
typedef struct {
  SolverAnswer kind; /* never SAYS_NOTHING */
  bool is_void;      /* after an error */
  uint32_t response; /* index into Outcome.responses: what stands after it belongs to it */
} OutcomeAnswer;

typedef struct {
  OutcomeKind kind;
  bool located;      /* of a crash: its group says where in the program it happened */
  bool unknown_name; /* an error: the solver does not know a sort or function */
  VEC(OutcomeAnswer) answers;
  Responses responses; /* everything on standard output: models, cores, values ... */
  uint64_t sound; /* so much of standard output comes before an error that makes answers void */
  char *message;  /* of the error or crash, in one line; NULL if there is none */
  char
      *group; /* the same without what differs from run to run; with a stack, its first functions */
  bool has_counter;
  uint64_t counter; /* the solver's own measure of work */
  RunResult run;    /* output, times, memory, exit code, signal */
} Outcome;

/* Before the frames, up to "]", of a group that has them from a traced run. */
#define OUTCOME_STACK " ["

/* Takes the result of a request over. */
void outcome_read(const SolveRequest *request, RunResult *run, Outcome *outcome);
void outcome_deinit(Outcome *outcome);

const char *outcome_name(OutcomeKind kind);
/* sat or unsat. */
bool outcome_is_decided(OutcomeKind kind);
/* Something that the solver's developers should see: a crash, a flood. */
bool outcome_is_failure(OutcomeKind kind);

/* Starts the request, waits for its end and reads the outcome; other events of the supervisor are an
 * error of the caller. False: supervisor_wake was called; the run has been cancelled. */
bool outcome_solve(Supervisor *sup, const SolveRequest *request, Outcome *outcome);

/* Appends a message without what differs between runs of one defect: numbers, addresses, paths. */
void outcome_normalise(const char *message, size_t length, StrBuf *out);

#endif
