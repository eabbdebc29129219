/* Selectors: learning, predicting, planning again, and files. */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/random.h"
#include "solve/select/nearest.h"
#include "solve/select/selector_file.h"
#include "support/scratch.h"

enum { BENCHMARKS = 300 };

/* Solver a solves benchmarks with a small `size` in a second, b the others; c is slow on all. */
static void make_data(Dataset *data, bool constant)
{
  StrBuf runs, features;
  strbuf_init(&runs, 0);
  strbuf_init(&features, 0);
  strbuf_add_text(&runs, RUNS_TITLES "\n");
  strbuf_add_text(&features, "benchmark,size,noise\n");
  Random random = random_stream(1, 2, 3);
  for (int i = 0; i < BENCHMARKS; i++) {
    char name[40];
    snprintf(name, sizeof name, "b%d", i);
    bool small = random_chance(&random, 1, 2);
    const char *logic = i % 2 ? "QF_BV" : "QF_LIA";
    runs_write_row(&runs, &(RunRow){name, logic, "a", small ? "sat" : "timeout", small ? 1 : 100, 1,
                                    0, 1, small, false});
    runs_write_row(&runs, &(RunRow){name, logic, "b", small ? "timeout" : "unsat", small ? 100 : 1,
                                    1, 0, 1, !small, false});
    runs_write_row(&runs, &(RunRow){name, logic, "c", "sat", 60, 60, 0, 1, 1, false});
    strbuf_printf(&features, "%s,%d,%d\n", name,
                  constant ? 3
                  : small  ? 10
                           : 1000,
                  constant ? 0 : (int)random_below(&random, 100));
  }
  Error error;
  scratch_write("runs.csv", strbuf_text(&runs));
  scratch_write("features.csv", strbuf_text(&features));
  char runs_path[500];
  snprintf(runs_path, sizeof runs_path, "%s", scratch_path("runs.csv"));
  DatasetFiles files = {
      .runs = runs_path, .features = scratch_path("features.csv"), .options = {.limit = 100}};
  if (dataset_read(data, &files, &error) != STATUS_OK) fail_msg("%s", error.message);
  strbuf_deinit(&runs);
  strbuf_deinit(&features);
}

static Selector *train_on_all(const Dataset *data)
{
  uint32_t rows[BENCHMARKS];
  for (uint32_t i = 0; i < BENCHMARKS; i++) rows[i] = i;
  return selector_train(data, rows, BENCHMARKS, &(SelectorSettings){.seed = 1, .trees = 40});
}

static const char *first_choice(Selection *selection, const char *logic, float size)
{
  float features[] = {size, 50};
  SelectorInput input = {.logic = logic, .features = features};
  selection_predict(selection, &input, 100);
  assert_true(selection->schedule.count >= 1);
  double sum = 0;
  for (size_t s = 0; s < 3; s++) sum += selection->shares[s];
  assert_true(fabs(sum - 1) < 1e-6);
  return names_text(selector_solvers(selection->selector), selection->ranking[0]);
}

static void test_learning(void **state)
{
  (void)state;
  Dataset data;
  make_data(&data, false);
  Selector *selector = train_on_all(&data);
  Selection *selection = selection_create(selector);
  static const char *const logics[] = {"QF_BV", "QF_LIA", "QF_AX", "", NULL};
  for (size_t i = 0; i < 5; i++) {
    assert_string_equal(first_choice(selection, logics[i], 10), "a");
    assert_string_equal(first_choice(selection, logics[i], 1000), "b");
  }
  /* b was expected to solve it and did not: c solves everything. */
  float used[] = {0, 5, 0};
  selection_replan(selection, used, 95);
  uint32_t next = selection->schedule.slots[0].solver;
  assert_true(strcmp(names_text(selector_solvers(selector), next), "b") != 0);
  /* Without features: something that solves most. */
  selection_predict(selection, &(SelectorInput){.logic = "QF_BV"}, 100);
  assert_true(schedule_replay(&selection->schedule, runs_get(&data.runs, 0, 0), 100, 2, 0).solved);
  selection_destroy(selection);
  selector_destroy(selector);
  dataset_free(&data);
}

