/* A genetic search for a point of a box: no gradients, so that it works for whatever can be evaluated. */
#ifndef SOLVE_VERIFY_GENETIC_H
#define SOLVE_VERIFY_GENETIC_H

#include <stdbool.h>

#include "base/random.h"

/* What a point is worth: the smaller the better, at most 0 if it is what is looked for; NAN is the worst. */
typedef double GeneticScore(void *user, const double *x);

typedef struct {
  const double *lower, *upper;
  uint32_t inputs;
  GeneticScore *score;
  void *user;
} GeneticTask;

typedef struct Genetic Genetic;

/* The first generation is random. `task` is copied, what it points to is not. */
Genetic *genetic_create(const GeneticTask *task, Random *random);
void genetic_destroy(Genetic *genetic);
/* One generation more. True if genetic_best has a score of at most 0. A population whose members are all alike starts again
 * from random ones, and keeps only its best. */
bool genetic_step(Genetic *genetic, Random *random);
const double *genetic_best(const Genetic *genetic);
double genetic_best_score(const Genetic *genetic);

#endif
