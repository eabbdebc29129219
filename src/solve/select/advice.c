#include "solve/select/advice.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

void advice_describe(Advice advice, uint32_t slots, StrBuf *out)
{
  static const char *const texts[] = {
#define ADVICE_TEXT(code, name, text) text,
      ADVICES(ADVICE_TEXT)
#undef ADVICE_TEXT
  };
  static const char *const fixed[PLAN_SLOTS] = {"the best solver", "a fixed schedule of two",
                                                "a fixed schedule of three"};
  static const char *const counts[PLAN_SLOTS] = {"one solver", "two solvers", "three solvers"};
  assert(advice < ADVICE_COUNT && slots >= 1 && slots <= PLAN_SLOTS);
  if (advice == ADVICE_FIXED)
    strbuf_add_text(out, fixed[slots - 1]);
  else
    strbuf_printf(out, "%s by %s", counts[slots - 1], texts[advice]);
}

void advice_combine_ratings(const float *const ratings[RANKERS], size_t solvers, float *combined)
{
  for (size_t s = 0; s < solvers; s++) {
    float sum = 0, count = 0;
    for (size_t i = 0; i < RANKERS; i++) {
      sum += ratings[i] ? ratings[i][s] : 0;
      count += ratings[i] != NULL;
    }
    combined[s] = count > 0 ? sum / count : 0;
  }
}

void advice_rank_schedule(const float *ratings, size_t solvers, Schedule *schedule)
{
  assert(solvers > 0);
  schedule->count = 0;
  schedule->features_at = 0;
  while (schedule->count < solvers && schedule->count < SCHEDULE_SLOTS) {
    uint32_t best = UINT32_MAX;
    for (uint32_t s = 0; s < solvers; s++)
      if (!schedule_has(schedule, s) && (best == UINT32_MAX || ratings[s] < ratings[best]))
        best = s;
    schedule_add(schedule, best, INFINITY);
  }
}

/* The score of a solver on a training row, as a part of that of no answer. */
static float score_part(const Outcomes *outcomes, uint32_t row, size_t solver, double penalty)
{
  float solved = outcomes->solved_at[row * outcomes->solvers + solver];
  return solved == INFINITY ? 1 : (float)((double)solved / (penalty * outcomes->limit));
}

static int compare_weights(const void *a, const void *b)
{
  const Neighbour *x = a, *y = b;
  if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
  return (x->row > y->row) - (x->row < y->row);
}

void advice_weigh_by_ratings(const Outcomes *outcomes, const float *ratings, double penalty,
                             Neighbours *near)
{
  /* A sure rating that is wrong on a row lowers its weight by e to this power. */
  static const float SURE = 6;
  size_t top = 0;
  float sum = 0;
  for (size_t s = 1; s < outcomes->solvers; s++)
    if (ratings[s] < ratings[top]) top = s;
  for (size_t i = 0; i < near->items.count; i++) {
    Neighbour *one = &near->items.items[i];
    size_t best = top;
    for (size_t s = 0; s < outcomes->solvers; s++)
      if (score_part(outcomes, one->row, s, penalty) <
          score_part(outcomes, one->row, best, penalty))
        best = s;
    float lost = score_part(outcomes, one->row, top, penalty) -
                 score_part(outcomes, one->row, best, penalty);
    one->weight *= expf(-SURE * lost * fminf(ratings[best] - ratings[top], 1));
    sum += one->weight;
  }
  for (size_t i = 0; i < near->items.count && sum > 0; i++) near->items.items[i].weight /= sum;
  if (near->items.count > 0)
    qsort(near->items.items, near->items.count, sizeof *near->items.items, compare_weights);
}
