/* Forests: neighbours, what they have not seen, and bytes of all kinds. */
#include "testing.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "solve/learn/forest.h"

enum { ROWS = 400, COLUMNS = 4 };

/* The target depends on the second column alone; the third is constant, the fourth has gaps. */
static void make_data(Matrix *values, Matrix *targets)
{
  Random random = random_stream(5, 0, 0);
  *values = matrix_make(ROWS, COLUMNS);
  *targets = matrix_make(ROWS, 1);
  for (size_t r = 0; r < ROWS; r++) {
    float *row = matrix_row(values, r);
    row[0] = (float)random_unit(&random);
    row[1] = (float)random_unit(&random);
    row[2] = 7;
    row[3] = r % 3 ? (float)random_unit(&random) : NAN;
    matrix_row(targets, r)[0] = row[1] > 0.5f ? 10 : 0;
  }
}

static double mean_of(const Neighbours *near, const Matrix *targets)
{
  double mean = 0, sum = 0;
  for (size_t i = 0; i < near->items.count; i++) {
    Neighbour one = near->items.items[i];
    mean += (double)(one.weight * matrix_row(targets, one.row)[0]);
    sum += (double)one.weight;
    if (i > 0) assert_true(near->items.items[i - 1].weight >= one.weight);
  }
  assert_true(fabs(sum - 1) < 1e-4);
  return mean;
}

static void test_neighbours(void **state)
{
  (void)state;
  Matrix values, targets;
  make_data(&values, &targets);
  Forest *forest = forest_train(&values, &targets, &(ForestSettings){.trees = 50, .seed = 1});
  Neighbours near = {0};
  size_t wrong = 0;
  for (uint32_t r = 0; r < ROWS; r++) {
    assert_true(forest_unseen(forest, r, matrix_row(&values, r), &near));
    for (size_t i = 0; i < near.items.count; i++) assert_int_not_equal(near.items.items[i].row, r);
    wrong += fabs(mean_of(&near, &targets) - (double)matrix_row(&targets, r)[0]) > 5;
  }
  assert_true(wrong < ROWS / 50);
  forest_neighbours(forest, (float[]){NAN, 0.9f, NAN, NAN}, &near);
  assert_true(mean_of(&near, &targets) > 8);
  double importance[COLUMNS];
  forest_importance(forest, importance);
  assert_true(importance[1] > 0.9 && importance[2] == 0);
  neighbours_free(&near);
  forest_destroy(forest);
  matrix_free(&values);
  matrix_free(&targets);
}

/* One row; all rows alike: every row is a neighbour. */
static void test_degenerate(void **state)
{
  (void)state;
  for (size_t rows = 1; rows <= 20; rows += 19) {
    Matrix values = matrix_make(rows, 2), targets = matrix_make(rows, 3);
    Forest *forest = forest_train(&values, &targets, &(ForestSettings){.trees = 30, .seed = 1});
    Neighbours near = {0};
    forest_neighbours(forest, (float[]){1, 2}, &near);
    assert_int_equal(near.items.count, rows);
    neighbours_free(&near);
    forest_destroy(forest);
    matrix_free(&values);
    matrix_free(&targets);
  }
}

/* The bytes give the same forest; damaged ones give none or one that can be asked. */
static void test_bytes(void **state)
{
  (void)state;
  Matrix values, targets;
  make_data(&values, &targets);
  Forest *forest =
      forest_train(&values, &targets, &(ForestSettings){.trees = 5, .leaf = 5, .seed = 1});
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  forest_write(forest, &bytes);
  ByteReader in = {.bytes = bytes.bytes, .length = bytes.length};
  Forest *copy = forest_read(&in);
  assert_non_null(copy);
  assert_true(bytes_all_read(&in));
  Neighbours one = {0}, other = {0};
  for (size_t r = 0; r < ROWS; r++) {
    forest_neighbours(forest, matrix_row(&values, r), &one);
    forest_neighbours(copy, matrix_row(&values, r), &other);
    assert_int_equal(one.items.count, other.items.count);
    for (size_t i = 0; i < one.items.count; i++)
      assert_int_equal(one.items.items[i].row, other.items.items[i].row);
  }
  forest_destroy(copy);
  Random random = random_stream(9, 0, 0);
  for (size_t i = 0; i < 20000; i++) {
    size_t at = random_below(&random, bytes.length);
    char before = bytes.bytes[at];
    bytes.bytes[at] = (char)random_u64(&random);
    in = (ByteReader){.bytes = bytes.bytes, .length = bytes.length - random_below(&random, 2)};
    copy = forest_read(&in);
    if (copy && forest_features(copy) == COLUMNS)
      forest_neighbours(copy, matrix_row(&values, i % ROWS), &other);
    forest_destroy(copy);
    bytes.bytes[at] = before;
  }
  neighbours_free(&one);
  neighbours_free(&other);
  strbuf_deinit(&bytes);
  forest_destroy(forest);
  matrix_free(&values);
  matrix_free(&targets);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_neighbours),
      cmocka_unit_test(test_degenerate),
      cmocka_unit_test(test_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
