/* Random graphs: nodes are drawn from the operator table by weight, one after the other, on values that are there. */
#ifndef NN_GEN_RANDGRAPH_H
#define NN_GEN_RANDGRAPH_H

#include "nn/graph/operator.h"

/* Can nodes of this operator be drawn? */
bool randgraph_draws(const Operator *op);

#endif
