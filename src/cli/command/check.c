/* assay check: are scripts well-formed, well-sorted and within their logic? */
#include <string.h>

#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/progress.h"
#include "cli/shared/b_file.h"
#include "cli/shared/input.h"
#include "cli/shared/network.h"
#include "smt/term/traverse.h"
#include "smt/text/logic.h"

typedef struct {
  CommonOptions common;
  bool strict;
  bool quiet;
  bool json;
  OptionList theories;
} CheckOptions;

static const Option options[] = {
    {OPTION_FLAG(CheckOptions, strict), .name = "strict",
     .help = "treat warnings as errors, and warn of what is not standard"},
    {OPTION_FLAG(CheckOptions, quiet), .name = "quiet", .letter = 'q', .help = "print only errors"},
    {OPTION_FLAG(CheckOptions, json), .name = "json",
     .help = "print one JSON object for each file, each on its own line"},
    INPUT_THEORY_OPTION(CheckOptions, theories),
};

static const Example examples[] = {
    {"assay check samples/overflow.smt2", "check one script"},
    {"assay check --strict --quiet DIR", "say only what is wrong, for use in scripts"},
    {"assay check samples/network.onnx samples/network.vnnlib",
     "check a network and a property of it"},
    {"assay check samples/scheduler.mch", "check a machine of the B method"},
    {"generator | assay check -", "check what a program prints"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "every script is correct"},
    {EXIT_FINDING, "a script is wrong, or has a warning and --strict was given"},
    {EXIT_ENVIRONMENT, "a file cannot be read"},
};

/* What is known of one file. */
typedef struct {
  const char *name;
  const Input *input;
  int code;
  StrBuf logic; /* declared, else inferred; the text is what the script says */
  StrBuf inferred;
  StrBuf warning; /* empty: none */
  uint64_t assertions;
  uint64_t nodes;
} Report;

static void report_init(Report *report, const Input *input, int code)
{
  *report = (Report){.name = input->name, .input = input, .code = code};
  strbuf_init(&report->logic, 0);
  strbuf_init(&report->inferred, 0);
  strbuf_init(&report->warning, 0);
}

static void report_deinit(Report *report)
{
  strbuf_deinit(&report->logic);
  strbuf_deinit(&report->inferred);
  strbuf_deinit(&report->warning);
}

static void examine(Report *report)
{
  const Bank *bank = report->input->bank;
  const Script *script = &report->input->script;
  U32Vec roots = {0};
  script_collect_assertions(script, &roots);
  report->assertions = roots.count;
  report->nodes = traverse_size(bank, roots.items, roots.count).dag_size;
  VEC_FREE(&roots);
  Logic inferred = logic_infer(bank, script);
  logic_name(&inferred, &report->inferred);
  if (script->logic) {
    strbuf_add(&report->logic, symbols_text(&bank->symbols, script->logic),
               symbols_length(&bank->symbols, script->logic));
    logic_warn(bank, script, &report->warning);
  } else {
    logic_name(&inferred, &report->logic);
  }
}

/* Line and column of a place where the script is not standard, and what it is. */
static Error dialect_error(const Report *report, size_t number)
{
  const ScriptDialect *dialect = &report->input->script.dialects.items[number];
  Error error;
  error_set_at(&error, STATUS_SYNTAX, dialect->offset, "not standard: %s", dialect->what);
  error_locate(&error, report->input->text.bytes, report->input->text.length);
  return error;
}

static void print_dialects(const CheckOptions *given, const Report *report)
{
  Style style = style_for(stderr, given->common.color);
  for (size_t i = 0; i < report->input->script.dialects.count; i++) {
    Error error = dialect_error(report, i);
    fprintf(stderr, "%s:%u:%u: %swarning:%s %s\n", report->name, error.line, error.column,
            style.yellow, style.reset, error.message);
  }
}

static void print_text(const CheckOptions *given, const Report *report)
{
  fflush(stdout);
  if (given->strict) print_dialects(given, report);
  if (report->warning.length && (!given->quiet || given->strict)) {
    Style style = style_for(stderr, given->common.color);
    fflush(stdout);
    fprintf(stderr, "%s: %swarning:%s ", report->name, style.yellow, style.reset);
    text_print_visible(stderr, report->warning.bytes, report->warning.length);
    fputc('\n', stderr);
  }
  if (given->quiet || report->code != EXIT_FINE) return;
  Style style = style_for(stdout, given->common.color);
  printf("%s: %sok%s, ", report->name, style.green, style.reset);
  text_print_visible(stdout, report->logic.bytes, report->logic.length);
  printf(", %llu assertion%s, %llu node%s\n", (unsigned long long)report->assertions,
         text_plural(report->assertions), (unsigned long long)report->nodes,
         text_plural(report->nodes));
}

