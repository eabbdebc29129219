/* AdaBoost.R2 (Drucker 1997) with linear loss: trees of small depth, each grown on rows that the ones before it were bad
 * at; a prediction is their weighted median. */
#ifndef SOLVE_LEARN_ADABOOST_H
#define SOLVE_LEARN_ADABOOST_H

#include <stdint.h>

#include "solve/learn/bins.h"

typedef struct Adaboost Adaboost;

typedef struct {
  uint32_t trees; /* at most */
  uint32_t depth; /* of a tree */
  uint64_t seed;
} AdaboostSettings;

/* `bins` are those of `features`; a value for each row, at least one. */
Adaboost *adaboost_train(const Matrix *features, const Bins *bins, const float *values,
                         const AdaboostSettings *settings);
void adaboost_destroy(Adaboost *adaboost);
double adaboost_predict(const Adaboost *adaboost, const float *row);

#endif
