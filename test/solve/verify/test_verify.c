/* Verification: verdicts on small networks against sampling, witnesses checked apart, hostile properties. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/random.h"
#include "nn/bound/compile.h"
#include "nn/bound/exact.h"
#include "nn/infer/shapes.h"
#include "solve/learn/pack.h"
#include "solve/verify/allot.h"
#include "solve/verify/confirm.h"
#include "solve/verify/verify.h"
#include "support/network.h"
#include "support/random_net.h"
#include "support/scratch.h"
#include "testing.h"

static void make_net(Net *net, Random *random, LayerKind kind)
{
  *net = (Net){0};
  uint32_t at = net_add_input(net, 2);
  for (uint64_t i = 0, depth = 1 + random_below(random, 3); i < depth; i++)
    at = net_add_activation(net, kind,
                            random_affine(net, random, at, 2 + (uint32_t)random_below(random, 12)));
  random_affine(net, random, at, 2);
}

#define DECLARE                                                                                    \
  "(declare-const X_0 Real)(declare-const X_1 Real)(declare-const Y_0 Real)(declare-const Y_1 "    \
  "Real)"
#define BOX "(assert (<= X_0 1))(assert (>= X_0 -1))(assert (<= X_1 0.7))(assert (>= X_1 -0.3))"

static void read_property(Property *property, const char *text)
{
  Error error;
  char *padded = calloc(strlen(text) + 32, 1);
  strcpy(padded, text);
  if (property_read(property, padded, strlen(text), &error)) fail_msg("%s", error.message);
  free(padded);
}

/* The largest Y_0 - Y_1 on a grid. */
static double sample(const Net *net)
{
  enum { STEPS = 60 };
  NetRun run;
  net_run_init(&run, net);
  double most = -INFINITY;
  for (int i = 0; i <= STEPS; i++)
    for (int j = 0; j <= STEPS; j++) {
      double x[2] = {-1 + 2.0 * i / STEPS, -0.3 + 1.0 * j / STEPS};
      const double *y = net_evaluate(net, &run, x);
      most = fmax(most, y[0] - y[1]);
    }
  net_run_deinit(&run);
  return most;
}

/* The witness satisfies the property as it is written. */
static void check_witness(const Net *net, const Property *property, const Witness *witness)
{
  mpq_t values[4];
  arb_ptr outputs = _arb_vec_init(2);
  net_evaluate_exactly(net, witness->inputs, outputs);
  for (int i = 0; i < 4; i++) {
    mpq_init(values[i]);
    if (i < 2) mpq_set(values[i], witness->inputs[i]);
  }
  for (int i = 0; i < 2; i++) {
    fmpq_t exact;
    fmpq_init(exact);
    arf_get_fmpq(exact, arb_midref(outputs + i));
    fmpq_get_mpq(values[2 + i], exact);
    fmpq_clear(exact);
  }
  assert_true(property_holds(property, values));
  for (int i = 0; i < 4; i++) mpq_clear(values[i]);
  _arb_vec_clear(outputs, 2);
}

static VerifyResult verify(const Net *net, const Property *property, Engine engine,
                           unsigned threads)
{
  VerifyResult result;
  Error error;
  VerifyOptions options = {
      .engine = engine, .timeout_ns = UINT64_C(20000000000), .threads = threads, .seed = 3};
  if (engine >= ENGINE_PGD && engine <= ENGINE_RANDOM) options.timeout_ns = 20000000;
  if (verify_net(net, property, &options, &result, &error)) fail_msg("%s", error.message);
  return result;
}

static void check_threshold(const Net *net, double most, double threshold, Engine engine,
                            unsigned threads, size_t verdicts[VERDICT_COUNT])
{
  char text[1000];
  snprintf(text, sizeof text,
           "%s%s(assert (or (and (>= X_0 0.5) (>= (- Y_0 Y_1) %.9f)) (and (<= X_0 0.5) (>= (- Y_0 "
           "Y_1) %.9f))))",
           DECLARE, BOX, threshold, threshold);
  Property property;
  read_property(&property, text);
  VerifyResult result = verify(net, &property, engine, threads);
  verdicts[result.verdict]++;
  if (result.verdict == VERDICT_SAT) check_witness(net, &property, &result.witness);
  if (result.verdict == VERDICT_UNSAT) assert_true(most <= threshold + 1e-6);
  if (engine == ENGINE_ALL) assert_int_not_equal(result.verdict, VERDICT_TIMEOUT);
  verify_result_deinit(&result);
  property_deinit(&property);
}

