/* What a process has done, in one transaction. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "campaign/exchange_parts.h"
#include "campaign/recorder_parts.h"
#include "record/store/unit.h"

/* One attempt to write. */
typedef struct {
  Exchange *exchange;
  bool talks;       /* groups or the best input have changed */
  uint64_t version; /* then: of the change */
} Step;

/* --- lease --- */

static Status renew(Exchange *exchange, Error *error)
{
  const Recorder *recorder = exchange->recorder;
  const Campaign *campaign = exchange->campaign;
  CampaignState state = campaign_state(campaign);
  StrBuf counts;
  strbuf_init(&counts, 0);
  campaign_save_counts(campaign, &counts);
  StoreSign sign = {.state = exchange->idle ? STORE_WORKER_IDLE : STORE_WORKER_WORKING,
                    .doing = exchange->idle ? "waiting" : campaign_doing(campaign),
                    .inputs = state.inputs,
                    .solver_ns = state.solver_ns,
                    .counts = {.bytes = counts.bytes, .length = counts.length}};
  bool held = false;
  Status status =
      store_renew(recorder->store, recorder->campaign, exchange->worker, &sign, &held, error);
  strbuf_deinit(&counts);
  if (status != STATUS_OK || held) return status;
  exchange_note_loss(exchange, error);
  return STATUS_IO;
}

/* --- findings --- */

static void write_finding(const Exchange *exchange, const WaitingFinding *waiting)
{
  const FindingGroup *group = campaign_find_tag(exchange->campaign, waiting->tag);
  assert(group);
  CampaignEvent event = {.kind = EVENT_FINDING,
                         .at_ns = waiting->at_ns,
                         .candidate = &(Candidate){.number = waiting->number},
                         .text = waiting->text,
                         .length = waiting->length,
                         .finding = &waiting->finding,
                         .place = waiting->place,
                         .group = group,
                         .answers = waiting->answers,
                         .options = waiting->options};
  recorder_add_finding(exchange->recorder, campaign_state(exchange->campaign).groups, &event);
}

static Status write_groups(Step *step, Error *error)
{
  const Exchange *exchange = step->exchange;
  const Recorder *recorder = exchange->recorder;
  const FindingGroups *groups = campaign_state(exchange->campaign).groups;
  Status status = STATUS_OK;
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  for (size_t i = 0; i < groups->count && status == STATUS_OK; i++) {
    if (!campaign_group_is_news(exchange->campaign, i + 1)) continue;
    strbuf_clear(&bytes);
    campaign_save_group(exchange->campaign, i, &bytes);
    status = store_put_group(recorder->store, recorder->campaign, i + 1, step->version,
                             (StoreText){.bytes = bytes.bytes, .length = bytes.length}, error);
    if (groups->items[i].own_reduction)
      recorder_put_reduction(exchange->recorder, &groups->items[i]);
  }
  strbuf_deinit(&bytes);
  return status;
}

/* --- the best input --- */

static bool has_best(const Exchange *exchange)
{
  CampaignState state = campaign_state(exchange->campaign);
  return state.best && state.record.margin > exchange->best_sent;
}

/* Only if it is the best of all. */
static Status write_best(const Exchange *exchange, Error *error)
{
  Recorder *recorder = exchange->recorder;
  CampaignState state = campaign_state(exchange->campaign);
  uint64_t number;
  double margin;
  bool beaten;
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  Status status = store_get_best_record(recorder->store, recorder->campaign,
                                        nextafter(state.record.margin, -INFINITY), &number, &margin,
                                        &bytes, &beaten, error);
  strbuf_clear(&bytes);
  if (status == STATUS_OK && !beaten) {
    size_t length;
    const char *text = recorder->setup->language->interface->text(state.best, &length);
    recorder_add_best_row(recorder, state.best_number, exchange->best_ms, state.record.margin, text,
                          length);
    campaign_save_best(exchange->campaign, &bytes);
    status = store_put_best_record(
        recorder->store, recorder->campaign, state.best_number, state.record.margin,
        (StoreText){.bytes = bytes.bytes, .length = bytes.length}, error);
  }
  strbuf_deinit(&bytes);
  return status;
}

