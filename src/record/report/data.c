#include "record/report/data.h"
#include "language/table.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "find/fuzz/campaign.h"
#include "record/report/load.h"
#include "record/report/survey.h"
#include "record/store/vocabulary.h"

/* --- texts --- */

const char *loader_copy(Loader *loader, const char *text)
{
  assert(text);
  return arena_copy_string(&loader->data->texts, text, strlen(text));
}

ReportText loader_copy_text(Loader *loader, StoreText text)
{
  assert(text.bytes || text.length == 0);
  ReportData *data = loader->data;
  size_t most = data->text_bytes < REPORT_TEXTS_MOST ? REPORT_TEXT_MOST : REPORT_TEXT_LEAST;
  size_t length = text.length < most ? text.length : most;
  data->text_bytes += length;
  return (ReportText){.bytes = arena_copy_string(&data->texts, text.bytes, length),
                      .length = length,
                      .full_length = text.full_length};
}

Status loader_input_text(Loader *loader, uint64_t instance, ReportText *text, Error *error)
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
    *text = loader_copy_text(loader, found_text);
  }
  strbuf_deinit(&bytes);
  return status;
}

Status loader_origin(Loader *loader, uint64_t instance, ReportText *origin, Error *error)
{
  StrBuf names;
  strbuf_init(&names, 0);
  Status status = store_get_origin(loader->store, loader->data->campaign, instance, &names, error);
  if (status == STATUS_OK && names.length)
    *origin = loader_copy_text(loader, (StoreText){.bytes = strbuf_text(&names),
                                                   .length = names.length,
                                                   .full_length = names.length});
  strbuf_deinit(&names);
  return status;
}

void loader_note_time(Loader *loader, uint64_t at_ms)
{
  if (at_ms > loader->last_ms) loader->last_ms = at_ms;
}

/* --- settings --- */

const ReportText *report_setting(const ReportData *data, const char *name)
{
  assert(name);
  for (size_t i = 0; i < data->settings.count; i++)
    if (strcmp(data->settings.items[i].name, name) == 0) return &data->settings.items[i].value;
  return NULL;
}

static const char *setting_or(const ReportData *data, const char *name, const char *otherwise)
{
  const ReportText *value = report_setting(data, name);
  return value != NULL ? value->bytes : otherwise;
}

/* Stores of others may say anything: what cannot be read is as by default. */
static void read_spec(ReportData *data)
{
  SpecRows rows = {0};
  Error error;
  for (size_t i = 0; i < data->settings.count; i++) {
    const ReportSetting *setting = &data->settings.items[i];
    VEC_PUSH(&rows, ((SpecRow){setting->name, setting->value.bytes}));
  }
  if (spec_read(&data->spec, &rows, &error) != STATUS_OK) {
    spec_deinit(&data->spec);
    spec_init(&data->spec);
  }
  VEC_FREE(&rows);
}

/* The rule of the spec, with the limit that was in force. Where solvers are looked at for bugs, runs have a limit of time
 * on the clock only. */
static void set_rule(ReportData *data)
{
  read_spec(data);
  const LanguageInterface *language =
      data->spec.language ? language_named(data->spec.language) : language_at(0);
  data->highlight = language ? language->highlight : NULL;
  data->extension = language ? language->extension : "";
  data->assay = setting_or(data, store_setting_word(STORE_SETTING_ASSAY), "");
  data->unit = setting_or(data, store_setting_word(STORE_SETTING_UNIT), "s");
  double limit = strtod(setting_or(data, store_setting_word(STORE_SETTING_LIMIT), "0"), NULL);
  data->rule = spec_rule(&data->spec);
  data->rule.limit = limit > 0 && isfinite(limit) ? limit : 0;
  if (strcmp(data->unit, cost_unit(COST_MEMORY)) == 0) data->rule.cost = COST_MEMORY;
  if (data->rule.cost == COST_CPU && data->spec.objective == SPEC_BUGS) data->rule.cost = COST_WALL;
}

