/* Rules of operators on images: transposed and deformed convolutions, regions, samples. */
#include <assert.h>
#include <inttypes.h>

#include "nn/graph/shape.h"
#include "nn/graph/slice.h"
#include "nn/graph/window.h"

Status shape_rule_conv_transpose(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0), *w = shape_input(task, 1), *b = shape_input(task, 2);
  int64_t group = graph_attribute_int(task->node, "group");
  Window window;
  if (x->rank != w->rank) return shape_fail(task, "input and weights have different ranks");
  Status status = window_read_transposed(task, x, w, &window);
  if (status != STATUS_OK) return status;
  if (group < 1 || x->dims[1] != w->dims[0] || x->dims[1] % group)
    return shape_fail(task, "%" PRId64 " channels do not fit weights of %" PRId64, x->dims[1],
                      w->dims[0]);
  TensorShape *out = &task->out[0];
  out->rank = x->rank;
  out->dims[0] = x->dims[0];
  if (__builtin_mul_overflow(w->dims[1], group, &out->dims[1]))
    return shape_fail(task, "'group' is out of range");
  for (uint32_t i = 0; i < window.rank; i++) out->dims[i + 2] = window.in[i];
  if (b && (b->rank != 1 || b->dims[0] != out->dims[1]))
    return shape_fail(task, "the bias does not have one number for each channel");
  return STATUS_OK;
}

Status shape_rule_deform_conv(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0), *w = shape_input(task, 1), *b = shape_input(task, 3);
  const TensorShape *offset = shape_input(task, 2), *mask = shape_input(task, 4);
  int64_t group = graph_attribute_int(task->node, "group");
  int64_t parts = graph_attribute_int(task->node, "offset_group");
  Window window;
  if (x->rank != 4 || w->rank != 4 || offset->rank != 4 || (mask && mask->rank != 4))
    return shape_fail(task, "an input does not have rank 4");
  Status status = window_read(task, x, w, &window);
  if (status != STATUS_OK) return status;
  if (group < 1 || x->dims[1] % group || w->dims[0] % group || x->dims[1] / group != w->dims[1] ||
      parts < 1 || x->dims[1] % parts)
    return shape_fail(task, "the channels do not fit the groups");
  if (b && (b->rank != 1 || b->dims[0] != w->dims[0]))
    return shape_fail(task, "the bias does not have one number for each channel");
  int64_t cells = window.kernel[0] * window.kernel[1];
  task->out[0].rank = 4;
  task->out[0].dims[0] = x->dims[0];
  task->out[0].dims[1] = w->dims[0];
  for (uint32_t i = 0; i < 2; i++) task->out[0].dims[i + 2] = window.out[i];
  for (uint32_t i = 2; i < 4; i++)
    if (offset->dims[i] != window.out[i - 2] || (mask && mask->dims[i] != window.out[i - 2]))
      return shape_fail(task, "offset or mask does not have the extents of the result");
  if (offset->dims[0] != x->dims[0] || offset->dims[1] != parts * cells * 2 ||
      (mask && (mask->dims[0] != x->dims[0] || mask->dims[1] != parts * cells)))
    return shape_fail(task, "offset or mask does not have numbers for each cell of the window");
  return STATUS_OK;
}

Status shape_rule_col2im(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  Window window;
  Status status = window_read_blocks(task, &window);
  if (status != STATUS_OK) return status;
  int64_t cells = 1, places = 1;
  for (uint32_t i = 0; i < window.rank; i++) {
    cells *= window.kernel[i];
    if (__builtin_mul_overflow(places, window.out[i], &places))
      return shape_fail(task, "the image is too large");
  }
  if (x->rank != 3 || x->dims[1] % cells || x->dims[2] != places)
    return shape_fail(task,
                      "the input does not have columns of %" PRId64 " cells at %" PRId64 " places",
                      cells, places);
  TensorShape *out = &task->out[0];
  out->rank = window.rank + 2;
  out->dims[0] = x->dims[0];
  out->dims[1] = x->dims[1] / cells;
  for (uint32_t i = 0; i < window.rank; i++) out->dims[i + 2] = window.in[i];
  return STATUS_OK;
}

Status shape_rule_grid_sample(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0), *grid = shape_input(task, 1);
  if (x->rank != 4 || grid->rank != 4 || grid->dims[3] != 2 || grid->dims[0] != x->dims[0])
    return shape_fail(task, "input and grid do not have the shapes (n, c, h, w) and (n, y, x, 2)");
  if (x->dims[2] < 1 || x->dims[3] < 1) return shape_fail(task, "the image is empty");
  static const char *const MODES[] = {"bilinear", "nearest", "bicubic", "linear", "cubic"};
  bool known = false;
  for (size_t i = 0; i < 5; i++)
    if (graph_attribute_is(task->node, "mode", MODES[i])) known = true;
  if (!known) return shape_fail(task, "'mode' is none of bilinear, nearest, bicubic");
  if (!graph_attribute_is(task->node, "padding_mode", "zeros") &&
      !graph_attribute_is(task->node, "padding_mode", "border") &&
      !graph_attribute_is(task->node, "padding_mode", "reflection"))
    return shape_fail(task, "'padding_mode' is none of zeros, border, reflection");
  TensorType type = task->out[0].type;
  task->out[0] = (TensorShape){type, 4, {x->dims[0], x->dims[1], grid->dims[1], grid->dims[2]}};
  return STATUS_OK;
}

