#include "record/report/summary.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "record/report/rows.h"
#include "record/store/vocabulary.h"

const char *report_end_text(CampaignEnd end)
{
  static const char *const texts[] = {
      [END_TIME] = "the time is up",
      [END_SOLVER_TIME] = "the CPU time of solvers is used up",
      [END_INPUTS] = "all inputs are done",
      [END_PERFECT] = "no margin can be better by the minimum gain",
      [END_INTERRUPTED] = "interrupted",
      [END_HOPELESS] = "aborted: no usable runs",
  };
  assert(end < CAMPAIGN_END_COUNT);
  return texts[end];
}

const char *report_end_of(const ReportData *data)
{
  const char *word = data->end.bytes ? data->end.bytes : "";
  for (CampaignEnd end = 0; end < CAMPAIGN_END_COUNT; end++)
    if (strcmp(campaign_end_name(end), word) == 0) return report_end_text(end);
  return word;
}

static json_t *text(const ReportText *from)
{
  return from->bytes ? json_text(from->bytes, from->length) : json_null();
}

/* --- solvers --- */

static json_t *measured_object(const ReportData *data, size_t solver,
                               const ReportMeasured *measurements)
{
  assert(solver < data->solvers.count);
  if (solver >= measurements->count || !measurements->items[solver].ran) return json_null();
  const Measurement *measured = &measurements->items[solver];
  json_t *object = json_object();
  json_set(object, "outcome",
           row_word(measured->cut ? STORE_OUTCOME_STOPPED : outcome_name(measured->outcome)));
  json_set(object, "cpu_seconds", row_seconds(measured->cpu_ns));
  json_set(object, "wall_seconds", row_seconds(measured->wall_ns));
  json_set(object, "peak_bytes", json_count(measured->peak_bytes));
  if (measured->has_counter) json_set(object, "counter", json_count(measured->counter));
  double score = report_score(data, solver, measured);
  if (!isnan(score)) json_set(object, "score", json_real(score));
  return object;
}

static json_t *solver_objects(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->solvers.count; i++) {
    const ReportSolver *solver = &data->solvers.items[i];
    json_t *object = json_object();
    json_set(object, "solver", row_word(solver->name));
    json_set(object, "role", row_word(solver->role));
    json_set(object, "version", *solver->version ? row_word(solver->version) : json_null());
    json_set(object, "runs", json_count(solver->runs));
    json_set(object, "outcomes", row_outcomes(solver));
    if (data->best.exists) {
      json_set(object, "best", measured_object(data, i, &data->best.measured));
      if (data->best.alone)
        json_set(object, "best_alone", measured_object(data, i, &data->best.measured_alone));
    }
    json_array_append_new(list, object);
  }
  return list;
}

/* --- rankings --- */

static json_t *ranking_objects(const char *what, const ReportArms *arms)
{
  json_t *list = json_array();
  for (size_t i = 0; i < arms->count; i++)
    json_array_append_new(list, row_arm(what, &arms->items[i]));
  return list;
}

/* Null: a store of an earlier version has nothing of it. */
static json_t *lift_object(const ReportData *data)
{
  if (!data->lift_all.inputs) return json_null();
  json_t *object = json_object(), *list = json_array();
  json_set(object, "inputs", json_count(data->lift_all.inputs));
  json_set(object, "paid", json_count(data->lift_all.paid));
  for (size_t i = 0; i < data->lifts.count; i++)
    json_array_append_new(list, row_lift(&data->lifts.items[i]));
  json_set(object, "constructs", list);
  return object;
}

/* --- findings --- */

/* Null: there was no reduction. */
static json_t *reduction_object(const ReportReduction *reduction, const ReportText *reduced)
{
  if (!reduced->bytes && !reduction->reason.bytes) return json_null();
  json_t *object = json_object();
  if (reduced->bytes) {
    json_set(object, "text", text(reduced));
    json_set(object, "bytes", json_count(reduced->full_length));
    if (reduced->full_length > reduced->length) json_set(object, "cut", json_true());
    json_set(object, "confirmed", json_boolean(reduction->confirmed));
    json_set(object, "minimal", json_boolean(reduction->minimal));
    if (reduction->evidence.bytes) json_set(object, "evidence", text(&reduction->evidence));
  } else {
    json_set(object, "reason", text(&reduction->reason));
  }
  return object;
}

static json_t *construct_names(const ReportGroup *group)
{
  json_t *list = json_array();
  for (size_t i = 0; i < group->constructs.count; i++)
    json_array_append_new(list, text(&group->constructs.items[i]));
  return list;
}

static json_t *known_object(const ReportGroup *group)
{
  if (!group->known.bytes) return json_null();
  json_t *object = json_object();
  json_set(object, "note", text(&group->note));
  json_set(object, "link", text(&group->link));
  return object;
}

