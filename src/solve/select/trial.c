#include "solve/select/trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/select/trial_internal.h"

static const double priors[TRIAL_PRIORS] = {0.03, 0.2};
static const double NEAREST_PRIOR = 0.08;

Trial *trial_create(const TrialSettings *settings)
{
  Trial *trial = mem_alloc_zero(1, sizeof *trial);
  trial->settings = *settings;
  trial->fixed = mem_alloc_zero(settings->count + 1, sizeof *trial->fixed);
  trial->sampled = mem_alloc_zero(settings->count + 1, sizeof *trial->sampled);
  trial->best_forest = INFINITY;
  return trial;
}

void trial_destroy(Trial *trial)
{
  free(trial->fixed);
  free(trial->sampled);
  free(trial->costs);
  for (size_t i = 0; i < RANKERS; i++) {
    matrix_free(&trial->ratings[i]);
    free(trial->ranked[i]);
  }
  free(trial);
}

/* --- ways --------------------------------------------------------------------------------- */

Way trial_way(size_t number)
{
  assert(number < TRIAL_WAYS);
  uint32_t slots = (uint32_t)(number % PLAN_SLOTS) + 1;
  if (number < PLAN_SLOTS) return (Way){ADVICE_FIXED, slots, 1};
  if (number >= TRIAL_RANKED)
    return (Way){(Advice)(ADVICE_HARDNESS + (number - TRIAL_RANKED)), 1, 1};
  size_t sample = number - PLAN_SLOTS;
  if (sample >= TRIAL_NEAREST) return (Way){ADVICE_NEAREST, slots, NEAREST_PRIOR};
  if (sample >= TRIAL_BOTH)
    return (Way){ADVICE_BOTH, slots, priors[(sample - TRIAL_BOTH) / PLAN_SLOTS]};
  return (Way){ADVICE_FOREST, slots, priors[sample / PLAN_SLOTS]};
}

const Schedule *trial_schedule(const Trial *trial, size_t way, size_t row)
{
  assert(way < TRIAL_WAYS && row < trial->settings.count);
  if (way < PLAN_SLOTS) return &trial->fixed[row][way];
  if (way < TRIAL_RANKED) return &trial->sampled[row][way - PLAN_SLOTS];
  return &trial->ranked[way - TRIAL_RANKED][row];
}

void trial_set_fixed(Trial *trial, size_t number, const Schedule schedules[PLAN_SLOTS])
{
  assert(number < trial->settings.count);
  memcpy(trial->fixed[number], schedules, sizeof trial->fixed[number]);
}

/* --- what is ranked ----------------------------------------------------------------------- */

static void rate(const Trial *trial, Advice advice, size_t i, float *ratings)
{
  const float *each[RANKERS] = {0};
  for (unsigned k = 0; k < RANKERS; k++)
    if (advice_uses_ranker(advice, k) && trial->ratings[k].rows > 0)
      each[k] = matrix_row(&trial->ratings[k], i);
  advice_combine_ratings(each, names_count(&trial->settings.selector->solvers), ratings);
}

void trial_set_ratings(Trial *trial, unsigned ranker, Matrix ratings)
{
  assert(ranker < RANKERS && !trial->ranked[ranker] && ratings.rows == trial->settings.count);
  trial->ratings[ranker] = ratings;
  trial->ranked[ranker] = mem_alloc_zero(ratings.rows + 1, sizeof *trial->ranked[ranker]);
  for (size_t i = 0; i < ratings.rows; i++)
    advice_rank_schedule(matrix_row(&ratings, i), ratings.columns, &trial->ranked[ranker][i]);
}

/* --- what is sampled ---------------------------------------------------------------------- */

/* What planning for the rows needs. */
typedef struct {
  Planner *planner;
  double *expected;
  float *ratings;
  Neighbours near;
} Desk;

static Desk open_desk(const Trial *trial)
{
  const Outcomes *outcomes = &trial->settings.selector->outcomes;
  return (Desk){.planner = planner_create(outcomes, PLAN_CAPACITY),
                .expected = mem_alloc(outcomes->solvers, sizeof(double)),
                .ratings = mem_alloc(outcomes->solvers, sizeof(float))};
}

static void close_desk(Desk *desk)
{
  planner_destroy(desk->planner);
  free(desk->expected);
  free(desk->ratings);
  neighbours_free(&desk->near);
}

