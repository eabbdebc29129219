/* Proved bounds of outputs over a box of inputs, for networks of the class vnnlib. */
#ifndef NN_GEN_INTERVAL_H
#define NN_GEN_INTERVAL_H

#include "nn/graph/graph.h"

/* Bounds of every element of the only output. False if an operator has no rule here. */
bool interval_output(const Graph *graph, const double *low, const double *high, double *out_low,
                     double *out_high);

#endif