/* What was said anew when the campaign was resumed. */
static Status load_changes(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  Status status = STATUS_OK;
  StrBuf value;
  strbuf_init(&value, 0);
  for (size_t i = 0; spec_resumable[i] && status == STATUS_OK; i++) {
    char name[64];
    bool found;
    Error ignored;
    snprintf(name, sizeof name, STORE_STATE_OPTION, spec_resumable[i]);
    strbuf_clear(&value);
    status = store_get_state(loader->store, data->campaign, 0, name, &value, &found, error);
    if (status == STATUS_OK && found)
      (void)spec_set(&data->spec, spec_resumable[i], loader_copy(loader, strbuf_text(&value)),
                     &ignored);
  }
  strbuf_deinit(&value);
  return status;
}

static Status load_settings(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StoreCursor *cursor;
  StoreSetting setting;
  Status status = store_open_settings(loader->store, data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_setting(cursor, &setting))
    VEC_PUSH(&data->settings, ((ReportSetting){loader_copy(loader, setting.name),
                                               loader_copy_text(loader, setting.value)}));
  status = store_end(cursor, error);
  if (status != STATUS_OK) return status;
  set_rule(data);
  return load_changes(loader, error);
}

/* --- solvers --- */

static Status load_solvers(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StoreCursor *cursor;
  StoreSolver solver;
  Status status = store_open_solvers(loader->store, data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_solver(cursor, &solver))
    VEC_PUSH(&data->solvers, ((ReportSolver){.number = solver.number,
                                             .name = loader_copy(loader, solver.name),
                                             .version = loader_copy(loader, solver.version),
                                             .role = loader_copy(loader, solver.role)}));
  return store_end(cursor, error);
}

/* --- the best input --- */

