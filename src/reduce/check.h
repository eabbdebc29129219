/* Does a text still show the behaviour that is looked for?
 *
 * A check runs programs on the text, one after the other, and stops as soon as the answer is known.
 * Many checks can be under way at a time. What the behaviour is gets learnt from the original text. */
#ifndef REDUCE_CHECK_H
#define REDUCE_CHECK_H

#include "base/status.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "run/supervisor.h"

typedef enum {
  VERDICT_OPEN, /* another run is needed */
  VERDICT_YES,
  VERDICT_NO
} Verdict;

typedef struct Check Check;

/* One text under examination. */
typedef struct {
  const char *text; /* followed by zero bytes */
  size_t length;
  uint32_t slot;   /* below CHECK_SLOTS, different for all that are under way */
  uint32_t step;   /* runs of this examination so far */
  uint32_t yes;    /* rounds that have shown the behaviour */
  uint32_t no;     /* rounds that have not */
  uint64_t cpu_ns; /* of the runs of the longest round */
  void *state;     /* of the check, for this text */
} Probe;

enum { CHECK_SLOTS = 1024 };

/* What a kind of check does. */
typedef struct {
  /* Starts run number probe->step of a round with `user` in its request. 0: check->error says why that
   * cannot be done. */
  RunHandle (*start)(Check *check, Supervisor *sup, Probe *probe, void *user);
  /* Looks at the result of a run, which it may take over. The first round of all defines the behaviour:
   * VERDICT_NO means that there is none to keep, and check->error says why. */
  Verdict (*take)(Check *check, Probe *probe, RunResult *result);
  /* Releases probe->state at the end of a round, also of one that was cancelled. NULL: nothing to do. */
  void (*end)(Check *check, Probe *probe);
  /* Fits the limits of time to what a text that shows the behaviour needed. NULL: they are fixed. */
  void (*adapt)(Check *check, const Probe *probe);
  /* What is looked for, in a few words. */
  void (*describe)(const Check *check, StrBuf *out);
  void (*destroy)(Check *check);
} CheckKind;

struct Check {
  const CheckKind *kind;
  uint32_t rounds; /* flaky behaviour: at most that many rounds for a text, from 1 */
  uint32_t needed; /* of which this many have to show it */
  bool learnt;     /* the behaviour is known */
  uint64_t runs;   /* programs that were started */
  Error error;
};

void check_destroy(Check *check);
void check_describe(const Check *check, StrBuf *out);

/* Starts the next run; 0 if that cannot be done. */
RunHandle check_start(Check *check, Supervisor *sup, Probe *probe, void *user);
/* Looks at its result; VERDICT_OPEN: call check_start again. */
Verdict check_take(Check *check, Probe *probe, RunResult *result);
/* Must be called for a probe that gets no verdict. */
void check_abandon(Check *check, Probe *probe);
void check_adapt(Check *check, const Probe *probe);

#endif
