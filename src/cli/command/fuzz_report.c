#include "cli/command/fuzz_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "cli/option/table.h"

/* Constructs in the table. */
enum { RANKING_SHOWN = 15 };

const char *fuzz_end_text(CampaignEnd end)
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

static double seconds_of(const CampaignState *state)
{
  return (double)(state->ended_ns - state->started_ns) / 1e9;
}

/* --- JSON --- */

static json_t *text(const char *bytes)
{
  return bytes ? json_text(bytes, strlen(bytes)) : json_null();
}

static json_t *measured_object(const FuzzReport *report, size_t solver, const Measurement *measured)
{
  if (!measured->ran) return json_null();
  bool target = solver < report->setup->options.targets;
  const ScoreRule *rule = &report->setup->options.rule;
  json_t *object = json_object();
  json_object_set_new(object, "outcome", text(outcome_name(measured->outcome)));
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

static json_t *solver_objects(const FuzzReport *report)
{
  const FuzzSetup *setup = report->setup;
  json_t *list = json_array();
  for (size_t i = 0; i < setup->solvers.count; i++) {
    json_t *object = json_object(), *outcomes = json_object();
    const Health *health = &report->state.health[i];
    json_object_set_new(object, "solver", text(setup->solvers.items[i].name));
    json_object_set_new(object, "role",
                        text(setup->options.objective == OBJECTIVE_BUGS ? "solver"
                             : i < setup->options.targets               ? "target"
                                                                        : "reference"));
    json_object_set_new(object, "version", text(report->versions[i]));
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

static const char *construct_name(const FuzzReport *report, size_t number)
{
  const Language *language = report->setup->language;
  return language->interface->construct(language, number).name;
}

static const char *option_name(const FuzzReport *report, size_t number)
{
  return report->state.tweaks->list.items[number].name;
}

/* Arms of an agent, and what they are called. */
typedef struct {
  const char *what;
  const Agent *agent;
  const char *(*name)(const FuzzReport *report, size_t number);
} Ranking;

static Ranking rank_constructs(const FuzzReport *report)
{
  return (Ranking){"construct", report->state.inner, construct_name};
}

static Ranking rank_options(const FuzzReport *report)
{
  return (Ranking){"option", &report->state.tweaks->agent, option_name};
}

static json_t *ranking_objects(const FuzzReport *report, Ranking ranking)
{
  const Agent *agent = ranking.agent;
  const Language *language = report->setup->language;
  size_t *order = mem_alloc(agent->count + 1, sizeof *order);
  json_t *list = json_array();
  if (agent->count) agent_rank(agent, order);
  for (size_t i = 0; i < agent->count; i++) {
    const Arm *arm = &agent->arms[order[i]];
    if (!arm->pulls) continue;
    ArmBelief belief = agent_belief(agent, order[i], 0.95);
    json_t *object = json_object();
    json_object_set_new(object, ranking.what, text(ranking.name(report, order[i])));
    if (agent == report->state.inner)
      json_object_set_new(object, "class",
                          text(language->interface->construct(language, order[i]).class));
    json_object_set_new(object, "mean", json_real(belief.mean));
    json_object_set_new(object, "low", json_real(belief.low));
    json_object_set_new(object, "high", json_real(belief.high));
    json_object_set_new(object, "pulls", json_count(arm->pulls));
    json_object_set_new(object, "rewards", json_real(arm->rewards));
    json_array_append_new(list, object);
  }
  free(order);
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

static json_t *construct_names(const FuzzReport *report, const FindingGroup *group)
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

static json_t *finding_objects(const FuzzReport *report)
{
  json_t *list = json_array();
  for (size_t i = 0; i < report->state.groups->count; i++) {
    const FindingGroup *group = &report->state.groups->items[i];
    json_t *object = json_object();
    char folder[32];
    snprintf(folder, sizeof folder, "finding-%02zu", i + 1);
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
    snprintf(folder, sizeof folder, "finding-%02zu", group->same_as);
    json_object_set_new(object, "same_as", group->same_as ? text(folder) : json_null());
    json_array_append_new(list, object);
  }
  return list;
}

static json_t *settings_object(const FuzzReport *report)
{
  const FuzzSetup *setup = report->setup;
  const CampaignOptions *options = &setup->options;
  json_t *object = json_object();
  json_object_set_new(object, "objective", text(fuzz_objective_words[setup->given->objective]));
  json_object_set_new(object, "logic", text(setup->logic));
  json_object_set_new(object, "seed", json_count(setup->given->gen.seed));
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
  json_object_set_new(object, "timeout_seconds", json_real((double)setup->given->timeout_ms / 1e3));
  json_object_set_new(object, "time_seconds", json_real((double)setup->given->time_ms / 1e3));
  json_object_set_new(object, "solver_time_seconds",
                      json_real((double)setup->given->solver_time_ms / 1e3));
  return object;
}

json_t *fuzz_report_json(const FuzzReport *report)
{
  const CampaignState *state = &report->state;
  json_t *object = json_object();
  json_object_set_new(object, "assay", text(ASSAY_VERSION));
  json_object_set_new(object, "settings", settings_object(report));
  json_object_set_new(object, "end", text(fuzz_end_text(report->end)));
  json_object_set_new(object, "confirmed", json_boolean(report->confirmed));
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
  json_object_set_new(object, "ranking", ranking_objects(report, rank_constructs(report)));
  if (state->tweaks->list.count)
    json_object_set_new(object, "options", ranking_objects(report, rank_options(report)));
  json_object_set_new(object, "folder", text(report->folder));
  return object;
}

/* --- for people --- */

static void print_ranking(const FuzzReport *report, Ranking ranking, Style style)
{
  const TableColumn columns[] = {{ranking.what, false}, {"reward", true}, {"95% from", true},
                                 {"to", true},          {"tried", true},  {"paid", true}};
  const Agent *agent = ranking.agent;
  if (!agent->pulls) return;
  size_t *order = mem_alloc(agent->count, sizeof *order), shown = 0;
  Table table;
  agent_rank(agent, order);
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < agent->count && shown < RANKING_SHOWN; i++) {
    const Arm *arm = &agent->arms[order[i]];
    if (arm->rewards == 0) continue;
    ArmBelief belief = agent_belief(agent, order[i], 0.95);
    table_add_text(&table, ranking.name(report, order[i]));
    strbuf_printf(table_cell(&table), "%.3f", belief.mean);
    strbuf_printf(table_cell(&table), "%.3f", belief.low);
    strbuf_printf(table_cell(&table), "%.3f", belief.high);
    table_add_count(&table, arm->pulls);
    strbuf_printf(table_cell(&table), "%g", arm->rewards);
    shown++;
  }
  if (shown) {
    printf("\n%s%ss%s that paid, the best first\n", style.bold, ranking.what, style.reset);
    table_print(stdout, &table, style);
  } else {
    printf("\nno %s has paid in %ju tries\n", ranking.what, (uintmax_t)agent->pulls);
  }
  table_deinit(&table);
  free(order);
}

static void add_measured(Table *table, const FuzzReport *report, size_t solver,
                         const Measurement *measured)
{
  if (!measured->ran) {
    table_add_text(table, "");
    return;
  }
  const ScoreRule *rule = &report->setup->options.rule;
  StrBuf *cell = table_cell(table);
  strbuf_add_text(cell, outcome_name(measured->outcome));
  if (solver >= report->setup->options.targets && measured->cut) return;
  strbuf_printf(cell, " %.3f %s", score_cost(rule, measured), cost_unit(rule->cost));
}

/* "38 of 1200 bytes" */
static void print_reduced(const Reduction *reduction, size_t before)
{
  if (reduction->text)
    printf("%zu of %zu bytes%s%s", reduction->length, before,
           reduction->minimal ? "" : ", stopped early",
           reduction->confirmed ? "" : ", interrupted");
  else
    printf("not reduced: %s", reduction->reason);
}

static void print_best(const FuzzReport *report, Style style)
{
  static const TableColumn columns[] = {{"solver", false}, {"found", false}, {"alone", false}};
  const BestRecord *record = &report->state.record;
  const char *unit = cost_unit(report->setup->options.rule.cost);
  if (!report->state.best) return;
  printf("\n%sbest input%s: margin %.3f %s", style.bold, style.reset, record->margin, unit);
  if (record->alone && isfinite(record->alone_margin))
    printf(", alone %.3f %s", record->alone_margin, unit);
  printf(", of at most %g %s (number %ju)\n", score_perfect(&report->setup->options.rule, 1), unit,
         (uintmax_t)report->state.best_number);
  if (!record->alone) puts("it was not run again alone: interrupted");
  if (record->reduction.text || record->reduction.reason) {
    size_t length = 0;
    report->setup->language->interface->text(report->state.best, &length);
    fputs("best-reduced.smt2: ", stdout);
    print_reduced(&record->reduction, length);
    if (record->reduction.confirmed) printf(", margin %.3f %s", record->reduced_margin, unit);
    putchar('\n');
  }
  Table table;
  table_init(&table, columns, record->alone ? 3 : 2);
  for (size_t i = 0; i < report->setup->solvers.count; i++) {
    table_add_text(&table, report->setup->solvers.items[i].name);
    add_measured(&table, report, i, &record->measured[i]);
    if (record->alone) add_measured(&table, report, i, &record->alone_measured[i]);
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
}

/* A short text is worth more than its name. */
enum { SHOWN_MAX = 600 };

static void print_example(const Reduction *reduction)
{
  if (!reduction->text || reduction->length > SHOWN_MAX) return;
  for (const char *line = reduction->text; *line;) {
    size_t length = strcspn(line, "\n");
    fputs("    ", stdout);
    text_print_visible(stdout, line, length);
    putchar('\n');
    line += length + (line[length] == '\n');
  }
}

static void print_known(const FindingGroup *group)
{
  printf("known: %zu x ", group->count);
  text_print_visible(stdout, group->signature, strlen(group->signature));
  const char *const remarks[] = {group->known->note, group->known->link};
  for (size_t i = 0; i < 2; i++) {
    if (!remarks[i] || !*remarks[i]) continue;
    fputs(i ? " " : "\n  ", stdout);
    text_print_visible(stdout, remarks[i], strlen(remarks[i]));
  }
  putchar('\n');
}

static void print_findings(const FuzzReport *report, Style style)
{
  const FindingGroups *groups = report->state.groups;
  if (!groups->count) return;
  printf("\n%sfindings%s\n", style.bold, style.reset);
  for (size_t i = 0; i < groups->count; i++) {
    const FindingGroup *group = &groups->items[i];
    if (group->known) {
      print_known(group);
      continue;
    }
    printf("finding-%02zu: ", i + 1);
    if (group->count)
      printf("%zu x ", group->count);
    else
      printf("seen once, and not again: ");
    if (group->same_as) printf("likely the same as finding-%02zu: ", group->same_as);
    text_print_visible(stdout, group->signature, strlen(group->signature));
    fputs("\n  ", stdout);
    const Reduction *reduction = &group->reduction;
    const char *evidence = reduction->evidence ? reduction->evidence : group->evidence;
    text_print_visible(stdout, evidence, strlen(evidence));
    if (reduction->text || reduction->reason) {
      fputs("\n  ", stdout);
      print_reduced(reduction, group->script ? strlen(group->script) : group->length);
    }
    putchar('\n');
    print_example(reduction);
  }
}

static void print_solvers(const FuzzReport *report)
{
  for (size_t i = 0; i < report->setup->solvers.count; i++) {
    const Health *health = &report->state.health[i];
    bool decides = health->outcomes[OUTCOME_SAT] || health->outcomes[OUTCOME_UNSAT];
    if (decides || !health->runs) continue;
    StrBuf line;
    strbuf_init(&line, 0);
    strbuf_printf(&line, "warning: %s ", report->setup->solvers.items[i].name);
    health_describe(health, &line);
    text_print_visible(stdout, strbuf_text(&line), line.length);
    putchar('\n');
    strbuf_deinit(&line);
  }
}

void fuzz_report_print(const FuzzReport *report)
{
  const CampaignState *state = &report->state;
  Style style = style_for(stdout, report->setup->given->common.color);
  double seconds = seconds_of(state);
  printf("%s, %ju inputs in %.1f s (%.1f/s)", fuzz_end_text(report->end), (uintmax_t)state->inputs,
         seconds, seconds > 0 ? (double)state->inputs / seconds : 0);
  if (state->undecided) printf(", %ju decided by nobody", (uintmax_t)state->undecided);
  if (state->void_inputs) printf(", %ju without a result", (uintmax_t)state->void_inputs);
  putchar('\n');
  print_solvers(report);
  print_best(report, style);
  print_findings(report, style);
  print_ranking(report, rank_constructs(report), style);
  print_ranking(report, rank_options(report), style);
  printf("\nfiles: %s\n", report->folder);
}
