/* How what a campaign has found is made smaller: by someone who knows what the inputs are. */
#ifndef FIND_FUZZ_REDUCER_H
#define FIND_FUZZ_REDUCER_H

#include "base/strbuf.h"
#include "find/oracle/finding.h"
#include "language/language.h"
#include "run/process/supervisor.h"
#include "run/solver/solver.h"

typedef struct {
  const LanguageInterface *language; /* of the text */
  const char *text;                  /* that shows it */
  size_t length;
  const Solver *solvers; /* of the campaign */
  size_t solver_count;
  const Finding
      *finding; /* to be kept: kind, accused and signature; NULL: that the target is slow */
  const Solver *target, *reference; /* then; the reference may be NULL */
  double keep_margin; /* then: the part of the time between them that has to be left */
  uint64_t first_ns;  /* otherwise: how long a run on the text takes at most, by the clock */
  uint64_t time_ns;   /* at most that long in all */
} ReducerTask;

typedef enum {
  REDUCER_MINIMAL, /* nothing else can be left out */
  REDUCER_STOPPED, /* the time is up */
  REDUCER_REFUSED, /* it cannot be reduced: the reason is in the error */
  REDUCER_INTERRUPTED
} ReducerEnd;

/* The best text so far is in `best`, which stays empty if there is none, however it ends. */
typedef ReducerEnd ReducerFunction(void *user, Supervisor *sup, const ReducerTask *task,
                                   StrBuf *best, Error *error);

typedef struct {
  ReducerFunction *reduce; /* NULL: nothing is reduced */
  void *user;
  uint64_t time_ns; /* for each finding */
} Reducer;

#endif