/* Of too many every second one is dropped; the last one always stays. */
static void add_step(ReportData *data, ReportStep step)
{
  assert(isfinite(step.margin));
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
  assert(loader->data->best.exists);
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

double report_score(const ReportData *data, size_t solver, const Measurement *measured)
{
  assert(solver < data->solvers.count);
  bool target =
      strcmp(data->solvers.items[solver].role, store_role_word(STORE_ROLE_REFERENCE)) != 0;
  if (data->rule.limit == 0 || !score_counts(&data->rule, measured)) return NAN;
  return target ? score_target(&data->rule, measured) : score_reference(&data->rule, measured);
}

static Status load_best_runs(Loader *loader, Error *error)
{
  assert(loader->data->best.exists);
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
    Measurement measured = report_measurement(data, &run);
    VEC_PUSH(&best->runs,
             ((ReportRun){.solver = solver,
                          .attempt = run.attempt,
                          .outcome = report_outcome_name(report_run_outcome(data, &run)),
                          .cpu_ns = run.cpu_ns,
                          .wall_ns = run.wall_ns,
                          .peak_bytes = run.peak_bytes,
                          .score = measured.cut ? NAN : report_score(data, solver, &measured)}));
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
    loader_note_time(loader, best.at_ms);
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
    status = loader_input_text(loader, data->best.instance, &data->best.text, error);
  if (status == STATUS_OK)
    status = loader_origin(loader, data->best.instance, &data->best.origin, error);
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

static bool find_campaign(Loader *loader, StoreCursor *campaigns, int64_t wanted)
{
  ReportData *data = loader->data;
  StoreCampaign campaign;
  while (store_next_campaign(campaigns, &campaign)) {
    data->campaigns++;
    if (wanted != 0 && campaign.id != wanted) continue;
    data->campaign = campaign.id;
    data->name = loader_copy(loader, campaign.name);
    data->seed = campaign.seed;
    data->started_ms = campaign.started_ms;
  }
  return data->campaign != 0;
}

/* The text of a state, whole; none if it is not there. */
static Status load_state_text(Loader *loader, StoreState state, ReportText *text, Error *error)
{
  StrBuf bytes;
  bool found;
  strbuf_init(&bytes, 0);
  Status status = store_get_state(loader->store, loader->data->campaign, 0, store_state_word(state),
                                  &bytes, &found, error);
  if (status == STATUS_OK && found)
    *text = (ReportText){arena_copy_string(&loader->data->texts, strbuf_text(&bytes), bytes.length),
                         bytes.length, bytes.length};
  strbuf_deinit(&bytes);
  return status;
}

static Status load_state(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  bool owned = false;
  Status status = load_state_text(loader, STORE_STATE_END, &data->end, error);
  if (data->end.bytes) {
    const char *end = campaign_present_end(data->end.bytes);
    data->end = (ReportText){end, strlen(end), strlen(end)};
  }
  if (status == STATUS_OK)
    status = load_state_text(loader, STORE_STATE_SUMMARY, &data->summary, error);
  if (status == STATUS_OK && !data->end.bytes)
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
  loader_note_time(loader, counts.last_ms);
  return STATUS_OK;
}

static Status load_all(Loader *loader, Error *error)
{
  static Status (*const steps[])(Loader *, Error *) = {
      load_state, load_settings, load_solvers, load_counts, load_arms,
      load_lifts, load_best,     load_groups,  load_result,
  };
  Status status = STATUS_OK;
  for (size_t i = 0; i < sizeof steps / sizeof *steps && status == STATUS_OK; i++)
    status = steps[i](loader, error);
  if (status == STATUS_OK) status = report_survey(loader->data, loader->store, error);
  const ReportResult *result = &loader->data->result;
  loader->data->seconds = result->exists ? (double)result->ns / 1e9 : (double)loader->last_ms / 1e3;
  return status;
}

/* The folder of a store has to be found from elsewhere, too. */
static void set_place(Loader *loader)
{
  const char *name = store_name(loader->store);
  char *full = realpath(name, NULL);
  loader->data->place = loader_copy(loader, full != NULL ? full : name);
  free(full);
}

Status report_load(ReportData **result, Store *store, int64_t campaign, Error *error)
{
  return report_load_inputs(result, store, campaign, REPORT_INPUTS_MOST, REPORT_INPUTS_MOST, error);
}

Status report_load_inputs(ReportData **result, Store *store, int64_t campaign, size_t listed,
                          size_t held, Error *error)
{
  assert(result && store && listed <= held);
  Loader loader = {.data = mem_alloc_zero(1, sizeof *loader.data), .store = store};
  loader.data->table_most = held;
  loader.data->table_listed = listed;
  StoreCursor *campaigns;
  set_place(&loader);
  /* It stays open to the end, so that all others see what it sees. */
  Status status = store_open_campaigns(store, &campaigns, error);
  if (status == STATUS_OK) {
    Error ignored;
    bool found = find_campaign(&loader, campaigns, campaign);
    if (found) status = load_all(&loader, error);
    Status ended = store_end(campaigns, status == STATUS_OK ? error : &ignored);
    if (status == STATUS_OK) status = ended;
    if (status == STATUS_OK && !found) status = no_campaign(store, campaign, error);
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
  for (size_t i = 0; i < data->groups.count; i++) {
    VEC_FREE(&data->groups.items[i].constructs);
    VEC_FREE(&data->groups.items[i].files);
  }
  VEC_FREE(&data->cactus);
  VEC_FREE(&data->scatter);
  VEC_FREE(&data->table);
  VEC_FREE(&data->cells);
  VEC_FREE(&data->groups);
  VEC_FREE(&data->options);
  VEC_FREE(&data->sizes);
  VEC_FREE(&data->actions);
  VEC_FREE(&data->ranking);
  VEC_FREE(&data->lifts);
  VEC_FREE(&data->progress);
  VEC_FREE(&data->reveals);
  VEC_FREE(&data->best.runs);
  VEC_FREE(&data->best.measured);
  VEC_FREE(&data->best.measured_alone);
  VEC_FREE(&data->solvers);
  VEC_FREE(&data->settings);
  spec_deinit(&data->spec);
  arena_deinit(&data->texts);
  free(data);
}
