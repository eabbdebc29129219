/* Operators on the elements of several inputs that are broadcast together. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/infer/kernel.h"

static double remainder_like(double x, double y, bool truncate)
{
  double rest = fmod(x, y);
  return !truncate && rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

/* NANs win, as the runtimes have it. */
static double larger(double x, double y)
{
  return isnan(x) || isnan(y) ? NAN : x > y ? x : y;
}

static double smaller(double x, double y)
{
  return isnan(x) || isnan(y) ? NAN : x < y ? x : y;
}

static double combine_doubles(OperatorKind kind, double x, double y)
{
  switch (kind) {
  case OP_Add:
  case OP_Mean:
  case OP_Sum: return x + y;
  case OP_Sub: return x - y;
  case OP_Mul: return x * y;
  case OP_Div: return x / y;
  case OP_Pow: return pow(x, y);
  case OP_Max: return larger(x, y);
  case OP_Min: return smaller(x, y);
  case OP_PRelu: return x < 0 ? y * x : x;
  case OP_Equal: return x == y;
  case OP_Less: return x < y;
  case OP_LessOrEqual: return x <= y;
  case OP_Greater: return x > y;
  case OP_GreaterOrEqual: return x >= y;
  default: break;
  }
  assert(!"an operator without a function");
  return NAN;
}

static int64_t divide(int64_t x, int64_t y, bool is_unsigned)
{
  if (is_unsigned) return (int64_t)((uint64_t)x / (uint64_t)y);
  return y == -1 ? (int64_t)(0 - (uint64_t)x) : x / y;
}

