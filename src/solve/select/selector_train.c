/* Training: models for all logics, and for each logic the way of choosing that would have been best on benchmarks that the
 * models had not seen (ways.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "solve/select/selector_internal.h"
#include "solve/select/ways.h"

enum {
  TREES = 200,
  TRIAL_ROWS = 1500,     /* benchmarks that the ways are tried on */
  TRIAL_LOGIC_ROWS = 40, /* at least that many of a logic */
  FOLD_ROWS = 2000,      /* benchmarks that a ranker which is only tried learns from, at most */
  FIXED_CAPACITY = 2000, /* benchmarks that a fixed schedule is planned for */
  FOLD_CAPACITY = 600,   /* the same, where it is only tried */
  LEAF = 4,              /* fewest benchmarks of a leaf of the forest */
  FOLDS = 4 /* parts of the benchmarks that are tried in turn, by what the other parts teach */
};

typedef struct {
  const Dataset *data;
  const SelectorSettings *settings;
  Selector *selector;
  U32Vec rows;       /* benchmarks with features, then those without */
  size_t featured;   /* of them with features */
  Matrix values;     /* of the featured rows */
  Matrix scores;     /* of the featured rows: parts of the score of no answer */
  Matrix targets;    /* these less their mean over the solvers */
  U32Vec logic_of;   /* policy of each row */
  U32Vec trial_rows; /* that the ways are tried on */
  uint32_t *fold_of; /* of each row */
  RankerSettings rankers[RANKERS];
  bool can_rank[RANKERS];
  Random random;
} Trainer;

/* Benchmarks with features first. */
static void order_rows(Trainer *trainer, const uint32_t *rows, size_t count)
{
  const Dataset *data = trainer->data;
  bool any = names_count(&data->features) > 0;
  for (int failed = 0; failed <= 1; failed++) {
    for (size_t i = 0; i < count; i++)
      if ((!any || data->feature_failed[rows[i]]) == (bool)failed)
        VEC_PUSH(&trainer->rows, rows[i]);
    if (!failed) trainer->featured = trainer->rows.count;
  }
  for (size_t i = 0; i < count; i++) {
    const char *logic = names_text(&data->runs.logics, data->runs.logic_of[trainer->rows.items[i]]);
    VEC_PUSH(&trainer->logic_of, names_add(&trainer->selector->logics, logic));
  }
}

/* Every part has as many rows, but for one. */
static void choose_folds(Trainer *trainer)
{
  size_t count = trainer->rows.count;
  Random random = random_stream(trainer->settings->seed, 5, 0);
  trainer->fold_of = mem_alloc(count, sizeof *trainer->fold_of);
  for (uint32_t i = 0; i < count; i++) {
    size_t other = random_below(&random, i + 1);
    trainer->fold_of[i] = trainer->fold_of[other];
    trainer->fold_of[other] = i % FOLDS;
  }
}

/* Scores less their mean over the solvers: how hard a benchmark is for all does not matter. The variance of these,
 * summed over the solvers, is that of the differences of all pairs of solvers. */
static void make_targets(Trainer *trainer)
{
  const Runs *runs = &trainer->data->runs;
  size_t solvers = names_count(&runs->solvers);
  trainer->targets = matrix_make(trainer->featured, solvers);
  trainer->scores = matrix_make(trainer->featured, solvers);
  for (size_t r = 0; r < trainer->featured; r++) {
    float *target = matrix_row(&trainer->targets, r);
    double sum = 0;
    for (uint32_t s = 0; s < solvers; s++) {
      const BenchmarkRun *run = runs_get(runs, trainer->rows.items[r], s);
      double score = runs_score(run, runs->limit, trainer->data->penalty);
      target[s] = (float)(score / (trainer->data->penalty * runs->limit));
      matrix_row(&trainer->scores, r)[s] = target[s];
      sum += (double)target[s];
    }
    for (size_t s = 0; s < solvers; s++) target[s] -= (float)(sum / (double)solvers);
  }
}

