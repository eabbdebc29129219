#include "nn/graph/tensor.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/graph/half.h"

static const struct {
  const char *name;
  size_t size;
} TYPES[TENSOR_TYPE_COUNT] = {
    [TENSOR_UNDEFINED] = {"undefined", 0}, [TENSOR_FLOAT] = {"float", 4},
    [TENSOR_UINT8] = {"uint8", 1},         [TENSOR_INT8] = {"int8", 1},
    [TENSOR_UINT16] = {"uint16", 2},       [TENSOR_INT16] = {"int16", 2},
    [TENSOR_INT32] = {"int32", 4},         [TENSOR_INT64] = {"int64", 8},
    [TENSOR_STRING] = {"string", 0},       [TENSOR_BOOL] = {"bool", 1},
    [TENSOR_FLOAT16] = {"float16", 2},     [TENSOR_DOUBLE] = {"double", 8},
    [TENSOR_UINT32] = {"uint32", 4},       [TENSOR_UINT64] = {"uint64", 8},
    [TENSOR_COMPLEX64] = {"complex64", 8}, [TENSOR_COMPLEX128] = {"complex128", 16},
    [TENSOR_BFLOAT16] = {"bfloat16", 2},
};

size_t tensor_type_size(TensorType type)
{
  assert(type < TENSOR_TYPE_COUNT);
  return TYPES[type].size;
}

const char *tensor_type_name(TensorType type)
{
  assert(type < TENSOR_TYPE_COUNT);
  return TYPES[type].name;
}

bool tensor_type_is_float(TensorType type)
{
  return type == TENSOR_FLOAT || type == TENSOR_DOUBLE || type == TENSOR_FLOAT16 ||
         type == TENSOR_BFLOAT16;
}

bool tensor_type_is_integer(TensorType type)
{
  return (type >= TENSOR_UINT8 && type <= TENSOR_INT64) || type == TENSOR_UINT32 ||
         type == TENSOR_UINT64;
}

bool tensor_shape_count(const TensorShape *shape, size_t limit, size_t *count)
{
  assert(shape->rank <= TENSOR_RANK_MAX);
  size_t product = 1;
  bool empty = false;
  for (uint32_t i = 0; i < shape->rank; i++) {
    assert(shape->dims[i] >= 0);
    if (shape->dims[i] == 0) empty = true;
  }
  for (uint32_t i = 0; i < shape->rank && !empty; i++)
    if (__builtin_mul_overflow(product, (size_t)shape->dims[i], &product) || product > limit)
      return false;
  *count = empty ? 0 : product;
  return true;
}

size_t tensor_shape_extent(const TensorShape *shape, uint32_t from, uint32_t to)
{
  assert(from <= to && to <= shape->rank);
  size_t product = 1;
  for (uint32_t i = from; i < to; i++) product *= (size_t)shape->dims[i];
  return product;
}

