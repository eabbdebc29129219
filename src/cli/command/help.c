/* assay help: help on assay or on a command. */
#include "cli/option/help.h"
#include "cli/option/commands.h"

typedef struct {
  CommonOptions common;
  bool man;
} HelpOptions;

static const Option options[] = {
    {OPTION_FLAG(HelpOptions, man), .name = "man", .help = "print the source of a manual page"},
};

static const Example examples[] = {
    {"assay help version", "everything about the command version"},
    {"assay help --man version | man -l -", "the same as a manual page"},
};

static int run(const void *values, int count, char **positionals)
{
  const HelpOptions *given = values;
  const Subcommand *command = NULL;
  if (count > 0) {
    command = command_find(positionals[0]);
    if (!command) return command_report_unknown(&command_help, positionals[0]);
  }
  if (given->man)
    manual_print(stdout, command);
  else if (command)
    help_print_command(stdout, command, true, given->common.color);
  else
    help_print_overview(stdout, given->common.color);
  return EXIT_FINE;
}

const Subcommand command_help = {
    .name = "help",
    .group = GROUP_ASSAY,
    .summary = "show help on assay or on a command",
    .usage = "[--man] [COMMAND]",
    .description = "Shows what a command does, with its options and examples. Without a command, "
                   "lists all of them.",
    COMMAND_EXAMPLES(examples),
    .options = OPTION_TABLE(options),
    .positionals = {"COMMAND", 0, 1, .completion = COMPLETE_COMMANDS},
    .options_size = sizeof(HelpOptions),
    .run = run,
};
