/* Bounds hold: random networks and boxes, compared with exact values at many points. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "nn/bound/bound.h"
#include "nn/bound/exact.h"
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
  exact_evaluate(net, x, y);
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
      exact_set_rational(exact, x[j]);
      arb_set_d(term, row->inputs[j]);
      arb_addmul(value, term, exact, EXACT_PRECISION);
      arb_clear(exact);
    }
    assert_false(arb_lt(value, ball));
    for (uint32_t j = 0; j < inputs; j++) {
      exact_set_rational(ball, x[j]);
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

static void check_networks(LayerKind kind, size_t networks, size_t points)
{
  size_t useful = 0;
  for (size_t n = 0; n < networks; n++) {
    Random random = random_stream(7, kind, n);
    Net net;
    random_net(&net, &random, kind);
    Bounds bounds;
    bounds_init(&bounds, &net);
    Case c;
    make_case(&c, &net, &random);
    bounds.intervals_only = n % 5 == 0;
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
    assert_true(bounds.finite);
    useful += isfinite(c.rows[0].lower);
    for (size_t p = 0; p < points; p++) check_point(&net, &c, &random);
    free_case(&c);
    bounds_deinit(&bounds);
    net_deinit(&net);
  }
  assert_int_equal(useful, networks);
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
      cmocka_unit_test(test_cancelling),
  };
  return cmocka_run_group_tests_name("nn_bound_bound", tests, NULL, NULL);
}
