/* Features as small numbers: each column of a matrix is cut into at most BINS_MAX intervals that hold about equally
 * many rows, so that a tree finds the best cut by counting. NAN is below every number. */
#ifndef SOLVE_LEARN_BINS_H
#define SOLVE_LEARN_BINS_H

#include <stdint.h>

#include "solve/learn/matrix.h"

enum { BINS_MAX = 255 };

typedef struct {
  size_t rows;
  size_t columns;    /* of the matrix */
  size_t used;       /* columns that are not constant and not equal to one before */
  uint32_t *feature; /* of each used column: the column of the matrix */
  uint16_t *count;   /* of each used column: its bins */
  uint8_t *bins;     /* used column by used column: the bin of each row */
  float *cuts;       /* BINS_MAX for each used column: cuts[b] is the largest value in bin b */
} Bins;

void bins_make(Bins *bins, const Matrix *matrix);
void bins_free(Bins *bins);

/* The value that separates bin b from the next that is not empty: rows with at most this value are on the left. */
static inline float bins_cut(const Bins *bins, size_t used, unsigned bin)
{
  return bins->cuts[used * BINS_MAX + bin];
}

#endif
