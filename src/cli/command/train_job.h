/* What the files of 'assay train' share. */
#ifndef CLI_COMMAND_TRAIN_JOB_H
#define CLI_COMMAND_TRAIN_JOB_H

#include "cli/option/commands.h"
#include "cli/shared/feature_options.h"
#include "cli/shared/work_job.h"
#include "solve/select/selector.h"

typedef struct {
  CommonOptions common;
  const char *runs, *features, *feature_times, *splits, *aslib, *root, *output;
  uint64_t timeout_ms, folds, trees, seed;
  bool evaluate, json;
  int language; /* 1: networks */
  int pipeline; /* 1: that of MachSMT, too */
  int cost;     /* 1: CPU time */
  int learner;  /* a LearnerKind */
  FeatureSettings own;
  WorkersSettings workers; /* for the evaluation */
} TrainCommand;

/* The data that the options name; `runs` is the table of runs, or NULL with --aslib. */
Status train_read_data(const TrainCommand *given, const char *runs, Dataset *data, Error *error);
SelectorSettings train_settings(const TrainCommand *given);

/* --evaluate: prints how good selectors are, and returns an exit code. Adds splits if there are none. */
int train_evaluate(const TrainCommand *given, Dataset *data, int count, char **arguments);
/* What a worker does for it. */
extern const WorkCommand train_work;

#endif
