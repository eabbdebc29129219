/* Numbers of 8 bits that stand for (number - zero point) * scale. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/graph/window.h"
#include "nn/infer/kernel.h"

/* The element of a scale or zero point for each element of a tensor: one for all, or one for each place of an axis. */
typedef struct {
  size_t inner, extent; /* extent 1: one for all */
} PerAxis;

static Status per_axis(const KernelTask *task, const TensorShape *x, const Tensor *scale,
                       int64_t axis, PerAxis *per)
{
  *per = (PerAxis){1, 1};
  if (scale->count == 1) return STATUS_OK;
  if (axis < -(int64_t)x->rank || axis >= (int64_t)x->rank)
    return compute_fail(task, "the axis is outside of the rank");
  uint32_t along = (uint32_t)(axis < 0 ? axis + x->rank : axis);
  *per = (PerAxis){tensor_shape_extent(x, along + 1, x->rank), (size_t)x->dims[along]};
  if (scale->count == per->extent) return STATUS_OK;
  return compute_fail(task, "there is not one scale for each place of the axis");
}

static size_t per_element(const PerAxis *per, size_t i)
{
  return per->extent == 1 ? 0 : i / per->inner % per->extent;
}

static double saturate(TensorType type, double number)
{
  double low = type == TENSOR_INT8 ? -128 : 0, high = type == TENSOR_INT8 ? 127 : 255;
  return isnan(number) ? 0 : fmin(fmax(nearbyint(number), low), high);
}

static Status check_zero(const KernelTask *task, const Tensor *zero, const Tensor *scale)
{
  return !zero || zero->count == scale->count || zero->count == 1
             ? STATUS_OK
             : compute_fail(task, "scales and zero points differ in number");
}

static int64_t zero_at(const Tensor *zero, size_t i)
{
  return zero && zero->count ? tensor_get_int(zero, zero->count == 1 ? 0 : i) : 0;
}

Status compute_quantize(const KernelTask *task)
{
  const Tensor *x = task->in[0], *scale = task->in[1], *zero = compute_input(task, 2);
  Tensor *y = &task->out[0];
  PerAxis per;
  Status status = per_axis(task, &x->shape, scale, graph_attribute_int(task->node, "axis"), &per);
  if (status == STATUS_OK) status = check_zero(task, zero, scale);
  if (status != STATUS_OK) return status;
  for (size_t i = 0; i < x->count; i++) {
    size_t k = per_element(&per, i);
    /* The quotient is rounded as a float, as runtimes compute it. */
    float quotient = (float)tensor_get_double(x, i) / (float)tensor_get_double(scale, k);
    tensor_set_int(
        y, i,
        (int64_t)saturate(y->shape.type, (double)nearbyintf(quotient) + (double)zero_at(zero, k)));
  }
  return STATUS_OK;
}

Status compute_dequantize(const KernelTask *task)
{
  const Tensor *x = task->in[0], *scale = task->in[1], *zero = compute_input(task, 2);
  PerAxis per;
  Status status = per_axis(task, &x->shape, scale, graph_attribute_int(task->node, "axis"), &per);
  if (status == STATUS_OK) status = check_zero(task, zero, scale);
  if (status != STATUS_OK) return status;
  for (size_t i = 0; i < x->count; i++) {
    size_t k = per_element(&per, i);
    tensor_set_double(&task->out[0], i,
                      (double)(tensor_get_int(x, i) - zero_at(zero, k)) *
                          tensor_get_double(scale, k));
  }
  return STATUS_OK;
}

Status compute_dynamic_quantize(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  float low = 0, high = 0;
  for (size_t i = 0; i < x->count; i++) {
    low = fminf(low, ((const float *)x->data)[i]);
    high = fmaxf(high, ((const float *)x->data)[i]);
  }
  float scale = high == low ? 1 : (high - low) / 255;
  double zero = saturate(TENSOR_UINT8, -low / scale);
  for (size_t i = 0; i < x->count; i++)
    tensor_set_int(
        &task->out[0], i,
        (int64_t)saturate(TENSOR_UINT8, nearbyintf(((const float *)x->data)[i] / scale) + zero));
  tensor_set_double(&task->out[1], 0, scale);
  tensor_set_int(&task->out[2], 0, (int64_t)zero);
  return STATUS_OK;
}

/* Whole numbers without their zero points, which are one for all or one for each place along an axis. */
static Status read_wholes(const KernelTask *task, const Tensor *x, const Tensor *zero, int64_t axis,
                          int32_t **wholes)
{
  PerAxis per = {1, 1};
  if (zero && zero->count != 1) {
    Status status = per_axis(task, &x->shape, zero, axis, &per);
    if (status != STATUS_OK) return status;
  }
  *wholes = mem_alloc(x->count + 1, sizeof **wholes);
  for (size_t i = 0; i < x->count; i++)
    (*wholes)[i] = (int32_t)(tensor_get_int(x, i) - zero_at(zero, per_element(&per, i)));
  return STATUS_OK;
}

/* What products of whole numbers become: themselves, or numbers of 8 bits again. */
typedef struct {
  Tensor *y;
  const Tensor *x_scale, *w_scale, *y_scale, *y_zero; /* NULL: plain numbers of 32 bits */
} Requantize;

static void put_sum(const Requantize *r, size_t to, int32_t sum, size_t channel)
{
  if (!r->y_scale) {
    tensor_set_int(r->y, to, sum);
    return;
  }
  double w = tensor_get_double(r->w_scale, r->w_scale->count == 1 ? 0 : channel);
  float scale =
      (float)(tensor_get_double(r->x_scale, 0) * w) / (float)tensor_get_double(r->y_scale, 0);
  tensor_set_int(r->y, to,
                 (int64_t)saturate(r->y->shape.type,
                                   nearbyintf((float)sum * scale) + (double)zero_at(r->y_zero, 0)));
}

