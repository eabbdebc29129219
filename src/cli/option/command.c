#include "cli/option/command.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cli/option/help.h"

static const char *separator(const Subcommand *command)
{
  return command ? " " : "";
}

static const char *name_of(const Subcommand *command)
{
  return command ? command->name : "";
}

static void print_message(const Subcommand *command, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* The message may quote names from anywhere, so it is printed like foreign text. */
static void print_message(const Subcommand *command, const char *format, va_list arguments)
{
  assert(format);
  char *message = NULL;
  int length = vasprintf(&message, format, arguments);
  if (length < 0) mem_exhausted(0);
  fprintf(stderr, "assay%s%s: ", separator(command), name_of(command));
  text_print_visible(stderr, message, (size_t)length);
  fputc('\n', stderr);
  free(message);
}

int command_error(const Subcommand *command, ExitCode code, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  print_message(command, format, arguments);
  va_end(arguments);
  return (int)code;
}

int command_usage_error(const Subcommand *command, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  print_message(command, format, arguments);
  va_end(arguments);
  fprintf(stderr, "try 'assay%s%s --help'\n", separator(command), name_of(command));
  return EXIT_USAGE;
}

static Status check_positionals(const Positionals *expected, int count, char **words, Error *error)
{
  assert(expected->min <= expected->max);
  if (count < expected->min) {
    if (expected->min == 1) return error_set(error, STATUS_USAGE, "missing %s", expected->name);
    return error_set(error, STATUS_USAGE, "expected at least %d of %s, got %d", expected->min,
                     expected->name, count);
  }
  if (count <= expected->max) return STATUS_OK;
  const char *extra = words[expected->max];
  if (expected->max == 0) return error_set(error, STATUS_USAGE, "unexpected argument '%s'", extra);
  return error_set(error, STATUS_USAGE, "unexpected argument '%s': at most %d of %s", extra,
                   expected->max, expected->name);
}

int command_refuse(const Subcommand *command, const Error *error)
{
  assert(error->status != STATUS_OK);
  if (error->status == STATUS_USAGE) return command_usage_error(command, "%s", error->message);
  return command_error(command, EXIT_ENVIRONMENT, "%s", error->message);
}

static int parse_and_run(const Subcommand *command, void *options, int argc, char **argv)
{
  assert(command->run && command->usage && command->description);
  int count = 0;
  Error error;
  Status status = options_parse(command->options, options, argc, argv, false, &count, &error);
  if (status != STATUS_OK) return command_usage_error(command, "%s", error.message);
  const CommonOptions *common = options;
  if (common->help || common->help_all) {
    help_print_command(stdout, command, common->help_all, common->color);
    return EXIT_FINE;
  }
  if (check_positionals(&command->positionals, count, argv, &error) != STATUS_OK)
    return command_usage_error(command, "%s", error.message);
  return command->run(options, count, argv);
}

int command_execute(const Subcommand *command, const CommonOptions *common, int argc, char **argv)
{
  Error error;
  assert(options_check(command->options, &error) == STATUS_OK);
  (void)error;
  size_t size = command->options_size ? command->options_size : sizeof(CommonOptions);
  assert(size >= sizeof(CommonOptions));
  void *options = mem_alloc_zero(1, size);
  options_init(command->options, options);
  *(CommonOptions *)options = *common;
  int code = parse_and_run(command, options, argc, argv);
  options_deinit(command->options, options);
  free(options);
  return code;
}
