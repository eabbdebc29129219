/* A table of runs (solve/select/runs.h) as data for figures: a curve for each solver and for the virtual best, and two solvers
 * against each other. */
#ifndef RECORD_REPORT_LOAD_RUNS_H
#define RECORD_REPORT_LOAD_RUNS_H

#include "record/report/data.h"

typedef struct {
  double limit;      /* seconds; 0: what the table says */
  bool cpu;          /* CPU time instead of wall time */
  const char *sides; /* "A,B": the two solvers of a scatter plot; NULL: the two that solve most */
} ReportRunsOptions;

/* Only benchmarks on which all solvers ran count. To be released with report_release. */
Status report_load_runs(ReportData **data, const char *path, const ReportRunsOptions *options,
                        Error *error);

#endif
