/* The table of all commands. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include <stddef.h>

#include "cli/command.h"

extern const Subcommand command_check;
extern const Subcommand command_constructs;
extern const Subcommand command_eval;
extern const Subcommand command_fmt;
extern const Subcommand command_experiment;
extern const Subcommand command_fuzz;
extern const Subcommand command_gen;
extern const Subcommand command_info;
extern const Subcommand command_list;
extern const Subcommand command_mutate;
extern const Subcommand command_plot;
extern const Subcommand command_reduce;
extern const Subcommand command_replay;
extern const Subcommand command_report;
extern const Subcommand command_run;
extern const Subcommand command_serve;
extern const Subcommand command_show;
extern const Subcommand command_solvers;
extern const Subcommand command_theories;
extern const Subcommand command_version;
extern const Subcommand command_vote;
extern const Subcommand command_help;
extern const Subcommand command_completion;

/* In the order in which help lists them within their groups. */
extern const Subcommand *const commands[];
extern const size_t command_count;

/* NULL if there is none. */
const Subcommand *command_find(const char *name);

/* Says that there is no command of this name, with the nearest one, in the name of `speaker`
 * (NULL: assay itself). Returns EXIT_USAGE. */
int command_report_unknown(const Subcommand *speaker, const char *name);

#endif
