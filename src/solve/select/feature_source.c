#include "solve/select/feature_source.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "run/process/supervisor.h"
#include "solve/learn/matrix.h"

enum { OUTPUT_LIMIT = 1 << 20, NAMES_LIMIT = 10000 };

struct FeatureSource {
  FeatureOptions options;
  Names names;
  size_t own; /* names that our pass tells */
  /* The user's table: */
  Names files;
  size_t first_column, columns; /* among the names */
  VEC(float) cells;             /* columns for each file */
};

static Status read_cells(FeatureSource *source, Csv *csv, int key, Error *error)
{
  Status status;
  while ((status = csv_next(csv, error)) == STATUS_OK && csv->more) {
    uint32_t files = names_count(&source->files);
    if (names_add(&source->files, csv_cell(csv, key)) != files)
      return csv_error(csv, error, "'%s' has two rows", csv_cell(csv, key));
    for (int c = 0; c < (int)csv->titles.count; c++) {
      double number;
      if (c == key) continue;
      status = csv_number(csv, c, NAN, &number, error);
      if (status != STATUS_OK) return status;
      VEC_PUSH(&source->cells, matrix_value(number));
    }
  }
  return status;
}

static Status read_table(FeatureSource *source, Csv *csv, Error *error)
{
  int key;
  Status status = csv_need_column(csv, "benchmark|path|file|instance", &key, error);
  source->first_column = names_count(&source->names);
  for (int c = 0; c < (int)csv->titles.count && status == STATUS_OK; c++) {
    uint32_t before = names_count(&source->names);
    if (c != key && names_add(&source->names, csv->titles.items[c]) != before)
      status = error_set(error, STATUS_SYNTAX, "'%s': there is a feature '%s' already", csv->path,
                         csv->titles.items[c]);
  }
  source->columns = names_count(&source->names) - source->first_column;
  return status == STATUS_OK ? read_cells(source, csv, key, error) : status;
}

FeatureSource *source_create(const FeatureOptions *options, Error *error)
{
  FeatureSource *source = mem_alloc_zero(1, sizeof *source);
  source->options = *options;
  source->own = options->machsmt ? FEATURES_MACHSMT : FEATURE_COUNT;
  for (size_t i = 0; i < source->own; i++) names_add(&source->names, feature_name(i));
  if (!options->table) return source;
  Csv csv;
  Status status = csv_open(&csv, options->table, error);
  if (status == STATUS_OK) status = read_table(source, &csv, error);
  csv_close(&csv);
  if (status == STATUS_OK) return source;
  source_destroy(source);
  return NULL;
}

void source_set_limit(FeatureSource *source, double seconds)
{
  assert(seconds > 0);
  source->options.seconds = seconds;
}

void source_destroy(FeatureSource *source)
{
  if (!source) return;
  names_free(&source->names);
  names_free(&source->files);
  VEC_FREE(&source->cells);
  free(source);
}

const Names *source_names(const FeatureSource *source)
{
  return &source->names;
}

static void set_value(FeatureRow *row, size_t feature, float value)
{
  while (row->values.count <= feature) VEC_PUSH(&row->values, NAN);
  row->values.items[feature] = value;
}

static void add_table_values(const FeatureSource *source, const char *path, FeatureRow *row)
{
  uint32_t file;
  if (!names_find(&source->files, path, &file)) return;
  for (size_t c = 0; c < source->columns; c++)
    set_value(row, source->first_column + c, source->cells.items[file * source->columns + c]);
}

/* One line of the program's output, which ends with a NUL byte here. */
static Status take_line(FeatureSource *source, char *line, FeatureRow *row, Error *error)
{
  char *value = strrchr(line, '=');
  double number;
  if (!*line) return STATUS_OK;
  if (!value || value == line)
    return error_set(error, STATUS_SYNTAX, "'%s' printed '%.80s', which is not NAME=VALUE",
                     source->options.command, line);
  *value++ = 0;
  if (!csv_parse_number(value, &number))
    return error_set(error, STATUS_SYNTAX,
                     "'%s' printed '%.60s=%.60s', whose value is not a number",
                     source->options.command, line, value);
  uint32_t feature = names_add(&source->names, line);
  bool ours = feature < source->own + source->columns;
  if (ours || strchr(line, ',') || names_count(&source->names) > NAMES_LIMIT)
    return error_set(error, STATUS_SYNTAX, "'%s' printed a feature '%.60s', %s",
                     source->options.command, line,
                     ours ? "which there is already" : "which is not a name");
  set_value(row, feature, matrix_value(number));
  return STATUS_OK;
}

static Status take_output(FeatureSource *source, char *text, FeatureRow *row, Error *error)
{
  Status status = STATUS_OK;
  while (*text && status == STATUS_OK) {
    size_t length = strcspn(text, "\r\n");
    bool more = text[length] != 0;
    text[length] = 0;
    status = take_line(source, text, row, error);
    text += length + more;
  }
  return status;
}

static Status run_command(FeatureSource *source, const char *path, FeatureRow *row, Error *error)
{
  const char *argv[] = {source->options.command, path, NULL};
  RunRequest request = {.argv = argv};
  request.limits.wall_ns = (uint64_t)(source->options.seconds * 1e9);
  request.limits.stdout_bytes = OUTPUT_LIMIT;
  RunResult result;
  Status status = run_one(&request, &result, error);
  if (status != STATUS_OK) return status;
  if (result.end == RUN_EXITED && result.exit_code == 0)
    status = take_output(source, result.out.bytes ? result.out.bytes : (char[]){0}, row, error);
  else if (result.end == RUN_NOT_STARTED)
    status = error_set(error, STATUS_IO, "cannot start '%s': %s", source->options.command,
                       strerror(result.error_number));
  else if (result.end != RUN_WALL_LIMIT) /* in which case nothing is told */
    status = error_set(error, STATUS_IO, "'%s' failed on '%s' (%s, exit code %d)",
                       source->options.command, path, run_end_text(result.end), result.exit_code);
  run_result_deinit(&result);
  return status;
}

Status source_compute(FeatureSource *source, const char *path, const FileText *text,
                      FeatureRow *row, Error *error)
{
  FileText own = {0};
  if (!text) {
    Status status = file_read(path, 0, &own, error);
    if (status != STATUS_OK) return status;
  }
  const FileText *given = text ? text : &own;
  FeatureVector vector;
  uint64_t begin = clock_monotonic_ns();
  features_compute(given->bytes, given->length, source->options.seconds, &vector);
  row->values.count = 0;
  for (size_t i = 0; i < source->own; i++) VEC_PUSH(&row->values, vector.values[i]);
  memcpy(row->logic, vector.logic, sizeof row->logic);
  add_table_values(source, path, row);
  Status status = STATUS_OK;
  if (source->options.command) status = run_command(source, path, row, error);
  size_t names = names_count(&source->names);
  if (row->values.count < names) set_value(row, names - 1, NAN);
  row->seconds = (double)(clock_monotonic_ns() - begin) * 1e-9;
  if (!text) file_text_free(&own);
  return status;
}
