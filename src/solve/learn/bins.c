#include "solve/learn/bins.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static int compare_floats(const void *a, const void *b)
{
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

/* The upper ends of the bins of sorted values; how many there are. */
static size_t find_cuts(const float *sorted, size_t count, float *cuts)
{
  size_t found = 0;
  for (size_t at = 0; at < count;) {
    float value = sorted[at];
    size_t wanted = count * (found + 1) / BINS_MAX;
    if (wanted > at) value = sorted[wanted < count ? wanted : count - 1];
    if (found == BINS_MAX - 1) value = sorted[count - 1];
    cuts[found++] = value;
    while (at < count && sorted[at] <= value) at++;
  }
  return found;
}

static uint8_t find_bin(const float *cuts, size_t count, float value)
{
  size_t low = 0, high = count - 1;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (value <= cuts[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return (uint8_t)low;
}

/* Not a number sorts before all numbers. */
static float comparable(float value)
{
  return isnan(value) ? -INFINITY : value;
}

static bool is_repeated(const Bins *bins, const uint8_t *column)
{
  for (size_t u = 0; u < bins->used; u++)
    if (memcmp(bins->bins + u * bins->rows, column, bins->rows) == 0) return true;
  return false;
}

void bins_make(Bins *bins, const Matrix *matrix)
{
  assert(matrix->rows > 0);
  size_t rows = matrix->rows, columns = matrix->columns;
  *bins = (Bins){.rows = rows, .columns = columns};
  bins->feature = mem_alloc(columns + 1, sizeof *bins->feature);
  bins->count = mem_alloc(columns + 1, sizeof *bins->count);
  bins->bins = mem_alloc(columns + 1, rows + 1);
  bins->cuts = mem_alloc((columns + 1) * BINS_MAX, sizeof *bins->cuts);
  float *sorted = mem_alloc(rows + 1, sizeof *sorted);
  for (size_t c = 0; c < columns && rows; c++) {
    for (size_t r = 0; r < rows; r++) sorted[r] = comparable(matrix_row(matrix, r)[c]);
    qsort(sorted, rows, sizeof *sorted, compare_floats);
    if (sorted[0] == sorted[rows - 1]) continue;
    float *cuts = bins->cuts + bins->used * BINS_MAX;
    size_t count = find_cuts(sorted, rows, cuts);
    uint8_t *column = bins->bins + bins->used * rows;
    for (size_t r = 0; r < rows; r++)
      column[r] = find_bin(cuts, count, comparable(matrix_row(matrix, r)[c]));
    if (count < 2 || is_repeated(bins, column)) continue;
    bins->count[bins->used] = (uint16_t)count;
    bins->feature[bins->used++] = (uint32_t)c;
  }
  free(sorted);
}

void bins_free(Bins *bins)
{
  free(bins->feature);
  free(bins->count);
  free(bins->bins);
  free(bins->cuts);
  *bins = (Bins){0};
}
