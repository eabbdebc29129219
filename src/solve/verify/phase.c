#include "solve/verify/phase.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "nn/bound/dual.h"
#include "solve/verify/attack.h"

enum {
  CANDIDATES = 4,  /* ReLUs of a node that are tried before one is split */
  NODES = 16,      /* that a thread takes at a time */
  STEPS = 12,      /* of the optimiser for a node */
  ROOT_STEPS = 30, /* and for the whole box */
  TIGHTEN_STEPS = 20,
  TIGHTEN_SHARE = 5, /* of the time, at most, for the bounds of neurons over the whole box */
  DESCENT = 30       /* steps from the point of the least bound */
};

typedef struct {
  uint32_t relu;
  int side;
  double beta;
} Choice;

/* Signs of ReLUs that are assumed for a disjunct, and what its children begin with. */
typedef struct {
  uint32_t disjunct, choice_count, candidate_count;
  uint32_t candidates[CANDIDATES];
  double lower; /* proved */
  double share;
  Choice *choices;
  float *numbers; /* slopes of all ReLUs, then weights of rows */
} Node;

struct Phase {
  const Problem *problem;
  SplitOptions options;
  Bounds root;
  bool prepared;
  uint32_t relus, rows_max;
  Frontier frontier;
  VEC(Node) stack;
  const char *reason; /* of SPLIT_STUCK */
};

typedef struct {
  Phase *search;
  Dual dual;
  Attack attack;
  double *score;
} Worker;

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
  for (size_t d = 0; d < problem->disjuncts.count; d++)
    if (problem->disjuncts.items[d].count > search->rows_max)
      search->rows_max = problem->disjuncts.items[d].count;
  bounds_init(&search->root, problem->net);
  if (!phase_applies(problem))
    stick(search, "there is no ReLU to split, or every input violates the property");
  return search;
}

static void node_free(Node *node)
{
  free(node->choices);
  free(node->numbers);
}

