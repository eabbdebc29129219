#include "cli/command/fuzz_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/option/table.h"
#include "record/report/summary.h"
#include "record/report/title.h"
#include "record/store/vocabulary.h"

/* Constructs in the table. */
enum { RANKING_SHOWN = 15 };

static uint64_t pulls_of(const ReportArms *arms)
{
  uint64_t pulls = 0;
  for (size_t i = 0; i < arms->count; i++) pulls += arms->items[i].pulls;
  return pulls;
}

static size_t add_arms(Table *table, const ReportArms *arms)
{
  size_t shown = 0;
  for (size_t i = 0; i < arms->count && shown < RANKING_SHOWN; i++) {
    const ReportArm *arm = &arms->items[i];
    if (arm->rewards == 0) continue;
    table_add_text(table, arm->name);
    strbuf_printf(table_cell(table), "%.3f", arm->mean);
    strbuf_printf(table_cell(table), "%.3f", arm->low);
    strbuf_printf(table_cell(table), "%.3f", arm->high);
    table_add_count(table, arm->pulls);
    strbuf_printf(table_cell(table), "%g", arm->rewards);
    shown++;
  }
  return shown;
}

/* `found`: there is something, if not by a choice of the agent; then nothing is said of one that was never rewarded. */
static void print_ranking(const char *what, const ReportArms *arms, bool found, Style style)
{
  const TableColumn columns[] = {{what, false}, {"reward", true}, {"95% from", true},
                                 {"to", true},  {"pulls", true},  {"rewarded", true}};
  Table table;
  if (!arms->count) return;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  if (add_arms(&table, arms)) {
    printf("\n%s%ss%s that were rewarded, the best first\n", style.bold, what, style.reset);
    table_print(stdout, &table, style);
  } else if (!found) {
    printf("\nno %s was rewarded in %ju pull%s\n", what, (uintmax_t)pulls_of(arms),
           text_plural(pulls_of(arms)));
  }
  table_deinit(&table);
}

/* Of all inputs, not only of mutations; only what is surely above 1. */
static void print_lifts(const ReportData *data, Style style)
{
  const TableColumn columns[] = {{"construct", false}, {"lift", true},   {"95% from", true},
                                 {"to", true},         {"inputs", true}, {"paid", true}};
  Table table;
  if (!data->lifts.count || data->lifts.items[0].ratio.low <= 1) return;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < data->lifts.count && i < RANKING_SHOWN; i++) {
    const ReportLift *lift = &data->lifts.items[i];
    if (lift->ratio.low <= 1) break;
    table_add_text(&table, lift->name);
    strbuf_printf(table_cell(&table), "%.2f", lift->ratio.ratio);
    strbuf_printf(table_cell(&table), "%.2f", lift->ratio.low);
    strbuf_printf(table_cell(&table), "%.2f", lift->ratio.high);
    table_add_count(&table, lift->with.inputs);
    table_add_count(&table, lift->with.paid);
  }
  printf("\n%sconstructs of the inputs that paid%s, %" PRIu64 " of %" PRIu64
         ": how many times as often as others\n",
         style.bold, style.reset, data->lift_all.paid, data->lift_all.inputs);
  table_print(stdout, &table, style);
  table_deinit(&table);
}

static void add_measured(Table *table, const ReportData *data, size_t solver,
                         const ReportMeasured *measurements)
{
  StrBuf *cell = table_cell(table);
  if (solver >= measurements->count || !measurements->items[solver].ran) return;
  const Measurement *measured = &measurements->items[solver];
  const char *reference = store_role_word(STORE_ROLE_REFERENCE);
  strbuf_add_text(cell, measured->cut ? STORE_OUTCOME_STOPPED : outcome_name(measured->outcome));
  if (measured->cut && strcmp(data->solvers.items[solver].role, reference) == 0) return;
  strbuf_printf(cell, " %.3f %s", score_cost(&data->rule, measured), cost_unit(data->rule.cost));
}

