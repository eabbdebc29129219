#include "campaign/exchange.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "campaign/exchange_parts.h"
#include "campaign/member.h"
#include "campaign/recorder_parts.h"
#include "record/store/unit.h"

static const uint64_t MS = 1000000;
/* Reading may take one in so many parts of the time; not more often than this, and more rarely if there are many. */
enum { PULL_PART = 20, PULL_MS = 500, PULL_WORKER_MS = 10, IDLE_MS = 300 };
enum { BLOCK_FIRST = 64, BLOCK_MOST = 65536, BLOCK_SHORT_MS = 2000, BLOCK_LONG_MS = 10000 };
enum { AWAY_MS = 600000 };
enum { GRANT_PARTS = 64, GRANT_MOST = 1000 };

static bool is_alive(const Exchange *exchange)
{
  return !exchange->lost && !exchange->recorder->failed;
}

/* Nothing more can come of it: the campaign of this process is to end. */
static void give_up(Exchange *exchange, const Error *error)
{
  if (is_alive(exchange)) listener_warn(exchange->recorder->folder->listener, "%s", error->message);
  exchange->recorder->failed = true;
  supervisor_wake(exchange->sup);
}

void exchange_note_loss(Exchange *exchange, Error *error)
{
  exchange->lost = true;
  error_set(error, STATUS_IO,
            "worker %" PRIu32
            " gave no sign of life for too long: others do what it had begun, and its results "
            "since the last one are dropped",
            exchange->worker);
}

/* --- what the campaign asks for --- */

/* Blocks that last a few seconds: short ones cost time, and long ones are long in coming back if somebody is lost. */
static void adapt_size(Exchange *exchange)
{
  uint64_t now = clock_monotonic_ns(), lasted = now - exchange->block_ns;
  if (exchange->block_ns && lasted < BLOCK_SHORT_MS * MS && exchange->block_size < BLOCK_MOST)
    exchange->block_size *= 2;
  else if (exchange->block_ns && lasted > BLOCK_LONG_MS * MS && exchange->block_size > 1)
    exchange->block_size /= 2;
  exchange->block_ns = now;
}

static void add_ranges(const StoreBlock *block, NumberRanges *ranges)
{
  for (size_t i = 0; i < block->open.count; i++)
    VEC_PUSH(ranges, ((NumberRange){block->open.items[i], block->open.items[i]}));
  if (block->drawn < block->last) VEC_PUSH(ranges, ((NumberRange){block->drawn + 1, block->last}));
}

/* Without numbers nothing can go on. */
static void wait_or_give_up(Exchange *exchange, const Error *error)
{
  static const struct timespec pause = {.tv_nsec = IDLE_MS * 1000000};
  const Recorder *recorder = exchange->recorder;
  uint64_t now = clock_monotonic_ns();
  bool away = !exchange->lost && store_is_away(recorder->store);
  if (!exchange->away_ns) exchange->away_ns = now;
  if (!away || now - exchange->away_ns > AWAY_MS * MS ||
      listener_interrupted(recorder->folder->listener))
    give_up(exchange, error);
  else
    nanosleep(&pause, NULL);
}

static void take_numbers(void *user, NumberRanges *ranges)
{
  Exchange *exchange = user;
  const Recorder *recorder = exchange->recorder;
  bool held = false;
  Error error;
  while (!ranges->count && is_alive(exchange)) {
    HeldBlock block = {0};
    adapt_size(exchange);
    Status status = store_take_block(recorder->store, recorder->campaign, exchange->worker,
                                     exchange->block_size, &block.block, &held, &error);
    if (status == STATUS_OK && !held) exchange_note_loss(exchange, &error);
    if (status != STATUS_OK || !held) {
      wait_or_give_up(exchange, &error);
      continue;
    }
    exchange->away_ns = 0;
    block.before = block.block.drawn;
    add_ranges(&block.block, ranges);
    VEC_PUSH(&exchange->blocks, block);
  }
  /* Of an input that is never written; the campaign is about to end. */
  if (!ranges->count) VEC_PUSH(ranges, ((NumberRange){INT64_MAX / 2, INT64_MAX - 1}));
}

