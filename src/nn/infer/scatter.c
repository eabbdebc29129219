/* Elements that are put, or added, where indices say. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "nn/infer/kernel.h"

typedef enum { PUT, PUT_ADD, PUT_MUL, PUT_MAX, PUT_MIN } PutKind;

static PutKind put_kind(const KernelTask *task)
{
  static const char *const NAMES[] = {"none", "add", "mul", "max", "min"};
  if (task->node->op->kind == OP_Scatter) return PUT;
  for (int i = 0; i < 5; i++)
    if (graph_attribute_is(task->node, "reduction", NAMES[i])) return (PutKind)i;
  return PUT;
}

static double put_double(PutKind kind, double x, double y)
{
  switch (kind) {
  case PUT_ADD: return x + y;
  case PUT_MUL: return x * y;
  case PUT_MAX: return isnan(x) || x > y ? x : y;
  case PUT_MIN: return isnan(x) || x < y ? x : y;
  default: return y;
  }
}

static int64_t put_whole(PutKind kind, int64_t x, int64_t y, bool wide)
{
  bool less = wide ? (uint64_t)x < (uint64_t)y : x < y;
  switch (kind) {
  case PUT_ADD: return (int64_t)((uint64_t)x + (uint64_t)y);
  case PUT_MUL: return (int64_t)((uint64_t)x * (uint64_t)y);
  case PUT_MAX: return less ? y : x;
  case PUT_MIN: return less ? x : y;
  default: return y;
  }
}

static void put(PutKind kind, Tensor *out, size_t to, const Tensor *updates, size_t from)
{
  size_t size = tensor_type_size(out->shape.type);
  if (kind == PUT)
    memcpy((char *)out->data + to * size, (const char *)updates->data + from * size, size);
  else if (tensor_type_is_float(out->shape.type))
    tensor_set_double(
        out, to, put_double(kind, tensor_get_double(out, to), tensor_get_double(updates, from)));
  else
    tensor_set_int(out, to,
                   put_whole(kind, tensor_get_int(out, to), tensor_get_int(updates, from),
                             out->shape.type == TENSOR_UINT64));
}

static Status normal_index(const KernelTask *task, int64_t index, int64_t extent, int64_t *normal)
{
  *normal = index < 0 ? index + extent : index;
  if (index >= -extent && index < extent) return STATUS_OK;
  return compute_fail(task, "the index %" PRId64 " is outside of an extent of %" PRId64, index,
                      extent);
}

static Status copy_data(const KernelTask *task)
{
  TensorType type = task->out[0].shape.type;
  if (put_kind(task) != PUT && (type == TENSOR_COMPLEX64 || type == TENSOR_COMPLEX128))
    return compute_fail(task, "complex numbers can only be put");
  memcpy(task->out[0].data, task->in[0]->data, task->out[0].count * tensor_type_size(type));
  return STATUS_OK;
}

/* ScatterElements, and Scatter, its old name. */
Status compute_scatter_elements(const KernelTask *task)
{
  const Tensor *indices = task->in[1], *updates = task->in[2];
  Tensor *out = &task->out[0];
  int64_t axis = graph_attribute_int(task->node, "axis"), at[TENSOR_RANK_MAX] = {0};
  uint32_t along = (uint32_t)(axis < 0 ? axis + out->shape.rank : axis);
  PutKind kind = put_kind(task);
  Status status = copy_data(task);
  for (size_t i = 0; i < indices->count && status == STATUS_OK; i++) {
    int64_t to = 0, index;
    status = normal_index(task, tensor_get_int(indices, i), out->shape.dims[along], &index);
    if (status != STATUS_OK) break;
    for (uint32_t d = 0; d < out->shape.rank; d++)
      to = to * out->shape.dims[d] + (d == along ? index : at[d]);
    put(kind, out, (size_t)to, updates, i);
    for (uint32_t d = out->shape.rank; d-- > 0;) {
      if (++at[d] < indices->shape.dims[d]) break;
      at[d] = 0;
    }
  }
  return status;
}

Status compute_scatter_nd(const KernelTask *task)
{
  const Tensor *indices = task->in[1], *updates = task->in[2];
  Tensor *out = &task->out[0];
  uint32_t depth = (uint32_t)indices->shape.dims[indices->shape.rank - 1];
  size_t block = tensor_shape_extent(&out->shape, depth, out->shape.rank);
  PutKind kind = put_kind(task);
  Status status = copy_data(task);
  for (size_t i = 0; i < indices->count / depth && status == STATUS_OK; i++) {
    int64_t to = 0, index;
    for (uint32_t d = 0; d < depth && status == STATUS_OK; d++) {
      status =
          normal_index(task, tensor_get_int(indices, i * depth + d), out->shape.dims[d], &index);
      to = to * out->shape.dims[d] + index;
    }
    for (size_t k = 0; k < block && status == STATUS_OK; k++)
      put(kind, out, (size_t)to * block + k, updates, i * block + k);
  }
  return status;
}
