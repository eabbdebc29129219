#include "nn/bound/kernel.h"

#include <assert.h>
#include <stdbool.h>

#include "base/processors.h"

/* Loads and stores need no alignment, and alias doubles. */
typedef double Eight __attribute__((vector_size(64), aligned(8), may_alias));
typedef int64_t Mask __attribute__((vector_size(64), aligned(8), may_alias));

/* Macros, since a function that returned vectors would have no calling convention for all processors. */
#define SPLAT(number)         ((Eight){number, number, number, number, number, number, number, number})
#define SELECT(mask, yes, no) ((Eight)(((Mask)(yes) & (mask)) | ((Mask)(no) & ~(mask))))
#define ABSOLUTE(value)       ((Eight)((Mask)(value)&INT64_MAX))

/* Eight rows of the result for sixteen columns of it: the sums stay in registers. */
static inline __attribute__((always_inline)) void
wide_tile(double *to, const double *from, const double *weights, const uint32_t *active,
          size_t active_count, size_t stride, size_t width, size_t rows)
{
  Eight left[KERNEL_WIDTH], right[KERNEL_WIDTH];
  for (size_t j = 0; j < KERNEL_WIDTH; j++) left[j] = right[j] = SPLAT(0);
  for (size_t a = 0; a < active_count; a++) {
    size_t i = active[a];
    Eight first = *(const Eight *)(from + i * width);
    Eight second = *(const Eight *)(from + i * width + KERNEL_WIDTH);
    const double *row = weights + i * stride;
    for (size_t j = 0; j < KERNEL_WIDTH; j++) {
      Eight weight = SPLAT(row[j]);
      left[j] += weight * first;
      right[j] += weight * second;
    }
  }
  for (size_t j = 0; j < rows; j++) {
    *(Eight *)(to + j * width) += left[j];
    *(Eight *)(to + j * width + KERNEL_WIDTH) += right[j];
  }
}

/* The same for eight columns. */
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
  for (size_t w = 0; w < width;) {
    bool wide = width - w >= 2 * KERNEL_WIDTH;
    for (size_t j = 0; j < columns; j += KERNEL_WIDTH) {
      size_t rows = columns - j < KERNEL_WIDTH ? columns - j : KERNEL_WIDTH;
      if (wide)
        wide_tile(to + j * width + w, from + w, weights + j, active, active_count, stride, width,
                  rows);
      else
        tile(to + j * width + w, from + w, weights + j, active, active_count, stride, width, rows);
    }
    w += wide ? 2 * KERNEL_WIDTH : KERNEL_WIDTH;
  }
}

enum { PANEL = 256 }; /* columns of eight rows that are put side by side */

/* Eight rows of the result for sixteen columns of it, or eight, from weights that were put side by side. */
static inline __attribute__((always_inline)) void panel_tile(double *to, const double *from,
                                                             const double *panel,
                                                             const KernelPart *part, size_t width,
                                                             bool wide)
{
  Eight left[KERNEL_WIDTH], right[KERNEL_WIDTH];
  for (size_t i = 0; i < KERNEL_WIDTH; i++) left[i] = right[i] = SPLAT(0);
  for (size_t j = 0; j < part->column_count; j++) {
    const double *source = from + part->columns[j] * width;
    Eight first = *(const Eight *)source;
    Eight second = wide ? *(const Eight *)(source + KERNEL_WIDTH) : first;
    for (size_t i = 0; i < KERNEL_WIDTH; i++) {
      Eight weight = SPLAT(panel[j * KERNEL_WIDTH + i]);
      left[i] += weight * first;
      if (wide) right[i] += weight * second;
    }
  }
  for (size_t i = 0; i < part->row_count; i++) {
    *(Eight *)(to + part->rows[i] * width) += left[i];
    if (wide) *(Eight *)(to + part->rows[i] * width + KERNEL_WIDTH) += right[i];
  }
}

