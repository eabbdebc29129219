/* assay show: all that is known of one finding. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/table.h"
#include "cli/shared/stored.h"
#include "record/report/title.h"
#include "record/store/vocabulary.h"

typedef struct {
  CommonOptions common;
  bool json;
  const char *only;
  uint64_t campaign;
} ShowOptions;

static const Option options[] = {
    {OPTION_STRING(ShowOptions, only), .name = "only", .value_name = "TEXT",
     .help = "print just this text, byte by byte: input, script, reduced, report, answers ..."},
    {OPTION_FLAG(ShowOptions, json), .name = "json", .help = "print a JSON object"},
    STORED_CAMPAIGN_OPTION(ShowOptions, campaign),
};

static const Example examples[] = {
    {"assay show DIR finding-01", "all that is known of a finding"},
    {"assay show DIR/finding-01", "the same, by its folder"},
    {"assay show DIR 1 --only reduced >small.smt2", "its reduced input as a file"},
};

static const ExitNote exits[] = {
    {EXIT_USAGE, "there is no such finding or text"},
    {EXIT_ENVIRONMENT, "the store cannot be read"},
};

enum { LABEL_WIDTH = 16 };

static const char *solver_name(const FindingRecord *record, uint32_t number)
{
  for (size_t i = 0; i < record->solvers.count; i++)
    if (record->solvers.items[i].number == number) return record->solvers.items[i].name;
  return "";
}

/* What is shown, and where it comes from. */
typedef struct {
  const ShowOptions *given;
  const char *place;
  char name[STORE_FINDING_NAME];
} Shown;

static void add_command(const Shown *shown, StrBuf *out)
{
  strbuf_add_text(out, "assay replay ");
  strbuf_add_shell_word(out, shown->place);
  strbuf_printf(out, " %s", shown->name);
  if (shown->given->campaign) strbuf_printf(out, " --campaign %" PRIu64, shown->given->campaign);
}

/* --- for people --- */

static void print_label(const char *label, const char *bytes, size_t length)
{
  printf("%-*s", LABEL_WIDTH, label);
  text_print_visible(stdout, bytes, length);
  putchar('\n');
}

static void print_names(const FindingRecord *record, const char *label, uint64_t set)
{
  StrBuf names;
  strbuf_init(&names, 0);
  report_finding_names(record, set, &names);
  print_label(label, strbuf_text(&names), names.length);
  strbuf_deinit(&names);
}

static void print_runs(const FindingRecord *record, Style style)
{
  static const TableColumn columns[] = {{"solver", false}, {"outcome", false}, {"CPU s", true},
                                        {"s", true},       {"MiB", true},      {"exit", true},
                                        {"signal", true}};
  Table table;
  if (record->runs.count == 0) return;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < record->runs.count; i++) {
    const StoreRun *run = &record->runs.items[i];
    table_add_text(&table, solver_name(record, run->solver));
    table_add_text(&table, run->outcome);
    strbuf_printf(table_cell(&table), "%.3f", (double)run->cpu_ns / 1e9);
    strbuf_printf(table_cell(&table), "%.3f", (double)run->wall_ns / 1e9);
    strbuf_printf(table_cell(&table), "%.1f", (double)run->peak_bytes / (1 << 20));
    strbuf_printf(table_cell(&table), "%d", run->exit_code);
    strbuf_printf(table_cell(&table), "%d", run->signal);
  }
  putchar('\n');
  table_print(stdout, &table, style);
  table_deinit(&table);
}

static bool is_long(const FindingText *part)
{
  return memchr(part->text.bytes, '\n', part->text.length) != NULL;
}

/* The report has what shows the finding: it is not printed twice. */
static bool is_in_report(const FindingRecord *record, const FindingText *part)
{
  const StoreText *report = report_finding_text(record, store_text_word(STORE_TEXT_REPORT));
  return report && &part->text != report && part->text.length < report->length &&
         memmem(report->bytes, report->length, part->text.bytes, part->text.length);
}

static void print_text(const FindingText *part, Style style)
{
  printf("\n%s", style.bold);
  text_print_visible(stdout, part->role, strlen(part->role));
  printf("%s\n", style.reset);
  text_print_visible(stdout, part->text.bytes, part->text.length);
  if (part->text.length > 0 && part->text.bytes[part->text.length - 1] != '\n') putchar('\n');
  if (part->text.full_length > part->text.length)
    printf("(the first %zu of %" PRIu64 " bytes)\n", part->text.length, part->text.full_length);
}

