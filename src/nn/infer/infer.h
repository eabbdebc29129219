/* Inference: what a network computes.
 *
 *   Tensor y[1];
 *   if (infer_run(&graph, x, y, &error) == STATUS_OK) { ...; tensor_deinit(&y[0]); }
 *
 * Numbers of 32 bits are computed as the standard says, sums of products in the order of BLAS; other operators are
 * computed with 64 bits and rounded once. */
#ifndef NN_INFER_INFER_H
#define NN_INFER_INFER_H

#include "nn/graph/graph.h"

/* inputs[i] is for graph->inputs.items[i] and has its shape; outputs[i] for graph->outputs.items[i] is to be freed by
 * tensor_deinit if all went well. Operators without a kernel are an error. */
Status infer_run(const Graph *graph, const Tensor *inputs, Tensor *outputs, Error *error);

/* One node of a network whose values are computed one after the other; the rest as infer_values. */
Status infer_step(const Graph *graph, const GraphNode *node, Tensor *values, Error *error);
/* The last node that needs each value, for those who free values on the way; NODE_NONE for inputs and outputs. The caller
 * frees it. */
uint32_t *infer_last_uses(const Graph *graph);

/* One node whose inputs are there. Fills results of the given shapes, which the caller frees in any case. */
Status infer_node(const Graph *graph, const GraphNode *node, const Tensor *const *in,
                  const TensorShape *shapes, Tensor *out, Error *error);

#endif
