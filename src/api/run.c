#include <assert.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/mem.h"
#include "find/oracle/finding.h"
#include "run/solver/outcome.h"

struct assay_outcome {
  Outcome outcome;
};

_Static_assert(
    (int)ASSAY_SAT == (int)OUTCOME_SAT && (int)ASSAY_UNSAT == (int)OUTCOME_UNSAT &&
        (int)ASSAY_ANSWERED_UNKNOWN == (int)OUTCOME_UNKNOWN &&
        (int)ASSAY_TIMEOUT == (int)OUTCOME_TIMEOUT && (int)ASSAY_MEMORY == (int)OUTCOME_MEMORY &&
        (int)ASSAY_UNSUPPORTED == (int)OUTCOME_UNSUPPORTED &&
        (int)ASSAY_REJECTED == (int)OUTCOME_ERROR && (int)ASSAY_CRASH == (int)OUTCOME_CRASH &&
        (int)ASSAY_FLOOD == (int)OUTCOME_FLOOD && (int)ASSAY_NO_ANSWER == (int)OUTCOME_NO_ANSWER &&
        (int)ASSAY_KILLED == (int)OUTCOME_KILLED &&
        (int)ASSAY_NOT_STARTED == (int)OUTCOME_NOT_STARTED &&
        (int)ASSAY_ESCAPED == (int)OUTCOME_ESCAPED && (int)OUTCOME_COUNT == (int)ASSAY_ESCAPED + 1,
    "assay_result follows OutcomeKind");

assay_status assay_solver_find(const assay_context *context, const char *expression,
                               assay_solver **solver, assay_error *error)
{
  assert(context && expression && solver);
  assay_solver *self = mem_alloc_zero(1, sizeof *self);
  Error own;
  *solver = NULL;
  if (solver_find(context->profiles, expression, &self->solver, &own) != STATUS_OK) {
    free(self);
    return api_fail(&own, error);
  }
  *solver = self;
  return ASSAY_OK;
}

void assay_solver_destroy(assay_solver *solver)
{
  if (!solver) return;
  solver_deinit(&solver->solver);
  free(solver);
}

const char *assay_solver_name(const assay_solver *solver)
{
  assert(solver);
  return solver->solver.name;
}

RunLimits api_limits(uint64_t timeout_ms, uint64_t memory_bytes)
{
  return (RunLimits){.wall_ns = timeout_ms > UINT64_MAX / 1000000 ? 0 : timeout_ms * 1000000,
                     .memory_bytes = memory_bytes};
}

assay_status api_solvers(const assay_solver *const *solvers, size_t count, ApiSolvers *all,
                         assay_error *error)
{
  if (count == 0 || count > SOLVER_SET_MAX)
    return api_refuse(error, ASSAY_USAGE, "there have to be 1 to %d solvers", SOLVER_SET_MAX);
  *all = (ApiSolvers){mem_alloc(count, sizeof *all->items), count};
  for (size_t i = 0; i < count; i++) {
    assert(solvers[i]);
    all->items[i] = solvers[i]->solver;
  }
  return ASSAY_OK;
}

void api_solvers_free(ApiSolvers *all)
{
  free(all->items);
}

assay_status assay_run(const assay_solver *solver, const assay_script *script, uint64_t timeout_ms,
                       uint64_t memory_bytes, bool models, assay_outcome **outcome,
                       assay_error *error)
{
  assert(solver && script && outcome);
  SolveRequest request = {
      .solver = &solver->solver,
      .bytes = script->text,
      .length = script->length,
      .traits = script->language->traits(script->text, script->length),
      .limits = api_limits(timeout_ms, memory_bytes),
      .print_models = models,
  };
  Supervisor *sup;
  Error own;
  *outcome = NULL;
  if (solve_check(&request, &own) != STATUS_OK || supervisor_create(&sup, &own) != STATUS_OK)
    return api_fail(&own, error);
  assay_outcome *self = mem_alloc_zero(1, sizeof *self);
  outcome_solve(sup, &request, &self->outcome); /* nobody has the supervisor to wake it */
  supervisor_destroy(sup);
  *outcome = self;
  return ASSAY_OK;
}

void assay_outcome_destroy(assay_outcome *outcome)
{
  if (!outcome) return;
  outcome_deinit(&outcome->outcome);
  free(outcome);
}

assay_result assay_outcome_result(const assay_outcome *outcome)
{
  assert(outcome);
  return (assay_result)outcome->outcome.kind;
}

const char *assay_outcome_name(const assay_outcome *outcome)
{
  assert(outcome);
  return outcome_name(outcome->outcome.kind);
}

/* Answers after an error are void. */
size_t assay_outcome_answers(const assay_outcome *outcome)
{
  assert(outcome);
  size_t count = 0;
  while (count < outcome->outcome.answers.count && !outcome->outcome.answers.items[count].is_void)
    count++;
  return count;
}

assay_result assay_outcome_answer(const assay_outcome *outcome, size_t query)
{
  assert(query < assay_outcome_answers(outcome));
  switch (outcome->outcome.answers.items[query].kind) {
  case SAYS_SAT: return ASSAY_SAT;
  case SAYS_UNSAT: return ASSAY_UNSAT;
  case SAYS_TIMEOUT: return ASSAY_TIMEOUT;
  default: return ASSAY_ANSWERED_UNKNOWN;
  }
}

const char *assay_outcome_message(const assay_outcome *outcome)
{
  assert(outcome);
  return outcome->outcome.message;
}

const char *assay_outcome_output(const assay_outcome *outcome, size_t *length)
{
  assert(outcome);
  const RunOutput *out = &outcome->outcome.run.out;
  if (length) *length = out->length;
  return out->bytes ? out->bytes : "";
}

double assay_outcome_wall_seconds(const assay_outcome *outcome)
{
  assert(outcome);
  return (double)outcome->outcome.run.wall_ns / 1e9;
}

double assay_outcome_cpu_seconds(const assay_outcome *outcome)
{
  assert(outcome);
  return (double)outcome->outcome.run.cpu_ns / 1e9;
}

uint64_t assay_outcome_peak_bytes(const assay_outcome *outcome)
{
  assert(outcome);
  return outcome->outcome.run.peak_bytes;
}
