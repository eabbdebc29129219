#include "solve/verify/phase.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "solve/verify/phase_node.h"

enum {
  ROOT_STEPS = 30, /* of the optimiser for the whole box */
  TIGHTEN_STEPS = 20,
  TIGHTEN_SHARE = 5 /* of the time, at most, for the bounds of neurons over the whole box */
};

struct Phase {
  const Problem *problem;
  SplitOptions options;
  Bounds root;
  bool prepared;
  Frontier frontier;
  VEC(PhaseNode) stack;
  const char *reason; /* of SPLIT_STUCK */
};

bool phase_applies(const Problem *problem)
{
  bool relus = false;
  for (size_t i = 0; i < problem->net->layers.count; i++)
    relus |= problem->net->layers.items[i].kind == LAYER_RELU;
  for (size_t d = 0; d < problem->disjuncts.count; d++)
    if (problem->disjuncts.items[d].count == 0) return false;
  return relus && problem->disjuncts.count > 0;
}

static void stick(Phase *search, const char *reason)
{
  search->frontier.state = SPLIT_STUCK;
  search->reason = reason;
}

Phase *phase_create(const Problem *problem, const SplitOptions *options)
{
  assert(options->threads >= 1);
  Phase *search = mem_alloc_zero(1, sizeof *search);
  search->problem = problem;
  search->options = *options;
  frontier_init(&search->frontier, &search->stack.count);
  bounds_init(&search->root, problem->net);
  if (!phase_applies(problem))
    stick(search, "there is no ReLU to split, or every input violates the property");
  return search;
}

void phase_destroy(Phase *search)
{
  for (size_t i = 0; i < search->stack.count; i++) phase_node_free(&search->stack.items[i]);
  VEC_FREE(&search->stack);
  frontier_deinit(&search->frontier);
  bounds_deinit(&search->root);
  free(search);
}

const char *phase_reason(const Phase *search)
{
  assert(search->frontier.state == SPLIT_STUCK);
  return search->reason;
}

SplitProgress phase_progress(Phase *search)
{
  return frontier_progress(&search->frontier);
}

Witness phase_take_witness(Phase *search)
{
  return frontier_take_witness(&search->frontier);
}

/* --- threads --- */

/* Moves the node with the lowest bound to the end: it is the likeliest to have a witness. */
static void put_lowest_last(Phase *search)
{
  size_t lowest = 0, count = search->stack.count;
  for (size_t i = 1; i < count; i++)
    if (search->stack.items[i].lower < search->stack.items[lowest].lower) lowest = i;
  PhaseNode node = search->stack.items[lowest];
  search->stack.items[lowest] = search->stack.items[count - 1];
  search->stack.items[count - 1] = node;
}

/* Takes up to `most` nodes; 0 if there will be none, or time is up. The lock is held. */
static size_t take(Phase *search, PhaseNode *nodes, size_t most)
{
  if (!frontier_wait(&search->frontier)) return 0;
  size_t count = search->stack.count < most ? search->stack.count : most;
  for (size_t i = 0; i < count; i++) {
    if (i % 4 == 3) put_lowest_last(search);
    nodes[i] = search->stack.items[--search->stack.count];
  }
  search->frontier.busy += (unsigned)count;
  return count;
}

/* Puts nodes that were bounded back, if they are open. The lock is held. */
static void give(Phase *search, PhaseNode *nodes, size_t count)
{
  Frontier *frontier = &search->frontier;
  for (size_t i = 0; i < count; i++) {
    frontier->progress.boxes++;
    if (nodes[i].lower > 0) {
      frontier->progress.closed++;
      frontier->progress.proved += nodes[i].share;
      phase_node_free(&nodes[i]);
    } else if (nodes[i].candidate_count == 0) {
      frontier->stuck = true;
      search->reason = "with the signs of all ReLUs assumed, the relaxation still proves nothing";
      phase_node_free(&nodes[i]);
    } else {
      VEC_PUSH(&search->stack, nodes[i]);
    }
  }
}

static void bounder_start(PhaseBounder *bounder, Phase *search)
{
  phase_bounder_init(bounder, search->problem, &search->root, &search->frontier);
  bounder->no_attack = search->options.no_attack;
  bounder->end_ns = search->options.end_ns;
}

