#include "testing.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "nn/gen/generate.h"
#include "nn/gen/interval.h"
#include "nn/gen/randgraph.h"
#include "nn/gen/suite.h"
#include "nn/infer/infer.h"
#include "nn/onnx/load.h"
#include "nn/onnx/save.h"
#include "nn/property/property.h"

/* Half of them with more forms of properties and layers than the defaults have. */
static void vary(NetworkSettings *settings)
{
  static const struct {
    SettingKind kind;
    double number;
  } NUMBERS[] = {{SET_disjuncts_max, 3},
                 {SET_output_open, 0.5},
                 {SET_output_half_open, 0.5},
                 {SET_shift_down, 0.5},
                 {SET_input_spread, 0.5},
                 {SET_input_fixed, 0.3},
                 {SET_row_weight_max, 3},
                 {SET_rows, 3},
                 {SET_convolution_channels_max, 3},
                 {SET_convolution_kernel_max, 3},
                 {SET_pool_kernel_max, 3},
                 {SET_convolution_stride_max, 2},
                 {SET_pool_stride_max, 2},
                 {SET_pool_channels_max, 2},
                 {SET_residual_inner_max, 3},
                 {SET_leaf_early, 0.3},
                 {SET_condition_features_max, 3}};
  for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
    settings->numbers[NUMBERS[i].kind] = NUMBERS[i].number;
}

static void generate(NetworkClass class, SpecKind spec, uint64_t index, NetworkInstance *instance)
{
  NetworkSettings settings;
  Error error = {0};
  network_settings_init(&settings, class, spec);
  settings.seed = 3;
  if (index % 2) vary(&settings);
  assert_int_equal(network_settings_check(&settings, &error), STATUS_OK);
  if (network_generate(&settings, index, NULL, instance, &error) != STATUS_OK)
    fail_msg("%s", error.message);
}

/* Does the property hold of an input and what the network gives for it? */
static bool satisfied(const NetworkInstance *instance, const Graph *graph, const Tensor *in)
{
  Property property = {0};
  Error error = {0};
  Tensor out;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add(&text, instance->property.bytes, instance->property.length);
  strbuf_text(&text);
  if (property_read(&property, text.bytes, text.length, &error) != STATUS_OK)
    fail_msg("%s", error.message);
  if (infer_run(graph, in, &out, &error) != STATUS_OK) fail_msg("%s", error.message);
  size_t count = in->count + out.count;
  mpq_t *values = malloc(count * sizeof *values);
  assert_int_equal(property.inputs + property.outputs, count);
  for (size_t i = 0; i < count; i++) {
    mpq_init(values[i]);
    mpq_set_d(values[i],
              i < in->count ? tensor_get_double(in, i) : tensor_get_double(&out, i - in->count));
  }
  bool holds = property_holds(&property, values);
  for (size_t i = 0; i < count; i++) mpq_clear(values[i]);
  free(values);
  tensor_deinit(&out);
  property_deinit(&property);
  strbuf_deinit(&text);
  return holds;
}

/* All classes: what is written is read, and witnesses satisfy the property. */
static void test_classes(void **state)
{
  (void)state;
  for (int class = NETWORK_RAND; class <= NETWORK_VNNLIB; class ++)
    for (int spec = SPEC_RAND; spec <= SPEC_SAT_HARD; spec++)
      for (uint64_t i = 0; i < 40; i++) {
        NetworkInstance instance;
        Graph again;
        StrBuf model;
        Error error = {0};
        generate((NetworkClass) class, (SpecKind)spec, i, &instance);
        strbuf_init(&model, 0);
        onnx_print(&instance.graph, &model);
        if (onnx_read(model.bytes, model.length, NULL, &again, &error) != STATUS_OK)
          fail_msg("class %d, %d: %s", class, (int)i, error.message);
        assert_int_equal(instance.answer == ANSWER_SAT, spec == SPEC_SAT || spec == SPEC_SAT_HARD);
        if (instance.answer == ANSWER_SAT)
          assert_true(satisfied(&instance, &again, &instance.witness));
        graph_deinit(&again);
        strbuf_deinit(&model);
        network_instance_deinit(&instance);
      }
}

/* The input box of a property, and points of it: corners at first, then random ones. */
typedef struct {
  double low[4], high[4];
} InputBox;

static void read_box(const NetworkInstance *instance, InputBox *box)
{
  Property property = {0};
  Error error = {0};
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add(&text, instance->property.bytes, instance->property.length);
  strbuf_text(&text);
  assert_int_equal(property_read(&property, text.bytes, text.length, &error), STATUS_OK);
  assert_int_equal(property.inputs, 4);
  PropertyPart part = {0};
  property_part(&property, 0, &part);
  for (uint32_t i = 0; i < 4; i++) {
    box->low[i] = property_lower(&property, &part, i);
    box->high[i] = property_upper(&property, &part, i);
  }
  property_part_deinit(&part);
  property_deinit(&property);
  strbuf_deinit(&text);
}

