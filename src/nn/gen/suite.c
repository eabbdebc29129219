#include "nn/gen/suite.h"

#include <assert.h>

#include "nn/gen/randgraph.h"

static const char *const CLASSES[] = {"rand", "tree", "dnn", "vnnlib"};

/* Specifications take turns. Not of every operator alone can unsat be proved. */
static SpecKind turn_of(uint64_t number, bool unit)
{
  static const SpecKind TURNS[] = {SPEC_SAT, SPEC_RAND, SPEC_PUNSAT, SPEC_SAT_HARD, SPEC_UNSAT};
  return TURNS[number % (unit ? 4 : 5)];
}

static void set_range(NetworkSettings *settings, SettingKind low, double least, double most)
{
  settings->numbers[low] = least;
  settings->numbers[low + 1] = most;
}

/* Operator number `turn` of those that can be drawn, alone. */
static void set_unit(NetworkSettings *settings, uint64_t turn, SpecKind spec, const char **about)
{
  uint64_t drawn = 0;
  network_settings_init(settings, NETWORK_RAND, spec);
  for (int i = 0; i < OPERATOR_COUNT; i++) drawn += randgraph_draws(operator_get((OperatorKind)i));
  turn %= drawn;
  for (int i = 0; i < OPERATOR_COUNT; i++) {
    const Operator *op = operator_get((OperatorKind)i);
    bool chosen = randgraph_draws(op) && turn-- == 0;
    if (chosen) {
      *about = op->name;
      if (settings->numbers[SET_OPERATORS + i] == 0) settings->numbers[SET_opset] = 19;
    }
    settings->numbers[SET_OPERATORS + i] = chosen;
  }
  set_range(settings, SET_nodes_min, 1, 1);
}

void network_suite_settings(uint64_t seed, uint64_t number, NetworkSettings *settings,
                            const char **about)
{
  assert(number < SUITE_COUNT);
  if (number < SUITE_UNITS) {
    set_unit(settings, number, turn_of(number / 7, true), about);
  } else if (number < SUITE_UNITS + SUITE_MEDIUM) {
    NetworkClass class = (NetworkClass)(number % 4);
    network_settings_init(settings, class, turn_of(number / 4, false));
    set_range(settings, SET_depth_min, 4, 12);
    set_range(settings, SET_nodes_min, 4, 12);
    set_range(settings, SET_levels_min, 4, 8);
    set_range(settings, SET_width_min, 16, 64);
    settings->numbers[SET_inputs] = 8;
    settings->numbers[SET_outputs] = 5;
    *about = CLASSES[class];
  } else {
    network_settings_init(settings, NETWORK_VNNLIB, turn_of(number, false));
    set_range(settings, SET_depth_min, 6, 16);
    set_range(settings, SET_width_min, 128, 512);
    settings->numbers[SET_inputs] = 100;
    settings->numbers[SET_outputs] = 10;
    *about = "competition";
  }
  settings->seed = seed;
}
