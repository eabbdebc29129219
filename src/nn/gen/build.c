#include "nn/gen/build.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/graph/shape.h"

double build_number(const Builder *b, SettingKind kind)
{
  return b->settings->numbers[kind];
}

uint32_t build_below(Builder *b, uint64_t bound)
{
  return (uint32_t)random_below(b->random, bound);
}

size_t build_between(Builder *b, SettingKind low)
{
  uint64_t least = (uint64_t)build_number(b, low), most = (uint64_t)build_number(b, low + 1);
  assert(least <= most);
  return (size_t)(least + random_below(b->random, most - least + 1));
}

double build_real(Builder *b, SettingKind low)
{
  double least = build_number(b, low), most = build_number(b, low + 1);
  assert(least <= most);
  return least + (most - least) * random_unit(b->random);
}

int64_t build_up_to(Builder *b, SettingKind most)
{
  assert(build_number(b, most) >= 1);
  return 1 + (int64_t)random_below(b->random, (uint64_t)build_number(b, most));
}

bool build_happens(Builder *b, SettingKind chance)
{
  return random_unit(b->random) < build_number(b, chance);
}

size_t build_choice(Builder *b, const double *weights, size_t count)
{
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += weights[i];
  double at = random_unit(b->random) * sum;
  for (size_t i = 0; i < count; i++) {
    if (at < weights[i]) return i;
    at -= weights[i];
  }
  for (size_t i = count; i-- > 0;)
    if (weights[i] > 0) return i;
  assert(!"all weights are 0");
  return 0;
}

static ValueId add_constant(Builder *b, Tensor *tensor)
{
  ValueId value = graph_add_value(b->graph, "");
  graph_set_constant(b->graph, value, tensor);
  return value;
}

ValueId build_random(Builder *b, ConstantKind kind, TensorShape shape, size_t inputs)
{
  Tensor tensor;
  NumberRecipe recipe = numbers_choose(b->settings, b->random, kind, inputs);
  tensor_init(&tensor, shape);
  numbers_draw(&recipe, tensor.data, tensor.count);
  return add_constant(b, &tensor);
}

/* Weights of a linear layer: held while there is room, else only how to make them. */
static ValueId build_weights(Builder *b, ConstantKind kind, TensorShape shape, size_t inputs)
{
  enum { STREAMED_MIN = 1 << 12 };
  size_t count = tensor_shape_extent(&shape, 0, shape.rank);
  if (!b->streamed || count < STREAMED_MIN ||
      count * sizeof(float) + b->graph->bytes <= b->held_max)
    return build_random(b, kind, shape, inputs);
  ValueId value = graph_add_value(b->graph, "");
  b->graph->values.items[value].shape = shape;
  StreamedWeights weights = {value, numbers_choose(b->settings, b->random, kind, inputs)};
  VEC_PUSH(b->streamed, weights);
  return value;
}

ValueId build_filled(Builder *b, TensorShape shape, double number)
{
  Tensor tensor;
  tensor_init(&tensor, shape);
  for (size_t i = 0; i < tensor.count; i++) tensor_set_double(&tensor, i, number);
  return add_constant(b, &tensor);
}

ValueId build_random_wholes(Builder *b, TensorShape shape, int64_t low, int64_t high)
{
  Tensor tensor;
  assert(low <= high);
  tensor_init(&tensor, shape);
  for (size_t i = 0; i < tensor.count; i++)
    tensor_set_int(&tensor, i, low + (int64_t)random_below(b->random, (uint64_t)(high - low) + 1));
  return add_constant(b, &tensor);
}

ValueId build_floats(Builder *b, TensorShape shape, float number)
{
  return build_filled(b, shape, (double)number);
}

ValueId build_wholes(Builder *b, const int64_t *numbers, size_t count, bool scalar)
{
  Tensor tensor;
  tensor_init(&tensor, (TensorShape){TENSOR_INT64, scalar ? 0 : 1, {scalar ? 0 : (int64_t)count}});
  memcpy(tensor.data, numbers, count * sizeof *numbers);
  return add_constant(b, &tensor);
}

GraphAttribute build_int(const char *name, int64_t number)
{
  return (GraphAttribute){.name = name, .kind = 'i', .number = number};
}

GraphAttribute build_text(const char *name, const char *text)
{
  return (GraphAttribute){.name = name, .kind = 's', .text = text};
}

GraphAttribute build_float(const char *name, float number)
{
  return (GraphAttribute){.name = name, .kind = 'f', .real = number};
}

GraphAttribute build_ints(Builder *b, const char *name, const int64_t *numbers, size_t count)
{
  int64_t *copy = arena_alloc(&b->graph->arena, count + 1, sizeof *copy);
  memcpy(copy, numbers, count * sizeof *copy);
  return (GraphAttribute){.name = name, .kind = 'I', .numbers = copy, .count = (uint32_t)count};
}

