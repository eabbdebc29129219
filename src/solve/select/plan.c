#include "solve/select/plan.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  SLICES = 13,
  SOLVERS_MAX = 12, /* that a plan chooses from: the best alone and those that add most to them */
  BEAM = 3,         /* beginnings that are continued */
  LANES = 8         /* benchmarks that are added up at a time */
};

/* Cuts of the limit that slices are taken from. */
static const float slice_parts[SLICES] = {
    0.00025f, 0.0005f, 0.001f, 0.0025f, 0.005f, 0.01f, 0.02f, 0.04f, 0.08f, 0.15f, 0.3f, 0.5f, 1,
};

typedef struct {
  ScheduleSlot slots[PLAN_SLOTS];
  size_t count;
  double cost;
} Beginning;

struct Planner {
  const Outcomes *outcomes;
  size_t capacity, stride; /* stride: twice the capacity, or a little more */
  size_t sample;
  float *weight;
  float *solved,
      *ended; /* a stride for each solver: seconds from now; `solved` has another one, of the fastest chosen one */
  float *none, *before, *after, *together; /* a stride each; `none` is all 0 */
  uint32_t chosen[SOLVERS_MAX];
  size_t chosen_count;
  double left, lost; /* seconds that are left, and the score of no answer */
};

void outcomes_make(Outcomes *outcomes, const Runs *runs, const uint32_t *rows, size_t count)
{
  size_t solvers = names_count(&runs->solvers);
  *outcomes = (Outcomes){.rows = count, .solvers = solvers, .limit = runs->limit};
  outcomes->solved_at = mem_alloc(count * solvers + 1, sizeof(float));
  outcomes->ended_at = mem_alloc(count * solvers + 1, sizeof(float));
  for (size_t r = 0; r < count; r++) {
    for (uint32_t s = 0; s < solvers; s++) {
      const BenchmarkRun *run = runs_get(runs, rows[r], s);
      /* A wrong answer loses all: as if the solver never ended. */
      bool ends = run->state == RUN_SOLVED || run->state == RUN_UNSOLVED;
      outcomes->solved_at[r * solvers + s] = run->state == RUN_SOLVED ? run->wall : INFINITY;
      outcomes->ended_at[r * solvers + s] = ends ? run->wall : (float)runs->limit;
    }
  }
}

void outcomes_free(Outcomes *outcomes)
{
  free(outcomes->solved_at);
  free(outcomes->ended_at);
  *outcomes = (Outcomes){0};
}

Planner *planner_create(const Outcomes *outcomes, size_t capacity)
{
  assert(outcomes->solvers > 0 && capacity > 0);
  Planner *planner = mem_alloc_zero(1, sizeof *planner);
  size_t stride = (capacity * 2 + LANES - 1) / LANES * LANES;
  planner->outcomes = outcomes;
  planner->capacity = capacity;
  planner->stride = stride;
  planner->solved = mem_alloc(outcomes->solvers + 1, stride * sizeof(float));
  planner->ended = mem_alloc(outcomes->solvers, stride * sizeof(float));
  planner->weight = mem_alloc(stride, sizeof(float));
  planner->none = mem_alloc_zero(stride, sizeof(float));
  planner->before = mem_alloc(stride, sizeof(float));
  planner->after = mem_alloc(stride, sizeof(float));
  planner->together = mem_alloc(stride, sizeof(float));
  return planner;
}

void planner_destroy(Planner *planner)
{
  if (!planner) return;
  free(planner->solved);
  free(planner->ended);
  free(planner->weight);
  free(planner->none);
  free(planner->before);
  free(planner->after);
  free(planner->together);
  free(planner);
}

/* Would one of the solvers that failed have solved this row, or is it left out? */
static bool is_excluded(const Outcomes *outcomes, uint32_t row, const PlanSettings *settings)
{
  const float *used = settings->used;
  if (settings->without && *settings->without == row) return true;
  if (!used) return false;
  for (size_t s = 0; s < outcomes->solvers; s++) {
    float solved_at = outcomes->solved_at[row * outcomes->solvers + s];
    if (used[s] > 0 && solved_at < INFINITY && solved_at <= used[s]) return true;
  }
  return false;
}

