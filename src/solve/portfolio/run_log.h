/* The file that `assay bench` writes: a table of runs (solve/select/runs.h) that only grows, with what is needed to go on with it.
 *
 *   runlog_open(&log, "runs.csv", limit, &error);          makes the file, or reads what is in it
 *   if (!runlog_find(&log, benchmark, solver)) ... runlog_add(&log, &row);
 *   runlog_sync(&log, &error);                             what was added is on the disk
 *
 * Processes that run benchmarks for another one have no file: runlog_start, and `waiting` has the lines of what was added,
 * which the other one takes over by runlog_add_lines.
 *
 * A line is acknowledged once runlog_sync has returned: it survives a kill and a power failure. A line that breaks off at the
 * end of the file was never acknowledged, and is removed when the file is opened again. */
#ifndef SOLVE_PORTFOLIO_RUN_LOG_H
#define SOLVE_PORTFOLIO_RUN_LOG_H

#include "base/index.h"
#include "base/strbuf.h"
#include "run/solver/outcome.h"
#include "solve/select/names.h"

/* Answers to the checks of a script, a letter for each, up to the first that is missing. */
enum {
  LETTER_PROVED = 'S',  /* sat, and its model makes all assertions true */
  LETTER_SAT = 's',     /* sat */
  LETTER_REFUTED = 'X', /* sat, and its model makes an assertion false */
  LETTER_UNSAT = 'u',
  LETTER_OPEN = '?', /* unknown */
};
/* Further answers are left out. */
enum { LETTERS_MAX = 10000 };

typedef struct {
  uint32_t benchmark, solver, logic; /* names of the log */
  OutcomeKind outcome;               /* of several answers the last */
  SolverAnswer expected;             /* of a script with one check: sat, unsat, or unknown */
  bool wrong;                        /* one of the answers is */
  double wall, cpu;                  /* seconds */
  uint64_t memory;                   /* bytes; 0: not known */
  uint32_t checks;                   /* in the script */
  uint32_t solved;                   /* answered sat or unsat */
  char *letters;
} LoggedRun;

typedef struct {
  int file; /* that is open for adding; -1: there is none */
  char *path;
  double limit; /* seconds for each run; 0: none */
  Names benchmarks, solvers, logics;
  VEC(LoggedRun) runs;
  Index pairs;    /* of benchmark and solver */
  StrBuf waiting; /* lines that are not in the file */
  size_t synced;  /* runs that are acknowledged */
} RunLog;

/* Opens the file, or makes it. Nobody else can add to it meanwhile. What is not such a file, has runs with another limit, or is
 * being written by another process is an error. On error nothing has to be released. */
Status runlog_open(RunLog *log, const char *path, double limit, Error *error);
/* One without a file. */
void runlog_start(RunLog *log, double limit);
/* What was not synced is lost. */
void runlog_close(RunLog *log);

/* Can the name stand in the file? Those with line breaks cannot: a line is what can be lost. */
bool runlog_accepts(const char *name);

/* NULL: there is none. */
const LoggedRun *runlog_find(const RunLog *log, const char *benchmark, const char *solver);
/* Takes the run over. One that is there already is left as it is. */
void runlog_add(RunLog *log, const LoggedRun *run);
/* Lines that runlog_add has made elsewhere. */
Status runlog_add_lines(RunLog *log, const char *lines, size_t length, Error *error);
Status runlog_sync(RunLog *log, Error *error);

/* Marks as wrong who says unsat where another one's model was checked. If that changes a run, the whole file is replaced. */
Status runlog_settle(RunLog *log, Error *error);

#endif
