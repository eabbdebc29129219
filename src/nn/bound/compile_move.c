/* Operators that only move elements, and sums of elements along axes. */
#include <assert.h>
#include <math.h>

#include "nn/bound/compile_parts.h"
#include "nn/graph/slice.h"

/* Row-major coordinates of an element. */
static void coordinates(const TensorShape *shape, size_t index, int64_t *at)
{
  for (uint32_t k = shape->rank; k > 0; k--) {
    at[k - 1] = (int64_t)(index % (size_t)shape->dims[k - 1]);
    index /= (size_t)shape->dims[k - 1];
  }
}

static bool element(const TensorShape *shape, const int64_t *at, uint32_t *index)
{
  int64_t sum = 0;
  for (uint32_t k = 0; k < shape->rank; k++) {
    if (at[k] < 0 || at[k] >= shape->dims[k]) return false;
    sum = sum * shape->dims[k] + at[k];
  }
  *index = (uint32_t)sum;
  return true;
}

static void transpose_map(const Compiler *compiler, const TensorShape *x, const TensorShape *y,
                          uint32_t *map, uint32_t count)
{
  const GraphAttribute *perm = graph_attribute(compiler->node, "perm");
  for (uint32_t i = 0; i < count; i++) {
    int64_t to[TENSOR_RANK_MAX], from[TENSOR_RANK_MAX] = {0};
    coordinates(y, i, to);
    for (uint32_t k = 0; k < x->rank; k++) from[perm ? perm->numbers[k] : x->rank - 1 - k] = to[k];
    element(x, from, &map[i]);
  }
}

static Status slice_map(const Compiler *compiler, const TensorShape *x, const TensorShape *y,
                        uint32_t *map, uint32_t count)
{
  ShapeTask task = {.graph = compiler->graph, .node = compiler->node, .error = compiler->error};
  Slices slices;
  Status status = slice_read(&task, x, &slices);
  for (uint32_t i = 0; i < count && !status; i++) {
    int64_t at[TENSOR_RANK_MAX];
    coordinates(y, i, at);
    for (uint32_t k = 0; k < x->rank; k++) at[k] = slices.start[k] + at[k] * slices.step[k];
    element(x, at, &map[i]);
  }
  return status;
}

/* `fill` is what elements that are not there have. */
static Status pad_map(const Compiler *compiler, const TensorShape *x, const TensorShape *y,
                      uint32_t *map, uint32_t count, double *fill)
{
  ShapeTask task = {.graph = compiler->graph, .node = compiler->node, .error = compiler->error};
  int64_t before[TENSOR_RANK_MAX], after[TENSOR_RANK_MAX];
  if (!graph_attribute_is(compiler->node, "mode", "constant"))
    return compile_fail(compiler, "pads with other values than a constant");
  ValueId third = graph_node_input(compiler->node, 2);
  const Tensor *value = graph_constant(compiler->graph, third);
  if (third != VALUE_NONE && !value)
    return compile_fail(compiler, "pads with a value that is not constant");
  *fill = value && value->count > 0 ? tensor_get_double(value, 0)
                                    : (double)graph_attribute_float(compiler->node, "value");
  if (!isfinite(*fill)) return compile_fail(compiler, "pads with a value that is not finite");
  Status status = pad_read(&task, x, before, after);
  for (uint32_t i = 0; i < count && !status; i++) {
    int64_t at[TENSOR_RANK_MAX];
    coordinates(y, i, at);
    for (uint32_t k = 0; k < x->rank; k++) at[k] -= before[k];
    if (!element(x, at, &map[i])) map[i] = COMPILE_NONE;
  }
  return status;
}

