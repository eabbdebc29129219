#include "solve/portfolio/history.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "solve/portfolio/history_internal.h"

enum { NEIGHBOURS = 16 };
static const double OTHER_LOGIC = 1;    /* distance that another logic adds */
static const double NEAR = 0.1;         /* what is closer is as good as the same */
static const double PRIOR_WEIGHT = 0.5; /* of all queries, where a neighbour at no distance has 1 */
static const double OPTIMISM = 0.7;
static const double FAILED = 2, WRONG = 10; /* times the seconds that it ran */

/* --- queries --- */

Status history_open(History **history, const char *path, size_t features, Error *error)
{
  History *made = mem_alloc_zero(1, sizeof *made);
  made->features = features;
  if (path) made->path = mem_copy_string(path, strlen(path));
  Status status = path ? history_file_read(made, error) : STATUS_OK;
  if (status != STATUS_OK) history_close(made);
  *history = status == STATUS_OK ? made : NULL;
  return status;
}

static void free_query(PastQuery *query)
{
  free(query->features);
  VEC_FREE(&query->tries);
}

void history_close(History *history)
{
  if (!history) return;
  for (size_t i = 0; i < history->queries.count; i++) free_query(&history->queries.items[i]);
  VEC_FREE(&history->queries);
  names_free(&history->logics);
  names_free(&history->solvers);
  free(history->path);
  free(history);
}

size_t history_count(const History *history)
{
  return history->queries.count;
}

/* Counts and sizes differ by factors. */
static float scaled(float value)
{
  return isfinite(value) ? copysignf(log2f(1 + fabsf(value)), value) : 0;
}

/* The older half goes at once, so that it goes rarely. */
static void forget_old(History *history)
{
  if (history->queries.count < 2 * HISTORY_QUERIES) return;
  for (size_t i = 0; i < HISTORY_QUERIES; i++) free_query(&history->queries.items[i]);
  memmove(history->queries.items, history->queries.items + HISTORY_QUERIES,
          HISTORY_QUERIES * sizeof *history->queries.items);
  history->queries.count = HISTORY_QUERIES;
}

PastQuery *history_new_query(History *history, const HistoryQuery *query)
{
  forget_old(history);
  PastQuery past = {.logic = names_add(&history->logics, query->logic),
                    .features = mem_alloc(history->features + 1, sizeof(float))};
  for (size_t i = 0; i < history->features; i++) past.features[i] = scaled(query->features[i]);
  VEC_PUSH(&history->queries, past);
  return &history->queries.items[history->queries.count - 1];
}

Status history_add(History *history, const HistoryQuery *query, const char *const *solvers,
                   const HistoryTry *tries, size_t count, Error *error)
{
  assert(query->features && query->logic);
  PastQuery *past = history_new_query(history, query);
  for (size_t i = 0; i < count; i++)
    if (tries[i].result != TRY_NONE)
      VEC_PUSH(&past->tries, ((PastTry){names_add(&history->solvers, solvers[i]), tries[i]}));
  return history->path ? history_file_add(history, query, solvers, tries, count, error) : STATUS_OK;
}

/* --- neighbours --- */

typedef struct {
  const PastQuery *query;
  double distance;
} Neighbour;

/* What one unit of distance is, for each feature: its deviation over the queries. */
static void find_scales(const History *history, double *scales)
{
  double count = (double)history->queries.count;
  for (size_t i = 0; i < history->features; i++) {
    double sum = 0, squares = 0;
    for (size_t k = 0; k < history->queries.count; k++) {
      double value = (double)history->queries.items[k].features[i];
      sum += value;
      squares += value * value;
    }
    double variance = squares / count - sum / count * (sum / count);
    scales[i] = variance > 1e-6 ? 1 / variance : 0;
  }
}

static double distance(const History *history, const double *scales, const HistoryQuery *query,
                       const PastQuery *past, uint32_t logic)
{
  double sum = 0;
  size_t used = 0;
  for (size_t i = 0; i < history->features; i++) {
    if (scales[i] <= 0) continue;
    double difference = (double)scaled(query->features[i]) - (double)past->features[i];
    sum += fmin(difference * difference * scales[i], 9);
    used++;
  }
  return (used ? sqrt(sum / (double)used) : 0) + (past->logic == logic ? 0 : OTHER_LOGIC);
}

