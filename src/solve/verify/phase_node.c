#include "solve/verify/phase_node.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"

enum {
  NARROW_STEPS = 4,       /* of the optimiser for each neuron */
  NARROW_ROOT_STEPS = 20, /* the same for the whole box */
  NARROW_SHARE = 10,   /* of the time that is left, at most, for the whole box and one disjunct */
  NARROW_ALWAYS = 400, /* open ReLUs, at most, for which all nodes are narrowed */
  NARROW_LEAST = 16,   /* one of so many nodes is narrowed even if that does not seem to pay */
  LEAF_STEPS = 200,    /* of the optimiser where nothing is left to split */
  DESCENT = 30         /* steps from the point of the least bound */
};

static void release(PhaseRanges *ranges)
{
  if (ranges && __atomic_sub_fetch(&ranges->users, 1, __ATOMIC_ACQ_REL) == 0) free(ranges);
}

void phase_node_free(PhaseNode *node)
{
  release(node->ranges);
  free(node->choices);
  free(node->numbers);
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
  bounder->score = mem_alloc(bounder->relus + 1, sizeof(double));
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

/* --- witnesses --- */

/* The point where the bound of a function is least, and where descent from there leads. */
static void try_point(PhaseBounder *bounder, size_t function, const Disjunct *disjunct, int steps)
{
  const Problem *problem = bounder->problem;
  for (uint32_t i = 0; i < problem_inputs(problem); i++)
    bounder->attack.point[i] = bounder->dual.values[0][i * bounder->dual.width + function];
  if (attack_descend(&bounder->attack, disjunct, problem->lower, problem->upper, steps, 0.05))
    frontier_offer(bounder->frontier, problem, disjunct, bounder->attack.point);
}

/* --- nodes --- */

static const Disjunct *node_disjunct(const PhaseBounder *bounder, const PhaseNode *node)
{
  return &bounder->problem->disjuncts.items[node->disjunct];
}

static DualRows rows_of(const PhaseBounder *bounder, const Disjunct *disjunct)
{
  return (DualRows){.weights = problem_row(bounder->problem, disjunct->first),
                    .bounds = bounder->problem->bounds.items + disjunct->first,
                    .count = disjunct->count};
}

/* Makes function `f` that of a node. */
static void load_node(PhaseBounder *bounder, size_t f, const PhaseNode *node)
{
  const Disjunct *disjunct = node_disjunct(bounder, node);
  uint32_t relus = bounder->relus;
  Dual *dual = &bounder->dual;
  DualRows rows = rows_of(bounder, disjunct);
  dual_set_rows(dual, f, &rows);
  for (uint32_t r = 0; node->ranges && r < relus; r++)
    dual_set_range(dual, f, r, (double)node->ranges->bounds[r],
                   (double)node->ranges->bounds[relus + r]);
  if (!node->numbers) return; /* the whole box */
  for (uint32_t r = 0; r < relus; r++) *dual_alpha(dual, r, f) = (double)node->numbers[r];
  for (uint32_t r = 0; r < disjunct->count; r++)
    dual->lambda[f * dual->rows_max + r] = (double)node->numbers[relus + r];
  for (uint32_t i = 0; i < node->choice_count; i++)
    dual_assume(dual, f, node->choices[i].relu, node->choices[i].side, node->choices[i].beta);
}

/* What the optimiser found for function `f`, for the children of a node. */
static void keep_numbers(PhaseBounder *bounder, size_t f, PhaseNode *node)
{
  uint32_t relus = bounder->relus;
  const Dual *dual = &bounder->dual;
  uint32_t rows = node_disjunct(bounder, node)->count;
  if (!node->numbers) node->numbers = mem_alloc(relus + rows + 1, sizeof(float));
  for (uint32_t r = 0; r < relus; r++)
    node->numbers[r] = (float)dual->best_alpha[r * dual->width + f];
  for (uint32_t r = 0; r < rows; r++)
    node->numbers[relus + r] = (float)dual->best_lambda[f * dual->rows_max + r];
  for (uint32_t i = 0; i < node->choice_count; i++)
    node->choices[i].beta = dual->best_beta[node->choices[i].relu * dual->width + f];
}

/* How much the bound may gain if the ReLU were exact: at the point where the bound is least, or at worst. */
static double relu_score(const Dual *dual, uint32_t r, size_t f, bool at_worst)
{
  size_t k = r * dual->width + f;
  DualRelu place = dual->relus.items[r];
  size_t source = dual->net->layers.items[place.layer].sources.items[0].layer;
  double c = dual->coefficients[place.layer][place.neuron * dual->width + f];
  double x = dual->values[source][place.neuron * dual->width + f];
  if (dual->settled[k]) return 0;
  if (at_worst) return c < 0 ? -c * dual->intercept[k] : 0;
  double exact = fmax(x, 0);
  return c < 0 ? -c * fmax(0, dual->high[k] * x + dual->intercept[k] - exact)
               : c * fmax(0, exact - dual->low[k] * x);
}

static void add_candidate(PhaseNode *node, uint32_t relu)
{
  for (uint32_t i = 0; i < node->candidate_count; i++)
    if (node->candidates[i] == relu) return;
  node->candidates[node->candidate_count++] = relu;
}

/* The ReLU whose upper line costs the bound most, also through the bounds of later ReLUs (refine.h). False: that is not known. */
static bool choose_by_indirect(PhaseBounder *bounder, size_t f, PhaseNode *node)
{
  const Dual *dual = &bounder->dual;
  uint32_t relus = bounder->relus, best = 0;
  if (!node->ranges || !refine_remembers(&bounder->refiner) || relus == 0) return false;
  double *score = bounder->score;
  for (uint32_t r = 0; r < relus; r++) {
    DualRelu place = dual->relus.items[r];
    double c = dual->coefficients[place.layer][place.neuron * dual->width + f];
    score[r] = dual->settled[r * dual->width + f] ? 0 : fmax(0, -c);
  }
  refine_add_indirect(&bounder->refiner, node->ranges->bounds, score);
  for (uint32_t r = 0; r < relus; r++) {
    double lower = (double)node->ranges->bounds[r], upper = (double)node->ranges->bounds[relus + r];
    score[r] *= dual->settled[r * dual->width + f] ? 0 : upper * -lower / (upper - lower);
    if (score[r] > score[best]) best = r;
  }
  if (!(score[best] > 0)) return false;
  add_candidate(node, best);
  return true;
}

/* The best by each of the two scores. */
static void choose_candidates(PhaseBounder *bounder, size_t f, PhaseNode *node)
{
  const Dual *dual = &bounder->dual;
  uint32_t relus = bounder->relus;
  node->candidate_count = 0;
  if (choose_by_indirect(bounder, f, node)) return;
  for (int at_worst = 0; at_worst < 2; at_worst++) {
    for (uint32_t r = 0; r < relus; r++) bounder->score[r] = relu_score(dual, r, f, at_worst);
    for (int i = 0; i < PHASE_CANDIDATES / 2; i++) {
      uint32_t best = 0;
      for (uint32_t r = 1; r < relus; r++)
        if (bounder->score[r] > bounder->score[best]) best = r;
      if (relus == 0 || !(bounder->score[best] > 0)) break;
      bounder->score[best] = 0;
      add_candidate(node, best);
    }
  }
  for (uint32_t r = 0; r < relus && node->candidate_count == 0; r++)
    if (!dual->settled[r * dual->width + f]) add_candidate(node, r);
}

static PhaseNode child_of(const PhaseNode *node, uint32_t relu, int side, uint32_t relus,
                          uint32_t rows)
{
  PhaseNode child = {.disjunct = node->disjunct,
                     .choice_count = node->choice_count + 1,
                     .lower = node->lower,
                     .share = node->share / 2};
  child.choices = mem_alloc(child.choice_count, sizeof(PhaseChoice));
  for (uint32_t i = 0; i < node->choice_count; i++) child.choices[i] = node->choices[i];
  child.choices[node->choice_count] = (PhaseChoice){.relu = relu, .side = side};
  child.ranges = node->ranges;
  if (child.ranges) __atomic_add_fetch(&child.ranges->users, 1, __ATOMIC_RELAXED);
  child.numbers = mem_alloc(relus + rows + 1, sizeof(float));
  memcpy(child.numbers, node->numbers, (relus + rows) * sizeof(float));
  return child;
}

/* Which of the candidates to split: the product of what its children gain, without optimising. */
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
        load_node(bounder, f, &nodes[i]);
        dual_assume(dual, f, nodes[i].candidates[k], side, 0);
      }
  dual_evaluate(dual);
  f = 0;
  for (size_t i = 0; i < count; i++) {
    double best = -1, missing = -nodes[i].lower;
    for (uint32_t k = 0; k < nodes[i].candidate_count; k++, f += 2) {
      double least = 1e-6 * missing + 1e-300, product = 1;
      for (size_t side = 0; side < 2; side++)
        product *= fmin(missing, fmax(least, dual->lower[f + side] - nodes[i].lower));
      if (!(product > best)) continue;
      best = product;
      chosen[i] = nodes[i].candidates[k];
    }
  }
}

