/* Parts of the reader. */
#ifndef NN_ONNX_READ_H
#define NN_ONNX_READ_H

#include <onnx.pb-c.h>

#include "nn/graph/graph.h"

/* `owner` names what the tensor belongs to, for messages. */
Status onnx_read_tensor(const Onnx__TensorProto *from, const char *owner, const GraphLimits *limits,
                        Tensor *tensor, Error *error);
/* Inputs, initialisers, nodes and outputs, in this order. */
Status onnx_read_graph(const Onnx__GraphProto *from, const GraphLimits *limits, Graph *graph,
                       Error *error);

#endif
