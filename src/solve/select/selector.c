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
  float *row;                  /* features and columns of the logic */
  float *ratings[RANKERS + 1]; /* of each ranker, and combined */
  float *patience; /* of each solver: seconds after which it has never solved anything */
  const Policy *policy;
  SelectionForce force;
  Advice advice; /* that the last prediction followed */
  uint32_t slots;
};

void selector_destroy(Selector *selector)
{
  if (!selector) return;
  names_free(&selector->solvers);
  names_free(&selector->features);
  names_free(&selector->logics);
  outcomes_free(&selector->outcomes);
  forest_destroy(selector->forest);
  nearest_destroy(selector->nearest);
  for (size_t i = 0; i < RANKERS; i++) ranker_destroy(selector->rankers[i]);
  matrix_free(&selector->values);
  for (size_t i = 0; i < selector->policies.count; i++)
    neighbours_free(&selector->policies.items[i].background);
  VEC_FREE(&selector->policies);
  selector_store_close(selector->store);
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
  static const char *const words[ADVICE_COUNT][PLAN_SLOTS] = {
      [ADVICE_FIXED] = {"the best solver", "a fixed schedule of two", "a fixed schedule of three"},
      [ADVICE_FOREST] = {"one solver by similar benchmarks", "two solvers by similar benchmarks",
                         "three solvers by similar benchmarks"},
      [ADVICE_NEAREST] = {"one solver by nearest neighbours", "two solvers by nearest neighbours",
                          "three solvers by nearest neighbours"},
      [ADVICE_HARDNESS] = {"one solver by predicted scores", "two solvers by predicted scores",
                           "three solvers by predicted scores"},
      [ADVICE_PAIRS] = {"one solver by comparison in pairs", "two solvers by comparison in pairs",
                        "three solvers by comparison in pairs"},
      [ADVICE_PAIRS_BOOST] = {"one solver by boosted comparison in pairs",
                              "two solvers by boosted comparison in pairs",
                              "three solvers by boosted comparison in pairs"},
      [ADVICE_BOTH] = {"one solver by similar benchmarks and comparison in pairs",
                       "two solvers by similar benchmarks and comparison in pairs",
                       "three solvers by similar benchmarks and comparison in pairs"},
  };
  const Policy *policy = selector_policy(selector, logic);
  return words[policy->advice][policy->slots - 1];
}

bool selector_can(const Selector *selector, Force way)
{
  if (way <= FORCE_FIXED) return true;
  if (way == FORCE_FOREST) return selector->forest != NULL;
  if (way == FORCE_NEAREST) return selector->nearest != NULL;
  return selector->rankers[way - FORCE_HARDNESS] != NULL;
}

void selector_combine_ratings(const float *const ratings[RANKERS], size_t solvers, float *combined)
{
  for (size_t s = 0; s < solvers; s++) {
    float sum = 0, count = 0;
    for (size_t i = 0; i < RANKERS; i++) {
      sum += ratings[i] ? ratings[i][s] : 0;
      count += ratings[i] != NULL;
    }
    combined[s] = count > 0 ? sum / count : 0;
  }
}

void selector_rank_schedule(const float *ratings, size_t solvers, uint32_t slots,
                            const float *slices, Schedule *schedule)
{
  schedule->count = 0;
  schedule->features_at = 0;
  while (schedule->count < solvers && schedule->count < SCHEDULE_SLOTS) {
    uint32_t best = UINT32_MAX;
    for (uint32_t s = 0; s < solvers; s++)
      if (!schedule_has(schedule, s) && (best == UINT32_MAX || ratings[s] < ratings[best]))
        best = s;
    schedule_add(schedule, best, schedule->count + 1 < slots ? slices[schedule->count] : INFINITY);
  }
}

/* The score of a solver on a training row, as a part of that of no answer. */
static float score_part(const Outcomes *outcomes, uint32_t row, size_t solver, double penalty)
{
  float solved = outcomes->solved_at[row * outcomes->solvers + solver];
  return solved == INFINITY ? 1 : (float)((double)solved / (penalty * outcomes->limit));
}

static int compare_weights(const void *a, const void *b)
{
  const Neighbour *x = a, *y = b;
  if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
  return (x->row > y->row) - (x->row < y->row);
}

void selector_weigh_by_ratings(const Outcomes *outcomes, const float *ratings, double penalty,
                               Neighbours *near)
{
  /* A sure rating that is wrong on a row lowers its weight by e to this power. */
  static const float SURE = 6;
  size_t top = 0;
  float sum = 0;
  for (size_t s = 1; s < outcomes->solvers; s++)
    if (ratings[s] < ratings[top]) top = s;
  for (size_t i = 0; i < near->items.count; i++) {
    Neighbour *one = &near->items.items[i];
    size_t best = top;
    for (size_t s = 0; s < outcomes->solvers; s++)
      if (score_part(outcomes, one->row, s, penalty) <
          score_part(outcomes, one->row, best, penalty))
        best = s;
    float lost = score_part(outcomes, one->row, top, penalty) -
                 score_part(outcomes, one->row, best, penalty);
    one->weight *= expf(-SURE * lost * fminf(ratings[best] - ratings[top], 1));
    sum += one->weight;
  }
  for (size_t i = 0; i < near->items.count && sum > 0; i++) near->items.items[i].weight /= sum;
  if (near->items.count > 0)
    qsort(near->items.items, near->items.count, sizeof *near->items.items, compare_weights);
}

