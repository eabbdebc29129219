/* Einsum, and other operators on matrices. */
#include "nn/graph/einsum.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/infer/kernel.h"

/* The product of one element of each input. */
static void add_product(const KernelTask *task, const size_t *at, double *sum, uint64_t *whole)
{
  double product = 1;
  uint64_t exact = 1;
  bool real = tensor_type_is_float(task->out[0].shape.type);
  for (uint32_t i = 0; i < task->node->input_count; i++)
    if (real)
      product *= tensor_get_double(task->in[i], at[i]);
    else
      exact *= (uint64_t)tensor_get_int(task->in[i], at[i]);
  *sum += product;
  *whole += exact;
}

/* Steps indices from `first` on; false when all have been through. */
static bool advance(const Einsum *e, uint32_t first, uint32_t last, size_t *places, size_t *at,
                    uint32_t inputs)
{
  for (uint32_t k = last; k-- > first;) {
    for (uint32_t i = 0; i < inputs; i++) at[i] += e->step[i][k];
    if (++places[k] < (size_t)e->extent[k]) return true;
    for (uint32_t i = 0; i < inputs; i++) at[i] -= e->step[i][k] * places[k];
    places[k] = 0;
  }
  return false;
}

Status compute_einsum(const KernelTask *task)
{
  Tensor *out = &task->out[0];
  Einsum e;
  ShapeTask shape = compute_shape_task(task);
  Status status = einsum_read(&shape, &e);
  if (status != STATUS_OK || e.work == 0) return status;
  size_t places[EINSUM_AXES_MAX] = {0}, at[EINSUM_INPUTS_MAX] = {0};
  uint32_t inputs = task->node->input_count;
  for (size_t i = 0; i < out->count; i++) {
    double sum = 0;
    uint64_t whole = 0;
    do add_product(task, at, &sum, &whole);
    while (advance(&e, e.out_count, e.index_count, places, at, inputs));
    if (tensor_type_is_float(out->shape.type))
      tensor_set_double(out, i, sum);
    else
      tensor_set_int(out, i, (int64_t)whole);
    advance(&e, 0, e.out_count, places, at, inputs);
  }
  return STATUS_OK;
}

/* By elimination with the largest pivot. */
static double determinant(double *a, size_t n)
{
  double product = 1;
  for (size_t k = 0; k < n; k++) {
    size_t best = k;
    for (size_t i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[best * n + k])) best = i;
    if (a[best * n + k] == 0) return 0;
    for (size_t i = 0; i < n && best != k; i++) {
      double kept = a[k * n + i];
      a[k * n + i] = a[best * n + i];
      a[best * n + i] = kept;
    }
    if (best != k) product = -product;
    product *= a[k * n + k];
    for (size_t i = k + 1; i < n; i++) {
      double factor = a[i * n + k] / a[k * n + k];
      for (size_t l = k; l < n; l++) a[i * n + l] -= factor * a[k * n + l];
    }
  }
  return product;
}

Status compute_determinant(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  size_t n = (size_t)x->shape.dims[x->shape.rank - 1];
  double *numbers = compute_doubles(x);
  for (size_t i = 0; i < task->out[0].count; i++)
    tensor_set_double(&task->out[0], i, determinant(numbers + i * n * n, n));
  free(numbers);
  return STATUS_OK;
}

Status compute_eye_like(const KernelTask *task)
{
  Tensor *y = &task->out[0];
  int64_t k = graph_attribute_int(task->node, "k"), columns = y->shape.dims[1];
  for (int64_t row = 0; row < y->shape.dims[0]; row++)
    if (k < columns && k >= -row && row + k < columns)
      tensor_set_int(y, (size_t)(row * columns + row + k), 1);
  return STATUS_OK;
}
