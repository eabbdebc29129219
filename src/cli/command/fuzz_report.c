#include "cli/command/fuzz_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "campaign/summary.h"
#include "cli/option/table.h"
#include "record/report/title.h"
#include "record/store/vocabulary.h"

/* Constructs in the table. */
enum { RANKING_SHOWN = 15 };

typedef struct {
  const CampaignSetup *setup;
  CampaignState state;
} Report;

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

static void print_ranking(const char *what, const ReportArms *arms, Style style)
{
  const TableColumn columns[] = {{what, false}, {"reward", true}, {"95% from", true},
                                 {"to", true},  {"tried", true},  {"paid", true}};
  Table table;
  if (!arms->count) return;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  if (add_arms(&table, arms)) {
    printf("\n%s%ss%s that paid, the best first\n", style.bold, what, style.reset);
    table_print(stdout, &table, style);
  } else {
    printf("\nno %s has paid in %ju tries\n", what, (uintmax_t)pulls_of(arms));
  }
  table_deinit(&table);
}

static void add_measured(Table *table, const Report *report, size_t solver,
                         const Measurement *measured)
{
  if (!measured->ran) {
    table_add_text(table, "");
    return;
  }
  const ScoreRule *rule = &report->setup->options.rule;
  StrBuf *cell = table_cell(table);
  strbuf_add_text(cell, measured->cut ? STORE_OUTCOME_STOPPED : outcome_name(measured->outcome));
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

static void print_best(const Report *report, Style style)
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
    printf("best-reduced%s: ", report->setup->language->interface->extension);
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

static void print_title(const FindingGroup *group)
{
  StrBuf title;
  strbuf_init(&title, 0);
  title_add(&title, finding_name(group->kind),
            (TitlePart){group->signature, strlen(group->signature)},
            (TitlePart){group->evidence, strlen(group->evidence)});
  text_print_visible(stdout, strbuf_text(&title), title.length);
  strbuf_deinit(&title);
}

static void print_findings(const Report *report, Style style)
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
    print_title(group);
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

static void print_solvers(const Report *report)
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

void fuzz_report_print(const CampaignJob *job, ColorMode color)
{
  Report made = {.setup = &job->setup, .state = campaign_state(job->campaign)};
  const Report *report = &made;
  const CampaignState *state = &report->state;
  Style style = style_for(stdout, color);
  double seconds = (double)(state->ended_ns - state->started_ns) / 1e9;
  printf("%s, %ju inputs in %.1f s (%.1f/s)", summary_end_text(job->end), (uintmax_t)state->inputs,
         seconds, seconds > 0 ? (double)state->inputs / seconds : 0);
  if (state->undecided) printf(", %ju unsolved by all", (uintmax_t)state->undecided);
  if (state->void_inputs) printf(", %ju without a result", (uintmax_t)state->void_inputs);
  putchar('\n');
  print_solvers(report);
  print_best(report, style);
  print_findings(report, style);
  if (job->report) {
    print_ranking("construct", &job->report->ranking, style);
    print_ranking("option", &job->report->options, style);
    print_ranking("size", &job->report->sizes, style);
  }
  printf("\nfiles: %s\n", job->folder.path);
}
