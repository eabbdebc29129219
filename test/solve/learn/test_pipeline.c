/* What the published pipeline prepares: principal components of products. */
#include "testing.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "solve/learn/learner.h"
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
  Matrix four = matrix_make(3, 1);
  for (size_t r = 0; r < 3; r++) four.values[r] = 4;
  Error error;
  Learner *adaboost = learner_train(&(LearnerData){.features = &empty, .targets = &four},
                                    &(LearnerSettings){.kind = LEARNER_ADABOOST}, &error);
  learner_predict(adaboost, none, none);
  assert_true(none[0] == 4);
  learner_destroy(adaboost);
  matrix_free(&four);
  matrix_free(&empty);
  products_destroy(products);
  matrix_free(&features);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_components),
      cmocka_unit_test(test_constant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
