/* Using a selector: predictions for a benchmark, and for what is left of it. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "solve/select/selector_internal.h"

/* Of the background, where nothing was learnt about it. */
static const double PRIOR_DEFAULT = 0.05;

void selector_add_presolve(Schedule *schedule, ScheduleSlot presolve)
{
  assert(presolve.seconds > 0);
  if (schedule->count == SCHEDULE_SLOTS) schedule->count--;
  for (size_t i = schedule->count; i > 0; i--) schedule->slots[i] = schedule->slots[i - 1];
  schedule->slots[0] = presolve;
  schedule->count++;
  schedule->features_at = 1;
}

/* Somewhat longer than the longest run that solved something. */
static void set_patience(const Selector *selector, float *patience)
{
  const Outcomes *outcomes = &selector->outcomes;
  for (size_t s = 0; s < outcomes->solvers; s++) patience[s] = 0;
  for (size_t r = 0; r < outcomes->rows; r++) {
    const float *solved = outcomes->solved_at + r * outcomes->solvers;
    for (size_t s = 0; s < outcomes->solvers; s++)
      if (solved[s] < INFINITY && solved[s] > patience[s]) patience[s] = solved[s];
  }
  for (size_t s = 0; s < outcomes->solvers; s++)
    patience[s] = fmaxf(4 * patience[s], 0.01f * (float)selector->limit);
}

Selection *selection_create(const Selector *selector)
{
  assert(names_count(&selector->solvers) > 0);
  size_t solvers = names_count(&selector->solvers);
  Selection *selection = mem_alloc_zero(1, sizeof *selection);
  selection->selector = selector;
  selection->expected = mem_alloc_zero(solvers, sizeof *selection->expected);
  selection->shares = mem_alloc_zero(solvers, sizeof *selection->shares);
  selection->ranking = mem_alloc_zero(solvers, sizeof *selection->ranking);
  struct SelectionState *state = mem_alloc_zero(1, sizeof *state);
  state->planner = planner_create(&selector->outcomes, PLAN_CAPACITY);
  state->row = mem_alloc_zero(names_count(&selector->features) + LOGIC_COLUMNS, sizeof(float));
  for (size_t i = 0; i <= RANKERS; i++) state->ratings[i] = mem_alloc_zero(solvers, sizeof(float));
  state->patience = mem_alloc_zero(solvers, sizeof *state->patience);
  set_patience(selector, state->patience);
  selection->state = state;
  return selection;
}

