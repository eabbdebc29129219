#include "campaign/summary.h"

#include <stdio.h>
#include <string.h>

#include "record/report/json.h"
#include "record/store/vocabulary.h"

const char *summary_end_text(CampaignEnd end)
{
  static const char *const texts[] = {
      [END_TIME] = "the time is up",
      [END_SOLVER_TIME] = "the CPU time of solvers is used up",
      [END_INPUTS] = "all inputs are done",
      [END_PERFECT] = "no margin can be better by the least gain",
      [END_INTERRUPTED] = "interrupted",
      [END_HOPELESS] = "given up: solvers can do nothing with the inputs",
  };
  return texts[end];
}

/* What it is made of. */
typedef struct {
  const CampaignJob *job;
  const CampaignSetup *setup;
  CampaignState state;
} Summary;

static double seconds_of(const CampaignState *state)
{
  return (double)(state->ended_ns - state->started_ns) / 1e9;
}

/* --- JSON --- */

static json_t *text(const char *bytes)
{
  return bytes ? json_text(bytes, strlen(bytes)) : json_null();
}

static json_t *measured_object(const Summary *report, size_t solver, const Measurement *measured)
{
  if (!measured->ran) return json_null();
  bool target = solver < report->setup->options.targets;
  const ScoreRule *rule = &report->setup->options.rule;
  json_t *object = json_object();
  json_object_set_new(
      object, "outcome",
      text(measured->cut ? STORE_OUTCOME_STOPPED : outcome_name(measured->outcome)));
  json_object_set_new(object, "cpu_seconds", json_real((double)measured->cpu_ns / 1e9));
  json_object_set_new(object, "wall_seconds", json_real((double)measured->wall_ns / 1e9));
  json_object_set_new(object, "peak_bytes", json_count(measured->peak_bytes));
  if (measured->has_counter) json_object_set_new(object, "counter", json_count(measured->counter));
  if (score_counts(rule, measured))
    json_object_set_new(
        object, "score",
        json_real(target ? score_target(rule, measured) : score_reference(rule, measured)));
  return object;
}

static json_t *solver_objects(const Summary *report)
{
  const CampaignSetup *setup = report->setup;
  json_t *list = json_array();
  for (size_t i = 0; i < setup->solvers.count; i++) {
    json_t *object = json_object(), *outcomes = json_object();
    const Health *health = &report->state.health[i];
    json_object_set_new(object, "solver", text(setup->solvers.items[i].name));
    json_object_set_new(object, "role",
                        text(setup->options.objective == OBJECTIVE_BUGS ? "solver"
                             : i < setup->options.targets               ? "target"
                                                                        : "reference"));
    json_object_set_new(object, "version", text(setup->versions[i]));
    for (OutcomeKind kind = 0; kind < OUTCOME_COUNT; kind++)
      if (health->outcomes[kind])
        json_object_set_new(outcomes, outcome_name(kind), json_count(health->outcomes[kind]));
    json_object_set_new(object, "runs", json_count(health->runs));
    json_object_set_new(object, "outcomes", outcomes);
    if (report->state.best) {
      const BestRecord *record = &report->state.record;
      json_object_set_new(object, "best", measured_object(report, i, &record->measured[i]));
      if (record->alone)
        json_object_set_new(object, "best_alone",
                            measured_object(report, i, &record->alone_measured[i]));
    }
    json_array_append_new(list, object);
  }
  return list;
}

/* --- rankings --- */

