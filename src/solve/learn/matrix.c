#include "solve/learn/matrix.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

Matrix matrix_make(size_t rows, size_t columns)
{
  assert(columns == 0 || rows <= SIZE_MAX / sizeof(float) / columns);
  size_t row_bytes = columns * sizeof(float);
  return (Matrix){rows, columns, mem_alloc_zero(rows ? rows : 1, row_bytes ? row_bytes : 1)};
}

void matrix_free(Matrix *matrix)
{
  free(matrix->values);
  *matrix = (Matrix){0};
}

Matrix matrix_pick_rows(const Matrix *matrix, const unsigned *rows, size_t count)
{
  Matrix picked = matrix_make(count, matrix->columns);
  for (size_t i = 0; i < count; i++)
    memcpy(matrix_row(&picked, i), matrix_row(matrix, rows[i]), matrix->columns * sizeof(float));
  return picked;
}
