#include "cli/shared/input.h"

#include <string.h>

#include "cli/option/diagnostic.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

static void show(const InputOptions *options, const char *name, const FileText *text,
                 const Error *error)
{
  if (options->silent) return;
  fflush(stdout);
  if (error->line == 0)
    command_error(options->command, EXIT_ENVIRONMENT, "%s", error->message);
  else
    diagnostic_print(stderr, options->color, name, text->bytes, text->length, error);
}

static Status read_theory(const InputOptions *options, const char *path, Bank *bank, Error *error)
{
  FileText text = {0};
  Status status = file_read(path, 0, &text, error);
  if (status == STATUS_OK) status = theory_read(bank, text.bytes, text.length, error);
  if (status != STATUS_OK) show(options, path, &text, error);
  file_text_free(&text);
  return status;
}

Bank *input_create_bank(const InputOptions *options, Error *error)
{
  Bank *bank = theory_create_bank();
  for (size_t i = 0; i < options->theories.count; i++) {
    if (read_theory(options, options->theories.items[i], bank, error) == STATUS_OK) continue;
    bank_destroy(bank);
    return NULL;
  }
  return bank;
}

bool input_theories_are_good(const InputOptions *options)
{
  if (options->theories.count == 0) return true;
  InputOptions loud = *options;
  loud.silent = false;
  Error error;
  Bank *bank = input_create_bank(&loud, &error);
  if (!bank) return false;
  bank_destroy(bank);
  return true;
}

static int read_script(const InputOptions *options, Input *input)
{
  int code = EXIT_ENVIRONMENT;
  Status status = file_read(input->path, 0, &input->text, &input->error);
  if (status == STATUS_OK) {
    code = EXIT_FINDING;
    status = script_read(input->bank, input->text.bytes, input->text.length, &input->script,
                         &input->error);
  }
  if (status == STATUS_OK) return EXIT_FINE;
  show(options, input->name, &input->text, &input->error);
  return code;
}

int input_read(const InputOptions *options, const char *path, Input *input)
{
  *input = (Input){.path = path, .name = strcmp(path, "-") == 0 ? "<stdin>" : path};
  input->bank = input_create_bank(options, &input->error);
  return input->bank ? read_script(options, input) : EXIT_ENVIRONMENT;
}

int input_read_more(const InputOptions *options, const char *path, const Input *first, Input *input)
{
  *input = (Input){.path = path,
                   .name = strcmp(path, "-") == 0 ? "<stdin>" : path,
                   .bank = first->bank,
                   .borrowed = true};
  return read_script(options, input);
}

void input_deinit(Input *input)
{
  script_deinit(&input->script);
  if (input->bank && !input->borrowed) bank_destroy(input->bank);
  file_text_free(&input->text);
}

int input_worse(int a, int b)
{
  return a > b ? a : b;
}
