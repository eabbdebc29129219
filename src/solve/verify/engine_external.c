/* Verifiers of others as an engine: each subproblem becomes a property of its own, and goes to the program with the network. What it
 * says is not believed more than it has to be: a counterexample is validated, and unsat is only claimed. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "language/nn/examiner.h"
#include "language/nn/text/bundle.h"
#include "nn/property/assignment.h"
#include "run/solver/outcome.h"
#include "solve/verify/engine_run.h"

enum { PROPERTY_BYTES_MAX = 1 << 28, BUNDLE_BYTES_MAX = 1 << 30 };

typedef struct {
  EngineRun base;
  const SplitExternal *external;
  uint64_t end_ns;
  Profiles *profiles;
  Solver solver;
  StrBuf text;
} ExternalRun;

/* --- the property --- */

static void print_box(const Problem *problem, StrBuf *out)
{
  for (uint32_t i = 0; i < problem_inputs(problem); i++)
    strbuf_printf(out, "(declare-const X_%u Real)\n", i);
  for (uint32_t i = 0; i < problem_outputs(problem); i++)
    strbuf_printf(out, "(declare-const Y_%u Real)\n", i);
  for (uint32_t i = 0; i < problem_inputs(problem); i++)
    strbuf_printf(out, "(assert (>= X_%u %.17g))\n(assert (<= X_%u %.17g))\n", i, problem->lower[i],
                  i, problem->upper[i]);
}

/* One output and a number, or two outputs: what all verifiers read. Returns false for other rows. */
static bool print_simple(const Problem *problem, const double *weights, double bound, StrBuf *out)
{
  uint32_t outputs = problem_outputs(problem), used = 0, first = 0, second = 0;
  for (uint32_t i = 0; i < outputs + problem_inputs(problem); i++) {
    if (weights[i] == 0) continue;
    if (i >= outputs || used == 2 || fabs(weights[i]) != 1) return false;
    *(used++ ? &second : &first) = i;
  }
  bool below = used > 0 && weights[first] > 0;
  if (used == 1)
    strbuf_printf(out, "(%s Y_%u %.17g)", below ? "<=" : ">=", first, below ? bound : -bound);
  else if (used == 2 && bound == 0 && weights[first] != weights[second])
    strbuf_printf(out, "(<= Y_%u Y_%u)", below ? first : second, below ? second : first);
  else
    return false;
  return true;
}

static void print_row(const Problem *problem, size_t row, StrBuf *out)
{
  const double *weights = problem_row(problem, row);
  uint32_t outputs = problem_outputs(problem);
  if (print_simple(problem, weights, problem->bounds.items[row], out)) return;
  strbuf_printf(out, "(<= (+ 0.0");
  for (uint32_t i = 0; i < outputs + problem_inputs(problem); i++)
    if (weights[i] != 0)
      strbuf_printf(out, " (* %.17g %c_%u)", weights[i], i < outputs ? 'Y' : 'X',
                    i < outputs ? i : i - outputs);
  strbuf_printf(out, ") %.17g)", problem->bounds.items[row]);
}

/* The rows of one disjunct are assertions, those of several a disjunction; one without rows always holds. */
static void print_rows(const Problem *problem, StrBuf *out)
{
  size_t count = problem->disjuncts.count;
  for (size_t d = 0; d < count; d++)
    if (problem->disjuncts.items[d].count == 0) return;
  if (count > 1) strbuf_printf(out, "(assert (or\n");
  for (size_t d = 0; d < count; d++) {
    const Disjunct *disjunct = &problem->disjuncts.items[d];
    if (count > 1) strbuf_printf(out, "(and");
    for (size_t r = disjunct->first; r < disjunct->first + disjunct->count; r++) {
      strbuf_printf(out, count > 1 ? " " : "(assert ");
      print_row(problem, r, out);
      if (count == 1) strbuf_printf(out, ")\n");
    }
    if (count > 1) strbuf_printf(out, ")\n");
  }
  if (count > 1) strbuf_printf(out, "))\n");
}

/* --- running --- */