void selector_add_presolve(Schedule *schedule, ScheduleSlot presolve)
{
  assert(presolve.seconds > 0);
  if (schedule->count == SCHEDULE_SLOTS) schedule->count--;
  for (size_t i = schedule->count; i > 0; i--) schedule->slots[i] = schedule->slots[i - 1];
  schedule->slots[0] = presolve;
  schedule->count++;
  schedule->features_at = 1;
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
    if (!advice_uses(state->advice, i) || !selector->rankers[i]) continue;
    ranker_rate(selector->rankers[i], state->row, state->ratings[i]);
    ratings[i] = state->ratings[i];
  }
  selector_combine_ratings(ratings, names_count(&selector->solvers), state->ratings[RANKERS]);
}

static void predict_ranked(Selection *selection)
{
  struct SelectionState *state = selection->state;
  rate(selection);
  selector_rank_schedule(state->ratings[RANKERS], names_count(&selection->selector->solvers),
                         state->slots, state->policy->slices, &selection->schedule);
  rank_by_ratings(selection);
}

static const Advice advices[] = {
    [FORCE_FIXED] = ADVICE_FIXED,     [FORCE_FOREST] = ADVICE_FOREST,
    [FORCE_NEAREST] = ADVICE_NEAREST, [FORCE_HARDNESS] = ADVICE_HARDNESS,
    [FORCE_PAIRS] = ADVICE_PAIRS,     [FORCE_PAIRS_BOOST] = ADVICE_PAIRS_BOOST,
};

/* What the prediction follows, given what there is. */
static void choose_advice(struct SelectionState *state, bool features)
{
  state->advice = state->policy->advice;
  state->slots = state->policy->slots;
  if (state->force.way != FORCE_NONE) {
    state->advice = advices[state->force.way];
    state->slots = state->force.slots;
  }
  if (!features) state->advice = ADVICE_FIXED;
}

void selection_predict(Selection *selection, const SelectorInput *input, double limit)
{
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
  if (state->advice == ADVICE_FOREST || state->advice == ADVICE_BOTH)
    forest_neighbours(selector->forest, state->row, &state->near);
  if (state->advice == ADVICE_BOTH) {
    rate(selection);
    selector_weigh_by_ratings(&selector->outcomes, state->ratings[RANKERS], selector->penalty,
                              &state->near);
  }
  if (state->advice == ADVICE_NEAREST)
    nearest_find(selector->nearest, state->row, UINT32_MAX, &state->near);
  plan(selection, NULL, limit);
  if (advice_is_ranked(state->advice)) predict_ranked(selection);
  if (state->advice == ADVICE_FIXED && limit >= selector->limit)
    selection->schedule = state->policy->fallback[state->slots - 1];
  bool presolves = state->policy->presolve.seconds > 0 && state->force.way == FORCE_NONE;
  if (presolves && state->advice != ADVICE_FIXED)
    selector_add_presolve(&selection->schedule, state->policy->presolve);
  limit_slots(selection, NULL);
}

/* What is left of a ranked schedule. */
static void continue_ranked(Selection *selection, const float *used)
{
  const struct SelectionState *state = selection->state;
  Schedule whole, *rest = &selection->schedule;
  selector_rank_schedule(state->ratings[RANKERS], names_count(&selection->selector->solvers),
                         state->slots, state->policy->slices, &whole);
  rest->count = rest->features_at = 0;
  for (size_t i = 0; i < whole.count; i++) {
    ScheduleSlot slot = whole.slots[i];
    bool spent = used[slot.solver] >= fminf(slot.seconds, state->patience[slot.solver]);
    if (used[slot.solver] == INFINITY || spent) continue;
    schedule_add(rest, slot.solver, slot.seconds - used[slot.solver]);
  }
  /* All have had their slices: the first ones go on. */
  for (size_t i = 0; i < whole.count && rest->count == 0; i++)
    if (used[whole.slots[i].solver] != INFINITY)
      schedule_add(rest, whole.slots[i].solver, INFINITY);
}

void selection_replan(Selection *selection, const float *used, double seconds_left)
{
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
  if (selection->state->advice == ADVICE_FIXED || !selector->forest) return 0;
  if (selector->values.rows == 0) return 0;
  if (selection->state->near.items.count == 0)
    forest_neighbours(selector->forest, selection->state->row, &selection->state->near);
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
