/* Schedules: solvers one after the other, each for a slice of time, and what they would have cost.
 *
 * A schedule begins with the slots that were planned. The other solvers follow, for the time that is left if a
 * planned one gives up early. A solver that occurs again continues where it was stopped. */
#ifndef SOLVE_SELECT_SCHEDULE_H
#define SOLVE_SELECT_SCHEDULE_H

#include "solve/select/runs.h"

typedef struct {
  uint32_t solver;
  float seconds; /* INFINITY: all that is left */
} ScheduleSlot;

enum { SCHEDULE_SLOTS = 16 };

typedef struct {
  ScheduleSlot slots[SCHEDULE_SLOTS];
  size_t count;
  size_t features_at; /* the slot before which features are computed */
} Schedule;

typedef struct {
  double score; /* PAR-k */
  bool solved;
} ScheduleResult;

/* What the schedule comes to on a benchmark whose runs are known (one for each solver), if features take `before`
 * seconds. A script with several checks that nobody solves is scored by the solver that has answered most of them,
 * as runs_score does. A run that is stopped has answered its checks in equal times, rounded down. */
ScheduleResult schedule_replay(const Schedule *schedule, const BenchmarkRun *runs, double limit,
                               double penalty, double before);

/* Appends a slot, unless the schedule is full. */
void schedule_add(Schedule *schedule, uint32_t solver, float seconds);
bool schedule_has(const Schedule *schedule, uint32_t solver);

#endif
