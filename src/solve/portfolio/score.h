/* What runs say of solvers: how many benchmarks each solves, and its PAR-2 score beside those of the best single solver and of
 * the virtual best, which takes the best solver for each benchmark.
 *
 * The score of a run is its time if all checks are solved, 10 t if an answer is wrong, and otherwise w + (2 t / n)(n - m) for m
 * solved of n checks in the time w; with one check that is 2 t. t is the time limit. */
#ifndef SOLVE_PORTFOLIO_SCORE_H
#define SOLVE_PORTFOLIO_SCORE_H

#include "solve/portfolio/run_log.h"

typedef struct {
  size_t solved, wrong;
  size_t unique; /* solved by nobody else */
  double par2;   /* seconds, of all benchmarks */
  double time;   /* seconds, of all runs */
} SolverScore;

typedef struct {
  size_t benchmarks; /* on which all solvers ran */
  size_t left_out;   /* on which some of them did not */
  SolverScore *solvers;
  SolverScore virtual_best;
  size_t best; /* the solver with the lowest score; of equal ones the first */
} Scores;

/* Were all checks answered, and none of them wrong? */
bool scores_is_solved(const LoggedRun *run);
/* Of one run: seconds, at most the limit (0: none), and the score. */
double scores_time(const LoggedRun *run, double limit, bool cpu);
/* Adds a run to the sums; `unique` is left alone. */
void scores_add_run(SolverScore *score, const LoggedRun *run, double limit, bool cpu);

/* The scores of these solvers, by wall time or CPU time. */
void scores_init(Scores *scores, const RunLog *log, const char *const *solvers, size_t count,
                 bool cpu);
void scores_deinit(Scores *scores);

#endif
