/* Optimised bounds hold: for any slopes, weights and assumptions, at points that satisfy the assumptions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/bound/dual.h"
#include "nn/bound/exact.h"
#include "nn/bound/refine.h"
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
  random_net(&c->net, random, n % 6 != 5 ? LAYER_RELU : n % 12 == 5 ? LAYER_TANH : LAYER_SIGMOID);
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

/* Tangents at random places of those that are allowed, often at their ends. */
static size_t move_tangents(Dual *dual, Random *random)
{
  size_t moved = 0;
  for (size_t c = 0; c < dual->curves.count; c++)
    for (int above = 0; above < 2; above++) {
      const RelaxTangents *tangents = &dual->curves.items[c].tangents[above];
      for (size_t f = 0; f < FUNCTIONS && dual->curves.items[c].free[above]; f++, moved++)
        dual->places[above][c * dual->width + f] =
            random_chance(random, 1, 4)   ? tangents->from
            : random_chance(random, 1, 3) ? tangents->to
                                          : random_within(random, tangents->from, tangents->to);
    }
  return moved;
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
  size_t assumed = 0, moved = 0;
  const char *times = getenv("ASSAY_BOUND_TIMES");
  size_t count = 400 * (times ? (size_t)atoi(times) : 1);
  for (size_t n = 0; n < count; n++) {
    Random random = random_stream(21, 1, n);
    Case c;
    make_case(&c, &random, n);
    if (n % 2) dual_tighten(&c.root, 5, UINT64_MAX);
    check_neurons(&c);
    dual_init(&c.dual, &c.root, FUNCTIONS, ROWS);
    begin(&c, &random);
    assumed += c.dual.any_assumed;
    moved += move_tangents(&c.dual, &random);
    dual_evaluate(&c.dual);
    for (size_t f = 0; f < FUNCTIONS; f++)
      check_function(&c, f, c.dual.lambda + f * ROWS, c.dual.lower[f]);
    dual_optimise(&c.dual, 6);
    for (size_t f = 0; f < FUNCTIONS; f++)
      check_function(&c, f, c.dual.best_lambda + f * ROWS, c.dual.best[f]);
    dual_deinit(&c.dual);
    free_case(&c);
  }
  assert_true(assumed > 100 && moved > 1000);
}

/* The exact values of a layer at a point: those of the network that ends there. */
static arb_ptr exact_layer(const Case *c, size_t at, const double *point)
{
  Net prefix = c->net;
  prefix.layers.count = at + 1;
  uint32_t inputs = net_input_size(&c->net);
  mpq_t *x = malloc(inputs * sizeof *x);
  for (uint32_t i = 0; i < inputs; i++) {
    mpq_init(x[i]);
    mpq_set_d(x[i], point[i]);
  }
  arb_ptr values = _arb_vec_init(c->net.layers.items[at].size);
  net_evaluate_exactly(&prefix, x, values);
  for (uint32_t i = 0; i < inputs; i++) mpq_clear(x[i]);
  free(x);
  return values;
}

/* The arguments of ReLUs at a point are within ranges. */
static void check_ranges(const Case *c, const float *ranges, const double *point)
{
  size_t relus = c->dual.relus.count;
  arb_t number;
  arb_init(number);
  for (size_t at = 1; at < c->net.layers.count; at++) {
    if (c->dual.first[at] == c->dual.first[at + 1]) continue;
    size_t source = c->net.layers.items[at].sources.items[0].layer;
    arb_ptr values = exact_layer(c, source, point);
    for (uint32_t r = c->dual.first[at]; r < c->dual.first[at + 1]; r++) {
      arb_ptr value = values + c->dual.relus.items[r].neuron;
      arb_set_d(number, (double)ranges[r]);
      assert_false(arb_lt(value, number));
      arb_set_d(number, (double)ranges[relus + r]);
      assert_false(arb_gt(value, number));
    }
    _arb_vec_clear(values, c->net.layers.items[source].size);
  }
  arb_clear(number);
}

