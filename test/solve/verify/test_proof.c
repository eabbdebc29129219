/* Proofs: bounds in integers hold, proofs that were written check, and changed ones do not. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/bound/exact.h"
#include "solve/verify/verify.h"
#include "support/random_net.h"
#include "testing.h"

/* A chain of affine layers and ReLUs. Weights of several sizes, some of which need more digits than proofs have. */
static void make_chain(Net *net, Random *random, double scale)
{
  *net = (Net){0};
  uint32_t at = net_add_input(net, 2);
  for (uint64_t k = 0, depth = 1 + random_below(random, 3); k <= depth; k++) {
    uint32_t size = k == depth ? 2 : 2 + (uint32_t)random_below(random, 12);
    double bias[16];
    for (uint32_t i = 0; i < size; i++) bias[i] = random_weight(random, scale);
    NetMatrix matrix;
    net_matrix_init_dense(&matrix, size, net->layers.items[at].size);
    for (uint32_t i = 0; i < matrix.rows; i++)
      for (uint32_t j = 0; j < matrix.columns; j++)
        net_matrix_row(&matrix, i)[j] = random_weight(random, scale);
    uint32_t layer = net_add_affine(net, size, bias);
    net_add_source(net, layer, at, &matrix);
    at = k == depth ? layer : net_add_activation(net, LAYER_RELU, layer);
  }
}

static const char *const DECLARATIONS =
    "(declare-const X_0 Real)(declare-const X_1 Real)(declare-const Y_0 Real)(declare-const Y_1 "
    "Real)(assert (<= X_0 1))(assert (>= X_0 -1))(assert (<= X_1 0.7))(assert (>= X_1 -0.3))";

static void read_property(Property *property, const char *text)
{
  Error error;
  char *padded = calloc(strlen(DECLARATIONS) + strlen(text) + 32, 1);
  strcat(strcpy(padded, DECLARATIONS), text);
  if (property_read(property, padded, strlen(padded), &error)) fail_msg("%s", error.message);
  free(padded);
}

/* The exact value of a weighted sum of both rows Y_0 - Y_1/3 + X_0 <= 0.1 and Y_1 <= 0.3 minus their bounds is not below the
 * claim. The first row is not one of outputs alone, and so comes last. */
static void check_point(const Net *net, const double *x, const uint32_t *weights, Claim claim)
{
  mpq_t inputs[2];
  arb_ptr y = _arb_vec_init(2);
  for (int i = 0; i < 2; i++) {
    mpq_init(inputs[i]);
    mpq_set_d(inputs[i], x[i]);
  }
  net_evaluate_exactly(net, inputs, y);
  arb_t sum, row, bound;
  arb_init(sum);
  arb_init(row);
  arb_init(bound);
  arb_set_si(row, -3);
  arb_div_si(row, row, 10, EXACT_PRECISION);
  arb_add(row, row, y + 1, EXACT_PRECISION);
  arb_mul_ui(sum, row, weights[0], EXACT_PRECISION);
  arb_div_si(row, y + 1, -3, EXACT_PRECISION);
  arb_add(row, row, y, EXACT_PRECISION);
  net_set_rational(bound, inputs[0]);
  arb_add(row, row, bound, EXACT_PRECISION);
  arb_set_si(bound, 1);
  arb_div_si(bound, bound, 10, EXACT_PRECISION);
  arb_sub(row, row, bound, EXACT_PRECISION);
  arb_addmul_ui(sum, row, weights[1], EXACT_PRECISION);
  arb_set_si(bound, (int64_t)(claim >> 60));
  arb_mul_2exp_si(bound, bound, 60);
  arb_add_si(bound, bound, (int64_t)(claim & (((Claim)1 << 60) - 1)), EXACT_PRECISION);
  arb_mul_2exp_si(bound, bound, -64);
  assert_false(arb_lt(sum, bound));
  arb_clear(sum);
  arb_clear(row);
  arb_clear(bound);
  _arb_vec_clear(y, 2);
  mpq_clear(inputs[0]);
  mpq_clear(inputs[1]);
}

static void test_integers_hold(void **state)
{
  (void)state;
  Property property;
  read_property(&property,
                "(assert (<= (+ Y_0 (* (- (/ 1 3)) Y_1) X_0) 0.1))(assert (<= Y_1 0.3))");
  size_t tight = 0, cases = 0;
  for (size_t n = 0; n < 300; n++) {
    Random random = random_stream(51, 1, n);
    Net net;
    make_chain(&net, &random, n % 3 ? 1 : n % 2 ? 5 : 0.01);
    Certifier certifier;
    Error error;
    assert_int_equal(certifier_init(&certifier, &net, &error), STATUS_OK);
    ProblemVec problems = {0};
    ProblemLimits limits = {.numbers = 1 << 20, .until_ns = UINT64_MAX};
    assert_int_equal(problems_build(&problems, &net, &property, &limits, &error), STATUS_OK);
    double lower[2], upper[2];
    double width = n % 4 ? 1 : 0x1p-20;
    for (int i = 0; i < 2; i++) {
      lower[i] = random_unit(&random) * 2 - 1;
      upper[i] = lower[i] + random_unit(&random) * width;
    }
    certifier_set_box(&certifier, lower, upper);
    assert_true(certifier.valid);
    for (int zero = 0; zero < 2; zero++) {
      uint32_t weights[2] = {(uint32_t)random_below(&random, 1025),
                             (uint32_t)random_below(&random, 1025)};
      Claim claim = 0;
      certifier_close(&certifier, &problems.items[0], &problems.items[0].disjuncts.items[0],
                      weights, zero, &claim);
      assert_false(certifier.overflow);
      for (int p = 0; p < 20; p++) {
        double x[2];
        for (int i = 0; i < 2; i++) x[i] = random_within(&random, lower[i], upper[i]);
        check_point(&net, x, weights, claim);
      }
      cases++;
      tight += claim > 0;
    }
    problems_free(&problems);
    certifier_deinit(&certifier);
    net_deinit(&net);
  }
  assert_true(tight > cases / 20);
  property_deinit(&property);
}

