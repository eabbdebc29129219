/* Networks of graph.h as layers.
 *
 * Operators that only move elements are gathered into sparse matrices, or into nothing; sums and products with
 * constants, convolutions, average pools and normalisations are affine layers; max(a, b) is a + relu(b - a), and
 * leaky ReLUs are made of two. Products of two values are differences of squares, quotients are products with reciprocals, and
 * powers are made of squares, cubes and products. No two affine layers are multiplied together, so that coefficients stay exact. */
#ifndef NN_BOUND_COMPILE_H
#define NN_BOUND_COMPILE_H

#include "nn/bound/net.h"
#include "nn/graph/graph.h"

/* The error names the node that has no such form. The net is initialised only if the status is STATUS_OK. */
Status compile_graph(const Graph *graph, Net *net, Error *error);

#endif