/* All ways of choosing learn it, and are the same after they were stored. */
static void test_ways(void **state)
{
  (void)state;
  Dataset data;
  make_data(&data, false);
  uint32_t rows[BENCHMARKS];
  for (uint32_t i = 0; i < BENCHMARKS; i++) rows[i] = i;
  SelectorSettings settings = {.seed = 1, .trees = 40, .keep_all = true};
  Selector *selector = selector_train(&data, rows, BENCHMARKS, &settings);
  Selection *selection = selection_create(selector);
  for (int way = ADVICE_FOREST; way < ADVICE_COUNT; way++) {
    Error error;
    if (!selector_can(selector, (Advice)way)) { /* XGBoost is not installed */
      assert_int_equal(way, ADVICE_PAIRS_BOOST);
      assert_int_not_equal(learner_check(LEARNER_BOOST, &error), STATUS_OK);
      continue;
    }
    selection_force(selection, (SelectionForce){(Advice)way, 1});
    assert_string_equal(first_choice(selection, "QF_BV", 10), "a");
    assert_string_equal(first_choice(selection, "QF_BV", 1000), "b");
    assert_true(selection_uses_features(selection));
    /* b failed, a gave up: c is left. */
    selection_replan(selection, (float[]){INFINITY, INFINITY, 0}, 95);
    assert_int_equal(selection->schedule.slots[0].solver, 2);
  }
  selection_destroy(selection);
  selector_destroy(selector);
  dataset_free(&data);
}

/* Features that say nothing: one schedule for all. */
static void test_constant_features(void **state)
{
  (void)state;
  Dataset data;
  make_data(&data, true);
  Selector *selector = train_on_all(&data);
  Selection *selection = selection_create(selector);
  const char *small = first_choice(selection, "QF_BV", 10);
  assert_string_equal(small, first_choice(selection, "QF_BV", 1000));
  selection_destroy(selection);
  selector_destroy(selector);
  dataset_free(&data);
}

static void test_one_benchmark(void **state)
{
  (void)state;
  Dataset data;
  make_data(&data, false);
  uint32_t row = 7;
  Selector *selector = selector_train(&data, &row, 1, &(SelectorSettings){.seed = 1, .trees = 10});
  Selection *selection = selection_create(selector);
  first_choice(selection, "QF_BV", 10);
  selection_destroy(selection);
  selector_destroy(selector);
  dataset_free(&data);
}

static void test_binding(void **state)
{
  (void)state;
  Dataset data;
  make_data(&data, false);
  Selector *selector = train_on_all(&data);
  Names names = {0};
  names_add(&names, "other");
  names_add(&names, "noise");
  SelectorBinding binding;
  Error error;
  assert_int_equal(selector_bind(selector, &names, &binding, &error), STATUS_USAGE);
  assert_non_null(strstr(error.message, "needs the feature 'size'"));
  names_add(&names, "size");
  assert_int_equal(selector_bind(selector, &names, &binding, &error), STATUS_OK);
  assert_int_equal(binding.place.items[0], 2);
  assert_int_equal(binding.place.items[1], 1);
  VEC_FREE(&binding.place);
  names_free(&names);
  selector_destroy(selector);
  dataset_free(&data);
}

static void expect_not_loaded(const char *bytes, size_t length, const char *part)
{
  Error error;
  const char *path = scratch_path("bad.model");
  assert_int_equal(file_write(path, bytes, length, &error), STATUS_OK);
  Selector *selector = selector_load(path, &error);
  if (selector) assert_int_not_equal(selector_need(selector, "QF_BV", true, &error), STATUS_OK);
  selector_destroy(selector);
  if (!strstr(error.message, part)) fail_msg("'%s' is not in '%s'", part, error.message);
}