void phase_destroy(Phase *search)
{
  for (size_t i = 0; i < search->stack.count; i++) node_free(&search->stack.items[i]);
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

/* --- witnesses --- */

/* The point where the bound of a function is least, and where descent from there leads. */
static void try_point(Worker *worker, size_t function, const Disjunct *disjunct, int steps)
{
  const Problem *problem = worker->search->problem;
  for (uint32_t i = 0; i < problem_inputs(problem); i++)
    worker->attack.point[i] = worker->dual.values[0][i * worker->dual.width + function];
  if (attack_descend(&worker->attack, disjunct, problem->lower, problem->upper, steps, 0.05))
    frontier_offer(&worker->search->frontier, problem, disjunct, worker->attack.point);
}

/* --- nodes --- */

static const Disjunct *node_disjunct(const Phase *search, const Node *node)
{
  return &search->problem->disjuncts.items[node->disjunct];
}

/* Makes function `f` that of a node. */
static void load_node(Worker *worker, size_t f, const Node *node)
{
  const Phase *search = worker->search;
  const Problem *problem = search->problem;
  const Disjunct *disjunct = node_disjunct(search, node);
  Dual *dual = &worker->dual;
  dual_set_rows(dual, f,
                &(DualRows){.weights = problem_row(problem, disjunct->first),
                            .bounds = problem->bounds.items + disjunct->first,
                            .count = disjunct->count});
  if (!node->numbers) return; /* the whole box */
  for (uint32_t r = 0; r < search->relus; r++) *dual_alpha(dual, r, f) = (double)node->numbers[r];
  for (uint32_t r = 0; r < disjunct->count; r++)
    dual->lambda[f * dual->rows_max + r] = (double)node->numbers[search->relus + r];
  for (uint32_t i = 0; i < node->choice_count; i++)
    dual_assume(dual, f, node->choices[i].relu, node->choices[i].side, node->choices[i].beta);
}

/* What the optimiser found for function `f`, for the children of a node. */
static void keep_numbers(Worker *worker, size_t f, Node *node)
{
  const Phase *search = worker->search;
  const Dual *dual = &worker->dual;
  uint32_t rows = node_disjunct(search, node)->count;
  if (!node->numbers) node->numbers = mem_alloc(search->relus + rows + 1, sizeof(float));
  for (uint32_t r = 0; r < search->relus; r++)
    node->numbers[r] = (float)dual->best_alpha[r * dual->width + f];
  for (uint32_t r = 0; r < rows; r++)
    node->numbers[search->relus + r] = (float)dual->best_lambda[f * dual->rows_max + r];
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
  if (dual->side[k]) return 0;
  if (at_worst) return c < 0 ? -c * dual->intercept[k] : 0;
  double exact = fmax(x, 0);
  return c < 0 ? -c * fmax(0, dual->high[k] * x + dual->intercept[k] - exact)
               : c * fmax(0, exact - dual->low[k] * x);
}

static void add_candidate(Node *node, uint32_t relu)
{
  for (uint32_t i = 0; i < node->candidate_count; i++)
    if (node->candidates[i] == relu) return;
  node->candidates[node->candidate_count++] = relu;
}

/* The best by each of the two scores. */
static void choose_candidates(Worker *worker, size_t f, Node *node)
{
  const Dual *dual = &worker->dual;
  uint32_t relus = worker->search->relus;
  node->candidate_count = 0;
  for (int at_worst = 0; at_worst < 2; at_worst++) {
    for (uint32_t r = 0; r < relus; r++) worker->score[r] = relu_score(dual, r, f, at_worst);
    for (int i = 0; i < CANDIDATES / 2; i++) {
      uint32_t best = 0;
      for (uint32_t r = 1; r < relus; r++)
        if (worker->score[r] > worker->score[best]) best = r;
      if (relus == 0 || !(worker->score[best] > 0)) break;
      worker->score[best] = 0;
      add_candidate(node, best);
    }
  }
  for (uint32_t r = 0; r < relus && node->candidate_count == 0; r++)
    if (!dual->side[r * dual->width + f]) add_candidate(node, r);
}

static Node child_of(const Node *node, uint32_t relu, int side, uint32_t relus, uint32_t rows)
{
  Node child = {.disjunct = node->disjunct,
                .choice_count = node->choice_count + 1,
                .lower = node->lower,
                .share = node->share / 2};
  child.choices = mem_alloc(child.choice_count, sizeof(Choice));
  for (uint32_t i = 0; i < node->choice_count; i++) child.choices[i] = node->choices[i];
  child.choices[node->choice_count] = (Choice){.relu = relu, .side = side};
  child.numbers = mem_alloc(relus + rows + 1, sizeof(float));
  memcpy(child.numbers, node->numbers, (relus + rows) * sizeof(float));
  return child;
}

/* Which of the candidates to split: the product of what its children gain, without optimising. */
static void choose_relus(Worker *worker, const Node *nodes, size_t count, uint32_t *chosen)
{
  Dual *dual = &worker->dual;
  size_t functions = 0, f = 0;
  for (size_t i = 0; i < count; i++) functions += 2 * nodes[i].candidate_count;
  dual_begin(dual, dual->net->layers.count - 1, functions);
  for (size_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < nodes[i].candidate_count; k++)
      for (int side = -1; side <= 1; side += 2, f++) {
        load_node(worker, f, &nodes[i]);
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

/* Bounds nodes; those that stay open get candidates. */
static void bound_nodes(Worker *worker, Node *nodes, size_t count, int steps)
{
  Dual *dual = &worker->dual;
  dual_begin(dual, dual->net->layers.count - 1, count);
  for (size_t f = 0; f < count; f++) load_node(worker, f, &nodes[f]);
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
    keep_numbers(worker, f, &nodes[f]);
    choose_candidates(worker, f, &nodes[f]);
    if (worker->search->options.no_attack) continue;
    bool descend = descents * 8 <= f;
    descents += descend;
    try_point(worker, f, node_disjunct(worker->search, &nodes[f]), descend ? DESCENT : 0);
  }
}

/* --- threads --- */

/* Moves the node with the lowest bound to the end: it is the likeliest to have a witness. */
static void put_lowest_last(Phase *search)
{
  size_t lowest = 0, count = search->stack.count;
  for (size_t i = 1; i < count; i++)
    if (search->stack.items[i].lower < search->stack.items[lowest].lower) lowest = i;
  Node node = search->stack.items[lowest];
  search->stack.items[lowest] = search->stack.items[count - 1];
  search->stack.items[count - 1] = node;
}

/* Takes up to `most` nodes; 0 if there will be none, or time is up. The lock is held. */
static size_t take(Phase *search, Node *nodes, size_t most)
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
static void give(Phase *search, Node *nodes, size_t count)
{
  Frontier *frontier = &search->frontier;
  for (size_t i = 0; i < count; i++) {
    frontier->progress.boxes++;
    if (nodes[i].lower > 0) {
      frontier->progress.closed++;
      frontier->progress.proved += nodes[i].share;
      node_free(&nodes[i]);
    } else if (nodes[i].candidate_count == 0) {
      frontier->stuck = true;
      search->reason = "with the signs of all ReLUs assumed, the relaxation still proves nothing";
      node_free(&nodes[i]);
    } else {
      VEC_PUSH(&search->stack, nodes[i]);
    }
  }
}

static size_t split_nodes(Worker *worker, const Node *nodes, size_t count, Node *children)
{
  uint32_t chosen[NODES];
  choose_relus(worker, nodes, count, chosen);
  for (size_t i = 0; i < count; i++)
    for (size_t side = 0; side < 2; side++)
      children[2 * i + side] = child_of(&nodes[i], chosen[i], side ? 1 : -1, worker->search->relus,
                                        node_disjunct(worker->search, &nodes[i])->count);
  bound_nodes(worker, children, 2 * count, STEPS);
  return 2 * count;
}

static void worker_start(Worker *worker, Phase *search)
{
  *worker = (Worker){.search = search};
  dual_init(&worker->dual, &search->root, dual_capacity(search->problem->net), search->rows_max);
  attack_init(&worker->attack, search->problem);
  worker->score = mem_alloc(search->relus + 1, sizeof(double));
}

static void worker_end(Worker *worker)
{
  dual_deinit(&worker->dual);
  attack_deinit(&worker->attack);
  free(worker->score);
}

static void work(void *user, unsigned number)
{
  (void)number;
  Phase *search = user;
  Frontier *frontier = &search->frontier;
  Worker worker;
  worker_start(&worker, search);
  size_t most = worker.dual.capacity / (2 * CANDIDATES);
  if (most > NODES) most = NODES;
  Node nodes[NODES], children[2 * NODES];
  pthread_mutex_lock(&frontier->lock);
  for (size_t count; (count = take(search, nodes, most)) > 0;) {
    pthread_mutex_unlock(&frontier->lock);
    size_t made = split_nodes(&worker, nodes, count, children);
    for (size_t i = 0; i < count; i++) node_free(&nodes[i]);
    pthread_mutex_lock(&frontier->lock);
    give(search, children, made);
    frontier->progress.margin = fmin(frontier->progress.margin, worker.attack.best_excess);
    frontier_done(frontier, (unsigned)count);
  }
  pthread_mutex_unlock(&frontier->lock);
  worker_end(&worker);
}

/* --- the whole box --- */

static uint32_t count_relus(const Bounds *root)
{
  Dual dual;
  dual_init(&dual, root, 1, 0);
  uint32_t count = (uint32_t)dual.relus.count;
  dual_deinit(&dual);
  return count;
}

/* Bounds all disjuncts over the whole box, `open` has those that are left. */
static void bound_root(Phase *search, uint8_t *open, int steps, bool keep)
{
  Worker worker;
  search->relus = count_relus(&search->root);
  worker_start(&worker, search);
  size_t most = worker.dual.capacity < 2 * NODES ? worker.dual.capacity : 2 * NODES;
  Node nodes[2 * NODES];
  size_t disjuncts = search->problem->disjuncts.count;
  for (size_t d = 0; d < disjuncts && search->frontier.state == SPLIT_OPEN;) {
    size_t count = 0;
    for (; d < disjuncts && count < most; d++)
      if (open[d])
        nodes[count++] =
            (Node){.disjunct = (uint32_t)d, .lower = -INFINITY, .share = 1 / (double)disjuncts};
    if (count == 0) break;
    bound_nodes(&worker, nodes, count, steps);
    for (size_t i = 0; i < count; i++) {
      if (nodes[i].lower > 0) open[nodes[i].disjunct] = 0;
      if (!keep) node_free(&nodes[i]);
    }
    if (keep) give(search, nodes, count);
  }
  worker_end(&worker);
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
  bound_root(search, open, STEPS, false);
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
