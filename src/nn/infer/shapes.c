#include "nn/infer/shapes.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "nn/graph/shape.h"

/* Fills a tensor of the right shape from the attribute of a Constant. */
static void compute_constant(const GraphNode *node, Tensor *out)
{
  const GraphAttribute *value = &node->attributes[0];
  if (value->kind == 't')
    memcpy(out->data, value->tensor->data, out->count * tensor_type_size(out->shape.type));
  for (size_t i = 0; i < out->count; i++) {
    if (value->kind == 'i') tensor_set_int(out, i, value->number);
    if (value->kind == 'I') tensor_set_int(out, i, value->numbers[i]);
    if (value->kind == 'f') tensor_set_double(out, i, value->real);
    if (value->kind == 'F') tensor_set_double(out, i, value->reals[i]);
  }
}

static void compute_shape(const Graph *graph, const GraphNode *node, Tensor *out)
{
  const TensorShape *shape = &graph_value(graph, node->inputs[0])->shape;
  int64_t start = graph_attribute_int(node, "start");
  if (start < 0) start = start < -(int64_t)shape->rank ? 0 : start + shape->rank;
  for (size_t i = 0; i < out->count; i++) tensor_set_int(out, i, shape->dims[start + (int64_t)i]);
}

/* Makes the results of a node constants, if they are. */
static Status fold(Graph *graph, GraphNode *node, const GraphLimits *limits, Error *error)
{
  bool known = node->op->kind == OP_Constant || node->op->kind == OP_Shape;
  if (!known) return STATUS_OK;
  Tensor out;
  const GraphValue *value = graph_value(graph, node->outputs[0]);
  tensor_init(&out, value->shape);
  if (node->op->kind == OP_Constant)
    compute_constant(node, &out);
  else
    compute_shape(graph, node, &out);
  graph_set_constant(graph, node->outputs[0], &out);
  node->constant = true;
  if (graph->bytes > limits->constant_bytes)
    return error_set(error, STATUS_LIMIT, "the constants have more than %" PRIu64 " bytes",
                     limits->constant_bytes);
  return STATUS_OK;
}

Status shapes_infer(Graph *graph, const GraphLimits *limits, Error *error)
{
  VEC(TensorShape) out = {0};
  Status status = STATUS_OK;
  for (size_t i = 0; i < graph->nodes.count && status == STATUS_OK; i++) {
    GraphNode *node = &graph->nodes.items[i];
    VEC_RESERVE(&out, node->output_count);
    status = shape_infer(graph, node, limits->elements, out.items, error);
    if (status != STATUS_OK) break;
    for (uint32_t o = 0; o < node->output_count; o++)
      if (node->outputs[o] != VALUE_NONE)
        graph->values.items[node->outputs[o]].shape = out.items[o];
    status = fold(graph, node, limits, error);
  }
  VEC_FREE(&out);
  return status;
}
