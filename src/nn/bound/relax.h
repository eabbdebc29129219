/* Activations between two lines, and their intervals, proved for all values of a range. */
#ifndef NN_BOUND_RELAX_H
#define NN_BOUND_RELAX_H

#include <stdbool.h>

#include "nn/bound/kernel.h"
#include "nn/bound/net.h"

/* The interval of the results. */
void relax_interval(LayerKind kind, double lower, double upper, double *result_lower,
                    double *result_upper);
/* Which line below a ReLU of unknown sign: all are valid, and which is best depends on the function that is bounded. */
typedef enum {
  RELAX_NEAREST,  /* slope 0 or 1, where the area is smaller */
  RELAX_PARALLEL, /* to the line above */
  RELAX_ZERO,
  RELAX_COUNT
} RelaxChoice;

/* Lines below and above the activation for lower <= x <= upper. False if it is 0 there. */
bool relax_lines(LayerKind kind, RelaxChoice choice, double lower, double upper,
                 KernelLines *lines);

#endif