/* Plans for the neighbours on the desk, without the row itself. */
static void plan_row(const Trial *trial, Desk *desk, size_t i, double prior, Schedule *schedules)
{
  const Selector *selector = trial->settings.selector;
  PlanSettings settings = {
      .prior = prior,
      .penalty = selector->penalty,
      .time_left = selector->limit,
      .background = &selector->policies.items[trial_logic(trial, i)].background,
      .without = &trial->settings.rows[i],
  };
  planner_plan_each(desk->planner, &desk->near, &settings, schedules, desk->expected);
}

static double replay(const Trial *trial, size_t i, const Schedule *schedule, bool features)
{
  const Dataset *data = trial->settings.data;
  uint32_t benchmark = trial->settings.benchmarks[trial->settings.rows[i]];
  double before = features && data->feature_time ? (double)data->feature_time[benchmark] : 0;
  return schedule_replay(schedule, runs_get(&data->runs, benchmark, 0), data->runs.limit,
                         data->penalty, before)
      .score;
}

double trial_try_forest(Trial *trial, const Forest *forest)
{
  typedef Schedule Tried[TRIAL_PRIORS * PLAN_SLOTS];
  size_t count = trial->settings.count;
  double sums[TRIAL_PRIORS * PLAN_SLOTS] = {0}, best = INFINITY;
  Tried *tried = mem_alloc(count + 1, sizeof *tried);
  Desk desk = open_desk(trial);
  for (size_t i = 0; i < count; i++) {
    uint32_t row = trial->settings.rows[i];
    forest_unseen(forest, row, matrix_row(trial->settings.values, row), &desk.near);
    for (size_t p = 0; p < TRIAL_PRIORS; p++)
      plan_row(trial, &desk, i, priors[p], tried[i] + p * PLAN_SLOTS);
    for (size_t w = 0; w < TRIAL_PRIORS * PLAN_SLOTS; w++)
      sums[w] += replay(trial, i, &tried[i][w], true);
  }
  for (size_t w = 0; w < TRIAL_PRIORS * PLAN_SLOTS && count > 0; w++) best = fmin(best, sums[w]);
  if (best < trial->best_forest) {
    trial->best_forest = best;
    for (size_t i = 0; i < count; i++) memcpy(trial->sampled[i], tried[i], sizeof tried[i]);
  }
  free(tried);
  close_desk(&desk);
  return best;
}

void trial_try_nearest(Trial *trial, uint64_t seed)
{
  Nearest *nearest = nearest_train(trial->settings.values, seed);
  Desk desk = open_desk(trial);
  for (size_t i = 0; i < trial->settings.count; i++) {
    uint32_t row = trial->settings.rows[i];
    nearest_find(nearest, matrix_row(trial->settings.values, row), row, &desk.near);
    plan_row(trial, &desk, i, NEAREST_PRIOR, trial->sampled[i] + TRIAL_NEAREST);
  }
  nearest_destroy(nearest);
  close_desk(&desk);
}

void trial_try_both(Trial *trial, const Forest *forest)
{
  const Selector *selector = trial->settings.selector;
  if (trial->ratings[RANKER_OF_PAIRS].rows == 0) return;
  Desk desk = open_desk(trial);
  for (size_t i = 0; i < trial->settings.count; i++) {
    uint32_t row = trial->settings.rows[i];
    forest_unseen(forest, row, matrix_row(trial->settings.values, row), &desk.near);
    rate(trial, ADVICE_BOTH, i, desk.ratings);
    advice_weigh_by_ratings(&selector->outcomes, desk.ratings, selector->penalty, &desk.near);
    for (size_t p = 0; p < TRIAL_PRIORS; p++)
      plan_row(trial, &desk, i, priors[p], trial->sampled[i] + TRIAL_BOTH + p * PLAN_SLOTS);
  }
  close_desk(&desk);
}

/* --- costs -------------------------------------------------------------------------------- */

static bool is_there(const Trial *trial, size_t way)
{
  if (way >= TRIAL_RANKED) return trial->ranked[way - TRIAL_RANKED] != NULL;
  return trial_schedule(trial, way, 0)->count > 0;
}

void trial_settle(Trial *trial)
{
  size_t count = trial->settings.count;
  assert(!trial->costs);
  trial->costs = mem_alloc(TRIAL_WAYS * count + 1, sizeof *trial->costs);
  for (size_t w = 0; w < TRIAL_WAYS && count > 0; w++) {
    bool there = is_there(trial, w), features = trial_way(w).advice != ADVICE_FIXED;
    for (size_t i = 0; i < count; i++)
      trial->costs[w * count + i] =
          there ? (float)replay(trial, i, trial_schedule(trial, w, i), features) : INFINITY;
  }
}
