/* A library that is loaded into a solver and stops it where it opens its script. From there on it makes
 * a copy of the process for each script it is sent, which then goes on as if nothing had happened: all
 * that a solver does before it looks at its input is done once.
 *
 * The copies are children of our parent and not of ours (CLONE_PARENT), so that assay can watch, kill and
 * measure them like any other program. When assay is gone the kernel kills them and us.
 *
 * Only libc is used, and nothing here may print, allocate or fail loudly: to the solver it is not there. */
/* Both fopen and fopen64 are defined here, whatever the rest of the project is built with. */
#undef _FILE_OFFSET_BITS
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "run/process/fork_protocol.h"

#define EXPORT __attribute__((visibility("default")))

/* There is one process and one thread; the hooks have no other place for it. */
static bool has_served;

/* Programs that the solver starts are none of our business. */
static void leave_environment(void)
{
  const char *list = getenv("LD_PRELOAD");
  const char *rest = list ? strchr(list, ':') : NULL;
  if (rest)
    setenv("LD_PRELOAD", rest + 1, 1);
  else
    unsetenv("LD_PRELOAD");
  unsetenv("LD_BIND_NOW");
  close(FORK_LIBRARY);
}

/* Copies of a process do not inherit its timers. */
static bool has_timer(void)
{
  static const int kinds[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    struct itimerval timer;
    if (getitimer(kinds[i], &timer) == 0 && (timer.it_value.tv_sec || timer.it_value.tv_usec))
      return true;
  }
  return false;
}

static void notify(int problem)
{
  ForkNotice notice = {FORK_MAGIC, problem, has_timer()};
  if (send(FORK_SOCKET, &notice, sizeof notice, MSG_NOSIGNAL) != sizeof notice) _exit(127);
}

/* The next order; without one there is nobody to serve any more. */
static void receive(ForkOrder *order, int descriptors[FORK_DESCRIPTORS])
{
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(FORK_DESCRIPTORS * sizeof(int))];
  } control;
  struct iovec part = {order, sizeof *order};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  ssize_t got;
  do got = recvmsg(FORK_SOCKET, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  const struct cmsghdr *rights = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (got != sizeof *order || order->magic != FORK_MAGIC || !rights ||
      rights->cmsg_type != SCM_RIGHTS ||
      rights->cmsg_len != CMSG_LEN(FORK_DESCRIPTORS * sizeof(int)))
    _exit(0);
  memcpy(descriptors, CMSG_DATA(rights), FORK_DESCRIPTORS * sizeof(int));
}

/* Like fork, but a brother. libc keeps the number of the thread where the kernel clears it at its end. */
static long copy_process(int *thread_number)
{
  struct clone_args arguments = {
      .flags = CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID,
      .child_tid = (uint64_t)(uintptr_t)thread_number,
  };
  return syscall(SYS_clone3, &arguments, sizeof arguments);
}

static bool limit(__rlimit_resource_t resource, uint64_t value)
{
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) return false;
  if (value < now.rlim_max) now.rlim_max = value;
  now.rlim_cur = now.rlim_max;
  return setrlimit(resource, &now) == 0;
}

/* In the copy: what a new program would have been given. */
static bool make_ready(const ForkOrder *order, const int descriptors[FORK_DESCRIPTORS],
                       pid_t parent)
{
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent || setsid() < 0) return false;
  if (order->mark != UINT64_MAX && !limit(RLIMIT_LOCKS, order->mark)) return false;
  if (order->address_space_bytes && !limit(RLIMIT_AS, order->address_space_bytes)) return false;
  if (order->cpu_seconds && !limit(RLIMIT_CPU, order->cpu_seconds)) return false;
  for (int i = FORK_IN; i <= FORK_ERR; i++)
    if (dup2(descriptors[i], i) < 0 || close(descriptors[i]) != 0) return false;
  return true;
}

static void become_run(const ForkOrder *order, const int descriptors[FORK_DESCRIPTORS],
                       pid_t parent)
{
  bool ready = make_ready(order, descriptors, parent);
  notify(ready ? 0 : errno ? errno : EINVAL);
  if (!ready || dup2(descriptors[FORK_SCRIPT], FORK_SOCKET) < 0) _exit(127);
  close(descriptors[FORK_SCRIPT]);
}

/* Returns only in copies. */
static void serve(void)
{
  pid_t parent = getppid();
  int *thread_number = NULL;
  leave_environment();
  if (prctl(PR_GET_TID_ADDRESS, &thread_number) != 0 || !thread_number) {
    notify(errno ? errno : ENOSYS);
    _exit(127);
  }
  notify(0);
  for (;;) {
    ForkOrder order;
    int descriptors[FORK_DESCRIPTORS];
    receive(&order, descriptors);
    long copy = copy_process(thread_number);
    if (copy == 0) {
      become_run(&order, descriptors, parent);
      return;
    }
    if (copy < 0) notify(errno);
    for (int i = 0; i < FORK_DESCRIPTORS; i++) close(descriptors[i]);
  }
}

static void look_at(const char *path)
{
  int type;
  socklen_t size = sizeof type;
  if (has_served || !path || strcmp(path, FORK_INPUT_PATH) != 0 ||
      getsockopt(FORK_SOCKET, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_SEQPACKET)
    return;
  int before = errno;
  has_served = true;
  serve();
  errno = before;
}

/* The function that the program would have called without us. */
static void find_real(const char *name, void *function)
{
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) _exit(127);
  memcpy(function, &found, sizeof found);
}

#define HOOK_FOPEN(name)                                                                           \
  EXPORT FILE *name(const char *path, const char *mode);                                           \
  EXPORT FILE *name(const char *path, const char *mode)                                            \
  {                                                                                                \
    FILE *(*real)(const char *, const char *);                                                     \
    find_real(#name, &real);                                                                       \
    look_at(path);                                                                                 \
    return real(path, mode);                                                                       \
  }

static mode_t mode_argument(int flags, va_list arguments)
{
  bool has_mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
  return has_mode ? va_arg(arguments, mode_t) : 0;
}

#define HOOK_OPEN(name)                                                                            \
  EXPORT int name(const char *path, int flags, ...);                                               \
  EXPORT int name(const char *path, int flags, ...)                                                \
  {                                                                                                \
    int (*real)(const char *, int, ...);                                                           \
    va_list arguments;                                                                             \
    va_start(arguments, flags);                                                                    \
    mode_t mode = mode_argument(flags, arguments);                                                 \
    va_end(arguments);                                                                             \
    find_real(#name, &real);                                                                       \
    look_at(path);                                                                                 \
    return real(path, flags, mode);                                                                \
  }

#define HOOK_OPENAT(name)                                                                          \
  EXPORT int name(int folder, const char *path, int flags, ...);                                   \
  EXPORT int name(int folder, const char *path, int flags, ...)                                    \
  {                                                                                                \
    int (*real)(int, const char *, int, ...);                                                      \
    va_list arguments;                                                                             \
    va_start(arguments, flags);                                                                    \
    mode_t mode = mode_argument(flags, arguments);                                                 \
    va_end(arguments);                                                                             \
    find_real(#name, &real);                                                                       \
    look_at(path);                                                                                 \
    return real(folder, path, flags, mode);                                                        \
  }

/* libstdc++'s streams, antlr and flex call one of the first two. */
HOOK_FOPEN(fopen)
HOOK_FOPEN(fopen64)
HOOK_OPEN(open)
HOOK_OPEN(open64)
HOOK_OPENAT(openat)
HOOK_OPENAT(openat64)
