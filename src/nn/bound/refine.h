/* Bounds of the arguments of open ReLUs that hold only where assumptions do: signs of other ReLUs, and rows of the output.
 *
 *   Refiner refiner;
 *   refine_init(&refiner, &dual);
 *   float *ranges = ...                              2 * relus numbers, at first refine_root_ranges
 *   refine_ranges(&refiner, &query, ranges)          narrower ones; false: nothing satisfies the assumptions
 *   refine_deinit(&refiner);
 *
 * Layer by layer each open ReLU's argument is bounded from both sides with its own slopes and weights (nn/bound/dual.h). What was
 * found for a ReLU is where the next query begins. */
#ifndef NN_BOUND_REFINE_H
#define NN_BOUND_REFINE_H

#include "nn/bound/dual.h"

typedef struct {
  uint32_t relu;
  int side;
} RefineSign;

typedef struct {
  const RefineSign *signs;
  size_t sign_count;
  const DualRows *rows; /* or NULL */
  uint32_t after;       /* only ReLUs of layers after this one; 0: all */
  int steps;            /* of the optimiser for each neuron */
  uint64_t until_ns;    /* of clock_monotonic_ns; ranges hold wherever it stops */
} RefineQuery;

typedef struct {
  Dual *dual; /* room for functions; a query begins functions of its own there */
  float *alpha, *beta,
      *lambda; /* by side of a neuron (two for each ReLU), then by ReLU or row; NULL: too many */
  float *
      adverse; /* by side of a neuron and earlier ReLU: how much of the upper line is used; NULL as above */
  uint32_t *chosen; /* ReLUs that are bounded together */
} Refiner;

void refine_init(Refiner *refiner, Dual *dual);
void refine_deinit(Refiner *refiner);

/* Lower, then upper bounds of all open ReLUs of the root, rounded outward. */
void refine_root_ranges(const Dual *dual, float *ranges);
/* Narrows ranges that hold under the query's assumptions. False: proved that no input satisfies all assumptions. */
bool refine_ranges(Refiner *refiner, const RefineQuery *query, float *ranges);
/* Are slopes kept from query to query, and so known what ReLUs cost each other? */
static inline bool refine_remembers(const Refiner *refiner)
{
  return refiner->alpha != NULL;
}
/* Adds to what a function uses of the upper lines of ReLUs what it uses of them through bounds of later ReLUs, by the queries that
 * were last. */
void refine_add_indirect(const Refiner *refiner, const float *ranges, double *used);
/* Gives ranges and signs to a function that was begun. */
void refine_apply(Dual *dual, size_t function, const RefineQuery *query, const float *ranges);

#endif
