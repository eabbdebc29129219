/* Operators whose results depend on attributes, shapes or single numbers. */
#include <inttypes.h>
#include <string.h>

#include "nn/infer/kernel.h"

Status compute_constant(const KernelTask *task)
{
  const GraphAttribute *value = &task->node->attributes[0];
  Tensor *out = &task->out[0];
  if (value->kind == 't')
    memcpy(out->data, value->tensor->data, out->count * tensor_type_size(out->shape.type));
  for (size_t i = 0; i < out->count; i++) {
    if (value->kind == 'i') tensor_set_int(out, i, value->number);
    if (value->kind == 'I') tensor_set_int(out, i, value->numbers[i]);
    if (value->kind == 'f') tensor_set_double(out, i, value->real);
    if (value->kind == 'F') tensor_set_double(out, i, value->reals[i]);
  }
  return STATUS_OK;
}

/* Shape and Size. */
Status compute_shape(const KernelTask *task)
{
  const TensorShape *shape = &graph_value(task->graph, task->node->inputs[0])->shape;
  Tensor *out = &task->out[0];
  if (task->node->op->kind == OP_Size) {
    tensor_set_int(out, 0, (int64_t)tensor_shape_extent(shape, 0, shape->rank));
    return STATUS_OK;
  }
  int64_t start = graph_attribute_int(task->node, "start");
  if (start < 0) start = start < -(int64_t)shape->rank ? 0 : start + shape->rank;
  for (size_t i = 0; i < out->count; i++) tensor_set_int(out, i, shape->dims[start + (int64_t)i]);
  return STATUS_OK;
}

/* ConstantOfShape. */
Status compute_fill(const KernelTask *task)
{
  const GraphAttribute *value = graph_attribute(task->node, "value");
  Tensor *out = &task->out[0];
  size_t size = tensor_type_size(out->shape.type);
  for (size_t i = 0; value && i < out->count; i++)
    memcpy((char *)out->data + i * size, value->tensor->data, size);
  return STATUS_OK;
}

Status compute_range(const KernelTask *task)
{
  Tensor *out = &task->out[0];
  for (size_t i = 0; i < out->count; i++)
    if (tensor_type_is_float(out->shape.type))
      tensor_set_double(out, i,
                        tensor_get_double(task->in[0], 0) +
                            (double)i * tensor_get_double(task->in[2], 0));
    else
      tensor_set_int(out, i,
                     (int64_t)((uint64_t)tensor_get_int(task->in[0], 0) +
                               i * (uint64_t)tensor_get_int(task->in[2], 0)));
  return STATUS_OK;
}

Status compute_one_hot(const KernelTask *task)
{
  const Tensor *indices = task->in[0], *values = task->in[2];
  Tensor *out = &task->out[0];
  int64_t axis = graph_attribute_int(task->node, "axis");
  uint32_t normal = (uint32_t)(axis < 0 ? axis + out->shape.rank : axis);
  size_t inner = tensor_shape_extent(&out->shape, normal + 1, out->shape.rank);
  int64_t depth = out->shape.dims[normal];
  size_t size = tensor_type_size(out->shape.type);
  if (values->count != 2) return compute_fail(task, "there are not two values");
  for (size_t i = 0; i < out->count; i++) {
    size_t from = i / inner / (size_t)depth * inner + i % inner;
    int64_t index = tensor_get_int(indices, from), place = (int64_t)(i / inner) % depth;
    bool on = index == place || (index < 0 && index + depth == place);
    memcpy((char *)out->data + i * size, (const char *)values->data + (on ? size : 0), size);
  }
  return STATUS_OK;
}
