/* Networks with properties as a language: texts, generating, mutating, what is proved and checked. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "language/nn/check.h"
#include "language/nn/constructs.h"
#include "language/nn/examiner.h"
#include "language/nn/nn.h"
#include "language/nn/prove.h"
#include "language/nn/sizes.h"
#include "language/nn/text/bundle.h"
#include "nn/infer/shapes.h"
#include "nn/onnx/save.h"
#include "solve/verify/verify.h"
#include "support/network.h"
#include "testing.h"

static Language *make_language(bool small, const char *class, uint64_t seed)
{
  SettingRows rows = {0};
  VEC_PUSH(&rows, ((SettingRow){"class", class}));
  LanguageRequest request = {.rows = &rows, .seed = seed, .small = small};
  StrBuf name;
  Error error;
  strbuf_init(&name, 0);
  Language *language = nn_interface.create(&request, &name, &error);
  if (!language) fail_msg("%s", error.message);
  strbuf_deinit(&name);
  VEC_FREE(&rows);
  return language;
}

static void read_model(NnModel *model, const Instance *instance)
{
  size_t length;
  Error error;
  const char *text = nn_interface.text(instance, &length);
  if (nn_model_read(model, text, length, &error)) fail_msg("%s", error.message);
}

/* The text of a network and a property. */
static void make_text(const char *network, const char *property, StrBuf *text)
{
  Graph graph;
  Error error;
  Bundle bundle;
  if (network_infer(&graph, 13, network, &error)) fail_msg("%s", error.message);
  bundle_init(&bundle);
  onnx_print(&graph, &bundle.network);
  strbuf_add_text(&bundle.property, property);
  bundle_print(&bundle, text);
  bundle_deinit(&bundle);
  graph_deinit(&graph);
}

/* --- texts --- */

static void test_bundle(void **state)
{
  (void)state;
  const char text[] = "; unsat\n; witness ((X_0 1))\n(declare-const X_0 Real)\n;; for people\n"
                      "; a remark\n;network\n;Zm9v\n;YmFy\n";
  Bundle bundle;
  Error error;
  bundle_init(&bundle);
  assert_int_equal(bundle_read(&bundle, text, strlen(text), &error), STATUS_OK);
  assert_int_equal(bundle.status, SAYS_UNSAT);
  assert_string_equal(strbuf_text(&bundle.witness), "((X_0 1))");
  assert_string_equal(strbuf_text(&bundle.property), "(declare-const X_0 Real)\n; a remark\n");
  assert_string_equal(strbuf_text(&bundle.network), "foobar");
  StrBuf out;
  strbuf_init(&out, 0);
  bundle_print(&bundle, &out);
  assert_string_equal(strbuf_text(&out), "; unsat\n; witness ((X_0 1))\n(declare-const X_0 "
                                         "Real)\n; a remark\n;network\n;Zm9vYmFy\n");
  strbuf_deinit(&out);
  bundle_deinit(&bundle);
}

/* Solvers get a network and a property without what is known, and any bytes become files. */
static void test_files(void **state)
{
  (void)state;
  const char text[] = "; sat\n; witness ((X_0 1))\n(declare-const X_0 Real)\n;network\n;Zm9v\n";
  const char *texts[] = {text, "", "garbage", ";network", ";network\n;???", "\n\n;network\nZm9v"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    ScriptTraits traits = nn_interface.traits(texts[i], strlen(texts[i]));
    InputFiles files = {0};
    assert_int_equal(traits.queries, 1);
    traits.unpack(texts[i], strlen(texts[i]), &files);
    assert_int_equal(files.count, 3);
    assert_string_equal(files.items[0].extension, ".onnx");
    assert_string_equal(files.items[1].extension, ".vnnlib");
    assert_true(files.items[2].results);
    if (i == 0) {
      assert_int_equal(files.items[0].length, 3);
      assert_memory_equal(files.items[0].bytes, "foo", 3);
      assert_int_equal(files.items[1].length, strlen("(declare-const X_0 Real)\n"));
    }
    input_files_deinit(&files);
  }
}

