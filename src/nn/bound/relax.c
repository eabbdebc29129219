#include "nn/bound/relax.h"

#include <assert.h>
#include <math.h>

#define UNIT 0x1p-53

/* --- smooth activations --- */

/* How much values and slopes as computed below may be off, as a part of their size and more than that: the library's
 * functions are off by a few units of the last place. */
#define SMOOTH_SLACK 0x1p-46
#define SMOOTH_TINY  1e-300

/* Where the function is convex: below 0, above, everywhere that it is defined, or where it is positive. */
typedef enum { CONVEX_BELOW, CONVEX_ABOVE, CONVEX } Curvature;

static Curvature curvature(LayerKind kind)
{
  switch (kind) {
  case LAYER_SIGMOID:
  case LAYER_TANH: return CONVEX_BELOW;
  case LAYER_CUBE:
  case LAYER_RECIPROCAL: return CONVEX_ABOVE;
  default: assert(kind == LAYER_SQUARE); return CONVEX;
  }
}

double relax_value(LayerKind kind, double x)
{
  switch (kind) {
  case LAYER_RELU: return x > 0 ? x : 0;
  case LAYER_SIGMOID: return 1 / (1 + exp(-x));
  case LAYER_TANH: return tanh(x);
  case LAYER_SQUARE: return x * x;
  case LAYER_CUBE: return x * x * x;
  case LAYER_RECIPROCAL: return 1 / x;
  default: assert(0); return 0;
  }
}

double relax_slope(LayerKind kind, double x)
{
  double y = relax_value(kind, x);
  switch (kind) {
  case LAYER_RELU: return x > 0;
  case LAYER_SIGMOID: return y * (1 - y);
  case LAYER_TANH: return 1 - y * y;
  case LAYER_SQUARE: return 2 * x;
  case LAYER_CUBE: return 3 * x * x;
  case LAYER_RECIPROCAL: return -y * y;
  default: assert(0); return 0;
  }
}

/* A function, or what it becomes if it is negated: sign f(x). A line above f is one below -f, negated. */
typedef struct {
  LayerKind kind;
  double sign;
} Curve;

static double value_of(Curve curve, double x)
{
  return curve.sign * relax_value(curve.kind, x);
}

static double slope_of(Curve curve, double x)
{
  return curve.sign * relax_slope(curve.kind, x);
}

static bool convex_below(Curve curve)
{
  Curvature shape = curvature(curve.kind);
  return shape == CONVEX ? curve.sign > 0 : (shape == CONVEX_BELOW) == (curve.sign > 0);
}

static bool convex_above(Curve curve)
{
  Curvature shape = curvature(curve.kind);
  return shape == CONVEX ? curve.sign > 0 : (shape == CONVEX_ABOVE) == (curve.sign > 0);
}

/* What the numbers of a line may be off by, all together, for lower <= x <= upper. Slopes of sigmoid and tanh are off by a part of
 * 1, those of the others by a part of their size. */
static double line_slack(Curve curve, double slope, double values, double lower, double upper)
{
  bool bounded = curve.kind == LAYER_SIGMOID || curve.kind == LAYER_TANH;
  double reach = fmax(fabs(lower), fabs(upper));
  return SMOOTH_SLACK * (values + bounded + (fabs(slope) + bounded) * 4 * reach) + SMOOTH_TINY;
}

/* A line with this slope below the curve at both ends: all of a concave curve is above it. */
static double below_ends(Curve curve, double slope, double lower, double upper)
{
  double a = value_of(curve, lower), b = value_of(curve, upper);
  return fmin(a - slope * lower, b - slope * upper) -
         line_slack(curve, slope, fabs(a) + fabs(b), lower, upper);
}

static void secant_below(Curve curve, double lower, double upper, double *slope, double *intercept)
{
  double width = upper - lower;
  *slope = width > 0 ? (value_of(curve, upper) - value_of(curve, lower)) / width
                     : slope_of(curve, lower);
  if (!isfinite(*slope)) *slope = 0;
  *intercept = below_ends(curve, *slope, lower, upper);
}

/* The tangent at a point of the convex part, which is below all of that part. */
static void tangent_below(Curve curve, double at, double lower, double upper, double *slope,
                          double *intercept)
{
  double value = value_of(curve, at);
  *slope = slope_of(curve, at);
  *intercept = value - *slope * at - line_slack(curve, *slope, fabs(value), lower, upper);
}

/* The curve bends at 0, and is convex on the side of `near`: the point there whose tangent passes just below the curve at the other
 * end, `far`. False: no tangent does. */
static bool bent_point(Curve curve, double near, double far, double *point)
{
  enum { HALVINGS = 40 };
  double end = value_of(curve, far), good = near, bad = 0;
  if (value_of(curve, near) + slope_of(curve, near) * (far - near) > end) return false;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = (good + bad) / 2;
    bool below = value_of(curve, middle) + slope_of(curve, middle) * (far - middle) <= end;
    *(below ? &good : &bad) = middle;
  }
  *point = good;
  return true;
}

