#include "solve/select/ways.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/select/ways_internal.h"

static const double priors[WAYS_PRIORS] = {0.03, 0.2};
static const double NEAREST_PRIOR = 0.08;

Ways *ways_create(const WaysSettings *settings)
{
  Ways *ways = mem_alloc_zero(1, sizeof *ways);
  ways->settings = *settings;
  ways->fixed = mem_alloc_zero(settings->count + 1, sizeof *ways->fixed);
  ways->sampled = mem_alloc_zero(settings->count + 1, sizeof *ways->sampled);
  return ways;
}

void ways_destroy(Ways *ways)
{
  free(ways->fixed);
  free(ways->sampled);
  free(ways->costs);
  for (size_t i = 0; i < RANKERS; i++) {
    matrix_free(&ways->ratings[i]);
    free(ways->ranked[i]);
  }
  free(ways);
}

/* --- ways --------------------------------------------------------------------------------- */

Way ways_way(size_t number)
{
  assert(number < WAYS_COUNT);
  uint32_t slots = (uint32_t)(number % PLAN_SLOTS) + 1;
  if (number < PLAN_SLOTS) return (Way){ADVICE_FIXED, slots, 1};
  if (number >= WAYS_RANKED) return (Way){(Advice)(ADVICE_HARDNESS + (number - WAYS_RANKED)), 1, 1};
  size_t sample = number - PLAN_SLOTS;
  if (sample >= WAYS_NEAREST) return (Way){ADVICE_NEAREST, slots, NEAREST_PRIOR};
  if (sample >= WAYS_BOTH)
    return (Way){ADVICE_BOTH, slots, priors[(sample - WAYS_BOTH) / PLAN_SLOTS]};
  return (Way){ADVICE_FOREST, slots, priors[sample / PLAN_SLOTS]};
}

const Schedule *ways_schedule(const Ways *ways, size_t way, size_t row)
{
  assert(way < WAYS_COUNT && row < ways->settings.count);
  if (way < PLAN_SLOTS) return &ways->fixed[row][way];
  if (way < WAYS_RANKED) return &ways->sampled[row][way - PLAN_SLOTS];
  return &ways->ranked[way - WAYS_RANKED][row];
}

void ways_set_fixed(Ways *ways, size_t number, const Schedule schedules[PLAN_SLOTS])
{
  assert(number < ways->settings.count);
  memcpy(ways->fixed[number], schedules, sizeof ways->fixed[number]);
}

/* --- what is ranked ----------------------------------------------------------------------- */

static void rate(const Ways *ways, Advice advice, size_t i, float *ratings)
{
  const float *each[RANKERS] = {0};
  for (unsigned k = 0; k < RANKERS; k++)
    if (advice_uses_ranker(advice, k) && ways->ratings[k].rows > 0)
      each[k] = matrix_row(&ways->ratings[k], i);
  advice_combine_ratings(each, names_count(&ways->settings.selector->solvers), ratings);
}

void ways_set_ratings(Ways *ways, unsigned ranker, Matrix ratings)
{
  assert(ranker < RANKERS && !ways->ranked[ranker] && ratings.rows == ways->settings.count);
  ways->ratings[ranker] = ratings;
  ways->ranked[ranker] = mem_alloc_zero(ratings.rows + 1, sizeof *ways->ranked[ranker]);
  for (size_t i = 0; i < ratings.rows; i++)
    advice_rank_schedule(matrix_row(&ratings, i), ratings.columns, &ways->ranked[ranker][i]);
}

/* --- what is sampled ---------------------------------------------------------------------- */

/* What planning for the rows needs. */
typedef struct {
  Planner *planner;
  double *expected;
  float *ratings;
  Neighbours near;
} Desk;

