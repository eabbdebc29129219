#include "solve/verify/phase_tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"

void phase_tree_init(PhaseTree *tree, const Problem *problem, const Bounds *root,
                     const SplitOptions *options, uint8_t *done, bool shares)
{
  *tree = (PhaseTree){
      .problem = problem, .root = root, .options = options, .done = done, .shares = shares};
  frontier_init(&tree->frontier, &tree->stack.count);
  tree->left = mem_alloc_zero(problem->disjuncts.count + 1, sizeof *tree->left);
  tree->bounders = mem_alloc_zero(options->threads, sizeof(PhaseBounder *));
}

void phase_tree_deinit(PhaseTree *tree)
{
  for (size_t i = 0; i < tree->stack.count; i++) phase_node_free(&tree->stack.items[i]);
  for (unsigned i = 0; i < tree->options->threads; i++) {
    if (tree->bounders[i]) phase_bounder_deinit(tree->bounders[i]);
    free(tree->bounders[i]);
  }
  VEC_FREE(&tree->stack);
  free(tree->bounders);
  free(tree->left);
  free(tree->rates);
  frontier_deinit(&tree->frontier);
}

/* --- nodes --- */

/* Moves the node with the lowest bound to the end: it is the likeliest to have a witness. */
static void put_lowest_last(PhaseTree *tree)
{
  size_t lowest = 0, count = tree->stack.count;
  for (size_t i = 1; i < count; i++)
    if (phase_node_lower(&tree->stack.items[i]) < phase_node_lower(&tree->stack.items[lowest]))
      lowest = i;
  PhaseNode node = tree->stack.items[lowest];
  tree->stack.items[lowest] = tree->stack.items[count - 1];
  tree->stack.items[count - 1] = node;
}

/* Goals that are done elsewhere need no bounds. */
static void drop_done(const PhaseTree *tree, const PhaseBounder *bounder, PhaseNode *node)
{
  for (uint32_t g = 0; g < node->goal_count; g++)
    if (tree->done[node->goals[g].disjunct]) node->goals[g].lower = INFINITY;
  phase_drop_closed(bounder, node);
}

/* The nodes of a batch, and what their goals were. */
typedef struct {
  PhaseNode nodes[PHASE_NODES];
  size_t count;
  PhaseGoal goals[PHASE_NODES * PHASE_GOALS];
  size_t goal_count;
} Batch;

/* Takes nodes that can be split together; false if there will be none, or time is up. The lock is held. */
static bool take(PhaseTree *tree, const PhaseBounder *bounder, Batch *batch)
{
  batch->count = batch->goal_count = 0;
  if (!frontier_wait(&tree->frontier)) return false;
  while (tree->stack.count > 0 && batch->count < PHASE_NODES) {
    if (batch->count % 4 == 3) put_lowest_last(tree);
    PhaseNode *node = &batch->nodes[batch->count];
    *node = tree->stack.items[tree->stack.count - 1];
    if (phase_fitting(bounder, batch->nodes, batch->count + 1) <= batch->count) break;
    for (uint32_t g = 0; g < node->goal_count; g++)
      batch->goals[batch->goal_count++] = node->goals[g];
    drop_done(tree, bounder, node);
    tree->stack.count--;
    batch->count++;
  }
  assert(batch->count > 0);
  tree->frontier.busy += (unsigned)batch->count;
  return true;
}

/* Puts nodes that were bounded back, if they are open. The lock is held. */
static void give(PhaseTree *tree, PhaseNode *nodes, size_t count)
{
  Frontier *frontier = &tree->frontier;
  for (size_t i = 0; i < count; i++) {
    PhaseNode *node = &nodes[i];
    frontier->progress.boxes++;
    frontier->progress.proved +=
        node->volume * node->closed / (double)tree->problem->disjuncts.count;
    node->closed = 0;
    if (node->goal_count > 0 && node->candidate_count == 0) {
      frontier->stuck = true;
      tree->reason =
          node->choice_count > 0
              ? "with the signs of all ReLUs assumed, the relaxation still proves nothing"
              : "there is no ReLU to split, and the relaxation of the whole box proves nothing";
    }
    for (uint32_t g = 0; g < node->goal_count; g++) tree->left[node->goals[g].disjunct]++;
    frontier->progress.closed += node->goal_count == 0;
    if (node->goal_count > 0 && node->candidate_count > 0)
      VEC_PUSH(&tree->stack, *node);
    else
      phase_node_free(node);
  }
}

/* The goals of a batch have been given back, as far as they are open. The lock is held. */
static void settle_goals(PhaseTree *tree, const Batch *batch)
{
  for (size_t i = 0; i < batch->goal_count; i++) {
    uint32_t disjunct = batch->goals[i].disjunct;
    assert(tree->left[disjunct] > 0);
    if (--tree->left[disjunct] == 0) tree->done[disjunct] = 1;
  }
}

/* --- threads --- */

