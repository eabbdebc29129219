/* Training: one forest for all logics, and for each logic the way of using it that would have been best on benchmarks
 * that the trees had not seen. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "solve/select/selector_internal.h"

enum {
  TREES = 200,
  TRIAL_ROWS = 1500,     /* benchmarks that the ways are tried on */
  TRIAL_LOGIC_ROWS = 40, /* at least that many of a logic */
  FIXED_CAPACITY = 2000,
  PRIORS = 4,
  LEAVES = 3,
  WAYS = (PRIORS + 1) * PLAN_SLOTS /* the last PLAN_SLOTS are fixed schedules */
};

static const double priors[PRIORS] = {0, 0.03, 0.08, 0.2};
static const uint32_t leaves[LEAVES] = {2, 4, 8};
/* How many benchmarks of its own a logic needs to weigh as much as all logics together. */
static const double LOGIC_TRUST = 20;

typedef struct {
  const Dataset *data;
  const SelectorSettings *settings;
  Selector *selector;
  U32Vec rows;     /* benchmarks with features, then those without */
  size_t featured; /* of them with features */
  Matrix values;   /* of the featured rows */
  Matrix targets;
  U32Vec logic_of; /* policy of each row */
  U32Vec trial;    /* rows that the ways are tried on */
  Random random;
} Trainer;

/* Benchmarks with features first. */
static void order_rows(Trainer *trainer, const uint32_t *rows, size_t count)
{
  const Dataset *data = trainer->data;
  bool any = names_count(&data->features) > 0;
  for (int failed = 0; failed <= 1; failed++) {
    for (size_t i = 0; i < count; i++)
      if ((!any || data->feature_failed[rows[i]]) == (bool)failed)
        VEC_PUSH(&trainer->rows, rows[i]);
    if (!failed) trainer->featured = trainer->rows.count;
  }
  for (size_t i = 0; i < count; i++) {
    const char *logic = names_text(&data->runs.logics, data->runs.logic_of[trainer->rows.items[i]]);
    VEC_PUSH(&trainer->logic_of, names_add(&trainer->selector->logics, logic));
  }
}

/* Scores less their mean over the solvers: how hard a benchmark is for all does not matter. The variance of these,
 * summed over the solvers, is that of the differences of all pairs of solvers. */
static void make_targets(Trainer *trainer)
{
  const Runs *runs = &trainer->data->runs;
  size_t solvers = names_count(&runs->solvers);
  trainer->targets = matrix_make(trainer->featured, solvers);
  for (size_t r = 0; r < trainer->featured; r++) {
    float *target = matrix_row(&trainer->targets, r);
    double sum = 0;
    for (uint32_t s = 0; s < solvers; s++) {
      const Run *run = runs_get(runs, trainer->rows.items[r], s);
      double score = run_score(run, runs->limit, trainer->data->penalty);
      target[s] = (float)(score / (trainer->data->penalty * runs->limit));
      sum += (double)target[s];
    }
    for (size_t s = 0; s < solvers; s++) target[s] -= (float)(sum / (double)solvers);
  }
}

static void make_values(Trainer *trainer)
{
  size_t features = names_count(&trainer->data->features);
  trainer->values = matrix_make(trainer->featured, features + LOGIC_COLUMNS);
  for (size_t r = 0; r < trainer->featured; r++) {
    float *row = matrix_row(&trainer->values, r);
    memcpy(row, matrix_row(&trainer->data->values, trainer->rows.items[r]), features * sizeof *row);
    selector_logic_columns(names_text(&trainer->selector->logics, trainer->logic_of.items[r]),
                           row + features);
  }
}

/* All rows of a logic, and few enough of the others to matter only where there is little of its own. The logic with
 * the number `policy` is none: all rows. */
static void make_sample(Trainer *trainer, uint32_t policy, size_t capacity, Neighbours *sample)
{
  size_t rows = trainer->rows.count, own = 0;
  for (size_t r = 0; r < rows; r++) own += trainer->logic_of.items[r] == policy;
  double others = own < rows ? fmin(LOGIC_TRUST / 4 / (double)(rows - own), 1) : 0;
  bool all = own == 0;
  /* Every row with the same chance, so that the sample is not only what comes first. */
  uint32_t *order = mem_alloc(rows, sizeof *order);
  size_t picked = 0;
  for (int foreign = 0; foreign <= 1; foreign++) {
    size_t first = picked;
    for (uint32_t r = 0; r < rows; r++) {
      if ((!all && trainer->logic_of.items[r] != policy) != (bool)foreign) continue;
      size_t other = first + random_below(&trainer->random, picked - first + 1);
      order[picked++] = order[other];
      order[other] = r;
    }
  }
  for (size_t i = 0; i < rows && i < capacity; i++) {
    float weight = all || i < own ? 1 : (float)others;
    VEC_PUSH(&sample->items, ((Neighbour){order[i], weight}));
  }
  free(order);
}

