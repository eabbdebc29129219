#include "nn/mutate/insert.h"

#include "nn/gen/build.h"
#include "nn/mutate/copy.h"
#include "nn/onnx/save.h"

enum { ELEMENTS_MAX = 1 << 24 };

/* Linear layers are for rows. */
static bool fits(const Graph *graph, ValueId value, InsertionKind kind)
{
  const GraphValue *at = graph_value(graph, value);
  if (at->constant || at->shape.type != TENSOR_FLOAT) return false;
  return kind == INSERT_OPERATOR || (at->shape.rank == 2 && at->shape.dims[0] == 1);
}

/* A value that is computed, or the input, all with the same chance. */
static ValueId choose_value(const Graph *graph, InsertionKind kind, Random *random)
{
  ValueId chosen = VALUE_NONE;
  uint64_t seen = 0;
  for (size_t i = 0; i < graph->inputs.count; i++)
    if (fits(graph, graph->inputs.items[i], kind) && random_below(random, ++seen) == 0)
      chosen = graph->inputs.items[i];
  for (size_t i = 0; i < graph->nodes.count; i++) {
    ValueId value = graph->nodes.items[i].outputs[0];
    if (value != VALUE_NONE && fits(graph, value, kind) && random_below(random, ++seen) == 0)
      chosen = value;
  }
  return chosen;
}

static ValueId build(Builder *b, const Insertion *insertion, ValueId x)
{
  if (insertion->kind == INSERT_OPERATOR) return build_one(b, insertion->op, x);
  size_t width = (size_t)build_shape(b, x)->dims[1];
  if (insertion->kind == INSERT_LINEAR) return build_linear(b, CONSTANT_linear_weight, x, width);
  ValueId inner = build_one(b, OP_Relu, build_linear(b, CONSTANT_residual_weight, x, width));
  return build_two(b, OP_Add, build_linear(b, CONSTANT_residual_weight, inner, width), x);
}

static void copy_node(const GraphNode *from, Graph *to, ValueId old, ValueId new)
{
  GraphNode node = *from;
  U32Vec in = {0};
  VEC_APPEND(&in, node.inputs, node.input_count);
  if (old != VALUE_NONE) mutant_rename(&in, old, new);
  node.inputs = in.items;
  graph_add_node(to, &node);
  VEC_FREE(&in);
}

bool mutant_insert(const Graph *graph, const Insertion *insertion, Random *random, StrBuf *out)
{
  ValueId chosen = choose_value(graph, insertion->kind, random);
  if (chosen == VALUE_NONE) return false;
  NetworkSettings settings;
  network_settings_init(&settings, NETWORK_VNNLIB, SPEC_RAND);
  Graph mutant;
  Builder b = {.settings = &settings, .random = random, .graph = &mutant, .elements = ELEMENTS_MAX};
  mutant_copy_values(graph, &mutant);
  uint32_t producer = graph_value(graph, chosen)->producer;
  ValueId instead = producer == NODE_NONE ? build(&b, insertion, chosen) : VALUE_NONE;
  for (size_t i = 0; i < graph->nodes.count; i++) {
    copy_node(&graph->nodes.items[i], &mutant, instead == VALUE_NONE ? VALUE_NONE : chosen,
              instead);
    if (i == producer) instead = build(&b, insertion, chosen);
  }
  mutant_rename(&mutant.outputs, chosen, instead);
  onnx_print(&mutant, out);
  graph_deinit(&mutant);
  return true;
}
