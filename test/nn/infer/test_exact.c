/* Inference with rational numbers. */
#include "testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/gen/generate.h"
#include "nn/infer/exact.h"
#include "nn/infer/infer.h"
#include "support/network.h"

/* Runs a network on 1/3, 2/3, 1, ... and compares its only output with fractions. */
static void expect_fractions(const char *text, const char *fractions)
{
  Graph graph;
  Error error = {0};
  if (network_infer(&graph, 13, text, &error) != STATUS_OK) fail_msg("%s: %s", text, error.message);
  mpq_t *in = exact_new(100), *out = exact_new(100);
  for (unsigned i = 0; i < 100; i++) {
    mpq_set_ui(in[i], i + 1, 3);
    mpq_canonicalize(in[i]);
  }
  if (exact_run(&graph, in, out, &error) != STATUS_OK) fail_msg("%s: %s", text, error.message);
  char *copy = strdup(fractions), *rest = copy;
  mpq_t wanted;
  mpq_init(wanted);
  for (size_t i = 0; rest; i++) {
    const char *word = strsep(&rest, " ");
    assert_int_equal(mpq_set_str(wanted, word, 10), 0);
    if (!mpq_equal(wanted, out[i])) fail_msg("%s: element %zu is not %s", text, i, word);
  }
  mpq_clear(wanted);
  free(copy);
  exact_free(in, 100);
  exact_free(out, 100);
  graph_deinit(&graph);
}

static void test_operators(void **state)
{
  (void)state;
  expect_fractions("x:float[2]; c:float[]=0.5; y = Sub(x, c); z = Relu(y); -> z", "0 1/6");
  expect_fractions("x:float[2,2]; w:float[2,1]=1,2; y = MatMul(x, w); -> y", "5/3 11/3");
  expect_fractions("x:float[1,2]; w:float[1,2]=3,0.25; b:float[1]=1; y = Gemm(x, w, b) transB=1 "
                   "alpha=0.5; -> y",
                   "19/12");
  expect_fractions(
      "x:float[1,1,2,2]; w:float[1,1,2,2]=1,2,3,4; y = Conv(x, w) pads=[1,1,0,0]; -> y",
      "4/3 11/3 14/3 10");
  expect_fractions("x:float[1,1,3]; y = AveragePool(x) kernel_shape=[2] pads=[1,0]; -> y",
                   "1/3 1/2 5/6");
  expect_fractions("x:float[1,1,3]; y = MaxPool(x) kernel_shape=[2]; -> y", "2/3 1");
  expect_fractions("x:float[2,2]; y = Transpose(x); z = ReduceMean(y) axes=[1] keepdims=0; -> z",
                   "2/3 1");
  expect_fractions("x:float[3]; y = Floor(x); z = Ceil(x); w = Add(y, z); -> w", "1 1 2");
  expect_fractions("x:float[2]; y = HardSigmoid(x) alpha=0.5 beta=0.25; -> y", "5/12 7/12");
  expect_fractions("x:float[2]; c:float[]=0.5; t = Less(x, c); z = Where(t, c, x); -> z",
                   "1/2 2/3");
}

/* Others are refused by name, and there is no division by zero. */
static void test_refused(void **state)
{
  (void)state;
  Graph graph;
  Error error = {0};
  mpq_t *in = exact_new(1), *out = exact_new(1);
  assert_int_equal(network_infer(&graph, 13, "x:float[1]; y = Exp(x); -> y", &error), STATUS_OK);
  assert_int_equal(exact_run(&graph, in, out, &error), STATUS_SORT);
  assert_non_null(strstr(error.message, "(Exp)"));
  graph_deinit(&graph);
  assert_int_equal(network_infer(&graph, 13, "x:float[1]; y = Reciprocal(x); -> y", &error),
                   STATUS_OK);
  assert_int_equal(exact_run(&graph, in, out, &error), STATUS_SORT);
  graph_deinit(&graph);
  exact_free(in, 1);
  exact_free(out, 1);
}

/* Floats are where exact numbers are, but for rounding. */
static void test_floats(void **state)
{
  (void)state;
  size_t compared = 0;
  for (uint64_t n = 0; n < 40; n++) {
    NetworkSettings settings;
    NetworkInstance instance;
    Error error = {0};
    network_settings_init(&settings, NETWORK_VNNLIB, SPEC_SAT);
    assert_int_equal(network_generate(&settings, n, NULL, &instance, &error), STATUS_OK);
    const Graph *graph = &instance.graph;
    mpq_t *in = exact_new(instance.witness.count), *out = exact_new(2);
    Tensor floats;
    for (size_t i = 0; i < instance.witness.count; i++)
      mpq_set_d(in[i], tensor_get_double(&instance.witness, i));
    bool rational = exact_check(graph, &error) == STATUS_OK;
    if (rational) {
      assert_int_equal(exact_run(graph, in, out, &error), STATUS_OK);
      assert_int_equal(infer_run(graph, &instance.witness, &floats, &error), STATUS_OK);
      for (size_t i = 0; i < 2; i++) {
        double a = mpq_get_d(out[i]), b = tensor_get_double(&floats, i);
        assert_true(fabs(a - b) <= 1e-4 * fmax(1, fabs(a)));
      }
      tensor_deinit(&floats);
      compared++;
    }
    exact_free(in, instance.witness.count);
    exact_free(out, 2);
    network_instance_deinit(&instance);
  }
  assert_true(compared > 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_floats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
