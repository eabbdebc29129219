/* assay replay: regenerates an input of a campaign and runs the solvers on it. */
#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "campaign/replay.h"
#include "campaign/resume.h"
#include "cli/command/fuzz_options.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/table.h"
#include "cli/shared/solvers.h"
#include "cli/shared/stored.h"
#include "record/store/vocabulary.h"

typedef struct {
  CommonOptions common;
  const char *input;
  uint64_t campaign;
  const char *output;
  bool json;
} ReplayOptions;

static const Option options[] = {
    {OPTION_STRING(ReplayOptions, input), .name = "input", .value_name = "NUMBER",
     .help = "an input by its number, instead of a finding"},
    STORED_CAMPAIGN_OPTION(ReplayOptions, campaign),
    {OPTION_STRING(ReplayOptions, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .help = "also write the input to FILE"},
    {OPTION_FLAG(ReplayOptions, json), .name = "json", .help = "print a JSON object"},
};

static const Example examples[] = {
    {"assay replay DIR finding-01", "does the finding reproduce?"},
    {"assay replay DIR --input 17 -o 17.smt2", "an input that was not kept, made again"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "it shows again; of an input: all solvers do what they did"},
    {EXIT_FINDING, "it does not"},
    {EXIT_ENVIRONMENT, "the store, the input or a solver is not there"},
};

/* One call of the command. */
typedef struct {
  const ReplayOptions *given;
  const FindingRecord *record;
  StrBuf text;
  bool made; /* not kept, but regenerated */
  Replay replay;
} ReplayCall;

/* --- showing --- */

static void add_outcome(Table *table, const char *outcome, uint64_t cpu_ns)
{
  StrBuf *cell = table_cell(table);
  if (outcome) strbuf_printf(cell, "%s %.3f s", outcome, (double)cpu_ns / 1e9);
}

static void print_findings(const Replay *replay)
{
  for (size_t i = 0; i < replay->findings.count; i++) {
    const ReplayFinding *finding = &replay->findings.items[i];
    text_print_visible(stdout, finding->signature, strlen(finding->signature));
    fputs(finding->confirmed ? ", twice\n  " : ", once\n  ", stdout);
    text_print_visible(stdout, finding->evidence, strlen(finding->evidence));
    putchar('\n');
  }
}

static bool is_input(const ReplayCall *call)
{
  return call->record->finding.id == 0;
}

static const char *verdict(const ReplayCall *call)
{
  const Replay *replay = &call->replay;
  if (is_input(call))
    return replay->same ? "all solvers do what they did" : "a solver does something else";
  if (!replay->same) return "it does not show again";
  return replay->confirmed ? "it shows again, in two runs" : "it shows again, but not twice";
}

static const char *origin(const ReplayCall *call)
{
  if (!call->made) return "as it was kept";
  if (call->record->instance.parent == STORE_NONE) return "made again by its number";
  return "made again by its mutations";
}

static void print_result(const ReplayCall *call)
{
  static const TableColumn columns[] = {{"solver", false}, {"then", false}, {"now", false}};
  const Replay *replay = &call->replay;
  Style style = style_for(stdout, call->given->common.color);
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < replay->solvers.count; i++) {
    const ReplaySolver *solver = &replay->solvers.items[i];
    table_add_text(&table, solver->name);
    add_outcome(&table, solver->then, solver->then_cpu_ns);
    add_outcome(&table, solver->now, solver->now_cpu_ns);
  }
  printf("input %" PRIu64 ": %s\n\n", call->record->instance.number, origin(call));
  table_print(stdout, &table, style);
  putchar('\n');
  print_findings(replay);
  puts(verdict(call));
  table_deinit(&table);
}

/* --- JSON --- */

static json_t *text(const char *bytes)
{
  return bytes ? json_text(bytes, strlen(bytes)) : json_null();
}

static json_t *solvers_list(const Replay *replay)
{
  json_t *list = json_array();
  for (size_t i = 0; i < replay->solvers.count; i++) {
    const ReplaySolver *solver = &replay->solvers.items[i];
    json_t *object = json_object();
    json_object_set_new(object, "solver", text(solver->name));
    json_object_set_new(object, "then", text(solver->then));
    json_object_set_new(object, "now", text(solver->now));
    json_object_set_new(object, "then_cpu_seconds",
                        solver->then ? json_real((double)solver->then_cpu_ns / 1e9) : json_null());
    json_object_set_new(object, "now_cpu_seconds",
                        solver->now ? json_real((double)solver->now_cpu_ns / 1e9) : json_null());
    json_array_append_new(list, object);
  }
  return list;
}

static json_t *findings_list(const Replay *replay)
{
  json_t *list = json_array();
  for (size_t i = 0; i < replay->findings.count; i++) {
    const ReplayFinding *finding = &replay->findings.items[i];
    json_t *object = json_object();
    json_object_set_new(object, "kind", text(finding_name(finding->kind)));
    json_object_set_new(object, "signature", text(finding->signature));
    json_object_set_new(object, "evidence", text(finding->evidence));
    json_object_set_new(object, "confirmed", json_boolean(finding->confirmed));
    json_object_set_new(object, "same", json_boolean(finding->same));
    json_array_append_new(list, object);
  }
  return list;
}

