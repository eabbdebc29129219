/* Forests that find neighbours: random trees whose leaves name the training rows that fell into them.
 *
 * A tree is grown on a random part of the rows; a node takes the cut, of some random features, that leaves the least
 * variance of the targets, summed over all of them. What a forest says about a new row is a weight for each training
 * row: how often the two share a leaf. Every statistic of the neighbours can then be computed, not only the mean of
 * one target. Rows that a tree has not seen are asked about without bias: forest_unseen leaves out the trees that
 * were grown on the row.
 *
 *   Forest *forest = forest_train(&features, &targets, &(ForestSettings){.trees = 100, .seed = 1});
 *   Neighbours near = {0};
 *   forest_neighbours(forest, row, &near);     // near.items[i].row, near.items[i].weight; weights sum to 1
 */
#ifndef SOLVE_LEARN_FOREST_H
#define SOLVE_LEARN_FOREST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/vec.h"
#include "solve/learn/matrix.h"

typedef struct Forest Forest;

typedef struct {
  uint32_t trees;
  uint32_t leaf;        /* fewest rows of a leaf; 0: 1 */
  uint32_t tries;       /* features to look at in a node; 0: a third */
  uint32_t depth;       /* of a tree; 0: as deep as it gets */
  double part;          /* of the rows that a tree is grown on; 0: 0.632 */
  const float *weights; /* of the rows, where their variance is summed; NULL: all 1 */
  uint64_t seed;
} ForestSettings;

typedef struct {
  uint32_t row;
  float weight;
} Neighbour;

typedef struct {
  VEC(Neighbour) items; /* heaviest first */
  VEC(uint32_t) place;  /* by row: where it is in items, plus 1; all 0 between calls */
} Neighbours;

void neighbours_free(Neighbours *near);

/* `features` and `targets` have the same rows, at least one. */
Forest *forest_train(const Matrix *features, const Matrix *targets, const ForestSettings *settings);
void forest_destroy(Forest *forest);
size_t forest_rows(const Forest *forest);
size_t forest_features(const Forest *forest);

/* The neighbours of a row with forest_features values. */
void forest_neighbours(const Forest *forest, const float *row, Neighbours *near);
/* The same for the row `number` of training (with these features), by the trees that have not seen it. False if all
 * have: there are no neighbours then. */
bool forest_unseen(const Forest *forest, uint32_t number, const float *row, Neighbours *near);
/* How much variance the cuts on each feature took away, as parts of the whole. */
void forest_importance(const Forest *forest, double *importance);

void forest_write(const Forest *forest, StrBuf *out);
/* NULL if the bytes are not a forest; nothing in them is trusted. */
Forest *forest_read(ByteReader *in);

#endif
