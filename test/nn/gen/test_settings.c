#include "testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "nn/gen/generate.h"
#include "nn/gen/randgraph.h"
#include "nn/onnx/load.h"
#include "nn/onnx/save.h"
#include "nn/property/property.h"

/* What an instance is, as bytes. False: there is none with these settings. */
static bool print_instance(const NetworkSettings *settings, uint64_t index, StrBuf *out)
{
  NetworkInstance instance;
  Error error = {0};
  if (network_generate(settings, index, NULL, &instance, &error) != STATUS_OK) return false;
  onnx_print(&instance.graph, out);
  strbuf_add(out, instance.property.bytes, instance.property.length);
  network_instance_deinit(&instance);
  return true;
}

/* Do some instances of both settings differ? */
static bool differ(const NetworkSettings *a, const NetworkSettings *b)
{
  enum { TRIES = 20 };
  Error error = {0};
  bool different = false;
  if (network_settings_check(a, &error) != STATUS_OK ||
      network_settings_check(b, &error) != STATUS_OK)
    return false;
  for (uint64_t i = 0; i < TRIES && !different; i++) {
    StrBuf first, second;
    strbuf_init(&first, 0);
    strbuf_init(&second, 0);
    bool made = print_instance(a, i, &first) && print_instance(b, i, &second);
    different = made && (first.length != second.length ||
                         memcmp(first.bytes, second.bytes, first.length) != 0);
    strbuf_deinit(&first);
    strbuf_deinit(&second);
  }
  return different;
}

static bool ends_in(const char *name, const char *end)
{
  size_t a = strlen(name), b = strlen(end);
  return a > b && strcmp(name + a - b, end) == 0;
}

/* A larger number than the default, or else the least. */
static double other_number(const SettingAbout *about, bool larger)
{
  return larger ? fmin(about->most, 2 * fabs(about->initial) + 1) : about->least;
}

static void only_operator(NetworkSettings *settings, OperatorKind op)
{
  for (int i = 0; i < OPERATOR_COUNT; i++) settings->numbers[SET_OPERATORS + i] = i == (int)op;
  settings->numbers[SET_nodes_min] = settings->numbers[SET_nodes_max] = 1;
  settings->numbers[SET_opset] = 19;
}

static bool number_has_effect(const NetworkSettings *around, int kind, const SettingAbout *about,
                              bool larger)
{
  NetworkSettings changed = *around, before = *around;
  changed.numbers[kind] = other_number(about, larger);
  if (changed.numbers[kind] == before.numbers[kind]) return false;
  if ((ends_in(about->name, "_min") || ends_in(about->name, "_low")) &&
      changed.numbers[kind + 1] < changed.numbers[kind])
    changed.numbers[kind + 1] = before.numbers[kind + 1] = changed.numbers[kind];
  if (kind >= SET_OPERATORS && kind < SET_LAYERS)
    changed.numbers[SET_opset] = before.numbers[SET_opset] = 19;
  return differ(&before, &changed);
}

/* Does a setting change what is generated, with these settings around it? */
static bool has_effect(const NetworkSettings *around, int kind, const SettingAbout *about)
{
  return number_has_effect(around, kind, about, true) ||
         number_has_effect(around, kind, about, false);
}

/* Networks that have constants of a kind, of all distributions. */
static bool constants_show(int kind, const SettingAbout *about)
{
  static const OperatorKind ALONE[CONSTANT_KIND_COUNT] = {
      [CONSTANT_filter_weight] = OP_Conv,
      [CONSTANT_filter_bias] = OP_Conv,
      [CONSTANT_recurrent_weight] = OP_RNN,
      [CONSTANT_recurrent_bias] = OP_RNN,
      [CONSTANT_norm_scale] = OP_BatchNormalization,
      [CONSTANT_norm_bias] = OP_BatchNormalization,
      [CONSTANT_norm_mean] = OP_BatchNormalization,
      [CONSTANT_slope] = OP_PRelu,
      [CONSTANT_operand] = OP_Add,
  };
  int constants = (kind - SET_CONSTANTS) / CONSTANT_FIELD_COUNT;
  bool tree = constants == CONSTANT_threshold || constants == CONSTANT_leaf;
  NetworkSettings around;
  if (ALONE[constants] != (OperatorKind)0) {
    network_settings_init(&around, NETWORK_RAND, SPEC_RAND);
    only_operator(&around, ALONE[constants]);
  } else {
    network_settings_init(&around, tree ? NETWORK_TREE : NETWORK_VNNLIB, SPEC_RAND);
    around.numbers[SET_VNNLIB + LAYER_NAME_residual] = 10;
  }
  for (int i = 0; i < DISTRIBUTION_COUNT; i++) around.numbers[SET_weight_normal + i] = 1;
  return has_effect(&around, kind, about);
}

