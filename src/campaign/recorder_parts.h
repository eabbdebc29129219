/* What recorder.c, recorder_begin.c and recorder_findings.c have in common. */
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

void recorder_add_finding(Recorder *recorder, const FindingGroups *groups,
                          const CampaignEvent *event);
/* The example of the group has become smaller. */
void recorder_put_reduction(Recorder *recorder, const FindingGroup *group);
/* The examples have been looked at once more. */
void recorder_put_groups(Recorder *recorder, const FindingGroups *groups);

#endif
