/* Subproblems as mixed integer programs, for CBC and GLPK, which run in a copy of our process.
 *
 * The copy computes bounds, solves the program of each disjunct, and prints one line: "unsat", "sat DISJUNCT POINT" or
 * "unknown WHY". Numbers are hexadecimal, and the witness is validated again here. */
#include <assert.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solve/verify/engine_run.h"
#include "solve/verify/milp_solver.h"

typedef struct {
  EngineRun base;
  MilpSolve *solve;
} MilpRun;

/* --- in the copy --- */

static void add_disjunct(Milp *milp, const Problem *problem, const Disjunct *disjunct)
{
  assert(disjunct->first + (size_t)disjunct->count <= problem->bounds.count);
  for (size_t row = disjunct->first; row < disjunct->first + disjunct->count; row++)
    milp_add_row(milp, problem_row(problem, row), problem_row(problem, row) + milp->outputs,
                 problem->bounds.items[row]);
}

static void print_point(FILE *out, const Problem *problem, size_t index, const double *x)
{
  fprintf(out, "sat %zu", index);
  for (uint32_t i = 0; i < problem_inputs(problem); i++) fprintf(out, " %a", x[i]);
  fputc('\n', out);
}

static void solve_all(const MilpRun *milp_run, Milp *milp, FILE *out)
{
  const Problem *problem = milp_run->base.problem;
  double *solution = mem_alloc(milp->columns.count, sizeof *solution);
  char why[1000] = "";
  for (size_t i = 0; i < problem->disjuncts.count; i++) {
    const Disjunct *disjunct = &problem->disjuncts.items[i];
    MilpState state = MILP_FAILED;
    Error error;
    add_disjunct(milp, problem, disjunct);
    Status status = milp_run->solve(milp, solution, &state, &error);
    milp_drop_rows(milp, disjunct->count);
    if (status) {
      snprintf(why, sizeof why, "%s", error.message);
      break;
    }
    if (state == MILP_OPTIMAL && engine_run_near(problem, i, solution)) {
      print_point(out, problem, i, solution);
      free(solution);
      return;
    }
    if (state == MILP_OPTIMAL)
      snprintf(why, sizeof why,
               "the solution of the mixed integer program is no witness: the network is relaxed in "
               "it, or the margin is below its tolerance");
    else if (state == MILP_FAILED)
      snprintf(why, sizeof why, "the solver of the mixed integer program failed");
    else if (milp->extreme)
      snprintf(why, sizeof why,
               "the mixed integer program has no solution, but numbers of sizes that its solver "
               "does not tell apart");
  }
  if (why[0])
    fprintf(out, "unknown %s\n", why);
  else
    fputs("unsat\n", out);
  free(solution);
}

/* Libraries print what they like: standard output is ours alone. */
static FILE *take_output(void)
{
  int copy = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);
  if (copy < 0 || null < 0 || dup2(null, STDOUT_FILENO) < 0) return NULL;
  return fdopen(copy, "w");
}

static int work(void *user)
{
  MilpRun *milp_run = user;
  FILE *out = take_output();
  if (!out) return EXIT_FAILURE;
  Bounds bounds;
  if (!engine_run_bounds(&milp_run->base, &bounds)) {
    if (milp_run->base.state == SPLIT_UNSAT)
      fputs("unsat\n", out);
    else
      fprintf(out, "unknown %s\n", milp_run->base.error.message);
  } else {
    Milp milp = {0};
    milp_add_network(&milp, &bounds);
    solve_all(milp_run, &milp, out);
    milp_deinit(&milp);
    bounds_deinit(&bounds);
  }
  return fclose(out) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* --- in our process --- */

static void take_point(EngineRun *run, const char *text)
{
  const Problem *problem = run->problem;
  uint32_t inputs = problem_inputs(problem);
  double *x = mem_alloc(inputs, sizeof *x);
  char *at;
  unsigned long long index = strtoull(text, &at, 10);
  bool read = at != text && index < problem->disjuncts.count;
  for (uint32_t i = 0; i < inputs && read; i++) {
    const char *begin = at;
    x[i] = strtod(begin, &at);
    read = at != begin && isfinite(x[i]);
  }
  if (read && witness_validate(&run->witness, problem, &problem->disjuncts.items[index], x))
    run->state = SPLIT_SAT;
  else
    engine_run_stick(run, "the solution of the mixed integer program is no witness");
  free(x);
}

static void read_result(EngineRun *run, RunResult *result)
{
  assert(run->state == SPLIT_OPEN);
  const char *text = result->out.bytes ? result->out.bytes : "";
  size_t length = strlen(text);
  if (result->end != RUN_EXITED || result->exit_code != 0 || !result->out.complete || length == 0)
    engine_run_stick(run, "the solver of the mixed integer program: %s",
                     result->end == RUN_EXITED ? "it gives no result" : run_end_text(result->end));
  else if (strcmp(text, "unsat\n") == 0)
    run->state = SPLIT_UNSAT;
  else if (strncmp(text, "sat ", 4) == 0)
    take_point(run, text + 4);
  else
    engine_run_stick(run, "%.*s", (int)(length - 1 > 8 ? length - 9 : 0), text + 8);
  run_result_deinit(result);
}

static SplitState run_until(EngineRun *run, uint64_t until_ns, const volatile bool *stop)
{
  if (run->state == SPLIT_OPEN && !run->started) {
    run->started = true;
    RunRequest request = {
        .call = work, .call_user = run, .limits = {.memory_bytes = (uint64_t)HELPER_MEMORY << 30}};
    run->helper.handle = supervisor_start(run->helper.supervisor, &request);
  }
  RunResult result;
  if (run->state == SPLIT_OPEN && helper_wait(&run->helper, until_ns, stop, &result))
    read_result(run, &result);
  return run->state;
}

static EngineRun *create(const Problem *problem, const SplitOptions *options, MilpSolve *solve)
{
  MilpRun *run = mem_alloc_zero(1, sizeof *run);
  engine_run_init(&run->base, problem, options->method);
  run->solve = solve;
  return &run->base;
}

static EngineRun *create_cbc(const Problem *problem, const SplitOptions *options)
{
  return create(problem, options, verify_milp_by_cbc);
}

static EngineRun *create_glpk(const Problem *problem, const SplitOptions *options)
{
  return create(problem, options, verify_milp_by_glpk);
}

static void destroy(EngineRun *run)
{
  engine_run_deinit(run);
  free(run);
}

#define ENGINE_MILP(maker)                                                                         \
  {                                                                                                \
    .create = maker, .destroy = destroy, .run = run_until, .progress = engine_run_progress,        \
    .take_witness = engine_run_take_witness, .reason = engine_run_reason                           \
  }

const EngineKind engine_milp_cbc = ENGINE_MILP(create_cbc);
const EngineKind engine_milp_glpk = ENGINE_MILP(create_glpk);
