/* Runs of solvers on benchmarks: the table that `assay bench` writes and learning reads.
 *
 * A row of the file is one run. The columns, in any order, found by their titles:
 *
 *   benchmark   the file, as it was named
 *   logic       of the benchmark; without it: the first folder of its name, if that is a logic
 *   solver      the name of the solver or setting
 *   answer      sat or unsat; everything else is no answer: unknown, timeout, memout, error, unsupported
 *   wall, cpu   seconds until the run ended
 *   memory      largest use, in bytes
 *   checks      how many answers the script asks for (1 without the column)
 *   solved      how many of them were sat or unsat (without the column: 1 or 0, by the answer)
 *   wrong       1, true or yes: the answer is known to be wrong
 *
 * Other titles that are read: path, instance; algorithm; result, status; time, runtime. A table with the columns
 * solver, benchmark and score is read, too: a score up to the limit is a solved run, ten times the limit a wrong one.
 * If a pair of benchmark and solver has several rows, the last one counts. */
#ifndef SOLVE_SELECT_RUNS_H
#define SOLVE_SELECT_RUNS_H

#include "solve/select/csv.h"
#include "solve/select/names.h"

/* The titles of a table that we write. */
#define RUNS_TITLES "benchmark,logic,solver,answer,wall,cpu,memory,checks,solved,wrong"

typedef enum { RUN_MISSING, RUN_UNSOLVED, RUN_SOLVED, RUN_WRONG } RunState;

typedef struct {
  float wall, cpu; /* seconds */
  uint32_t checks, solved;
  RunState state; /* RUN_SOLVED: all checks were answered within the limit */
} BenchmarkRun;

typedef struct {
  Names benchmarks, solvers, logics;
  uint32_t *logic_of; /* of each benchmark */
  BenchmarkRun *runs; /* solvers.count for each benchmark */
  double limit;       /* seconds of a run */
  bool cpu;           /* times are CPU times */
} Runs;

/* A row as it is written. */
typedef struct {
  const char *benchmark, *logic, *solver, *answer;
  double wall, cpu;
  uint64_t memory, checks, solved;
  bool wrong;
} RunRow;

/* Appends a line of the table, with its end. */
void runs_write_row(StrBuf *out, const RunRow *row);

typedef struct {
  double limit; /* runs that are longer are unsolved; 0: the longest run */
  bool cpu; /* the time of a run is its CPU time, which has to be there: Run.wall is that, too */
} RunsOptions;

/* Reads a table. A run without a time took all of the limit. An empty table is an error. Call runs_free in every case. */
Status runs_read(Runs *runs, const char *path, const RunsOptions *options, Error *error);
void runs_free(Runs *runs);

static inline const BenchmarkRun *runs_get(const Runs *runs, uint32_t benchmark, uint32_t solver)
{
  return &runs->runs[(size_t)benchmark * names_count(&runs->solvers) + solver];
}

/* PAR-2 with 10 times the limit for a wrong answer; for a script with several checks that are not all solved:
 * wall + (2 limit / checks) (checks - solved). `penalty` is 2 for PAR-2. */
double runs_score(const BenchmarkRun *run, double limit, double penalty);

/* The same for any time that passed and any number of checks that were solved, but not all. */
double runs_partial_score(double seconds, uint32_t checks, uint32_t solved, double limit,
                          double penalty);

/* For tables that come from elsewhere: rows are gathered, then made a table. */
typedef struct {
  uint32_t benchmark, solver;
  BenchmarkRun run;
} RunEntry;
typedef VEC(RunEntry) RunEntries;
/* Refuses tables that would take too much memory or time. */
enum { RUNS_SOLVERS_MAX = 1000, RUNS_CELLS_MAX = 100 << 20 };
Status runs_check_size(const Runs *runs, const char *path, Error *error);
/* `runs` has its names and logic_of; takes the entries. */
void runs_fill(Runs *runs, const RunEntries *entries);

#endif
