#include "solve/select/selector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "smt/text/logic.h"
#include "solve/select/selector_internal.h"

struct SelectionState {
  Planner *planner;
  Neighbours near;
  float *row; /* features and columns of the logic */
  const Policy *policy;
  double limit;
};

void selector_destroy(Selector *selector)
{
  if (!selector) return;
  names_free(&selector->solvers);
  names_free(&selector->features);
  names_free(&selector->logics);
  outcomes_free(&selector->outcomes);
  forest_destroy(selector->forest);
  for (size_t i = 0; i < selector->policies.count; i++)
    neighbours_free(&selector->policies.items[i].background);
  VEC_FREE(&selector->policies);
  free(selector);
}

const Names *selector_solvers(const Selector *selector)
{
  return &selector->solvers;
}

const Names *selector_features(const Selector *selector)
{
  return &selector->features;
}

double selector_limit(const Selector *selector)
{
  return selector->limit;
}

void selector_logic_columns(const char *logic, float *columns)
{
  Logic parsed = {0};
  bool known = logic && *logic && logic_parse(logic, strlen(logic), &parsed);
  for (unsigned i = 0; i < LOGIC_COLUMNS; i++) columns[i] = NAN;
  if (!known) return;
  for (unsigned i = 0; i < LOGIC_COLUMNS - 2; i++) columns[i] = (float)(parsed.parts >> i & 1);
  columns[LOGIC_COLUMNS - 2] = (float)parsed.arithmetic;
  columns[LOGIC_COLUMNS - 1] = parsed.all;
}

const Policy *selector_policy(const Selector *selector, const char *logic)
{
  uint32_t number;
  assert(selector->policies.count > 0);
  if (logic && names_find(&selector->logics, logic, &number))
    return &selector->policies.items[number];
  return &selector->policies.items[selector->policies.count - 1];
}

const char *selector_method(const Selector *selector, const char *logic)
{
  static const char *const fixed[] = {"the best solver", "a fixed schedule of two",
                                      "a fixed schedule of three"};
  static const char *const learnt[] = {"one solver for each benchmark", "two solvers in a row",
                                       "three solvers in a row"};
  const Policy *policy = selector_policy(selector, logic);
  return (policy->fixed ? fixed : learnt)[policy->slots - 1];
}

Status selector_bind(const Selector *selector, const Names *features, SelectorBinding *binding,
                     Error *error)
{
  *binding = (SelectorBinding){0};
  for (uint32_t i = 0; i < names_count(&selector->features); i++) {
    uint32_t place;
    const char *name = names_text(&selector->features, i);
    if (names_find(features, name, &place)) {
      VEC_PUSH(&binding->place, place);
      continue;
    }
    VEC_FREE(&binding->place);
    const char *near = suggest_name(name, features->items.items, features->items.count);
    return error_set(error, STATUS_USAGE,
                     "the model needs the feature '%s', which is not there%s%s%s", name,
                     near ? " (there is '" : "", near ? near : "", near ? "')" : "");
  }
  return STATUS_OK;
}

Selection *selection_create(const Selector *selector)
{
  size_t solvers = names_count(&selector->solvers);
  Selection *selection = mem_alloc_zero(1, sizeof *selection);
  selection->selector = selector;
  selection->expected = mem_alloc_zero(solvers, sizeof *selection->expected);
  selection->shares = mem_alloc_zero(solvers, sizeof *selection->shares);
  selection->ranking = mem_alloc_zero(solvers, sizeof *selection->ranking);
  struct SelectionState *state = mem_alloc_zero(1, sizeof *state);
  state->planner = planner_create(&selector->outcomes, PLAN_CAPACITY);
  state->row = mem_alloc_zero(names_count(&selector->features) + LOGIC_COLUMNS, sizeof(float));
  selection->state = state;
  return selection;
}

void selection_destroy(Selection *selection)
{
  if (!selection) return;
  planner_destroy(selection->state->planner);
  neighbours_free(&selection->state->near);
  free(selection->state->row);
  free(selection->state);
  free(selection->expected);
  free(selection->shares);
  free(selection->ranking);
  free(selection);
}

static void rank_solvers(Selection *selection)
{
  size_t solvers = names_count(&selection->selector->solvers);
  for (uint32_t s = 0; s < solvers; s++) {
    size_t at = s;
    for (; at > 0 && selection->expected[selection->ranking[at - 1]] > selection->expected[s]; at--)
      selection->ranking[at] = selection->ranking[at - 1];
    selection->ranking[at] = s;
  }
  /* Softmin of the logarithms: e to the power of minus a number of seconds is 0 for all but one. */
  double sum = 0;
  for (size_t s = 0; s < solvers; s++) sum += 1 / (0.01 + selection->expected[s]);
  for (size_t s = 0; s < solvers; s++)
    selection->shares[s] = 1 / (0.01 + selection->expected[s]) / sum;
}

static void plan(Selection *selection, const float *used, double seconds_left)
{
  const Selector *selector = selection->selector;
  struct SelectionState *state = selection->state;
  const Policy *policy = state->policy;
  PlanSettings settings = {
      .slots = policy->slots,
      .prior = policy->fixed ? 1 : policy->prior,
      .penalty = selector->penalty,
      .time_left = fmin(seconds_left, selector->limit),
      .used = used,
      .background = &policy->background,
  };
  planner_plan(state->planner, &state->near, &settings, &selection->schedule, selection->expected);
  rank_solvers(selection);
}

void selection_predict(Selection *selection, const SelectorInput *input, double limit)
{
  const Selector *selector = selection->selector;
  struct SelectionState *state = selection->state;
  size_t features = names_count(&selector->features);
  state->near.items.count = 0;
  state->policy = selector_policy(selector, input->logic);
  state->limit = limit;
  bool planned = !state->policy->fixed && input->features && selector->forest;
  if (planned) {
    for (size_t i = 0; i < features; i++)
      state->row[i] = input->features[input->binding ? input->binding->place.items[i] : i];
    selector_logic_columns(input->logic, state->row + features);
    forest_neighbours(selector->forest, state->row, &state->near);
  }
  plan(selection, NULL, limit);
  if (!planned && limit >= selector->limit) selection->schedule = state->policy->fallback;
}

void selection_replan(Selection *selection, const float *used, double seconds_left)
{
  assert(selection->state->policy); /* there was a prediction */
  plan(selection, used, seconds_left);
}
