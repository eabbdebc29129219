#include "campaign/recorder.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "campaign/exchange.h"
#include "campaign/recorder_parts.h"
#include "record/report/json.h"

/* How often rows are written, by the clock, and what agents know, by the campaign's time. In the beginning, when little
 * has been done, they are written more often: after a tenth of the time that has passed. */
enum { WRITE_NS_MIN = 20000000, WRITE_NS = 1000000000, WRITE_PART = 10, ARMS_MS = 30000 };

/* With many workers each writes more rarely. */
enum { WRITE_WORKER_NS = 10000000 };

/* How long a server may be gone, and how many rows may wait for it. At the end it is waited for less long. */
static const uint64_t AWAY_NS = UINT64_C(600000000000), AWAY_LAST_NS = UINT64_C(60000000000);
enum { AWAY_ROWS = 2000000, AWAY_PAUSE_MS = 500 };

StoreText recorder_text(const char *text)
{
  return (StoreText){.bytes = text, .length = strlen(text)};
}

void recorder_queued(Status status)
{
  (void)status;
}

/* --- writing --- */

static bool complain(Recorder *recorder, const Error *error)
{
  if (!recorder->failed)
    listener_warn(recorder->folder->listener, "%s; the campaign cannot continue", error->message);
  recorder->failed = true;
  return false;
}

static Status put_state(Recorder *recorder, const char *name, StoreText value, Error *error)
{
  return store_put_state(recorder->store, recorder->campaign, 0, name, value, error);
}

void recorder_put_state(Recorder *recorder, const char *name, const char *value)
{
  assert(name && *name);
  Error error;
  recorder_queued(put_state(recorder, name, recorder_text(value), &error));
}

void recorder_put_bytes(Recorder *recorder, StoreState state, StoreText value)
{
  Error error;
  recorder_queued(put_state(recorder, store_state_word(state), value, &error));
}

/* Groups that have changed since they were written. */
static Status put_changed_groups(Recorder *recorder, const Campaign *campaign, StrBuf *bytes,
                                 Error *error)
{
  CampaignState state = campaign_state(campaign);
  Status status = STATUS_OK;
  for (size_t i = 0; i < state.groups->count && status == STATUS_OK; i++) {
    uint64_t changes = state.groups->items[i].changes;
    if (i == recorder->saved.count) VEC_PUSH(&recorder->saved, UINT64_MAX);
    if (recorder->saved.items[i] == changes) continue;
    char name[64];
    snprintf(name, sizeof name, STORE_STATE_GROUP, i + 1);
    strbuf_clear(bytes);
    campaign_save_group(campaign, i, bytes);
    status = put_state(recorder, name, (StoreText){.bytes = bytes->bytes, .length = bytes->length},
                       error);
    recorder->saved.items[i] = changes;
  }
  return status;
}

/* Each worker writes down what it has counted itself. */
static Status put_lift(Recorder *recorder, const Campaign *campaign, Error *error)
{
  const Lift *lift = campaign_state(campaign).lift;
  if (recorder->lift_inputs == lift->all.inputs) return STATUS_OK;
  StrBuf text;
  strbuf_init(&text, 0);
  const char *between = "";
  strbuf_printf(&text, "{\"inputs\":%" PRIu64 ",\"paid\":%" PRIu64 ",\"with\":[", lift->all.inputs,
                lift->all.paid);
  for (size_t i = 0; i < lift->count; i++) {
    if (!lift->with[i].inputs) continue;
    strbuf_printf(&text, "%s[%zu,%" PRIu64 ",%" PRIu64 "]", between, i, lift->with[i].inputs,
                  lift->with[i].paid);
    between = ",";
  }
  strbuf_add_text(&text, "]}");
  uint32_t worker = recorder->exchange ? recorder->exchange->worker : 0;
  Status status = store_put_state(recorder->store, recorder->campaign, worker,
                                  store_state_word(STORE_STATE_LIFT),
                                  (StoreText){.bytes = text.bytes, .length = text.length}, error);
  if (status == STATUS_OK) recorder->lift_inputs = lift->all.inputs;
  strbuf_deinit(&text);
  return status;
}