static void test_sampling(void **state)
{
  (void)state;
  size_t verdicts[VERDICT_COUNT] = {0};
  for (uint64_t n = 0; n < 60; n++) {
    Random random = random_stream(21, 0, n);
    Net net;
    make_net(&net, &random, n % 10 == 9 ? LAYER_TANH : LAYER_RELU);
    double most = sample(&net);
    for (int k = -1; k <= 1; k += 2) {
      check_threshold(&net, most, most + k * 0.02, ENGINE_ALL, 1 + n % 2, verdicts);
      if (n % 6 == 0) check_threshold(&net, most, most + k * 0.2, ENGINE_INTERVAL, 1, verdicts);
      if (n % 6 == 1) check_threshold(&net, most, most + k * 0.02, ENGINE_CROWN, 1, verdicts);
      if (n % 6 == 2) check_threshold(&net, most, most + k * 0.2, ENGINE_ZONOTOPE, 1, verdicts);
      if (n % 3 != 1)
        check_threshold(&net, most, most + k * 0.02, ENGINE_RELU, 1 + n % 2, verdicts);
    }
    net_deinit(&net);
  }
  assert_true(verdicts[VERDICT_SAT] >= 60);
  assert_true(verdicts[VERDICT_UNSAT] >= 50);
}

static void test_attacks(void **state)
{
  (void)state;
  size_t verdicts[VERDICT_COUNT] = {0};
  for (uint64_t n = 0; n < 10; n++) {
    Random random = random_stream(22, 0, n);
    Net net;
    make_net(&net, &random, LAYER_RELU);
    double most = sample(&net);
    for (Engine engine = ENGINE_PGD; engine <= ENGINE_RANDOM; engine++)
      check_threshold(&net, most, most - 0.1, engine, 1, verdicts);
    check_threshold(&net, most, most + 5, ENGINE_PGD, 1, verdicts);
    net_deinit(&net);
  }
  assert_int_equal(verdicts[VERDICT_UNSAT], 0);
  assert_true(verdicts[VERDICT_SAT] >= 15);
  assert_true(verdicts[VERDICT_TIMEOUT] >= 10);
}

static Verdict verdict_of(const Net *net, const char *assertions, char *reason)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, DECLARE);
  strbuf_add_text(&text, assertions);
  Property property;
  read_property(&property, strbuf_text(&text));
  VerifyResult result = verify(net, &property, ENGINE_ALL, 1);
  memcpy(reason, result.reason, sizeof result.reason);
  Verdict verdict = result.verdict;
  verify_result_deinit(&result);
  property_deinit(&property);
  strbuf_deinit(&text);
  return verdict;
}

