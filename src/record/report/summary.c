#include "record/report/summary.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "record/report/json.h"
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

static void set(json_t *object, const char *name, json_t *value)
{
  json_object_set_new(object, name, value);
}

static json_t *word(const char *bytes)
{
  return bytes ? json_text(bytes, strlen(bytes)) : json_null();
}

static json_t *text(const ReportText *from)
{
  return from->bytes ? json_text(from->bytes, from->length) : json_null();
}

static json_t *seconds(uint64_t ns)
{
  return json_real((double)ns / 1e9);
}

/* --- solvers --- */

static json_t *measured_object(const ReportData *data, size_t solver,
                               const ReportMeasured *measurements)
{
  assert(solver < data->solvers.count);
  if (solver >= measurements->count || !measurements->items[solver].ran) return json_null();
  const Measurement *measured = &measurements->items[solver];
  json_t *object = json_object();
  set(object, "outcome",
      word(measured->cut ? STORE_OUTCOME_STOPPED : outcome_name(measured->outcome)));
  set(object, "cpu_seconds", seconds(measured->cpu_ns));
  set(object, "wall_seconds", seconds(measured->wall_ns));
  set(object, "peak_bytes", json_count(measured->peak_bytes));
  if (measured->has_counter) set(object, "counter", json_count(measured->counter));
  double score = report_score(data, solver, measured);
  if (!isnan(score)) set(object, "score", json_real(score));
  return object;
}

static json_t *solver_objects(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->solvers.count; i++) {
    const ReportSolver *solver = &data->solvers.items[i];
    json_t *object = json_object(), *outcomes = json_object();
    set(object, "solver", word(solver->name));
    set(object, "role", word(solver->role));
    set(object, "version", *solver->version ? word(solver->version) : json_null());
    for (size_t kind = 0; kind < REPORT_OUTCOMES; kind++)
      if (solver->outcomes[kind])
        set(outcomes, report_outcome_name(kind), json_count(solver->outcomes[kind]));
    set(object, "runs", json_count(solver->runs));
    set(object, "outcomes", outcomes);
    if (data->best.exists) {
      set(object, "best", measured_object(data, i, &data->best.measured));
      if (data->best.alone)
        set(object, "best_alone", measured_object(data, i, &data->best.measured_alone));
    }
    json_array_append_new(list, object);
  }
  return list;
}

/* --- rankings --- */

/* `what` is the name of the arms: construct or option. Constructs of the language have a class. */
static json_t *ranking_objects(const char *what, const ReportArms *arms)
{
  json_t *list = json_array();
  for (size_t i = 0; i < arms->count; i++) {
    const ReportArm *arm = &arms->items[i];
    json_t *object = json_object();
    set(object, what, word(arm->name));
    if (arm->class) set(object, "class", word(arm->class));
    set(object, "mean", json_real(arm->mean));
    set(object, "low", json_real(arm->low));
    set(object, "high", json_real(arm->high));
    set(object, "pulls", json_count(arm->pulls));
    set(object, "rewards", json_real(arm->rewards));
    json_array_append_new(list, object);
  }
  return list;
}

/* Null: a store of an earlier version has nothing of it. */
static json_t *lift_object(const ReportData *data)
{
  if (!data->lift_all.inputs) return json_null();
  json_t *object = json_object(), *list = json_array();
  set(object, "inputs", json_count(data->lift_all.inputs));
  set(object, "paid", json_count(data->lift_all.paid));
  for (size_t i = 0; i < data->lifts.count; i++) {
    const ReportLift *lift = &data->lifts.items[i];
    json_t *row = json_object();
    set(row, "construct", word(lift->name));
    if (lift->class) set(row, "class", word(lift->class));
    set(row, "inputs", json_count(lift->with.inputs));
    set(row, "paid", json_count(lift->with.paid));
    set(row, "lift", json_real(lift->ratio.ratio));
    set(row, "low", json_real(lift->ratio.low));
    set(row, "high", json_real(lift->ratio.high));
    json_array_append_new(list, row);
  }
  set(object, "constructs", list);
  return object;
}

/* --- findings --- */

