#include "solve/verify/engine_run.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "solve/verify/attack.h"

void engine_run_init(EngineRun *run, const Problem *problem, BoundMethod method)
{
  *run = (EngineRun){.problem = problem, .method = method};
  if (helper_init(&run->helper, &run->error)) run->state = SPLIT_STUCK;
}

void engine_run_deinit(EngineRun *run)
{
  helper_deinit(&run->helper);
  witness_deinit(&run->witness);
}

SplitProgress engine_run_progress(EngineRun *run)
{
  return (SplitProgress){.open = run->state == SPLIT_OPEN, .margin = INFINITY};
}

Witness engine_run_take_witness(EngineRun *run)
{
  assert(run->state == SPLIT_SAT);
  Witness witness = run->witness;
  run->witness = (Witness){0};
  return witness;
}

const char *engine_run_reason(EngineRun *run)
{
  assert(run->state == SPLIT_STUCK);
  return run->error.message;
}

SplitState engine_run_stick(EngineRun *run, const char *format, ...)
{
  assert(run->state != SPLIT_SAT && run->state != SPLIT_UNSAT);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(run->error.message, sizeof run->error.message, format, arguments);
  va_end(arguments);
  return run->state = SPLIT_STUCK;
}

/* Can the rows of the only disjunct hold? */
static bool narrow(const Problem *problem, Bounds *bounds)
{
  if (problem->disjuncts.count != 1) return true;
  const Disjunct *disjunct = &problem->disjuncts.items[0];
  FixpointRow *rows = mem_alloc(disjunct->count + 1u, sizeof *rows);
  for (uint32_t i = 0; i < disjunct->count; i++)
    rows[i] = problem_fixpoint_row(problem, disjunct->first + i);
  bool left = fixpoint_narrow(bounds, rows, disjunct->count);
  free(rows);
  return left;
}

bool engine_run_bounds(EngineRun *run, Bounds *bounds)
{
  bounds_init(bounds, run->problem->net);
  bounds->method = run->method;
  bounds_set_box(bounds, run->problem->lower, run->problem->upper, NULL);
  bool left = run->method != BOUND_INTERVAL || narrow(run->problem, bounds);
  if (bounds->finite && left) return true;
  if (left)
    engine_run_stick(run, "the bounds of neurons overflow");
  else
    run->state = SPLIT_UNSAT;
  bounds_deinit(bounds);
  return false;
}

static bool is_witness(const Problem *problem, const Disjunct *disjunct, const double *x)
{
  Witness witness = {0};
  bool valid = witness_validate(&witness, problem, disjunct, x);
  if (valid) witness_deinit(&witness);
  return valid;
}

bool engine_run_near(const Problem *problem, size_t disjunct, double *x)
{
  assert(disjunct < problem->disjuncts.count);
  enum { STEPS = 40 };
  const Disjunct *wanted = &problem->disjuncts.items[disjunct];
  if (is_witness(problem, wanted, x)) return true;
  Attack attack;
  attack_init(&attack, problem);
  memcpy(attack.point, x, problem_inputs(problem) * sizeof *x);
  bool found = attack_descend(&attack, wanted, problem->lower, problem->upper, STEPS, 0.25) &&
               is_witness(problem, wanted, attack.point);
  if (found) memcpy(x, attack.point, problem_inputs(problem) * sizeof *x);
  attack_deinit(&attack);
  return found;
}

/* A witness near the values of the inputs, where the script is weaker than the network. */
static bool take_near(EngineRun *run, mpq_t *values)
{
  const Problem *problem = run->problem;
  double *x = mem_alloc(problem_inputs(problem), sizeof *x);
  bool found = false;
  for (size_t i = 0; i < problem->disjuncts.count && !found; i++) {
    for (uint32_t k = 0; k < problem_inputs(problem); k++) x[k] = mpq_get_d(values[k]);
    found = engine_run_near(problem, i, x) &&
            witness_validate(&run->witness, problem, &problem->disjuncts.items[i], x);
  }
  free(x);
  return found;
}

bool engine_run_take_values(EngineRun *run, mpq_t *values)
{
  const Problem *problem = run->problem;
  bool found = false;
  for (size_t i = 0; i < problem->disjuncts.count && !found; i++)
    found = witness_validate_exact(&run->witness, problem, &problem->disjuncts.items[i], values);
  found = found || take_near(run, values);
  if (found) run->state = SPLIT_SAT;
  return found;
}
