#include "record/report/markdown.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "record/report/summary.h"
#include "record/report/title.h"
#include "record/report/visible.h"

enum { RANKING_SHOWN = 15, GROUPS_SHOWN = 100 };

/* --- text of others --- */

/* In one line. */
static void add_text(StrBuf *out, const char *bytes, size_t length)
{
  assert(bytes || length == 0);
  static const char special[] = "\\`*_[]<>&|~#$";
  StrBuf visible;
  strbuf_init(&visible, 0);
  visible_add(&visible, bytes, length, false);
  for (size_t i = 0; i < visible.length; i++) {
    if (strchr(special, visible.bytes[i]) != NULL) strbuf_add_char(out, '\\');
    strbuf_add_char(out, visible.bytes[i]);
  }
  strbuf_deinit(&visible);
}

static void add_word(StrBuf *out, const char *text)
{
  add_text(out, text, strlen(text));
}

/* A block whose fence is longer than any run of backquotes in it. */
static void add_block(StrBuf *out, const ReportText *text)
{
  assert(text->bytes || text->length == 0);
  size_t fence = 3, run = 0;
  for (size_t i = 0; i < text->length; i++) {
    run = text->bytes[i] == '`' ? run + 1 : 0;
    if (run >= fence) fence = run + 1;
  }
  for (size_t i = 0; i < fence; i++) strbuf_add_char(out, '`');
  strbuf_add_char(out, '\n');
  visible_add(out, text->bytes, text->length, true);
  if (text->length > 0 && text->bytes[text->length - 1] != '\n') strbuf_add_char(out, '\n');
  for (size_t i = 0; i < fence; i++) strbuf_add_char(out, '`');
  strbuf_add_char(out, '\n');
  if (text->full_length > text->length)
    strbuf_printf(out, "\n(the first %zu of %" PRIu64 " bytes)\n", text->length, text->full_length);
}

static void add_count(StrBuf *out, uint64_t count, const char *what)
{
  strbuf_printf(out, "%" PRIu64 " %s%s", count, what, count == 1 ? "" : "s");
}

/* --- parts --- */

static void add_summary(const ReportData *data, StrBuf *out)
{
  strbuf_add_text(out, "# ");
  add_word(out, *data->name != '\0' ? data->name : "campaign");
  strbuf_add_text(out, "\n\n");
  add_count(out, data->inputs, "input");
  strbuf_add_text(out, " and ");
  add_count(out, data->runs, "run");
  strbuf_printf(out, " in %.1f s", data->seconds);
  if (data->seconds > 0)
    strbuf_printf(out, " (%.1f inputs/s)", (double)data->inputs / data->seconds);
  strbuf_printf(out, ", seed %" PRIu64, data->seed);
  const ReportText *logic = report_setting(data, "logic");
  if (logic != NULL) {
    strbuf_add_text(out, ", logic ");
    add_text(out, logic->bytes, logic->length);
  }
  strbuf_add_text(out, ".\n");
  if (data->running)
    strbuf_add_text(out, "The campaign is running.\n");
  else if (data->end.bytes != NULL) {
    const char *end = report_end_of(data);
    strbuf_add_text(out, "It ended: ");
    add_text(out, end, strlen(end));
    strbuf_add_text(out, ".\n");
  } else
    strbuf_add_text(out, "It has not ended, and no process runs it.\n");
}

static void add_solvers(const ReportData *data, StrBuf *out)
{
  if (data->solvers.count == 0) return;
  strbuf_add_text(out, "\n## Solvers\n\n"
                       "| solver | version | role | runs | decided | CPU s | other outcomes |\n"
                       "|---|---|---|--:|--:|--:|---|\n");
  for (size_t i = 0; i < data->solvers.count; i++) {
    const ReportSolver *solver = &data->solvers.items[i];
    const char *between = "";
    strbuf_add_text(out, "| ");
    add_word(out, solver->name);
    strbuf_add_text(out, " | ");
    add_word(out, solver->version);
    strbuf_add_text(out, " | ");
    add_word(out, solver->role);
    strbuf_printf(out, " | %" PRIu64 " | %" PRIu64 " | %.1f | ", solver->runs, solver->decided,
                  (double)solver->cpu_ns / 1e9);
    for (size_t k = 0; k < REPORT_OUTCOMES; k++) {
      bool decided = k < OUTCOME_COUNT && outcome_is_decided((OutcomeKind)k);
      if (decided || solver->outcomes[k] == 0) continue;
      strbuf_printf(out, "%s%" PRIu64 " %s", between, solver->outcomes[k], report_outcome_name(k));
      between = ", ";
    }
    strbuf_add_text(out, " |\n");
  }
}