static bool encode(ExternalRun *external)
{
  Bundle bundle;
  bundle_init(&bundle);
  strbuf_deinit(&bundle.property);
  strbuf_init(&bundle.property, PROPERTY_BYTES_MAX);
  strbuf_add(&bundle.network, external->external->network, external->external->length);
  print_box(external->base.problem, &bundle.property);
  print_rows(external->base.problem, &bundle.property);
  bool fits = !bundle.property.overflow && !bundle.network.overflow;
  if (fits) bundle_print(&bundle, &external->text);
  bundle_deinit(&bundle);
  fits = fits && !external->text.overflow;
  if (!fits) engine_run_stick(&external->base, "network and property are too large");
  return fits;
}

static SolveRequest request_of(const ExternalRun *external)
{
  uint64_t now = clock_monotonic_ns();
  uint64_t left = now < external->end_ns ? (external->end_ns - now) / 1000000 : 0;
  return (SolveRequest){.solver = &external->solver,
                        .bytes = external->text.bytes,
                        .length = external->text.length,
                        .traits = nn_traits(external->text.bytes, external->text.length),
                        .soft_ms = left > 0 ? left : 1};
}

static void start(ExternalRun *external)
{
  assert(!external->base.started && external->solver.name);
  external->base.started = true;
  if (!encode(external)) return;
  SolveRequest request = request_of(external);
  external->base.helper.handle = solve_start(external->base.helper.supervisor, &request);
}

static void take_counterexample(EngineRun *run, const char *name, const Outcome *outcome)
{
  const Problem *problem = run->problem;
  size_t at = outcome->responses.items[outcome->answers.items[0].response].end;
  Assignment values;
  Error error;
  assignment_init(&values, problem_inputs(problem), problem_outputs(problem));
  if (assignment_read(&values, outcome->run.out.bytes + at, outcome->run.out.length - at, &error))
    engine_run_stick(run, "%s says sat without a counterexample that can be read: %s", name,
                     error.message);
  else if (!engine_run_take_values(run, values.values))
    engine_run_stick(run, "%s says sat, and its counterexample is none", name);
  assignment_deinit(&values);
}

static void read_result(ExternalRun *external, RunResult *result)
{
  EngineRun *run = &external->base;
  SolveRequest request = request_of(external);
  Outcome outcome;
  outcome_read(&request, result, &outcome);
  bool answered = outcome.answers.count > 0 && !outcome.answers.items[0].is_void;
  SolverAnswer answer = answered ? outcome.answers.items[0].kind : SAYS_NOTHING;
  if (answer == SAYS_UNSAT && outcome.kind == OUTCOME_UNSAT)
    run->state = SPLIT_UNSAT;
  else if (answer == SAYS_SAT)
    take_counterexample(run, external->solver.name, &outcome);
  else
    engine_run_stick(run, "%s ended with '%s'%s%s", external->solver.name,
                     outcome_name(outcome.kind), outcome.message ? ": " : "",
                     outcome.message ? outcome.message : "");
  outcome_deinit(&outcome);
}

static SplitState run_until(EngineRun *run, uint64_t until_ns, const volatile bool *stop)
{
  ExternalRun *external = (ExternalRun *)run;
  if (run->state == SPLIT_OPEN && !run->started) start(external);
  RunResult result;
  if (run->state == SPLIT_OPEN && helper_wait(&run->helper, until_ns, stop, &result))
    read_result(external, &result);
  return run->state;
}

static EngineRun *create(const Problem *problem, const SplitOptions *options)
{
  ExternalRun *external = mem_alloc_zero(1, sizeof *external);
  engine_run_init(&external->base, problem, options->method);
  strbuf_init(&external->text, BUNDLE_BYTES_MAX);
  external->external = options->external;
  external->end_ns = options->end_ns;
  external->profiles = profiles_create();
  EngineRun *run = &external->base;
  if (!options->external) {
    engine_run_stick(run, "no verifier is named");
  } else if (solver_find(external->profiles, options->external->solver, &external->solver,
                         &run->error)) {
    run->state = SPLIT_STUCK;
    external->solver = (Solver){0};
  }
  return run;
}

static void destroy(EngineRun *run)
{
  ExternalRun *external = (ExternalRun *)run;
  engine_run_deinit(run);
  if (external->solver.name) solver_deinit(&external->solver);
  profiles_destroy(external->profiles);
  strbuf_deinit(&external->text);
  free(external);
}

const EngineKind engine_external = {.proves = false,
                                    .create = create,
                                    .destroy = destroy,
                                    .run = run_until,
                                    .progress = engine_run_progress,
                                    .take_witness = engine_run_take_witness,
                                    .reason = engine_run_reason};
