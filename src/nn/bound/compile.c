#include "nn/bound/compile.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "nn/bound/compile_parts.h"

Status compile_fail(const Compiler *compiler, const char *what)
{
  StrBuf name;
  strbuf_init(&name, 400);
  graph_node_describe(compiler->graph, compiler->node, &name);
  error_set(compiler->error, STATUS_SORT, "%s %s", strbuf_text(&name), what);
  strbuf_deinit(&name);
  return STATUS_SORT;
}

uint32_t compile_layer(const Compiler *compiler, size_t index)
{
  ValueId value = graph_node_input(compiler->node, index);
  assert(value != VALUE_NONE && compiler->layers[value] != COMPILE_NONE);
  return compiler->layers[value];
}

const TensorShape *compile_shape(const Compiler *compiler, size_t index)
{
  return &graph_value(compiler->graph, compiler->node->inputs[index])->shape;
}

const TensorShape *compile_result(const Compiler *compiler)
{
  return &graph_value(compiler->graph, compiler->node->outputs[0])->shape;
}

void compile_set(const Compiler *compiler, uint32_t layer)
{
  compiler->layers[compiler->node->outputs[0]] = layer;
}

Status compile_alias(const Compiler *compiler)
{
  ValueId from = compiler->node->inputs[0], to = compiler->node->outputs[0];
  if (graph_constant(compiler->graph, from))
    return compile_fail(compiler, "has a constant input that could not be folded");
  assert(compiler->uses[from] > 0);
  compile_set(compiler, compile_layer(compiler, 0));
  /* This use is replaced by those of the result; other users of the layer stay. */
  compiler->uses[to] += compiler->uses[from] - 1;
  return STATUS_OK;
}

void compile_add_gather(Net *net, uint32_t layer, uint32_t source, const uint32_t *map,
                        const double *factor, uint32_t count)
{
  NetMatrix matrix;
  net_matrix_init_sparse(&matrix, count, net->layers.items[source].size, count);
  size_t at = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (map[i] != COMPILE_NONE) {
      matrix.places[at] = map[i];
      matrix.values[at++] = factor ? factor[i] : 1;
    }
    matrix.starts[i + 1] = at;
  }
  net_add_source(net, layer, source, &matrix);
}

uint32_t compile_gather(Net *net, uint32_t source, const uint32_t *map, const double *factor,
                        const double *bias, uint32_t count)
{
  uint32_t layer = net_add_affine(net, count, bias);
  compile_add_gather(net, layer, source, map, factor, count);
  return layer;
}

static Status check_constants(const Compiler *compiler)
{
  for (uint32_t i = 0; i < compiler->node->input_count; i++) {
    const Tensor *tensor = graph_constant(compiler->graph, compiler->node->inputs[i]);
    if (!tensor || !tensor_type_is_float(tensor->shape.type)) continue;
    for (size_t k = 0; k < tensor->count; k++)
      if (!isfinite(tensor_get_double(tensor, k)))
        return compile_fail(compiler, "has a constant that is not finite");
  }
  return STATUS_OK;
}

/* What depends on the input has a layer. Constants that were too costly to compute have none. */
static Status check_inputs(const Compiler *compiler)
{
  bool any = false;
  for (uint32_t i = 0; i < compiler->node->input_count; i++) {
    ValueId value = compiler->node->inputs[i];
    if (value == VALUE_NONE || graph_constant(compiler->graph, value)) continue;
    if (compiler->layers[value] == COMPILE_NONE)
      return compile_fail(compiler, "has an input that cannot be computed in advance");
    any = true;
  }
  return any ? STATUS_OK
             : compile_fail(compiler,
                            "has only constants, and is too costly to compute in advance");
}

static Status check_results(const Compiler *compiler)
{
  const GraphNode *node = compiler->node;
  if (node->output_count == 0 || node->outputs[0] == VALUE_NONE)
    return compile_fail(compiler, "leaves out its first result");
  for (uint32_t i = 1; i < node->output_count && node->op->kind != OP_Split; i++)
    if (node->outputs[i] != VALUE_NONE) return compile_fail(compiler, "has a second result");
  return STATUS_OK;
}

static Status compile_activation(const Compiler *compiler, LayerKind kind)
{
  compile_set(compiler, net_add_activation(compiler->net, kind, compile_layer(compiler, 0)));
  return STATUS_OK;
}

static Status compile_node(Compiler *compiler)
{
  Status status = check_constants(compiler);
  if (!status) status = check_inputs(compiler);
  if (!status) status = check_results(compiler);
  if (status) return status;
  switch (compiler->node->op->kind) {
  case OP_Relu: return compile_activation(compiler, LAYER_RELU);
  case OP_Sigmoid: return compile_activation(compiler, LAYER_SIGMOID);
  case OP_Tanh: return compile_activation(compiler, LAYER_TANH);
  case OP_MatMul:
  case OP_Gemm: return compile_product(compiler);
  case OP_Conv:
  case OP_AveragePool:
  case OP_GlobalAveragePool:
  case OP_MaxPool: return compile_window(compiler);
  case OP_Add:
  case OP_Sub:
  case OP_Mul:
  case OP_Div:
  case OP_Neg:
  case OP_LeakyRelu: return compile_elementwise(compiler);
  case OP_Pow:
  case OP_Reciprocal: return compile_power(compiler);
  case OP_BatchNormalization: return compile_normalization(compiler);
  default: return compile_move(compiler);
  }
}