static TitlePart part_of(const StoreText *text)
{
  return (TitlePart){text->bytes, text->length};
}

/* The evidence is in the title of a crash. */
static void print_title(const StoreFinding *finding)
{
  StrBuf title;
  strbuf_init(&title, 0);
  title_add(&title, finding->kind, part_of(&finding->signature), part_of(&finding->evidence));
  print_label("title", strbuf_text(&title), title.length);
  if (!title_has_evidence((TitlePart){strbuf_text(&title), title.length},
                          part_of(&finding->evidence)))
    print_label("evidence", finding->evidence.bytes, finding->evidence.length);
  strbuf_deinit(&title);
}

/* Of a short text. */
static const char *label_of(const char *role)
{
  if (strcmp(role, store_text_word(STORE_TEXT_ALONE)) == 0) return "isolated rerun";
  return strcmp(role, store_text_word(STORE_TEXT_SAME_AS)) == 0 ? "same as" : role;
}

static void print_finding(const FindingRecord *record, const Shown *shown, Style style)
{
  const StoreFinding *finding = &record->finding;
  StrBuf command;
  strbuf_init(&command, 0);
  add_command(shown, &command);
  printf("%-*s%s, %s\n", LABEL_WIDTH, "finding", shown->name,
         finding->confirmed ? "confirmed" : "not confirmed");
  print_title(finding);
  print_label("kind", finding->kind, strlen(finding->kind));
  print_names(record, "blamed", finding->accused);
  print_names(record, "concerned", finding->concerned);
  if (finding->query > 0) printf("%-*s%" PRIu32 "\n", LABEL_WIDTH, "query", finding->query);
  if (finding->line > 0) printf("%-*s%" PRIu64 "\n", LABEL_WIDTH, "line", finding->line);
  printf("%-*s%" PRIu64 ", after %.1f s\n", LABEL_WIDTH, "input", finding->instance,
         (double)finding->at_ms / 1e3);
  for (size_t i = 0; i < record->parts.count; i++)
    if (!is_long(&record->parts.items[i]))
      print_label(label_of(record->parts.items[i].role), record->parts.items[i].text.bytes,
                  record->parts.items[i].text.length);
  print_label("signature", finding->signature.bytes, finding->signature.length);
  print_label("reproduce", strbuf_text(&command), command.length);
  print_runs(record, style);
  for (size_t i = 0; i < record->parts.count; i++)
    if (is_long(&record->parts.items[i]) && !is_in_report(record, &record->parts.items[i]))
      print_text(&record->parts.items[i], style);
  strbuf_deinit(&command);
}

/* --- JSON --- */

static json_t *names_list(const FindingRecord *record, uint64_t set)
{
  json_t *list = json_array();
  for (size_t i = 0; i < record->solvers.count; i++) {
    const StoreSolver *solver = &record->solvers.items[i];
    if (solver->number < 64 && (set >> solver->number & 1))
      json_array_append_new(list, json_text(solver->name, strlen(solver->name)));
  }
  return list;
}

static json_t *runs_list(const FindingRecord *record)
{
  json_t *list = json_array();
  for (size_t i = 0; i < record->runs.count; i++) {
    const StoreRun *run = &record->runs.items[i];
    const char *name = solver_name(record, run->solver);
    json_t *object = json_object();
    json_object_set_new(object, "solver", json_text(name, strlen(name)));
    json_object_set_new(object, "attempt", json_count(run->attempt));
    json_object_set_new(object, "outcome", json_text(run->outcome, strlen(run->outcome)));
    json_object_set_new(object, "cpu_seconds", json_real((double)run->cpu_ns / 1e9));
    json_object_set_new(object, "wall_seconds", json_real((double)run->wall_ns / 1e9));
    json_object_set_new(object, "peak_bytes", json_count(run->peak_bytes));
    json_object_set_new(object, "exit_code", json_integer(run->exit_code));
    json_object_set_new(object, "signal", json_integer(run->signal));
    json_array_append_new(list, object);
  }
  return list;
}