static void draw_point(const InputBox *box, Random *random, uint64_t number, Tensor *in)
{
  for (size_t i = 0; i < 4; i++) {
    double share = number < 16 ? (double)(number >> i & 1) : random_unit(random);
    float x = (float)(box->low[i] + share * (box->high[i] - box->low[i]));
    if ((double)x < box->low[i]) x = nextafterf(x, INFINITY);
    if ((double)x > box->high[i]) x = nextafterf(x, -INFINITY);
    tensor_set_double(in, i, (double)x);
  }
}

/* How many of some points leave the bounds `low` and `high` of the output? */
static size_t count_outside(const Graph *graph, const InputBox *box, size_t points, uint64_t seed,
                            const double *low, const double *high)
{
  Random random = random_stream(9, 0, seed);
  Tensor in;
  size_t outside = 0;
  tensor_init(&in, (TensorShape){TENSOR_FLOAT, 2, {1, 4}});
  for (uint64_t k = 0; k < points; k++) {
    Tensor out;
    Error error = {0};
    draw_point(box, &random, k, &in);
    if (infer_run(graph, &in, &out, &error) != STATUS_OK) fail_msg("%s", error.message);
    for (size_t n = 0; n < 2; n++) {
      double y = tensor_get_double(&out, n);
      if (!(y >= low[n] && y <= high[n])) {
        outside++;
        break;
      }
    }
    tensor_deinit(&out);
  }
  tensor_deinit(&in);
  return outside;
}

static size_t times(const char *name, size_t otherwise)
{
  const char *given = getenv(name);
  return given ? strtoul(given, NULL, 10) : otherwise;
}

/* No input of the box satisfies a property that is unsat for certain; outputs stay within the proved bounds. Narrower bounds would
 * be noticed. */
static void check_unsat(NetworkClass class, size_t instances, size_t points)
{
  size_t noticed = 0;
  for (uint64_t i = 0; i < instances; i++) {
    NetworkInstance instance;
    InputBox box;
    double low[2], high[2];
    generate(class, SPEC_UNSAT, i, &instance);
    assert_int_equal(instance.answer, ANSWER_UNSAT);
    read_box(&instance, &box);
    assert_true(interval_output(&instance.graph, box.low, box.high, low, high));
    if (count_outside(&instance.graph, &box, points, i, low, high))
      fail_msg("class %d, instance %d: an output is outside of its bounds", (int)class, (int)i);
    Random random = random_stream(9, 0, i);
    Tensor in;
    tensor_init(&in, (TensorShape){TENSOR_FLOAT, 2, {1, 4}});
    for (uint64_t k = 0; k < 32; k++) {
      draw_point(&box, &random, k, &in);
      assert_false(satisfied(&instance, &instance.graph, &in));
    }
    tensor_deinit(&in);
    /* A wrong answer: bounds of the box's centre alone. */
    InputBox centre;
    for (size_t n = 0; n < 4; n++)
      centre.low[n] = centre.high[n] = 0.5 * (box.low[n] + box.high[n]);
    if (interval_output(&instance.graph, centre.low, centre.high, low, high))
      noticed += count_outside(&instance.graph, &box, 32, i, low, high) > 0;
    network_instance_deinit(&instance);
  }
  print_message(
      "class %d: %zu instances, %zu points each; bounds of one point are noticed in %zu\n",
      (int)class, instances, points, noticed);
  assert_true(noticed > 0);
}

static void test_unsat(void **state)
{
  (void)state;
  size_t instances = times("ASSAY_UNSAT_INSTANCES", 200), points = times("ASSAY_UNSAT_POINTS", 100);
  for (int class = NETWORK_RAND; class <= NETWORK_VNNLIB; class ++)
    check_unsat((NetworkClass) class, instances, points);
}

/* Each operator alone: with a rule, there are networks with bounds, and outputs stay within them. */
static void test_bounds_of_operators(void **state)
{
  (void)state;
  enum { NETWORKS = 10 };
  size_t points = times("ASSAY_UNSAT_POINTS", 100);
  for (int op = 0; op < OPERATOR_COUNT; op++) {
    NetworkSettings settings;
    Error error = {0};
    if (!randgraph_draws(operator_get((OperatorKind)op)) || !interval_knows((OperatorKind)op))
      continue;
    network_settings_init(&settings, NETWORK_RAND, SPEC_UNSAT);
    if (settings.numbers[SET_OPERATORS + op] == 0) settings.numbers[SET_opset] = 19;
    for (int i = 0; i < OPERATOR_COUNT; i++) settings.numbers[SET_OPERATORS + i] = i == op;
    settings.numbers[SET_nodes_min] = settings.numbers[SET_nodes_max] = 2;
    for (uint64_t i = 0; i < NETWORKS; i++) {
      NetworkInstance instance;
      InputBox box;
      double low[2], high[2];
      if (network_generate(&settings, i, NULL, &instance, &error) != STATUS_OK)
        fail_msg("%s: %s", operator_get((OperatorKind)op)->name, error.message);
      read_box(&instance, &box);
      assert_true(interval_output(&instance.graph, box.low, box.high, low, high));
      if (count_outside(&instance.graph, &box, points, i, low, high))
        fail_msg("%s, %d: an output is outside of its bounds", operator_get((OperatorKind)op)->name,
                 (int)i);
      network_instance_deinit(&instance);
    }
  }
}

