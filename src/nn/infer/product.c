/* Sums of products: matrices and convolutions. Floats go through BLAS. */
#include <assert.h>
#include <cblas.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/graph/window.h"
#include "nn/infer/kernel.h"

/* c = a b + c for matrices of m x k and k x n, which may be transposed in memory. */
typedef struct {
  size_t m, n, k;
  bool turn_a, turn_b;
} Product;

static int blas(size_t extent)
{
  return extent ? (int)extent : 1;
}

static void multiply_floats(const Product *p, const float *a, const float *b, float *c)
{
  if (!p->m || !p->n || !p->k) return;
  cblas_sgemm(CblasRowMajor, p->turn_a ? CblasTrans : CblasNoTrans,
              p->turn_b ? CblasTrans : CblasNoTrans, blas(p->m), blas(p->n), blas(p->k), 1, a,
              blas(p->turn_a ? p->m : p->k), b, blas(p->turn_b ? p->k : p->n), 1, c, blas(p->n));
}

static void multiply_doubles(const Product *p, const double *a, const double *b, double *c)
{
  if (!p->m || !p->n || !p->k) return;
  cblas_dgemm(CblasRowMajor, p->turn_a ? CblasTrans : CblasNoTrans,
              p->turn_b ? CblasTrans : CblasNoTrans, blas(p->m), blas(p->n), blas(p->k), 1, a,
              blas(p->turn_a ? p->m : p->k), b, blas(p->turn_b ? p->k : p->n), 1, c, blas(p->n));
}

/* Elements of tensors from an offset on: of floats by BLAS, of other kinds through doubles or whole numbers. */
static void multiply(const Product *p, const Tensor *a, size_t at_a, const Tensor *b, size_t at_b,
                     Tensor *c, size_t at_c)
{
  if (a->shape.type == TENSOR_FLOAT) {
    multiply_floats(p, (const float *)a->data + at_a, (const float *)b->data + at_b,
                    (float *)c->data + at_c);
    return;
  }
  bool whole = !tensor_type_is_float(a->shape.type);
  for (size_t i = 0; i < p->m; i++)
    for (size_t j = 0; j < p->n; j++) {
      size_t to = at_c + i * p->n + j;
      double sum = whole ? 0 : tensor_get_double(c, to);
      uint64_t exact = whole ? (uint64_t)tensor_get_int(c, to) : 0;
      for (size_t l = 0; l < p->k; l++) {
        size_t x = at_a + (p->turn_a ? l * p->m + i : i * p->k + l);
        size_t y = at_b + (p->turn_b ? j * p->k + l : l * p->n + j);
        if (whole)
          exact += (uint64_t)tensor_get_int(a, x) * (uint64_t)tensor_get_int(b, y);
        else
          sum += tensor_get_double(a, x) * tensor_get_double(b, y);
      }
      if (whole)
        tensor_set_int(c, to, (int64_t)exact);
      else
        tensor_set_double(c, to, sum);
    }
}

Status compute_matmul(const KernelTask *task)
{
  const Tensor *a = task->in[0], *b = task->in[1];
  Tensor *c = &task->out[0];
  uint32_t rank_a = a->shape.rank, rank_b = b->shape.rank;
  Product p = {.m = rank_a == 1 ? 1 : (size_t)a->shape.dims[rank_a - 2],
               .n = rank_b == 1 ? 1 : (size_t)b->shape.dims[rank_b - 1],
               .k = (size_t)a->shape.dims[rank_a - 1]};
  TensorShape outer = c->shape, outer_a = a->shape, outer_b = b->shape;
  outer.rank -= (rank_a > 1) + (rank_b > 1);
  outer_a.rank = rank_a > 2 ? rank_a - 2 : 0;
  outer_b.rank = rank_b > 2 ? rank_b - 2 : 0;
  size_t *map_a = compute_broadcast(&outer, &outer_a), *map_b = compute_broadcast(&outer, &outer_b);
  size_t count = tensor_shape_extent(&outer, 0, outer.rank);
  for (size_t i = 0; i < count && c->count; i++)
    multiply(&p, a, (map_a ? map_a[i] : i) * p.m * p.k, b, (map_b ? map_b[i] : i) * p.k * p.n, c,
             i * p.m * p.n);
  free(map_a);
  free(map_b);
  return STATUS_OK;
}

Status compute_gemm(const KernelTask *task)
{
  const Tensor *a = task->in[0], *b = task->in[1], *c = compute_input(task, 2);
  Tensor *y = &task->out[0];
  float alpha = graph_attribute_float(task->node, "alpha");
  float beta = graph_attribute_float(task->node, "beta");
  Product p = {.m = (size_t)y->shape.dims[0],
               .n = (size_t)y->shape.dims[1],
               .turn_a = graph_attribute_int(task->node, "transA") != 0,
               .turn_b = graph_attribute_int(task->node, "transB") != 0};
  p.k = (size_t)a->shape.dims[p.turn_a ? 0 : 1];
  bool whole = !tensor_type_is_float(y->shape.type);
  multiply(&p, a, 0, b, 0, y, 0);
  size_t *map = c ? compute_broadcast(&y->shape, &c->shape) : NULL;
  for (size_t i = 0; i < y->count && (c || alpha != 1); i++) {
    size_t from = map ? map[i] : i;
    if (whole && alpha == 1 && (!c || beta == 1)) {
      uint64_t sum = (uint64_t)tensor_get_int(y, i) + (c ? (uint64_t)tensor_get_int(c, from) : 0);
      tensor_set_int(y, i, (int64_t)sum);
      continue;
    }
    double sum = alpha * tensor_get_double(y, i) + (c ? beta * tensor_get_double(c, from) : 0);
    tensor_set_double(y, i, sum);
  }
  free(map);
  return STATUS_OK;
}

