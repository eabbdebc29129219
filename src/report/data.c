#include "report/data.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bandit/agent.h"
#include "report/survey.h"

typedef struct {
  ReportData *data;
  Store *store;
  uint64_t last_ms; /* the latest time of anything */
} Loader;

/* --- texts --- */

static const char *copy(Loader *loader, const char *text)
{
  return arena_copy_string(&loader->data->texts, text, strlen(text));
}

static ReportText copy_text(Loader *loader, StoreText text)
{
  ReportData *data = loader->data;
  size_t most = data->text_bytes < REPORT_TEXTS_MOST ? REPORT_TEXT_MOST : REPORT_TEXT_LEAST;
  size_t length = text.length < most ? text.length : most;
  data->text_bytes += length;
  return (ReportText){.bytes = arena_copy_string(&data->texts, text.bytes, length),
                      .length = length,
                      .full_length = text.full_length};
}

static Status load_input_text(Loader *loader, uint64_t instance, ReportText *text, Error *error)
{
  StrBuf bytes;
  StoreText found_text = {0};
  bool found;
  strbuf_init(&bytes, 0);
  Status status = store_get_text(loader->store, loader->data->campaign, instance, &bytes,
                                 &found_text.full_length, &found, error);
  if (status == STATUS_OK && found) {
    found_text.bytes = strbuf_text(&bytes);
    found_text.length = bytes.length;
    *text = copy_text(loader, found_text);
  }
  strbuf_deinit(&bytes);
  return status;
}

static void note_time(Loader *loader, uint64_t at_ms)
{
  if (at_ms > loader->last_ms) loader->last_ms = at_ms;
}

/* --- settings --- */

const ReportText *report_setting(const ReportData *data, const char *name)
{
  for (size_t i = 0; i < data->settings.count; i++)
    if (strcmp(data->settings.items[i].name, name) == 0) return &data->settings.items[i].value;
  return NULL;
}

static const char *setting_or(const ReportData *data, const char *name, const char *otherwise)
{
  const ReportText *value = report_setting(data, name);
  return value != NULL ? value->bytes : otherwise;
}

/* What a run costs. Where solvers are looked at for bugs, runs have a limit of time on the clock only. */
static CostKind cost_kind(const ReportData *data)
{
  const char *word = setting_or(data, "cost", "");
  const char *objective = setting_or(data, "objective", "");
  if (strcmp(objective, "memory") == 0 || strcmp(data->unit, "MiB") == 0) return COST_MEMORY;
  for (CostKind kind = 0; kind < COST_COUNT; kind++)
    if (kind != COST_CPU && strcmp(word, cost_name(kind)) == 0) return kind;
  return strcmp(objective, "bugs") == 0 ? COST_WALL : COST_CPU;
}

static void set_rule(ReportData *data)
{
  data->assay = setting_or(data, "assay", "");
  data->unit = setting_or(data, "unit", "s");
  double limit = strtod(setting_or(data, "limit", "0"), NULL);
  data->rule =
      (ScoreRule){.cost = cost_kind(data), .limit = limit > 0 && isfinite(limit) ? limit : 0};
  if (strcmp(setting_or(data, "penalty", ""), penalty_name(PENALTY_ADDED)) == 0)
    data->rule.penalty = PENALTY_ADDED;
  const char *no_unknown = setting_or(data, "no-unknown", "");
  data->rule.void_unknown = strcmp(no_unknown, "true") == 0 || strcmp(no_unknown, "1") == 0;
}

static Status load_settings(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StoreCursor *cursor;
  StoreSetting setting;
  Status status = store_open_settings(loader->store, data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_setting(cursor, &setting))
    VEC_PUSH(&data->settings,
             ((ReportSetting){copy(loader, setting.name), copy_text(loader, setting.value)}));
  status = store_end(cursor, error);
  if (status == STATUS_OK) set_rule(data);
  return status;
}

/* --- solvers and agents --- */

