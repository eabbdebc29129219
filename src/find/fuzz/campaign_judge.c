/* Findings in a campaign: what oracles say of its inputs, and of examples that are looked at again. */
#include "find/fuzz/campaign_internal.h"

#include <assert.h>

static void tick(void *user)
{
  campaign_tick(user);
}

RunLimits campaign_patient_limits(const CampaignOptions *options)
{
  enum { TIMES = 4 };
  RunLimits limits = options->limits;
  if (options->slow.factor <= 0) limits.wall_ns *= TIMES;
  return limits;
}

PollOptions campaign_poll_options(Campaign *campaign, uint32_t jobs, SolveMode mode)
{
  const CampaignOptions *options = &campaign->options;
  return (PollOptions){.language = campaign->language->interface,
                       .solvers = options->solvers,
                       .solver_count = campaign->solver_count,
                       .limits = options->limits,
                       .eval = options->eval,
                       .jobs = jobs,
                       .mode = mode,
                       .tick = tick,
                       .tick_user = campaign,
                       .compare_modes = options->compare_modes && mode != SOLVE_PLAIN,
                       .no_models = options->no_models,
                       .slow = options->slow,
                       .cores = options->cores,
                       .second_wall_ns = campaign_patient_limits(options).wall_ns};
}

PollOptions campaign_again_options(Campaign *campaign)
{
  PollOptions options = campaign_poll_options(campaign, 1, SOLVE_PLAIN);
  options.limits = campaign_patient_limits(&campaign->options);
  return options;
}

/* --- verdicts --- */

static void accusation_deinit(Accusation *verdict)
{
  free(verdict->finding.evidence);
  free(verdict->finding.signature);
  free(verdict->finding.script);
  free(verdict->answers);
}

void verdicts_deinit(Verdicts *verdicts)
{
  for (size_t i = 0; i < verdicts->list.count; i++) accusation_deinit(&verdicts->list.items[i]);
  VEC_FREE(&verdicts->list);
}

static char *copy(const char *text)
{
  return text ? mem_copy_string(text, strlen(text)) : NULL;
}

void campaign_add_verdicts(const Campaign *campaign, Verdicts *verdicts, const PollResult *polled,
                           const TweakSet *tweaks)
{
  SolverVec solvers = {0};
  if (polled->findings.count) tweaks_apply(&campaign->tweaks, tweaks, &solvers);
  for (size_t i = 0; i < polled->findings.count; i++) {
    if (!polled->findings.items[i].accused) continue; /* it is about what a seed says of itself */
    Accusation verdict = {.finding = polled->findings.items[i], .tweaks = *tweaks};
    verdict.finding.evidence = copy(verdict.finding.evidence);
    verdict.finding.signature = copy(verdict.finding.signature);
    verdict.finding.script = copy(verdict.finding.script);
    verdict.answers = group_answers(solvers.count ? solvers.items : campaign->options.solvers,
                                    campaign->solver_count, polled, verdict.finding.query);
    VEC_PUSH(&verdicts->list, verdict);
  }
  solver_vec_free(&solvers);
}

void campaign_recognise(Campaign *campaign, FindingGroup *group)
{
  const Language *language = campaign->language;
  if (!campaign->options.known || group->known) return;
  VEC(const char *) names = {0};
  for (size_t i = 0; i < group->constructs.count; i++)
    VEC_PUSH(&names, language->interface->construct(language, group->constructs.items[i]).name);
  group->known = registry_find(campaign->options.known, group->signature, names.items, names.count,
                               group->shape);
  VEC_FREE(&names);
}

/* The input as an instance; of a suspect there is only the text, which is read into `copy`. NULL: it cannot be read. */
static const Instance *instance_of(Campaign *campaign, const Verdicts *verdicts, Instance **copy)
{
  Language *language = campaign->language;
  Error error;
  *copy = NULL;
  if (verdicts->candidate->instance) return verdicts->candidate->instance;
  return *copy = language->interface->read(language, verdicts->text, verdicts->length, &error);
}

