/* What assay reduce is to keep. */
#include <signal.h>
#include <string.h>

#include "base/value.h"
#include "cli/command/reduce_job.h"
#include "cli/option/commands.h"
#include "cli/shared/solvers.h"
#include "find/reduce/checker_command.h"
#include "find/reduce/checker_slow.h"
#include "find/reduce/checker_vote.h"
#include "language/table.h"
#include "run/process/isolate.h"

/* Evaluating a model must not keep the solvers that run meanwhile from being watched. */
enum { EVAL_STEPS_MAX = 2000000, EVAL_BYTES_MAX = 256 << 20 };

/* A number, or "SEGV" and "SIGSEGV"; 0: it is none. */
static int signal_number(const char *text)
{
  uint64_t number;
  if (value_parse_unsigned(text, &number) == VALUE_OK) return number < NSIG ? (int)number : 0;
  if (strncasecmp(text, "SIG", 3) == 0) text += 3;
  for (int i = 1; i < NSIG; i++)
    if (sigabbrev_np(i) && strcasecmp(sigabbrev_np(i), text) == 0) return i;
  return 0;
}

/* How the command has to end, as far as it is named. False: it cannot end so. */
static bool read_end(const ReduceSettings *given, CommandBehaviour *behaviour)
{
  uint64_t code = 0;
  behaviour->exit_code = -1;
  if (given->exit_code) {
    if (value_parse_unsigned(given->exit_code, &code) != VALUE_OK || code > 255) return false;
    behaviour->exit_code = (int)code;
  }
  behaviour->signal = given->signal ? signal_number(given->signal) : 0;
  return !given->signal || behaviour->signal;
}

static int command_checker(Job *job, char **words)
{
  const ReduceSettings *given = job->given;
  CommandBehaviour behaviour = {.language = job->language,
                                .words = (const char *const *)words,
                                .any_end = given->any_end,
                                .same_out = given->same_out,
                                .same_err = given->same_err,
                                .out_pattern = given->out_pattern,
                                .err_pattern = given->err_pattern,
                                .timeout_ns = given->timeout_ms * 1000000,
                                .memory_bytes = given->memory,
                                .isolate = given->isolate};
  if (!read_end(given, &behaviour))
    return command_usage_error(&command_reduce,
                               "--exit is a number from 0 to 255, --signal a name such as SEGV");
  if (given->any_end && (given->exit_code || given->signal))
    return command_usage_error(&command_reduce,
                               "--any-exit and --exit or --signal exclude each other");
  Status status = given->isolate ? isolate_check(&job->error) : STATUS_OK;
  if (status == STATUS_OK) status = checker_command_create(&behaviour, &job->check, &job->error);
  if (status == STATUS_OK) return EXIT_FINE;
  return command_error(&command_reduce, solvers_exit_code(status), "%s", job->error.message);
}

static int vote_checker(Job *job)
{
  const ReduceSettings *given = job->given;
  Status status = solver_find_list(job->profiles, given->solvers, &job->solvers, &job->error);
  if (status != STATUS_OK)
    return command_error(&command_reduce, solvers_exit_code(status), "%s", job->error.message);
  if (job->solvers.count > SOLVER_SET_MAX)
    return command_usage_error(&command_reduce, "at most %d solvers can vote", SOLVER_SET_MAX);
  if (language_check_solvers(job->language, job->solvers.items, job->solvers.count, &job->error))
    return command_usage_error(&command_reduce, "%s", job->error.message);
  VoteBehaviour behaviour = {.language = job->language,
                             .solvers = job->solvers.items,
                             .count = job->solvers.count,
                             .timeout_ns = given->timeout_ms * 1000000,
                             .memory_bytes = given->memory,
                             .eval = {EVAL_STEPS_MAX, EVAL_BYTES_MAX},
                             .choice = given->finding};
  job->check = checker_vote_create(&behaviour);
  return EXIT_FINE;
}

static int slow_checker(Job *job)
{
  const ReduceSettings *given = job->given;
  if (!given->target || !given->reference)
    return command_usage_error(&command_reduce, "--slow needs a --target and a --reference");
  char *end;
  double part = strtod(given->keep_margin, &end);
  if (*end || end == given->keep_margin || !(part > 0 && part <= 1))
    return command_usage_error(&command_reduce, "--keep-margin has to be a number from 0 to 1");
  const char *const names[] = {given->target, given->reference};
  for (int i = 0; i < 2; i++) {
    Solver solver;
    Status status = solver_find(job->profiles, names[i], &solver, &job->error);
    if (status != STATUS_OK)
      return command_error(&command_reduce, solvers_exit_code(status), "%s", job->error.message);
    VEC_PUSH(&job->solvers, solver);
  }
  if (language_check_solvers(job->language, job->solvers.items, job->solvers.count, &job->error))
    return command_usage_error(&command_reduce, "%s", job->error.message);
  SlowBehaviour behaviour = {.language = job->language,
                             .target = &job->solvers.items[0],
                             .reference = &job->solvers.items[1],
                             .keep_margin = part,
                             .timeout_ns = given->timeout_ms * 1000000,
                             .memory_bytes = given->memory};
  job->check = checker_slow_create(&behaviour);
  return EXIT_FINE;
}

/* One of a command, solvers that vote, and a slow solver. */
int reduce_make_checker(Job *job, char **words)
{
  const ReduceSettings *given = job->given;
  bool command = words[0] != NULL;
  int kinds = command + (given->solvers != NULL) + given->slow;
  if (kinds == 0)
    return command_usage_error(&command_reduce,
                               "what is to be kept? Give -- COMMAND, --solvers or --slow");
  if (kinds > 1)
    return command_usage_error(&command_reduce,
                               "only one of -- COMMAND, --solvers and --slow can be kept");
  if ((given->exit_code || given->signal) && !command)
    return command_usage_error(&command_reduce, "--exit and --signal are for a command");
  if (given->finding && !given->solvers)
    return command_usage_error(&command_reduce, "--finding is for what --solvers find");
  if (command) return command_checker(job, words);
  job->profiles = solvers_profiles(&command_reduce, &given->profiles, given->isolate);
  if (!job->profiles) return EXIT_ENVIRONMENT;
  return given->slow ? slow_checker(job) : vote_checker(job);
}
