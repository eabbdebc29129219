#include "nn/infer/infer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/infer/kernel.h"

Status infer_node(const Graph *graph, const GraphNode *node, const Tensor *const *in,
                  const TensorShape *shapes, Tensor *out, Error *error)
{
  KernelTask task = {graph, node, in, out, error};
  Kernel kernel = compute_find(node->op);
  for (uint32_t i = 0; i < node->output_count; i++) tensor_init(&out[i], shapes[i]);
  if (!kernel) return compute_fail(&task, "this operator cannot be computed");
  return kernel(&task);
}

/* Buffers for one node after the other. */
typedef struct {
  VEC(const Tensor *) in;
  VEC(TensorShape) shapes;
  VEC(Tensor) out;
} Scratch;

static Status run_node(const Graph *graph, const GraphNode *node, Tensor *values, Scratch *scratch,
                       Error *error)
{
  scratch->in.count = scratch->shapes.count = scratch->out.count = 0;
  for (uint32_t i = 0; i < node->input_count; i++) {
    ValueId id = node->inputs[i];
    const Tensor *constant = graph_constant(graph, id);
    VEC_PUSH(&scratch->in, id == VALUE_NONE ? NULL : constant ? constant : &values[id]);
  }
  for (uint32_t i = 0; i < node->output_count; i++) {
    TensorShape none = {TENSOR_FLOAT, 1, {0}};
    ValueId id = node->outputs[i];
    VEC_PUSH(&scratch->shapes, id == VALUE_NONE ? none : graph_value(graph, id)->shape);
    VEC_PUSH(&scratch->out, (Tensor){0});
  }
  Status status =
      infer_node(graph, node, scratch->in.items, scratch->shapes.items, scratch->out.items, error);
  for (uint32_t i = 0; i < node->output_count; i++)
    if (node->outputs[i] == VALUE_NONE)
      tensor_deinit(&scratch->out.items[i]);
    else
      values[node->outputs[i]] = scratch->out.items[i];
  return status;
}

uint32_t *infer_last_uses(const Graph *graph)
{
  uint32_t *last = mem_alloc_zero(graph->values.count + 1, sizeof *last);
  for (size_t i = 0; i < graph->nodes.count; i++) {
    const GraphNode *node = &graph->nodes.items[i];
    for (uint32_t k = 0; k < node->input_count; k++)
      if (node->inputs[k] != VALUE_NONE) last[node->inputs[k]] = (uint32_t)i;
  }
  for (size_t i = 0; i < graph->inputs.count; i++) last[graph->inputs.items[i]] = NODE_NONE;
  for (size_t i = 0; i < graph->outputs.count; i++) last[graph->outputs.items[i]] = NODE_NONE;
  return last;
}

static void scratch_deinit(Scratch *scratch)
{
  VEC_FREE(&scratch->in);
  VEC_FREE(&scratch->shapes);
  VEC_FREE(&scratch->out);
}

Status infer_step(const Graph *graph, const GraphNode *node, Tensor *values, Error *error)
{
  Scratch scratch = {0};
  Status status = run_node(graph, node, values, &scratch, error);
  scratch_deinit(&scratch);
  return status;
}

/* Runs all nodes; values that no node needs any more are freed on the way if `last` says when. */
static Status run_nodes(const Graph *graph, Tensor *values, const uint32_t *last, Error *error)
{
  Scratch scratch = {0};
  Status status = STATUS_OK;
  for (size_t i = 0; i < graph->nodes.count && status == STATUS_OK; i++) {
    const GraphNode *node = &graph->nodes.items[i];
    if (node->constant) continue;
    status = run_node(graph, node, values, &scratch, error);
    for (uint32_t k = 0; last && k < node->input_count; k++)
      if (node->inputs[k] != VALUE_NONE && last[node->inputs[k]] == i)
        tensor_deinit(&values[node->inputs[k]]);
  }
  scratch_deinit(&scratch);
  return status;
}

static void copy_outputs(const Graph *graph, const Tensor *values, Tensor *outputs)
{
  for (size_t i = 0; i < graph->outputs.count; i++) {
    ValueId id = graph->outputs.items[i];
    const Tensor *constant = graph_constant(graph, id);
    tensor_init_copy(&outputs[i], constant ? constant : &values[id]);
  }
}

Status infer_run(const Graph *graph, const Tensor *inputs, Tensor *outputs, Error *error)
{
  Tensor *values = mem_alloc_zero(graph->values.count + 1, sizeof *values);
  uint32_t *last = infer_last_uses(graph);
  for (size_t i = 0; i < graph->inputs.count; i++) {
    assert(tensor_shape_equal_dims(&inputs[i].shape,
                                   &graph_value(graph, graph->inputs.items[i])->shape));
    values[graph->inputs.items[i]] = inputs[i];
  }
  Status status = run_nodes(graph, values, last, error);
  if (status == STATUS_OK) copy_outputs(graph, values, outputs);
  for (size_t i = 0; i < graph->inputs.count; i++) values[graph->inputs.items[i]] = (Tensor){0};
  for (size_t i = 0; i < graph->values.count; i++) tensor_deinit(&values[i]);
  free(values);
  free(last);
  return status;
}