/* Would one of the solvers have solved that query by now? Then it is not like this one. */
static bool is_inconsistent(const History *history, const PastQuery *past,
                            const char *const *solvers, size_t count, const double *used)
{
  for (size_t i = 0; used && i < count; i++)
    for (size_t k = 0; used[i] > 0 && k < past->tries.count; k++) {
      const PastTry *attempt = &past->tries.items[k];
      if (attempt->result.result == TRY_SOLVED && attempt->result.seconds < used[i] &&
          strcmp(names_text(&history->solvers, attempt->solver), solvers[i]) == 0)
        return true;
    }
  return false;
}

/* Keeps the nearest ones, in their order. */
static void insert_neighbour(Neighbour *near, size_t *count, Neighbour neighbour)
{
  size_t place = *count;
  if (*count < NEIGHBOURS)
    ++*count;
  else if (near[--place].distance <= neighbour.distance)
    return;
  for (; place > 0 && near[place - 1].distance > neighbour.distance; place--)
    near[place] = near[place - 1];
  near[place] = neighbour;
}

static size_t find_neighbours(const History *history, const HistoryQuery *query,
                              const char *const *solvers, size_t solver_count, const double *used,
                              Neighbour *near)
{
  size_t count = 0;
  uint32_t logic = UINT32_MAX;
  double *scales = mem_alloc(history->features + 1, sizeof *scales);
  find_scales(history, scales);
  names_find(&history->logics, query->logic, &logic);
  for (size_t i = 0; i < history->queries.count; i++) {
    const PastQuery *past = &history->queries.items[i];
    if (is_inconsistent(history, past, solvers, solver_count, used)) continue;
    insert_neighbour(near, &count,
                     (Neighbour){past, distance(history, scales, query, past, logic)});
  }
  free(scales);
  return count;
}

/* --- costs --- */

/* Of a query: the time of whoever solved it, which who failed would have had to beat. */
static double solved_time(const PastQuery *past)
{
  double best = 0;
  for (size_t i = 0; i < past->tries.count; i++)
    if (past->tries.items[i].result.result == TRY_SOLVED)
      best = past->tries.items[i].result.seconds;
  return best;
}

static double cost_of(const PastQuery *past, const HistoryTry *attempt)
{
  double least = fmax(attempt->seconds, solved_time(past));
  if (attempt->result == TRY_SOLVED) return attempt->seconds;
  return (attempt->result == TRY_WRONG ? WRONG : FAILED) * least;
}

/* A mean of costs with weights. */
typedef struct {
  double weight, sum;
} CostMean;

static void add_costs(const PastQuery *past, uint32_t solver, double weight, CostMean *mean)
{
  for (size_t i = 0; i < past->tries.count; i++) {
    if (past->tries.items[i].solver != solver) continue;
    mean->weight += weight;
    mean->sum += weight * cost_of(past, &past->tries.items[i].result);
  }
}

static double value_of(CostMean mean)
{
  return mean.weight > 0 ? mean.sum / mean.weight : 0;
}

/* Of all tries of anybody: how large costs are here. */
static CostMean mean_of_all(const Neighbour *near, size_t count)
{
  CostMean all = {0};
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < near[i].query->tries.count; k++) {
      all.weight++;
      all.sum += cost_of(near[i].query, &near[i].query->tries.items[k].result);
    }
  return all;
}

/* Who has never run is the best of all. */
static double expected_cost(const History *history, const Neighbour *near, size_t count,
                            const char *name, double spread)
{
  uint32_t solver;
  CostMean past = {0}, here = {0};
  if (!names_find(&history->solvers, name, &solver)) return -1;
  for (size_t i = 0; i < history->queries.count; i++)
    add_costs(&history->queries.items[i], solver, 1, &past);
  for (size_t i = 0; i < count; i++)
    add_costs(near[i].query, solver, NEAR / (NEAR + near[i].distance), &here);
  double weight = here.weight + (past.weight > 0 ? PRIOR_WEIGHT : 0);
  if (!(weight > 0)) return -1;
  double mean = (here.sum + PRIOR_WEIGHT * value_of(past)) / weight;
  return mean - OPTIMISM * spread / sqrt(1 + 4 * here.weight);
}

void history_rank(const History *history, const HistoryQuery *query, const char *const *solvers,
                  size_t count, const double *used, size_t *order, double *expected)
{
  assert(count > 0);
  Neighbour near[NEIGHBOURS];
  size_t neighbours = find_neighbours(history, query, solvers, count, used, near);
  double spread = value_of(mean_of_all(near, neighbours));
  for (size_t i = 0; i < count; i++) {
    expected[i] = expected_cost(history, near, neighbours, solvers[i], spread);
    size_t place = i;
    for (; place > 0 && expected[order[place - 1]] > expected[i]; place--)
      order[place] = order[place - 1];
    order[place] = i;
  }
}