ValueId build_node(Builder *b, OperatorKind kind, const ValueId *inputs, size_t input_count,
                   const GraphAttribute *attributes, size_t attribute_count, size_t output_count)
{
  enum { OUTPUTS_MAX = 4 };
  ValueId outputs[OUTPUTS_MAX];
  TensorShape shapes[OUTPUTS_MAX];
  Error error;
  assert(output_count >= 1 && output_count <= OUTPUTS_MAX);
  for (size_t i = 0; i < output_count; i++) outputs[i] = VALUE_NONE;
  GraphNode node = {.name = "",
                    .op = operator_get(kind),
                    .inputs = inputs,
                    .outputs = outputs,
                    .attributes = attributes,
                    .input_count = (uint32_t)input_count,
                    .output_count = (uint32_t)output_count,
                    .attribute_count = (uint32_t)attribute_count};
  if (shape_infer(b->graph, &node, b->elements, shapes, &error) != STATUS_OK) return VALUE_NONE;
  for (size_t i = 0; i < output_count; i++) {
    outputs[i] = graph_add_value(b->graph, "");
    b->graph->values.items[outputs[i]].shape = shapes[i];
  }
  graph_add_node(b->graph, &node);
  return outputs[0];
}

ValueId build_one(Builder *b, OperatorKind kind, ValueId x)
{
  ValueId y = build_node(b, kind, &x, 1, NULL, 0, 1);
  assert(y != VALUE_NONE);
  return y;
}

ValueId build_two(Builder *b, OperatorKind kind, ValueId x, ValueId y)
{
  ValueId z = build_node(b, kind, (ValueId[]){x, y}, 2, NULL, 0, 1);
  assert(z != VALUE_NONE);
  return z;
}

const TensorShape *build_shape(const Builder *b, ValueId value)
{
  return &graph_value(b->graph, value)->shape;
}

TensorShape build_vector(int64_t extent)
{
  return (TensorShape){TENSOR_FLOAT, 1, {extent}};
}

TensorShape build_matrix(int64_t rows, int64_t columns)
{
  return (TensorShape){TENSOR_FLOAT, 2, {rows, columns}};
}

ValueId build_linear(Builder *b, ConstantKind kind, ValueId x, size_t outputs)
{
  int64_t inputs = build_shape(b, x)->dims[1];
  ValueId weights = build_weights(b, kind, build_matrix((int64_t)outputs, inputs), (size_t)inputs);
  ValueId bias = build_random(b, kind + 1, build_vector((int64_t)outputs), (size_t)inputs);
  GraphAttribute turned = build_int("transB", 1);
  ValueId y = build_node(b, OP_Gemm, (ValueId[]){x, weights, bias}, 3, &turned, 1, 1);
  assert(y != VALUE_NONE);
  return y;
}

ValueId build_flat(Builder *b, ValueId x)
{
  const TensorShape *shape = build_shape(b, x);
  if (shape->rank == 2 && shape->dims[0] == 1) return x;
  int64_t wanted[2] = {1, -1};
  return build_two(b, OP_Reshape, x, build_wholes(b, wanted, 2, false));
}

/* Marks what the outputs depend on: nodes come after what they use, so one pass backward does. */
static void mark_used(const Graph *graph, bool *used)
{
  for (size_t i = 0; i < graph->outputs.count; i++) used[graph->outputs.items[i]] = true;
  for (size_t i = graph->nodes.count; i-- > 0;) {
    const GraphNode *node = &graph->nodes.items[i];
    bool live = false;
    for (uint32_t k = 0; k < node->output_count; k++)
      if (node->outputs[k] != VALUE_NONE && used[node->outputs[k]]) live = true;
    for (uint32_t k = 0; live && k < node->input_count; k++)
      if (node->inputs[k] != VALUE_NONE) used[node->inputs[k]] = true;
    for (uint32_t k = 0; live && k < node->output_count; k++)
      if (node->outputs[k] != VALUE_NONE) used[node->outputs[k]] = true;
  }
}

void build_prune(Graph *graph)
{
  bool *used = mem_alloc_zero(graph->values.count + 1, sizeof *used);
  size_t kept = 0;
  mark_used(graph, used);
  for (size_t i = 0; i < graph->nodes.count; i++) {
    GraphNode node = graph->nodes.items[i];
    if (!used[node.outputs[0]]) continue;
    for (uint32_t k = 0; k < node.output_count; k++)
      if (node.outputs[k] != VALUE_NONE)
        graph->values.items[node.outputs[k]].producer = (uint32_t)kept;
    graph->nodes.items[kept++] = node;
  }
  graph->nodes.count = kept;
  for (size_t i = 0; i < graph->values.count; i++)
    if (!used[i]) graph->values.items[i].constant = NULL;
  free(used);
}
