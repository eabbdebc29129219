#include "run/process/launch.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/process/counter.h"
#include "run/process/enclosure.h"

enum {
  STACK_BYTES = 1 << 16,
  GUARD_BYTES = 1 << 12,
  FIRST_FREE_FD = 3,
  INPUT_FD = 3,
  LIBRARY_FD = 4
};

int launch_stack_init(LaunchStack *stack)
{
  void *bytes = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (bytes == MAP_FAILED) return errno;
  stack->bytes = bytes;
  mprotect(bytes, GUARD_BYTES, PROT_NONE);
  return 0;
}

void launch_stack_deinit(LaunchStack *stack)
{
  if (stack->bytes) munmap(stack->bytes, STACK_BYTES);
  stack->bytes = NULL;
}

char *launch_stack_top(const LaunchStack *stack)
{
  assert(stack->bytes);
  return stack->bytes + STACK_BYTES;
}

int launch_raise(int fd)
{
  if (fd < 0 || fd >= FIRST_FREE_FD) return fd;
  int raised = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FREE_FD);
  int failure = errno;
  close(fd);
  errno = failure;
  return raised;
}

/* The child shares our memory until it is another program, while we wait. It may only make system
 * calls, write to `failure` and use its own stack; sanitizers must not keep books on that stack. */
#define IN_CHILD __attribute__((no_sanitize("address", "undefined", "thread")))

typedef struct {
  const Launch *launch;
  pid_t parent;     /* 0: not to be seen from inside an enclosure, which dies with it */
  const char *here; /* our folder, where the child does not have it; NULL: it has */
  volatile int failure;
} Child;

IN_CHILD static bool limit(__rlimit_resource_t resource, rlim_t soft, rlim_t hard)
{
  struct rlimit now, wanted;
  if (getrlimit(resource, &now) != 0) return false;
  wanted.rlim_max = hard < now.rlim_max ? hard : now.rlim_max;
  wanted.rlim_cur = soft < wanted.rlim_max ? soft : wanted.rlim_max;
  return setrlimit(resource, &wanted) == 0;
}

IN_CHILD static bool set_limits(const Launch *launch)
{
  const RunLimits *limits = &launch->request->limits;
  /* Dumps into a program of the system ignore a limit of 0; with 1 no kind of dump is made. */
  bool well = limit(RLIMIT_CORE, 1, 1);
  if (limits->open_files)
    well = well && limit(RLIMIT_NOFILE, limits->open_files, limits->open_files);
  if (limits->address_space_bytes)
    well = well && limit(RLIMIT_AS, limits->address_space_bytes, limits->address_space_bytes);
  /* The supervisor ends the run long before that, unless it has been stopped. */
  if (limits->cpu_ns) {
    rlim_t seconds = limits->cpu_ns / 1000000000u + 2;
    well = well && limit(RLIMIT_CPU, seconds, seconds);
  }
  rlim_t hard = launch->request->serves ? RLIM_INFINITY : launch->mark;
  if (launch->mark != RLIM_INFINITY) well = well && limit(RLIMIT_LOCKS, launch->mark, hard);
  return well;
}

IN_CHILD static bool set_descriptors(const Launch *launch)
{
  if (dup2(launch->in, 0) < 0 || dup2(launch->out, 1) < 0 || dup2(launch->err, 2) < 0) return false;
  unsigned first = FIRST_FREE_FD;
  if (launch->input >= 0) {
    if (launch->input == INPUT_FD ? fcntl(INPUT_FD, F_SETFD, 0) < 0
                                  : dup2(launch->input, INPUT_FD) < 0)
      return false;
    first = INPUT_FD + 1;
  }
  if (launch->library >= 0) {
    if (dup2(launch->library, LIBRARY_FD) < 0) return false;
    first = LIBRARY_FD + 1;
  }
  /* Without a new program nothing would close them. */
  unsigned how = launch->request->call ? 0 : CLOSE_RANGE_CLOEXEC;
  return syscall(SYS_close_range, first, ~0u, how) == 0;
}

/* Handlers of ours are forgotten by exec, but signals we ignore would stay ignored; and no handler may
 * run in the child once signals are not blocked any more. */
IN_CHILD static bool set_signals(void)
{
  struct sigaction action;
  sigset_t none;
  action.sa_handler = SIG_DFL;
  action.sa_flags = 0;
  sigemptyset(&action.sa_mask);
  for (int number = 1; number <= SIGRTMAX; number++) sigaction(number, &action, NULL);
  sigemptyset(&none);
  return sigprocmask(SIG_SETMASK, &none, NULL) == 0;
}

