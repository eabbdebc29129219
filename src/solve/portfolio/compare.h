/* What is different between two solvers, or two versions of one, on the same benchmarks: the first is the baseline. */
#ifndef SOLVE_PORTFOLIO_COMPARE_H
#define SOLVE_PORTFOLIO_COMPARE_H

#include "solve/portfolio/score.h"

/* In the order in which they are decided and printed. The third column: is it worse than the baseline? */
#define CHANGE_LIST(X)                                                                             \
  X(CHANGE_WRONG, "newly wrong", true)                                                             \
  X(CHANGE_RIGHT, "no longer wrong", false)                                                        \
  X(CHANGE_ANSWER, "answer changed", true) /* sat against unsat; who is right is not known */      \
  X(CHANGE_UNSOLVED, "newly unsolved", true)                                                       \
  X(CHANGE_SOLVED, "newly solved", false)                                                          \
  X(CHANGE_FAILED, "newly failing", true) /* crash, error, no answer, where no more was solved */  \
  X(CHANGE_SLOW, "newly slow", true)                                                               \
  X(CHANGE_FAST, "newly fast", false)

#define CHANGE_ENUM(code, name, worse) code,
typedef enum { CHANGE_LIST(CHANGE_ENUM) CHANGE_COUNT, CHANGE_NONE = CHANGE_COUNT } ChangeKind;
#undef CHANGE_ENUM

const char *change_name(ChangeKind kind);
bool change_is_worse(ChangeKind kind);

typedef struct {
  double factor; /* slow: this many times as long as the baseline, at least 1 */
  double floor;  /* and so many seconds longer */
  double limit;  /* of the runs; 0: none */
  bool cpu;      /* CPU time instead of wall time */
} CompareRule;

/* What is different in the run of a solver from that of the baseline on the same benchmark. */
ChangeKind compare_runs(const CompareRule *rule, const LoggedRun *before, const LoggedRun *after);
/* May the change be an accident of this run, because time alone decided it? */
bool compare_depends_on_time(ChangeKind kind, const LoggedRun *after);

#endif
