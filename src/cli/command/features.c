/* assay features: what scripts are, in numbers, for learning. */
#include <math.h>
#include <string.h>

#include "base/paths.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/progress.h"
#include "cli/option/table.h"
#include "cli/shared/feature_options.h"
#include "cli/shared/input.h"

typedef struct {
  CommonOptions common;
  int form; /* Form */
  FeatureSettings features;
} FeaturesCommand;

typedef enum { FORM_TEXT, FORM_CSV, FORM_JSON } Form;

static const Option options[] = {
    {OPTION_SET(FeaturesCommand, form, FORM_CSV), .name = "csv",
     .help = "print a table with a row for each file and a column for each feature"},
    {OPTION_SET(FeaturesCommand, form, FORM_JSON), .name = "json",
     .help = "print a JSON array with an object for each file"},
    FEATURE_OPTIONS(FeaturesCommand, features),
};

static const Example examples[] = {
    {"assay features samples/strings.smt2", "the features that are not 0"},
    {"assay features --csv DIR > features.csv", "a table for 'assay train --features'"},
    {"assay features --set machsmt --json samples/strings.smt2", "the features of MachSMT"},
};

static const ExitNote exits[] = {
    {EXIT_ENVIRONMENT, "a file cannot be read, or the user's program failed"},
};

typedef struct {
  const FeaturesCommand *given;
  FeatureSource *source;
  json_t *array;
  VEC(FeatureRow) rows; /* of CSV: all titles are only known at the end */
} Output;

static void print_text(const Output *output, const char *path, const FeatureRow *row)
{
  static const TableColumn columns[] = {{"number", true}, {"feature", false}, {"value", true}};
  const Names *names = source_names(output->source);
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  printf("file   %s\nlogic  %s\n\n", path, *row->logic ? row->logic : "not set");
  for (uint32_t i = 0; i < row->values.count; i++) {
    if (row->values.items[i] == 0) continue;
    table_add_count(&table, i + 1);
    table_add_text(&table, names_text(names, i));
    strbuf_printf(table_cell(&table), "%.6g", (double)row->values.items[i]);
  }
  table_print(stdout, &table, style_for(stdout, output->given->common.color));
  table_deinit(&table);
}

static void add_object(const Output *output, const char *path, const FeatureRow *row)
{
  const Names *names = source_names(output->source);
  json_t *object = json_object(), *values = json_object();
  json_object_set_new(object, "file", json_text(path, strlen(path)));
  json_object_set_new(object, "logic",
                      *row->logic ? json_text(row->logic, strlen(row->logic)) : json_null());
  json_object_set_new(object, "seconds", json_number(row->seconds));
  for (uint32_t i = 0; i < row->values.count; i++)
    json_object_set_new(values, names_text(names, i), json_number((double)row->values.items[i]));
  json_object_set_new(object, "features", values);
  json_array_append_new(output->array, object);
}

static void add_csv_row(StrBuf *text, const char *path, const FeatureRow *row, size_t names)
{
  csv_add_cell(text, path);
  for (size_t i = 0; i < names; i++) {
    bool told = i < row->values.count && !isnan(row->values.items[i]);
    strbuf_add_char(text, ',');
    if (told) strbuf_printf(text, "%.9g", (double)row->values.items[i]);
  }
  strbuf_add_char(text, '\n');
}

static void print_csv(const Output *output, const PathVec *paths)
{
  const Names *names = source_names(output->source);
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, "benchmark");
  for (uint32_t i = 0; i < names_count(names); i++) {
    strbuf_add_char(&text, ',');
    csv_add_cell(&text, names_text(names, i));
  }
  strbuf_add_char(&text, '\n');
  for (size_t i = 0; i < output->rows.count; i++)
    if (output->rows.items[i].values.count > 0)
      add_csv_row(&text, paths->items[i], &output->rows.items[i], names_count(names));
  fwrite(text.bytes, 1, text.length, stdout);
  strbuf_deinit(&text);
}

static int add_file(Output *output, const char *path, bool first)
{
  Error error;
  FeatureRow row = {0};
  Status status = source_compute(output->source, path, NULL, &row, &error);
  if (status != STATUS_OK) row.values.count = 0;
  if (output->given->form == FORM_CSV) VEC_PUSH(&output->rows, row);
  if (status != STATUS_OK) {
    if (output->given->form != FORM_CSV) feature_row_free(&row);
    return command_error(&command_features, EXIT_ENVIRONMENT, "%s", error.message);
  }
  if (output->given->form == FORM_CSV) return EXIT_FINE;
  if (output->given->form == FORM_TEXT && !first) putchar('\n');
  if (output->given->form == FORM_TEXT)
    print_text(output, path, &row);
  else
    add_object(output, path, &row);
  feature_row_free(&row);
  return EXIT_FINE;
}

static int compute_all(Output *output, const PathVec *paths)
{
  Progress progress;
  int code = EXIT_FINE;
  progress_start(&progress, "files", paths->count);
  for (size_t i = 0; i < paths->count; i++) {
    progress_update(&progress, i);
    code = input_worse(code, add_file(output, paths->items[i], i == 0));
  }
  progress_hide(&progress);
  if (output->given->form == FORM_CSV) print_csv(output, paths);
  if (output->given->form == FORM_JSON) json_print_pretty(stdout, json_incref(output->array));
  for (size_t i = 0; i < output->rows.count; i++) feature_row_free(&output->rows.items[i]);
  VEC_FREE(&output->rows);
  return code;
}

static int run(const void *values, int count, char **arguments)
{
  Output output = {.given = values};
  Error error;
  PathVec paths = {0};
  for (int i = 0; i < count; i++) {
    if (paths_add(arguments[i], ".smt2", &paths, &error) == STATUS_OK) continue;
    path_vec_free(&paths);
    return command_error(&command_features, EXIT_ENVIRONMENT, "%s", error.message);
  }
  output.source = feature_settings_source(&output.given->features, &error);
  int code = EXIT_ENVIRONMENT;
  if (!output.source) {
    command_error(&command_features, EXIT_ENVIRONMENT, "%s", error.message);
  } else {
    output.array = json_array();
    code = compute_all(&output, &paths);
    json_decref(output.array);
  }
  source_destroy(output.source);
  path_vec_free(&paths);
  return code;
}

const Subcommand command_features = {
    .name = "features",
    .group = GROUP_SOLVERS,
    .summary = "show the features of scripts that choosing solvers is learnt from",
    .usage = "[OPTION]... FILE...",
    .description = "Computes numbers that describe SMT-LIB scripts: how often each construct "
                   "occurs, and shapes of the terms. "
                   "The first 196 are those of MachSMT, in its numbering. A folder stands for the "
                   ".smt2 files below it.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = POSITIONALS_FILES,
    .options_size = sizeof(FeaturesCommand),
    .run = run,
};
