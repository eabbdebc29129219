/* Learning while solving: orders of solvers that follow from what they did before. */
#include "solve/portfolio/history.h"

#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "support/scratch.h"
#include "testing.h"

enum { FEATURES = 6, SOLVERS = 3 };
static const char *const names[SOLVERS] = {"a", "b", "c(x=1,y)"};

static History *open_history(const char *path)
{
  History *history;
  Error error;
  if (history_open(&history, path, FEATURES, &error) != STATUS_OK) fail_msg("%s", error.message);
  return history;
}

/* A made-up world: solver k is fast on queries of kind k, and slow on others; kinds show in the features. */
static double true_time(size_t solver, size_t kind, double luck)
{
  return solver == kind ? 0.05 + 0.1 * luck : 2 + 6 * luck;
}

static size_t draw_query(Random *random, float *features)
{
  size_t kind = random_below(random, 10) < 5 ? 0 : random_below(random, 2) + 1;
  for (size_t i = 0; i < FEATURES; i++) features[i] = (float)random_below(random, 50);
  features[kind] += 5000;
  return kind;
}

/* Solvers in this order, each for half a second, then as long as it takes; the seconds in all. */
static double solve(const size_t *order, size_t kind, double luck, HistoryTry *tries)
{
  static const double SLICE = 0.5;
  double sum = 0;
  for (size_t i = 0; i < SOLVERS; i++) {
    double time = true_time(order[i], kind, luck);
    tries[order[i]] = (HistoryTry){time <= SLICE ? TRY_SOLVED : TRY_FAILED, SLICE};
    if (time <= SLICE) {
      tries[order[i]].seconds = time;
      return sum + time;
    }
    sum += SLICE;
  }
  return sum + true_time(order[0], kind, luck);
}

static void test_better_than_every_fixed_order(void **state)
{
  (void)state;
  enum { QUERIES = 400, WARM = 100 };
  static const size_t orders[][SOLVERS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                           {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  History *history = open_history(NULL);
  Error error;
  Random random = random_stream(1, 2, 3);
  double fixed[6] = {0}, learnt = 0;
  for (int i = 0; i < QUERIES; i++) {
    float features[FEATURES];
    size_t kind = draw_query(&random, features), order[SOLVERS];
    double luck = random_unit(&random), expected[SOLVERS];
    HistoryQuery query = {"QF_LIA", features};
    HistoryTry tries[SOLVERS] = {{0}}, ignored[SOLVERS];
    history_rank(history, &query, names, SOLVERS, NULL, order, expected);
    double time = solve(order, kind, luck, tries);
    assert_int_equal(history_add(history, &query, names, tries, SOLVERS, &error), STATUS_OK);
    if (i < WARM) continue;
    learnt += time;
    for (size_t k = 0; k < 6; k++) fixed[k] += solve(orders[k], kind, luck, ignored);
  }
  for (size_t k = 0; k < 6; k++)
    if (learnt * 2 > fixed[k]) fail_msg("learnt %.1f s, order %zu %.1f s", learnt, k, fixed[k]);
  history_close(history);
}

static void test_what_has_failed_changes_the_order(void **state)
{
  (void)state;
  History *history = open_history(NULL);
  Error error;
  float features[FEATURES] = {1, 2, 3};
  HistoryQuery query = {"QF_BV", features};
  /* Where a is fast b is slow, and the other way round; c is never good. */
  for (int i = 0; i < 30; i++) {
    bool easy = i % 3 != 0;
    HistoryTry tries[SOLVERS] = {{easy ? TRY_SOLVED : TRY_FAILED, easy ? 0.1 : 1},
                                 {easy ? TRY_FAILED : TRY_SOLVED, 1},
                                 {TRY_FAILED, 1}};
    assert_int_equal(history_add(history, &query, names, tries, SOLVERS, &error), STATUS_OK);
  }
  size_t order[SOLVERS];
  double expected[SOLVERS];
  history_rank(history, &query, names, SOLVERS, NULL, order, expected);
  assert_int_equal(order[0], 0);
  history_rank(history, &query, names, SOLVERS, (const double[]){0.5, 0, 0}, order, expected);
  assert_int_equal(order[0], 1);
  history_close(history);
}

static void test_everybody_gets_a_chance(void **state)
{
  (void)state;
  History *history = open_history(NULL);
  Error error;
  float features[FEATURES] = {0};
  HistoryQuery query = {"", features};
  bool first[SOLVERS] = {false};
  for (int i = 0; i < 10; i++) {
    size_t order[SOLVERS];
    double expected[SOLVERS];
    HistoryTry tries[SOLVERS] = {{0}};
    history_rank(history, &query, names, SOLVERS, NULL, order, expected);
    first[order[0]] = true;
    tries[order[0]] = (HistoryTry){TRY_SOLVED, 1};
    assert_int_equal(history_add(history, &query, names, tries, SOLVERS, &error), STATUS_OK);
  }
  assert_true(first[0] && first[1] && first[2]);
  history_close(history);
}

static void test_files(void **state)
{
  (void)state;
  const char *path = scratch_path("history.csv");
  float features[FEATURES] = {0, 2.5F, -1};
  HistoryQuery query = {"QF_LIA", features};
  HistoryTry tries[SOLVERS] = {{TRY_WRONG, 0.25}, {TRY_NONE, 0}, {TRY_SOLVED, 0.5}};
  Error error;
  for (size_t i = 0; i < 3; i++) {
    History *history = open_history(path);
    assert_int_equal(history_count(history), i);
    assert_int_equal(history_add(history, &query, names, tries, SOLVERS, &error), STATUS_OK);
    history_close(history);
  }
  scratch_expect_in("history.csv", ",QF_LIA,a,wrong,0.250000,1:2.5 2:-1\n");
  scratch_expect_in("history.csv", ",QF_LIA,\"c(x=1,y)\",solved,0.500000,\n");
}

static void expect_refused(const char *text, const char *part)
{
  History *history;
  Error error;
  assert_int_not_equal(history_open(&history, scratch_write("bad.csv", text), FEATURES, &error),
                       STATUS_OK);
  if (!strstr(error.message, part)) fail_msg("%s", error.message);
}

static void test_what_is_no_history_is_refused(void **state)
{
  (void)state;
  expect_refused("a,b\n1,2\n", "no column 'query'");
  expect_refused("query,logic,solver,result,seconds,features\n1,L,a,solved,1,9:1\n", "version");
  expect_refused("query,logic,solver,result,seconds,features\n1,L,a,solved,1,1:nan\n", "version");
  expect_refused("query,logic,solver,result,seconds,features\n1,L,a,perhaps,1,\n", "no result");
  expect_refused("query,logic,solver,result,seconds,features\n1,L,a,solved,-1,\n", "no result");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_better_than_every_fixed_order),
      cmocka_unit_test(test_what_has_failed_changes_the_order),
      cmocka_unit_test(test_everybody_gets_a_chance),
      cmocka_unit_test(test_files),
      cmocka_unit_test(test_what_is_no_history_is_refused),
  };
  return cmocka_run_group_tests_name("solve_portfolio_history", tests, scratch_set_up,
                                     scratch_tear_down);
}