/* How often each construct occurs in what a finding is about: one query, if it names one of the input's own. To be freed. */
static uint32_t *count_constructs(Campaign *campaign, const Instance *instance,
                                  const Finding *finding)
{
  Language *language = campaign->language;
  const LanguageInterface *interface = language->interface;
  uint32_t *counts = mem_alloc_zero(interface->construct_count(language), sizeof *counts);
  if (interface->count_query && finding->query && !finding->script)
    interface->count_query(language, instance, finding->query, counts);
  else
    interface->count(language, instance, counts);
  return counts;
}

size_t campaign_matching_group(Campaign *campaign, size_t number)
{
  assert(number >= campaign->shared_groups && number < campaign->groups.count);
  const FindingGroup *group = &campaign->groups.items[number];
  Finding finding = {.kind = group->kind,
                     .accused = group->accused,
                     .signature = group->signature,
                     .confirmed = group->count > 0};
  Verdicts verdicts = {.candidate = &(Candidate){0}, .text = group->text, .length = group->length};
  Instance *copy;
  const Instance *instance = instance_of(campaign, &verdicts, &copy);
  uint32_t *counts = instance ? count_constructs(campaign, instance, &finding) : NULL;
  FindingSource source = {.counts = counts};
  size_t found = groups_find(&campaign->groups, campaign->shared_groups, &finding, &source);
  free(counts);
  if (copy) campaign->language->interface->release(copy);
  return found;
}

void campaign_group_findings(Campaign *campaign, Verdicts *verdicts)
{
  Instance *copy = NULL;
  const Instance *instance = verdicts->list.count ? instance_of(campaign, verdicts, &copy) : NULL;
  for (size_t i = 0; i < verdicts->list.count; i++) {
    Accusation *verdict = &verdicts->list.items[i];
    uint32_t *counts = instance ? count_constructs(campaign, instance, &verdict->finding) : NULL;
    FindingSource source = {.answers = verdict->answers,
                            .tweaks = &campaign->tweaks,
                            .set = verdict->tweaks,
                            .number = verdicts->candidate->number,
                            .place = (uint32_t)i,
                            .text = verdicts->text,
                            .length = verdicts->length,
                            .at_ns = campaign_time_ns(campaign),
                            .counts = counts,
                            .doubt = campaign->options.objective == OBJECTIVE_BUGS &&
                                     campaign->hunt.themes};
    verdict->group = groups_add(&campaign->groups, &verdict->finding, &source, &verdict->is_new);
    FindingGroup *group = &campaign->groups.items[verdict->group];
    campaign_recognise(campaign, group);
    verdict->is_new &= !group->known;
    verdicts->confirmed += verdict->finding.confirmed;
    verdicts->news += verdict->is_new;
    free(counts);
  }
  if (copy) campaign->language->interface->release(copy);
}

void campaign_tell_findings(Campaign *campaign, const Verdicts *verdicts)
{
  for (size_t i = 0; i < verdicts->list.count; i++) {
    const Accusation *verdict = &verdicts->list.items[i];
    char *options = tweaks_text(&campaign->tweaks, &verdict->tweaks);
    campaign_tell(campaign, (CampaignEvent){.kind = EVENT_FINDING,
                                            .candidate = verdicts->candidate,
                                            .text = verdicts->text,
                                            .length = verdicts->length,
                                            .finding = &verdict->finding,
                                            .place = (uint32_t)i,
                                            .group = &campaign->groups.items[verdict->group],
                                            .news = verdict->is_new,
                                            .answers = verdict->answers,
                                            .options = options});
    free(options);
  }
}

/* --- suspects --- */

/* Judging takes runs of all solvers, twice: one and the same crash must not cost the campaign its time. */
enum { FAILURES_JUDGED = 3 };