/* Takes the heaviest neighbours that count, with `mass` as the sum of their weights. */
static void add_sample(Planner *planner, const Neighbours *near, const PlanSettings *settings,
                       double mass)
{
  const float *used = settings->used;
  const Outcomes *outcomes = planner->outcomes;
  size_t first = planner->sample;
  double sum = 0;
  for (size_t i = 0; i < near->items.count && planner->sample < first + planner->capacity; i++) {
    uint32_t row = near->items.items[i].row;
    if (is_excluded(outcomes, row, settings)) continue;
    size_t at = planner->sample++;
    planner->weight[at] = near->items.items[i].weight;
    sum += planner->weight[at];
    for (size_t s = 0; s < outcomes->solvers; s++) {
      float before = used ? used[s] : 0;
      planner->solved[s * planner->stride + at] =
          outcomes->solved_at[row * outcomes->solvers + s] - before;
      planner->ended[s * planner->stride + at] =
          fmaxf(outcomes->ended_at[row * outcomes->solvers + s] - before, 0);
    }
  }
  for (size_t i = first; i < planner->sample; i++) planner->weight[i] *= (float)(mass / sum);
}

/* The sample is followed by benchmarks without weight that nobody solves, so that loops take LANES at a time. */
static void pad_sample(Planner *planner)
{
  for (size_t i = planner->sample; i % LANES != 0; i++) {
    planner->weight[i] = 0;
    for (size_t s = 0; s < planner->outcomes->solvers; s++) {
      planner->solved[s * planner->stride + i] = INFINITY;
      planner->ended[s * planner->stride + i] = 0;
    }
  }
}

/* Loops over the sample are most of the time of a prediction, and compilers do not vectorise their conditions. */
enum { WIDTH = 4, VECTORS = LANES / WIDTH };
typedef float Floats __attribute__((vector_size(WIDTH * sizeof(float))));
typedef int32_t Mask __attribute__((vector_size(WIDTH * sizeof(float)))); /* all bits of a lane */

static Floats load(const float *from)
{
  Floats floats;
  memcpy(&floats, from, sizeof floats);
  return floats;
}

static Floats all(float value)
{
  return (Floats){value, value, value, value};
}

static Floats choose(Mask mask, Floats yes, Floats no)
{
  return (Floats)(((Mask)yes & mask) | ((Mask)no & ~mask));
}

static double sum_lanes(const Floats *sums)
{
  double sum = 0;
  for (size_t v = 0; v < VECTORS; v++)
    for (size_t k = 0; k < WIDTH; k++) sum += (double)sums[v][k];
  return sum;
}

/* The mean score if the solver gets all the time that is left after `elapsed`. Where that is INFINITY, the benchmark is
 * solved before. */
static double cost_of_last(const Planner *planner, size_t solver, const float *elapsed)
{
  const float *solved = planner->solved + solver * planner->stride;
  Floats left = all((float)planner->left), lost = all((float)planner->lost), sums[VECTORS] = {0};
  for (size_t i = 0; i < planner->sample; i += LANES)
    for (size_t v = 0; v < VECTORS; v++) {
      size_t at = i + v * WIDTH;
      Floats begin = load(elapsed + at), end = begin + load(solved + at);
      Floats cost = load(planner->weight + at) * choose(end <= left, end, lost);
      sums[v] += choose(begin < all(INFINITY), cost, all(0));
    }
  return sum_lanes(sums);
}

/* Runs the solver for a slice: adds what it solves to the cost and moves the clocks of the others. */
static double run_slice(const Planner *planner, ScheduleSlot slot, const float *before,
                        float *after)
{
  const float *solved = planner->solved + slot.solver * planner->stride;
  const float *ended = planner->ended + slot.solver * planner->stride;
  Floats left = all((float)planner->left), slice = all(slot.seconds), sums[VECTORS] = {0};
  for (size_t i = 0; i < planner->sample; i += LANES)
    for (size_t v = 0; v < VECTORS; v++) {
      size_t at = i + v * WIDTH;
      Floats begin = load(before + at), found = load(solved + at), stop = load(ended + at);
      Floats end = begin + found, spent = choose(stop < slice, stop, slice);
      Mask solves = (found <= slice) & (end <= left);
      sums[v] += choose(solves, load(planner->weight + at) * end, all(0));
      Floats next = choose(solves, all(INFINITY), begin + spent);
      memcpy(after + at, &next, sizeof next);
    }
  return sum_lanes(sums);
}

