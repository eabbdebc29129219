#include "solve/verify/loop.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "solve/verify/attack.h"
#include "solve/verify/engine.h"
#include "solve/verify/share.h"

#define SECOND_NS UINT64_C(1000000000)

/* An engine at work on a subproblem. */
typedef struct {
  const EngineKind *engine;
  EngineRun *run; /* NULL: not begun, or ended */
  double share;   /* of the time of the subproblem */
  bool stuck;
} Arm;

/* A subproblem in progress. */
typedef struct {
  const Problem *problem;
  uint32_t number;
  Arm arms[SHARE_ENGINES];
  size_t arm_count;
  double margin; /* the best excess that attacks found */
  double weight; /* of the time of a round */
  bool done;
} Task;

typedef struct {
  const VerifyOptions *options;
  VerifyResult *result;
  Task *tasks;
  size_t count, open;
  uint64_t end_ns;
  Random random;
  bool claimed; /* a subproblem was closed by an engine that does not prove */
  bool stuck;   /* a subproblem is left that no engine can decide */
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

/* --- engines --- */

static void end_arm(Job *job, Arm *arm)
{
  if (!arm->run) return;
  job->result->boxes += arm->engine->progress(arm->run).boxes;
  arm->engine->destroy(arm->run);
  arm->run = NULL;
}

static void end_task(Job *job, Task *task)
{
  for (size_t i = 0; i < task->arm_count; i++) end_arm(job, &task->arms[i]);
  job->open -= !task->done;
  task->done = true;
}

static void begin_arm(const Job *job, const Task *task, Arm *arm)
{
  const VerifyOptions *options = job->options;
  arm->run = arm->engine->create(task->problem,
                                 &(SplitOptions){.threads = options->threads,
                                                 .seed = options->seed,
                                                 .end_ns = job->end_ns,
                                                 .choice = options->choice,
                                                 .no_clip = options->no_clip,
                                                 .proof = options->proof,
                                                 .subproblem = task->number,
                                                 .no_attack = options->engine != ENGINE_ALL});
}

static SplitState run_arm(const Job *job, const Arm *arm, uint64_t until_ns)
{
  const VerifyOptions *options = job->options;
  SplitState state = SPLIT_OPEN;
  uint64_t now = clock_monotonic_ns();
  while (state == SPLIT_OPEN && now < until_ns && !(options->stop && *options->stop)) {
    uint64_t next = now + SECOND_NS / 2;
    state = arm->engine->run(arm->run, options->progress && next < until_ns ? next : until_ns,
                             options->stop);
    SplitProgress progress = arm->engine->progress(arm->run);
    if (options->progress) options->progress(options->user, &progress);
    now = clock_monotonic_ns();
  }
  return state;
}

/* An engine that cannot decide the subproblem leaves its time to the others; the last one says why. */
static void give_up(Job *job, Task *task, Arm *arm)
{
  arm->stuck = true;
  double left = 0;
  for (size_t i = 0; i < task->arm_count; i++)
    left += task->arms[i].stuck ? 0 : task->arms[i].share;
  if (left > 0) {
    for (size_t i = 0; i < task->arm_count; i++) task->arms[i].share /= left;
  } else {
    job->stuck = true;
    snprintf(job->result->reason, sizeof job->result->reason, "%s", arm->engine->reason(arm->run));
  }
  end_arm(job, arm);
  if (!(left > 0)) end_task(job, task);
}

/* Gives a subproblem some time, shared among its engines. False if the verdict is known. */
static bool run_task(Job *job, Task *task, uint64_t time_ns)
{
  for (size_t i = 0; i < task->arm_count && !task->done; i++) {
    Arm *arm = &task->arms[i];
    if (arm->stuck) continue;
    if (is_over(job)) return true;
    if (!arm->run) begin_arm(job, task, arm);
    uint64_t until = clock_monotonic_ns() + (uint64_t)((double)time_ns * arm->share);
    SplitState state = run_arm(job, arm, until < job->end_ns ? until : job->end_ns);
    if (state == SPLIT_SAT) {
      job->result->witness = arm->engine->take_witness(arm->run);
      job->result->verdict = VERDICT_SAT;
      return false;
    }
    if (state == SPLIT_UNSAT) {
      job->claimed |= !arm->engine->proves;
      end_task(job, task);
    } else if (state == SPLIT_STUCK) {
      give_up(job, task, arm);
    }
  }
  return true;
}

/* --- rounds --- */

static int by_weight(const void *a, const void *b)
{
  double x = ((const Task *)a)->weight, y = ((const Task *)b)->weight;
  return (x < y) - (x > y);
}

/* The shares of the round's time: what attacks came nearest to is likely to be sat, comes first and gets more. */
static void weigh_tasks(Job *job)
{
  if (job->options->no_order) {
    for (size_t i = 0; i < job->count; i++)
      job->tasks[i].weight = 1 / (double)(job->open ? job->open : 1);
    return;
  }
  double *margins = mem_alloc(job->count + 1, sizeof *margins);
  for (size_t i = 0; i < job->count; i++)
    margins[i] = job->tasks[i].done ? INFINITY : job->tasks[i].margin;
  share_softmin(margins, job->count);
  for (size_t i = 0; i < job->count; i++)
    job->tasks[i].weight = job->tasks[i].done ? 0 : margins[i];
  free(margins);
  qsort(job->tasks, job->count, sizeof *job->tasks, by_weight);
}

static void choose_engines(const Job *job, Task *task)
{
  Engine engine = job->options->engine;
  if (engine != ENGINE_ALL || job->options->proof) {
    task->arm_count = 1;
    task->arms[0] = (Arm){.engine = engine_kind(engine), .share = 1};
    return;
  }
  EngineShare shares[SHARE_ENGINES];
  task->arm_count = share_engines(task->problem, job->options->no_select, shares);
  for (size_t i = 0; i < task->arm_count; i++)
    task->arms[i] = (Arm){.engine = shares[i].engine, .share = shares[i].share};
}

/* Rounds of twice the time of the one before, until all subproblems are closed. */
static void search_all(Job *job)
{
  const VerifyOptions *options = job->options;
  for (size_t i = 0; i < job->count; i++) choose_engines(job, &job->tasks[i]);
  double least = 0.05 * SECOND_NS, time = fmax((double)SECOND_NS, least * (double)job->count);
  for (int steps = 60; job->open > 0; steps = steps < 400 ? steps * 2 : steps, time *= 2) {
    weigh_tasks(job);
    uint64_t now = clock_monotonic_ns();
    double round = options->no_deepen && now < job->end_ns ? (double)(job->end_ns - now) : time;
    for (size_t i = 0; i < job->count; i++) {
      Task *task = &job->tasks[i];
      if (task->done) continue;
      if (is_over(job)) return;
      if (!run_task(job, task, (uint64_t)fmax(least, round * task->weight))) return;
    }
    if (job->open > 0 && options->engine == ENGINE_ALL &&
        attack_open(job, (uint64_t)(time / 4), 1000, steps))
      return;
  }
  job->result->verdict = job->stuck ? VERDICT_UNKNOWN : VERDICT_UNSAT;
  job->result->claimed = job->claimed;
}

static void run_engine(Job *job)
{
  switch (job->options->engine) {
  case ENGINE_PGD:
  case ENGINE_PGD_CORNERS:
  case ENGINE_RANDOM: attack_only(job); break;
  case ENGINE_ALL:
    if (!attack_open(job, SECOND_NS / 5, 20, 30)) search_all(job);
    break;
  default: search_all(job);
  }
}

void loop_run(const ProblemVec *problems, const VerifyOptions *options, uint64_t end_ns,
              VerifyResult *result)
{
  assert(result->verdict == VERDICT_TIMEOUT);
  assert(!options->proof || engine_kind(options->engine) == &engine_split);
  Job job = {.options = options, .result = result, .end_ns = end_ns};
  job.random = random_stream(options->seed, 12, 0);
  job.count = job.open = result->subproblems = problems->count;
  job.tasks = mem_alloc_zero(problems->count + 1, sizeof *job.tasks);
  for (size_t i = 0; i < problems->count; i++)
    job.tasks[i] =
        (Task){.problem = &problems->items[i], .number = (uint32_t)i, .margin = INFINITY};
  if (problems->count == 0)
    result->verdict = VERDICT_UNSAT;
  else
    run_engine(&job);
  for (size_t i = 0; i < job.count; i++) end_task(&job, &job.tasks[i]);
  free(job.tasks);
}
