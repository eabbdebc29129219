/* Which candidates are worth their time. */
#include "find/fuzz/yield.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "testing.h"

static void features_of(const char *text, YieldFeatures *features)
{
  yield_features(text, strlen(text), features);
}

static void test_features(void **state)
{
  (void)state;
  YieldFeatures a = {0}, b = {0};
  features_of("(assert (fp.rem x y))", &a);
  features_of(" ( assert\n(fp.rem x y) )", &b);
  assert_int_equal(a.count, b.count);
  assert_memory_equal(a.items, b.items, a.count * sizeof *a.items);
  for (size_t i = 1; i < a.count; i++) assert_true(a.items[i - 1] < a.items[i]);
  features_of("(assert (fp.rem y x))", &b);
  assert_true(a.count != b.count || memcmp(a.items, b.items, a.count * sizeof *a.items) != 0);
  features_of("", &a);
  assert_int_equal(a.count, 0);
  VEC_FREE(&a);
  VEC_FREE(&b);
}

/* An input of three operators; one of them costs a hundred times the others. */
static double draw_input(Random *random, YieldFeatures *features)
{
  char text[128];
  bool slow = false;
  int length = snprintf(text, sizeof text, "(assert");
  for (int i = 0; i < 3; i++) {
    unsigned op = (unsigned)random_below(random, 20);
    slow |= op == 7;
    length += snprintf(text + length, sizeof text - (size_t)length, " (op%u x y)", op);
  }
  features_of(text, features);
  return (slow ? 1.0 : 0.01) * (1 + 0.2 * random_unit(random));
}

static void test_learns_what_is_dear(void **state)
{
  (void)state;
  Yield yield;
  yield_init(&yield);
  Random random = random_stream(1, 2, 3);
  YieldFeatures features = {0};
  assert_true(fabs(yield_predict(&yield, &features) - 1) < 1e-9);
  for (int i = 0; i < 400; i++) {
    double seconds = draw_input(&random, &features);
    yield_learn(&yield, &features, seconds);
  }
  /* Where a seventh of what is made is slow, nearly nothing of what is chosen is. */
  enum { ROUNDS = 500, CANDIDATES = 6 };
  int slow = 0;
  for (int i = 0; i < ROUNDS; i++) {
    double cost[CANDIDATES], predicted[CANDIDATES];
    for (int k = 0; k < CANDIDATES; k++) {
      cost[k] = draw_input(&random, &features);
      predicted[k] = yield_predict(&yield, &features);
    }
    slow += cost[yield_choose(predicted, CANDIDATES, &random)] > 0.5;
  }
  assert_true(slow < ROUNDS / 50);
  VEC_FREE(&features);
  yield_deinit(&yield);
}

static void test_shares_of_time(void **state)
{
  (void)state;
  Random random = random_stream(1, 2, 3);
  const double seconds[] = {0.01, 0.1};
  int dear = 0;
  for (int i = 0; i < 11000; i++) dear += yield_choose(seconds, 2, &random) == 1;
  assert_in_range(dear, 800, 1200);
  assert_int_equal(yield_choose(seconds, 1, &random), 0);
}

static void test_extremes(void **state)
{
  (void)state;
  Yield yield;
  yield_init(&yield);
  YieldFeatures features = {0};
  features_of("a b c", &features);
  for (int i = 0; i < 1000; i++) yield_learn(&yield, &features, i % 2 ? 1e300 : 1e-300);
  double predicted = yield_predict(&yield, &features);
  assert_true(isfinite(predicted) && predicted > 0);
  VEC_FREE(&features);
  yield_deinit(&yield);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_features),
      cmocka_unit_test(test_learns_what_is_dear),
      cmocka_unit_test(test_shares_of_time),
      cmocka_unit_test(test_extremes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
