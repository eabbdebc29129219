#include "cli/fuzz_store.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/environment.h"
#include "cli/option_value.h"

/* How often rows are written, by the clock, and what agents know, by the campaign's time. In the beginning, when little
 * has been done, they are written more often: after a tenth of the time that has passed. */
enum { WRITE_NS_MIN = 20000000, WRITE_NS = 1000000000, WRITE_PART = 10, ARMS_MS = 30000 };
enum { AGENT_CONSTRUCT, AGENT_ACTION, AGENT_OPTION };

static StoreText text_of(const char *text)
{
  return (StoreText){.bytes = text, .length = strlen(text)};
}

/* Rows only wait until they are written: nothing can fail before that. */
static void ignore(Status status)
{
  (void)status;
}

/* --- writing --- */

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
  ignore(put_state(store, name, text_of(value), &error));
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

/* All that waits, with the state that it leads to. */
static bool write_rows(FuzzStore *store, const Campaign *campaign)
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

/* --- before the campaign --- */

static void add_setting(FuzzStore *store, const char *name, const char *value)
{
  Error error;
  ignore(store_add_setting(store->store, store->campaign, name, text_of(value), &error));
}

static void add_number(FuzzStore *store, const char *name, double number)
{
  char text[64];
  snprintf(text, sizeof text, "%.17g", number);
  add_setting(store, name, text);
}

/* By its long name; values of lists are numbered: seeds.1, seeds.2. */
static void add_option(FuzzStore *store, const Option *option)
{
  const FuzzOptions *given = store->setup->given;
  for (size_t i = 0; i < option_value_count(option, given); i++) {
    StrBuf name, value;
    strbuf_init(&name, 0);
    strbuf_init(&value, 0);
    strbuf_add_text(&name, option->name);
    if (option->kind == OPTION_KIND_LIST) strbuf_printf(&name, ".%zu", i + 1);
    option_value_text(option, given, i, &value);
    add_setting(store, strbuf_text(&name), strbuf_text(&value));
    strbuf_deinit(&name);
    strbuf_deinit(&value);
  }
}

/* Besides the options: what they mean here. "logic" is the name of the logic in force, even if only theories were
 * given. */
static void add_settings(FuzzStore *store)
{
  const FuzzSetup *setup = store->setup;
  const OptionTable table = setup->command->options;
  const ScoreRule *rule = &setup->options.rule;
  char *directory = getcwd(NULL, 0);
  json_t *environment = environment_json();
  char *environment_text = json_dumps(environment, JSON_COMPACT | JSON_ENSURE_ASCII);
  for (size_t i = 0; i < table.count; i++)
    if (strcmp(table.items[i].name, "logic") != 0) add_option(store, &table.items[i]);
  if (!setup->given->out) add_setting(store, "out", store->folder->path);
  if (setup->given->gen.logic) add_setting(store, "logic.given", setup->given->gen.logic);
  add_setting(store, "assay", ASSAY_VERSION);
  add_setting(store, "logic", setup->logic);
  add_setting(store, "unit", cost_unit(rule->cost));
  add_number(store, "limit", rule->limit);
  if (directory) add_setting(store, "directory", directory);
  if (environment_text) add_setting(store, "environment", environment_text);
  free(environment_text);
  json_decref(environment);
  free(directory);
}

static const char *role_of(const FuzzSetup *setup, size_t solver)
{
  if (setup->options.objective == OBJECTIVE_BUGS) return "solver";
  return solver < setup->options.targets ? "target" : "reference";
}

static void add_solvers(FuzzStore *store)
{
  const FuzzSetup *setup = store->setup;
  Error error;
  for (size_t i = 0; i < setup->solvers.count; i++) {
    const char *version = store->folder->versions[i];
    StoreSolver solver = {.number = (uint32_t)i,
                          .name = setup->solvers.items[i].name,
                          .version = version ? version : "",
                          .role = role_of(setup, i)};
    ignore(store_add_solver(store->store, store->campaign, &solver, &error));
  }
}

static size_t construct_count(const FuzzStore *store)
{
  const Language *language = store->setup->language;
  return language->interface->construct_count(language);
}

static void add_construct(FuzzStore *store, size_t number, const char *name)
{
  Error error;
  StoreName construct = {.number = (uint32_t)number, .name = name};
  ignore(store_add_construct(store->store, store->campaign, &construct, &error));
}

/* The arms of the agents of actions and of options have the numbers behind the constructs. */
static void add_arms_of_agents(FuzzStore *store, const Tweaks *tweaks)
{
  const Language *language = store->setup->language;
  size_t count = construct_count(store);
  Error error;
  for (size_t i = 0; i < count; i++)
    add_construct(store, i, language->interface->construct(language, i).name);
  add_construct(store, count + OUTER_MUTATE, "mutate");
  add_construct(store, count + OUTER_SAMPLE, "sample");
  ignore(store_add_agent(store->store, store->campaign, &(StoreName){AGENT_CONSTRUCT, "construct"},
                         &error));
  ignore(
      store_add_agent(store->store, store->campaign, &(StoreName){AGENT_ACTION, "action"}, &error));
  if (!tweaks->list.count) return;
  for (size_t i = 0; i < tweaks->list.count; i++)
    add_construct(store, count + OUTER_ARMS + i, tweaks->list.items[i].name);
  ignore(
      store_add_agent(store->store, store->campaign, &(StoreName){AGENT_OPTION, "option"}, &error));
}

