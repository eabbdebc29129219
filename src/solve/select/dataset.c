#include "solve/select/dataset.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

#define BENCHMARK_TITLES "benchmark|path|instance|instance_id"

void dataset_free(Dataset *data)
{
  runs_free(&data->runs);
  names_free(&data->features);
  matrix_free(&data->values);
  free(data->feature_time);
  free(data->feature_failed);
  for (size_t i = 0; i < data->splits.count; i++) {
    VEC_FREE(&data->splits.items[i].train);
    VEC_FREE(&data->splits.items[i].test);
  }
  VEC_FREE(&data->splits);
}

static void add_feature_name(Names *names, const char *title)
{
  char text[200];
  uint32_t known;
  snprintf(text, sizeof text, "%.150s", title);
  for (unsigned i = 2; names_find(names, text, &known); i++)
    snprintf(text, sizeof text, "%.150s#%u", title, i);
  names_add(names, text);
}

static void make_rows(Dataset *data)
{
  size_t rows = names_count(&data->runs.benchmarks), columns = names_count(&data->features);
  data->values = matrix_make(rows, columns);
  for (size_t i = 0; i < rows * columns; i++) data->values.values[i] = NAN;
  data->feature_time = mem_alloc_zero(rows, sizeof *data->feature_time);
  data->feature_failed = mem_alloc(rows, sizeof *data->feature_failed);
  for (size_t i = 0; i < rows; i++) data->feature_failed[i] = true;
}

void dataset_set_features(Dataset *data, const Names *features)
{
  assert(names_count(&data->features) == 0);
  for (uint32_t i = 0; i < names_count(features); i++)
    names_add(&data->features, names_text(features, i));
  make_rows(data);
}

void dataset_set_row(Dataset *data, uint32_t row, const float *values, size_t count,
                     const char *logic, double seconds)
{
  assert(row < names_count(&data->runs.benchmarks) && count <= names_count(&data->features));
  assert(row < data->values.rows && count <= data->values.columns);
  for (size_t i = 0; i < count; i++) matrix_row(&data->values, row)[i] = values[i];
  data->feature_failed[row] = false;
  data->feature_time[row] = (float)seconds;
  data->times_known = true;
  uint32_t *known = &data->runs.logic_of[row];
  if (!*names_text(&data->runs.logics, *known)) *known = names_add(&data->runs.logics, logic);
}

static Status read_features(Dataset *data, Csv *csv, Error *error)
{
  int name;
  Status status = csv_need_column(csv, BENCHMARK_TITLES, &name, error);
  if (status != STATUS_OK) return status;
  for (int c = 0; c < (int)csv->titles.count; c++)
    if (c != name) add_feature_name(&data->features, csv->titles.items[c]);
  if (names_count(&data->features) == 0)
    return error_set(error, STATUS_SYNTAX, "'%s' has no features, only names", csv->path);
  make_rows(data);
  size_t found = 0;
  while ((status = csv_next(csv, error)) == STATUS_OK && csv->more) {
    uint32_t row;
    if (!names_find(&data->runs.benchmarks, csv_cell(csv, name), &row)) continue;
    found++;
    data->feature_failed[row] = false;
    float *to = matrix_row(&data->values, row);
    for (int c = 0; c < (int)csv->titles.count; c++) {
      double number;
      if (c == name) continue;
      status = csv_number(csv, c, NAN, &number, error);
      if (status != STATUS_OK) return status;
      *to++ = matrix_value(number);
    }
  }
  if (status == STATUS_OK && found == 0)
    status = error_set(error, STATUS_SYNTAX, "'%s' has no benchmark of the runs: the names differ",
                       csv->path);
  return status;
}

static Status read_times(Dataset *data, Csv *csv, Error *error)
{
  int name, time, failed = csv_column(csv, "failed");
  data->times_known = true;
  Status status = csv_need_column(csv, BENCHMARK_TITLES, &name, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "time|time_sec|seconds", &time, error);
  while (status == STATUS_OK && (status = csv_next(csv, error)) == STATUS_OK && csv->more) {
    uint32_t row;
    double seconds;
    if (!names_find(&data->runs.benchmarks, csv_cell(csv, name), &row)) continue;
    status = csv_number(csv, time, 0, &seconds, error);
    if (status == STATUS_OK && seconds < 0)
      status = csv_error(csv, error, "a time cannot be negative (%g)", seconds);
    if (status != STATUS_OK) break;
    data->feature_time[row] = (float)seconds;
    const char *text = csv_cell(csv, failed);
    if (*text && strcmp(text, "0") != 0 && strcmp(text, "false") != 0)
      data->feature_failed[row] = true;
  }
  return status;
}

