/* What learners made of trees share. */
#ifndef SOLVE_LEARN_TREE_LEARNER_H
#define SOLVE_LEARN_TREE_LEARNER_H

#include "solve/learn/forest_internal.h"
#include "solve/learn/learner.h"
#include "solve/learn/trees.h"

/* Adds a grown tree whose leaves have the weighted means of the targets of their members: of the column `target`, or of all
 * if `output` is TREES_ALL. */
void trees_add_grown(Trees *trees, const ForestTree *grown, const LearnerData *data, size_t target,
                     uint32_t output, float weight);

/* The functions of a LearnerMethod whose state is Trees. */
void tree_learner_destroy(void *state);
void tree_learner_predict(const void *state, const float *row, float *outputs);
void tree_learner_write(const void *state, StrBuf *out);
void *tree_learner_read(ByteReader *in, size_t inputs, size_t outputs);

#define TREE_LEARNER(train_function)                                                               \
  .train = (train_function), .destroy = tree_learner_destroy, .predict = tree_learner_predict,     \
  .write = tree_learner_write, .read = tree_learner_read

#endif