static uint64_t allow(void *user)
{
  Exchange *exchange = user;
  const Recorder *recorder = exchange->recorder;
  uint64_t limit = recorder->setup->options.inputs, granted = 0, most = limit / GRANT_PARTS + 1;
  Error error;
  if (!is_alive(exchange)) return 0;
  if (most > GRANT_MOST) most = GRANT_MOST;
  Status status =
      store_grant(recorder->store, recorder->campaign, exchange->worker, most, &granted, &error);
  if (status != STATUS_OK && !store_is_away(recorder->store)) give_up(exchange, &error);
  return granted;
}

/* Somebody else may give inputs back, by being lost. */
static bool wait_for_inputs(void *user)
{
  static const struct timespec pause = {.tv_nsec = IDLE_MS * 1000000};
  Exchange *exchange = user;
  const Recorder *recorder = exchange->recorder;
  StoreShare share = {0};
  bool found = false, more = false, over = false;
  exchange->idle = true;
  while (is_alive(exchange) && !more && !over) {
    Error error;
    Status status = exchange_write(exchange, &error);
    if (status == STATUS_OK) status = exchange_pull(exchange, true, &error);
    if (status == STATUS_OK)
      status = store_get_share(recorder->store, recorder->campaign, &share, &found, &error);
    if (status == STATUS_OK)
      exchange->away_ns = 0;
    else
      wait_or_give_up(exchange, &error);
    more = status == STATUS_OK && found && share.granted < share.input_limit;
    over = (status == STATUS_OK && (!found || share.ending || share.working == 0)) ||
           listener_interrupted(recorder->folder->listener);
    if (status == STATUS_OK && !more && !over) nanosleep(&pause, NULL);
  }
  exchange->idle = false;
  return more && is_alive(exchange);
}

static bool claim(void *user, size_t group)
{
  Exchange *exchange = user;
  const Recorder *recorder = exchange->recorder;
  bool taken = false;
  Error error;
  if (!is_alive(exchange)) return false;
  Status status = store_claim_unit(recorder->store, recorder->campaign, exchange->worker,
                                   EXCHANGE_REDUCTIONS, group, &taken, &error);
  if (status == STATUS_OK && taken) VEC_PUSH(&exchange->claimed, group);
  return status == STATUS_OK && taken;
}

/* --- beginning and ending --- */

Status exchange_open(Recorder *recorder, const Campaign *campaign, Error *error)
{
  CampaignState state = campaign_state(campaign);
  uint64_t elapsed_ns = !state.started_ns ? 0
                        : state.ended_ns  ? state.ended_ns - state.started_ns
                                          : clock_monotonic_ns() - state.started_ns;
  StoreShareStart start = {.next_number = campaign_last_number(campaign) + 1,
                           .inputs = state.inputs,
                           .input_limit = recorder->setup->spec->inputs,
                           .elapsed_ms = recorder_ms(elapsed_ns)};
  return store_create_share(recorder->store, recorder->campaign, &start, error);
}

typedef struct {
  Exchange *exchange;
  StoreBlock used; /* before others took part; last = 0: nothing */
  bool opens;
  StoreShare share;
} Entry;

static Status enter(Store *store, void *user, Error *error)
{
  Entry *entry = user;
  Recorder *recorder = entry->exchange->recorder;
  bool found = false;
  Status status =
      entry->opens ? exchange_open(recorder, entry->exchange->campaign, error) : STATUS_OK;
  if (status == STATUS_OK)
    status = member_join(store, recorder->campaign, entry->exchange->lease_ms,
                         campaign_state(entry->exchange->campaign).inputs, &entry->exchange->worker,
                         error);
  if (status == STATUS_OK)
    status = store_get_share(store, recorder->campaign, &entry->share, &found, error);
  if (status == STATUS_OK && entry->used.last > 0)
    status =
        store_add_block(store, recorder->campaign, entry->exchange->worker, &entry->used, error);
  return status;
}

