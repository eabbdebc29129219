/* What the files of `assay reduce` share: one call of the command. */
#ifndef CLI_COMMAND_REDUCE_JOB_H
#define CLI_COMMAND_REDUCE_JOB_H

#include "base/file.h"
#include "cli/option/command.h"
#include "find/reduce/reduce.h"
#include "run/solver/solver.h"

typedef struct {
  CommonOptions common;
  const char *language;
  const char *solvers;
  const char *finding;
  bool slow;
  const char *target, *reference, *keep_margin;
  bool isolate;
  OptionList profiles;
  const char *output;
  bool any_end, same_out, same_err;
  const char *exit_code, *signal;
  const char *out_pattern, *err_pattern;
  uint64_t timeout_ms;
  uint64_t memory;
  uint64_t time_ms;
  uint64_t jobs;
  ReduceGoal goal;
  uint64_t runs, need;
  bool text;
  bool keep_names;
  bool resume;
  bool json;
  bool quiet;
} ReduceSettings;

/* One call of the command. */
typedef struct {
  const ReduceSettings *given;
  const LanguageInterface *language;
  const char *input;
  char *output;
  FileText text; /* of the original */
  Profiles *profiles;
  SolverVec solvers;
  Supervisor *sup;
  Checker *check;
  uint64_t start_ns;
  uint64_t end_ns;   /* of the time that it may take; 0: no limit */
  bool shown;        /* a line of progress stands on stderr */
  uint64_t saved_ns; /* when the best was written */
  bool unsaved;      /* the best has not been written */
  bool reproduced;   /* a last run on the best has shown what is kept */
  StrBuf best;
  ReduceStatistics statistics;
  Error error;
} Job;

/* reduce_behaviour.c: the checker for what the user wants to keep. `words` is the command after "--" and
 * ends with NULL. Returns an exit code; messages have been printed. */
int reduce_make_checker(Job *job, char **words);

/* reduce_report.c: takes every new best text and writes it now and then; a ReduceSink. */
ReduceSink reduce_take_progress;
/* Removes the line of progress, writes what is not written yet. False: job->error says why not. */
bool reduce_finish_progress(Job *job);
/* Names the findings about the original that are not the one to keep, if there are any. */
void reduce_print_others(const Job *job);
void reduce_print_summary(const Job *job, bool stopped);
bool reduce_to_standard_output(const Job *job);

#endif
