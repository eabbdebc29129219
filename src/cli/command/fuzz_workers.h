/* Campaigns of `assay fuzz` that several processes run. */
#ifndef CLI_COMMAND_FUZZ_WORKERS_H
#define CLI_COMMAND_FUZZ_WORKERS_H

#include "campaign/job.h"
#include "cli/command/fuzz_options.h"
#include "cli/command/fuzz_show.h"

/* Do the options ask for several processes, or does the campaign have some already? */
Status fuzz_workers_wanted(const FuzzOptions *given, const CampaignJob *job, bool *wanted,
                           Error *error);

/* Prints the script of a task; the exit code. `job` NULL: of a campaign that has not begun. */
int fuzz_workers_print(const FuzzOptions *given, const CampaignJob *job);

/* Starts workers and, unless they are left alone, watches them to their end. `left`: they go on without us. */
Status fuzz_workers_run(const FuzzOptions *given, CampaignJob *job, FuzzShow *show, bool *left,
                        Error *error);

#endif
