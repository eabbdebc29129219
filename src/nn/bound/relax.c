#include "nn/bound/relax.h"

#include <assert.h>
#include <math.h>

#define UNIT 0x1p-53

/* --- smooth activations, s-shaped: convex below 0, concave above --- */

/* The library's functions are off by a few units of the last place; this much is taken for granted. */
#define SMOOTH_SLACK 0x1p-46

static double smooth(LayerKind kind, double x)
{
  return kind == LAYER_TANH ? tanh(x) : 1 / (1 + exp(-x));
}

static double smooth_slope(LayerKind kind, double x)
{
  double y = smooth(kind, x);
  return kind == LAYER_TANH ? 1 - y * y : y * (1 - y);
}

/* The lines have the least slope within the range, taken at its ends, where it is least for every s-shaped
 * function. f(x) - slope x then does not decrease: it is least at `lower` and largest at `upper`. */
static void smooth_lines(LayerKind kind, double lower, double upper, KernelLines *lines)
{
  double slope = fmin(smooth_slope(kind, lower), smooth_slope(kind, upper));
  slope = fmax(0, slope - SMOOTH_SLACK);
  double size = 1 + slope * fmax(fabs(lower), fabs(upper));
  double slack = 2 * SMOOTH_SLACK * size;
  *lines = (KernelLines){.low_slope = slope,
                         .high_slope = slope,
                         .low_intercept = smooth(kind, lower) - slope * lower - slack,
                         .high_intercept = smooth(kind, upper) - slope * upper + slack};
}

/* --- ReLU --- */

static bool relu_lines(RelaxChoice choice, double lower, double upper, KernelLines *lines)
{
  if (upper <= 0) return false;
  *lines = (KernelLines){.low_slope = 1, .high_slope = 1};
  if (lower >= 0) return true;
  /* Any slope from 0 to 1 gives a line below. For the line above any slope
   * from 0 to 1 will do, too, if it is above the function at both ends. */
  double slope = upper / (upper - lower);
  lines->low_slope = choice == RELAX_NEAREST    ? upper > -lower
                     : choice == RELAX_PARALLEL ? slope
                                                : 0;
  lines->high_slope = slope;
  lines->high_intercept = fmax(-slope * lower, upper - slope * upper) + 4 * UNIT * (upper - lower);
  return true;
}

bool relax_lines(LayerKind kind, RelaxChoice choice, double lower, double upper, KernelLines *lines)
{
  assert(lower <= upper);
  if (kind == LAYER_RELU) return relu_lines(choice, lower, upper, lines);
  smooth_lines(kind, lower, upper, lines);
  return true;
}

void relax_interval(LayerKind kind, double lower, double upper, double *result_lower,
                    double *result_upper)
{
  assert(lower <= upper);
  if (kind == LAYER_RELU) {
    *result_lower = fmax(lower, 0);
    *result_upper = fmax(upper, 0);
    return;
  }
  *result_lower = fmax(smooth(kind, lower) - SMOOTH_SLACK, kind == LAYER_TANH ? -1 : 0);
  *result_upper = fmin(smooth(kind, upper) + SMOOTH_SLACK, 1);
}
