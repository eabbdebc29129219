/* What the files of work share. */
#ifndef CAMPAIGN_CREWWORK_PARTS_H
#define CAMPAIGN_CREWWORK_PARTS_H

#include <stdint.h>
#include <time.h>

/* The first byte of a result: what follows is what the unit printed, or why it has failed. */
enum { WORK_FINE = '+', WORK_FAILED = '-' };

/* How long a server that is gone is waited for. */
enum { WORK_AWAY_MS = 600000 };
#define WORK_NS_PER_MS UINT64_C(1000000)

static inline void crewwork_pause(uint64_t ms)
{
  struct timespec time = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000};
  nanosleep(&time, NULL);
}

#endif
