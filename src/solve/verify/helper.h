/* A process that works for an engine: another program, or a copy of ours. It runs while it is waited for, and is stopped
 * in between; it can crash, leak and forget its time limit without harm. */
#ifndef SOLVE_VERIFY_HELPER_H
#define SOLVE_VERIFY_HELPER_H

#include "run/process/supervisor.h"

enum { HELPER_MEMORY = 2 }; /* limit in GiB */

typedef struct {
  Supervisor *supervisor; /* NULL: it could not be made */
  RunHandle handle;       /* 0: not started */
  bool waiting;           /* stopped between two waits */
} Helper;

Status helper_init(Helper *helper, Error *error);
/* Kills the process if it still runs. */
void helper_deinit(Helper *helper);
/* Waits for the end of helper->handle until a time of clock_monotonic_ns, or until `stop`. True: the result is there, and is
 * to be released with run_result_deinit. */
bool helper_wait(Helper *helper, uint64_t until_ns, const volatile bool *stop, RunResult *result);

#endif
