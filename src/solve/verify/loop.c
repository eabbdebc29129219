#include "solve/verify/loop.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "solve/verify/allot.h"
#include "solve/verify/scout.h"

#define SECOND_NS    UINT64_C(1000000000)
#define MODEL_WEIGHT 0.2 /* of the shares that a model predicts; the rest goes by a rule */

enum {
  ALIVE_MAX = 64,  /* subproblems whose engines are kept between rounds */
  PREDICTED = 1000 /* subproblems that predictions are made for; the others get the mean */
};

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
  Arm arms[NETFEATURE_ENGINES];
  size_t arm_count;
  NetFeatureHistory history;
  float *features;
  double weight; /* of the time of a round */
  bool done;
} Task;

typedef struct {
  const VerifyOptions *options;
  const NetFeatureNetwork *network;
  const CostModel *model; /* or NULL */
  VerifyResult *result;
  Task *tasks;
  size_t count, open;
  uint64_t end_ns;
  SplitProgress closed; /* sums over engines that have ended */
  double proved;        /* subproblems that are closed */
  bool claimed;         /* a subproblem was closed by an engine that does not prove */
  bool stuck;           /* a subproblem is left that no engine can decide */
} Job;

static bool is_over(const Job *job)
{
  return clock_monotonic_ns() >= job->end_ns || (job->options->stop && *job->options->stop);
}

/* One engine of all, or some that are chosen among. */
static bool is_chosen(const Job *job)
{
  return job->options->engine == ENGINE_ALL && !job->options->proof;
}

/* --- engines --- */

static void end_arm(Job *job, Arm *arm)
{
  if (!arm->run) return;
  SplitProgress progress = arm->engine->progress(arm->run);
  job->closed.boxes += progress.boxes;
  job->closed.closed += progress.closed;
  arm->engine->destroy(arm->run);
  arm->run = NULL;
}

static void end_task(Job *job, Task *task)
{
  assert(task->done || job->open > 0);
  for (size_t i = 0; i < task->arm_count; i++) end_arm(job, &task->arms[i]);
  free(task->features);
  task->features = NULL;
  job->open -= !task->done;
  task->done = true;
}

static void begin_arm(const Job *job, const Task *task, Arm *arm)
{
  assert(!arm->run && !arm->stuck);
  const VerifyOptions *options = job->options;
  arm->run = arm->engine->create(task->problem, &(SplitOptions){.threads = options->threads,
                                                                .seed = options->seed,
                                                                .end_ns = job->end_ns,
                                                                .choice = options->choice,
                                                                .method = options->method,
                                                                .no_clip = options->no_clip,
                                                                .external = options->external,
                                                                .proof = options->proof,
                                                                .subproblem = task->number,
                                                                .no_attack = !is_chosen(job)});
}

/* What is known of all subproblems together. */
static void show_progress(const Job *job, const Task *task, const SplitProgress *now)
{
  SplitProgress all = job->closed;
  all.boxes += now->boxes;
  all.closed += now->closed;
  all.open = now->open;
  all.proved = (job->proved + now->proved) / (double)job->count;
  all.margin = fmin(now->margin, task->history.margin);
  job->options->progress(job->options->user, &all);
}

static SplitState run_arm(const Job *job, const Task *task, const Arm *arm, uint64_t until_ns)
{
  assert(arm->run);
  const VerifyOptions *options = job->options;
  SplitState state = SPLIT_OPEN;
  uint64_t now = clock_monotonic_ns();
  while (state == SPLIT_OPEN && now < until_ns && !(options->stop && *options->stop)) {
    uint64_t next = now + SECOND_NS / 2;
    state = arm->engine->run(arm->run, options->progress && next < until_ns ? next : until_ns,
                             options->stop);
    if (options->progress) {
      SplitProgress progress = arm->engine->progress(arm->run);
      show_progress(job, task, &progress);
    }
    now = clock_monotonic_ns();
  }
  return state;
}

/* An engine that cannot decide the subproblem leaves its time to the others; the last one that could prove it says why. */
static void give_up(Job *job, Task *task, Arm *arm)
{
  assert(arm->run && !arm->stuck);
  arm->stuck = true;
  bool left = false;
  for (size_t i = 0; i < task->arm_count; i++)
    left |= !task->arms[i].stuck && (task->arms[i].engine->proves || !is_chosen(job));
  if (!left) {
    job->stuck = true;
    snprintf(job->result->reason, sizeof job->result->reason, "%s", arm->engine->reason(arm->run));
  }
  end_arm(job, arm);
  if (!left) end_task(job, task);
}

