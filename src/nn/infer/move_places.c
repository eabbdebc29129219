/* Maps of operators whose places other inputs say: GatherND, ReverseSequence, Compress, Trilu, CenterCropPad. */
#include <assert.h>

#include "nn/graph/slice.h"
#include "nn/infer/move_parts.h"

Status infer_move_gather_nd(const Move *move)
{
  const Tensor *indices = compute_input(move->task, 1);
  if (!indices) return compute_fail(move->task, "the indices depend on the inputs of the network");
  uint32_t batch = (uint32_t)graph_attribute_int(move->task->node, "batch_dims");
  uint32_t depth = (uint32_t)indices->shape.dims[indices->shape.rank - 1];
  int64_t strides[TENSOR_RANK_MAX];
  infer_move_strides(move->x, strides);
  size_t inner = tensor_shape_extent(move->x, batch + depth, move->x->rank);
  size_t each = tensor_shape_extent(&indices->shape, batch, indices->shape.rank - 1);
  size_t block = tensor_shape_extent(move->x, batch, move->x->rank);
  for (size_t i = 0; i < move->count; i++) {
    size_t tuple = i / inner, from = tuple / each * block + i % inner;
    for (uint32_t d = 0; d < depth; d++) {
      int64_t index;
      Status status = infer_move_normal_index(move, tensor_get_int(indices, tuple * depth + d),
                                              move->x->dims[batch + d], &index);
      if (status != STATUS_OK) return status;
      from += (size_t)(index * strides[batch + d]);
    }
    move->map[i] = (MoveFrom){0, (uint32_t)from};
  }
  return STATUS_OK;
}

Status infer_move_reverse(const Move *move)
{
  const Tensor *lengths = compute_input(move->task, 1);
  if (!lengths) return compute_fail(move->task, "the lengths depend on the inputs of the network");
  uint32_t batch = (uint32_t)graph_attribute_int(move->task->node, "batch_axis");
  uint32_t time = (uint32_t)graph_attribute_int(move->task->node, "time_axis");
  int64_t strides[TENSOR_RANK_MAX], at[TENSOR_RANK_MAX] = {0};
  infer_move_strides(move->x, strides);
  for (size_t i = 0; i < move->count; i++, infer_move_advance(move->y, at)) {
    int64_t length = tensor_get_int(lengths, (size_t)at[batch]);
    if (length < 0 || length > move->x->dims[time])
      return compute_fail(move->task, "a length is out of range");
    int64_t from = (int64_t)i;
    if (at[time] < length) from += (length - 1 - 2 * at[time]) * strides[time];
    move->map[i] = (MoveFrom){0, (uint32_t)from};
  }
  return STATUS_OK;
}

Status infer_move_compress(const Move *move)
{
  const GraphAttribute *given = graph_attribute(move->task->node, "axis");
  const Tensor *condition = compute_input(move->task, 1);
  if (!condition)
    return compute_fail(move->task, "the condition depends on the inputs of the network");
  uint32_t axis =
      given ? (uint32_t)(given->number < 0 ? given->number + move->x->rank : given->number) : 0;
  size_t inner = given ? tensor_shape_extent(move->x, axis + 1, move->x->rank) : 1;
  size_t extent =
      given ? (size_t)move->x->dims[axis] : tensor_shape_extent(move->x, 0, move->x->rank);
  size_t outer = given ? tensor_shape_extent(move->x, 0, axis) : 1, i = 0;
  for (size_t o = 0; o < outer; o++)
    for (size_t k = 0; k < condition->count; k++) {
      if (!tensor_get_int(condition, k)) continue;
      for (size_t rest = 0; rest < inner; rest++)
        move->map[i++] = (MoveFrom){0, (uint32_t)((o * extent + k) * inner + rest)};
    }
  assert(i == move->count);
  return STATUS_OK;
}

/* Trilu. */
Status infer_move_triangle(const Move *move)
{
  const Tensor *given = compute_input(move->task, 1);
  bool upper = graph_attribute_int(move->task->node, "upper") != 0;
  int64_t k = given && given->count ? tensor_get_int(given, 0) : 0;
  int64_t columns = move->y->dims[move->y->rank - 1], rows = move->y->dims[move->y->rank - 2];
  /* Beyond the matrix nothing changes any more. */
  int64_t shift = k > columns ? columns : k < -rows ? -rows : k;
  for (size_t i = 0; i < move->count; i++) {
    int64_t column = (int64_t)i % columns, row = (int64_t)i / columns % rows;
    bool kept = upper ? column - row >= shift : column - row <= shift;
    move->map[i] = kept ? (MoveFrom){0, (uint32_t)i} : (MoveFrom){MOVE_FILL, 0};
  }
  return STATUS_OK;
}

void infer_move_shift(const Move *move, const int64_t shift[TENSOR_RANK_MAX], MovePlace *place)
{
  int64_t strides[TENSOR_RANK_MAX], at[TENSOR_RANK_MAX] = {0};
  infer_move_strides(move->x, strides);
  for (size_t i = 0; i < move->count; i++, infer_move_advance(move->y, at)) {
    int64_t from = 0;
    bool fill = false;
    for (uint32_t d = 0; d < move->y->rank; d++) {
      int64_t inside = place(move->task, at[d] - shift[d], move->x->dims[d]);
      if (inside < 0) fill = true;
      from += inside * strides[d];
    }
    move->map[i] = fill ? (MoveFrom){MOVE_FILL, 0} : (MoveFrom){0, (uint32_t)from};
  }
}

static int64_t center_place(const KernelTask *task, int64_t at, int64_t extent)
{
  (void)task;
  return at >= 0 && at < extent ? at : -1;
}

/* CenterCropPad. */
Status infer_move_center(const Move *move)
{
  int64_t shift[TENSOR_RANK_MAX], extent[TENSOR_RANK_MAX];
  ShapeTask shape = compute_shape_task(move->task);
  Status status = center_read(&shape, move->x, shift, extent);
  if (status != STATUS_OK) return status;
  for (uint32_t d = 0; d < move->y->rank; d++) shift[d] = -shift[d];
  infer_move_shift(move, shift, center_place);
  return STATUS_OK;
}
