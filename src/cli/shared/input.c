#include "cli/shared/input.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

#include "base/paths.h"
#include "base/strbuf.h"
#include "cli/option/diagnostic.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

static void show(const InputOptions *options, const char *name, const FileText *text,
                 const Error *error)
{
  assert(error->status != STATUS_OK);
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
  assert(first->bank);
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

static bool is_folder(const char *path)
{
  struct stat info;
  return strcmp(path, "-") != 0 && stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static int refuse_empty(const Subcommand *command, const char *folder, const TextList *endings)
{
  StrBuf names;
  strbuf_init(&names, 0);
  for (size_t i = 0; i < endings->count; i++)
    strbuf_printf(&names, "%s*%s",
                  !i                       ? ""
                  : i + 1 < endings->count ? ", "
                                           : " or ",
                  endings->items[i]);
  int code = command_error(command, EXIT_ENVIRONMENT, "there is no %s file in '%s'",
                           strbuf_text(&names), folder);
  strbuf_deinit(&names);
  return code;
}

/* Without an input a folder is a mistake. */
static int add_folder(const Subcommand *command, const char *folder, const TextList *endings,
                      InputPaths *found)
{
  PathVec paths = {0};
  Error error;
  int code = EXIT_FINE;
  if (paths_add_any(folder, endings, &paths, &error) != STATUS_OK)
    code = command_error(command, EXIT_ENVIRONMENT, "%s", error.message);
  else if (paths.count == 0)
    code = refuse_empty(command, folder, endings);
  for (size_t i = 0; i < paths.count; i++) {
    InputPath path = {.path = paths.items[i], .in_folder = true};
    VEC_PUSH(found, path);
  }
  VEC_FREE(&paths);
  return code;
}

int input_find_all(const Subcommand *command, const char *const *endings, int count,
                   char **arguments, InputPaths *found)
{
  assert(endings[0]);
  TextList list = {0};
  for (size_t i = 0; endings[i]; i++) VEC_PUSH(&list, endings[i]);
  int code = EXIT_FINE;
  for (int i = 0; i < count; i++) {
    if (is_folder(arguments[i])) {
      code = input_worse(code, add_folder(command, arguments[i], &list, found));
      continue;
    }
    InputPath path = {.path = mem_copy_string(arguments[i], strlen(arguments[i]))};
    VEC_PUSH(found, path);
  }
  VEC_FREE(&list);
  return code;
}

void input_paths_free(InputPaths *paths)
{
  for (size_t i = 0; i < paths->count; i++) free(paths->items[i].path);
  VEC_FREE(paths);
}

int input_worse(int a, int b)
{
  assert(a >= EXIT_FINE && b >= EXIT_FINE);
  return a > b ? a : b;
}