bool tensor_shape_equal_dims(const TensorShape *a, const TensorShape *b)
{
  return a->rank == b->rank && memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

void tensor_shape_print(const TensorShape *shape, StrBuf *out)
{
  strbuf_add_text(out, tensor_type_name(shape->type));
  strbuf_add_char(out, '[');
  for (uint32_t i = 0; i < shape->rank; i++)
    strbuf_printf(out, "%s%" PRId64, i ? "," : "", shape->dims[i]);
  strbuf_add_char(out, ']');
}

void tensor_init(Tensor *tensor, TensorShape shape)
{
  size_t size = tensor_type_size(shape.type);
  assert(size > 0);
  *tensor = (Tensor){.shape = shape};
  if (!tensor_shape_count(&shape, SIZE_MAX / size, &tensor->count)) mem_exhausted(SIZE_MAX);
  tensor->data = mem_alloc_zero(tensor->count ? tensor->count : 1, size);
}

void tensor_init_copy(Tensor *tensor, const Tensor *source)
{
  tensor_init(tensor, source->shape);
  memcpy(tensor->data, source->data, source->count * tensor_type_size(source->shape.type));
}

void tensor_deinit(Tensor *tensor)
{
  free(tensor->data);
  *tensor = (Tensor){0};
}

double tensor_get_double(const Tensor *tensor, size_t index)
{
  assert(index < tensor->count);
  switch (tensor->shape.type) {
  case TENSOR_FLOAT: return ((const float *)tensor->data)[index];
  case TENSOR_DOUBLE: return ((const double *)tensor->data)[index];
  case TENSOR_FLOAT16: return half_to_double(((const uint16_t *)tensor->data)[index]);
  case TENSOR_BFLOAT16: return bfloat_to_double(((const uint16_t *)tensor->data)[index]);
  case TENSOR_UINT64: return (double)((const uint64_t *)tensor->data)[index];
  case TENSOR_COMPLEX64: return ((const float *)tensor->data)[2 * index];
  case TENSOR_COMPLEX128: return ((const double *)tensor->data)[2 * index];
  default: return (double)tensor_get_int(tensor, index);
  }
}

int64_t tensor_get_int(const Tensor *tensor, size_t index)
{
  assert(index < tensor->count);
  const void *data = tensor->data;
  switch (tensor->shape.type) {
  case TENSOR_BOOL:
  case TENSOR_UINT8: return ((const uint8_t *)data)[index];
  case TENSOR_INT8: return ((const int8_t *)data)[index];
  case TENSOR_UINT16: return ((const uint16_t *)data)[index];
  case TENSOR_INT16: return ((const int16_t *)data)[index];
  case TENSOR_UINT32: return ((const uint32_t *)data)[index];
  case TENSOR_INT32: return ((const int32_t *)data)[index];
  case TENSOR_UINT64:
  case TENSOR_INT64: return ((const int64_t *)data)[index];
  default: break;
  }
  double number = tensor_get_double(tensor, index);
  /* Outside of int64 there is no meaning; the smallest number is what x86-64 gives. */
  return number >= -0x1p63 && number < 0x1p63 ? (int64_t)number : INT64_MIN;
}

void tensor_set_double(Tensor *tensor, size_t index, double number)
{
  assert(index < tensor->count);
  switch (tensor->shape.type) {
  case TENSOR_FLOAT: ((float *)tensor->data)[index] = (float)number; return;
  case TENSOR_DOUBLE: ((double *)tensor->data)[index] = number; return;
  case TENSOR_FLOAT16: ((uint16_t *)tensor->data)[index] = half_from_double(number); return;
  case TENSOR_BFLOAT16: ((uint16_t *)tensor->data)[index] = bfloat_from_double(number); return;
  case TENSOR_COMPLEX64:
    ((float *)tensor->data)[2 * index] = (float)number;
    ((float *)tensor->data)[2 * index + 1] = 0;
    return;
  case TENSOR_COMPLEX128:
    ((double *)tensor->data)[2 * index] = number;
    ((double *)tensor->data)[2 * index + 1] = 0;
    return;
  case TENSOR_BOOL: ((uint8_t *)tensor->data)[index] = number != 0; return;
  case TENSOR_UINT64:
    if (number >= 0x1p63 && number < 0x1p64) {
      ((uint64_t *)tensor->data)[index] = (uint64_t)number;
      return;
    }
    break;
  default: break;
  }
  bool fits = number >= -0x1p63 && number < 0x1p63;
  tensor_set_int(tensor, index, fits ? (int64_t)number : INT64_MIN);
}

void tensor_set_int(Tensor *tensor, size_t index, int64_t number)
{
  assert(index < tensor->count);
  void *data = tensor->data;
  switch (tensor->shape.type) {
  case TENSOR_BOOL: ((uint8_t *)data)[index] = number != 0; return;
  case TENSOR_INT8:
  case TENSOR_UINT8: ((uint8_t *)data)[index] = (uint8_t)number; return;
  case TENSOR_INT16:
  case TENSOR_UINT16: ((uint16_t *)data)[index] = (uint16_t)number; return;
  case TENSOR_INT32:
  case TENSOR_UINT32: ((uint32_t *)data)[index] = (uint32_t)number; return;
  case TENSOR_INT64:
  case TENSOR_UINT64: ((int64_t *)data)[index] = number; return;
  default: tensor_set_double(tensor, index, (double)number); return;
  }
}
