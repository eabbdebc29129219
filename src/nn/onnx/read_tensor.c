#include <inttypes.h>
#include <string.h>

#include "nn/onnx/read.h"

static Status read_shape(const Onnx__TensorProto *from, const char *owner, TensorShape *shape,
                         Error *error)
{
  int type = from->data_type;
  if (type <= 0 || type >= TENSOR_TYPE_COUNT)
    return error_set(error, STATUS_SORT, "tensor '%s' is of the unknown type %d", owner, type);
  if (tensor_type_size((TensorType)type) == 0)
    return error_set(error, STATUS_SORT, "tensor '%s' is of type %s, which is not supported", owner,
                     tensor_type_name((TensorType)type));
  if (from->n_dims > TENSOR_RANK_MAX)
    return error_set(error, STATUS_LIMIT, "tensor '%s' has rank %zu, at most %d is supported",
                     owner, from->n_dims, TENSOR_RANK_MAX);
  *shape = (TensorShape){.type = (TensorType)type, .rank = (uint32_t)from->n_dims};
  for (size_t i = 0; i < from->n_dims; i++) {
    if (from->dims[i] < 0)
      return error_set(error, STATUS_SORT, "tensor '%s' has an extent of %" PRId64, owner,
                       from->dims[i]);
    shape->dims[i] = from->dims[i];
  }
  return STATUS_OK;
}

/* The number of elements that the fields for each type have. */
static size_t count_given(const Onnx__TensorProto *from, TensorType type)
{
  switch (type) {
  case TENSOR_FLOAT: return from->n_float_data;
  case TENSOR_COMPLEX64: return from->n_float_data / 2;
  case TENSOR_DOUBLE: return from->n_double_data;
  case TENSOR_COMPLEX128: return from->n_double_data / 2;
  case TENSOR_INT64: return from->n_int64_data;
  case TENSOR_UINT32:
  case TENSOR_UINT64: return from->n_uint64_data;
  default: return from->n_int32_data;
  }
}

static void copy_fields(const Onnx__TensorProto *from, Tensor *tensor)
{
  size_t bytes = tensor->count * tensor_type_size(tensor->shape.type);
  for (size_t i = 0; i < tensor->count; i++) {
    switch (tensor->shape.type) {
    case TENSOR_FLOAT:
    case TENSOR_COMPLEX64: memcpy(tensor->data, from->float_data, bytes); return;
    case TENSOR_DOUBLE:
    case TENSOR_COMPLEX128: memcpy(tensor->data, from->double_data, bytes); return;
    case TENSOR_INT64: tensor_set_int(tensor, i, from->int64_data[i]); break;
    case TENSOR_UINT32:
    case TENSOR_UINT64: tensor_set_int(tensor, i, (int64_t)from->uint64_data[i]); break;
    case TENSOR_FLOAT16:
    case TENSOR_BFLOAT16: ((uint16_t *)tensor->data)[i] = (uint16_t)from->int32_data[i]; break;
    default: tensor_set_int(tensor, i, from->int32_data[i]); break;
    }
  }
}

static void normalize_bools(Tensor *tensor)
{
  if (tensor->shape.type != TENSOR_BOOL) return;
  for (size_t i = 0; i < tensor->count; i++)
    ((uint8_t *)tensor->data)[i] = ((uint8_t *)tensor->data)[i] != 0;
}

Status onnx_read_tensor(const Onnx__TensorProto *from, const char *owner, const ReadPlace *place,
                        Tensor *tensor, Error *error)
{
  TensorShape shape;
  size_t count;
  Status status = read_shape(from, owner, &shape, error);
  if (status != STATUS_OK) return status;
  if (from->segment)
    return error_set(error, STATUS_SORT, "tensor '%s' is one of several segments", owner);
  if (!tensor_shape_count(&shape, place->limits->elements, &count))
    return error_set(error, STATUS_LIMIT, "tensor '%s' has more than %" PRIu64 " elements", owner,
                     place->limits->elements);
  size_t size = tensor_type_size(shape.type);
  if (count > place->limits->constant_bytes / size)
    return error_set(error, STATUS_LIMIT, "tensor '%s' has more than %" PRIu64 " bytes", owner,
                     place->limits->constant_bytes);
  if (from->data_location == ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL || from->n_external_data) {
    tensor_init(tensor, shape);
    status = onnx_read_external(from, owner, place, tensor, error);
    if (status == STATUS_OK) normalize_bools(tensor);
    if (status != STATUS_OK) tensor_deinit(tensor);
    return status;
  }
  bool raw = from->has_raw_data;
  if (raw ? from->raw_data.len != count * size : count_given(from, shape.type) != count)
    return error_set(error, STATUS_SORT, "tensor '%s' needs %zu elements and has another number",
                     owner, count);
  tensor_init(tensor, shape);
  if (!raw)
    copy_fields(from, tensor);
  else if (count > 0)
    memcpy(tensor->data, from->raw_data.data, count * size);
  normalize_bools(tensor);
  return STATUS_OK;
}