static void test_same_bytes(void **state)
{
  (void)state;
  for (int class = NETWORK_RAND; class <= NETWORK_VNNLIB; class ++) {
    NetworkInstance a, b;
    StrBuf first, second;
    strbuf_init(&first, 0);
    strbuf_init(&second, 0);
    generate((NetworkClass) class, SPEC_SAT, 7, &a);
    generate((NetworkClass) class, SPEC_SAT, 7, &b);
    onnx_print(&a.graph, &first);
    onnx_print(&b.graph, &second);
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.bytes, second.bytes, first.length);
    assert_int_equal(a.property.length, b.property.length);
    assert_memory_equal(a.property.bytes, b.property.bytes, a.property.length);
    network_instance_deinit(&a);
    network_instance_deinit(&b);
    strbuf_deinit(&first);
    strbuf_deinit(&second);
  }
}

/* Every operator that can be drawn is drawn when it is the only one. */
static void test_operators(void **state)
{
  (void)state;
  for (int op = 0; op < OPERATOR_COUNT; op++) {
    NetworkSettings settings;
    NetworkInstance instance;
    Error error = {0};
    network_settings_init(&settings, NETWORK_RAND, SPEC_RAND);
    if (!randgraph_draws(operator_get((OperatorKind)op))) continue;
    if (settings.numbers[SET_OPERATORS + op] == 0) settings.numbers[SET_opset] = 19;
    for (int i = 0; i < OPERATOR_COUNT; i++) settings.numbers[SET_OPERATORS + i] = i == op;
    if (network_generate(&settings, 1, NULL, &instance, &error) != STATUS_OK)
      fail_msg("%s", error.message);
    bool found = false;
    for (size_t i = 0; i < instance.graph.nodes.count; i++)
      if ((int)instance.graph.nodes.items[i].op->kind == op) found = true;
    if (!found) fail_msg("%s", operator_get((OperatorKind)op)->name);
    network_instance_deinit(&instance);
  }
}

/* Units go through all operators, the rest through the classes, and every setting of them is in order. */
static void test_suite(void **state)
{
  (void)state;
  size_t classes[4] = {0}, operators = 0, competition = 0;
  const char *last = "";
  for (uint64_t i = 0; i < SUITE_COUNT; i++) {
    NetworkSettings settings;
    Error error = {0};
    const char *about = NULL;
    network_suite_settings(3, i, &settings, &about);
    if (network_settings_check(&settings, &error) != STATUS_OK) fail_msg("%s", error.message);
    assert_non_null(about);
    if (i < SUITE_UNITS && strcmp(about, last) != 0) operators++;
    if (i >= SUITE_UNITS && i < SUITE_UNITS + SUITE_MEDIUM) classes[settings.class]++;
    competition += i >= SUITE_UNITS + SUITE_MEDIUM;
    last = about;
  }
  assert_int_equal(operators, SUITE_UNITS);
  assert_int_equal(competition, SUITE_LARGE);
  for (size_t i = 0; i < 4; i++) assert_true(classes[i] >= 1237 && classes[i] <= 1238);
}

static void test_settings(void **state)
{
  (void)state;
  NetworkSettings settings;
  Error error = {0};
  network_settings_init(&settings, NETWORK_DNN, SPEC_RAND);
  assert_int_equal(network_settings_set(&settings, "inputs", 7, &error), STATUS_OK);
  assert_int_equal(network_settings_set(&settings, "inputs", 0, &error), STATUS_USAGE);
  assert_int_equal(network_settings_set(&settings, "inputs", NAN, &error), STATUS_USAGE);
  assert_int_equal(network_settings_set(&settings, "nonsense", 1, &error), STATUS_USAGE);
  assert_int_equal(network_settings_set(&settings, "operator_Add", 0, &error), STATUS_OK);
  assert_int_equal(network_settings_check(&settings, &error), STATUS_OK);
  assert_int_equal(network_settings_set(&settings, "operator_Constant", 1, &error), STATUS_USAGE);
  assert_non_null(strstr(error.message, "cannot be drawn"));
  assert_int_equal(network_settings_set(&settings, "depth_max", 1, &error), STATUS_OK);
  assert_int_equal(network_settings_check(&settings, &error), STATUS_USAGE);
  assert_non_null(strstr(error.message, "'depth_min' is above 'depth_max'"));
  network_settings_init(&settings, NETWORK_RAND, SPEC_RAND);
  assert_int_equal(network_settings_set(&settings, "elements_max", 100000000, &error), STATUS_OK);
  assert_int_equal(network_settings_check(&settings, &error), STATUS_USAGE);
  assert_non_null(strstr(error.message, "weights"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_classes),
      cmocka_unit_test(test_unsat),
      cmocka_unit_test(test_bounds_of_operators),
      cmocka_unit_test(test_same_bytes),
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_settings),
      cmocka_unit_test(test_suite),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
