/* Activations between two lines, and their intervals, proved for all values of a range. */
#ifndef NN_BOUND_RELAX_H
#define NN_BOUND_RELAX_H

#include <stdbool.h>

#include "nn/bound/kernel.h"
#include "nn/bound/net.h"

/* The activation and its slope at a point, in doubles. */
double relax_value(LayerKind kind, double x);
double relax_slope(LayerKind kind, double x);
/* The interval of the results; infinite for reciprocals of ranges with 0. */
void relax_interval(LayerKind kind, double lower, double upper, double *result_lower,
                    double *result_upper);
/* Which line below a ReLU of unknown sign: all are valid, and which is best depends on the function that is bounded. */
typedef enum {
  RELAX_NEAREST,  /* slope 0 or 1, where the area is smaller */
  RELAX_PARALLEL, /* to the line above */
  RELAX_ZERO,
  RELAX_COUNT
} RelaxChoice;

/* Lines below and above the activation for lower <= x <= upper, a range whose interval is finite. False if it is 0 there. */
bool relax_lines(LayerKind kind, RelaxChoice choice, double lower, double upper,
                 KernelLines *lines);

/* Points of sigmoid and tanh whose tangents are lines below, or above: which is best depends on the function that is bounded. */
typedef struct {
  double from, to, at; /* `at` is that of relax_lines */
} RelaxTangents;
/* False: there is only the line of relax_lines. */
bool relax_tangents(LayerKind kind, bool above, double lower, double upper,
                    RelaxTangents *tangents);
/* The tangent at such a point, moved by what may be off. */
void relax_tangent(LayerKind kind, bool above, double at, double lower, double upper, double *slope,
                   double *intercept);
/* How the slope changes there, in doubles. */
double relax_bend(LayerKind kind, double x);

#endif
