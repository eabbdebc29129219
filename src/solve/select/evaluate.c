#include "solve/select/evaluate.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "solve/select/machsmt.h"

const char *contender_name(Contender contender)
{
  static const char *const names[] = {
#define CONTENDER_NAME(code, name) name,
      CONTENDERS(CONTENDER_NAME)
#undef CONTENDER_NAME
  };
  assert(contender < CONTENDER_COUNT);
  return names[contender];
}

/* Sums over a split. */
typedef struct {
  double score, solved;
} Tally;

typedef struct {
  const Dataset *data;
  const SelectorSettings *settings;
  EvaluationReport *report;
  bool with_machsmt;
  Machsmt *machsmt;                          /* of the split */
  Tally totals[CONTENDER_COUNT], total_best; /* over all splits */
  double squares[CONTENDER_COUNT];
  double benchmarks;
  uint64_t predict_ns;
} Evaluator;

static uint32_t best_single(const Dataset *data, const U32Vec *rows)
{
  uint32_t best = 0, solvers = names_count(&data->runs.solvers);
  double least = INFINITY;
  for (uint32_t s = 0; s < solvers; s++) {
    double sum = 0;
    for (size_t i = 0; i < rows->count; i++)
      sum += runs_score(runs_get(&data->runs, rows->items[i], s), data->runs.limit, data->penalty);
    if (sum >= least) continue;
    least = sum;
    best = s;
  }
  return best;
}

static ScheduleResult virtual_best(const Dataset *data, uint32_t row)
{
  ScheduleResult best = {.score = INFINITY};
  for (uint32_t s = 0; s < names_count(&data->runs.solvers); s++) {
    const Run *run = runs_get(&data->runs, row, s);
    double score = runs_score(run, data->runs.limit, data->penalty);
    if (score < best.score) best = (ScheduleResult){score, run->state == RUN_SOLVED};
  }
  return best;
}

static const SelectionForce forces[CONTENDER_COUNT] = {
    [CONTENDER_GREEDY] = {ADVICE_FIXED, 1},
    [CONTENDER_FIXED] = {ADVICE_FIXED, PLAN_SLOTS},
    [CONTENDER_HARDNESS] = {ADVICE_HARDNESS, 1},
    [CONTENDER_PAIRS] = {ADVICE_PAIRS, 1},
    [CONTENDER_PAIRS_BOOST] = {ADVICE_PAIRS_BOOST, 1},
    [CONTENDER_NEAREST] = {ADVICE_NEAREST, 1},
    [CONTENDER_SIMILAR] = {ADVICE_FOREST, PLAN_SLOTS},
    [CONTENDER_ONE] = {ADVICE_BOTH, 1},
    [CONTENDER_TWO] = {ADVICE_BOTH, 2},
    [CONTENDER_THREE] = {ADVICE_BOTH, 3},
};

/* Its solver, and if that gives up early, nothing. */
static ScheduleResult replay_machsmt(const Evaluator *evaluator, uint32_t row)
{
  const Dataset *data = evaluator->data;
  bool known = names_count(&data->features) > 0 && !data->feature_failed[row];
  uint32_t solver =
      machsmt_select(evaluator->machsmt, known ? matrix_row(&data->values, row) : NULL);
  Schedule schedule = {.count = 1, .slots = {{solver, INFINITY}}};
  return schedule_replay(&schedule, runs_get(&data->runs, row, 0), data->runs.limit, data->penalty,
                         data->feature_time ? data->feature_time[row] : 0);
}

static ScheduleResult replay(Evaluator *evaluator, Selection *selection, Contender contender,
                             uint32_t row)
{
  const Dataset *data = evaluator->data;
  if (contender == CONTENDER_VIRTUAL_BEST) return virtual_best(data, row);
  if (contender == CONTENDER_MACHSMT) return replay_machsmt(evaluator, row);
  SelectorInput input = {.logic = names_text(&data->runs.logics, data->runs.logic_of[row])};
  bool known = names_count(&data->features) > 0 && !data->feature_failed[row];
  if (known) input.features = matrix_row(&data->values, row);
  selection_force(selection, forces[contender]);
  uint64_t begin = clock_process_cpu_ns();
  selection_predict(selection, &input, data->runs.limit);
  if (contender == CONTENDER_CHOSEN) evaluator->predict_ns += clock_process_cpu_ns() - begin;
  double before =
      selection_uses_features(selection) && data->feature_time ? data->feature_time[row] : 0;
  return schedule_replay(&selection->schedule, runs_get(&data->runs, row, 0), data->runs.limit,
                         data->penalty, before);
}