/* Signs as they are at a point, some of them; returns their number. */
static size_t draw_signs(const Case *c, Random *random, const double *point, RefineSign *signs)
{
  size_t count = 0;
  NetRun run;
  net_run_init(&run, &c->net);
  net_evaluate(&c->net, &run, point);
  for (uint32_t r = 0; r < c->dual.relus.count; r++) {
    DualRelu place = c->dual.relus.items[r];
    size_t source = c->net.layers.items[place.layer].sources.items[0].layer;
    double value = run.values[run.offsets[source] + place.neuron];
    double sure = 1e-9 * c->root.size[c->root.offsets[source] + place.neuron];
    if (fabs(value) > sure && random_chance(random, 1, 3))
      signs[count++] = (RefineSign){r, value > 0 ? 1 : -1};
  }
  net_run_deinit(&run);
  return count;
}

/* Bounds of rows so that they hold at a point, some of them hardly. */
static void make_rows_hold(Case *c, Random *random, const double *point)
{
  uint32_t inputs = net_input_size(&c->net), outputs = net_output(&c->net)->size;
  NetRun run;
  net_run_init(&run, &c->net);
  const double *y = net_evaluate(&c->net, &run, point);
  for (size_t r = 0; r < ROWS; r++) {
    const double *weights = c->weights + r * (inputs + outputs);
    double value = 0, size = 1;
    for (uint32_t i = 0; i < outputs; i++) {
      value += weights[i] * y[i];
      size += fabs(weights[i]) * c->root.size[c->root.offsets[c->net.layers.count - 1] + i];
    }
    for (uint32_t i = 0; i < inputs; i++) value += weights[outputs + i] * point[i];
    c->bounds[r] = value + 1e-9 * size + (random_chance(random, 1, 2) ? 0 : random_unit(random));
  }
  net_run_deinit(&run);
}

typedef struct {
  size_t sure, narrower; /* ranges that were narrowed at all, and by half */
} Narrowing;

/* Ranges after some queries hold at a point that satisfies signs and rows, and so does the bound of a neuron with them. */
static void check_refined(Case *c, Random *random, Refiner *refiner, const double *point,
                          Narrowing *narrowing)
{
  size_t relus = c->dual.relus.count;
  float *ranges = calloc(2 * relus + 1, sizeof *ranges),
        *before = calloc(2 * relus + 1, sizeof *before);
  RefineSign *signs = calloc(relus + 1, sizeof *signs);
  make_rows_hold(c, random, point);
  DualRows rows = {c->weights, c->bounds, 1 + (uint32_t)random_below(random, ROWS)};
  RefineQuery query = {.signs = signs,
                       .sign_count = draw_signs(c, random, point, signs),
                       .rows = random_chance(random, 2, 3) ? &rows : NULL,
                       .until_ns = UINT64_MAX};
  refine_root_ranges(&c->dual, ranges);
  memcpy(before, ranges, 2 * relus * sizeof *ranges);
  check_ranges(c, ranges, point);
  for (int k = 0; k < 2; k++) {
    query.steps = 1 + (int)random_below(random, 6);
    query.after = relus > 0 && random_chance(random, 1, 8) ? c->dual.relus.items[0].layer : 0;
    assert_true(refine_ranges(refiner, &query, ranges));
    check_ranges(c, ranges, point);
  }
  for (size_t r = 0; r < relus; r++) {
    double width = (double)before[relus + r] - (double)before[r],
           now = (double)ranges[relus + r] - (double)ranges[r];
    narrowing->sure += now < width;
    narrowing->narrower += now < 0.5 * width;
  }
  free(ranges);
  free(before);
  free(signs);
}