static bool is_reduced(const ReportText *reduced, const ReportReduction *reduction)
{
  return reduced->bytes || reduction->reason.bytes;
}

/* "38 of 1200 bytes" */
static void print_reduced(const ReportText *reduced, const ReportReduction *reduction,
                          uint64_t before)
{
  if (reduced->bytes) {
    printf("%" PRIu64 " of %" PRIu64 " bytes%s%s", reduced->full_length, before,
           reduction->minimal ? "" : ", stopped early",
           reduction->confirmed ? "" : ", interrupted");
  } else {
    fputs("not reduced: ", stdout);
    text_print_visible(stdout, reduction->reason.bytes, reduction->reason.length);
  }
}

/* What the margin of a campaign for clean-up says. */
static void print_cleanup(const ReportData *data)
{
  uint32_t queries = data->rule.queries;
  if (!queries) return;
  if (!data->best.exists)
    puts("\nno input was found on which a process that has been asked before needs more");
  else if (data->rule.cost == COST_MEMORY)
    printf("so much more memory a process needs for %u queries than for one\n", (unsigned)queries);
  else
    printf("so much longer one process takes for %u queries than %u processes for one each\n",
           (unsigned)queries, (unsigned)queries);
}

static void print_origin(const ReportText *origin, const char *indent)
{
  if (!origin->bytes) return;
  printf("%smade of ", indent);
  text_print_visible(stdout, origin->bytes, origin->length);
  putchar('\n');
}