/* The best schedules of 1, 2 ... slots for all benchmarks of a logic. */
static void plan_fixed(Trainer *trainer, uint32_t policy, Schedule schedules[PLAN_SLOTS])
{
  Selector *selector = trainer->selector;
  Neighbours sample = {0}, none = {0};
  make_sample(trainer, policy, FIXED_CAPACITY, &sample);
  Planner *planner = planner_create(&selector->outcomes, FIXED_CAPACITY);
  double *expected = mem_alloc(selector->outcomes.solvers, sizeof *expected);
  PlanSettings settings = {
      .prior = 1,
      .penalty = selector->penalty,
      .time_left = selector->limit,
      .background = &sample,
  };
  planner_plan_each(planner, &none, &settings, schedules, expected);
  free(expected);
  planner_destroy(planner);
  neighbours_free(&sample);
}

static void choose_trial_rows(Trainer *trainer)
{
  size_t logics = names_count(&trainer->selector->logics);
  uint32_t *counts = mem_alloc_zero(logics, sizeof *counts);
  for (size_t r = 0; r < trainer->featured; r++) counts[trainer->logic_of.items[r]]++;
  for (uint32_t r = 0; r < trainer->featured; r++) {
    double count = counts[trainer->logic_of.items[r]];
    double wanted = fmax(TRIAL_LOGIC_ROWS, TRIAL_ROWS * count / (double)trainer->featured);
    if (random_unit(&trainer->random) * count < wanted) VEC_PUSH(&trainer->trial, r);
  }
  free(counts);
}

/* What each way costs on a benchmark that is not known to the trees: costs[WAYS]. */
static void try_row(const Trainer *trainer, const Forest *forest, Planner *planner, uint32_t row,
                    const Schedule (*fixed)[PLAN_SLOTS], Neighbours *near, double *expected,
                    double *costs)
{
  const Selector *selector = trainer->selector;
  const Dataset *data = trainer->data;
  uint32_t benchmark = trainer->rows.items[row], policy = trainer->logic_of.items[row];
  const Run *runs = runs_get(&data->runs, benchmark, 0);
  double before = data->feature_time ? data->feature_time[benchmark] : 0;
  forest_unseen(forest, row, matrix_row(&trainer->values, row), near);
  for (size_t p = 0; p <= PRIORS; p++) {
    Schedule planned[PLAN_SLOTS];
    const Schedule *schedules = fixed[policy];
    if (p < PRIORS) {
      PlanSettings settings = {
          .prior = priors[p],
          .penalty = selector->penalty,
          .time_left = selector->limit,
          .background = &selector->policies.items[policy].background,
      };
      planner_plan_each(planner, near, &settings, planned, expected);
      schedules = planned;
    }
    for (size_t s = 0; s < PLAN_SLOTS; s++)
      costs[p * PLAN_SLOTS + s] = schedule_replay(&schedules[s], runs, selector->limit,
                                                  selector->penalty, p < PRIORS ? before : 0)
                                      .score;
  }
}

/* Sums of the costs of each way, by logic, and how many benchmarks they are of. */
typedef struct {
  double (*sums)[WAYS];
  double *counts;
} Trial;

static void try_forest(const Trainer *trainer, const Forest *forest,
                       const Schedule (*fixed)[PLAN_SLOTS], Trial *trial)
{
  size_t logics = names_count(&trainer->selector->logics);
  trial->sums = mem_alloc_zero(logics, sizeof *trial->sums);
  trial->counts = mem_alloc_zero(logics, sizeof *trial->counts);
  Planner *planner = planner_create(&trainer->selector->outcomes, PLAN_CAPACITY);
  double *expected = mem_alloc(trainer->selector->outcomes.solvers, sizeof *expected);
  Neighbours near = {0};
  for (size_t i = 0; i < trainer->trial.count; i++) {
    uint32_t row = trainer->trial.items[i];
    double costs[WAYS];
    try_row(trainer, forest, planner, row, fixed, &near, expected, costs);
    uint32_t logic = trainer->logic_of.items[row];
    for (size_t w = 0; w < WAYS; w++) trial->sums[logic][w] += costs[w];
    trial->counts[logic]++;
  }
  neighbours_free(&near);
  free(expected);
  planner_destroy(planner);
}