static Status load_solvers(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StoreCursor *cursor;
  StoreSolver solver;
  Status status = store_open_solvers(loader->store, data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_solver(cursor, &solver))
    VEC_PUSH(&data->solvers, ((ReportSolver){.number = solver.number,
                                             .name = copy(loader, solver.name),
                                             .version = copy(loader, solver.version),
                                             .role = copy(loader, solver.role)}));
  return store_end(cursor, error);
}

/* What all workers have learnt of a construct, each from its own inputs. */
typedef struct {
  uint32_t number;
  const char *name;
  Arm arm;
} NamedArm;

typedef VEC(NamedArm) NamedArms;

static NamedArm *find_arm(const NamedArms *arms, uint32_t number)
{
  size_t low = 0, high = arms->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (arms->items[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low < arms->count && arms->items[low].number == number ? &arms->items[low] : NULL;
}

static void rank(const NamedArms *named, ReportArms *out)
{
  static const double MASS = 0.95;
  if (named->count == 0) return;
  Agent agent;
  agent_init(&agent, AGENT_UNIFORM, named->count);
  size_t *order = mem_alloc(named->count, sizeof *order);
  for (size_t i = 0; i < named->count; i++) agent.arms[i] = named->items[i].arm;
  agent_rank(&agent, order);
  for (size_t i = 0; i < named->count; i++) {
    const NamedArm *from = &named->items[order[i]];
    if (from->arm.pulls == 0) continue;
    ArmBelief belief = agent_belief(&agent, order[i], MASS);
    VEC_PUSH(out, ((ReportArm){.name = from->name,
                               .mean = belief.mean,
                               .low = belief.low,
                               .high = belief.high,
                               .pulls = from->arm.pulls,
                               .rewards = from->arm.rewards}));
  }
  free(order);
  agent_deinit(&agent);
}

/* A store may be made by others, and the library of distributions ends the process on numbers that make no sense. */
static bool makes_sense(const StoreArm *arm)
{
  return arm->successes >= 0 && arm->failures >= 0 && isfinite(arm->successes) &&
         isfinite(arm->failures) && isfinite(arm->rewards);
}

static void add_arm(Loader *loader, const NamedArms *arms, const StoreArm *from)
{
  NamedArm *to = find_arm(arms, from->construct);
  note_time(loader, from->at_ms);
  if (to == NULL || !makes_sense(from)) return;
  to->arm.successes += from->successes;
  to->arm.failures += from->failures;
  to->arm.pulls += from->pulls;
  to->arm.rewards += from->rewards;
}

/* `count` is how many agents there are lists for. */
static Status add_arms(Loader *loader, NamedArms *lists, const int64_t *agents, size_t count,
                       Error *error)
{
  StoreCursor *cursor;
  StoreArm arm;
  Status status = store_open_arms(loader->store, loader->data->campaign, true, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_arm(cursor, &arm))
    for (size_t i = 0; i < count; i++)
      if (agents[i] == arm.agent) add_arm(loader, &lists[i], &arm);
  return store_end(cursor, error);
}

static Status name_arms(Loader *loader, NamedArms *lists, size_t count, Error *error)
{
  StoreCursor *cursor;
  StoreName name;
  Status status = store_open_constructs(loader->store, loader->data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_name(cursor, &name)) {
    const char *copied = copy(loader, name.name);
    for (size_t i = 0; i < count; i++)
      VEC_PUSH(&lists[i], ((NamedArm){.number = name.number, .name = copied}));
  }
  return store_end(cursor, error);
}

static Status find_agents(Loader *loader, const char *const *names, int64_t *numbers, size_t count,
                          Error *error)
{
  StoreCursor *cursor;
  StoreName name;
  Status status = store_open_agents(loader->store, loader->data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_name(cursor, &name))
    for (size_t i = 0; i < count; i++)
      if (strcmp(names[i], name.name) == 0) numbers[i] = name.number;
  return store_end(cursor, error);
}

static Status load_arms(Loader *loader, Error *error)
{
  enum { AGENTS = 2 };
  static const char *const names[AGENTS] = {"construct", "action"};
  ReportArms *const out[AGENTS] = {&loader->data->ranking, &loader->data->actions};
  int64_t numbers[AGENTS] = {-1, -1};
  NamedArms lists[AGENTS] = {0};
  Status status = find_agents(loader, names, numbers, AGENTS, error);
  if (status == STATUS_OK) status = name_arms(loader, lists, AGENTS, error);
  if (status == STATUS_OK) status = add_arms(loader, lists, numbers, AGENTS, error);
  for (size_t i = 0; i < AGENTS; i++) {
    if (status == STATUS_OK) rank(&lists[i], out[i]);
    VEC_FREE(&lists[i]);
  }
  return status;
}

/* --- the best input --- */

/* Of too many every second one is dropped; the last one always stays. */
static void add_step(ReportData *data, ReportStep step)
{
  if (data->progress.count == REPORT_STEPS_MOST) {
    size_t kept = 0;
    for (size_t i = 1; i < data->progress.count; i += 2)
      data->progress.items[kept++] = data->progress.items[i];
    data->progress.count = kept;
  }
  VEC_PUSH(&data->progress, step);
}

static Status load_best_size(Loader *loader, Error *error)
{
  ReportBest *best = &loader->data->best;
  StoreCursor *cursor;
  StoreInstance instance;
  Status status =
      store_open_instances(loader->store, loader->data->campaign, best->instance, &cursor, error);
  if (status != STATUS_OK) return status;
  if (store_next_instance(cursor, &instance) && instance.number == best->instance)
    best->size = instance.size;
  return store_end(cursor, error);
}

static double score_of(const ReportData *data, uint32_t solver, const Measurement *measured)
{
  bool target = strcmp(data->solvers.items[solver].role, "reference") != 0;
  if (data->rule.limit == 0 || !score_counts(&data->rule, measured)) return NAN;
  return target ? score_target(&data->rule, measured) : score_reference(&data->rule, measured);
}

static Status load_best_runs(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  ReportBest *best = &data->best;
  StoreCursor *cursor;
  StoreRun run;
  Status status = store_open_runs(loader->store, data->campaign, best->instance, &cursor, error);
  if (status != STATUS_OK) return status;
  while (best->runs.count < REPORT_BEST_RUNS_MOST && store_next_run(cursor, &run) &&
         run.instance == best->instance) {
    uint32_t solver;
    if (!report_find_solver(data, run.solver, &solver)) continue;
    Measurement measured = report_measurement(&run);
    VEC_PUSH(&best->runs, ((ReportRun){.solver = solver,
                                       .attempt = run.attempt,
                                       .outcome = report_outcome_name(report_outcome(run.outcome)),
                                       .cpu_ns = run.cpu_ns,
                                       .wall_ns = run.wall_ns,
                                       .peak_bytes = run.peak_bytes,
                                       .score = score_of(data, solver, &measured)}));
  }
  return store_end(cursor, error);
}

static Status load_best(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StoreCursor *cursor;
  StoreBest best;
  Status status = store_open_best(loader->store, data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_best(cursor, &best)) {
    double seconds = (double)best.at_ms / 1e3;
    note_time(loader, best.at_ms);
    if (!isfinite(best.margin)) continue;
    add_step(data, (ReportStep){seconds, best.margin});
    data->best.exists = true;
    data->best.instance = best.instance;
    data->best.margin = best.margin;
    data->best.seconds = seconds;
  }
  status = store_end(cursor, error);
  if (!data->best.exists) return status;
  if (status == STATUS_OK) status = load_best_size(loader, error);
  if (status == STATUS_OK) status = load_best_runs(loader, error);
  if (status == STATUS_OK)
    status = load_input_text(loader, data->best.instance, &data->best.text, error);
  return status;
}

/* --- findings --- */

static Status load_groups(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StoreCursor *cursor;
  StoreGroup group;
  Status status = store_open_groups(loader->store, data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_group(cursor, &group)) {
    VEC_PUSH(&data->groups, ((ReportGroup){.id = group.id,
                                           .kind = copy(loader, group.kind),
                                           .signature = copy_text(loader, group.signature),
                                           .findings = group.findings,
                                           .confirmed = group.confirmed,
                                           .seconds = INFINITY,
                                           .finding = group.first}));
    data->confirmed_groups += group.confirmed > 0;
  }
  return store_end(cursor, error);
}

static ReportGroup *find_group(const ReportData *data, int64_t id)
{
  size_t low = 0, high = data->groups.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (data->groups.items[middle].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < data->groups.count && data->groups.items[low].id == id ? &data->groups.items[low]
                                                                      : NULL;
}

static Status load_findings(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StoreCursor *cursor;
  StoreFinding finding;
  Status status = store_open_findings(loader->store, data->campaign, 0, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_finding(cursor, &finding)) {
    ReportGroup *group = find_group(data, finding.group);
    data->findings++;
    note_time(loader, finding.at_ms);
    if (group == NULL) continue;
    group->seconds = fmin(group->seconds, (double)finding.at_ms / 1e3);
    if (finding.id != group->finding) continue;
    group->instance = finding.instance;
    group->accused = finding.accused;
    group->query = finding.query;
    group->line = finding.line;
    group->evidence = copy_text(loader, finding.evidence);
  }
  return store_end(cursor, error);
}

static ReportText *text_of_role(ReportGroup *group, const char *role)
{
  const struct {
    const char *role;
    ReportText *text;
  } roles[] = {
      {"answers", &group->answers}, {"script", &group->script},   {"reduced", &group->reduced},
      {"report", &group->report},   {"options", &group->options}, {"alone", &group->alone},
  };
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    if (strcmp(role, roles[i].role) == 0) return roles[i].text;
  return NULL;
}

static Status load_finding_texts(Loader *loader, ReportGroup *group, Error *error)
{
  StoreCursor *cursor;
  StoreRoleText text;
  Status status = store_open_finding_texts(loader->store, group->finding, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_role_text(cursor, &text)) {
    ReportText *place = text_of_role(group, text.role);
    if (place != NULL) *place = copy_text(loader, text.text);
  }
  return store_end(cursor, error);
}

static void set_command(Loader *loader, ReportGroup *group)
{
  StrBuf command;
  strbuf_init(&command, 0);
  strbuf_add_text(&command, "assay replay ");
  strbuf_add_shell_word(&command, loader->data->place);
  strbuf_printf(&command, " %" PRId64, group->finding);
  group->command = copy(loader, strbuf_text(&command));
  strbuf_deinit(&command);
}

static Status load_examples(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  Status status = STATUS_OK;
  for (size_t i = 0; i < data->groups.count && status == STATUS_OK; i++) {
    ReportGroup *group = &data->groups.items[i];
    set_command(loader, group);
    status = load_finding_texts(loader, group, error);
    if (status == STATUS_OK) status = load_input_text(loader, group->instance, &group->text, error);
  }
  return status;
}

/* --- all --- */

static Status no_campaign(const Store *store, int64_t wanted, Error *error)
{
  if (wanted == 0)
    return error_set(error, STATUS_USAGE, "there is no campaign in '%s'", store_name(store));
  return error_set(error, STATUS_USAGE, "there is no campaign %" PRId64 " in '%s'", wanted,
                   store_name(store));
}

Status report_find_campaign(Store *store, int64_t wanted, int64_t *campaign, Error *error)
{
  StoreCursor *cursor;
  StoreCampaign found;
  *campaign = 0;
  Status status = store_open_campaigns(store, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_campaign(cursor, &found))
    if (wanted == 0 || found.id == wanted) *campaign = found.id;
  status = store_end(cursor, error);
  return status == STATUS_OK && *campaign == 0 ? no_campaign(store, wanted, error) : status;
}

static Status find_campaign(Loader *loader, StoreCursor *campaigns, int64_t wanted, Error *error)
{
  ReportData *data = loader->data;
  StoreCampaign campaign;
  while (store_next_campaign(campaigns, &campaign)) {
    if (wanted != 0 && campaign.id != wanted) continue;
    data->campaign = campaign.id;
    data->name = copy(loader, campaign.name);
    data->seed = campaign.seed;
    data->started_ms = campaign.started_ms;
  }
  return data->campaign != 0 ? STATUS_OK : no_campaign(loader->store, wanted, error);
}

static Status load_state(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StrBuf bytes;
  bool found, owned = false;
  strbuf_init(&bytes, 0);
  Status status = store_get_state(loader->store, data->campaign, 0, "end", &bytes, &found, error);
  if (status == STATUS_OK && found)
    data->end = copy_text(loader, (StoreText){strbuf_text(&bytes), bytes.length, bytes.length});
  strbuf_deinit(&bytes);
  if (status == STATUS_OK && !found)
    status = store_campaign_owned(loader->store, data->campaign, &owned, error);
  data->running = owned;
  return status;
}

static Status load_counts(Loader *loader, Error *error)
{
  StoreCounts counts;
  Status status = store_count(loader->store, loader->data->campaign, &counts, error);
  if (status != STATUS_OK) return status;
  loader->data->inputs = counts.instances;
  note_time(loader, counts.last_ms);
  return STATUS_OK;
}

static Status load_all(Loader *loader, Error *error)
{
  static Status (*const steps[])(Loader *, Error *) = {
      load_state, load_settings, load_solvers,  load_counts,   load_arms,
      load_best,  load_groups,   load_findings, load_examples,
  };
  Status status = STATUS_OK;
  for (size_t i = 0; i < sizeof steps / sizeof *steps && status == STATUS_OK; i++)
    status = steps[i](loader, error);
  if (status == STATUS_OK) status = report_survey(loader->data, loader->store, error);
  loader->data->seconds = (double)loader->last_ms / 1e3;
  return status;
}

/* The folder of a store has to be found from elsewhere, too. */
static void set_place(Loader *loader)
{
  const char *name = store_name(loader->store);
  char *full = realpath(name, NULL);
  loader->data->place = copy(loader, full != NULL ? full : name);
  free(full);
}

Status report_load(ReportData **result, Store *store, int64_t campaign, Error *error)
{
  Loader loader = {.data = mem_alloc_zero(1, sizeof *loader.data), .store = store};
  StoreCursor *campaigns;
  set_place(&loader);
  /* It stays open to the end, so that all others see what it sees. */
  Status status = store_open_campaigns(store, &campaigns, error);
  if (status == STATUS_OK) {
    Error ignored;
    status = find_campaign(&loader, campaigns, campaign, error);
    if (status == STATUS_OK) status = load_all(&loader, error);
    Status ended = store_end(campaigns, status == STATUS_OK ? error : &ignored);
    if (status == STATUS_OK) status = ended;
  }
  if (status == STATUS_OK)
    *result = loader.data;
  else
    report_release(loader.data);
  return status;
}

void report_release(ReportData *data)
{
  if (data == NULL) return;
  for (size_t i = 0; i < data->cactus.count; i++) VEC_FREE(&data->cactus.items[i].points);
  VEC_FREE(&data->cactus);
  VEC_FREE(&data->scatter);
  VEC_FREE(&data->groups);
  VEC_FREE(&data->actions);
  VEC_FREE(&data->ranking);
  VEC_FREE(&data->progress);
  VEC_FREE(&data->best.runs);
  VEC_FREE(&data->solvers);
  VEC_FREE(&data->settings);
  arena_deinit(&data->texts);
  free(data);
}