static bool is_worker(const Recorder *recorder)
{
  return recorder->exchange && recorder->exchange->worker;
}

static Status write_as_worker(Recorder *recorder, Error *error)
{
  Status status = exchange_write(recorder->exchange, error);
  return status == STATUS_OK ? exchange_pull(recorder->exchange, false, error) : status;
}

/* Where others take part, there is no state of the whole in one process. */
static Status write_state(Recorder *recorder, const Campaign *campaign, Error *error)
{
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  Status status = put_changed_groups(recorder, campaign, &bytes, error);
  strbuf_clear(&bytes);
  if (status == STATUS_OK && !recorder->exchange) {
    campaign_save(campaign, &bytes);
    status = put_state(recorder, store_state_word(STORE_STATE_CAMPAIGN),
                       (StoreText){.bytes = bytes.bytes, .length = bytes.length}, error);
  }
  if (status == STATUS_OK) status = store_flush(recorder->store, error);
  strbuf_deinit(&bytes);
  return status;
}

static void forget_origins(Recorder *recorder)
{
  for (size_t i = 0; i < recorder->origins.count; i++) free(recorder->origins.items[i].names);
  recorder->origins.count = 0;
}

Status recorder_write(Recorder *recorder, const Campaign *campaign, Error *error)
{
  assert(recorder->store && recorder->campaign);
  Status status = put_lift(recorder, campaign, error);
  if (status == STATUS_OK)
    status = is_worker(recorder) ? write_as_worker(recorder, error)
                                 : write_state(recorder, campaign, error);
  recorder->written_ns = clock_monotonic_ns();
  recorder->urgent &= status != STATUS_OK;
  if (status == STATUS_OK) forget_origins(recorder);
  recorder->failed |= status != STATUS_OK && !store_is_away(recorder->store);
  return status;
}

/* A server that is gone may come back: until then everything waits here. */
static bool can_wait(Recorder *recorder, const Error *error, uint64_t most_ns)
{
  uint64_t now = clock_monotonic_ns();
  if (!store_is_away(recorder->store) || recorder->failed) return false;
  if (!recorder->away_ns) {
    recorder->away_ns = now;
    listener_warn(recorder->folder->listener, "%s; what is found meanwhile waits until it is back",
                  error->message);
  }
  return now - recorder->away_ns < most_ns && store_waiting(recorder->store) < AWAY_ROWS;
}

static bool write_or_complain(Recorder *recorder, const Campaign *campaign, bool last)
{
  static const struct timespec pause = {.tv_nsec = AWAY_PAUSE_MS * 1000000};
  Error error;
  bool failed = recorder->failed;
  Status status = recorder_write(recorder, campaign, &error);
  while (last && status != STATUS_OK && can_wait(recorder, &error, AWAY_LAST_NS)) {
    nanosleep(&pause, NULL);
    status = recorder_write(recorder, campaign, &error);
  }
  if (status == STATUS_OK) recorder->away_ns = 0;
  if (status == STATUS_OK || (!last && can_wait(recorder, &error, AWAY_NS))) return true;
  recorder->failed = failed;
  return complain(recorder, &error);
}

/* --- beginning again and ending --- */

/* Of all agents: what they know changes with it. */
static uint64_t pulls_of(const CampaignState *state)
{
  return state->inner->pulls + state->outer->pulls + state->tweaks->agent.pulls +
         sizes_pulls(state->sizes);
}

Status recorder_go_on(Recorder *recorder, const Campaign *campaign, Error *error)
{
  CampaignState state = campaign_state(campaign);
  static const StoreState gone[] = {STORE_STATE_END, STORE_STATE_SUMMARY, STORE_STATE_RESULT,
                                    STORE_STATE_BEST_REDUCED};
  recorder->arms_pulls = pulls_of(&state);
  for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
    recorder_queued(
        store_drop_state(recorder->store, recorder->campaign, 0, store_state_word(gone[i]), error));
  return recorder_write(recorder, campaign, error);
}

