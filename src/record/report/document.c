#include "record/report/document.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "record/report/inputs.h"
#include "record/report/rows.h"

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
  json_set(object, "id", json_integer(data->campaign));
  json_set(object, "name", row_word(data->name));
  json_set(object, "store", row_word(data->place));
  json_set(object, "seed", seed(data->seed));
  json_set(object, "started", moment(data->started_ms));
  json_set(object, "running", json_boolean(data->running));
  json_set(object, "seconds", json_real(data->seconds));
  json_set(object, "end", text(&data->end));
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
    json_t *key = row_word(setting->name); /* as UTF-8 */
    json_set(object, json_string_value(key), text(&setting->value));
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
  json_set(object, "comment", optional(highlight->comment));
  json_set(object, "literal", optional(highlight->literal));
  json_set(object, "word", optional(highlight->word));
  json_set(object, "plain", optional(highlight->plain));
  return object;
}

static json_t *counts_object(const ReportData *data)
{
  json_t *object = json_object();
  json_set(object, "inputs", json_count(data->inputs));
  json_set(object, "inputs_with_runs", json_count(data->surveyed));
  json_set(object, "compared", json_count(data->compared));
  json_set(object, "runs", json_count(data->runs));
  json_set(object, "findings", json_count(data->findings));
  json_set(object, "groups", json_count(data->groups.count));
  json_set(object, "confirmed_groups", json_count(data->confirmed_groups));
  if (data->result.exists) {
    json_set(object, "no_valid_margin", json_count(data->result.void_inputs));
    json_set(object, "undecided", json_count(data->result.undecided));
  }
  json_set(object, "inputs_per_second",
           data->seconds > 0 ? json_real((double)data->inputs / data->seconds) : json_null());
  return object;
}

/* --- solvers --- */

static json_t *solvers_list(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->solvers.count; i++) {
    const ReportSolver *solver = &data->solvers.items[i];
    json_t *object = json_object();
    json_set(object, "number", json_count(solver->number));
    json_set(object, "name", row_word(solver->name));
    json_set(object, "version", row_word(solver->version));
    json_set(object, "role", row_word(solver->role));
    json_set(object, "runs", json_count(solver->runs));
    json_set(object, "decided", json_count(solver->decided));
    json_set(object, "outcomes", row_outcomes(solver));
    json_set(object, "cpu_seconds", row_seconds(solver->cpu_ns));
    json_set(object, "wall_seconds", row_seconds(solver->wall_ns));
    json_set(object, "peak_bytes", json_count(solver->peak_bytes));
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
      json_array_append_new(list, row_word(solver->name));
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
  json_set(object, "bytes", reduced->bytes ? json_count(reduced->full_length) : json_null());
  json_set(object, "confirmed", json_boolean(reduction->confirmed));
  json_set(object, "minimal", json_boolean(reduction->minimal));
  json_set(object, "evidence", text(&reduction->evidence));
  json_set(object, "reason", text(&reduction->reason));
  return object;
}

static json_t *best_object(const ReportData *data)
{
  const ReportBest *best = &data->best;
  if (!best->exists) return json_null();
  json_t *object = json_object(), *runs = json_array();
  json_set(object, "instance", json_count(best->instance));
  json_set(object, "margin", json_number(best->margin));
  json_set(object, "seconds", json_real(best->seconds));
  json_set(object, "size", json_count(best->size));
  json_set(object, "text", text(&best->text));
  json_set(object, "origin", text(&best->origin));
  json_set(object, "margin_alone", best->alone ? json_number(best->margin_alone) : json_null());
  json_set(object, "reduced", text(&best->reduced));
  json_set(object, "reduction", reduction_object(&best->reduction, &best->reduced));
  json_set(object, "margin_reduced",
           best->reduced.bytes ? json_number(best->margin_reduced) : json_null());
  for (size_t i = 0; i < best->runs.count; i++) {
    const ReportRun *run = &best->runs.items[i];
    json_t *item = json_object();
    assert(run->solver < data->solvers.count);
    json_set(item, "solver", row_word(data->solvers.items[run->solver].name));
    json_set(item, "attempt", json_count(run->attempt));
    json_set(item, "outcome", json_string(run->outcome));
    json_set(item, "cpu_seconds", row_seconds(run->cpu_ns));
    json_set(item, "wall_seconds", row_seconds(run->wall_ns));
    json_set(item, "peak_bytes", json_count(run->peak_bytes));
    json_set(item, "score", json_number(run->score));
    json_array_append_new(runs, item);
  }
  json_set(object, "runs", runs);
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
  for (size_t i = 0; i < arms->count; i++)
    json_array_append_new(list, row_arm("construct", &arms->items[i]));
  return list;
}

