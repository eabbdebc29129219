/* Subproblems as SMT-LIB scripts, for z3 and cvc5. */
#include <assert.h>

#include "nn/encode/smtlib.h"
#include "nn/property/assignment.h"
#include "run/solver/outcome.h"
#include "solve/verify/engine_run.h"

enum { SCRIPT_BYTES_MAX = 1 << 29 };

typedef struct {
  EngineRun base;
  Profiles *profiles;
  Solver solver;
  StrBuf text;
} SmtRun;

/* All disjuncts in one script: which of them holds is the solver's choice. */
static bool encode(SmtRun *smt)
{
  const Problem *problem = smt->base.problem;
  Bounds bounds;
  if (!engine_run_bounds(&smt->base, &bounds)) return false;
  uint64_t *parts = mem_alloc(problem->disjuncts.count + 1, sizeof *parts);
  for (size_t i = 0; i < problem->disjuncts.count; i++) parts[i] = problem->disjuncts.items[i].part;
  translate_to_smtlib(&bounds, problem->property, parts, problem->disjuncts.count, &smt->text);
  free(parts);
  bounds_deinit(&bounds);
  if (smt->text.overflow) engine_run_stick(&smt->base, "the script is too large");
  return !smt->text.overflow;
}

static void start(SmtRun *smt)
{
  assert(!smt->base.started && smt->solver.name);
  smt->base.started = true;
  if (!encode(smt)) return;
  SolveRequest request = {.solver = &smt->solver,
                          .bytes = smt->text.bytes,
                          .length = smt->text.length,
                          .traits = script_traits(smt->text.bytes, smt->text.length),
                          .limits = {.memory_bytes = (uint64_t)HELPER_MEMORY << 30}};
  smt->base.helper.handle = solve_start(smt->base.helper.supervisor, &request);
}

static void take_model(EngineRun *run, const Outcome *outcome)
{
  assert(outcome->answers.count > 0);
  size_t at = outcome->responses.items[outcome->answers.items[0].response].end;
  Assignment assignment;
  Error error;
  assignment_init(&assignment, problem_inputs(run->problem), 0);
  if (assignment_read(&assignment, outcome->run.out.bytes + at, outcome->run.out.length - at,
                      &error))
    engine_run_stick(run, "the model of the solver cannot be read: %s", error.message);
  else if (!engine_run_take_values(run, assignment.values))
    engine_run_stick(run, "the model of the solver is no witness: the script is weaker than the "
                          "network, or inference in floats gives other outputs");
  assignment_deinit(&assignment);
}

static void read_result(SmtRun *smt, RunResult *result)
{
  SolveRequest request = {
      .solver = &smt->solver, .bytes = smt->text.bytes, .length = smt->text.length};
  request.traits = script_traits(smt->text.bytes, smt->text.length);
  Outcome outcome;
  outcome_read(&request, result, &outcome);
  /* After unsat there are no values, which is an error that changes nothing. */
  bool answered = outcome.answers.count > 0 && !outcome.answers.items[0].is_void;
  SolverAnswer answer = answered ? outcome.answers.items[0].kind : SAYS_NOTHING;
  if (answer == SAYS_UNSAT)
    smt->base.state = SPLIT_UNSAT;
  else if (answer == SAYS_SAT)
    take_model(&smt->base, &outcome);
  else
    engine_run_stick(&smt->base, "%s ended with '%s'%s%s", smt->solver.name,
                     outcome_name(outcome.kind), outcome.message ? ": " : "",
                     outcome.message ? outcome.message : "");
  outcome_deinit(&outcome);
}

static SplitState run_until(EngineRun *run, uint64_t until_ns, const volatile bool *stop)
{
  SmtRun *smt = (SmtRun *)run;
  if (run->state == SPLIT_OPEN && !run->started) start(smt);
  RunResult result;
  if (run->state == SPLIT_OPEN && helper_wait(&run->helper, until_ns, stop, &result))
    read_result(smt, &result);
  return run->state;
}

static EngineRun *create(const Problem *problem, const SplitOptions *options, const char *name)
{
  SmtRun *smt = mem_alloc_zero(1, sizeof *smt);
  engine_run_init(&smt->base, problem, options->method);
  strbuf_init(&smt->text, SCRIPT_BYTES_MAX);
  smt->profiles = profiles_create();
  if (solver_find(smt->profiles, name, &smt->solver, &smt->base.error)) {
    smt->base.state = SPLIT_STUCK;
    smt->solver = (Solver){0};
  }
  return &smt->base;
}

static EngineRun *create_z3(const Problem *problem, const SplitOptions *options)
{
  return create(problem, options, "z3");
}

static EngineRun *create_cvc5(const Problem *problem, const SplitOptions *options)
{
  return create(problem, options, "cvc5");
}

static void destroy(EngineRun *run)
{
  SmtRun *smt = (SmtRun *)run;
  engine_run_deinit(run);
  if (smt->solver.name) solver_deinit(&smt->solver);
  profiles_destroy(smt->profiles);
  strbuf_deinit(&smt->text);
  free(smt);
}

#define ENGINE_SMT(maker)                                                                          \
  {                                                                                                \
    .proves = true, .create = maker, .destroy = destroy, .run = run_until,                         \
    .progress = engine_run_progress, .take_witness = engine_run_take_witness,                      \
    .reason = engine_run_reason                                                                    \
  }

const EngineKind engine_smt_z3 = ENGINE_SMT(create_z3);
const EngineKind engine_smt_cvc5 = ENGINE_SMT(create_cvc5);
