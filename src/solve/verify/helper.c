#include "solve/verify/helper.h"

#include <assert.h>

#include "base/clock.h"

/* How long `stop` may go unseen. */
#define LOOK_NS UINT64_C(50000000)

Status helper_init(Helper *helper, Error *error)
{
  *helper = (Helper){0};
  return supervisor_create(&helper->supervisor, error);
}

void helper_deinit(Helper *helper)
{
  if (helper->supervisor) supervisor_destroy(helper->supervisor);
  *helper = (Helper){0};
}

bool helper_wait(Helper *helper, uint64_t until_ns, const volatile bool *stop, RunResult *result)
{
  assert(helper->supervisor && helper->handle);
  if (helper->waiting) supervisor_resume(helper->supervisor, helper->handle);
  helper->waiting = false;
  for (uint64_t now = clock_monotonic_ns(); now < until_ns && !(stop && *stop);
       now = clock_monotonic_ns()) {
    RunEvent event;
    uint64_t left = until_ns - now;
    if (supervisor_wait(helper->supervisor, left < LOOK_NS ? left : LOOK_NS, &event) ==
        RUN_EVENT_FINISHED) {
      *result = event.result;
      helper->handle = 0;
      return true;
    }
  }
  helper->waiting = supervisor_pause(helper->supervisor, helper->handle);
  return false;
}