bool campaign_is_suspicious(Campaign *campaign, Failure failure)
{
  assert(failure.solver < campaign->solver_count && failure.group);
  for (size_t i = 0; i < campaign->failures.count; i++) {
    Failure *known = &campaign->failures.items[i];
    if (known->solver != failure.solver || known->outcome != failure.outcome ||
        strcmp(known->group, failure.group) != 0)
      continue;
    free(failure.group);
    return ++known->count <= FAILURES_JUDGED;
  }
  failure.count = 1;
  VEC_PUSH(&campaign->failures, failure);
  return true;
}

typedef struct {
  Campaign *campaign;
  size_t next;
} Queue;

static bool next_suspect(void *user, PollInput *script)
{
  Queue *queue = user;
  if (queue->next == queue->campaign->suspects.count) return false;
  Suspect *suspect = &queue->campaign->suspects.items[queue->next++];
  *script = (PollInput){
      .path = "input", .bytes = suspect->text, .length = suspect->length, .user = suspect};
  return true;
}

static void take_suspect(void *user, const PollResult *polled)
{
  Queue *queue = user;
  Suspect *suspect = polled->user;
  suspect->judged = !polled->skipped;
  if (!suspect->judged) return;
  Verdicts verdicts = {
      .candidate = &suspect->candidate, .text = suspect->text, .length = suspect->length};
  campaign_add_verdicts(queue->campaign, &verdicts, polled, &(TweakSet){0});
  campaign_group_findings(queue->campaign, &verdicts);
  campaign_tell_findings(queue->campaign, &verdicts);
  verdicts_deinit(&verdicts);
}

void campaign_tell_suspects(Campaign *campaign)
{
  for (size_t i = 0; i < campaign->suspects.count; i++) {
    const Suspect *suspect = &campaign->suspects.items[i];
    campaign_tell(campaign, (CampaignEvent){.kind = EVENT_SUSPECT,
                                            .candidate = &suspect->candidate,
                                            .text = suspect->text,
                                            .length = suspect->length});
  }
}

static void forget_judged(Campaign *campaign)
{
  size_t kept = 0;
  for (size_t i = 0; i < campaign->suspects.count; i++) {
    Suspect suspect = campaign->suspects.items[i];
    if (suspect.judged)
      free(suspect.text);
    else
      campaign->suspects.items[kept++] = suspect;
  }
  campaign->suspects.count = kept;
}

void campaign_discard_suspects(Campaign *campaign)
{
  for (size_t i = 0; i < campaign->suspects.count; i++) free(campaign->suspects.items[i].text);
  VEC_FREE(&campaign->suspects);
}

bool campaign_judge_suspects(Campaign *campaign)
{
  Queue queue = {.campaign = campaign};
  PollOptions options = campaign_again_options(campaign);
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_CONFIRMING});
  bool uninterrupted = poll_inputs(campaign->sup, &options, next_suspect, take_suspect, &queue);
  forget_judged(campaign);
  return uninterrupted;
}

/* --- groups --- */

static bool next_group(void *user, PollInput *script)
{
  Queue *queue = user;
  const FindingGroups *groups = &queue->campaign->groups;
  if (queue->next == groups->count) return false;
  FindingGroup *group = &groups->items[queue->next++];
  *script = (PollInput){.path = "example",
                        .bytes = group->text,
                        .length = group->length,
                        .user = group,
                        .solvers = group->solvers.items};
  return true;
}

static void take_group(void *user, const PollResult *polled)
{
  (void)user;
  FindingGroup *group = polled->user;
  for (size_t i = 0; i < polled->findings.count; i++) {
    const Finding *finding = &polled->findings.items[i];
    if (!finding->confirmed || strcmp(finding->signature, group->signature) != 0) continue;
    group->alone = true;
    if (group->count > 0) continue;
    group->count = 1;
    group->changes++;
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
  PollOptions options = campaign_again_options(campaign);
  campaign->groups_held = true;
  bool uninterrupted = poll_inputs(campaign->sup, &options, next_group, take_group, &queue);
  campaign->groups_held = false;
  return uninterrupted;
}
