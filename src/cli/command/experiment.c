/* assay experiment: strategies compared by many campaigns with the same budget. */
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "cli/command/experiment_run.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/shared/consent.h"
#include "record/experiment/tables.h"

typedef enum { FORMAT_MARKDOWN, FORMAT_CSV, FORMAT_JSON } Format;

typedef struct {
  CommonOptions common;
  const char *out;
  uint64_t jobs;
  Format format;
  WorkersSettings workers;
} ExperimentOptions;

static const char *const format_words[] = {"markdown", "csv", "json", NULL};

static const Option options[] = {
    {OPTION_STRING(ExperimentOptions, out), .name = "out", .letter = 'o', .value_name = "DIR",
     .initial_note = "the name of the plan with -results",
     .help = "keep all results in DIR; campaigns that are there already are not run again"},
    {OPTION_UNSIGNED(ExperimentOptions, jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .initial = "1", .low = 1, .high = 1024, .help = "run N campaigns at a time"},
    {OPTION_CHOICE(ExperimentOptions, format, format_words), .name = "format",
     .initial = "markdown", .help = "how the results are printed"},
    WORKERS_STORE_OPTIONS(ExperimentOptions),
    WORKERS_OPTIONS(ExperimentOptions),
};

static const Example examples[] = {
    {"assay experiment plan.yaml -j 2", "runs or resumes it; prints the tables"},
    {"assay experiment plan.yaml --format csv", "the same for another program"},
    {"assay experiment plan.yaml --workers 4", "the same by four processes"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "all campaigns are done"},
    {EXIT_USAGE, "the plan is wrong: the message has the line"},
    {EXIT_ENVIRONMENT, "campaigns have failed or were interrupted, or results cannot be written; "
                       "what is done is printed and kept"},
};

/* --- results --- */

static json_t *row_object(const Tally *tally, size_t place, size_t strategy)
{
  TallyRow row = tally_row(tally, place, strategy);
  const char *name = place == TALLY_ALL ? "all" : tally->cases[place];
  json_t *object = json_object();
  json_object_set_new(object, "case", json_text(name, strlen(name)));
  json_object_set_new(object, "strategy",
                      json_text(tally->strategies[strategy], strlen(tally->strategies[strategy])));
  json_object_set_new(object, "campaigns", json_count(row.campaigns));
  json_object_set_new(object, "score", json_real(row.score));
  json_object_set_new(object, "perfect", json_real(row.perfect));
  json_object_set_new(object, "gain_percent", isnan(row.gain) ? json_null() : json_real(row.gain));
  json_object_set_new(object, "won", json_count(row.wins));
  json_object_set_new(object, "lost", json_count(row.losses));
  json_object_set_new(object, "p", json_real(row.p));
  json_object_set_new(object, "effect", json_real(row.effect));
  json_object_set_new(object, "inputs", json_real(row.inputs));
  json_object_set_new(object, "seconds", json_real(row.seconds));
  return object;
}

static json_t *tally_json(const Tally *tally)
{
  const char *baseline = tally->strategies[tally->baseline];
  json_t *root = json_object(), *rows = json_array();
  size_t all = tally->case_count * tally->strategy_count * tally->repetitions;
  json_object_set_new(root, "score",
                      json_string(tally_is_about_bugs(tally) ? "findings" : "margin"));
  json_object_set_new(root, "unit", json_string(tally->unit));
  json_object_set_new(root, "baseline", json_text(baseline, strlen(baseline)));
  json_object_set_new(root, "campaigns", json_count(all));
  json_object_set_new(root, "done", json_count(tally_done(tally)));
  for (size_t place = 0; place <= tally->case_count; place++)
    for (size_t i = 0; i < tally->strategy_count; i++)
      json_array_append_new(rows,
                            row_object(tally, place < tally->case_count ? place : TALLY_ALL, i));
  json_object_set_new(root, "rows", rows);
  return root;
}

static void add_json(const Tally *tally, StrBuf *out)
{
  json_t *root = tally_json(tally);
  char *text = json_dumps(root, JSON_INDENT(2));
  strbuf_printf(out, "%s\n", text ? text : "{}");
  free(text);
  json_decref(root);
}

typedef struct {
  const char *name;
  void (*add)(const Tally *tally, StrBuf *out);
} ResultFile;

static const ResultFile result_files[] = {
    /* in the order of Format */
    {"results.md", tables_markdown},   {"results.csv", tables_csv},
    {"results.json", add_json},        {"campaigns.csv", tables_campaigns_csv},
    {"cactus.csv", tables_cactus_csv}, {"findings.csv", tables_findings_csv},
};

static int write_results(const Tally *tally, const char *folder, Format shown)
{
  int code = EXIT_FINE;
  for (size_t i = 0; i < sizeof result_files / sizeof *result_files; i++) {
    StrBuf text, path;
    Error error;
    strbuf_init(&text, 0);
    strbuf_init(&path, 0);
    result_files[i].add(tally, &text);
    strbuf_printf(&path, "%s/%s", folder, result_files[i].name);
    if (i == shown) fwrite(text.bytes, 1, text.length, stdout);
    if (file_write(strbuf_text(&path), text.bytes, text.length, &error) != STATUS_OK)
      code = command_error(&command_experiment, EXIT_ENVIRONMENT, "%s", error.message);
    strbuf_deinit(&path);
    strbuf_deinit(&text);
  }
  fflush(stdout);
  return code;
}

/* --- what it is told --- */

static char *default_folder(const char *plan)
{
  const char *name = strrchr(plan, '/') ? strrchr(plan, '/') + 1 : plan;
  const char *dot = strrchr(name, '.');
  StrBuf path;
  strbuf_init(&path, 0);
  strbuf_add(&path, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
  strbuf_add_text(&path, "-results");
  char *copy = mem_copy_string(path.bytes, path.length);
  strbuf_deinit(&path);
  return copy;
}

static const char **names_of(const PlanEntry *entries, size_t count)
{
  const char **names = mem_alloc(count, sizeof *names);
  for (size_t i = 0; i < count; i++) names[i] = entries[i].name;
  return names;
}

static int run_plan(const ExperimentPlan *plan, const ExperimentOptions *given, const char *folder,
                    char **positionals)
{
  const char **strategies = names_of(plan->strategies.items, plan->strategies.count);
  const char **cases = names_of(plan->cases.items, plan->cases.count);
  ExperimentRun run = {.command = &command_experiment,
                       .plan = plan,
                       .folder = folder,
                       .jobs = given->jobs,
                       .values = given,
                       .workers = &given->workers,
                       .positionals = positionals};
  Tally tally;
  tally_init(&tally, strategies, plan->strategies.count, cases, plan->cases.count,
             plan->repetitions);
  tally.baseline = plan->baseline;
  int code = experiment_run(&run, &tally);
  if (tally_done(&tally)) {
    int written = write_results(&tally, folder, given->format);
    if (code == EXIT_FINE) code = written;
  }
  tally_deinit(&tally);
  free(strategies);
  free(cases);
  return code;
}

static char *folder_of(const ExperimentOptions *given, const char *plan)
{
  return given->out ? mem_copy_string(given->out, strlen(given->out)) : default_folder(plan);
}

static int read_plan(ExperimentPlan *plan, const char *path)
{
  Error error;
  Status status = experiment_plan_read(plan, path, &error);
  if (status == STATUS_OK) return EXIT_FINE;
  ExitCode kind = status == STATUS_IO ? EXIT_ENVIRONMENT : EXIT_USAGE;
  return command_error(&command_experiment, kind, "%s", error.message);
}

/* --- a worker --- */

typedef struct {
  ExperimentPlan plan;
  ExperimentRun run;
  char *folder;
  Experiment *part;
  size_t jobs;
} Part;

static int begin_part(void *state, const void *values, int count, char **positionals, StrBuf *facts)
{
  Part *part = state;
  const ExperimentOptions *given = values;
  if (count != 1) return command_error(&command_experiment, EXIT_ENVIRONMENT, "there is no plan");
  int code = read_plan(&part->plan, positionals[0]);
  if (code != EXIT_FINE) return code;
  part->folder = folder_of(given, positionals[0]);
  part->jobs = (size_t)given->jobs;
  part->run =
      (ExperimentRun){.command = &command_experiment, .plan = &part->plan, .folder = part->folder};
  return experiment_part_begin(&part->part, &part->run, positionals[0], facts);
}

static int run_part(void *state, const StoreUnit *unit)
{
  const Part *part = state;
  return experiment_part_run(part->part, unit->number);
}

static size_t campaigns_at_a_time(const void *state)
{
  return ((const Part *)state)->jobs;
}

static void end_part(void *state)
{
  Part *part = state;
  if (part->part) experiment_part_end(part->part);
  experiment_plan_deinit(&part->plan);
  free(part->folder);
}

const WorkCommand experiment_work = {.command = &command_experiment,
                                     .state_size = sizeof(Part),
                                     .begin = begin_part,
                                     .run = run_part,
                                     .at_a_time = campaigns_at_a_time,
                                     .end = end_part};

/* --- the command --- */

static int run(const void *values, int count, char **positionals)
{
  const ExperimentOptions *given = values;
  ExperimentPlan plan;
  int code;
  if (work_job_without(&experiment_work, &given->workers, count > 0, &code)) return code;
  if (count == 0) return command_usage_error(&command_experiment, "missing PLAN");
  code = read_plan(&plan, positionals[0]);
  if (code == EXIT_FINE) {
    char *folder = folder_of(given, positionals[0]);
    code = run_plan(&plan, given, folder, positionals);
    free(folder);
  }
  experiment_plan_deinit(&plan);
  return code;
}

const Subcommand command_experiment = {
    .name = "experiment",
    .group = GROUP_FINDINGS,
    .summary = "compare strategies by many campaigns with the same budget",
    .usage = "PLAN [OPTION]...\n--store FILE|URL --join NUMBER",
    .description =
        "Runs campaigns of 'assay fuzz' as a YAML file says: each strategy on each case, as often "
        "as asked for, every repetition with a seed of its own. Strategies take turns, so that "
        "what else the machine does hits them alike. Prints summed margins (with --objective bugs: "
        "different findings) of each strategy, and how they compare with a baseline: gain, wins, "
        "significance, effect size.\n"
        "\n"
        "Each finished campaign is kept, so that the same command resumes after Ctrl-C, a failure "
        "or a kill, and prints the tables again once all are done.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "PLAN", .min = 0, .max = 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(ExperimentOptions),
    .run = run,
};
