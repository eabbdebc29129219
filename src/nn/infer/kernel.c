#include "nn/infer/kernel.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/mem.h"

static const Kernel KERNELS[OPERATOR_COUNT] = {
#define KERNEL(name, function) [OP_##name] = compute_##function,
#include "nn/infer/kernels.def"
#undef KERNEL
};

Kernel compute_find(const Operator *op)
{
  assert(op->kind < OPERATOR_COUNT);
  return KERNELS[op->kind];
}

const Tensor *compute_input(const KernelTask *task, size_t index)
{
  return index < task->node->input_count ? task->in[index] : NULL;
}

ShapeTask compute_shape_task(const KernelTask *task)
{
  return (ShapeTask){.graph = task->graph, .node = task->node, .error = task->error};
}

Status compute_fail(const KernelTask *task, const char *format, ...)
{
  char text[300];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  ShapeTask shape = compute_shape_task(task);
  return shape_fail(&shape, "%s", text);
}

size_t *compute_broadcast(const TensorShape *out, const TensorShape *in)
{
  assert(in->rank <= out->rank);
  if (tensor_shape_equal_dims(out, in)) return NULL;
  size_t count = tensor_shape_extent(out, 0, out->rank);
  size_t *map = mem_alloc(count ? count : 1, sizeof *map);
  size_t strides[TENSOR_RANK_MAX] = {0}, stride = 1;
  uint32_t shift = out->rank - in->rank;
  for (uint32_t i = in->rank; i-- > 0;) {
    strides[i + shift] = in->dims[i] == 1 ? 0 : stride;
    stride *= (size_t)in->dims[i];
  }
  int64_t at[TENSOR_RANK_MAX] = {0};
  size_t from = 0;
  for (size_t i = 0; i < count; i++) {
    map[i] = from;
    for (uint32_t d = out->rank; d-- > 0;) {
      from += strides[d];
      if (++at[d] < out->dims[d]) break;
      from -= strides[d] * (size_t)at[d];
      at[d] = 0;
    }
  }
  return map;
}

double *compute_doubles(const Tensor *tensor)
{
  double *numbers = mem_alloc(tensor->count ? tensor->count : 1, sizeof *numbers);
  for (size_t i = 0; i < tensor->count; i++) numbers[i] = tensor_get_double(tensor, i);
  return numbers;
}
