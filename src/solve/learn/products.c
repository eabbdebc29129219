#include "solve/learn/products.h"

#include <assert.h>
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "solve/learn/scale.h"

enum { CHUNK = 128, ROUNDS = 3, SPARE = 8 };

struct Products {
  size_t size, components; /* size: of an expanded row */
  Scale scale;
  float *centre; /* of each product */
  float *axes;   /* components for each product: row by row */
};

void products_destroy(Products *products)
{
  if (!products) return;
  scale_free(&products->scale);
  free(products->centre);
  free(products->axes);
  free(products);
}

size_t products_components(const Products *products)
{
  return products->components;
}

/* The scaled features, then their products in pairs. */
static void expand(const Products *products, const float *row, float *to)
{
  size_t used = products->scale.used, at = used;
  scale_apply(&products->scale, row, to);
  for (size_t i = 0; i < used; i++)
    for (size_t j = 0; j <= i; j++) to[at++] = to[i] * to[j];
  assert(at == products->size);
}

static void centre_row(const Products *products, float *row)
{
  for (size_t i = 0; i < products->size; i++) row[i] -= products->centre[i];
}

/* A chunk of centred rows; how many there are. */
static size_t expand_chunk(const Products *products, const Matrix *features, size_t first,
                           float *chunk)
{
  size_t count = 0;
  for (; count < CHUNK && first + count < features->rows; count++) {
    float *row = chunk + count * products->size;
    expand(products, matrix_row(features, first + count), row);
    centre_row(products, row);
  }
  return count;
}

static void find_centre(Products *products, const Matrix *features)
{
  double *sums = mem_alloc_zero(products->size, sizeof *sums);
  float *row = mem_alloc(products->size, sizeof *row);
  for (size_t r = 0; r < features->rows; r++) {
    expand(products, matrix_row(features, r), row);
    for (size_t i = 0; i < products->size; i++) sums[i] += (double)row[i];
  }
  for (size_t i = 0; i < products->size; i++)
    products->centre[i] = (float)(sums[i] / (double)features->rows);
  free(sums);
  free(row);
}

/* One round of subspace iteration: the axes times the covariance, without ever having it. If `square` is given, it gets
 * the covariance of the rows as seen by the axes. */
static void multiply(const Products *products, const Matrix *features, const float *axes,
                     size_t width, float *next, float *square)
{
  float *chunk = mem_alloc(CHUNK * products->size, sizeof *chunk);
  float *seen = mem_alloc(CHUNK * width, sizeof *seen);
  int size = (int)products->size, columns = (int)width;
  for (size_t first = 0; first < features->rows; first += CHUNK) {
    int rows = (int)expand_chunk(products, features, first, chunk);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, columns, size, 1, chunk, size,
                axes, columns, 0, seen, columns);
    if (square)
      cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, columns, columns, rows, 1, seen, columns,
                  seen, columns, 1, square, columns);
    else
      cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, size, columns, rows, 1, chunk, size,
                  seen, columns, 1, next, columns);
  }
  free(chunk);
  free(seen);
}

static void make_orthonormal(float *axes, size_t size, size_t width)
{
  float *factors = mem_alloc(width, sizeof *factors);
  int rows = (int)size, columns = (int)width;
  LAPACKE_sgeqrf(LAPACK_ROW_MAJOR, rows, columns, axes, columns, factors);
  LAPACKE_sorgqr(LAPACK_ROW_MAJOR, rows, columns, columns, axes, columns, factors);
  free(factors);
}

/* Turns the axes so that the first ones carry most, and keeps the wanted ones. */
static void rotate(Products *products, const Matrix *features, float *axes, size_t width)
{
  float *square = mem_alloc_zero(width * width, sizeof *square);
  float *values = mem_alloc(width, sizeof *values);
  float *turned = mem_alloc(products->size * width, sizeof *turned);
  int size = (int)products->size, columns = (int)width;
  multiply(products, features, axes, width, NULL, square);
  LAPACKE_ssyev(LAPACK_ROW_MAJOR, 'V', 'U', columns, square, columns, values);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, columns, columns, 1, axes, columns,
              square, columns, 0, turned, columns);
  for (size_t i = 0; i < products->size; i++) /* eigenvalues ascend */
    for (size_t k = 0; k < products->components; k++)
      products->axes[i * products->components + k] = turned[i * width + width - 1 - k];
  free(square);
  free(values);
  free(turned);
}

static void find_axes(Products *products, const Matrix *features, uint64_t seed)
{
  size_t width = products->components + SPARE;
  if (width > products->size) width = products->size;
  Random random = random_stream(seed, 2, 0);
  float *axes = mem_alloc(products->size * width, sizeof *axes);
  for (size_t i = 0; i < products->size * width; i++) axes[i] = (float)random_unit(&random) - 0.5f;
  make_orthonormal(axes, products->size, width);
  for (int round = 0; round < ROUNDS; round++) {
    float *next = mem_alloc_zero(products->size * width, sizeof *next);
    multiply(products, features, axes, width, next, NULL);
    free(axes);
    axes = next;
    make_orthonormal(axes, products->size, width);
  }
  rotate(products, features, axes, width);
  free(axes);
}

Products *products_train(const Matrix *features, size_t components, uint64_t seed)
{
  assert(features->rows > 0 && components > 0);
  assert(features->rows > 0 && components > 0);
  openblas_set_num_threads(1);
  Products *products = mem_alloc_zero(1, sizeof *products);
  scale_make(&products->scale, features, NULL, false);
  size_t used = products->scale.used;
  products->size = used + used * (used + 1) / 2;
  products->components = components < products->size ? components : products->size;
  products->centre = mem_alloc_zero(products->size + 1, sizeof *products->centre);
  products->axes =
      mem_alloc_zero(products->size * products->components + 1, sizeof *products->axes);
  if (products->size == 0) return products;
  find_centre(products, features);
  find_axes(products, features, seed);
  return products;
}

void products_apply(const Products *products, const float *row, float *components)
{
  size_t width = products->components;
  memset(components, 0, width * sizeof *components);
  if (width == 0) return;
  float *expanded = mem_alloc(products->size, sizeof *expanded);
  expand(products, row, expanded);
  centre_row(products, expanded);
  cblas_sgemv(CblasRowMajor, CblasTrans, (int)products->size, (int)width, 1, products->axes,
              (int)width, expanded, 1, 0, components, 1);
  free(expanded);
}

Matrix products_apply_all(const Products *products, const Matrix *features)
{
  assert(features->columns == products->scale.inputs);
  Matrix result = matrix_make(features->rows, products->components);
  for (size_t r = 0; r < features->rows; r++)
    products_apply(products, matrix_row(features, r), matrix_row(&result, r));
  return result;
}