static void test_hostile(void **state)
{
  (void)state;
  Random random = random_stream(23, 0, 0);
  Net net;
  make_net(&net, &random, LAYER_RELU);
  char reason[1000];
  /* an empty box, contradictory outputs, constants, nothing asserted of the outputs, an open box, a point, a fraction */
  assert_int_equal(verdict_of(&net, BOX "(assert (<= X_0 -2))", reason), VERDICT_UNSAT);
  assert_int_equal(verdict_of(&net, BOX "(assert (<= Y_0 1))(assert (>= Y_0 2))", reason),
                   VERDICT_UNSAT);
  assert_int_equal(verdict_of(&net, BOX "(assert (<= Y_0 Y_1))(assert (<= (+ Y_1 5) Y_0))", reason),
                   VERDICT_UNSAT);
  assert_int_equal(verdict_of(&net, BOX "(assert (<= 1 0))", reason), VERDICT_UNSAT);
  assert_int_equal(verdict_of(&net, BOX, reason), VERDICT_SAT);
  assert_int_equal(verdict_of(&net, "(assert (<= X_0 1))(assert (<= Y_0 1))", reason),
                   VERDICT_UNKNOWN);
  assert_non_null(strstr(reason, "X_0 is not bounded"));
  assert_int_equal(
      verdict_of(&net, BOX "(assert (= X_0 0.1))(assert (= X_1 0.2))(assert (<= Y_0 100))", reason),
      VERDICT_SAT);
  assert_int_equal(
      verdict_of(&net, BOX "(assert (= X_0 0.1))(assert (= X_1 (/ 1 3)))(assert (<= Y_0 -100))",
                 reason),
      VERDICT_UNSAT);
  /* rows of inputs and outputs */
  assert_int_equal(verdict_of(&net, BOX "(assert (<= (+ X_0 X_1) -1.4))", reason), VERDICT_UNSAT);
  assert_int_equal(verdict_of(&net, BOX "(assert (<= (+ X_0 X_1) -1.2))", reason), VERDICT_SAT);
  net_deinit(&net);
}

static void test_many_disjuncts(void **state)
{
  (void)state;
  Random random = random_stream(24, 0, 0);
  Net net;
  make_net(&net, &random, LAYER_RELU);
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, BOX "(assert (or ");
  for (int i = 0; i < 20000; i++) strbuf_printf(&text, "(>= Y_%d %d)", i % 2, 1000 + i);
  strbuf_add_text(&text, "))");
  char reason[1000];
  assert_int_equal(verdict_of(&net, strbuf_text(&text), reason), VERDICT_UNSAT);
  strbuf_deinit(&text);
  net_deinit(&net);
}

/* relu(W x + b) with one number that is not finite. */
static Status compile_with(float number, Error *error)
{
  Graph graph;
  graph_init(&graph);
  ValueId x = graph_add_value(&graph, "x"), w = graph_add_value(&graph, "w");
  ValueId h = graph_add_value(&graph, "h"), y = graph_add_value(&graph, "y");
  graph.values.items[x].shape = (TensorShape){TENSOR_FLOAT, 2, {1, 2}};
  Tensor tensor;
  tensor_init(&tensor, (TensorShape){TENSOR_FLOAT, 2, {2, 3}});
  for (size_t i = 0; i < 6; i++) ((float *)tensor.data)[i] = i == 4 ? number : (float)i;
  graph_set_constant(&graph, w, &tensor);
  const ValueId product[2] = {x, w};
  graph_add_node(&graph, &(GraphNode){.name = "p",
                                      .op = operator_get(OP_MatMul),
                                      .inputs = product,
                                      .input_count = 2,
                                      .outputs = &h,
                                      .output_count = 1});
  graph_add_node(&graph, &(GraphNode){.name = "r",
                                      .op = operator_get(OP_Relu),
                                      .inputs = &h,
                                      .input_count = 1,
                                      .outputs = &y,
                                      .output_count = 1});
  VEC_PUSH(&graph.inputs, x);
  VEC_PUSH(&graph.outputs, y);
  GraphLimits limits = graph_limits(NULL);
  Status status = shapes_infer(&graph, &limits, error);
  assert_int_equal(status, STATUS_OK);
  Net net;
  status = compile_graph(&graph, &net, error);
  if (!status) {
    NetRun run;
    net_run_init(&run, &net);
    const double *outputs = net_evaluate(&net, &run, (double[2]){1, -2});
    assert_true(outputs[0] == 0 && outputs[2] == 0);
    net_run_deinit(&run);
    net_deinit(&net);
  }
  graph_deinit(&graph);
  return status;
}

static void test_numbers(void **state)
{
  (void)state;
  Error error;
  assert_int_equal(compile_with(NAN, &error), STATUS_SORT);
  assert_non_null(strstr(error.message, "not finite"));
  assert_int_equal(compile_with(INFINITY, &error), STATUS_SORT);
  assert_int_equal(compile_with(0.5f, &error), STATUS_OK);
}