FOR_PROCESSORS
void kernel_product(double *to, const double *from, const double *weights, const KernelPart *part,
                    size_t stride, size_t width)
{
  assert(width % KERNEL_WIDTH == 0);
  double panel[PANEL * KERNEL_WIDTH] = {0};
  for (size_t i = 0; i < part->row_count; i += KERNEL_WIDTH) {
    size_t count = part->row_count - i < KERNEL_WIDTH ? part->row_count - i : KERNEL_WIDTH;
    for (size_t j = 0; j < part->column_count; j += PANEL) {
      size_t some = part->column_count - j < PANEL ? part->column_count - j : PANEL;
      KernelPart tile = {part->rows + i, part->columns + j, count, some};
      for (size_t r = 0; r < count; r++)
        for (size_t k = 0; k < some; k++)
          panel[k * KERNEL_WIDTH + r] = weights[tile.rows[r] * stride + tile.columns[k]];
      for (size_t w = 0; w < width;) {
        bool wide = width - w >= 2 * KERNEL_WIDTH;
        if (wide)
          panel_tile(to + w, from + w, panel, &tile, width, true);
        else
          panel_tile(to + w, from + w, panel, &tile, width, false);
        w += wide ? 2 * KERNEL_WIDTH : KERNEL_WIDTH;
      }
    }
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
void kernel_relax_into(double *to, const double *from, const KernelLines *lines, double *constants,
                       double *absolute, double *slack, double factor, size_t width)
{
  assert(width % KERNEL_WIDTH == 0);
  Eight low_slope = SPLAT(lines->low_slope), high_slope = SPLAT(lines->high_slope);
  Eight low_intercept = SPLAT(lines->low_intercept), high_intercept = SPLAT(lines->high_intercept);
  for (size_t w = 0; w < width; w += KERNEL_WIDTH) {
    Eight value = *(const Eight *)(from + w);
    Mask negative = value < SPLAT(0);
    Eight add = value * SELECT(negative, high_intercept, low_intercept);
    Eight moved = value * SELECT(negative, high_slope, low_slope);
    *(Eight *)(constants + w) += add;
    *(Eight *)(absolute + w) += ABSOLUTE(add);
    *(Eight *)(slack + w) += SPLAT(factor) * ABSOLUTE(moved);
    *(Eight *)(to + w) += moved;
  }
}

FOR_PROCESSORS
void kernel_relax_split(double *to, const double *from, const KernelSplit *split, double *constants,
                        double *absolute, double *slack, double factor, size_t width)
{
  assert(width % KERNEL_WIDTH == 0);
  for (size_t w = 0; w < width; w += KERNEL_WIDTH) {
    Eight value = *(const Eight *)(from + w), term = *(const Eight *)(split->term + w);
    Mask negative = value < SPLAT(0);
    Eight add = value * SELECT(negative, *(const Eight *)(split->intercept + w), SPLAT(0));
    Eight moved = value * SELECT(negative, *(const Eight *)(split->high + w),
                                 *(const Eight *)(split->low + w));
    *(Eight *)(constants + w) += add;
    *(Eight *)(absolute + w) += ABSOLUTE(add);
    *(Eight *)(slack + w) += SPLAT(factor) * (ABSOLUTE(moved) + ABSOLUTE(term));
    *(Eight *)(to + w) += moved + term;
  }
}

FOR_PROCESSORS
void kernel_apply_split(double *to, const double *from, const double *value,
                        const KernelSplit *split, size_t width)
{
  assert(width % KERNEL_WIDTH == 0);
  for (size_t w = 0; w < width; w += KERNEL_WIDTH) {
    Eight x = *(const Eight *)(value + w);
    Mask negative = *(const Eight *)(from + w) < SPLAT(0);
    Eight high = x * *(const Eight *)(split->high + w) + *(const Eight *)(split->intercept + w);
    Eight low = x * *(const Eight *)(split->low + w);
    *(Eight *)(to + w) = SELECT(negative, high, low);
  }
}

FOR_PROCESSORS
void kernel_relax_curve(double *to, const double *from, const KernelCurve *curve, double *constants,
                        double *absolute, double *slack, double factor, size_t width)
{
  assert(width % KERNEL_WIDTH == 0);
  for (size_t w = 0; w < width; w += KERNEL_WIDTH) {
    Eight value = *(const Eight *)(from + w);
    Mask negative = value < SPLAT(0);
    Eight add = value * SELECT(negative, *(const Eight *)(curve->high_intercept + w),
                               *(const Eight *)(curve->low_intercept + w));
    Eight moved = value * SELECT(negative, *(const Eight *)(curve->high + w),
                                 *(const Eight *)(curve->low + w));
    *(Eight *)(constants + w) += add;
    *(Eight *)(absolute + w) += ABSOLUTE(add);
    *(Eight *)(slack + w) += SPLAT(factor) * ABSOLUTE(moved);
    *(Eight *)(to + w) += moved;
  }
}

FOR_PROCESSORS
void kernel_apply_curve(double *to, const double *from, const double *value,
                        const KernelCurve *curve, size_t width)
{
  assert(width % KERNEL_WIDTH == 0);
  for (size_t w = 0; w < width; w += KERNEL_WIDTH) {
    Eight x = *(const Eight *)(value + w);
    Mask negative = *(const Eight *)(from + w) < SPLAT(0);
    Eight high =
        x * *(const Eight *)(curve->high + w) + *(const Eight *)(curve->high_intercept + w);
    Eight low = x * *(const Eight *)(curve->low + w) + *(const Eight *)(curve->low_intercept + w);
    *(Eight *)(to + w) = SELECT(negative, high, low);
  }
}

FOR_PROCESSORS
void kernel_apply_lines(double *to, const double *from, const double *value,
                        const KernelLines *lines, size_t width)
{
  assert(width % KERNEL_WIDTH == 0);
  for (size_t w = 0; w < width; w += KERNEL_WIDTH) {
    Eight x = *(const Eight *)(value + w);
    Mask negative = *(const Eight *)(from + w) < SPLAT(0);
    Eight high = x * SPLAT(lines->high_slope) + SPLAT(lines->high_intercept);
    Eight low = x * SPLAT(lines->low_slope) + SPLAT(lines->low_intercept);
    *(Eight *)(to + w) = SELECT(negative, high, low);
  }
}

FOR_PROCESSORS
void kernel_add_least(double *sums, double *sizes, const double *from, double lower, double upper,
                      size_t width)
{
  assert(width % KERNEL_WIDTH == 0);
  double size = -lower > upper ? -lower : upper;
  for (size_t w = 0; w < width; w += KERNEL_WIDTH) {
    Eight value = *(const Eight *)(from + w);
    *(Eight *)(sums + w) += value * SELECT(value < SPLAT(0), SPLAT(upper), SPLAT(lower));
    *(Eight *)(sizes + w) += ABSOLUTE(value) * SPLAT(size);
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
