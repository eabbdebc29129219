/* Every solver on every benchmark, into a log of runs; what the log has already is not run again.
 *
 * Statuses are hidden from the solvers, models are asked for and checked. An answer is wrong if evaluation of a script without
 * constants, the model that came with it or, where neither has something to say, the script's own status contradicts it;
 * runlog_settle adds what models of others contradict. */
#ifndef SOLVE_PORTFOLIO_BENCH_H
#define SOLVE_PORTFOLIO_BENCH_H

#include "find/oracle/poll.h"
#include "solve/portfolio/run_log.h"

typedef struct {
  const LanguageInterface *language; /* of the benchmarks */
  const Solver *solvers;
  size_t solver_count; /* at most SOLVER_SET_MAX */
  RunLimits limits;
  ExamineLimits eval;
  uint32_t jobs;                            /* runs at a time */
  bool no_models;                           /* do not ask for models */
  void (*advance)(void *user, size_t done); /* runs that are acknowledged, new and old */
  void (*skip)(void *user, const char *path, const Error *error); /* a file that cannot be read */
  void *user;
} BenchOptions;

/* Runs of these benchmarks that are to be done in all, and those of them that the log has. */
typedef struct {
  size_t all, done;
} BenchCount;

BenchCount bench_count(const BenchOptions *options, const char *const *paths, size_t count,
                       const RunLog *log);

typedef enum { BENCH_DONE, BENCH_INTERRUPTED, BENCH_FAILED } BenchEnd;

/* Interrupted: by supervisor_wake. Failed: the error says why. What was done by then is in the log. */
BenchEnd bench_run(Supervisor *sup, const BenchOptions *options, const char *const *paths,
                   size_t count, RunLog *log, Error *error);

#endif