static void make_values(Trainer *trainer)
{
  size_t features = names_count(&trainer->data->features);
  trainer->values = matrix_make(trainer->featured, features + LOGIC_COLUMNS);
  for (size_t r = 0; r < trainer->featured; r++) {
    float *row = matrix_row(&trainer->values, r);
    memcpy(row, matrix_row(&trainer->data->values, trainer->rows.items[r]), features * sizeof *row);
    selector_logic_columns(names_text(&trainer->selector->logics, trainer->logic_of.items[r]),
                           row + features);
  }
}

/* Which rows a sample is made of. */
typedef struct {
  uint32_t policy; /* of the logic; those without rows stand for all logics */
  uint32_t but;    /* the fold that is left out; FOLDS: none is */
  size_t capacity;
} SampleSettings;

/* All rows of a logic, and few enough of the others to matter only where there is little of its own. */
static void make_sample(Trainer *trainer, const SampleSettings *settings, Neighbours *sample)
{
  size_t rows = trainer->rows.count, own = 0;
  uint32_t policy = settings->policy;
  for (size_t r = 0; r < rows; r++)
    own += trainer->logic_of.items[r] == policy && trainer->fold_of[r] != settings->but;
  double others = own < rows ? fmin(WAYS_TRUST / 4 / (double)(rows - own), 1) : 0;
  bool all = own == 0;
  /* Every row with the same chance, so that the sample is not only what comes first. */
  uint32_t *order = mem_alloc(rows, sizeof *order);
  size_t picked = 0;
  for (int foreign = 0; foreign <= 1; foreign++) {
    size_t first = picked;
    for (uint32_t r = 0; r < rows; r++) {
      if ((!all && trainer->logic_of.items[r] != policy) != (bool)foreign) continue;
      if (trainer->fold_of[r] == settings->but) continue;
      size_t other = first + random_below(&trainer->random, picked - first + 1);
      order[picked++] = order[other];
      order[other] = r;
    }
  }
  for (size_t i = 0; i < picked && i < settings->capacity; i++) {
    float weight = all || i < own ? 1 : (float)others;
    VEC_PUSH(&sample->items, ((Neighbour){order[i], weight}));
  }
  free(order);
}

/* The best schedules of 1, 2 ... slots for all benchmarks of a sample. */
static void plan_fixed(Trainer *trainer, const SampleSettings *of, Schedule schedules[PLAN_SLOTS])
{
  Selector *selector = trainer->selector;
  Neighbours sample = {0}, none = {0};
  make_sample(trainer, of, &sample);
  Planner *planner = planner_create(&selector->outcomes, of->capacity);
  double *expected = mem_alloc(selector->outcomes.solvers, sizeof *expected);
  PlanSettings settings = {
      .prior = 1,
      .penalty = selector->penalty,
      .time_left = selector->limit,
      .background = &sample,
  };
  planner_plan_each(planner, &none, &settings, schedules, expected);
  free(expected);
  planner_destroy(planner);
  neighbours_free(&sample);
}

/* Tries fixed schedules on the rows of a logic, each planned without the rows of a fold that it is tried on. */
static void try_fixed(Trainer *trainer, Ways *ways, uint32_t policy)
{
  for (uint32_t fold = 0; fold < FOLDS; fold++) {
    Schedule schedules[PLAN_SLOTS];
    bool planned = false;
    for (size_t i = 0; i < trainer->trial_rows.count; i++) {
      uint32_t row = trainer->trial_rows.items[i];
      if (trainer->logic_of.items[row] != policy || trainer->fold_of[row] != fold) continue;
      if (!planned) plan_fixed(trainer, &(SampleSettings){policy, fold, FOLD_CAPACITY}, schedules);
      planned = true;
      ways_set_fixed(ways, i, schedules);
    }
  }
}

