#include "solve/closedbox/guard.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"

enum {
  TICK_US = 1000,
  ALTERNATE_STACK = 64 << 10,
  FILE_BYTES = 16 << 20,
  SLEEP_FACTOR = 4,
  X32_CALLS = 0x40000000,
  EXIT_WORD = 0x41535359 /* what the filter lets pass; only its lowest byte is the exit status */
};

/* The state that the signal handlers share with guard_run. */
static struct {
  sigjmp_buf jump;
  pid_t process, thread; /* the thread that runs guard_run; boxes may have others */
  volatile sig_atomic_t inside, suspended;
  volatile uint64_t serial;   /* of guard_run */
  uint64_t seen, ticks;       /* since `seen` has not changed */
  uint64_t cpu_ns;            /* when it was first seen */
  uint64_t limit_ns, most_ns; /* the present limit, and that of the settings */
} guard;

/* --- signals --- */

/* Is there a guard_run to be left? True only once: a tick that comes while it is being left must not leave it again. Jumps
 * take locks under the address sanitizer, and that tick would wait for them for ever. */
static bool start_leaving(void)
{
  bool inside = guard.inside;
  guard.inside = 0;
  return inside;
}

static bool is_our_thread(void)
{
  return (pid_t)syscall(SYS_gettid) == guard.thread;
}

/* A thread of a box cannot jump to where our thread is: all is over. */
static void on_crash(int number)
{
  if (!is_our_thread() || !start_leaving()) guard_exit();
  siglongjmp(guard.jump, number == SIGSYS ? GUARD_EXITED : GUARD_CRASHED);
}

static uint64_t cpu_now_ns(void)
{
  struct timespec now = {0};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static void on_tick(int number)
{
  if (!guard.inside || guard.suspended) return;
  if (!is_our_thread()) {
    syscall(SYS_tgkill, guard.process, guard.thread, number);
    return;
  }
  if (guard.seen != guard.serial) {
    guard.seen = guard.serial;
    guard.ticks = 0;
    guard.cpu_ns = cpu_now_ns();
    return;
  }
  /* A process that waits for its turn does not hang, and one that sleeps takes no processor time. */
  uint64_t wall_ns = ++guard.ticks * TICK_US * UINT64_C(1000);
  if (wall_ns < guard.limit_ns) return;
  if (wall_ns >= SLEEP_FACTOR * guard.limit_ns || wall_ns >= guard.most_ns ||
      cpu_now_ns() - guard.cpu_ns >= guard.limit_ns / 2) {
    start_leaving();
    siglongjmp(guard.jump, GUARD_HUNG);
  }
}

/* Handlers are left by a jump, so a signal is not blocked while its handler runs. */
static void catch_signals(void)
{
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGXFSZ};
  stack_t stack = {.ss_sp = mem_alloc(1, ALTERNATE_STACK), .ss_size = ALTERNATE_STACK};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    sigaction(crashes[i], &action, NULL);
  action.sa_handler = on_tick;
  action.sa_flags |= SA_RESTART;
  sigaction(SIGALRM, &action, NULL);
  signal(SIGPIPE, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  struct itimerval tick = {{0, TICK_US}, {0, TICK_US}};
  setitimer(ITIMER_REAL, &tick, NULL);
}

/* --- the kernel's side --- */

/* Ending the process is a signal that guard_run survives; new processes and signals for others are refused. Threads may end
 * (they block signals then, so that theirs could not be survived); if ours does, its process is gone. */
static void filter_calls(void)
{
#define ANSWER(number, answer)                                                                     \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, answer)
#define REFUSE (SECCOMP_RET_ERRNO | EPERM)
#define ONLY_OURS(number)                                                                          \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4),                                               \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),                  \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, process, 0, 1),                                          \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), BPF_STMT(BPF_RET | BPF_K, REFUSE)
  const uint32_t process = (uint32_t)guard.process;
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, REFUSE),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      /* The same calls by other numbers. */
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_CALLS, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, REFUSE),
      ANSWER(SYS_fork, REFUSE),
      ANSWER(SYS_vfork, REFUSE),
      ANSWER(SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS),
      ANSWER(SYS_execve, REFUSE),
      ANSWER(SYS_execveat, REFUSE),
      ANSWER(SYS_kill, REFUSE),
      ANSWER(SYS_tkill, REFUSE),
      ANSWER(SYS_pidfd_send_signal, REFUSE),
      ANSWER(SYS_ptrace, REFUSE),
      ANSWER(SYS_process_vm_writev, REFUSE),
      ONLY_OURS(SYS_tgkill), /* abort needs it */
      ONLY_OURS(SYS_rt_sigqueueinfo),
      ONLY_OURS(SYS_rt_tgsigqueueinfo),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4), /* threads only */
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x10000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, REFUSE),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, EXIT_WORD, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
#undef ONLY_OURS
#undef REFUSE
#undef ANSWER
  struct sock_fprog program = {sizeof code / sizeof *code, code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void limit(int resource, uint64_t value)
{
  struct rlimit both = {value, value};
  setrlimit((__rlimit_resource_t)resource, &both);
}

static void silence(void)
{
  int nowhere = open("/dev/null", O_RDWR);
  for (int fd = 0; fd <= 2; fd++)
    if (dup2(nowhere, fd) < 0) close(fd);
  syscall(SYS_close_range, 3u, ~0u, 0u);
}

void guard_install(const GuardSettings *settings)
{
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  silence();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, FILE_BYTES);
#ifndef __SANITIZE_ADDRESS__
  if (settings->memory_bytes) limit(RLIMIT_AS, settings->memory_bytes);
#endif
  guard.process = getpid();
  guard.thread = (pid_t)syscall(SYS_gettid);
  guard.most_ns = settings->call_ns;
  guard_set_limit(settings->call_ns);
  catch_signals();
  if (!settings->programs) filter_calls();
}

void guard_set_limit(uint64_t call_ns)
{
  assert(call_ns > 0);
  guard.limit_ns = call_ns;
}

void guard_suspend(void)
{
  assert(!guard.suspended);
  guard.suspended = 1;
}

/* The time starts again. */
void guard_resume(void)
{
  assert(guard.suspended);
  guard.serial++;
  guard.suspended = 0;
}

/* --- running --- */

GuardEnd guard_run(void (*run)(void *context), void *context)
{
  assert(run);
  assert(!guard.inside);
  guard.suspended = 0;
  guard.serial++;
  int end = sigsetjmp(guard.jump, 0);
  if (end) {
    fesetround(FE_TONEAREST); /* it may have been left in between */
    return (GuardEnd)end;
  }
  guard.inside = 1;
  run(context);
  guard.inside = 0;
  return GUARD_FINE;
}

void guard_fail(void)
{
  if (!start_leaving()) guard_exit();
  siglongjmp(guard.jump, GUARD_FAILED);
}

void guard_exit(void)
{
  for (;;) syscall(SYS_exit_group, EXIT_WORD);
}