/* What a run without success says about the subproblem. */
static void remember(Task *task, size_t arm, double seconds)
{
  assert(arm < task->arm_count && seconds >= 0);
  const Arm *run = &task->arms[arm];
  SplitProgress progress = run->engine->progress(run->run);
  task->history.margin = fmin(task->history.margin, progress.margin);
  task->history.seconds[arm] += seconds;
}

static int by_share(const void *a, const void *b)
{
  double x = (*(Arm *const *)a)->share, y = (*(Arm *const *)b)->share;
  return (x < y) - (x > y);
}

/* Runs one engine. False if the verdict is known. */
static bool run_share(Job *job, Task *task, Arm *arm, uint64_t time_ns)
{
  if (!arm->run) begin_arm(job, task, arm);
  uint64_t start = clock_monotonic_ns(), until = start + time_ns;
  SplitState state = run_arm(job, task, arm, until < job->end_ns ? until : job->end_ns);
  if (state == SPLIT_SAT) {
    job->result->witness = arm->engine->take_witness(arm->run);
    job->result->verdict = VERDICT_SAT;
    return false;
  }
  remember(task, (size_t)(arm - task->arms), (double)(clock_monotonic_ns() - start) / 1e9);
  if (state == SPLIT_UNSAT) {
    job->claimed |= !arm->engine->proves;
    job->proved++;
    end_task(job, task);
  } else if (state == SPLIT_STUCK) {
    give_up(job, task, arm);
  }
  return true;
}

/* Gives a subproblem some time, shared among its engines, the largest share first. False if the verdict is known. */
static bool run_task(Job *job, Task *task, uint64_t time_ns)
{
  assert(!task->done && task->arm_count <= NETFEATURE_ENGINES);
  Arm *arms[NETFEATURE_ENGINES];
  for (size_t i = 0; i < task->arm_count; i++) arms[i] = &task->arms[i];
  qsort(arms, task->arm_count, sizeof *arms, by_share);
  for (size_t i = 0; i < task->arm_count && !task->done; i++) {
    if (arms[i]->stuck || !(arms[i]->share > 0)) continue;
    if (is_over(job)) return true;
    if (!run_share(job, task, arms[i], (uint64_t)((double)time_ns * arms[i]->share))) return false;
  }
  for (size_t i = 0; i < task->arm_count && job->open > ALIVE_MAX; i++)
    end_arm(job, &task->arms[i]);
  return true;
}

/* --- rounds --- */

static int by_weight(const void *a, const void *b)
{
  const Task *x = a, *y = b;
  if (x->weight != y->weight) return (x->weight < y->weight) - (x->weight > y->weight);
  return (x->number > y->number) - (x->number < y->number);
}

/* Predictions for a subproblem as it stands. */
static void predict(const Job *job, const Task *task, CostPrediction *predictions)
{
  if (!job->model || !task->features) {
    allot_rule(task->problem, task->history.margin, predictions);
    return;
  }
  netfeature_set_history(&task->history, task->features);
  costmodel_predict(job->model, task->features, predictions);
}

/* Shares of engines for what is known now; those that gave up get nothing. Models are trained on small instances and short runs: most of
 * the time goes by the rule of thumb. */
static void choose_engines(const Job *job, Task *task, const CostPrediction *predictions)
{
  if (!is_chosen(job)) return;
  bool usable[NETFEATURE_ENGINES], any = false;
  double shares[NETFEATURE_ENGINES];
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++)
    any |= usable[e] = !task->arms[e].stuck && allot_applies(e, task->problem);
  if (!any) usable[NETFEATURE_ENGINE_CROWN] = true;
  allot_engines(predictions, usable, job->options->no_select, shares);
  if (!job->options->no_select) {
    CostPrediction rule[NETFEATURE_ENGINES];
    double ruled[NETFEATURE_ENGINES];
    allot_rule(task->problem, task->history.margin, rule);
    allot_engines(rule, usable, false, ruled);
    for (size_t e = 0; e < NETFEATURE_ENGINES; e++)
      shares[e] = MODEL_WEIGHT * shares[e] + (1 - MODEL_WEIGHT) * ruled[e];
  }
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++) task->arms[e].share = shares[e];
}

/* The shares of the round's time: what is likely to be sat comes first and gets more. */
static void weigh_tasks(Job *job)
{
  double *chances = mem_alloc(job->count + 1, sizeof *chances);
  for (size_t i = 0; i < job->count; i++) {
    Task *task = &job->tasks[i];
    CostPrediction predictions[NETFEATURE_ENGINES];
    if (task->done) {
      chances[i] = -1;
      continue;
    }
    predict(job, task, predictions);
    choose_engines(job, task, predictions);
    chances[i] = job->options->no_order ? 0.5 : allot_chance(predictions);
  }
  allot_subproblems(chances, job->count);
  for (size_t i = 0; i < job->count; i++) job->tasks[i].weight = chances[i];
  free(chances);
  qsort(job->tasks, job->count, sizeof *job->tasks, by_weight);
}

