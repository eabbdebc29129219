#include "solve/verify/phase_node.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"

enum {
  LEAF_STEPS = 200, /* of the optimiser where nothing is left to split */
  DESCENT = 30      /* steps from the point of the least bound */
};

/* --- nodes --- */

PhaseNode phase_node_root(void)
{
  return (PhaseNode){.goals = mem_alloc_zero(PHASE_GOALS, sizeof(PhaseGoal)), .volume = 1};
}

void phase_node_add_goal(PhaseNode *node, uint32_t disjunct)
{
  assert(node->goal_count < PHASE_GOALS && node->choice_count == 0);
  node->goals[node->goal_count++] = (PhaseGoal){disjunct, -INFINITY, -INFINITY};
  node->begun = node->goal_count;
}

void phase_node_close(PhaseNode *node)
{
  node->closed += node->goal_count;
  node->goal_count = 0;
}

void phase_ranges_release(PhaseRanges *ranges)
{
  if (ranges && __atomic_sub_fetch(&ranges->users, 1, __ATOMIC_ACQ_REL) == 0) free(ranges);
}

void phase_node_free(PhaseNode *node)
{
  phase_ranges_release(node->ranges);
  free(node->goals);
  free(node->choices);
  free(node->numbers);
}

double phase_node_lower(const PhaseNode *node)
{
  double lower = INFINITY;
  for (uint32_t g = 0; g < node->goal_count; g++) lower = fmin(lower, node->goals[g].lower);
  return lower;
}

double phase_node_gain(const PhaseNode *node)
{
  double missed = 0;
  for (uint32_t g = 0; g < node->goal_count; g++) {
    double before = node->goals[g].before;
    missed += isfinite(before) && before < 0 ? fmin(1, node->goals[g].lower / before) : 1;
  }
  return 1 - missed / node->begun;
}

void phase_bounder_init(PhaseBounder *bounder, const Problem *problem, const Bounds *root,
                        Frontier *frontier)
{
  uint32_t rows = 0;
  for (size_t d = 0; d < problem->disjuncts.count; d++)
    if (problem->disjuncts.items[d].count > rows) rows = problem->disjuncts.items[d].count;
  *bounder = (PhaseBounder){.problem = problem, .frontier = frontier};
  dual_init(&bounder->dual, root, dual_capacity(problem->net), rows);
  bounder->relus = (uint32_t)bounder->dual.relus.count;
  refine_init(&bounder->refiner, &bounder->dual);
  attack_init(&bounder->attack, problem);
  size_t layers = problem->net->layers.count;
  bounder->score = mem_alloc(bounder->relus + layers + 1, sizeof(double));
  bounder->rates = bounder->score + bounder->relus + 1;
  for (size_t i = 0; i < layers; i++) bounder->rates[i] = 1;
  bounder->signs = mem_alloc(bounder->relus + 1, sizeof *bounder->signs);
}

void phase_bounder_deinit(PhaseBounder *bounder)
{
  refine_deinit(&bounder->refiner);
  dual_deinit(&bounder->dual);
  attack_deinit(&bounder->attack);
  free(bounder->score);
  free(bounder->signs);
}

/* Disjuncts share the splits of a node only where ReLUs are bounded again: that is what they have in common. */
size_t phase_goals_max(const PhaseBounder *bounder)
{
  size_t most = bounder->dual.capacity / 2;
  if (!refine_remembers(&bounder->refiner) || bounder->relus == 0) return 1;
  return most < PHASE_GOALS ? most : PHASE_GOALS;
}

size_t phase_fitting(const PhaseBounder *bounder, const PhaseNode *nodes, size_t count)
{
  size_t functions = 0, i = 0;
  for (; i < count && i < PHASE_NODES; i++) {
    uint32_t each = nodes[i].goal_count > PHASE_CANDIDATES ? nodes[i].goal_count : PHASE_CANDIDATES;
    functions += 2 * each;
    if (functions > bounder->dual.capacity) break;
  }
  return i;
}

