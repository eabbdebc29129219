/* Choosing a way for a logic by what the ways cost on benchmarks that the models have not seen. */
#include <math.h>
#include <stdlib.h>

#include "solve/select/ways_internal.h"

enum {
  PRESOLVE_SLICES = 6,
  PRESOLVE_SOLVERS = 100,
  FEWEST = 20,  /* fewer rows in all do not tell whether features help */
  OWN_ROWS = 60 /* fewer rows of a logic do not choose a first slice of their own */
};

/* Parts of the limit. */
static const float presolve_parts[PRESOLVE_SLICES] = {0.00025f, 0.0005f, 0.001f,
                                                      0.0025f,  0.005f,  0.01f};

/* --- costs -------------------------------------------------------------------------------- */

/* How much each row counts: those of the logic most, all others together as much as WAYS_TRUST of them. */
static double *weigh_rows(const Ways *ways, uint32_t logic, bool any)
{
  size_t count = ways->settings.count;
  double *weights = mem_alloc(count + 1, sizeof *weights);
  for (size_t i = 0; i < count; i++) {
    bool own = any || ways_logic(ways, i) == logic;
    weights[i] = (own ? 1 : 0) + WAYS_TRUST / (double)count;
  }
  return weights;
}

static bool is_there(const Ways *ways, size_t way)
{
  return ways->costs[way * ways->settings.count] < INFINITY;
}

/* The mean of what one way costs more than another. */
typedef struct {
  double mean, error; /* standard error of the mean */
} Difference;

static Difference compare_ways(const Ways *ways, const double *weights, size_t way, size_t other)
{
  size_t count = ways->settings.count;
  const float *one = ways->costs + way * count, *two = ways->costs + other * count;
  double sum = 0, weight = 0, squares = 0;
  for (size_t i = 0; i < count; i++) {
    sum += weights[i] * (double)(one[i] - two[i]);
    weight += weights[i];
  }
  double mean = sum / weight;
  for (size_t i = 0; i < count; i++) {
    double off = weights[i] * ((double)(one[i] - two[i]) - mean);
    squares += off * off;
  }
  return (Difference){mean, sqrt(squares) / weight};
}

/* The cheapest way from `first` on, of `count`; those before it win if they are as good. */
static size_t find_cheapest(const Ways *ways, const double *weights, size_t first, size_t count)
{
  size_t best = first;
  for (size_t w = first + 1; w < first + count; w++)
    if (is_there(ways, w) &&
        (!is_there(ways, best) || compare_ways(ways, weights, w, best).mean < 0))
      best = w;
  return best;
}

/* --- the way ------------------------------------------------------------------------------ */

/* Three in a row by the forest and comparison in pairs, or by the forest if there are no pairs; what is fixed if there are no
 * features. */
static size_t find_usual(const Ways *ways, const double *weights)
{
  size_t both = PLAN_SLOTS + WAYS_BOTH + PLAN_SLOTS - 1;
  size_t forest = PLAN_SLOTS + WAYS_FOREST + PLAN_SLOTS - 1;
  if (ways->settings.count >= FEWEST && is_there(ways, both)) return both;
  if (ways->settings.count >= FEWEST && is_there(ways, forest)) return forest;
  return find_cheapest(ways, weights, 0, PLAN_SLOTS);
}

/* By how many standard errors another way has to be better: by more than the luckiest of so many ways is by chance (the largest of n
 * normal numbers is about the root of 2 log n). */
static double sure_of(const Ways *ways)
{
  size_t there = 0;
  for (size_t w = 0; w < WAYS_COUNT; w++) there += is_there(ways, w);
  return there > 1 ? sqrt(2 * log((double)there)) : 0;
}

static bool has_most_rows(const Ways *ways, uint32_t logic)
{
  size_t own = 0;
  for (size_t i = 0; i < ways->settings.count; i++) own += ways_logic(ways, i) == logic;
  return own > ways->settings.count / 2;
}

/* The usual way, or another one that is surely better. What is fixed has to be as good for all logics or a main one, and cheaper for a logic
 * among others. */