static void keep_best(Beginning *beam, size_t *count, const Beginning *one)
{
  if (*count == BEAM && beam[BEAM - 1].cost <= one->cost) return;
  if (*count < BEAM) (*count)++;
  size_t at = *count - 1;
  for (; at > 0 && beam[at - 1].cost > one->cost; at--) beam[at] = beam[at - 1];
  beam[at] = *one;
}

/* The best solver for the rest, after some slots. */
static double best_last(const Planner *planner, const float *elapsed, uint32_t but,
                        uint32_t *solver)
{
  double best = INFINITY;
  for (size_t c = 0; c < planner->chosen_count; c++) {
    uint32_t candidate = planner->chosen[c];
    if (candidate == but) continue;
    double cost = cost_of_last(planner, candidate, elapsed);
    if (cost < best) {
      best = cost;
      *solver = candidate;
    }
  }
  return best;
}

/* Would a beginning be among the best, if the fastest solver for each benchmark had the rest? No last solver is better. */
static bool may_be_kept(const Planner *planner, const Beginning *beam, size_t count, double cost,
                        const float *elapsed)
{
  if (count < BEAM || planner->left > planner->lost) return true;
  return cost + cost_of_last(planner, planner->outcomes->solvers, elapsed) < beam[BEAM - 1].cost;
}

/* Puts a slot before the last one of each beginning. */
static size_t extend(const Planner *planner, const Beginning *from, size_t from_count,
                     Beginning *beam)
{
  size_t count = 0;
  for (size_t f = 0; f < from_count; f++) {
    float *before = planner->before, *after = planner->after;
    memset(before, 0, planner->stride * sizeof *before);
    double spent = 0;
    Beginning one = from[f];
    for (size_t i = 0; i + 1 < one.count; i++)
      spent += run_slice(planner, one.slots[i], before, before);
    for (size_t c = 0; c < planner->chosen_count; c++) {
      uint32_t solver = planner->chosen[c];
      bool again = false;
      for (size_t i = 0; i + 1 < one.count; i++) again |= one.slots[i].solver == solver;
      if (again) continue;
      for (size_t s = 0; s < SLICES; s++) {
        ScheduleSlot slot = {solver, slice_parts[s] * (float)planner->outcomes->limit};
        double cost = spent + run_slice(planner, slot, before, after);
        if (!may_be_kept(planner, beam, count, cost, after)) continue;
        uint32_t last = solver;
        cost += best_last(planner, after, solver, &last);
        Beginning next = {.count = one.count + 1, .cost = cost};
        memcpy(next.slots, one.slots, sizeof next.slots);
        next.slots[one.count - 1] = slot;
        next.slots[one.count] = (ScheduleSlot){last, INFINITY};
        if (last != solver) keep_best(beam, &count, &next);
      }
    }
  }
  return count;
}

/* The solvers that are best alone, and those that help where the best one fails. */
static void choose_solvers(Planner *planner, const double *expected)
{
  size_t solvers = planner->outcomes->solvers;
  planner->chosen_count = 0;
  float *together = planner->together;
  for (size_t i = 0; i < planner->sample; i++) together[i] = (float)planner->lost;
  bool *taken = mem_alloc_zero(solvers, sizeof *taken);
  while (planner->chosen_count < SOLVERS_MAX && planner->chosen_count < solvers) {
    double best = INFINITY;
    uint32_t choice = 0;
    for (uint32_t s = 0; s < solvers; s++) {
      if (taken[s]) continue;
      double cost = 0;
      for (size_t i = 0; i < planner->sample; i++) {
        float alone = planner->solved[s * planner->stride + i];
        alone = alone <= planner->left ? alone : (float)planner->lost;
        cost += (double)(planner->weight[i] * (alone < together[i] ? alone : together[i]));
      }
      if (planner->chosen_count % 2 == 0) cost = expected[s];
      if (cost < best || best == INFINITY) {
        best = cost;
        choice = s;
      }
    }
    taken[choice] = true;
    for (size_t i = 0; i < planner->sample; i++) {
      float alone = planner->solved[choice * planner->stride + i];
      if (alone <= planner->left && alone < together[i]) together[i] = alone;
    }
    planner->chosen[planner->chosen_count++] = choice;
  }
  free(taken);
}