static void print_json(ReplayCall *call)
{
  json_t *object = json_object();
  char name[STORE_FINDING_NAME];
  if (!is_input(call)) store_finding_name(call->record->number, name);
  json_object_set_new(object, "finding", is_input(call) ? json_null() : json_string(name));
  json_object_set_new(object, "input", json_count(call->record->instance.number));
  json_object_set_new(object, "made", json_boolean(call->made));
  json_object_set_new(object, "again", json_boolean(call->replay.same));
  json_object_set_new(object, "confirmed", json_boolean(call->replay.confirmed));
  json_object_set_new(object, "solvers", solvers_list(&call->replay));
  json_object_set_new(object, "findings", findings_list(&call->replay));
  json_object_set_new(object, "text", json_text(strbuf_text(&call->text), call->text.length));
  json_print_pretty(stdout, object);
}

/* --- the command --- */

static Status run_solvers(ReplayCall *call, const CampaignSetup *setup, Error *error)
{
  Supervisor *sup;
  Status status = supervisor_create(&sup, error);
  if (status != STATUS_OK) return status;
  solvers_catch_signals(sup);
  status = replay_run(&call->replay, sup, setup, call->record, &call->text, error);
  solvers_release_signals();
  supervisor_destroy(sup);
  return status;
}

static Status replay_record(ReplayCall *call, const CampaignSetup *setup, Store *store,
                            Error *error)
{
  const char *output = call->given->output;
  Status status = replay_input(call->record, store, setup, &call->text, &call->made, error);
  if (status == STATUS_OK && output)
    status = file_write(output, strbuf_text(&call->text), call->text.length, error);
  return status == STATUS_OK ? run_solvers(call, setup, error) : status;
}

static Status replay_campaign(ReplayCall *call, const char *place, Store *store, Error *error)
{
  CampaignResume resume;
  CampaignSetup setup;
  SpecRows none = {0};
  LanguageMaker maker = {.make = fuzz_language_make};
  Status status = resume_init(&resume, place, (uint64_t)call->record->campaign, &none, error);
  if (status == STATUS_OK) {
    status = setup_init(&setup, &resume.spec, maker, error);
    if (status == STATUS_OK) status = replay_record(call, &setup, store, error);
    setup_deinit(&setup);
  }
  resume_deinit(&resume);
  return status;
}

static int show_replay(const ReplayOptions *given, const char *place, Store *store,
                       const FindingRecord *record)
{
  ReplayCall call = {.given = given, .record = record};
  Error error;
  int code;
  strbuf_init(&call.text, 0);
  if (replay_campaign(&call, place, store, &error) != STATUS_OK) {
    code = command_refuse(&command_replay, &error);
  } else {
    if (given->json)
      print_json(&call);
    else
      print_result(&call);
    code = call.replay.same ? EXIT_FINE : EXIT_FINDING;
  }
  replay_deinit(&call.replay);
  strbuf_deinit(&call.text);
  return code;
}

/* Which store, and which finding or input of it. */
static int find_words(const ReplayOptions *given, int count, char **words, char **place,
                      uint64_t *number)
{
  *place = NULL;
  if (!given->input) return stored_finding_words(&command_replay, words, count, place, number);
  if (count == 2)
    return command_usage_error(&command_replay, "give a finding, or --input NUMBER, and not both");
  int code = stored_number(&command_replay, "an input", given->input, number);
  if (code == EXIT_FINE) *place = mem_copy_string(words[0], strlen(words[0]));
  return code;
}

static int run(const void *values, int count, char **words)
{
  const ReplayOptions *given = values;
  Store *store = NULL;
  FindingRecord *record = NULL;
  uint64_t number;
  char *place;
  int code = find_words(given, count, words, &place, &number);
  if (code == EXIT_FINE) code = stored_open(&command_replay, place, &store);
  if (code == EXIT_FINE)
    code = stored_record(&command_replay, store, given->campaign, given->input != NULL, number,
                         &record);
  if (code == EXIT_FINE) code = show_replay(given, place, store, record);
  finding_release(record);
  store_close(store);
  free(place);
  return code;
}

const Subcommand command_replay = {
    .name = "replay",
    .group = GROUP_FINDINGS,
    .summary = "make an input of a campaign again and run its solvers on it",
    .usage = "[OPTION]... DIR FINDING\n[OPTION]... DIR/FINDING\nDIR --input NUMBER [OPTION]...",
    .description =
        "Makes the input of a finding again, or any input of a campaign by its number, and runs "
        "the solvers of the campaign on it with the same limits and the same oracles. If the text "
        "was not kept, the input is made from its number and those of the inputs that it is a "
        "mutation of.\n"
        "\n"
        "A finding shows again if something of the same kind with the same signature is found; "
        "what is found is looked at twice. Of an input without a finding, the outcomes are "
        "compared.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "DIR [FINDING]", .min = 1, .max = 2, .completion = COMPLETE_FILES},
    .options_size = sizeof(ReplayOptions),
    .run = run,
};
