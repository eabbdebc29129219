/* Nearest neighbours: the training rows whose scaled features are closest to those of a new row. */
#ifndef SOLVE_SELECT_NEAREST_H
#define SOLVE_SELECT_NEAREST_H

#include "solve/learn/forest.h"

typedef struct Nearest Nearest;

enum { NEAREST_COUNT = 24 }; /* neighbours at most */

/* Keeps at most a few thousand of the rows, drawn by the seed. */
Nearest *nearest_train(const Matrix *values, uint64_t seed);
void nearest_destroy(Nearest *nearest);
/* How many features and training rows there were. */
size_t nearest_inputs(const Nearest *nearest);
size_t nearest_rows(const Nearest *nearest);

/* The neighbours of a row; those that are closer weigh more, and the weights sum to 1. With the fold of each training row, those of
 * fold `but` do not count; `folds` is NULL: all do. */
void nearest_find(const Nearest *nearest, const float *row, const uint32_t *folds, uint32_t but,
                  Neighbours *near);

void nearest_write(const Nearest *nearest, StrBuf *out);
/* NULL if the bytes are wrong. */
Nearest *nearest_read(ByteReader *in);

#endif