void recorder_deinit(Recorder *recorder)
{
  store_close(recorder->store);
  forget_origins(recorder);
  VEC_FREE(&recorder->origins);
  VEC_FREE(&recorder->runs);
  VEC_FREE(&recorder->margins);
  VEC_FREE(&recorder->saved);
}

/* --- inputs --- */

static void note_run(Recorder *recorder, const CampaignEvent *event)
{
  const CampaignRun *run = event->run;
  assert(run && run->solver < recorder->setup->solvers.count);
  StoreRun row = {.instance = event->candidate->number,
                  .solver = (uint32_t)run->solver,
                  .outcome = run->measured.cut ? STORE_OUTCOME_STOPPED
                                               : outcome_name(run->measured.outcome),
                  .exit_code = run->exit_code,
                  .signal = run->signal,
                  .wall_ns = run->measured.wall_ns,
                  .cpu_ns = run->measured.cpu_ns,
                  .peak_bytes = run->measured.peak_bytes,
                  .limit_ns = run->limit_ns,
                  .instructions = STORE_NONE,
                  .counter = run->measured.has_counter ? run->measured.counter : STORE_NONE};
  for (size_t i = 0; i < recorder->runs.count; i++) {
    const StoreRun *other = &recorder->runs.items[i];
    row.attempt += other->instance == row.instance && other->solver == row.solver;
  }
  VEC_PUSH(&recorder->runs, row);
}

static void add_runs(Recorder *recorder, uint64_t instance)
{
  size_t kept = 0;
  Error error;
  for (size_t i = 0; i < recorder->runs.count; i++) {
    const StoreRun *run = &recorder->runs.items[i];
    if (run->instance == instance)
      recorder_queued(store_add_run(recorder->store, recorder->campaign, run, &error));
    else
      recorder->runs.items[kept++] = *run;
  }
  recorder->runs.count = kept;
}

void recorder_add_text(Recorder *recorder, const CampaignEvent *event)
{
  Error error;
  StoreText text = {.bytes = event->text, .length = event->length};
  recorder_queued(
      store_add_text(recorder->store, recorder->campaign, event->candidate->number, text, &error));
}

/* Is the input one of the best so far? Others take the place of those that are not any more. */
static bool is_among_best(Recorder *recorder, double margin)
{
  size_t lowest = 0, count = recorder->margins.count;
  if (!(margin > 0)) return false;
  if (count < RECORDER_TEXTS) {
    VEC_PUSH(&recorder->margins, margin);
    return true;
  }
  for (size_t i = 1; i < count; i++)
    if (recorder->margins.items[i] < recorder->margins.items[lowest]) lowest = i;
  if (margin <= recorder->margins.items[lowest]) return false;
  recorder->margins.items[lowest] = margin;
  return true;
}

/* The last that waits for being written is found first. */
static const RecordedOrigin *find_waiting(const Recorder *recorder, uint64_t number)
{
  for (size_t i = recorder->origins.count; i-- > 0;)
    if (recorder->origins.items[i].number == number) return &recorder->origins.items[i];
  return NULL;
}

void recorder_find_origin(void *user, uint64_t number, StrBuf *out)
{
  const Recorder *recorder = user;
  Error error;
  if (!recorder->store || !recorder->setup->spec->seeds.count) return;
  for (const RecordedOrigin *waits; (waits = find_waiting(recorder, number));) {
    if (waits->names) strbuf_add_text(out, waits->names);
    if (waits->names || waits->parent == STORE_NONE) return;
    number = waits->parent;
  }
  /* What cannot be read is told by the next that is written. */
  recorder_queued(store_get_origin(recorder->store, recorder->campaign, number, out, &error));
}

