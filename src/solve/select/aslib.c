#include "solve/select/aslib.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/paths.h"

/* What description.txt says. */
typedef struct {
  double limit;
  Names steps;    /* that are computed by default */
  Names features; /* of these steps; empty: all */
} Description;

static void description_free(Description *description)
{
  names_free(&description->steps);
  names_free(&description->features);
}

static char *path_in(const char *folder, const char *name)
{
  return path_from(folder, name);
}

/* --- description.txt: the few lines of its YAML that matter ------------------------------- */

static char *trimmed(char *text)
{
  text += strspn(text, " \t'\"");
  size_t length = strcspn(text, "\r\n");
  while (length > 0 && strchr(" \t'\":", text[length - 1])) length--;
  text[length] = 0;
  return text;
}

typedef enum { IN_NOTHING, IN_DEFAULT_STEPS, IN_STEPS } Section;

static void take_item(Description *description, Section section, const char *step, const char *item)
{
  uint32_t number;
  if (section == IN_DEFAULT_STEPS) names_add(&description->steps, item);
  if (section == IN_STEPS && step && names_find(&description->steps, step, &number))
    names_add(&description->features, item);
}

static void take_line(Description *description, char *line, Section *section, char **step,
                      bool *provides)
{
  size_t indent = strspn(line, " ");
  bool item = line[indent] == '-' && line[indent + 1] == ' ';
  if (item) {
    if (*section == IN_DEFAULT_STEPS || *provides)
      take_item(description, *section, *step, trimmed(line + indent + 1));
    return;
  }
  char *value = strchr(line, ':');
  if (!value) return;
  *value++ = 0;
  char *key = trimmed(line);
  if (indent == 0) {
    *section = strcmp(key, "default_steps") == 0   ? IN_DEFAULT_STEPS
               : strcmp(key, "feature_steps") == 0 ? IN_STEPS
                                                   : IN_NOTHING;
    if (strcmp(key, "algorithm_cutoff_time") == 0)
      csv_parse_number(trimmed(value), &description->limit);
    return;
  }
  *provides = strcmp(key, "provides") == 0;
  if (!*provides && strcmp(key, "requires") != 0) *step = key;
}

static Status read_description(Description *description, const char *folder, Error *error)
{
  char *path = path_in(folder, "description.txt");
  FileText text;
  Status status = file_read(path, 1 << 24, &text, error);
  if (status == STATUS_OK) {
    Section section = IN_NOTHING;
    char *step = NULL;
    bool provides = false;
    for (char *line = text.bytes; line && *line;) {
      char *next = strchr(line, '\n');
      if (next) *next++ = 0;
      take_line(description, line, &section, &step, &provides);
      line = next;
    }
    file_text_free(&text);
    if (!(description->limit > 0 && description->limit < 1e9))
      status = error_set(error, STATUS_SYNTAX, "'%s' has no algorithm_cutoff_time", path);
  }
  free(path);
  return status;
}

/* --- the tables --------------------------------------------------------------------------- */

static Status read_runs(Dataset *data, Csv *csv, Error *error)
{
  int name, solver, time, how;
  RunEntries entries = {0};
  VEC(uint32_t) logics = {0};
  Status status = csv_need_column(csv, "instance_id", &name, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "algorithm", &solver, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "runtime|PAR10|time", &time, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "runstatus", &how, error);
  while (status == STATUS_OK && (status = csv_next(csv, error)) == STATUS_OK && csv->more) {
    double seconds;
    status = csv_number(csv, time, data->runs.limit, &seconds, error);
    if (status != STATUS_OK) break;
    RunEntry entry = {
        .benchmark = names_add(&data->runs.benchmarks, csv_cell(csv, name)),
        .solver = names_add(&data->runs.solvers, csv_cell(csv, solver)),
        .run = {.wall = (float)fmin(fmax(seconds, 0), data->runs.limit), .checks = 1},
    };
    entry.run.cpu = entry.run.wall;
    entry.run.solved = strcasecmp(csv_cell(csv, how), "ok") == 0 && seconds <= data->runs.limit;
    entry.run.state = entry.run.solved ? RUN_SOLVED : RUN_UNSOLVED;
    if (entry.benchmark == logics.count) VEC_PUSH(&logics, names_add(&data->runs.logics, ""));
    VEC_PUSH(&entries, entry);
  }
  data->runs.logic_of = logics.items;
  if (status == STATUS_OK && entries.count == 0)
    status = error_set(error, STATUS_SYNTAX, "'%s' has no runs", csv->path);
  if (status == STATUS_OK) status = runs_check_size(&data->runs, csv->path, error);
  if (status == STATUS_OK) runs_fill(&data->runs, &entries);
  VEC_FREE(&entries);
  return status;
}

static bool is_key(const Csv *csv, int column)
{
  return column == csv_column(csv, "instance_id") || column == csv_column(csv, "repetition");
}

/* Does the column count: is it of one of these names, or is nothing named at all? */
static bool is_wanted(const Csv *csv, int column, const Names *names)
{
  uint32_t number;
  if (is_key(csv, column)) return false;
  return names_count(names) == 0 || names_find(names, csv->titles.items[column], &number);
}

