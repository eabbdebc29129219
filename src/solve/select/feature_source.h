/* Features of files from all that can tell some: our own pass over the script, a program of the user, a table of the
 * user.
 *
 *   FeatureSource *source = source_create(&options, error);
 *   source_compute(source, path, &row, error);   // row.values[i] is called names_text(&row... , i)
 *
 * The names of features that a program tells are only known when it has told them: names are added while files are
 * computed, and earlier rows are shorter. */
#ifndef SOLVE_SELECT_FEATURE_SOURCE_H
#define SOLVE_SELECT_FEATURE_SOURCE_H

#include "solve/feature/features.h"
#include "solve/select/csv.h"
#include "solve/select/names.h"

typedef struct {
  bool machsmt;        /* only the features of MachSMT */
  const char *command; /* a program that gets a path and prints lines NAME=VALUE; NULL: none */
  const char *
      table; /* a CSV file with a column 'benchmark' (a path, as given) and further features; NULL: none */
  double seconds; /* limit for each file */
} FeatureOptions;

typedef struct FeatureSource FeatureSource;

typedef struct {
  VEC(float) values; /* by the names of the source; NAN: not told */
  char logic[64];
  double seconds; /* that it took, without reading the file */
} FeatureRow;

/* NULL with an error if the table cannot be read. The strings of the options are not copied. */
FeatureSource *source_create(const FeatureOptions *options, Error *error);
void source_destroy(FeatureSource *source);
/* Changes the limit for each file. */
void source_set_limit(FeatureSource *source, double seconds);
const Names *source_names(const FeatureSource *source);

/* Of the script at `path`; `text` is what it holds, or NULL to read it. A file that cannot be read, and a program that
 * fails or prints something else, are errors. The row may be used again. */
Status source_compute(FeatureSource *source, const char *path, const FileText *text,
                      FeatureRow *row, Error *error);
static inline void feature_row_free(FeatureRow *row)
{
  VEC_FREE(&row->values);
}

#endif
