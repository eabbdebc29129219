/* Gives every value of a graph its type and shape, and computes what depends only on constants and shapes. */
#ifndef NN_INFER_SHAPES_H
#define NN_INFER_SHAPES_H

#include "nn/graph/graph.h"

/* Inputs and initialisers must have shapes. An error names the node. */
Status shapes_infer(Graph *graph, const GraphLimits *limits, Error *error);

#endif
