#include "solve/verify/attack.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void attack_init(Attack *attack, const Problem *problem)
{
  uint32_t inputs = problem_inputs(problem);
  *attack = (Attack){.problem = problem, .best_excess = INFINITY};
  net_run_init(&attack->run, problem->net);
  attack->point = mem_alloc_zero(3 * (size_t)inputs, sizeof(double));
  attack->gradient = attack->point + inputs;
  attack->best = attack->gradient + inputs;
}

void attack_deinit(Attack *attack)
{
  net_run_deinit(&attack->run);
  free(attack->point);
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

/* Steps along the sign of the gradient of the worst row, in parts of the widths of the box that get smaller. */
bool attack_descend(Attack *attack, const Disjunct *disjunct, const double *lower,
                    const double *upper, int steps)
{
  const Problem *problem = attack->problem;
  uint32_t inputs = problem_inputs(problem), outputs = problem_outputs(problem);
  double part = 0.25;
  for (int step = 0;; step++) {
    size_t worst;
    double excess = evaluate(attack, disjunct, attack->point, &worst);
    if (excess <= 0) return true;
    if (step >= steps || !isfinite(excess)) return false;
    const double *weights = problem_row(problem, worst);
    memcpy(attack->gradient, weights + outputs, inputs * sizeof(double));
    net_gradient(problem->net, &attack->run, weights, attack->gradient);
    for (uint32_t i = 0; i < inputs; i++) {
      double width = upper[i] - lower[i];
      double move = (attack->gradient[i] > 0) - (attack->gradient[i] < 0);
      attack->point[i] = fmin(upper[i], fmax(lower[i], attack->point[i] - move * part * width));
    }
    part *= 0.88;
  }
}

void attack_start(Attack *attack, Random *random, AttackScheme scheme, const double *lower,
                  const double *upper)
{
  uint32_t inputs = problem_inputs(attack->problem);
  bool near_best =
      scheme == ATTACK_CORNERS && isfinite(attack->best_excess) && random_chance(random, 1, 2);
  for (uint32_t i = 0; i < inputs; i++) {
    double width = upper[i] - lower[i], *x = &attack->point[i];
    if (near_best)
      *x = attack->best[i] + width * 0.2 * (random_unit(random) - 0.5);
    else if (scheme == ATTACK_CORNERS)
      *x = random_chance(random, 1, 2) ? lower[i] : upper[i];
    else
      *x = lower[i] + width * random_unit(random);
    *x = fmin(upper[i], fmax(lower[i], *x));
  }
}