static Status gather_map(const Compiler *compiler, const TensorShape *x, const TensorShape *y,
                         uint32_t *map, uint32_t count)
{
  const Tensor *indices = graph_constant(compiler->graph, compiler->node->inputs[1]);
  if (!indices) return compile_fail(compiler, "has indices that are not constant");
  int64_t axis = graph_attribute_int(compiler->node, "axis");
  if (axis < 0) axis += x->rank;
  uint32_t many = indices->shape.rank;
  for (uint32_t i = 0; i < count; i++) {
    int64_t to[TENSOR_RANK_MAX], from[TENSOR_RANK_MAX];
    coordinates(y, i, to);
    uint32_t at = 0;
    if (many > 0) {
      int64_t sum = 0;
      for (uint32_t k = 0; k < many; k++) sum = sum * indices->shape.dims[k] + to[axis + k];
      at = (uint32_t)sum;
    }
    int64_t index = tensor_get_int(indices, at);
    for (uint32_t k = 0; k < x->rank; k++)
      from[k] = k < axis    ? to[k]
                : k == axis ? index + (index < 0 ? x->dims[axis] : 0)
                            : to[k + many - 1];
    if (!element(x, from, &map[i]))
      return compile_fail(compiler, "has an index that is out of range");
  }
  return STATUS_OK;
}

/* The result of an operator with one moving input. */
static Status compile_map(Compiler *compiler)
{
  const TensorShape *x = compile_shape(compiler, 0), *y = compile_result(compiler);
  size_t elements;
  tensor_shape_count(y, COMPILE_ENTRIES_MAX, &elements);
  uint32_t count = (uint32_t)elements;
  if (graph_constant(compiler->graph, compiler->node->inputs[0]))
    return compile_fail(compiler,
                        "moves elements of a constant in a way that depends on the input");
  uint32_t *map = mem_alloc(count + 1u, sizeof *map);
  double fill = 0;
  Status status = STATUS_OK;
  switch (compiler->node->op->kind) {
  case OP_Transpose: transpose_map(compiler, x, y, map, count); break;
  case OP_Slice: status = slice_map(compiler, x, y, map, count); break;
  case OP_Pad: status = pad_map(compiler, x, y, map, count, &fill); break;
  case OP_Gather: status = gather_map(compiler, x, y, map, count); break;
  default: status = compile_fail(compiler, "has no relaxation");
  }
  if (!status) {
    uint32_t layer =
        compile_gather(compiler->net, compile_layer(compiler, 0), map, NULL, NULL, count);
    for (uint32_t i = 0; i < count && fill != 0; i++)
      if (map[i] == COMPILE_NONE) compiler->net->layers.items[layer].bias[i] = fill;
    compile_set(compiler, layer);
  }
  free(map);
  return status;
}

static int64_t node_axis(const Compiler *compiler, uint32_t rank)
{
  int64_t axis = graph_attribute_int(compiler->node, "axis");
  return axis < 0 ? axis + rank : axis;
}

static Status compile_split(Compiler *compiler)
{
  const TensorShape *x = compile_shape(compiler, 0);
  int64_t axis = node_axis(compiler, x->rank), start = 0;
  for (uint32_t part = 0; part < compiler->node->output_count; part++) {
    ValueId value = compiler->node->outputs[part];
    if (value == VALUE_NONE) return compile_fail(compiler, "leaves out a result");
    const TensorShape *y = &graph_value(compiler->graph, value)->shape;
    size_t count;
    tensor_shape_count(y, COMPILE_ENTRIES_MAX, &count);
    uint32_t *map = mem_alloc(count + 1, sizeof *map);
    for (uint32_t i = 0; i < count; i++) {
      int64_t at[TENSOR_RANK_MAX];
      coordinates(y, i, at);
      at[axis] += start;
      element(x, at, &map[i]);
    }
    start += y->dims[axis];
    compiler->layers[value] =
        compile_gather(compiler->net, compile_layer(compiler, 0), map, NULL, NULL, (uint32_t)count);
    free(map);
  }
  return STATUS_OK;
}