static void choose_trial_rows(Trainer *trainer)
{
  size_t logics = names_count(&trainer->selector->logics);
  uint32_t *counts = mem_alloc_zero(logics, sizeof *counts);
  for (size_t r = 0; r < trainer->featured; r++) counts[trainer->logic_of.items[r]]++;
  for (uint32_t r = 0; r < trainer->featured; r++) {
    double count = counts[trainer->logic_of.items[r]];
    double wanted = fmax(TRIAL_LOGIC_ROWS, TRIAL_ROWS * count / (double)trainer->featured);
    if (random_unit(&trainer->random) * count < wanted) VEC_PUSH(&trainer->trial_rows, r);
  }
  free(counts);
}

/* --- models ------------------------------------------------------------------------------- */

static void train_forest(Trainer *trainer, Ways *ways)
{
  uint32_t trees = trainer->settings->trees ? trainer->settings->trees : TREES;
  ForestSettings settings = {.trees = trees, .leaf = LEAF, .seed = trainer->settings->seed};
  trainer->selector->forest = forest_train(&trainer->values, &trainer->targets, &settings);
  ways_try_forest(ways, trainer->selector->forest);
}

/* Of the featured rows outside of a fold at most FOLD_ROWS, at random. */
static U32Vec rows_without(const Trainer *trainer, uint32_t fold)
{
  Random random = random_stream(trainer->settings->seed, 6, fold);
  U32Vec rows = {0};
  size_t seen = 0;
  for (uint32_t r = 0; r < trainer->featured; r++) {
    if (trainer->fold_of[r] == fold) continue;
    size_t at = random_below(&random, ++seen);
    if (rows.count < FOLD_ROWS)
      VEC_PUSH(&rows, r);
    else if (at < FOLD_ROWS)
      rows.items[at] = r;
  }
  return rows;
}

/* Ratings of each trial row by rankers that have not seen it. */
static void rate_unseen(Trainer *trainer, const RankerSettings *settings, Matrix *ratings)
{
  Error error;
  for (uint32_t fold = 0; fold < FOLDS; fold++) {
    U32Vec rows = rows_without(trainer, fold);
    if (rows.count == 0) continue;
    Matrix values = matrix_pick_rows(&trainer->values, rows.items, rows.count);
    Matrix scores = matrix_pick_rows(&trainer->scores, rows.items, rows.count);
    Ranker *ranker = ranker_train(&values, &scores, settings, &error);
    for (size_t i = 0; i < trainer->trial_rows.count && ranker; i++) {
      uint32_t row = trainer->trial_rows.items[i];
      if (trainer->fold_of[row] == fold)
        ranker_rate(ranker, matrix_row(&trainer->values, row), matrix_row(ratings, i));
    }
    ranker_destroy(ranker);
    matrix_free(&values);
    matrix_free(&scores);
    VEC_FREE(&rows);
  }
}

static void train_rankers(Trainer *trainer, Ways *ways)
{
  const RankerSettings all[RANKERS] = {
      [RANKER_OF_HARDNESS] = {RANKER_HARDNESS, trainer->settings->learner, trainer->settings->seed},
      [RANKER_OF_PAIRS] = {RANKER_PAIRWISE, LEARNER_FOREST, trainer->settings->seed},
      [RANKER_OF_PAIRS_BOOST] = {RANKER_PAIRWISE, LEARNER_BOOST, trainer->settings->seed},
  };
  size_t solvers = names_count(&trainer->data->runs.solvers);
  for (unsigned i = 0; i < RANKERS && solvers > 1; i++) {
    Error error;
    if (learner_check(all[i].learner, &error) != STATUS_OK) continue;
    Matrix ratings = matrix_make(trainer->trial_rows.count, solvers);
    rate_unseen(trainer, &all[i], &ratings);
    ways_set_ratings(ways, i, ratings);
    trainer->rankers[i] = all[i];
    trainer->can_rank[i] = true;
  }
}

