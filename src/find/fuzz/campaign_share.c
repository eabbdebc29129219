#include "find/fuzz/campaign_share.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "find/fuzz/campaign_internal.h"
#include "find/fuzz/save.h"

static bool is_bugs(const Campaign *campaign)
{
  return campaign->options.objective == OBJECTIVE_BUGS;
}

/* --- beginning --- */

void campaign_listen(Campaign *campaign)
{
  Agent *agents[CAMPAIGN_AGENTS_MAX];
  size_t count = campaign_agents(campaign, agents);
  for (size_t i = 0; i < count; i++)
    if (agents[i]) agent_share(agents[i]);
  if (campaign_prospect(campaign)) prospect_share(campaign_prospect(campaign));
}

void campaign_share(Campaign *campaign, const CampaignShare *share)
{
  assert(!campaign->shared && share->numbers.take && share->allow && share->wait && share->claim);
  campaign->shared = true;
  campaign->share = *share;
  campaign->allowed = campaign->inputs;
  campaign_listen(campaign);
  breeder_share(campaign_breeder(campaign), share->numbers, campaign->options.strategy.seed,
                share->worker);
  if (campaign->tweaks.list.count)
    tweaks_share(&campaign->tweaks, campaign->options.strategy.seed, share->worker);
  if (!campaign->started_ns) campaign->before_ns = share->elapsed_ns;
}

void campaign_tell_end(Campaign *campaign, CampaignEnd end)
{
  assert(end < CAMPAIGN_END_COUNT);
  if (!campaign->told) campaign->told_end = end;
  campaign->told = true;
}

void campaign_set_others(Campaign *campaign, uint64_t solver_ns)
{
  campaign->others_ns = solver_ns;
}

const char *campaign_doing(const Campaign *campaign)
{
  return campaign->groups_held ? "reducing" : "fuzzing";
}

/* One more input may begin if fewer than so many have been begun. */
bool campaign_may_begin(Campaign *campaign, uint64_t begun)
{
  if (!campaign->options.inputs) return true;
  if (!campaign->shared) return begun < campaign->options.inputs;
  if (begun >= campaign->allowed) campaign->allowed += campaign->share.allow(campaign->share.user);
  return begun < campaign->allowed;
}

/* Time of agents: numbers of inputs, for each of their arms. With several candidates for an input there are as many numbers. */
void campaign_set_clock(Campaign *campaign, uint64_t number)
{
  Agent *agents[CAMPAIGN_AGENTS_MAX];
  if (!campaign->shared) return;
  size_t count = campaign_agents(campaign, agents);
  bool guided = campaign->strategy.options.kind == STRATEGY_GUIDE;
  uint32_t candidates = guided ? GUIDE_NEW + GUIDE_MUTANTS : 1;
  if (is_bugs(campaign)) candidates = campaign->hunt.candidates;
  for (size_t i = 0; i < count; i++)
    if (agents[i]) agents[i]->clock = (double)number / ((double)agents[i]->count * candidates);
}

/* --- numbers --- */

uint64_t campaign_last_number(const Campaign *campaign)
{
  assert(!campaign->shared);
  return campaign_breeder_state(campaign)->number;
}

static int by_value(const void *a, const void *b)
{
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return left < right ? -1 : left > right;
}

void campaign_open_numbers(const Campaign *campaign, U64Vec *open)
{
  for (size_t i = 0; i < campaign->open.count; i++) VEC_PUSH(open, campaign->open.items[i]->number);
  for (size_t i = 0; i < campaign->postponed.count; i++)
    VEC_PUSH(open, campaign->postponed.items[i]->number);
  if (open->count) qsort(open->items, open->count, sizeof *open->items, by_value);
}

void campaign_left_numbers(const Campaign *campaign, NumberRanges *ranges)
{
  const Breeder *breeder = campaign_breeder_state(campaign);
  VEC_APPEND(ranges, breeder->ranges.items, breeder->ranges.count);
}

/* --- agents --- */

