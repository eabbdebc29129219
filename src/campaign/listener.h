/* Who wants to know what a campaign does while it runs. Nothing below prints. */
#ifndef CAMPAIGN_LISTENER_H
#define CAMPAIGN_LISTENER_H

#include "find/fuzz/campaign.h"

/* Members may be NULL. */
typedef struct {
  void (*take)(void *user, const CampaignEvent *event);
  void (*warn)(void *user, const char *message); /* something went wrong, or is odd */
  void (*progress)(void *user,
                   const char *message); /* how far a reduction is, often: "120 -> 43 bytes" */
  bool (*interrupted)(void *user);       /* has somebody woken the supervisor to end everything? */
  bool (*paused)(void *user);            /* does somebody want the campaign to pause? */
  void *user;
} CampaignListener;

void listener_take(const CampaignListener *listener, const CampaignEvent *event);
void listener_warn(const CampaignListener *listener, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void listener_progress(const CampaignListener *listener, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool listener_interrupted(const CampaignListener *listener);
bool listener_paused(const CampaignListener *listener);

#endif
