/* What the files recorder*.c have in common. */
#ifndef CAMPAIGN_RECORDER_PARTS_H
#define CAMPAIGN_RECORDER_PARTS_H

#include "campaign/arms.h"
#include "campaign/recorder.h"

StoreText recorder_text(const char *text);
/* Takes what became of adding a row: rows only wait until they are written, and nothing can fail before that. */
void recorder_queued(Status status);
/* Writes all that waits, with the state that it leads to. */
Status recorder_write(Recorder *recorder, const Campaign *campaign, Error *error);

static inline uint64_t recorder_ms(uint64_t ns)
{
  return ns / 1000000;
}

/* The text of the event's input. */
void recorder_add_text(Recorder *recorder, const CampaignEvent *event);

/* digests.c: of the programs of the solvers, to be written; and whether they are those that were. */
Status recorder_put_digests(Recorder *recorder, Error *error);
Status recorder_check_digests(Recorder *recorder, Error *error);

/* An input that is the best, with its text. */
void recorder_add_best_row(Recorder *recorder, uint64_t number, uint64_t at_ms, double margin,
                           const char *text, size_t length);

void recorder_add_finding(Recorder *recorder, const FindingGroups *groups,
                          const CampaignEvent *event);
/* The example of the group has become smaller. */
void recorder_put_reduction(Recorder *recorder, const FindingGroup *group);
/* The examples have been looked at once more. */
void recorder_put_groups(Recorder *recorder, const FindingGroups *groups);
/* What reports show of a group and no other text says. */
void recorder_put_details(Recorder *recorder, const FindingGroup *group);
/* The same of the campaign, which has ended. `confirmed`: see CampaignJob. */
void recorder_put_result(Recorder *recorder, const CampaignState *state, bool confirmed);
void recorder_put_bytes(Recorder *recorder, StoreState state, StoreText value);

#endif