static void work(void *user, unsigned number)
{
  (void)number;
  Phase *search = user;
  Frontier *frontier = &search->frontier;
  PhaseBounder bounder;
  bounder_start(&bounder, search);
  size_t most = bounder.dual.capacity / (2 * PHASE_CANDIDATES);
  if (most > PHASE_NODES) most = PHASE_NODES;
  PhaseNode nodes[PHASE_NODES], children[2 * PHASE_NODES];
  pthread_mutex_lock(&frontier->lock);
  for (size_t count; (count = take(search, nodes, most)) > 0;) {
    pthread_mutex_unlock(&frontier->lock);
    size_t open = phase_narrow(&bounder, nodes, count);
    bool late = clock_monotonic_ns() >= frontier->until_ns;
    size_t made = open > 0 && !late ? phase_split(&bounder, nodes, open, children) : 0;
    pthread_mutex_lock(&frontier->lock);
    give(search, nodes + open, count - open);
    if (late)
      give(search, nodes, open);
    else
      for (size_t i = 0; i < open; i++) phase_node_free(&nodes[i]);
    give(search, children, made);
    frontier->progress.margin = fmin(frontier->progress.margin, bounder.attack.best_excess);
    frontier_done(frontier, (unsigned)count);
  }
  pthread_mutex_unlock(&frontier->lock);
  phase_bounder_deinit(&bounder);
}

/* --- the whole box --- */

/* Bounds all disjuncts over the whole box, `open` has those that are left. */
static void bound_root(Phase *search, uint8_t *open, int steps, bool keep)
{
  PhaseBounder bounder;
  bounder_start(&bounder, search);
  size_t most = bounder.dual.capacity < 2 * PHASE_NODES ? bounder.dual.capacity : 2 * PHASE_NODES;
  PhaseNode nodes[2 * PHASE_NODES];
  size_t disjuncts = search->problem->disjuncts.count;
  for (size_t d = 0; d < disjuncts && search->frontier.state == SPLIT_OPEN;) {
    size_t count = 0;
    for (; d < disjuncts && count < most; d++)
      if (open[d])
        nodes[count++] = (PhaseNode){
            .disjunct = (uint32_t)d, .lower = -INFINITY, .share = 1 / (double)disjuncts};
    if (count == 0) break;
    phase_bound(&bounder, nodes, count, steps);
    for (size_t i = 0; i < count; i++) {
      if (nodes[i].lower > 0) open[nodes[i].disjunct] = 0;
      if (!keep) phase_node_free(&nodes[i]);
    }
    if (keep) give(search, nodes, count);
  }
  phase_bounder_deinit(&bounder);
}

/* Bounds of neurons are tightened only if disjuncts are left without. */
static void prepare(Phase *search)
{
  const Problem *problem = search->problem;
  search->prepared = true;
  bounds_set_box(&search->root, problem->lower, problem->upper, NULL);
  if (!search->root.finite) {
    stick(search, "the bounds of neurons overflow");
    return;
  }
  size_t disjuncts = problem->disjuncts.count, left = 0;
  uint8_t *open = mem_alloc(disjuncts, 1);
  memset(open, 1, disjuncts);
  bound_root(search, open, PHASE_STEPS, false);
  for (size_t d = 0; d < disjuncts; d++) left += open[d];
  if (left > 0 && search->frontier.state == SPLIT_OPEN) {
    uint64_t now = clock_monotonic_ns(), end = search->options.end_ns;
    if (now < end) dual_tighten(&search->root, TIGHTEN_STEPS, now + (end - now) / TIGHTEN_SHARE);
    bound_root(search, open, ROOT_STEPS, true);
  }
  free(open);
  frontier_done(&search->frontier, 0);
}

SplitState phase_run(Phase *search, uint64_t until_ns, const volatile bool *stop)
{
  Frontier *frontier = &search->frontier;
  if (frontier->state != SPLIT_OPEN) return frontier->state;
  frontier->until_ns = until_ns;
  frontier->stop = stop;
  if (!search->prepared) prepare(search);
  if (frontier->state != SPLIT_OPEN) return frontier->state;
  return frontier_run(frontier, search->options.threads, work, search);
}
