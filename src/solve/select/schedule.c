#include "solve/select/schedule.h"

#include <assert.h>
#include <math.h>

void schedule_add(Schedule *schedule, uint32_t solver, float seconds)
{
  assert(seconds > 0);
  if (schedule->count < SCHEDULE_SLOTS)
    schedule->slots[schedule->count++] = (ScheduleSlot){solver, seconds};
}

bool schedule_has(const Schedule *schedule, uint32_t solver)
{
  for (size_t i = 0; i < schedule->count; i++)
    if (schedule->slots[i].solver == solver) return true;
  return false;
}

/* How long the solver of a slot has run in the slots before it. */
static double time_used(const Schedule *schedule, size_t slot)
{
  double used = 0;
  for (size_t i = 0; i < slot; i++)
    if (schedule->slots[i].solver == schedule->slots[slot].solver)
      used += schedule->slots[i].seconds;
  return used;
}

ScheduleResult schedule_replay(const Schedule *schedule, const Run *runs, double limit,
                               double penalty, double before)
{
  double elapsed = before;
  for (size_t i = 0; i < schedule->count && elapsed < limit; i++) {
    const ScheduleSlot *slot = &schedule->slots[i];
    const Run *run = &runs[slot->solver];
    double used = time_used(schedule, i);
    double slice = fmin(slot->seconds, limit - elapsed);
    double end = run->state == RUN_MISSING ? limit : run->wall;
    if (end < used) continue; /* it ended in an earlier slot */
    bool ends = end - used <= slice;
    if (ends && run->state == RUN_SOLVED) return (ScheduleResult){elapsed + end - used, true};
    if (ends && run->state == RUN_WRONG)
      return (ScheduleResult){run_score(run, limit, penalty), false};
    elapsed += fmin(end - used, slice);
  }
  return (ScheduleResult){penalty * limit, false};
}
