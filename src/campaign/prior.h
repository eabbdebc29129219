/* What earlier campaigns of the same solvers have learnt about constructs, for a new one to begin with. */
#ifndef CAMPAIGN_PRIOR_H
#define CAMPAIGN_PRIOR_H

#include "campaign/setup.h"

/* Reads the store that `--prior` names into the campaign, which has not begun: of all campaigns in it with the same objective and
 * solvers of the same names in the same roles, what their agents know of the constructs by their names. Of an older campaign half as
 * much counts as of the next one. What is known counts as a few tries of each construct (find/bandit/agent.h). Without --prior nothing
 * happens; `own` is the number of the campaign if it is in a store already, or 0. */
Status prior_read(const CampaignSetup *setup, Campaign *campaign, int64_t own,
                  const CampaignListener *listener, Error *error);

#endif