/* What follows from the last backward pass for a node that is open: a start for its children, candidates, perhaps a witness. */
static void prepare_split(PhaseBounder *bounder, size_t f, PhaseNode *node, int descent)
{
  keep_numbers(bounder, f, node);
  choose_candidates(bounder, f, node);
  if (!bounder->no_attack) try_point(bounder, f, node_disjunct(bounder, node), descent);
}

/* All signs are known: what is left is a linear program, whose multipliers need more steps. */
static void bound_leaf(PhaseBounder *bounder, PhaseNode *node)
{
  Dual *dual = &bounder->dual;
  dual_begin(dual, dual->net->layers.count - 1, 1);
  load_node(bounder, 0, node);
  dual_optimise(dual, LEAF_STEPS);
  node->lower = fmax(node->lower, dual->best[0]);
  if (node->lower > 0) return;
  dual_forward(dual);
  prepare_split(bounder, 0, node, LEAF_STEPS);
}

void phase_bound(PhaseBounder *bounder, PhaseNode *nodes, size_t count, int steps)
{
  Dual *dual = &bounder->dual;
  assert(count > 0 && count <= dual->capacity);
  dual_begin(dual, dual->net->layers.count - 1, count);
  for (size_t f = 0; f < count; f++) load_node(bounder, f, &nodes[f]);
  dual_optimise(dual, steps);
  size_t open = 0, descents = 0;
  for (size_t f = 0; f < count; f++) {
    nodes[f].lower = fmax(nodes[f].lower, dual->best[f]);
    open += !(nodes[f].lower > 0);
  }
  if (open == 0) return;
  dual_forward(dual);
  for (size_t f = 0; f < count; f++) {
    if (nodes[f].lower > 0) continue;
    bool descend = descents * 8 <= f;
    descents += descend;
    prepare_split(bounder, f, &nodes[f], descend ? DESCENT : 0);
  }
  for (size_t f = 0; f < count; f++)
    if (!(nodes[f].lower > 0) && nodes[f].candidate_count == 0) bound_leaf(bounder, &nodes[f]);
}