Status exchange_join(Exchange *exchange, Recorder *recorder, Supervisor *sup, Campaign *campaign,
                     uint32_t lease_ms, bool opens, Error *error)
{
  assert(lease_ms && !recorder->exchange);
  *exchange = (Exchange){.recorder = recorder,
                         .sup = sup,
                         .campaign = campaign,
                         .lease_ms = lease_ms,
                         .block_size = BLOCK_FIRST,
                         .best_sent = -INFINITY};
  uint64_t used = campaign_last_number(campaign);
  Entry entry = {
      .exchange = exchange, .used = {.first = 1, .last = used, .drawn = used}, .opens = opens};
  Status status = store_transact(recorder->store, enter, &entry, error);
  if (status != STATUS_OK) return status;
  recorder->exchange = exchange;
  if (used > 0) VEC_PUSH(&exchange->blocks, ((HeldBlock){.block = entry.used, .before = used}));
  int64_t elapsed_ms = entry.share.now_ms - entry.share.epoch_ms;
  CampaignShare hooks = {.worker = exchange->worker,
                         .numbers = {.take = take_numbers, .user = exchange},
                         .allow = allow,
                         .wait = wait_for_inputs,
                         .claim = claim,
                         .user = exchange,
                         .elapsed_ns = elapsed_ms > 0 ? (uint64_t)elapsed_ms * MS : 0};
  campaign_share(campaign, &hooks);
  if (used > 0) status = exchange_write(exchange, error);
  return status == STATUS_OK ? exchange_pull(exchange, true, error) : status;
}

void exchange_watch(Exchange *exchange, Recorder *recorder, Campaign *campaign)
{
  *exchange = (Exchange){.recorder = recorder, .campaign = campaign, .best_sent = -INFINITY};
  campaign_listen(campaign);
}

static void free_finding(WaitingFinding *waiting)
{
  free(waiting->finding.evidence);
  free(waiting->finding.signature);
  free(waiting->finding.script);
  free(waiting->answers);
  free(waiting->options);
  free(waiting->text);
}

void exchange_forget_findings(Exchange *exchange)
{
  for (size_t i = 0; i < exchange->findings.count; i++) free_finding(&exchange->findings.items[i]);
  exchange->findings.count = 0;
}

void exchange_deinit(Exchange *exchange)
{
  exchange_forget_findings(exchange);
  VEC_FREE(&exchange->findings);
  for (size_t i = 0; i < exchange->blocks.count; i++)
    VEC_FREE(&exchange->blocks.items[i].block.open);
  VEC_FREE(&exchange->blocks);
  VEC_FREE(&exchange->claimed);
}

static char *copy(const char *text)
{
  return text ? mem_copy_string(text, strlen(text)) : NULL;
}

void exchange_take_finding(Exchange *exchange, const CampaignEvent *event)
{
  WaitingFinding waiting = {.number = event->candidate->number,
                            .at_ns = event->at_ns,
                            .place = event->place,
                            .finding = *event->finding,
                            .answers = copy(event->answers),
                            .options = copy(event->options),
                            .text = mem_copy_string(event->text, event->length),
                            .length = event->length,
                            .tag = campaign_tag(exchange->campaign, event->group)};
  waiting.finding.evidence = copy(event->finding->evidence);
  waiting.finding.signature = copy(event->finding->signature);
  waiting.finding.script = copy(event->finding->script);
  VEC_PUSH(&exchange->findings, waiting);
}

/* --- reading --- */

static Status take_group(void *user, uint64_t number, uint64_t version, StoreText bytes,
                         Error *error)
{
  Exchange *exchange = user;
  (void)version;
  return campaign_take_group(exchange->campaign, number, bytes.bytes, bytes.length, error);
}

Status exchange_pull_groups(Exchange *exchange, Error *error)
{
  const Recorder *recorder = exchange->recorder;
  return store_get_groups(recorder->store, recorder->campaign, exchange->version, take_group,
                          exchange, error);
}

static Status pull_best(Exchange *exchange, Error *error)
{
  const Recorder *recorder = exchange->recorder;
  if (recorder->setup->options.objective == OBJECTIVE_BUGS) return STATUS_OK;
  double margin = 0, above = exchange->best_sent;
  uint64_t number = 0;
  bool found = false;
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  Status status =
      store_get_best_record(recorder->store, recorder->campaign, isfinite(above) ? above : -1e308,
                            &number, &margin, &bytes, &found, error);
  if (status == STATUS_OK && found)
    status =
        campaign_take_best(exchange->campaign, number, margin, bytes.bytes, bytes.length, error);
  if (status == STATUS_OK && found) exchange->best_sent = margin;
  strbuf_deinit(&bytes);
  return status;
}

