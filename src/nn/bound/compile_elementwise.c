/* Sums and products with constants, sums of two values, normalisation. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "nn/bound/compile_parts.h"

void compile_broadcast(const TensorShape *from, const TensorShape *to, uint32_t count,
                       uint32_t *map)
{
  int64_t strides[TENSOR_RANK_MAX] = {0}, stride = 1;
  for (uint32_t k = from->rank; k > 0; k--) {
    uint32_t axis = k - 1 + to->rank - from->rank;
    strides[axis] = from->dims[k - 1] == 1 ? 0 : stride;
    stride *= from->dims[k - 1];
  }
  for (uint32_t i = 0; i < count; i++) {
    int64_t rest = i, at = 0;
    for (uint32_t k = to->rank; k > 0; k--) {
      at += rest % to->dims[k - 1] * strides[k - 1];
      rest /= to->dims[k - 1];
    }
    map[i] = (uint32_t)at;
  }
}

static bool is_identity(const uint32_t *map, uint32_t count, uint32_t size)
{
  if (count != size) return false;
  for (uint32_t i = 0; i < count; i++)
    if (map[i] != i) return false;
  return true;
}

/* x + c where x is an affine layer without a bias that no other value uses: c becomes its bias. */
static bool fold_bias(Compiler *compiler, size_t input, const uint32_t *map, const double *bias,
                      uint32_t count)
{
  ValueId value = compiler->node->inputs[input];
  Layer *layer = &compiler->net->layers.items[compiler->layers[value]];
  if (layer->kind != LAYER_AFFINE || compiler->uses[value] != 1 || layer->uncertainty > 0)
    return false;
  if (compiler->layers[value] + 1 != compiler->net->layers.count ||
      !is_identity(map, count, layer->size))
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (layer->bias[i] != 0) return false;
  memcpy(layer->bias, bias, count * sizeof *bias);
  compile_set(compiler, compiler->layers[value]);
  return true;
}

static bool is_power_of_two(double number)
{
  int exponent;
  return fabs(frexp(number, &exponent)) == 0.5;
}

/* One input is constant. */
static Status with_constant(Compiler *compiler, size_t input, const Tensor *constant,
                            uint32_t count, const uint32_t *map, const uint32_t *constant_map)
{
  OperatorKind kind = compiler->node->op->kind;
  assert(kind != OP_Div || input == 0);
  double *numbers = mem_alloc(count + 1u, sizeof *numbers);
  double *factors = mem_alloc(count + 1u, sizeof *factors);
  double uncertainty = 0;
  bool zero = false;
  for (uint32_t i = 0; i < count; i++) {
    numbers[i] = tensor_get_double(constant, constant_map[i]);
    factors[i] = 1;
    if (kind == OP_Mul) factors[i] = numbers[i];
    if (kind == OP_Sub && input == 1) factors[i] = -1;
    if (kind == OP_Sub && input == 0) numbers[i] = -numbers[i];
    if (kind != OP_Div) continue;
    zero = zero || numbers[i] == 0;
    factors[i] = 1 / numbers[i];
    if (!is_power_of_two(numbers[i])) uncertainty = COMPILE_ROUNDED;
  }
  bool sum = kind == OP_Add || kind == OP_Sub;
  Status status = STATUS_OK;
  if (zero) {
    status = compile_fail(compiler, "divides by zero");
  } else if (!sum || factors[0] != 1 || !fold_bias(compiler, input, map, numbers, count)) {
    uint32_t layer = compile_gather(compiler->net, compile_layer(compiler, input), map, factors,
                                    sum ? numbers : NULL, count);
    compiler->net->layers.items[layer].uncertainty = uncertainty;
    compile_set(compiler, layer);
  }
  free(numbers);
  free(factors);
  return status;
}

static Status with_values(Compiler *compiler, uint32_t count, const uint32_t *left,
                          const uint32_t *right)
{
  OperatorKind kind = compiler->node->op->kind;
  if (kind == OP_Mul || kind == OP_Div) return compile_multiply(compiler, count, left, right);
  double *factors = mem_alloc(count + 1u, sizeof *factors);
  for (uint32_t i = 0; i < count; i++) factors[i] = kind == OP_Sub ? -1 : 1;
  uint32_t layer =
      compile_gather(compiler->net, compile_layer(compiler, 0), left, NULL, NULL, count);
  compile_add_gather(compiler->net, layer, compile_layer(compiler, 1), right, factors, count);
  compile_set(compiler, layer);
  free(factors);
  return STATUS_OK;
}

