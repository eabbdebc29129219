/* Operators on each element alone. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "nn/infer/kernel.h"

/* What the attributes say, read once. */
typedef struct {
  OperatorKind kind;
  double a, b;
} Unary;

static double select_unary(const Unary *u, double x)
{
  switch (u->kind) {
  case OP_Clip: return x < u->a ? (u->b < u->a ? u->b : u->a) : x > u->b ? u->b : x;
  case OP_Relu: return x < 0 ? 0 : x;
  case OP_LeakyRelu: return x < 0 ? u->a * x : x;
  case OP_ThresholdedRelu: return x > u->a ? x : 0;
  case OP_Elu: return x < 0 ? u->a * expm1(x) : x;
  case OP_Celu: return x < 0 ? u->a * expm1(x / u->a) : x;
  case OP_Selu: return x > 0 ? u->b * x : u->b * u->a * expm1(x);
  case OP_HardSigmoid: return fmax(0, fmin(1, u->a * x + u->b));
  case OP_HardSwish: return x * fmax(0, fmin(1, x / 6 + 0.5));
  case OP_Shrink: return x < -u->b ? x + u->a : x > u->b ? x - u->a : 0;
  case OP_Sign: return x > 0 ? 1 : x < 0 ? -1 : x;
  case OP_IsNaN: return isnan(x);
  case OP_IsInf: return (x == INFINITY && u->b != 0) || (x == -INFINITY && u->a != 0);
  default: break;
  }
  assert(!"an operator without a function");
  return NAN;
}

static double smooth_unary(const Unary *u, double x)
{
  switch (u->kind) {
  case OP_Abs: return fabs(x);
  case OP_Acos: return acos(x);
  case OP_Acosh: return acosh(x);
  case OP_Asin: return asin(x);
  case OP_Asinh: return asinh(x);
  case OP_Atan: return atan(x);
  case OP_Atanh: return atanh(x);
  case OP_Ceil: return ceil(x);
  case OP_Cos: return cos(x);
  case OP_Cosh: return cosh(x);
  case OP_Erf: return erf(x);
  case OP_Exp: return exp(x);
  case OP_Floor: return floor(x);
  case OP_Log: return log(x);
  case OP_Mish: return x * tanh(x > 30 ? x : log1p(exp(x)));
  case OP_Neg: return -x;
  case OP_Reciprocal: return 1 / x;
  case OP_Round: return nearbyint(x);
  case OP_Sigmoid: return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x));
  case OP_Sin: return sin(x);
  case OP_Sinh: return sinh(x);
  case OP_Softplus: return x > 30 ? x + exp(-x) : log1p(exp(x));
  case OP_Softsign: return x / (1 + fabs(x));
  case OP_Sqrt: return sqrt(x);
  case OP_Tan: return tan(x);
  case OP_Tanh: return tanh(x);
  default: return select_unary(u, x);
  }
}

/* Whole numbers, exactly; false for operators that compute with floats. */
static bool whole_unary(const Unary *u, int64_t x, int64_t *y)
{
  switch (u->kind) {
  case OP_Abs: *y = x < 0 ? (int64_t)(0 - (uint64_t)x) : x; return true;
  case OP_Neg: *y = (int64_t)(0 - (uint64_t)x); return true;
  case OP_Relu: *y = x < 0 ? 0 : x; return true;
  case OP_Sign: *y = (x > 0) - (x < 0); return true;
  case OP_Not: *y = !x; return true;
  case OP_BitwiseNot: *y = ~x; return true;
  default: return false;
  }
}

static Unary read_unary(const KernelTask *task)
{
  const GraphNode *node = task->node;
  Unary u = {.kind = node->op->kind};
  switch (u.kind) {
  case OP_Celu:
  case OP_Elu:
  case OP_LeakyRelu:
  case OP_ThresholdedRelu: u.a = graph_attribute_float(node, "alpha"); break;
  case OP_Selu:
    u.a = graph_attribute_float(node, "alpha");
    u.b = graph_attribute_float(node, "gamma");
    break;
  case OP_HardSigmoid:
    u.a = graph_attribute_float(node, "alpha");
    u.b = graph_attribute_float(node, "beta");
    break;
  case OP_Shrink:
    u.a = graph_attribute_float(node, "bias");
    u.b = graph_attribute_float(node, "lambd");
    break;
  case OP_IsInf:
    u.a = (double)graph_attribute_int(node, "detect_negative");
    u.b = (double)graph_attribute_int(node, "detect_positive");
    break;
  default: break;
  }
  return u;
}

