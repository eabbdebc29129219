/* Delta debugging: a smaller input that still shows a behaviour.
 *
 * What can be left out is up to the language (language/reducer.h). The result is the same in every run and for
 * any number of jobs as long as the check gives the same answers: of several candidates that show the
 * behaviour the first in order is taken, not the first to be found. */
#ifndef FIND_REDUCE_REDUCE_H
#define FIND_REDUCE_REDUCE_H

#include "base/status.h"
#include "find/reduce/checker.h"
#include "language/language.h"

/* Told of progress, often; `improved` if there is a new best text. False: stop, as after a failed
 * write of it. */
typedef bool ReduceSink(void *user, const char *text, size_t length, bool improved,
                        const ReduceStatistics *statistics);

typedef struct {
  const LanguageInterface *language; /* of the text */
  uint32_t jobs;                     /* checks at a time, from 1 */
  ReduceGoal goal;
  uint64_t end_ns; /* of the monotonic clock: stop then; 0: no limit */
  bool keep_names;
  bool any_text; /* it need not be an input of the language; what is left need not be one, either */
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
  START_FLAKY,   /* it does not reproduce */
  START_TRIVIAL, /* an input with nothing in it shows it, too: reducing would only lead there */
  START_TIME,    /* it is end_ns, and the behaviour is not known yet */
  START_STOPPED  /* by supervisor_wake, or the error says why it cannot be examined */
} ReduceStart;

/* Learns the behaviour from a text. `trivial`: an input with nothing in it, which must not show it; NULL: it may. */
ReduceStart reduce_start(Supervisor *sup, Checker *check, const char *text, size_t length,
                         const char *trivial, uint64_t end_ns, Error *error);

/* Reduces a text that shows the behaviour, which the checker has learnt. The sink is told what is best,
 * which is the text itself if nothing else was found in time. An error with a line is one of the input. */
ReduceEnd reduce_text(Supervisor *sup, Checker *check, const ReduceOptions *options,
                      const char *text, size_t length, ReduceStatistics *statistics, Error *error);

/* Examines one text. CHECK_OPEN: it is end_ns, a signal came, or the error says why it cannot be done. */
CheckVerdict reduce_examine(Supervisor *sup, Checker *check, const char *text, size_t length,
                            uint64_t end_ns, Error *error);

#endif
