/* Delta debugging of scripts: a smaller script that still shows a behaviour.
 *
 * Works on terms, so that every candidate is well sorted. The result is the same in every run and for
 * any number of jobs as long as the check gives the same answers: of several candidates that show the
 * behaviour the first in order is taken, not the first to be found. */
#ifndef FIND_REDUCE_REDUCE_H
#define FIND_REDUCE_REDUCE_H

#include "base/status.h"
#include "find/reduce/checker.h"
#include "smt/text/script.h"

typedef enum { GOAL_BYTES, GOAL_NODES, GOAL_ASSERTS } ReduceGoal;

typedef struct {
  uint64_t checks;     /* texts that were examined */
  uint64_t repeated;   /* candidates that had been examined before */
  uint64_t larger;     /* candidates that were not smaller, and not examined */
  uint64_t accepted;   /* candidates that became the best */
  uint64_t candidates; /* all of them */
  uint64_t own_ns;     /* CPU time of ours */
  uint64_t bytes;      /* of the best text */
  uint64_t assertions; /* of it */
  bool minimal;        /* no candidate of any move shows the behaviour */
} ReduceStatistics;

/* Told of progress, often; `improved` if there is a new best text. False: stop, as after a failed
 * write of it. */
typedef bool ReduceSink(void *user, const char *text, size_t length, bool improved,
                        const ReduceStatistics *statistics);

typedef struct {
  uint32_t jobs; /* checks at a time, from 1 */
  ReduceGoal goal;
  uint64_t end_ns; /* of the monotonic clock: stop then; 0: no limit */
  bool keep_names;
  bool text; /* it need not be a script; what is left need not be one, either */
  ReduceSink *sink;
  void *user;
} ReduceOptions;

/* Why a reduction ended. */
typedef enum {
  REDUCE_DONE,
  REDUCE_STOPPED, /* by supervisor_wake, the sink or the time */
  REDUCE_FAILED   /* the error says why */
} ReduceEnd;

/* Whether a text can be reduced at all. */
typedef enum {
  START_READY,   /* the checker has learnt the behaviour */
  START_NOTHING, /* there is nothing to keep: the error says why */
  START_FLAKY,   /* it does not show again */
  START_TRIVIAL, /* (check-sat) alone shows it, too: reducing would only lead there */
  START_TIME,    /* it is end_ns, and the behaviour is not known yet */
  START_STOPPED  /* by supervisor_wake, or the error says why it cannot be examined */
} ReduceStart;

/* Learns the behaviour from a text. `trivial`: it may be one that (check-sat) shows. */
ReduceStart reduce_start(Supervisor *sup, Checker *check, const char *text, size_t length,
                         bool trivial, uint64_t end_ns, Error *error);

/* Reduces a text that shows the behaviour, which the checker has learnt. The sink is told what is best,
 * which is the text itself if nothing else was found in time. An error with a line is one of the script. */
ReduceEnd reduce(Supervisor *sup, Checker *check, const ReduceOptions *options, const char *text,
                 size_t length, ReduceStatistics *statistics, Error *error);

/* Examines one text. PROBE_OPEN: it is end_ns, a signal came, or the error says why it cannot be done. */
ProbeVerdict reduce_examine(Supervisor *sup, Checker *check, const char *text, size_t length,
                            uint64_t end_ns, Error *error);

#endif
