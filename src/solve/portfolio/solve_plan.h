/* Which solver runs next, and for how long: decisions only, so that they can be tested without running anything.
 *
 * First come the steps of a schedule, if there is one. Then all solvers in turn, in an order that may change with what has failed, with
 * time that grows from round to round (time-iterative deepening): who has had its time is stopped, and goes on in the next round. */
#ifndef SOLVE_PORTFOLIO_SOLVE_PLAN_H
#define SOLVE_PORTFOLIO_SOLVE_PLAN_H

#include <stdbool.h>

#include "base/vec.h"

/* What has become of a solver. */
typedef struct {
  double used; /* seconds that it has run */
  bool running;
  bool over; /* it has ended, whatever it said */
} PlanMember;

typedef struct {
  size_t solver;
  double until; /* seconds that it has run in all by then */
} PlanStep;

typedef struct SolvePlan SolvePlan;

/* Changes the order or the steps that are left (solve_plan_set_order, _clear_steps, _add_step) in view of what has failed. */
typedef void PlanRevise(void *user, const PlanMember *members, SolvePlan *plan);

struct SolvePlan {
  size_t count;  /* of solvers */
  size_t *order; /* the best first */
  VEC(PlanStep) steps;
  size_t next;        /* step */
  double level;       /* seconds for each in the current round */
  double growth;      /* of them from one round to the next */
  PlanRevise *revise; /* NULL: nothing changes */
  void *user;
};

/* Rounds of half a second, then three times as long each; the order is that of the numbers. */
void solve_plan_init(SolvePlan *plan, size_t count);
void solve_plan_deinit(SolvePlan *plan);
/* Another order, of the same numbers. */
void solve_plan_set_order(SolvePlan *plan, const size_t *order);
/* Forgets the steps that are left. */
void solve_plan_clear_steps(SolvePlan *plan);
/* One more step of the schedule. */
void solve_plan_add_step(SolvePlan *plan, size_t solver, double until);

/* The next thing to do, if there is anything that is not under way. */
bool solve_plan_next(SolvePlan *plan, const PlanMember *members, PlanStep *step);

#endif
