/* assay info: what scripts are made of and how large they are. */
#include <string.h>

#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/table.h"
#include "cli/shared/b_file.h"
#include "cli/shared/input.h"
#include "cli/shared/network.h"
#include "smt/text/logic.h"
#include "smt/text/print.h"
#include "smt/text/statistics.h"

typedef struct {
  CommonOptions common;
  bool json;
  const char *plot;
  OptionList theories;
} InfoOptions;

static const Option options[] = {
    {OPTION_FLAG(InfoOptions, json), .name = "json",
     .help = "print a JSON object, or an array of them for several files"},
    {OPTION_STRING(InfoOptions, plot), .name = "plot", .value_name = "FILE",
     .help = "of a network: draw its graph into FILE if that ends in .svg, .png or .pdf; write it "
             "in the language of Graphviz otherwise (- is standard output)"},
    INPUT_THEORY_OPTION(InfoOptions, theories),
};

static const Example examples[] = {
    {"assay info samples/strings.smt2", "logic, sizes, sorts and operators of a script"},
    {"assay info --json samples/strings.smt2", "the same for programs"},
    {"assay info samples/network.onnx", "inputs, outputs, parameters and operators of a network"},
    {"assay info samples/network.onnx samples/network.vnnlib",
     "the same, and the subproblems of a property"},
    {"assay info --plot network.svg samples/network.onnx", "a figure of it"},
};

static const ExitNote exits[] = {
    {EXIT_FINDING, "a script is wrong"},
    {EXIT_ENVIRONMENT, "a file cannot be read"},
};

enum { LABEL_WIDTH = 14, NAME_LIMIT = 60 };

typedef struct {
  const Input *input;
  Statistics statistics;
  StrBuf declared; /* empty: the script sets none */
  StrBuf inferred;
  StrBuf note; /* why the declared logic does not do */
} Info;

static void compare_logics(Info *info, const Logic *inferred)
{
  Logic declared;
  if (!logic_parse(strbuf_text(&info->declared), info->declared.length, &declared)) {
    strbuf_add_text(&info->note, "the name of the declared logic is not known");
  } else if (!logic_includes(&declared, inferred)) {
    strbuf_add_text(&info->note, "the declared logic has no ");
    logic_excess(&declared, inferred, &info->note);
  }
}

static void info_init(Info *info, const Input *input)
{
  const Bank *bank = input->bank;
  const Script *script = &input->script;
  *info = (Info){.input = input};
  strbuf_init(&info->declared, 0);
  strbuf_init(&info->inferred, 0);
  strbuf_init(&info->note, 0);
  statistics_collect(&info->statistics, bank, script);
  Logic inferred = logic_infer(bank, script);
  logic_name(&inferred, &info->inferred);
  if (!script->logic) return;
  strbuf_add(&info->declared, symbols_text(&bank->symbols, script->logic),
             symbols_length(&bank->symbols, script->logic));
  compare_logics(info, &inferred);
}

static void info_deinit(Info *info)
{
  statistics_deinit(&info->statistics);
  strbuf_deinit(&info->declared);
  strbuf_deinit(&info->inferred);
  strbuf_deinit(&info->note);
}

/* Names of sorts can be long; text in a table is cut, JSON is not. */
static void sort_text(const Bank *bank, Sort sort, size_t limit, StrBuf *text)
{
  StrBuf cut;
  strbuf_init(&cut, limit);
  print_sort(&cut, bank, sort);
  strbuf_add(text, cut.bytes, cut.length);
  if (cut.overflow) strbuf_add_text(text, "...");
  strbuf_deinit(&cut);
}

static void operator_text(const Bank *bank, const OperatorCount *entry, StrBuf *text)
{
  if (entry->label)
    strbuf_add_text(text, entry->label);
  else
    print_symbol(text, bank, entry->name);
}

static void theory_text(const Bank *bank, const OperatorCount *entry, StrBuf *text)
{
  if (entry->kind == NODE_OPERATOR)
    print_symbol(text, bank, bank->theories.items[entry->theory].name);
  else
    strbuf_add_text(text, node_kind_name(entry->kind));
}

/* --- text --------------------------------------------------------------------------------- */

static void print_row(const char *label, const StrBuf *value)
{
  printf("%-*s", LABEL_WIDTH, label);
  text_print_visible(stdout, value->bytes, value->length);
  putchar('\n');
}

static void print_number(const char *label, uint64_t value)
{
  printf("%-*s%llu\n", LABEL_WIDTH, label, (unsigned long long)value);
}

static void print_logic(const Info *info, Style style)
{
  if (info->declared.length)
    print_row("logic", &info->declared);
  else
    printf("%-*snot set\n", LABEL_WIDTH, "logic");
  print_row("inferred", &info->inferred);
  if (!info->note.length) return;
  fputs(style.yellow, stdout);
  print_row("note", &info->note);
  fputs(style.reset, stdout);
}

