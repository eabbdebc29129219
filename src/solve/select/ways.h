/* Trying ways of choosing on training benchmarks that the models have not seen, and taking one for each logic.
 *
 * A way is an advice, a number of slots, and for what is sampled the weight of the background. Everything is decided here, on
 * training data alone: the way, and the first slice before features are computed.
 *
 * Costs on some hundred benchmarks are noisy, and the least of many noisy ones is often luck. So there is a usual way: three solvers in a
 * row by the forest and comparison in pairs, which averages all models but the nearest neighbours. Another way is taken only if it is
 * better by more standard errors of the difference, benchmark by benchmark, than the luckiest of so many ways would be by chance. A logic
 * that has less than half of the benchmarks also takes a fixed schedule if it is just cheaper, for solvers differ more by logic than
 * features show. Rules were compared on made-up scenarios (bench/select_made_up.py). */
#ifndef SOLVE_SELECT_WAYS_H
#define SOLVE_SELECT_WAYS_H

#include "solve/select/selector_internal.h"

/* How many benchmarks of its own a logic needs to weigh as much as all logics together. */
#define WAYS_TRUST 20.0

typedef struct {
  const Dataset *data;
  const Selector *selector;   /* with outcomes, and policies that have fallbacks and backgrounds */
  const uint32_t *benchmarks; /* of each training row */
  const uint32_t *logic_of;   /* policy of each training row */
  const uint32_t
      *fold_of; /* of each training row: models that it is tried on have not seen its fold */
  const uint32_t *rows; /* training rows to try on */
  size_t count;         /* of them */
  const Matrix *values; /* features of the training rows */
} WaysSettings;

typedef struct Ways Ways;

Ways *ways_create(const WaysSettings *settings);
void ways_destroy(Ways *ways);

/* The fixed schedules for a row to try on, with this number, planned without it. All rows need theirs before ways_settle. */
void ways_set_fixed(Ways *ways, size_t number, const Schedule schedules[PLAN_SLOTS]);
/* Tries a forest that was grown on all training rows, by the trees that have not seen each. */
void ways_try_forest(Ways *ways, const Forest *forest);
/* Tries nearest neighbours of other folds, so that they know as little of a row as rankers do. */
void ways_try_nearest(Ways *ways, uint64_t seed);
/* The ratings of a ranker: a row for each row to try on. Takes the matrix. */
void ways_set_ratings(Ways *ways, unsigned ranker, Matrix ratings);
/* The forest with the ratings of pairs, if there are some. */
void ways_try_both(Ways *ways, const Forest *forest);

/* When all is tried: what each way costs on each row. */
void ways_settle(Ways *ways);
/* Sets what is best for the logic with this number; for all together if there is no such number. */
void ways_choose(const Ways *ways, uint32_t logic, Policy *policy);

#endif
