#include "solve/select/selector_trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  PRIORS = 4,
  SLICES = 11,
  PRESOLVE_SLICES = 6, /* the first ones */
  PRESOLVE_SOLVERS = 100,
  FEWEST = 20,   /* fewer rows in all do not tell whether features help */
  OWN_ROWS = 60, /* fewer rows of a logic do not choose slices of their own */
  FOREST_WAYS = PRIORS * PLAN_SLOTS,
  NEAREST_WAYS =
      FOREST_WAYS + PLAN_SLOTS, /* of the nearest neighbours, after those of the forest */
  BOTH_PRIORS = 2,
  SAMPLED_WAYS = NEAREST_WAYS + BOTH_PRIORS * PLAN_SLOTS,
  /* All ways: fixed ones first, short before long: what is simpler wins if it is as good. */
  SAMPLED_FIRST = PLAN_SLOTS,
  RANKED_FIRST = SAMPLED_FIRST + SAMPLED_WAYS,
  WAYS = RANKED_FIRST + RANKERS * PLAN_SLOTS
};

static const double priors[PRIORS] = {0, 0.03, 0.08, 0.2};
static const double NEAREST_PRIOR = 0.08;
static const double both_priors[BOTH_PRIORS] = {0.03, 0.2};
/* Parts of the limit. */
static const float slice_parts[SLICES] = {0.00025f, 0.0005f, 0.001f, 0.0025f, 0.005f, 0.01f,
                                          0.02f,    0.05f,   0.1f,   0.2f,    0.4f};

/* A way with what training sets for it. */
typedef struct {
  Advice advice;
  uint32_t slots;
  size_t sample; /* which of the sampled ways */
  float slices[PLAN_SLOTS];
} Way;

struct Trial {
  TrialSettings settings;
  Schedule (*sampled)[SAMPLED_WAYS]; /* of each row; those that were not tried have no slots */
  Schedule (*other)[FOREST_WAYS];    /* of the forest that is being tried */
  double best_forest;
  Matrix ratings[RANKERS]; /* no rows: not there */
  /* Set by trial_settle: */
  U32Vec all;                /* numbers of all rows */
  Schedule *orders[RANKERS]; /* of all rows, without slices */
  Way ways[WAYS];            /* of ranked ones, with the slices that are best for all */
  double everywhere[WAYS];   /* mean costs over all rows; INFINITY: there is no such way */
};

Trial *trial_create(const TrialSettings *settings)
{
  Trial *trial = mem_alloc_zero(1, sizeof *trial);
  trial->settings = *settings;
  trial->sampled = mem_alloc_zero(settings->count + 1, sizeof *trial->sampled);
  trial->other = mem_alloc_zero(settings->count + 1, sizeof *trial->other);
  trial->best_forest = INFINITY;
  return trial;
}

void trial_destroy(Trial *trial)
{
  free(trial->sampled);
  free(trial->other);
  VEC_FREE(&trial->all);
  for (size_t i = 0; i < RANKERS; i++) {
    matrix_free(&trial->ratings[i]);
    free(trial->orders[i]);
  }
  free(trial);
}

void trial_set_ratings(Trial *trial, unsigned ranker, Matrix ratings)
{
  assert(ranker < RANKERS && ratings.rows == trial->settings.count);
  trial->ratings[ranker] = ratings;
}

static uint32_t logic_of(const Trial *trial, size_t i)
{
  return trial->settings.logic_of[trial->settings.rows[i]];
}

/* --- costs -------------------------------------------------------------------------------- */

static double replay(const Trial *trial, size_t i, const Schedule *schedule, bool features)
{
  const Dataset *data = trial->settings.data;
  uint32_t benchmark = trial->settings.benchmarks[trial->settings.rows[i]];
  double before = features && data->feature_time ? (double)data->feature_time[benchmark] : 0;
  return schedule_replay(schedule, runs_get(&data->runs, benchmark, 0), data->runs.limit,
                         data->penalty, before)
      .score;
}

static bool has_ratings(const Trial *trial, unsigned ranker)
{
  return trial->ratings[ranker].rows > 0;
}

static void rate(const Trial *trial, Advice advice, size_t i, float *ratings)
{
  const float *each[RANKERS] = {0};
  for (unsigned k = 0; k < RANKERS; k++)
    if (advice_uses(advice, k) && has_ratings(trial, k))
      each[k] = matrix_row(&trial->ratings[k], i);
  selector_combine_ratings(each, names_count(&trial->settings.selector->solvers), ratings);
}

