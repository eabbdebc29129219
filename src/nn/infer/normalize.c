/* Operators that scale by what they find along an axis, a channel or an image. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/infer/kernel.h"

/* Before opset 13, softmax and its kin take all axes from `axis` (1 by default) on as one. */
static void softmax_lines(const KernelTask *task, size_t *inner, size_t *extent)
{
  const TensorShape *x = &task->in[0]->shape;
  bool old = task->graph->opset < 13;
  int64_t axis = graph_attribute_int(task->node, "axis");
  if (old && !graph_attribute(task->node, "axis")) axis = 1;
  uint32_t normal = (uint32_t)(axis < 0 ? axis + x->rank : axis);
  *inner = old ? 1 : tensor_shape_extent(x, normal + 1, x->rank);
  *extent = old ? tensor_shape_extent(x, normal, x->rank) : (size_t)x->dims[normal];
}

/* Softmax, LogSoftmax and Hardmax. */
Status compute_softmax(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *y = &task->out[0];
  OperatorKind kind = task->node->op->kind;
  size_t inner, extent;
  softmax_lines(task, &inner, &extent);
  for (size_t line = 0; extent && line < x->count / extent; line++) {
    size_t base = line / inner * extent * inner + line % inner, best = 0;
    double sum = 0, most = -INFINITY;
    for (size_t k = 0; k < extent; k++) {
      double number = tensor_get_double(x, base + k * inner);
      if (number > most) best = k;
      most = fmax(most, number);
    }
    for (size_t k = 0; k < extent; k++) sum += exp(tensor_get_double(x, base + k * inner) - most);
    for (size_t k = 0; k < extent; k++) {
      double shifted = tensor_get_double(x, base + k * inner) - most;
      double result = kind == OP_Hardmax      ? k == best
                      : kind == OP_LogSoftmax ? shifted - log(sum)
                                              : exp(shifted) / sum;
      tensor_set_double(y, base + k * inner, result);
    }
  }
  return STATUS_OK;
}

Status compute_batch_normalization(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  if (graph_attribute_int(task->node, "training_mode") != 0 || task->node->output_count > 1)
    return compute_fail(task, "training is not supported");
  if (graph_attribute_int(task->node, "spatial") != 1)
    return compute_fail(task, "'spatial' other than 1 is not supported");
  size_t channels = x->shape.rank > 1 ? (size_t)x->shape.dims[1] : 1;
  size_t image = x->shape.rank > 2 ? tensor_shape_extent(&x->shape, 2, x->shape.rank) : 1;
  double epsilon = graph_attribute_float(task->node, "epsilon");
  for (size_t i = 1; i < 5; i++)
    if (task->in[i]->count != channels)
      return compute_fail(task, "input %zu does not have one number for each channel", i);
  for (size_t i = 0; i < x->count; i++) {
    size_t c = i / image % channels;
    double deviation = sqrt(tensor_get_double(task->in[4], c) + epsilon);
    double scaled = (tensor_get_double(x, i) - tensor_get_double(task->in[3], c)) / deviation;
    tensor_set_double(&task->out[0], i,
                      scaled * tensor_get_double(task->in[1], c) +
                          tensor_get_double(task->in[2], c));
  }
  return STATUS_OK;
}

typedef struct {
  double mean, variance;
} Moments;

static Moments moments_of(const Tensor *x, size_t from, size_t count)
{
  Moments m = {0};
  for (size_t i = 0; i < count; i++) m.mean += tensor_get_double(x, from + i);
  m.mean /= (double)count;
  for (size_t i = 0; i < count; i++) {
    double distance = tensor_get_double(x, from + i) - m.mean;
    m.variance += distance * distance;
  }
  m.variance /= (double)count;
  return m;
}

Status compute_instance_normalization(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  if (x->shape.rank < 2) return compute_fail(task, "the input has no channels");
  size_t channels = (size_t)x->shape.dims[1];
  size_t image = tensor_shape_extent(&x->shape, 2, x->shape.rank);
  double epsilon = graph_attribute_float(task->node, "epsilon");
  if (task->in[1]->count != channels || task->in[2]->count != channels)
    return compute_fail(task, "scale or bias does not have one number for each channel");
  for (size_t at = 0; at < x->count; at += image) {
    Moments m = moments_of(x, at, image);
    size_t c = at / image % channels;
    for (size_t i = at; i < at + image; i++)
      tensor_set_double(&task->out[0], i,
                        (tensor_get_double(x, i) - m.mean) / sqrt(m.variance + epsilon) *
                                tensor_get_double(task->in[1], c) +
                            tensor_get_double(task->in[2], c));
  }
  return STATUS_OK;
}

/* Channels in groups, each with its own mean and variance; scale and bias are for groups. */
Status compute_group_normalization(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  int64_t groups = graph_attribute_int(task->node, "num_groups"), channels = x->shape.dims[1];
  double epsilon = graph_attribute_float(task->node, "epsilon");
  if (groups < 1 || channels % groups)
    return compute_fail(task, "'num_groups' does not divide the channels");
  if (task->in[1]->count != (size_t)groups || task->in[2]->count != (size_t)groups)
    return compute_fail(task, "scale or bias does not have one number for each group");
  size_t part = (size_t)(channels / groups) * tensor_shape_extent(&x->shape, 2, x->shape.rank);
  for (size_t at = 0; part && at < x->count; at += part) {
    Moments m = moments_of(x, at, part);
    size_t group = at / part % (size_t)groups;
    for (size_t i = at; i < at + part; i++)
      tensor_set_double(&task->out[0], i,
                        (tensor_get_double(x, i) - m.mean) / sqrt(m.variance + epsilon) *
                                tensor_get_double(task->in[1], group) +
                            tensor_get_double(task->in[2], group));
  }
  return STATUS_OK;
}

