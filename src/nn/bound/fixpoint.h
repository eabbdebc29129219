/* Intervals forward and backward to a fixed point: the values for which rows of outputs and inputs can hold ("complete
 * bounding" of Goose, bound tightening by feasibility in integer programming).
 *
 *   bounds_set_box(&bounds, lower, upper, NULL);
 *   if (!fixpoint_narrow(&bounds, rows, count)) ...   no input of the box satisfies the rows: proved
 *
 * All bounds are rounded outward. */
#ifndef NN_BOUND_FIXPOINT_H
#define NN_BOUND_FIXPOINT_H

#include "nn/bound/bound.h"

/* outputs y + inputs x <= most; `inputs` may be NULL. */
typedef struct {
  const double *outputs, *inputs;
  double most;
} FixpointRow;

/* Narrows the bounds of all values, the inputs too, to what is left where all rows hold. False if nothing is. Bounds that are
 * not finite stay as they are. */
bool fixpoint_narrow(Bounds *bounds, const FixpointRow *rows, size_t count);

#endif
