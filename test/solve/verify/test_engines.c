/* Engines that translate subproblems: verdicts against sampling, what they prove, what they cannot. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "run/solver/solver.h"
#include "solve/verify/engine.h"
#include "testing.h"

static const Engine translations[] = {ENGINE_MILP_CBC, ENGINE_MILP_GLPK, ENGINE_SMT_Z3,
                                      ENGINE_SMT_CVC5};

static bool is_there(Engine engine)
{
  if (engine != ENGINE_SMT_Z3 && engine != ENGINE_SMT_CVC5) return true;
  Profiles *profiles = profiles_create();
  Solver solver;
  Error error;
  bool found =
      solver_find(profiles, engine == ENGINE_SMT_Z3 ? "z3" : "cvc5", &solver, &error) == STATUS_OK;
  if (found) solver_deinit(&solver);
  profiles_destroy(profiles);
  return found;
}

static uint32_t add_affine(Net *net, Random *random, uint32_t source, uint32_t size)
{
  double bias[16];
  for (uint32_t i = 0; i < size; i++) bias[i] = (float)(random_unit(random) * 2 - 1);
  NetMatrix matrix;
  net_matrix_init_dense(&matrix, size, net->layers.items[source].size);
  for (uint32_t i = 0; i < matrix.rows; i++)
    for (uint32_t j = 0; j < matrix.columns; j++)
      net_matrix_row(&matrix, i)[j] = (float)(random_unit(random) * 2 - 1);
  uint32_t layer = net_add_affine(net, size, bias);
  net_add_source(net, layer, source, &matrix);
  return layer;
}

/* Two layers, the second of which reads the input, too. */
static void make_net(Net *net, uint64_t number, LayerKind kind)
{
  Random random = random_stream(31, 0, number);
  *net = (Net){0};
  uint32_t x = net_add_input(net, 2);
  uint32_t a = net_add_activation(net, kind, add_affine(net, &random, x, 5));
  uint32_t b = net_add_activation(net, kind, add_affine(net, &random, a, 4));
  uint32_t y = add_affine(net, &random, b, 2);
  NetMatrix direct;
  net_matrix_init_dense(&direct, 2, 2);
  net_matrix_row(&direct, 0)[0] = net_matrix_row(&direct, 1)[1] = 0.5;
  net_add_source(net, y, x, &direct);
}

static double largest_difference(const Net *net)
{
  enum { STEPS = 80 };
  NetRun run;
  net_run_init(&run, net);
  double most = -INFINITY;
  for (int i = 0; i <= STEPS; i++)
    for (int j = 0; j <= STEPS; j++) {
      const double *y =
          net_evaluate(net, &run, (double[2]){-1 + 2.0 * i / STEPS, -1 + 2.0 * j / STEPS});
      most = fmax(most, y[0] - y[1]);
    }
  net_run_deinit(&run);
  return most;
}

static VerifyResult verify(const Net *net, const char *assertions, Engine engine)
{
  char *text = calloc(2000, 1);
  snprintf(text, 1900,
           "(declare-const X_0 Real)(declare-const X_1 Real)(declare-const Y_0 Real)(declare-const "
           "Y_1 Real)(assert (and (<= X_0 1)(>= X_0 -1)(<= X_1 1)(>= X_1 -1)))%s",
           assertions);
  Property property;
  Error error;
  if (property_read(&property, text, strlen(text), &error)) fail_msg("%s", error.message);
  VerifyResult result;
  VerifyOptions options = {
      .engine = engine, .timeout_ns = UINT64_C(30000000000), .threads = 1, .seed = 3};
  if (verify_net(net, &property, &options, &result, &error)) fail_msg("%s", error.message);
  property_deinit(&property);
  free(text);
  return result;
}

static VerifyResult verify_above(const Net *net, double threshold, Engine engine)
{
  char text[300];
  /* two disjuncts, of which the first is far away */
  snprintf(text, sizeof text, "(assert (or (>= Y_0 1000.0) (>= (- Y_0 Y_1) %.9f)))", threshold);
  return verify(net, text, engine);
}

static void test_sampling(void **state)
{
  (void)state;
  for (size_t e = 0; e < sizeof translations / sizeof *translations; e++) {
    if (!is_there(translations[e])) continue;
    for (uint64_t n = 0; n < 4; n++) {
      Net net;
      make_net(&net, n, LAYER_RELU);
      double most = largest_difference(&net);
      VerifyResult below = verify_above(&net, most - 0.01, translations[e]);
      assert_int_equal(below.verdict, VERDICT_SAT);
      double x[2] = {witness_input(&below.witness, 0), witness_input(&below.witness, 1)};
      NetRun run;
      net_run_init(&run, &net);
      const double *y = net_evaluate(&net, &run, x);
      assert_true(fabs(x[0]) <= 1 && fabs(x[1]) <= 1 && y[0] - y[1] >= most - 0.01 - 1e-9);
      net_run_deinit(&run);
      verify_result_deinit(&below);
      VerifyResult above = verify_above(&net, most + 0.05, translations[e]);
      assert_int_equal(above.verdict, VERDICT_UNSAT);
      assert_int_equal(above.claimed, !engine_kind(translations[e])->proves);
      verify_result_deinit(&above);
      net_deinit(&net);
    }
  }
}

