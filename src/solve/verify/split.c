#include "solve/verify/split.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "nn/bound/fixpoint.h"
#include "solve/verify/attack.h"

enum { CONTRADICT_ROWS = 64 }; /* the most that are added up */

/* Bounds of a box, for its halves. */
typedef struct {
  uint32_t users;
  double numbers[];
} Known;

typedef struct {
  double *lower, *upper;
  uint8_t *open; /* by disjunct */
  Known *known;  /* or NULL */
  double share;  /* of the volume */
  uint32_t node; /* of the proof */
} Box;

struct Split {
  const Problem *problem;
  SplitOptions options;
  Frontier frontier;
  VEC(Box) stack;
};

/* What a thread needs. */
typedef struct {
  Split *search;
  Bounds bounds;
  Attack attack;
  Random random;
  BoundRow *rows; /* by row of the problem, with the line that bounds it best */
  BoundRow *more; /* and with each line: RELAX_COUNT times as many */
  double *slopes;
  BoundRow *asked;
  uint32_t *asked_rows;
  double *clipped; /* lower and upper */
  double *score;
  double *candidate;
  double candidates; /* the weight of all points that are averaged in it; 0: there is none */
  double weights[CONTRADICT_ROWS]; /* of rows that contradict each other */
  Certifier certifier;             /* with a proof */
  uint64_t count;
} Worker;

/* --- boxes --- */

static Box box_make(const Problem *problem, const double *lower, const double *upper,
                    const uint8_t *open)
{
  size_t inputs = problem_inputs(problem), disjuncts = problem->disjuncts.count;
  Box box = {.lower = mem_alloc(2 * inputs * sizeof(double) + disjuncts, 1)};
  box.upper = box.lower + inputs;
  box.open = (uint8_t *)(box.upper + inputs);
  memcpy(box.lower, lower, inputs * sizeof(double));
  memcpy(box.upper, upper, inputs * sizeof(double));
  memcpy(box.open, open, disjuncts);
  return box;
}

static void box_free(Box *box)
{
  if (box->known && __atomic_sub_fetch(&box->known->users, 1, __ATOMIC_ACQ_REL) == 0)
    free(box->known);
  free(box->lower);
}

Split *split_create(const Problem *problem, const SplitOptions *options)
{
  assert(options->threads >= 1);
  Split *search = mem_alloc_zero(1, sizeof *search);
  search->problem = problem;
  search->options = *options;
  frontier_init(&search->frontier, &search->stack.count);
  uint8_t *open = mem_alloc(problem->disjuncts.count + 1, 1);
  memset(open, 1, problem->disjuncts.count);
  Box box = box_make(problem, problem->lower, problem->upper, open);
  box.share = 1;
  if (options->proof) box.node = proof_root(options->proof, options->subproblem);
  VEC_PUSH(&search->stack, box);
  free(open);
  return search;
}

void split_destroy(Split *search)
{
  for (size_t i = 0; i < search->stack.count; i++) box_free(&search->stack.items[i]);
  VEC_FREE(&search->stack);
  frontier_deinit(&search->frontier);
  free(search);
}

SplitProgress split_progress(Split *search)
{
  return frontier_progress(&search->frontier);
}

Witness split_take_witness(Split *search)
{
  return frontier_take_witness(&search->frontier);
}

/* --- witnesses --- */

static bool report_candidate(Worker *worker, const Disjunct *disjunct, const double *x)
{
  return frontier_offer(&worker->search->frontier, worker->search->problem, disjunct, x);
}

/* The point of the box where the linear bound of a row is least. */
static void minimiser(const BoundRow *row, const Box *box, uint32_t inputs, double *point)
{
  for (uint32_t i = 0; i < inputs; i++)
    point[i] = row->slope[i] > 0 ? box->lower[i] : box->upper[i];
}

/* The row of a disjunct that is nearest to be proved. */
static size_t nearest_row(const Worker *worker, const Disjunct *disjunct)
{
  const Problem *problem = worker->search->problem;
  size_t best = disjunct->first;
  for (size_t row = disjunct->first; row < disjunct->first + disjunct->count; row++)
    if (worker->rows[row].lower - problem->bounds.items[row] >
        worker->rows[best].lower - problem->bounds.items[best])
      best = row;
  return best;
}