/* The largest Y_0 - Y_1 on a grid. */
static double largest(const Net *net)
{
  NetRun run;
  net_run_init(&run, net);
  double most = -INFINITY;
  for (int i = 0; i <= 40; i++)
    for (int j = 0; j <= 40; j++) {
      const double *y = net_evaluate(net, &run, (double[2]){-1 + i / 20.0, -0.3 + j / 40.0});
      most = fmax(most, y[0] - y[1]);
    }
  net_run_deinit(&run);
  return most;
}

static Status check_text(const char *text, const Net *net, const Property *property)
{
  ProofCount count;
  Error error;
  return proof_check(text, net, property, 17, 18, &count, &error);
}

/* Every number of the text, changed alone, spoils it. Returns how many there are. */
static size_t change_numbers(const char *text, const Net *net, const Property *property)
{
  size_t length = strlen(text), changed = 0;
  char *copy = malloc(length + 2);
  for (size_t i = 0; i < length; i++) {
    bool digit = isdigit((unsigned char)text[i]) || (text[i] == 'x' && text[i - 1] == '0');
    if (!digit || text[i] == 'x') continue;
    strcpy(copy, text);
    copy[i] = text[i] == '9' ? '8' : (char)(text[i] + 1);
    changed++;
    if (check_text(copy, net, property) == STATUS_OK)
      fail_msg("accepted with '%c' at %zu of:\n%s", copy[i], i, text);
  }
  free(copy);
  return changed;
}

static void test_proofs(void **state)
{
  (void)state;
  size_t changed = 0, trees = 0;
  for (size_t n = 0; n < 12; n++) {
    Random random = random_stream(52, 1, n);
    Net net;
    make_chain(&net, &random, 1);
    char text[600];
    double threshold = largest(&net) + 0.05;
    snprintf(text, sizeof text,
             "(assert (or (>= (- Y_0 Y_1) %.9f) (and (>= Y_0 (+ Y_1 %.9f)) (<= Y_1 1000)) (and "
             "(<= X_0 0.5) (>= (- Y_0 Y_1) %.9f))))",
             threshold, threshold - 0.01, threshold);
    Property property;
    read_property(&property, text);
    Proof *proof = proof_create();
    VerifyOptions options = {.engine = ENGINE_ALL,
                             .timeout_ns = UINT64_C(20000000000),
                             .threads = 1 + n % 2,
                             .proof = proof};
    VerifyResult result;
    Error error;
    assert_int_equal(verify_net(&net, &property, &options, &result, &error), STATUS_OK);
    assert_int_equal(result.verdict, VERDICT_UNSAT);
    StrBuf out;
    strbuf_init(&out, 0);
    proof_print(proof, 17, 18, &out);
    assert_int_equal(check_text(strbuf_text(&out), &net, &property), STATUS_OK);
    if (out.length < 6000) changed += change_numbers(strbuf_text(&out), &net, &property);
    /* a proof is for its own property and whole */
    Property other;
    read_property(&other, "(assert (>= (- Y_0 Y_1) -1000))");
    assert_int_not_equal(check_text(strbuf_text(&out), &net, &other), STATUS_OK);
    property_deinit(&other);
    trees += strstr(strbuf_text(&out), "\ns ") != NULL;
    char *cut = malloc(out.length + 1);
    memcpy(cut, strbuf_text(&out), out.length + 1);
    for (size_t k = 1; k < 8; k++) {
      cut[out.length * k / 8] = 0;
      assert_int_not_equal(check_text(cut, &net, &property), STATUS_OK);
      memcpy(cut, strbuf_text(&out), out.length + 1);
    }
    free(cut);
    strbuf_deinit(&out);
    verify_result_deinit(&result);
    proof_destroy(proof);
    property_deinit(&property);
    net_deinit(&net);
  }
  assert_true(changed > 500 && trees > 6);
}

/* Networks that have no such proofs are refused with the reason, before any work. */
static void test_refused(void **state)
{
  (void)state;
  Random random = random_stream(53, 1, 1);
  Net net = {0};
  uint32_t x = net_add_input(&net, 2);
  NetMatrix matrix;
  net_matrix_init_dense(&matrix, 2, 2);
  net_matrix_row(&matrix, 0)[0] = random_weight(&random, 1);
  uint32_t layer = net_add_affine(&net, 2, NULL);
  net_add_source(&net, layer, x, &matrix);
  net_add_activation(&net, LAYER_TANH, layer);
  Property property;
  read_property(&property, "(assert (>= Y_0 2))");
  Proof *proof = proof_create();
  VerifyOptions options = {
      .engine = ENGINE_ALL, .timeout_ns = UINT64_C(1000000000), .threads = 1, .proof = proof};
  VerifyResult result;
  Error error;
  assert_int_not_equal(verify_net(&net, &property, &options, &result, &error), STATUS_OK);
  assert_non_null(strstr(error.message, "not a ReLU"));
  proof_destroy(proof);
  property_deinit(&property);
  net_deinit(&net);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_integers_hold),
      cmocka_unit_test(test_proofs),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests_name("solve_verify_proof", tests, NULL, NULL);
}
