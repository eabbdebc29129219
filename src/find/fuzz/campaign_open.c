/* Inputs that are in progress. What is not done when a campaign stops is done first when it resumes. */
#include <assert.h>
#include <string.h>

#include "find/fuzz/campaign_internal.h"

static void propose(Campaign *campaign, Candidate *candidate)
{
  if (campaign->options.objective == OBJECTIVE_BUGS)
    hunt_propose(&campaign->hunt, candidate);
  else {
    campaign->strategy.guide.patience = campaign->patience.limit;
    strategy_propose(&campaign->strategy, candidate);
  }
}

static void draw_options(Campaign *campaign, Candidate *candidate)
{
  if (campaign->options.tweak)
    tweaks_draw(&campaign->tweaks, &candidate->tweaks);
  else if (campaign->options.objective == OBJECTIVE_BUGS &&
           hunt_takes_options(&campaign->hunt, candidate))
    tweaks_draw_some(&campaign->tweaks, &candidate->tweaks);
}

static Candidate *take_postponed(Campaign *campaign)
{
  assert(campaign->postponed.count);
  Candidate *candidate = campaign->postponed.items[0];
  campaign->postponed.count--;
  memmove(campaign->postponed.items, campaign->postponed.items + 1,
          campaign->postponed.count * sizeof *campaign->postponed.items);
  return candidate;
}

Candidate *campaign_open_input(Campaign *campaign)
{
  Candidate *candidate;
  if (campaign->postponed.count) {
    candidate = take_postponed(campaign);
  } else {
    candidate = mem_alloc_zero(1, sizeof *candidate);
    campaign_set_clock(campaign, campaign_breeder(campaign)->number);
    propose(campaign, candidate);
    draw_options(campaign, candidate);
  }
  if (!candidate->solvers.count)
    tweaks_apply(&campaign->tweaks, &candidate->tweaks, &candidate->solvers);
  VEC_PUSH(&campaign->open, candidate);
  campaign_tell_input(campaign, candidate, (CampaignEvent){.kind = EVENT_INPUT});
  return candidate;
}

static void discard(Campaign *campaign, Candidate *candidate)
{
  candidate_release(campaign_breeder(campaign), candidate);
  free(candidate);
}

void campaign_close_input(Campaign *campaign, Candidate *candidate)
{
  assert(campaign->open.count);
  size_t kept = 0;
  for (size_t i = 0; i < campaign->open.count; i++)
    if (campaign->open.items[i] != candidate)
      campaign->open.items[kept++] = campaign->open.items[i];
  campaign->open.count = kept;
  discard(campaign, candidate);
}

static int by_number(const void *a, const void *b)
{
  const Candidate *left = *(Candidate *const *)a, *right = *(Candidate *const *)b;
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
