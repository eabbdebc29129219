/* What is kept of a finished campaign of an experiment: a file with its arguments and its summary. */
#ifndef CLI_COMMAND_EXPERIMENT_RESULT_H
#define CLI_COMMAND_EXPERIMENT_RESULT_H

#include <jansson.h>

#include "base/strbuf.h"
#include "cli/command/experiment_plan.h"
#include "record/experiment/tally.h"

enum { RESULT_MAX = 64 << 20 }; /* bytes of a summary */

typedef enum {
  RESULT_NONE,  /* there is no such file */
  RESULT_READ,  /* `campaign` is filled */
  RESULT_OTHER, /* of a campaign with other arguments */
  RESULT_BROKEN /* the error says why */
} ResultState;

/* `unit` becomes that of the costs, a text that lives for ever. */
ResultState result_read(const char *path, const PlanWords *words, TallyCampaign *campaign,
                        const char **unit, Error *error);

/* Keeps the summary of a campaign, if that was not interrupted. */
Status result_write(const char *path, const PlanWords *words, json_t *summary, Error *error);

#endif