static void add_origin(Recorder *recorder, const Campaign *campaign, const StoreInstance *row,
                       const Candidate *candidate)
{
  if (!recorder->setup->spec->seeds.count) return;
  RecordedOrigin origin = {.number = row->number, .parent = row->parent};
  Error error;
  StrBuf names;
  strbuf_init(&names, 0);
  campaign_add_origin(campaign, candidate, &names);
  if (names.length) {
    origin.names = mem_copy_string(strbuf_text(&names), names.length);
    recorder_queued(
        store_add_origin(recorder->store, recorder->campaign, row->number, origin.names, &error));
  }
  VEC_PUSH(&recorder->origins, origin);
  strbuf_deinit(&names);
}

static void add_instance(Recorder *recorder, const Campaign *campaign, const CampaignEvent *event)
{
  const Candidate *candidate = event->candidate;
  bool mutation = candidate->kind == CANDIDATE_MUTATION;
  char *options = tweaks_text(campaign_state(campaign).tweaks, &candidate->tweaks);
  Error error;
  StoreInstance row = {.number = candidate->number,
                       .worker = is_worker(recorder) ? recorder->exchange->worker : 0,
                       .at_ms = recorder_ms(event->at_ns),
                       .seed = recorder->setup->spec->seed,
                       .parent = mutation ? candidate->parent : STORE_NONE,
                       .construct = candidate->placed ? candidate->construct : STORE_NONE,
                       .placed = candidate->placed,
                       .scale = candidate->scale,
                       .size = candidate->size,
                       .margin = isfinite(event->margin) ? event->margin : NAN,
                       .reward = event->reward,
                       .options = options ? recorder_text(options) : (StoreText){0}};
  recorder_queued(store_add_instance(recorder->store, recorder->campaign, &row, &error));
  free(options);
  add_origin(recorder, campaign, &row, candidate);
  add_runs(recorder, candidate->number);
  if (candidate->kind == CANDIDATE_SEED || candidate->kind == CANDIDATE_TRANSFORM ||
      is_among_best(recorder, row.margin))
    recorder_add_text(recorder, event);
}

void recorder_add_best_row(Recorder *recorder, uint64_t number, uint64_t at_ms, double margin,
                           const char *text, size_t length)
{
  StoreBest row = {.instance = number, .at_ms = at_ms, .margin = margin};
  StoreText bytes = {.bytes = text, .length = length};
  Error error;
  recorder_queued(store_add_best(recorder->store, recorder->campaign, &row, &error));
  recorder_queued(store_add_text(recorder->store, recorder->campaign, number, bytes, &error));
}

/* Where others take part, it is the best only if they have no better one. */
static void add_best(Recorder *recorder, const CampaignEvent *event)
{
  uint64_t at_ms = recorder_ms(event->at_ns);
  if (is_worker(recorder))
    recorder->exchange->best_ms = at_ms;
  else
    recorder_add_best_row(recorder, event->candidate->number, at_ms, event->margin, event->text,
                          event->length);
}

/* --- agents --- */

/* The agent's arms are those of its kind from `first` on. */
static void add_arms(Recorder *recorder, const ArmTable *arms, StoreAgent kind, size_t first,
                     const Agent *agent, uint64_t at_ms)
{
  Error error;
  for (size_t i = 0; i < agent->count; i++) {
    Arm arm = agent_arm(agent, i);
    StoreArm row = {.agent = kind,
                    .at_ms = at_ms,
                    .construct = arms_number(arms, kind, first + i),
                    .successes = arm.successes,
                    .failures = arm.failures,
                    .pulls = arm.pulls,
                    .rewards = arm.rewards};
    if (arm.pulls)
      recorder_queued(store_add_arm(recorder->store, recorder->campaign, &row, &error));
  }
}