/* What is known at the end. */
static void add_origin(StrBuf *out, const ReportText *origin)
{
  if (origin->bytes == NULL) return;
  strbuf_add_text(out, "\nMade of ");
  add_text(out, origin->bytes, origin->length);
  strbuf_add_text(out, ".\n");
}

static void add_alone(const ReportBest *best, const char *unit, StrBuf *out)
{
  if (best->alone && isfinite(best->margin_alone))
    strbuf_printf(out, "\nIsolated rerun: margin %.3f %s.\n", best->margin_alone, unit);
  else if (best->alone)
    strbuf_add_text(out, "\nIsolated rerun: no valid margin.\n");
  if (best->reduction.confirmed)
    strbuf_printf(out, "\nReduced: margin %.3f %s.\n", best->margin_reduced, unit);
}

static void add_best(const ReportData *data, StrBuf *out)
{
  const ReportBest *best = &data->best;
  const char *unit = cost_unit(data->rule.cost);
  if (!best->exists) return;
  strbuf_printf(out, "\n## Best input\n\nInput %" PRIu64 ", margin %.3f %s, after %.1f s.\n\n",
                best->instance, best->margin, unit, best->seconds);
  if (best->runs.count > 0)
    strbuf_add_text(out, "| solver | outcome | CPU s | s | MiB |\n|---|---|--:|--:|--:|\n");
  for (size_t i = 0; i < best->runs.count; i++) {
    const ReportRun *run = &best->runs.items[i];
    strbuf_add_text(out, "| ");
    assert(run->solver < data->solvers.count);
    add_word(out, data->solvers.items[run->solver].name);
    strbuf_printf(out, " | %s | %.3f | %.3f | %.1f |\n", run->outcome, (double)run->cpu_ns / 1e9,
                  (double)run->wall_ns / 1e9, (double)run->peak_bytes / (1 << 20));
  }
  add_origin(out, &best->origin);
  add_alone(best, unit, out);
  const ReportText *text = best->reduced.bytes ? &best->reduced : &best->text;
  if (text->bytes == NULL) return;
  strbuf_printf(out, "\n%s:\n\n", best->reduced.bytes ? "Reduced" : "Input");
  add_block(out, text);
}

/* Why it need not be looked at. */
static void add_remarks(const ReportData *data, const ReportGroup *group, StrBuf *out)
{
  assert(group->same_as <= data->groups.count);
  if (group->known.bytes != NULL) {
    strbuf_add_text(out, "\nKnown");
    if (group->known.length > 0) strbuf_add_text(out, ": ");
    add_text(out, group->known.bytes, group->known.length);
    strbuf_add_char(out, '\n');
  }
  if (group->regression.bytes)
    strbuf_printf(out, "\nRegression since `%.*s`.\n", (int)group->regression.length,
                  group->regression.bytes);
  if (group->same_as != 0)
    strbuf_printf(out, "\nLikely the same as %s.\n", data->groups.items[group->same_as - 1].name);
}

/* Of a crash the title has it. */
static void add_evidence(const ReportGroup *group, StrBuf *out)
{
  const ReportText *evidence = &group->evidence;
  if (!evidence->bytes || title_has_evidence((TitlePart){group->title.bytes, group->title.length},
                                             (TitlePart){evidence->bytes, evidence->length}))
    return;
  add_text(out, evidence->bytes, evidence->length);
  strbuf_add_text(out, "\n\n");
}

