/* assay select: which solver a model chooses for scripts. */
#include <math.h>
#include <string.h>

#include "cli/command/train_network.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/table.h"
#include "cli/shared/feature_options.h"
#include "cli/shared/input.h"
#include "solve/select/selector_file.h"

typedef struct {
  CommonOptions common;
  const char *model;
  uint64_t timeout_ms;
  int language; /* 1: networks */
  bool json, explain;
  FeatureSettings features;
} SelectCommand;

static const char *const language_words[] = {"smt", "nn", NULL};

static const Option options[] = {
    {OPTION_STRING(SelectCommand, model), .name = "model", .old_letter = 'm', .value_name = "FILE",
     .help = "the model that 'assay train' has written"},
    {OPTION_DURATION(SelectCommand, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial_note = "that of the model", .low = 1, .high = OPTION_YEAR_MS,
     .help = "the time that there is for all solvers together"},
    {OPTION_FLAG(SelectCommand, explain), .name = "explain",
     .help = "also say what the choice is based on"},
    {OPTION_FLAG(SelectCommand, json), .name = "json",
     .help = "print a JSON array with an object for each file"},
    {OPTION_CHOICE(SelectCommand, language, language_words), .name = "language", .initial = "smt",
     .help =
         "nn: which engines 'assay verify' would choose for a network and a property, by --model "
         "or by the model that it has"},
    FEATURE_OPTIONS(SelectCommand, features),
};

static const Example examples[] = {
    {"assay select --model MODEL a.smt2", "the ranking of the solvers, with shares of the time"},
    {"assay select --model MODEL --explain a.smt2",
     "with the schedule and the features that matter"},
    {"assay select --language nn NET.onnx PROP.vnnlib", "engines of 'assay verify'"},
};

static const ExitNote exits[] = {
    {EXIT_ENVIRONMENT, "the model or a file cannot be read, or a feature is missing"},
};

enum { EXPLAINED = 8 };

typedef struct {
  const SelectCommand *given;
  Selector *selector;
  Selection *selection;
  FeatureSource *source;
  json_t *array;
} Choice;

/* --- text --------------------------------------------------------------------------------- */

static void print_schedule(const Choice *choice)
{
  const Schedule *schedule = &choice->selection->schedule;
  const Names *solvers = selector_solvers(choice->selector);
  printf("schedule:");
  for (size_t i = 0; i < schedule->count; i++) {
    const char *name = names_text(solvers, schedule->slots[i].solver);
    if (isinf(schedule->slots[i].seconds))
      printf(" %s", name);
    else
      printf(" %s for %.3g s,", name, (double)schedule->slots[i].seconds);
    if (isinf(schedule->slots[i].seconds)) break;
  }
  putchar('\n');
}

static void print_reasons(const Choice *choice, const FeatureRow *row)
{
  SelectionReason reasons[EXPLAINED];
  size_t count = selection_explain(choice->selection, reasons, EXPLAINED);
  StrBuf method;
  strbuf_init(&method, 0);
  selector_describe(choice->selector, row->logic, &method);
  printf("logic: %s (%s)\n", *row->logic ? row->logic : "not set", strbuf_text(&method));
  strbuf_deinit(&method);
  print_schedule(choice);
  if (count == 0) {
    puts("features do not matter for this logic");
    return;
  }
  static const TableColumn columns[] = {
      {"feature", false}, {"value", true}, {"weight %", true}, {"like it", true}, {"others", true}};
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < count; i++) {
    table_add_text(&table, reasons[i].feature);
    strbuf_printf(table_cell(&table), "%.4g", reasons[i].value);
    strbuf_printf(table_cell(&table), "%.1f", 100 * reasons[i].importance);
    strbuf_printf(table_cell(&table), "%.4g", reasons[i].neighbours);
    strbuf_printf(table_cell(&table), "%.4g", reasons[i].others);
  }
  table_print(stdout, &table, style_for(stdout, choice->given->common.color));
  table_deinit(&table);
}

static void print_text(const Choice *choice, const char *path, const FeatureRow *row, bool several)
{
  const Selection *selection = choice->selection;
  const Names *solvers = selector_solvers(choice->selector);
  if (several) printf("%s\n", path);
  printf("selects: %s\n", names_text(solvers, selection->ranking[0]));
  for (uint32_t i = 0; i < names_count(solvers); i++) {
    uint32_t solver = selection->ranking[i];
    printf("  %s %.3f%%\n", names_text(solvers, solver), 100 * selection->shares[solver]);
  }
  if (choice->given->explain) print_reasons(choice, row);
}

/* --- JSON --------------------------------------------------------------------------------- */

static json_t *solver_text(const Choice *choice, uint32_t solver)
{
  const char *name = names_text(selector_solvers(choice->selector), solver);
  return json_text(name, strlen(name));
}

