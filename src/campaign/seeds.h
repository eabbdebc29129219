/* The seeds of a campaign: inputs that were given, which it begins with. */
#ifndef CAMPAIGN_SEEDS_H
#define CAMPAIGN_SEEDS_H

#include "base/paths.h"
#include "campaign/setup.h"

/* The paths of the inputs that a spec names, in order: all of them, or as many as it asks for, drawn by its seed. */
Status seeds_find(const CampaignSpec *spec, const LanguageInterface *language, PathVec *paths,
                  Error *error);
/* Gives them to the campaign, equal ones once. Files that cannot be read, what is left out and what is foreign to the language
 * as it was made are warned of; it is an error if there is no seed that can be used. */
Status seeds_add(const CampaignSetup *setup, Campaign *campaign, const CampaignListener *listener,
                 Error *error);

#endif