/* --- what pays --- */

/* Means over the last sixteen or so. */
static void add_worth(PhaseWorth *worth, double gain, double seconds)
{
  double weight = 1 / (double)(worth->count < 16 ? worth->count + 1 : 16);
  worth->gain += weight * (gain - worth->gain);
  worth->seconds += weight * (seconds - worth->seconds);
  worth->count++;
}

/* How much nearer to 0, or closed, a bound is than before. */
static double gain_of(double before, double after)
{
  return isfinite(before) ? fmin(after, 0) - before : 0;
}

/* Each split doubles the nodes, and so a node costs 2^(what is missing / gain of a split). Narrowing adds to the gain at each level, and
 * costs time at each node. */
static bool pays(const PhaseBounder *bounder, const PhaseNode *node)
{
  const PhaseWorth *split = &bounder->split, *narrow = &bounder->narrow;
  if (node->choice_count == 0) return !node->ranges;
  if (bounder->relus <= NARROW_ALWAYS) return true;
  if (split->count < 16 || narrow->count < 16 || bounder->skipped + 1 >= NARROW_LEAST) return true;
  double gain = fmax(split->gain, 0) + 1e-300, missing = -node->lower;
  double without = missing / gain, with = missing / (gain + fmax(narrow->gain, 0));
  return without - with > log2(1 + narrow->seconds / (split->seconds + 1e-9));
}

/* --- narrowing --- */