static bool try_points(Worker *worker, const Box *box, const Disjunct *disjunct)
{
  enum { DESCEND_EVERY = 32, DESCEND_STEPS = 20 };
  uint32_t inputs = problem_inputs(worker->search->problem);
  Attack *attack = &worker->attack;
  if (disjunct->count > 0) {
    minimiser(&worker->rows[nearest_row(worker, disjunct)], box, inputs, attack->point);
    if (attack_try(attack, disjunct, attack->point) &&
        report_candidate(worker, disjunct, attack->point))
      return true;
  }
  for (uint32_t i = 0; i < inputs; i++)
    attack->point[i] = box->lower[i] + (box->upper[i] - box->lower[i]) / 2;
  if (attack_try(attack, disjunct, attack->point) &&
      report_candidate(worker, disjunct, attack->point))
    return true;
  if (worker->search->options.no_attack || worker->count % DESCEND_EVERY != 0) return false;
  if (attack_descend(attack, disjunct, box->lower, box->upper, DESCEND_STEPS, 0.25) &&
      report_candidate(worker, disjunct, attack->point))
    return true;
  const Problem *problem = worker->search->problem;
  AttackScheme scheme = random_chance(&worker->random, 1, 2) ? ATTACK_CORNERS : ATTACK_RANDOM;
  attack_start(attack, &worker->random, scheme, problem->lower, problem->upper);
  return attack_descend(attack, disjunct, problem->lower, problem->upper, 2 * DESCEND_STEPS,
                        0.25) &&
         report_candidate(worker, disjunct, attack->point);
}

/* --- clipping --- */

/* A lower bound of slope x + offset over a box, rounded downward. */
static double least(const BoundRow *row, const double *lower, const double *upper, uint32_t inputs)
{
  double sum = row->offset, size = fabs(row->offset);
  for (uint32_t i = 0; i < inputs; i++) {
    double term = row->slope[i] * (row->slope[i] > 0 ? lower[i] : upper[i]);
    sum += term;
    size += fabs(term);
  }
  return sum - (inputs + 4) * 0x1p-52 * size;
}

/* Shrinks a box to where slope x + offset <= bound can hold; false if it can nowhere. The least value of the function
 * is at a corner, and leaving it by d along input i raises the function by |slope_i| d. */
static bool clip(const BoundRow *row, double bound, double *lower, double *upper, uint32_t inputs)
{
  double room = bound - least(row, lower, upper, inputs);
  if (room < 0) return false;
  if (!isfinite(room)) return true;
  room = room * (1 + 0x1p-40) + 1e-300;
  for (uint32_t i = 0; i < inputs; i++) {
    if (row->slope[i] == 0) continue;
    double reach = room / fabs(row->slope[i]) * (1 + 0x1p-40);
    if (!(reach < upper[i] - lower[i])) continue;
    if (row->slope[i] > 0)
      upper[i] = fmin(upper[i], nextafter(lower[i] + reach, INFINITY));
    else
      lower[i] = fmax(lower[i], nextafter(upper[i] - reach, -INFINITY));
    if (lower[i] > upper[i]) return false;
  }
  return true;
}

/* Averages the minimisers of weighted sums, later ones with more weight. */
static void add_candidate(Worker *worker, const double *slope, const double *lower,
                          const double *upper, double weight)
{
  worker->candidates += weight;
  double share = weight / worker->candidates;
  for (uint32_t i = 0; i < problem_inputs(worker->search->problem); i++) {
    double x = slope[i] > 0 ? lower[i] : upper[i];
    worker->candidate[i] =
        share == 1 ? x : worker->candidate[i] + share * (x - worker->candidate[i]);
  }
}

/* Rows that cannot hold together, although each can alone: a weighted sum of them that is above its bound in all of
 * the box. The weights are found by subgradient ascent; the average of the points on its way tends to a point where
 * all rows hold, if there is one, and is left in worker->candidate. */