/* --- agents --- */

static Status write_agent(const Exchange *exchange, uint32_t number, const Agent *agent,
                          Error *error)
{
  const Recorder *recorder = exchange->recorder;
  Status status = STATUS_OK;
  for (size_t i = 0; agent && i < agent->count && status == STATUS_OK; i++) {
    const Arm *arm = &agent->fresh[i];
    StoreArmSum sum = {.agent = number, .arm = (uint32_t)i, .sums = *arm};
    if (arm->pulls)
      status = store_add_arm_sum(recorder->store, recorder->campaign, exchange->worker, &sum,
                                 agent->decay, error);
  }
  return status;
}

/* Their time is the seconds that their kind has cost. */
static Status write_themes(const Exchange *exchange, const Prospect *prospect, Error *error)
{
  const Recorder *recorder = exchange->recorder;
  Status status = STATUS_OK;
  for (size_t i = 0; prospect && i < prospect->count && status == STATUS_OK; i++) {
    StoreArmSum sum = {.agent = CAMPAIGN_THEMES,
                       .arm = (uint32_t)i,
                       .sums.at = prospect->kinds[i].seconds,
                       .sums.successes = prospect->fresh[i].news,
                       .sums.rewards = prospect->fresh[i].seconds};
    if (sum.sums.rewards > 0 || sum.sums.successes > 0)
      status = store_add_arm_sum(recorder->store, recorder->campaign, exchange->worker, &sum,
                                 prospect_decay(), error);
  }
  return status;
}

static Status write_agents(const Exchange *exchange, Error *error)
{
  Agent *agents[CAMPAIGN_AGENTS_MAX];
  size_t count = campaign_agents(exchange->campaign, agents);
  Status status = STATUS_OK;
  for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
    status = write_agent(exchange, i, agents[i], error);
  if (status == STATUS_OK)
    status = write_themes(exchange, campaign_prospect(exchange->campaign), error);
  return status;
}

/* --- numbers --- */

/* What has been used of a block by now. */
static void update_block(HeldBlock *held, const U64Vec *open, const NumberRanges *left)
{
  StoreBlock *block = &held->block;
  block->open.count = 0;
  block->drawn = block->last;
  for (size_t i = 0; i < open->count; i++)
    if (open->items[i] >= block->first && open->items[i] <= block->last)
      VEC_PUSH(&block->open, open->items[i]);
  for (size_t i = 0; i < left->count; i++) {
    NumberRange range = left->items[i];
    if (range.next < block->first || range.last > block->last) continue;
    if (range.next > held->before)
      block->drawn = range.next - 1;
    else
      for (uint64_t n = range.next; n <= range.last; n++) VEC_PUSH(&block->open, n);
  }
}

static Status write_blocks(Exchange *exchange, Error *error)
{
  const Recorder *recorder = exchange->recorder;
  U64Vec open = {0};
  NumberRanges left = {0};
  Status status = STATUS_OK;
  campaign_open_numbers(exchange->campaign, &open);
  campaign_left_numbers(exchange->campaign, &left);
  for (size_t i = 0; i < exchange->blocks.count && status == STATUS_OK; i++) {
    update_block(&exchange->blocks.items[i], &open, &left);
    status = store_put_block(recorder->store, recorder->campaign, &exchange->blocks.items[i].block,
                             error);
  }
  VEC_FREE(&open);
  VEC_FREE(&left);
  return status;
}

static void forget_blocks(Exchange *exchange)
{
  size_t kept = 0;
  for (size_t i = 0; i < exchange->blocks.count; i++) {
    HeldBlock held = exchange->blocks.items[i];
    if (held.block.drawn == held.block.last && !held.block.open.count)
      VEC_FREE(&held.block.open);
    else
      exchange->blocks.items[kept++] = held;
  }
  exchange->blocks.count = kept;
}

