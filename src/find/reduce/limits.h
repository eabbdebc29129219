/* Limits of time that follow from how long a run took. */
#ifndef FIND_REDUCE_LIMITS_H
#define FIND_REDUCE_LIMITS_H

#include "run/process/run.h"

#define LIMITS_SECOND UINT64_C(1000000000)

/* Before anything is known. */
#define LIMITS_FIRST_NS (60 * LIMITS_SECOND)

/* The limit of wall time that goes with one of CPU time. */
static inline uint64_t limits_wall(uint64_t cpu_ns)
{
  return 10 * cpu_ns + 3 * LIMITS_SECOND;
}

/* Limits for runs that should take about as long as one did. CPU time counts, as it depends little on
 * what else the machine does; the limit of wall time is far off, for programs that wait: on a busy
 * machine others may have most of the time. */
static inline void limits_learn(RunLimits *limits, uint64_t cpu_ns)
{
  uint64_t cpu = 2 * cpu_ns + 3 * LIMITS_SECOND / 10;
  if (limits->cpu_ns && limits->cpu_ns < cpu) return;
  limits->cpu_ns = cpu;
  limits->wall_ns = limits_wall(cpu);
}

#endif