static bool contradict(Worker *worker, const Disjunct *disjunct, const double *lower,
                       const double *upper)
{
  enum { ROUNDS = 24 };
  const Problem *problem = worker->search->problem;
  uint32_t inputs = problem_inputs(problem), count = disjunct->count;
  if (count < 2 || count > CONTRADICT_ROWS) return false;
  double *weight = worker->weights, *slope = worker->score;
  for (uint32_t r = 0; r < count; r++) weight[r] = 1.0 / count;
  worker->candidates = 0;
  for (int round = 0; round < ROUNDS; round++) {
    double constant = 0, size = 0, total = 0;
    memset(slope, 0, inputs * sizeof(double));
    for (uint32_t r = 0; r < count; r++) {
      const BoundRow *row = &worker->rows[disjunct->first + r];
      double bound = problem->bounds.items[disjunct->first + r];
      if (!isfinite(row->offset)) return false;
      constant += weight[r] * (row->offset - bound);
      size += weight[r] * (fabs(row->offset) + fabs(bound));
      for (uint32_t i = 0; i < inputs; i++) {
        slope[i] += weight[r] * row->slope[i];
        size += weight[r] * fabs(row->slope[i]) * fmax(fabs(lower[i]), fabs(upper[i]));
      }
    }
    double sum = constant;
    for (uint32_t i = 0; i < inputs; i++) sum += slope[i] * (slope[i] > 0 ? lower[i] : upper[i]);
    if (sum - (inputs + count + 8) * 0x1p-51 * size > 0) return true;
    add_candidate(worker, slope, lower, upper, round + 1);
    double highest = -INFINITY, values[CONTRADICT_ROWS];
    for (uint32_t r = 0; r < count; r++) {
      const BoundRow *row = &worker->rows[disjunct->first + r];
      values[r] = row->offset - problem->bounds.items[disjunct->first + r];
      for (uint32_t i = 0; i < inputs; i++)
        values[r] += row->slope[i] * (slope[i] > 0 ? lower[i] : upper[i]);
      highest = fmax(highest, values[r]);
    }
    if (highest <= 0) { /* all of them hold at one point */
      worker->candidates = 0;
      add_candidate(worker, slope, lower, upper, 1);
      return false;
    }
    for (uint32_t r = 0; r < count; r++) {
      weight[r] *= exp(2.0 / (1 + 0.2 * round) * fmax(-2, values[r] / highest));
      total += weight[r];
    }
    for (uint32_t r = 0; r < count; r++) weight[r] /= total;
  }
  return false;
}

static void widen(double *lower, double *upper, const double *with_lower, const double *with_upper,
                  uint32_t inputs)
{
  for (uint32_t i = 0; i < inputs; i++) {
    lower[i] = fmin(lower[i], with_lower[i]);
    upper[i] = fmax(upper[i], with_upper[i]);
  }
}

/* Closes disjuncts that clip to nothing, and shrinks the box to the hull of what is left. False if nothing is. */
static bool clip_box(Worker *worker, Box *box)
{
  enum { CLIP_ROUNDS = 3 };
  const Problem *problem = worker->search->problem;
  uint32_t inputs = problem_inputs(problem);
  double *lower = worker->clipped, *upper = lower + inputs, *all_lower = upper + inputs,
         *all_upper = all_lower + inputs;
  bool any = false;
  for (size_t d = 0; d < problem->disjuncts.count; d++) {
    if (!box->open[d]) continue;
    const Disjunct *disjunct = &problem->disjuncts.items[d];
    memcpy(lower, box->lower, inputs * sizeof(double));
    memcpy(upper, box->upper, inputs * sizeof(double));
    bool left = true;
    for (int round = 0; round < CLIP_ROUNDS && left; round++)
      for (size_t row = disjunct->first; row < disjunct->first + disjunct->count && left; row++)
        for (size_t k = row; k < RELAX_COUNT * problem->bounds.count && left;
             k += problem->bounds.count)
          left = clip(&worker->more[k], problem->bounds.items[row], lower, upper, inputs);
    worker->candidates = 0;
    if (left && contradict(worker, disjunct, lower, upper)) left = false;
    if (left && worker->candidates > 0 &&
        attack_try(&worker->attack, disjunct, worker->candidate) &&
        report_candidate(worker, disjunct, worker->candidate))
      return true;
    box->open[d] = left;
    if (!left) continue;
    if (any) {
      widen(all_lower, all_upper, lower, upper, inputs);
    } else {
      memcpy(all_lower, lower, 2 * inputs * sizeof(double));
    }
    any = true;
  }
  if (any && !worker->search->options.no_clip)
    memcpy(box->lower, all_lower, 2 * inputs * sizeof(double));
  return any;
}

