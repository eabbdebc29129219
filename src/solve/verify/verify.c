#include "solve/verify/verify.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "nn/bound/compile.h"
#include "solve/verify/attack.h"
#include "solve/verify/confirm.h"
#include "solve/verify/engine.h"
#include "solve/verify/phase.h"

#define SECOND_NS UINT64_C(1000000000)

/* Of all subproblems: half a gigabyte. */
enum { NUMBERS_MAX = 1 << 26 };

const char *verdict_name(Verdict verdict)
{
  static const char *const names[] = {
#define VERDICT_NAME(kind, name) [kind] = name,
      VERDICT_LIST(VERDICT_NAME)
#undef VERDICT_NAME
  };
  assert(verdict < VERDICT_COUNT);
  return names[verdict];
}

void verify_result_deinit(VerifyResult *result)
{
  witness_deinit(&result->witness);
}

/* A subproblem in work. */
typedef struct {
  const Problem *problem;
  const EngineKind *engine;
  EngineRun *search; /* NULL: not begun, or done */
  double margin;     /* the best excess that attacks found */
  bool done;
} Task;

typedef struct {
  const VerifyOptions *options;
  VerifyResult *result;
  bool claimed; /* a subproblem was closed by an engine that does not prove */
  Task *tasks;
  size_t count;
  uint64_t end_ns;
  Random random;
} Job;

static bool is_over(const Job *job)
{
  return clock_monotonic_ns() >= job->end_ns || (job->options->stop && *job->options->stop);
}

/* --- attacks --- */

static bool accept(Job *job, const Problem *problem, const Disjunct *disjunct, const double *x)
{
  if (!witness_validate(&job->result->witness, problem, disjunct, x)) return false;
  job->result->verdict = VERDICT_SAT;
  return true;
}

/* Restarts on one subproblem, alternating between its disjuncts; every other time the one that came nearest so far. */
static bool attack_task(Job *job, Task *task, AttackScheme scheme, int restarts, int steps,
                        uint64_t until_ns)
{
  const Problem *problem = task->problem;
  size_t disjuncts = problem->disjuncts.count, nearest = 0;
  double *margins = mem_alloc(disjuncts + 1, sizeof *margins);
  for (size_t d = 0; d < disjuncts; d++) margins[d] = INFINITY;
  Attack attack;
  attack_init(&attack, problem);
  bool found = false;
  for (size_t i = 0; i < (size_t)restarts * disjuncts && !found; i++) {
    if (clock_monotonic_ns() >= until_ns || is_over(job)) break;
    size_t d = i >= disjuncts && i % 2 ? nearest : i % disjuncts;
    const Disjunct *disjunct = &problem->disjuncts.items[d];
    double before = attack.best_excess;
    attack.best_excess = INFINITY;
    attack_start(&attack, &job->random, scheme, problem->lower, problem->upper);
    found = attack_descend(&attack, disjunct, problem->lower, problem->upper, steps, 0.25) &&
            accept(job, problem, disjunct, attack.point);
    margins[d] = fmin(margins[d], attack.best_excess);
    if (margins[d] < margins[nearest]) nearest = d;
    attack.best_excess = fmin(before, attack.best_excess);
  }
  task->margin = fmin(task->margin, attack.best_excess);
  attack_deinit(&attack);
  free(margins);
  return found;
}

/* All subproblems in turn, for as long as there is time. */
static bool attack_only(Job *job)
{
  Engine engine = job->options->engine;
  AttackScheme scheme = engine == ENGINE_PGD_CORNERS ? ATTACK_CORNERS : ATTACK_RANDOM;
  for (int steps = 30;; steps = steps < 500 ? steps * 2 : steps) {
    for (size_t i = 0; i < job->count; i++) {
      if (is_over(job)) return false;
      if (attack_task(job, &job->tasks[i], scheme, 10, engine == ENGINE_RANDOM ? 0 : steps,
                      job->end_ns))
        return true;
    }
  }
}

/* An attack on all subproblems that are open, for some time in all; it also tells which is likely to be sat. */
static bool attack_open(Job *job, uint64_t budget_ns, int restarts, int steps)
{
  size_t open = 0;
  for (size_t i = 0; i < job->count; i++) open += !job->tasks[i].done;
  for (size_t i = 0; i < job->count; i++) {
    if (job->tasks[i].done) continue;
    if (is_over(job)) return false;
    uint64_t now = clock_monotonic_ns(), half = budget_ns / open / 2;
    if (attack_task(job, &job->tasks[i], ATTACK_RANDOM, restarts, steps, now + half) ||
        attack_task(job, &job->tasks[i], ATTACK_CORNERS, restarts, steps, now + 2 * half))
      return true;
  }
  return false;
}

/* --- branch and bound --- */

static int by_margin(const void *a, const void *b)
{
  double x = ((const Task *)a)->margin, y = ((const Task *)b)->margin;
  return (x > y) - (x < y);
}

static void end_task(Job *job, Task *task)
{
  SplitProgress progress = task->engine->progress(task->search);
  job->result->boxes += progress.boxes;
  task->engine->destroy(task->search);
  task->search = NULL;
  task->done = true;
}

/* Splitting inputs pays where few of them have a range. */
static const EngineKind *choose_engine(const Job *job, const Problem *problem)
{
  enum { FEW_INPUTS = 8 };
  const EngineKind *engine = engine_kind(job->options->engine);
  if (job->options->engine != ENGINE_ALL) return engine;
  uint32_t wide = 0;
  for (uint32_t i = 0; i < problem_inputs(problem); i++)
    wide += problem->lower[i] < problem->upper[i];
  return wide > FEW_INPUTS && phase_applies(problem) ? &engine_relu : engine;
}

