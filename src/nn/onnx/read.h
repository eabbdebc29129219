/* Parts of the reader. */
#ifndef NN_ONNX_READ_H
#define NN_ONNX_READ_H

#include <onnx.pb-c.h>

#include "nn/graph/graph.h"

/* Where a model is read from, and what it may cost. */
typedef struct {
  const GraphLimits *limits;
  const char *folder; /* of the model, for tensors in other files; NULL: there are none */
} ReadPlace;

/* `owner` names what the tensor belongs to, for messages. */
Status onnx_read_tensor(const Onnx__TensorProto *from, const char *owner, const ReadPlace *place,
                        Tensor *tensor, Error *error);
/* The bytes of a tensor that is in another file, which must be below the folder; no link on the way is followed. */
Status onnx_read_external(const Onnx__TensorProto *from, const char *owner, const ReadPlace *place,
                          Tensor *tensor, Error *error);
/* Inputs, initialisers, nodes and outputs, in this order. Nodes that call functions of the model become the nodes of
 * these. */
Status onnx_read_graph(const Onnx__ModelProto *model, const ReadPlace *place, Graph *graph,
                       Error *error);

#endif