/* --- proofs --- */

/* The weights of a sum of rows that doubles say is above its bound, as integers; false if there is none. */
static bool find_weights(Worker *worker, const Box *box, const Disjunct *disjunct,
                         uint32_t *weights)
{
  const Problem *problem = worker->search->problem;
  if (disjunct->count == 0) return false;
  size_t nearest = nearest_row(worker, disjunct);
  memset(weights, 0, disjunct->count * sizeof *weights);
  weights[nearest - disjunct->first] = 1;
  if (worker->rows[nearest].lower > problem->bounds.items[nearest]) return true;
  if (!contradict(worker, disjunct, box->lower, box->upper)) return false;
  double largest = 0;
  for (uint32_t i = 0; i < disjunct->count; i++) largest = fmax(largest, worker->weights[i]);
  for (uint32_t i = 0; i < disjunct->count; i++)
    weights[i] = (uint32_t)rint(worker->weights[i] / largest * CERTIFY_WEIGHT);
  return true;
}

/* Closes disjuncts for which integers say the same as doubles. False if none is left. */
static bool close_proved(Worker *worker, Box *box)
{
  const Problem *problem = worker->search->problem;
  Proof *proof = worker->search->options.proof;
  uint32_t *weights = mem_alloc(problem->bounds.count + 1, sizeof *weights);
  bool set = false, any = false;
  for (size_t d = 0; d < problem->disjuncts.count; d++) {
    const Disjunct *disjunct = &problem->disjuncts.items[d];
    if (!box->open[d]) continue;
    any = true;
    if (!find_weights(worker, box, disjunct, weights)) continue;
    if (!set) certifier_set_box(&worker->certifier, box->lower, box->upper);
    set = true;
    for (int zero = 0; zero < 2 && box->open[d]; zero++) {
      Claim claim;
      if (!certifier_close(&worker->certifier, problem, disjunct, weights, zero, &claim)) continue;
      proof_close(proof, box->node, (uint32_t)d, zero, claim, weights, disjunct->count);
      box->open[d] = 0;
    }
  }
  free(weights);
  bool left = false;
  for (size_t d = 0; d < problem->disjuncts.count && any; d++) left |= box->open[d];
  return left;
}

/* --- splitting --- */

/* Where an input is split. In proofs places are rounded to what integers can tell apart. */
static double middle_of(const Split *search, const Box *box, uint32_t input)
{
  double middle = box->lower[input] + (box->upper[input] - box->lower[input]) / 2;
  return search->options.proof ? ldexp(rint(ldexp(middle, CERTIFY_UNIT)), -CERTIFY_UNIT) + 0.0
                               : middle;
}

/* The input to split, or UINT32_MAX if none can be. The slopes of a relaxation are rough, so that small ones
 * count for a fifth of the largest. */
static uint32_t choose_input(Worker *worker, const Box *box)
{
  const Problem *problem = worker->search->problem;
  uint32_t inputs = problem_inputs(problem), best = UINT32_MAX;
  memset(worker->score, 0, inputs * sizeof(double));
  for (size_t d = 0; d < problem->disjuncts.count; d++) {
    const Disjunct *disjunct = &problem->disjuncts.items[d];
    if (!box->open[d] || disjunct->count == 0) continue;
    const double *slope = worker->rows[nearest_row(worker, disjunct)].slope;
    double largest = 0;
    for (uint32_t i = 0; i < inputs; i++) largest = fmax(largest, fabs(slope[i]));
    for (uint32_t i = 0; i < inputs; i++) worker->score[i] += fmax(fabs(slope[i]), 0.2 * largest);
  }
  double best_score = -1;
  for (uint32_t i = 0; i < inputs; i++) {
    double width = box->upper[i] - box->lower[i], middle = middle_of(worker->search, box, i);
    if (!(middle > box->lower[i] && middle < box->upper[i])) continue;
    double score = worker->search->options.choice == SPLIT_WIDEST || !(worker->score[i] > 0)
                       ? width
                       : worker->score[i] * width;
    if (score <= best_score) continue;
    best_score = score;
    best = i;
  }
  return best;
}

