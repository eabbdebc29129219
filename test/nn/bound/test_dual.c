/* Optimised bounds hold: for any slopes, weights and assumptions, at points that satisfy the assumptions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/bound/dual.h"
#include "nn/bound/exact.h"
#include "support/random_net.h"
#include "testing.h"

enum { FUNCTIONS = 11, ROWS = 3 };

typedef struct {
  Net net;
  Bounds root;
  Dual dual;
  double *lower, *upper, *weights, bounds[ROWS];
  double *points; /* one for each function */
} Case;

static void make_case(Case *c, Random *random, size_t n)
{
  random_net(&c->net, random, n % 6 == 5 ? LAYER_TANH : LAYER_RELU);
  uint32_t inputs = net_input_size(&c->net), outputs = net_output(&c->net)->size;
  c->lower = calloc(inputs * 2, sizeof(double));
  c->upper = c->lower + inputs;
  double width = n % 3 ? 1 : 1e-6;
  for (uint32_t i = 0; i < inputs; i++) {
    c->lower[i] = random_unit(random) * 2 - 1;
    c->upper[i] = c->lower[i] + (random_chance(random, 1, 8) ? 0 : random_unit(random) * width);
  }
  c->weights = calloc(ROWS * (inputs + outputs), sizeof(double));
  for (uint32_t i = 0; i < ROWS * (inputs + outputs); i++)
    c->weights[i] = random_chance(random, 2, 3) ? random_weight(random, 1) : 0;
  for (size_t r = 0; r < ROWS; r++) c->bounds[r] = random_weight(random, 1);
  bounds_init(&c->root, &c->net);
  bounds_set_box(&c->root, c->lower, c->upper, NULL);
  assert_true(c->root.finite);
  c->points = calloc((size_t)FUNCTIONS * inputs, sizeof(double));
  for (size_t f = 0; f < FUNCTIONS; f++)
    for (uint32_t i = 0; i < inputs; i++)
      c->points[f * inputs + i] = random_within(random, c->lower[i], c->upper[i]);
}

static void free_case(Case *c)
{
  bounds_deinit(&c->root);
  net_deinit(&c->net);
  free(c->lower);
  free(c->weights);
  free(c->points);
}

/* The values of all neurons at the points are within the bounds. */
static void check_neurons(const Case *c)
{
  NetRun run;
  net_run_init(&run, &c->net);
  for (size_t f = 0; f < FUNCTIONS; f++) {
    net_evaluate(&c->net, &run, c->points + f * net_input_size(&c->net));
    for (size_t at = 1; at < c->net.layers.count; at++)
      for (uint32_t i = 0; i < c->net.layers.items[at].size; i++) {
        double value = run.values[run.offsets[at] + i];
        double slack = 1e-12 * c->root.size[c->root.offsets[at] + i] + 1e-12 * fabs(value);
        assert_true(value >= bounds_lower(&c->root, at)[i] - slack);
        assert_true(value <= bounds_upper(&c->root, at)[i] + slack);
      }
  }
  net_run_deinit(&run);
}

/* Slopes and weights at random, and signs as they are at the point of each function. */
static void begin(Case *c, Random *random)
{
  Dual *dual = &c->dual;
  uint32_t inputs = net_input_size(&c->net);
  dual_begin(dual, c->net.layers.count - 1, FUNCTIONS);
  NetRun run;
  net_run_init(&run, &c->net);
  for (size_t f = 0; f < FUNCTIONS; f++) {
    dual_set_rows(dual, f,
                  &(DualRows){c->weights, c->bounds, 1 + (uint32_t)random_below(random, ROWS)});
    net_evaluate(&c->net, &run, c->points + f * inputs);
    for (uint32_t r = 0; r < dual->relus.count; r++) {
      DualRelu place = dual->relus.items[r];
      size_t source = c->net.layers.items[place.layer].sources.items[0].layer;
      double value = run.values[run.offsets[source] + place.neuron];
      *dual_alpha(dual, r, f) = random_unit(random);
      double sure = 1e-9 * c->root.size[c->root.offsets[source] + place.neuron];
      if (fabs(value) > sure && random_chance(random, 1, 2))
        dual_assume(dual, f, r, value > 0 ? 1 : -1, random_unit(random) * 3);
    }
  }
  net_run_deinit(&run);
}

