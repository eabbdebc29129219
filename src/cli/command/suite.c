/* assay suite: the best inputs of many campaigns as benchmarks, and how solvers do on them. */
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/file_below.h"
#include "base/folder.h"
#include "cli/command/suite_reduce.h"
#include "cli/option/commands.h"
#include "cli/option/table.h"
#include "cli/shared/bench_job.h"
#include "cli/shared/stored.h"
#include "language/table.h"
#include "record/suite/suite.h"
#include "solve/portfolio/score.h"
#include "solve/select/csv.h"

typedef struct {
  CommonOptions common;
  BenchSettings bench;
  const char *out;
  uint64_t count;
  const char *target, *reference;
  uint64_t reduce_ms;
} SuiteOptions;

enum { LONGER = 10 }; /* times the limit that solvers get */

static const Option options[] = {
    {OPTION_STRING(SuiteOptions, out), .name = "out", .letter = 'o', .value_name = "DIR",
     .help = "write the inputs, suite.csv and runs.csv into DIR, which is made if needed"},
    {OPTION_UNSIGNED(SuiteOptions, count), .name = "count", .letter = 'n', .value_name = "N",
     .initial = "20", .low = 1, .high = 100000, .help = "at most so many inputs"},
    {OPTION_DURATION(SuiteOptions, reduce_ms), .name = "reduce", .value_name = "TIME", .low = 1,
     .high = 86400000, .initial_note = "not at all",
     .help = "reduce each input for at most TIME, as long as the target stays slower than the "
             "reference; of inputs whose reduced forms have the same constructs only the best is "
             "taken"},
    {OPTION_STRING(SuiteOptions, target), .name = "target", .value_name = "SOLVER",
     .help = "with --reduce: the solver that is slow"},
    {OPTION_STRING(SuiteOptions, reference), .name = "reference", .value_name = "SOLVER",
     .help = "with --reduce: the one that is fast"},
    {OPTION_STRING(SuiteOptions, bench.solvers), .name = "solvers", .letter = 's',
     .value_name = "LIST", .help = "run these on the inputs, with ten times the limit"},
    {OPTION_DURATION(SuiteOptions, bench.timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial_note = "the longest of the campaigns", .high = SUITE_LIMIT_MAX,
     .help = "the limit"},
    {OPTION_SIZE(SuiteOptions, bench.memory), .name = "memory", .value_name = "SIZE",
     .initial = "2G", .help = "end a solver when it uses more than SIZE; 0 is no limit"},
    {OPTION_UNSIGNED(SuiteOptions, bench.jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .initial = "1", .low = 1, .high = 1024, .help = "run N solvers at a time"},
    SOLVERS_PROFILES_OPTION(SuiteOptions, bench.profiles),
};

static const Example examples[] = {
    {"assay suite night-1 night-2 -o hard", "the 20 best different inputs of two campaigns"},
    {"assay suite results -o hard --solvers z3,cvc5 --timeout 10s",
     "of all campaigns of an experiment, and how two solvers do on them"},
    {"assay suite results -o hard --reduce 10s --target z3 --reference cvc5",
     "different by the constructs of their reduced forms"},
    {"assay plot hard/runs.csv --kind cactus -o hard.svg", "the figure that belongs to it"},
};

static const ExitNote exits[] = {
    {EXIT_FINDING, "no campaign has an input on which its target is slower, or answers are wrong"},
    {EXIT_ENVIRONMENT, "a store or a solver cannot be used, or a file cannot be written"},
};

/* --- gathering --- */

static int add_store(const char *where, Suite *suite)
{
  Store *store;
  Error error;
  int code = stored_open(&command_suite, where, &store);
  if (code != EXIT_FINE) return code;
  Status status = suite_add_store(suite, store, &error);
  store_close(store);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(&command_suite, &error);
}

/* A store, or a folder with stores somewhere below it. */
static int add_place(const char *place, Suite *suite)
{
  PathVec paths = {0};
  Error error;
  int code = EXIT_FINE;
  bool remote = strstr(place, "://") != NULL;
  if (remote || paths_add(place, "campaign.db", &paths, &error) != STATUS_OK) {
    path_vec_free(&paths);
    return add_store(place, suite);
  }
  for (size_t i = 0; i < paths.count && code == EXIT_FINE; i++)
    code = add_store(paths.items[i], suite);
  path_vec_free(&paths);
  return code;
}

/* --- files --- */

static const LanguageInterface *language_of(const SuiteInput *input)
{
  const LanguageInterface *language = language_named(input->language);
  return language ? language : language_at(0);
}

static char *path_of(const Suite *suite, size_t number, const char *folder)
{
  char name[64];
  snprintf(name, sizeof name, "input-%03zu%s", number + 1,
           language_of(&suite->items[number])->extension);
  return path_from(folder, name);
}

/* Is there a file of this path with another text? */
static bool is_another(const char *path, const SuiteInput *input)
{
  FileText text;
  Error error;
  if (access(path, F_OK) != 0) return false;
  if (file_read(path, 0, &text, &error) != STATUS_OK) return true;
  bool same = text.length == input->length && memcmp(text.bytes, input->text, text.length) == 0;
  file_text_free(&text);
  return !same;
}

/* Runs are known by the names of their files: those of another suite would be taken for runs on this one. */
static bool has_other_runs(const Suite *suite, const char *folder)
{
  char *log = path_from(folder, "runs.csv");
  bool other = false, runs = access(log, F_OK) == 0;
  for (size_t i = 0; i < suite->count && runs && !other; i++) {
    char *path = path_of(suite, i, folder);
    other = is_another(path, &suite->items[i]);
    free(path);
  }
  free(log);
  return other;
}

/* Beside its input, if there is one. */
static Status write_reduced(const SuiteInput *input, const char *folder, size_t number,
                            Error *error)
{
  char name[64];
  if (!input->reduced) return STATUS_OK;
  snprintf(name, sizeof name, "reduced-%03zu%s", number + 1, language_of(input)->extension);
  return file_write_below(folder, NULL, name, input->reduced, input->reduced_length, error);
}

static Status write_all(const Suite *suite, const char *folder, PathVec *paths, Error *error)
{
  StrBuf list;
  strbuf_init(&list, 0);
  strbuf_add_text(&list, "file,margin,store,campaign,input,constructs\n");
  Status status = path_make_folders(folder, 0777, error);
  for (size_t i = 0; i < suite->count && status == STATUS_OK; i++) {
    const SuiteInput *input = &suite->items[i];
    char *path = path_of(suite, i, folder);
    const char *name = strrchr(path, '/') + 1;
    status = file_write_below(folder, NULL, name, input->text, input->length, error);
    if (status == STATUS_OK) status = write_reduced(input, folder, i, error);
    VEC_PUSH(paths, path);
    strbuf_printf(&list, "%s,%.6f,", name, input->margin);
    csv_add_cell(&list, input->store);
    strbuf_add_text(&list, ",");
    csv_add_cell(&list, input->campaign);
    strbuf_printf(&list, ",%llu,", (unsigned long long)input->number);
    csv_add_cell(&list, input->constructs ? input->constructs : "");
    strbuf_add_text(&list, "\n");
  }
  if (status == STATUS_OK)
    status = file_write_below(folder, NULL, "suite.csv", list.bytes, list.length, error);
  strbuf_deinit(&list);
  return status;
}

/* --- solvers --- */

/* As if the limit had been a shorter one. */
static LoggedRun cut_run(const LoggedRun *run, double limit)
{
  LoggedRun cut = *run;
  if (cut.wall > limit) cut.solved = 0;
  return cut;
}

static SolverScore score_of(const RunLog *log, const char *solver, double limit)
{
  SolverScore score = {0};
  for (uint32_t i = 0; i < names_count(&log->benchmarks); i++) {
    const LoggedRun *run = runlog_find(log, names_text(&log->benchmarks, i), solver);
    if (!run) continue;
    LoggedRun cut = cut_run(run, limit);
    scores_add_run(&score, &cut, limit, false);
  }
  return score;
}

static int print_scores(const BenchJob *job, const RunLog *log, double limit, ColorMode color)
{
  char titles[4][48];
  size_t wrong = 0;
  for (int i = 0; i < 2; i++) {
    double shown = i ? LONGER * limit : limit;
    snprintf(titles[2 * i], sizeof *titles, "solved in %g s", shown);
    snprintf(titles[2 * i + 1], sizeof *titles, "PAR-2 at %g s", shown);
  }
  const TableColumn columns[] = {{"solver", false}, {titles[0], true}, {titles[1], true},
                                 {titles[2], true}, {titles[3], true}, {"wrong", true}};
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < job->solvers.count; i++) {
    const char *name = job->solvers.items[i].name;
    table_add_text(&table, name);
    for (int longer = 0; longer < 2; longer++) {
      SolverScore score = score_of(log, name, longer ? LONGER * limit : limit);
      table_add_count(&table, score.solved);
      strbuf_printf(table_cell(&table), "%.1f", score.par2);
      if (longer) table_add_count(&table, score.wrong);
      wrong += score.wrong;
    }
  }
  table_print(stdout, &table, style_for(stdout, color));
  table_deinit(&table);
  return wrong ? EXIT_FINDING : EXIT_FINE;
}

static int run_solvers(const SuiteOptions *given, const PathVec *paths, uint64_t limit_ms)
{
  char *log_path = path_from(given->out, "runs.csv");
  BenchSettings settings = given->bench;
  BenchJob job;
  RunLog log = {.file = -1};
  settings.timeout_ms = LONGER * limit_ms;
  int code = bench_job_init(&job, &command_suite, &settings, (int)paths->count, paths->items);
  if (code == EXIT_FINE) code = bench_job_open_log(&job, log_path, &log);
  Supervisor *sup = code == EXIT_FINE ? solvers_supervisor(&command_suite) : NULL;
  if (code == EXIT_FINE && !sup) code = EXIT_ENVIRONMENT;
  if (code == EXIT_FINE)
    code = bench_job_run(&job, sup, &job.paths, (uint32_t)settings.jobs, &log, log_path);
  if (sup) supervisor_destroy(sup);
  if (code == EXIT_FINE)
    code = print_scores(&job, &log, (double)limit_ms / 1000, given->common.color);
  runlog_close(&log);
  bench_job_deinit(&job);
  free(log_path);
  return code;
}

/* --- the command --- */

static uint64_t limit_of(const SuiteOptions *given, const Suite *suite)
{
  uint64_t limit = given->bench.timeout_ms;
  for (size_t i = 0; i < suite->count && !given->bench.timeout_ms; i++)
    if (suite->items[i].limit_ms > limit) limit = suite->items[i].limit_ms;
  return limit ? limit : 10000;
}

static int choose(const SuiteOptions *given, Suite *suite)
{
  suite_choose(suite, given->reduce_ms ? SIZE_MAX : given->count);
  if (suite->count == 0)
    return command_error(&command_suite, EXIT_FINDING,
                         "no campaign has an input on which its target is slower");
  if (!given->reduce_ms) return EXIT_FINE;
  SuiteReduction reduction = {.target = given->target,
                              .reference = given->reference,
                              .profiles = &given->bench.profiles,
                              .time_ms = given->reduce_ms,
                              .memory = given->bench.memory,
                              .jobs = given->bench.jobs};
  int code = suite_reduce(&reduction, suite, given->count);
  if (code != EXIT_FINE || suite->count) return code;
  return command_error(&command_suite, EXIT_FINDING, "no input is slow again with these solvers");
}

static int make_suite(const SuiteOptions *given, Suite *suite, PathVec *paths)
{
  Error error;
  int code = choose(given, suite);
  if (code != EXIT_FINE) return code;
  if (has_other_runs(suite, given->out))
    return command_error(
        &command_suite, EXIT_ENVIRONMENT,
        "'%s' has runs of another suite: remove its runs.csv, or use another folder", given->out);
  if (write_all(suite, given->out, paths, &error) != STATUS_OK)
    return command_error(&command_suite, EXIT_ENVIRONMENT, "%s", error.message);
  printf("%zu input%s in %s, margins from %.3f to %.3f\n", suite->count, text_plural(suite->count),
         given->out, suite->items[suite->count - 1].margin, suite->items[0].margin);
  return given->bench.solvers ? run_solvers(given, paths, limit_of(given, suite)) : EXIT_FINE;
}

static int run(const void *values, int count, char **arguments)
{
  const SuiteOptions *given = values;
  Suite suite = {0};
  PathVec paths = {0};
  int code = EXIT_FINE;
  if (!given->out) return command_usage_error(&command_suite, "--out says where to");
  for (int i = 0; i < count && code == EXIT_FINE; i++) code = add_place(arguments[i], &suite);
  if (code == EXIT_FINE) code = make_suite(given, &suite, &paths);
  path_vec_free(&paths);
  suite_free(&suite);
  return code;
}

const Subcommand command_suite = {
    .name = "suite",
    .group = GROUP_FINDINGS,
    .summary = "collect the best inputs of many campaigns as benchmarks",
    .usage = "STORE|FOLDER... --out DIR [OPTION]...",
    .description =
        "Takes the best different inputs of performance campaigns: of inputs that are mutants of "
        "one another, only the best. A folder may be that of a campaign or of an experiment, or "
        "have some of these below it. The inputs become files in DIR, and suite.csv says where "
        "each comes from.\n\n"
        "With --solvers, each of them runs on every input, for up to ten times the limit; the "
        "table says what is solved within the limit and within ten times of it. 'assay plot "
        "DIR/runs.csv' draws it.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "STORE", .min = 1, .max = INT32_MAX, .completion = COMPLETE_FILES},
    .options_size = sizeof(SuiteOptions),
    .run = run,
};
