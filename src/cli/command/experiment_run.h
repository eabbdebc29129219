/* Runs the campaigns of a plan that are not done yet, each in a process of its own (experiment_worker.h). */
#ifndef CLI_COMMAND_EXPERIMENT_RUN_H
#define CLI_COMMAND_EXPERIMENT_RUN_H

#include "cli/command/experiment_plan.h"
#include "cli/option/command.h"
#include "record/experiment/tally.h"

typedef struct {
  const Subcommand *command;
  const ExperimentPlan *plan;
  const char *folder; /* is made if it is not there */
  size_t jobs;        /* campaigns at a time */
} ExperimentRun;

/* Fills the tally with what is done, then with what is run. EXIT_FINE if all campaigns are done, otherwise messages say why
 * not. What is done is kept in the folder in any case. */
int experiment_run(const ExperimentRun *run, Tally *tally);

#endif
