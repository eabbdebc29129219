#include <math.h>
#include <string.h>

#include "record/report/json.h"
#include "record/report/load.h"
#include "record/report/survey.h"
#include "record/store/vocabulary.h"

/* Stores of others may say anything: what is not of the kind that is expected is as if it was not there. */

static uint64_t count_of(const json_t *object, const char *name)
{
  json_int_t value = json_integer_value(json_object_get(object, name));
  return value > 0 ? (uint64_t)value : 0;
}

static double number_of(const json_t *object, const char *name)
{
  const json_t *value = json_object_get(object, name);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

static ReportText text_of(Loader *loader, const json_t *value)
{
  if (!json_is_string(value)) return (ReportText){0};
  size_t length = json_string_length(value);
  return loader_copy_text(loader, (StoreText){json_string_value(value), length, length});
}

static ReportReduction reduction_of(Loader *loader, const json_t *object)
{
  return (ReportReduction){.confirmed = json_is_true(json_object_get(object, "confirmed")),
                           .minimal = json_is_true(json_object_get(object, "minimal")),
                           .evidence = text_of(loader, json_object_get(object, "evidence")),
                           .reason = text_of(loader, json_object_get(object, "reason"))};
}

void load_details(Loader *loader, ReportGroup *group, StoreText text)
{
  json_t *object = json_loadb(text.bytes, text.length, 0, NULL), *name;
  size_t i;
  group->reduction = reduction_of(loader, json_object_get(object, "reduction"));
  group->note = text_of(loader, json_object_get(object, "note"));
  group->link = text_of(loader, json_object_get(object, "link"));
  group->regression = text_of(loader, json_object_get(object, "regression"));
  json_array_foreach(json_object_get(object, "constructs"), i, name)
  {
    ReportText copied = text_of(loader, name);
    if (copied.bytes) VEC_PUSH(&group->constructs, copied);
  }
  json_decref(object);
}

/* --- the campaign --- */

/* Of each solver, in the order of the solvers; fewer if the list is too short. */
static void load_measured(const ReportData *data, const json_t *list, ReportMeasured *out)
{
  size_t i;
  json_t *object;
  json_array_foreach(list, i, object)
  {
    const char *outcome = json_string_value(json_object_get(object, "outcome"));
    const json_t *counter = json_object_get(object, "counter");
    if (i == data->solvers.count) break;
    StoreRun run = {.outcome = outcome ? outcome : "",
                    .cpu_ns = count_of(object, "cpu_ns"),
                    .wall_ns = count_of(object, "wall_ns"),
                    .peak_bytes = count_of(object, "peak_bytes"),
                    .counter = counter ? count_of(object, "counter") : STORE_NONE};
    VEC_PUSH(out, json_is_object(object) ? report_measurement(data, &run) : (Measurement){0});
  }
}

static void load_best_result(Loader *loader, const json_t *object)
{
  ReportData *data = loader->data;
  ReportBest *best = &data->best;
  if (!best->exists || count_of(object, "number") != best->instance) return;
  best->alone = json_object_get(object, "measured_alone") != NULL;
  best->margin_alone = number_of(object, "margin_alone");
  best->margin_reduced = number_of(object, "margin_reduced");
  best->reduction = reduction_of(loader, json_object_get(object, "reduction"));
  load_measured(data, json_object_get(object, "measured"), &best->measured);
  load_measured(data, json_object_get(object, "measured_alone"), &best->measured_alone);
}

/* What sort of construct each arm stands for. */
static void load_classes(Loader *loader, const json_t *list)
{
  ReportArms *ranking = &loader->data->ranking;
  for (size_t i = 0; i < ranking->count; i++) {
    const char *class = json_string_value(json_array_get(list, ranking->items[i].number));
    if (class) ranking->items[i].class = loader_copy(loader, class);
  }
  ReportLifts *lifts = &loader->data->lifts;
  for (size_t i = 0; i < lifts->count; i++) {
    const char *class = json_string_value(json_array_get(list, lifts->items[i].number));
    if (class) lifts->items[i].class = loader_copy(loader, class);
  }
}

/* Earlier versions called it otherwise. */
static uint64_t void_inputs_of(const json_t *object)
{
  const char *name = json_object_get(object, "no_valid_margin") ? "no_valid_margin" : "void";
  return count_of(object, name);
}

static void take_result(Loader *loader, const json_t *object)
{
  ReportResult *result = &loader->data->result;
  *result = (ReportResult){.exists = true,
                           .confirmed = json_is_true(json_object_get(object, "confirmed")),
                           .ns = count_of(object, "ns"),
                           .solver_ns = count_of(object, "solver_ns"),
                           .void_inputs = void_inputs_of(object),
                           .undecided = count_of(object, "undecided"),
                           .queries = count_of(object, "queries"),
                           .decided_queries = count_of(object, "decided_queries"),
                           .misplaced = count_of(object, "misplaced")};
  load_best_result(loader, json_object_get(object, "best"));
  load_classes(loader, json_object_get(object, "classes"));
}

Status load_result(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StrBuf bytes;
  bool found;
  strbuf_init(&bytes, 0);
  Status status = store_get_state(loader->store, data->campaign, 0,
                                  store_state_word(STORE_STATE_RESULT), &bytes, &found, error);
  json_t *object = status == STATUS_OK && found && bytes.length
                       ? json_loadb(bytes.bytes, bytes.length, 0, NULL)
                       : NULL;
  if (json_is_object(object)) take_result(loader, object);
  json_decref(object);
  strbuf_clear(&bytes);
  if (status == STATUS_OK)
    status = store_get_state(loader->store, data->campaign, 0,
                             store_state_word(STORE_STATE_BEST_REDUCED), &bytes, &found, error);
  if (status == STATUS_OK && found && data->best.exists)
    data->best.reduced =
        loader_copy_text(loader, (StoreText){strbuf_text(&bytes), bytes.length, bytes.length});
  strbuf_deinit(&bytes);
  return status;
}