static void add_object(const Choice *choice, const char *path, const FeatureRow *row)
{
  const Selection *selection = choice->selection;
  json_t *object = json_object(), *ranking = json_array(), *schedule = json_array();
  json_object_set_new(object, "file", json_text(path, strlen(path)));
  json_object_set_new(object, "logic",
                      *row->logic ? json_text(row->logic, strlen(row->logic)) : json_null());
  json_object_set_new(object, "selects", solver_text(choice, selection->ranking[0]));
  for (uint32_t i = 0; i < names_count(selector_solvers(choice->selector)); i++) {
    uint32_t solver = selection->ranking[i];
    json_t *one = json_object();
    json_object_set_new(one, "solver", solver_text(choice, solver));
    json_object_set_new(one, "share", json_number(selection->shares[solver]));
    json_object_set_new(one, "expected", json_number(selection->expected[solver]));
    json_array_append_new(ranking, one);
  }
  for (size_t i = 0; i < selection->schedule.count; i++) {
    json_t *slot = json_object();
    json_object_set_new(slot, "solver", solver_text(choice, selection->schedule.slots[i].solver));
    json_object_set_new(slot, "seconds", json_number((double)selection->schedule.slots[i].seconds));
    json_array_append_new(schedule, slot);
  }
  json_object_set_new(object, "ranking", ranking);
  json_object_set_new(object, "schedule", schedule);
  if (choice->given->explain) {
    SelectionReason reasons[EXPLAINED];
    size_t count = selection_explain(choice->selection, reasons, EXPLAINED);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
      json_t *one = json_object();
      json_object_set_new(one, "feature",
                          json_text(reasons[i].feature, strlen(reasons[i].feature)));
      json_object_set_new(one, "value", json_number(reasons[i].value));
      json_object_set_new(one, "importance", json_number(reasons[i].importance));
      json_object_set_new(one, "neighbours", json_number(reasons[i].neighbours));
      json_object_set_new(one, "others", json_number(reasons[i].others));
      json_array_append_new(array, one);
    }
    json_object_set_new(object, "reasons", array);
  }
  json_array_append_new(choice->array, object);
}

/* --- the command -------------------------------------------------------------------------- */

static Status select_for(Choice *choice, const char *path, FeatureRow *row, bool several,
                         Error *error)
{
  Status status = source_compute(choice->source, path, NULL, row, error);
  SelectorBinding binding;
  if (status == STATUS_OK)
    status = selector_bind(choice->selector, source_names(choice->source), &binding, error);
  if (status != STATUS_OK) return status;
  status = selector_need(choice->selector, row->logic,
                         choice->given->explain || choice->given->json, error);
  if (status != STATUS_OK) {
    VEC_FREE(&binding.place);
    return status;
  }
  SelectorInput input = {.logic = row->logic, .features = row->values.items, .binding = &binding};
  double limit = choice->given->timeout_ms ? (double)choice->given->timeout_ms / 1000
                                           : selector_limit(choice->selector);
  selection_predict(choice->selection, &input, limit);
  VEC_FREE(&binding.place);
  if (choice->given->json)
    add_object(choice, path, row);
  else
    print_text(choice, path, row, several);
  return STATUS_OK;
}

static int select_all(Choice *choice, int count, char **paths)
{
  int code = EXIT_FINE;
  FeatureRow row = {0};
  for (int i = 0; i < count; i++) {
    Error error;
    if (select_for(choice, paths[i], &row, count > 1, &error) != STATUS_OK)
      code = command_error(&command_select, EXIT_ENVIRONMENT, "%s", error.message);
  }
  if (choice->given->json) json_print_pretty(stdout, json_incref(choice->array));
  feature_row_free(&row);
  return code;
}

static int run(const void *values, int count, char **paths)
{
  const SelectCommand *given = values;
  if (given->language == 1)
    return select_network(&command_select, given->model, given->json,
                          style_for(stdout, given->common.color), count, paths);
  if (!given->model) return command_usage_error(&command_select, "--model is missing");
  Error error;
  Selector *selector = selector_load(given->model, &error);
  Choice choice = {.given = given, .selector = selector};
  if (selector) choice.source = feature_settings_source(&given->features, &error);
  int code;
  if (choice.source) {
    choice.selection = selection_create(selector);
    choice.array = json_array();
    code = select_all(&choice, count, paths);
    json_decref(choice.array);
    selection_destroy(choice.selection);
  } else {
    code = command_error(&command_select, EXIT_ENVIRONMENT, "%s", error.message);
  }
  source_destroy(choice.source);
  selector_destroy(selector);
  return code;
}

const Subcommand command_select = {
    .name = "select",
    .group = GROUP_SOLVERS,
    .summary = "say which solver a model chooses for scripts",
    .usage = "[OPTION]... --model FILE FILE...",
    .description = "Ranks the solvers that a model of 'assay train' knows for each script, with "
                   "the share of the time that each "
                   "should get. 'assay solve --model' runs them.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = POSITIONALS_FILES,
    .options_size = sizeof(SelectCommand),
    .run = run,
};
