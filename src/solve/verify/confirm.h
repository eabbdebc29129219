/* A second opinion on witnesses: inference on the graph itself, which shares no code with the layers that were bounded. */
#ifndef SOLVE_VERIFY_CONFIRM_H
#define SOLVE_VERIFY_CONFIRM_H

#include "nn/graph/graph.h"
#include "solve/verify/witness.h"

/* Runs the network on the inputs of the witness, rounded to the type of the network's input, and tests the part of the
 * property that the witness is for, with WITNESS_FLOAT_TOLERANCE. If it does not hold, or the network cannot be run,
 * the error says why. */
Status witness_confirm(const Witness *witness, const Graph *graph, const Property *property,
                       Error *error);

#endif