static int64_t modulo(int64_t x, int64_t y, bool is_unsigned, bool truncate)
{
  if (is_unsigned) return (int64_t)((uint64_t)x % (uint64_t)y);
  if (y == -1) return 0;
  int64_t rest = x % y;
  return !truncate && rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

static int64_t power(int64_t x, int64_t y)
{
  if (y < 0) return x == 1 ? 1 : x == -1 ? (y % 2 ? -1 : 1) : 0;
  uint64_t result = 1, base = (uint64_t)x;
  for (; y; y >>= 1, base *= base)
    if (y & 1) result *= base;
  return (int64_t)result;
}

static int64_t compare_wholes(OperatorKind kind, int64_t x, int64_t y, bool is_unsigned)
{
  bool less = is_unsigned ? (uint64_t)x < (uint64_t)y : x < y;
  switch (kind) {
  case OP_Equal: return x == y;
  case OP_Less: return less;
  case OP_LessOrEqual: return less || x == y;
  case OP_Greater: return !less && x != y;
  case OP_GreaterOrEqual: return !less;
  case OP_Max: return less ? y : x;
  case OP_Min: return less ? x : y;
  case OP_And:
  case OP_BitwiseAnd: return x & y;
  case OP_Or:
  case OP_BitwiseOr: return x | y;
  case OP_Xor:
  case OP_BitwiseXor: return x ^ y;
  case OP_PRelu: return x < 0 ? (int64_t)((uint64_t)x * (uint64_t)y) : x;
  default: break;
  }
  assert(!"an operator without a function");
  return 0;
}

static int64_t combine_wholes(OperatorKind kind, int64_t x, int64_t y, bool is_unsigned)
{
  switch (kind) {
  case OP_Add:
  case OP_Sum: return (int64_t)((uint64_t)x + (uint64_t)y);
  case OP_Sub: return (int64_t)((uint64_t)x - (uint64_t)y);
  case OP_Mul: return (int64_t)((uint64_t)x * (uint64_t)y);
  case OP_Div: return divide(x, y, is_unsigned);
  case OP_Pow: return power(x, y);
  default: return compare_wholes(kind, x, y, is_unsigned);
  }
}

/* Where an element of each input is. */
static size_t place(const size_t *map, size_t i)
{
  return map ? map[i] : i;
}

/* The operators that networks are full of, on floats of one shape or against a single one. */
static bool combine_floats(OperatorKind kind, const Tensor *x, const Tensor *y, Tensor *z)
{
  const float *a = x->data, *b = y->data;
  float *c = z->data;
  bool single = y->count == 1, fits = single || x->count == y->count;
  if (x->shape.type != TENSOR_FLOAT || x->count != z->count || !fits ||
      x->shape.rank != z->shape.rank || (!single && !tensor_shape_equal_dims(&x->shape, &y->shape)))
    return false;
  size_t step = single ? 0 : 1;
  switch (kind) {
  case OP_Add:
    for (size_t i = 0; i < z->count; i++) c[i] = a[i] + b[i * step];
    return true;
  case OP_Sub:
    for (size_t i = 0; i < z->count; i++) c[i] = a[i] - b[i * step];
    return true;
  case OP_Mul:
    for (size_t i = 0; i < z->count; i++) c[i] = a[i] * b[i * step];
    return true;
  default: return false;
  }
}

static bool is_unsigned(TensorType type)
{
  return type == TENSOR_UINT64;
}

static int64_t shift(const KernelTask *task, int64_t x, int64_t y, size_t bits)
{
  if (y < 0 || (uint64_t)y >= bits) return 0;
  bool left = graph_attribute_is(task->node, "direction", "LEFT");
  return (int64_t)(left ? (uint64_t)x << y : (uint64_t)x >> y);
}

static Status combine_one(const KernelTask *task, Tensor *z, size_t i, const Tensor *x, size_t a,
                          const Tensor *y, size_t b)
{
  OperatorKind kind = task->node->op->kind;
  bool truncate = kind == OP_Mod && graph_attribute_int(task->node, "fmod") != 0;
  if (tensor_type_is_float(x->shape.type)) {
    double p = tensor_get_double(x, a), q = tensor_get_double(y, b);
    tensor_set_double(
        z, i, kind == OP_Mod ? remainder_like(p, q, truncate) : combine_doubles(kind, p, q));
    return STATUS_OK;
  }
  if (kind == OP_Pow && tensor_type_is_float(y->shape.type)) {
    tensor_set_double(z, i, pow(tensor_get_double(x, a), tensor_get_double(y, b)));
    return STATUS_OK;
  }
  int64_t p = tensor_get_int(x, a), q = tensor_get_int(y, b);
  bool unsign = is_unsigned(x->shape.type);
  if ((kind == OP_Div || kind == OP_Mod) && q == 0) return compute_fail(task, "division by zero");
  if (kind == OP_Mod)
    tensor_set_int(z, i, modulo(p, q, unsign, truncate));
  else if (kind == OP_BitShift)
    tensor_set_int(z, i, shift(task, p, q, 8 * tensor_type_size(x->shape.type)));
  else
    tensor_set_int(z, i, combine_wholes(kind, p, q, unsign));
  return STATUS_OK;
}

static Status combine(const KernelTask *task, const Tensor *x, const Tensor *y, Tensor *z)
{
  if (combine_floats(task->node->op->kind, x, y, z)) return STATUS_OK;
  size_t *a = compute_broadcast(&z->shape, &x->shape), *b = compute_broadcast(&z->shape, &y->shape);
  Status status = STATUS_OK;
  for (size_t i = 0; i < z->count && status == STATUS_OK; i++)
    status = combine_one(task, z, i, x, place(a, i), y, place(b, i));
  free(a);
  free(b);
  return status;
}

Status compute_binary(const KernelTask *task)
{
  return combine(task, task->in[0], task->in[1], &task->out[0]);
}

/* Any number of inputs: one after the other onto the result. */
Status compute_variadic(const KernelTask *task)
{
  Tensor *z = &task->out[0];
  const Tensor *first = task->in[0];
  size_t size = tensor_type_size(z->shape.type);
  size_t *map = compute_broadcast(&z->shape, &first->shape);
  for (size_t i = 0; i < z->count; i++)
    memcpy((char *)z->data + i * size, (const char *)first->data + place(map, i) * size, size);
  free(map);
  Status status = STATUS_OK;
  for (uint32_t n = 1; n < task->node->input_count && status == STATUS_OK; n++)
    status = combine(task, z, task->in[n], z);
  if (task->node->op->kind == OP_Mean)
    for (size_t i = 0; i < z->count; i++)
      tensor_set_double(z, i, tensor_get_double(z, i) / task->node->input_count);
  return status;
}

Status compute_where(const KernelTask *task)
{
  Tensor *z = &task->out[0];
  size_t size = tensor_type_size(z->shape.type);
  size_t *maps[3];
  for (size_t i = 0; i < 3; i++) maps[i] = compute_broadcast(&z->shape, &task->in[i]->shape);
  for (size_t i = 0; i < z->count; i++) {
    size_t from = tensor_get_int(task->in[0], place(maps[0], i)) ? 1 : 2;
    memcpy((char *)z->data + i * size,
           (const char *)task->in[from]->data + place(maps[from], i) * size, size);
  }
  for (size_t i = 0; i < 3; i++) free(maps[i]);
  return STATUS_OK;
}