static Known *keep_bounds(const Bounds *bounds)
{
  if (!bounds->finite) return NULL;
  size_t bytes = 2 * bounds->count * sizeof(double);
  Known *known = mem_alloc(sizeof *known + bytes, 1);
  known->users = 2;
  memcpy(known->numbers, bounds->lower, bytes);
  return known;
}

static bool split_box(Worker *worker, Box *box)
{
  Split *search = worker->search;
  uint32_t input = choose_input(worker, box);
  if (input == UINT32_MAX) return false;
  double middle = middle_of(search, box, input);
  Box halves[2];
  uint32_t nodes[2] = {0};
  if (search->options.proof) proof_split(search->options.proof, box->node, input, middle, nodes);
  Known *known = keep_bounds(&worker->bounds);
  for (int side = 0; side < 2; side++) {
    halves[side] = box_make(search->problem, box->lower, box->upper, box->open);
    (side ? halves[side].lower : halves[side].upper)[input] = middle;
    halves[side].known = known;
    halves[side].share = box->share / 2;
    halves[side].node = nodes[side];
  }
  pthread_mutex_lock(&search->frontier.lock);
  VEC_PUSH(&search->stack, halves[0]);
  VEC_PUSH(&search->stack, halves[1]);
  pthread_cond_signal(&search->frontier.wake);
  pthread_mutex_unlock(&search->frontier.lock);
  return true;
}

/* --- one box --- */

static void bound_rows(Worker *worker, const Box *box)
{
  const Problem *problem = worker->search->problem;
  size_t count = 0;
  for (size_t d = 0; d < problem->disjuncts.count; d++) {
    if (!box->open[d]) continue;
    const Disjunct *disjunct = &problem->disjuncts.items[d];
    for (uint32_t row = disjunct->first; row < disjunct->first + disjunct->count; row++) {
      worker->asked_rows[count++] = row;
    }
  }
  size_t all = problem->bounds.count;
  for (RelaxChoice choice = 0; choice < RELAX_COUNT; choice++) {
    for (size_t k = 0; k < count; k++)
      worker->asked[k] = worker->more[choice * all + worker->asked_rows[k]];
    worker->bounds.choice = choice;
    bounds_rows(&worker->bounds, worker->asked, count);
    for (size_t k = 0; k < count; k++) {
      uint32_t row = worker->asked_rows[k];
      worker->more[choice * all + row] = worker->asked[k];
      if (choice == 0 || worker->asked[k].lower > worker->rows[row].lower)
        worker->rows[row] = worker->asked[k];
    }
  }
  worker->bounds.choice = RELAX_NEAREST;
}

/* Intervals backward from the rows of each disjunct: those that nothing is left for are closed. */
static void close_narrowed(Worker *worker, Box *box)
{
  const Problem *problem = worker->search->problem;
  Bounds *bounds = &worker->bounds;
  size_t bytes = 2 * bounds->count * sizeof(double);
  double *kept = mem_alloc(bytes, 1);
  FixpointRow *rows = mem_alloc(problem->bounds.count + 1, sizeof *rows);
  memcpy(kept, bounds->lower, bytes);
  for (size_t d = 0; d < problem->disjuncts.count; d++) {
    const Disjunct *disjunct = &problem->disjuncts.items[d];
    if (!box->open[d]) continue;
    for (uint32_t i = 0; i < disjunct->count; i++)
      rows[i] = problem_fixpoint_row(problem, disjunct->first + i);
    box->open[d] = fixpoint_narrow(bounds, rows, disjunct->count);
    memcpy(bounds->lower, kept, bytes);
  }
  free(kept);
  free(rows);
}

/* What became of a box: closed, split, or nothing that can be done. */
typedef enum { BOX_CLOSED, BOX_SPLIT, BOX_SAT, BOX_STUCK } BoxResult;