/* The schedule of a way for a row. */
static Schedule schedule_of(const Trial *trial, const Way *way, size_t i)
{
  if (way->advice == ADVICE_FIXED)
    return trial->settings.selector->policies.items[logic_of(trial, i)].fallback[way->slots - 1];
  if (!advice_is_ranked(way->advice)) return trial->sampled[i][way->sample];
  Schedule schedule = trial->orders[way->advice - ADVICE_HARDNESS][i];
  for (size_t k = 0; k + 1 < way->slots && k + 1 < schedule.count; k++)
    schedule.slots[k].seconds = way->slices[k];
  return schedule;
}

static double sum_costs(const Trial *trial, const Way *way, const U32Vec *rows,
                        ScheduleSlot presolve)
{
  double sum = 0;
  for (size_t k = 0; k < rows->count; k++) {
    uint32_t i = rows->items[k];
    Schedule schedule = schedule_of(trial, way, i);
    if (presolve.seconds > 0) selector_add_presolve(&schedule, presolve);
    sum += replay(trial, i, &schedule, way->advice != ADVICE_FIXED);
  }
  return sum;
}

/* --- what is sampled ---------------------------------------------------------------------- */

static void plan_row(const Trial *trial, Planner *planner, const Neighbours *near, size_t i,
                     double prior, double *expected, Schedule *schedules)
{
  const Selector *selector = trial->settings.selector;
  PlanSettings settings = {
      .prior = prior,
      .penalty = selector->penalty,
      .time_left = selector->limit,
      .background = &selector->policies.items[logic_of(trial, i)].background,
  };
  planner_plan_each(planner, near, &settings, schedules, expected);
}

double trial_try_forest(Trial *trial, const Forest *forest)
{
  const Selector *selector = trial->settings.selector;
  Planner *planner = planner_create(&selector->outcomes, PLAN_CAPACITY);
  double *expected = mem_alloc(selector->outcomes.solvers, sizeof *expected);
  double sums[FOREST_WAYS] = {0}, best = INFINITY;
  Neighbours near = {0};
  for (size_t i = 0; i < trial->settings.count; i++) {
    uint32_t row = trial->settings.rows[i];
    forest_unseen(forest, row, matrix_row(trial->settings.values, row), &near);
    for (size_t p = 0; p < PRIORS; p++)
      plan_row(trial, planner, &near, i, priors[p], expected, trial->other[i] + p * PLAN_SLOTS);
    for (size_t w = 0; w < FOREST_WAYS; w++) sums[w] += replay(trial, i, &trial->other[i][w], true);
  }
  for (size_t w = 0; w < FOREST_WAYS && trial->settings.count > 0; w++) best = fmin(best, sums[w]);
  if (best < trial->best_forest) {
    trial->best_forest = best;
    for (size_t i = 0; i < trial->settings.count; i++)
      memcpy(trial->sampled[i], trial->other[i], sizeof trial->other[i]);
  }
  neighbours_free(&near);
  free(expected);
  planner_destroy(planner);
  return best;
}

void trial_try_nearest(Trial *trial, uint64_t seed)
{
  const Selector *selector = trial->settings.selector;
  Planner *planner = planner_create(&selector->outcomes, PLAN_CAPACITY);
  double *expected = mem_alloc(selector->outcomes.solvers, sizeof *expected);
  Nearest *nearest = nearest_train(trial->settings.values, seed);
  Neighbours near = {0};
  for (size_t i = 0; i < trial->settings.count; i++) {
    uint32_t row = trial->settings.rows[i];
    nearest_find(nearest, matrix_row(trial->settings.values, row), row, &near);
    plan_row(trial, planner, &near, i, NEAREST_PRIOR, expected, trial->sampled[i] + FOREST_WAYS);
  }
  neighbours_free(&near);
  nearest_destroy(nearest);
  free(expected);
  planner_destroy(planner);
}

