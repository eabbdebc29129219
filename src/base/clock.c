#include "base/clock.h"

#include <assert.h>
#include <sys/resource.h>
#include <time.h>

static uint64_t clock_ns(clockid_t id)
{
  struct timespec now;
  int failed = clock_gettime(id, &now);
  assert(!failed);
  (void)failed;
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t clock_monotonic_ns(void)
{
  return clock_ns(CLOCK_MONOTONIC);
}

uint64_t clock_process_cpu_ns(void)
{
  return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t clock_family_cpu_ns(void)
{
  struct rusage usage;
  uint64_t own = clock_process_cpu_ns();
  if (getrusage(RUSAGE_CHILDREN, &usage) != 0) return own;
  struct timeval user = usage.ru_utime, system = usage.ru_stime;
  return own + (uint64_t)(user.tv_sec + system.tv_sec) * UINT64_C(1000000000) +
         (uint64_t)(user.tv_usec + system.tv_usec) * 1000;
}
