#include "base/clock.h"

#include <assert.h>
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
