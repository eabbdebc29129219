/* The language of the inputs that a command is given. */
#ifndef CLI_SHARED_LANGUAGE_H
#define CLI_SHARED_LANGUAGE_H

#include "cli/option/command.h"
#include "language/table.h"

/* The option that names it, for a command's table. */
#define LANGUAGE_OPTION(Struct, member)                                                            \
  {                                                                                                \
    OPTION_STRING(Struct, member), .name = "language", .value_name = "NAME",                       \
                                   .initial_note = "by the extensions of the files, or SMT-LIB",   \
                                   .help = "the language of the inputs"                            \
  }

/* By its name or, without one, by the extension of a path. */
const LanguageInterface *language_for_path(const Subcommand *command, const char *name,
                                           const char *path);
/* Appends the paths of a command line; those that a language takes for parts of one input become one, PATH:NEXT. */
void language_join_paths(int count, char **paths, PathVec *joined);
/* Inputs for a command that takes each in the language of its name: paths as they are (those that a language takes for
 * parts of one input become one), and of folders all inputs below them. EXIT_FINE, or messages have been printed; then
 * there may be inputs all the same. */
int language_find_each(const Subcommand *command, const char *name, int count, char **paths,
                       PathVec *inputs);
/* Where an input is written by default: PATH without its extension, and `ending`. A text to free. */
char *language_output_path(const LanguageInterface *language, const char *path, const char *ending);
/* All inputs that paths stand for, files and folders. Without a name the first file with a known extension decides, or
 * which inputs a folder has. EXIT_FINE, or messages have been printed; then there may be inputs all the same. */
int language_find_all(const Subcommand *command, const char *name, int count, char **paths,
                      const LanguageInterface **language, PathVec *inputs);

#endif
