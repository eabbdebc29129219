/* Rules of operators that take or put elements at places that indices or conditions say. */
#include <assert.h>
#include <inttypes.h>

#include "nn/graph/shape.h"

static void set_dims(TensorShape *out, const TensorShape *from)
{
  TensorType type = out->type;
  *out = *from;
  out->type = type;
}

Status shape_rule_gather_nd(const ShapeTask *task)
{
  const TensorShape *data = shape_input(task, 0), *indices = shape_input(task, 1);
  int64_t batch = graph_attribute_int(task->node, "batch_dims");
  TensorShape *out = &task->out[0];
  if (data->rank == 0 || indices->rank == 0)
    return shape_fail(task, "data and indices need at least one axis");
  if (batch < 0 || batch >= (int64_t)indices->rank || batch >= (int64_t)data->rank)
    return shape_fail(task, "'batch_dims' is out of range");
  int64_t depth = indices->dims[indices->rank - 1];
  for (uint32_t i = 0; i < (uint32_t)batch; i++)
    if (data->dims[i] != indices->dims[i])
      return shape_fail(task, "data and indices differ along axis %u of the batch", i);
  if (depth < 1 || depth > (int64_t)data->rank - batch)
    return shape_fail(task, "the indices have %" PRId64 " numbers each", depth);
  uint32_t from = (uint32_t)(batch + depth);
  if (indices->rank - 1 + data->rank - from > TENSOR_RANK_MAX)
    return shape_fail(task, "the rank is above %d", TENSOR_RANK_MAX);
  for (uint32_t i = 0; i + 1 < indices->rank; i++) out->dims[out->rank++] = indices->dims[i];
  for (uint32_t i = from; i < data->rank; i++) out->dims[out->rank++] = data->dims[i];
  return STATUS_OK;
}

static Status check_reduction(const ShapeTask *task)
{
  static const char *const KNOWN[] = {"none", "add", "mul", "max", "min"};
  if (task->node->op->kind == OP_Scatter) return STATUS_OK;
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
    if (graph_attribute_is(task->node, "reduction", KNOWN[i])) return STATUS_OK;
  return shape_fail(task, "'reduction' is none of none, add, mul, max, min");
}

Status shape_rule_scatter_elements(const ShapeTask *task)
{
  const TensorShape *data = shape_input(task, 0), *indices = shape_input(task, 1);
  uint32_t axis;
  Status status = shape_axis(task, graph_attribute_int(task->node, "axis"), data->rank, &axis);
  if (status == STATUS_OK) status = check_reduction(task);
  if (status != STATUS_OK) return status;
  if (indices->rank != data->rank) return shape_fail(task, "data and indices have different ranks");
  if (!tensor_shape_equal_dims(indices, shape_input(task, 2)))
    return shape_fail(task, "indices and updates have different shapes");
  for (uint32_t i = 0; i < data->rank; i++)
    if (i != axis && indices->dims[i] > data->dims[i])
      return shape_fail(task, "the indices are larger than the data along axis %u", i);
  set_dims(&task->out[0], data);
  return STATUS_OK;
}

Status shape_rule_scatter_nd(const ShapeTask *task)
{
  const TensorShape *data = shape_input(task, 0), *indices = shape_input(task, 1);
  Status status = check_reduction(task);
  if (status != STATUS_OK) return status;
  if (data->rank == 0 || indices->rank == 0)
    return shape_fail(task, "data and indices need at least one axis");
  int64_t depth = indices->dims[indices->rank - 1];
  if (depth < 1 || depth > (int64_t)data->rank)
    return shape_fail(task, "the indices have %" PRId64 " numbers each", depth);
  TensorShape wanted = {.rank = 0};
  if (indices->rank - 1 + data->rank - (uint32_t)depth > TENSOR_RANK_MAX)
    return shape_fail(task, "the rank is above %d", TENSOR_RANK_MAX);
  for (uint32_t i = 0; i + 1 < indices->rank; i++) wanted.dims[wanted.rank++] = indices->dims[i];
  for (uint32_t i = (uint32_t)depth; i < data->rank; i++)
    wanted.dims[wanted.rank++] = data->dims[i];
  if (!tensor_shape_equal_dims(&wanted, shape_input(task, 2)))
    return shape_fail(task, "the updates do not have the shape that the indices ask for");
  set_dims(&task->out[0], data);
  return STATUS_OK;
}

