#include "cli/command/fuzz_store.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "cli/command/fuzz_store_parts.h"

/* How often rows are written, by the clock, and what agents know, by the campaign's time. In the beginning, when little
 * has been done, they are written more often: after a tenth of the time that has passed. */
enum { WRITE_NS_MIN = 20000000, WRITE_NS = 1000000000, WRITE_PART = 10, ARMS_MS = 30000 };

StoreText fuzz_store_text(const char *text)
{
  return (StoreText){.bytes = text, .length = strlen(text)};
}

void fuzz_store_queued(Status status)
{
  (void)status;
}

/* --- writing --- */

size_t fuzz_store_construct_count(const FuzzStore *store)
{
  const Language *language = store->setup->language;
  return language->interface->construct_count(language);
}

static bool complain(FuzzStore *store, const Error *error)
{
  if (!store->failed)
    command_error(store->setup->command, EXIT_ENVIRONMENT, "%s; the campaign cannot go on",
                  error->message);
  store->failed = true;
  return false;
}

static Status put_state(FuzzStore *store, const char *name, StoreText value, Error *error)
{
  return store_put_state(store->store, store->campaign, 0, name, value, error);
}

void fuzz_store_put_state(FuzzStore *store, const char *name, const char *value)
{
  Error error;
  fuzz_store_queued(put_state(store, name, fuzz_store_text(value), &error));
}

/* Groups that have changed since they were written. */
static Status put_changed_groups(FuzzStore *store, const Campaign *campaign, StrBuf *bytes,
                                 Error *error)
{
  CampaignState state = campaign_state(campaign);
  Status status = STATUS_OK;
  for (size_t i = 0; i < state.groups->count && status == STATUS_OK; i++) {
    uint64_t changes = state.groups->items[i].changes;
    if (i == store->saved.count) VEC_PUSH(&store->saved, UINT64_MAX);
    if (store->saved.items[i] == changes) continue;
    char name[64];
    snprintf(name, sizeof name, FUZZ_STORE_GROUP, i + 1);
    strbuf_clear(bytes);
    campaign_save_group(campaign, i, bytes);
    status =
        put_state(store, name, (StoreText){.bytes = bytes->bytes, .length = bytes->length}, error);
    store->saved.items[i] = changes;
  }
  return status;
}

bool fuzz_store_write(FuzzStore *store, const Campaign *campaign)
{
  Error error;
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  Status status = put_changed_groups(store, campaign, &bytes, &error);
  strbuf_clear(&bytes);
  if (status == STATUS_OK) {
    campaign_save(campaign, &bytes);
    status = put_state(store, "campaign", (StoreText){.bytes = bytes.bytes, .length = bytes.length},
                       &error);
  }
  if (status == STATUS_OK) status = store_flush(store->store, &error);
  strbuf_deinit(&bytes);
  store->written_ns = clock_monotonic_ns();
  store->urgent = false;
  return status == STATUS_OK || complain(store, &error);
}

/* --- beginning again and ending --- */

/* Of all agents: what they know changes with it. */
static uint64_t pulls_of(const CampaignState *state)
{
  return state->inner->pulls + state->outer->pulls + state->tweaks->agent.pulls;
}

bool fuzz_store_go_on(FuzzStore *store, const Campaign *campaign)
{
  CampaignState state = campaign_state(campaign);
  Error error;
  store->arms_pulls = pulls_of(&state);
  fuzz_store_queued(store_drop_state(store->store, store->campaign, 0, "end", &error));
  fuzz_store_queued(store_drop_state(store->store, store->campaign, 0, "summary", &error));
  return fuzz_store_write(store, campaign);
}

void fuzz_store_deinit(FuzzStore *store)
{
  store_close(store->store);
  VEC_FREE(&store->runs);
  VEC_FREE(&store->saved);
}

/* --- inputs --- */

static void note_run(FuzzStore *store, const CampaignEvent *event)
{
  const CampaignRun *run = event->run;
  StoreRun row = {.instance = event->bred->number,
                  .solver = (uint32_t)run->solver,
                  .outcome = outcome_name(run->measured.outcome),
                  .exit_code = run->exit_code,
                  .signal = run->signal,
                  .wall_ns = run->measured.wall_ns,
                  .cpu_ns = run->measured.cpu_ns,
                  .peak_bytes = run->measured.peak_bytes,
                  .limit_ns = run->limit_ns,
                  .instructions = STORE_NONE,
                  .counter = run->measured.has_counter ? run->measured.counter : STORE_NONE};
  for (size_t i = 0; i < store->runs.count; i++) {
    const StoreRun *other = &store->runs.items[i];
    row.attempt += other->instance == row.instance && other->solver == row.solver;
  }
  VEC_PUSH(&store->runs, row);
}

static void add_runs(FuzzStore *store, uint64_t instance)
{
  size_t kept = 0;
  Error error;
  for (size_t i = 0; i < store->runs.count; i++) {
    const StoreRun *run = &store->runs.items[i];
    if (run->instance == instance)
      fuzz_store_queued(store_add_run(store->store, store->campaign, run, &error));
    else
      store->runs.items[kept++] = *run;
  }
  store->runs.count = kept;
}

void fuzz_store_add_text(FuzzStore *store, const CampaignEvent *event)
{
  Error error;
  StoreText text = {.bytes = event->text, .length = event->length};
  fuzz_store_queued(
      store_add_text(store->store, store->campaign, event->bred->number, text, &error));
}

