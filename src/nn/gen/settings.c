#include "nn/gen/settings.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/gen/random_graph.h"

static const struct {
  const char *name;
  double initial, least, most;
  const char *help;
} SETTINGS[] = {
#define SETTING(name, initial, least, most, help) {#name, initial, least, most, help},
#include "nn/gen/settings.def"
#undef SETTING
};

static const struct {
  const char *name;
  double dnn, vnnlib;
} LAYERS[] = {
#define LAYER(name, dnn, vnnlib) {#name, dnn, vnnlib},
#include "nn/gen/layers.def"
#undef LAYER
};

static void name_of(int kind, char *name, size_t size)
{
  if (kind < SET_OPERATORS)
    snprintf(name, size, "%s", SETTINGS[kind].name);
  else if (kind < SET_LAYERS)
    snprintf(name, size, "operator_%s", operator_get((OperatorKind)(kind - SET_OPERATORS))->name);
  else
    snprintf(name, size, "layer_%s", LAYERS[kind - SET_LAYERS].name);
}

/* Has this operator come after an opset? */
static bool is_new(int op, double opset)
{
  return strtod(operator_get((OperatorKind)op)->versions, NULL) > opset;
}

static double initial_of(int kind, NetworkClass class)
{
  if (kind < SET_OPERATORS) return SETTINGS[kind].initial;
  if (kind < SET_LAYERS)
    return is_new(kind - SET_OPERATORS, SETTINGS[SET_opset].initial)                ? 0
           : random_graph_draws(operator_get((OperatorKind)(kind - SET_OPERATORS))) ? 1
                                                                                    : 0;
  return class == NETWORK_VNNLIB ? LAYERS[kind - SET_LAYERS].vnnlib : LAYERS[kind - SET_LAYERS].dnn;
}

void network_settings_init(NetworkSettings *settings, NetworkClass class, SpecKind spec)
{
  *settings = (NetworkSettings){.class = class, .spec = spec};
  for (int i = 0; i < SETTING_COUNT; i++) settings->numbers[i] = initial_of(i, class);
}

Status network_settings_set(NetworkSettings *settings, const char *name, double number,
                            Error *error)
{
  for (int i = 0; i < SETTING_COUNT; i++) {
    char known[100];
    name_of(i, known, sizeof known);
    if (strcmp(known, name) != 0) continue;
    double least = i < SET_OPERATORS ? SETTINGS[i].least : 0;
    double most = i < SET_OPERATORS ? SETTINGS[i].most : 1e6;
    if (!(number >= least && number <= most))
      return error_set(error, STATUS_USAGE, "'%s' must be from %g to %g", name, least, most);
    if (i >= SET_OPERATORS && i < SET_LAYERS && number > 0 &&
        !random_graph_draws(operator_get((OperatorKind)(i - SET_OPERATORS))))
      return error_set(error, STATUS_USAGE, "'%s' cannot be drawn for random graphs", name);
    settings->numbers[i] = number;
    return STATUS_OK;
  }
  return error_set(error, STATUS_USAGE, "there is no setting '%s'", name);
}

void network_settings_print(const NetworkSettings *settings, StrBuf *out)
{
  for (int i = 0; i < SETTING_COUNT; i++) {
    char name[100];
    name_of(i, name, sizeof name);
    if (i == SET_OPERATORS)
      strbuf_add_text(out, "# how often operators are drawn for random graphs\n");
    if (i == SET_LAYERS) strbuf_add_text(out, "# how often layers are drawn for networks\n");
    if (i < SET_OPERATORS)
      strbuf_printf(out, "# %s (%g to %g)\n", SETTINGS[i].help, SETTINGS[i].least,
                    SETTINGS[i].most);
    strbuf_printf(out, "%s: %.9g\n", name, settings->numbers[i]);
  }
}

static bool is_ordered(const NetworkSettings *settings, int low, int high)
{
  return settings->numbers[low] <= settings->numbers[high];
}

static bool has_weight(const NetworkSettings *settings, int from, int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++) sum += settings->numbers[from + i];
  return sum > 0;
}

/* Of one layer: they are held in memory. */
static const double WEIGHTS_MAX = 0x1p30;

Status network_settings_check(const NetworkSettings *settings, Error *error)
{
  if (!is_ordered(settings, SET_depth_min, SET_depth_max) ||
      !is_ordered(settings, SET_width_min, SET_width_max) ||
      !is_ordered(settings, SET_uniform_low, SET_uniform_high) ||
      !is_ordered(settings, SET_input_low, SET_input_high))
    return error_set(error, STATUS_USAGE, "a least number of the settings is above the largest");
  for (int i = 0; i < OPERATOR_COUNT; i++)
    if (settings->numbers[SET_OPERATORS + i] > 0 && is_new(i, settings->numbers[SET_opset]))
      return error_set(error, STATUS_USAGE, "the operator '%s' is newer than the opset",
                       operator_get((OperatorKind)i)->name);
  if (!has_weight(settings, SET_weight_normal, 7) ||
      (settings->class == NETWORK_RAND && !has_weight(settings, SET_OPERATORS, OPERATOR_COUNT)) ||
      !has_weight(settings, SET_LAYERS, LAYER_NAME_COUNT))
    return error_set(error, STATUS_USAGE, "all weights of one kind are 0");
  const double *n = settings->numbers;
  double widest = fmax(fmax(n[SET_inputs], n[SET_outputs]), n[SET_width_max]);
  double flat = fmax(n[SET_elements_max], n[SET_inputs]) * fmax(100, n[SET_outputs]);
  if (widest * widest > WEIGHTS_MAX || (settings->class == NETWORK_RAND && flat > WEIGHTS_MAX))
    return error_set(error, STATUS_USAGE, "a layer would have more than %g weights", WEIGHTS_MAX);
  if (settings->class == NETWORK_TREE && settings->numbers[SET_depth_max] > 12)
    return error_set(error, STATUS_USAGE, "trees have at most 12 levels: set depth_max");
  if (settings->spec == SPEC_UNSAT && settings->class != NETWORK_VNNLIB)
    return error_set(error, STATUS_USAGE, "'unsat' is proved for the class vnnlib only");
  return STATUS_OK;
}
