/* The normal equations of the centred rows are solved by conjugate gradients, row by row: most bytes are zeros. */
#include "find/fuzz/guide_linear.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

/* As if so many more rows had said that each weight is zero. */
static const double RIDGE = 4;
enum { ROUNDS = 30 };

typedef struct {
  uint32_t column;
  double root;
} Cell;

typedef struct {
  VEC(Cell) cells;
  U32Vec ends; /* of the cells of each row */
  double means[GUIDE_COLUMNS];
} Table;

static void fill_table(Table *table, const GuideRow *rows, size_t count)
{
  *table = (Table){0};
  for (size_t row = 0; row < count; row++) {
    for (uint32_t i = 0; i < GUIDE_COLUMNS; i++) {
      double root = sqrt(rows[row].columns[i]);
      if (root <= 0) continue;
      table->means[i] += root / (double)count;
      VEC_PUSH(&table->cells, ((Cell){i, root}));
    }
    VEC_PUSH(&table->ends, (uint32_t)table->cells.count);
  }
}

/* Adds each row, times a factor of its own, to a vector of columns. */
static void add_rows(const Table *table, const double *row_factors, double *out)
{
  double sum = 0;
  size_t at = 0;
  for (size_t row = 0; row < table->ends.count; row++) {
    for (; at < table->ends.items[row]; at++)
      out[table->cells.items[at].column] += table->cells.items[at].root * row_factors[row];
    sum += row_factors[row];
  }
  for (size_t i = 0; i < GUIDE_COLUMNS; i++) out[i] -= table->means[i] * sum;
}

static double dot(const double *one, const double *other)
{
  double sum = 0;
  for (size_t i = 0; i < GUIDE_COLUMNS; i++) sum += one[i] * other[i];
  return sum;
}

/* The matrix of the normal equations times a vector. */
static void multiply(const Table *table, const double *in, double *row_factors, double *out)
{
  double shift = dot(table->means, in);
  size_t at = 0;
  for (size_t row = 0; row < table->ends.count; row++) {
    double value = -shift;
    for (; at < table->ends.items[row]; at++)
      value += table->cells.items[at].root * in[table->cells.items[at].column];
    row_factors[row] = value;
  }
  for (size_t i = 0; i < GUIDE_COLUMNS; i++) out[i] = RIDGE * in[i];
  add_rows(table, row_factors, out);
}

/* `residual` is the right side. */
static void solve(const Table *table, double *residual, double *row_factors, double *weights)
{
  static const double SMALL = 1e-9;
  double direction[GUIDE_COLUMNS], image[GUIDE_COLUMNS];
  memcpy(direction, residual, sizeof direction);
  double size = dot(residual, residual), first = size;
  for (int round = 0; round < ROUNDS && size > SMALL * first; round++) {
    multiply(table, direction, row_factors, image);
    double step = size / dot(direction, image);
    for (size_t i = 0; i < GUIDE_COLUMNS; i++) {
      weights[i] += step * direction[i];
      residual[i] -= step * image[i];
    }
    double before = size;
    size = dot(residual, residual);
    for (size_t i = 0; i < GUIDE_COLUMNS; i++)
      direction[i] = residual[i] + size / before * direction[i];
  }
}

void guide_linear_fit(GuideLinear *linear, const GuideRow *rows, const double *values, size_t count)
{
  assert(count > 0);
  Table table;
  double residual[GUIDE_COLUMNS] = {0}, mean = 0;
  double *row_factors = mem_alloc(count, sizeof *row_factors);
  fill_table(&table, rows, count);
  for (size_t i = 0; i < count; i++) mean += values[i] / (double)count;
  for (size_t i = 0; i < count; i++) row_factors[i] = values[i] - mean;
  add_rows(&table, row_factors, residual);
  memset(linear, 0, sizeof *linear);
  solve(&table, residual, row_factors, linear->weights);
  linear->mean = mean - dot(table.means, linear->weights);
  free(row_factors);
  VEC_FREE(&table.cells);
  VEC_FREE(&table.ends);
}

double guide_linear_value(const GuideLinear *linear, const GuideRow *row)
{
  double sum = linear->mean;
  for (size_t i = 0; i < GUIDE_COLUMNS; i++)
    if (row->columns[i]) sum += linear->weights[i] * sqrt(row->columns[i]);
  return sum;
}
