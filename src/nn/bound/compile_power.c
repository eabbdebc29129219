/* Products and quotients of values, and powers: made of squares, cubes and reciprocals, which have one argument each. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nn/bound/compile_parts.h"

enum { POWER_MAX = 64 };

static void fill(double *numbers, uint32_t count, double number)
{
  for (uint32_t i = 0; i < count; i++) numbers[i] = number;
}

/* a b = ((a + b)^2 - (a - b)^2) / 4, for elements left[i] of a layer and right[i] of another. */
static uint32_t add_product(Net *net, uint32_t a, const uint32_t *left, uint32_t b,
                            const uint32_t *right, uint32_t count)
{
  double *factors = mem_alloc(count + 1u, sizeof *factors);
  uint32_t *same = mem_alloc(count + 1u, sizeof *same);
  for (uint32_t i = 0; i < count; i++) same[i] = i;
  uint32_t sum = compile_gather(net, a, left, NULL, NULL, count);
  compile_add_gather(net, sum, b, right, NULL, count);
  uint32_t difference = compile_gather(net, a, left, NULL, NULL, count);
  fill(factors, count, -1);
  compile_add_gather(net, difference, b, right, factors, count);
  uint32_t first = net_add_activation(net, LAYER_SQUARE, sum),
           second = net_add_activation(net, LAYER_SQUARE, difference);
  fill(factors, count, 0.25);
  uint32_t result = compile_gather(net, first, same, factors, NULL, count);
  fill(factors, count, -0.25);
  compile_add_gather(net, result, second, same, factors, count);
  free(factors);
  free(same);
  return result;
}

static bool same_elements(const uint32_t *left, const uint32_t *right, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (left[i] != right[i]) return false;
  return true;
}

Status compile_multiply(Compiler *compiler, uint32_t count, const uint32_t *left,
                        const uint32_t *right)
{
  Net *net = compiler->net;
  OperatorKind kind = compiler->node->op->kind;
  assert(kind == OP_Mul || kind == OP_Div);
  uint32_t a = compile_layer(compiler, 0), b = compile_layer(compiler, 1);
  uint32_t result;
  if (kind == OP_Mul && a == b && same_elements(left, right, count)) {
    result = net_add_activation(net, LAYER_SQUARE, compile_gather(net, a, left, NULL, NULL, count));
  } else {
    if (kind == OP_Div) b = net_add_activation(net, LAYER_RECIPROCAL, b);
    result = add_product(net, a, left, b, right, count);
  }
  compile_set(compiler, result);
  return STATUS_OK;
}

Status compile_divide_constant(Compiler *compiler, const Tensor *constant, uint32_t count,
                               const uint32_t *map, const uint32_t *constant_map)
{
  Net *net = compiler->net;
  double *factors = mem_alloc(count + 1u, sizeof *factors);
  for (uint32_t i = 0; i < count; i++) factors[i] = tensor_get_double(constant, constant_map[i]);
  uint32_t inverse = net_add_activation(net, LAYER_RECIPROCAL, compile_layer(compiler, 1));
  compile_set(compiler, compile_gather(net, inverse, map, factors, NULL, count));
  free(factors);
  return STATUS_OK;
}

/* x to the power n >= 1, by what is best for the last step: squares and cubes have tighter lines than products. */
static uint32_t add_power(Net *net, uint32_t x, int n, const uint32_t *same, uint32_t count)
{
  int steps[POWER_MAX], used = 0;
  for (; n > 1; used++) {
    steps[used] = n % 2 == 0 ? 2 : n % 3 == 0 ? 3 : 1;
    n = steps[used] == 1 ? n - 1 : n / steps[used];
  }
  uint32_t at = x;
  while (used-- > 0) {
    if (steps[used] == 1)
      at = add_product(net, at, same, x, same, count);
    else
      at = net_add_activation(net, steps[used] == 2 ? LAYER_SQUARE : LAYER_CUBE, at);
  }
  return at;
}

/* The one exponent of all elements, or 0. */
static int exponent_of(const Tensor *tensor)
{
  double first = tensor && tensor->count > 0 ? tensor_get_double(tensor, 0) : 0;
  for (size_t i = 1; tensor && i < tensor->count; i++)
    if (tensor_get_double(tensor, i) != first) return 0;
  return fabs(first) <= POWER_MAX && first == rint(first) ? (int)first : 0;
}

Status compile_power(Compiler *compiler)
{
  Net *net = compiler->net;
  const GraphNode *node = compiler->node;
  int exponent = -1;
  if (node->op->kind == OP_Pow) {
    const Tensor *tensor = graph_constant(compiler->graph, node->inputs[1]);
    if (!tensor || graph_constant(compiler->graph, node->inputs[0]))
      return compile_fail(compiler, "has an exponent that is not constant");
    exponent = exponent_of(tensor);
    if (exponent == 0)
      return compile_fail(compiler, "has exponents that are no whole number from 1 to 64, or its "
                                    "negative, or differ from each other");
  }
  size_t elements;
  const TensorShape *result = compile_result(compiler);
  tensor_shape_count(result, COMPILE_ENTRIES_MAX, &elements);
  uint32_t count = (uint32_t)elements;
  uint32_t *map = mem_alloc(count + 1u, sizeof *map);
  compile_broadcast(compile_shape(compiler, 0), result, count, map);
  uint32_t layer = compile_gather(net, compile_layer(compiler, 0), map, NULL, NULL, count);
  for (uint32_t i = 0; i < count; i++) map[i] = i;
  layer = add_power(net, layer, abs(exponent), map, count);
  if (exponent < 0) layer = net_add_activation(net, LAYER_RECIPROCAL, layer);
  compile_set(compiler, layer);
  free(map);
  return STATUS_OK;
}
