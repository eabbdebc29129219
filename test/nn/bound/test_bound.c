/* Bounds hold: random networks and boxes, compared with exact values at many points. ASSAY_BOUND_TIMES=N takes N times as many
 * networks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "nn/bound/bound.h"
#include "nn/bound/exact.h"
#include "nn/bound/fixpoint.h"
#include "support/random_net.h"
#include "testing.h"

typedef struct {
  double *lower, *upper, *weights, *slopes;
  BoundRow rows[3];
} Case;

static void make_case(Case *c, const Net *net, Random *random)
{
  uint32_t inputs = net_input_size(net), outputs = net_output(net)->size;
  c->lower = calloc(inputs * 2, sizeof(double));
  c->upper = c->lower + inputs;
  double width = random_chance(random, 1, 2) ? 1 : 1e-6;
  for (uint32_t i = 0; i < inputs; i++) {
    c->lower[i] = (random_unit(random) * 2 - 1);
    c->upper[i] = c->lower[i] + (random_chance(random, 1, 8) ? 0 : random_unit(random) * width);
  }
  c->weights = calloc(3 * (inputs + outputs), sizeof(double));
  c->slopes = calloc(3 * inputs, sizeof(double));
  for (size_t k = 0; k < 3; k++) {
    double *weights = c->weights + k * (inputs + outputs);
    for (uint32_t i = 0; i < outputs + (k == 2 ? inputs : 0); i++)
      weights[i] = random_weight(random, 1);
    c->rows[k] = (BoundRow){.outputs = weights,
                            .inputs = k == 2 ? weights + outputs : NULL,
                            .slope = c->slopes + k * inputs};
  }
}

static void free_case(Case *c)
{
  free(c->lower);
  free(c->weights);
  free(c->slopes);
}

/* The exact value of a row less its linear function must not be negative, nor below the lower bound. */
static void check_point(const Net *net, const Case *c, Random *random)
{
  uint32_t inputs = net_input_size(net), outputs = net_output(net)->size;
  mpq_t *x = malloc(inputs * sizeof *x);
  for (uint32_t i = 0; i < inputs; i++) {
    mpq_init(x[i]);
    mpq_set_d(x[i], random_within(random, c->lower[i], c->upper[i]));
  }
  arb_ptr y = _arb_vec_init(outputs);
  net_evaluate_exactly(net, x, y);
  arb_t value, term, ball;
  arb_init(value);
  arb_init(term);
  arb_init(ball);
  for (size_t k = 0; k < 3; k++) {
    const BoundRow *row = &c->rows[k];
    arb_zero(value);
    for (uint32_t i = 0; i < outputs; i++) {
      arb_set_d(term, row->outputs[i]);
      arb_addmul(value, term, y + i, EXACT_PRECISION);
    }
    arb_set_d(ball, row->lower);
    for (uint32_t j = 0; row->inputs && j < inputs; j++) {
      arb_t exact;
      arb_init(exact);
      net_set_rational(exact, x[j]);
      arb_set_d(term, row->inputs[j]);
      arb_addmul(value, term, exact, EXACT_PRECISION);
      arb_clear(exact);
    }
    assert_false(arb_lt(value, ball));
    for (uint32_t j = 0; j < inputs; j++) {
      net_set_rational(ball, x[j]);
      arb_set_d(term, row->slope[j]);
      arb_submul(value, term, ball, EXACT_PRECISION);
    }
    arb_set_d(ball, row->offset);
    assert_false(arb_lt(value, ball));
  }
  arb_clear(value);
  arb_clear(term);
  arb_clear(ball);
  _arb_vec_clear(y, outputs);
  for (uint32_t i = 0; i < inputs; i++) mpq_clear(x[i]);
  free(x);
}

static size_t times(void)
{
  const char *text = getenv("ASSAY_BOUND_TIMES");
  size_t count = text ? strtoull(text, NULL, 10) : 1;
  return count > 0 ? count : 1;
}