/* -x, or relu(x) - alpha relu(-x). */
static Status compile_unary(Compiler *compiler, uint32_t count, const uint32_t *map)
{
  Net *net = compiler->net;
  double *factors = mem_alloc(count + 1u, sizeof *factors);
  for (uint32_t i = 0; i < count; i++) factors[i] = -1;
  uint32_t source = compile_layer(compiler, 0);
  uint32_t negative = compile_gather(net, source, map, factors, NULL, count);
  compile_set(compiler, negative);
  if (compiler->node->op->kind == OP_LeakyRelu) {
    uint32_t up = net_add_activation(net, LAYER_RELU, source);
    uint32_t down = net_add_activation(net, LAYER_RELU, negative);
    for (uint32_t i = 0; i < count; i++)
      factors[i] = -(double)graph_attribute_float(compiler->node, "alpha");
    uint32_t sum = compile_gather(net, up, map, NULL, NULL, count);
    compile_add_gather(net, sum, down, map, factors, count);
    compile_set(compiler, sum);
  }
  free(factors);
  return STATUS_OK;
}

Status compile_elementwise(Compiler *compiler)
{
  const TensorShape *result = compile_result(compiler);
  size_t elements;
  tensor_shape_count(result, COMPILE_ENTRIES_MAX, &elements);
  uint32_t count = (uint32_t)elements;
  uint32_t *left = mem_alloc(count + 1u, sizeof *left),
           *right = mem_alloc(count + 1u, sizeof *right);
  Status status;
  compile_broadcast(compile_shape(compiler, 0), result, count, left);
  if (compiler->node->input_count == 1) {
    status = compile_unary(compiler, count, left);
  } else {
    compile_broadcast(compile_shape(compiler, 1), result, count, right);
    const Tensor *a = graph_constant(compiler->graph, compiler->node->inputs[0]);
    const Tensor *b = graph_constant(compiler->graph, compiler->node->inputs[1]);
    if (a && compiler->node->op->kind == OP_Div)
      status = compile_divide_constant(compiler, a, count, right, left);
    else if (a)
      status = with_constant(compiler, 1, a, count, right, left);
    else if (b)
      status = with_constant(compiler, 0, b, count, left, right);
    else
      status = with_values(compiler, count, left, right);
  }
  free(left);
  free(right);
  return status;
}

/* (x - mean) * scale / sqrt(variance + epsilon) + bias as two layers: the difference is exact. */
Status compile_normalization(Compiler *compiler)
{
  const TensorShape *shape = compile_shape(compiler, 0);
  const Tensor *constants[4];
  for (size_t k = 0; k < 4; k++) {
    constants[k] = graph_constant(compiler->graph, graph_node_input(compiler->node, k + 1));
    if (!constants[k]) return compile_fail(compiler, "has parameters that are not constant");
  }
  if (shape->rank < 2 || graph_attribute_int(compiler->node, "training_mode"))
    return compile_fail(compiler, "is in training mode or has no channels");
  uint32_t count = compiler->net->layers.items[compile_layer(compiler, 0)].size;
  size_t channels = (size_t)shape->dims[1], inner = tensor_shape_extent(shape, 2, shape->rank);
  for (size_t k = 0; k < 4; k++)
    if (constants[k]->count != channels)
      return compile_fail(compiler, "has parameters of another size");
  double epsilon = (double)graph_attribute_float(compiler->node, "epsilon");
  uint32_t *map = mem_alloc(count + 1u, sizeof *map);
  double *mean = mem_alloc(3 * ((size_t)count + 1), sizeof *mean), *factor = mean + count,
         *bias = factor + count;
  bool valid = true;
  for (uint32_t i = 0; i < count; i++) {
    size_t channel = i / inner % channels;
    double variance = tensor_get_double(constants[3], channel) + epsilon;
    valid = valid && variance > 0;
    map[i] = i;
    mean[i] = -tensor_get_double(constants[2], channel);
    factor[i] = tensor_get_double(constants[0], channel) / sqrt(variance);
    bias[i] = tensor_get_double(constants[1], channel);
  }
  if (valid) {
    uint32_t shifted =
        compile_gather(compiler->net, compile_layer(compiler, 0), map, NULL, mean, count);
    uint32_t scaled = compile_gather(compiler->net, shifted, map, factor, bias, count);
    compiler->net->layers.items[scaled].uncertainty = COMPILE_ROUNDED;
    compile_set(compiler, scaled);
  }
  free(map);
  free(mean);
  return valid ? STATUS_OK : compile_fail(compiler, "has a variance that is not positive");
}
