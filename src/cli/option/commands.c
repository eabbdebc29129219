#include "cli/option/commands.h"

#include <assert.h>
#include <string.h>

#include "base/suggest.h"

const Subcommand *const commands[] = {
#define COMMAND(name) &command_##name,
#include "cli/option/commands.def"
#undef COMMAND
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
  assert(name && !command_find(name));
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
