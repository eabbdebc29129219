/* assay replay: an input of a campaign is made again, and its solvers run on it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/command/fuzz_resume.h"
#include "cli/command/replay_input.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/table.h"
#include "cli/shared/solvers.h"
#include "cli/shared/stored.h"
#include "find/oracle/poll.h"

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
    {"assay replay DIR 1", "does the finding with the number 1 show again?"},
    {"assay replay DIR --input 17 -o 17.smt2", "an input that was not kept, made again"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "it shows again; of an input: all solvers do what they did"},
    {EXIT_FINDING, "it does not"},
    {EXIT_ENVIRONMENT, "the store, the input or a solver is not there"},
};

typedef struct {
  const ReplayOptions *given;
  const FindingRecord *record;
  const FuzzSetup *setup;
  const char *output; /* where to write the input; NULL: nowhere */
  StrBuf text;
  bool made;          /* not kept, but made again */
  bool asked;         /* the one script was handed out */
  SolverVec variants; /* with the options that the finding needs; empty: as they are */
  bool same, confirmed;
  json_t *solvers, *findings; /* what came of it */
} Replay;

/* --- judging --- */

static bool next_script(void *user, PollScript *script)
{
  Replay *replay = user;
  if (replay->asked) return false;
  replay->asked = true;
  *script = (PollScript){.path = "input",
                         .bytes = strbuf_text(&replay->text),
                         .length = replay->text.length,
                         .solvers = replay->variants.items};
  return true;
}

/* Long signatures are cut in the store, and end with a digest there. */
static bool is_finding(const StoreFinding *stored, const Finding *now)
{
  size_t length = strlen(now->signature);
  if (strcmp(stored->kind, finding_name(now->kind)) != 0) return false;
  if (length > STORE_SIGNATURE_MOST) return stored->accused == now->accused;
  return length == stored->signature.length &&
         memcmp(now->signature, stored->signature.bytes, length) == 0;
}

/* What the solver's first run gave in the campaign; NULL: it did not run. */
static const StoreRun *stored_run(const FindingRecord *record, size_t solver)
{
  for (size_t i = 0; i < record->runs.count; i++)
    if (record->runs.items[i].solver == solver) return &record->runs.items[i];
  return NULL;
}

static json_t *solver_object(const Replay *replay, size_t solver, const Vote *vote)
{
  const StoreRun *before = stored_run(replay->record, solver);
  const SolverVec *solvers = replay->variants.count ? &replay->variants : &replay->setup->solvers;
  const char *name = solvers->items[solver].name;
  json_t *object = json_object();
  json_object_set_new(object, "solver", json_text(name, strlen(name)));
  json_object_set_new(object, "then",
                      before ? json_text(before->outcome, strlen(before->outcome)) : json_null());
  json_object_set_new(object, "now",
                      vote->cast ? json_string(outcome_name(vote->outcome)) : json_null());
  json_object_set_new(object, "then_cpu_seconds",
                      before ? json_real((double)before->cpu_ns / 1e9) : json_null());
  json_object_set_new(object, "now_cpu_seconds",
                      vote->cast ? json_real((double)vote->cpu_ns / 1e9) : json_null());
  return object;
}

static json_t *finding_object(const Replay *replay, const Finding *finding)
{
  bool is_it = replay->record->finding.id != 0 && is_finding(&replay->record->finding, finding);
  json_t *object = json_object();
  json_object_set_new(object, "kind", json_string(finding_name(finding->kind)));
  json_object_set_new(object, "signature",
                      json_text(finding->signature, strlen(finding->signature)));
  json_object_set_new(object, "evidence", json_text(finding->evidence, strlen(finding->evidence)));
  json_object_set_new(object, "confirmed", json_boolean(finding->confirmed));
  json_object_set_new(object, "same", json_boolean(is_it));
  return object;
}

static void take_ballot(void *user, const Ballot *ballot)
{
  Replay *replay = user;
  bool outcomes = true;
  for (size_t i = 0; i < replay->setup->solvers.count && ballot->votes; i++) {
    const StoreRun *before = stored_run(replay->record, i);
    const Vote *vote = &ballot->votes[i];
    if (before && strcmp(before->outcome, outcome_name(vote->outcome)) != 0) outcomes = false;
    json_array_append_new(replay->solvers, solver_object(replay, i, vote));
  }
  for (size_t i = 0; i < ballot->findings.count; i++) {
    const Finding *finding = &ballot->findings.items[i];
    json_array_append_new(replay->findings, finding_object(replay, finding));
    if (replay->record->finding.id == 0 || !is_finding(&replay->record->finding, finding)) continue;
    replay->same = true;
    replay->confirmed |= finding->confirmed;
  }
  if (replay->record->finding.id == 0) replay->same = outcomes && !ballot->skipped;
}

