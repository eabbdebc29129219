/* What the engines that translate subproblems share. */
#ifndef SOLVE_VERIFY_ENGINE_RUN_H
#define SOLVE_VERIFY_ENGINE_RUN_H

#include "nn/bound/bound.h"
#include "solve/verify/engine.h"
#include "solve/verify/helper.h"

/* The first member of each. */
struct EngineRun {
  const Problem *problem;
  Helper helper;
  SplitState state;
  bool started;
  BoundMethod method;
  Witness witness;
  Error error; /* why it is stuck */
};

void engine_run_init(EngineRun *run, const Problem *problem, BoundMethod method);
void engine_run_deinit(EngineRun *run);
SplitProgress engine_run_progress(EngineRun *run);
Witness engine_run_take_witness(EngineRun *run);
const char *engine_run_reason(EngineRun *run);

/* The run ends without an answer. */
SplitState engine_run_stick(EngineRun *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Is there a witness of a disjunct at x, or near it, where descent from x leads? Solvers that round miss it by a little. The
 * point is moved there. */
bool engine_run_near(const Problem *problem, size_t disjunct, double *x);

/* Makes the values of inputs, or a point near them, the witness of the run, and the run sat. False: they are none. */
bool engine_run_take_values(EngineRun *run, mpq_t *values);

/* Proved bounds of all neurons over the box of the problem, by the method of the run. Intervals are narrowed to where the rows
 * hold, if there is one disjunct. False: they are not finite, and the run is stuck; or nothing is left, and it is unsat. */
bool engine_run_bounds(EngineRun *run, Bounds *bounds);

#endif
