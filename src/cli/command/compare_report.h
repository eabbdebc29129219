/* Inside `assay compare`: what it knows, and how that is printed. */
#ifndef CLI_COMMAND_COMPARE_REPORT_H
#define CLI_COMMAND_COMPARE_REPORT_H

#include "cli/shared/bench_job.h"
#include "solve/portfolio/compare.h"

typedef struct {
  CommonOptions common;
  BenchSettings bench;
  const char *factor;
  uint64_t floor_ms;
  uint64_t confirm;
  const char *output;  /* NULL: the runs are not kept */
  const char *scatter; /* the file of a drawing, or NULL */
  bool json;
} CompareCommand;

typedef struct {
  ChangeKind kind;
  bool unconfirmed; /* it did not reproduce */
  const char *path;
  size_t solver;
  const LoggedRun *before, *after;
} Change;

typedef struct {
  const CompareCommand *given;
  BenchJob bench; /* the first solver is the baseline */
  RunLog log;
  CompareRule rule;
  size_t benchmarks;   /* on which all ran */
  SolverScore *scores; /* of each solver */
  VEC(Change) changes;
} Comparison;

/* Prints all; true: something got worse. */
bool compare_report(const Comparison *job);
/* Draws all runs into the file that was asked for: compare_scatter.c. */
Status compare_scatter(const Comparison *job, Error *error);

#endif
