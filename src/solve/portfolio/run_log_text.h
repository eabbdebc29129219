/* Inside the log of runs: a line of it. */
#ifndef SOLVE_PORTFOLIO_RUN_LOG_TEXT_H
#define SOLVE_PORTFOLIO_RUN_LOG_TEXT_H

#include "solve/portfolio/run_log.h"
#include "solve/select/csv.h"

#define RUN_LOG_LIST(X)                                                                            \
  X(benchmark)                                                                                     \
  X(logic)                                                                                         \
  X(solver)                                                                                        \
  X(answer)                                                                                        \
  X(expected)                                                                                      \
  X(wrong)                                                                                         \
  X(wall)                                                                                          \
  X(cpu)                                                                                           \
  X(memory)                                                                                        \
  X(checks)                                                                                        \
  X(solved)                                                                                        \
  X(letters)

#define RUN_LOG_TITLE(name) #name ","
#define RUN_LOG_TITLES      RUN_LOG_LIST(RUN_LOG_TITLE) "limit\n"

typedef struct {
#define RUN_LOG_MEMBER(name) int name;
  RUN_LOG_LIST(RUN_LOG_MEMBER)
#undef RUN_LOG_MEMBER
  int limit;
} RunLogColumns;

Status runlog_columns(const Csv *csv, RunLogColumns *columns, Error *error);

/* Appends the line of a run. */
void runlog_print(const RunLog *log, const LoggedRun *run, StrBuf *out);
/* The run of the current line, and the time limit that it had. On error there is none. */
Status runlog_parse(const RunLogColumns *columns, const Csv *csv, RunLog *log, LoggedRun *run,
                    double *limit, Error *error);

#endif