#define DOUBLING "x:float[1,1]; w:float[1,1]=2; y = MatMul(x, w); -> y"
#define ONE      "(declare-const X_0 Real)(declare-const Y_0 Real)"

static void test_confirmation(void **state)
{
  (void)state;
  Graph graph;
  Property property;
  Error error;
  assert_int_equal(network_infer(&graph, 17, DOUBLING, &error), STATUS_OK);
  read_property(&property, ONE "(assert (>= X_0 0))(assert (<= X_0 1))(assert (>= Y_0 1.5))");
  mpq_t input;
  mpq_init(input);
  double output = 7;
  Witness witness = {.inputs = &input, .outputs = &output, .input_count = 1, .output_count = 1};
  mpq_set_d(input, 0.8);
  assert_int_equal(witness_confirm(&witness, &graph, &property, &error), STATUS_OK);
  mpq_set_d(input, 0.7); /* 1.4 is too small, whatever the witness says of its output */
  assert_int_equal(witness_confirm(&witness, &graph, &property, &error), STATUS_SORT);
  assert_non_null(strstr(error.message, "computes other outputs"));
  mpq_set_d(input, 1.1); /* outside of the box */
  assert_int_equal(witness_confirm(&witness, &graph, &property, &error), STATUS_SORT);
  mpq_clear(input);
  VerifyOptions options = {.timeout_ns = UINT64_C(20000000000), .threads = 1};
  VerifyResult result;
  assert_int_equal(verify_graph(&graph, &property, &options, &result, &error), STATUS_OK);
  assert_int_equal(result.verdict, VERDICT_SAT);
  verify_result_deinit(&result);
  property_deinit(&property);
  graph_deinit(&graph);
}

/* Inputs are printed as they were validated. */
static void test_printed_witness(void **state)
{
  (void)state;
  static const struct {
    const char *bound, *printed;
  } cases[] = {
      {"0.6", "(X_0 0.6)"},     {"-0.05", "(X_0 -0.05)"},
      {"12", "(X_0 12)"},       {"0.1234567890123456789012", "(X_0 0.1234567890123456789012)"},
      {"0", "(X_0 0)"},         {"(/ 2 3)", "(X_0 0.66666666666666663)"},
      {"1e-70", "(X_0 1e-70)"}, {"0.69999999999999999", "(X_0 0.69999999999999999)"},
  };
  Graph graph;
  Error error;
  assert_int_equal(network_infer(&graph, 17, DOUBLING, &error), STATUS_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400];
    snprintf(text, sizeof text, ONE "(assert (= X_0 %s))(assert (<= Y_0 100))", cases[i].bound);
    Property property;
    VerifyResult result;
    read_property(&property, text);
    VerifyOptions options = {.timeout_ns = UINT64_C(20000000000), .threads = 1};
    assert_int_equal(verify_graph(&graph, &property, &options, &result, &error), STATUS_OK);
    assert_int_equal(result.verdict, VERDICT_SAT);
    StrBuf out;
    strbuf_init(&out, 0);
    witness_print(&result.witness, &out);
    if (!strstr(strbuf_text(&out), cases[i].printed))
      fail_msg("%s: %s", cases[i].bound, strbuf_text(&out));
    if (cases[i].bound[0] != '(')
      assert_true(witness_input(&result.witness, 0) == strtod(cases[i].bound, NULL));
    strbuf_deinit(&out);
    verify_result_deinit(&result);
    property_deinit(&property);
  }
  graph_deinit(&graph);
}

/* 90,000 boxes of their own. */
static void add_boxes(StrBuf *text)
{
  for (int input = 0; input < 2; input++) {
    strbuf_add_text(text, "(assert (or ");
    for (int i = 0; i < 300; i++)
      strbuf_printf(text, "(and (>= X_%d 0.00%d) (<= X_%d 0.00%d1))", input, 100 + i, input,
                    100 + i);
    strbuf_add_text(text, "))");
  }
}

