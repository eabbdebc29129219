/* assay bench: every solver on every script, and how good each of them is. */
#include <string.h>

#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/table.h"
#include "cli/shared/bench_job.h"
#include "cli/shared/consent.h"
#include "cli/shared/language.h"
#include "cli/shared/work_job.h"
#include "solve/portfolio/score.h"

typedef struct {
  CommonOptions common;
  BenchSettings bench;
  WorkersSettings workers;
  const char *output;
  bool json;
} BenchCommand;

static const Option options[] = {
    {OPTION_STRING(BenchCommand, bench.solvers), .name = "solvers", .letter = 's',
     .value_name = "LIST", .initial = "z3,cvc5",
     .help = "run these, as for 'assay run', separated by commas"},
    {OPTION_STRING(BenchCommand, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .initial = "runs.csv", .help = "write the runs to FILE, and resume what it has"},
    BENCH_OPTIONS(BenchCommand),
    {OPTION_CHOICE(BenchCommand, bench.cost, bench_cost_words), .name = "cost", .initial = "wall",
     .help = "the time that the limit is for and scores in the table are made of"},
    BENCH_NO_MODELS_OPTION(BenchCommand),
    {OPTION_FLAG(BenchCommand, json), .name = "json", .help = "print the table as JSON"},
    LANGUAGE_OPTION(BenchCommand, bench.language),
    SOLVERS_ISOLATE_OPTION(BenchCommand, bench.isolate),
    SOLVERS_PROFILES_OPTION(BenchCommand, bench.profiles),
    WORKERS_STORE_OPTIONS(BenchCommand),
    WORKERS_OPTIONS(BenchCommand),
};

static const Example examples[] = {
    {"assay bench -s z3,cvc5,'cvc5(fmf-bound)' -t 10s -j 2 -o runs.csv DIR",
     "three solvers and settings on a folder"},
    {"assay bench -s z3,cvc5,'cvc5(fmf-bound)',cvc4 -t 10s -o runs.csv DIR",
     "resume it if it was interrupted, and add another solver"},
    {"assay bench -s z3,cvc5 DIR --workers 4", "by four processes"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "all runs are in the file"},
    {EXIT_FINDING, "the same, and there are wrong answers"},
    {EXIT_ENVIRONMENT,
     "a solver or a file is not there, the runs cannot be written, or it was interrupted"},
};

/* One call of the command. */
typedef struct {
  const BenchCommand *given;
  BenchJob bench;
  RunLog log;
  Names skipped; /* messages about files that were left out by workers */
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
  for (size_t i = 0; i < job->bench.solvers.count; i++)
    add_row(&table, job->bench.solvers.items[i].name, &scores->solvers[i],
            scores->solvers[i].unique, i == scores->best ? "best single" : "");
  add_row(&table, "virtual best", &scores->virtual_best, SIZE_MAX, "");
  table_print(stdout, &table, style_for(stdout, job->given->common.color));
  table_deinit(&table);
  printf("%zu benchmark%s, time limit %g s\n", scores->benchmarks, text_plural(scores->benchmarks),
         job->log.limit);
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
  for (size_t i = 0; i < job->bench.solvers.count; i++)
    json_array_append_new(list,
                          score_object(job->bench.solvers.items[i].name, &scores->solvers[i]));
  const char *best = job->bench.solvers.items[scores->best].name;
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
  const char **names = mem_alloc(job->bench.solvers.count, sizeof *names);
  for (size_t i = 0; i < job->bench.solvers.count; i++) names[i] = job->bench.solvers.items[i].name;
  scores_init(&scores, &job->log, names, job->bench.solvers.count, job->given->bench.cost == 1);
  if (job->given->json)
    print_json(job, &scores);
  else
    print_table(job, &scores);
  for (size_t i = 0; i < job->bench.solvers.count; i++) wrong += scores.solvers[i].wrong;
  scores_deinit(&scores);
  free(names);
  return wrong ? EXIT_FINDING : EXIT_FINE;
}

/* --- by workers: a unit is a run, named by the script and the solver --- */

static int begin_part(void *state, const void *values, int count, char **positionals, StrBuf *facts)
{
  const BenchCommand *given = values;
  Error error;
  int code = bench_job_init(state, &command_bench, &given->bench, count, positionals);
  if (code == EXIT_FINE && bench_job_add_facts(state, facts, &error) != STATUS_OK)
    code = command_refuse(&command_bench, &error);
  return code;
}

/* The solver of a unit, and where its name begins; count: there is none. */
static size_t solver_of(const BenchJob *bench, const char *name, size_t *length)
{
  const char *end = strchr(name, '\n');
  size_t solver = 0;
  *length = end ? (size_t)(end - name) : 0;
  while (end && solver < bench->solvers.count &&
         strcmp(bench->solvers.items[solver].name, end + 1) != 0)
    solver++;
  return end ? solver : bench->solvers.count;
}

/* Prints the line of the run, or "!" and why the file is left out. */
static int run_part(void *state, const StoreUnit *unit)
{
  const BenchJob *bench = state;
  size_t length, solver = solver_of(bench, unit->name, &length);
  RunLog log;
  StrBuf skipped;
  Error error;
  if (solver == bench->solvers.count)
    return command_error(&command_bench, EXIT_ENVIRONMENT, "there is no such run: '%s'",
                         unit->name);
  char *path = mem_copy_string(unit->name, length);
  runlog_start(&log, (double)bench->given->timeout_ms / 1000);
  strbuf_init(&skipped, 0);
  Status status = bench_job_run_one(bench, path, solver, &skipped, &log, &error);
  if (skipped.length)
    printf("!%s", strbuf_text(&skipped));
  else
    fwrite(log.waiting.bytes, 1, log.waiting.length, stdout);
  strbuf_deinit(&skipped);
  runlog_close(&log);
  free(path);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(&command_bench, &error);
}

static size_t runs_at_a_time(const void *state)
{
  return (size_t)((const BenchJob *)state)->given->jobs;
}

static void end_part(void *state)
{
  bench_job_deinit(state);
}

static const WorkCommand work_command = {.command = &command_bench,
                                         .state_size = sizeof(BenchJob),
                                         .begin = begin_part,
                                         .run = run_part,
                                         .at_a_time = runs_at_a_time,
                                         .end = end_part};

/* Each file is named once. */
static void tell_skipped(Job *job, const char *message)
{
  uint32_t number;
  job->bench.skipped = true;
  if (names_find(&job->skipped, message, &number)) return;
  names_add(&job->skipped, message);
  command_error(&command_bench, EXIT_ENVIRONMENT, "%s", message);
}

static Status take_part(void *user, const WorkResult *result, Error *error)
{
  Job *job = user;
  if (result->bytes.length > 0 && result->bytes.bytes[0] == '!') {
    tell_skipped(job, result->bytes.bytes + 1);
    return STATUS_OK;
  }
  return runlog_add_lines(&job->log, result->bytes.bytes, result->bytes.length, error);
}

static Status sync_parts(void *user, Error *error)
{
  Job *job = user;
  return runlog_sync(&job->log, error);
}

typedef struct {
  VEC(char *) names;
  bool *wanted;
  size_t missing;
} Units;

static void list_units(const Job *job, Units *units)
{
  const BenchJob *bench = &job->bench;
  units->wanted = mem_alloc_zero(bench->paths.count * bench->solvers.count + 1, 1);
  for (size_t i = 0; i < bench->paths.count; i++)
    for (size_t k = 0; k < bench->solvers.count; k++) {
      StrBuf name;
      strbuf_init(&name, 0);
      strbuf_printf(&name, "%s\n%s", bench->paths.items[i], bench->solvers.items[k].name);
      bool wanted = !runlog_find(&job->log, bench->paths.items[i], bench->solvers.items[k].name);
      units->wanted[units->names.count] = wanted;
      units->missing += wanted;
      VEC_PUSH(&units->names, mem_copy_string(name.bytes, name.length));
      strbuf_deinit(&name);
    }
}

static void free_units(Units *units)
{
  for (size_t i = 0; i < units->names.count; i++) free(units->names.items[i]);
  VEC_FREE(&units->names);
  free(units->wanted);
}

static int run_by_workers(Job *job, int count, char **arguments, bool *left)
{
  Units units = {0};
  StrBuf facts, folder;
  Error error;
  int code = EXIT_FINE;
  strbuf_init(&facts, 0);
  strbuf_init(&folder, 0);
  crewwork_start_facts(&facts);
  strbuf_printf(&folder, "%s-workers", job->given->output);
  list_units(job, &units);
  if (bench_job_add_facts(&job->bench, &facts, &error) != STATUS_OK)
    code = command_refuse(&command_bench, &error);
  WorkJob work = {.command = &work_command,
                  .given = &job->given->workers,
                  .values = job->given,
                  .count = count,
                  .positionals = arguments,
                  .folder = strbuf_text(&folder),
                  .noun = "runs",
                  .facts = strbuf_text(&facts),
                  .units = (const char *const *)units.names.items,
                  .wanted = units.wanted,
                  .unit_count = units.names.count,
                  .take = take_part,
                  .settle = sync_parts,
                  .user = job};
  if (code == EXIT_FINE && units.missing > 0) code = work_job_run(&work, left);
  if (code == EXIT_FINE && !*left && runlog_settle(&job->log, &error) != STATUS_OK)
    code = command_refuse(&command_bench, &error);
  free_units(&units);
  strbuf_deinit(&facts);
  strbuf_deinit(&folder);
  return code;
}

/* --- the command --- */

static int run_here(Job *job)
{
  Supervisor *sup = solvers_supervisor(&command_bench);
  if (!sup) return EXIT_ENVIRONMENT;
  int code = bench_job_run(&job->bench, sup, &job->bench.paths, (uint32_t)job->given->bench.jobs,
                           &job->log, job->given->output);
  supervisor_destroy(sup);
  return code;
}

static int bench(Job *job, int count, char **arguments)
{
  bool left = false;
  int code = workers_wanted(&job->given->workers) ? run_by_workers(job, count, arguments, &left)
                                                  : run_here(job);
  return code == EXIT_FINE && !left ? report(job) : code;
}

static int run(const void *values, int count, char **arguments)
{
  Job job = {.given = values, .log = {.file = -1}};
  int code;
  if (work_job_without(&work_command, &job.given->workers, count > 0, &code)) return code;
  if (count == 0) return command_usage_error(&command_bench, "missing FILE");
  code = bench_job_init(&job.bench, &command_bench, &job.given->bench, count, arguments);
  if (code == EXIT_FINE) code = bench_job_open_log(&job.bench, job.given->output, &job.log);
  if (code == EXIT_FINE) code = bench(&job, count, arguments);
  if (code == EXIT_FINE && job.bench.skipped) code = EXIT_ENVIRONMENT;
  runlog_close(&job.log);
  names_free(&job.skipped);
  bench_job_deinit(&job.bench);
  return code;
}

const Subcommand command_bench = {
    .name = "bench",
    .group = GROUP_SOLVERS,
    .summary = "run every solver on every script and compare them",
    .usage = "[OPTION]... FILE|FOLDER...\n--store FILE|URL --join NUMBER",
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
                    .min = 0,
                    .max = POSITIONALS_UNLIMITED,
                    .completion = COMPLETE_FILES},
    .options_size = sizeof(BenchCommand),
    .run = run,
};
