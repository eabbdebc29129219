/* assay compare: what got worse from one solver, or version of it, to another. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/folder.h"
#include "cli/command/compare_report.h"
#include "cli/option/commands.h"
#include "cli/shared/language.h"

static const Option options[] = {
    {OPTION_STRING(CompareCommand, factor), .name = "factor", .value_name = "F", .initial = "2",
     .help = "newly slow is what takes more than F times as long"},
    {OPTION_DURATION(CompareCommand, floor_ms), .name = "floor", .value_name = "TIME",
     .initial = "500ms", .high = OPTION_YEAR_MS, .help = "and more than TIME longer"},
    {OPTION_UNSIGNED(CompareCommand, confirm), .name = "confirm", .value_name = "N", .initial = "1",
     .high = 100,
     .help = "run what is newly slow or timed out N more times, with nothing else running, and "
             "leave out "
             "what does not reproduce"},
    {OPTION_STRING(CompareCommand, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .help = "write the runs to FILE as 'assay bench' does, and resume what it has"},
    {OPTION_STRING(CompareCommand, scatter), .name = "scatter", .value_name = "FILE.svg",
     .help = "draw a point for each script, which opens it in a browser"},
    BENCH_OPTIONS(CompareCommand),
    {OPTION_CHOICE(CompareCommand, bench.cost, bench_cost_words), .name = "cost", .initial = "wall",
     .help = "the time that is compared"},
    BENCH_NO_MODELS_OPTION(CompareCommand),
    {OPTION_FLAG(CompareCommand, json), .name = "json", .help = "print the result as JSON"},
    LANGUAGE_OPTION(CompareCommand, bench.language),
    SOLVERS_ISOLATE_OPTION(CompareCommand, bench.isolate),
    SOLVERS_PROFILES_OPTION(CompareCommand, bench.profiles),
};

static const Example examples[] = {
    {"assay compare z3@old/z3,z3@new/z3 -t 10s DIR", "what did a change make worse?"},
    {"assay compare --cost cpu --factor 1.5 --floor 200ms z3@old/z3,z3@new/z3 DIR",
     "on a busy machine, and closer"},
    {"assay compare z3,cvc5,cvc4 --scatter figure.svg DIR",
     "two solvers against z3, and a figure whose points open the scripts"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "nothing got worse"},
    {EXIT_FINDING, "something did"},
    {EXIT_ENVIRONMENT,
     "a solver or a file is not there, the runs cannot be written, or it was interrupted"},
};

/* --- what is different --- */

static const LoggedRun *find_run(const Comparison *job, const RunLog *log, const char *path,
                                 size_t solver)
{
  return runlog_find(log, path, job->bench.solvers.items[solver].name);
}

static void add_benchmark(Comparison *job, const char *path)
{
  const LoggedRun *before = find_run(job, &job->log, path, 0);
  for (size_t i = 0; i < job->bench.solvers.count; i++)
    if (!find_run(job, &job->log, path, i)) return; /* could not be read */
  job->benchmarks++;
  for (size_t i = 0; i < job->bench.solvers.count; i++) {
    const LoggedRun *after = find_run(job, &job->log, path, i);
    scores_add_run(&job->scores[i], after, job->rule.limit, job->rule.cpu);
    ChangeKind kind = compare_runs(&job->rule, before, after);
    Change change = {.kind = kind, .path = path, .solver = i, .before = before, .after = after};
    if (kind != CHANGE_NONE) VEC_PUSH(&job->changes, change);
  }
}

/* A benchmark that was named twice counts once. */
static void find_changes(Comparison *job)
{
  Names seen = {0};
  for (size_t i = 0; i < job->bench.paths.count; i++) {
    uint32_t known = names_count(&seen);
    if (names_add(&seen, job->bench.paths.items[i]) == known)
      add_benchmark(job, job->bench.paths.items[i]);
  }
  names_free(&seen);
}

static bool is_in_doubt(const Change *change)
{
  return !change->unconfirmed && compare_depends_on_time(change->kind, change->after);
}

static void judge_again(Comparison *job, const RunLog *log)
{
  for (size_t i = 0; i < job->changes.count; i++) {
    Change *change = &job->changes.items[i];
    if (!is_in_doubt(change)) continue;
    const LoggedRun *before = find_run(job, log, change->path, 0);
    const LoggedRun *after = find_run(job, log, change->path, change->solver);
    change->unconfirmed =
        before && after && !change_is_worse(compare_runs(&job->rule, before, after));
  }
}

/* Each once: changes of one benchmark stand together. */
static void doubtful_paths(const Comparison *job, PathVec *paths)
{
  const char *last = NULL;
  for (size_t i = 0; i < job->changes.count; i++) {
    const Change *change = &job->changes.items[i];
    if (!is_in_doubt(change) || change->path == last) continue;
    last = change->path;
    char *path = mem_copy_string(last, strlen(last));
    VEC_PUSH(paths, path);
  }
}

