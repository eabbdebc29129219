/* Making what was found smaller, while a campaign runs and at its end. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "find/fuzz/campaign_internal.h"
#include "find/fuzz/essence.h"

/* Less time than that is not worth a beginning. */
static const uint64_t LEAST_NS = 1000000000;
/* Reducing may take this part of the time of a campaign. What of it is not used while it runs is for the end, if something waits
 * then. */
enum { SHARE = 4 };

/* --- what plain runs say of a smaller text --- */

typedef struct {
  const Campaign *campaign;
  FindingGroup *group;
  const StrBuf *text;
  bool given; /* the text, to the poll */
} Again;

/* With the options that it takes. */
static const Solver *solvers_of(const Campaign *campaign, const FindingGroup *group)
{
  return group->solvers.count ? group->solvers.items : campaign->options.solvers;
}

static bool next_text(void *user, PollInput *script)
{
  Again *again = user;
  if (again->given) return false;
  again->given = true;
  *script = (PollInput){.path = "reduced",
                        .bytes = again->text->bytes,
                        .length = again->text->length,
                        .solvers = again->group->solvers.items};
  return true;
}

static void take_text(void *user, const PollResult *polled)
{
  Again *again = user;
  FindingGroup *group = again->group;
  const Finding wanted = {
      .kind = group->kind, .accused = group->accused, .signature = group->signature};
  for (size_t i = 0; i < polled->findings.count; i++) {
    const Finding *finding = &polled->findings.items[i];
    if (!finding->confirmed || !finding_shows(finding, &wanted)) continue;
    char *answers = group_answers(solvers_of(again->campaign, group), again->campaign->solver_count,
                                  polled, finding->query);
    group_reduce(group, again->text->bytes, again->text->length, finding, answers);
    free(answers);
    return;
  }
}

/* Takes the text if it shows the finding. False: supervisor_wake was called. */
static bool confirm(Campaign *campaign, FindingGroup *group, const StrBuf *text)
{
  Again again = {.campaign = campaign, .group = group, .text = text};
  PollOptions options = campaign_again_options(campaign);
  return poll_inputs(campaign->sup, &options, next_text, take_text, &again);
}

/* --- groups --- */

/* Why there is no way to reduce it; NULL: there may be one. */
static const char *obstacle(const FindingGroup *group)
{
  switch (group->kind) {
  case FINDING_SELF:
  case FINDING_CORE:
  case FINDING_CORE_DOUBT: return "it takes several scripts to show it";
  case FINDING_STATUS:
  case FINDING_DOUBT: return "a smaller script has no status";
  case FINDING_SLOW: return "it is about time";
  default: return NULL;
  }
}

static void note_reason(Reduction *reduction, const char *reason)
{
  free(reduction->reason);
  reduction->reason = mem_copy_string(reason, strlen(reason));
}

static void refuse(Reduction *reduction, const char *reason)
{
  note_reason(reduction, reason);
  reduction->ended = true;
}

/* Nothing smaller was found in the time, which either option may have ended. */
static void note_time(Reduction *reduction, uint64_t spent_ns, uint64_t limit_ns)
{
  StrBuf reason;
  strbuf_init(&reason, 0);
  strbuf_printf(&reason, "no smaller input was found in %.3g s; a longer %s may help",
                (double)spent_ns / 1e9, spent_ns >= limit_ns ? "--reduce-time" : "--time");
  note_reason(reduction, strbuf_text(&reason));
  strbuf_deinit(&reason);
}

static ReducerTask task_of(const Campaign *campaign, const FindingGroup *group)
{
  const Reduction *reduction = &group->reduction;
  ReducerTask task = {.language = campaign->language->interface,
                      .first_ns = campaign_patient_limits(&campaign->options).wall_ns,
                      .solvers = solvers_of(campaign, group),
                      .solver_count = campaign->solver_count};
  if (reduction->text) {
    task.text = reduction->text;
    task.length = reduction->length;
  } else {
    task.text = group->script ? group->script : group->text;
    task.length = group->script ? strlen(group->script) : group->length;
  }
  return task;
}

void campaign_describe(Campaign *campaign, FindingGroup *group)
{
  Language *language = campaign->language;
  const LanguageInterface *interface = language->interface;
  const Reduction *reduction = &group->reduction;
  Error error;
  Instance *instance = interface->read(language, reduction->text, reduction->length, &error);
  if (!instance) return;
  uint32_t *counts = mem_alloc_zero(interface->construct_count(language), sizeof *counts);
  interface->count(language, instance, counts);
  essence_take(language, counts, &group->constructs);
  free(counts);
  StrBuf shape;
  strbuf_init(&shape, 0);
  interface->shape(instance, &shape);
  free(group->shape);
  group->shape = mem_copy_string(strbuf_text(&shape), shape.length);
  strbuf_deinit(&shape);
  interface->release(instance);
  groups_compare(&campaign->groups, (size_t)(group - campaign->groups.items));
  campaign_recognise(campaign, group);
}

