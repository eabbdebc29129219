/* Tensors: dense arrays of numbers with a type and a shape.
 *
 *   Tensor t;
 *   tensor_init(&t, (TensorShape){TENSOR_FLOAT, 2, {1, 784}});
 *   ((float *)t.data)[0] = 1;
 *   tensor_deinit(&t);
 *
 * Elements are in row-major order. Numbers of 16 bits and complex ones are kept as their bytes. */
#ifndef NN_GRAPH_TENSOR_H
#define NN_GRAPH_TENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

/* The numbers are those of ONNX. */
typedef enum {
  TENSOR_UNDEFINED = 0,
  TENSOR_FLOAT = 1,
  TENSOR_UINT8 = 2,
  TENSOR_INT8 = 3,
  TENSOR_UINT16 = 4,
  TENSOR_INT16 = 5,
  TENSOR_INT32 = 6,
  TENSOR_INT64 = 7,
  TENSOR_STRING = 8, /* only named in messages: no tensor has it */
  TENSOR_BOOL = 9,   /* one byte, 0 or 1 */
  TENSOR_FLOAT16 = 10,
  TENSOR_DOUBLE = 11,
  TENSOR_UINT32 = 12,
  TENSOR_UINT64 = 13,
  TENSOR_COMPLEX64 = 14,
  TENSOR_COMPLEX128 = 15,
  TENSOR_BFLOAT16 = 16,
  TENSOR_TYPE_COUNT,
} TensorType;

enum { TENSOR_RANK_MAX = 8 };

/* What is known before anything is computed. All extents are known and not negative. */
typedef struct {
  TensorType type;
  uint32_t rank;
  int64_t dims[TENSOR_RANK_MAX];
} TensorShape;

typedef struct {
  TensorShape shape;
  size_t count; /* of elements; 1 for a scalar */
  void *data;
} Tensor;

/* Bytes an element takes; 0 for TENSOR_UNDEFINED and TENSOR_STRING. */
size_t tensor_type_size(TensorType type);
/* As ONNX writes it: "float", "int64". */
const char *tensor_type_name(TensorType type);
bool tensor_type_is_float(TensorType type);   /* float, double, float16, bfloat16 */
bool tensor_type_is_integer(TensorType type); /* of any width and sign; not bool */

/* The number of elements; false if it is above `limit`. */
bool tensor_shape_count(const TensorShape *shape, size_t limit, size_t *count);
/* The product of dims[from .. to), of a shape whose number of elements is known to be in range. */
size_t tensor_shape_extent(const TensorShape *shape, uint32_t from, uint32_t to);
bool tensor_shape_equal_dims(const TensorShape *a, const TensorShape *b);
/* "float[1,784]". */
void tensor_shape_print(const TensorShape *shape, StrBuf *out);

/* A tensor of zeros. The shape's number of elements must be in range. */
void tensor_init(Tensor *tensor, TensorShape shape);
void tensor_init_copy(Tensor *tensor, const Tensor *source);
void tensor_deinit(Tensor *tensor);

/* Any element as a number: of float types, or of integers and bool. Not for complex numbers. */
double tensor_get_double(const Tensor *tensor, size_t index);
int64_t tensor_get_int(const Tensor *tensor, size_t index);
/* Stores the nearest number of the tensor's type, ties to even; integers wrap. */
void tensor_set_double(Tensor *tensor, size_t index, double number);
void tensor_set_int(Tensor *tensor, size_t index, int64_t number);

#endif