/* --- functions --- */

/* The point where the bound of a function is least, and where descent from there leads. */
static void try_point(PhaseBounder *bounder, size_t function, const Disjunct *disjunct, int steps)
{
  const Problem *problem = bounder->problem;
  for (uint32_t i = 0; i < problem_inputs(problem); i++)
    bounder->attack.point[i] = bounder->dual.values[0][i * bounder->dual.width + function];
  if (attack_descend(&bounder->attack, disjunct, problem->lower, problem->upper, steps, 0.05))
    frontier_offer(bounder->frontier, problem, disjunct, bounder->attack.point);
}

static const Disjunct *goal_disjunct(const PhaseBounder *bounder, const PhaseGoal *goal)
{
  return &bounder->problem->disjuncts.items[goal->disjunct];
}

DualRows phase_rows(const PhaseBounder *bounder, const PhaseGoal *goal)
{
  const Disjunct *disjunct = goal_disjunct(bounder, goal);
  return (DualRows){.weights = problem_row(bounder->problem, disjunct->first),
                    .bounds = bounder->problem->bounds.items + disjunct->first,
                    .count = disjunct->count};
}

/* Numbers of a goal. */
static float *numbers_of(const PhaseBounder *bounder, const PhaseNode *node, uint32_t goal)
{
  return node->numbers + goal * (bounder->relus + bounder->dual.rows_max);
}

/* Makes function `f` that of a goal. */
static void load_goal(PhaseBounder *bounder, size_t f, const PhaseNode *node, uint32_t goal)
{
  const Disjunct *disjunct = goal_disjunct(bounder, &node->goals[goal]);
  uint32_t relus = bounder->relus;
  Dual *dual = &bounder->dual;
  DualRows rows = phase_rows(bounder, &node->goals[goal]);
  dual_set_rows(dual, f, &rows);
  for (uint32_t r = 0; node->ranges && r < relus; r++)
    dual_set_range(dual, f, r, (double)node->ranges->bounds[r],
                   (double)node->ranges->bounds[relus + r]);
  if (!node->numbers) return; /* the whole box */
  const float *numbers = numbers_of(bounder, node, goal);
  for (uint32_t r = 0; r < relus; r++) *dual_alpha(dual, r, f) = (double)numbers[r];
  for (uint32_t r = 0; r < disjunct->count; r++)
    *dual_lambda(dual, r, f) = (double)numbers[relus + r];
  for (uint32_t i = 0; i < node->choice_count; i++) {
    PhaseChoice choice = node->choices[i];
    dual_assume(dual, f, choice.relu, choice.side, (double)numbers[choice.relu]);
  }
}

/* What the optimiser found for function `f`, for the children of a node. */
static void keep_numbers(PhaseBounder *bounder, size_t f, PhaseNode *node, uint32_t goal)
{
  uint32_t relus = bounder->relus, stride = relus + bounder->dual.rows_max;
  const Dual *dual = &bounder->dual;
  if (!node->numbers) node->numbers = mem_alloc_zero(stride * node->goal_count + 1, sizeof(float));
  float *numbers = numbers_of(bounder, node, goal);
  for (uint32_t r = 0; r < relus; r++) numbers[r] = (float)dual->best_alpha[r * dual->width + f];
  for (uint32_t i = 0; i < node->choice_count; i++) {
    uint32_t r = node->choices[i].relu;
    numbers[r] = (float)dual->best_beta[r * dual->width + f];
  }
  for (uint32_t r = 0; r < goal_disjunct(bounder, &node->goals[goal])->count; r++)
    numbers[relus + r] = (float)dual->best_lambda[f * dual->rows_max + r];
}