/* What is to be kept: on a text that is reduced already it may have another signature. */
static Finding wanted_of(const FindingGroup *group)
{
  const Reduction *reduction = &group->reduction;
  if (reduction->confirmed)
    return (Finding){
        .kind = reduction->kind, .accused = reduction->accused, .signature = reduction->signature};
  return (Finding){.kind = group->kind, .accused = group->accused, .signature = group->signature};
}

/* Takes what the reducer has reached. False: supervisor_wake was called. */
static bool take_best(Campaign *campaign, FindingGroup *group, const StrBuf *best, ReducerEnd end)
{
  Reduction *reduction = &group->reduction;
  uint64_t before = group->changes;
  bool uninterrupted = end != REDUCER_INTERRUPTED && confirm(campaign, group, best);
  bool taken = group->changes != before;
  if (!uninterrupted && !taken && !reduction->text)
    group_reduce(group, best->bytes, best->length, NULL, NULL);
  if (uninterrupted && !taken && !reduction->text)
    refuse(reduction, "plain runs do not show it on the smaller text");
  reduction->minimal = taken && end == REDUCER_MINIMAL;
  return uninterrupted;
}

/* False: supervisor_wake was called. */
static bool reduce_group(Campaign *campaign, FindingGroup *group, uint64_t time_ns)
{
  Reduction *reduction = &group->reduction;
  const Reducer *reducer = &campaign->options.reducer;
  group->changes++;
  campaign->groups_held = true;
  /* What shows in default mode stays there. */
  bool tried = campaign_try_defaults(campaign, group);
  if (tried && obstacle(group)) refuse(reduction, obstacle(group));
  if (!tried || obstacle(group)) {
    campaign->groups_held = false;
    return tried;
  }
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_REDUCING, .group = group});
  Finding wanted = wanted_of(group);
  ReducerTask task = task_of(campaign, group);
  task.finding = &wanted;
  task.time_ns = time_ns;
  StrBuf best;
  Error error;
  strbuf_init(&best, 0);
  uint64_t begin = clock_monotonic_ns();
  ReducerEnd end = reducer->reduce(reducer->user, campaign->sup, &task, &best, &error);
  bool uninterrupted = end != REDUCER_INTERRUPTED;
  /* What cannot be smaller is its own reduced form. */
  if (end == REDUCER_MINIMAL && !best.length) strbuf_add(&best, task.text, task.length);
  if (best.length) uninterrupted = take_best(campaign, group, &best, end);
  if (end == REDUCER_REFUSED && !reduction->text) refuse(reduction, error.message);
  reduction->spent_ns += clock_monotonic_ns() - begin;
  if (end == REDUCER_STOPPED && !reduction->text && !best.length)
    note_time(reduction, reduction->spent_ns, reducer->time_ns);
  reduction->ended |= end != REDUCER_STOPPED;
  strbuf_deinit(&best);
  group->own_reduction = true;
  if (reduction->confirmed) campaign_describe(campaign, group);
  if (uninterrupted && reduction->ended)
    uninterrupted =
        campaign_try_defaults(campaign, group) && campaign_try_versions(campaign, group);
  campaign->groups_held = false;
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_REDUCED,
                                          .group = group,
                                          .text = reduction->text,
                                          .length = reduction->length});
  return uninterrupted;
}

/* What is left of the time for a finding. */
static uint64_t time_for(const Campaign *campaign, const Reduction *reduction)
{
  uint64_t limit = campaign->options.reducer.time_ns;
  return limit > reduction->spent_ns ? limit - reduction->spent_ns : 0;
}

static bool is_waiting(const Campaign *campaign, const FindingGroup *group)
{
  return campaign->options.reducer.reduce && group->count && !group->known &&
         !group->reduction.ended && !group->elsewhere;
}

/* Where several processes reduce, one of them does this group. Nobody else can claim it later. */
static bool claim(Campaign *campaign, FindingGroup *group)
{
  size_t number = group_number(&campaign->groups, group);
  if (!campaign->shared || obstacle(group) || campaign->share.claim(campaign->share.user, number))
    return true;
  group->elsewhere = true;
  return false;
}

/* --- while the campaign runs --- */

static uint64_t least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

static uint64_t less(uint64_t a, uint64_t b)
{
  return a > b ? a - b : 0;
}

