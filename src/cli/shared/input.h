/* Scripts as commands get them: from a file or standard input, with the theories that the user
 * adds, parsed, and with the errors shown. */
#ifndef CLI_SHARED_INPUT_H
#define CLI_SHARED_INPUT_H

#include "base/file.h"
#include "base/vec.h"
#include "cli/option/command.h"
#include "smt/text/script.h"

typedef struct {
  const Subcommand *command; /* who speaks in messages about files */
  OptionList theories;       /* --theory FILE: read in order, after the built-in ones */
  ColorMode color;
  bool silent; /* print nothing: the caller shows input->error itself */
} InputOptions;

/* The option that fills InputOptions.theories, for a command's table. */
#define INPUT_THEORY_OPTION(Struct, member)                                                        \
  {                                                                                                \
    OPTION_LIST(Struct, member), .name = "theory", .value_name = "FILE",                           \
                                 .help = "also know the theories that FILE declares"               \
  }

/* One script with the bank that holds its terms. */
typedef struct {
  const char *path; /* as given; "-" is standard input */
  const char *name; /* as shown: "<stdin>" for "-" */
  FileText text;
  Bank *bank;
  bool borrowed; /* the bank is that of another input */
  Script script;
  Error error; /* of a failed read; line is 0 if it is not about a place in the text */
} Input;

/* Reads and checks one script. EXIT_FINE if that went well; EXIT_FINDING if the text is wrong, and
 * EXIT_ENVIRONMENT if a file cannot be read or a theory file is wrong. The message is printed to
 * stderr then, unless options->silent. Call input_deinit in every case. */
int input_read(const InputOptions *options, const char *path, Input *input);
/* The same for a further script, whose terms go into the bank of an input that was read. */
int input_read_more(const InputOptions *options, const char *path, const Input *first,
                    Input *input);
void input_deinit(Input *input);

/* A bank with the built-in theories and those of the options; NULL if one cannot be read, and the
 * message has been printed (or is in *error, if silent). */
Bank *input_create_bank(const InputOptions *options, Error *error);

/* Reads the theories of the options once and shows (even if silent) what is wrong with them, for
 * commands that read many files. */
bool input_theories_are_good(const InputOptions *options);

/* An input of a command line: named in it, or found below a folder that is. */
typedef struct {
  char *path;
  bool in_folder;
} InputPath;
typedef VEC(InputPath) InputPaths;

/* What arguments stand for: themselves, and of folders all files below them with one of these endings (up to NULL).
 * EXIT_FINE; else a message has been printed, and what was found is there all the same. */
int input_find_all(const Subcommand *command, const char *const *endings, int count,
                   char **arguments, InputPaths *found);
void input_paths_free(InputPaths *paths);

/* The worse of two exit codes: what a command with several files ends with. */
int input_worse(int a, int b);

#endif
