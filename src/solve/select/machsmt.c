#include "solve/select/machsmt.h"

#include <math.h>
#include <stdlib.h>

#include "solve/learn/adaboost.h"
#include "solve/learn/products.h"

enum { COMPONENTS = 35, TREES = 200, DEPTH = 3 };

struct Machsmt {
  size_t solvers;
  Products *products; /* NULL: no benchmark had features */
  Adaboost **models;  /* by solver */
  uint32_t best;      /* of training */
};

static void find_best(Machsmt *machsmt, const Dataset *data, const uint32_t *rows, size_t count)
{
  double least = INFINITY;
  for (uint32_t s = 0; s < machsmt->solvers; s++) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
      sum += run_score(runs_get(&data->runs, rows[i], s), data->runs.limit, data->penalty);
    if (sum >= least) continue;
    least = sum;
    machsmt->best = s;
  }
}

static void train_models(Machsmt *machsmt, const Dataset *data, const U32Vec *rows, uint64_t seed)
{
  Matrix features = matrix_pick_rows(&data->values, rows->items, rows->count);
  machsmt->products = products_train(&features, COMPONENTS, seed);
  Matrix components = products_apply_all(machsmt->products, &features);
  Bins bins;
  bins_make(&bins, &components);
  float *scores = mem_alloc(rows->count, sizeof *scores);
  for (uint32_t s = 0; s < machsmt->solvers; s++) {
    for (size_t i = 0; i < rows->count; i++)
      scores[i] = (float)run_score(runs_get(&data->runs, rows->items[i], s), data->runs.limit,
                                   data->penalty);
    AdaboostSettings settings = {.trees = TREES, .depth = DEPTH, .seed = seed};
    machsmt->models[s] = adaboost_train(&components, &bins, scores, &settings);
  }
  free(scores);
  bins_free(&bins);
  matrix_free(&components);
  matrix_free(&features);
}

Machsmt *machsmt_train(const Dataset *data, const uint32_t *rows, size_t count, uint64_t seed)
{
  assert(count > 0);
  Machsmt *machsmt = mem_alloc_zero(1, sizeof *machsmt);
  machsmt->solvers = names_count(&data->runs.solvers);
  machsmt->models = mem_alloc_zero(machsmt->solvers, sizeof(Adaboost *));
  find_best(machsmt, data, rows, count);
  U32Vec featured = {0};
  for (size_t i = 0; i < count && names_count(&data->features) > 0; i++)
    if (!data->feature_failed[rows[i]]) VEC_PUSH(&featured, rows[i]);
  if (featured.count > 0) train_models(machsmt, data, &featured, seed);
  VEC_FREE(&featured);
  return machsmt;
}

void machsmt_destroy(Machsmt *machsmt)
{
  if (!machsmt) return;
  for (size_t s = 0; s < machsmt->solvers; s++) adaboost_destroy(machsmt->models[s]);
  free(machsmt->models);
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
  double least = INFINITY;
  for (uint32_t s = 0; s < machsmt->solvers; s++) {
    double score = adaboost_predict(machsmt->models[s], components);
    if (score >= least) continue;
    least = score;
    best = s;
  }
  return best;
}