static Requantize requantize(const KernelTask *task, bool quantized)
{
  if (!quantized) return (Requantize){.y = &task->out[0]};
  return (Requantize){&task->out[0], task->in[1], task->in[4], task->in[6], task->in[7]};
}

static Status check_scales(const KernelTask *task, size_t channels)
{
  if (task->in[1]->count != 1 || task->in[6]->count != 1 || task->in[7]->count != 1 ||
      task->in[2]->count != 1 || (task->in[4]->count != 1 && task->in[4]->count != channels))
    return compute_fail(task, "a scale or zero point is not a single number");
  return STATUS_OK;
}

/* MatMulInteger and QLinearMatMul. */
Status compute_matmul_integer(const KernelTask *task)
{
  bool quantized = task->node->op->kind == OP_QLinearMatMul;
  const Tensor *a = task->in[0], *b = task->in[quantized ? 3 : 1];
  const Tensor *a_zero = compute_input(task, 2), *b_zero = compute_input(task, quantized ? 5 : 3);
  uint32_t rank_a = a->shape.rank, rank_b = b->shape.rank;
  size_t m = rank_a == 1 ? 1 : (size_t)a->shape.dims[rank_a - 2];
  size_t n = rank_b == 1 ? 1 : (size_t)b->shape.dims[rank_b - 1];
  size_t k = (size_t)a->shape.dims[rank_a - 1];
  int32_t *x = NULL, *w = NULL;
  Status status = quantized ? check_scales(task, n) : STATUS_OK;
  if (status == STATUS_OK) status = read_wholes(task, a, a_zero, -2, &x);
  if (status == STATUS_OK) status = read_wholes(task, b, b_zero, -1, &w);
  TensorShape outer = task->out[0].shape, outer_a = a->shape, outer_b = b->shape;
  outer.rank -= (rank_a > 1) + (rank_b > 1);
  outer_a.rank = rank_a > 2 ? rank_a - 2 : 0;
  outer_b.rank = rank_b > 2 ? rank_b - 2 : 0;
  size_t *map_a = compute_broadcast(&outer, &outer_a), *map_b = compute_broadcast(&outer, &outer_b);
  Requantize r = requantize(task, quantized);
  for (size_t i = 0; i < task->out[0].count && status == STATUS_OK; i++) {
    size_t block = i / (m * n), row = i / n % m, column = i % n;
    size_t from_a = (map_a ? map_a[block] : block) * m * k + row * k;
    size_t from_b = (map_b ? map_b[block] : block) * k * n + column;
    uint32_t sum = 0;
    for (size_t l = 0; l < k; l++) sum += (uint32_t)x[from_a + l] * (uint32_t)w[from_b + l * n];
    put_sum(&r, i, (int32_t)sum, column);
  }
  free(map_a);
  free(map_b);
  free(x);
  free(w);
  return status;
}

typedef struct {
  Window window;
  size_t channels, filters, groups, image, places, cells;
} Convolution;

static uint32_t convolve_at(const Convolution *v, const int32_t *x, const int32_t *w, size_t place)
{
  uint32_t sum = 0;
  for (size_t cell = 0; cell < v->cells; cell++) {
    int64_t from = window_element(&v->window, place, cell);
    for (size_t c = 0; from >= 0 && c < v->channels; c++)
      sum += (uint32_t)x[c * v->image + (size_t)from] * (uint32_t)w[c * v->cells + cell];
  }
  return sum;
}

/* ConvInteger and QLinearConv. */
Status compute_conv_integer(const KernelTask *task)
{
  bool quantized = task->node->op->kind == OP_QLinearConv;
  const Tensor *a = task->in[0], *b = task->in[quantized ? 3 : 1];
  const Tensor *a_zero = compute_input(task, 2), *b_zero = compute_input(task, quantized ? 5 : 3);
  const Tensor *bias = quantized ? compute_input(task, 8) : NULL;
  const TensorShape *y = &task->out[0].shape;
  int32_t *x = NULL, *w = NULL;
  Convolution v = {.groups = (size_t)graph_attribute_int(task->node, "group")};
  ShapeTask shape = compute_shape_task(task);
  Status status = window_read(&shape, &a->shape, &b->shape, &v.window);
  if (status == STATUS_OK && quantized) status = check_scales(task, (size_t)y->dims[1]);
  if (status == STATUS_OK) status = read_wholes(task, a, a_zero, 1, &x);
  if (status == STATUS_OK) status = read_wholes(task, b, b_zero, 0, &w);
  v.channels = (size_t)b->shape.dims[1];
  v.filters = (size_t)b->shape.dims[0];
  v.image = tensor_shape_extent(&a->shape, 2, a->shape.rank);
  v.cells = tensor_shape_extent(&b->shape, 2, b->shape.rank);
  v.places = tensor_shape_extent(y, 2, y->rank);
  Requantize r = requantize(task, quantized);
  for (size_t i = 0; i < task->out[0].count && status == STATUS_OK; i++) {
    size_t filter = i / v.places % v.filters, batch = i / v.places / v.filters;
    size_t group = filter / (v.filters / v.groups);
    uint32_t sum = convolve_at(&v, x + (batch * v.groups + group) * v.channels * v.image,
                               w + filter * v.channels * v.cells, i % v.places);
    if (bias) sum += (uint32_t)tensor_get_int(bias, filter);
    put_sum(&r, i, (int32_t)sum, filter);
  }
  free(x);
  free(w);
  return status;
}