static double closed(double score, double best, double virtual)
{
  return best > virtual ? 100 * (best - score) / (best - virtual) : 0;
}

static void add_split(Evaluator *evaluator, const Tally *tallies, const Tally *best)
{
  for (size_t c = 0; c < CONTENDER_COUNT; c++) {
    double gap = closed(tallies[c].score, best->score, tallies[CONTENDER_VIRTUAL_BEST].score);
    evaluator->report->contenders[c].gap += gap;
    evaluator->squares[c] += gap * gap;
    evaluator->totals[c].score += tallies[c].score;
    evaluator->totals[c].solved += tallies[c].solved;
  }
  evaluator->total_best.score += best->score;
  evaluator->total_best.solved += best->solved;
}

static void evaluate_split(Evaluator *evaluator, const Split *split)
{
  const Dataset *data = evaluator->data;
  uint64_t begin = clock_process_cpu_ns();
  SelectorSettings settings = *evaluator->settings;
  settings.keep_all = true;
  Selector *selector = selector_train(data, split->train.items, split->train.count, &settings);
  evaluator->report->train_seconds += (double)(clock_process_cpu_ns() - begin) * 1e-9;
  Selection *selection = selection_create(selector);
  if (evaluator->with_machsmt)
    evaluator->machsmt =
        machsmt_train(data, split->train.items, split->train.count, evaluator->settings->seed);
  uint32_t single = best_single(data, &split->train);
  Tally tallies[CONTENDER_COUNT] = {0}, best = {0};
  for (size_t i = 0; i < split->test.count; i++) {
    uint32_t row = split->test.items[i];
    const Run *run = runs_get(&data->runs, row, single);
    best.score += runs_score(run, data->runs.limit, data->penalty);
    best.solved += run->state == RUN_SOLVED;
    for (size_t c = 0; c < CONTENDER_COUNT; c++) {
      if (c == CONTENDER_MACHSMT && !evaluator->with_machsmt) continue;
      if (!selector_can(selector, forces[c].advice)) continue;
      ScheduleResult result = replay(evaluator, selection, (Contender)c, row);
      tallies[c].score += result.score;
      tallies[c].solved += result.solved;
    }
  }
  evaluator->benchmarks += (double)split->test.count;
  add_split(evaluator, tallies, &best);
  machsmt_destroy(evaluator->machsmt);
  evaluator->machsmt = NULL;
  selection_destroy(selection);
  selector_destroy(selector);
}

static void finish(Evaluator *evaluator)
{
  EvaluationReport *report = evaluator->report;
  double splits = (double)evaluator->data->splits.count;
  for (size_t c = 0; c < CONTENDER_COUNT; c++) {
    Evaluation *one = &report->contenders[c];
    one->gap /= splits;
    one->deviation = sqrt(fmax(evaluator->squares[c] / splits - one->gap * one->gap, 0));
    one->par = evaluator->totals[c].score / evaluator->benchmarks;
    one->solved = evaluator->totals[c].solved / evaluator->benchmarks;
    one->total_gap = closed(evaluator->totals[c].score, evaluator->total_best.score,
                            evaluator->totals[CONTENDER_VIRTUAL_BEST].score);
  }
  report->best_single.par = evaluator->total_best.score / evaluator->benchmarks;
  report->best_single.solved = evaluator->total_best.solved / evaluator->benchmarks;
  report->train_seconds /= splits;
  report->predict_seconds = (double)evaluator->predict_ns * 1e-9 / evaluator->benchmarks;
}

void evaluate(const Dataset *data, const SelectorSettings *settings, bool machsmt,
              void (*progress)(void *user, size_t done), void *user, EvaluationReport *report)
{
  assert(data->splits.count > 0);
  *report = (EvaluationReport){0};
  Evaluator evaluator = {
      .data = data, .settings = settings, .report = report, .with_machsmt = machsmt};
  for (size_t i = 0; i < data->splits.count; i++) {
    evaluate_split(&evaluator, &data->splits.items[i]);
    if (progress) progress(user, i + 1);
  }
  finish(&evaluator);
}