/* One round of algorithm 2. False if the verdict is known, or the time is over. */
static bool run_round(Job *job, double time_ns, double least_ns)
{
  weigh_tasks(job);
  for (size_t i = 0; i < job->count; i++) {
    Task *task = &job->tasks[i];
    if (task->done) continue;
    if (is_over(job)) return false;
    if (!run_task(job, task, (uint64_t)fmax(least_ns, time_ns * task->weight))) return false;
  }
  return true;
}

/* Rounds of twice the time of the one before, until all subproblems are closed. Without deepening each subproblem has its share of
 * all the time at once. */
static void search_all(Job *job)
{
  double least = 0.05 * SECOND_NS, time = fmax((double)SECOND_NS, least * (double)job->count);
  for (; job->open > 0; time *= 2) {
    uint64_t now = clock_monotonic_ns();
    double round =
        job->options->no_deepen && now < job->end_ns ? (double)(job->end_ns - now) : time;
    if (!run_round(job, round, least)) return;
  }
  job->result->verdict = job->stuck ? VERDICT_UNKNOWN : VERDICT_UNSAT;
  job->result->claimed = job->claimed;
}

/* --- the beginning --- */

/* A few descents on each subproblem: some are sat at once, and for the others it tells how near that is. */
static bool probe_all(Job *job)
{
  assert(job->count > 0);
  uint64_t each = SCOUT_NS / job->count;
  if (each < SECOND_NS / 200) each = SECOND_NS / 200;
  for (size_t i = 0; i < job->count && i < PREDICTED && !is_over(job); i++) {
    Task *task = &job->tasks[i];
    uint64_t until = clock_monotonic_ns() + each;
    if (scout_subproblem(task->problem, job->options->seed,
                         until < job->end_ns ? until : job->end_ns, &task->history,
                         &job->result->witness)) {
      job->result->verdict = VERDICT_SAT;
      return true;
    }
  }
  return false;
}

static void begin_tasks(Job *job, const ProblemVec *problems)
{
  for (size_t i = 0; i < problems->count; i++) {
    Task *task = &job->tasks[i];
    *task = (Task){.problem = &problems->items[i], .number = (uint32_t)i};
    task->history =
        (NetFeatureHistory){.margin = INFINITY, .descents_rate = NAN, .boxes_rate = NAN};
    task->arm_count = is_chosen(job) ? NETFEATURE_ENGINES : 1;
    for (size_t e = 0; e < task->arm_count; e++)
      task->arms[e] =
          (Arm){.engine = is_chosen(job) ? allot_engine(e) : engine_kind(job->options->engine),
                .share = 1};
  }
}

static void fill_features(Job *job)
{
  for (size_t i = 0; i < job->count && i < PREDICTED && !is_over(job); i++) {
    Task *task = &job->tasks[i];
    task->features = mem_alloc(NETFEATURE_COUNT, sizeof(float));
    netfeature_fill(job->network, task->problem, &task->history, task->features);
  }
}

static void run_all(Job *job)
{
  if (!is_chosen(job)) {
    search_all(job);
    return;
  }
  if (probe_all(job)) return;
  CostModel *own = job->options->model ? NULL : costmodel_default();
  job->model = own ? own : job->options->model;
  if (job->model) fill_features(job);
  search_all(job);
  costmodel_destroy(own);
}

void loop_run(const ProblemVec *problems, const VerifyOptions *options,
              const NetFeatureNetwork *network, uint64_t end_ns, VerifyResult *result)
{
  assert(problems && options && network);
  assert(result->verdict == VERDICT_TIMEOUT);
  assert(!options->proof || engine_kind(options->engine) == &engine_split);
  Job job = {.options = options, .network = network, .result = result, .end_ns = end_ns};
  job.count = job.open = result->subproblems = problems->count;
  job.tasks = mem_alloc_zero(problems->count + 1, sizeof *job.tasks);
  begin_tasks(&job, problems);
  if (problems->count == 0)
    result->verdict = VERDICT_UNSAT;
  else
    run_all(&job);
  for (size_t i = 0; i < job.count; i++) end_task(&job, &job.tasks[i]);
  result->boxes = job.closed.boxes;
  free(job.tasks);
}
