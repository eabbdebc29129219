/* The preparation of features that MachSMT uses: zero mean and unit variance, all products of degree two, and the
 * principal components of these. Features that are constant are left out. */
#ifndef SOLVE_LEARN_PRODUCTS_H
#define SOLVE_LEARN_PRODUCTS_H

#include <stdint.h>

#include "solve/learn/matrix.h"

typedef struct Products Products;

/* Learns the preparation from these rows, with at most `components` results. */
Products *products_train(const Matrix *features, size_t components, uint64_t seed);
void products_destroy(Products *products);
size_t products_components(const Products *products);
/* A row of features to a row of components. */
void products_apply(const Products *products, const float *row, float *components);
/* All rows. */
Matrix products_apply_all(const Products *products, const Matrix *features);

#endif
