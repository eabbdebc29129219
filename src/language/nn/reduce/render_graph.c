/* The graph without the nodes that are bypassed: each gives its first input instead. */
#include "language/nn/reduce/plain.h"
#include "language/nn/text/listing.h"
#include "nn/gen/build.h"
#include "nn/mutate/copy.h"
#include "nn/onnx/save.h"
#include <assert.h>

/* A node whose first input could take the place of its result. */
static bool can_bypass(const Graph *graph, const GraphNode *node)
{
  if (node->constant || node->input_count == 0 || node->output_count != 1) return false;
  ValueId x = node->inputs[0];
  if (x == VALUE_NONE || graph_constant(graph, x)) return false;
  const TensorShape *from = &graph_value(graph, x)->shape,
                    *to = &graph_value(graph, node->outputs[0])->shape;
  return from->type == to->type && tensor_shape_equal_dims(from, to);
}

bool nn_plain_render_graph(const Plain *plain, const PlainState *state, Bundle *bundle)
{
  assert(plain->bypassed.count == plain->model->graph.nodes.count);
  const Graph *from = &plain->model->graph;
  Graph graph;
  U32Vec instead = {0}, in = {0}; /* by value: what it is now */
  for (size_t i = 0; i < from->values.count; i++) VEC_PUSH(&instead, (uint32_t)i);
  mutant_copy_values(from, &graph);
  bool good = true;
  for (size_t i = 0; i < from->nodes.count && good; i++) {
    GraphNode node = from->nodes.items[i];
    if (state->flags[plain->bypassed.first + i]) {
      good = can_bypass(from, &node);
      if (good) instead.items[node.outputs[0]] = instead.items[node.inputs[0]];
      continue;
    }
    in.count = 0;
    for (uint32_t k = 0; k < node.input_count; k++)
      VEC_PUSH(&in, node.inputs[k] == VALUE_NONE ? VALUE_NONE : instead.items[node.inputs[k]]);
    node.inputs = in.items;
    graph_add_node(&graph, &node);
  }
  for (size_t i = 0; i < graph.outputs.count; i++)
    graph.outputs.items[i] = instead.items[graph.outputs.items[i]];
  good = good && graph.outputs.items[0] != graph.inputs.items[0];
  if (good) {
    build_prune(&graph);
    onnx_print(&graph, &bundle->network);
    nn_list_network(&graph, &bundle->listing);
  }
  graph_deinit(&graph);
  VEC_FREE(&instead);
  VEC_FREE(&in);
  return good;
}