static void test_hostile(void **state)
{
  (void)state;
  Language *language = make_language(true, "vnnlib", 1);
  const char *texts[] = {"",
                         "(declare-const X_0 Real)\n",
                         ";network\n;Zm9v\n",
                         ";network\n;Zm9\n",
                         "(assert\n;network\n;Zm9v\n",
                         "; witness\n;network\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Error error;
    assert_null(nn_interface.read(language, texts[i], strlen(texts[i]), &error));
    assert_true(strlen(error.message) > 0);
  }
  /* a property that is not one of the network */
  StrBuf text;
  Error error;
  strbuf_init(&text, 0);
  make_text(
      "x:float[1,2]; y = Relu(x); -> y",
      "(declare-const X_0 Real)(declare-const Y_0 Real)(assert (<= X_0 1))(assert (<= Y_0 1))",
      &text);
  assert_null(nn_interface.read(language, strbuf_text(&text), text.length, &error));
  assert_non_null(strstr(error.message, "not those of the network"));
  strbuf_deinit(&text);
  nn_interface.destroy(language);
}

/* --- generating --- */

/* The same number gives the same text; what is read back is the same; sizes are in range. */
static void test_generate(void **state)
{
  (void)state;
  static const char *const classes[] = {"rand", "tree", "dnn", "vnnlib"};
  for (size_t c = 0; c < 4; c++) {
    Language *language = make_language(true, classes[c], 3),
             *same = make_language(true, classes[c], 3);
    for (uint64_t number = 1; number <= 12; number++) {
      Instance *a = nn_interface.generate(language, number),
               *b = nn_interface.generate(same, number);
      size_t length, other;
      Error error;
      const char *text = nn_interface.text(a, &length);
      assert_string_equal(text, nn_interface.text(b, &other));
      Instance *copy = nn_interface.read(language, text, length, &error);
      assert_non_null(copy);
      assert_int_equal(nn_interface.size(copy), nn_interface.size(a));
      nn_interface.release(a);
      nn_interface.release(b);
      nn_interface.release(copy);
    }
    nn_interface.destroy(language);
    nn_interface.destroy(same);
  }
  Language *large = make_language(false, "vnnlib", 5);
  size_t in_range = 0;
  for (uint64_t number = 1; number <= 10; number++) {
    Instance *instance = nn_interface.generate(large, number);
    NnModel model;
    read_model(&model, instance);
    size_t count = graph_parameter_count(&model.graph);
    in_range += count >= 10000 && count <= 50000;
    nn_model_deinit(&model);
    nn_interface.release(instance);
  }
  assert_true(in_range >= 9);
  nn_interface.destroy(large);
}

/* Every construct can be placed, again and again, and is there then; sizes come back from their numbers. */
static void test_mutate(void **state)
{
  (void)state;
  Language *language = make_language(true, "dnn", 9);
  size_t count = nn_interface.construct_count(language);
  Instance *instance = nn_interface.generate(language, 4);
  for (size_t construct = 0; construct < count; construct++) {
    Instance *mutant = nn_interface.mutate(language, instance, construct, 100 + construct);
    assert_non_null(mutant);
    uint32_t before[32] = {0}, after[32] = {0};
    nn_interface.count(language, instance, before);
    nn_interface.count(language, mutant, after);
    const char *class = nn_interface.construct(language, construct).class;
    if (strcmp(class, "property") == 0)
      assert_int_equal(after[construct], before[construct]);
    else
      assert_true(after[construct] > before[construct]);
    nn_interface.release(instance);
    instance = mutant;
  }
  StrBuf shape;
  strbuf_init(&shape, 0);
  nn_interface.shape(instance, &shape);
  assert_non_null(strstr(strbuf_text(&shape), "Softsign "));
  strbuf_deinit(&shape);
  nn_interface.release(instance);
  uint64_t scale = nn_interface.scale(language);
  assert_true(nn_interface.resize(language, true));
  assert_int_not_equal(nn_interface.scale(language), scale);
  assert_true(nn_interface.set_scale(language, scale));
  assert_false(nn_interface.set_scale(language, 200));
  assert_false(nn_interface.set_scale(language, UINT64_C(1) << 60));
  while (nn_interface.resize(language, false)) continue;
  nn_interface.release(nn_interface.generate(language, 1));
  nn_interface.destroy(language);
}

