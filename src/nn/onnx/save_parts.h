/* What the two writers of the ONNX format share. */
#ifndef NN_ONNX_SAVE_PARTS_H
#define NN_ONNX_SAVE_PARTS_H

#include <onnx.pb-c.h>

#include "base/arena.h"
#include "nn/graph/graph.h"

/* A message for a value's type, shape and name, without numbers. */
Onnx__TensorProto *onnx_make_header(Arena *arena, const TensorShape *shape, const char *name);
/* The graph with the constants that it has. */
void onnx_make_graph(Arena *arena, const Graph *graph, Onnx__GraphProto *made);
/* The model without its graph. `opset` is filled and must live as long. */
void onnx_make_model(const Graph *graph, Onnx__OperatorSetIdProto **opset, Onnx__ModelProto *model);

#endif
