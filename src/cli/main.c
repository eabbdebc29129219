/* assay: finds the command, runs it, and makes sure that its output arrived. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/option/commands.h"
#include "cli/option/help.h"
#include "run/process/trace.h"
#include "solve/closedbox/fresh.h"

/* Opens descriptors 0 to 2 if they came closed, so that no file opened later takes their place. They
 * are opened the wrong way round: using one fails, as it would have. */
static void keep_standard_descriptors(void)
{
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
      (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

/* A limit on files is an error of writing, not our end; and a solver may send its parent what would end it. */
static void ignore_signals(void)
{
  static const int ignored[] = {SIGXFSZ, SIGUSR1, SIGUSR2,   SIGALRM, SIGVTALRM,
                                SIGPROF, SIGIO,   SIGSTKFLT, SIGPWR};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) signal(number, SIG_IGN);
}

/* Memory that is a file ends with it: somebody has cut a store off while we use it, or its disk is full. `raise` is how others of
 * our handlers pass the signal on. */
static void on_lost_memory(int number, siginfo_t *info, void *context)
{
  static const char text[] =
      "assay: a file that is in use was cut off by another program, or its disk is full\n";
  (void)context;
  bool passed_on = info->si_code == SI_TKILL && info->si_pid == getpid();
  if (info->si_code != BUS_ADRERR && !passed_on) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  _exit(EXIT_ENVIRONMENT);
}

static int dispatch(int argc, char **argv)
{
  MainOptions options = {0};
  OptionTable table = help_main_options();
  options_init(table, &options);
  int count = 0;
  Error error;
  if (options_parse(table, &options, argc, argv, true, &count, &error) != STATUS_OK)
    return command_usage_error(NULL, "%s", error.message);
  if (options.common.help) {
    help_print_overview(stdout, options.common.color);
    return EXIT_FINE;
  }
  if (options.version)
    return command_execute(command_find("version"), &options.common, count, argv);
  if (count == 0) {
    help_print_overview(stderr, options.common.color);
    return EXIT_USAGE;
  }
  const Subcommand *command = command_find(argv[0]);
  if (!command) return command_report_unknown(NULL, argv[0]);
  return command_execute(command, &options.common, count - 1, argv + 1);
}

/* A reader that went away is no news to anyone; any other lost output is. */
static int finish_output(int code)
{
  errno = 0;
  bool failed = ferror(stdout) != 0;
  failed = fflush(stdout) != 0 || failed;
  int reason = errno;
  if (fclose(stdout) != 0 && !failed) {
    failed = true;
    reason = errno;
  }
  if (!failed) return code;
  if (reason == EPIPE) return EXIT_ENVIRONMENT;
  return command_error(NULL, EXIT_ENVIRONMENT, "cannot write output: %s",
                       reason ? strerror(reason) : "a write failed");
}

int main(int argc, char **argv)
{
  if (argc == 1 && strcmp(argv[0], WORKER_NAME) == 0) fresh_main();
  if (argc > 1 && strcmp(argv[0], TRACE_NAME) == 0) trace_main(argv);
  keep_standard_descriptors();
  ignore_signals();
  sigaction(
      SIGBUS,
      &(struct sigaction){.sa_sigaction = on_lost_memory, .sa_flags = SA_SIGINFO | SA_NODEFER},
      NULL);
  int given = argc > 0 ? 1 : 0;
  return finish_output(dispatch(argc - given, argv + given));
}
