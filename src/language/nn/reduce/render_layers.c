/* The network that is left, as products, sums and activations of rows. */
#include <assert.h>
#include <math.h>

#include "language/nn/reduce/plain.h"
#include "language/nn/text/listing.h"
#include "nn/gen/build.h"
#include "nn/onnx/save.h"

enum { ELEMENTS_MAX = 1 << 26, OPSET = 13 };

typedef struct {
  const Plain *plain;
  const PlainState *state;
  const Net *net;
  Graph graph;
  Builder builder;
  ValueId *values; /* by layer: VALUE_NONE if nothing of it is left */
  size_t *layers;  /* by layer: the one that has its values, another one if it is bypassed */
  U32Vec *left;    /* by layer: the neurons that are left */
} Renderer;

/* Is a neuron gone? An activation goes with what it reads. */
static bool is_gone(const Renderer *renderer, size_t layer, uint32_t neuron)
{
  const Layer *at = &renderer->net->layers.items[layer];
  while (at->kind > LAYER_AFFINE) {
    layer = at->sources.items[0].layer;
    at = &renderer->net->layers.items[layer];
  }
  return renderer->state
      ->flags[renderer->plain->neurons.first + renderer->plain->offsets[layer] + neuron];
}

/* A bypassed layer has the values of its first source, neuron by neuron. */
static void find_layers(Renderer *renderer)
{
  const Plain *plain = renderer->plain;
  for (size_t at = 0; at < renderer->net->layers.count; at++) {
    const Layer *layer = &renderer->net->layers.items[at];
    bool bypassed =
        at > 0 && layer->sources.count > 0 && renderer->state->flags[plain->bypassed.first + at];
    renderer->layers[at] = bypassed ? renderer->layers[layer->sources.items[0].layer] : at;
    if (bypassed) continue;
    for (uint32_t i = 0; i < layer->size; i++)
      if (!is_gone(renderer, at, i)) VEC_PUSH(&renderer->left[at], i);
  }
}

static ValueId add_constant(Renderer *renderer, Tensor *tensor)
{
  ValueId value = graph_add_value(&renderer->graph, "");
  graph_set_constant(&renderer->graph, value, tensor);
  return value;
}

/* The neurons of a source that a layer reads are those that both have. */
static ValueId add_weights(Renderer *renderer, size_t at, size_t k)
{
  const Layer *layer = &renderer->net->layers.items[at];
  const LayerSource *source = &layer->sources.items[k];
  const U32Vec *rows = &renderer->left[at],
               *columns = &renderer->left[renderer->layers[source->layer]];
  const double *numbers = renderer->state->numbers + renderer->plain->weights[at][k];
  Tensor tensor;
  tensor_init(&tensor, build_matrix((int64_t)rows->count, (int64_t)columns->count));
  for (size_t i = 0; i < rows->count; i++)
    for (size_t j = 0; j < columns->count; j++) {
      uint32_t column = columns->items[j];
      double number = column < source->matrix.columns
                          ? numbers[(size_t)rows->items[i] * source->matrix.columns + column]
                          : 0;
      tensor_set_double(&tensor, i * columns->count + j, number);
    }
  return add_constant(renderer, &tensor);
}

/* Inputs that are gone are fixed, in the first box that is left. */
static double fixed_part(const Renderer *renderer, size_t at, uint32_t neuron)
{
  const Plain *plain = renderer->plain;
  const Layer *layer = &renderer->net->layers.items[at];
  const double *numbers = renderer->state->numbers;
  if (!plain->rational) return 0;
  const PlainPart *part = &plain->part_list.items[0];
  for (size_t p = plain->part_list.count; p-- > 0;)
    if (!renderer->state->flags[plain->parts.first + p]) part = &plain->part_list.items[p];
  double sum = 0;
  for (size_t k = 0; k < layer->sources.count; k++) {
    const LayerSource *source = &layer->sources.items[k];
    if (renderer->layers[source->layer] != 0) continue;
    for (uint32_t j = 0; j < source->matrix.columns && j < plain->model->property.inputs; j++)
      if (is_gone(renderer, 0, j))
        sum += numbers[plain->weights[at][k] + (size_t)neuron * source->matrix.columns + j] *
               nn_plain_centre(plain, renderer->state, part, j);
  }
  return sum;
}

static ValueId add_bias(Renderer *renderer, size_t at)
{
  const U32Vec *rows = &renderer->left[at];
  Tensor tensor;
  tensor_init(&tensor, build_vector((int64_t)rows->count));
  for (size_t i = 0; i < rows->count; i++)
    tensor_set_double(&tensor, i,
                      renderer->state->numbers[renderer->plain->biases[at] + rows->items[i]] +
                          fixed_part(renderer, at, rows->items[i]));
  return add_constant(renderer, &tensor);
}

static void add_affine(Renderer *renderer, size_t at)
{
  const Layer *layer = &renderer->net->layers.items[at];
  GraphAttribute turned = build_int("transB", 1);
  ValueId sum = VALUE_NONE;
  for (size_t k = 0; k < layer->sources.count; k++) {
    ValueId x = renderer->values[renderer->layers[layer->sources.items[k].layer]];
    if (x == VALUE_NONE) continue;
    ValueId inputs[3] = {x, add_weights(renderer, at, k), VALUE_NONE};
    bool first = sum == VALUE_NONE;
    if (first) inputs[2] = add_bias(renderer, at);
    ValueId product = build_node(&renderer->builder, OP_Gemm, inputs, first ? 3 : 2, &turned, 1, 1);
    assert(product != VALUE_NONE);
    sum = first ? product : build_two(&renderer->builder, OP_Add, sum, product);
  }
  renderer->values[at] = sum;
}

