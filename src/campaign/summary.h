/* What stands at the end of a campaign, as JSON: campaign.json. */
#ifndef CAMPAIGN_SUMMARY_H
#define CAMPAIGN_SUMMARY_H

#include "campaign/job.h"

const char *summary_end_text(CampaignEnd end);

/* Everything, with the settings. The value is the caller's. */
json_t *summary_json(const CampaignJob *job);

#endif