/* Networks in which a setting may show: all classes with all specifications, deep ones, or one operator alone. */
static bool shows_somewhere(int kind, const SettingAbout *about)
{
  NetworkSettings around;
  if (about->op != OPERATOR_COUNT) {
    network_settings_init(&around, NETWORK_RAND, SPEC_RAND);
    only_operator(&around, about->op);
    return has_effect(&around, kind, about);
  }
  if (kind >= SET_CONSTANTS) return constants_show(kind, about);
  for (int class = NETWORK_RAND; class <= NETWORK_VNNLIB; class ++)
    for (int spec = SPEC_RAND; spec <= SPEC_UNSAT; spec++) {
      network_settings_init(&around, (NetworkClass) class, (SpecKind)spec);
      around.numbers[SET_depth_max] = 12;
      if (has_effect(&around, kind, about)) return true;
    }
  return false;
}

static void test_every_setting_has_an_effect(void **state)
{
  (void)state;
  size_t count = 0, idle = 0;
  for (int kind = 0; kind < SETTING_COUNT; kind++) {
    SettingAbout about;
    if (!network_settings_describe(kind, &about)) continue;
    count++;
    if (shows_somewhere(kind, &about)) continue;
    print_error("'%s' changes nothing\n", about.name);
    idle++;
  }
  assert_int_equal(idle, 0);
  assert_true(count > 500);
}

/* What is printed is read back. */
static void test_print(void **state)
{
  (void)state;
  NetworkSettings settings, again;
  Error error = {0};
  StrBuf text;
  network_settings_init(&settings, NETWORK_DNN, SPEC_RAND);
  network_settings_init(&again, NETWORK_DNN, SPEC_RAND);
  settings.numbers[SET_input_low] = -1.0 / 3;
  for (int i = 0; i < SETTING_COUNT; i++) again.numbers[i] = 0;
  strbuf_init(&text, 0);
  network_settings_print(&settings, &text);
  char *rest = NULL;
  for (char *line = strtok_r(text.bytes, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    if (line[0] == '#') continue;
    char *colon = strstr(line, ": ");
    assert_non_null(colon);
    *colon = 0;
    if (network_settings_set(&again, line, strtod(colon + 2, NULL), &error) != STATUS_OK)
      fail_msg("%s", error.message);
  }
  strbuf_deinit(&text);
  assert_memory_equal(settings.numbers, again.numbers, sizeof settings.numbers);
}

/* Names are different, defaults are in range and all of them together are in order. */
static void test_defaults(void **state)
{
  (void)state;
  NetworkSettings settings;
  Error error = {0};
  for (int class = NETWORK_RAND; class <= NETWORK_VNNLIB; class ++) {
    network_settings_init(&settings, (NetworkClass) class, SPEC_RAND);
    assert_int_equal(network_settings_check(&settings, &error), STATUS_OK);
  }
  for (int kind = 0; kind < SETTING_COUNT; kind++) {
    SettingAbout about;
    if (!network_settings_describe(kind, &about)) continue;
    double before = settings.numbers[kind], own = about.initial;
    if (!(own >= about.least && own <= about.most)) fail_msg("'%s'", about.name);
    settings.numbers[kind] = 12345;
    assert_int_equal(network_settings_set(&settings, about.name, own, &error), STATUS_OK);
    if (settings.numbers[kind] != own) fail_msg("two settings are called '%s'", about.name);
    settings.numbers[kind] = before;
  }
}

/* Any numbers in range: a network that is read, or a message. */
static void test_random_settings(void **state)
{
  (void)state;
  size_t made = 0;
  for (uint64_t i = 0; i < 100; i++) {
    Random random = random_stream(5, 5, i);
    NetworkSettings settings;
    NetworkInstance instance;
    Error error = {0};
    NetworkClass class = (NetworkClass)(i % 4);
    network_settings_init(&settings, class,
                          (SpecKind)random_below(&random, class == NETWORK_VNNLIB ? 5 : 4));
    for (int n = 0; n < 12; n++) {
      int kind = (int)random_below(&random, SETTING_COUNT);
      SettingAbout about;
      if (!network_settings_describe(kind, &about) || kind == SET_elements_max ||
          ends_in(about.name, "_min") || ends_in(about.name, "_low"))
        continue;
      double most = fmin(about.most, fmax(64, 2 * about.initial));
      double number = about.least + (most - about.least) * random_unit(&random);
      if (about.most > 1) number = floor(number);
      settings.numbers[kind] = fmax(about.least, number);
    }
    if (network_settings_check(&settings, &error) != STATUS_OK ||
        network_generate(&settings, i, NULL, &instance, &error) != STATUS_OK)
      continue;
    StrBuf model;
    Graph again;
    strbuf_init(&model, 0);
    onnx_print(&instance.graph, &model);
    if (onnx_read(model.bytes, model.length, NULL, &again, &error) != STATUS_OK)
      fail_msg("%d: %s", (int)i, error.message);
    graph_deinit(&again);
    Property property = {0};
    strbuf_text(&instance.property);
    if (property_read(&property, instance.property.bytes, instance.property.length, &error))
      fail_msg("%d: %s", (int)i, error.message);
    property_deinit(&property);
    strbuf_deinit(&model);
    network_instance_deinit(&instance);
    made++;
  }
  assert_true(made > 30);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_setting_has_an_effect),
      cmocka_unit_test(test_print),
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_random_settings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
