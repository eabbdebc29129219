/* A subcommand: what it is called, what is said about it, and what it does.
 *
 * Each lives in a file cmd_NAME.c that defines `const Subcommand command_NAME`, and is listed in
 * commands.c. Everything a user reads about it derives from this record. */
#ifndef CLI_OPTION_COMMAND_H
#define CLI_OPTION_COMMAND_H

#include <limits.h>
#include <stddef.h>

#include "cli/option/exit.h"
#include "cli/option/option.h"

#define COMMAND_GROUPS(X)                                                                          \
  X(GROUP_SCRIPTS, "Reading inputs")                                                               \
  X(GROUP_INPUTS, "Making inputs")                                                                 \
  X(GROUP_SOLVERS, "Running solvers")                                                              \
  X(GROUP_FINDINGS, "Findings and results")                                                        \
  X(GROUP_ASSAY, "About assay")

#define GROUP_ENUM(code, title) code,
typedef enum { COMMAND_GROUPS(GROUP_ENUM) GROUP_COUNT } CommandGroup;
#undef GROUP_ENUM

typedef struct {
  const char *command; /* a command line that works as it is */
  const char *text;    /* what it does */
} Example;

typedef struct {
  ExitCode code;
  const char *text;
} ExitNote;

/* What completion offers for the words that are not options. */
typedef enum { COMPLETE_FILES, COMPLETE_COMMANDS, COMPLETE_WORDS, COMPLETE_NOTHING } Completion;

enum { POSITIONALS_UNLIMITED = INT_MAX };

typedef struct {
  const char *name; /* in capitals, as in the usage line */
  int min;
  int max;
  Completion completion;
  const char *const *words; /* for COMPLETE_WORDS: ends with NULL */
} Positionals;

/* One file or more. */
#define POSITIONALS_FILES                                                                          \
  {                                                                                                \
    .name = "FILE", .min = 1, .max = POSITIONALS_UNLIMITED, .completion = COMPLETE_FILES           \
  }

typedef struct {
  const char *name;
  CommandGroup group;
  const char *summary;     /* one line, lower case, no full stop */
  const char *usage;       /* what follows "assay NAME "; several lines are alternatives */
  const char *description; /* paragraphs separated by an empty line; see text_wrap */
  const Example *examples;
  size_t example_count;
  const ExitNote *exits; /* codes that mean something particular here */
  size_t exit_count;
  OptionTable options;
  const char *const
      *common; /* names of the options that --help shows, the last one NULL; NULL: all */
  Positionals positionals;
  size_t options_size; /* of the struct that starts with CommonOptions; 0: only these */
  /* `options` points to that struct; it and the positionals live until run returns. Returns an
   * ExitCode. */
  int (*run)(const void *options, int count, char **positionals);
} Subcommand;

/* Fill an array and its count: `COMMAND_EXAMPLES(examples),` in the record. */
#define COMMAND_EXAMPLES(array)                                                                    \
  .examples = (array), .example_count = sizeof(array) / sizeof *(array)
#define COMMAND_EXITS(array) .exits = (array), .exit_count = sizeof(array) / sizeof *(array)

/* Parses the words after the command's name, then shows its help or runs it. `common` are the
 * options given before the name. */
int command_execute(const Subcommand *command, const CommonOptions *common, int argc, char **argv);

/* Prints "assay NAME: message" to stderr; the usage error also says where help is. Without a command
 * (NULL) it is assay itself that speaks. Both return the exit code. */
int command_usage_error(const Subcommand *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int command_error(const Subcommand *command, ExitCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Prints the message of an error: one of usage, or of the environment. Returns the exit code. */
int command_refuse(const Subcommand *command, const Error *error);

#endif
