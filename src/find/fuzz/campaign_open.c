/* Inputs that are under way. What is not done when a campaign stops is done first when it goes on. */
#include <string.h>

#include "find/fuzz/campaign_internal.h"

static void propose(Campaign *campaign, Bred *bred)
{
  if (campaign->options.objective == OBJECTIVE_BUGS)
    hunt_propose(&campaign->hunt, bred);
  else
    strategy_propose(&campaign->strategy, bred);
}

static Bred *take_postponed(Campaign *campaign)
{
  Bred *bred = campaign->postponed.items[0];
  campaign->postponed.count--;
  memmove(campaign->postponed.items, campaign->postponed.items + 1,
          campaign->postponed.count * sizeof *campaign->postponed.items);
  return bred;
}

Bred *campaign_open_input(Campaign *campaign)
{
  Bred *bred;
  if (campaign->postponed.count) {
    bred = take_postponed(campaign);
  } else {
    bred = mem_alloc_zero(1, sizeof *bred);
    propose(campaign, bred);
    tweaks_draw(&campaign->tweaks, &bred->tweaks);
  }
  if (!bred->solvers.count) tweaks_apply(&campaign->tweaks, &bred->tweaks, &bred->solvers);
  VEC_PUSH(&campaign->open, bred);
  campaign_tell_input(campaign, bred, (CampaignEvent){.kind = EVENT_INPUT});
  return bred;
}

static void discard(Campaign *campaign, Bred *bred)
{
  bred_release(campaign_breeder(campaign), bred);
  free(bred);
}

void campaign_close_input(Campaign *campaign, Bred *bred)
{
  size_t kept = 0;
  for (size_t i = 0; i < campaign->open.count; i++)
    if (campaign->open.items[i] != bred) campaign->open.items[kept++] = campaign->open.items[i];
  campaign->open.count = kept;
  discard(campaign, bred);
}

static int by_number(const void *a, const void *b)
{
  const Bred *left = *(Bred *const *)a, *right = *(Bred *const *)b;
  return left->number < right->number ? -1 : left->number > right->number;
}

void campaign_postpone_inputs(Campaign *campaign)
{
  VEC_APPEND(&campaign->postponed, campaign->open.items, campaign->open.count);
  campaign->open.count = 0;
  if (campaign->postponed.count)
    qsort(campaign->postponed.items, campaign->postponed.count, sizeof *campaign->postponed.items,
          by_number);
}

void campaign_discard_inputs(Campaign *campaign)
{
  campaign_postpone_inputs(campaign);
  for (size_t i = 0; i < campaign->postponed.count; i++)
    discard(campaign, campaign->postponed.items[i]);
  VEC_FREE(&campaign->postponed);
  VEC_FREE(&campaign->open);
}
