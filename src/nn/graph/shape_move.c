/* Rules of operators that make constants, or move elements to other places. */
#include <assert.h>
#include <inttypes.h>

#include "nn/graph/shape.h"

Status shape_rule_constant(const ShapeTask *task)
{
  const GraphNode *node = task->node;
  if (node->attribute_count != 1)
    return shape_fail(task, "has %u values instead of one", node->attribute_count);
  const GraphAttribute *value = &node->attributes[0];
  TensorShape *out = &task->out[0];
  switch (value->kind) {
  case 't': *out = value->tensor->shape; return STATUS_OK;
  case 'f': out->type = TENSOR_FLOAT; return STATUS_OK;
  case 'i': out->type = TENSOR_INT64; return STATUS_OK;
  default:
    *out = (TensorShape){value->kind == 'F' ? TENSOR_FLOAT : TENSOR_INT64, 1, {value->count}};
    return STATUS_OK;
  }
}

/* Reads a shape that a constant input gives. */
static Status read_shape(const ShapeTask *task, size_t index, TensorShape *out)
{
  int64_t dims[TENSOR_RANK_MAX + 1];
  size_t count;
  if (!graph_node_numbers(task->graph, task->node, index, NULL, dims, TENSOR_RANK_MAX + 1, &count))
    return shape_fail(task, "the shape depends on the inputs of the network");
  if (count > TENSOR_RANK_MAX) return shape_fail(task, "the rank is above %d", TENSOR_RANK_MAX);
  out->rank = (uint32_t)count;
  for (size_t i = 0; i < count; i++) out->dims[i] = dims[i];
  return STATUS_OK;
}

Status shape_rule_of_shape(const ShapeTask *task)
{
  const GraphAttribute *value = graph_attribute(task->node, "value");
  if (value && value->tensor->count != 1) return shape_fail(task, "'value' is not a single number");
  task->out[0].type = value ? value->tensor->shape.type : TENSOR_FLOAT;
  Status status = read_shape(task, 0, &task->out[0]);
  for (uint32_t i = 0; status == STATUS_OK && i < task->out[0].rank; i++)
    if (task->out[0].dims[i] < 0) return shape_fail(task, "the shape has a negative extent");
  return status;
}

Status shape_rule_shape(const ShapeTask *task)
{
  int64_t rank = shape_input(task, 0)->rank;
  const GraphAttribute *given = graph_attribute(task->node, "end");
  int64_t start = graph_attribute_int(task->node, "start"), end = given ? given->number : rank;
  if (start < 0) start = start < -rank ? 0 : start + rank;
  if (end < 0) end = end < -rank ? 0 : end + rank;
  if (end > rank) end = rank;
  task->out[0].rank = 1;
  task->out[0].dims[0] = end > start ? end - start : 0;
  return STATUS_OK;
}

Status shape_rule_flatten(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  int64_t axis = graph_attribute_int(task->node, "axis");
  if (axis < -(int64_t)x->rank || axis > (int64_t)x->rank)
    return shape_fail(task, "axis %" PRId64 " is outside of rank %u", axis, x->rank);
  if (axis < 0) axis += x->rank;
  task->out[0].rank = 2;
  task->out[0].dims[0] = (int64_t)tensor_shape_extent(x, 0, (uint32_t)axis);
  task->out[0].dims[1] = (int64_t)tensor_shape_extent(x, (uint32_t)axis, x->rank);
  return STATUS_OK;
}

Status shape_rule_reshape(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  TensorShape *out = &task->out[0];
  bool keep_zero = graph_attribute_int(task->node, "allowzero") != 0;
  Status status = read_shape(task, 1, out);
  if (status != STATUS_OK) return status;
  uint32_t open = TENSOR_RANK_MAX;
  for (uint32_t i = 0; i < out->rank; i++) {
    if (out->dims[i] == 0 && !keep_zero) {
      if (i >= x->rank) return shape_fail(task, "extent %u is 0 without one to copy", i);
      out->dims[i] = x->dims[i];
    }
    if (out->dims[i] == -1) {
      if (open < TENSOR_RANK_MAX) return shape_fail(task, "two extents are -1");
      open = i;
      out->dims[i] = 1;
    }
    if (out->dims[i] < 0) return shape_fail(task, "the shape has a negative extent");
  }
  size_t have = tensor_shape_extent(x, 0, x->rank), want;
  bool fits = tensor_shape_count(out, INT64_MAX, &want);
  if (open < TENSOR_RANK_MAX && fits && want > 0 && have % want == 0) {
    out->dims[open] = (int64_t)(have / want);
    want = have;
  }
  if (!fits || want != have) return shape_fail(task, "%zu elements do not fit the new shape", have);
  return STATUS_OK;
}

