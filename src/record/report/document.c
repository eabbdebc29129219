#include "record/report/document.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "record/report/inputs.h"
#include "record/report/json.h"

static void set(json_t *object, const char *name, json_t *value)
{
  json_object_set_new(object, name, value);
}

static json_t *word(const char *text)
{
  return json_text(text, strlen(text));
}

static json_t *text(const ReportText *from)
{
  if (from->bytes == NULL) return json_null();
  if (from->full_length <= from->length) return json_text(from->bytes, from->length);
  StrBuf cut;
  strbuf_init(&cut, 0);
  strbuf_add(&cut, from->bytes, from->length);
  strbuf_printf(&cut, "\n[cut: the first %zu of %" PRIu64 " bytes]", from->length,
                from->full_length);
  json_t *value = json_text(cut.bytes, cut.length);
  strbuf_deinit(&cut);
  return value;
}

static json_t *seconds(uint64_t ns)
{
  return json_real((double)ns / 1e9);
}

/* --- the campaign --- */

static json_t *moment(int64_t ms)
{
  time_t whole = (time_t)(ms / 1000);
  struct tm parts;
  char shown[64];
  if (gmtime_r(&whole, &parts) == NULL || strftime(shown, sizeof shown, "%FT%TZ", &parts) == 0)
    return json_null();
  return json_string(shown);
}

/* As a string where most readers of JSON would change it. */
static json_t *seed(uint64_t number)
{
  static const uint64_t MOST = UINT64_C(1) << 53;
  char digits[24];
  if (number <= MOST) return json_integer((json_int_t)number);
  snprintf(digits, sizeof digits, "%" PRIu64, number);
  return json_string(digits);
}

static json_t *campaign_object(const ReportData *data)
{
  json_t *object = json_object();
  set(object, "id", json_integer(data->campaign));
  set(object, "name", word(data->name));
  set(object, "store", word(data->place));
  set(object, "seed", seed(data->seed));
  set(object, "started", moment(data->started_ms));
  set(object, "running", json_boolean(data->running));
  set(object, "seconds", json_real(data->seconds));
  set(object, "end", text(&data->end));
  return object;
}

static bool is_environment(const char *name)
{
  return strcmp(name, "environment") == 0;
}

static json_t *settings_object(const ReportData *data)
{
  json_t *object = json_object();
  for (size_t i = 0; i < data->settings.count; i++) {
    const ReportSetting *setting = &data->settings.items[i];
    if (is_environment(setting->name)) continue;
    json_t *key = word(setting->name); /* as UTF-8 */
    set(object, json_string_value(key), text(&setting->value));
    json_decref(key);
  }
  return object;
}

/* A text that is JSON itself; `otherwise` if it is none. */
static json_t *object_of(const ReportText *stored, json_t *otherwise)
{
  json_t *object =
      stored && stored->bytes ? json_loadb(stored->bytes, stored->length, 0, NULL) : NULL;
  bool found = json_is_object(object);
  json_decref(found ? otherwise : object);
  return found ? object : otherwise;
}

static json_t *optional(const char *pattern)
{
  return pattern ? json_string(pattern) : json_null();
}

static json_t *highlight_object(const LanguageHighlight *highlight)
{
  if (!highlight) return json_null();
  json_t *object = json_object();
  set(object, "comment", optional(highlight->comment));
  set(object, "literal", optional(highlight->literal));
  set(object, "word", optional(highlight->word));
  set(object, "plain", optional(highlight->plain));
  return object;
}

static json_t *counts_object(const ReportData *data)
{
  json_t *object = json_object();
  set(object, "inputs", json_count(data->inputs));
  set(object, "inputs_with_runs", json_count(data->surveyed));
  set(object, "compared", json_count(data->compared));
  set(object, "runs", json_count(data->runs));
  set(object, "findings", json_count(data->findings));
  set(object, "groups", json_count(data->groups.count));
  set(object, "confirmed_groups", json_count(data->confirmed_groups));
  if (data->result.exists) {
    set(object, "no_valid_margin", json_count(data->result.void_inputs));
    set(object, "undecided", json_count(data->result.undecided));
  }
  set(object, "inputs_per_second",
      data->seconds > 0 ? json_real((double)data->inputs / data->seconds) : json_null());
  return object;
}

/* --- solvers --- */

static json_t *outcomes_object(const ReportSolver *solver)
{
  json_t *object = json_object();
  for (size_t i = 0; i < REPORT_OUTCOMES; i++)
    if (solver->outcomes[i] > 0)
      set(object, report_outcome_name(i), json_count(solver->outcomes[i]));
  return object;
}

