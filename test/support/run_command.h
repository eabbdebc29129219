/* Runs a program for a test: no shell, a time limit, and everything it said.
 *
 *   CommandResult r = run_command((const char *[]){getenv("ASSAY"), "version", NULL});
 *   assert_int_equal(r.exit_code, 0);
 *   command_result_free(&r);
 */
#ifndef TEST_SUPPORT_RUN_COMMAND_H
#define TEST_SUPPORT_RUN_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  int exit_code;  /* -1 if it did not exit by itself */
  int signal;     /* that ended it, 0 if none did */
  bool timed_out; /* it was killed with its process group */
  char *out;      /* NUL-terminated; may hold NUL bytes before that */
  size_t out_length;
  char *err;
  size_t err_length;
} CommandResult;

/* A zeroed record is the plain run. */
typedef struct {
  const char *input; /* bytes for standard input; NULL: /dev/null */
  size_t input_length;
  const char *const *environment; /* "NAME=value" sets, "NAME" removes; ends with NULL */
  const char *directory;          /* to run in */
  const char *output_path;        /* where standard output goes instead of being captured */
  int timeout_ms;                 /* 0: 20 seconds */
} CommandSettings;

/* argv ends with NULL; argv[0] is looked up in PATH if it has no slash. A program that cannot be
 * started gives exit code 127 and the reason in err. Trouble with the test's own means aborts. */
CommandResult run_command(const char *const *argv);
CommandResult run_command_with(const char *const *argv, CommandSettings settings);
void command_result_free(CommandResult *result);

/* The program under test: what the environment variable ASSAY names. Without it the test ends. */
const char *assay_program(void);

#endif