/* Only what is surely above 1. */
static json_t *lift_list(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->lifts.count && data->lifts.items[i].ratio.low > 1; i++)
    json_array_append_new(list, row_lift(&data->lifts.items[i]));
  return list;
}

/* --- findings --- */

static json_t *example_object(const ReportGroup *group)
{
  json_t *object = json_object();
  json_set(object, "instance", json_count(group->instance));
  json_set(object, "query", json_count(group->query));
  json_set(object, "line", json_count(group->line));
  json_set(object, "evidence", text(&group->evidence));
  json_set(object, "answers", text(&group->answers));
  json_set(object, "text", text(&group->text));
  json_set(object, "origin", text(&group->origin));
  json_set(object, "script", text(&group->script));
  json_set(object, "reduced", text(&group->reduced));
  json_set(object, "reduction", reduction_object(&group->reduction, &group->reduced));
  json_set(object, "report", text(&group->report));
  json_set(object, "options", text(&group->options));
  json_set(object, "alone", text(&group->alone));
  json_set(object, "command", row_word(group->command));
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
    json_set(object, "name", row_word(file->name));
    json_set(object, "bytes", json_count(file->bytes));
    json_set(object, "text", same ? json_null() : text(&file->text));
    json_set(object, "same", same ? row_word(same) : json_null());
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
    json_set(object, "name", row_word(group->name));
    json_set(object, "title", text(&group->title));
    json_set(object, "kind", row_word(group->kind));
    json_set(object, "signature", text(&group->signature));
    json_set(object, "blamed", accused_list(data, group->accused));
    json_set(object, "findings", json_count(group->findings));
    json_set(object, "confirmed", json_count(group->confirmed));
    json_set(object, "seconds", json_number(group->seconds));
    json_set(object, "known", text(&group->known));
    json_set(object, "regression", text(&group->regression));
    json_set(object, "same_as",
             group->same_as != 0 ? row_word(data->groups.items[group->same_as - 1].name)
                                 : json_null());
    json_set(object, "example", example_object(group));
    json_set(object, "files", files_list(group));
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
    json_set(object, "solver", row_word(data->solvers.items[curve->solver].name));
    json_set(object, "points", points);
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
  json_set(document, "format", json_integer(REPORT_FORMAT));
  json_set(document, "assay", row_word(data->assay));
  json_set(document, "campaign", campaign_object(data));
  json_set(document, "settings", settings_object(data));
  json_set(document, "environment", object_of(report_setting(data, "environment"), json_object()));
  json_set(document, "highlight", highlight_object(data->highlight));
  json_set(document, "summary", object_of(&data->summary, json_null()));
  json_set(document, "unit", row_word(data->unit));
  json_set(document, "cost", json_string(cost_name(data->rule.cost)));
  json_set(document, "limit", data->rule.limit > 0 ? json_real(data->rule.limit) : json_null());
  json_set(document, "counts", counts_object(data));
  json_set(document, "solvers", solvers_list(data));
  json_set(document, "best", best_object(data));
  json_set(document, "progress", progress_list(data));
  json_set(document, "ranking", arms_list(&data->ranking));
  json_set(document, "lift", lift_list(data));
  json_set(document, "actions", arms_list(&data->actions));
  json_set(document, "options", arms_list(&data->options));
  if (data->sizes.count) json_set(document, "sizes", arms_list(&data->sizes));
  json_set(document, "groups", groups_list(data));
  json_set(document, "cactus", cactus_list(data));
  json_set(document, "scatter_axes",
           json_pack("[o, o]", row_word(data->target_label), row_word(data->reference_label)));
  json_set(document, "scatter", scatter_list(data));
  json_set(document, "inputs", inputs_list(data));
  return document;
}
