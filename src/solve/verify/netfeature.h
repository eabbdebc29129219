/* Features of a subproblem: what a model predicts the cost of engines from (Goose, tables 4.1 and 4.2).
 *
 *   NetFeatureNetwork network;
 *   netfeature_network_init(&network, &graph, &property, sizes);    once for an instance; graph may be NULL
 *   float row[NETFEATURE_COUNT];
 *   netfeature_fill(&network, &problem, &history, row);              again in each round: the history changes
 *
 * What is not known is NAN. */
#ifndef SOLVE_VERIFY_NETFEATURE_H
#define SOLVE_VERIFY_NETFEATURE_H

#include "nn/graph/graph.h"
#include "solve/verify/netfeature_layout.h"
#include "solve/verify/problem.h"

/* What is the same for all subproblems. */
typedef struct {
  float values[NETFEATURE_NETWORK + NETFEATURE_PROPERTY];
} NetFeatureNetwork;

/* What was tried on a subproblem without success. */
typedef struct {
  double seconds[NETFEATURE_ENGINES]; /* by engine; 0: not tried */
  double margin;                      /* the least excess of a point; INFINITY: none was tried */
  double descents_rate, boxes_rate;   /* a second; NAN: not known */
} NetFeatureHistory;

/* Sizes of the files in bytes; 0: not known. */
typedef struct {
  uint64_t network, property;
} NetFeatureSizes;

void netfeature_network_init(NetFeatureNetwork *network, const Graph *graph,
                             const Property *property, const NetFeatureSizes *sizes);
void netfeature_fill(const NetFeatureNetwork *network, const Problem *problem,
                     const NetFeatureHistory *history, float *row);
/* Changes only what depends on the history. */
void netfeature_set_history(const NetFeatureHistory *history, float *row);

#endif