void selection_destroy(Selection *selection)
{
  if (!selection) return;
  planner_destroy(selection->state->planner);
  neighbours_free(&selection->state->near);
  free(selection->state->row);
  free(selection->state->patience);
  for (size_t i = 0; i <= RANKERS; i++) free(selection->state->ratings[i]);
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

/* Plans by the neighbours, or for the whole logic if there are none. */
static void plan(Selection *selection, const float *used, double seconds_left)
{
  const Selector *selector = selection->selector;
  struct SelectionState *state = selection->state;
  const Policy *policy = state->policy;
  bool sampled = state->advice != ADVICE_FIXED && !advice_is_ranked(state->advice);
  PlanSettings settings = {
      .slots = state->slots,
      .prior = !sampled                          ? 1
               : policy->advice == state->advice ? policy->prior
                                                 : PRIOR_DEFAULT,
      .penalty = selector->penalty,
      .time_left = fmin(seconds_left, selector->limit),
      .used = used,
      .background = &policy->background,
  };
  planner_plan(state->planner, &state->near, &settings, &selection->schedule, selection->expected);
  rank_solvers(selection);
}

/* The order and the shares follow the ratings. Expected scores are those of the logic. */
static void rank_by_ratings(Selection *selection)
{
  struct SelectionState *state = selection->state;
  const float *ratings = state->ratings[RANKERS];
  size_t solvers = names_count(&selection->selector->solvers);
  double sum = 0, least = INFINITY;
  for (uint32_t s = 0; s < solvers; s++) {
    size_t at = s;
    for (; at > 0 && ratings[selection->ranking[at - 1]] > ratings[s]; at--)
      selection->ranking[at] = selection->ranking[at - 1];
    selection->ranking[at] = s;
    least = fmin(least, (double)ratings[s]);
  }
  for (size_t s = 0; s < solvers; s++)
    sum += selection->shares[s] = 1 / (0.01 + (double)ratings[s] - fmin(least, 0));
  for (size_t s = 0; s < solvers; s++) selection->shares[s] /= sum;
}

/* Nobody waits for a solver longer than it ever took, while others have not had their turn. */
static void limit_slots(Selection *selection, const float *used)
{
  Schedule *schedule = &selection->schedule;
  for (size_t i = 0; i + 1 < schedule->count; i++) {
    ScheduleSlot *slot = &schedule->slots[i];
    float left = selection->state->patience[slot->solver] - (used ? used[slot->solver] : 0);
    if (left > 0) slot->seconds = fminf(slot->seconds, left);
  }
}

/* Combines the ratings of the rankers that the advice uses. */
static void rate(Selection *selection)
{
  const Selector *selector = selection->selector;
  struct SelectionState *state = selection->state;
  const float *ratings[RANKERS] = {0};
  for (unsigned i = 0; i < RANKERS; i++) {
    if (!advice_uses_ranker(state->advice, i) || !selector->rankers[i]) continue;
    ranker_rate(selector->rankers[i], state->row, state->ratings[i]);
    ratings[i] = state->ratings[i];
  }
  advice_combine_ratings(ratings, names_count(&selector->solvers), state->ratings[RANKERS]);
}

/* What the prediction follows, given what there is. */
static void choose_advice(struct SelectionState *state, bool features)
{
  state->advice = state->policy->advice;
  state->slots = state->policy->slots;
  if (state->force.slots > 0) {
    state->advice = state->force.advice;
    state->slots = state->force.slots;
  }
  if (!features) state->advice = ADVICE_FIXED;
}

void selection_predict(Selection *selection, const SelectorInput *input, double limit)
{
  assert(limit > 0);
  const Selector *selector = selection->selector;
  struct SelectionState *state = selection->state;
  size_t features = names_count(&selector->features);
  state->near.items.count = 0;
  state->policy = selector_policy(selector, input->logic);
  choose_advice(state, input->features != NULL);
  if (state->advice != ADVICE_FIXED) {
    for (size_t i = 0; i < features; i++)
      state->row[i] = input->features[input->binding ? input->binding->place.items[i] : i];
    selector_logic_columns(input->logic, state->row + features);
  }
  if (advice_uses_forest(state->advice))
    forest_neighbours(selector->forest, state->row, &state->near);
  if (state->advice == ADVICE_BOTH) {
    rate(selection);
    advice_weigh_by_ratings(&selector->outcomes, state->ratings[RANKERS], selector->penalty,
                            &state->near);
  }
  if (state->advice == ADVICE_NEAREST)
    nearest_find(selector->nearest, state->row, NULL, 0, &state->near);
  plan(selection, NULL, limit);
  if (advice_is_ranked(state->advice)) {
    rate(selection);
    advice_rank_schedule(state->ratings[RANKERS], names_count(&selector->solvers),
                         &selection->schedule);
    rank_by_ratings(selection);
  }
  if (state->advice == ADVICE_FIXED && limit >= selector->limit)
    selection->schedule = state->policy->fallback[state->slots - 1];
  bool presolves = state->policy->presolve.seconds > 0 && state->force.slots == 0;
  if (presolves && state->advice != ADVICE_FIXED)
    selector_add_presolve(&selection->schedule, state->policy->presolve);
  limit_slots(selection, NULL);
}

/* What is left of a ranked schedule. */
static void continue_ranked(Selection *selection, const float *used)
{
  const struct SelectionState *state = selection->state;
  Schedule whole, *rest = &selection->schedule;
  advice_rank_schedule(state->ratings[RANKERS], names_count(&selection->selector->solvers), &whole);
  rest->count = rest->features_at = 0;
  /* Who has had all the time that it ever needed comes after the others. */
  for (int late = 0; late <= 1; late++)
    for (size_t i = 0; i < whole.count; i++) {
      uint32_t solver = whole.slots[i].solver;
      bool spent = used[solver] >= state->patience[solver];
      if (used[solver] != INFINITY && spent == (bool)late) schedule_add(rest, solver, INFINITY);
    }
}

void selection_replan(Selection *selection, const float *used, double seconds_left)
{
  assert(used);
  assert(selection->state->policy); /* there was a prediction */
  plan(selection, used, seconds_left);
  if (advice_is_ranked(selection->state->advice)) {
    continue_ranked(selection, used);
    rank_by_ratings(selection);
  }
  limit_slots(selection, used);
}

void selection_force(Selection *selection, SelectionForce force)
{
  assert(force.slots <= PLAN_SLOTS);
  selection->state->force = force;
}

bool selection_uses_features(const Selection *selection)
{
  return selection->state->advice != ADVICE_FIXED;
}