/* What is left of the time for reducing while it runs. */
static uint64_t time_now(const Campaign *campaign)
{
  uint64_t limit = campaign->options.time_ns;
  uint64_t elapsed = campaign_time_ns(campaign);
  uint64_t share = (limit ? limit : elapsed) / SHARE;
  if (!limit) share += campaign->options.reducer.time_ns;
  uint64_t left = limit ? less(limit, elapsed) : share;
  return least(less(share, campaign->reducing_ns), left);
}

/* What is left at the end, when the campaign's own clock stands still. */
static uint64_t time_at_end(const Campaign *campaign)
{
  uint64_t limit = campaign->options.time_ns;
  return limit ? less(limit, clock_monotonic_ns() - campaign->started_ns) : UINT64_MAX;
}

/* One that was stopped once waits for the end. */
static FindingGroup *next_now(const Campaign *campaign)
{
  FindingGroups groups = campaign->groups;
  for (size_t i = 0; i < groups.count; i++)
    if (is_waiting(campaign, &groups.items[i]) && !groups.items[i].reduction.spent_ns)
      return &groups.items[i];
  return NULL;
}

bool campaign_can_reduce(const Campaign *campaign)
{
  return next_now(campaign) && time_now(campaign) >= LEAST_NS;
}

bool campaign_reduce_new(Campaign *campaign)
{
  bool uninterrupted = true;
  while (uninterrupted && campaign_can_reduce(campaign)) {
    uint64_t begin = clock_monotonic_ns();
    campaign_tick_now(campaign);              /* it may take long */
    FindingGroup *group = next_now(campaign); /* others may have told of groups meanwhile */
    if (!group || !claim(campaign, group)) continue;
    uninterrupted =
        reduce_group(campaign, group, least(time_now(campaign), campaign->options.reducer.time_ns));
    campaign->reducing_ns += clock_monotonic_ns() - begin;
    campaign_tick_now(campaign);
  }
  return uninterrupted;
}

/* --- the best input --- */

/* What makes the margin: the target with the minimum score and the reference with the largest. */
static void find_rivals(const Campaign *campaign, ReducerTask *task)
{
  const CampaignOptions *options = &campaign->options;
  const Measurement *measured = campaign->record.measured;
  double least_score = INFINITY, largest = -INFINITY;
  for (size_t i = 0; i < campaign->solver_count; i++) {
    if (i < options->targets) {
      double score = score_target(&options->rule, &measured[i]);
      if (score < least_score) task->target = &options->solvers[i];
      least_score = fmin(score, least_score);
    } else {
      double score = score_reference(&options->rule, &measured[i]);
      if (score > largest) task->reference = &options->solvers[i];
      largest = fmax(score, largest);
    }
  }
}

/* A part of what the margin is in time: penalties do not count, as the target is ended when it has taken
 * long enough. */
#define KEPT_PART 0.5
/* What times may differ by from run to run. */
#define NOISE 0.8

static double least_margin(const Campaign *campaign)
{
  return NOISE * KEPT_PART * fmin(campaign->record.margin, campaign->options.rule.limit);
}

static void refuse_smaller(Campaign *campaign, double margin)
{
  const char *unit = cost_unit(campaign->options.rule.cost);
  StrBuf reason;
  strbuf_init(&reason, 0);
  if (isfinite(margin))
    strbuf_printf(
        &reason,
        "the smaller input has a margin of %.3f %s when it is run again, and %.3f %s is needed",
        margin, unit, least_margin(campaign), unit);
  else
    strbuf_add_text(&reason, "the smaller input has no valid margin when it is run again");
  refuse(&campaign->record.reduction, strbuf_text(&reason));
  strbuf_deinit(&reason);
}

static void keep_best(BestRecord *record, const StrBuf *text, double margin)
{
  record->reduction.text = mem_copy_string(text->bytes, text->length);
  record->reduction.length = text->length;
  record->reduction.confirmed = isfinite(margin);
  record->reduced_margin = margin;
}

/* Takes the text if it has such a margin when it is run again. */
static bool confirm_best(Campaign *campaign, const StrBuf *text)
{
  const LanguageInterface *interface = campaign->language->interface;
  BestRecord *record = &campaign->record;
  double margin;
  Error error;
  Instance *instance = interface->read(campaign->language, text->bytes, text->length, &error);
  if (!instance) {
    refuse(&record->reduction, error.message);
    return true;
  }
  bool uninterrupted = campaign_measure(campaign, instance, NULL, &margin);
  interface->release(instance);
  if (!uninterrupted)
    keep_best(record, text, -INFINITY);
  else if (margin >= least_margin(campaign))
    keep_best(record, text, margin);
  else
    refuse_smaller(campaign, margin);
  return uninterrupted;
}

