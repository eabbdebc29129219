/* Findings in a campaign: what oracles say of its inputs, and of examples that are looked at again. */
#include "base/clock.h"
#include "fuzz/campaign_internal.h"

PollOptions campaign_poll_options(const Campaign *campaign, uint32_t jobs, SolveMode mode)
{
  const CampaignOptions *options = &campaign->options;
  return (PollOptions){.solvers = options->solvers,
                       .solver_count = campaign->solver_count,
                       .limits = options->limits,
                       .eval = options->eval,
                       .jobs = jobs,
                       .mode = mode,
                       .no_models = options->no_models,
                       .cores = options->cores};
}

Verdicts campaign_take_findings(Campaign *campaign, const Ballot *ballot, const Bred *bred,
                                const char *text, size_t length)
{
  Verdicts verdicts = {0};
  FindingSource source = {.solvers = campaign->options.solvers,
                          .solver_count = campaign->solver_count,
                          .ballot = ballot,
                          .number = bred->number,
                          .text = text,
                          .length = length,
                          .at_ns = clock_monotonic_ns() - campaign->started_ns};
  for (size_t i = 0; i < ballot->findings.count; i++) {
    const Finding *finding = &ballot->findings.items[i];
    bool news = groups_add(&campaign->groups, finding, &source);
    verdicts.confirmed += finding->confirmed;
    verdicts.news += news;
    campaign_tell(campaign, (CampaignEvent){.kind = EVENT_FINDING,
                                            .bred = bred,
                                            .text = text,
                                            .length = length,
                                            .finding = finding,
                                            .news = news});
  }
  return verdicts;
}

/* --- suspects --- */

/* Judging takes runs of all solvers, twice: one and the same crash must not cost the campaign its time. */
enum { FAILURES_JUDGED = 3 };

bool campaign_is_suspicious(Campaign *campaign, size_t solver, const Outcome *outcome)
{
  if (!outcome_is_failure(outcome->kind)) return false;
  const char *group = outcome->group ? outcome->group : "";
  for (size_t i = 0; i < campaign->failures.count; i++) {
    Failure *failure = &campaign->failures.items[i];
    if (failure->solver == solver && failure->outcome == outcome->kind &&
        strcmp(failure->group, group) == 0)
      return ++failure->count <= FAILURES_JUDGED;
  }
  VEC_PUSH(&campaign->failures,
           ((Failure){solver, outcome->kind, mem_copy_string(group, strlen(group)), 1}));
  return true;
}

typedef struct {
  Campaign *campaign;
  size_t next;
} Queue;

static bool next_suspect(void *user, PollScript *script)
{
  Queue *queue = user;
  if (queue->next == queue->campaign->suspects.count) return false;
  Suspect *suspect = &queue->campaign->suspects.items[queue->next++];
  *script = (PollScript){"input", suspect->text, suspect->length, suspect};
  return true;
}

static void take_suspect(void *user, const Ballot *ballot)
{
  Queue *queue = user;
  Suspect *suspect = ballot->user;
  suspect->judged = !ballot->skipped;
  if (suspect->judged)
    campaign_take_findings(queue->campaign, ballot, &suspect->bred, suspect->text, suspect->length);
}

void campaign_drop_suspects(Campaign *campaign)
{
  for (size_t i = 0; i < campaign->suspects.count; i++) {
    Suspect *suspect = &campaign->suspects.items[i];
    if (!suspect->judged)
      campaign_tell(campaign, (CampaignEvent){.kind = EVENT_SUSPECT,
                                              .bred = &suspect->bred,
                                              .text = suspect->text,
                                              .length = suspect->length});
    free(suspect->text);
  }
  campaign->suspects.count = 0;
}

bool campaign_judge_suspects(Campaign *campaign)
{
  Queue queue = {.campaign = campaign};
  PollOptions options = campaign_poll_options(campaign, 1, SOLVE_PLAIN);
  bool undisturbed = poll_scripts(campaign->sup, &options, next_suspect, take_suspect, &queue);
  if (undisturbed) campaign_drop_suspects(campaign);
  return undisturbed;
}

/* --- groups --- */

static bool next_group(void *user, PollScript *script)
{
  Queue *queue = user;
  const FindingGroups *groups = &queue->campaign->groups;
  if (queue->next == groups->count) return false;
  FindingGroup *group = &groups->items[queue->next++];
  *script = (PollScript){"example", group->text, group->length, group};
  return true;
}

static void take_group(void *user, const Ballot *ballot)
{
  (void)user;
  FindingGroup *group = ballot->user;
  for (size_t i = 0; i < ballot->findings.count; i++) {
    const Finding *finding = &ballot->findings.items[i];
    if (!finding->confirmed || strcmp(finding->signature, group->signature) != 0) continue;
    group->alone = true;
    if (group->count == 0) group->count = 1;
  }
}

/* With one job at a time, and where suspects are judged, nothing else runs anyway. */
bool campaign_confirm_groups(Campaign *campaign)
{
  FindingGroups *groups = &campaign->groups;
  if (campaign->options.objective == OBJECTIVE_MARGIN || campaign->options.jobs == 1) {
    for (size_t i = 0; i < groups->count; i++) groups->items[i].alone = groups->items[i].count > 0;
    return true;
  }
  Queue queue = {.campaign = campaign};
  PollOptions options = campaign_poll_options(campaign, 1, SOLVE_PLAIN);
  return poll_scripts(campaign->sup, &options, next_group, take_group, &queue);
}