/* Narrows what a node knows of its ReLUs; a node without inputs is closed. */
static void narrow_node(PhaseBounder *bounder, PhaseNode *node)
{
  DualRows rows = rows_of(bounder, node_disjunct(bounder, node));
  for (uint32_t i = 0; i < node->choice_count; i++)
    bounder->signs[i] = (RefineSign){node->choices[i].relu, node->choices[i].side};
  uint64_t now = clock_monotonic_ns(), left = now < bounder->end_ns ? bounder->end_ns - now : 0;
  bool whole = node->choice_count == 0;
  RefineQuery query = {.signs = bounder->signs,
                       .sign_count = node->choice_count,
                       .rows = &rows,
                       .steps = whole ? NARROW_ROOT_STEPS : NARROW_STEPS,
                       .until_ns = now + left / (whole ? NARROW_SHARE : 1)};
  size_t bytes = 2 * bounder->relus * sizeof(float);
  PhaseRanges *ranges = mem_alloc(1, sizeof *ranges + bytes);
  ranges->users = 1;
  if (node->ranges)
    memcpy(ranges->bounds, node->ranges->bounds, bytes);
  else
    refine_root_ranges(&bounder->dual, ranges->bounds);
  if (!refine_ranges(&bounder->refiner, &query, ranges->bounds)) node->lower = INFINITY;
  release(node->ranges);
  node->ranges = ranges;
}

static void swap_nodes(PhaseNode *a, PhaseNode *b)
{
  PhaseNode node = *a;
  *a = *b;
  *b = node;
}

static bool is_late(const PhaseBounder *bounder, uint64_t now)
{
  const Frontier *frontier = bounder->frontier;
  return now >= frontier->until_ns || (frontier->stop && *frontier->stop);
}

size_t phase_narrow(PhaseBounder *bounder, PhaseNode *nodes, size_t count)
{
  size_t narrowed = 0, open = 0;
  double before[PHASE_NODES];
  assert(count <= PHASE_NODES);
  uint64_t start = clock_monotonic_ns();
  for (size_t i = 0; i < count && !is_late(bounder, clock_monotonic_ns()); i++) {
    bool chosen = pays(bounder, &nodes[i]);
    bounder->skipped = chosen ? 0 : bounder->skipped + 1;
    if (!chosen) continue;
    before[narrowed] = nodes[i].lower;
    narrow_node(bounder, &nodes[i]);
    swap_nodes(&nodes[i], &nodes[narrowed++]);
  }
  for (size_t i = 0; i < narrowed; i++)
    if (!(nodes[i].lower > 0)) {
      double lower = before[i];
      before[i] = before[open];
      before[open] = lower;
      swap_nodes(&nodes[i], &nodes[open++]);
    }
  if (open > 0) phase_bound(bounder, nodes, open, PHASE_STEPS);
  double seconds = (double)(clock_monotonic_ns() - start) / 1e9;
  for (size_t i = 0; i < narrowed; i++)
    if (nodes[i].choice_count > 0)
      add_worth(&bounder->narrow, gain_of(before[i], nodes[i].lower), seconds / (double)narrowed);
  for (size_t i = 0; i < count;)
    if (nodes[i].lower > 0 || nodes[i].candidate_count == 0)
      swap_nodes(&nodes[i], &nodes[--count]);
    else
      i++;
  return count;
}

size_t phase_split(PhaseBounder *bounder, const PhaseNode *nodes, size_t count, PhaseNode *children)
{
  uint32_t chosen[PHASE_NODES];
  assert(count > 0 && count <= PHASE_NODES);
  uint64_t start = clock_monotonic_ns();
  choose_relus(bounder, nodes, count, chosen);
  for (size_t i = 0; i < count; i++)
    for (size_t side = 0; side < 2; side++)
      children[2 * i + side] = child_of(&nodes[i], chosen[i], side ? 1 : -1, bounder->relus,
                                        node_disjunct(bounder, &nodes[i])->count);
  phase_bound(bounder, children, 2 * count, PHASE_STEPS);
  double seconds = (double)(clock_monotonic_ns() - start) / 1e9 / (double)count;
  for (size_t i = 0; i < 2 * count; i++)
    add_worth(&bounder->split, gain_of(nodes[i / 2].lower, children[i].lower), seconds);
  return 2 * count;
}