/* --- what is known --- */

/* Proofs agree with what is known by construction and with the verifier, on generated inputs and their mutants. */
static void test_proofs(void **state)
{
  (void)state;
  Language *language = make_language(true, "vnnlib", 12);
  size_t sat = 0, unsat = 0;
  for (uint64_t number = 1; number <= 150; number++) {
    Instance *instance = nn_interface.generate(language, number);
    if (number % 3 == 0) {
      Instance *mutant = nn_interface.mutate(language, instance, number % 9, number);
      nn_interface.release(instance);
      instance = mutant;
    }
    NnModel model;
    read_model(&model, instance);
    SolverAnswer proved = nn_prove(&model);
    sat += proved == SAYS_SAT;
    unsat += proved == SAYS_UNSAT;
    if (proved == SAYS_SAT) assert_int_not_equal(model.bundle.status, SAYS_UNSAT);
    if (proved == SAYS_UNSAT) assert_int_not_equal(model.bundle.status, SAYS_SAT);
    VerifyOptions options = {.engine = ENGINE_CROWN, .timeout_ns = 300000000, .threads = 1};
    VerifyResult result;
    Error error;
    assert_int_equal(verify_net(&model.net, &model.property, &options, &result, &error), STATUS_OK);
    if (result.verdict == VERDICT_SAT) assert_int_not_equal(proved, SAYS_UNSAT);
    if (result.verdict == VERDICT_UNSAT) assert_int_not_equal(proved, SAYS_SAT);
    verify_result_deinit(&result);
    nn_model_deinit(&model);
    nn_interface.release(instance);
  }
  assert_true(sat >= 20 && unsat >= 20);
  nn_interface.destroy(language);
}

#define PROPERTY                                                                                   \
  "(declare-const X_0 Real)(declare-const Y_0 Real)(assert (>= X_0 0))(assert (<= X_0 1))"

static ModelState check(const char *network, const char *property, const char *witness)
{
  StrBuf text, why;
  NnModel model;
  Assignment assignment;
  Error error;
  strbuf_init(&text, 0);
  strbuf_init(&why, 0);
  make_text(network, property, &text);
  if (nn_model_read(&model, strbuf_text(&text), text.length, &error)) fail_msg("%s", error.message);
  assignment_init(&assignment, 1, 1);
  assert_int_equal(assignment_read(&assignment, witness, strlen(witness), &error), STATUS_OK);
  ModelState found = nn_check_witness(&model, &assignment, &why);
  assert_int_equal(found == MODEL_WRONG, why.length > 0);
  assignment_deinit(&assignment);
  nn_model_deinit(&model);
  strbuf_deinit(&why);
  strbuf_deinit(&text);
  return found;
}