Status shape_rule_top_k(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  const GraphAttribute *given = graph_attribute(task->node, "k");
  int64_t k = given ? given->number : 0;
  uint32_t axis;
  Status status = shape_axis(task, graph_attribute_int(task->node, "axis"), x->rank, &axis);
  if (status == STATUS_OK && (task->node->input_count > 1 || !given))
    status = shape_constant_int(task, 1, &k);
  if (status != STATUS_OK) return status;
  if (k < 0 || k > x->dims[axis])
    return shape_fail(task, "k is %" PRId64 " for an extent of %" PRId64, k, x->dims[axis]);
  if (task->node->output_count != 2) return shape_fail(task, "needs two outputs");
  for (size_t i = 0; i < 2; i++) {
    set_dims(&task->out[i], x);
    task->out[i].dims[axis] = k;
  }
  return STATUS_OK;
}

Status shape_rule_trilu(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  if (x->rank < 2) return shape_fail(task, "the input is not a matrix");
  int64_t ignored;
  if (graph_node_input(task->node, 1) != VALUE_NONE) {
    Status status = shape_constant_int(task, 1, &ignored);
    if (status != STATUS_OK) return status;
  }
  set_dims(&task->out[0], x);
  return STATUS_OK;
}

Status shape_rule_reverse(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0), *lengths = shape_input(task, 1);
  int64_t batch = graph_attribute_int(task->node, "batch_axis");
  int64_t time = graph_attribute_int(task->node, "time_axis");
  if (x->rank < 2) return shape_fail(task, "the input needs axes of time and batch");
  if (batch < 0 || batch > 1 || time < 0 || time > 1 || batch == time)
    return shape_fail(task, "'batch_axis' and 'time_axis' are not 0 and 1");
  if (lengths->rank != 1 || lengths->dims[0] != x->dims[batch])
    return shape_fail(task, "there is not one length for each sequence");
  set_dims(&task->out[0], x);
  return STATUS_OK;
}

Status shape_rule_compress(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  const Tensor *condition = graph_constant(task->graph, graph_node_input(task->node, 1));
  const GraphAttribute *given = graph_attribute(task->node, "axis");
  if (!condition)
    return shape_fail(task, "the shape of the result depends on the inputs of the network");
  uint32_t axis = 0;
  if (given) {
    Status status = shape_axis(task, given->number, x->rank, &axis);
    if (status != STATUS_OK) return status;
  }
  size_t all = tensor_shape_extent(x, 0, x->rank);
  int64_t extent = given ? x->dims[axis] : (int64_t)all, count = 0;
  if (condition->shape.rank != 1 || (int64_t)condition->count > extent)
    return shape_fail(task, "the condition is longer than the input");
  for (size_t i = 0; i < condition->count; i++) count += tensor_get_int(condition, i) != 0;
  TensorType type = task->out[0].type;
  task->out[0] = given ? *x : (TensorShape){.rank = 1};
  task->out[0].type = type;
  task->out[0].dims[axis] = count;
  return STATUS_OK;
}

Status shape_rule_eye_like(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  const GraphAttribute *type = graph_attribute(task->node, "dtype");
  if (x->rank != 2) return shape_fail(task, "the input is not a matrix");
  if (type && (type->number <= 0 || type->number >= TENSOR_TYPE_COUNT))
    return shape_fail(task, "'dtype' is %" PRId64 ", which is not a type", type->number);
  task->out[0] = *x;
  if (type) task->out[0].type = (TensorType)type->number;
  return STATUS_OK;
}