/* The exact value of a function at its point is not below `claimed`. */
static void check_function(const Case *c, size_t f, const double *lambda, double claimed)
{
  uint32_t inputs = net_input_size(&c->net), outputs = net_output(&c->net)->size;
  mpq_t *x = malloc(inputs * sizeof *x);
  arb_ptr values = _arb_vec_init(inputs + outputs);
  for (uint32_t i = 0; i < inputs; i++) {
    mpq_init(x[i]);
    mpq_set_d(x[i], c->points[f * inputs + i]);
    net_set_rational(values + outputs + i, x[i]);
  }
  net_evaluate_exactly(&c->net, x, values);
  arb_t sum, row, number;
  arb_init(sum);
  arb_init(row);
  arb_init(number);
  for (uint32_t r = 0; r < c->dual.rows[f].count; r++) {
    arb_set_d(row, -c->bounds[r]);
    for (uint32_t i = 0; i < inputs + outputs; i++) {
      arb_set_d(number, c->weights[r * (inputs + outputs) + i]);
      arb_addmul(row, number, values + i, EXACT_PRECISION);
    }
    arb_set_d(number, lambda[r]);
    arb_addmul(sum, number, row, EXACT_PRECISION);
  }
  arb_set_d(number, claimed);
  assert_true(isfinite(claimed));
  assert_false(arb_lt(sum, number));
  arb_clear(sum);
  arb_clear(row);
  arb_clear(number);
  for (uint32_t i = 0; i < inputs; i++) mpq_clear(x[i]);
  _arb_vec_clear(values, inputs + outputs);
  free(x);
}

static void test_bounds_hold(void **state)
{
  (void)state;
  size_t assumed = 0;
  for (size_t n = 0; n < 400; n++) {
    Random random = random_stream(21, 1, n);
    Case c;
    make_case(&c, &random, n);
    if (n % 2) dual_tighten(&c.root, 5, UINT64_MAX);
    check_neurons(&c);
    dual_init(&c.dual, &c.root, FUNCTIONS, ROWS);
    begin(&c, &random);
    assumed += c.dual.any_assumed;
    dual_evaluate(&c.dual);
    for (size_t f = 0; f < FUNCTIONS; f++)
      check_function(&c, f, c.dual.lambda + f * ROWS, c.dual.lower[f]);
    dual_optimise(&c.dual, 6);
    for (size_t f = 0; f < FUNCTIONS; f++)
      check_function(&c, f, c.dual.best_lambda + f * ROWS, c.dual.best[f]);
    dual_deinit(&c.dual);
    free_case(&c);
  }
  assert_true(assumed > 100);
}

/* Optimising never loses, and gains something on many networks. */
static void test_optimising_gains(void **state)
{
  (void)state;
  size_t open = 0, gained = 0;
  for (size_t n = 0; n < 100; n++) {
    Random random = random_stream(22, 1, n);
    Case c;
    make_case(&c, &random, 6 * n + 1);
    dual_init(&c.dual, &c.root, FUNCTIONS, ROWS);
    dual_begin(&c.dual, c.net.layers.count - 1, 1);
    dual_set_rows(&c.dual, 0, &(DualRows){c.weights, c.bounds, 1});
    dual_evaluate(&c.dual);
    double before = c.dual.lower[0];
    dual_optimise(&c.dual, 20);
    assert_true(c.dual.best[0] >= before);
    if (c.dual.relus.count > 4) {
      open++;
      gained += c.dual.best[0] > before + 1e-6 * fabs(before);
    }
    dual_deinit(&c.dual);
    free_case(&c);
  }
  assert_true(open > 20 && gained * 8 > open);
}

/* Products that are added to a larger coefficient one by one are rounded each time. */
static void test_cancelling(void **state)
{
  (void)state;
  enum { COUNT = 1000 };
  Net net;
  cancelling_net(&net, COUNT);
  Bounds root;
  bounds_init(&root, &net);
  double one = 1, weights[2] = {1, 0}, bound = COUNT * (0.7 * 0x1p-52);
  bounds_set_box(&root, &one, &one, NULL);
  Dual dual;
  dual_init(&dual, &root, 1, 1);
  dual_begin(&dual, net.layers.count - 1, 1);
  dual_set_rows(&dual, 0, &(DualRows){weights, &bound, 1});
  dual_evaluate(&dual);
  assert_true(dual.lower[0] < 0);
  dual_deinit(&dual);
  bounds_deinit(&root);
  net_deinit(&net);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bounds_hold),
      cmocka_unit_test(test_optimising_gains),
      cmocka_unit_test(test_cancelling),
  };
  return cmocka_run_group_tests_name("nn_bound_dual", tests, NULL, NULL);
}