void phase_drop_closed(const PhaseBounder *bounder, PhaseNode *node)
{
  size_t bytes = (bounder->relus + bounder->dual.rows_max) * sizeof(float);
  uint32_t left = 0;
  for (uint32_t g = 0; g < node->goal_count; g++) {
    if (node->goals[g].lower > 0) continue;
    if (left < g && node->numbers)
      memmove(numbers_of(bounder, node, left), numbers_of(bounder, node, g), bytes);
    node->goals[left++] = node->goals[g];
  }
  node->closed += node->goal_count - left;
  node->goal_count = left;
}

PhaseNode phase_child(const PhaseBounder *bounder, const PhaseNode *node, uint32_t relu, int side)
{
  size_t stride = bounder->relus + bounder->dual.rows_max;
  PhaseNode child = {.goal_count = node->goal_count,
                     .begun = node->goal_count,
                     .choice_count = node->choice_count + 1,
                     .expected = node->score,
                     .volume = node->volume / 2,
                     .ranges = node->ranges};
  if (child.ranges) __atomic_add_fetch(&child.ranges->users, 1, __ATOMIC_RELAXED);
  child.goals = mem_alloc(node->goal_count, sizeof(PhaseGoal));
  for (uint32_t g = 0; g < node->goal_count; g++) {
    child.goals[g] = node->goals[g];
    child.goals[g].before = node->goals[g].lower;
  }
  child.choices = mem_alloc(child.choice_count, sizeof(PhaseChoice));
  for (uint32_t i = 0; i < node->choice_count; i++) child.choices[i] = node->choices[i];
  child.choices[node->choice_count] = (PhaseChoice){.relu = relu, .side = side};
  child.numbers = mem_alloc(stride * node->goal_count + 1, sizeof(float));
  memcpy(child.numbers, node->numbers, stride * node->goal_count * sizeof(float));
  for (uint32_t g = 0; g < node->goal_count; g++) numbers_of(bounder, &child, g)[relu] = 0;
  return child;
}

/* Which of the candidates to split: the product of what the children gain for the first goal, without optimising. */
static void choose_relus(PhaseBounder *bounder, const PhaseNode *nodes, size_t count,
                         uint32_t *chosen)
{
  Dual *dual = &bounder->dual;
  size_t functions = 0, f = 0;
  for (size_t i = 0; i < count; i++) {
    functions += 2 * nodes[i].candidate_count;
    chosen[i] = nodes[i].candidates[0];
  }
  if (functions == 2 * count) return; /* nothing to choose */
  dual_begin(dual, dual->net->layers.count - 1, functions);
  for (size_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < nodes[i].candidate_count; k++)
      for (int side = -1; side <= 1; side += 2, f++) {
        load_goal(bounder, f, &nodes[i], 0);
        dual_assume(dual, f, nodes[i].candidates[k], side, 0);
      }
  dual_evaluate(dual);
  f = 0;
  for (size_t i = 0; i < count; i++) {
    double best = -1, lower = nodes[i].goals[0].lower, missing = -lower;
    for (uint32_t k = 0; k < nodes[i].candidate_count; k++, f += 2) {
      double least = 1e-6 * missing + 1e-300, product = 1;
      for (size_t side = 0; side < 2; side++)
        product *= fmin(missing, fmax(least, dual->lower[f + side] - lower));
      if (!(product > best)) continue;
      best = product;
      chosen[i] = nodes[i].candidates[k];
    }
  }
}

/* --- bounds --- */

/* What follows for a node from the last passes, where goal g is function `first` + g: a start for its children, candidates, perhaps
 * witnesses. */
static void prepare_split(PhaseBounder *bounder, size_t first, PhaseNode *node)
{
  for (uint32_t g = 0; g < node->goal_count; g++) {
    if (node->goals[g].lower > 0) continue;
    keep_numbers(bounder, first + g, node, g);
    if (bounder->no_attack) continue;
    bool descend = bounder->descents * 8 <= bounder->tried++;
    bounder->descents += descend;
    try_point(bounder, first + g, goal_disjunct(bounder, &node->goals[g]), descend ? DESCENT : 0);
  }
  if (phase_node_lower(node) > 0) return;
  phase_choose(bounder, first, node);
}