/* Runs what time decided once more, one run at a time. */
static int confirm_once(Comparison *job, Supervisor *sup, const char *folder, uint64_t round)
{
  PathVec paths = {0};
  doubtful_paths(job, &paths);
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_printf(&name, "%s/confirm-%llu.csv", folder, (unsigned long long)round);
  RunLog log = {.file = -1};
  int code = EXIT_FINE;
  if (paths.count) code = bench_job_open_log(&job->bench, strbuf_text(&name), &log);
  if (paths.count && code == EXIT_FINE)
    code = bench_job_run(&job->bench, sup, &paths, 1, &log, job->given->output);
  if (paths.count && code == EXIT_FINE) judge_again(job, &log);
  runlog_close(&log);
  strbuf_deinit(&name);
  path_vec_free(&paths);
  return code;
}

/* --- the command --- */

static int compare(Comparison *job, const char *folder)
{
  StrBuf name;
  strbuf_init(&name, 0);
  if (job->given->output)
    strbuf_add_text(&name, job->given->output);
  else
    strbuf_printf(&name, "%s/runs.csv", folder);
  int code = bench_job_open_log(&job->bench, strbuf_text(&name), &job->log);
  strbuf_deinit(&name);
  if (code != EXIT_FINE) return code;
  Supervisor *sup = solvers_supervisor(&command_compare);
  if (!sup) return EXIT_ENVIRONMENT;
  code = bench_job_run(&job->bench, sup, &job->bench.paths, (uint32_t)job->given->bench.jobs,
                       &job->log, job->given->output);
  if (code == EXIT_FINE) find_changes(job);
  for (uint64_t i = 0; i < job->given->confirm && code == EXIT_FINE; i++)
    code = confirm_once(job, sup, folder, i);
  supervisor_destroy(sup);
  if (code != EXIT_FINE) return code;
  bool worse = compare_report(job);
  Error error;
  if (job->given->scatter && compare_scatter(job, &error) != STATUS_OK)
    return command_refuse(&command_compare, &error);
  return worse ? EXIT_FINDING : EXIT_FINE;
}

static int check_solvers(const Comparison *job)
{
  const SolverVec *solvers = &job->bench.solvers;
  if (solvers->count < 2)
    return command_usage_error(&command_compare,
                               "name two solvers or more, separated by commas: OLD,NEW");
  for (size_t i = 0; i < solvers->count; i++)
    for (size_t k = 0; k < i; k++)
      if (strcmp(solvers->items[i].name, solvers->items[k].name) == 0)
        return command_usage_error(&command_compare, "'%s' is named twice", solvers->items[i].name);
  return EXIT_FINE;
}

static bool read_rule(Comparison *job)
{
  const CompareCommand *given = job->given;
  char *end;
  job->rule = (CompareRule){.factor = strtod(given->factor, &end),
                            .floor = (double)given->floor_ms / 1000,
                            .limit = (double)given->bench.timeout_ms / 1000,
                            .cpu = given->bench.cost == 1};
  return end != given->factor && !*end && isfinite(job->rule.factor) && job->rule.factor >= 1;
}

static int run(const void *values, int count, char **arguments)
{
  assert(count >= 2);
  Comparison job = {.given = values, .log = {.file = -1}};
  if (!read_rule(&job))
    return command_usage_error(&command_compare, "--factor has to be a number of at least 1");
  BenchSettings settings = job.given->bench;
  settings.solvers = arguments[0];
  char *folder = NULL;
  Error error;
  int code = bench_job_init(&job.bench, &command_compare, &settings, count - 1, arguments + 1);
  if (code == EXIT_FINE) code = check_solvers(&job);
  if (code == EXIT_FINE && temp_folder_make("assay-compare", &folder, &error) != STATUS_OK)
    code = command_error(&command_compare, EXIT_ENVIRONMENT, "%s", error.message);
  if (code == EXIT_FINE) {
    job.scores = mem_alloc_zero(job.bench.solvers.count, sizeof *job.scores);
    code = compare(&job, folder);
  }
  if (code == EXIT_FINE && job.bench.skipped) code = EXIT_ENVIRONMENT;
  runlog_close(&job.log);
  if (folder) temp_folder_remove(folder);
  free(folder);
  free(job.scores);
  VEC_FREE(&job.changes);
  bench_job_deinit(&job.bench);
  return code;
}

const Subcommand command_compare = {
    .name = "compare",
    .group = GROUP_SOLVERS,
    .summary = "find what got worse from one version of a solver to another",
    .usage = "[OPTION]... OLD,NEW[,NEW]... FILE|FOLDER...",
    .description =
        "Runs two or more solvers, or versions of one, on every script (folders stand for all "
        "inputs below them) and lists what is different from the first, the baseline. Worse is "
        "what is newly wrong, newly unsolved, newly slow or newly failing (crash, error or no "
        "answer), and "
        "an answer that changed from sat to unsat or back. Solvers are named as for 'assay run', "
        "e.g. z3@PATH for another build of z3.\n"
        "\n"
        "Without -o all is run each time. With it, runs that the file has are not run again: "
        "remove the file, or give another one, after a solver was rebuilt.\n"
        "\n"
        "Statuses are hidden from the solvers, models are asked for and checked; what is wrong is "
        "decided as by 'assay bench', and PAR-2 is the same.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "OLD,NEW FILE",
                    .min = 2,
                    .max = POSITIONALS_UNLIMITED,
                    .completion = COMPLETE_FILES},
    .options_size = sizeof(CompareCommand),
    .run = run,
};