static Status read_values(Dataset *data, Csv *csv, const Names *wanted, Error *error)
{
  int name;
  Names features = {0};
  Status status = csv_need_column(csv, "instance_id", &name, error);
  for (int c = 0; c < (int)csv->titles.count && status == STATUS_OK; c++)
    if (is_wanted(csv, c, wanted)) names_add(&features, csv->titles.items[c]);
  if (status == STATUS_OK) dataset_set_features(data, &features);
  while (status == STATUS_OK && (status = csv_next(csv, error)) == STATUS_OK && csv->more) {
    uint32_t row, feature;
    if (!names_find(&data->runs.benchmarks, csv_cell(csv, name), &row)) continue;
    data->feature_failed[row] = false;
    for (int c = 0; c < (int)csv->titles.count && status == STATUS_OK; c++) {
      double number;
      if (!is_wanted(csv, c, wanted)) continue;
      status = csv_number(csv, c, NAN, &number, error);
      if (names_find(&features, csv->titles.items[c], &feature))
        matrix_row(&data->values, row)[feature] = matrix_value(number);
    }
  }
  names_free(&features);
  return status;
}

static Status read_costs(Dataset *data, Csv *csv, const Names *steps, Error *error)
{
  int name;
  data->times_known = true;
  Status status = csv_need_column(csv, "instance_id", &name, error);
  while (status == STATUS_OK && (status = csv_next(csv, error)) == STATUS_OK && csv->more) {
    uint32_t row;
    if (!names_find(&data->runs.benchmarks, csv_cell(csv, name), &row)) continue;
    double sum = 0;
    for (int c = 0; c < (int)csv->titles.count && status == STATUS_OK; c++) {
      double number = 0;
      if (is_wanted(csv, c, steps)) status = csv_number(csv, c, 0, &number, error);
      sum += fmax(number, 0);
    }
    data->feature_time[row] = (float)sum;
  }
  return status;
}

enum { FOLDS_LIMIT = 1000 }; /* of all repetitions */

/* A row of cv.arff. Each repetition divides all benchmarks anew. */
typedef struct {
  uint32_t benchmark, repetition, fold; /* the fold is numbered over all repetitions */
} FoldRow;
typedef VEC(FoldRow) FoldRows;

/* A split for each fold: it is tested, and the others of its repetition are trained on. */
static void add_splits(Dataset *data, const FoldRows *rows, const uint32_t *repetition_of,
                       uint32_t folds)
{
  for (uint32_t f = 0; f < folds; f++) {
    DatasetSplit split = {0};
    for (size_t i = 0; i < rows->count; i++) {
      const FoldRow *row = &rows->items[i];
      if (row->fold == f)
        VEC_PUSH(&split.test, row->benchmark);
      else if (row->repetition == repetition_of[f])
        VEC_PUSH(&split.train, row->benchmark);
    }
    VEC_PUSH(&data->splits, split);
  }
}

static Status read_folds(Dataset *data, Csv *csv, Error *error)
{
  int name, column, repetition = csv_column(csv, "repetition");
  Names folds = {0}, repetitions = {0};
  FoldRows rows = {0};
  U32Vec repetition_of = {0}; /* each fold */
  Status status = csv_need_column(csv, "instance_id", &name, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "fold", &column, error);
  while (status == STATUS_OK && (status = csv_next(csv, error)) == STATUS_OK && csv->more) {
    FoldRow row = {0};
    char both[200];
    if (!names_find(&data->runs.benchmarks, csv_cell(csv, name), &row.benchmark)) continue;
    row.repetition = names_add(&repetitions, csv_cell(csv, repetition));
    snprintf(both, sizeof both, "%u %.100s", row.repetition, csv_cell(csv, column));
    row.fold = names_add(&folds, both);
    if (row.fold == repetition_of.count) VEC_PUSH(&repetition_of, row.repetition);
    VEC_PUSH(&rows, row);
    if (names_count(&folds) > FOLDS_LIMIT)
      status = csv_error(csv, error, "there are more than %d folds", FOLDS_LIMIT);
  }
  if (status == STATUS_OK) add_splits(data, &rows, repetition_of.items, names_count(&folds));
  if (status == STATUS_OK && names_count(&folds) < 2)
    status = error_set(error, STATUS_SYNTAX, "'%s' has fewer than two folds", csv->path);
  if (status == STATUS_OK) status = dataset_check_splits(data, csv->path, error);
  names_free(&folds);
  names_free(&repetitions);
  VEC_FREE(&repetition_of);
  VEC_FREE(&rows);
  return status;
}

typedef enum { TABLE_RUNS, TABLE_VALUES, TABLE_COSTS, TABLE_FOLDS } TableKind;

static Status read_table(Dataset *data, const Description *description, const char *folder,
                         TableKind kind, Error *error)
{
  static const char *const names[] = {"algorithm_runs.arff", "feature_values.arff",
                                      "feature_costs.arff", "cv.arff"};
  char *path = path_in(folder, names[kind]);
  Csv csv;
  Status status = csv_open_arff(&csv, path, error);
  if (status == STATUS_OK) {
    switch (kind) {
    case TABLE_RUNS: status = read_runs(data, &csv, error); break;
    case TABLE_VALUES: status = read_values(data, &csv, &description->features, error); break;
    case TABLE_COSTS: status = read_costs(data, &csv, &description->steps, error); break;
    case TABLE_FOLDS: status = read_folds(data, &csv, error); break;
    }
  } else if (kind == TABLE_COSTS && status == STATUS_IO) {
    status = STATUS_OK; /* features cost nothing */
  }
  csv_close(&csv);
  free(path);
  return status;
}

Status aslib_read(Dataset *data, const char *folder, Error *error)
{
  *data = (Dataset){.penalty = 10};
  Description description = {0};
  /* The default steps come before the features of the steps only in this order of reading. */
  Status status = read_description(&description, folder, error);
  if (status == STATUS_OK) {
    data->runs.limit = description.limit;
    for (TableKind kind = TABLE_RUNS; kind <= TABLE_FOLDS && status == STATUS_OK; kind++)
      status = read_table(data, &description, folder, kind, error);
  }
  description_free(&description);
  return status;
}
