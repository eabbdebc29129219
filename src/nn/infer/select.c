/* Elements that are chosen by their size: TopK, NonZero, Unique, NonMaxSuppression. */
#include "nn/graph/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/infer/kernel.h"

/* One line of a tensor, to be sorted. */
typedef struct {
  const Tensor *tensor;
  size_t base, step;
  bool largest, wide;
} Line;

static int compare_elements(const void *a, const void *b, void *context)
{
  const Line *line = context;
  uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
  size_t p = line->base + i * line->step, q = line->base + k * line->step;
  int order;
  if (tensor_type_is_float(line->tensor->shape.type)) {
    double x = tensor_get_double(line->tensor, p), y = tensor_get_double(line->tensor, q);
    /* NANs are above all numbers. */
    order = isnan(x) || isnan(y) ? (isnan(x) != 0) - (isnan(y) != 0) : (x > y) - (x < y);
  } else {
    int64_t x = tensor_get_int(line->tensor, p), y = tensor_get_int(line->tensor, q);
    order =
        line->wide ? ((uint64_t)x > (uint64_t)y) - ((uint64_t)x < (uint64_t)y) : (x > y) - (x < y);
  }
  if (line->largest) order = -order;
  return order ? order : (i > k) - (i < k);
}

Status compute_top_k(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *values = &task->out[0], *indices = &task->out[1];
  int64_t axis = graph_attribute_int(task->node, "axis");
  uint32_t along = (uint32_t)(axis < 0 ? axis + x->shape.rank : axis);
  size_t inner = tensor_shape_extent(&x->shape, along + 1, x->shape.rank);
  size_t extent = (size_t)x->shape.dims[along], size = tensor_type_size(x->shape.type);
  size_t outer = tensor_shape_extent(&x->shape, 0, along);
  const GraphAttribute *given = graph_attribute(task->node, "k");
  const Tensor *wanted = compute_input(task, 1);
  size_t k = (size_t)(wanted && wanted->count ? tensor_get_int(wanted, 0)
                      : given                 ? given->number
                                              : 0);
  uint32_t *order = mem_alloc(extent + 1, sizeof *order);
  for (size_t l = 0; l < outer * inner && k; l++) {
    Line line = {.tensor = x,
                 .base = l / inner * extent * inner + l % inner,
                 .step = inner,
                 .largest = graph_attribute_int(task->node, "largest") != 0,
                 .wide = x->shape.type == TENSOR_UINT64};
    for (uint32_t i = 0; i < extent; i++) order[i] = i;
    qsort_r(order, extent, sizeof *order, compare_elements, &line);
    for (size_t i = 0; i < k; i++) {
      size_t to = l / inner * k * inner + i * inner + l % inner;
      size_t from = line.base + order[i] * inner;
      if (to < values->count)
        memcpy((char *)values->data + to * size, (const char *)x->data + from * size, size);
      if (to < indices->count) tensor_set_int(indices, to, order[i]);
    }
  }
  free(order);
  return STATUS_OK;
}

Status compute_non_zero(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *out = &task->out[0];
  size_t found = 0, count = (size_t)out->shape.dims[1];
  for (size_t i = 0; i < x->count && found < count; i++) {
    if (tensor_get_double(x, i) == 0) continue;
    size_t rest = i;
    for (uint32_t d = x->shape.rank; d-- > 0;) {
      tensor_set_int(out, d * count + found, (int64_t)(rest % (size_t)x->shape.dims[d]));
      rest /= (size_t)x->shape.dims[d];
    }
    found++;
  }
  return STATUS_OK;
}

static void count_groups(const U32Vec *groups, Tensor *counts)
{
  for (size_t i = 0; i < groups->count; i++)
    tensor_set_int(counts, groups->items[i], tensor_get_int(counts, groups->items[i]) + 1);
}

Status compute_unique(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  SelectSlices slices;
  ShapeTask shape = compute_shape_task(task);
  Status status = select_slices(&shape, &x->shape, &slices);
  if (status != STATUS_OK) return status;
  U32Vec firsts = {0}, groups = {0};
  bool sorted = graph_attribute_int(task->node, "sorted") != 0;
  select_unique(x, &slices, sorted, &firsts, &groups);
  size_t size = tensor_type_size(x->shape.type);
  for (size_t o = 0; o < slices.outer; o++)
    for (size_t k = 0; k < firsts.count; k++)
      memcpy((char *)task->out[0].data + (o * firsts.count + k) * slices.inner * size,
             (const char *)x->data + (o * slices.extent + firsts.items[k]) * slices.inner * size,
             slices.inner * size);
  const ValueId *outputs = task->node->outputs;
  uint32_t count = task->node->output_count;
  for (size_t k = 0; count > 1 && outputs[1] != VALUE_NONE && k < firsts.count; k++)
    tensor_set_int(&task->out[1], k, firsts.items[k]);
  for (size_t k = 0; count > 2 && outputs[2] != VALUE_NONE && k < groups.count; k++)
    tensor_set_int(&task->out[2], k, groups.items[k]);
  if (count > 3 && outputs[3] != VALUE_NONE) count_groups(&groups, &task->out[3]);
  VEC_FREE(&firsts);
  VEC_FREE(&groups);
  return STATUS_OK;
}

Status compute_suppression(const KernelTask *task)
{
  const Tensor *inputs[5] = {0};
  U32Vec taken = {0};
  ShapeTask shape = compute_shape_task(task);
  for (size_t i = 0; i < 5; i++) inputs[i] = compute_input(task, i);
  Status status = select_boxes(&shape, inputs, &taken);
  for (size_t i = 0; i < taken.count && i < task->out[0].count; i++)
    tensor_set_int(&task->out[0], i, taken.items[i]);
  VEC_FREE(&taken);
  return status;
}