static void print_json(const CheckOptions *given, const Report *report)
{
  if (given->quiet && report->code == EXIT_FINE) return;
  json_t *object = json_object();
  json_object_set_new(object, "file", json_text(report->name, strlen(report->name)));
  json_object_set_new(object, "ok", json_boolean(report->code == EXIT_FINE));
  if (report->inferred.length) {
    json_object_set_new(object, "logic", json_text(report->logic.bytes, report->logic.length));
    json_object_set_new(object, "inferred",
                        json_text(report->inferred.bytes, report->inferred.length));
    json_object_set_new(object, "assertions", json_count(report->assertions));
    json_object_set_new(object, "nodes", json_count(report->nodes));
  } else {
    json_object_set_new(object, "error", json_error_object(&report->input->error));
  }
  json_t *dialects = json_array();
  for (size_t i = 0; i < report->input->script.dialects.count; i++) {
    Error error = dialect_error(report, i);
    json_array_append_new(dialects, json_error_object(&error));
  }
  if (json_array_size(dialects)) json_object_set(object, "dialects", dialects);
  json_decref(dialects);
  if (report->warning.length)
    json_object_set_new(object, "warning",
                        json_text(report->warning.bytes, report->warning.length));
  json_print_line(stdout, object);
}

static int check_file(const CheckOptions *given, const InputOptions *input_options,
                      const char *path, Progress *progress)
{
  Input input;
  int code = input_read(input_options, path, &input);
  Report report;
  report_init(&report, &input, code);
  if (code == EXIT_FINE) examine(&report);
  bool warned = report.warning.length || input.script.dialects.count;
  if (code == EXIT_FINE && warned && given->strict) report.code = EXIT_FINDING;
  code = report.code;
  bool has_output = !given->quiet || code != EXIT_FINE;
  if (has_output) progress_hide(progress);
  if (given->json)
    print_json(given, &report);
  else
    print_text(given, &report);
  report_deinit(&report);
  input_deinit(&input);
  return code;
}

/* A property after a network on the command line belongs to it. */
static bool is_pair(const InputPaths *paths, size_t at)
{
  return at + 1 < paths->count && !paths->items[at].in_folder && !paths->items[at + 1].in_folder &&
         network_is_model(paths->items[at].path) && network_is_property(paths->items[at + 1].path);
}

/* Checks the input at this place; true in *paired: together with the next one. */
static int check_at(const CheckOptions *given, const InputOptions *input_options,
                    const InputPaths *paths, size_t at, Progress *progress, bool *paired)
{
  const char *path = paths->items[at].path;
  *paired = is_pair(paths, at);
  if (b_file_is_named(path)) {
    BFileCheck check = {given->common.color, given->json, given->quiet};
    progress_hide(progress);
    return b_file_check(&check, path);
  }
  bool model = network_is_model(path), property = network_is_property(path);
  if (!model && !property) return check_file(given, input_options, path, progress);
  NetworkCheck check = {.json = given->json, .quiet = given->quiet};
  const char *with = *paired ? paths->items[at + 1].path : NULL;
  progress_hide(progress);
  return network_check(&check, model ? path : NULL, model ? with : path);
}

static int run(const void *values, int count, char **arguments)
{
  static const char *const endings[] = {".smt2",    ".b",      ".mch", ".onnx",
                                        ".onnx.gz", ".vnnlib", NULL};
  const CheckOptions *given = values;
  InputOptions input_options = {.command = &command_check,
                                .theories = given->theories,
                                .color = given->common.color,
                                .silent = given->json};
  if (!input_theories_are_good(&input_options)) return EXIT_ENVIRONMENT;
  InputPaths paths = {0};
  int code = input_find_all(&command_check, endings, count, arguments, &paths);
  Progress progress;
  progress_start(&progress, "files", paths.count);
  bool paired = false;
  for (size_t i = 0; i < paths.count; i += 1 + paired) {
    progress_update(&progress, i);
    code = input_worse(code, check_at(given, &input_options, &paths, i, &progress, &paired));
  }
  progress_hide(&progress);
  input_paths_free(&paths);
  return code;
}

const Subcommand command_check = {
    .name = "check",
    .group = GROUP_SCRIPTS,
    .summary = "check the syntax, the sorts and the logic of scripts",
    .usage = "[OPTION]... FILE|FOLDER...",
    .description =
        "Reads SMT-LIB scripts ('-' is standard input, a folder stands for all inputs below it) "
        "and says for each whether it is correct: "
        "syntax, scopes and sorts, with the place of the first error. A correct script is shown "
        "with its logic, the number of its assertions and the number of different nodes in them. "
        "The logic is the one that the script sets, or the smallest that holds it.\n"
        "\n"
        "Networks (.onnx, also compressed as .onnx.gz) are checked, too: operators, types, shapes. "
        "A "
        "property (.vnnlib) after a network must have its numbers of inputs and outputs.\n"
        "\n"
        "Predicates and machines of the B method (.b, .mch) are checked for syntax and types; "
        "their "
        "substitutions are not read.\n"
        "\n"
        "A script that uses more than its logic has, or sets a logic of an unknown name, gets a "
        "warning. Forms that are not standard but that solvers read, such as a lambda where an "
        "array is expected, are read as they mean it; --strict warns of each.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = POSITIONALS_FILES,
    .options_size = sizeof(CheckOptions),
    .run = run,
};
