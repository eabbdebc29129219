#include "nn/graph/resize.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Where the inputs are: opset 10 has scales second, and Upsample may have an attribute instead. */
typedef struct {
  bool roi_given;
  const Tensor *roi, *scales, *sizes;
  const GraphAttribute *attribute;
} Wanted;

static bool is_old(const ShapeTask *task)
{
  return task->node->op->kind == OP_Upsample || task->graph->opset < 11;
}

bool resize_coordinates_are(const ShapeTask *task, const char *word)
{
  if (is_old(task)) return strcmp(word, "asymmetric") == 0;
  return graph_attribute_is(task->node, "coordinate_transformation_mode", word);
}

static Status find_wanted(const ShapeTask *task, Wanted *wanted)
{
  size_t first = is_old(task) ? 1 : 2;
  *wanted = (Wanted){0};
  if (task->node->op->kind == OP_Upsample)
    wanted->attribute = graph_attribute(task->node, "scales");
  for (size_t i = first; i < task->node->input_count; i++) {
    if (task->node->inputs[i] == VALUE_NONE) continue;
    const Tensor *constant = graph_constant(task->graph, task->node->inputs[i]);
    if (!constant) return shape_fail(task, "scales or sizes depend on the inputs of the network");
    if (constant->count == 0) continue; /* an old way to leave it out */
    if (i == first)
      wanted->scales = constant;
    else
      wanted->sizes = constant;
  }
  if (!is_old(task)) wanted->roi = graph_constant(task->graph, graph_node_input(task->node, 1));
  if (!wanted->scales && !wanted->sizes && !wanted->attribute)
    return shape_fail(task, "there are neither scales nor sizes");
  if (wanted->scales && wanted->sizes) return shape_fail(task, "there are both scales and sizes");
  return STATUS_OK;
}

static Status read_mode(const ShapeTask *task, ResizeMode *mode)
{
  if (graph_attribute_is(task->node, "mode", "nearest"))
    *mode = RESIZE_NEAREST;
  else if (graph_attribute_is(task->node, "mode", "linear") ||
           graph_attribute_is(task->node, "mode", "bilinear"))
    *mode = RESIZE_LINEAR;
  else if (graph_attribute_is(task->node, "mode", "cubic"))
    *mode = RESIZE_CUBIC;
  else
    return shape_fail(task, "'mode' is none of nearest, linear, cubic");
  static const char *const KNOWN[] = {
      "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
      "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize"};
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
    if (resize_coordinates_are(task, KNOWN[i])) return STATUS_OK;
  return shape_fail(task, "'coordinate_transformation_mode' is unknown");
}

/* The axes that the numbers are for. */
static Status read_axes(const ShapeTask *task, uint32_t rank, uint32_t axes[TENSOR_RANK_MAX],
                        uint32_t *count)
{
  const GraphAttribute *given =
      task->node->op->kind == OP_Resize ? graph_attribute(task->node, "axes") : NULL;
  *count = given ? given->count : rank;
  if (*count > rank) return shape_fail(task, "there are more axes than the input has");
  uint32_t seen = 0;
  for (uint32_t i = 0; i < *count; i++) {
    axes[i] = i;
    Status status = given ? shape_axis(task, given->numbers[i], rank, &axes[i]) : STATUS_OK;
    if (status != STATUS_OK) return status;
    if (seen >> axes[i] & 1) return shape_fail(task, "axis %u is given twice", axes[i]);
    seen |= (uint32_t)1 << axes[i];
  }
  return STATUS_OK;
}

/* One scale for all axes, so that the result fits into the sizes, or covers them. */
static void keep_aspect(const ShapeTask *task, ResizeAxis *axes, const uint32_t *which,
                        uint32_t count)
{
  bool smaller = graph_attribute_is(task->node, "keep_aspect_ratio_policy", "not_larger");
  bool larger = graph_attribute_is(task->node, "keep_aspect_ratio_policy", "not_smaller");
  if (!smaller && !larger) return;
  double scale = smaller ? INFINITY : 0;
  for (uint32_t i = 0; i < count; i++) {
    double own = axes[which[i]].scale;
    scale = smaller ? fmin(scale, own) : fmax(scale, own);
  }
  for (uint32_t i = 0; i < count; i++) {
    ResizeAxis *axis = &axes[which[i]];
    axis->scale = scale;
    axis->out = (int64_t)floor(scale * (double)axis->in + 0.5);
  }
}

static Status read_extents(const ShapeTask *task, const Wanted *wanted, const uint32_t *which,
                           uint32_t count, ResizeAxis *axes)
{
  size_t given = wanted->sizes    ? wanted->sizes->count
                 : wanted->scales ? wanted->scales->count
                                  : wanted->attribute->count;
  if (given != count)
    return shape_fail(task, "there are %zu scales or sizes for %u axes", given, count);
  for (uint32_t i = 0; i < count; i++) {
    ResizeAxis *axis = &axes[which[i]];
    if (wanted->sizes) {
      axis->out = tensor_get_int(wanted->sizes, i);
      axis->scale = (double)axis->out / (double)axis->in;
    } else {
      axis->scale = wanted->scales ? tensor_get_double(wanted->scales, i)
                                   : (double)wanted->attribute->reals[i];
      double extent = floor((double)axis->in * axis->scale);
      if (!(axis->scale > 0) || !(extent < 0x1p31))
        return shape_fail(task, "a scale is out of range");
      axis->out = (int64_t)extent;
    }
    if (axis->out < 0 || axis->out > INT32_MAX) return shape_fail(task, "a size is out of range");
  }
  if (wanted->sizes && task->node->op->kind == OP_Resize) keep_aspect(task, axes, which, count);
  return STATUS_OK;
}

Status resize_read(const ShapeTask *task, const TensorShape *x, ResizeMode *mode,
                   ResizeAxis axes[TENSOR_RANK_MAX])
{
  Wanted wanted;
  uint32_t which[TENSOR_RANK_MAX], count;
  Status status = read_mode(task, mode);
  if (status == STATUS_OK) status = find_wanted(task, &wanted);
  if (status == STATUS_OK) status = read_axes(task, x->rank, which, &count);
  if (status != STATUS_OK) return status;
  for (uint32_t i = 0; i < x->rank; i++) {
    axes[i] = (ResizeAxis){x->dims[i], x->dims[i], 1, 0, 1};
    if (x->dims[i] < 1) return shape_fail(task, "the input is empty");
  }
  status = read_extents(task, &wanted, which, count, axes);
  if (status != STATUS_OK || !resize_coordinates_are(task, "tf_crop_and_resize")) return status;
  if (!wanted.roi || wanted.roi->count != 2 * (size_t)count)
    return shape_fail(task, "the region is missing, no constant or of a wrong size");
  for (uint32_t i = 0; i < count; i++) {
    axes[which[i]].from = tensor_get_double(wanted.roi, i);
    axes[which[i]].to = tensor_get_double(wanted.roi, i + count);
  }
  return STATUS_OK;
}

Status shape_rule_resize(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  ResizeAxis axes[TENSOR_RANK_MAX];
  ResizeMode mode;
  Status status = resize_read(task, x, &mode, axes);
  if (status != STATUS_OK) return status;
  task->out[0].rank = x->rank;
  for (uint32_t i = 0; i < x->rank; i++) task->out[0].dims[i] = axes[i].out;
  return STATUS_OK;
}
