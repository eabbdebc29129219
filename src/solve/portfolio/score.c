#include "solve/portfolio/score.h"

#include <assert.h>
#include <math.h>

bool scores_is_solved(const LoggedRun *run)
{
  return !run->wrong && run->checks > 0 && run->solved == run->checks;
}

double scores_time(const LoggedRun *run, double limit, bool cpu)
{
  double time = cpu ? run->cpu : run->wall;
  return limit > 0 ? fmin(time, limit) : time;
}

static double scores_of_run(const LoggedRun *run, double limit, bool cpu)
{
  static const double UNSOLVED = 2, WRONG = 10;
  double time = scores_time(run, limit, cpu);
  if (run->wrong) return WRONG * limit;
  if (scores_is_solved(run)) return time;
  if (run->checks <= 1) return UNSOLVED * limit;
  return time + UNSOLVED * limit * (run->checks - run->solved) / run->checks;
}

void scores_add_run(SolverScore *score, const LoggedRun *run, double limit, bool cpu)
{
  score->solved += scores_is_solved(run);
  score->wrong += run->wrong;
  score->par2 += scores_of_run(run, limit, cpu);
  score->time += scores_time(run, limit, cpu);
}

/* The runs of all solvers on one benchmark; false: some are missing. */
static bool find_runs(const RunLog *log, uint32_t benchmark, const char *const *solvers,
                      size_t count, const LoggedRun **runs)
{
  for (size_t i = 0; i < count; i++) {
    runs[i] = runlog_find(log, names_text(&log->benchmarks, benchmark), solvers[i]);
    if (!runs[i]) return false;
  }
  return true;
}

static void add_benchmark(Scores *scores, const LoggedRun *const *runs, size_t count, double limit,
                          bool cpu)
{
  size_t solvers = 0, last = 0, best = 0;
  for (size_t i = 0; i < count; i++) {
    bool solved = scores_is_solved(runs[i]);
    scores_add_run(&scores->solvers[i], runs[i], limit, cpu);
    solvers += solved;
    if (solved) last = i;
    if (scores_of_run(runs[i], limit, cpu) < scores_of_run(runs[best], limit, cpu)) best = i;
  }
  if (solvers == 1) scores->solvers[last].unique++;
  scores->virtual_best.solved += solvers > 0;
  scores->virtual_best.wrong += runs[best]->wrong;
  scores->virtual_best.par2 += scores_of_run(runs[best], limit, cpu);
  scores->virtual_best.time += scores_time(runs[best], limit, cpu);
  scores->benchmarks++;
}

void scores_init(Scores *scores, const RunLog *log, const char *const *solvers, size_t count,
                 bool cpu)
{
  assert(count > 0);
  *scores = (Scores){.solvers = mem_alloc_zero(count, sizeof *scores->solvers)};
  const LoggedRun **runs = mem_alloc(count, sizeof *runs);
  for (uint32_t i = 0; i < names_count(&log->benchmarks); i++) {
    if (find_runs(log, i, solvers, count, runs))
      add_benchmark(scores, runs, count, log->limit, cpu);
    else
      scores->left_out++;
  }
  free(runs);
  for (size_t i = 1; i < count; i++)
    if (scores->solvers[i].par2 < scores->solvers[scores->best].par2) scores->best = i;
}

void scores_deinit(Scores *scores)
{
  free(scores->solvers);
  *scores = (Scores){0};
}