size_t campaign_agents(Campaign *campaign, Agent *agents[CAMPAIGN_AGENTS_MAX])
{
  Breeder *breeder = campaign_breeder(campaign);
  size_t count = 0;
  agents[count++] = &breeder->inner;
  agents[count++] = is_bugs(campaign) ? &campaign->hunt.outer : &campaign->strategy.outer;
  agents[count++] = campaign->tweaks.list.count ? &campaign->tweaks.agent : NULL;
  agents[count++] = is_bugs(campaign) ? NULL : &campaign->strategy.blame.agent;
  for (size_t i = 0; i < breeder->sizes.count; i++) agents[count++] = &breeder->sizes.agents[i];
  return count;
}

Prospect *campaign_prospect(Campaign *campaign)
{
  return is_bugs(campaign) && campaign->hunt.themes ? &campaign->hunt.prospect : NULL;
}

/* --- groups --- */

bool campaign_takes_groups(const Campaign *campaign)
{
  return !campaign->groups_held;
}

static bool is_news(const FindingGroup *group)
{
  return group->changes != group->sent.changes;
}

bool campaign_group_is_news(const Campaign *campaign, uint64_t number)
{
  assert(number <= campaign->groups.count);
  if (number > 0) return is_news(&campaign->groups.items[number - 1]);
  for (size_t i = 0; i < campaign->groups.count; i++)
    if (is_news(&campaign->groups.items[i])) return true;
  return false;
}

void campaign_told_groups(Campaign *campaign)
{
  for (size_t i = 0; i < campaign->groups.count; i++) {
    FindingGroup *group = &campaign->groups.items[i];
    group->sent =
        (GroupSent){.count = group->count, .flaky = group->flaky, .changes = group->changes};
    group->own_example = group->own_reduction = false;
  }
  campaign->shared_groups = campaign->groups.count;
  campaign->merged.count = 0;
}

/* Which example is better: what is confirmed, and then what is shorter. */
static bool is_better(const FindingGroup *mine, const FindingGroup *theirs)
{
  if (!mine->own_example) return false;
  bool confirmed = mine->count > mine->sent.count;
  if (theirs->count == 0 && confirmed) return true;
  return confirmed && mine->length < theirs->length &&
         tweak_set_equal(&mine->tweaks, &theirs->tweaks);
}

/* What others have written takes the place of what is here, but for what they do not know yet. */
static void merge_group(FindingGroup *mine, FindingGroup *theirs)
{
  size_t count = mine->count - mine->sent.count, flaky = mine->flaky - mine->sent.flaky;
  bool news = is_news(mine);
  GroupSent sent = {.count = theirs->count, .flaky = theirs->flaky, .changes = theirs->changes};
  if (is_better(mine, theirs)) group_swap_example(mine, theirs);
  if (mine->own_reduction) {
    Reduction reduction = mine->reduction;
    mine->reduction = theirs->reduction;
    theirs->reduction = reduction;
  }
  theirs->own_example = mine->own_example;
  theirs->own_reduction = mine->own_reduction;
  theirs->count += count;
  theirs->flaky += flaky;
  theirs->sent = sent;
  theirs->changes += news;
  theirs->elsewhere = mine->elsewhere;
  theirs->alone = mine->alone;
  theirs->known = mine->known;
  FindingGroup old = *mine;
  *mine = *theirs;
  *theirs = old;
}

/* Comes before those that only this process knows. */
static void insert_group(Campaign *campaign, FindingGroup *group)
{
  FindingGroups *groups = &campaign->groups;
  size_t at = campaign->shared_groups++;
  group->sent = (GroupSent){.count = group->count, .flaky = group->flaky};
  VEC_PUSH(groups, *group);
  memmove(groups->items + at + 1, groups->items + at,
          (groups->count - 1 - at) * sizeof *groups->items);
  groups->items[at] = *group;
}

