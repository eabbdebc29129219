/* Does a text still show the behaviour that is looked for?
 *
 * A check runs programs on the text, one after the other, and stops as soon as the answer is known.
 * Many checks can be in progress at a time. What the behaviour is gets learnt from the original text. */
#ifndef FIND_REDUCE_CHECKER_H
#define FIND_REDUCE_CHECKER_H

#include "base/status.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "run/process/supervisor.h"

typedef enum {
  CHECK_OPEN, /* another run is needed */
  CHECK_YES,
  CHECK_NO
} CheckVerdict;

typedef struct Checker Checker;

/* One text under examination. */
typedef struct {
  const char *text; /* followed by zero bytes */
  size_t length;
  uint32_t slot;   /* below CHECKER_SLOTS, different for all that are in progress */
  uint32_t step;   /* runs of this examination so far */
  uint32_t yes;    /* rounds that have shown the behaviour */
  uint32_t no;     /* rounds that have not */
  uint64_t cpu_ns; /* of the runs of the longest round */
  void *state;     /* of the check, for this text */
} CheckedText;

enum { CHECKER_SLOTS = 1024 };

/* What a kind of check does. */
typedef struct {
  /* Starts run number probe->step of a round with `user` in its request. 0: check->error says why that
   * cannot be done. */
  RunHandle (*start)(Checker *check, Supervisor *sup, CheckedText *probe, void *user);
  /* Looks at the result of a run, which it may take over. The first round of all defines the behaviour:
   * CHECK_NO means that there is none to keep, and check->error says why. */
  CheckVerdict (*take)(Checker *check, CheckedText *probe, RunResult *result);
  /* Releases probe->state at the end of a round, also of one that was cancelled. NULL: nothing to do. */
  void (*end)(Checker *check, CheckedText *probe);
  /* Fits the limits of time to what a text that shows the behaviour needed. NULL: they are fixed. */
  void (*adapt)(Checker *check, const CheckedText *probe);
  /* Asks for a part of the behaviour from now on, in (0, 1]: what a text shows that shows all of it, at less cost. NULL: there is no
   * such part. */
  void (*ease)(Checker *check, double part);
  /* What is looked for, in a few words. */
  void (*describe)(const Checker *check, StrBuf *out);
  void (*destroy)(Checker *check);
} CheckerKind;

struct Checker {
  const CheckerKind *kind;
  uint32_t rounds;      /* flaky behaviour: at most that many rounds for a text, from 1 */
  uint32_t needed;      /* of which this many have to show it */
  bool learnt;          /* the behaviour is known */
  uint64_t original_ns; /* CPU time of the round that it was learnt in */
  uint64_t shown_ns;    /* with `ease`: CPU time of a round that shows all of it, */
  uint64_t spent_ns;    /* and of this, what no part of the behaviour saves */
  uint64_t runs;        /* programs that were started */
  Error error;
};

void checker_destroy(Checker *check);
void checker_describe(const Checker *check, StrBuf *out);

/* Starts the next run; 0 if that cannot be done. */
RunHandle checker_start(Checker *check, Supervisor *sup, CheckedText *probe, void *user);
/* Looks at its result; CHECK_OPEN: call checker_start again. A program that cannot be run any more is no
 * answer: check->error is set then. */
CheckVerdict checker_take(Checker *check, CheckedText *probe, RunResult *result);
/* Must be called for a probe that gets no verdict. */
void checker_abandon(Checker *check, CheckedText *probe);
void checker_adapt(Checker *check, const CheckedText *probe);
/* Of a kind that has parts. */
void checker_ease_to(Checker *check, double part);

#endif
