#include "solve/select/selector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "smt/text/logic.h"
#include "solve/select/selector_internal.h"

/* Of the background, where nothing was learnt about it. */
static const double PRIOR_DEFAULT = 0.05;

struct SelectionState {
  Planner *planner;
  Neighbours near;
  float *row; /* features and columns of the logic */
  const Policy *policy;
  SelectionForce force;
  bool planned; /* by neighbours */
};

void selector_destroy(Selector *selector)
{
  if (!selector) return;
  names_free(&selector->solvers);
  names_free(&selector->features);
  names_free(&selector->logics);
  outcomes_free(&selector->outcomes);
  forest_destroy(selector->forest);
  matrix_free(&selector->values);
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
  /* A policy that is forced to plan has no weight of its own for the background. */
  double prior = policy->fixed ? PRIOR_DEFAULT : policy->prior;
  PlanSettings settings = {
      .slots = state->force.slots ? state->force.slots : policy->slots,
      .prior = state->planned ? prior : 1,
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
  bool fixed = state->force.slots ? state->force.fixed : state->policy->fixed;
  state->planned = !fixed && input->features && selector->forest;
  if (state->planned) {
    for (size_t i = 0; i < features; i++)
      state->row[i] = input->features[input->binding ? input->binding->place.items[i] : i];
    selector_logic_columns(input->logic, state->row + features);
    forest_neighbours(selector->forest, state->row, &state->near);
  }
  plan(selection, NULL, limit);
  uint32_t slots = state->force.slots ? state->force.slots : state->policy->slots;
  if (!state->planned && limit >= selector->limit)
    selection->schedule = state->policy->fallback[slots - 1];
}

void selection_replan(Selection *selection, const float *used, double seconds_left)
{
  assert(selection->state->policy); /* there was a prediction */
  plan(selection, used, seconds_left);
}

void selection_force(Selection *selection, SelectionForce force)
{
  assert(force.slots <= PLAN_SLOTS);
  selection->state->force = force;
}

bool selection_uses_features(const Selection *selection)
{
  const struct SelectionState *state = selection->state;
  bool fixed = state->force.slots ? state->force.fixed : state->policy->fixed;
  return !fixed && selection->selector->forest;
}

/* Means of a feature over the neighbours, by weight, and over all. */
static void compare_means(const Selection *selection, size_t feature, SelectionReason *reason)
{
  const Matrix *values = &selection->selector->values;
  const Neighbours *near = &selection->state->near;
  double sum = 0, weight = 0, all = 0;
  size_t known = 0;
  for (size_t i = 0; i < near->items.count; i++) {
    float value = matrix_row(values, near->items.items[i].row)[feature];
    if (isnan(value)) continue;
    sum += (double)(near->items.items[i].weight * value);
    weight += (double)near->items.items[i].weight;
  }
  for (size_t r = 0; r < values->rows; r++) {
    float value = matrix_row(values, r)[feature];
    if (isnan(value)) continue;
    all += (double)value;
    known++;
  }
  reason->neighbours = weight > 0 ? sum / weight : NAN;
  reason->others = known ? all / (double)known : NAN;
}

size_t selection_explain(const Selection *selection, SelectionReason *reasons, size_t most)
{
  const Selector *selector = selection->selector;
  if (!selection->state->planned) return 0;
  size_t features = names_count(&selector->features), count = 0;
  double *importance = mem_alloc(features + LOGIC_COLUMNS, sizeof *importance);
  forest_importance(selector->forest, importance);
  while (count < most) {
    size_t best = 0;
    for (size_t i = 1; i < features; i++)
      if (importance[i] > importance[best]) best = i;
    if (features == 0 || importance[best] <= 0) break;
    SelectionReason *reason = &reasons[count++];
    *reason = (SelectionReason){.feature = names_text(&selector->features, (uint32_t)best),
                                .value = (double)selection->state->row[best],
                                .importance = importance[best]};
    compare_means(selection, best, reason);
    importance[best] = 0;
  }
  free(importance);
  return count;
}
