/* Planning a schedule from neighbours: benchmarks like the one at hand whose runs are known.
 *
 * The neighbours are a weighted sample of what may happen. Each schedule of a few slots costs something on each of
 * them; the one with the least mean is taken. Planning knows thereby how solvers depend on each other: what is left
 * when the first one fails after a second. If solvers have failed already, the neighbours that they would have solved
 * by then do not count any more, and planning again gives the schedule for the rest. */
#ifndef SOLVE_SELECT_PLAN_H
#define SOLVE_SELECT_PLAN_H

#include "solve/learn/forest.h"
#include "solve/select/schedule.h"

/* The runs of the training benchmarks. */
typedef struct {
  size_t rows, solvers;
  float *solved_at; /* solvers for each row; INFINITY: never */
  float *ended_at;  /* without an answer */
  double limit;     /* seconds */
} Outcomes;

/* Of these benchmarks, in this order. */
void outcomes_make(Outcomes *outcomes, const Runs *runs, const uint32_t *rows, size_t count);
void outcomes_free(Outcomes *outcomes);

enum { PLAN_SLOTS = 3 }; /* that are planned at most */

typedef struct {
  uint32_t slots;   /* planned: 1 to PLAN_SLOTS */
  double prior;     /* the weight of `background`, from 0 to 1 */
  double penalty;   /* the k of PAR-k */
  double time_left; /* seconds; at most the limit of the outcomes */
  const float
      *used; /* by solver: seconds that it ran in vain, INFINITY: it gave up; NULL: none ran */
  const Neighbours *background; /* a sample of all benchmarks, or NULL */
  const uint32_t *without;      /* a row that does not count; NULL: all do */
} PlanSettings;

typedef struct Planner Planner;

/* Takes at most `capacity` of the neighbours, the heaviest ones, and as many of the background. */
Planner *planner_create(const Outcomes *outcomes, size_t capacity);
void planner_destroy(Planner *planner);

/* Plans for the neighbours. expected[s] is the mean score of solver s alone. With no neighbour left (all would have been
 * solved), the background counts alone; without both, solvers come in their order. */
void planner_plan(Planner *planner, const Neighbours *near, const PlanSettings *settings,
                  Schedule *schedule, double *expected);
/* The best schedules of at most 1, 2 ... PLAN_SLOTS planned slots; settings->slots does not matter. */
void planner_plan_each(Planner *planner, const Neighbours *near, const PlanSettings *settings,
                       Schedule schedules[PLAN_SLOTS], double *expected);

#endif