static BoxResult process(Worker *worker, Box *box)
{
  const Problem *problem = worker->search->problem;
  worker->count++;
  bounds_set_box(&worker->bounds, box->lower, box->upper, box->known ? box->known->numbers : NULL);
  if (worker->search->options.method == BOUND_INTERVAL) close_narrowed(worker, box);
  bound_rows(worker, box);
  bool left = worker->search->options.proof ? close_proved(worker, box) : clip_box(worker, box);
  if (!left) return BOX_CLOSED;
  if (!frontier_is_open(&worker->search->frontier))
    return BOX_SAT; /* another thread may have found the witness */
  for (size_t d = 0; d < problem->disjuncts.count; d++)
    if (box->open[d] && try_points(worker, box, &problem->disjuncts.items[d])) return BOX_SAT;
  return split_box(worker, box) ? BOX_SPLIT : BOX_STUCK;
}

/* --- threads --- */

static void worker_start(Worker *worker, Split *search, unsigned number)
{
  const Problem *problem = search->problem;
  size_t rows = problem->bounds.count, inputs = problem_inputs(problem);
  *worker = (Worker){.search = search, .random = random_stream(search->options.seed, 11, number)};
  bounds_init(&worker->bounds, problem->net);
  worker->bounds.method = search->options.method;
  attack_init(&worker->attack, problem);
  Error error;
  if (search->options.proof && certifier_init(&worker->certifier, problem->net, &error))
    BUG("a network without proofs: %s", error.message);
  worker->rows = mem_alloc_zero((2 + RELAX_COUNT) * rows + 1, sizeof(BoundRow));
  worker->asked = worker->rows + rows;
  worker->more = worker->asked + rows;
  worker->asked_rows = mem_alloc(rows + 1, sizeof(uint32_t));
  worker->slopes = mem_alloc(RELAX_COUNT * rows * inputs + 1, sizeof(double));
  worker->clipped = mem_alloc(6 * inputs, sizeof(double));
  worker->score = worker->clipped + 4 * inputs;
  worker->candidate = worker->score + inputs;
  for (size_t k = 0; k < RELAX_COUNT * rows; k++)
    worker->more[k] =
        (BoundRow){.outputs = problem_row(problem, k % rows),
                   .inputs = problem_row(problem, k % rows) + problem_outputs(problem),
                   .slope = worker->slopes + k * inputs};
}

static void worker_end(Worker *worker)
{
  bounds_deinit(&worker->bounds);
  attack_deinit(&worker->attack);
  certifier_deinit(&worker->certifier);
  free(worker->rows);
  free(worker->asked_rows);
  free(worker->slopes);
  free(worker->clipped);
}

/* The lock is held. */
static void account(Split *search, const Worker *worker, const Box *box, BoxResult result)
{
  SplitProgress *progress = &search->frontier.progress;
  progress->boxes++;
  progress->margin = fmin(progress->margin, worker->attack.best_excess);
  if (result == BOX_CLOSED) {
    progress->closed++;
    progress->proved += box->share;
  }
  if (result == BOX_STUCK) search->frontier.stuck = true;
  frontier_done(&search->frontier, 1);
}

static void work(void *user, unsigned number)
{
  Split *search = user;
  Frontier *frontier = &search->frontier;
  Worker worker;
  worker_start(&worker, search, number);
  pthread_mutex_lock(&frontier->lock);
  while (frontier_wait(frontier)) {
    Box box = search->stack.items[--search->stack.count];
    frontier->busy++;
    pthread_mutex_unlock(&frontier->lock);
    BoxResult result = process(&worker, &box);
    pthread_mutex_lock(&frontier->lock);
    account(search, &worker, &box, result);
    box_free(&box);
  }
  pthread_mutex_unlock(&frontier->lock);
  worker_end(&worker);
}

SplitState split_run(Split *search, uint64_t until_ns, const volatile bool *stop)
{
  if (search->frontier.state != SPLIT_OPEN) return search->frontier.state;
  search->frontier.until_ns = until_ns;
  search->frontier.stop = stop;
  return frontier_run(&search->frontier, search->options.threads, work, search);
}
