/* Loops over numbers that decide how fast bounds are: written for vectors of eight doubles, compiled for the
 * processors at hand. Counts of columns are multiples of KERNEL_WIDTH. */
#ifndef NN_BOUND_KERNEL_H
#define NN_BOUND_KERNEL_H

#include <stddef.h>
#include <stdint.h>

enum { KERNEL_WIDTH = 8 };

static inline size_t kernel_pad(size_t count)
{
  return (count + KERNEL_WIDTH - 1) / KERNEL_WIDTH * KERNEL_WIDTH;
}

/* to[j][..] += sum over i in `active` of weights[i][j] * from[i][..], for j < columns; `weights` has rows of
 * `stride` numbers, at least kernel_pad(columns), `to` and `from` rows of `width`. */
void kernel_transpose_product(double *to, const double *from, const double *weights,
                              const uint32_t *active, size_t active_count, size_t columns,
                              size_t stride, size_t width);
/* to[..] += factor * from[..] */
void kernel_add_scaled(double *to, const double *from, double factor, size_t width);
/* to[..] += factor * |from[..]| */
void kernel_add_scaled_absolute(double *to, const double *from, double factor, size_t width);
/* A line for numbers that are used positively, and one for those that are used negatively. */
typedef struct {
  double low_slope, low_intercept;
  double high_slope, high_intercept;
} KernelLines;
/* values[..] times the slope of their sign; constants[..] += value * intercept, and absolute[..] the size of that. */
void kernel_relax(double *values, const KernelLines *lines, double *constants, double *absolute,
                  size_t width);
/* to[..] += from[..] times the slope of its sign, with constants and absolute as above; slack[..] += factor * |what was added|. */
void kernel_relax_into(double *to, const double *from, const KernelLines *lines, double *constants,
                       double *absolute, double *slack, double factor, size_t width);
/* The same with lines of their own for each number; the lower one has no intercept. `term` is added. */
typedef struct {
  const double *low, *high, *intercept, *term;
} KernelSplit;
void kernel_relax_split(double *to, const double *from, const KernelSplit *split, double *constants,
                        double *absolute, double *slack, double factor, size_t width);
/* to[..] = the line of the sign of from[..] at value[..]. */
void kernel_apply_split(double *to, const double *from, const double *value,
                        const KernelSplit *split, size_t width);
/* The same two with lines that all have intercepts, and without a term. */
typedef struct {
  const double *low, *low_intercept, *high, *high_intercept;
} KernelCurve;
void kernel_relax_curve(double *to, const double *from, const KernelCurve *curve, double *constants,
                        double *absolute, double *slack, double factor, size_t width);
void kernel_apply_curve(double *to, const double *from, const double *value,
                        const KernelCurve *curve, size_t width);
void kernel_apply_lines(double *to, const double *from, const double *value,
                        const KernelLines *lines, size_t width);
/* sums[..] += the least of from[..] * x for lower <= x <= upper, and sizes[..] the largest |from[..] * x|. */
void kernel_add_least(double *sums, double *sizes, const double *from, double lower, double upper,
                      size_t width);
/* Some rows and columns of a matrix. */
typedef struct {
  const uint32_t *rows, *columns;
  size_t row_count, column_count;
} KernelPart;
/* to[i][..] += sum over the columns j of weights[i][j] * from[j][..], for the rows i. */
void kernel_product(double *to, const double *from, const double *weights, const KernelPart *part,
                    size_t stride, size_t width);
/* Of one row with a box: the sums of the least and the largest products, and of their sizes. */
void kernel_interval_row(const double *weights, const double *lower, const double *upper,
                         size_t count, double sums[3]);
double kernel_dot(const double *a, const double *b, size_t count);

#endif