/* Smooth activations are relaxed: what is said is right, and what cannot be said is unknown. */
static void test_smooth(void **state)
{
  (void)state;
  size_t unknown = 0;
  for (size_t e = 0; e < sizeof translations / sizeof *translations; e++) {
    if (!is_there(translations[e])) continue;
    for (uint64_t n = 0; n < 3; n++) {
      Net net;
      make_net(&net, n, n % 2 ? LAYER_TANH : LAYER_SIGMOID);
      double most = largest_difference(&net);
      const double thresholds[] = {most - 0.01, most + 0.02, most + 20};
      for (size_t t = 0; t < 3; t++) {
        VerifyResult result = verify_above(&net, thresholds[t], translations[e]);
        if (t == 0) assert_int_not_equal(result.verdict, VERDICT_UNSAT);
        if (t == 1) assert_int_not_equal(result.verdict, VERDICT_SAT);
        if (t == 2) assert_int_equal(result.verdict, VERDICT_UNSAT);
        if (result.verdict == VERDICT_UNKNOWN) {
          unknown++;
          assert_non_null(strstr(result.reason, "no witness"));
        }
        verify_result_deinit(&result);
      }
      net_deinit(&net);
    }
  }
  assert_true(unknown > 0);
}

/* The only witness satisfies a row with equality, at a point that no double is: exact arithmetic finds it. */
static void test_equality(void **state)
{
  (void)state;
  Net net = {0};
  uint32_t x = net_add_input(&net, 2);
  NetMatrix weights;
  net_matrix_init_dense(&weights, 2, 2);
  net_matrix_row(&weights, 0)[0] = 3;
  net_matrix_row(&weights, 1)[1] = 1;
  uint32_t y = net_add_affine(&net, 2, NULL);
  net_add_source(&net, y, x, &weights);
  const char *third = "(assert (<= Y_0 1))(assert (>= Y_0 1))(assert (<= Y_1 0))";
  for (Engine engine = ENGINE_SMT_Z3; engine <= ENGINE_SMT_CVC5; engine++) {
    if (!is_there(engine)) continue;
    VerifyResult result = verify(&net, third, engine);
    assert_int_equal(result.verdict, VERDICT_SAT);
    assert_true(mpq_cmp_ui(result.witness.inputs[0], 1, 3) == 0);
    verify_result_deinit(&result);
  }
  /* strictly above what is reached: a bound that is met by rounding would be a witness */
  for (size_t e = 0; e < sizeof translations / sizeof *translations; e++) {
    if (!is_there(translations[e])) continue;
    VerifyResult result = verify(&net, "(assert (> Y_0 3.0))", translations[e]);
    assert_int_not_equal(result.verdict, VERDICT_SAT);
    if (engine_kind(translations[e])->proves) assert_int_equal(result.verdict, VERDICT_UNSAT);
    verify_result_deinit(&result);
  }
  net_deinit(&net);
}

/* Programs that round take weights of such sizes for 0, or values for the same: nothing follows from what they say. */
static void test_extreme(void **state)
{
  (void)state;
  static const double sizes[] = {1e-30, 1e-12, 1e-8, 1e-5};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    Net net = {0};
    uint32_t at = net_add_input(&net, 2);
    for (int layer = 0; layer < 2; layer++) {
      NetMatrix weights;
      net_matrix_init_dense(&weights, 2, 2);
      for (uint32_t i = 0; i < 2; i++)
        net_matrix_row(&weights, i)[i] = layer ? 1 / sizes[s] : sizes[s];
      uint32_t next = net_add_affine(&net, 2, NULL);
      net_add_source(&net, next, at, &weights);
      at = layer ? next : net_add_activation(&net, LAYER_RELU, next);
    }
    for (size_t e = 0; e < sizeof translations / sizeof *translations; e++) {
      if (!is_there(translations[e])) continue;
      VerifyResult result = verify(&net, "(assert (>= Y_0 0.5))", translations[e]);
      assert_int_not_equal(result.verdict, VERDICT_UNSAT);
      verify_result_deinit(&result);
    }
    net_deinit(&net);
  }
}

/* Helpers end with the engine, whatever they do. */
static void test_time(void **state)
{
  (void)state;
  Net net;
  make_net(&net, 1, LAYER_RELU);
  double most = largest_difference(&net);
  char text[300];
  snprintf(text, sizeof text, "(assert (>= (- Y_0 Y_1) %.9f))", most - 0.01);
  for (size_t e = 0; e < sizeof translations / sizeof *translations; e++) {
    if (!is_there(translations[e])) continue;
    volatile bool stop = true;
    Property property;
    Error error;
    char *padded = calloc(2000, 1);
    snprintf(padded, 1900,
             "(declare-const X_0 Real)(declare-const X_1 Real)(declare-const Y_0 "
             "Real)(declare-const Y_1 Real)(assert (and (<= X_0 1)(>= X_0 -1)(<= X_1 1)(>= X_1 "
             "-1)))%s",
             text);
    assert_int_equal(property_read(&property, padded, strlen(padded), &error), STATUS_OK);
    VerifyOptions options = {.engine = translations[e],
                             .timeout_ns = UINT64_C(30000000000),
                             .threads = 1,
                             .stop = &stop};
    VerifyResult result;
    assert_int_equal(verify_net(&net, &property, &options, &result, &error), STATUS_OK);
    assert_int_equal(result.verdict, VERDICT_TIMEOUT);
    verify_result_deinit(&result);
    property_deinit(&property);
    free(padded);
  }
  net_deinit(&net);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sampling), cmocka_unit_test(test_smooth),
      cmocka_unit_test(test_equality), cmocka_unit_test(test_extreme),
      cmocka_unit_test(test_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
