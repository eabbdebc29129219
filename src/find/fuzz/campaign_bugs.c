/* Campaigns that look for inputs on which solvers go wrong. */
#include <math.h>

#include "find/fuzz/campaign_internal.h"

/* An input with findings for which solvers perhaps need their options. */
typedef struct {
  Candidate *candidate;
  Verdicts verdicts;
} Doubt;

typedef struct {
  Campaign *campaign;
  CampaignEnd end;
  bool
      pause; /* something is to be done when no input is with the solvers: reducing, bisecting, waiting */
  uint64_t asked;    /* inputs that were given away, with those before this run */
  VEC(Doubt) doubts; /* of inputs that are open */
} Round;

static bool is_over(Round *round)
{
  Campaign *campaign = round->campaign;
  if (campaign->told)
    round->end = campaign->told_end;
  else if (campaign_time_is_up(campaign))
    round->end = END_TIME;
  else if (campaign_solver_time_is_up(campaign))
    round->end = END_SOLVER_TIME;
  else if (!campaign_may_begin(campaign, round->asked))
    round->end = END_INPUTS;
  else if (campaign_is_hopeless(campaign))
    round->end = END_HOPELESS;
  else
    return false;
  return true;
}

static bool next_input(void *user, PollInput *script)
{
  Round *round = user;
  campaign_tick(round->campaign);
  if (is_over(round)) return false;
  round->pause = round->doubts.count || campaign_can_reduce(round->campaign) ||
                 campaign_is_paused(round->campaign);
  if (round->pause) return false;
  round->asked++;
  Candidate *candidate = campaign_open_input(round->campaign);
  script->path = "input";
  script->user = candidate;
  script->solvers = candidate->solvers.items;
  Language *language = round->campaign->language;
  script->bytes = language->interface->text(candidate->instance, &script->length);
  script->relation = hunt_relation(&round->campaign->hunt, candidate);
  script->number = candidate->number;
  if (!language->interface->takers) return true;
  script->voters = script->capable = language->interface->takers(language, candidate->instance);
  if (!script->voters)
    script->voters = language->interface->likely_takers(language, candidate->instance);
  return true;
}

static void tell_run(Campaign *campaign, const Candidate *candidate, size_t solver,
                     const Vote *vote, uint64_t limit_ns)
{
  CampaignRun run = {.solver = solver,
                     .measured = {.ran = true,
                                  .outcome = vote->outcome,
                                  .wall_ns = vote->wall_ns,
                                  .cpu_ns = vote->cpu_ns,
                                  .peak_bytes = vote->peak_bytes},
                     .exit_code = vote->exit_code,
                     .signal = vote->signal,
                     .limit_ns = limit_ns};
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_RUN, .candidate = candidate, .run = &run});
}

/* Less is not told apart from what the machine does at the same time. */
static const double LEAST_COST = 1e-4;

/* Queries, and those that all solvers decide that were run. */
static void note_queries(Campaign *campaign, const PollResult *polled)
{
  uint64_t queries = polled->facts.traits.queries;
  campaign->queries += queries;
  for (uint64_t query = 0; query < queries; query++) {
    size_t cast = 0, decided = 0;
    for (size_t i = 0; i < campaign->solver_count; i++) {
      cast += polled->votes[i].cast;
      decided += polled->votes[i].cast && vote_decides(&polled->votes[i], query);
    }
    campaign->decided_queries += cast && decided == cast;
  }
}

static void note_votes(Campaign *campaign, const Candidate *candidate, const PollResult *polled)
{
  bool decided = false;
  HuntCost cost = {.first = LEAST_COST, .related = (double)polled->followers_ns / 1e9};
  uint64_t again_ns = campaign_patient_limits(&campaign->options).wall_ns;
  for (size_t i = 0; i < campaign->solver_count; i++) {
    if (!polled->votes[i].cast) continue;
    campaign_note_run(campaign, i, polled->votes[i].outcome,
                      run_is_reused(polled->votes[i].manner, polled->votes[i].scripts_before));
    decided |= outcome_is_decided(polled->votes[i].outcome);
    cost.first += (double)polled->votes[i].cpu_ns / 1e9;
    for (size_t k = 0; k < polled->round_count; k++) {
      const Vote *vote = &polled->rounds[k][i];
      if (!vote->cast) continue;
      campaign->solver_ns += vote->cpu_ns;
      if (k) cost.again += (double)vote->cpu_ns / 1e9;
      tell_run(campaign, candidate, i, vote, k ? again_ns : campaign->options.limits.wall_ns);
    }
  }
  campaign->undecided += !decided;
  note_queries(campaign, polled);
  campaign->solver_ns += polled->followers_ns;
  hunt_note_cost(&campaign->hunt, candidate, cost);
}