static void set_sum(Exchange *exchange, const StoreArmSum *sum)
{
  Agent *agents[CAMPAIGN_AGENTS_MAX];
  size_t count = campaign_agents(exchange->campaign, agents);
  Prospect *prospect = campaign_prospect(exchange->campaign);
  if (sum->agent < count && agents[sum->agent] && sum->arm < agents[sum->agent]->count)
    agent_set_sum(agents[sum->agent], sum->arm, &sum->sums);
  else if (sum->agent == CAMPAIGN_THEMES && prospect && sum->arm < prospect->count)
    prospect_set_sum(prospect, sum->arm, (ProspectKind){sum->sums.successes, sum->sums.rewards});
}

/* Themes fade in another way than arms, but they have rows of their own. */
static Status pull_agents(Exchange *exchange, Error *error)
{
  const Recorder *recorder = exchange->recorder;
  StoreArmSums sums = {0};
  Status status = store_get_arm_sums(recorder->store, recorder->campaign, exchange_decay, exchange,
                                     &sums, error);
  for (size_t i = 0; i < sums.count && status == STATUS_OK; i++) set_sum(exchange, &sums.items[i]);
  VEC_FREE(&sums);
  return status;
}

double exchange_decay(void *user, uint32_t agent)
{
  const Exchange *exchange = user;
  if (agent == CAMPAIGN_THEMES) return prospect_decay();
  return exchange->recorder->setup->options.strategy.decay;
}

static Status bury(Exchange *exchange, Error *error)
{
  const Recorder *recorder = exchange->recorder;
  uint64_t now = clock_monotonic_ns(), count = 0;
  uint64_t every = (exchange->lease_ms ? exchange->lease_ms : STORE_LEASE_MS) * MS / 4;
  if (exchange->buried_ns && now - exchange->buried_ns < every) return STATUS_OK;
  exchange->buried_ns = now;
  Status status = store_bury(recorder->store, recorder->campaign, exchange->worker, &count, error);
  if (status == STATUS_OK && count)
    listener_warn(recorder->folder->listener, "%" PRIu64 " %s no sign of life: others take over",
                  count, count == 1 ? "worker gives" : "workers give");
  return status;
}

static Status pull(Exchange *exchange, Error *error)
{
  Recorder *recorder = exchange->recorder;
  Campaign *campaign = exchange->campaign;
  StoreShare share;
  bool found;
  Status status = store_get_share(recorder->store, recorder->campaign, &share, &found, error);
  if (status != STATUS_OK || !found) return status;
  exchange->working = share.working;
  if (share.ending && exchange->worker) campaign_tell_end(campaign, END_INTERRUPTED);
  if (exchange->worker)
    campaign_set_others(campaign, share.solver_ns - campaign_state(campaign).solver_ns);
  if (share.version > exchange->version && campaign_takes_groups(campaign)) {
    status = exchange_pull_groups(exchange, error);
    if (status == STATUS_OK) campaign_settle_groups(campaign);
    if (status == STATUS_OK) status = pull_best(exchange, error);
    if (status == STATUS_OK) exchange->version = share.version;
  }
  if (status == STATUS_OK) status = pull_agents(exchange, error);
  return status == STATUS_OK ? bury(exchange, error) : status;
}

Status exchange_pull(Exchange *exchange, bool now, Error *error)
{
  uint64_t start = clock_monotonic_ns();
  uint64_t every = PULL_MS * MS + exchange->working * PULL_WORKER_MS * MS;
  if (every < PULL_PART * exchange->pull_cost_ns) every = PULL_PART * exchange->pull_cost_ns;
  if (!now && start - exchange->pulled_ns < every) return STATUS_OK;
  Status status = pull(exchange, error);
  exchange->pulled_ns = clock_monotonic_ns();
  exchange->pull_cost_ns = exchange->pulled_ns - start;
  return status;
}
