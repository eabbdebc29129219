#include "nn/bound/kernel.h"

#include <assert.h>

/* Loads and stores need no alignment, and alias doubles. */
typedef double Eight __attribute__((vector_size(64), aligned(8), may_alias));
typedef int64_t Mask __attribute__((vector_size(64), aligned(8), may_alias));

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && defined(__GNUC__) &&                  \
    !defined(__clang__)
#define FOR_PROCESSORS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FOR_PROCESSORS
#endif

/* Macros, since a function that returned vectors would have no calling convention for all processors. */
#define SPLAT(number)         ((Eight){number, number, number, number, number, number, number, number})
#define SELECT(mask, yes, no) ((Eight)(((Mask)(yes) & (mask)) | ((Mask)(no) & ~(mask))))
#define ABSOLUTE(value)       ((Eight)((Mask)(value)&INT64_MAX))

/* Eight rows of the result for eight columns of it: the sums stay in registers. */
static inline __attribute__((always_inline)) void tile(double *to, const double *from,
                                                       const double *weights,
                                                       const uint32_t *active, size_t active_count,
                                                       size_t stride, size_t width, size_t rows)
{
  Eight sum[KERNEL_WIDTH];
  for (size_t j = 0; j < KERNEL_WIDTH; j++) sum[j] = SPLAT(0);
  for (size_t a = 0; a < active_count; a++) {
    size_t i = active[a];
    Eight column = *(const Eight *)(from + i * width);
    const double *row = weights + i * stride;
    for (size_t j = 0; j < KERNEL_WIDTH; j++) sum[j] += SPLAT(row[j]) * column;
  }
  for (size_t j = 0; j < rows; j++) *(Eight *)(to + j * width) += sum[j];
}

FOR_PROCESSORS
void kernel_transpose_product(double *to, const double *from, const double *weights,
                              const uint32_t *active, size_t active_count, size_t columns,
                              size_t stride, size_t width)
{
  assert(width % KERNEL_WIDTH == 0 && stride >= kernel_pad(columns));
  for (size_t w = 0; w < width; w += KERNEL_WIDTH)
    for (size_t j = 0; j < columns; j += KERNEL_WIDTH) {
      size_t rows = columns - j < KERNEL_WIDTH ? columns - j : KERNEL_WIDTH;
      tile(to + j * width + w, from + w, weights + j, active, active_count, stride, width, rows);
    }
}

FOR_PROCESSORS
void kernel_add_scaled(double *to, const double *from, double factor, size_t width)
{
  assert(width % KERNEL_WIDTH == 0);
  for (size_t w = 0; w < width; w += KERNEL_WIDTH)
    *(Eight *)(to + w) += SPLAT(factor) * *(const Eight *)(from + w);
}

FOR_PROCESSORS
void kernel_add_scaled_absolute(double *to, const double *from, double factor, size_t width)
{
  assert(width % KERNEL_WIDTH == 0);
  for (size_t w = 0; w < width; w += KERNEL_WIDTH) {
    Eight value = *(const Eight *)(from + w);
    *(Eight *)(to + w) += SPLAT(factor) * ABSOLUTE(value);
  }
}

FOR_PROCESSORS
void kernel_relax(double *values, const KernelLines *lines, double *constants, double *absolute,
                  size_t width)
{
  assert(width % KERNEL_WIDTH == 0);
  Eight low_slope = SPLAT(lines->low_slope), high_slope = SPLAT(lines->high_slope);
  Eight low_intercept = SPLAT(lines->low_intercept), high_intercept = SPLAT(lines->high_intercept);
  for (size_t w = 0; w < width; w += KERNEL_WIDTH) {
    Eight value = *(const Eight *)(values + w);
    Eight add = value * SELECT(value < SPLAT(0), high_intercept, low_intercept);
    *(Eight *)(constants + w) += add;
    *(Eight *)(absolute + w) += ABSOLUTE(add);
    *(Eight *)(values + w) = value * SELECT(value < SPLAT(0), high_slope, low_slope);
  }
}

FOR_PROCESSORS
void kernel_interval_row(const double *weights, const double *lower, const double *upper,
                         size_t count, double sums[3])
{
  Eight low = SPLAT(0), high = SPLAT(0), size = SPLAT(0);
  size_t i = 0;
  for (; i + KERNEL_WIDTH <= count; i += KERNEL_WIDTH) {
    Eight weight = *(const Eight *)(weights + i);
    Eight a = weight * *(const Eight *)(lower + i), b = weight * *(const Eight *)(upper + i);
    Eight absolute_a = ABSOLUTE(a), absolute_b = ABSOLUTE(b);
    low += SELECT(a < b, a, b);
    high += SELECT(a < b, b, a);
    size += SELECT(absolute_a < absolute_b, absolute_b, absolute_a);
  }
  sums[0] = sums[1] = sums[2] = 0;
  for (size_t k = 0; k < KERNEL_WIDTH; k++) {
    sums[0] += low[k];
    sums[1] += high[k];
    sums[2] += size[k];
  }
  for (; i < count; i++) {
    double a = weights[i] * lower[i], b = weights[i] * upper[i];
    double absolute_a = a < 0 ? -a : a, absolute_b = b < 0 ? -b : b;
    sums[0] += a < b ? a : b;
    sums[1] += a < b ? b : a;
    sums[2] += absolute_a < absolute_b ? absolute_b : absolute_a;
  }
}

FOR_PROCESSORS
double kernel_dot(const double *a, const double *b, size_t count)
{
  Eight sum = SPLAT(0);
  size_t i = 0;
  for (; i + KERNEL_WIDTH <= count; i += KERNEL_WIDTH)
    sum += *(const Eight *)(a + i) * *(const Eight *)(b + i);
  double total = 0;
  for (size_t k = 0; k < KERNEL_WIDTH; k++) total += sum[k];
  for (; i < count; i++) total += a[i] * b[i];
  return total;
}
