#include "run/process/enclosure.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "run/process/isolate.h"

enum { LOOK_MS = 200, MAP_BYTES = 64 };
#define CLOSE_PATIENCE_NS UINT64_C(10000000000)

/* What we and the spawner tell each other in the memory that we share. One of us waits while the other one writes. */
struct EnclosureExchange {
  pid_t parent;
  bool new_user;
  char user_map[MAP_BYTES], group_map[MAP_BYTES];
  int orders, answers;
  int failure;
  /* A process to start, and the result. */
  int (*function)(void *);
  char *stack_top;
  void *argument;
  int pid, pidfd;
};

/* --- the spawner: it has no memory of its own, so only system calls from here on, and no books of sanitizers --- */

#define IN_CHILD __attribute__((no_sanitize("address", "undefined", "thread")))

IN_CHILD static bool put_text(const char *path, const char *text, size_t length)
{
  int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool done = syscall(SYS_write, fd, text, length) == (long)length;
  int failure = errno;
  syscall(SYS_close, fd);
  errno = failure;
  return done;
}

IN_CHILD static size_t length_of(const char *text)
{
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

/* The same user as outside. Mounts of the system still come in, ours do not go out. */
IN_CHILD static int enter(const EnclosureExchange *exchange)
{
  int flags = CLONE_NEWPID | CLONE_NEWNS | (exchange->new_user ? CLONE_NEWUSER : 0);
  /* Who waits for the end of our process group, as Slurm does, need not wait until somebody has reaped the two. */
  if (syscall(SYS_setsid) < 0) return errno;
  if (syscall(SYS_unshare, flags) != 0) return errno;
  if (exchange->new_user &&
      (!put_text("/proc/self/setgroups", "deny", 4) ||
       !put_text("/proc/self/uid_map", exchange->user_map, length_of(exchange->user_map)) ||
       !put_text("/proc/self/gid_map", exchange->group_map, length_of(exchange->group_map))))
    return errno;
  if (syscall(SYS_mount, "", "/", "", MS_REC | MS_SLAVE, NULL) != 0) return errno;
  /* Only now: who gets other rights loses the wish. */
  if (syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
  return syscall(SYS_getppid) == exchange->parent ? 0 : ESRCH;
}

IN_CHILD static void answer(const EnclosureExchange *exchange)
{
  uint64_t count = 1;
  syscall(SYS_write, exchange->answers, &count, sizeof count);
}

IN_CHILD static void await_order(const EnclosureExchange *exchange)
{
  uint64_t count;
  while (syscall(SYS_read, exchange->orders, &count, sizeof count) != sizeof count)
    if (errno != EINTR) syscall(SYS_exit_group, 1);
}

IN_CHILD static int spawn_processes(void *argument)
{
  EnclosureExchange *exchange = argument;
  exchange->failure = enter(exchange);
  answer(exchange);
  if (exchange->failure) return 1;
  for (;;) {
    await_order(exchange);
    exchange->pid = __clone(exchange->function, exchange->stack_top,
                            CLONE_PARENT | CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD,
                            exchange->argument, &exchange->pidfd);
    exchange->failure = exchange->pid < 0 ? errno : 0;
    answer(exchange);
  }
}

/* --- the first process --- */

typedef struct {
  int null, link, program;
  volatile int failure;
} First;

IN_CHILD static int become_first(void *argument)
{
  static char name[] = ENCLOSURE_FIRST;
  char *words[] = {name, NULL}, *environment[] = {NULL};
  First *first = argument;
  if (syscall(SYS_mount, "proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0)
    goto failed;
  for (int fd = 0; fd < ENCLOSURE_LINK; fd++)
    if (syscall(SYS_dup3, first->null, fd, 0) < 0) goto failed;
  if (first->link == ENCLOSURE_LINK ? syscall(SYS_fcntl, first->link, F_SETFD, 0) < 0
                                    : syscall(SYS_dup3, first->link, ENCLOSURE_LINK, 0) < 0)
    goto failed;
  syscall(SYS_close_range, ENCLOSURE_LINK + 1, ~0u, CLOSE_RANGE_CLOEXEC);
  syscall(SYS_execveat, first->program, "", words, environment, AT_EMPTY_PATH);
failed:
  first->failure = errno ? errno : EINVAL;
  syscall(SYS_exit_group, 127);
  return 127;
}

/* --- ours --- */

static void wait_for(pid_t pid)
{
  assert(pid > 1);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
}

/* False: the spawner is gone. */
static bool await_answer(const Enclosure *enclosure)
{
  uint64_t count;
  struct pollfd ready = {.fd = enclosure->answers, .events = POLLIN};
  for (;;) {
    siginfo_t info = {0};
    if (poll(&ready, 1, LOOK_MS) > 0) {
      ssize_t got = read(enclosure->answers, &count, sizeof count);
      if (got == sizeof count) return true;
      if (errno != EINTR) return false;
    }
    if (waitid(P_PID, (id_t)enclosure->spawner, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid != 0)
      return false;
  }
}

pid_t enclosure_clone(Enclosure *enclosure, int (*function)(void *), char *stack_top,
                      void *argument, int *pidfd)
{
  assert(enclosure->spawner > 0 && function && stack_top);
  EnclosureExchange *exchange = enclosure->exchange;
  uint64_t order = 1;
  ssize_t put;
  exchange->function = function;
  exchange->stack_top = stack_top;
  exchange->argument = argument;
  do put = write(enclosure->orders, &order, sizeof order);
  while (put < 0 && errno == EINTR);
  if (put != sizeof order || !await_answer(enclosure)) return -ECHILD;
  if (exchange->failure) return -exchange->failure;
  *pidfd = exchange->pidfd;
  return exchange->pid;
}

static int start_spawner(Enclosure *enclosure, bool new_user)
{
  EnclosureExchange *exchange = enclosure->exchange;
  assert(exchange && enclosure->orders > 2 && enclosure->answers > 2);
  *exchange = (EnclosureExchange){.parent = getpid(),
                                  .new_user = new_user,
                                  .orders = enclosure->orders,
                                  .answers = enclosure->answers};
  snprintf(exchange->user_map, MAP_BYTES, "%u %u 1", geteuid(), geteuid());
  snprintf(exchange->group_map, MAP_BYTES, "%u %u 1", getegid(), getegid());
  int dumpable = prctl(PR_GET_DUMPABLE);
  enclosure->spawner = __clone(spawn_processes, launch_stack_top(&enclosure->stack),
                               CLONE_VM | CLONE_FILES | SIGCHLD, exchange);
  if (enclosure->spawner < 0) return errno;
  int failure = await_answer(enclosure) ? exchange->failure : ECHILD;
  /* Memory of somebody who gets other rights is closed to others: but it is ours, too. */
  if (dumpable == 1) prctl(PR_SET_DUMPABLE, 1);
  if (!failure) return 0;
  kill(enclosure->spawner, SIGKILL);
  wait_for(enclosure->spawner);
  enclosure->spawner = 0;
  return failure;
}

/* It is there for good once it knows that we saw it wish to die with us. */
static int greet(const Enclosure *enclosure)
{
  char byte = 0;
  ssize_t got;
  do got = recv(enclosure->link, &byte, 1, 0);
  while (got < 0 && errno == EINTR);
  return got == 1 && send(enclosure->link, &byte, 1, MSG_NOSIGNAL) == 1 ? 0 : ECHILD;
}

static int start_first(Enclosure *enclosure)
{
  int ends[2], pidfd = -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  enclosure->link = launch_raise(ends[0]);
  First first = {.null = launch_raise(open("/dev/null", O_RDWR | O_CLOEXEC)),
                 .link = launch_raise(ends[1]),
                 .program = isolate_open()};
  LaunchStack stack = {0};
  int failure = first.null < 0 || first.link < 0 || first.program < 0 || enclosure->link < 0
                    ? errno
                    : launch_stack_init(&stack);
  if (!failure) {
    pid_t pid = enclosure_clone(enclosure, become_first, launch_stack_top(&stack), &first, &pidfd);
    failure = pid < 0 ? -pid : first.failure;
    if (pid > 0) enclosure->first = pid;
  }
  if (pidfd >= 0) close(pidfd);
  if (first.null >= 0) close(first.null);
  if (first.link >= 0) close(first.link);
  if (first.program >= 0) close(first.program);
  launch_stack_deinit(&stack);
  return failure ? failure : greet(enclosure);
}

static int open_all(Enclosure *enclosure, bool new_user)
{
  *enclosure = (Enclosure){.link = -1, .orders = -1, .answers = -1};
  int failure = launch_stack_init(&enclosure->stack);
  if (failure) return failure;
  enclosure->exchange = mem_alloc_zero(1, sizeof *enclosure->exchange);
  enclosure->orders = launch_raise(eventfd(0, EFD_CLOEXEC));
  enclosure->answers = launch_raise(eventfd(0, EFD_CLOEXEC));
  if (enclosure->orders < 0 || enclosure->answers < 0) return errno;
  failure = start_spawner(enclosure, new_user);
  return failure ? failure : start_first(enclosure);
}

int enclosure_open(Enclosure *enclosure)
{
  sigset_t all, before;
  bool is_root = geteuid() == 0;
  sigfillset(&all);
  /* The spawner is born with them blocked. */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int failure = open_all(enclosure, !is_root);
  if (failure) enclosure_close(enclosure);
  if (failure && is_root) {
    failure = open_all(enclosure, true);
    if (failure) enclosure_close(enclosure);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failure;
}

/* What hangs in the kernel holds the namespace, but not us. */
static void end_first(pid_t first)
{
  assert(first > 1);
  uint64_t end = clock_monotonic_ns() + CLOSE_PATIENCE_NS;
  kill(first, SIGKILL);
  while (waitpid(first, NULL, WNOHANG) == 0 && clock_monotonic_ns() < end) usleep(200);
}

void enclosure_close(Enclosure *enclosure)
{
  if (enclosure->first > 0) end_first(enclosure->first);
  if (enclosure->spawner > 0) {
    kill(enclosure->spawner, SIGKILL);
    wait_for(enclosure->spawner);
  }
  if (enclosure->exchange) {
    if (enclosure->link >= 0) close(enclosure->link);
    if (enclosure->orders >= 0) close(enclosure->orders);
    if (enclosure->answers >= 0) close(enclosure->answers);
  }
  launch_stack_deinit(&enclosure->stack);
  free(enclosure->exchange);
  *enclosure = (Enclosure){.link = -1, .orders = -1, .answers = -1};
}

bool enclosure_take_report(const Enclosure *enclosure, EnclosureReport *report)
{
  return enclosure->first > 0 &&
         recv(enclosure->link, report, sizeof *report, MSG_DONTWAIT) == sizeof *report;
}