void trial_try_both(Trial *trial, const Forest *forest)
{
  const Selector *selector = trial->settings.selector;
  size_t solvers = selector->outcomes.solvers;
  if (!has_ratings(trial, RANKER_OF_PAIRS)) return;
  Planner *planner = planner_create(&selector->outcomes, PLAN_CAPACITY);
  double *expected = mem_alloc(solvers, sizeof *expected);
  float *ratings = mem_alloc(solvers, sizeof *ratings);
  Neighbours near = {0};
  for (size_t i = 0; i < trial->settings.count; i++) {
    uint32_t row = trial->settings.rows[i];
    forest_unseen(forest, row, matrix_row(trial->settings.values, row), &near);
    rate(trial, ADVICE_BOTH, i, ratings);
    selector_weigh_by_ratings(&selector->outcomes, ratings, selector->penalty, &near);
    for (size_t p = 0; p < BOTH_PRIORS; p++)
      plan_row(trial, planner, &near, i, both_priors[p], expected,
               trial->sampled[i] + NEAREST_WAYS + p * PLAN_SLOTS);
  }
  neighbours_free(&near);
  free(ratings);
  free(expected);
  planner_destroy(planner);
}

/* --- what is ranked ----------------------------------------------------------------------- */

/* The orders of all rows, without slices. */
static Schedule *order_rows(const Trial *trial, Advice advice)
{
  size_t solvers = names_count(&trial->settings.selector->solvers);
  Schedule *orders = mem_alloc(trial->settings.count + 1, sizeof *orders);
  float *ratings = mem_alloc(solvers, sizeof *ratings);
  for (size_t i = 0; i < trial->settings.count; i++) {
    rate(trial, advice, i, ratings);
    selector_rank_schedule(ratings, solvers, 1, NULL, &orders[i]);
  }
  free(ratings);
  return orders;
}

/* The slices that cost least on these rows. */
static void choose_slices(const Trial *trial, Way *way, const U32Vec *rows)
{
  double least = INFINITY;
  double limit = trial->settings.selector->limit;
  size_t inner = way->slots > 2 ? SLICES : 1;
  Way best = *way;
  for (size_t a = 0; a < SLICES && way->slots > 1; a++) {
    for (size_t b = 0; b < inner; b++) {
      way->slices[0] = slice_parts[a] * (float)limit;
      way->slices[1] = slice_parts[b] * (float)limit;
      double cost = sum_costs(trial, way, rows, (ScheduleSlot){0});
      if (cost >= least) continue;
      least = cost;
      best = *way;
    }
  }
  *way = best;
}

/* Every other row of some, beginning with the first or the second. */
static U32Vec half_of(const U32Vec *rows, size_t first)
{
  U32Vec half = {0};
  for (size_t i = first; i < rows->count; i += 2) VEC_PUSH(&half, rows->items[i]);
  return half;
}

/* What slices cost on rows that they were not chosen on: each half with those of the other. */
static double sum_sliced(const Trial *trial, Way way, const U32Vec *rows)
{
  double sum = 0;
  for (size_t first = 0; first < 2; first++) {
    U32Vec one = half_of(rows, first), other = half_of(rows, 1 - first);
    choose_slices(trial, &way, &one);
    sum += sum_costs(trial, &way, &other, (ScheduleSlot){0});
    VEC_FREE(&one);
    VEC_FREE(&other);
  }
  return sum;
}

/* --- a first slice ------------------------------------------------------------------------ */

static ScheduleSlot find_presolve(const Trial *trial, const Way *way, const U32Vec *rows)
{
  ScheduleSlot best = {0};
  double least = sum_costs(trial, way, rows, best);
  const Selector *selector = trial->settings.selector;
  for (uint32_t s = 0; s < names_count(&selector->solvers) && s < PRESOLVE_SOLVERS; s++) {
    for (size_t p = 0; p < PRESOLVE_SLICES; p++) {
      ScheduleSlot slot = {s, slice_parts[p] * (float)selector->limit};
      double cost = sum_costs(trial, way, rows, slot);
      if (cost >= least) continue;
      least = cost;
      best = slot;
    }
  }
  return best;
}

/* A slice before features are computed, if one that is chosen on half of the rows costs less on the other half. */
static ScheduleSlot choose_presolve(const Trial *trial, const Way *way, const U32Vec *rows)
{
  double with = 0, without = 0;
  for (size_t first = 0; first < 2; first++) {
    U32Vec one = half_of(rows, first), other = half_of(rows, 1 - first);
    ScheduleSlot slot = find_presolve(trial, way, &one);
    with += sum_costs(trial, way, &other, slot);
    without += sum_costs(trial, way, &other, (ScheduleSlot){0});
    VEC_FREE(&one);
    VEC_FREE(&other);
  }
  return with < without ? find_presolve(trial, way, rows) : (ScheduleSlot){0};
}

/* --- choosing ----------------------------------------------------------------------------- */

