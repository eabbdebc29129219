#include "run/process/watchdog.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run/process/family.h"

/* The child of a process with threads: only system calls from here on, and no memory is asked for. */

/* Processes may be making others meanwhile, so it is over when twice none was left; what hangs in the kernel stays. */
static void clean_up(uint64_t nonce)
{
  enum { ROUNDS = 400, EMPTY_ROUNDS = 2 };
  static const struct timespec pause = {.tv_nsec = 5000000};
  int processes = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (int i = 0, empty = 0; processes >= 0 && i < ROUNDS && empty < EMPTY_ROUNDS; i++) {
    empty = family_kill_marked(processes, nonce, FAMILY_SLOT_BITS) ? 0 : empty + 1;
    nanosleep(&pause, NULL);
  }
}

/* Until the leash is let go (a byte), or the process that held it has ended. Copies of us hold it, too, but die with
 * us. */
static _Noreturn void watch(int leash, uint64_t nonce)
{
  char byte;
  ssize_t got;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  setsid();
  if (dup2(leash, 0) == 0) syscall(SYS_close_range, 1, ~0u, 0);
  while ((got = read(0, &byte, 1)) < 0 && errno == EINTR) continue;
  if (got == 0) clean_up(nonce);
  _exit(0);
}

void watchdog_start(Watchdog *watchdog, uint64_t nonce)
{
  assert(nonce && !watchdog->pid);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[1]);
    watch(ends[0], nonce);
  }
  close(ends[0]);
  if (pid < 0)
    close(ends[1]);
  else
    *watchdog = (Watchdog){.pid = pid, .leash = ends[1]};
}

void watchdog_stop(Watchdog *watchdog)
{
  if (!watchdog->pid) return;
  assert(watchdog->pid > 0 && watchdog->leash >= 0);
  (void)!write(watchdog->leash, "", 1);
  close(watchdog->leash);
  while (waitpid(watchdog->pid, NULL, 0) < 0 && errno == EINTR) continue;
  *watchdog = (Watchdog){0};
}
