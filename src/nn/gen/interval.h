/* Bounds of what a network computes, proved by intervals: what it computes with floats of 32 bits, and in exact arithmetic, is
 * inside. intervals.def says how operators are bounded. */
#ifndef NN_GEN_INTERVAL_H
#define NN_GEN_INTERVAL_H

#include "nn/graph/graph.h"

/* Is there a rule for this operator? */
bool interval_knows(OperatorKind kind);

/* Of the output, for an input box. False: an operator is not known, or a value has no bounds. */
bool interval_output(const Graph *graph, const double *low, const double *high, double *out_low,
                     double *out_high);

/* The same node by node, for networks whose weights are not held. */
typedef struct {
  double *low, *high;
  size_t count;
} Interval;

typedef struct {
  const Graph *graph;
  Interval *values;
} Intervals;

void intervals_init(Intervals *run, const Graph *graph, const double *low, const double *high);
void intervals_deinit(Intervals *run);
/* The next node. False: nothing is known of its result. */
bool intervals_step(Intervals *run, const GraphNode *node);
/* Rows [first, first + count) of a Gemm with transB; `weights` are theirs, `bias` is the whole one. */
bool intervals_rows(Intervals *run, const GraphNode *node, const float *weights, const float *bias,
                    size_t first, size_t count);
/* Nothing asks for this value any more. */
void intervals_release(Intervals *run, ValueId value);
bool intervals_output(Intervals *run, double *low, double *high);

#endif