/* Bounds of rows with the ranges of a point, at that point. */
static void check_rows_in_ranges(Case *c, Random *random, Refiner *refiner)
{
  size_t relus = c->dual.relus.count;
  const double *point = c->points;
  float *ranges = calloc(2 * relus + 1, sizeof *ranges);
  RefineSign *signs = calloc(relus + 1, sizeof *signs);
  RefineQuery query = {.signs = signs,
                       .sign_count = draw_signs(c, random, point, signs),
                       .steps = 3,
                       .until_ns = UINT64_MAX};
  refine_root_ranges(&c->dual, ranges);
  assert_true(refine_ranges(refiner, &query, ranges));
  dual_begin(&c->dual, c->net.layers.count - 1, 1);
  dual_set_rows(&c->dual, 0, &(DualRows){c->weights, c->bounds, ROWS});
  refine_apply(&c->dual, 0, &query, ranges);
  for (uint32_t r = 0; r < relus; r++) *dual_alpha(&c->dual, r, 0) = random_unit(random);
  dual_evaluate(&c->dual);
  check_function(c, 0, c->dual.lambda, c->dual.lower[0]);
  dual_optimise(&c->dual, 8);
  check_function(c, 0, c->dual.best_lambda, c->dual.best[0]);
  free(ranges);
  free(signs);
}

/* Ranges under signs and rows hold at every point that satisfies them, in networks with branches, too, and whatever a refiner
 * remembers of other queries. */
static void test_refined_ranges_hold(void **state)
{
  (void)state;
  Narrowing narrowing = {0};
  size_t all = 0;
  const char *times = getenv("ASSAY_BOUND_TIMES");
  size_t count = 150 * (times ? (size_t)atoi(times) : 1);
  for (size_t n = 0; n < count; n++) {
    Random random = random_stream(23, 1, n);
    Case c;
    make_case(&c, &random, n);
    if (n % 2) dual_tighten(&c.root, 5, UINT64_MAX);
    dual_init(&c.dual, &c.root, n % 5 ? 2 * FUNCTIONS : 2, ROWS);
    Refiner refiner;
    refine_init(&refiner, &c.dual);
    for (size_t f = 0; f < 4; f++) {
      check_refined(&c, &random, &refiner, c.points + f * net_input_size(&c.net), &narrowing);
      all += c.dual.relus.count;
    }
    check_rows_in_ranges(&c, &random, &refiner);
    refine_deinit(&refiner);
    dual_deinit(&c.dual);
    free_case(&c);
  }
  assert_true(all > 1000 && narrowing.sure * 4 > all && narrowing.narrower * 20 > all);
}

/* Where rows cannot hold, or signs contradict each other, there are no inputs; what has one is never refused (above). */
static void test_contradictions(void **state)
{
  (void)state;
  size_t refused = 0;
  for (size_t n = 0; n < 60; n++) {
    Random random = random_stream(24, 1, n);
    Case c;
    make_case(&c, &random, 6 * n + 1);
    dual_init(&c.dual, &c.root, 2 * FUNCTIONS, ROWS);
    Refiner refiner;
    refine_init(&refiner, &c.dual);
    size_t relus = c.dual.relus.count;
    float *ranges = calloc(2 * relus + 1, sizeof *ranges);
    refine_root_ranges(&c.dual, ranges);
    c.bounds[0] = -1e6; /* of a function that is nowhere that low */
    DualRows rows = {c.weights, c.bounds, 1};
    RefineSign both[2] = {{0, 1}, {0, -1}};
    RefineQuery query = {.rows = &rows, .steps = 40, .until_ns = UINT64_MAX};
    if (relus > 0) refused += !refine_ranges(&refiner, &query, ranges);
    if (relus > 0 && refused > 0) {
      query = (RefineQuery){.signs = both, .sign_count = 2, .steps = 4, .until_ns = UINT64_MAX};
      refine_root_ranges(&c.dual, ranges);
      bool possible = refine_ranges(&refiner, &query, ranges);
      assert_true(!possible || ranges[0] == ranges[relus]);
    }
    free(ranges);
    refine_deinit(&refiner);
    dual_deinit(&c.dual);
    free_case(&c);
  }
  assert_true(refused > 5);
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
      cmocka_unit_test(test_bounds_hold),    cmocka_unit_test(test_refined_ranges_hold),
      cmocka_unit_test(test_contradictions), cmocka_unit_test(test_optimising_gains),
      cmocka_unit_test(test_cancelling),
  };
  return cmocka_run_group_tests_name("nn_bound_dual", tests, NULL, NULL);
}
