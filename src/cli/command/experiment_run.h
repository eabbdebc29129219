/* Runs the campaigns of a plan that are not done yet, each in a process of its own (experiment_worker.h). */
#ifndef CLI_COMMAND_EXPERIMENT_RUN_H
#define CLI_COMMAND_EXPERIMENT_RUN_H

#include "cli/command/experiment_plan.h"
#include "cli/option/command.h"
#include "cli/shared/work_job.h"
#include "record/experiment/tally.h"

typedef struct {
  const Subcommand *command;
  const ExperimentPlan *plan;
  const char *folder; /* is made if it is not there */
  size_t jobs;        /* campaigns at a time */
  const WorkersSettings *workers;
  const void *values; /* what the command was called with, for workers */
  char **positionals;
} ExperimentRun;

/* Fills the tally with what is done, then with what is run. EXIT_FINE if all campaigns are done, otherwise messages say why
 * not. What is done is kept in the folder in any case. */
int experiment_run(const ExperimentRun *run, Tally *tally);

/* A worker's part: the campaigns of a plan, by their numbers from 1. */
typedef struct Experiment Experiment;
/* EXIT_FINE, or a message has been printed. Adds what has to be the same everywhere; `plan` is the file. */
int experiment_part_begin(Experiment **part, const ExperimentRun *run, const char *plan,
                          StrBuf *facts);
/* Runs one in this process, and prints what has come out: see experiment_worker.h. */
int experiment_part_run(const Experiment *part, uint64_t number);
void experiment_part_end(Experiment *part);
extern const WorkCommand experiment_work;

#endif