/* A bound of Clip; the attributes of old opsets are floats. */
static double read_bound(const KernelTask *task, size_t index, const char *name, double open)
{
  const Tensor *bound = compute_input(task, index);
  if (bound) return tensor_get_double(bound, 0);
  return graph_attribute(task->node, name) ? graph_attribute_float(task->node, name) : open;
}

/* Relu is most of what networks do with single elements. */
static void relu_floats(const float *in, float *out, size_t count)
{
  for (size_t i = 0; i < count; i++) out[i] = in[i] < 0 ? 0 : in[i];
}

/* Bounds of whole numbers are inputs of their type; unsigned numbers of 64 bits have their own order. */
static Status clip_wholes(const KernelTask *task)
{
  const Tensor *x = task->in[0], *low = compute_input(task, 1), *high = compute_input(task, 2);
  bool wide = x->shape.type == TENSOR_UINT64;
  if ((low && low->count != 1) || (high && high->count != 1))
    return compute_fail(task, "a bound is not a single number");
  uint64_t shift = wide ? 0 : (uint64_t)1 << 63; /* makes the order that of unsigned numbers */
  for (size_t i = 0; i < x->count; i++) {
    uint64_t number = (uint64_t)tensor_get_int(x, i) + shift;
    if (low && number < (uint64_t)tensor_get_int(low, 0) + shift)
      number = (uint64_t)tensor_get_int(low, 0) + shift;
    if (high && number > (uint64_t)tensor_get_int(high, 0) + shift)
      number = (uint64_t)tensor_get_int(high, 0) + shift;
    tensor_set_int(&task->out[0], i, (int64_t)(number - shift));
  }
  return STATUS_OK;
}

Status compute_unary(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *y = &task->out[0];
  Unary u = read_unary(task);
  if (u.kind == OP_Clip && !tensor_type_is_float(x->shape.type)) return clip_wholes(task);
  if (u.kind == OP_Clip) {
    for (size_t i = 1; i < 3; i++)
      if (compute_input(task, i) && compute_input(task, i)->count != 1)
        return compute_fail(task, "a bound is not a single number");
    u.a = read_bound(task, 1, "min", -INFINITY);
    u.b = read_bound(task, 2, "max", INFINITY);
  }
  if (u.kind == OP_Relu && x->shape.type == TENSOR_FLOAT) {
    relu_floats(x->data, y->data, y->count);
    return STATUS_OK;
  }
  if (tensor_type_is_float(x->shape.type))
    for (size_t i = 0; i < y->count; i++)
      tensor_set_double(y, i, smooth_unary(&u, tensor_get_double(x, i)));
  else
    for (size_t i = 0; i < y->count; i++) {
      int64_t whole;
      if (whole_unary(&u, tensor_get_int(x, i), &whole))
        tensor_set_int(y, i, whole);
      else
        tensor_set_double(y, i, smooth_unary(&u, tensor_get_double(x, i)));
    }
  return STATUS_OK;
}

Status compute_cast(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *y = &task->out[0];
  bool whole = !tensor_type_is_float(x->shape.type) && !tensor_type_is_float(y->shape.type);
  for (size_t i = 0; i < y->count; i++)
    if (whole)
      tensor_set_int(y, i, tensor_get_int(x, i));
    else
      tensor_set_double(y, i, tensor_get_double(x, i));
  return STATUS_OK;
}

Status compute_dropout(const KernelTask *task)
{
  const Tensor *training = compute_input(task, 2);
  if (training && training->count && tensor_get_int(training, 0))
    return compute_fail(task, "training is not supported");
  memcpy(task->out[0].data, task->in[0]->data,
         task->out[0].count * tensor_type_size(task->out[0].shape.type));
  for (size_t i = 0; task->node->output_count > 1 && i < task->out[1].count; i++)
    tensor_set_int(&task->out[1], i, 1);
  return STATUS_OK;
}
