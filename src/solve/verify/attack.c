#include "solve/verify/attack.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { ATTACK_FEW = 24 };

void attack_init(Attack *attack, const Problem *problem)
{
  uint32_t inputs = problem_inputs(problem);
  *attack = (Attack){.problem = problem, .best_excess = INFINITY};
  net_run_init(&attack->run, problem->net);
  attack->point = mem_alloc_zero(4 * (size_t)inputs, sizeof(double));
  attack->gradient = attack->point + inputs;
  attack->best = attack->gradient + inputs;
  attack->momentum = attack->best + inputs;
  attack->direction = mem_alloc_zero(problem_outputs(problem), sizeof(double));
}

void attack_deinit(Attack *attack)
{
  net_run_deinit(&attack->run);
  free(attack->point);
  free(attack->direction);
}

static double evaluate(Attack *attack, const Disjunct *disjunct, const double *x, size_t *worst)
{
  attack->evaluations++;
  const double *y = net_evaluate(attack->problem->net, &attack->run, x);
  double excess = problem_excess(attack->problem, disjunct, x, y, worst);
  if (excess < attack->best_excess) {
    attack->best_excess = excess;
    memcpy(attack->best, x, problem_inputs(attack->problem) * sizeof(double));
  }
  return excess;
}

bool attack_try(Attack *attack, const Disjunct *disjunct, const double *x)
{
  size_t worst;
  return evaluate(attack, disjunct, x, &worst) <= 0;
}

/* The gradient at the point that was evaluated last: of the worst row, or of the sum of all rows that do not hold. */
static void find_gradient(Attack *attack, const Disjunct *disjunct, size_t worst, bool all)
{
  const Problem *problem = attack->problem;
  uint32_t inputs = problem_inputs(problem), outputs = problem_outputs(problem);
  const double *y = attack->run.values + attack->run.offsets[problem->net->layers.count - 1];
  if (!all) {
    const double *weights = problem_row(problem, worst);
    memcpy(attack->gradient, weights + outputs, inputs * sizeof(double));
    net_gradient(problem->net, &attack->run, weights, attack->gradient);
    return;
  }
  memset(attack->gradient, 0, inputs * sizeof(double));
  memset(attack->direction, 0, outputs * sizeof(double));
  for (size_t row = disjunct->first; row < disjunct->first + disjunct->count; row++) {
    size_t same;
    const double *weights = problem_row(problem, row);
    Disjunct one = {.first = (uint32_t)row, .count = 1};
    if (problem_excess(problem, &one, attack->point, y, &same) <= 0) continue;
    for (uint32_t i = 0; i < outputs; i++) attack->direction[i] += weights[i];
    for (uint32_t i = 0; i < inputs; i++) attack->gradient[i] += weights[outputs + i];
  }
  net_gradient(problem->net, &attack->run, attack->direction, attack->gradient);
}

/* Steps along the sign of the gradient, in parts of the widths of the box that get smaller. Earlier gradients count, too,
 * so that rows that take turns are lowered together. */
bool attack_descend(Attack *attack, const Disjunct *disjunct, const double *lower,
                    const double *upper, int steps, double part)
{
  assert(steps >= 0 && part > 0);
  uint32_t inputs = problem_inputs(attack->problem);
  double decay = pow(0.02, 1.0 / (steps + 1));
  bool all = disjunct->count > 1 && attack->descents++ % 2;
  memset(attack->momentum, 0, inputs * sizeof(double));
  for (int step = 0;; step++) {
    size_t worst;
    double excess = evaluate(attack, disjunct, attack->point, &worst);
    if (excess <= 0) return true;
    if (step >= steps || !isfinite(excess)) return false;
    find_gradient(attack, disjunct, worst, all);
    double size = 0;
    for (uint32_t i = 0; i < inputs; i++)
      size = fmax(size, fabs(attack->gradient[i]) * (upper[i] - lower[i]));
    if (!(size > 0) || !isfinite(size)) return false;
    for (uint32_t i = 0; i < inputs; i++) {
      double width = upper[i] - lower[i], *along = &attack->momentum[i];
      *along = 0.7 * *along + attack->gradient[i] * width / size;
      /* With few inputs the direction matters, with many their sum. */
      double move = inputs > ATTACK_FEW ? (*along > 0) - (*along < 0) : fmin(1, fmax(-1, *along));
      attack->point[i] = fmin(upper[i], fmax(lower[i], attack->point[i] - move * part * width));
    }
    part *= decay;
  }
}

/* Goes to where a random function of the outputs is low: restarts there differ more from each other than points do. */
static void diversify(Attack *attack, Random *random, const double *lower, const double *upper)
{
  enum { STEPS = 6 };
  const Problem *problem = attack->problem;
  uint32_t inputs = problem_inputs(problem), outputs = problem_outputs(problem);
  for (uint32_t i = 0; i < outputs; i++) attack->direction[i] = random_unit(random) * 2 - 1;
  for (int step = 0; step < STEPS; step++) {
    net_evaluate(problem->net, &attack->run, attack->point);
    memset(attack->gradient, 0, inputs * sizeof(double));
    net_gradient(problem->net, &attack->run, attack->direction, attack->gradient);
    for (uint32_t i = 0; i < inputs; i++) {
      double move = (attack->gradient[i] > 0) - (attack->gradient[i] < 0);
      attack->point[i] =
          fmin(upper[i], fmax(lower[i], attack->point[i] - move * (upper[i] - lower[i]) / 4));
    }
  }
}

void attack_start(Attack *attack, Random *random, AttackScheme scheme, const double *lower,
                  const double *upper)
{
  assert(scheme == ATTACK_CORNERS || scheme == ATTACK_RANDOM);
  uint32_t inputs = problem_inputs(attack->problem);
  enum { CORNER, NEAR_BEST, DIVERSE, KINDS };
  uint64_t kind = scheme == ATTACK_CORNERS ? random_below(random, KINDS) : KINDS;
  if (kind == NEAR_BEST && !isfinite(attack->best_excess)) kind = CORNER;
  for (uint32_t i = 0; i < inputs; i++) {
    double width = upper[i] - lower[i], *x = &attack->point[i];
    if (kind == NEAR_BEST)
      *x = attack->best[i] + width * 0.2 * (random_unit(random) - 0.5);
    else if (kind == CORNER)
      *x = random_chance(random, 1, 2) ? lower[i] : upper[i];
    else
      *x = lower[i] + width * random_unit(random);
    *x = fmin(upper[i], fmax(lower[i], *x));
  }
  if (kind == DIVERSE) diversify(attack, random, lower, upper);
}