/* Null: there was no reduction. */
static json_t *reduction_object(const ReportReduction *reduction, const ReportText *reduced)
{
  if (!reduced->bytes && !reduction->reason.bytes) return json_null();
  json_t *object = json_object();
  if (reduced->bytes) {
    set(object, "text", text(reduced));
    set(object, "bytes", json_count(reduced->full_length));
    if (reduced->full_length > reduced->length) set(object, "cut", json_true());
    set(object, "confirmed", json_boolean(reduction->confirmed));
    set(object, "minimal", json_boolean(reduction->minimal));
    if (reduction->evidence.bytes) set(object, "evidence", text(&reduction->evidence));
  } else {
    set(object, "reason", text(&reduction->reason));
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
  set(object, "note", text(&group->note));
  set(object, "link", text(&group->link));
  return object;
}

static json_t *finding_objects(const ReportData *data)
{
  json_t *list = json_array();
  for (size_t i = 0; i < data->groups.count; i++) {
    const ReportGroup *group = &data->groups.items[i];
    assert(group->same_as <= data->groups.count);
    json_t *object = json_object();
    set(object, "name", word(group->name));
    set(object, "signature", text(&group->signature));
    set(object, "kind", word(group->kind));
    set(object, "inputs", json_count(group->confirmed));
    set(object, "flaky", json_count(group->findings - group->confirmed));
    set(object, "confirmed", json_boolean(group->confirmed > 0));
    set(object, "alone", json_boolean(group->alone.bytes != NULL));
    set(object, "evidence", text(&group->evidence));
    set(object, "number", json_count(group->instance));
    set(object, "first_input", json_count(group->first_input));
    set(object, "origin", text(&group->origin));
    set(object, "seconds", json_real(group->seconds));
    set(object, "folder", word(group->name));
    set(object, "reduced", reduction_object(&group->reduction, &group->reduced));
    set(object, "constructs", construct_names(group));
    set(object, "options", text(&group->options));
    set(object, "known", known_object(group));
    set(object, "regression", text(&group->regression));
    set(object, "same_as",
        group->same_as ? word(data->groups.items[group->same_as - 1].name) : json_null());
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
  set(object, "objective", word(spec_objective_words[spec->objective]));
  set(object, "logic", logic ? text(logic) : json_null());
  set(object, "seed", json_count(data->seed));
  set(object, "strategy", word(strategy_name(spec_strategy(spec))));
  set(object, "agent", word(agent_kind_name(spec->agent)));
  set(object, "decay", json_real(spec->decay));
  set(object, "epsilon", json_real(spec->epsilon));
  set(object, "repeat", json_real(spec->repeat));
  set(object, "enrich", json_boolean(!spec->no_enrich));
  set(object, "cost", word(cost_name(rule.cost)));
  set(object, "unit", word(cost_unit(rule.cost)));
  set(object, "limit", json_real(data->rule.limit));
  set(object, "penalty", word(penalty_name(rule.penalty)));
  set(object, "void_unknown", json_boolean(rule.void_unknown));
  set(object, "least_absolute", json_real(least.absolute));
  set(object, "least_relative", json_real(least.relative));
  set(object, "runs", json_count(spec->runs));
  set(object, "merge", word(spec->mean ? "mean" : "best"));
  set(object, "mode", word(solve_mode_name(spec->mode)));
  set(object, "jobs", json_count(spec->jobs));
  set(object, "fuzz_options", json_boolean(spec->tweak));
  set(object, "adapt", json_count(spec->adapt));
  set(object, "timeout_seconds", json_real((double)spec->timeout_ms / 1e3));
  set(object, "time_seconds", json_real((double)spec->time_ms / 1e3));
  set(object, "solver_time_seconds", json_real((double)spec->solver_time_ms / 1e3));
  return object;
}

static void add_best(json_t *object, const ReportData *data)
{
  const ReportBest *best = &data->best;
  if (!best->exists) return;
  set(object, "best_number", json_count(best->instance));
  set(object, "best_origin", text(&best->origin));
  set(object, "margin", json_number(best->margin));
  set(object, "perfect_margin", json_real(score_perfect(&data->rule, 1)));
  if (best->alone) set(object, "margin_alone", json_number(best->margin_alone));
  set(object, "best_reduced", reduction_object(&best->reduction, &best->reduced));
  if (best->reduced.bytes) set(object, "margin_reduced", json_number(best->margin_reduced));
}

json_t *report_summary(const ReportData *data, const char *folder)
{
  json_t *object = json_object();
  set(object, "assay", word(data->assay));
  set(object, "settings", settings_object(data));
  set(object, "end", word(report_end_of(data)));
  set(object, "confirmed", json_boolean(data->result.confirmed));
  set(object, "seconds", json_real(data->seconds));
  set(object, "solver_seconds", seconds(data->result.solver_ns));
  set(object, "inputs", json_count(data->inputs));
  if (data->spec.objective == SPEC_BUGS)
    set(object, "revealing_inputs", json_count(data->revealing));
  set(object, "no_valid_margin", json_count(data->result.void_inputs));
  set(object, "undecided", json_count(data->result.undecided));
  set(object, "queries", json_count(data->result.queries));
  set(object, "decided_queries", json_count(data->result.decided_queries));
  set(object, "misplaced", json_count(data->result.misplaced));
  add_best(object, data);
  set(object, "solvers", solver_objects(data));
  set(object, "findings", finding_objects(data));
  set(object, "ranking", ranking_objects("construct", &data->ranking));
  if (data->sizes.count) set(object, "sizes", ranking_objects("size", &data->sizes));
  set(object, "lift", lift_object(data));
  if (data->spec.tweak || data->options.count)
    set(object, "options", ranking_objects("option", &data->options));
  set(object, "folder", word(folder));
  return object;
}