/* `what` is the name of the arms: construct or option. Constructs of the language have a class. */
static json_t *ranking_objects(const Summary *report, const char *what, const ReportArms *arms)
{
  const Language *language = report->setup->language;
  size_t constructs = language->interface->construct_count(language);
  json_t *list = json_array();
  for (size_t i = 0; i < arms->count; i++) {
    const ReportArm *arm = &arms->items[i];
    json_t *object = json_object();
    json_object_set_new(object, what, text(arm->name));
    if (arm->number < constructs)
      json_object_set_new(object, "class",
                          text(language->interface->construct(language, arm->number).class));
    json_object_set_new(object, "mean", json_real(arm->mean));
    json_object_set_new(object, "low", json_real(arm->low));
    json_object_set_new(object, "high", json_real(arm->high));
    json_object_set_new(object, "pulls", json_count(arm->pulls));
    json_object_set_new(object, "rewards", json_real(arm->rewards));
    json_array_append_new(list, object);
  }
  return list;
}

/* Null: there was no reduction. */
static json_t *reduction_object(const Reduction *reduction)
{
  if (!reduction->text && !reduction->reason) return json_null();
  json_t *object = json_object();
  if (reduction->text) {
    json_object_set_new(object, "text", json_text(reduction->text, reduction->length));
    json_object_set_new(object, "bytes", json_count(reduction->length));
    json_object_set_new(object, "confirmed", json_boolean(reduction->confirmed));
    json_object_set_new(object, "minimal", json_boolean(reduction->minimal));
    if (reduction->evidence) json_object_set_new(object, "evidence", text(reduction->evidence));
  } else {
    json_object_set_new(object, "reason", text(reduction->reason));
  }
  return object;
}

static json_t *construct_names(const Summary *report, const FindingGroup *group)
{
  const Language *language = report->setup->language;
  json_t *list = json_array();
  for (size_t i = 0; i < group->constructs.count; i++)
    json_array_append_new(
        list, text(language->interface->construct(language, group->constructs.items[i]).name));
  return list;
}

static json_t *known_object(const KnownEntry *known)
{
  if (!known) return json_null();
  json_t *object = json_object();
  json_object_set_new(object, "note", text(known->note));
  json_object_set_new(object, "link", text(known->link));
  return object;
}

static json_t *finding_objects(const Summary *report)
{
  json_t *list = json_array();
  for (size_t i = 0; i < report->state.groups->count; i++) {
    const FindingGroup *group = &report->state.groups->items[i];
    json_t *object = json_object();
    char folder[STORE_FINDING_NAME];
    store_finding_name(i + 1, folder);
    json_object_set_new(object, "name", text(folder));
    json_object_set_new(object, "signature", text(group->signature));
    json_object_set_new(object, "kind", text(finding_name(group->kind)));
    json_object_set_new(object, "inputs", json_count(group->count));
    json_object_set_new(object, "flaky", json_count(group->flaky));
    json_object_set_new(object, "confirmed", json_boolean(group->count > 0));
    json_object_set_new(object, "alone", json_boolean(group->alone));
    json_object_set_new(object, "evidence", text(group->evidence));
    json_object_set_new(object, "number", json_count(group->number));
    json_object_set_new(object, "seconds", json_real((double)group->at_ns / 1e9));
    json_object_set_new(object, "folder", text(folder));
    json_object_set_new(object, "reduced", reduction_object(&group->reduction));
    json_object_set_new(object, "constructs", construct_names(report, group));
    json_object_set_new(object, "options", text(group->options));
    json_object_set_new(object, "known", known_object(group->known));
    if (group->same_as) store_finding_name(group->same_as, folder);
    json_object_set_new(object, "same_as", group->same_as ? text(folder) : json_null());
    json_array_append_new(list, object);
  }
  return list;
}

