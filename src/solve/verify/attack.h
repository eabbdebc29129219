/* Looking for witnesses by projected gradient descent. Nothing found proves nothing. */
#ifndef SOLVE_VERIFY_ATTACK_H
#define SOLVE_VERIFY_ATTACK_H

#include "base/random.h"
#include "solve/verify/problem.h"

typedef enum {
  ATTACK_RANDOM, /* restarts at random points */
  ATTACK_CORNERS, /* restarts at random corners, near the best point, and where random outputs are low */
} AttackScheme;

typedef struct {
  const Problem *problem;
  NetRun run;
  double *point, *gradient, *best, *momentum, *direction;
  double best_excess; /* over all calls */
  uint64_t evaluations, descents;
} Attack;

void attack_init(Attack *attack, const Problem *problem);
void attack_deinit(Attack *attack);

/* Is `x` a candidate for the disjunct in doubles? */
bool attack_try(Attack *attack, const Disjunct *disjunct, const double *x);
/* One descent within a box from attack->point, the first step by `part` of its widths. True if it ends at a candidate,
 * which is then attack->point. */
bool attack_descend(Attack *attack, const Disjunct *disjunct, const double *lower,
                    const double *upper, int steps, double part);
/* A restart. */
void attack_start(Attack *attack, Random *random, AttackScheme scheme, const double *lower,
                  const double *upper);

#endif
