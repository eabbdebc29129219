/* The numbers that arms of agents have in a store: its constructs are those of the language, followed by the actions
 * of the outer agent, the options of solvers and the values of all dimensions of sizes. */
#ifndef CAMPAIGN_ARMS_H
#define CAMPAIGN_ARMS_H

#include "campaign/setup.h"
#include "record/store/vocabulary.h"

typedef struct {
  const Language *language;
  const Tweaks *tweaks;
  const Sizes *sizes;
} ArmTable;

ArmTable arms_of(const CampaignSetup *setup, const Campaign *campaign);
/* Of all agents. */
size_t arms_total(const ArmTable *arms);
size_t arms_count(const ArmTable *arms, StoreAgent agent);
/* An arm of an agent, by its place among those of the agent. */
uint32_t arms_number(const ArmTable *arms, StoreAgent agent, size_t place);
/* Where the arms of a dimension begin among those of STORE_AGENT_SIZE. */
size_t arms_first_size(const ArmTable *arms, size_t dimension);
/* By the number; valid as long as language and campaign are. */
const char *arms_name(const ArmTable *arms, size_t number);

#endif