/* As if there were a solver that is as fast as the fastest of the chosen ones on every benchmark. */
static void add_fastest(Planner *planner)
{
  float *fastest = planner->solved + planner->outcomes->solvers * planner->stride;
  for (size_t i = 0; i < planner->stride; i++) fastest[i] = INFINITY;
  for (size_t c = 0; c < planner->chosen_count; c++) {
    const float *solved = planner->solved + planner->chosen[c] * planner->stride;
    for (size_t i = 0; i < planner->sample; i++)
      fastest[i] = solved[i] < fastest[i] ? solved[i] : fastest[i];
  }
}

/* The solvers that were not planned, best first. */
static void add_the_rest(Schedule *schedule, const double *expected, const float *used,
                         size_t solvers)
{
  for (;;) {
    uint32_t best = UINT32_MAX;
    for (uint32_t s = 0; s < solvers; s++)
      if (!(used && used[s] == INFINITY) && !schedule_has(schedule, s) &&
          (best == UINT32_MAX || expected[s] < expected[best]))
        best = s;
    if (best == UINT32_MAX || schedule->count == SCHEDULE_SLOTS) return;
    schedule_add(schedule, best, INFINITY);
  }
}

static void take_samples(Planner *planner, const Neighbours *near, const PlanSettings *settings)
{
  double prior = settings->background ? settings->prior : 0;
  planner->sample = 0;
  planner->left = settings->time_left;
  planner->lost = settings->penalty * planner->outcomes->limit;
  if (prior < 1) add_sample(planner, near, settings, 1 - prior);
  if (settings->background && (prior > 0 || planner->sample == 0))
    add_sample(planner, settings->background, settings, planner->sample ? prior : 1);
}

static void finish_schedule(const Planner *planner, const Beginning *best, const double *expected,
                            const float *used, Schedule *schedule)
{
  schedule->count = 0;
  for (size_t i = 0; i < best->count; i++)
    if (!(used && used[best->slots[i].solver] == INFINITY))
      schedule_add(schedule, best->slots[i].solver, best->slots[i].seconds);
  add_the_rest(schedule, expected, used, planner->outcomes->solvers);
}

static void plan(Planner *planner, const Neighbours *near, const PlanSettings *settings,
                 Schedule *schedules, double *expected)
{
  assert(settings->slots >= 1 && settings->slots <= PLAN_SLOTS);
  take_samples(planner, near, settings);
  pad_sample(planner);
  for (size_t s = 0; s < planner->outcomes->solvers; s++)
    expected[s] = cost_of_last(planner, s, planner->none);
  choose_solvers(planner, expected);
  add_fastest(planner);
  Beginning beam[BEAM], next[BEAM];
  size_t count = 1;
  uint32_t first = planner->chosen[0];
  double cost = best_last(planner, planner->none, UINT32_MAX, &first);
  beam[0] = (Beginning){.count = 1, .cost = cost, .slots = {{first, INFINITY}}};
  Beginning best = beam[0];
  for (uint32_t i = 0; i < settings->slots; i++) {
    if (i > 0 && count > 0) {
      count = extend(planner, beam, count, next);
      memcpy(beam, next, count * sizeof *beam);
      if (count > 0 && beam[0].cost < best.cost) best = beam[0];
    }
    finish_schedule(planner, &best, expected, settings->used, &schedules[i]);
  }
}

void planner_plan_each(Planner *planner, const Neighbours *near, const PlanSettings *settings,
                       Schedule schedules[PLAN_SLOTS], double *expected)
{
  PlanSettings all = *settings;
  all.slots = PLAN_SLOTS;
  plan(planner, near, &all, schedules, expected);
}

void planner_plan(Planner *planner, const Neighbours *near, const PlanSettings *settings,
                  Schedule *schedule, double *expected)
{
  Schedule schedules[PLAN_SLOTS];
  plan(planner, near, settings, schedules, expected);
  *schedule = schedules[settings->slots - 1];
}