static void add_group(const ReportData *data, const ReportGroup *group, StrBuf *out)
{
  const ReportText *text = group->reduced.bytes != NULL  ? &group->reduced
                           : group->script.bytes != NULL ? &group->script
                                                         : &group->text;
  strbuf_printf(out, "\n### %s: ", group->name);
  add_text(out, group->title.bytes, group->title.length);
  strbuf_add_text(out, "\n\n");
  add_evidence(group, out);
  add_word(out, group->kind);
  strbuf_add_text(out, ": ");
  add_count(out, group->findings, "finding");
  strbuf_printf(
      out, ", %" PRIu64 " confirmed by a second run; first after %.1f s, on input %" PRIu64 ".\n",
      group->confirmed, group->seconds, group->instance);
  add_origin(out, &group->origin);
  add_remarks(data, group, out);
  if (group->answers.bytes != NULL) {
    strbuf_add_text(out, "\nAnswers: ");
    add_text(out, group->answers.bytes, group->answers.length);
    strbuf_add_text(out, "\n");
  }
  strbuf_add_text(out, "\nTo reproduce:\n\n");
  add_block(out, &(ReportText){group->command, strlen(group->command), strlen(group->command)});
  if (text->bytes == NULL) return;
  strbuf_printf(out, "\n%s:\n\n",
                text == &group->reduced  ? "Reduced"
                : text == &group->script ? "Script"
                                         : "Input");
  add_block(out, text);
}

static void add_groups(const ReportData *data, StrBuf *out)
{
  strbuf_add_text(out, "\n## Findings\n\n");
  add_count(out, data->findings, "finding");
  strbuf_add_text(out, " in ");
  add_count(out, data->groups.count, "group");
  strbuf_printf(out, ", %" PRIu64 " of them confirmed by a second run.\n", data->confirmed_groups);
  for (size_t i = 0; i < data->groups.count && i < GROUPS_SHOWN; i++)
    add_group(data, &data->groups.items[i], out);
  if (data->groups.count > GROUPS_SHOWN) {
    strbuf_add_text(out, "\nand ");
    add_count(out, data->groups.count - GROUPS_SHOWN, "group");
    strbuf_add_text(out, " more\n");
  }
}

static void add_ranking(const ReportArms *arms, const char *title, const char *what, StrBuf *out)
{
  if (arms->count == 0 || arms->items[0].rewards <= 0) return;
  strbuf_printf(out,
                "\n## %s\n\n| %s | reward | 95%% from | to | pulls | rewarded |\n"
                "|---|--:|--:|--:|--:|--:|\n",
                title, what);
  for (size_t i = 0; i < arms->count && i < RANKING_SHOWN && arms->items[i].rewards > 0; i++) {
    const ReportArm *arm = &arms->items[i];
    strbuf_add_text(out, "| ");
    add_word(out, arm->name);
    strbuf_printf(out, " | %.3f | %.3f | %.3f | %" PRIu64 " | %g |\n", arm->mean, arm->low,
                  arm->high, arm->pulls, arm->rewards);
  }
}

/* Only what is surely above 1. */
static void add_lifts(const ReportData *data, StrBuf *out)
{
  if (!data->lifts.count || data->lifts.items[0].ratio.low <= 1) return;
  strbuf_printf(
      out,
      "\n## Constructs of inputs that paid\n\nOf %" PRIu64 " inputs %" PRIu64
      " paid. Lift: how many times as often those with the construct did.\n\n"
      "| construct | lift | 95%% from | to | inputs | paid |\n|---|--:|--:|--:|--:|--:|\n",
      data->lift_all.inputs, data->lift_all.paid);
  for (size_t i = 0; i < data->lifts.count && i < RANKING_SHOWN; i++) {
    const ReportLift *lift = &data->lifts.items[i];
    if (lift->ratio.low <= 1) break;
    strbuf_add_text(out, "| ");
    add_word(out, lift->name);
    strbuf_printf(out, " | %.2f | %.2f | %.2f | %" PRIu64 " | %" PRIu64 " |\n", lift->ratio.ratio,
                  lift->ratio.low, lift->ratio.high, lift->with.inputs, lift->with.paid);
  }
}

void report_markdown(const ReportData *data, StrBuf *out)
{
  add_summary(data, out);
  add_solvers(data, out);
  add_best(data, out);
  add_groups(data, out);
  add_ranking(&data->ranking, "Constructs", "construct", out);
  add_lifts(data, out);
  add_ranking(&data->options, "Options of solvers", "option", out);
  add_ranking(&data->sizes, "Sizes", "size", out);
}