static DatasetSplit *find_split(Dataset *data, Names *names, const char *name)
{
  uint32_t number = names_add(names, name);
  if (number == data->splits.count) VEC_PUSH(&data->splits, (DatasetSplit){0});
  return &data->splits.items[number];
}

static bool has_overlap(const DatasetSplit *split, bool *trained, uint32_t *row)
{
  bool found = false;
  for (size_t i = 0; i < split->train.count; i++) trained[split->train.items[i]] = true;
  for (size_t i = 0; i < split->test.count && !found; i++) {
    *row = split->test.items[i];
    found = trained[*row];
  }
  for (size_t i = 0; i < split->train.count; i++) trained[split->train.items[i]] = false;
  return found;
}

Status dataset_check_splits(const Dataset *data, const char *path, Error *error)
{
  Status status = STATUS_OK;
  bool *trained = mem_alloc_zero(names_count(&data->runs.benchmarks), sizeof *trained);
  for (size_t i = 0; i < data->splits.count && status == STATUS_OK; i++) {
    const DatasetSplit *split = &data->splits.items[i];
    uint32_t row;
    if (split->train.count == 0 || split->test.count == 0)
      status =
          error_set(error, STATUS_SYNTAX,
                    "'%s': split %zu has no benchmark to train on, or none to test", path, i + 1);
    else if (has_overlap(split, trained, &row))
      status =
          error_set(error, STATUS_SYNTAX, "'%s': split %zu trains on '%s' and tests on it, too",
                    path, i + 1, names_text(&data->runs.benchmarks, row));
  }
  free(trained);
  return status;
}

static Status read_splits(Dataset *data, Csv *csv, Error *error)
{
  int name, split, part;
  Names names = {0};
  Status status = csv_need_column(csv, BENCHMARK_TITLES, &name, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "seed|split|fold", &split, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "part", &part, error);
  while (status == STATUS_OK && (status = csv_next(csv, error)) == STATUS_OK && csv->more) {
    uint32_t row;
    const char *text = csv_cell(csv, part);
    bool train = strcmp(text, "train") == 0;
    if (!train && strcmp(text, "test") != 0)
      status = csv_error(csv, error, "a part is 'train' or 'test', not '%.40s'", text);
    if (!names_find(&data->runs.benchmarks, csv_cell(csv, name), &row)) continue;
    DatasetSplit *one = find_split(data, &names, csv_cell(csv, split));
    if (train)
      VEC_PUSH(&one->train, row);
    else
      VEC_PUSH(&one->test, row);
  }
  if (status == STATUS_OK) status = dataset_check_splits(data, csv->path, error);
  if (status == STATUS_OK && data->splits.count == 0)
    status = error_set(error, STATUS_SYNTAX, "'%s' has no split of the benchmarks", csv->path);
  names_free(&names);
  return status;
}

static Status read_table(Dataset *data, const char *path, Status (*read)(Dataset *, Csv *, Error *),
                         Error *error)
{
  if (!path) return STATUS_OK;
  Csv csv;
  Status status = csv_open(&csv, path, error);
  if (status == STATUS_OK) status = read(data, &csv, error);
  csv_close(&csv);
  return status;
}

Status dataset_read(Dataset *data, const DatasetFiles *files, Error *error)
{
  assert(files->runs);
  *data = (Dataset){.penalty = 2};
  Status status = runs_read(&data->runs, files->runs, &files->options, error);
  if (status == STATUS_OK) status = read_table(data, files->features, read_features, error);
  if (status == STATUS_OK && files->features)
    status = read_table(data, files->feature_times, read_times, error);
  if (status == STATUS_OK) status = read_table(data, files->splits, read_splits, error);
  return status;
}

void dataset_add_folds(Dataset *data, uint32_t folds, uint64_t seed)
{
  assert(folds >= 2 && data->splits.count == 0);
  assert(folds >= 2);
  uint32_t rows = names_count(&data->runs.benchmarks);
  uint32_t *order = mem_alloc(rows, sizeof *order);
  Random random = random_stream(seed, 0, 0);
  for (uint32_t i = 0; i < rows; i++) {
    uint32_t other = (uint32_t)random_below(&random, i + 1);
    order[i] = order[other];
    order[other] = i;
  }
  for (uint32_t f = 0; f < folds; f++) {
    DatasetSplit split = {0};
    for (uint32_t i = 0; i < rows; i++) {
      if (i % folds == f)
        VEC_PUSH(&split.test, order[i]);
      else
        VEC_PUSH(&split.train, order[i]);
    }
    VEC_PUSH(&data->splits, split);
  }
  free(order);
}