/* Bounds of squares, cubes and reciprocals may overflow, and then are none. */
static void check_networks(LayerKind kind, size_t networks, size_t points)
{
  size_t useful = 0, finite = 0;
  networks *= times();
  for (size_t n = 0; n < networks; n++) {
    Random random = random_stream(7, kind, n);
    Net net;
    random_net(&net, &random, kind);
    Bounds bounds;
    bounds_init(&bounds, &net);
    Case c;
    make_case(&c, &net, &random);
    bounds.method = (BoundMethod)(n % BOUND_METHOD_COUNT);
    bounds.choice = (RelaxChoice)(n % RELAX_COUNT);
    bounds_set_box(&bounds, c.lower, c.upper, NULL);
    if (n % 2) { /* again with what is known: a smaller box within */
      double *known = malloc(2 * bounds.count * sizeof *known);
      memcpy(known, bounds.lower, 2 * bounds.count * sizeof *known);
      uint32_t i = (uint32_t)random_below(&random, net_input_size(&net));
      c.upper[i] = (c.lower[i] + c.upper[i]) / 2;
      bounds_set_box(&bounds, c.lower, c.upper, known);
      free(known);
    }
    bounds_rows(&bounds, c.rows, 3);
    finite += bounds.finite;
    useful += isfinite(c.rows[0].lower);
    for (size_t p = 0; p < points && bounds.finite; p++) check_point(&net, &c, &random);
    free_case(&c);
    bounds_deinit(&bounds);
    net_deinit(&net);
  }
  assert_int_equal(useful, finite);
  if (kind <= LAYER_TANH) assert_int_equal(useful, networks);
  assert_true(useful * 5 >= networks);
}

static void test_relu(void **state)
{
  (void)state;
  check_networks(LAYER_RELU, 600, 20);
}

static void test_smooth(void **state)
{
  (void)state;
  check_networks(LAYER_SIGMOID, 60, 10);
  check_networks(LAYER_TANH, 60, 10);
  check_networks(LAYER_SQUARE, 60, 10);
  check_networks(LAYER_CUBE, 60, 10);
  check_networks(LAYER_RECIPROCAL, 60, 10);
}

static void evaluate_ball(LayerKind kind, double x, arb_t y)
{
  Net net = {0};
  uint32_t input = net_add_input(&net, 1);
  net_add_activation(&net, kind, input);
  mpq_t point;
  mpq_init(point);
  mpq_set_d(point, x);
  net_evaluate_exactly(&net, &point, y);
  mpq_clear(point);
  net_deinit(&net);
}

/* The tangents of sigmoid and tanh are below and above them over all of the range, wherever they touch: in flat parts, across the bend. */
static void test_tangents(void **state)
{
  (void)state;
  arb_t y, line, slope;
  arb_init(y);
  arb_init(line);
  arb_init(slope);
  size_t tangent = 0, wide = 0;
  for (size_t n = 0; n < 600 * times(); n++) {
    Random random = random_stream(12, 1, n);
    LayerKind kind = n % 2 ? LAYER_SIGMOID : LAYER_TANH;
    double size = pow(10, random_unit(&random) * 5 - 3);
    double a = (random_unit(&random) * 2 - 1) * size, b = (random_unit(&random) * 2 - 1) * size;
    double lower = fmin(a, b), upper = fmax(a, b);
    for (int above = 0; above < 2; above++) {
      RelaxTangents tangents;
      if (!relax_tangents(kind, above, lower, upper, &tangents)) continue;
      assert_true(lower <= tangents.from && tangents.from <= tangents.at &&
                  tangents.at <= tangents.to && tangents.to <= upper);
      double s, intercept,
          at = n % 5 == 0   ? tangents.from
               : n % 5 == 1 ? tangents.to
                            : random_within(&random, tangents.from, tangents.to);
      relax_tangent(kind, above, at, lower, upper, &s, &intercept);
      tangent++;
      wide += lower < 0 && upper > 0;
      for (size_t p = 0; p < 12; p++) {
        double x = p == 0   ? lower
                   : p == 1 ? upper
                   : p == 2 ? at
                            : random_within(&random, lower, upper);
        evaluate_ball(kind, x, y);
        arb_set_d(line, x);
        arb_set_d(slope, s);
        arb_mul(line, line, slope, EXACT_PRECISION);
        arb_set_d(slope, intercept);
        arb_add(line, line, slope, EXACT_PRECISION);
        assert_false(above ? arb_gt(y, line) : arb_lt(y, line));
      }
    }
  }
  assert_true(tangent > 300 && wide > 50);
  arb_clear(y);
  arb_clear(line);
  arb_clear(slope);
}

