#include "nn/gen/settings.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/gen/randgraph.h"

typedef struct {
  const char *name;
  double initial, least, most;
  OperatorKind op;
  const char *help;
} Row;

static const Row ROWS[] = {
#define SETTING(name, initial, least, most, help)                                                  \
  {#name, initial, least, most, OPERATOR_COUNT, help},
#include "nn/gen/settings.def"
#undef SETTING
#define REAL(op, attribute, low, high, least, most)                                                \
  {#op "_" #attribute "_low", low, least, most, OP_##op, "attribute: at least"},                   \
      {#op "_" #attribute "_high", high, least, most, OP_##op, "and at most"},
#define CHANCE(op, attribute, initial)                                                             \
  {#op "_" #attribute, initial, 0, 1, OP_##op, "how often this attribute is 1 instead of 0"},
#define WHOLE(op, attribute, initial, most)                                                        \
  {#op "_" #attribute "_max", initial, 1, most, OP_##op, "attribute: at most"},
#define TEXT(op, attribute, text, initial)                                                         \
  {#op "_" #attribute "_" #text, initial, 0, 1, OP_##op, "how often the attribute is this word"},
#define EXTENT(op, name, initial, least, most, help)                                               \
  {#op "_" #name, initial, least, most, OP_##op, help},
#include "nn/gen/attributes.def"
};

static const struct {
  const char *name;
  double dnn, vnnlib;
} LAYERS[] = {
#define LAYER(name, dnn, vnnlib) {#name, dnn, vnnlib},
#define NONE                     -1
#include "nn/gen/layers.def"
#undef LAYER
#undef NONE
}; /* negative: the class never has it */

static const struct {
  const char *name, *help;
} CONSTANTS[] = {
#define CONSTANT(name, help) {#name, help},
#include "nn/gen/constants.def"
#undef CONSTANT
};

static const char *const FIELDS[CONSTANT_FIELD_COUNT] = {
    "normal", "uniform", "geometric", "beta", "gamma", "zipf", "rayleigh", "scale", "zero"};

static_assert(sizeof ROWS / sizeof *ROWS == SET_OPERATORS, "one row for each");

/* Has this operator come after an opset? */
static bool is_new(OperatorKind op, double opset)
{
  return strtod(operator_get(op)->versions, NULL) > opset;
}

static void bounds_of_constants(int field, SettingAbout *about)
{
  about->initial = field != CONSTANT_FIELD_ZERO;
  about->least = field == CONSTANT_FIELD_SCALE ? -1e6 : 0;
  about->most = field == CONSTANT_FIELD_ZERO ? 1 : 1e6;
}

/* All but the name. */
static bool find_bounds(int kind, SettingAbout *about)
{
  *about = (SettingAbout){.most = 1e6, .op = OPERATOR_COUNT};
  if (kind < SET_OPERATORS) {
    const Row *row = &ROWS[kind];
    *about = (SettingAbout){"", row->initial, row->least, row->most, row->op};
    return true;
  }
  if (kind < SET_LAYERS) {
    OperatorKind op = (OperatorKind)(kind - SET_OPERATORS);
    about->initial = !is_new(op, ROWS[SET_opset].initial);
    return randgraph_draws(operator_get(op));
  }
  if (kind < SET_CONSTANTS) {
    about->initial =
        kind < SET_VNNLIB ? LAYERS[kind - SET_LAYERS].dnn : LAYERS[kind - SET_VNNLIB].vnnlib;
    return about->initial >= 0;
  }
  bounds_of_constants((kind - SET_CONSTANTS) % CONSTANT_FIELD_COUNT, about);
  return true;
}

bool network_settings_describe(int kind, SettingAbout *about)
{
  assert(kind >= 0 && kind < SETTING_COUNT);
  const char *first, *second;
  if (!find_bounds(kind, about)) return false;
  if (kind < SET_OPERATORS) {
    first = ROWS[kind].name;
    second = NULL;
  } else if (kind < SET_LAYERS) {
    first = "operator";
    second = operator_get((OperatorKind)(kind - SET_OPERATORS))->name;
  } else if (kind < SET_CONSTANTS) {
    first = kind < SET_VNNLIB ? "layer" : "vnnlib";
    second = LAYERS[kind - (kind < SET_VNNLIB ? SET_LAYERS : SET_VNNLIB)].name;
  } else {
    first = CONSTANTS[(kind - SET_CONSTANTS) / CONSTANT_FIELD_COUNT].name;
    second = FIELDS[(kind - SET_CONSTANTS) % CONSTANT_FIELD_COUNT];
  }
  snprintf(about->name, sizeof about->name, "%s%s%s", first, second ? "_" : "",
           second ? second : "");
  return true;
}

void network_settings_init(NetworkSettings *settings, NetworkClass class, SpecKind spec)
{
  *settings = (NetworkSettings){.class = class, .spec = spec};
  for (int i = 0; i < SETTING_COUNT; i++) {
    SettingAbout about;
    settings->numbers[i] = find_bounds(i, &about) ? about.initial : 0;
  }
}

Status network_settings_set(NetworkSettings *settings, const char *name, double number,
                            Error *error)
{
  for (int i = 0; i < SETTING_COUNT; i++) {
    SettingAbout about;
    if (!network_settings_describe(i, &about)) continue;
    if (strcmp(about.name, name) != 0) continue;
    if (!(number >= about.least && number <= about.most))
      return error_set(error, STATUS_USAGE, "'%s' must be from %g to %g", name, about.least,
                       about.most);
    settings->numbers[i] = number;
    return STATUS_OK;
  }
  const Operator *op = strncmp(name, "operator_", 9) == 0 ? operator_find(name + 9) : NULL;
  if (op) return error_set(error, STATUS_USAGE, "'%s' cannot be drawn for random graphs", op->name);
  return error_set(error, STATUS_USAGE, "there is no setting '%s'", name);
}

static void print_heading(int kind, StrBuf *out)
{
  int constant = kind - SET_CONSTANTS;
  if (kind == SET_OPERATORS)
    strbuf_add_text(out, "# how often operators are drawn for random graphs\n");
  if (kind == SET_LAYERS) strbuf_add_text(out, "# how often layers are drawn: class dnn\n");
  if (kind == SET_VNNLIB) strbuf_add_text(out, "# class vnnlib\n");
  if (constant == 0)
    strbuf_add_text(out,
                    "# constants by kind: each distribution, how much more often than the weights "
                    "above say;\n# a factor of the numbers; how often one is 0\n");
  if (constant >= 0 && constant % CONSTANT_FIELD_COUNT == 0)
    strbuf_printf(out, "# %s\n", CONSTANTS[constant / CONSTANT_FIELD_COUNT].help);
}

/* As short as it can be and still read back. */
static void print_number(double number, StrBuf *out)
{
  char text[40];
  for (int digits = 6; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, number);
    if (strtod(text, NULL) == number) break;
  }
  strbuf_printf(out, "%s\n", text);
}

void network_settings_print(const NetworkSettings *settings, StrBuf *out)
{
  for (int i = 0; i < SETTING_COUNT; i++) {
    SettingAbout about;
    bool known = network_settings_describe(i, &about);
    print_heading(i, out);
    if (!known) continue;
    if (i < SET_OPERATORS)
      strbuf_printf(out, "# %s (%g to %g)\n", ROWS[i].help, about.least, about.most);
    strbuf_printf(out, "%s: ", about.name);
    print_number(settings->numbers[i], out);
  }
}

/* Is this the lower one of a pair, as names tell? */
static bool is_lower(const char *name)
{
  size_t length = strlen(name);
  return length > 4 &&
         (strcmp(name + length - 4, "_min") == 0 || strcmp(name + length - 4, "_low") == 0);
}

static Status check_pairs(const NetworkSettings *settings, Error *error)
{
  for (int i = 0; i < SET_OPERATORS; i++)
    if (is_lower(ROWS[i].name) && settings->numbers[i] > settings->numbers[i + 1])
      return error_set(error, STATUS_USAGE, "'%s' is above '%s'", ROWS[i].name, ROWS[i + 1].name);
  return STATUS_OK;
}

static bool has_weight(const NetworkSettings *settings, int from, int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++) sum += settings->numbers[from + i];
  return sum > 0;
}

/* Each kind of constants must have a distribution. */
static bool has_distributions(const NetworkSettings *settings)
{
  const double *general = &settings->numbers[SET_weight_normal];
  for (int kind = 0; kind < CONSTANT_KIND_COUNT; kind++) {
    const double *own = &settings->numbers[SET_CONSTANTS + kind * CONSTANT_FIELD_COUNT];
    double sum = 0;
    for (int i = 0; i < DISTRIBUTION_COUNT; i++) sum += general[i] * own[i];
    if (!(sum > 0)) return false;
  }
  return true;
}

static Status check_weights(const NetworkSettings *settings, Error *error)
{
  for (int i = 0; i < OPERATOR_COUNT; i++)
    if (settings->numbers[SET_OPERATORS + i] > 0 &&
        is_new((OperatorKind)i, settings->numbers[SET_opset]))
      return error_set(error, STATUS_USAGE, "the operator '%s' is newer than the opset",
                       operator_get((OperatorKind)i)->name);
  if (!has_distributions(settings) ||
      (settings->class == NETWORK_RAND && !has_weight(settings, SET_OPERATORS, OPERATOR_COUNT)) ||
      !has_weight(settings, SET_LAYERS, LAYER_NAME_COUNT) ||
      !has_weight(settings, SET_VNNLIB, LAYER_NAME_COUNT) ||
      !has_weight(settings, SET_operand_scalar, 3) || !has_weight(settings, SET_Cast_int32, 4) ||
      !has_weight(settings, SET_CastLike_int32, 4))
    return error_set(error, STATUS_USAGE, "all weights of one kind are 0");
  return STATUS_OK;
}

/* Of one layer, and of a layer of a random graph, which is held in memory. */
static const double WEIGHTS_MAX = 0x1p34, HELD_MAX = 0x1p30;

Status network_settings_check(const NetworkSettings *settings, Error *error)
{
  Status status = check_pairs(settings, error);
  if (status == STATUS_OK) status = check_weights(settings, error);
  if (status != STATUS_OK) return status;
  const double *n = settings->numbers;
  double widest = fmax(fmax(n[SET_inputs], n[SET_outputs]), n[SET_width_max]);
  double image = n[SET_image_channels_max] * n[SET_image_side_max] * n[SET_image_side_max];
  double flat = fmax(n[SET_elements_max], n[SET_inputs]) * fmax(fmax(100, image), n[SET_outputs]);
  if (settings->class == NETWORK_RAND && flat > HELD_MAX)
    return error_set(error, STATUS_USAGE, "a layer would have more than %g weights", HELD_MAX);
  if (widest * widest > WEIGHTS_MAX)
    return error_set(error, STATUS_USAGE, "a layer would have more than %g weights", WEIGHTS_MAX);
  return STATUS_OK;
}
