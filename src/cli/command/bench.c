/* assay bench: every solver on every script, and how good each of them is. */
#include <string.h>

#include "base/paths.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/progress.h"
#include "cli/option/table.h"
#include "cli/shared/language.h"
#include "cli/shared/solvers.h"
#include "solve/portfolio/bench.h"
#include "solve/portfolio/score.h"

typedef struct {
  CommonOptions common;
  const char *solvers;
  const char *output;
  uint64_t timeout_ms;
  uint64_t memory;
  uint64_t jobs;
  bool no_models;
  int cost; /* 1: CPU time */
  bool json;
  const char *language;
  OptionList profiles;
} BenchCommand;

static const char *const cost_words[] = {"wall", "cpu", NULL};

static const Option options[] = {
    {OPTION_STRING(BenchCommand, solvers), .name = "solvers", .letter = 's', .value_name = "LIST",
     .initial = "z3,cvc5", .help = "run these, as for 'assay run', separated by commas"},
    {OPTION_STRING(BenchCommand, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .initial = "runs.csv", .help = "write the runs to FILE, and resume what it has"},
    {OPTION_DURATION(BenchCommand, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial = "10s", .low = 1, .high = UINT64_C(1) << 40,
     .help = "end a solver after TIME"},
    {OPTION_SIZE(BenchCommand, memory), .name = "memory", .value_name = "SIZE", .initial = "2G",
     .help = "end a solver when it uses more than SIZE; 0 is no limit"},
    {OPTION_UNSIGNED(BenchCommand, jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .initial = "1", .low = 1, .high = 1024, .help = "run N solvers at a time"},
    {OPTION_CHOICE(BenchCommand, cost, cost_words), .name = "cost", .initial = "wall",
     .help = "the time that scores in the table are made of"},
    {OPTION_FLAG(BenchCommand, no_models), .name = "no-models",
     .help = "do not ask for models, so that fewer wrong answers are noticed"},
    {OPTION_FLAG(BenchCommand, json), .name = "json", .help = "print the table as JSON"},
    LANGUAGE_OPTION(BenchCommand, language),
    SOLVERS_PROFILES_OPTION(BenchCommand, profiles),
};

static const Example examples[] = {
    {"assay bench -s z3,cvc5,'cvc5(fmf-bound)' -t 10s -j 2 -o runs.csv DIR",
     "three solvers and settings on a folder"},
    {"assay bench -s z3,cvc5,'cvc5(fmf-bound)',cvc4 -t 10s -o runs.csv DIR",
     "resume it if it was interrupted, and add another solver"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "all runs are in the file"},
    {EXIT_FINDING, "the same, and there are wrong answers"},
    {EXIT_ENVIRONMENT,
     "a solver or a file is not there, the runs cannot be written, or it was interrupted"},
};

/* One model must not keep all others waiting. */
enum { EVAL_STEPS_MAX = 2000000, EVAL_BYTES_MAX = 256 << 20 };

/* One call of the command. */
typedef struct {
  const BenchCommand *given;
  const LanguageInterface *language;
  Profiles *profiles;
  SolverVec solvers;
  PathVec paths;
  RunLog log;
  Progress progress;
  bool skipped; /* a file could not be read */
} Job;

/* --- the table --- */

static void add_row(Table *table, const char *name, const SolverScore *score, size_t unique,
                    const char *note)
{
  table_add_text(table, name);
  table_add_count(table, score->solved);
  strbuf_printf(table_cell(table), "%.1f", score->par2);
  table_add_count(table, score->wrong);
  if (unique == SIZE_MAX)
    table_add_text(table, "");
  else
    table_add_count(table, unique);
  table_add_text(table, note);
}

static void print_table(const Job *job, const Scores *scores)
{
  static const TableColumn columns[] = {{"solver", false}, {"solved", true}, {"PAR-2", true},
                                        {"wrong", true},   {"alone", true},  {"note", false}};
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < job->solvers.count; i++)
    add_row(&table, job->solvers.items[i].name, &scores->solvers[i], scores->solvers[i].unique,
            i == scores->best ? "best single" : "");
  add_row(&table, "virtual best", &scores->virtual_best, SIZE_MAX, "");
  table_print(stdout, &table, style_for(stdout, job->given->common.color));
  table_deinit(&table);
  printf("%zu benchmarks, time limit %g s\n", scores->benchmarks, job->log.limit);
}

static json_t *score_object(const char *name, const SolverScore *score)
{
  json_t *object = json_object();
  json_object_set_new(object, "name", json_text(name, strlen(name)));
  json_object_set_new(object, "solved", json_count(score->solved));
  json_object_set_new(object, "par2", json_number(score->par2));
  json_object_set_new(object, "wrong", json_count(score->wrong));
  json_object_set_new(object, "alone", json_count(score->unique));
  json_object_set_new(object, "seconds", json_number(score->time));
  return object;
}

static void print_json(const Job *job, const Scores *scores)
{
  json_t *object = json_object(), *list = json_array();
  for (size_t i = 0; i < job->solvers.count; i++)
    json_array_append_new(list, score_object(job->solvers.items[i].name, &scores->solvers[i]));
  const char *best = job->solvers.items[scores->best].name;
  json_object_set_new(object, "benchmarks", json_count(scores->benchmarks));
  json_object_set_new(object, "limit", json_number(job->log.limit));
  json_object_set_new(object, "solvers", list);
  json_object_set_new(object, "best_single", json_text(best, strlen(best)));
  json_object_set_new(object, "virtual_best", score_object("virtual best", &scores->virtual_best));
  json_print_line(stdout, object);
}

static int report(const Job *job)
{
  Scores scores;
  size_t wrong = 0;
  const char **names = mem_alloc(job->solvers.count, sizeof *names);
  for (size_t i = 0; i < job->solvers.count; i++) names[i] = job->solvers.items[i].name;
  scores_init(&scores, &job->log, names, job->solvers.count, job->given->cost == 1);
  if (job->given->json)
    print_json(job, &scores);
  else
    print_table(job, &scores);
  for (size_t i = 0; i < job->solvers.count; i++) wrong += scores.solvers[i].wrong;
  scores_deinit(&scores);
  free(names);
  return wrong ? EXIT_FINDING : EXIT_FINE;
}

/* --- running --- */

static void advance(void *user, size_t done)
{
  Job *job = user;
  progress_update(&job->progress, done);
}

static void skip(void *user, const char *path, const Error *error)
{
  Job *job = user;
  progress_hide(&job->progress);
  command_error(&command_bench, EXIT_ENVIRONMENT, "%s; '%s' is left out", error->message, path);
  job->skipped = true;
}

static BenchOptions make_options(Job *job)
{
  const BenchCommand *given = job->given;
  return (BenchOptions){
      .language = job->language,
      .solvers = job->solvers.items,
      .solver_count = job->solvers.count,
      .limits = {.wall_ns = given->timeout_ms * 1000000, .memory_bytes = given->memory},
      .eval = {EVAL_STEPS_MAX, EVAL_BYTES_MAX},
      .jobs = (uint32_t)given->jobs,
      .no_models = given->no_models,
      .advance = advance,
      .skip = skip,
      .user = job};
}

static int bench(Job *job)
{
  Supervisor *sup = solvers_supervisor(&command_bench);
  if (!sup) return EXIT_ENVIRONMENT;
  BenchOptions bench_options = make_options(job);
  const char *const *paths = (const char *const *)job->paths.items;
  size_t count = job->paths.count;
  BenchCount runs = bench_count(&bench_options, paths, count, &job->log);
  Error error;
  if (runs.done && !job->given->json)
    fprintf(stderr, "resuming: %zu of %zu runs are done\n", runs.done, runs.all);
  progress_start(&job->progress, "runs", runs.all);
  progress_estimate(&job->progress, runs.done);
  solvers_catch_signals(sup);
  BenchEnd end = bench_run(sup, &bench_options, paths, count, &job->log, &error);
  solvers_release_signals();
  progress_hide(&job->progress);
  supervisor_destroy(sup);
  if (end == BENCH_FAILED)
    return command_error(&command_bench, EXIT_ENVIRONMENT, "%s", error.message);
  if (end == BENCH_INTERRUPTED)
    return command_error(&command_bench, EXIT_ENVIRONMENT,
                         "interrupted; the same command resumes with what '%s' lacks",
                         job->given->output);
  if (run_log_settle(&job->log, &error) != STATUS_OK)
    return command_error(&command_bench, EXIT_ENVIRONMENT, "%s", error.message);
  return report(job);
}

static int find_scripts(Job *job, int count, char **arguments)
{
  Error error;
  int code = language_find_all(&command_bench, job->given->language, count, arguments,
                               &job->language, &job->paths);
  if (code != EXIT_FINE) return code;
  if (language_check_solvers(job->language, job->solvers.items, job->solvers.count, &error) !=
      STATUS_OK)
    return command_usage_error(&command_bench, "%s", error.message);
  for (size_t i = 0; i < job->paths.count; i++)
    if (!run_log_accepts(job->paths.items[i]) || strcmp(job->paths.items[i], "-") == 0)
      return command_error(&command_bench, EXIT_ENVIRONMENT,
                           "'%s' cannot be a benchmark: it has to be a file whose name has no "
                           "line break",
                           job->paths.items[i]);
  return EXIT_FINE;
}

static int prepare(Job *job, int count, char **arguments)
{
  Error error;
  Status status = solver_find_list(job->profiles, job->given->solvers, &job->solvers, &error);
  if (status == STATUS_USAGE) return command_usage_error(&command_bench, "%s", error.message);
  if (status != STATUS_OK)
    return command_error(&command_bench, solvers_exit_code(status), "%s", error.message);
  if (job->solvers.count == 0 || job->solvers.count > SOLVER_SET_MAX)
    return command_usage_error(&command_bench, "name 1 to %d solvers", SOLVER_SET_MAX);
  int code = find_scripts(job, count, arguments);
  if (code != EXIT_FINE) return code;
  status =
      run_log_open(&job->log, job->given->output, (double)job->given->timeout_ms / 1000, &error);
  if (status == STATUS_USAGE) return command_usage_error(&command_bench, "%s", error.message);
  if (status != STATUS_OK)
    return command_error(&command_bench, EXIT_ENVIRONMENT, "%s", error.message);
  return EXIT_FINE;
}

static int run(const void *values, int count, char **arguments)
{
  Job job = {.given = values, .log = {.file = -1}};
  job.profiles = solvers_profiles(&command_bench, &job.given->profiles);
  if (!job.profiles) return EXIT_ENVIRONMENT;
  int code = prepare(&job, count, arguments);
  if (code == EXIT_FINE) code = bench(&job);
  if (code == EXIT_FINE && job.skipped) code = EXIT_ENVIRONMENT;
  run_log_close(&job.log);
  solver_vec_free(&job.solvers);
  path_vec_free(&job.paths);
  profiles_destroy(job.profiles);
  return code;
}

const Subcommand command_bench = {
    .name = "bench",
    .group = GROUP_SOLVERS,
    .summary = "run every solver on every script and compare them",
    .usage = "[OPTION]... FILE|FOLDER...",
    .description =
        "Runs every solver on every script (folders stand for all inputs below them) and writes a "
        "line for each run to a CSV file, from which 'assay train' learns and 'assay plot' draws. "
        "If the file is there, only what it lacks is run: a command that was interrupted, even "
        "killed, resumes, and further scripts and solvers can be added.\n"
        "\n"
        "Statuses are hidden from the solvers. An answer is wrong if the script has no constants "
        "and evaluates to something else, if its model makes an assertion false, if another "
        "solver's model makes all of them true, or else if it contradicts the script's status.\n"
        "\n"
        "The table has the number of benchmarks solved, PAR-2 (seconds; 2 times the limit for "
        "no answer, 10 times for a wrong one), wrong answers, and what a solver alone solves. The "
        "virtual best takes the best solver for each benchmark.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "FILE",
                    .min = 1,
                    .max = POSITIONALS_UNLIMITED,
                    .completion = COMPLETE_FILES},
    .options_size = sizeof(BenchCommand),
    .run = run,
};