static json_t *finding_object(const FindingRecord *record, const Shown *shown)
{
  const StoreFinding *finding = &record->finding;
  json_t *object = json_object(), *texts = json_object();
  StrBuf command;
  strbuf_init(&command, 0);
  add_command(shown, &command);
  json_object_set_new(object, "finding", json_string(shown->name));
  json_object_set_new(object, "campaign", json_integer(record->campaign));
  json_object_set_new(object, "confirmed", json_boolean(finding->confirmed));
  json_object_set_new(object, "kind", json_text(finding->kind, strlen(finding->kind)));
  json_object_set_new(object, "signature",
                      json_text(finding->signature.bytes, finding->signature.length));
  json_object_set_new(object, "evidence",
                      json_text(finding->evidence.bytes, finding->evidence.length));
  json_object_set_new(object, "blamed", names_list(record, finding->accused));
  json_object_set_new(object, "concerned", names_list(record, finding->concerned));
  json_object_set_new(object, "query", json_count(finding->query));
  json_object_set_new(object, "line", json_count(finding->line));
  json_object_set_new(object, "instance", json_count(finding->instance));
  json_object_set_new(object, "seconds", json_real((double)finding->at_ms / 1e3));
  json_object_set_new(object, "command", json_text(strbuf_text(&command), command.length));
  json_object_set_new(object, "runs", runs_list(record));
  for (size_t i = 0; i < record->parts.count; i++) {
    const FindingText *part = &record->parts.items[i];
    json_t *key = json_text(part->role, strlen(part->role));
    json_object_set_new(texts, json_string_value(key),
                        json_text(part->text.bytes, part->text.length));
    json_decref(key);
  }
  json_object_set_new(object, "texts", texts);
  strbuf_deinit(&command);
  return object;
}

/* --- the command --- */

static int print_only(const FindingRecord *record, const Shown *shown, const char *role)
{
  const StoreText *text = report_finding_text(record, role);
  if (text == NULL) {
    StrBuf roles;
    strbuf_init(&roles, 0);
    for (size_t i = 0; i < record->parts.count; i++)
      strbuf_printf(&roles, "%s%s", i > 0 ? ", " : "", record->parts.items[i].role);
    int code = command_usage_error(&command_show, "%s has no '%s'; it has: %s", shown->name, role,
                                   strbuf_text(&roles));
    strbuf_deinit(&roles);
    return code;
  }
  if (isatty(STDOUT_FILENO))
    text_print_visible(stdout, text->bytes, text->length);
  else
    fwrite(text->bytes, 1, text->length, stdout);
  return EXIT_FINE;
}

static int show(const ShowOptions *given, const char *place, uint64_t number)
{
  Store *store = NULL;
  FindingRecord *record = NULL;
  Shown shown = {.given = given, .place = place};
  store_finding_name(number, shown.name);
  int code = stored_open(&command_show, place, &store);
  if (code == EXIT_FINE)
    code = stored_record(&command_show, store, given->campaign, false, number, &record);
  if (code == EXIT_FINE) {
    if (given->only != NULL)
      code = print_only(record, &shown, given->only);
    else if (given->json)
      json_print_pretty(stdout, finding_object(record, &shown));
    else
      print_finding(record, &shown, style_for(stdout, given->common.color));
  }
  report_finding_release(record);
  store_close(store);
  return code;
}

static int run(const void *values, int count, char **words)
{
  char *place;
  uint64_t number;
  int code = stored_finding_words(&command_show, words, count, &place, &number);
  if (code == EXIT_FINE) code = show(values, place, number);
  free(place);
  return code;
}

const Subcommand command_show = {
    .name = "show",
    .group = GROUP_FINDINGS,
    .summary = "show all that is known of a finding",
    .usage = "[OPTION]... DIR FINDING\n[OPTION]... DIR/FINDING",
    .description =
        "Shows a finding of a campaign by its name, such as finding-02, or its number: who is "
        "blamed for what on which evidence, "
        "the answers, the runs, the input, the script that shows it if that is another one, what "
        "is left of it after reduction, and the report to send. 'assay list DIR' has the names.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "DIR [FINDING]", .min = 1, .max = 2, .completion = COMPLETE_FILES},
    .options_size = sizeof(ShowOptions),
    .run = run,
};