static void test_limits(void **state)
{
  (void)state;
  Random random = random_stream(25, 0, 0);
  Net net;
  make_net(&net, &random, LAYER_RELU);
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, DECLARE BOX);
  add_boxes(&text);
  strbuf_add_text(&text, "(assert (>= Y_0 1000))");
  Property property;
  Error error;
  read_property(&property, strbuf_text(&text));
  assert_int_equal(property.part_count, 90000);
  ProblemVec problems = {0};
  ProblemLimits limits = {.numbers = 1000, .until_ns = UINT64_MAX};
  assert_int_equal(problems_build(&problems, &net, &property, &limits, &error), STATUS_LIMIT);
  assert_non_null(strstr(error.message, "too many numbers"));
  assert_int_equal(problems.count, 100); /* of 2 bounds, a key and a row of 4 */
  problems_free(&problems);
  /* Building the subproblems is part of the time, and attacks on each end with it. */
  VerifyOptions options = {.timeout_ns = 2000000, .threads = 1};
  VerifyResult result;
  uint64_t start = clock_monotonic_ns();
  assert_int_equal(verify_net(&net, &property, &options, &result, &error), STATUS_OK);
  assert_int_equal(result.verdict, VERDICT_TIMEOUT);
  assert_int_equal(result.subproblems, 0);
  assert_true(clock_monotonic_ns() - start < UINT64_C(1000000000));
  bool stop = true;
  options = (VerifyOptions){.timeout_ns = UINT64_C(60000000000), .threads = 1, .stop = &stop};
  assert_int_equal(verify_net(&net, &property, &options, &result, &error), STATUS_OK);
  assert_int_equal(result.verdict, VERDICT_TIMEOUT);
  assert_int_equal(result.subproblems, 0);
  property_deinit(&property);
  strbuf_deinit(&text);
  net_deinit(&net);
}

/* Each idea of the loop can be switched off; verdicts stay. */
static void test_switches(void **state)
{
  (void)state;
  Random random = random_stream(44, 1, 1);
  Net net;
  make_net(&net, &random, LAYER_RELU);
  double most = sample(&net);
  for (int sat = 0; sat < 2; sat++) {
    char text[2000];
    double threshold = sat ? most - 0.01 : most + 0.5;
    snprintf(text, sizeof text,
             "%s%s(assert (or (and (<= X_0 -0.5) (>= (- Y_0 Y_1) %.9f)) (and (>= X_0 -0.5) (<= X_0 "
             "0.5) (>= (- Y_0 Y_1) %.9f)) (and (>= X_0 0.5) (>= (- Y_0 Y_1) %.9f))))",
             DECLARE, BOX, threshold, threshold, threshold);
    Property property;
    read_property(&property, text);
    for (int bits = 0; bits < 8; bits++) {
      VerifyOptions options = {.engine = ENGINE_ALL,
                               .timeout_ns = UINT64_C(20000000000),
                               .threads = 1,
                               .no_select = bits & 1,
                               .no_order = bits & 2,
                               .no_deepen = bits & 4};
      VerifyResult result;
      Error error;
      assert_int_equal(verify_net(&net, &property, &options, &result, &error), STATUS_OK);
      assert_int_equal(result.verdict, sat ? VERDICT_SAT : VERDICT_UNSAT);
      assert_int_equal(result.subproblems, 3);
      verify_result_deinit(&result);
    }
    property_deinit(&property);
  }
  net_deinit(&net);
}

/* The engine that is predicted to be fastest gets most, those far behind or not usable nothing. */
static void test_shares(void **state)
{
  (void)state;
  CostPrediction predictions[NETFEATURE_ENGINES];
  bool usable[NETFEATURE_ENGINES];
  double shares[NETFEATURE_ENGINES], total = 0;
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++) {
    predictions[e] = (CostPrediction){.log_par2 = 5, .sat = 0.2};
    usable[e] = e != 2;
  }
  predictions[2].log_par2 = -9;
  predictions[4].log_par2 = 1;
  predictions[5].log_par2 = 1.2;
  allot_engines(predictions, usable, false, shares);
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++) total += shares[e];
  assert_true(fabs(total - 1) < 1e-9);
  assert_true(shares[4] > shares[5] && shares[5] > 0 && shares[2] == 0 && shares[0] == 0);
  allot_engines(predictions, usable, true, shares);
  assert_true(shares[0] == shares[5] && shares[0] > 0 && shares[2] == 0);
  double chances[3] = {0.3, -1, 0.6};
  allot_subproblems(chances, 3);
  assert_true(chances[2] > chances[0] && chances[0] > 0 && chances[1] == 0);
  assert_true(fabs(chances[0] + chances[2] - 1) < 1e-9);
  assert_true(fabs(allot_chance(predictions) - 0.2) < 1e-9);
}