Status campaign_take_group(Campaign *campaign, uint64_t number, const char *bytes, size_t length,
                           Error *error)
{
  assert(campaign_takes_groups(campaign));
  FindingGroups taken = {0};
  Status status = campaign_read_group(campaign, bytes, length, &taken, error);
  if (status == STATUS_OK && (number == 0 || number > campaign->shared_groups + 1))
    status = error_set(error, STATUS_IO, "the groups of the campaign's findings are not complete");
  if (status != STATUS_OK) {
    groups_deinit(&taken);
    return status;
  }
  FindingGroup *group = &taken.items[0];
  if (number <= campaign->shared_groups) {
    merge_group(&campaign->groups.items[number - 1], group);
    groups_deinit(&taken);
  } else {
    insert_group(campaign, group);
    VEC_FREE(&taken);
  }
  group = &campaign->groups.items[number - 1];
  if (group->reduction.confirmed) campaign_describe(campaign, group);
  campaign_recognise(campaign, group);
  return STATUS_OK;
}

/* Into a group that was there before; the other one goes. */
static void absorb(Campaign *campaign, size_t into, size_t from)
{
  FindingGroups *groups = &campaign->groups;
  FindingGroup *target = &groups->items[into], *source = &groups->items[from];
  VEC_PUSH(&campaign->merged, ((MergedGroup){source->first, source->first_place, into}));
  bool better = source->count > 0 &&
                (target->count == 0 || (source->length < target->length &&
                                        tweak_set_equal(&source->tweaks, &target->tweaks)));
  if (better) {
    group_swap_example(target, source);
    target->own_example = true;
  }
  if (!target->reduction.text && source->reduction.text) {
    Reduction reduction = target->reduction;
    target->reduction = source->reduction;
    source->reduction = reduction;
    target->own_reduction = true;
  }
  target->count += source->count;
  target->flaky += source->flaky;
  target->changes++;
  FindingGroups gone = {0};
  VEC_PUSH(&gone, *source);
  groups_deinit(&gone);
  groups->count--;
  memmove(source, source + 1, (groups->count - from) * sizeof *groups->items);
}

void campaign_settle_groups(Campaign *campaign)
{
  assert(campaign_takes_groups(campaign));
  for (size_t i = campaign->shared_groups; i < campaign->groups.count;) {
    size_t into = campaign_matching_group(campaign, i);
    if (into < campaign->shared_groups)
      absorb(campaign, into, i);
    else
      i++;
  }
}

void campaign_end_reduction(Campaign *campaign, size_t number)
{
  assert(number < campaign->groups.count);
  campaign->groups.items[number].reduction.ended = true;
}

GroupTag campaign_tag(const Campaign *campaign, const FindingGroup *group)
{
  uint64_t index = (uint64_t)(group - campaign->groups.items);
  assert(index < campaign->groups.count);
  if (index < campaign->shared_groups) return (GroupTag){.index = index};
  return (GroupTag){UINT64_MAX, group->first, group->first_place};
}

const FindingGroup *campaign_find_tag(const Campaign *campaign, GroupTag tag)
{
  const FindingGroups *groups = &campaign->groups;
  if (tag.index < groups->count) return &groups->items[tag.index];
  for (size_t i = 0; i < groups->count; i++)
    if (groups->items[i].first == tag.first && groups->items[i].first_place == tag.first_place)
      return &groups->items[i];
  for (size_t i = 0; i < campaign->merged.count; i++) {
    const MergedGroup *merged = &campaign->merged.items[i];
    if (merged->first == tag.first && merged->first_place == tag.first_place)
      return &groups->items[merged->into];
  }
  return NULL;
}

/* --- the best input --- */

void campaign_save_best(const Campaign *campaign, StrBuf *out)
{
  if (is_bugs(campaign) || !campaign->strategy.best.instance) return;
  size_t length;
  const char *text = campaign->language->interface->text(campaign->strategy.best.instance, &length);
  campaign_put_measured(campaign, out);
  bytes_put_text(out, text, length);
}