static Desk open_desk(const Ways *ways)
{
  const Outcomes *outcomes = &ways->settings.selector->outcomes;
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
static void plan_row(const Ways *ways, Desk *desk, size_t i, double prior, Schedule *schedules)
{
  const Selector *selector = ways->settings.selector;
  PlanSettings settings = {
      .prior = prior,
      .penalty = selector->penalty,
      .time_left = selector->limit,
      .background = &selector->policies.items[ways_logic(ways, i)].background,
      .without = &ways->settings.rows[i],
  };
  planner_plan_each(desk->planner, &desk->near, &settings, schedules, desk->expected);
}

static double replay(const Ways *ways, size_t i, const Schedule *schedule, bool features)
{
  const Dataset *data = ways->settings.data;
  uint32_t benchmark = ways->settings.benchmarks[ways->settings.rows[i]];
  double before = features && data->feature_time ? (double)data->feature_time[benchmark] : 0;
  return schedule_replay(schedule, runs_get(&data->runs, benchmark, 0), data->runs.limit,
                         data->penalty, before)
      .score;
}

void ways_try_forest(Ways *ways, const Forest *forest)
{
  assert(forest_rows(forest) == ways->settings.values->rows);
  Desk desk = open_desk(ways);
  for (size_t i = 0; i < ways->settings.count; i++) {
    uint32_t row = ways->settings.rows[i];
    forest_unseen(forest, row, matrix_row(ways->settings.values, row), &desk.near);
    for (size_t p = 0; p < WAYS_PRIORS; p++)
      plan_row(ways, &desk, i, priors[p], ways->sampled[i] + WAYS_FOREST + p * PLAN_SLOTS);
  }
  close_desk(&desk);
}

void ways_try_nearest(Ways *ways, uint64_t seed)
{
  assert(ways->settings.values->rows > 0);
  Nearest *nearest = nearest_train(ways->settings.values, seed);
  Desk desk = open_desk(ways);
  for (size_t i = 0; i < ways->settings.count; i++) {
    uint32_t row = ways->settings.rows[i];
    nearest_find(nearest, matrix_row(ways->settings.values, row), ways->settings.fold_of,
                 ways->settings.fold_of[row], &desk.near);
    plan_row(ways, &desk, i, NEAREST_PRIOR, ways->sampled[i] + WAYS_NEAREST);
  }
  nearest_destroy(nearest);
  close_desk(&desk);
}

void ways_try_both(Ways *ways, const Forest *forest)
{
  const Selector *selector = ways->settings.selector;
  if (ways->ratings[RANKER_OF_PAIRS].rows == 0) return;
  Desk desk = open_desk(ways);
  for (size_t i = 0; i < ways->settings.count; i++) {
    uint32_t row = ways->settings.rows[i];
    forest_unseen(forest, row, matrix_row(ways->settings.values, row), &desk.near);
    rate(ways, ADVICE_BOTH, i, desk.ratings);
    advice_weigh_by_ratings(&selector->outcomes, desk.ratings, selector->penalty, &desk.near);
    for (size_t p = 0; p < WAYS_PRIORS; p++)
      plan_row(ways, &desk, i, priors[p], ways->sampled[i] + WAYS_BOTH + p * PLAN_SLOTS);
  }
  close_desk(&desk);
}

/* --- costs -------------------------------------------------------------------------------- */

static bool is_there(const Ways *ways, size_t way)
{
  if (way >= WAYS_RANKED) return ways->ranked[way - WAYS_RANKED] != NULL;
  return ways_schedule(ways, way, 0)->count > 0;
}

void ways_settle(Ways *ways)
{
  size_t count = ways->settings.count;
  assert(!ways->costs);
  ways->costs = mem_alloc(WAYS_COUNT * count + 1, sizeof *ways->costs);
  for (size_t w = 0; w < WAYS_COUNT && count > 0; w++) {
    bool there = is_there(ways, w), features = ways_way(w).advice != ADVICE_FIXED;
    for (size_t i = 0; i < count; i++)
      ways->costs[w * count + i] =
          there ? (float)replay(ways, i, ways_schedule(ways, w, i), features) : INFINITY;
  }
}