/* The models that are needed, trained on all rows. */
static void keep_models(Trainer *trainer)
{
  Selector *selector = trainer->selector;
  bool nearest = trainer->settings->keep_all, ranked[RANKERS] = {0};
  for (size_t p = 0; p < selector->policies.count; p++) {
    Advice advice = selector->policies.items[p].advice;
    nearest |= advice == ADVICE_NEAREST;
    for (unsigned i = 0; i < RANKERS; i++) ranked[i] |= advice_uses_ranker(advice, i);
  }
  if (nearest) selector->nearest = nearest_train(&trainer->values, trainer->settings->seed);
  for (unsigned i = 0; i < RANKERS; i++) {
    Error error;
    if (trainer->can_rank[i] && (ranked[i] || trainer->settings->keep_all))
      selector->rankers[i] =
          ranker_train(&trainer->values, &trainer->scores, &trainer->rankers[i], &error);
  }
}

static void choose_policies(Trainer *trainer)
{
  Selector *selector = trainer->selector;
  size_t logics = names_count(&selector->logics);
  for (uint32_t l = 0; l <= logics; l++) {
    Policy policy = {.slots = 1};
    make_sample(trainer, &(SampleSettings){l, FOLDS, PLAN_CAPACITY}, &policy.background);
    plan_fixed(trainer, &(SampleSettings){l, FOLDS, FIXED_CAPACITY}, policy.fallback);
    VEC_PUSH(&selector->policies, policy);
  }
  if (trainer->featured == 0) return;
  Ways *ways = ways_create(&(WaysSettings){.data = trainer->data,
                                           .selector = selector,
                                           .benchmarks = trainer->rows.items,
                                           .logic_of = trainer->logic_of.items,
                                           .fold_of = trainer->fold_of,
                                           .rows = trainer->trial_rows.items,
                                           .count = trainer->trial_rows.count,
                                           .values = &trainer->values});
  for (uint32_t l = 0; l < logics; l++) try_fixed(trainer, ways, l);
  train_forest(trainer, ways);
  ways_try_nearest(ways, trainer->settings->seed);
  train_rankers(trainer, ways);
  if (selector->forest) ways_try_both(ways, selector->forest);
  ways_settle(ways);
  for (uint32_t l = 0; l <= logics; l++) ways_choose(ways, l, &selector->policies.items[l]);
  ways_destroy(ways);
  keep_models(trainer);
}

static void copy_names(Names *to, const Names *from)
{
  for (uint32_t i = 0; i < names_count(from); i++) names_add(to, names_text(from, i));
}

Selector *selector_train(const Dataset *data, const uint32_t *rows, size_t count,
                         const SelectorSettings *settings)
{
  assert(count > 0 && names_count(&data->runs.solvers) > 0);
  Selector *selector = mem_alloc_zero(1, sizeof *selector);
  selector->limit = data->runs.limit;
  selector->penalty = data->penalty;
  selector->cpu = data->runs.cpu;
  copy_names(&selector->solvers, &data->runs.solvers);
  copy_names(&selector->features, &data->features);
  Trainer trainer = {.data = data, .settings = settings, .selector = selector};
  trainer.random = random_stream(settings->seed, 1, 0);
  order_rows(&trainer, rows, count);
  choose_folds(&trainer);
  outcomes_make(&selector->outcomes, &data->runs, trainer.rows.items, count);
  make_values(&trainer);
  make_targets(&trainer);
  choose_trial_rows(&trainer);
  choose_policies(&trainer);
  VEC_FREE(&trainer.rows);
  VEC_FREE(&trainer.logic_of);
  VEC_FREE(&trainer.trial_rows);
  free(trainer.fold_of);
  selector->values = trainer.values;
  matrix_free(&trainer.targets);
  matrix_free(&trainer.scores);
  return selector;
}
