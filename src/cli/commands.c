#include "cli/commands.h"

#include <string.h>

#include "base/suggest.h"

const Subcommand *const commands[] = {
    &command_fmt,     &command_check,  &command_info,       &command_eval,   &command_theories,
    &command_gen,     &command_mutate, &command_constructs, &command_run,    &command_solvers,
    &command_vote,    &command_fuzz,   &command_list,       &command_show,   &command_replay,
    &command_report,  &command_plot,   &command_experiment, &command_reduce, &command_serve,
    &command_version, &command_help,   &command_completion,
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

const size_t command_count = COMMAND_COUNT;

const Subcommand *command_find(const char *name)
{
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    if (strcmp(commands[i]->name, name) == 0) return commands[i];
  return NULL;
}

int command_report_unknown(const Subcommand *speaker, const char *name)
{
  const char *names[COMMAND_COUNT];
  for (size_t i = 0; i < COMMAND_COUNT; i++) names[i] = commands[i]->name;
  const char *near = suggest_name(name, names, COMMAND_COUNT);
  Error error;
  if (near)
    error_set(&error, STATUS_USAGE, "unknown command '%s'; did you mean '%s'?", name, near);
  else
    error_set(&error, STATUS_USAGE, "unknown command '%s'", name);
  return command_usage_error(speaker, "%s", error.message);
}