static size_t find_best(const Ways *ways, const double *weights, bool main)
{
  size_t usual = find_usual(ways, weights), best = usual;
  if (ways->settings.count < FEWEST) return usual;
  size_t fixed = find_cheapest(ways, weights, 0, PLAN_SLOTS);
  Difference gain = compare_ways(ways, weights, fixed, usual);
  double sure = sure_of(ways), least = 0;
  if (gain.mean + (main ? sure * gain.error : 0) <= 0) usual = best = fixed;
  for (size_t w = 0; w < WAYS_COUNT; w++) {
    if (!is_there(ways, w) || w == usual) continue;
    Difference difference = compare_ways(ways, weights, w, usual);
    double bound = difference.mean + sure * difference.error;
    if (bound >= least) continue;
    least = bound;
    best = w;
  }
  return best;
}

/* --- a first slice ------------------------------------------------------------------------ */

static double sum_costs(const Ways *ways, size_t way, const U32Vec *rows, ScheduleSlot presolve)
{
  const Dataset *data = ways->settings.data;
  double sum = 0;
  for (size_t k = 0; k < rows->count; k++) {
    uint32_t i = rows->items[k], benchmark = ways->settings.benchmarks[ways->settings.rows[i]];
    Schedule schedule = *ways_schedule(ways, way, i);
    if (presolve.seconds > 0) selector_add_presolve(&schedule, presolve);
    sum += schedule_replay(&schedule, runs_get(&data->runs, benchmark, 0), data->runs.limit,
                           data->penalty,
                           data->feature_time ? (double)data->feature_time[benchmark] : 0)
               .score;
  }
  return sum;
}

static ScheduleSlot find_presolve(const Ways *ways, size_t way, const U32Vec *rows)
{
  ScheduleSlot best = {0};
  double least = sum_costs(ways, way, rows, best);
  const Selector *selector = ways->settings.selector;
  for (uint32_t s = 0; s < names_count(&selector->solvers) && s < PRESOLVE_SOLVERS; s++) {
    for (size_t p = 0; p < PRESOLVE_SLICES; p++) {
      ScheduleSlot slot = {s, presolve_parts[p] * (float)selector->limit};
      double cost = sum_costs(ways, way, rows, slot);
      if (cost >= least) continue;
      least = cost;
      best = slot;
    }
  }
  return best;
}

/* Every other row of some, beginning with the first or the second. */
static U32Vec half_of(const U32Vec *rows, size_t first)
{
  U32Vec half = {0};
  for (size_t i = first; i < rows->count; i += 2) VEC_PUSH(&half, rows->items[i]);
  return half;
}

/* A slice before features are computed, if one that is chosen on half of the rows costs less on the other half. */
static ScheduleSlot choose_presolve(const Ways *ways, size_t way, const U32Vec *rows)
{
  double with = 0, without = 0;
  for (size_t first = 0; first < 2; first++) {
    U32Vec one = half_of(rows, first), other = half_of(rows, 1 - first);
    ScheduleSlot slot = find_presolve(ways, way, &one);
    with += sum_costs(ways, way, &other, slot);
    without += sum_costs(ways, way, &other, (ScheduleSlot){0});
    VEC_FREE(&one);
    VEC_FREE(&other);
  }
  return with < without ? find_presolve(ways, way, rows) : (ScheduleSlot){0};
}

/* --- both --------------------------------------------------------------------------------- */

void ways_choose(const Ways *ways, uint32_t logic, Policy *policy)
{
  assert(ways->costs);
  bool any = logic >= names_count(&ways->settings.selector->logics);
  if (ways->settings.count == 0) return;
  double *weights = weigh_rows(ways, logic, any);
  size_t best = find_best(ways, weights, any || has_most_rows(ways, logic));
  free(weights);
  Way way = ways_way(best);
  policy->advice = way.advice;
  policy->slots = way.slots;
  policy->prior = way.prior;
  policy->presolve = (ScheduleSlot){0};
  U32Vec own = {0};
  for (uint32_t i = 0; i < ways->settings.count; i++)
    if (any || ways_logic(ways, i) == logic) VEC_PUSH(&own, i);
  if (way.advice != ADVICE_FIXED && own.count >= OWN_ROWS)
    policy->presolve = choose_presolve(ways, best, &own);
  VEC_FREE(&own);
}
