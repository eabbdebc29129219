/* Random graphs: nodes are drawn from the operator table by weight, one after the other, on values that are there. */
#ifndef NN_GEN_RANDOM_GRAPH_H
#define NN_GEN_RANDOM_GRAPH_H

#include "nn/graph/operator.h"

/* Can nodes of this operator be drawn: does it compute floats, or conditions, from floats? */
bool random_graph_draws(const Operator *op);

#endif
