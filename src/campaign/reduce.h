/* The reducer of a campaign: find/reduce, for inputs that are scripts. */
#ifndef CAMPAIGN_REDUCE_H
#define CAMPAIGN_REDUCE_H

#include "campaign/setup.h"

typedef struct {
  const CampaignSetup *setup;
  const CampaignListener *listener; /* is told how far it is */
} CampaignReduction;

/* `user` is a CampaignReduction. */
ReducerFunction campaign_reducer;

#endif