/* The way with the least mean cost in a logic, which is drawn to that over all logics where there are few benchmarks. */
static size_t best_way(const Trial *trial, size_t logics, size_t logic, double *cost)
{
  size_t best = WAYS - PLAN_SLOTS;
  *cost = INFINITY;
  /* Fixed schedules first, short ones before long ones: what is simpler wins if it is as good. */
  for (size_t i = 0; i < WAYS; i++) {
    size_t w = (i + WAYS - PLAN_SLOTS) % WAYS;
    double sum = 0, count = 0;
    for (size_t l = 0; l < logics; l++) {
      sum += trial->sums[l][w];
      count += trial->counts[l];
    }
    if (count == 0) break;
    double mean = sum / count;
    if (logic < logics)
      mean = (trial->sums[logic][w] + LOGIC_TRUST * mean) / (trial->counts[logic] + LOGIC_TRUST);
    if (mean >= *cost) continue;
    *cost = mean;
    best = w;
  }
  return best;
}

static void set_policy(Policy *policy, size_t way, const Schedule fixed[PLAN_SLOTS])
{
  policy->fixed = way >= WAYS - PLAN_SLOTS;
  policy->slots = (uint32_t)(way % PLAN_SLOTS) + 1;
  policy->prior = policy->fixed ? 1 : priors[way / PLAN_SLOTS];
  memcpy(policy->fallback, fixed, sizeof policy->fallback);
}

/* The forest whose leaves have the size that does best, all logics together. */
static void train_forest(Trainer *trainer, const Schedule (*fixed)[PLAN_SLOTS], Trial *best)
{
  size_t logics = names_count(&trainer->selector->logics);
  double least = INFINITY;
  uint32_t trees = trainer->settings->trees ? trainer->settings->trees : TREES;
  for (size_t i = 0; i < LEAVES; i++) {
    ForestSettings settings = {.trees = trees, .leaf = leaves[i], .seed = trainer->settings->seed};
    Forest *forest = forest_train(&trainer->values, &trainer->targets, &settings);
    Trial trial;
    try_forest(trainer, forest, fixed, &trial);
    double total = 0, rows = 0;
    for (size_t l = 0; l < logics; l++) {
      double cost;
      best_way(&trial, logics, l, &cost);
      total += cost * trial.counts[l];
      rows += trial.counts[l];
    }
    bool better = total < least && rows > 0;
    if (better) {
      forest_destroy(trainer->selector->forest);
      trainer->selector->forest = forest;
      least = total;
    } else {
      forest_destroy(forest);
    }
    Trial *worse = better ? best : &trial;
    free(worse->sums);
    free(worse->counts);
    if (better) *best = trial;
  }
}

static void choose_policies(Trainer *trainer)
{
  Selector *selector = trainer->selector;
  size_t logics = names_count(&selector->logics);
  Schedule(*fixed)[PLAN_SLOTS] = mem_alloc(logics + 1, sizeof *fixed);
  for (uint32_t l = 0; l <= logics; l++) {
    Policy policy = {.slots = 1};
    make_sample(trainer, l, PLAN_CAPACITY, &policy.background);
    VEC_PUSH(&selector->policies, policy);
    plan_fixed(trainer, l, fixed[l]);
  }
  Trial trial = {0};
  if (trainer->featured > 0) train_forest(trainer, (const Schedule(*)[PLAN_SLOTS])fixed, &trial);
  for (uint32_t l = 0; l <= logics; l++) {
    double cost;
    size_t way = WAYS - PLAN_SLOTS;
    if (selector->forest) way = best_way(&trial, logics, l, &cost);
    set_policy(&selector->policies.items[l], way, fixed[l]);
  }
  free(trial.sums);
  free(trial.counts);
  free(fixed);
}

static void copy_names(Names *to, const Names *from)
{
  for (uint32_t i = 0; i < names_count(from); i++) names_add(to, names_text(from, i));
}

Selector *selector_train(const Dataset *data, const uint32_t *rows, size_t count,
                         const SelectorSettings *settings)
{
  assert(count > 0 && names_count(&data->runs.solvers) > 0);
  Selector *selector = mem_alloc_zero(1, sizeof *selector);
  selector->limit = data->runs.limit;
  selector->penalty = data->penalty;
  copy_names(&selector->solvers, &data->runs.solvers);
  copy_names(&selector->features, &data->features);
  Trainer trainer = {.data = data, .settings = settings, .selector = selector};
  trainer.random = random_stream(settings->seed, 1, 0);
  order_rows(&trainer, rows, count);
  outcomes_make(&selector->outcomes, &data->runs, trainer.rows.items, count);
  make_values(&trainer);
  make_targets(&trainer);
  choose_trial_rows(&trainer);
  choose_policies(&trainer);
  VEC_FREE(&trainer.rows);
  VEC_FREE(&trainer.logic_of);
  VEC_FREE(&trainer.trial);
  selector->values = trainer.values;
  matrix_free(&trainer.targets);
  return selector;
}
