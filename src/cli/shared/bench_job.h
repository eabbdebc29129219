/* What commands share that run every solver on every benchmark: 'assay bench' and 'assay compare'. */
#ifndef CLI_SHARED_BENCH_JOB_H
#define CLI_SHARED_BENCH_JOB_H

#include "base/paths.h"
#include "cli/option/command.h"
#include "cli/option/progress.h"
#include "cli/shared/solvers.h"
#include "solve/portfolio/bench.h"

/* The options that both have, in a member `bench` of the struct of the command. */
typedef struct {
  const char *solvers; /* separated by commas */
  const char *language;
  uint64_t timeout_ms;
  uint64_t memory;
  uint64_t jobs;
  bool no_models;
  int cost; /* 1: CPU time */
  bool isolate;
  OptionList profiles;
} BenchSettings;

#define BENCH_OPTIONS(Struct)                                                                      \
  {OPTION_DURATION(Struct, bench.timeout_ms),                                                      \
   .name = "timeout",                                                                              \
   .letter = 't',                                                                                  \
   .value_name = "TIME",                                                                           \
   .initial = "10s",                                                                               \
   .low = 1,                                                                                       \
   .high = OPTION_YEAR_MS,                                                                         \
   .help = "end a solver after TIME"},                                                             \
      {OPTION_SIZE(Struct, bench.memory), .name = "memory", .value_name = "SIZE", .initial = "2G", \
       .help = "end a solver when it uses more than SIZE; 0 is no limit"},                         \
  {                                                                                                \
    OPTION_UNSIGNED(Struct, bench.jobs), .name = "jobs", .letter = 'j', .value_name = "N",         \
                                         .initial = "1", .low = 1, .high = 1024,                   \
                                         .help = "run N solvers at a time"                         \
  }

#define BENCH_NO_MODELS_OPTION(Struct)                                                             \
  {                                                                                                \
    OPTION_FLAG(Struct, bench.no_models), .name = "no-models",                                     \
                                          .help = "do not ask for models, so that fewer wrong "    \
                                                  "answers are noticed"                            \
  }

extern const char *const bench_cost_words[];

typedef struct {
  const Subcommand *command;
  const BenchSettings *given;
  const LanguageInterface *language;
  Profiles *profiles;
  SolverVec solvers;
  PathVec paths;
  Progress progress;
  bool skipped; /* a file could not be read */
} BenchJob;

/* Finds profiles, solvers and benchmarks. EXIT_FINE, or a message has been printed. Either way the job has to be released. */
int bench_job_init(BenchJob *job, const Subcommand *command, const BenchSettings *given, int count,
                   char **arguments);
void bench_job_deinit(BenchJob *job);

/* Opens the log of runs. EXIT_FINE, or a message has been printed. */
int bench_job_open_log(const BenchJob *job, const char *path, RunLog *log);
/* Runs what the log lacks of these benchmarks, `jobs` at a time, and settles it. EXIT_FINE, or a message has been
 * printed, which names `resume` as the file with which an interrupted command resumes; NULL: there is none. */
int bench_job_run(BenchJob *job, Supervisor *sup, const PathVec *paths, uint32_t jobs, RunLog *log,
                  const char *resume);

/* One run, without a file: its line is what waits in the log. A file that cannot be read leaves none, and its message in
 * `skipped`. STATUS_IO: the run could not be made. */
Status bench_job_run_one(const BenchJob *job, const char *path, size_t solver, StrBuf *skipped,
                         RunLog *log, Error *error);
/* Can solvers and options be the same elsewhere? Adds the contents of the solvers' programs to the facts of the work. */
Status bench_job_add_facts(const BenchJob *job, StrBuf *facts, Error *error);

#endif