/* The options of solvers that the finding needs, or that the input was run with. */
static int take_options(Replay *replay)
{
  bool is_input = replay->record->finding.id == 0;
  const StoreText *needed = finding_text(replay->record, is_input ? "drawn" : "options");
  if (!needed) return EXIT_FINE;
  char *text = mem_copy_string(needed->bytes, needed->length);
  Tweaks tweaks;
  TweakSet set;
  tweaks_init(&tweaks, replay->setup->solvers.items, replay->setup->solvers.count);
  bool found = tweaks_find(&tweaks, text, &set);
  if (found) tweaks_apply(&tweaks, &set, &replay->variants);
  tweaks_deinit(&tweaks);
  int code = found ? EXIT_FINE
                   : command_error(&command_replay, EXIT_ENVIRONMENT,
                                   "%s '%s', and profiles have no such safe options",
                                   is_input ? "the input was run with" : "the finding needs", text);
  free(text);
  return code;
}

/* As the campaign runs them where it looks for bugs, or judges an input. */
static int run_solvers(Replay *replay)
{
  const CampaignOptions *campaign = &replay->setup->options;
  PollOptions poll = {.language = replay->setup->language->interface,
                      .solvers = campaign->solvers,
                      .solver_count = replay->setup->solvers.count,
                      .limits = campaign->limits,
                      .eval = campaign->eval,
                      .jobs = 1,
                      .mode = campaign->objective == OBJECTIVE_BUGS ? campaign->mode : SOLVE_PLAIN,
                      .no_models = campaign->no_models,
                      .cores = campaign->cores,
                      .unchecked = true};
  Supervisor *sup = solvers_supervisor(&command_replay);
  if (!sup) return EXIT_ENVIRONMENT;
  solvers_catch_signals(sup);
  bool whole = poll_scripts(sup, &poll, next_script, take_ballot, replay);
  solvers_release_signals();
  supervisor_destroy(sup);
  return whole ? EXIT_FINE : command_error(&command_replay, EXIT_ENVIRONMENT, "interrupted");
}

/* --- showing --- */

static const char *word_of(json_t *object, const char *key)
{
  const char *word = json_string_value(json_object_get(object, key));
  return word ? word : "";
}

static void add_outcome(Table *table, json_t *object, const char *word, const char *seconds)
{
  StrBuf *cell = table_cell(table);
  if (!json_is_string(json_object_get(object, word))) return;
  strbuf_printf(cell, "%s %.3f s", word_of(object, word),
                json_real_value(json_object_get(object, seconds)));
}

static void print_findings(const Replay *replay)
{
  size_t i;
  json_t *object;
  json_array_foreach(replay->findings, i, object)
  {
    const char *signature = word_of(object, "signature"), *evidence = word_of(object, "evidence");
    text_print_visible(stdout, signature, strlen(signature));
    fputs(json_is_true(json_object_get(object, "confirmed")) ? ", twice\n  " : ", once\n  ",
          stdout);
    text_print_visible(stdout, evidence, strlen(evidence));
    putchar('\n');
  }
}

static const char *verdict(const Replay *replay)
{
  if (replay->record->finding.id == 0)
    return replay->same ? "all solvers do what they did" : "a solver does something else";
  if (!replay->same) return "it does not show again";
  return replay->confirmed ? "it shows again, in two runs" : "it shows again, but not twice";
}

static const char *origin(const Replay *replay)
{
  if (!replay->made) return "as it was kept";
  if (replay->record->instance.parent == STORE_NONE) return "made again by its number";
  return "made again by its mutations";
}

static void print_result(const Replay *replay)
{
  static const TableColumn columns[] = {{"solver", false}, {"then", false}, {"now", false}};
  Style style = style_for(stdout, replay->given->common.color);
  Table table;
  size_t i;
  json_t *object;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  json_array_foreach(replay->solvers, i, object)
  {
    table_add_text(&table, word_of(object, "solver"));
    add_outcome(&table, object, "then", "then_cpu_seconds");
    add_outcome(&table, object, "now", "now_cpu_seconds");
  }
  printf("input %" PRIu64 ": %s\n\n", replay->record->instance.number, origin(replay));
  table_print(stdout, &table, style);
  putchar('\n');
  print_findings(replay);
  puts(verdict(replay));
  table_deinit(&table);
}

