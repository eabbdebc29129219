#include "nn/infer/move.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/graph/slice.h"
#include "nn/infer/move_parts.h"

void infer_move_strides(const TensorShape *shape, int64_t strides[TENSOR_RANK_MAX])
{
  int64_t stride = 1;
  for (uint32_t i = shape->rank; i-- > 0;) {
    strides[i] = stride;
    stride *= shape->dims[i];
  }
}

void infer_move_advance(const TensorShape *y, int64_t at[TENSOR_RANK_MAX])
{
  for (uint32_t d = y->rank; d-- > 0;) {
    if (++at[d] < y->dims[d]) return;
    at[d] = 0;
  }
}

/* Each axis of the result steps through the first input by itself: places start + step * at. */
static void map_linear(const Move *move, const int64_t *start, const int64_t *step,
                       const uint32_t *axes)
{
  int64_t strides[TENSOR_RANK_MAX], at[TENSOR_RANK_MAX] = {0};
  infer_move_strides(move->x, strides);
  for (size_t i = 0; i < move->count; i++, infer_move_advance(move->y, at)) {
    int64_t from = 0;
    for (uint32_t d = 0; d < move->y->rank; d++)
      from += (start[d] + step[d] * at[d]) * strides[axes[d]];
    move->map[i] = (MoveFrom){0, (uint32_t)from};
  }
}

static void map_transpose(const Move *move)
{
  const GraphAttribute *perm = graph_attribute(move->task->node, "perm");
  int64_t start[TENSOR_RANK_MAX] = {0}, step[TENSOR_RANK_MAX];
  uint32_t axes[TENSOR_RANK_MAX];
  for (uint32_t i = 0; i < move->y->rank; i++) {
    axes[i] = perm ? (uint32_t)perm->numbers[i] : move->y->rank - 1 - i;
    step[i] = 1;
  }
  map_linear(move, start, step, axes);
}

static Status map_slice(const Move *move)
{
  Slices slices;
  ShapeTask shape = compute_shape_task(move->task);
  Status status = slice_read(&shape, move->x, &slices);
  if (status != STATUS_OK) return status;
  uint32_t axes[TENSOR_RANK_MAX];
  for (uint32_t i = 0; i < move->y->rank; i++) axes[i] = i;
  map_linear(move, slices.start, slices.step, axes);
  return STATUS_OK;
}

static const TensorShape *shape_of(const KernelTask *task, ValueId value)
{
  return &graph_value(task->graph, value)->shape;
}

static uint32_t axis_of(const Move *move, uint32_t rank)
{
  int64_t axis = graph_attribute_int(move->task->node, "axis");
  return (uint32_t)(axis < 0 ? axis + rank : axis);
}

static void map_split(const Move *move)
{
  int64_t start[TENSOR_RANK_MAX] = {0}, step[TENSOR_RANK_MAX];
  uint32_t axes[TENSOR_RANK_MAX], axis = axis_of(move, move->x->rank);
  for (uint32_t i = 0; i < move->y->rank; i++) {
    axes[i] = i;
    step[i] = 1;
  }
  for (uint32_t i = 0; i < move->output; i++)
    start[axis] += shape_of(move->task, move->task->node->outputs[i])->dims[axis];
  map_linear(move, start, step, axes);
}

static void map_concat(const Move *move)
{
  const GraphNode *node = move->task->node;
  uint32_t axis = axis_of(move, move->y->rank);
  size_t inner = tensor_shape_extent(move->y, axis + 1, move->y->rank);
  size_t outer = tensor_shape_extent(move->y, 0, axis), i = 0;
  for (size_t o = 0; o < outer; o++)
    for (uint32_t n = 0; n < node->input_count; n++) {
      size_t part = (size_t)shape_of(move->task, node->inputs[n])->dims[axis] * inner;
      for (size_t k = 0; k < part; k++) move->map[i++] = (MoveFrom){n, (uint32_t)(o * part + k)};
    }
  assert(i == move->count);
}