static Verdict verdict_of_graph(const char *network, const char *assertions, char *reason)
{
  Graph graph;
  Error error;
  Property property;
  VerifyResult result;
  if (network_infer(&graph, 17, network, &error)) fail_msg("%s", error.message);
  read_property(&property, assertions);
  VerifyOptions options = {.timeout_ns = UINT64_C(500000000), .threads = 1};
  assert_int_equal(verify_graph(&graph, &property, &options, &result, &error), STATUS_OK);
  memcpy(reason, result.reason, sizeof result.reason);
  Verdict verdict = result.verdict;
  if (verdict == VERDICT_SAT) assert_int_equal(result.witness.input_count, 1);
  verify_result_deinit(&result);
  property_deinit(&property);
  graph_deinit(&graph);
  return verdict;
}

#define UNIT_BOX                                                                                   \
  "(declare-const X_0 Real)(declare-const Y_0 Real)(assert (>= X_0 0))(assert (<= X_0 1))"

/* Operators without bounds are attacked: rational ones exactly, others where floats leave no doubt. */
static void test_blind(void **state)
{
  (void)state;
  char reason[1000];
  const char *exponential = "x:float[1]; y = Exp(x); -> y";
  assert_int_equal(verdict_of_graph(exponential, UNIT_BOX "(assert (>= Y_0 2))", reason),
                   VERDICT_SAT);
  assert_int_equal(verdict_of_graph(exponential, UNIT_BOX "(assert (>= Y_0 3))", reason),
                   VERDICT_UNKNOWN);
  assert_non_null(strstr(reason, "Exp"));
  /* within the tolerance of floats */
  assert_int_equal(verdict_of_graph(exponential, UNIT_BOX "(assert (>= Y_0 2.7182))", reason),
                   VERDICT_UNKNOWN);
  const char *absolute = "x:float[1]; y = Abs(x); -> y";
  assert_int_equal(verdict_of_graph(absolute, UNIT_BOX "(assert (>= Y_0 1))", reason), VERDICT_SAT);
  assert_int_equal(verdict_of_graph(absolute, UNIT_BOX "(assert (> Y_0 1))", reason),
                   VERDICT_UNKNOWN);
  /* inputs that are no floats */
  assert_int_equal(verdict_of_graph("x:float[1]; n = Neg(x); y = Exp(n); -> y",
                                    "(declare-const X_0 Real)(declare-const Y_0 Real)(assert (>= "
                                    "X_0 1e39))(assert (<= X_0 1e40))(assert (<= Y_0 1))",
                                    reason),
                   VERDICT_UNKNOWN);
}

/* Where the network divides by 0 it has no value: neither a witness nor a proof. */
static void test_division_by_zero(void **state)
{
  (void)state;
  enum { COUNT = 3 };
  static const char *const networks[COUNT] = {
      "x:float[1]; o:float[1]=1; y = Div(o, x); -> y",
      "x:float[1]; q = Div(x, x); y = Relu(q); -> y",
      "x:float[1]; r = Reciprocal(x); d = Sub(r, r); y = Relu(d); -> y"};
  static const char *const rows[] = {"(assert (>= Y_0 0))", "(assert (<= Y_0 0))"};
  char reason[1000], assertions[300];
  for (size_t i = 0; i < COUNT; i++)
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
      snprintf(assertions, sizeof assertions, UNIT_BOX "(assert (<= X_0 0))%s", rows[k]);
      Verdict verdict = verdict_of_graph(networks[i], assertions, reason);
      assert_true(verdict == VERDICT_UNKNOWN || verdict == VERDICT_TIMEOUT);
    }
}