static void print_sizes(const Statistics *statistics)
{
  print_number("assertions", statistics->assertions);
  print_number("declarations", statistics->declarations);
  print_number("definitions", statistics->definitions);
  print_number("checks", statistics->checks);
  print_number("nodes", statistics->size.dag_size);
  if (statistics->size.tree_size == TREE_SIZE_MAX)
    printf("%-*smore than 2^64\n", LABEL_WIDTH, "as a tree");
  else
    print_number("as a tree", statistics->size.tree_size);
  print_number("depth", statistics->size.depth);
  print_number("max arity", statistics->max_arity);
  print_number("quantifiers", statistics->quantifiers);
}

static const TableColumn sort_columns[] = {{"sort", false}, {"nodes", true}};
static const TableColumn operator_columns[] = {
    {"operator", false}, {"theory or kind", false}, {"nodes", true}};

static void print_sorts(const Info *info, Style style)
{
  Table table;
  table_init(&table, sort_columns, sizeof sort_columns / sizeof *sort_columns);
  for (size_t i = 0; i < info->statistics.sorts.count; i++) {
    const SortCount *entry = &info->statistics.sorts.items[i];
    sort_text(info->input->bank, entry->sort, NAME_LIMIT, table_cell(&table));
    table_add_count(&table, entry->nodes);
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
}

static void print_operators(const Info *info, Style style)
{
  Table table;
  table_init(&table, operator_columns, sizeof operator_columns / sizeof *operator_columns);
  for (size_t i = 0; i < info->statistics.operators.count; i++) {
    const OperatorCount *entry = &info->statistics.operators.items[i];
    operator_text(info->input->bank, entry, table_cell(&table));
    theory_text(info->input->bank, entry, table_cell(&table));
    table_add_count(&table, entry->nodes);
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
}

static void print_text(const Info *info, ColorMode color)
{
  Style style = style_for(stdout, color);
  printf("%-*s%s%s%s\n", LABEL_WIDTH, "file", style.bold, info->input->name, style.reset);
  print_logic(info, style);
  print_sizes(&info->statistics);
  if (info->statistics.sorts.count == 0) return;
  putchar('\n');
  print_sorts(info, style);
  putchar('\n');
  print_operators(info, style);
}

/* --- JSON --------------------------------------------------------------------------------- */

static json_t *take_text(StrBuf *text)
{
  json_t *value = json_text(text->bytes, text->length);
  strbuf_deinit(text);
  return value;
}

static json_t *command_counts(const Info *info)
{
  json_t *object = json_object();
  for (int kind = 0; kind < CMD_COUNT; kind++) {
    uint64_t count = info->statistics.commands[kind];
    const char *name = command_name((CommandKind)kind);
    if (count) json_object_set_new(object, name[0] ? name : "other", json_count(count));
  }
  return object;
}

static json_t *sort_counts(const Info *info)
{
  json_t *array = json_array();
  for (size_t i = 0; i < info->statistics.sorts.count; i++) {
    const SortCount *entry = &info->statistics.sorts.items[i];
    StrBuf name;
    strbuf_init(&name, 0);
    sort_text(info->input->bank, entry->sort, 0, &name);
    json_t *object = json_object();
    json_object_set_new(object, "sort", take_text(&name));
    json_object_set_new(object, "nodes", json_count(entry->nodes));
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *operator_counts(const Info *info)
{
  const Bank *bank = info->input->bank;
  json_t *array = json_array();
  for (size_t i = 0; i < info->statistics.operators.count; i++) {
    const OperatorCount *entry = &info->statistics.operators.items[i];
    StrBuf name, theory;
    strbuf_init(&name, 0);
    strbuf_init(&theory, 0);
    operator_text(bank, entry, &name);
    theory_text(bank, entry, &theory);
    json_t *object = json_object();
    json_object_set_new(object, "name", take_text(&name));
    const char *kind = node_kind_name(entry->kind);
    json_object_set_new(object, "kind", json_text(kind, strlen(kind)));
    if (entry->kind == NODE_OPERATOR)
      json_object_set_new(object, "theory", take_text(&theory));
    else
      strbuf_deinit(&theory);
    json_object_set_new(object, "nodes", json_count(entry->nodes));
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *optional_text(const StrBuf *text)
{
  return text->length ? json_text(text->bytes, text->length) : json_null();
}

static json_t *info_object(const Info *info)
{
  const Statistics *statistics = &info->statistics;
  json_t *object = json_object();
  json_object_set_new(object, "file", json_text(info->input->name, strlen(info->input->name)));
  json_object_set_new(object, "logic", optional_text(&info->declared));
  json_object_set_new(object, "inferred", optional_text(&info->inferred));
  json_object_set_new(object, "note", optional_text(&info->note));
  json_object_set_new(object, "assertions", json_count(statistics->assertions));
  json_object_set_new(object, "declarations", json_count(statistics->declarations));
  json_object_set_new(object, "definitions", json_count(statistics->definitions));
  json_object_set_new(object, "checks", json_count(statistics->checks));
  json_object_set_new(object, "nodes", json_count(statistics->size.dag_size));
  json_object_set_new(object, "tree_size", json_count(statistics->size.tree_size));
  json_object_set_new(object, "depth", json_count(statistics->size.depth));
  json_object_set_new(object, "max_arity", json_count(statistics->max_arity));
  json_object_set_new(object, "quantifiers", json_count(statistics->quantifiers));
  json_object_set_new(object, "commands", command_counts(info));
  json_object_set_new(object, "sorts", sort_counts(info));
  json_object_set_new(object, "operators", operator_counts(info));
  return object;
}

/* --- the command -------------------------------------------------------------------------- */

/* One call of the command. */
typedef struct {
  const InfoOptions *given;
  InputOptions input;
  json_t *objects; /* of scripts */
  size_t scripts;  /* of these, and those that could not be read */
  bool first;      /* nothing has been printed */
} Job;

static void separate(Job *job)
{
  if (!job->first && !job->given->json && !job->given->plot) putchar('\n');
  job->first = false;
}

static int show_script(Job *job, const char *path)
{
  Input input;
  int code = input_read(&job->input, path, &input);
  job->scripts++;
  if (code == EXIT_FINE) {
    Info info;
    info_init(&info, &input);
    separate(job);
    if (job->given->json)
      json_array_append_new(job->objects, info_object(&info));
    else
      print_text(&info, job->given->common.color);
    info_deinit(&info);
  }
  input_deinit(&input);
  return code;
}

/* The input at this place; `property`: what stands after it, if it is one. */
static int show(Job *job, const char *path, const char *property)
{
  const InfoOptions *given = job->given;
  if (network_is_model(path)) {
    separate(job);
    return network_info(path, property, given->json, given->plot, given->common.color);
  }
  if (!b_file_is_named(path)) return show_script(job, path);
  separate(job);
  return b_file_info(path, given->json, given->common.color);
}

static int show_all(Job *job, const InputPaths *paths)
{
  int code = EXIT_FINE;
  for (size_t i = 0; i < paths->count; i++) {
    const InputPath *at = &paths->items[i], *next = i + 1 < paths->count ? at + 1 : NULL;
    bool paired = next && !at->in_folder && !next->in_folder && network_is_model(at->path) &&
                  network_is_property(next->path);
    code = input_worse(code, show(job, at->path, paired ? next->path : NULL));
    i += paired;
  }
  return code;
}

/* One script that was named is an object; others, also those of a folder, are an array. */
static void print_objects(const Job *job, const InputPaths *paths)
{
  bool folder = paths->count > 0 && paths->items[0].in_folder;
  if (job->scripts > 1 || (job->scripts && folder))
    json_print_pretty(stdout, json_incref(job->objects));
  else if (json_array_size(job->objects) == 1)
    json_print_pretty(stdout, json_incref(json_array_get(job->objects, 0)));
}

static int run(const void *values, int count, char **arguments)
{
  static const char *const endings[] = {".smt2", ".b", ".mch", ".onnx", ".onnx.gz", NULL};
  Job job = {.given = values, .first = true};
  job.input = (InputOptions){
      .command = &command_info, .theories = job.given->theories, .color = job.given->common.color};
  if (!input_theories_are_good(&job.input)) return EXIT_ENVIRONMENT;
  job.objects = json_array();
  InputPaths paths = {0};
  int code = input_find_all(&command_info, endings, count, arguments, &paths);
  code = input_worse(code, show_all(&job, &paths));
  if (job.given->json) print_objects(&job, &paths);
  json_decref(job.objects);
  input_paths_free(&paths);
  return code;
}

const Subcommand command_info = {
    .name = "info",
    .group = GROUP_SCRIPTS,
    .summary = "show the logic, the size and the operators of scripts",
    .usage = "[OPTION]... FILE|FOLDER...",
    .description =
        "Shows for each SMT-LIB script ('-' is standard input, a folder stands for all inputs "
        "below it) the logic that it sets and the "
        "smallest one that holds it, how many commands of each kind it has, the size of its "
        "assertions, and which sorts and operators its terms use.\n"
        "\n"
        "Of a network (.onnx, .onnx.gz) it shows inputs and outputs with their types and shapes, "
        "parameters and operators.\n"
        "\n"
        "Nodes are counted once, however often a term is repeated. The size as a tree counts "
        "every repetition, as if the script were written without let.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = POSITIONALS_FILES,
    .options_size = sizeof(InfoOptions),
    .run = run,
};