/* MeanVarianceNormalization: along axes, which are those of images by default. */
Status compute_mean_variance(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  const GraphAttribute *given = graph_attribute(task->node, "axes");
  static const int64_t IMAGES[] = {0, 2, 3};
  TensorShape kept = x->shape;
  ShapeTask shape = compute_shape_task(task);
  for (uint32_t i = 0; i < (given ? given->count : 3); i++) {
    uint32_t axis;
    Status status = shape_axis(&shape, given ? given->numbers[i] : IMAGES[i], x->shape.rank, &axis);
    if (status != STATUS_OK) return status;
    kept.dims[axis] = 1;
  }
  size_t groups = tensor_shape_extent(&kept, 0, kept.rank);
  size_t *map = compute_broadcast(&x->shape, &kept);
  Moments *moments = mem_alloc_zero(groups + 1, sizeof *moments);
  size_t members = groups ? x->count / groups : 1;
  double each = (double)members;
  for (size_t i = 0; i < x->count; i++)
    moments[map ? map[i] : i].mean += tensor_get_double(x, i) / each;
  for (size_t i = 0; i < x->count; i++) {
    Moments *m = &moments[map ? map[i] : i];
    double distance = tensor_get_double(x, i) - m->mean;
    m->variance += distance * distance / each;
  }
  for (size_t i = 0; i < x->count; i++) {
    const Moments *m = &moments[map ? map[i] : i];
    tensor_set_double(&task->out[0], i,
                      (tensor_get_double(x, i) - m->mean) / (sqrt(m->variance) + 1e-9));
  }
  free(map);
  free(moments);
  return STATUS_OK;
}

Status compute_layer_normalization(const KernelTask *task)
{
  const Tensor *x = task->in[0], *bias = compute_input(task, 2);
  int64_t axis = graph_attribute_int(task->node, "axis");
  uint32_t normal = (uint32_t)(axis < 0 ? axis + x->shape.rank : axis);
  size_t part = tensor_shape_extent(&x->shape, normal, x->shape.rank);
  double epsilon = graph_attribute_float(task->node, "epsilon");
  if (task->in[1]->count != part || (bias && bias->count != part))
    return compute_fail(task, "scale or bias does not have the shape of the last axes");
  for (size_t at = 0; part && at < x->count; at += part) {
    Moments m = moments_of(x, at, part);
    double deviation = sqrt(m.variance + epsilon);
    for (size_t i = 0; i < part; i++)
      tensor_set_double(&task->out[0], at + i,
                        (tensor_get_double(x, at + i) - m.mean) / deviation *
                                tensor_get_double(task->in[1], i) +
                            (bias ? tensor_get_double(bias, i) : 0));
    if (task->node->output_count > 1) tensor_set_double(&task->out[1], at / part, m.mean);
    if (task->node->output_count > 2) tensor_set_double(&task->out[2], at / part, 1 / deviation);
  }
  return STATUS_OK;
}

Status compute_lp_normalization(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  int64_t axis = graph_attribute_int(task->node, "axis"), p = graph_attribute_int(task->node, "p");
  if (axis < -(int64_t)x->shape.rank || axis >= (int64_t)x->shape.rank)
    return compute_fail(task, "the axis is outside of the rank");
  uint32_t normal = (uint32_t)(axis < 0 ? axis + x->shape.rank : axis);
  size_t inner = tensor_shape_extent(&x->shape, normal + 1, x->shape.rank);
  size_t extent = (size_t)x->shape.dims[normal];
  for (size_t line = 0; extent && line < x->count / extent; line++) {
    size_t base = line / inner * extent * inner + line % inner;
    double sum = 0;
    for (size_t k = 0; k < extent; k++) {
      double number = tensor_get_double(x, base + k * inner);
      sum += p == 1 ? fabs(number) : number * number;
    }
    if (p != 1) sum = sqrt(sum);
    for (size_t k = 0; k < extent; k++)
      tensor_set_double(&task->out[0], base + k * inner,
                        sum == 0 ? 0 : tensor_get_double(x, base + k * inner) / sum);
  }
  return STATUS_OK;
}

Status compute_local_response(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  if (x->shape.rank < 2) return compute_fail(task, "the input has no channels");
  int64_t size = graph_attribute_int(task->node, "size"), channels = x->shape.dims[1];
  if (size < 1 || size > INT32_MAX) return compute_fail(task, "'size' is out of range");
  double alpha = graph_attribute_float(task->node, "alpha");
  double beta = graph_attribute_float(task->node, "beta");
  double bias = graph_attribute_float(task->node, "bias");
  size_t image = tensor_shape_extent(&x->shape, 2, x->shape.rank);
  for (size_t i = 0; i < x->count; i++) {
    int64_t c = (int64_t)(i / image) % channels, low = c - (size - 1) / 2, high = c + size / 2;
    double sum = 0;
    for (int64_t k = low < 0 ? 0 : low; k <= high && k < channels; k++) {
      double number = tensor_get_double(x, (size_t)((int64_t)i + (k - c) * (int64_t)image));
      sum += number * number;
    }
    tensor_set_double(&task->out[0], i,
                      tensor_get_double(x, i) / pow(bias + alpha / (double)size * sum, beta));
  }
  return STATUS_OK;
}
