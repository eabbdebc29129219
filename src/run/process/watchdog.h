/* A process that waits for our end, however it comes, and then kills what our runs have left behind.
 *
 * Programs that we start die with us, but not what they have started. The watchdog is made when the first such
 * process is seen, so that runs of single programs cost nothing. */
#ifndef RUN_PROCESS_WATCHDOG_H
#define RUN_PROCESS_WATCHDOG_H

#include <stdint.h>
#include <sys/types.h>

typedef struct {
  pid_t pid; /* 0: there is none */
  int leash; /* closed by the kernel when we end */
} Watchdog;

/* Kills processes whose mark has this nonce (family.h), which is not 0. Without room for a process there is none. */
void watchdog_start(Watchdog *watchdog, uint64_t nonce);
/* Ends it; nothing is killed. */
void watchdog_stop(Watchdog *watchdog);

#endif