/* A model may be any file: numbers that overflow leave shares that are some. */
static void test_wild_model(void **state)
{
  (void)state;
  const size_t outputs = 4, inputs = NETFEATURE_COUNT + NETFEATURE_ENGINES;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, "assay verify model 1\n");
  bytes_put_u64(&text, 0); /* a forest */
  bytes_put_u64(&text, 0);
  bytes_put_u64(&text, inputs);
  bytes_put_u64(&text, outputs);
  bytes_put_u64(&text, 0); /* sums of trees, not logistic */
  bytes_put_u64(&text, 0);
  for (size_t i = 0; i < outputs; i++) pack_put_float(&text, 3e38f);
  bytes_put_u64(&text, 1);
  pack_put(&text, 0); /* a leaf for all outputs, twice the largest float */
  pack_put_float(&text, 2);
  pack_put(&text, 1);
  pack_put(&text, 0);
  for (size_t i = 0; i < outputs; i++) pack_put_float(&text, 3e38f);
  const char *path = scratch_path("wild.model");
  Error error;
  assert_int_equal(file_write(path, text.bytes, text.length, &error), STATUS_OK);
  strbuf_deinit(&text);
  CostModel *model = costmodel_load(path, &error);
  assert_non_null(model);
  float features[NETFEATURE_COUNT] = {0};
  CostPrediction predictions[NETFEATURE_ENGINES];
  bool usable[NETFEATURE_ENGINES];
  double shares[NETFEATURE_ENGINES], total = 0;
  memset(usable, true, sizeof usable);
  costmodel_predict(model, features, predictions);
  allot_engines(predictions, usable, false, shares);
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++) total += shares[e];
  assert_true(fabs(total - 1) < 1e-9);
  assert_true(allot_chance(predictions) >= 0 && allot_chance(predictions) <= 1);
  costmodel_destroy(model);
}

/* Products, quotients and powers of values are bounded. */
static void test_products(void **state)
{
  (void)state;
  char reason[1000];
  const char *parabola = "x:float[1]; o:float[1]=1; d = Sub(o, x); y = Mul(x, d); -> y";
  assert_int_equal(verdict_of_graph(parabola, UNIT_BOX "(assert (>= Y_0 0.26))", reason),
                   VERDICT_UNSAT);
  assert_int_equal(verdict_of_graph(parabola, UNIT_BOX "(assert (>= Y_0 0.249))", reason),
                   VERDICT_SAT);
  const char *quotient = "x:float[1]; o:float[1]=1; d = Add(o, x); y = Div(x, d); -> y";
  assert_int_equal(verdict_of_graph(quotient, UNIT_BOX "(assert (>= Y_0 0.51))", reason),
                   VERDICT_UNSAT);
  assert_int_equal(verdict_of_graph(quotient, UNIT_BOX "(assert (>= Y_0 0.49))", reason),
                   VERDICT_SAT);
  const char *cube = "x:float[1]; e:float[]=3; p = Pow(x, e); y = Sub(p, x); -> y";
  assert_int_equal(verdict_of_graph(cube, UNIT_BOX "(assert (<= Y_0 -0.39))", reason),
                   VERDICT_UNSAT);
  assert_int_equal(verdict_of_graph(cube, UNIT_BOX "(assert (<= Y_0 -0.38))", reason), VERDICT_SAT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sampling),
      cmocka_unit_test(test_attacks),
      cmocka_unit_test(test_hostile),
      cmocka_unit_test(test_many_disjuncts),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_confirmation),
      cmocka_unit_test(test_printed_witness),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_switches),
      cmocka_unit_test(test_shares),
      cmocka_unit_test(test_blind),
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_division_by_zero),
      cmocka_unit_test(test_wild_model),
  };
  return cmocka_run_group_tests_name("solve_verify_verify", tests, scratch_set_up,
                                     scratch_tear_down);
}
