/* The learners of the published pipeline: principal components of products, and AdaBoost. */
#include "testing.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "solve/learn/adaboost.h"
#include "solve/learn/products.h"

enum { ROWS = 500 };

static float uniform(Random *random)
{
  return (float)(2 * random_unit(random) - 1);
}

/* One direction has nearly all of the variance: the first component follows it, whatever the scale of the features. */
static void test_components(void **state)
{
  (void)state;
  Matrix features = matrix_make(ROWS, 4);
  Random random = random_stream(1, 0, 0);
  for (size_t r = 0; r < ROWS; r++) {
    float *row = matrix_row(&features, r);
    row[0] = uniform(&random);
    row[1] = 1000 * row[0] + uniform(&random);
    row[2] = 5; /* constant: left out */
    row[3] = r % 10 ? row[0] + 0.01f * uniform(&random) : NAN;
  }
  Products *products = products_train(&features, 3, 1);
  assert_int_equal(products_components(products), 3);
  Matrix result = products_apply_all(products, &features);
  double variance[3] = {0}, product = 0;
  for (size_t r = 0; r < ROWS; r++) {
    const float *row = matrix_row(&result, r);
    for (size_t k = 0; k < 3; k++) variance[k] += (double)(row[k] * row[k]) / ROWS;
    product += (double)(row[0] * row[1]) / ROWS;
  }
  assert_true(variance[0] >= variance[1] && variance[1] >= variance[2]);
  assert_true(fabs(product) < 0.01 * variance[0]); /* components are not correlated */
  /* Nine products in all; three squares of one quantity and that quantity three times: two directions have it all. */
  assert_true(variance[2] < 0.2 * variance[0]);
  matrix_free(&result);
  products_destroy(products);
  matrix_free(&features);
}

/* Nothing varies: there are no components, and that is no harm. */
static void test_constant(void **state)
{
  (void)state;
  Matrix features = matrix_make(3, 2);
  Products *products = products_train(&features, 35, 1);
  assert_int_equal(products_components(products), 0);
  float none[1] = {7};
  products_apply(products, (float[]){1, 2}, none);
  Matrix empty = products_apply_all(products, &features);
  Bins bins;
  bins_make(&bins, &empty);
  Adaboost *adaboost = adaboost_train(&empty, &bins, (float[]){4, 4, 4},
                                      &(AdaboostSettings){.trees = 5, .depth = 3});
  assert_true(adaboost_predict(adaboost, none) == 4);
  adaboost_destroy(adaboost);
  bins_free(&bins);
  matrix_free(&empty);
  products_destroy(products);
  matrix_free(&features);
}

/* A step that depends on two features is learnt; more trees are better than one. */
static void test_adaboost(void **state)
{
  (void)state;
  Matrix features = matrix_make(ROWS, 3);
  float values[ROWS];
  Random random = random_stream(2, 0, 0);
  for (size_t r = 0; r < ROWS; r++) {
    float *row = matrix_row(&features, r);
    for (size_t c = 0; c < 3; c++) row[c] = uniform(&random);
    values[r] = 10 * row[0] + (row[1] > 0 ? 5 : 0);
  }
  Bins bins;
  bins_make(&bins, &features);
  double errors[2] = {0};
  for (int many = 0; many <= 1; many++) {
    AdaboostSettings settings = {.trees = many ? 100 : 1, .depth = 3, .seed = 1};
    Adaboost *adaboost = adaboost_train(&features, &bins, values, &settings);
    for (size_t i = 0; i < 1000; i++) {
      float row[3] = {uniform(&random), uniform(&random), uniform(&random)};
      double truth = 10 * (double)row[0] + (row[1] > 0 ? 5 : 0);
      errors[many] += fabs(adaboost_predict(adaboost, row) - truth) / 1000;
    }
    adaboost_destroy(adaboost);
  }
  assert_true(errors[0] < 2.5);
  assert_true(errors[1] < 0.8 * errors[0]);
  bins_free(&bins);
  matrix_free(&features);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_components),
      cmocka_unit_test(test_constant),
      cmocka_unit_test(test_adaboost),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