Status shape_rule_squeeze(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  bool given;
  uint32_t set;
  Status status = shape_axes(task, 1, x->rank, &given, &set);
  if (status != STATUS_OK) return status;
  TensorShape *out = &task->out[0];
  for (uint32_t i = 0; i < x->rank; i++) {
    bool drop = given ? set >> i & 1 : x->dims[i] == 1;
    if (drop && x->dims[i] != 1) return shape_fail(task, "extent %u is not 1", i);
    if (!drop) out->dims[out->rank++] = x->dims[i];
  }
  return STATUS_OK;
}

Status shape_rule_unsqueeze(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  int64_t axes[TENSOR_RANK_MAX];
  size_t count;
  bool given;
  uint32_t set;
  if (!graph_node_numbers(task->graph, task->node, 1, "axes", axes, TENSOR_RANK_MAX, &count))
    return shape_fail(task, "the axes are missing or depend on the inputs of the network");
  if (x->rank + count > TENSOR_RANK_MAX)
    return shape_fail(task, "the rank is above %d", TENSOR_RANK_MAX);
  TensorShape *out = &task->out[0];
  out->rank = x->rank + (uint32_t)count;
  Status status = shape_axes(task, 1, out->rank, &given, &set);
  if (status != STATUS_OK) return status;
  for (uint32_t i = 0, from = 0; i < out->rank; i++)
    out->dims[i] = set >> i & 1 ? 1 : x->dims[from++];
  return STATUS_OK;
}

Status shape_rule_transpose(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  const GraphAttribute *perm = graph_attribute(task->node, "perm");
  TensorShape *out = &task->out[0];
  out->rank = x->rank;
  if (perm && perm->count != x->rank)
    return shape_fail(task, "'perm' has %u numbers instead of %u", perm->count, x->rank);
  uint32_t seen = 0;
  for (uint32_t i = 0; i < x->rank; i++) {
    int64_t from = perm ? perm->numbers[i] : (int64_t)(x->rank - 1 - i);
    if (from < 0 || from >= (int64_t)x->rank || seen >> from & 1)
      return shape_fail(task, "'perm' is not a permutation");
    seen |= (uint32_t)1 << from;
    out->dims[i] = x->dims[from];
  }
  return STATUS_OK;
}

Status shape_rule_concat(const ShapeTask *task)
{
  const TensorShape *first = shape_input(task, 0);
  TensorShape *out = &task->out[0];
  uint32_t axis;
  if (!graph_attribute(task->node, "axis")) return shape_fail(task, "'axis' is missing");
  Status status = shape_axis(task, graph_attribute_int(task->node, "axis"), first->rank, &axis);
  if (status != STATUS_OK) return status;
  *out = *first;
  for (uint32_t i = 1; i < task->node->input_count; i++) {
    const TensorShape *next = shape_input(task, i);
    TensorShape same = *next;
    if (next->rank == first->rank) same.dims[axis] = first->dims[axis];
    if (!tensor_shape_equal_dims(&same, first))
      return shape_fail(task, "input %u differs from the first in more than axis %u", i, axis);
    out->dims[axis] += next->dims[axis]; /* each is below 2^31: of a tensor that exists */
  }
  return STATUS_OK;
}

Status shape_rule_gather(const ShapeTask *task)
{
  const TensorShape *data = shape_input(task, 0), *indices = shape_input(task, 1);
  uint32_t axis;
  Status status = shape_axis(task, graph_attribute_int(task->node, "axis"), data->rank, &axis);
  if (status != STATUS_OK) return status;
  TensorShape *out = &task->out[0];
  if (data->rank - 1 + indices->rank > TENSOR_RANK_MAX)
    return shape_fail(task, "the rank is above %d", TENSOR_RANK_MAX);
  for (uint32_t i = 0; i < axis; i++) out->dims[out->rank++] = data->dims[i];
  for (uint32_t i = 0; i < indices->rank; i++) out->dims[out->rank++] = indices->dims[i];
  for (uint32_t i = axis + 1; i < data->rank; i++) out->dims[out->rank++] = data->dims[i];
  return STATUS_OK;
}
