/* The published pipeline of MachSMT, to compare with: scaled features, products of degree two, 35 principal components, and
 * for each solver a model of its score by AdaBoost (200 trees, linear loss). The solver with the least predicted score is
 * chosen. */
#ifndef SOLVE_SELECT_MACHSMT_H
#define SOLVE_SELECT_MACHSMT_H

#include "solve/select/dataset.h"

typedef struct Machsmt Machsmt;

/* Learns from these benchmarks, of which those without features are left out. */
Machsmt *machsmt_train(const Dataset *data, const uint32_t *rows, size_t count, uint64_t seed);
void machsmt_destroy(Machsmt *machsmt);
/* The solver for a benchmark with these features; NULL: the best solver of training. */
uint32_t machsmt_select(const Machsmt *machsmt, const float *features);

#endif