static json_t *settings_object(const Summary *report)
{
  const CampaignSetup *setup = report->setup;
  const CampaignOptions *options = &setup->options;
  json_t *object = json_object();
  json_object_set_new(object, "objective", text(spec_objective_words[setup->spec->objective]));
  json_object_set_new(object, "logic", text(setup->logic));
  json_object_set_new(object, "seed", json_count(setup->spec->seed));
  json_object_set_new(object, "strategy", text(strategy_name(options->strategy.kind)));
  json_object_set_new(object, "agent", text(agent_kind_name(options->strategy.agent)));
  json_object_set_new(object, "decay", json_real(options->strategy.decay));
  json_object_set_new(object, "epsilon", json_real(options->strategy.epsilon));
  json_object_set_new(object, "repeat", json_real(options->strategy.repeat));
  json_object_set_new(object, "enrich", json_boolean(options->strategy.enrich));
  json_object_set_new(object, "cost", text(cost_name(options->rule.cost)));
  json_object_set_new(object, "unit", text(cost_unit(options->rule.cost)));
  json_object_set_new(object, "limit", json_real(options->rule.limit));
  json_object_set_new(object, "penalty", text(penalty_name(options->rule.penalty)));
  json_object_set_new(object, "void_unknown", json_boolean(options->rule.void_unknown));
  json_object_set_new(object, "least_absolute", json_real(options->strategy.least.absolute));
  json_object_set_new(object, "least_relative", json_real(options->strategy.least.relative));
  json_object_set_new(object, "runs", json_count(options->runs));
  json_object_set_new(object, "merge", text(options->merge == RUNS_MEAN ? "mean" : "best"));
  json_object_set_new(object, "mode", text(solve_mode_name(options->mode)));
  json_object_set_new(object, "jobs", json_count(options->jobs));
  json_object_set_new(object, "fuzz_options", json_boolean(options->tweak));
  json_object_set_new(object, "adapt", json_count(options->adapt));
  json_object_set_new(object, "timeout_seconds", json_real((double)setup->spec->timeout_ms / 1e3));
  json_object_set_new(object, "time_seconds", json_real((double)setup->spec->time_ms / 1e3));
  json_object_set_new(object, "solver_time_seconds",
                      json_real((double)setup->spec->solver_time_ms / 1e3));
  return object;
}

json_t *summary_json(const CampaignJob *job)
{
  Summary summary = {.job = job, .setup = &job->setup, .state = campaign_state(job->campaign)};
  const Summary *report = &summary;
  const CampaignState *state = &report->state;
  json_t *object = json_object();
  json_object_set_new(object, "assay", text(ASSAY_VERSION));
  json_object_set_new(object, "settings", settings_object(report));
  json_object_set_new(object, "end", text(summary_end_text(report->job->end)));
  json_object_set_new(object, "confirmed", json_boolean(report->job->confirmed));
  json_object_set_new(object, "seconds", json_real(seconds_of(state)));
  json_object_set_new(object, "solver_seconds", json_real((double)state->solver_ns / 1e9));
  json_object_set_new(object, "inputs", json_count(state->inputs));
  json_object_set_new(object, "void", json_count(state->void_inputs));
  json_object_set_new(object, "undecided", json_count(state->undecided));
  json_object_set_new(object, "misplaced", json_count(state->misplaced));
  if (state->best) {
    json_object_set_new(object, "best_number", json_count(state->best_number));
    json_object_set_new(object, "margin", json_number(state->record.margin));
    json_object_set_new(object, "perfect_margin",
                        json_real(score_perfect(&state->options->rule, 1)));
    if (state->record.alone)
      json_object_set_new(object, "margin_alone", json_number(state->record.alone_margin));
    json_object_set_new(object, "best_reduced", reduction_object(&state->record.reduction));
    if (state->record.reduction.text)
      json_object_set_new(object, "margin_reduced", json_number(state->record.reduced_margin));
  }
  json_object_set_new(object, "solvers", solver_objects(report));
  json_object_set_new(object, "findings", finding_objects(report));
  static const ReportArms none = {0};
  const ReportData *data = job->report;
  json_object_set_new(object, "ranking",
                      ranking_objects(report, "construct", data ? &data->ranking : &none));
  if (state->tweaks->list.count)
    json_object_set_new(object, "options",
                        ranking_objects(report, "option", data ? &data->options : &none));
  json_object_set_new(object, "folder", text(report->job->folder.path));
  return object;
}
