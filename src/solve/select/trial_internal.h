/* What trying and choosing share. */
#ifndef SOLVE_SELECT_TRIAL_INTERNAL_H
#define SOLVE_SELECT_TRIAL_INTERNAL_H

#include "solve/select/trial.h"

/* Sampled ways: an advice with each of its weights of the background, each with 1 to PLAN_SLOTS slots. */
enum {
  TRIAL_PRIORS = 2,
  TRIAL_FOREST = 0,
  TRIAL_BOTH = TRIAL_FOREST + TRIAL_PRIORS * PLAN_SLOTS,
  TRIAL_NEAREST = TRIAL_BOTH + TRIAL_PRIORS * PLAN_SLOTS,
  TRIAL_SAMPLED = TRIAL_NEAREST + PLAN_SLOTS,
  /* All ways: fixed ones first, then the sampled ones, then one for each ranker. */
  TRIAL_RANKED = PLAN_SLOTS + TRIAL_SAMPLED,
  TRIAL_WAYS = TRIAL_RANKED + RANKERS
};

typedef struct {
  Advice advice;
  uint32_t slots;
  double prior;
} Way;

struct Trial {
  TrialSettings settings;
  Schedule (*fixed)[PLAN_SLOTS];      /* of each row */
  Schedule (*sampled)[TRIAL_SAMPLED]; /* of each row; those that were not tried have no slots */
  Schedule *ranked[RANKERS];          /* of each row; NULL: not there */
  double best_forest;
  Matrix ratings[RANKERS]; /* no rows: not there */
  float *costs;            /* by way, then by row; set by trial_settle */
};

/* The way with this number. */
Way trial_way(size_t number);
/* The row with this number as it was tried. */
const Schedule *trial_schedule(const Trial *trial, size_t way, size_t row);
static inline uint32_t trial_logic(const Trial *trial, size_t row)
{
  return trial->settings.logic_of[trial->settings.rows[row]];
}

#endif