static json_t *solvers_list(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->solvers.count; i++) {
    const ReportSolver *solver = &data->solvers.items[i];
    json_t *object = json_object();
    set(object, "number", json_count(solver->number));
    set(object, "name", word(solver->name));
    set(object, "version", word(solver->version));
    set(object, "role", word(solver->role));
    set(object, "runs", json_count(solver->runs));
    set(object, "decided", json_count(solver->decided));
    set(object, "outcomes", outcomes_object(solver));
    set(object, "cpu_seconds", seconds(solver->cpu_ns));
    set(object, "wall_seconds", seconds(solver->wall_ns));
    set(object, "peak_bytes", json_count(solver->peak_bytes));
    json_array_append_new(list, object);
  }
  return list;
}

static json_t *accused_list(const ReportData *data, uint64_t accused)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->solvers.count; i++) {
    const ReportSolver *solver = &data->solvers.items[i];
    if (solver->number < 64 && (accused >> solver->number & 1))
      json_array_append_new(list, word(solver->name));
  }
  return list;
}

/* --- the best input --- */

/* Null: there is neither a smaller text nor a reason why not. */
static json_t *reduction_object(const ReportReduction *reduction, const ReportText *reduced)
{
  assert(reduction && reduced);
  if (!reduced->bytes && !reduction->reason.bytes) return json_null();
  json_t *object = json_object();
  set(object, "bytes", reduced->bytes ? json_count(reduced->full_length) : json_null());
  set(object, "confirmed", json_boolean(reduction->confirmed));
  set(object, "minimal", json_boolean(reduction->minimal));
  set(object, "evidence", text(&reduction->evidence));
  set(object, "reason", text(&reduction->reason));
  return object;
}

static json_t *best_object(const ReportData *data)
{
  const ReportBest *best = &data->best;
  if (!best->exists) return json_null();
  json_t *object = json_object(), *runs = json_array();
  set(object, "instance", json_count(best->instance));
  set(object, "margin", json_number(best->margin));
  set(object, "seconds", json_real(best->seconds));
  set(object, "size", json_count(best->size));
  set(object, "text", text(&best->text));
  set(object, "origin", text(&best->origin));
  set(object, "margin_alone", best->alone ? json_number(best->margin_alone) : json_null());
  set(object, "reduced", text(&best->reduced));
  set(object, "reduction", reduction_object(&best->reduction, &best->reduced));
  set(object, "margin_reduced",
      best->reduced.bytes ? json_number(best->margin_reduced) : json_null());
  for (size_t i = 0; i < best->runs.count; i++) {
    const ReportRun *run = &best->runs.items[i];
    json_t *item = json_object();
    assert(run->solver < data->solvers.count);
    set(item, "solver", word(data->solvers.items[run->solver].name));
    set(item, "attempt", json_count(run->attempt));
    set(item, "outcome", json_string(run->outcome));
    set(item, "cpu_seconds", seconds(run->cpu_ns));
    set(item, "wall_seconds", seconds(run->wall_ns));
    set(item, "peak_bytes", json_count(run->peak_bytes));
    set(item, "score", json_number(run->score));
    json_array_append_new(runs, item);
  }
  set(object, "runs", runs);
  return object;
}

static json_t *progress_list(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->progress.count; i++)
    json_array_append_new(
        list, json_pack("[f, f]", data->progress.items[i].seconds, data->progress.items[i].margin));
  return list;
}

static json_t *arms_list(const ReportArms *arms)
{
  json_t *list = json_array();
  for (size_t i = 0; i < arms->count; i++) {
    const ReportArm *arm = &arms->items[i];
    json_t *object = json_object();
    set(object, "construct", word(arm->name));
    set(object, "mean", json_number(arm->mean));
    set(object, "low", json_number(arm->low));
    set(object, "high", json_number(arm->high));
    set(object, "pulls", json_count(arm->pulls));
    set(object, "rewards", json_number(arm->rewards));
    json_array_append_new(list, object);
  }
  return list;
}

/* Only what is surely above 1. */
static json_t *lift_list(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->lifts.count && data->lifts.items[i].ratio.low > 1; i++) {
    const ReportLift *lift = &data->lifts.items[i];
    json_t *object = json_object();
    set(object, "construct", word(lift->name));
    set(object, "inputs", json_count(lift->with.inputs));
    set(object, "paid", json_count(lift->with.paid));
    set(object, "lift", json_number(lift->ratio.ratio));
    set(object, "low", json_number(lift->ratio.low));
    set(object, "high", json_number(lift->ratio.high));
    json_array_append_new(list, object);
  }
  return list;
}

/* --- findings --- */

static json_t *example_object(const ReportGroup *group)
{
  json_t *object = json_object();
  set(object, "instance", json_count(group->instance));
  set(object, "query", json_count(group->query));
  set(object, "line", json_count(group->line));
  set(object, "evidence", text(&group->evidence));
  set(object, "answers", text(&group->answers));
  set(object, "text", text(&group->text));
  set(object, "origin", text(&group->origin));
  set(object, "script", text(&group->script));
  set(object, "reduced", text(&group->reduced));
  set(object, "reduction", reduction_object(&group->reduction, &group->reduced));
  set(object, "report", text(&group->report));
  set(object, "options", text(&group->options));
  set(object, "alone", text(&group->alone));
  set(object, "command", word(group->command));
  return object;
}

