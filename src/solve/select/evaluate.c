#include "solve/select/evaluate.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

typedef struct {
  const Dataset *data;
  Machsmt *machsmt; /* of the split; NULL: it is not wanted */
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
    const BenchmarkRun *run = runs_get(&data->runs, row, s);
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

/* What each contender costs on one benchmark. */
static void replay_all(Evaluator *evaluator, const Selector *selector, Selection *selection,
                       uint32_t row, SplitScores *scores)
{
  for (size_t c = 0; c < CONTENDER_COUNT; c++) {
    if (c == CONTENDER_MACHSMT && !evaluator->machsmt) continue;
    if (!selector_can(selector, forces[c].advice)) continue;
    ScheduleResult result = replay(evaluator, selection, (Contender)c, row);
    scores->contenders[c].score += result.score;
    scores->contenders[c].solved += result.solved;
  }
}

void evaluation_split(const Dataset *data, const SelectorSettings *given, bool machsmt,
                      size_t number, SplitScores *scores)
{
  assert(number < data->splits.count);
  const DatasetSplit *split = &data->splits.items[number];
  Evaluator evaluator = {.data = data};
  SelectorSettings settings = *given;
  settings.keep_all = true;
  uint64_t begin = clock_process_cpu_ns();
  Selector *selector = selector_train(data, split->train.items, split->train.count, &settings);
  *scores = (SplitScores){.benchmarks = (double)split->test.count,
                          .train_seconds = (double)(clock_process_cpu_ns() - begin) * 1e-9};
  Selection *selection = selection_create(selector);
  if (machsmt)
    evaluator.machsmt = machsmt_train(data, split->train.items, split->train.count, given->seed);
  uint32_t single = best_single(data, &split->train);
  for (size_t i = 0; i < split->test.count; i++) {
    uint32_t row = split->test.items[i];
    const BenchmarkRun *run = runs_get(&data->runs, row, single);
    scores->best_single.score += runs_score(run, data->runs.limit, data->penalty);
    scores->best_single.solved += run->state == RUN_SOLVED;
    replay_all(&evaluator, selector, selection, row, scores);
  }
  scores->predict_seconds = (double)evaluator.predict_ns * 1e-9;
  machsmt_destroy(evaluator.machsmt);
  selection_destroy(selection);
  selector_destroy(selector);
}

/* --- all splits --- */

/* Sums over the splits. */
typedef struct {
  SplitTally totals[CONTENDER_COUNT], best;
  double squares[CONTENDER_COUNT];
  double benchmarks;
} Sums;

static void add_split(Sums *sums, const SplitScores *split, EvaluationReport *report)
{
  const SplitTally *virtual = &split->contenders[CONTENDER_VIRTUAL_BEST];
  for (size_t c = 0; c < CONTENDER_COUNT; c++) {
    double gap = closed(split->contenders[c].score, split->best_single.score, virtual->score);
    report->contenders[c].gap += gap;
    sums->squares[c] += gap * gap;
    sums->totals[c].score += split->contenders[c].score;
    sums->totals[c].solved += split->contenders[c].solved;
  }
  sums->best.score += split->best_single.score;
  sums->best.solved += split->best_single.solved;
  sums->benchmarks += split->benchmarks;
  report->train_seconds += split->train_seconds;
  report->predict_seconds += split->predict_seconds;
}

void evaluation_sum(const SplitScores *scores, size_t count, EvaluationReport *report)
{
  assert(count > 0);
  Sums sums = {0};
  double splits = (double)count;
  *report = (EvaluationReport){0};
  for (size_t i = 0; i < count; i++) add_split(&sums, &scores[i], report);
  for (size_t c = 0; c < CONTENDER_COUNT; c++) {
    ContenderScore *one = &report->contenders[c];
    one->gap /= splits;
    one->deviation = sqrt(fmax(sums.squares[c] / splits - one->gap * one->gap, 0));
    one->par = sums.totals[c].score / sums.benchmarks;
    one->solved = sums.totals[c].solved / sums.benchmarks;
    one->total_gap =
        closed(sums.totals[c].score, sums.best.score, sums.totals[CONTENDER_VIRTUAL_BEST].score);
  }
  report->best_single.par = sums.best.score / sums.benchmarks;
  report->best_single.solved = sums.best.solved / sums.benchmarks;
  report->train_seconds /= splits;
  report->predict_seconds /= sums.benchmarks;
}

void evaluate(const Dataset *data, const SelectorSettings *settings, bool machsmt,
              void (*progress)(void *user, size_t done), void *user, EvaluationReport *report)
{
  size_t count = data->splits.count;
  assert(count > 0);
  SplitScores *scores = mem_alloc(count, sizeof *scores);
  for (size_t i = 0; i < count; i++) {
    evaluation_split(data, settings, machsmt, i, &scores[i]);
    if (progress) progress(user, i + 1);
  }
  evaluation_sum(scores, count, report);
  free(scores);
}

/* --- as text --- */

static_assert(sizeof(SplitScores) % sizeof(double) == 0, "it consists of numbers");
enum { SPLIT_NUMBERS = sizeof(SplitScores) / sizeof(double) };

void evaluation_print_split(const SplitScores *scores, StrBuf *out)
{
  double numbers[SPLIT_NUMBERS];
  memcpy(numbers, scores, sizeof numbers);
  for (size_t i = 0; i < SPLIT_NUMBERS; i++) strbuf_printf(out, "%a ", numbers[i]);
}

bool evaluation_read_split(SplitScores *scores, const char *text)
{
  double numbers[SPLIT_NUMBERS];
  for (size_t i = 0; i < SPLIT_NUMBERS; i++) {
    char *end;
    numbers[i] = strtod(text, &end);
    if (end == text || !isfinite(numbers[i])) return false;
    text = end;
  }
  memcpy(scores, numbers, sizeof numbers);
  return text[strspn(text, " ")] == '\0' && scores->benchmarks > 0;
}