static json_t *finding_objects(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->groups.count; i++) {
    const ReportGroup *group = &data->groups.items[i];
    assert(group->same_as <= data->groups.count);
    json_t *object = json_object();
    json_set(object, "name", row_word(group->name));
    json_set(object, "signature", text(&group->signature));
    json_set(object, "kind", row_word(group->kind));
    json_set(object, "inputs", json_count(group->confirmed));
    json_set(object, "flaky", json_count(group->findings - group->confirmed));
    json_set(object, "confirmed", json_boolean(group->confirmed > 0));
    json_set(object, "alone", json_boolean(group->alone.bytes != NULL));
    json_set(object, "evidence", text(&group->evidence));
    json_set(object, "number", json_count(group->instance));
    json_set(object, "first_input", json_count(group->first_input));
    json_set(object, "origin", text(&group->origin));
    json_set(object, "seconds", json_real(group->seconds));
    json_set(object, "folder", row_word(group->name));
    json_set(object, "reduced", reduction_object(&group->reduction, &group->reduced));
    json_set(object, "constructs", construct_names(group));
    json_set(object, "options", text(&group->options));
    json_set(object, "known", known_object(group));
    json_set(object, "regression", text(&group->regression));
    json_set(object, "same_as",
             group->same_as ? row_word(data->groups.items[group->same_as - 1].name) : json_null());
    json_array_append_new(list, object);
  }
  return list;
}

/* --- settings --- */

static json_t *settings_object(const ReportData *data)
{
  const CampaignSpec *spec = &data->spec;
  const ReportText *logic = report_setting(data, store_setting_word(STORE_SETTING_LOGIC));
  ScoreRule rule = spec_rule(spec);
  LeastGain least = spec_least_gain(spec);
  json_t *object = json_object();
  json_set(object, "objective", row_word(spec_objective_words[spec->objective]));
  json_set(object, "logic", logic ? text(logic) : json_null());
  json_set(object, "seed", json_count(data->seed));
  json_set(object, "strategy", row_word(strategy_name(spec_strategy(spec))));
  json_set(object, "agent", row_word(agent_kind_name(spec->agent)));
  json_set(object, "decay", json_real(spec->decay));
  json_set(object, "epsilon", json_real(spec->epsilon));
  json_set(object, "repeat", json_real(spec->repeat));
  json_set(object, "enrich", json_boolean(!spec->no_enrich));
  json_set(object, "cost", row_word(cost_name(rule.cost)));
  json_set(object, "unit", row_word(cost_unit(rule.cost)));
  json_set(object, "limit", json_real(data->rule.limit));
  json_set(object, "penalty", row_word(penalty_name(rule.penalty)));
  json_set(object, "void_unknown", json_boolean(rule.void_unknown));
  json_set(object, "least_absolute", json_real(least.absolute));
  json_set(object, "least_relative", json_real(least.relative));
  json_set(object, "runs", json_count(spec->runs));
  json_set(object, "merge", row_word(spec->mean ? "mean" : "best"));
  json_set(object, "mode", row_word(solve_mode_name(spec->mode)));
  json_set(object, "jobs", json_count(spec->jobs));
  json_set(object, "fuzz_options", json_boolean(spec->tweak));
  json_set(object, "adapt", json_count(spec->adapt));
  json_set(object, "timeout_seconds", json_real((double)spec->timeout_ms / 1e3));
  json_set(object, "time_seconds", json_real((double)spec->time_ms / 1e3));
  json_set(object, "solver_time_seconds", json_real((double)spec->solver_time_ms / 1e3));
  return object;
}

static void add_best(json_t *object, const ReportData *data)
{
  const ReportBest *best = &data->best;
  if (!best->exists) return;
  json_set(object, "best_number", json_count(best->instance));
  json_set(object, "best_origin", text(&best->origin));
  json_set(object, "margin", json_number(best->margin));
  json_set(object, "perfect_margin", json_real(score_perfect(&data->rule, 1)));
  if (best->alone) json_set(object, "margin_alone", json_number(best->margin_alone));
  json_set(object, "best_reduced", reduction_object(&best->reduction, &best->reduced));
  if (best->reduced.bytes) json_set(object, "margin_reduced", json_number(best->margin_reduced));
}

json_t *report_summary(const ReportData *data, const char *folder)
{
  json_t *object = json_object();
  json_set(object, "assay", row_word(data->assay));
  json_set(object, "settings", settings_object(data));
  json_set(object, "end", row_word(report_end_of(data)));
  json_set(object, "confirmed", json_boolean(data->result.confirmed));
  json_set(object, "seconds", json_real(data->seconds));
  json_set(object, "solver_seconds", row_seconds(data->result.solver_ns));
  json_set(object, "inputs", json_count(data->inputs));
  if (data->spec.objective == SPEC_BUGS)
    json_set(object, "revealing_inputs", json_count(data->reveals.count));
  json_set(object, "no_valid_margin", json_count(data->result.void_inputs));
  json_set(object, "undecided", json_count(data->result.undecided));
  json_set(object, "queries", json_count(data->result.queries));
  json_set(object, "decided_queries", json_count(data->result.decided_queries));
  json_set(object, "misplaced", json_count(data->result.misplaced));
  add_best(object, data);
  json_set(object, "solvers", solver_objects(data));
  json_set(object, "findings", finding_objects(data));
  json_set(object, "ranking", ranking_objects("construct", &data->ranking));
  if (data->sizes.count) json_set(object, "sizes", ranking_objects("size", &data->sizes));
  json_set(object, "lift", lift_object(data));
  if (data->spec.tweak || data->options.count)
    json_set(object, "options", ranking_objects("option", &data->options));
  json_set(object, "folder", row_word(folder));
  return object;
}