static bool is_same(const ReportText *a, const ReportText *b)
{
  return a->bytes && b->bytes && a->length == b->length &&
         memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* Texts that the example has already are named, not repeated. */
static json_t *files_list(const ReportGroup *group)
{
  const struct {
    const char *name;
    const ReportText *text;
  } known[] = {{"text", &group->text},
               {"script", &group->script},
               {"reduced", &group->reduced},
               {"report", &group->report}};
  json_t *list = json_array();
  for (size_t i = 0; i < group->files.count; i++) {
    const ReportFile *file = &group->files.items[i];
    json_t *object = json_object();
    const char *same = NULL;
    for (size_t k = 0; k < sizeof known / sizeof *known && !same; k++)
      if (is_same(&file->text, known[k].text)) same = known[k].name;
    set(object, "name", word(file->name));
    set(object, "bytes", json_count(file->bytes));
    set(object, "text", same ? json_null() : text(&file->text));
    set(object, "same", same ? word(same) : json_null());
    json_array_append_new(list, object);
  }
  return list;
}

static json_t *groups_list(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->groups.count; i++) {
    const ReportGroup *group = &data->groups.items[i];
    assert(group->same_as <= data->groups.count);
    json_t *object = json_object();
    set(object, "name", word(group->name));
    set(object, "title", text(&group->title));
    set(object, "kind", word(group->kind));
    set(object, "signature", text(&group->signature));
    set(object, "blamed", accused_list(data, group->accused));
    set(object, "findings", json_count(group->findings));
    set(object, "confirmed", json_count(group->confirmed));
    set(object, "seconds", json_number(group->seconds));
    set(object, "known", text(&group->known));
    set(object, "regression", text(&group->regression));
    set(object, "same_as",
        group->same_as != 0 ? word(data->groups.items[group->same_as - 1].name) : json_null());
    set(object, "example", example_object(group));
    set(object, "files", files_list(group));
    json_array_append_new(list, object);
  }
  return list;
}

/* --- comparisons --- */

static json_t *cactus_list(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->cactus.count; i++) {
    const ReportCurve *curve = &data->cactus.items[i];
    assert(curve->solver < data->solvers.count);
    json_t *object = json_object(), *points = json_array();
    for (size_t j = 0; j < curve->points.count; j++)
      json_array_append_new(points, json_pack("[I, f]", (json_int_t)curve->points.items[j].solved,
                                              curve->points.items[j].cost));
    set(object, "solver", word(data->solvers.items[curve->solver].name));
    set(object, "points", points);
    json_array_append_new(list, object);
  }
  return list;
}

static json_t *scatter_list(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->scatter.count; i++) {
    const ReportPoint *point = &data->scatter.items[i];
    json_array_append_new(
        list, json_pack("[f, f, o]", point->target, point->reference, json_count(point->instance)));
  }
  return list;
}

/* The newest inputs, oldest first: for each solver how it did, or null. */
static json_t *inputs_list(const ReportData *data)
{
  json_t *list = json_array();
  size_t count = data->table.count;
  size_t first = count > data->table_listed ? count - data->table_listed : 0;
  for (size_t i = first; i < count; i++) json_array_append_new(list, report_input(data, i));
  return list;
}

json_t *report_document(const ReportData *data)
{
  json_t *document = json_object();
  set(document, "format", json_integer(REPORT_FORMAT));
  set(document, "assay", word(data->assay));
  set(document, "campaign", campaign_object(data));
  set(document, "settings", settings_object(data));
  set(document, "environment", object_of(report_setting(data, "environment"), json_object()));
  set(document, "highlight", highlight_object(data->highlight));
  set(document, "summary", object_of(&data->summary, json_null()));
  set(document, "unit", word(data->unit));
  set(document, "cost", json_string(cost_name(data->rule.cost)));
  set(document, "limit", data->rule.limit > 0 ? json_real(data->rule.limit) : json_null());
  set(document, "counts", counts_object(data));
  set(document, "solvers", solvers_list(data));
  set(document, "best", best_object(data));
  set(document, "progress", progress_list(data));
  set(document, "ranking", arms_list(&data->ranking));
  set(document, "lift", lift_list(data));
  set(document, "actions", arms_list(&data->actions));
  set(document, "options", arms_list(&data->options));
  if (data->sizes.count) set(document, "sizes", arms_list(&data->sizes));
  set(document, "groups", groups_list(data));
  set(document, "cactus", cactus_list(data));
  set(document, "scatter_axes",
      json_pack("[o, o]", word(data->target_label), word(data->reference_label)));
  set(document, "scatter", scatter_list(data));
  set(document, "inputs", inputs_list(data));
  return document;
}