/* Y_0 = 2 relu(X_0) */
static void test_witnesses(void **state)
{
  (void)state;
  const char *twice = "x:float[1,1]; w:float[1,1]=2; h = Relu(x); y = MatMul(h, w); -> y";
  const char *above = PROPERTY "(assert (>= Y_0 1))";
  assert_int_equal(check(twice, above, "((X_0 0.75) (Y_0 1.5))"), MODEL_RIGHT);
  assert_int_equal(check(twice, above, "((X_0 0.5))"), MODEL_RIGHT);
  assert_int_equal(check(twice, above, "((X_0 0.4999))"), MODEL_OPEN); /* within the tolerance */
  assert_int_equal(check(twice, above, "((X_0 1.00001))"), MODEL_OPEN);
  assert_int_equal(check(twice, above, "((X_0 0.49))"), MODEL_WRONG);
  assert_int_equal(check(twice, above, "((X_0 2))"), MODEL_WRONG); /* outside of the box */
  assert_int_equal(check(twice, above, "((X_0 0.25) (Y_0 5))"), MODEL_WRONG);
  /* a fraction that is no double, with equality */
  const char *thrice = "x:float[1,1]; w:float[1,1]=3; y = MatMul(x, w); -> y";
  const char *one = PROPERTY "(assert (>= Y_0 1))(assert (<= Y_0 1))";
  assert_int_not_equal(check(thrice, one, "((X_0 (/ 1 3)))"), MODEL_WRONG);
  /* smooth, and an operator that is only computed in floats */
  const char *smooth = "x:float[1,1]; y = Sigmoid(x); -> y";
  assert_int_equal(check(smooth, PROPERTY "(assert (>= Y_0 0.7))", "((X_0 0.9))"), MODEL_RIGHT);
  assert_int_equal(check(smooth, PROPERTY "(assert (>= Y_0 0.7))", "((X_0 0.5))"), MODEL_WRONG);
  const char *other = "x:float[1,1]; y = Exp(x); -> y";
  assert_int_equal(check(other, PROPERTY "(assert (>= Y_0 2))", "((X_0 0.9))"), MODEL_OPEN);
  assert_int_equal(check(other, PROPERTY "(assert (>= Y_0 3))", "((X_0 0.9))"), MODEL_WRONG);
  /* where it jumps, floats may be on the other side of the digits that are given */
  const char *jump = "x:float[1,1]; y = Floor(x); -> y";
  assert_int_equal(check(jump, PROPERTY "(assert (<= Y_0 0))", "((X_0 0.99999999))"), MODEL_OPEN);
  assert_int_equal(check(jump, PROPERTY "(assert (>= Y_0 1))", "((X_0 0.99999999))"), MODEL_OPEN);
  assert_int_equal(check(jump, PROPERTY "(assert (>= Y_0 1))", "((X_0 0.99))"), MODEL_WRONG);
  /* overflow holds nowhere */
  const char *huge = "x:float[1,1]; w:float[1,1]=3e38; v:float[1,1]=1e30; h = MatMul(x, w); "
                     "y = MatMul(h, v); -> y";
  assert_int_not_equal(check(huge, above, "((X_0 1))"), MODEL_RIGHT);
}

static SolverAnswer status_of(const char *network, const char *property, const char *witness)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, "; sat\n");
  if (witness) strbuf_printf(&text, "; witness %s\n", witness);
  make_text(network, property, &text);
  ExamineLimits limits = {0};
  Examiner *examiner = nn_examiner.create(&limits);
  strbuf_text(&text);
  FileText input = {.bytes = text.bytes, .length = text.length};
  Facts facts;
  Error error;
  Examination *examination = nn_examiner.begin(examiner, &input, &facts, &error);
  assert_true(facts.understood);
  SolverAnswer status = facts_status(&facts, 0);
  nn_examiner.end(examination);
  nn_examiner.destroy(examiner);
  facts_deinit(&facts);
  strbuf_deinit(&text);
  return status;
}

/* Floats say that 1e8 + 5 - 1e8 is 8: a counterexample in floats alone makes nobody wrong. */
static void test_doubtful_status(void **state)
{
  (void)state;
  const char *network = "x:float[1,1]; c:float[1,1]=1e8; d:float[1,1]=1e8; h = Add(x, c); "
                        "y = Sub(h, d); -> y";
#define FOUR_TO_FIVE                                                                               \
  "(declare-const X_0 Real)(declare-const Y_0 Real)(assert (>= X_0 4))(assert (<= X_0 5))"
  const char *three = FOUR_TO_FIVE "(assert (>= Y_0 3))",
             *seven = FOUR_TO_FIVE "(assert (>= Y_0 7))";
#undef FOUR_TO_FIVE
  assert_int_equal(status_of(network, three, "((X_0 5))"), SAYS_SAT);
  assert_int_equal(status_of(network, seven, "((X_0 5))"), SAYS_UNKNOWN);
  assert_int_equal(status_of(network, seven, NULL), SAYS_SAT); /* whoever wrote it knows more */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bundle),    cmocka_unit_test(test_files),
      cmocka_unit_test(test_hostile),   cmocka_unit_test(test_generate),
      cmocka_unit_test(test_mutate),    cmocka_unit_test(test_proofs),
      cmocka_unit_test(test_witnesses), cmocka_unit_test(test_doubtful_status),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