/* A tangent at a point of the convex part that is below the curve at `far`, too. On the concave side the curve less the line is least at
 * an end: at 0, where the tangent is below, or at `far`. */
static void bent_below(Curve curve, double at, double far, double lower, double upper,
                       double *slope, double *intercept)
{
  double end = value_of(curve, far);
  tangent_below(curve, at, lower, upper, slope, intercept);
  *intercept =
      fmin(*intercept, end - *slope * far - line_slack(curve, *slope, fabs(end), lower, upper));
}

static void line_below(Curve curve, double lower, double upper, double *slope, double *intercept)
{
  bool below = convex_below(curve), above = convex_above(curve);
  double near = below ? lower : upper, far = below ? upper : lower, point;
  if (lower >= 0 ? above : upper <= 0 ? below : below && above)
    tangent_below(curve, lower + (upper - lower) / 2, lower, upper, slope, intercept);
  else if (lower >= 0 || upper <= 0 || !(below || above) || !bent_point(curve, near, far, &point))
    secant_below(curve, lower, upper, slope, intercept);
  else
    bent_below(curve, point, far, lower, upper, slope, intercept);
}

static void smooth_lines(LayerKind kind, double lower, double upper, KernelLines *lines)
{
  double slope, intercept;
  line_below((Curve){kind, 1}, lower, upper, &lines->low_slope, &lines->low_intercept);
  line_below((Curve){kind, -1}, lower, upper, &slope, &intercept);
  lines->high_slope = -slope;
  lines->high_intercept = -intercept;
}

bool relax_tangents(LayerKind kind, bool above, double lower, double upper, RelaxTangents *tangents)
{
  Curve curve = {kind, above ? -1 : 1};
  if (kind != LAYER_SIGMOID && kind != LAYER_TANH) return false;
  bool below = convex_below(curve);
  if (!(lower < upper) || (below ? lower >= 0 : upper <= 0)) return false;
  *tangents = (RelaxTangents){lower, upper, lower + (upper - lower) / 2};
  if (lower >= 0 || upper <= 0) return true;
  double near = below ? lower : upper, far = below ? upper : lower;
  if (!bent_point(curve, near, far, &tangents->at)) return false;
  *(below ? &tangents->to : &tangents->from) = tangents->at;
  return true;
}

void relax_tangent(LayerKind kind, bool above, double at, double lower, double upper, double *slope,
                   double *intercept)
{
  Curve curve = {kind, above ? -1 : 1};
  assert(lower <= at && at <= upper && (convex_below(curve) ? at <= 0 : at >= 0));
  if (lower >= 0 || upper <= 0)
    tangent_below(curve, at, lower, upper, slope, intercept);
  else
    bent_below(curve, at, convex_below(curve) ? upper : lower, lower, upper, slope, intercept);
  *slope *= curve.sign;
  *intercept *= curve.sign;
}

double relax_bend(LayerKind kind, double x)
{
  double y = relax_value(kind, x);
  assert(kind == LAYER_SIGMOID || kind == LAYER_TANH);
  return kind == LAYER_SIGMOID ? y * (1 - y) * (1 - 2 * y) : -2 * y * (1 - y * y);
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
  assert(lower <= upper && kind > LAYER_AFFINE && kind < LAYER_KIND_COUNT);
  if (kind == LAYER_RELU) return relu_lines(choice, lower, upper, lines);
  assert(kind != LAYER_RECIPROCAL || lower > 0 || upper < 0);
  smooth_lines(kind, lower, upper, lines);
  return true;
}

/* --- intervals --- */

static void widen(double least, double largest, double *result_lower, double *result_upper)
{
  *result_lower = least - SMOOTH_SLACK * fabs(least) - SMOOTH_TINY;
  *result_upper = largest + SMOOTH_SLACK * fabs(largest) + SMOOTH_TINY;
}

void relax_interval(LayerKind kind, double lower, double upper, double *result_lower,
                    double *result_upper)
{
  assert(lower <= upper);
  double a = relax_value(kind, lower), b = relax_value(kind, upper);
  switch (kind) {
  case LAYER_RELU:
    *result_lower = a;
    *result_upper = b;
    return;
  case LAYER_SIGMOID:
  case LAYER_TANH:
    *result_lower = fmax(a - SMOOTH_SLACK, kind == LAYER_TANH ? -1 : 0);
    *result_upper = fmin(b + SMOOTH_SLACK, 1);
    return;
  case LAYER_SQUARE:
    widen(lower > 0 || upper < 0 ? fmin(a, b) : 0, fmax(a, b), result_lower, result_upper);
    *result_lower = fmax(*result_lower, 0);
    return;
  case LAYER_CUBE: widen(a, b, result_lower, result_upper); return;
  case LAYER_RECIPROCAL:
    widen(lower > 0 || upper < 0 ? b : -INFINITY, lower > 0 || upper < 0 ? a : INFINITY,
          result_lower, result_upper);
    return;
  default: assert(0);
  }
}
