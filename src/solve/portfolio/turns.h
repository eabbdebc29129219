/* Which solver runs next, and for how long: decisions only, so that they can be tested without running anything.
 *
 * First come the steps of a schedule, if there is one. Then all solvers in turn, in an order that may change with what has failed, with
 * time that grows from round to round (time-iterative deepening): who has had its time is stopped, and goes on in the next round. */
#ifndef SOLVE_PORTFOLIO_TURNS_H
#define SOLVE_PORTFOLIO_TURNS_H

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

typedef struct TurnPlan TurnPlan;

/* Changes the order or the steps that are left (turns_set_order, _clear_steps, _add_step) in view of what has failed. */
typedef void PlanRevise(void *user, const PlanMember *members, TurnPlan *plan);

struct TurnPlan {
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
void turns_init(TurnPlan *plan, size_t count);
void turns_deinit(TurnPlan *plan);
/* Another order, of the same numbers. */
void turns_set_order(TurnPlan *plan, const size_t *order);
/* Forgets the steps that are left. */
void turns_clear_steps(TurnPlan *plan);
/* One more step of the schedule. */
void turns_add_step(TurnPlan *plan, size_t solver, double until);

/* The next thing to do, if there is anything that is not in progress. */
bool turns_next(TurnPlan *plan, const PlanMember *members, PlanStep *step);

#endif