/* What the thread works with; the lock is held. */
static PhaseBounder *bounder_of(PhaseTree *tree, unsigned number)
{
  PhaseBounder **place = &tree->bounders[number];
  if (*place) return *place;
  PhaseBounder *bounder = *place = mem_alloc_zero(1, sizeof *bounder);
  phase_bounder_init(bounder, tree->problem, tree->root, &tree->frontier);
  bounder->no_attack = tree->options->no_attack;
  bounder->end_ns = tree->options->end_ns;
  if (tree->rates)
    memcpy(bounder->rates, tree->rates, tree->problem->net->layers.count * sizeof(double));
  return bounder;
}

/* What the thread has learnt, for threads that begin. The lock is held. */
static void keep_rates(PhaseTree *tree, const PhaseBounder *bounder)
{
  size_t layers = tree->problem->net->layers.count;
  if (!tree->rates) tree->rates = mem_alloc(layers, sizeof(double));
  memcpy(tree->rates, bounder->rates, layers * sizeof(double));
}

static void work(void *user, unsigned number)
{
  PhaseTree *tree = user;
  Frontier *frontier = &tree->frontier;
  Batch *batch = mem_alloc(1, sizeof *batch);
  PhaseNode children[2 * PHASE_NODES];
  pthread_mutex_lock(&frontier->lock);
  PhaseBounder *bounder = bounder_of(tree, number);
  while (take(tree, bounder, batch)) {
    pthread_mutex_unlock(&frontier->lock);
    PhaseNode *nodes = batch->nodes;
    size_t open = phase_narrow(bounder, nodes, batch->count);
    bool late = clock_monotonic_ns() >= frontier->until_ns;
    size_t made = open > 0 && !late ? phase_split(bounder, nodes, open, children) : 0;
    pthread_mutex_lock(&frontier->lock);
    give(tree, nodes + open, batch->count - open);
    if (late)
      give(tree, nodes, open);
    else
      for (size_t i = 0; i < open; i++) phase_node_free(&nodes[i]);
    give(tree, children, made);
    settle_goals(tree, batch);
    frontier->progress.margin = fmin(frontier->progress.margin, bounder->attack.best_excess);
    frontier_done(frontier, (unsigned)batch->count);
  }
  keep_rates(tree, bounder);
  pthread_mutex_unlock(&frontier->lock);
  free(batch);
}

SplitState phase_tree_run(PhaseTree *tree, uint64_t until_ns, const volatile bool *stop)
{
  Frontier *frontier = &tree->frontier;
  if (frontier->state != SPLIT_OPEN) return frontier->state;
  frontier->until_ns = until_ns;
  frontier->stop = stop;
  return frontier_run(frontier, tree->options->threads, work, tree);
}

/* --- the whole box --- */

/* Nodes of the disjuncts that are open, as many as fit, from disjunct `next` on. Returns their number. */
static size_t root_nodes(const PhaseTree *tree, const PhaseBounder *bounder, size_t *next,
                         PhaseNode *nodes)
{
  size_t disjuncts = tree->problem->disjuncts.count, count = 0, functions = 0;
  size_t most = tree->shares ? phase_goals_max(bounder) : 1, capacity = bounder->dual.capacity;
  for (; *next < disjuncts && functions < capacity; ++*next) {
    if (tree->done[*next]) continue;
    if (count == 0 || nodes[count - 1].goal_count == most) {
      if (count == 2 * PHASE_NODES) break;
      nodes[count++] = phase_node_root();
    }
    phase_node_add_goal(&nodes[count - 1], (uint32_t)*next);
    functions++;
  }
  return count;
}

void phase_tree_begin(PhaseTree *tree, int steps, bool keep)
{
  PhaseBounder bounder;
  PhaseNode nodes[2 * PHASE_NODES];
  phase_bounder_init(&bounder, tree->problem, tree->root, &tree->frontier);
  bounder.no_attack = tree->options->no_attack;
  bounder.end_ns = tree->options->end_ns;
  tree->idle = tree->shares && phase_goals_max(&bounder) == 1;
  for (size_t next = 0, count; tree->frontier.state == SPLIT_OPEN && !tree->idle;) {
    size_t first = next;
    count = root_nodes(tree, &bounder, &next, nodes);
    if (count == 0) break;
    phase_bound(&bounder, nodes, count, steps);
    for (size_t i = 0; i < count && keep; i++) phase_bound_leaf(&bounder, &nodes[i]);
    memset(tree->done + first, 1, next - first);
    for (size_t i = 0; i < count; i++)
      for (uint32_t g = 0; g < nodes[i].goal_count; g++) tree->done[nodes[i].goals[g].disjunct] = 0;
    if (keep)
      give(tree, nodes, count);
    else
      for (size_t i = 0; i < count; i++) phase_node_free(&nodes[i]);
  }
  phase_bounder_deinit(&bounder);
  if (keep && !tree->idle) frontier_done(&tree->frontier, 0);
}