/* The places of the input that a window covers: one column for each place of the result. */
typedef struct {
  Window window;
  size_t places; /* of the result */
  size_t cells;  /* of the window */
} Sweep;

/* Spreads channels [first, first + channels) of one image into columns. */
static void spread(const Sweep *sweep, const double *x, size_t channels, size_t image,
                   double *columns)
{
  for (size_t cell = 0; cell < sweep->cells; cell++)
    for (size_t place = 0; place < sweep->places; place++) {
      int64_t from = window_element(&sweep->window, place, cell);
      for (size_t c = 0; c < channels; c++)
        columns[(c * sweep->cells + cell) * sweep->places + place] =
            from < 0 ? 0 : x[c * image + (size_t)from];
    }
}

static void spread_floats(const Sweep *sweep, const float *x, size_t channels, size_t image,
                          float *columns)
{
  for (size_t cell = 0; cell < sweep->cells; cell++)
    for (size_t place = 0; place < sweep->places; place++) {
      int64_t from = window_element(&sweep->window, place, cell);
      for (size_t c = 0; c < channels; c++)
        columns[(c * sweep->cells + cell) * sweep->places + place] =
            from < 0 ? 0 : x[c * image + (size_t)from];
    }
}

/* One group of one image, as a product of matrices. */
typedef struct {
  Sweep sweep;
  size_t channels, filters; /* of a group */
  size_t image;             /* elements of a channel */
} Convolution;

static void convolve_floats(const Convolution *v, const float *x, const float *w, float *y,
                            float *columns)
{
  Product p = {v->filters, v->sweep.places, v->channels * v->sweep.cells, false, false};
  spread_floats(&v->sweep, x, v->channels, v->image, columns);
  multiply_floats(&p, w, columns, y);
}

static void convolve_doubles(const Convolution *v, const double *x, const double *w, double *y,
                             double *columns)
{
  Product p = {v->filters, v->sweep.places, v->channels * v->sweep.cells, false, false};
  spread(&v->sweep, x, v->channels, v->image, columns);
  multiply_doubles(&p, w, columns, y);
}

static void convolve_all_floats(const Convolution *v, size_t batch, size_t groups,
                                const KernelTask *task)
{
  size_t inner = v->channels * v->sweep.cells;
  const float *x = task->in[0]->data, *w = task->in[1]->data;
  float *y = task->out[0].data, *columns = mem_alloc(inner * v->sweep.places, sizeof *columns);
  for (size_t i = 0; i < batch * groups; i++)
    convolve_floats(v, x + i * v->channels * v->image, w + i % groups * v->filters * inner,
                    y + i * v->filters * v->sweep.places, columns);
  free(columns);
}

static void convolve_all_doubles(const Convolution *v, size_t batch, size_t groups,
                                 const KernelTask *task)
{
  size_t inner = v->channels * v->sweep.cells;
  double *x = compute_doubles(task->in[0]), *w = compute_doubles(task->in[1]);
  double *y = compute_doubles(&task->out[0]),
         *columns = mem_alloc(inner * v->sweep.places, sizeof *y);
  for (size_t i = 0; i < batch * groups; i++)
    convolve_doubles(v, x + i * v->channels * v->image, w + i % groups * v->filters * inner,
                     y + i * v->filters * v->sweep.places, columns);
  for (size_t i = 0; i < task->out[0].count; i++) tensor_set_double(&task->out[0], i, y[i]);
  free(columns);
  free(x);
  free(w);
  free(y);
}

Status compute_conv(const KernelTask *task)
{
  const Tensor *x = task->in[0], *w = task->in[1], *bias = compute_input(task, 2);
  Tensor *y = &task->out[0];
  Convolution v = {0};
  ShapeTask shape = compute_shape_task(task);
  Status status = window_read(&shape, &x->shape, &w->shape, &v.sweep.window);
  if (status != STATUS_OK) return status;
  size_t groups = (size_t)graph_attribute_int(task->node, "group");
  v.sweep.places = tensor_shape_extent(&y->shape, 2, y->shape.rank);
  v.sweep.cells = tensor_shape_extent(&w->shape, 2, w->shape.rank);
  v.image = tensor_shape_extent(&x->shape, 2, x->shape.rank);
  v.channels = (size_t)w->shape.dims[1];
  v.filters = (size_t)w->shape.dims[0] / groups;
  if (y->count == 0) return STATUS_OK;
  size_t inner;
  if (__builtin_mul_overflow(v.channels * v.sweep.cells, v.sweep.places, &inner) ||
      inner > (size_t)1 << 30)
    return compute_fail(task, "the convolution is too large");
  for (size_t i = 0; bias && i < y->count; i++)
    tensor_set_double(y, i, tensor_get_double(bias, i / v.sweep.places % (size_t)w->shape.dims[0]));
  if (x->shape.type == TENSOR_FLOAT)
    convolve_all_floats(&v, (size_t)x->shape.dims[0], groups, task);
  else
    convolve_all_doubles(&v, (size_t)x->shape.dims[0], groups, task);
  return STATUS_OK;
}