/* --- reductions --- */

static Status write_claims(const Exchange *exchange, Error *error)
{
  const Recorder *recorder = exchange->recorder;
  const FindingGroups *groups = campaign_state(exchange->campaign).groups;
  Status status = STATUS_OK;
  for (size_t i = 0; i < exchange->claimed.count && status == STATUS_OK; i++) {
    uint64_t number = exchange->claimed.items[i];
    StoreUnit unit = {.kind = EXCHANGE_REDUCTIONS, .number = number};
    bool held;
    status = groups->items[number - 1].reduction.ended
                 ? store_put_result(recorder->store, recorder->campaign, exchange->worker, &unit,
                                    (StoreText){.bytes = ""}, &held, error)
                 : store_return_unit(recorder->store, recorder->campaign, exchange->worker, &unit,
                                     error);
  }
  return status;
}

/* --- all --- */

static Status write_shared(Step *step, Error *error)
{
  const Exchange *exchange = step->exchange;
  for (size_t i = 0; i < exchange->findings.count; i++)
    write_finding(exchange, &exchange->findings.items[i]);
  Status status = write_groups(step, error);
  if (status == STATUS_OK && has_best(exchange)) status = write_best(exchange, error);
  return status == STATUS_OK ? write_claims(exchange, error) : status;
}

static Status write_all(Store *store, void *user, Error *error)
{
  Step *step = user;
  Exchange *exchange = step->exchange;
  const Recorder *recorder = exchange->recorder;
  Status status = renew(exchange, error);
  if (status == STATUS_OK && step->talks)
    status = store_lock_share(store, recorder->campaign, &step->version, error);
  if (status == STATUS_OK && step->talks) {
    status = exchange_pull_groups(exchange, error);
    if (status == STATUS_OK) campaign_settle_groups(exchange->campaign);
  }
  if (status == STATUS_OK) status = store_flush(store, error);
  if (status == STATUS_OK && step->talks) status = write_shared(step, error);
  if (status == STATUS_OK) status = write_agents(exchange, error);
  return status == STATUS_OK ? write_blocks(exchange, error) : status;
}

static void note_told(const Step *step)
{
  Exchange *exchange = step->exchange;
  Agent *agents[CAMPAIGN_AGENTS_MAX];
  size_t count = campaign_agents(exchange->campaign, agents);
  Prospect *prospect = campaign_prospect(exchange->campaign);
  for (size_t i = 0; i < count; i++)
    if (agents[i]) agent_told(agents[i]);
  if (prospect) prospect_told(prospect);
  forget_blocks(exchange);
  if (!step->talks) return;
  exchange_forget_findings(exchange);
  exchange->claimed.count = 0;
  exchange->version = step->version;
  CampaignState state = campaign_state(exchange->campaign);
  if (state.best) exchange->best_sent = fmax(exchange->best_sent, state.record.margin);
  campaign_told_groups(exchange->campaign);
}

Status exchange_write(Exchange *exchange, Error *error)
{
  const Recorder *recorder = exchange->recorder;
  Campaign *campaign = exchange->campaign;
  if (exchange->worker == 0) return store_flush(recorder->store, error);
  Step step = {.exchange = exchange,
               .talks = campaign_takes_groups(campaign) &&
                        (exchange->findings.count || exchange->claimed.count ||
                         campaign_group_is_news(campaign, 0) || has_best(exchange))};
  Status status = store_transact(recorder->store, write_all, &step, error);
  if (status == STATUS_OK) note_told(&step);
  return status;
}

Status exchange_leave(Exchange *exchange, Error *error)
{
  const Recorder *recorder = exchange->recorder;
  return exchange->worker && !exchange->lost
             ? store_leave(recorder->store, recorder->campaign, exchange->worker, error)
             : STATUS_OK;
}
