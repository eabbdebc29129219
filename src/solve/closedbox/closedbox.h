/* Deciding scripts with closed boxes: functions that can only be called.
 *
 *   ClosedboxResult result;
 *   closedbox_solve(&settings, &problem, &result);
 *   if (result.answer == ANSWER_SAT) ... result.model, which was checked by calling
 *
 * `unsat` is said only where the SMT engine proves it with the boxes as uninterpreted functions and facts that calls
 * gave, or where a complete sweep, in which no call failed, finds nothing. Facts are called again and sweeps are
 * repeated in a newly executed process before unsat is said: from the answers of a box that is no function everything
 * would follow. */
#ifndef SOLVE_CLOSEDBOX_CLOSEDBOX_H
#define SOLVE_CLOSEDBOX_CLOSEDBOX_H

#include "solve/closedbox/smt_side.h"
#include "solve/closedbox/verify.h"

typedef enum { CLOSEDBOX_AUTO, CLOSEDBOX_CDFL, CLOSEDBOX_FUZZ, CLOSEDBOX_ACTIVE } ClosedboxMode;

/* What the queries of a script know together. */
typedef struct {
  CallTable calls; /* that did not fail */
  bool kept;       /* some are of earlier runs, which kept them since calls take long */
  StrBuf
      contradiction; /* which box is not a function, and how that was seen; empty: none is known */
} ClosedboxMemory;

void closedbox_memory_init(ClosedboxMemory *memory);
void closedbox_memory_deinit(ClosedboxMemory *memory);

typedef struct {
  ClosedboxMode mode;
  uint64_t deadline_ns; /* by clock_monotonic_ns */
  CallLimits limits;    /* the time for one call, memory; the rest is filled in */
  uint64_t seed;
  uint32_t jobs; /* processes that search at the same time; 0 is 1 */
  ClosedboxMemory *memory;
  Supervisor *sup;
  const Solver *solver; /* NULL: there is no SMT engine */
  /* Calls fresh_main (fresh.h) when it is started as WORKER_NAME; NULL: unsat is never said where it rests on calls. */
  const char *program;
  /* Called with each line that tells what happens; NULL: nobody wants to know. */
  void (*trace)(void *context, const char *line);
  void *trace_context;
} ClosedboxSettings;

typedef struct {
  AnswerKind answer; /* ANSWER_SAT, ANSWER_UNSAT or ANSWER_UNKNOWN */
  Model model;       /* of sat */
  StrBuf reason;     /* why unknown, or how unsat is known */
  Status status;     /* not STATUS_OK: the boxes cannot be called at all */
  Error error;
  uint64_t iterations, calls, evaluations;
} ClosedboxResult;

void closedbox_solve(const ClosedboxSettings *settings, BoxProblem *problem,
                     ClosedboxResult *result);
void closedbox_result_deinit(ClosedboxResult *result);

#endif