static ValueId activate(Renderer *renderer, LayerKind kind, ValueId x)
{
  Builder *builder = &renderer->builder;
  switch (kind) {
  case LAYER_RELU: return build_one(builder, OP_Relu, x);
  case LAYER_SIGMOID: return build_one(builder, OP_Sigmoid, x);
  case LAYER_TANH: return build_one(builder, OP_Tanh, x);
  case LAYER_SQUARE: return build_two(builder, OP_Mul, x, x);
  case LAYER_CUBE: return build_two(builder, OP_Mul, build_two(builder, OP_Mul, x, x), x);
  case LAYER_RECIPROCAL: return build_one(builder, OP_Reciprocal, x);
  default: assert(0); return VALUE_NONE;
  }
}

static void add_activation(Renderer *renderer, size_t at)
{
  const Layer *layer = &renderer->net->layers.items[at];
  ValueId x = renderer->values[renderer->layers[layer->sources.items[0].layer]];
  if (x != VALUE_NONE) renderer->values[at] = activate(renderer, layer->kind, x);
  /* what it reads may have been bypassed, and then has other neurons */
  renderer->left[at].count = 0;
  const U32Vec *from = &renderer->left[renderer->layers[layer->sources.items[0].layer]];
  VEC_APPEND(&renderer->left[at], from->items, from->count);
}

static void add_layers(Renderer *renderer)
{
  ValueId x = graph_add_value(&renderer->graph, "X");
  renderer->graph.values.items[x].shape = build_matrix(1, (int64_t)renderer->left[0].count);
  VEC_PUSH(&renderer->graph.inputs, x);
  renderer->values[0] = x;
  for (size_t at = 1; at < renderer->net->layers.count; at++) {
    renderer->values[at] = VALUE_NONE;
    if (renderer->layers[at] != at) continue;
    if (renderer->net->layers.items[at].kind != LAYER_AFFINE)
      add_activation(renderer, at);
    else if (renderer->left[at].count)
      add_affine(renderer, at);
  }
}

static void number_variables(const Renderer *renderer, uint32_t *left)
{
  const Property *property = &renderer->plain->model->property;
  size_t last = renderer->layers[renderer->net->layers.count - 1];
  for (uint32_t i = 0; i < property->inputs + property->outputs; i++) left[i] = 0;
  for (size_t i = 0; i < renderer->left[0].count; i++)
    left[renderer->left[0].items[i]] = (uint32_t)i + 1;
  for (size_t i = 0; i < renderer->left[last].count; i++)
    if (renderer->left[last].items[i] < property->outputs)
      left[property->inputs + renderer->left[last].items[i]] = (uint32_t)i + 1;
}

/* Do the outputs read the input? */
static bool depends(const Graph *graph)
{
  bool *reached = mem_alloc_zero(graph->values.count + 1, sizeof *reached);
  reached[graph->inputs.items[0]] = true;
  for (size_t i = 0; i < graph->nodes.count; i++)
    for (uint32_t k = 0; k < graph->nodes.items[i].input_count; k++)
      if (reached[graph->nodes.items[i].inputs[k]])
        reached[graph->nodes.items[i].outputs[0]] = true;
  bool good = reached[graph->outputs.items[0]] && graph->outputs.items[0] != graph->inputs.items[0];
  free(reached);
  return good;
}

static bool finish(Renderer *renderer, uint32_t *left, Bundle *bundle)
{
  size_t last = renderer->layers[renderer->net->layers.count - 1];
  ValueId y = renderer->values[last];
  if (y == VALUE_NONE) return false;
  for (size_t i = 0; i < renderer->left[last].count; i++)
    if (renderer->left[last].items[i] >= renderer->plain->model->property.outputs) return false;
  VEC_PUSH(&renderer->graph.outputs, y);
  number_variables(renderer, left);
  if (!depends(&renderer->graph)) return false;
  build_prune(&renderer->graph);
  onnx_print(&renderer->graph, &bundle->network);
  nn_list_network(&renderer->graph, &bundle->listing);
  return true;
}

bool nn_plain_render_layers(const Plain *plain, const PlainState *state, uint32_t *left,
                            Bundle *bundle)
{
  const Net *net = &plain->model->net;
  size_t count = net->layers.count;
  Renderer renderer = {.plain = plain, .state = state, .net = net};
  graph_init(&renderer.graph);
  renderer.graph.opset = OPSET;
  renderer.graph.ir_version = 8;
  renderer.builder = (Builder){.graph = &renderer.graph, .elements = ELEMENTS_MAX};
  renderer.values = mem_alloc(count, sizeof *renderer.values);
  renderer.layers = mem_alloc(count, sizeof *renderer.layers);
  renderer.left = mem_alloc_zero(count, sizeof *renderer.left);
  find_layers(&renderer);
  bool good = renderer.left[0].count > 0;
  if (good) {
    add_layers(&renderer);
    good = finish(&renderer, left, bundle);
  }
  for (size_t at = 0; at < count; at++) VEC_FREE(&renderer.left[at]);
  free(renderer.left);
  free(renderer.layers);
  free(renderer.values);
  graph_deinit(&renderer.graph);
  return good;
}