/* The lines of activations are below and above them, for ranges of all sizes, and touch them nearly. */
static void test_lines(void **state)
{
  (void)state;
  arb_t y, line, slope;
  arb_init(y);
  arb_init(line);
  arb_init(slope);
  for (LayerKind kind = LAYER_RELU; kind < LAYER_KIND_COUNT; kind++)
    for (size_t n = 0; n < 300 * times(); n++) {
      Random random = random_stream(10, kind, n);
      double size = pow(10, random_unit(&random) * 6 - 4);
      double a = (random_unit(&random) * 2 - 1) * size, b = (random_unit(&random) * 2 - 1) * size;
      double lower = fmin(a, b), upper = n % 7 == 0 ? lower : fmax(a, b), low, high;
      relax_interval(kind, lower, upper, &low, &high);
      KernelLines lines = {0};
      if (!isfinite(low) || !isfinite(high)) continue;
      relax_lines(kind, (RelaxChoice)(n % RELAX_COUNT), lower, upper, &lines);
      for (size_t p = 0; p < 10; p++) {
        double x = p < 2 ? (p ? upper : lower) : random_within(&random, lower, upper);
        evaluate_ball(kind, x, y);
        arb_set_d(line, low);
        assert_false(arb_lt(y, line));
        arb_set_d(line, high);
        assert_false(arb_gt(y, line));
        for (int above = 0; above < 2; above++) {
          arb_set_d(line, x);
          arb_set_d(slope, above ? lines.high_slope : lines.low_slope);
          arb_mul(line, line, slope, EXACT_PRECISION);
          arb_set_d(slope, above ? lines.high_intercept : lines.low_intercept);
          arb_add(line, line, slope, EXACT_PRECISION);
          if (above)
            assert_false(arb_gt(y, line));
          else
            assert_false(arb_lt(y, line));
        }
      }
    }
  arb_clear(y);
  arb_clear(line);
  arb_clear(slope);
}

static double width_of_outputs(const Bounds *bounds)
{
  size_t last = bounds->net->layers.count - 1;
  double sum = 0;
  for (uint32_t i = 0; i < net_output(bounds->net)->size; i++)
    sum += bounds_upper(bounds, last)[i] - bounds_lower(bounds, last)[i];
  return sum;
}

/* No point that satisfies rows is lost when intervals are narrowed to them, and what they leave is less than before. */
static void test_fixpoint(void **state)
{
  (void)state;
  size_t narrower = 0, empty = 0;
  for (size_t n = 0; n < 300 * times(); n++) {
    Random random = random_stream(11, 1, n);
    Net net;
    random_net(&net, &random, n % 4 ? LAYER_RELU : LAYER_TANH);
    Case c;
    make_case(&c, &net, &random);
    Bounds bounds;
    bounds_init(&bounds, &net);
    bounds.method = BOUND_INTERVAL;
    bounds_set_box(&bounds, c.lower, c.upper, NULL);
    NetRun run;
    net_run_init(&run, &net);
    uint32_t inputs = net_input_size(&net), outputs = net_output(&net)->size;
    double x[12];
    for (uint32_t i = 0; i < inputs; i++) x[i] = random_within(&random, c.lower[i], c.upper[i]);
    const double *y = net_evaluate(&net, &run, x);
    double value = 0, size = 0;
    for (uint32_t i = 0; i < outputs; i++) {
      value += c.rows[0].outputs[i] * y[i];
      size += fabs(c.rows[0].outputs[i] * y[i]);
    }
    double before = width_of_outputs(&bounds);
    FixpointRow row = {c.rows[0].outputs, NULL, value + 1e-6 * (1 + size)};
    assert_true(fixpoint_narrow(&bounds, &row, 1));
    for (uint32_t i = 0; i < inputs; i++)
      assert_true(bounds.lower[i] <= x[i] && x[i] <= bounds.upper[i]);
    for (size_t at = 1; at < net.layers.count; at++)
      for (uint32_t i = 0; i < net.layers.items[at].size; i++) {
        double v = run.values[run.offsets[at] + i], slack = 1e-9 * (1 + fabs(v)) * (1 + size);
        assert_true(bounds_lower(&bounds, at)[i] <= v + slack);
        assert_true(bounds_upper(&bounds, at)[i] >= v - slack);
      }
    narrower += width_of_outputs(&bounds) < before;
    bounds_set_box(&bounds, c.lower, c.upper, NULL);
    double least = 0;
    for (uint32_t i = 0; i < outputs; i++) {
      double weight = c.rows[0].outputs[i];
      least += fmin(weight * bounds_lower(&bounds, net.layers.count - 1)[i],
                    weight * bounds_upper(&bounds, net.layers.count - 1)[i]);
    }
    FixpointRow below = {c.rows[0].outputs, NULL, least - 1e-3 * (1 + fabs(least))};
    empty += !fixpoint_narrow(&bounds, &below, 1);
    net_run_deinit(&run);
    free_case(&c);
    bounds_deinit(&bounds);
    net_deinit(&net);
  }
  assert_true(narrower > 10);
  assert_int_equal(empty, 300 * times());
}

