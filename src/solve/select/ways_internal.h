/* What trying and choosing share. */
#ifndef SOLVE_SELECT_WAYS_INTERNAL_H
#define SOLVE_SELECT_WAYS_INTERNAL_H

#include "solve/select/ways.h"

/* Sampled ways: an advice with each of its weights of the background, each with 1 to PLAN_SLOTS slots. */
enum {
  WAYS_PRIORS = 2,
  WAYS_FOREST = 0,
  WAYS_BOTH = WAYS_FOREST + WAYS_PRIORS * PLAN_SLOTS,
  WAYS_NEAREST = WAYS_BOTH + WAYS_PRIORS * PLAN_SLOTS,
  WAYS_SAMPLED = WAYS_NEAREST + PLAN_SLOTS,
  /* All ways: fixed ones first, then the sampled ones, then one for each ranker. */
  WAYS_RANKED = PLAN_SLOTS + WAYS_SAMPLED,
  WAYS_COUNT = WAYS_RANKED + RANKERS
};

typedef struct {
  Advice advice;
  uint32_t slots;
  double prior;
} Way;

struct Ways {
  WaysSettings settings;
  Schedule (*fixed)[PLAN_SLOTS];     /* of each row */
  Schedule (*sampled)[WAYS_SAMPLED]; /* of each row; those that were not tried have no slots */
  Schedule *ranked[RANKERS];         /* of each row; NULL: not there */
  Matrix ratings[RANKERS];           /* no rows: not there */
  float *costs;                      /* by way, then by row; set by ways_settle */
};

/* The way with this number. */
Way ways_way(size_t number);
/* The row with this number as it was tried. */
const Schedule *ways_schedule(const Ways *ways, size_t way, size_t row);
static inline uint32_t ways_logic(const Ways *ways, size_t row)
{
  return ways->settings.logic_of[ways->settings.rows[row]];
}

#endif