/* An option has its reward if there is a finding that needs it. */
static void reward_tweaks(Campaign *campaign, const Verdicts *verdicts)
{
  const TweakSet *drawn = &verdicts->candidate->tweaks;
  for (uint32_t i = 0; i < drawn->count; i++) {
    bool needed = false;
    for (size_t k = 0; k < verdicts->list.count; k++) {
      const Accusation *verdict = &verdicts->list.items[k];
      bool counts = campaign->options.reward_new ? verdict->is_new : verdict->finding.confirmed;
      needed |= counts && tweak_set_has(&verdict->tweaks, drawn->items[i]);
    }
    tweaks_reward(&campaign->tweaks, drawn->items[i], needed);
  }
}

/* New findings on a script that was made of the input, or that need options. */
static size_t related_news(const Campaign *campaign, const Verdicts *verdicts)
{
  size_t count = 0;
  bool options = hunt_takes_options(&campaign->hunt, verdicts->candidate);
  for (size_t i = 0; i < verdicts->list.count && verdicts->candidate->way; i++) {
    const Accusation *verdict = &verdicts->list.items[i];
    bool related = options ? verdict->tweaks.count : verdict->finding.script != NULL;
    count += verdict->is_new && related;
  }
  return count;
}

/* What there is to find on the input is known. */
static void finish_input(Campaign *campaign, Candidate *candidate, Verdicts *verdicts)
{
  campaign_set_clock(campaign, candidate->number);
  campaign_group_findings(campaign, verdicts);
  bool found = campaign->options.reward_new ? verdicts->news > 0 : verdicts->confirmed > 0;
  campaign_note_input(campaign, verdicts->news > 0);
  lift_take(&campaign->lift, campaign->language, candidate->instance, found);
  campaign_tell_input(campaign, candidate,
                      (CampaignEvent){.kind = EVENT_DONE, .margin = -INFINITY, .reward = found});
  campaign_tell_findings(campaign, verdicts);
  reward_tweaks(campaign, verdicts);
  hunt_take(&campaign->hunt, candidate,
            (HuntResult){.found = found,
                         .clean = verdicts->list.count == 0,
                         .news = verdicts->news,
                         .related_news = related_news(campaign, verdicts)});
  campaign_close_input(campaign, candidate);
  verdicts_deinit(verdicts);
  campaign_tick(campaign);
}

static void take_result(void *user, const PollResult *polled)
{
  Round *round = user;
  Campaign *campaign = round->campaign;
  Candidate *candidate = polled->user;
  Verdicts verdicts = {.candidate = candidate};
  verdicts.text = campaign->language->interface->text(candidate->instance, &verdicts.length);
  if (polled->skipped) {
    campaign->void_inputs++;
    campaign_tell(campaign,
                  (CampaignEvent){.kind = EVENT_WARNING, .message = polled->error.message});
  } else {
    note_votes(campaign, candidate, polled);
  }
  campaign_add_verdicts(campaign, &verdicts, polled, &candidate->tweaks);
  if (campaign_has_doubt(&verdicts))
    VEC_PUSH(&round->doubts, ((Doubt){candidate, verdicts}));
  else
    finish_input(campaign, candidate, &verdicts);
}

/* False: supervisor_wake was called. Inputs that are left stay open, and are done again. */
static bool settle_doubts(Round *round, bool uninterrupted)
{
  for (size_t i = 0; i < round->doubts.count; i++) {
    Doubt *doubt = &round->doubts.items[i];
    uninterrupted = uninterrupted && campaign_bisect(round->campaign, &doubt->verdicts);
    if (uninterrupted)
      finish_input(round->campaign, doubt->candidate, &doubt->verdicts);
    else
      verdicts_deinit(&doubt->verdicts);
  }
  round->doubts.count = 0;
  return uninterrupted;
}

/* What takes longer than this rarely ends within the limit. Who looks for what is slow waits for it. */
static uint64_t first_cpu_ns(const CampaignOptions *options)
{
  return options->slow.factor > 0 ? 0 : options->limits.wall_ns / 5 * 2;
}

CampaignEnd campaign_run_bugs(Campaign *campaign)
{
  Round round = {.campaign = campaign, .asked = campaign->inputs};
  PollOptions options =
      campaign_poll_options(campaign, campaign->options.jobs, campaign->options.mode);
  options.first_cpu_ns = first_cpu_ns(&campaign->options);
  bool uninterrupted;
  do {
    round.pause = false;
    uninterrupted = poll_inputs(campaign->sup, &options, next_input, take_result, &round);
    uninterrupted = settle_doubts(&round, uninterrupted);
    if (uninterrupted && round.pause) uninterrupted = campaign_wait_paused(campaign);
    if (uninterrupted && round.pause) uninterrupted = campaign_reduce_new(campaign);
  } while (uninterrupted && round.pause);
  VEC_FREE(&round.doubts);
  campaign_postpone_inputs(campaign);
  return uninterrupted ? round.end : END_INTERRUPTED;
}
