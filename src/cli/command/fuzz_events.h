/* What happens in a campaign as lines of JSON on standard output, for programs: doc/fuzz.md has the schema. */
#ifndef CLI_COMMAND_FUZZ_EVENTS_H
#define CLI_COMMAND_FUZZ_EVENTS_H

#include <jansson.h>

#include "campaign/job.h"

/* Grows when readers of an older one would go wrong. */
enum { FUZZ_EVENTS_SCHEMA = 1 };

typedef struct {
  const CampaignJob *job;
  uint64_t next_ns; /* when to print the next line about progress, by the clock */
} FuzzEvents;

void fuzz_events_begin(FuzzEvents *events, const CampaignJob *job);
void fuzz_events_take(FuzzEvents *events, const CampaignEvent *event, const CampaignState *state);
void fuzz_events_warn(const FuzzEvents *events, const char *message);
/* The last line. Takes the summary of the campaign over. */
void fuzz_events_end(const FuzzEvents *events, json_t *summary, int exit_code);

#endif
