/* What values of options and arguments are names of: logics, solvers, theories, constructs, findings. One place for all shells. */
#ifndef CLI_COMMAND_COMPLETION_VALUE_H
#define CLI_COMMAND_COMPLETION_VALUE_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/option/command.h"

typedef struct {
  const char *names; /* "logics", "solvers", "theories", "constructs"; NULL: of nothing */
  bool list;         /* several, with commas between */
} CompletionValue;

CompletionValue completion_value_of_option(const Option *option);
/* Of the first argument of a command. */
CompletionValue completion_value_of_argument(const Subcommand *command);
/* Is the second argument a finding of the store that the first one is? */
bool completion_takes_finding(const Subcommand *command);

extern const char *const completion_names[]; /* ends with NULL */
/* All names of one of these, each after a blank; only such that need no quotes in a shell. */
void completion_print_names(FILE *out, const char *names);

#endif