/* Each input has its own matrix; constants are the bias. */
static Status compile_concat(Compiler *compiler)
{
  const TensorShape *y = compile_result(compiler);
  int64_t axis = node_axis(compiler, y->rank), start = 0;
  size_t count;
  tensor_shape_count(y, COMPILE_ENTRIES_MAX, &count);
  uint32_t layer = net_add_affine(compiler->net, (uint32_t)count, NULL);
  uint32_t *map = mem_alloc(count + 1, sizeof *map);
  for (uint32_t input = 0; input < compiler->node->input_count; input++) {
    const TensorShape *x = compile_shape(compiler, input);
    const Tensor *constant = graph_constant(compiler->graph, compiler->node->inputs[input]);
    for (uint32_t i = 0; i < count; i++) {
      int64_t at[TENSOR_RANK_MAX];
      coordinates(y, i, at);
      at[axis] -= start;
      if (!element(x, at, &map[i])) map[i] = COMPILE_NONE;
      if (constant && map[i] != COMPILE_NONE)
        compiler->net->layers.items[layer].bias[i] = tensor_get_double(constant, map[i]);
    }
    if (!constant)
      compile_add_gather(compiler->net, layer, compiler->layers[compiler->node->inputs[input]], map,
                         NULL, (uint32_t)count);
    start += x->dims[axis];
  }
  free(map);
  compile_set(compiler, layer);
  return STATUS_OK;
}

/* Elements of the input are added to the element of the result that has their other coordinates. */
static Status compile_sum(Compiler *compiler)
{
  const TensorShape *x = compile_shape(compiler, 0);
  size_t count, results;
  tensor_shape_count(x, COMPILE_ENTRIES_MAX, &count);
  tensor_shape_count(compile_result(compiler), COMPILE_ENTRIES_MAX, &results);
  ShapeTask task = {.graph = compiler->graph, .node = compiler->node, .error = compiler->error};
  bool given;
  uint32_t axes;
  Status status = shape_axes(&task, 1, x->rank, &given, &axes);
  if (status) return status;
  if (axes == 0 && !graph_attribute_int(compiler->node, "noop_with_empty_axes"))
    axes = (1u << x->rank) - 1;
  NetMatrix matrix;
  net_matrix_init_sparse(&matrix, (uint32_t)results, (uint32_t)count, count);
  uint32_t *target = mem_alloc(count + 1, sizeof *target);
  for (uint32_t i = 0; i < count; i++) {
    int64_t at[TENSOR_RANK_MAX], sum = 0;
    coordinates(x, i, at);
    for (uint32_t k = 0; k < x->rank; k++)
      if (!(axes >> k & 1)) sum = sum * x->dims[k] + at[k];
    target[i] = (uint32_t)sum;
    matrix.starts[sum + 1]++;
  }
  for (size_t row = 0; row < results; row++) matrix.starts[row + 1] += matrix.starts[row];
  size_t *next = mem_alloc(results + 1, sizeof *next);
  for (size_t row = 0; row < results; row++) next[row] = matrix.starts[row];
  for (uint32_t i = 0; i < count; i++) {
    matrix.values[next[target[i]]] = 1;
    matrix.places[next[target[i]]++] = i;
  }
  free(next);
  free(target);
  uint32_t layer = net_add_affine(compiler->net, (uint32_t)results, NULL);
  net_add_source(compiler->net, layer, compile_layer(compiler, 0), &matrix);
  compile_set(compiler, layer);
  return STATUS_OK;
}

/* Without training, nothing is dropped. */
static Status compile_dropout(Compiler *compiler)
{
  ValueId third = graph_node_input(compiler->node, 2);
  const Tensor *training = graph_constant(compiler->graph, third);
  bool off =
      third == VALUE_NONE || (training && training->count == 1 && tensor_get_int(training, 0) == 0);
  return off ? compile_alias(compiler) : compile_fail(compiler, "may be in training mode");
}

Status compile_move(Compiler *compiler)
{
  switch (compiler->node->op->kind) {
  case OP_Dropout: return compile_dropout(compiler);
  case OP_Flatten:
  case OP_Reshape:
  case OP_Squeeze:
  case OP_Unsqueeze:
  case OP_Identity: return compile_alias(compiler);
  case OP_Split: return compile_split(compiler);
  case OP_Concat: return compile_concat(compiler);
  case OP_ReduceSum: return compile_sum(compiler);
  default: return compile_map(compiler);
  }
}