static Status check_form(const Graph *graph, Error *error)
{
  if (graph->inputs.count != 1)
    return error_set(error, STATUS_SORT, "the network has %zu inputs, and only one is supported",
                     graph->inputs.count);
  if (graph->outputs.count != 1)
    return error_set(error, STATUS_SORT, "the network has %zu outputs, and only one is supported",
                     graph->outputs.count);
  const GraphValue *input = graph_value(graph, graph->inputs.items[0]);
  if (!tensor_type_is_float(input->shape.type))
    return error_set(error, STATUS_SORT,
                     "the input is of type %s, and not of floating-point numbers",
                     tensor_type_name(input->shape.type));
  if (graph_value(graph, graph->outputs.items[0])->constant)
    return error_set(error, STATUS_SORT, "the output does not depend on the input");
  for (size_t i = 0; i < graph->values.count; i++) {
    size_t count;
    if (!tensor_shape_count(&graph->values.items[i].shape, COMPILE_ENTRIES_MAX, &count))
      return error_set(error, STATUS_LIMIT, "'%s' has more than %d elements",
                       graph->values.items[i].name, COMPILE_ENTRIES_MAX);
  }
  return STATUS_OK;
}

static Status compile_nodes(Compiler *compiler)
{
  const Graph *graph = compiler->graph;
  for (size_t i = 0; i < graph->nodes.count; i++) {
    compiler->node = &graph->nodes.items[i];
    if (compiler->node->constant) continue;
    Status status = compile_node(compiler);
    if (status) return status;
  }
  return STATUS_OK;
}

/* The last layer is the output; what follows it in the graph is of no use. */
static void end_with(Net *net, uint32_t layer)
{
  uint32_t size = net->layers.items[layer].size;
  uint32_t *map = mem_alloc(size + 1u, sizeof *map);
  for (uint32_t i = 0; i < size; i++) map[i] = i;
  compile_gather(net, layer, map, NULL, NULL, size);
  free(map);
}

/* Products and quotients of constants may overflow. */
static bool has_finite_numbers(const Net *net)
{
  for (size_t at = 1; at < net->layers.count; at++) {
    const Layer *layer = &net->layers.items[at];
    for (uint32_t i = 0; layer->bias && i < layer->size; i++)
      if (!isfinite(layer->bias[i])) return false;
    for (size_t k = 0; layer->bias && k < layer->sources.count; k++) {
      const NetMatrix *matrix = &layer->sources.items[k].matrix;
      size_t count = matrix->sparse ? matrix->starts[matrix->rows] : matrix->rows * matrix->stride;
      for (size_t p = 0; p < count; p++)
        if (!isfinite(matrix->values[p])) return false;
    }
  }
  return true;
}

Status compile_graph(const Graph *graph, Net *net, Error *error)
{
  Status status = check_form(graph, error);
  if (status) return status;
  *net = (Net){0};
  Compiler compiler = {.graph = graph, .net = net, .error = error};
  compiler.layers = mem_alloc(graph->values.count, sizeof(uint32_t));
  compiler.uses = mem_alloc_zero(graph->values.count, sizeof(uint32_t));
  memset(compiler.layers, 0xFF, graph->values.count * sizeof(uint32_t));
  for (size_t i = 0; i < graph->nodes.count; i++)
    for (uint32_t k = 0; k < graph->nodes.items[i].input_count; k++)
      if (graph->nodes.items[i].inputs[k] != VALUE_NONE)
        compiler.uses[graph->nodes.items[i].inputs[k]]++;
  size_t inputs;
  tensor_shape_count(&graph_value(graph, graph->inputs.items[0])->shape, COMPILE_ENTRIES_MAX,
                     &inputs);
  compiler.layers[graph->inputs.items[0]] = net_add_input(net, (uint32_t)inputs);
  compiler.uses[graph->outputs.items[0]]++;
  status = compile_nodes(&compiler);
  uint32_t last = compiler.layers[graph->outputs.items[0]];
  if (!status && last == COMPILE_NONE)
    status = error_set(error, STATUS_SORT, "the output has no form that can be bounded");
  if (!status && !has_finite_numbers(net))
    status = error_set(error, STATUS_SORT, "a coefficient of a layer is beyond the numbers");
  if (!status && (last + 1 != net->layers.count || last == 0)) end_with(net, last);
  free(compiler.layers);
  free(compiler.uses);
  if (status) net_deinit(net);
  return status;
}
