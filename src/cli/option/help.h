/* Help for people at a terminal, and the same as manual pages; all of it from the tables. */
#ifndef CLI_OPTION_HELP_H
#define CLI_OPTION_HELP_H

#include <stdio.h>

#include "cli/option/command.h"

/* "assay --help". */
void help_print_overview(FILE *out, ColorMode color);
/* "assay COMMAND --help", and --help-all. */
void help_print_command(FILE *out, const Subcommand *command, bool all, ColorMode color);

/* The manual page of assay (NULL) or of a command, for man(1). */
void manual_print(FILE *out, const Subcommand *command);

/* Options before the command's name, beside the common ones. */
typedef struct {
  CommonOptions common;
  bool version;
} MainOptions;

OptionTable help_main_options(void);

/* What is said of assay as a whole. */
extern const char help_tagline[];
extern const Example help_examples[];
extern const size_t help_example_count;
extern const ExitNote help_exits[];
extern const size_t help_exit_count;
extern const char *const help_group_titles[GROUP_COUNT];

/* Where the samples are that examples name. */
extern const char help_samples[];
bool help_names_samples(const Subcommand *command);

#endif
