#include "solve/learn/adaboost.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "solve/learn/forest_internal.h"

typedef struct {
  ForestTree tree;
  float *means; /* of the leaves, by node */
  double weight;
} Stage;

struct Adaboost {
  VEC(Stage) stages;
};

static double stage_predict(const Stage *stage, const float *row)
{
  return (double)stage->means[forest_find_leaf(&stage->tree, row) - stage->tree.nodes.items];
}

static void set_means(Stage *stage, const float *values)
{
  const ForestTree *tree = &stage->tree;
  stage->means = mem_alloc_zero(tree->nodes.count, sizeof *stage->means);
  for (size_t i = 0; i < tree->nodes.count; i++) {
    const ForestNode *node = &tree->nodes.items[i];
    if (node->feature != FOREST_LEAF) continue;
    double sum = 0;
    for (uint32_t m = 0; m < node->size; m++)
      sum += (double)values[tree->members.items[node->next + m]];
    stage->means[i] = (float)(sum / node->size);
  }
}

/* Rows with repetition, by their weights. */
static void draw_rows(const double *weights, size_t rows, Random *random, uint32_t *drawn)
{
  double *sums = mem_alloc(rows, sizeof *sums), sum = 0;
  for (size_t i = 0; i < rows; i++) sums[i] = sum += weights[i];
  for (size_t i = 0; i < rows; i++) {
    double at = random_unit(random) * sum;
    size_t low = 0, high = rows - 1;
    while (low < high) {
      size_t middle = (low + high) / 2;
      if (sums[middle] > at)
        high = middle;
      else
        low = middle + 1;
    }
    drawn[i] = (uint32_t)low;
  }
  free(sums);
}

/* The weighted mean of the errors, as parts of the largest one; errors[i] become these parts. */
static double measure(const Stage *stage, const Matrix *features, const float *values,
                      const double *weights, double *errors)
{
  double largest = 0, mean = 0;
  for (size_t i = 0; i < features->rows; i++) {
    errors[i] = fabs(stage_predict(stage, matrix_row(features, i)) - (double)values[i]);
    largest = fmax(largest, errors[i]);
  }
  for (size_t i = 0; i < features->rows && largest > 0; i++) {
    errors[i] /= largest;
    mean += weights[i] * errors[i];
  }
  return mean;
}

static void update_weights(double *weights, const double *errors, size_t rows, double beta)
{
  double sum = 0;
  for (size_t i = 0; i < rows; i++) sum += weights[i] *= pow(beta, 1 - errors[i]);
  for (size_t i = 0; i < rows; i++) weights[i] /= sum;
}

static void stage_free(Stage *stage)
{
  forest_tree_free(&stage->tree);
  free(stage->means);
}

/* False if this was the last stage. */
static bool add_stage(Adaboost *adaboost, const Matrix *features, const float *values, Stage stage,
                      double *weights, double *errors)
{
  set_means(&stage, values);
  double loss = measure(&stage, features, values, weights, errors);
  bool useless = loss >= 0.5;
  if (useless && adaboost->stages.count > 0) {
    stage_free(&stage);
    return false;
  }
  double beta = loss / (1 - loss);
  stage.weight = loss > 0 && !useless ? log(1 / beta) : 1;
  VEC_PUSH(&adaboost->stages, stage);
  if (useless || loss <= 0) return false;
  update_weights(weights, errors, features->rows, beta);
  return true;
}

Adaboost *adaboost_train(const Matrix *features, const Bins *bins, const float *values,
                         const AdaboostSettings *settings)
{
  assert(features->rows > 0 && bins->rows == features->rows && settings->trees > 0);
  size_t rows = features->rows;
  Adaboost *adaboost = mem_alloc_zero(1, sizeof *adaboost);
  double *weights = mem_alloc(rows, sizeof *weights), *errors = mem_alloc(rows, sizeof *errors);
  uint32_t *drawn = mem_alloc(rows, sizeof *drawn);
  Matrix targets = matrix_make(rows, 1);
  for (size_t i = 0; i < rows; i++) {
    targets.values[i] = values[i];
    weights[i] = 1 / (double)rows;
  }
  ForestSettings tree = {.trees = 1, .tries = UINT32_MAX, .depth = settings->depth};
  for (uint32_t t = 0; t < settings->trees; t++) {
    Random random = random_stream(settings->seed, 1, t);
    draw_rows(weights, rows, &random, drawn);
    Stage stage = {0};
    forest_grow_tree(bins, &targets, drawn, rows, &tree, random, &stage.tree);
    if (!add_stage(adaboost, features, values, stage, weights, errors)) break;
  }
  matrix_free(&targets);
  free(weights);
  free(errors);
  free(drawn);
  return adaboost;
}

void adaboost_destroy(Adaboost *adaboost)
{
  if (!adaboost) return;
  for (size_t i = 0; i < adaboost->stages.count; i++) stage_free(&adaboost->stages.items[i]);
  VEC_FREE(&adaboost->stages);
  free(adaboost);
}

typedef struct {
  double value, weight;
} Vote;

static int compare_votes(const void *a, const void *b)
{
  double x = ((const Vote *)a)->value, y = ((const Vote *)b)->value;
  return (x > y) - (x < y);
}

double adaboost_predict(const Adaboost *adaboost, const float *row)
{
  size_t count = adaboost->stages.count, at = 0;
  Vote *votes = mem_alloc(count, sizeof *votes);
  double sum = 0, passed = 0;
  for (size_t i = 0; i < count; i++) {
    votes[i] =
        (Vote){stage_predict(&adaboost->stages.items[i], row), adaboost->stages.items[i].weight};
    sum += votes[i].weight;
  }
  qsort(votes, count, sizeof *votes, compare_votes);
  for (; at + 1 < count; at++) {
    passed += votes[at].weight;
    if (passed >= sum / 2) break;
  }
  double median = votes[at].value;
  free(votes);
  return median;
}
