/* Numbers in rows: what learners read. A value that is not known is NAN. */
#ifndef SOLVE_LEARN_MATRIX_H
#define SOLVE_LEARN_MATRIX_H

#include <assert.h>
#include <float.h>
#include <stddef.h>

typedef struct {
  size_t rows, columns;
  float *values; /* row by row */
} Matrix;

/* All zero. Release it with matrix_free. */
Matrix matrix_make(size_t rows, size_t columns);
void matrix_free(Matrix *matrix);
/* Copies of the rows with these numbers. */
Matrix matrix_pick_rows(const Matrix *matrix, const unsigned *rows, size_t count);

/* The nearest value that is finite; NAN stays NAN. */
static inline float matrix_value(double number)
{
  return number > (double)FLT_MAX ? FLT_MAX : number < -(double)FLT_MAX ? -FLT_MAX : (float)number;
}

static inline float *matrix_row(const Matrix *matrix, size_t row)
{
  assert(row < matrix->rows);
  return matrix->values + row * matrix->columns;
}

#endif