/* The last part of the path of the folder. */
static char *name_of_folder(const char *path)
{
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/') length--;
  size_t start = length;
  while (start > 0 && path[start - 1] != '/') start--;
  return mem_copy_string(path + start, length - start);
}

static Status begin_campaign(FuzzStore *store, Error *error)
{
  char *name = name_of_folder(store->folder->path);
  StoreCampaign campaign = {.name = name, .seed = store->setup->given->gen.seed};
  Status status = store_begin_campaign(store->store, &campaign, error);
  store->campaign = campaign.id;
  free(name);
  return status != STATUS_OK ? status : store_own_campaign(store->store, campaign.id, error);
}

Status fuzz_store_open(FuzzStore *store, const FuzzSetup *setup, const FuzzFolder *folder,
                       const char *where, Error *error)
{
  *store = (FuzzStore){.setup = setup, .folder = folder, .begun_ns = clock_monotonic_ns()};
  signal(SIGXFSZ, SIG_IGN); /* a limit on files is to be an error of writing, not our end */
  return store_open(&store->store, where, &(StoreOptions){.writable = true, .only_flush = true},
                    error);
}

int fuzz_store_begin(FuzzStore *store, const FuzzSetup *setup, const FuzzFolder *folder,
                     const Campaign *campaign)
{
  const char *where = setup->given->store ? setup->given->store : folder->path;
  Error error;
  Status status = fuzz_store_open(store, setup, folder, where, &error);
  if (status == STATUS_OK) status = begin_campaign(store, &error);
  if (status != STATUS_OK)
    return command_error(setup->command, EXIT_ENVIRONMENT, "%s", error.message);
  add_settings(store);
  add_solvers(store);
  add_arms_of_agents(store, campaign_state(campaign).tweaks);
  return write_rows(store, campaign) ? EXIT_FINE : EXIT_ENVIRONMENT;
}

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
  ignore(store_drop_state(store->store, store->campaign, 0, "end", &error));
  ignore(store_drop_state(store->store, store->campaign, 0, "summary", &error));
  return write_rows(store, campaign);
}

void fuzz_store_deinit(FuzzStore *store)
{
  store_close(store->store);
  VEC_FREE(&store->runs);
  VEC_FREE(&store->saved);
}

/* --- inputs --- */

static uint64_t ms_of(uint64_t ns)
{
  return ns / 1000000;
}

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
      ignore(store_add_run(store->store, store->campaign, run, &error));
    else
      store->runs.items[kept++] = *run;
  }
  store->runs.count = kept;
}

static void add_text(FuzzStore *store, const CampaignEvent *event)
{
  Error error;
  StoreText text = {.bytes = event->text, .length = event->length};
  ignore(store_add_text(store->store, store->campaign, event->bred->number, text, &error));
}

static void add_instance(FuzzStore *store, const CampaignEvent *event)
{
  const Bred *bred = event->bred;
  bool mutation = bred->kind == BRED_MUTATION;
  Error error;
  StoreInstance row = {.number = bred->number,
                       .at_ms = ms_of(event->at_ns),
                       .seed = store->setup->given->gen.seed,
                       .parent = mutation ? bred->parent : STORE_NONE,
                       .construct = mutation ? bred->construct : STORE_NONE,
                       .placed = bred->placed,
                       .scale = bred->scale,
                       .size = bred->size,
                       .margin = isfinite(event->margin) ? event->margin : NAN,
                       .reward = event->reward};
  ignore(store_add_instance(store->store, store->campaign, &row, &error));
  add_runs(store, bred->number);
  if (bred->kind == BRED_SEED) add_text(store, event);
}

static void add_best(FuzzStore *store, const CampaignEvent *event)
{
  StoreBest row = {
      .instance = event->bred->number, .at_ms = ms_of(event->at_ns), .margin = event->margin};
  Error error;
  ignore(store_add_best(store->store, store->campaign, &row, &error));
  add_text(store, event);
}

/* --- findings --- */

/* A text of a finding, by its place among those of an input. */
static void put_text(FuzzStore *store, uint64_t instance, uint32_t place, const char *role,
                     StoreText text)
{
  Error error;
  ignore(
      store_put_finding_text(store->store, store->campaign, instance, place, role, text, &error));
}

static void put_report(FuzzStore *store, const FindingGroup *group)
{
  StrBuf report;
  strbuf_init(&report, 0);
  fuzz_folder_report(store->folder, group, &report);
  put_text(store, group->number, group->place, "report", text_of(strbuf_text(&report)));
  strbuf_deinit(&report);
}

