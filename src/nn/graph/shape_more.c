/* More rules: repeated elements, blocks, counts, positions. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "nn/graph/shape.h"

/* As the first input, along an axis that must be there. */
Status shape_rule_axis(const ShapeTask *task)
{
  uint32_t ignored, rank = shape_input(task, 0)->rank;
  bool old = task->graph->opset < 13 && !graph_attribute(task->node, "axis");
  int64_t axis = old ? 1 : graph_attribute_int(task->node, "axis");
  if (!(task->graph->opset < 13 && axis == (int64_t)rank)) { /* then every line is one element */
    Status status = shape_axis(task, axis, rank, &ignored);
    if (status != STATUS_OK) return status;
  }
  return shape_rule_same(task);
}

Status shape_rule_image(const ShapeTask *task)
{
  uint32_t rank = shape_input(task, 0)->rank;
  if (rank < 3) return shape_fail(task, "the input has rank %u, at least 3 is needed", rank);
  return shape_rule_same(task);
}

Status shape_rule_scalar(const ShapeTask *task)
{
  task->out[0].rank = 0;
  return STATUS_OK;
}

Status shape_rule_layer(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  uint32_t axis;
  Status status = shape_axis(task, graph_attribute_int(task->node, "axis"), x->rank, &axis);
  if (status != STATUS_OK) return status;
  for (uint32_t i = 0; i < task->node->output_count; i++) {
    TensorType type = task->out[i].type;
    task->out[i] = *x;
    task->out[i].type = type;
    for (uint32_t d = axis; i > 0 && d < x->rank; d++) task->out[i].dims[d] = 1;
  }
  return STATUS_OK;
}

Status shape_rule_argument(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  uint32_t axis;
  Status status = shape_axis(task, graph_attribute_int(task->node, "axis"), x->rank, &axis);
  if (status != STATUS_OK) return status;
  bool keep = graph_attribute_int(task->node, "keepdims") != 0;
  TensorShape *out = &task->out[0];
  for (uint32_t i = 0; i < x->rank; i++)
    if (i != axis)
      out->dims[out->rank++] = x->dims[i];
    else if (keep)
      out->dims[out->rank++] = 1;
  return STATUS_OK;
}

Status shape_rule_expand(const ShapeTask *task)
{
  TensorShape wanted = {.type = TENSOR_INT64};
  int64_t dims[TENSOR_RANK_MAX + 1];
  size_t count;
  if (!graph_node_numbers(task->graph, task->node, 1, NULL, dims, TENSOR_RANK_MAX + 1, &count))
    return shape_fail(task, "the shape depends on the inputs of the network");
  if (count > TENSOR_RANK_MAX) return shape_fail(task, "the rank is above %d", TENSOR_RANK_MAX);
  wanted.rank = (uint32_t)count;
  for (size_t i = 0; i < count; i++) {
    wanted.dims[i] = dims[i];
    if (dims[i] < 0) return shape_fail(task, "the shape has a negative extent");
  }
  if (!shape_broadcast(shape_input(task, 0), &wanted, &task->out[0]))
    return shape_fail(task, "the input cannot be broadcast to this shape");
  return STATUS_OK;
}

Status shape_rule_tile(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  int64_t repeats[TENSOR_RANK_MAX + 1];
  size_t count;
  if (!graph_node_numbers(task->graph, task->node, 1, NULL, repeats, TENSOR_RANK_MAX + 1, &count))
    return shape_fail(task, "the repeats depend on the inputs of the network");
  if (count != x->rank)
    return shape_fail(task, "there are %zu repeats for rank %u", count, x->rank);
  task->out[0].rank = x->rank;
  for (uint32_t i = 0; i < x->rank; i++)
    if (repeats[i] < 0 || __builtin_mul_overflow(x->dims[i], repeats[i], &task->out[0].dims[i]))
      return shape_fail(task, "a repeat is out of range");
  return STATUS_OK;
}

Status shape_rule_blocks(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  bool to_space = task->node->op->kind == OP_DepthToSpace;
  int64_t block = graph_attribute_int(task->node, "blocksize");
  if (x->rank != 4) return shape_fail(task, "the input has rank %u instead of 4", x->rank);
  if (block < 1 || block > 1 << 15) return shape_fail(task, "'blocksize' is out of range");
  TensorShape *out = &task->out[0];
  TensorType type = out->type;
  *out = *x;
  out->type = type;
  if (to_space ? x->dims[1] % (block * block) : x->dims[2] % block || x->dims[3] % block)
    return shape_fail(task, "the input is not a whole number of blocks");
  out->dims[1] = to_space ? x->dims[1] / (block * block) : x->dims[1] * block * block;
  out->dims[2] = to_space ? x->dims[2] * block : x->dims[2] / block;
  out->dims[3] = to_space ? x->dims[3] * block : x->dims[3] / block;
  return STATUS_OK;
}

Status shape_rule_gather_elements(const ShapeTask *task)
{
  const TensorShape *data = shape_input(task, 0), *indices = shape_input(task, 1);
  uint32_t axis;
  Status status = shape_axis(task, graph_attribute_int(task->node, "axis"), data->rank, &axis);
  if (status != STATUS_OK) return status;
  if (data->rank != indices->rank) return shape_fail(task, "data and indices have different ranks");
  for (uint32_t i = 0; i < data->rank; i++)
    if (i != axis && indices->dims[i] > data->dims[i])
      return shape_fail(task, "the indices are larger than the data along axis %u", i);
  TensorType type = task->out[0].type;
  task->out[0] = *indices;
  task->out[0].type = type;
  return STATUS_OK;
}

Status shape_rule_range(const ShapeTask *task)
{
  const Tensor *numbers[3];
  for (size_t i = 0; i < 3; i++) {
    numbers[i] = graph_constant(task->graph, graph_node_input(task->node, i));
    if (!numbers[i]) return shape_fail(task, "the range depends on the inputs of the network");
    if (numbers[i]->count != 1) return shape_fail(task, "input %zu is not a single number", i);
  }
  double start = tensor_get_double(numbers[0], 0), delta = tensor_get_double(numbers[2], 0);
  double count = ceil((tensor_get_double(numbers[1], 0) - start) / delta);
  if (delta == 0 || isnan(count) || count > 0x1p40)
    return shape_fail(task, "the range is not finite or too long");
  task->out[0].rank = 1;
  task->out[0].dims[0] = count > 0 ? (int64_t)count : 0;
  return STATUS_OK;
}

Status shape_rule_one_hot(const ShapeTask *task)
{
  const TensorShape *indices = shape_input(task, 0);
  const Tensor *depth = graph_constant(task->graph, graph_node_input(task->node, 1));
  uint32_t axis;
  if (!depth) return shape_fail(task, "the depth depends on the inputs of the network");
  int64_t extent = depth->count == 1 ? tensor_get_int(depth, 0) : 0;
  if (extent < 1) return shape_fail(task, "the depth is not a single positive number");
  if (indices->rank == TENSOR_RANK_MAX)
    return shape_fail(task, "the rank is above %d", TENSOR_RANK_MAX);
  Status status =
      shape_axis(task, graph_attribute_int(task->node, "axis"), indices->rank + 1, &axis);
  if (status != STATUS_OK) return status;
  TensorShape *out = &task->out[0];
  for (uint32_t i = 0; i <= indices->rank; i++)
    out->dims[out->rank++] = i < axis    ? indices->dims[i]
                             : i == axis ? extent
                                         : indices->dims[i - 1];
  return STATUS_OK;
}
