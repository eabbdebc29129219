/* What learning sees: runs, features, the time that features took, and how to divide the benchmarks into training and
 * test. Rows of all tables are joined by the name of the benchmark. */
#ifndef SOLVE_SELECT_DATASET_H
#define SOLVE_SELECT_DATASET_H

#include "solve/learn/matrix.h"
#include "solve/select/runs.h"

typedef struct {
  U32Vec train, test; /* benchmarks */
} DatasetSplit;

typedef struct {
  Runs runs;
  Names features;
  Matrix values;        /* a row for each benchmark; NAN: not known */
  float *feature_time;  /* seconds, for each benchmark */
  bool times_known;     /* somebody has told them; otherwise all are 0 */
  bool *feature_failed; /* nothing is known of the benchmark */
  VEC(DatasetSplit) splits;
  double penalty; /* the k of PAR-k */
} Dataset;

typedef struct {
  const char *runs, *features, *feature_times, *splits; /* paths; NULL: none, but runs is needed */
  RunsOptions options;                                  /* of the runs */
} DatasetFiles;

/* Reads the tables. A benchmark without features is one whose features failed; that all are is an error. Call
 * dataset_free in every case. */
Status dataset_read(Dataset *data, const DatasetFiles *files, Error *error);
void dataset_free(Dataset *data);

/* Gives every benchmark a row of these features, all unknown. */
void dataset_set_features(Dataset *data, const Names *features);
/* Sets what is known of one benchmark: fewer values than there are features are unknown ones. A logic that the runs do
 * not tell is taken from here. */
void dataset_set_row(Dataset *data, uint32_t row, const float *values, size_t count,
                     const char *logic, double seconds);
/* Refuses a split without a benchmark to train on or to test on, and one that tests what it trains on. `path` is where
 * the splits come from. */
Status dataset_check_splits(const Dataset *data, const char *path, Error *error);
/* Divides the benchmarks at random into `folds` parts, each the test part of one split; by the seed. */
void dataset_add_folds(Dataset *data, uint32_t folds, uint64_t seed);

#endif
