/* Extremely randomised trees (Geurts, Ernst, Wehenkel 2006) over rows of bytes: for a row, which of the rows that were learnt from
 * are like it? Leaves name rows, so that what is predicted of them can change without training. */
#ifndef FIND_FUZZ_GUIDE_FOREST_H
#define FIND_FUZZ_GUIDE_FOREST_H

#include "base/random.h"
#include "base/vec.h"
#include "find/fuzz/guide_features.h"

/* What rows are told apart by: rows with equal values are alike. */
enum { GUIDE_VALUES = 3 };
typedef struct {
  double values[GUIDE_VALUES];
} GuideValues;

typedef struct {
  uint32_t first, count; /* of a leaf: its rows, in the order of the forest; of others 0 and 0 */
  uint32_t below;        /* of others: up to the threshold; one further: above */
  uint16_t column;
  uint8_t threshold;
} GuideNode;

typedef struct {
  VEC(GuideNode) nodes; /* all trees */
  U32Vec roots, order;
} GuideForest;

void guide_forest_init(GuideForest *forest);
void guide_forest_deinit(GuideForest *forest);

/* In place of what was there; at least one row. */
void guide_forest_train(GuideForest *forest, const GuideRow *rows, const GuideValues *values,
                        size_t count, Random random);
/* The leaf of a row in each of the trees: a number of a node. */
uint32_t guide_forest_leaf(const GuideForest *forest, size_t tree, const GuideRow *row);

#endif
