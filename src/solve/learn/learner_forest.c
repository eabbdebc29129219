/* Forests that predict numbers: the mean over the trees of the mean target in the leaf. */
#include <stdlib.h>

#include "solve/learn/forest_internal.h"
#include "solve/learn/learner_method.h"
#include "solve/learn/tree_learner.h"

enum { TREES_USUAL = 200, LEAF_USUAL = 2 };

static void *train(const LearnerData *data, const LearnerSettings *settings, Error *error)
{
  (void)error;
  ForestSettings how = {.trees = settings->size ? settings->size : TREES_USUAL,
                        .leaf = settings->leaf ? settings->leaf : LEAF_USUAL,
                        .depth = settings->depth,
                        .weights = data->weights,
                        .seed = settings->seed};
  Forest *forest = forest_train(data->features, data->targets, &how);
  Trees *trees = trees_create(data->features->columns, data->targets->columns, TREES_SUM);
  for (size_t t = 0; t < forest->tree_count; t++)
    trees_add_grown(trees, &forest->trees[t], data, 0, TREES_ALL, 1.0f / (float)how.trees);
  forest_destroy(forest);
  return trees;
}

const LearnerMethod learner_forest = {TREE_LEARNER(train)};