Status infer_move_normal_index(const Move *move, int64_t index, int64_t extent, int64_t *normal)
{
  *normal = index < 0 ? index + extent : index;
  if (index < -extent || index >= extent)
    return compute_fail(move->task, "the index %" PRId64 " is outside of an extent of %" PRId64,
                        index, extent);
  return STATUS_OK;
}

static Status map_gather(const Move *move)
{
  const Tensor *indices = compute_input(move->task, 1);
  uint32_t axis = axis_of(move, move->x->rank);
  int64_t extent = move->x->dims[axis];
  size_t inner = tensor_shape_extent(move->x, axis + 1, move->x->rank);
  if (!indices) return compute_fail(move->task, "the indices depend on the inputs of the network");
  for (size_t i = 0; i < move->count; i++) {
    size_t rest = i % inner, which = i / inner % indices->count;
    size_t outer = i / inner / indices->count;
    int64_t index;
    Status status = infer_move_normal_index(move, tensor_get_int(indices, which), extent, &index);
    if (status != STATUS_OK) return status;
    move->map[i] =
        (MoveFrom){0, (uint32_t)((outer * (size_t)extent + (size_t)index) * inner + rest)};
  }
  return STATUS_OK;
}

static Status map_gather_elements(const Move *move)
{
  const Tensor *indices = compute_input(move->task, 1);
  uint32_t axis = axis_of(move, move->x->rank);
  int64_t strides[TENSOR_RANK_MAX], at[TENSOR_RANK_MAX] = {0};
  if (!indices) return compute_fail(move->task, "the indices depend on the inputs of the network");
  infer_move_strides(move->x, strides);
  for (size_t i = 0; i < move->count; i++, infer_move_advance(move->y, at)) {
    int64_t from = 0, index;
    Status status =
        infer_move_normal_index(move, tensor_get_int(indices, i), move->x->dims[axis], &index);
    if (status != STATUS_OK) return status;
    for (uint32_t d = 0; d < move->y->rank; d++) from += (d == axis ? index : at[d]) * strides[d];
    move->map[i] = (MoveFrom){0, (uint32_t)from};
  }
  return STATUS_OK;
}

/* Where a place outside of an axis is inside; -1 for the fill. */
static int64_t pad_place(const KernelTask *task, int64_t at, int64_t extent)
{
  if (at >= 0 && at < extent) return at;
  if (graph_attribute_is(task->node, "mode", "edge")) return at < 0 ? 0 : extent - 1;
  if (graph_attribute_is(task->node, "mode", "reflect"))
    return at < 0 ? -at : 2 * (extent - 1) - at;
  if (graph_attribute_is(task->node, "mode", "wrap")) return (at % extent + extent) % extent;
  return -1;
}

static Status map_pad(const Move *move)
{
  int64_t before[TENSOR_RANK_MAX], after[TENSOR_RANK_MAX];
  ShapeTask shape = compute_shape_task(move->task);
  Status status = pad_read(&shape, move->x, before, after);
  if (status != STATUS_OK) return status;
  infer_move_shift(move, before, pad_place);
  return STATUS_OK;
}

static void map_expand(const Move *move)
{
  size_t *map = compute_broadcast(move->y, move->x);
  for (size_t i = 0; i < move->count; i++)
    move->map[i] = (MoveFrom){0, (uint32_t)(map ? map[i] : i)};
  free(map);
}

static void map_tile(const Move *move)
{
  int64_t strides[TENSOR_RANK_MAX], at[TENSOR_RANK_MAX] = {0};
  infer_move_strides(move->x, strides);
  for (size_t i = 0; i < move->count; i++, infer_move_advance(move->y, at)) {
    int64_t from = 0;
    for (uint32_t d = 0; d < move->y->rank; d++) from += at[d] % move->x->dims[d] * strides[d];
    move->map[i] = (MoveFrom){0, (uint32_t)from};
  }
}