/* Takes over what was proved. Returns how many goals stay open. */
static size_t take_bounds(PhaseBounder *bounder, PhaseNode *nodes, size_t count)
{
  size_t open = 0, f = 0;
  for (size_t i = 0; i < count; i++)
    for (uint32_t g = 0; g < nodes[i].goal_count; g++, f++) {
      PhaseGoal *goal = &nodes[i].goals[g];
      goal->lower = fmax(goal->lower, bounder->dual.best[f]);
      if (nodes[i].choice_count == 0) goal->before = goal->lower;
      open += !(goal->lower > 0);
    }
  return open;
}

void phase_bound(PhaseBounder *bounder, PhaseNode *nodes, size_t count, int steps)
{
  Dual *dual = &bounder->dual;
  size_t functions = 0, f = 0;
  for (size_t i = 0; i < count; i++) functions += nodes[i].goal_count;
  assert(functions > 0 && functions <= dual->capacity);
  dual_begin(dual, dual->net->layers.count - 1, functions);
  for (size_t i = 0; i < count; i++)
    for (uint32_t g = 0; g < nodes[i].goal_count; g++) load_goal(bounder, f++, &nodes[i], g);
  dual_optimise(dual, steps);
  bool open = take_bounds(bounder, nodes, count) > 0;
  if (open) dual_forward(dual);
  f = 0;
  for (size_t i = 0; i < count; i++) {
    size_t goals = nodes[i].goal_count;
    if (open) prepare_split(bounder, f, &nodes[i]);
    phase_drop_closed(bounder, &nodes[i]);
    f += goals;
  }
  for (size_t i = 0; i < count; i++)
    if (nodes[i].choice_count > 0) phase_bound_leaf(bounder, &nodes[i]);
}

void phase_bound_leaf(PhaseBounder *bounder, PhaseNode *node)
{
  Dual *dual = &bounder->dual;
  if (node->goal_count == 0 || node->candidate_count > 0) return;
  dual_begin(dual, dual->net->layers.count - 1, node->goal_count);
  for (uint32_t g = 0; g < node->goal_count; g++) load_goal(bounder, g, node, g);
  dual_optimise(dual, LEAF_STEPS);
  bool open = take_bounds(bounder, node, 1) > 0;
  if (open && !bounder->no_attack) dual_forward(dual);
  for (uint32_t g = 0; g < node->goal_count && open && !bounder->no_attack; g++)
    if (!(node->goals[g].lower > 0))
      try_point(bounder, g, goal_disjunct(bounder, &node->goals[g]), LEAF_STEPS);
  phase_drop_closed(bounder, node);
}

size_t phase_split(PhaseBounder *bounder, const PhaseNode *nodes, size_t count, PhaseNode *children)
{
  uint32_t chosen[PHASE_NODES];
  assert(count > 0 && count <= PHASE_NODES);
  uint64_t start = clock_monotonic_ns();
  choose_relus(bounder, nodes, count, chosen);
  for (size_t i = 0; i < count; i++)
    for (size_t side = 0; side < 2; side++)
      children[2 * i + side] = phase_child(bounder, &nodes[i], chosen[i], side ? 1 : -1);
  phase_bound(bounder, children, 2 * count, PHASE_STEPS);
  double seconds = (double)(clock_monotonic_ns() - start) / 1e9 / (double)count;
  for (size_t i = 0; i < 2 * count; i++) {
    phase_worth_add(&bounder->split,
                    phase_gain_of(phase_node_lower(&nodes[i / 2]), phase_node_lower(&children[i])),
                    seconds);
    if (children[i].goal_count == 0) phase_learn_rate(bounder, &children[i]);
  }
  return 2 * count;
}