static void add_agents(Recorder *recorder, const Campaign *campaign, uint64_t at_ms)
{
  CampaignState state = campaign_state(campaign);
  uint64_t pulls = pulls_of(&state);
  if (recorder->joined) return;              /* who runs the campaign writes down what all know */
  if (pulls == recorder->arms_pulls) return; /* nothing new, and perhaps the same millisecond */
  if (at_ms <= recorder->arms_ms) at_ms = recorder->arms_ms + 1;
  ArmTable arms = arms_of(recorder->setup, campaign);
  add_arms(recorder, &arms, STORE_AGENT_CONSTRUCT, 0, state.inner, at_ms);
  add_arms(recorder, &arms, STORE_AGENT_ACTION, 0, state.outer, at_ms);
  add_arms(recorder, &arms, STORE_AGENT_OPTION, 0, &state.tweaks->agent, at_ms);
  for (size_t i = 0; i < state.sizes->count; i++)
    add_arms(recorder, &arms, STORE_AGENT_SIZE, arms_first_size(&arms, i), &state.sizes->agents[i],
             at_ms);
  recorder->arms_ms = at_ms;
  recorder->arms_pulls = pulls;
}

/* --- while it runs --- */

static bool is_due(const Recorder *recorder)
{
  uint64_t now = clock_monotonic_ns();
  uint64_t wait = (now - recorder->begun_ns) / WRITE_PART;
  if (wait < WRITE_NS_MIN) wait = WRITE_NS_MIN;
  uint64_t most = WRITE_NS;
  if (is_worker(recorder)) most += recorder->exchange->working * WRITE_WORKER_NS;
  if (wait > most) wait = most;
  if (recorder->away_ns) return now - recorder->written_ns >= WRITE_NS;
  return recorder->urgent || now - recorder->written_ns >= wait;
}

static bool take_tick(Recorder *recorder, const Campaign *campaign, uint64_t at_ms)
{
  if (recorder->failed || !is_due(recorder)) return !recorder->failed;
  if (at_ms >= recorder->arms_ms + ARMS_MS) add_agents(recorder, campaign, at_ms);
  return write_or_complain(recorder, campaign, false);
}

bool recorder_take(Recorder *recorder, const Campaign *campaign, const CampaignEvent *event)
{
  switch (event->kind) {
  case EVENT_RUN: note_run(recorder, event); break;
  case EVENT_DONE: add_instance(recorder, campaign, event); break;
  case EVENT_BEST:
    add_best(recorder, event);
    recorder->urgent = true;
    break;
  case EVENT_FINDING:
    if (is_worker(recorder))
      exchange_take_finding(recorder->exchange, event);
    else
      recorder_add_finding(recorder, campaign_state(campaign).groups, event);
    if (recorder->setup->spec->keep_all && event->finding->confirmed)
      recorder_add_text(recorder, event);
    recorder->urgent |= event->news;
    break;
  case EVENT_REDUCED:
    if (event->group && !is_worker(recorder)) recorder_put_reduction(recorder, event->group);
    break;
  case EVENT_SUSPECT: recorder_add_text(recorder, event); break;
  case EVENT_TICK:
    recorder->urgent |= event->urgent;
    return take_tick(recorder, campaign, recorder_ms(event->at_ns));
  default: break;
  }
  return true;
}

bool recorder_finish(Recorder *recorder, const Campaign *campaign, CampaignEnd end, bool confirmed)
{
  CampaignState state = campaign_state(campaign);
  add_agents(recorder, campaign, recorder_ms(state.ended_ns - state.started_ns));
  recorder_put_groups(recorder, state.groups);
  recorder_put_result(recorder, &state, confirmed);
  recorder_put_state(recorder, store_state_word(STORE_STATE_END), campaign_end_name(end));
  return write_or_complain(recorder, campaign, true);
}

bool recorder_finish_joined(Recorder *recorder, const Campaign *campaign)
{
  assert(recorder->joined);
  return write_or_complain(recorder, campaign, true);
}

bool recorder_put_summary(Recorder *recorder, const Campaign *campaign, const json_t *summary)
{
  char *text = json_dumps(summary, JSON_INDENT(2) | JSON_ENSURE_ASCII | JSON_SHORT_REALS);
  if (text) recorder_put_state(recorder, store_state_word(STORE_STATE_SUMMARY), text);
  free(text);
  return write_or_complain(recorder, campaign, true);
}
