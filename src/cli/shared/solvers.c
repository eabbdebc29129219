#include "cli/shared/solvers.h"

#include <assert.h>
#include <signal.h>
#include <sys/resource.h>

#include "run/process/isolate.h"

#define MODE_WORD(code, name) name,
const char *const solvers_mode_words[] = {SOLVE_MODE_LIST(MODE_WORD) NULL};
#undef MODE_WORD

Profiles *solvers_profiles(const Subcommand *command, const OptionList *files, bool isolate)
{
  Profiles *profiles = profiles_create();
  Error error;
  Status status = profiles_read_own(profiles, &error);
  for (size_t i = 0; status == STATUS_OK && i < files->count; i++)
    status = profiles_read_file(profiles, files->items[i], &error);
  if (status == STATUS_OK && isolate) {
    status = isolate_check(&error);
    profiles_set_isolated(profiles);
  }
  if (status == STATUS_OK) return profiles;
  command_error(command, EXIT_ENVIRONMENT, "%s", error.message);
  profiles_destroy(profiles);
  return NULL;
}

ExitCode solvers_exit_code(Status status)
{
  assert(status != STATUS_OK);
  return status == STATUS_USAGE ? EXIT_USAGE : EXIT_ENVIRONMENT;
}

/* A signal handler has no other way to know them. */
static Supervisor *volatile woken;
static volatile sig_atomic_t interrupted;

void solvers_interrupt(void)
{
  interrupted = 1;
  if (woken) supervisor_wake(woken);
}

static void on_signal(int number)
{
  (void)number;
  solvers_interrupt();
}

static void set_handler(void (*handler)(int))
{
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  /* Who started us by nohup wants us to survive the terminal. */
  struct sigaction hangup;
  if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, NULL);
}

Supervisor *solvers_supervisor(const Subcommand *command)
{
  Supervisor *sup;
  Error error;
  if (supervisor_create(&sup, &error) == STATUS_OK) return sup;
  command_error(command, EXIT_ENVIRONMENT, "%s", error.message);
  return NULL;
}

RunLimits solvers_limits(uint64_t timeout_ms, uint64_t memory_bytes)
{
  RunLimits limits = {.wall_ns = timeout_ms * 1000000, .memory_bytes = memory_bytes};
  enum { EARLIER_NS = 500000000 }; /* limits of the kernel are whole seconds */
  struct rlimit own;
  if (getrlimit(RLIMIT_CPU, &own) == 0 && own.rlim_cur != RLIM_INFINITY && own.rlim_cur > 0)
    limits.cpu_ns = (uint64_t)own.rlim_cur * 1000000000 - EARLIER_NS;
  return limits;
}

void solvers_catch_signals(Supervisor *sup)
{
  assert(sup);
  woken = sup;
  set_handler(on_signal);
}

void solvers_release_signals(void)
{
  set_handler(SIG_DFL);
  woken = NULL;
}

bool solvers_interrupted(void)
{
  return interrupted;
}