static void begin_task(Job *job, Task *task)
{
  const VerifyOptions *options = job->options;
  task->engine = choose_engine(job, task->problem);
  task->search = task->engine->create(task->problem,
                                      &(SplitOptions){.threads = options->threads,
                                                      .seed = options->seed,
                                                      .end_ns = job->end_ns,
                                                      .choice = options->choice,
                                                      .no_clip = options->no_clip,
                                                      .no_attack = options->engine != ENGINE_ALL});
}

/* Gives a subproblem some time. False if the verdict is known. */
static bool run_task(Job *job, Task *task, uint64_t until_ns)
{
  const VerifyOptions *options = job->options;
  if (!task->search) begin_task(job, task);
  uint64_t now = clock_monotonic_ns();
  SplitState state = SPLIT_OPEN;
  while (state == SPLIT_OPEN && now < until_ns && !(options->stop && *options->stop)) {
    uint64_t next = now + SECOND_NS / 2;
    state = task->engine->run(task->search, options->progress && next < until_ns ? next : until_ns,
                              options->stop);
    SplitProgress progress = task->engine->progress(task->search);
    if (options->progress) options->progress(options->user, &progress);
    now = clock_monotonic_ns();
  }
  if (state == SPLIT_OPEN) return true;
  if (state == SPLIT_SAT) {
    job->result->witness = task->engine->take_witness(task->search);
    job->result->verdict = VERDICT_SAT;
  } else if (state == SPLIT_STUCK) {
    job->result->verdict = VERDICT_UNKNOWN;
    snprintf(job->result->reason, sizeof job->result->reason, "%s",
             task->engine->reason(task->search));
  }
  job->claimed |= state == SPLIT_UNSAT && !task->engine->proves;
  end_task(job, task);
  return state == SPLIT_UNSAT;
}

/* Each round gives every open subproblem twice the time of the round before. */
static void search_all(Job *job)
{
  const VerifyOptions *options = job->options;
  if (!options->no_order) qsort(job->tasks, job->count, sizeof *job->tasks, by_margin);
  uint64_t slice = SECOND_NS;
  int steps = 60;
  size_t open = job->count;
  while (open > 0) {
    for (size_t i = 0; i < job->count; i++) {
      if (job->tasks[i].done) continue;
      if (is_over(job)) return;
      uint64_t now = clock_monotonic_ns();
      uint64_t until = options->no_deepen || now + slice > job->end_ns ? job->end_ns : now + slice;
      if (!run_task(job, &job->tasks[i], until)) return;
      open -= job->tasks[i].done;
    }
    if (open > 0 && options->engine == ENGINE_ALL && attack_open(job, slice / 4, 1000, steps))
      return;
    slice *= 2;
    steps = steps < 400 ? steps * 2 : steps;
  }
  job->result->verdict = VERDICT_UNSAT;
  job->result->claimed = job->claimed;
}

static void run_engine(Job *job)
{
  switch (job->options->engine) {
  case ENGINE_PGD:
  case ENGINE_PGD_CORNERS:
  case ENGINE_RANDOM: attack_only(job); break;
  case ENGINE_ALL:
    if (!attack_open(job, SECOND_NS / 5, 4, 30)) search_all(job);
    break;
  default: search_all(job);
  }
}

static void set_unknown(VerifyResult *result, const Error *error)
{
  result->verdict = VERDICT_UNKNOWN;
  snprintf(result->reason, sizeof result->reason, "%s", error->message);
}

static void run_problems(Job *job, const ProblemVec *problems)
{
  job->count = job->result->subproblems = problems->count;
  job->tasks = mem_alloc_zero(problems->count + 1, sizeof *job->tasks);
  for (size_t i = 0; i < problems->count; i++)
    job->tasks[i] = (Task){.problem = &problems->items[i], .margin = INFINITY};
  if (problems->count == 0)
    job->result->verdict = VERDICT_UNSAT;
  else
    run_engine(job);
  for (size_t i = 0; i < job->count; i++)
    if (job->tasks[i].search) end_task(job, &job->tasks[i]);
  free(job->tasks);
}

Status verify_net(const Net *net, const Property *property, const VerifyOptions *options,
                  VerifyResult *result, Error *error)
{
  assert(options->threads >= 1 && options->engine < ENGINE_COUNT);
  *result = (VerifyResult){.verdict = VERDICT_TIMEOUT};
  Job job = {.options = options, .result = result};
  job.end_ns = clock_monotonic_ns() + options->timeout_ns;
  job.random = random_stream(options->seed, 12, 0);
  ProblemVec problems = {0};
  ProblemLimits limits = {.numbers = NUMBERS_MAX, .until_ns = job.end_ns, .stop = options->stop};
  Status status = problems_build(&problems, net, property, &limits, error);
  if (!status) run_problems(&job, &problems);
  problems_free(&problems);
  if (status != STATUS_LIMIT) return status;
  if (!is_over(&job)) set_unknown(result, error);
  return STATUS_OK;
}

Status verify_graph(const Graph *graph, const Property *property, const VerifyOptions *options,
                    VerifyResult *result, Error *error)
{
  *result = (VerifyResult){.verdict = VERDICT_UNKNOWN};
  Net net;
  if (compile_graph(graph, &net, error)) {
    set_unknown(result, error);
    return STATUS_OK;
  }
  Status status = verify_net(&net, property, options, result, error);
  net_deinit(&net);
  if (!status && result->verdict == VERDICT_SAT &&
      witness_confirm(&result->witness, graph, property, error)) {
    set_unknown(result, error);
    witness_deinit(&result->witness);
  }
  return status;
}