/* The way with this number, without slices. */
static Way way_of(size_t number)
{
  if (number < SAMPLED_FIRST) return (Way){.advice = ADVICE_FIXED, .slots = (uint32_t)number + 1};
  if (number >= RANKED_FIRST) {
    size_t ranked = number - RANKED_FIRST;
    return (Way){.advice = (Advice)(ADVICE_HARDNESS + ranked / PLAN_SLOTS),
                 .slots = (uint32_t)(ranked % PLAN_SLOTS) + 1};
  }
  size_t sample = number - SAMPLED_FIRST;
  Advice advice = sample < FOREST_WAYS    ? ADVICE_FOREST
                  : sample < NEAREST_WAYS ? ADVICE_NEAREST
                                          : ADVICE_BOTH;
  return (Way){.advice = advice, .slots = (uint32_t)(sample % PLAN_SLOTS) + 1, .sample = sample};
}

static bool is_there(const Trial *trial, const Way *way)
{
  if (way->advice == ADVICE_FIXED) return true;
  if (trial->all.count < FEWEST) return false;
  if (advice_is_ranked(way->advice)) return has_ratings(trial, way->advice - ADVICE_HARDNESS);
  return trial->sampled[0][way->sample].count > 0;
}

static double sum_way(const Trial *trial, const Way *way, const U32Vec *rows)
{
  bool sliced = advice_is_ranked(way->advice) && way->slots > 1;
  return sliced ? sum_sliced(trial, *way, rows) : sum_costs(trial, way, rows, (ScheduleSlot){0});
}

void trial_settle(Trial *trial)
{
  for (uint32_t i = 0; i < trial->settings.count; i++) VEC_PUSH(&trial->all, i);
  for (unsigned i = 0; i < RANKERS; i++)
    if (has_ratings(trial, i)) trial->orders[i] = order_rows(trial, (Advice)(ADVICE_HARDNESS + i));
  for (size_t w = 0; w < WAYS; w++) {
    trial->ways[w] = way_of(w);
    trial->everywhere[w] = INFINITY;
    if (trial->all.count == 0 || !is_there(trial, &trial->ways[w])) continue;
    trial->everywhere[w] = sum_way(trial, &trial->ways[w], &trial->all) / (double)trial->all.count;
    if (advice_is_ranked(trial->ways[w].advice)) choose_slices(trial, &trial->ways[w], &trial->all);
  }
}

/* The way with the least mean cost on these rows, which is drawn to that over all rows where there are few. */
static size_t find_best(const Trial *trial, const U32Vec *own)
{
  size_t best = 0;
  double least = INFINITY;
  for (size_t w = 0; w < WAYS; w++) {
    double cost = trial->everywhere[w];
    if (cost == INFINITY) continue;
    Way plain = way_of(w);
    if (own->count < trial->all.count)
      cost =
          (sum_way(trial, &plain, own) + TRIAL_TRUST * cost) / ((double)own->count + TRIAL_TRUST);
    if (cost >= least) continue;
    least = cost;
    best = w;
  }
  return best;
}

static void set_policy(Policy *policy, const Way *way)
{
  policy->advice = way->advice;
  policy->slots = way->slots;
  policy->prior = 1;
  if (way->advice == ADVICE_FOREST) policy->prior = priors[way->sample / PLAN_SLOTS];
  if (way->advice == ADVICE_NEAREST) policy->prior = NEAREST_PRIOR;
  if (way->advice == ADVICE_BOTH)
    policy->prior = both_priors[(way->sample - NEAREST_WAYS) / PLAN_SLOTS];
  memcpy(policy->slices, way->slices, sizeof policy->slices);
}

void trial_choose(const Trial *trial, uint32_t logic, Policy *policy)
{
  U32Vec own = {0};
  bool any = logic >= names_count(&trial->settings.selector->logics);
  for (uint32_t i = 0; i < trial->settings.count; i++)
    if (any || logic_of(trial, i) == logic) VEC_PUSH(&own, i);
  bool enough = own.count >= OWN_ROWS;
  Way way = trial->ways[find_best(trial, &own)];
  if (advice_is_ranked(way.advice) && enough) choose_slices(trial, &way, &own);
  set_policy(policy, &way);
  policy->presolve = (ScheduleSlot){0};
  if (way.advice != ADVICE_FIXED && enough) policy->presolve = choose_presolve(trial, &way, &own);
  VEC_FREE(&own);
}
