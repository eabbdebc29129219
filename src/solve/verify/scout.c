#include "solve/verify/scout.h"

#include <assert.h>
#include <math.h>

#include "base/clock.h"
#include "nn/bound/bound.h"
#include "solve/verify/attack.h"

enum { RESTARTS = 20, STEPS = 30 }; /* of each disjunct and scheme */

/* Disjuncts in turn, and every other time the one that came nearest. */
static bool descend(Attack *attack, Random *random, AttackScheme scheme, uint64_t until_ns,
                    double *margins, Witness *witness)
{
  const Problem *problem = attack->problem;
  size_t disjuncts = problem->disjuncts.count, nearest = 0;
  for (size_t d = 0; d < disjuncts; d++) margins[d] = INFINITY;
  for (size_t i = 0; i < RESTARTS * disjuncts && clock_monotonic_ns() < until_ns; i++) {
    size_t d = i >= disjuncts && i % 2 ? nearest : i % disjuncts;
    const Disjunct *disjunct = &problem->disjuncts.items[d];
    double before = attack->best_excess;
    attack->best_excess = INFINITY;
    attack_start(attack, random, scheme, problem->lower, problem->upper);
    if (attack_descend(attack, disjunct, problem->lower, problem->upper, STEPS, 0.25) &&
        witness_validate(witness, problem, disjunct, attack->point))
      return true;
    margins[d] = fmin(margins[d], attack->best_excess);
    if (margins[d] < margins[nearest]) nearest = d;
    attack->best_excess = fmin(before, attack->best_excess);
  }
  return false;
}

static double boxes_rate(const Problem *problem)
{
  Bounds bounds;
  bounds_init(&bounds, problem->net);
  bounds.method = BOUND_INTERVAL;
  uint64_t start = clock_monotonic_ns();
  bounds_set_box(&bounds, problem->lower, problem->upper, NULL);
  uint64_t taken = clock_monotonic_ns() - start;
  bounds_deinit(&bounds);
  return 1e9 / (double)(taken + 1);
}

bool scout_subproblem(const Problem *problem, uint64_t seed, uint64_t until_ns,
                      NetFeatureHistory *history, Witness *witness)
{
  assert(problem->disjuncts.count > 0);
  Attack attack;
  Random random = random_stream(seed, 12, 0);
  double *margins = mem_alloc(problem->disjuncts.count, sizeof *margins);
  attack_init(&attack, problem);
  uint64_t start = clock_monotonic_ns(), half = start < until_ns ? (until_ns - start) / 2 : 0;
  bool found = descend(&attack, &random, ATTACK_RANDOM, start + half, margins, witness) ||
               descend(&attack, &random, ATTACK_CORNERS, start + 2 * half, margins, witness);
  uint64_t taken = clock_monotonic_ns() - start;
  history->margin = fmin(history->margin, attack.best_excess);
  history->descents_rate = (double)attack.evaluations / STEPS / ((double)(taken + 1) / 1e9);
  history->boxes_rate = boxes_rate(problem);
  attack_deinit(&attack);
  free(margins);
  return found;
}
