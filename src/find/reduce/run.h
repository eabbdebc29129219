/* Inside the reducer: one reduction, with what it takes to examine texts. */
#ifndef FIND_REDUCE_RUN_H
#define FIND_REDUCE_RUN_H

#include "find/reduce/reduce.h"

typedef struct {
  ReduceContext base; /* what the reducer of the language sees */
  const ReduceOptions *options;
  Supervisor *sup;
  Checker *check;
  uint64_t tick_ns; /* of the next report of progress */
} ReduceRun;

/* reduce.c: by the behaviour that the checker asks for now. */
ReduceEnd reduce_run(Supervisor *sup, Checker *check, const ReduceOptions *options,
                     const char *text, size_t length, ReduceStatistics *statistics, Error *error);
/* Tells the user what has been reached. */
void reduce_run_report(ReduceRun *run, bool improved);
/* Is it time to stop? */
bool reduce_run_is_over(ReduceRun *run);

#endif