static Status set_regions(const ShapeTask *task, int64_t regions, int64_t channels, int64_t height,
                          int64_t width)
{
  if (height < 1 || width < 1 || height > INT32_MAX || width > INT32_MAX)
    return shape_fail(task, "the extents of the result are out of range");
  TensorType type = task->out[0].type;
  task->out[0] = (TensorShape){type, 4, {regions, channels, height, width}};
  return STATUS_OK;
}

Status shape_rule_roi_pool(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0), *rois = shape_input(task, 1);
  const GraphAttribute *pooled = graph_attribute(task->node, "pooled_shape");
  if (x->rank != 4 || rois->rank != 2 || rois->dims[1] != 5)
    return shape_fail(task, "input and regions do not have the shapes (n, c, h, w) and (r, 5)");
  if (!pooled || pooled->count != 2) return shape_fail(task, "'pooled_shape' is not two numbers");
  return set_regions(task, rois->dims[0], x->dims[1], pooled->numbers[0], pooled->numbers[1]);
}

Status shape_rule_roi_align(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0), *rois = shape_input(task, 1);
  const TensorShape *batch = shape_input(task, 2);
  if (x->rank != 4 || rois->rank != 2 || rois->dims[1] != 4 || batch->rank != 1 ||
      batch->dims[0] != rois->dims[0])
    return shape_fail(task, "the inputs do not have the shapes (n, c, h, w), (r, 4) and (r)");
  if (x->dims[2] < 1 || x->dims[3] < 1) return shape_fail(task, "the image is empty");
  int64_t ratio = graph_attribute_int(task->node, "sampling_ratio");
  if (ratio < 0 || ratio > 1 << 8) return shape_fail(task, "'sampling_ratio' is out of range");
  return set_regions(task, rois->dims[0], x->dims[1],
                     graph_attribute_int(task->node, "output_height"),
                     graph_attribute_int(task->node, "output_width"));
}

Status shape_rule_max_unpool(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  if (!tensor_shape_equal_dims(x, shape_input(task, 1)))
    return shape_fail(task, "input and indices have different shapes");
  if (x->rank < 3) return shape_fail(task, "the input has rank %u, at least 3 is needed", x->rank);
  TensorShape *out = &task->out[0];
  out->rank = x->rank;
  int64_t dims[TENSOR_RANK_MAX + 1];
  size_t count;
  if (graph_node_numbers(task->graph, task->node, 2, NULL, dims, TENSOR_RANK_MAX + 1, &count)) {
    if (count != x->rank) return shape_fail(task, "'output_shape' does not have the rank of x");
    for (uint32_t i = 0; i < x->rank; i++) {
      if (dims[i] < (i < 2 ? x->dims[i] : 1))
        return shape_fail(task, "'output_shape' is too small");
      out->dims[i] = dims[i];
    }
    return STATUS_OK;
  }
  if (graph_node_input(task->node, 2) != VALUE_NONE)
    return shape_fail(task, "the shape depends on the inputs of the network");
  Window window;
  Status status = window_read_transposed(task, x, NULL, &window);
  if (status != STATUS_OK) return status;
  for (uint32_t i = 0; i < x->rank; i++) out->dims[i] = i < 2 ? x->dims[i] : window.in[i - 2];
  return STATUS_OK;
}

Status center_read(const ShapeTask *task, const TensorShape *x, int64_t shift[TENSOR_RANK_MAX],
                   int64_t extent[TENSOR_RANK_MAX])
{
  int64_t wanted[TENSOR_RANK_MAX + 1];
  size_t count;
  const GraphAttribute *axes = graph_attribute(task->node, "axes");
  if (!graph_node_numbers(task->graph, task->node, 1, NULL, wanted, TENSOR_RANK_MAX + 1, &count))
    return shape_fail(task, "the shape depends on the inputs of the network");
  if (count != (axes ? axes->count : x->rank) || count > x->rank)
    return shape_fail(task, "there is not one extent for each axis");
  for (uint32_t i = 0; i < x->rank; i++) {
    shift[i] = 0;
    extent[i] = x->dims[i];
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t axis = (uint32_t)i;
    Status status = axes ? shape_axis(task, axes->numbers[i], x->rank, &axis) : STATUS_OK;
    if (status != STATUS_OK) return status;
    if (wanted[i] < 0 || wanted[i] > INT32_MAX)
      return shape_fail(task, "an extent is out of range");
    extent[axis] = wanted[i];
    /* Odd differences: one more is cropped or padded at the end. */
    int64_t difference = x->dims[axis] - wanted[i];
    shift[axis] = difference >= 0 ? difference / 2 : -(-difference / 2);
  }
  return STATUS_OK;
}

Status shape_rule_center(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  int64_t shift[TENSOR_RANK_MAX], extent[TENSOR_RANK_MAX];
  Status status = center_read(task, x, shift, extent);
  if (status != STATUS_OK) return status;
  task->out[0].rank = x->rank;
  for (uint32_t i = 0; i < x->rank; i++) task->out[0].dims[i] = extent[i];
  return STATUS_OK;
}