static void print_best(const ReportData *data, Style style)
{
  static const TableColumn columns[] = {
      {"solver", false}, {"found", false}, {"isolated rerun", false}};
  const ReportBest *best = &data->best;
  const char *unit = cost_unit(data->rule.cost);
  if (!best->exists) {
    print_cleanup(data);
    return;
  }
  printf("\n%sbest input%s: margin %.3f %s", style.bold, style.reset, best->margin, unit);
  if (best->alone && isfinite(best->margin_alone))
    printf(", in isolation %.3f %s", best->margin_alone, unit);
  printf(", of at most %g %s (number %" PRIu64 ")\n", score_perfect(&data->rule, 1), unit,
         best->instance);
  print_origin(&best->origin, "");
  print_cleanup(data);
  if (!best->alone) puts("no isolated rerun: interrupted");
  if (is_reduced(&best->reduced, &best->reduction)) {
    printf("best-reduced%s: ", data->extension);
    print_reduced(&best->reduced, &best->reduction, best->text.full_length);
    if (best->reduction.confirmed) printf(", margin %.3f %s", best->margin_reduced, unit);
    putchar('\n');
  }
  Table table;
  table_init(&table, columns, best->alone ? 3 : 2);
  for (size_t i = 0; i < data->solvers.count; i++) {
    table_add_text(&table, data->solvers.items[i].name);
    add_measured(&table, data, i, &best->measured);
    if (best->alone) add_measured(&table, data, i, &best->measured_alone);
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
}

/* A short text is worth more than its name. */
enum { SHOWN_MAX = 600 };

static void print_example(const ReportText *reduced)
{
  if (!reduced->bytes || reduced->full_length > SHOWN_MAX) return;
  for (size_t at = 0; at < reduced->length;) {
    const char *line = reduced->bytes + at, *end = memchr(line, '\n', reduced->length - at);
    size_t length = end ? (size_t)(end - line) : reduced->length - at;
    fputs("    ", stdout);
    text_print_visible(stdout, line, length);
    putchar('\n');
    at += length + 1;
  }
}

static void print_text(const ReportText *text)
{
  if (text->bytes) text_print_visible(stdout, text->bytes, text->length);
}

static void print_known(const ReportGroup *group)
{
  printf("%s: known: %" PRIu64 " x ", group->name, group->confirmed);
  print_text(&group->title);
  if (group->known.length) fputs("\n  ", stdout);
  print_text(&group->known);
  putchar('\n');
}

/* Of a crash the title has it. */
static void print_evidence(const ReportGroup *group, const ReportText *evidence)
{
  if (title_has_evidence((TitlePart){group->title.bytes, group->title.length},
                         (TitlePart){evidence->bytes, evidence->length}))
    return;
  fputs("\n  ", stdout);
  print_text(evidence);
}

static void print_finding(const ReportData *data, const ReportGroup *group)
{
  const ReportReduction *reduction = &group->reduction;
  printf("%s: ", group->name);
  if (group->confirmed)
    printf("%" PRIu64 " x ", group->confirmed);
  else
    printf("seen once, and not again: ");
  if (group->same_as)
    printf("likely the same as %s: ", data->groups.items[group->same_as - 1].name);
  if (group->regression.bytes) {
    fputs("regression since ", stdout);
    print_text(&group->regression);
    fputs(": ", stdout);
  }
  print_text(&group->title);
  print_evidence(group, reduction->evidence.bytes ? &reduction->evidence : &group->evidence);
  if (is_reduced(&group->reduced, reduction)) {
    fputs("\n  ", stdout);
    print_reduced(&group->reduced, reduction,
                  group->script.bytes ? group->script.full_length : group->text.full_length);
  }
  putchar('\n');
  print_origin(&group->origin, "  ");
  print_example(&group->reduced);
}

static void print_findings(const ReportData *data, Style style)
{
  if (!data->groups.count) return;
  printf("\n%sfindings%s\n", style.bold, style.reset);
  for (size_t i = 0; i < data->groups.count; i++) {
    const ReportGroup *group = &data->groups.items[i];
    if (group->known.bytes)
      print_known(group);
    else
      print_finding(data, group);
  }
}

static void print_solvers(const ReportData *data)
{
  for (size_t i = 0; i < data->solvers.count; i++) {
    const ReportSolver *solver = &data->solvers.items[i];
    const char *between = "";
    if (solver->decided || !solver->runs) continue;
    fputs("warning: ", stdout);
    text_print_visible(stdout, solver->name, strlen(solver->name));
    printf(" has decided nothing in %" PRIu64 " run%s: ", solver->runs, text_plural(solver->runs));
    for (size_t kind = 0; kind < REPORT_OUTCOMES; kind++) {
      if (!solver->outcomes[kind]) continue;
      printf("%s%" PRIu64 " %s", between, solver->outcomes[kind], report_outcome_name(kind));
      between = ", ";
    }
    putchar('\n');
  }
}

/* How many queries there were, and how many were decided for each CPU second. */
static void print_queries(const ReportResult *result)
{
  if (!result->queries) return;
  double seconds = (double)result->solver_ns / 1e9;
  double share = 100 * (double)result->decided_queries / (double)result->queries;
  printf("%" PRIu64 " quer%s, %.0f%% decided by all solvers", result->queries,
         result->queries == 1 ? "y" : "ies", share);
  if (seconds > 0)
    printf(": %.0f for each CPU second of solvers", (double)result->decided_queries / seconds);
  putchar('\n');
}

void fuzz_report_print(const ReportData *data, const char *folder, ColorMode color)
{
  Style style = style_for(stdout, color);
  printf("%s, %" PRIu64 " input%s in %.1f s (%.1f/s)", report_end_of(data), data->inputs,
         text_plural(data->inputs), data->seconds,
         data->seconds > 0 ? (double)data->inputs / data->seconds : 0);
  if (data->result.undecided) printf(", %" PRIu64 " unsolved by all", data->result.undecided);
  if (data->result.void_inputs) printf(", %" PRIu64 " without a result", data->result.void_inputs);
  putchar('\n');
  print_queries(&data->result);
  print_solvers(data);
  print_best(data, style);
  print_findings(data, style);
  bool found = data->groups.count > 0 || (data->best.exists && data->best.margin > 0);
  print_ranking("construct", &data->ranking, found, style);
  print_lifts(data, style);
  print_ranking("option", &data->options, found, style);
  print_ranking("size", &data->sizes, found, style);
  printf("\nfiles: %s\n", folder);
}