/* The runs that confirm the best input take as long as those that found it. */
static uint64_t confirming_ns(const Campaign *campaign)
{
  uint64_t sum = 0;
  if (campaign->options.objective != OBJECTIVE_MARGIN || !campaign->strategy.best.instance)
    return 0;
  for (size_t i = 0; i < campaign->solver_count; i++)
    sum += campaign->record.measured[i].wall_ns * campaign->options.runs;
  return sum;
}

/* What is smaller is measured once more, and so is the best input alone. */
static uint64_t time_for_best(const Campaign *campaign)
{
  uint64_t confirming = campaign->options.time_ns ? 2 * confirming_ns(campaign) : 0;
  return least(campaign->options.reducer.time_ns, less(time_at_end(campaign), confirming));
}

static void note_nothing_smaller(Campaign *campaign, ReducerEnd end, uint64_t time_ns,
                                 const Error *error)
{
  Reduction *reduction = &campaign->record.reduction;
  switch (end) {
  case REDUCER_MINIMAL: refuse(reduction, "nothing can be left out"); break;
  case REDUCER_STOPPED: note_time(reduction, time_ns, campaign->options.reducer.time_ns); break;
  case REDUCER_REFUSED: refuse(reduction, error->message); break;
  case REDUCER_INTERRUPTED: break;
  }
}

static bool reduce_best(Campaign *campaign)
{
  BestRecord *record = &campaign->record;
  const Reducer *reducer = &campaign->options.reducer;
  const Instance *best = campaign->strategy.best.instance;
  CostKind cost = campaign->options.rule.cost;
  if (!best || !reducer->reduce) return true;
  if (cost != COST_CPU && cost != COST_WALL) {
    refuse(&record->reduction, "only what takes time can be reduced");
    return true;
  }
  uint64_t left = time_for_best(campaign);
  if (left < LEAST_NS && left < reducer->time_ns) {
    refuse(&record->reduction, "no time was left; a longer --time gives it some");
    return true;
  }
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_REDUCING});
  ReducerTask task = {
      .language = campaign->language->interface, .time_ns = left, .keep_margin = KEPT_PART};
  task.text = campaign->language->interface->text(best, &task.length);
  find_rivals(campaign, &task);
  StrBuf smaller;
  Error error;
  strbuf_init(&smaller, 0);
  ReducerEnd end = reducer->reduce(reducer->user, campaign->sup, &task, &smaller, &error);
  bool uninterrupted = end != REDUCER_INTERRUPTED;
  if (!smaller.length) note_nothing_smaller(campaign, end, left, &error);
  if (smaller.length && uninterrupted)
    uninterrupted = confirm_best(campaign, &smaller);
  else if (smaller.length)
    keep_best(record, &smaller, -INFINITY);
  record->reduction.minimal = end == REDUCER_MINIMAL;
  record->reduction.ended = true;
  strbuf_deinit(&smaller);
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_REDUCED,
                                          .text = record->reduction.text,
                                          .length = record->reduction.length});
  return uninterrupted;
}

/* --- at the end --- */

static bool reduces_best(const Campaign *campaign)
{
  CostKind cost = campaign->options.rule.cost;
  return campaign->options.objective == OBJECTIVE_MARGIN && !campaign->shared &&
         campaign->options.reducer.reduce && campaign->strategy.best.instance &&
         (cost == COST_CPU || cost == COST_WALL);
}

uint64_t campaign_reserve_ns(const Campaign *campaign)
{
  uint64_t share = less(campaign->options.time_ns / SHARE, campaign->reducing_ns);
  uint64_t wanted = reduces_best(campaign) ? campaign->options.reducer.time_ns : 0;
  for (size_t i = 0; i < campaign->groups.count && wanted < share; i++)
    if (is_waiting(campaign, &campaign->groups.items[i]))
      wanted += time_for(campaign, &campaign->groups.items[i].reduction);
  uint64_t confirming = least(2 * confirming_ns(campaign), campaign->options.time_ns / SHARE);
  return least(wanted, share) + confirming;
}

bool campaign_reduce(Campaign *campaign)
{
  bool alone = campaign->options.objective == OBJECTIVE_BUGS || campaign->shared;
  bool uninterrupted = alone || reduce_best(campaign);
  for (size_t i = 0; uninterrupted && i < campaign->groups.count; i++) {
    FindingGroup *group = &campaign->groups.items[i];
    group->elsewhere = false; /* who has claimed it may be gone */
    uint64_t left = least(time_for(campaign, &group->reduction), time_at_end(campaign));
    if (!is_waiting(campaign, group) || !left || !claim(campaign, group)) continue;
    uninterrupted = reduce_group(campaign, group, left);
    campaign_tick_now(campaign);
  }
  return uninterrupted;
}