IN_CHILD static bool pin(const RunRequest *request)
{
  if (!request->pin) return true;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (request->cpu >= CPU_SETSIZE) {
    errno = EINVAL;
    return false;
  }
  CPU_SET(request->cpu, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

/* What runs in an enclosure shares its mounts and its first process with the other runs. Root could mount something over /proc
 * there, or end that process; others have no such rights once they are another program. */
IN_CHILD static void drop_rights(void)
{
  prctl(PR_CAPBSET_DROP, CAP_SYS_ADMIN, 0, 0, 0);
  prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE, 0, 0, 0);
  prctl(PR_CAPBSET_DROP, CAP_SYS_BOOT, 0, 0, 0);
}

IN_CHILD static int run_child(void *argument)
{
  Child *child = argument;
  const Launch *launch = child->launch;
  const RunRequest *request = launch->request;
  char *const *words;
  __builtin_memcpy(&words, &request->argv, sizeof words);
  /* If we died before the wish was made, nobody would grant it. */
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != child->parent) goto failed;
  if (child->here && chdir(child->here) != 0) goto failed;
  if (child->parent == 0) drop_rights();
  if (setsid() < 0 || !pin(request)) goto failed;
  if (request->directory && chdir(request->directory) != 0) goto failed;
  if (launch->counter_socket >= 0) counter_send(launch->counter_socket);
  if (!set_descriptors(launch) || !set_limits(launch) || !set_signals()) goto failed;
  if (request->call) return 0;
  execve(launch->program, words, launch->environment);
failed:
  child->failure = errno ? errno : EINVAL;
  _exit(127);
}

/* Gives the descriptor of a child that was just made, above those of its own; it has ended if there is none. */
static int watch_child(pid_t pid, int made, int *pidfd)
{
  assert(pid > 1);
  *pidfd = launch_raise(made);
  if (*pidfd >= 0) return 0;
  int failure = errno;
  kill(pid, SIGKILL);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  return failure;
}

/* With memory of its own. The pipe is closed once the copy is in a session of its own, where signals of ours reach it. */
static int launch_copy(const Launch *launch, pid_t *pid, int *pidfd)
{
  Child child = {.launch = launch, .parent = getpid()};
  int ends[2];
  char nothing;
  sigset_t all, before;
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  sigfillset(&all);
  fflush(NULL); /* what waits to be written is written once */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t copy = fork();
  if (copy == 0)
    _exit(run_child(&child) == 0 ? launch->request->call(launch->request->call_user) : 127);
  int failure = copy < 0 ? errno : 0;
  close(ends[1]);
  if (!failure)
    while (read(ends[0], &nothing, 1) < 0 && errno == EINTR) continue;
  close(ends[0]);
  if (!failure) failure = watch_child(copy, (int)syscall(SYS_pidfd_open, copy, 0), pidfd);
  if (!failure) *pid = copy;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failure;
}

/* Gives the number of the child, or -errno. */
static pid_t make_child(Child *child, const LaunchStack *stack, Enclosure *enclosure, int *pidfd)
{
  char here[PATH_MAX];
  if (!enclosure) {
    child->parent = getpid();
    int started = __clone(run_child, launch_stack_top(stack),
                          CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, child, pidfd);
    return started < 0 ? -errno : started;
  }
  child->here = getcwd(here, sizeof here);
  return enclosure_clone(enclosure, run_child, launch_stack_top(stack), child, pidfd);
}

int launch_process(const Launch *launch, const LaunchStack *stack, Enclosure *enclosure, pid_t *pid,
                   int *pidfd)
{
  assert(launch->in > 2 && launch->out > 2 && launch->err > 2);
  assert(launch->input < 0 || launch->input > 2);
  assert(launch->library < 0 || launch->library > LIBRARY_FD);
  if (launch->request->call) return launch_copy(launch, pid, pidfd);
  Child child = {.launch = launch};
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t started = make_child(&child, stack, enclosure, pidfd);
  int failure = started < 0 ? -started : child.failure;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failure == 0) {
    failure = watch_child(started, *pidfd, pidfd);
    if (!failure) *pid = started;
    return failure;
  }
  if (started > 0) {
    close(*pidfd);
    *pidfd = -1;
    while (waitpid(started, NULL, 0) < 0 && errno == EINTR) continue;
  }
  return failure;
}

static bool is_program(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

int launch_find(const char *name, char *path, size_t size)
{
  assert(name && size > 0);
  if (strchr(name, '/')) return (size_t)snprintf(path, size, "%s", name) < size ? 0 : ENAMETOOLONG;
  const char *rest = getenv("PATH");
  if (!rest) rest = "/usr/local/bin:/usr/bin:/bin";
  while (*name && *rest) {
    int length = (int)strcspn(rest, ":");
    int written = snprintf(path, size, "%.*s%s%s", length, rest, length ? "/" : "", name);
    if (written > 0 && (size_t)written < size && is_program(path)) return 0;
    rest += length;
    if (*rest == ':') rest++;
  }
  return ENOENT;
}