static void print_json(Replay *replay)
{
  json_t *object = json_object();
  int64_t id = replay->record->finding.id;
  json_object_set_new(object, "finding", id ? json_integer(id) : json_null());
  json_object_set_new(object, "input", json_count(replay->record->instance.number));
  json_object_set_new(object, "made", json_boolean(replay->made));
  json_object_set_new(object, "again", json_boolean(replay->same));
  json_object_set_new(object, "confirmed", json_boolean(replay->confirmed));
  json_object_set(object, "solvers", replay->solvers);
  json_object_set(object, "findings", replay->findings);
  json_object_set_new(object, "text", json_text(strbuf_text(&replay->text), replay->text.length));
  json_print_pretty(stdout, object);
}

/* --- the command --- */

static int replay_record(Replay *replay, Store *store)
{
  Error error;
  Status status =
      replay_input(replay->record, store, replay->setup, &replay->text, &replay->made, &error);
  if (status == STATUS_OK && replay->output)
    status = file_write(replay->output, strbuf_text(&replay->text), replay->text.length, &error);
  if (status != STATUS_OK)
    return command_error(&command_replay, EXIT_ENVIRONMENT, "%s", error.message);
  int code = take_options(replay);
  if (code == EXIT_FINE) code = run_solvers(replay);
  if (code != EXIT_FINE) return code;
  if (replay->given->json)
    print_json(replay);
  else
    print_result(replay);
  return replay->same ? EXIT_FINE : EXIT_FINDING;
}

/* Paths in the settings of a campaign are relative to where it was begun, and we go there; those of our own command
 * line are not. */
static char *absolute(const char *path)
{
  StrBuf full;
  char *here = path && *path != '/' && strcmp(path, "-") != 0 ? getcwd(NULL, 0) : NULL;
  if (!path) return NULL;
  strbuf_init(&full, 0);
  if (here) strbuf_printf(&full, "%s/", here);
  strbuf_add_text(&full, path);
  char *copy = mem_copy_string(strbuf_text(&full), full.length);
  strbuf_deinit(&full);
  free(here);
  return copy;
}

/* The settings of the campaign are those of `assay fuzz`; messages about them are ours. */
static int replay_campaign(const ReplayOptions *given, const char *place, Store *store,
                           const FindingRecord *record)
{
  Subcommand fuzz = command_fuzz;
  FuzzOptions asked = {.resume = place, .campaign = (uint64_t)record->campaign};
  FuzzResume resume;
  FuzzSetup setup;
  char *output = absolute(given->output);
  fuzz.name = command_replay.name;
  asked.common.color = given->common.color;
  int code = fuzz_resume_init(&resume, &fuzz, &asked);
  if (code == EXIT_FINE) {
    code = fuzz_setup_init(&setup, &fuzz, &resume.options);
    if (code == EXIT_FINE) {
      Replay replay = {.given = given,
                       .record = record,
                       .setup = &setup,
                       .output = output,
                       .solvers = json_array(),
                       .findings = json_array()};
      strbuf_init(&replay.text, 0);
      code = replay_record(&replay, store);
      strbuf_deinit(&replay.text);
      solver_vec_free(&replay.variants);
      json_decref(replay.findings);
      json_decref(replay.solvers);
    }
    fuzz_setup_deinit(&setup);
  }
  fuzz_resume_deinit(&resume);
  free(output);
  return code;
}

static int load_record(const ReplayOptions *given, Store *store, uint64_t number,
                       FindingRecord **record)
{
  Error error;
  int64_t campaign;
  Status status;
  if (!given->input) {
    status = finding_load(record, store, (int64_t)number, &error);
  } else {
    status = report_find_campaign(store, (int64_t)given->campaign, &campaign, &error);
    if (status == STATUS_OK) status = finding_load_input(record, store, campaign, number, &error);
  }
  return status == STATUS_OK ? EXIT_FINE : command_refuse(&command_replay, &error);
}

static int run(const void *values, int count, char **words)
{
  const ReplayOptions *given = values;
  Store *store = NULL;
  FindingRecord *record = NULL;
  uint64_t number;
  if ((count == 2) == (given->input != NULL))
    return command_usage_error(&command_replay, "give the number of a finding, or --input NUMBER");
  int code = given->input ? stored_number(&command_replay, "an input", given->input, &number)
                          : stored_number(&command_replay, "a finding", words[1], &number);
  if (code == EXIT_FINE) code = stored_open(&command_replay, words[0], &store);
  if (code == EXIT_FINE) code = load_record(given, store, number, &record);
  if (code == EXIT_FINE) code = replay_campaign(given, words[0], store, record);
  finding_release(record);
  store_close(store);
  return code;
}

const Subcommand command_replay = {
    .name = "replay",
    .group = GROUP_FINDINGS,
    .summary = "make an input of a campaign again and run its solvers on it",
    .usage = "[OPTION]... DIR FINDING\nDIR --input NUMBER [OPTION]...",
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
