/* What growing and using forests share. */
#ifndef SOLVE_LEARN_FOREST_INTERNAL_H
#define SOLVE_LEARN_FOREST_INTERNAL_H

#include "base/random.h"
#include "solve/learn/bins.h"
#include "solve/learn/forest.h"

/* A node with a cut: rows with at most `cut` (or without a value) go left, to the next node; the others to `next`.
 * A leaf has feature FOREST_LEAF and holds members[next .. next + size). */
typedef struct {
  uint32_t feature;
  uint32_t next;
  union {
    float cut;
    uint32_t size;
  };
} ForestNode;

#define FOREST_LEAF UINT32_MAX

typedef struct {
  VEC(ForestNode) nodes;
  U32Vec members; /* training rows */
} ForestTree;

struct Forest {
  size_t rows, features;
  ForestTree *trees;
  size_t tree_count;
  double *importance; /* by feature */
};

/* Grows one tree on these rows, of which some may be repeated. */
void forest_grow_tree(const Bins *bins, const Matrix *targets, const uint32_t *rows, size_t count,
                      const ForestSettings *settings, Random random, ForestTree *tree);
void forest_tree_free(ForestTree *tree);

#endif