/* Groups before this one that have the same signature. */
static uint32_t part_of(const FindingGroups *groups, const FindingGroup *group)
{
  uint32_t part = 0;
  for (const FindingGroup *other = groups->items; other < group; other++)
    part += other->kind == group->kind && strcmp(other->signature, group->signature) == 0;
  return part;
}

static void add_finding(FuzzStore *store, const FindingGroups *groups, const CampaignEvent *event)
{
  const Finding *finding = event->finding;
  uint64_t number = event->bred->number;
  Error error;
  StoreFinding row = {.instance = number,
                      .place = event->place,
                      .at_ms = ms_of(event->at_ns),
                      .kind = finding_name(finding->kind),
                      .signature = text_of(finding->signature),
                      .part = part_of(groups, event->group),
                      .accused = finding->accused,
                      .concerned = finding->concerned,
                      .query = finding->query,
                      .line = finding->line,
                      .confirmed = finding->confirmed,
                      .evidence = text_of(finding->evidence)};
  ignore(store_add_finding(store->store, store->campaign, &row, &error));
  put_text(store, number, event->place, "answers", text_of(event->answers));
  if (finding->script) put_text(store, number, event->place, "script", text_of(finding->script));
  if (event->options) put_text(store, number, event->place, "options", text_of(event->options));
  bool example = event->group->number == number && event->group->place == event->place;
  if (!example) return;
  add_text(store, event);
  put_report(store, event->group);
  ignore(store_put_example(store->store, store->campaign, number, event->place, &error));
}

static void put_reduction(FuzzStore *store, const FindingGroup *group)
{
  const Reduction *reduction = &group->reduction;
  if (!reduction->text) return;
  put_text(store, group->number, group->place, "reduced", text_of(reduction->text));
}

/* The examples have been looked at once more. */
static void put_groups(FuzzStore *store, const FindingGroups *groups)
{
  for (size_t i = 0; i < groups->count; i++) {
    const FindingGroup *group = &groups->items[i];
    put_report(store, group);
    put_reduction(store, group);
    if (group->alone) put_text(store, group->number, group->place, "alone", text_of("confirmed"));
  }
}

/* --- agents --- */

static void add_arms(FuzzStore *store, uint32_t number, const Agent *agent, size_t first,
                     uint64_t at_ms)
{
  Error error;
  for (size_t i = 0; i < agent->count; i++) {
    const Arm *arm = &agent->arms[i];
    StoreArm row = {.agent = number,
                    .at_ms = at_ms,
                    .construct = (uint32_t)(first + i),
                    .successes = arm->successes,
                    .failures = arm->failures,
                    .pulls = arm->pulls,
                    .rewards = arm->rewards};
    if (arm->pulls) ignore(store_add_arm(store->store, store->campaign, &row, &error));
  }
}

static void add_agents(FuzzStore *store, const Campaign *campaign, uint64_t at_ms)
{
  CampaignState state = campaign_state(campaign);
  uint64_t pulls = pulls_of(&state);
  if (pulls == store->arms_pulls) return; /* nothing new, and perhaps the same millisecond */
  if (at_ms <= store->arms_ms) at_ms = store->arms_ms + 1;
  add_arms(store, AGENT_CONSTRUCT, state.inner, 0, at_ms);
  add_arms(store, AGENT_ACTION, state.outer, construct_count(store), at_ms);
  add_arms(store, AGENT_OPTION, &state.tweaks->agent, construct_count(store) + OUTER_ARMS, at_ms);
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
  return write_rows(store, campaign);
}

bool fuzz_store_take(FuzzStore *store, const Campaign *campaign, const CampaignEvent *event)
{
  switch (event->kind) {
  case EVENT_RUN: note_run(store, event); break;
  case EVENT_DONE: add_instance(store, event); break;
  case EVENT_BEST:
    add_best(store, event);
    store->urgent = true;
    break;
  case EVENT_FINDING:
    add_finding(store, campaign_state(campaign).groups, event);
    store->urgent |= event->news;
    break;
  case EVENT_REDUCED:
    if (event->group) put_reduction(store, event->group);
    break;
  case EVENT_SUSPECT: add_text(store, event); break;
  case EVENT_TICK:
    store->urgent |= event->urgent;
    return take_tick(store, campaign, ms_of(event->at_ns));
  default: break;
  }
  return true;
}

bool fuzz_store_finish(FuzzStore *store, const Campaign *campaign, CampaignEnd end,
                       const json_t *summary)
{
  CampaignState state = campaign_state(campaign);
  char *text = json_dumps(summary, JSON_INDENT(2) | JSON_ENSURE_ASCII);
  add_agents(store, campaign, ms_of(state.ended_ns - state.started_ns));
  put_groups(store, state.groups);
  fuzz_store_put_state(store, "end", campaign_end_name(end));
  if (text) fuzz_store_put_state(store, "summary", text);
  free(text);
  return write_rows(store, campaign);
}
