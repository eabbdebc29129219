/* The options of commands that generate inputs, for the command line. */
#ifndef CLI_SHARED_GEN_OPTIONS_H
#define CLI_SHARED_GEN_OPTIONS_H

#include "cli/option/command.h"
#include "smt/draw/options.h"

#define GEN_OPTION_ROW(S, m, type, member, ...) {OPTION_##type(S, m.member), __VA_ARGS__},
#define GEN_OPTION_CHOICE(S, m, member, words, ...)                                                \
  {OPTION_CHOICE(S, m.member, words), __VA_ARGS__},
/* Entries of a command's table, with a comma after; `m` is the GenOptions of its struct. What terms are made of: */
#define GEN_TERM_OPTIONS(S, m) GEN_TERM_LIST(GEN_OPTION_ROW, GEN_OPTION_CHOICE, S, m)
/* Everything. */
#define GEN_OPTIONS(S, m) GEN_LIST(GEN_OPTION_ROW, GEN_OPTION_CHOICE, S, m)

/* The settings that the options say: EXIT_FINE, or the message has been printed. They have to be released in every
 * case. */
int gen_options_settings(const Subcommand *command, const GenOptions *options,
                         GenSettings *settings);
/* The same with a logic that is known otherwise. */
int gen_options_settings_of(const Subcommand *command, const GenOptions *options,
                            const Logic *logic, GenSettings *settings);

#endif
