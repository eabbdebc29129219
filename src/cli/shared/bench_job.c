#include "cli/shared/bench_job.h"

#include <assert.h>
#include <string.h>

#include "campaign/crewwork.h"
#include "cli/shared/language.h"

const char *const bench_cost_words[] = {"wall", "cpu", NULL};

/* One model must not keep all others waiting. */
enum { EVAL_STEPS_MAX = 2000000, EVAL_BYTES_MAX = 256 << 20 };

/* --- what is to be run --- */

static int find_scripts(BenchJob *job, int count, char **arguments)
{
  Error error;
  int code = language_find_all(job->command, job->given->language, count, arguments, &job->language,
                               &job->paths);
  if (code != EXIT_FINE) return code;
  if (language_check_solvers(job->language, job->solvers.items, job->solvers.count, &error) !=
      STATUS_OK)
    return command_usage_error(job->command, "%s", error.message);
  for (size_t i = 0; i < job->paths.count; i++)
    if (!runlog_accepts(job->paths.items[i]) || strcmp(job->paths.items[i], "-") == 0)
      return command_error(job->command, EXIT_ENVIRONMENT,
                           "'%s' cannot be a benchmark: it has to be a file whose name has no "
                           "line break",
                           job->paths.items[i]);
  return EXIT_FINE;
}

int bench_job_init(BenchJob *job, const Subcommand *command, const BenchSettings *given, int count,
                   char **arguments)
{
  *job = (BenchJob){.command = command, .given = given};
  job->profiles = solvers_profiles(command, &given->profiles, given->isolate);
  if (!job->profiles) return EXIT_ENVIRONMENT;
  Error error;
  Status status = solver_find_list(job->profiles, given->solvers, &job->solvers, &error);
  if (status == STATUS_USAGE) return command_usage_error(command, "%s", error.message);
  if (status != STATUS_OK)
    return command_error(command, solvers_exit_code(status), "%s", error.message);
  if (job->solvers.count == 0 || job->solvers.count > SOLVER_SET_MAX)
    return command_usage_error(command, "name 1 to %d solvers", SOLVER_SET_MAX);
  return find_scripts(job, count, arguments);
}

void bench_job_deinit(BenchJob *job)
{
  solver_vec_free(&job->solvers);
  path_vec_free(&job->paths);
  if (job->profiles) profiles_destroy(job->profiles);
  *job = (BenchJob){0};
}

/* --- running --- */

int bench_job_open_log(const BenchJob *job, const char *path, RunLog *log)
{
  assert(path && log);
  Error error;
  Status status = runlog_open(log, path, (double)job->given->timeout_ms / 1000, &error);
  if (status == STATUS_USAGE) return command_usage_error(job->command, "%s", error.message);
  if (status != STATUS_OK)
    return command_error(job->command, EXIT_ENVIRONMENT, "%s", error.message);
  return EXIT_FINE;
}

static void advance(void *user, size_t done)
{
  BenchJob *job = user;
  progress_update(&job->progress, done);
}

static void skip(void *user, const char *path, const Error *error)
{
  BenchJob *job = user;
  progress_hide(&job->progress);
  command_error(job->command, EXIT_ENVIRONMENT, "%s; '%s' is left out", error->message, path);
  job->skipped = true;
}

static int finish(const BenchJob *job, BenchEnd end, RunLog *log, const char *resume, Error *error)
{
  if (end == BENCH_INTERRUPTED && !resume)
    return command_error(job->command, EXIT_ENVIRONMENT, "interrupted");
  if (end == BENCH_INTERRUPTED)
    return command_error(job->command, EXIT_ENVIRONMENT,
                         "interrupted; the same command resumes with what '%s' lacks", resume);
  if (end == BENCH_FAILED || runlog_settle(log, error) != STATUS_OK)
    return command_error(job->command, EXIT_ENVIRONMENT, "%s", error->message);
  return EXIT_FINE;
}

/* A solver that waits uses no CPU time. */
static RunLimits limits_of(const BenchSettings *given)
{
  uint64_t limit = given->timeout_ms * 1000000;
  RunLimits limits = {.wall_ns = limit, .memory_bytes = given->memory};
  if (given->cost == 1) {
    limits.cpu_ns = limit;
    limits.wall_ns = limit < UINT64_MAX / RUN_WALL_PER_CPU ? limit * RUN_WALL_PER_CPU : 0;
  }
  return limits;
}

static BenchOptions options_of(const BenchJob *job, uint32_t jobs)
{
  assert(job->language && job->solvers.count > 0 && jobs > 0);
  const BenchSettings *given = job->given;
  return (BenchOptions){.language = job->language,
                        .solvers = job->solvers.items,
                        .solver_count = job->solvers.count,
                        .limits = limits_of(given),
                        .eval = {EVAL_STEPS_MAX, EVAL_BYTES_MAX},
                        .jobs = jobs,
                        .no_models = given->no_models};
}

int bench_job_run(BenchJob *job, Supervisor *sup, const PathVec *paths, uint32_t jobs, RunLog *log,
                  const char *resume)
{
  assert(jobs > 0);
  BenchOptions options = options_of(job, jobs);
  options.advance = advance;
  options.skip = skip;
  options.user = job;
  const char *const *items = (const char *const *)paths->items;
  BenchCount runs = bench_count(&options, items, paths->count, log);
  Error error;
  if (runs.done) fprintf(stderr, "resuming: %zu of %zu runs are done\n", runs.done, runs.all);
  progress_start(&job->progress, "runs", runs.all);
  progress_estimate(&job->progress, runs.done);
  solvers_catch_signals(sup);
  BenchEnd end = bench_run(sup, &options, items, paths->count, log, &error);
  solvers_release_signals();
  progress_hide(&job->progress);
  return finish(job, end, log, resume, &error);
}

/* --- one run, for somebody else --- */

static void note_skipped(void *user, const char *path, const Error *error)
{
  strbuf_printf(user, "%s; '%s' is left out", error->message, path);
}

Status bench_job_run_one(const BenchJob *job, const char *path, size_t solver, StrBuf *skipped,
                         RunLog *log, Error *error)
{
  assert(solver < job->solvers.count);
  Supervisor *sup;
  BenchOptions options = options_of(job, 1);
  options.solvers = &job->solvers.items[solver];
  options.solver_count = 1;
  options.skip = note_skipped;
  options.user = skipped;
  Status status = supervisor_create(&sup, error);
  if (status != STATUS_OK) return status;
  solvers_catch_signals(sup);
  BenchEnd end = bench_run(sup, &options, &path, 1, log, error);
  solvers_release_signals();
  supervisor_destroy(sup);
  if (end == BENCH_INTERRUPTED) return error_set(error, STATUS_IO, "interrupted");
  return end == BENCH_DONE ? STATUS_OK : error->status;
}

Status bench_job_add_facts(const BenchJob *job, StrBuf *facts, Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 0; i < job->solvers.count && status == STATUS_OK; i++)
    status =
        crewwork_add_file(facts, job->solvers.items[i].name, job->solvers.items[i].program, error);
  return status;
}
