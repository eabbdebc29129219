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

/* How many checks a run has solved after so many seconds. */
static uint32_t solved_by(const BenchmarkRun *run, double seconds)
{
  bool counts = run->state == RUN_SOLVED || run->state == RUN_UNSOLVED;
  if (!counts || run->checks <= 1) return 0;
  if (seconds >= (double)run->wall) return run->solved;
  return (uint32_t)(run->solved * (seconds / (double)run->wall));
}

ScheduleResult schedule_replay(const Schedule *schedule, const BenchmarkRun *runs, double limit,
                               double penalty, double before)
{
  assert(limit > 0 && penalty >= 1 && before >= 0);
  double elapsed = 0;
  uint32_t most = 0, checks = 1;
  for (size_t i = 0; i < schedule->count && elapsed < limit; i++) {
    const ScheduleSlot *slot = &schedule->slots[i];
    const BenchmarkRun *run = &runs[slot->solver];
    if (i == schedule->features_at) elapsed += before;
    if (elapsed >= limit) break;
    double used = time_used(schedule, i);
    double slice = fmin(slot->seconds, limit - elapsed);
    double end = run->state == RUN_MISSING ? limit : run->wall;
    if (end < used) continue; /* it ended in an earlier slot */
    bool ends = end - used <= slice;
    if (ends && run->state == RUN_SOLVED) return (ScheduleResult){elapsed + end - used, true};
    if (ends && run->state == RUN_WRONG)
      return (ScheduleResult){runs_score(run, limit, penalty), false};
    elapsed += fmin(end - used, slice);
    uint32_t solved = solved_by(run, used + slice);
    if (run->checks > checks) checks = run->checks;
    if (solved > most) most = solved;
  }
  return (ScheduleResult){runs_partial_score(elapsed, checks, most, limit, penalty), false};
}
