/* AdaBoost.R2 (Drucker 1997) with linear loss, for each output: trees of small depth, each grown on rows that the ones
 * before it were bad at; a prediction is their weighted median. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/random.h"
#include "solve/learn/learner_method.h"
#include "solve/learn/tree_learner.h"

enum { TREES_USUAL = 200, DEPTH_USUAL = 3 };

/* Boosting of one output. */
typedef struct {
  const LearnerData *data;
  const Bins *bins;
  Trees *trees;
  size_t output;
  Matrix target;   /* that output alone */
  double *weights; /* of the rows, with 1 as their sum */
  double *errors;
  uint32_t *drawn;
} Booster;

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

/* The weighted mean of the errors of the last tree, as parts of the largest one; errors[i] become these parts. */
static double measure(const Booster *booster)
{
  const Matrix *features = booster->data->features;
  Trees last = *booster->trees; /* the last tree alone, as a sum */
  last.trees.items += last.trees.count - 1;
  last.trees.count = 1;
  last.rule = TREES_SUM;
  float *outputs = mem_alloc(last.outputs, sizeof *outputs);
  double largest = 0, mean = 0;
  for (size_t i = 0; i < features->rows; i++) {
    trees_predict(&last, matrix_row(features, i), outputs);
    double error = (double)(outputs[booster->output] - booster->target.values[i]);
    booster->errors[i] = fabs(error);
    largest = fmax(largest, booster->errors[i]);
  }
  for (size_t i = 0; i < features->rows && largest > 0; i++) {
    booster->errors[i] /= largest;
    mean += booster->weights[i] * booster->errors[i];
  }
  free(outputs);
  return mean;
}

static void update_weights(Booster *booster, double beta)
{
  double sum = 0;
  size_t rows = booster->target.rows;
  for (size_t i = 0; i < rows; i++) sum += booster->weights[i] *= pow(beta, 1 - booster->errors[i]);
  for (size_t i = 0; i < rows; i++) booster->weights[i] /= sum;
}

static void drop_last(Trees *trees)
{
  const Tree *last = &trees->trees.items[trees->trees.count - 1];
  for (size_t i = last->root; i < trees->nodes.count; i++)
    trees->values.count -= trees->nodes.items[i].feature == TREES_LEAF;
  trees->nodes.count = last->root;
  trees->trees.count--;
}

/* False if this was the last stage. */
static bool add_stage(Booster *booster, Random random, uint32_t depth, bool first)
{
  ForestSettings how = {.trees = 1, .tries = UINT32_MAX, .depth = depth};
  size_t rows = booster->target.rows;
  ForestTree grown = {0};
  draw_rows(booster->weights, rows, &random, booster->drawn);
  forest_grow_tree(booster->bins, &booster->target, booster->drawn, rows, &how, random, &grown);
  /* Rows are drawn by their weights: the means of leaves are plain. */
  LearnerData plain = {.features = booster->data->features, .targets = &booster->target};
  trees_add_grown(booster->trees, &grown, &plain, 0, (uint32_t)booster->output, 1);
  forest_tree_free(&grown);
  double loss = measure(booster);
  bool useless = loss >= 0.5;
  if (useless && !first) {
    drop_last(booster->trees);
    return false;
  }
  if (useless || loss <= 0) return false;
  double beta = loss / (1 - loss);
  booster->trees->trees.items[booster->trees->trees.count - 1].weight = (float)log(1 / beta);
  update_weights(booster, beta);
  return true;
}

static void boost_output(Booster *booster, const LearnerSettings *settings)
{
  size_t rows = booster->target.rows;
  const float *given = booster->data->weights;
  double sum = 0;
  for (size_t i = 0; i < rows; i++) {
    booster->target.values[i] = matrix_row(booster->data->targets, i)[booster->output];
    sum += booster->weights[i] = given ? (double)given[i] : 1;
  }
  for (size_t i = 0; i < rows; i++) booster->weights[i] /= sum;
  uint32_t trees = settings->size ? settings->size : TREES_USUAL;
  uint32_t depth = settings->depth ? settings->depth : DEPTH_USUAL;
  for (uint32_t t = 0; t < trees; t++)
    if (!add_stage(booster, random_stream(settings->seed, 1 + booster->output, t), depth, t == 0))
      break;
}

static void *train(const LearnerData *data, const LearnerSettings *settings, Error *error)
{
  (void)error;
  size_t rows = data->features->rows;
  Bins bins;
  bins_make(&bins, data->features);
  Booster booster = {.data = data, .bins = &bins};
  booster.trees = trees_create(data->features->columns, data->targets->columns, TREES_MEDIAN);
  booster.target = matrix_make(rows, 1);
  booster.weights = mem_alloc(rows, sizeof *booster.weights);
  booster.errors = mem_alloc(rows, sizeof *booster.errors);
  booster.drawn = mem_alloc(rows, sizeof *booster.drawn);
  for (; booster.output < data->targets->columns; booster.output++)
    boost_output(&booster, settings);
  bins_free(&bins);
  matrix_free(&booster.target);
  free(booster.weights);
  free(booster.errors);
  free(booster.drawn);
  return booster.trees;
}

const LearnerMethod learner_adaboost = {TREE_LEARNER(train)};