/* DepthToSpace and SpaceToDepth: blocks of channels become blocks of places, and back. */
static void map_blocks(const Move *move)
{
  const GraphNode *node = move->task->node;
  bool to_space = node->op->kind == OP_DepthToSpace;
  int64_t block = graph_attribute_int(node, "blocksize"), at[TENSOR_RANK_MAX] = {0};
  bool column_first = to_space && graph_attribute_is(node, "mode", "CRD");
  const TensorShape *x = move->x, *y = move->y;
  for (size_t i = 0; i < move->count; i++, infer_move_advance(y, at)) {
    int64_t c, h, w;
    if (to_space) {
      int64_t place = at[2] % block * block + at[3] % block;
      c = column_first ? at[1] * block * block + place : place * y->dims[1] + at[1];
      h = at[2] / block;
      w = at[3] / block;
    } else {
      int64_t place = at[1] / x->dims[1];
      c = at[1] % x->dims[1];
      h = at[2] * block + place / block;
      w = at[3] * block + place % block;
    }
    int64_t from = ((at[0] * x->dims[1] + c) * x->dims[2] + h) * x->dims[3] + w;
    move->map[i] = (MoveFrom){0, (uint32_t)from};
  }
}

static void map_same(const Move *move)
{
  for (size_t i = 0; i < move->count; i++) move->map[i] = (MoveFrom){0, (uint32_t)i};
}

Status infer_move_map(const KernelTask *task, uint32_t output, MoveFrom *map)
{
  const GraphNode *node = task->node;
  assert(node->op->class == CLASS_MOVE && output < node->output_count);
  const TensorShape *y = shape_of(task, node->outputs[output]);
  Move move = {task, shape_of(task, node->inputs[0]), y, tensor_shape_extent(y, 0, y->rank), output,
               map};
  switch (node->op->kind) {
  case OP_CenterCropPad: return infer_move_center(&move);
  case OP_Compress: return infer_move_compress(&move);
  case OP_Concat: map_concat(&move); return STATUS_OK;
  case OP_DepthToSpace:
  case OP_SpaceToDepth: map_blocks(&move); return STATUS_OK;
  case OP_Expand: map_expand(&move); return STATUS_OK;
  case OP_Gather: return map_gather(&move);
  case OP_GatherND: return infer_move_gather_nd(&move);
  case OP_ReverseSequence: return infer_move_reverse(&move);
  case OP_Trilu: return infer_move_triangle(&move);
  case OP_GatherElements: return map_gather_elements(&move);
  case OP_Pad: return map_pad(&move);
  case OP_Slice: return map_slice(&move);
  case OP_Split: map_split(&move); return STATUS_OK;
  case OP_Tile: map_tile(&move); return STATUS_OK;
  case OP_Transpose: map_transpose(&move); return STATUS_OK;
  default: map_same(&move); return STATUS_OK;
  }
}

double infer_move_fill(const KernelTask *task)
{
  if (task->node->op->kind != OP_Pad) return 0;
  const Tensor *given = compute_input(task, 2);
  if (given && given->count) return tensor_get_double(given, 0);
  return graph_attribute_float(task->node, "value");
}

Status compute_copy(const KernelTask *task)
{
  assert(task->in[0]->count == task->out[0].count);
  memcpy(task->out[0].data, task->in[0]->data,
         task->out[0].count * tensor_type_size(task->out[0].shape.type));
  return STATUS_OK;
}

static void move_elements(const KernelTask *task, const MoveFrom *map, Tensor *out)
{
  size_t size = tensor_type_size(out->shape.type);
  for (size_t i = 0; i < out->count; i++)
    if (map[i].input == MOVE_FILL)
      tensor_set_double(out, i, infer_move_fill(task));
    else
      memcpy((char *)out->data + i * size,
             (const char *)task->in[map[i].input]->data + map[i].element * size, size);
}

Status compute_move(const KernelTask *task)
{
  Status status = STATUS_OK;
  for (uint32_t o = 0; o < task->node->output_count && status == STATUS_OK; o++) {
    Tensor *out = &task->out[o];
    if (task->node->outputs[o] == VALUE_NONE || out->count == 0) continue;
    MoveFrom *map = mem_alloc(out->count, sizeof *map);
    status = infer_move_map(task, o, map);
    if (status == STATUS_OK) move_elements(task, map, out);
    free(map);
  }
  return status;
}