/* For a point the bounds are as tight as rounding lets them. */
static void test_tight(void **state)
{
  (void)state;
  for (size_t n = 0; n < 50; n++) {
    Random random = random_stream(8, 1, n);
    Net net;
    random_net(&net, &random, LAYER_RELU);
    Bounds bounds;
    bounds_init(&bounds, &net);
    Case c;
    make_case(&c, &net, &random);
    memcpy(c.upper, c.lower, net_input_size(&net) * sizeof(double));
    bounds_set_box(&bounds, c.lower, c.upper, NULL);
    bounds_rows(&bounds, c.rows, 3);
    NetRun run;
    net_run_init(&run, &net);
    const double *y = net_evaluate(&net, &run, c.lower);
    double value = 0, size = 0;
    for (uint32_t i = 0; i < net_output(&net)->size; i++) {
      value += c.rows[0].outputs[i] * y[i];
      size += bounds.size[bounds.offsets[net.layers.count - 1] + i];
    }
    assert_true(fabs(value - c.rows[0].lower) <= 1e-9 * (1 + size));
    net_run_deinit(&run);
    free_case(&c);
    bounds_deinit(&bounds);
    net_deinit(&net);
  }
}

/* The gradient is that of the values. */
static void test_gradient(void **state)
{
  (void)state;
  for (size_t n = 0; n < 50; n++) {
    Random random = random_stream(9, 1, n);
    Net net;
    random_net(&net, &random, n % 2 ? LAYER_TANH : LAYER_SIGMOID);
    Case c;
    make_case(&c, &net, &random);
    NetRun run;
    net_run_init(&run, &net);
    uint32_t inputs = net_input_size(&net), outputs = net_output(&net)->size;
    double *gradient = calloc(inputs, sizeof *gradient);
    net_evaluate(&net, &run, c.lower);
    net_gradient(&net, &run, c.rows[0].outputs, gradient);
    double step = 1e-7, ends[2], size = 0;
    for (int side = 0; side < 2; side++) {
      memcpy(c.upper, c.lower, inputs * sizeof(double));
      c.upper[0] += side ? step : -step;
      const double *y = net_evaluate(&net, &run, c.upper);
      ends[side] = 0;
      for (uint32_t i = 0; i < outputs; i++) ends[side] += c.rows[0].outputs[i] * y[i];
      for (uint32_t i = 0; i < outputs; i++) size += fabs(y[i]);
    }
    double measured = (ends[1] - ends[0]) / (2 * step);
    assert_true(fabs(measured - gradient[0]) <= 1e-3 * (size + fabs(gradient[0])) + 1e-6);
    free(gradient);
    net_run_deinit(&run);
    free_case(&c);
    net_deinit(&net);
  }
}

/* Products that are added to a larger coefficient one by one are rounded each time. */
static void test_cancelling(void **state)
{
  (void)state;
  enum { COUNT = 1000 };
  Net net;
  cancelling_net(&net, COUNT);
  Bounds bounds;
  bounds_init(&bounds, &net);
  double one = 1, slope;
  BoundRow row = {.outputs = &one, .slope = &slope};
  bounds_set_box(&bounds, &one, &one, NULL);
  bounds_rows(&bounds, &row, 1);
  assert_true(row.lower <= COUNT * (0.6 * 0x1p-52));
  assert_true(slope + row.offset <= COUNT * (0.6 * 0x1p-52));
  bounds_deinit(&bounds);
  net_deinit(&net);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_relu),       cmocka_unit_test(test_smooth),
      cmocka_unit_test(test_tight),      cmocka_unit_test(test_gradient),
      cmocka_unit_test(test_cancelling), cmocka_unit_test(test_tangents),
      cmocka_unit_test(test_lines),      cmocka_unit_test(test_fixpoint),
  };
  return cmocka_run_group_tests_name("nn_bound_bound", tests, NULL, NULL);
}