Status campaign_take_best(Campaign *campaign, uint64_t number, double margin, const char *bytes,
                          size_t length, Error *error)
{
  Strategy *strategy = &campaign->strategy;
  const LanguageInterface *interface = campaign->language->interface;
  if (is_bugs(campaign) || !isfinite(margin) || margin <= strategy->best.margin) return STATUS_OK;
  bool evolution = strategy->options.kind == STRATEGY_EVOLUTIONARY;
  if (evolution && campaign->share.worker) return STATUS_OK;
  ByteReader reader = {.bytes = bytes, .length = length};
  Measurement *measured = mem_alloc_zero(campaign->solver_count, sizeof *measured);
  campaign_get_measured(campaign, measured, &reader);
  size_t text_length = 0;
  char *text = bytes_get_text(&reader, &text_length);
  Instance *instance = bytes_all_read(&reader)
                           ? interface->read(campaign->language, text, text_length, error)
                           : NULL;
  free(text);
  if (!instance) {
    free(measured);
    return error_set(error, STATUS_IO, "the record of the best input is damaged");
  }
  memcpy(campaign->record.measured, measured, campaign->solver_count * sizeof *measured);
  campaign->record.margin = margin;
  free(measured);
  if (strategy->best.instance && !evolution) interface->release(strategy->best.instance);
  strategy->best = (Member){instance, number, margin};
  if (evolution) VEC_PUSH(&strategy->pool, strategy->best);
  return STATUS_OK;
}

/* --- counts --- */

void campaign_save_counts(const Campaign *campaign, StrBuf *out)
{
  bytes_put_u64(out, campaign->void_inputs);
  bytes_put_u64(out, campaign->undecided);
  bytes_put_u64(out, campaign->runs);
  bytes_put_u64(out, campaign_breeder_state(campaign)->misplaced);
  bytes_put_u64(out, campaign->queries);
  bytes_put_u64(out, campaign->decided_queries);
  for (size_t i = 0; i < campaign->solver_count; i++) {
    bytes_put_u64(out, campaign->health[i].runs);
    for (size_t k = 0; k < OUTCOME_COUNT; k++) bytes_put_u64(out, campaign->health[i].outcomes[k]);
  }
}

void campaign_clear_counts(Campaign *campaign)
{
  campaign->inputs = campaign->solver_ns = campaign->void_inputs = 0;
  campaign->queries = campaign->decided_queries = 0;
  campaign->undecided = campaign->runs = campaign_breeder(campaign)->misplaced = 0;
  for (size_t i = 0; i < campaign->solver_count; i++) campaign->health[i] = (Health){0};
}

Status campaign_add_counts(Campaign *campaign, uint64_t inputs, uint64_t solver_ns,
                           const char *bytes, size_t length, Error *error)
{
  ByteReader reader = {.bytes = bytes, .length = length};
  campaign->inputs += inputs;
  campaign->solver_ns += solver_ns;
  if (length == 0) return STATUS_OK; /* it has just come */
  campaign->void_inputs += bytes_get_u64(&reader);
  campaign->undecided += bytes_get_u64(&reader);
  campaign->runs += bytes_get_u64(&reader);
  campaign_breeder(campaign)->misplaced += bytes_get_u64(&reader);
  campaign->queries += bytes_get_u64(&reader);
  campaign->decided_queries += bytes_get_u64(&reader);
  for (size_t i = 0; i < campaign->solver_count; i++) {
    campaign->health[i].runs += bytes_get_u64(&reader);
    for (size_t k = 0; k < OUTCOME_COUNT; k++)
      campaign->health[i].outcomes[k] += bytes_get_u64(&reader);
  }
  return bytes_all_read(&reader)
             ? STATUS_OK
             : error_set(error, STATUS_IO, "what a worker says of its runs is damaged");
}

void campaign_set_times(Campaign *campaign, uint64_t elapsed_ns, bool ended)
{
  uint64_t now = clock_monotonic_ns();
  campaign->started_ns = now - elapsed_ns;
  campaign->before_ns = elapsed_ns;
  campaign->ended_ns = ended ? now : 0;
}
