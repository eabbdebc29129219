/* assay wd: where is a predicate of the B method well defined? */
#include <string.h>

#include "b/text/print.h"
#include "b/wd/wd.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/shared/b_file.h"

typedef struct {
  CommonOptions common;
  bool rewrite, all, json;
  const char *output;
} WdOptions;

static const Option options[] = {
    {OPTION_FLAG(WdOptions, rewrite), .name = "rewrite", .letter = 'r',
     .help = "print the predicate with its conditions inserted, instead of the conditions"},
    {OPTION_FLAG(WdOptions, all), .name = "all",
     .help = "also conditions that plainly hold: by constants, guards to the left, the form of an "
             "operand"},
    {OPTION_FLAG(WdOptions, json), .name = "json", .help = "print a JSON object"},
    {OPTION_STRING(WdOptions, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .initial = "-", .help = "write to FILE; - is standard output"},
};

static const Example examples[] = {
    {"assay wd samples/division.b", "the conditions that a predicate leaves open"},
    {"assay wd --rewrite samples/division.b", "the predicate with these conditions in it"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "the predicate is well defined, or was rewritten"},
    {EXIT_FINDING, "there are conditions that do not plainly hold, or the file is wrong"},
    {EXIT_ENVIRONMENT, "a file cannot be read or written"},
};

static void print_conditions(BFile *file, const U32Vec *conditions, bool json, StrBuf *out)
{
  json_t *list = json_array();
  for (size_t i = 0; i < conditions->count; i++) {
    StrBuf text;
    strbuf_init(&text, 0);
    b_print(file->bank, conditions->items[i], NULL, &text);
    if (json)
      json_array_append_new(list, json_text(strbuf_text(&text), text.length));
    else
      strbuf_printf(out, "%s\n", strbuf_text(&text));
    strbuf_deinit(&text);
  }
  if (json) {
    json_t *object = json_object();
    json_object_set_new(object, "file", json_text(file->path, strlen(file->path)));
    json_object_set_new(object, "well_defined", json_boolean(conditions->count == 0));
    json_object_set(object, "conditions", list);
    char *text = json_dumps(object, JSON_INDENT(2));
    strbuf_printf(out, "%s\n", text);
    free(text);
    json_decref(object);
  } else if (conditions->count == 0) {
    strbuf_add_text(out, "well defined\n");
  }
  json_decref(list);
}

static int rewrite(BFile *file, BTerm goal, const BWdOptions *wd, StrBuf *out)
{
  BTerm rewritten = b_wd_rewrite(file->bank, &file->module, goal, wd);
  if (!rewritten)
    return command_error(&command_wd, EXIT_FINDING, "the rewritten predicate is nested too deeply");
  BModule module;
  BPrintOptions print = {.typing = true, .lines = true};
  b_module_of_predicate(file->bank, &file->module, rewritten, &module);
  b_print_module(file->bank, &module, &print, out);
  b_module_deinit(&module);
  return EXIT_FINE;
}

static int run(const void *values, int count, char **positionals)
{
  (void)count;
  const WdOptions *given = values;
  BFile file;
  int code = b_file_read(&command_wd, positionals[0], given->common.color, false, &file);
  if (code == EXIT_FINE) {
    BWdOptions wd = {.prove = !given->all};
    BTerm goal = b_module_goal(file.bank, &file.module);
    StrBuf out;
    strbuf_init(&out, 0);
    if (given->rewrite) {
      code = rewrite(&file, goal, &wd, &out);
    } else {
      U32Vec conditions = {0};
      b_wd_conditions(file.bank, &file.module, goal, &wd, &conditions);
      print_conditions(&file, &conditions, given->json, &out);
      if (conditions.count) code = EXIT_FINDING;
      VEC_FREE(&conditions);
    }
    Error error;
    if (out.length && file_write(given->output, out.bytes, out.length, &error) != STATUS_OK)
      code = command_error(&command_wd, EXIT_ENVIRONMENT, "%s", error.message);
    strbuf_deinit(&out);
  }
  b_file_deinit(&file);
  return code;
}

const Subcommand command_wd = {
    .name = "wd",
    .group = GROUP_SCRIPTS,
    .summary = "conditions of well-definedness of a predicate of the B method",
    .usage = "[OPTION]... FILE",
    .description =
        "Prints the conditions under which a predicate or machine of the B method (.b, .mch) is "
        "well defined: that no divisor is 0, that functions are applied within their domains, that "
        "sets that are counted are finite. Conditions that plainly hold are left out.\n"
        "\n"
        "With --rewrite the predicate is printed with the conditions inserted, so that it is well "
        "defined for all values: before comparisons, and inside of what binds variables.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {"FILE", 1, 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(WdOptions),
    .run = run,
};
