/* One campaign of an experiment, run in a copy of our process: a campaign that crashes, or eats all memory, ends
 * itself and nothing else. What it says is one JSON value on its standard output. */
#ifndef CLI_COMMAND_EXPERIMENT_WORKER_H
#define CLI_COMMAND_EXPERIMENT_WORKER_H

#include <jansson.h>

#include "base/status.h"
#include "base/strbuf.h"
#include "cli/command/experiment_plan.h"

typedef struct {
  const PlanWords *words; /* the options of assay fuzz */
  const char *folder;
} ExperimentWorker;

/* For RunRequest.call; `user` is an ExperimentWorker. */
int experiment_worker_run(void *user);

/* Adds the solvers of the campaign to what has to be the same everywhere (campaign/crewwork.h). */
Status experiment_worker_add_facts(const PlanWords *words, StrBuf *facts, Error *error);

/* What the worker has said: the summary, which is the caller's, or NULL and why there is none. STATUS_USAGE: the campaign
 * makes no sense. */
json_t *experiment_worker_read(const char *bytes, size_t length, Error *error);

#endif