static void test_file(void **state)
{
  (void)state;
  Dataset data;
  make_data(&data, false);
  Selector *selector = train_on_all(&data);
  Error error;
  char path[500];
  snprintf(path, sizeof path, "%s", scratch_path("x.model"));
  assert_int_equal(selector_save(selector, path, &error), STATUS_OK);
  Selector *copy = selector_load(path, &error);
  if (!copy) fail_msg("%s", error.message);
  assert_int_equal(selector_need(copy, "QF_BV", true, &error), STATUS_OK);
  Selection *one = selection_create(selector), *other = selection_create(copy);
  for (int whole = 1; whole < 2000; whole *= 3) {
    float size = (float)whole;
    assert_string_equal(first_choice(one, "QF_BV", size), first_choice(other, "QF_BV", size));
    assert_int_equal(one->schedule.count, other->schedule.count);
    assert_true(one->expected[0] == other->expected[0]);
  }
  selection_destroy(one);
  selection_destroy(other);
  selector_destroy(copy);
  selector_destroy(selector);
  dataset_free(&data);

  FILE *file = fopen(path, "rb");
  static char bytes[8 << 20];
  size_t length = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  assert_true(length > 100 && length < sizeof bytes);
  bytes[length / 2] ^= 1;
  expect_not_loaded(bytes, length, "its digest is wrong");
  bytes[length / 2] ^= 1;
  expect_not_loaded(bytes, length - 1, "its digest is wrong");
  bytes[12] ^= 2;
  expect_not_loaded(bytes, length, "train it again");
  expect_not_loaded("nonsense", 8, "is not a model");
  assert_null(selector_load("/no/such/model", &error));
}

/* A model with more solvers than a table may have is not loaded: ranking them would take for ever. */
static void test_many_solvers(void **state)
{
  (void)state;
  for (uint32_t solvers = RUNS_SOLVERS_MAX; solvers <= RUNS_SOLVERS_MAX + 1; solvers++) {
    Dataset data = {.penalty = 2, .runs = {.limit = 10}};
    RunEntries entries = {0};
    Error error;
    uint32_t row = names_add(&data.runs.benchmarks, "b");
    for (uint32_t i = 0; i < solvers; i++) {
      char name[20];
      snprintf(name, sizeof name, "s%u", i);
      RunEntry entry = {row, names_add(&data.runs.solvers, name), {1, 1, 1, 1, RUN_SOLVED}};
      VEC_PUSH(&entries, entry);
    }
    data.runs.logic_of = calloc(1, sizeof *data.runs.logic_of);
    data.runs.logic_of[0] = names_add(&data.runs.logics, "QF_BV");
    runs_fill(&data.runs, &entries);
    Names none = {0};
    dataset_set_features(&data, &none);
    Selector *selector = selector_train(&data, &row, 1, &(SelectorSettings){.seed = 1, .trees = 1});
    assert_int_equal(selector_save(selector, scratch_path("many.model"), &error), STATUS_OK);
    selector_destroy(selector);
    selector = selector_load(scratch_path("many.model"), &error);
    assert_int_equal(selector != NULL, solvers <= RUNS_SOLVERS_MAX);
    selector_destroy(selector);
    dataset_free(&data);
    VEC_FREE(&entries);
  }
}

/* A model that is tried on a fold has not seen it. */
static void test_nearest_of_other_folds(void **state)
{
  (void)state;
  enum { ROWS = 40 };
  Matrix values = matrix_make(ROWS, 1);
  uint32_t folds[ROWS];
  for (uint32_t r = 0; r < ROWS; r++) {
    matrix_row(&values, r)[0] = (float)r;
    folds[r] = r < 10 ? 0 : 1;
  }
  Nearest *nearest = nearest_train(&values, 1);
  Neighbours near = {0};
  nearest_find(nearest, matrix_row(&values, 3), NULL, 0, &near);
  assert_int_equal(near.items.items[0].row, 3);
  nearest_find(nearest, matrix_row(&values, 3), folds, 0, &near);
  assert_int_equal(near.items.count, NEAREST_COUNT);
  assert_int_equal(near.items.items[0].row, 10);
  for (size_t i = 0; i < near.items.count; i++) assert_int_equal(folds[near.items.items[i].row], 1);
  neighbours_free(&near);
  nearest_destroy(nearest);
  matrix_free(&values);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_learning),          cmocka_unit_test(test_ways),
      cmocka_unit_test(test_constant_features), cmocka_unit_test(test_one_benchmark),
      cmocka_unit_test(test_binding),           cmocka_unit_test(test_file),
      cmocka_unit_test(test_many_solvers),      cmocka_unit_test(test_nearest_of_other_folds),
  };
  return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
