#include "cli/command/vote_report.h"

#include <string.h>

#include "cli/option/json.h"
#include "record/report/visible.h"

/* What most cells need: "unsat !model". What is longer than its column moves what follows it. */
enum { ANSWER_WIDTH = 12, PATH_WIDTH_MAX = 60 };

const char *vote_report_name(const char *path)
{
  return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

void vote_report_init(VoteReport *report)
{
  VEC_PUSH(&report->columns, ((TableColumn){"file", false}));
  VEC_PUSH(&report->widths,
           report->path_width < PATH_WIDTH_MAX ? report->path_width : PATH_WIDTH_MAX);
  for (size_t i = 0; i < report->solvers->count; i++) {
    VEC_PUSH(&report->columns, ((TableColumn){report->solvers->items[i].name, false}));
    VEC_PUSH(&report->widths, ANSWER_WIDTH);
    VEC_PUSH(&report->tallies, (VoteTally){0});
  }
  table_init(&report->table, report->columns.items, report->columns.count);
  report->table.least = report->widths.items;
  if (report->format == VOTE_CSV) puts("file,solver,answer,wall_seconds,cpu_seconds,peak_bytes");
}

static void free_groups(VoteGroups *groups)
{
  for (size_t i = 0; i < groups->count; i++) {
    free(groups->items[i].signature);
    for (size_t j = 0; j < VOTE_GROUP_SHOWN; j++) free(groups->items[i].examples[j]);
  }
  VEC_FREE(groups);
}

void vote_report_deinit(VoteReport *report)
{
  table_deinit(&report->table);
  VEC_FREE(&report->columns);
  VEC_FREE(&report->widths);
  VEC_FREE(&report->tallies);
  free_groups(&report->confirmed);
  free_groups(&report->flaky);
  free_groups(&report->doubts);
}

/* --- answers --- */

/* "sat", "sat, unsat, timeout", "12 answers, crash" */
static void add_answer(const Vote *vote, StrBuf *out)
{
  enum { SHOWN = 4 };
  size_t count = vote->answers.count;
  if (count && strcmp(solver_answer_name(vote->answers.items[count - 1].kind),
                      outcome_name(vote->outcome)) == 0)
    count--;
  if (count > SHOWN)
    strbuf_printf(out, "%zu answers, ", count);
  else
    for (size_t i = 0; i < count; i++)
      strbuf_printf(out, "%s, ", solver_answer_name(vote->answers.items[i].kind));
  strbuf_add_text(out, outcome_name(vote->outcome));
}

/* --- table --- */

/* What the findings say of one solver: ! wrong, ? perhaps wrong, ~ not again. */
static void add_marks(const PollResult *polled, size_t solver, StrBuf *cell)
{
  bool model = false, core = false, slow = false, wrong = false, perhaps = false, flaky = false;
  for (size_t i = 0; i < polled->findings.count; i++) {
    const Finding *finding = &polled->findings.items[i];
    if (!(finding->accused & SOLVER_BIT(solver))) continue;
    if (!finding->confirmed)
      flaky = true;
    else if (finding->kind == FINDING_SPLIT || finding->kind == FINDING_CORE_DOUBT)
      perhaps = true;
    else if (finding->kind == FINDING_CORE)
      core = true;
    else if (finding->kind == FINDING_SLOW)
      slow = true;
    else if (finding->kind == FINDING_MODEL)
      model = true;
    else
      wrong = true;
  }
  if (wrong) strbuf_add_text(cell, " !");
  if (model) strbuf_add_text(cell, " !model");
  if (core) strbuf_add_text(cell, " !core");
  if (perhaps) strbuf_add_text(cell, " ?");
  if (slow) strbuf_add_text(cell, " slow");
  if (flaky) strbuf_add_text(cell, " ~");
}

/* A name with line ends is no reason for more lines. */
static void add_name(StrBuf *out, const PollResult *polled)
{
  const char *name = vote_report_name(polled->path);
  visible_add(out, name, strlen(name), false);
}

static void print_table_row(VoteReport *report, const PollResult *polled)
{
  if (report->quiet && !polled->findings.count) return;
  if (!report->rows++) table_print_titles(stdout, &report->table, report->style);
  add_name(table_cell(&report->table), polled);
  for (size_t i = 0; i < report->solvers->count; i++) {
    StrBuf *cell = table_cell(&report->table);
    add_answer(&polled->votes[i], cell);
    add_marks(polled, i, cell);
  }
  table_print_row(stdout, &report->table);
}

/* --- groups --- */

static VoteGroup *group_of(VoteGroups *groups, const char *signature)
{
  for (size_t i = 0; i < groups->count; i++)
    if (strcmp(groups->items[i].signature, signature) == 0) return &groups->items[i];
  VoteGroup group = {.signature = mem_copy_string(signature, strlen(signature)),
                     .order = groups->count};
  VEC_PUSH(groups, group);
  return &groups->items[groups->count - 1];
}

static void add_to_group(VoteReport *report, const PollResult *polled, const Finding *finding)
{
  VoteGroups *groups = !finding->confirmed ? &report->flaky
                       : finding->accused  ? &report->confirmed
                                           : &report->doubts;
  VoteGroup *group = group_of(groups, finding->signature);
  if (group->count++ >= VOTE_GROUP_SHOWN) return;
  StrBuf text;
  strbuf_init(&text, 0);
  add_name(&text, polled);
  strbuf_printf(&text, ": %s", finding->evidence);
  group->examples[group->count - 1] = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
}

static int compare_groups(const void *a, const void *b)
{
  const VoteGroup *left = a, *right = b;
  if (left->count != right->count) return left->count < right->count ? 1 : -1;
  return left->order < right->order ? -1 : 1;
}

static size_t print_groups(const VoteReport *report, VoteGroups *groups, const char *title)
{
  size_t total = 0;
  if (!groups->count) return 0;
  qsort(groups->items, groups->count, sizeof *groups->items, compare_groups);
  printf("\n%s%s%s\n", report->style.bold, title, report->style.reset);
  for (size_t i = 0; i < groups->count; i++) {
    const VoteGroup *group = &groups->items[i];
    total += group->count;
    printf("%zu x ", group->count);
    text_print_visible(stdout, group->signature, strlen(group->signature));
    putchar('\n');
    for (size_t j = 0; j < VOTE_GROUP_SHOWN && group->examples[j]; j++) {
      fputs("  ", stdout);
      text_print_visible(stdout, group->examples[j], strlen(group->examples[j]));
      putchar('\n');
    }
    if (group->count > VOTE_GROUP_SHOWN)
      printf("  and %zu more\n", group->count - VOTE_GROUP_SHOWN);
  }
  return total;
}

void vote_report_finish(VoteReport *report)
{
  bool several = report->inputs > 1;
  if (report->format == VOTE_JSON && several)
    json_print_line(stdout, vote_tally_object(&report->tallies, report->solvers));
  if (report->format != VOTE_TABLE) return;
  size_t confirmed = print_groups(report, &report->confirmed, "findings");
  print_groups(report, &report->doubts,
               "about the scripts: what they say of themselves is doubtful");
  StrBuf title;
  strbuf_init(&title, 0);
  if (report->mode == SOLVE_PLAIN)
    strbuf_add_text(&title, "flaky: seen once, and not again");
  else
    strbuf_printf(&title, "flaky: seen once with --mode %s, and not again",
                  solve_mode_name(report->mode));
  size_t flaky = print_groups(report, &report->flaky, strbuf_text(&title));
  strbuf_deinit(&title);
  if (report->rows || confirmed || flaky) putchar('\n');
  if (several && !report->quiet) {
    vote_tally_print(&report->tallies, report->solvers, report->style);
    putchar('\n');
  }
  printf("%zu script%s", report->inputs, text_plural(report->inputs));
  if (report->undecided) printf(" (%zu unsolved by all)", report->undecided);
  if (report->skipped) printf(", %zu skipped", report->skipped);
  printf(", %zu finding%s", confirmed, text_plural(confirmed));
  if (confirmed)
    printf(" in %zu group%s", report->confirmed.count, text_plural(report->confirmed.count));
  if (flaky) printf(", %zu flaky", flaky);
  putchar('\n');
}

/* --- CSV --- */

static void print_field(const char *text)
{
  if (!text[strcspn(text, ",\"\r\n")]) {
    fputs(text, stdout);
    return;
  }
  putchar('"');
  for (; *text; text++) {
    if (*text == '"') putchar('"');
    putchar(*text);
  }
  putchar('"');
}

static void print_csv(const VoteReport *report, const PollResult *polled)
{
  StrBuf answer;
  strbuf_init(&answer, 0);
  for (size_t i = 0; i < report->solvers->count; i++) {
    const Vote *vote = &polled->votes[i];
    strbuf_clear(&answer);
    add_answer(vote, &answer);
    print_field(vote_report_name(polled->path));
    putchar(',');
    print_field(report->solvers->items[i].name);
    putchar(',');
    print_field(strbuf_text(&answer));
    printf(",%.3f,%.3f,%llu\n", (double)vote->wall_ns / 1e9, (double)vote->cpu_ns / 1e9,
           (unsigned long long)vote->peak_bytes);
  }
  strbuf_deinit(&answer);
}

/* --- JSON --- */

static void set_text(json_t *object, const char *key, const char *text)
{
  if (text) json_object_set_new(object, key, json_text(text, strlen(text)));
}

static const char *model_state_name(ModelState state)
{
  static const char *const names[] = {"none", "undetermined", "right", "wrong"};
  return names[state];
}

static json_t *vote_object(const VoteReport *report, const Vote *vote, size_t solver)
{
  json_t *object = json_object(), *answers = json_array(), *models = json_array();
  for (size_t i = 0; i < vote->answers.count; i++) {
    json_array_append_new(answers, json_string(solver_answer_name(vote->answers.items[i].kind)));
    json_array_append_new(models, json_string(model_state_name(vote->answers.items[i].model)));
  }
  set_text(object, "solver", report->solvers->items[solver].name);
  json_object_set_new(object, "outcome", json_string(outcome_name(vote->outcome)));
  json_object_set_new(object, "answers", answers);
  json_object_set_new(object, "models", models);
  set_text(object, "message", vote->message);
  json_object_set_new(object, "wall_seconds", json_real((double)vote->wall_ns / 1e9));
  json_object_set_new(object, "cpu_seconds", json_real((double)vote->cpu_ns / 1e9));
  json_object_set_new(object, "peak_bytes",
                      vote->peak_bytes ? json_count(vote->peak_bytes) : json_null());
  json_object_set_new(object, "mode", json_string(run_manner_text(vote->manner)));
  if (vote->manner == RUN_IN_SESSION)
    json_object_set_new(object, "scripts_before", json_count(vote->scripts_before));
  if (vote->plain_because) set_text(object, "plain_because", vote->plain_because);
  return object;
}

static json_t *solver_list(const VoteReport *report, SolverSet set)
{
  json_t *list = json_array();
  for (size_t i = 0; i < report->solvers->count; i++) {
    const char *name = report->solvers->items[i].name;
    if (set & SOLVER_BIT(i)) json_array_append_new(list, json_text(name, strlen(name)));
  }
  return list;
}

static json_t *finding_object(const VoteReport *report, const Finding *finding)
{
  json_t *object = json_object();
  json_object_set_new(object, "kind", json_string(finding_name(finding->kind)));
  json_object_set_new(object, "solvers", solver_list(report, finding->accused));
  if (finding->query) json_object_set_new(object, "check_sat", json_count(finding->query));
  if (finding->line) json_object_set_new(object, "line", json_count(finding->line));
  set_text(object, "evidence", finding->evidence);
  set_text(object, "signature", finding->signature);
  set_text(object, "script", finding->script);
  json_object_set_new(object, "confirmed", json_boolean(finding->confirmed));
  return object;
}

static void print_json(const VoteReport *report, const PollResult *polled)
{
  json_t *object = json_object();
  set_text(object, "file", vote_report_name(polled->path));
  if (polled->status != STATUS_OK) set_text(object, "error", polled->error.message);
  if (!polled->skipped) {
    set_text(object, "logic", polled->facts.logic);
    json_t *votes = json_array(), *findings = json_array();
    for (size_t i = 0; i < report->solvers->count; i++)
      json_array_append_new(votes, vote_object(report, &polled->votes[i], i));
    for (size_t i = 0; i < polled->findings.count; i++)
      json_array_append_new(findings, finding_object(report, &polled->findings.items[i]));
    json_object_set_new(object, "votes", votes);
    json_object_set_new(object, "findings", findings);
  }
  json_print_line(stdout, object);
}

/* --- one script --- */

static bool is_decided(const VoteReport *report, const PollResult *polled)
{
  for (size_t i = 0; i < report->solvers->count; i++)
    if (outcome_is_decided(polled->votes[i].outcome)) return true;
  return false;
}

void vote_report_add(VoteReport *report, const PollResult *polled)
{
  for (size_t i = 0; i < report->solvers->count && polled->votes; i++)
    report->missing += polled->votes[i].cast && polled->votes[i].outcome == OUTCOME_NOT_STARTED;
  if (report->format == VOTE_JSON) print_json(report, polled);
  if (polled->skipped) {
    report->skipped++;
    return;
  }
  report->inputs++;
  report->undecided += !is_decided(report, polled);
  vote_tally_add(&report->tallies, polled);
  for (size_t i = 0; i < polled->findings.count; i++)
    add_to_group(report, polled, &polled->findings.items[i]);
  if (report->format == VOTE_CSV) print_csv(report, polled);
  if (report->format == VOTE_TABLE) print_table_row(report, polled);
  fflush(stdout);
}
