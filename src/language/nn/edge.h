/* Properties at the edge of what a network can do: an output that is to be above a threshold near the largest value that
 * samples of the box have. Just above it they are hard to prove, just below it hard to violate. */
#ifndef LANGUAGE_NN_EDGE_H
#define LANGUAGE_NN_EDGE_H

#include "base/random.h"
#include "language/nn/text/bundle.h"
#include "nn/graph/graph.h"

/* Writes property, status and witness for a network with one input and one output of floats. False: the network computes
 * nothing finite. */
bool nn_edge_property(const Graph *graph, Random *random, Bundle *bundle);

/* "((X_0 0.5) ...)", exactly. */
void nn_print_witness(const float *inputs, size_t count, StrBuf *out);

#endif
