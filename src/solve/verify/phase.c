#include "solve/verify/phase.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "solve/verify/phase_tree.h"

enum {
  ROOT_STEPS = 30, /* of the optimiser for the whole box */
  TIGHTEN_STEPS = 20,
  TIGHTEN_SHARE = 5, /* of the time, at most, for the bounds of neurons over the whole box */
  SLICES = 4,        /* turns that the time doubles in, about */
  SLICE_MS = 50,     /* the least time that a tree gets at once */
  MANY = 4           /* disjuncts that are open, for which both trees get the same time */
};

/* Two trees take turns: in one each disjunct has nodes of its own, whose ranges are narrowed by its rows; in the other one disjuncts
 * share nodes. What pays depends on how far the bounds are from a proof. */
enum { TREE_SINGLE, TREE_SHARED, TREES };

struct Phase {
  const Problem *problem;
  SplitOptions options;
  Bounds root;
  bool prepared;
  uint8_t *done; /* by disjunct */
  PhaseTree trees[TREES];
  uint64_t used_ns[TREES];
  SplitState state;
  const char *reason; /* of SPLIT_STUCK */
};

bool phase_applies(const Problem *problem)
{
  bool optimised = false;
  for (size_t i = 0; i < problem->net->layers.count; i++) {
    LayerKind kind = problem->net->layers.items[i].kind;
    optimised |= kind == LAYER_RELU || kind == LAYER_SIGMOID || kind == LAYER_TANH;
  }
  for (size_t d = 0; d < problem->disjuncts.count; d++)
    if (problem->disjuncts.items[d].count == 0) return false;
  return optimised && problem->disjuncts.count > 0;
}

bool phase_splits(const Problem *problem)
{
  bool relus = false;
  for (size_t i = 0; i < problem->net->layers.count; i++)
    relus |= problem->net->layers.items[i].kind == LAYER_RELU;
  return relus && phase_applies(problem);
}

static SplitState stick(Phase *search, const char *reason)
{
  search->reason = reason;
  return search->state = SPLIT_STUCK;
}

Phase *phase_create(const Problem *problem, const SplitOptions *options)
{
  assert(options->threads >= 1);
  Phase *search = mem_alloc_zero(1, sizeof *search);
  search->problem = problem;
  search->options = *options;
  search->done = mem_alloc_zero(problem->disjuncts.count + 1, 1);
  bounds_init(&search->root, problem->net);
  for (int i = 0; i < TREES; i++)
    phase_tree_init(&search->trees[i], problem, &search->root, &search->options, search->done,
                    i == TREE_SHARED);
  if (!phase_applies(problem))
    stick(search, "there is nothing to optimise or to split, or every input violates the property");
  return search;
}

void phase_destroy(Phase *search)
{
  for (int i = 0; i < TREES; i++) phase_tree_deinit(&search->trees[i]);
  bounds_deinit(&search->root);
  free(search->done);
  free(search);
}

const char *phase_reason(const Phase *search)
{
  assert(search->state == SPLIT_STUCK);
  return search->reason;
}

SplitProgress phase_progress(Phase *search)
{
  SplitProgress all = frontier_progress(&search->trees[0].frontier);
  for (int i = 1; i < TREES; i++) {
    SplitProgress one = frontier_progress(&search->trees[i].frontier);
    all.boxes += one.boxes;
    all.closed += one.closed;
    all.open += one.open;
    all.proved = fmax(all.proved, one.proved);
    all.margin = fmin(all.margin, one.margin);
  }
  return all;
}

Witness phase_take_witness(Phase *search)
{
  assert(search->state == SPLIT_SAT);
  int i = 0;
  while (search->trees[i].frontier.state != SPLIT_SAT) i++;
  return frontier_take_witness(&search->trees[i].frontier);
}

/* --- turns --- */

static size_t open_disjuncts(const Phase *search)
{
  size_t open = 0;
  for (size_t d = 0; d < search->problem->disjuncts.count; d++) open += !search->done[d];
  return open;
}

/* What the states of the trees say together. */
static SplitState judge(Phase *search)
{
  const PhaseTree *stuck = NULL;
  bool open = false;
  for (int i = 0; i < TREES; i++) {
    const PhaseTree *tree = &search->trees[i];
    if (tree->frontier.state == SPLIT_SAT) return search->state = SPLIT_SAT;
    open |= !tree->idle && tree->frontier.state == SPLIT_OPEN;
    if (tree->frontier.state == SPLIT_STUCK) stuck = tree;
  }
  if (open_disjuncts(search) == 0) return search->state = SPLIT_UNSAT;
  assert(open || stuck);
  return open ? SPLIT_OPEN : stick(search, stuck->reason);
}

static bool is_usable(const PhaseTree *tree)
{
  return !tree->idle && tree->frontier.state == SPLIT_OPEN;
}

/* The tree that had the least time. What disjuncts can share is the more, the more of them are open. */
static int next_tree(const Phase *search)
{
  double shared = fmin(1, (double)open_disjuncts(search) / MANY), least = INFINITY;
  int next = 0;
  for (int i = 0; i < TREES; i++) {
    double time = (double)search->used_ns[i] / (i == TREE_SHARED ? shared : 1);
    if (!is_usable(&search->trees[i]) || !(time < least)) continue;
    least = time;
    next = i;
  }
  assert(least < INFINITY);
  return next;
}

static void run_next(Phase *search, uint64_t until_ns, const volatile bool *stop)
{
  int next = next_tree(search);
  PhaseTree *tree = &search->trees[next];
  uint64_t start = clock_monotonic_ns(), all = 0, slice = SLICE_MS * UINT64_C(1000000);
  for (int i = 0; i < TREES; i++) all += search->used_ns[i];
  if (slice < all / SLICES) slice = all / SLICES;
  bool alone = search->trees[TREE_SHARED].idle;
  phase_tree_run(tree, alone || start + slice > until_ns ? until_ns : start + slice, stop);
  search->used_ns[next] += clock_monotonic_ns() - start + 1;
}

/* --- the whole box --- */

/* Bounds of neurons are tightened only if disjuncts are left without. */
static void prepare(Phase *search)
{
  const Problem *problem = search->problem;
  PhaseTree *single = &search->trees[TREE_SINGLE], *shared = &search->trees[TREE_SHARED];
  search->prepared = true;
  bounds_set_box(&search->root, problem->lower, problem->upper, NULL);
  if (!search->root.finite) {
    stick(search, "the bounds of neurons overflow");
    return;
  }
  phase_tree_begin(single, PHASE_STEPS, false);
  if (open_disjuncts(search) > 0 && single->frontier.state == SPLIT_OPEN) {
    uint64_t now = clock_monotonic_ns(), end = search->options.end_ns;
    if (now < end) dual_tighten(&search->root, TIGHTEN_STEPS, now + (end - now) / TIGHTEN_SHARE);
    phase_tree_begin(single, ROOT_STEPS, true);
  }
  shared->idle = open_disjuncts(search) < 2 || single->frontier.state != SPLIT_OPEN;
  if (!shared->idle) phase_tree_begin(shared, ROOT_STEPS, true);
  judge(search);
}

SplitState phase_run(Phase *search, uint64_t until_ns, const volatile bool *stop)
{
  if (search->state == SPLIT_OPEN && !search->prepared) prepare(search);
  while (search->state == SPLIT_OPEN && clock_monotonic_ns() < until_ns && !(stop && *stop)) {
    run_next(search, until_ns, stop);
    judge(search);
  }
  return search->state;
}
