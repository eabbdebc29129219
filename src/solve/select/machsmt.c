#include "solve/select/machsmt.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "solve/learn/learner.h"
#include "solve/learn/products.h"

enum { COMPONENTS = 35, TREES = 200, DEPTH = 3 };

struct Machsmt {
  size_t solvers;
  Products *products; /* NULL: no benchmark had features */
  Learner *learner;   /* an output for each solver */
  uint32_t best;      /* of training */
};

static void find_best(Machsmt *machsmt, const Dataset *data, const uint32_t *rows, size_t count)
{
  double least = INFINITY;
  for (uint32_t s = 0; s < machsmt->solvers; s++) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
      sum += runs_score(runs_get(&data->runs, rows[i], s), data->runs.limit, data->penalty);
    if (sum >= least) continue;
    least = sum;
    machsmt->best = s;
  }
}

static void train_model(Machsmt *machsmt, const Dataset *data, const U32Vec *rows, uint64_t seed)
{
  Matrix features = matrix_pick_rows(&data->values, rows->items, rows->count);
  machsmt->products = products_train(&features, COMPONENTS, seed);
  Matrix components = products_apply_all(machsmt->products, &features);
  Matrix scores = matrix_make(rows->count, machsmt->solvers);
  for (size_t i = 0; i < rows->count; i++)
    for (uint32_t s = 0; s < machsmt->solvers; s++)
      matrix_row(&scores, i)[s] = (float)runs_score(runs_get(&data->runs, rows->items[i], s),
                                                    data->runs.limit, data->penalty);
  Error error;
  LearnerSettings settings = {
      .kind = LEARNER_ADABOOST, .size = TREES, .depth = DEPTH, .seed = seed};
  machsmt->learner =
      learner_train(&(LearnerData){.features = &components, .targets = &scores}, &settings, &error);
  assert(machsmt->learner);
  matrix_free(&scores);
  matrix_free(&components);
  matrix_free(&features);
}

Machsmt *machsmt_train(const Dataset *data, const uint32_t *rows, size_t count, uint64_t seed)
{
  assert(count > 0);
  assert(count > 0);
  Machsmt *machsmt = mem_alloc_zero(1, sizeof *machsmt);
  machsmt->solvers = names_count(&data->runs.solvers);
  find_best(machsmt, data, rows, count);
  U32Vec featured = {0};
  for (size_t i = 0; i < count && names_count(&data->features) > 0; i++)
    if (!data->feature_failed[rows[i]]) VEC_PUSH(&featured, rows[i]);
  if (featured.count > 0) train_model(machsmt, data, &featured, seed);
  VEC_FREE(&featured);
  return machsmt;
}

void machsmt_destroy(Machsmt *machsmt)
{
  if (!machsmt) return;
  learner_destroy(machsmt->learner);
  products_destroy(machsmt->products);
  free(machsmt);
}

uint32_t machsmt_select(const Machsmt *machsmt, const float *features)
{
  if (!features || !machsmt->products) return machsmt->best;
  float components[COMPONENTS];
  assert(products_components(machsmt->products) <= COMPONENTS);
  products_apply(machsmt->products, features, components);
  uint32_t best = machsmt->best;
  float least = INFINITY, *scores = mem_alloc(machsmt->solvers, sizeof *scores);
  learner_predict(machsmt->learner, components, scores);
  for (uint32_t s = 0; s < machsmt->solvers; s++) {
    if (scores[s] >= least) continue;
    least = scores[s];
    best = s;
  }
  free(scores);
  return best;
}
