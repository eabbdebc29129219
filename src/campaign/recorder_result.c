/* What reports need and rows do not say: the result of a campaign, and details of its groups of findings. Both are JSON, read
 * by record/report/load_result.c. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/recorder_parts.h"
#include "record/report/json.h"

static json_t *text(const char *bytes)
{
  return bytes ? json_text(bytes, strlen(bytes)) : json_null();
}

/* Null: there was none. The text itself is kept apart, since it may hold any bytes. */
static json_t *reduction_object(const Reduction *reduction)
{
  if (!reduction->text && !reduction->reason) return json_null();
  json_t *object = json_object();
  json_object_set_new(object, "confirmed", json_boolean(reduction->confirmed));
  json_object_set_new(object, "minimal", json_boolean(reduction->minimal));
  json_object_set_new(object, "evidence", text(reduction->evidence));
  json_object_set_new(object, "reason", text(reduction->reason));
  return object;
}

static StoreText dump(const json_t *object, char **bytes)
{
  *bytes = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
  return recorder_text(*bytes ? *bytes : "");
}

/* --- groups --- */

static json_t *construct_names(const Language *language, const FindingGroup *group)
{
  json_t *list = json_array();
  for (size_t i = 0; i < group->constructs.count; i++) {
    size_t number = group->constructs.items[i];
    assert(number < language->interface->construct_count(language));
    json_array_append_new(list, text(language->interface->construct(language, number).name));
  }
  return list;
}

void recorder_put_details(Recorder *recorder, const FindingGroup *group)
{
  json_t *object = json_object();
  char *bytes;
  Error error;
  json_object_set_new(object, "reduction", reduction_object(&group->reduction));
  json_object_set_new(object, "constructs", construct_names(recorder->setup->language, group));
  if (group->regression) json_object_set_new(object, "regression", text(group->regression));
  if (group->known) {
    json_object_set_new(object, "note", text(group->known->note));
    json_object_set_new(object, "link", text(group->known->link));
  }
  StoreText details = dump(object, &bytes);
  recorder_queued(store_put_finding_text(recorder->store, recorder->campaign, group->number,
                                         group->place, store_text_word(STORE_TEXT_DETAILS), details,
                                         &error));
  free(bytes);
  json_decref(object);
}

/* --- the campaign --- */

static json_t *measured_list(const Measurement *measured, size_t count)
{
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) {
    const Measurement *from = &measured[i];
    json_t *object = from->ran ? json_object() : json_null();
    json_array_append_new(list, object);
    if (!from->ran) continue;
    json_object_set_new(object, "outcome",
                        text(from->cut ? STORE_OUTCOME_STOPPED : outcome_name(from->outcome)));
    json_object_set_new(object, "cpu_ns", json_count(from->cpu_ns));
    json_object_set_new(object, "wall_ns", json_count(from->wall_ns));
    json_object_set_new(object, "peak_bytes", json_count(from->peak_bytes));
    if (from->has_counter) json_object_set_new(object, "counter", json_count(from->counter));
  }
  return list;
}

static json_t *best_object(const CampaignState *state, size_t solvers)
{
  const BestRecord *record = &state->record;
  if (!state->best) return json_null();
  json_t *object = json_object();
  json_object_set_new(object, "number", json_count(state->best_number));
  json_object_set_new(object, "margin", json_number(record->margin));
  json_object_set_new(object, "measured", measured_list(record->measured, solvers));
  if (record->alone) {
    json_object_set_new(object, "margin_alone", json_number(record->alone_margin));
    json_object_set_new(object, "measured_alone", measured_list(record->alone_measured, solvers));
  }
  json_object_set_new(object, "reduction", reduction_object(&record->reduction));
  if (record->reduction.text)
    json_object_set_new(object, "margin_reduced", json_number(record->reduced_margin));
  return object;
}

static json_t *class_list(const Language *language)
{
  json_t *list = json_array();
  for (size_t i = 0; i < language->interface->construct_count(language); i++)
    json_array_append_new(list, text(language->interface->construct(language, i).class));
  return list;
}

void recorder_put_result(Recorder *recorder, const CampaignState *state, bool confirmed)
{
  assert(state->ended_ns >= state->started_ns);
  const Reduction *best = &state->record.reduction;
  json_t *object = json_object();
  char *bytes;
  json_object_set_new(object, "confirmed", json_boolean(confirmed));
  json_object_set_new(object, "ns", json_count(state->ended_ns - state->started_ns));
  json_object_set_new(object, "solver_ns", json_count(state->solver_ns));
  json_object_set_new(object, "no_valid_margin", json_count(state->void_inputs));
  json_object_set_new(object, "undecided", json_count(state->undecided));
  json_object_set_new(object, "queries", json_count(state->queries));
  json_object_set_new(object, "decided_queries", json_count(state->decided_queries));
  json_object_set_new(object, "misplaced", json_count(state->misplaced));
  json_object_set_new(object, "best", best_object(state, recorder->setup->solvers.count));
  json_object_set_new(object, "classes", class_list(recorder->setup->language));
  recorder_put_bytes(recorder, STORE_STATE_RESULT, dump(object, &bytes));
  if (state->best && best->text)
    recorder_put_bytes(recorder, STORE_STATE_BEST_REDUCED,
                       (StoreText){.bytes = best->text, .length = best->length});
  free(bytes);
  json_decref(object);
}
