/* What fuzz_store.c, fuzz_store_begin.c and fuzz_store_findings.c have in common. */
#ifndef CLI_COMMAND_FUZZ_STORE_PARTS_H
#define CLI_COMMAND_FUZZ_STORE_PARTS_H

#include "cli/command/fuzz_store.h"

enum { AGENT_CONSTRUCT, AGENT_ACTION, AGENT_OPTION };

StoreText fuzz_store_text(const char *text);
/* Takes what became of adding a row: rows only wait until they are written, and nothing can fail before that. */
void fuzz_store_queued(Status status);
/* Writes all that waits, with the state that it leads to. False: it has been said what went wrong. */
bool fuzz_store_write(FuzzStore *store, const Campaign *campaign);

/* Of the language; arms of agents that are none of its constructs have the numbers behind them. */
size_t fuzz_store_construct_count(const FuzzStore *store);

static inline uint64_t fuzz_store_ms(uint64_t ns)
{
  return ns / 1000000;
}

/* The text of the event's input. */
void fuzz_store_add_text(FuzzStore *store, const CampaignEvent *event);

void fuzz_store_add_finding(FuzzStore *store, const FindingGroups *groups,
                            const CampaignEvent *event);
/* The example of the group has become smaller. */
void fuzz_store_put_reduction(FuzzStore *store, const FindingGroup *group);
/* The examples have been looked at once more. */
void fuzz_store_put_groups(FuzzStore *store, const FindingGroups *groups);

#endif