static void add_instance(FuzzStore *store, const Campaign *campaign, const CampaignEvent *event)
{
  const Bred *bred = event->bred;
  bool mutation = bred->kind == BRED_MUTATION;
  char *options = tweaks_text(campaign_state(campaign).tweaks, &bred->tweaks);
  Error error;
  StoreInstance row = {.number = bred->number,
                       .at_ms = fuzz_store_ms(event->at_ns),
                       .seed = store->setup->given->gen.seed,
                       .parent = mutation ? bred->parent : STORE_NONE,
                       .construct = bred->placed ? bred->construct : STORE_NONE,
                       .placed = bred->placed,
                       .scale = bred->scale,
                       .size = bred->size,
                       .margin = isfinite(event->margin) ? event->margin : NAN,
                       .reward = event->reward,
                       .options = options ? fuzz_store_text(options) : (StoreText){0}};
  fuzz_store_queued(store_add_instance(store->store, store->campaign, &row, &error));
  free(options);
  add_runs(store, bred->number);
  if (bred->kind == BRED_SEED) fuzz_store_add_text(store, event);
}

static void add_best(FuzzStore *store, const CampaignEvent *event)
{
  StoreBest row = {.instance = event->bred->number,
                   .at_ms = fuzz_store_ms(event->at_ns),
                   .margin = event->margin};
  Error error;
  fuzz_store_queued(store_add_best(store->store, store->campaign, &row, &error));
  fuzz_store_add_text(store, event);
}

/* --- agents --- */

static void add_arms(FuzzStore *store, uint32_t number, const Agent *agent, size_t first,
                     uint64_t at_ms)
{
  Error error;
  for (size_t i = 0; i < agent->count; i++) {
    Arm arm = agent_arm(agent, i);
    StoreArm row = {.agent = number,
                    .at_ms = at_ms,
                    .construct = (uint32_t)(first + i),
                    .successes = arm.successes,
                    .failures = arm.failures,
                    .pulls = arm.pulls,
                    .rewards = arm.rewards};
    if (arm.pulls) fuzz_store_queued(store_add_arm(store->store, store->campaign, &row, &error));
  }
}

static void add_agents(FuzzStore *store, const Campaign *campaign, uint64_t at_ms)
{
  CampaignState state = campaign_state(campaign);
  uint64_t pulls = pulls_of(&state);
  if (pulls == store->arms_pulls) return; /* nothing new, and perhaps the same millisecond */
  if (at_ms <= store->arms_ms) at_ms = store->arms_ms + 1;
  add_arms(store, AGENT_CONSTRUCT, state.inner, 0, at_ms);
  add_arms(store, AGENT_ACTION, state.outer, fuzz_store_construct_count(store), at_ms);
  add_arms(store, AGENT_OPTION, &state.tweaks->agent,
           fuzz_store_construct_count(store) + OUTER_ARMS, at_ms);
  store->arms_ms = at_ms;
  store->arms_pulls = pulls;
}

/* --- while it runs --- */

static bool is_due(const FuzzStore *store)
{
  uint64_t now = clock_monotonic_ns();
  uint64_t wait = (now - store->begun_ns) / WRITE_PART;
  if (wait < WRITE_NS_MIN) wait = WRITE_NS_MIN;
  if (wait > WRITE_NS) wait = WRITE_NS;
  return store->urgent || now - store->written_ns >= wait;
}

static bool take_tick(FuzzStore *store, const Campaign *campaign, uint64_t at_ms)
{
  if (store->failed || !is_due(store)) return !store->failed;
  if (at_ms >= store->arms_ms + ARMS_MS) add_agents(store, campaign, at_ms);
  return fuzz_store_write(store, campaign);
}

bool fuzz_store_take(FuzzStore *store, const Campaign *campaign, const CampaignEvent *event)
{
  switch (event->kind) {
  case EVENT_RUN: note_run(store, event); break;
  case EVENT_DONE: add_instance(store, campaign, event); break;
  case EVENT_BEST:
    add_best(store, event);
    store->urgent = true;
    break;
  case EVENT_FINDING:
    fuzz_store_add_finding(store, campaign_state(campaign).groups, event);
    store->urgent |= event->news;
    break;
  case EVENT_REDUCED:
    if (event->group) fuzz_store_put_reduction(store, event->group);
    break;
  case EVENT_SUSPECT: fuzz_store_add_text(store, event); break;
  case EVENT_TICK:
    store->urgent |= event->urgent;
    return take_tick(store, campaign, fuzz_store_ms(event->at_ns));
  default: break;
  }
  return true;
}

bool fuzz_store_finish(FuzzStore *store, const Campaign *campaign, CampaignEnd end,
                       const json_t *summary)
{
  CampaignState state = campaign_state(campaign);
  char *text = json_dumps(summary, JSON_INDENT(2) | JSON_ENSURE_ASCII);
  add_agents(store, campaign, fuzz_store_ms(state.ended_ns - state.started_ns));
  fuzz_store_put_groups(store, state.groups);
  fuzz_store_put_state(store, "end", campaign_end_name(end));
  if (text) fuzz_store_put_state(store, "summary", text);
  free(text);
  return fuzz_store_write(store, campaign);
}
