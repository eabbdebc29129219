/* The table of all commands. */
#ifndef CLI_OPTION_COMMANDS_H
#define CLI_OPTION_COMMANDS_H

#include <stddef.h>

#include "cli/option/command.h"

#define COMMAND(name) extern const Subcommand command_##name;
#include "cli/option/commands.def"
#undef COMMAND

/* In the order of commands.def. */
extern const Subcommand *const commands[];
extern const size_t command_count;

/* NULL if there is none. */
const Subcommand *command_find(const char *name);

/* Says that there is no command of this name, with the nearest one, in the name of `speaker`
 * (NULL: assay itself). Returns EXIT_USAGE. */
int command_report_unknown(const Subcommand *speaker, const char *name);

#endif
