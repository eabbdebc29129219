/* assay solve with a model and with a history: who is started first. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/select/selector_file.h"
#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

/* Two solvers: each hangs on scripts with one of the words, and says unsat to all others. */
static char names[2][512];
static char list[1100];

static const char *const scripts[] = {
    "(set-logic QF_BV)(declare-const alpha (_ BitVec 8))(assert (= (bvmul alpha alpha) #x03))"
    "(assert (bvult alpha #x07))(assert (= (bvadd alpha #x01) #x00))(check-sat)\n",
    "(set-logic QF_LIA)(declare-const beta Int)(declare-const c Int)(assert (> (+ beta c) 3))"
    "(assert (< (+ beta c) 3))(assert (= (* 2 beta) c))(check-sat)\n",
};

static int set_up(void **state)
{
  static const char *const words[] = {"alpha", "beta"};
  int code = scratch_set_up(state);
  for (size_t i = 0; i < 2; i++)
    snprintf(names[i], sizeof names[i], "%s act if:%s hang 'out:unsat\\n' learnt-%zu",
             getenv("ASSAY_FAKE"), words[i], i);
  snprintf(list, sizeof list, "%s,%s", names[0], names[1]);
  scratch_write("0.smt2", scripts[0]);
  scratch_write("1.smt2", scripts[1]);
  return code;
}

#define SOLVE(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), "solve", "-v", __VA_ARGS__, NULL},            \
                   (CommandSettings){.directory = scratch_folder()})

/* Who is told to run first. */
static int first_of(const CommandResult *result)
{
  assert_int_equal(result->exit_code, 0);
  assert_string_equal(result->out, "unsat\n");
  const char *start = strstr(result->err, "learnt-");
  assert_non_null(start);
  return start[strlen("learnt-")] - '0';
}

static void test_history(void **state)
{
  (void)state;
  for (int i = 0; i < 12; i++) {
    int kind = i % 2;
    CommandResult result = SOLVE("--history", "h.csv", "-s", list, kind ? "1.smt2" : "0.smt2");
    int first = first_of(&result);
    /* Who does not hang on it is first, once both have been seen a few times. */
    if (i >= 8) assert_int_equal(first, 1 - kind);
    command_result_free(&result);
  }
  expect(SOLVE("--history", "0.smt2", "-s", list, "1.smt2"), 3, "", "0.smt2");
  expect(SOLVE("--history", "no/such/folder.csv", "-s", list, "1.smt2"), 0, "unsat\n",
         "cannot write 'no/such/folder.csv'");
  expect(SOLVE("--history", "h.csv", "--model", "m", "1.smt2"), 2, "", "--model or --history");
}

/* Solver 1 on small scripts, solver 0 on large ones. A solved run takes `seconds`, of CPU time if so. */
static void make_model(const char *file, double seconds, bool cpu)
{
  enum { BENCHMARKS = 200 };
  StrBuf runs, features;
  Dataset data;
  Error error;
  uint32_t rows[BENCHMARKS];
  strbuf_init(&runs, 0);
  strbuf_init(&features, 0);
  strbuf_add_text(&runs, RUNS_TITLES "\n");
  strbuf_add_text(&features, "benchmark,file_size\n");
  for (uint32_t i = 0; i < BENCHMARKS; i++) {
    char name[20];
    rows[i] = i;
    snprintf(name, sizeof name, "b%u", i);
    for (size_t k = 0; k < 2; k++) {
      bool solves = (i % 2 == 0) == (k == 1);
      runs_write_row(&runs,
                     &(RunRow){name, "QF_LIA", names[k], solves ? "unsat" : "timeout",
                               solves ? seconds : 10, solves ? seconds : 10, 0, 1, solves, false});
    }
    strbuf_printf(&features, "%s,%u\n", name, i % 2 ? 100000 + i : 100 + i);
  }
  char runs_path[500];
  scratch_write("runs.csv", strbuf_text(&runs));
  scratch_write("features.csv", strbuf_text(&features));
  snprintf(runs_path, sizeof runs_path, "%s", scratch_path("runs.csv"));
  DatasetFiles files = {.runs = runs_path,
                        .features = scratch_path("features.csv"),
                        .options = {.limit = 10, .cpu = cpu}};
  if (dataset_read(&data, &files, &error) != STATUS_OK) fail_msg("%s", error.message);
  Selector *selector =
      selector_train(&data, rows, BENCHMARKS, &(SelectorSettings){.seed = 1, .trees = 40});
  assert_int_equal(selector_save(selector, scratch_path(file), &error), STATUS_OK);
  selector_destroy(selector);
  dataset_free(&data);
  strbuf_deinit(&runs);
  strbuf_deinit(&features);
}

static void test_model(void **state)
{
  (void)state;
  make_model("model", 0.1, false);
  /* It names programs that are not installed solvers. */
  expect(SOLVE("--model", "model", "0.smt2"), 3, "", "--trust runs it");
  CommandResult small = SOLVE("--trust", "--model", "model", "0.smt2");
  assert_int_equal(first_of(&small), 1);
  command_result_free(&small);
  StrBuf text;
  strbuf_init(&text, 0);
  while (text.length < 120000) strbuf_add_text(&text, "(set-info :source |a long remark|)\n");
  strbuf_add_text(&text, scripts[1]);
  scratch_write("large.smt2", strbuf_text(&text));
  strbuf_deinit(&text);
  CommandResult large = SOLVE("--trust", "--model", "model", "large.smt2");
  assert_int_equal(first_of(&large), 0);
  command_result_free(&large);
  /* The model is wrong about this one: planning again gives it to the other. */
  CommandResult wrong = SOLVE("--trust", "--model", "model", "-t", "20s", "1.smt2");
  expect_in(wrong.err, "learnt-1: stopped after");
  assert_int_equal(first_of(&wrong), 1);
  command_result_free(&wrong);
  expect(SOLVE("--model", "runs.csv", "0.smt2"), 3, "", "runs.csv");
  /* The time of features counts: when they are there, it is over. */
  strbuf_init(&text, 0);
  while (text.length < 4000000) strbuf_add_text(&text, "(set-info :source |a long remark|)\n");
  strbuf_add_text(&text, scripts[1]);
  scratch_write("huge.smt2", strbuf_text(&text));
  strbuf_deinit(&text);
  expect_exactly(SOLVE("--trust", "--model", "model", "-t", "1ms", "huge.smt2"), 0, "unknown\n",
                 "");
  expect(SOLVE("--model", "missing", "0.smt2"), 3, "", "missing");
}

/* Slices are of the time that the model was trained on. */
static void test_cpu_time(void **state)
{
  (void)state;
  make_model("model-cpu", 0.02, true);
  CommandResult waits = SOLVE("--trust", "--model", "model-cpu", "-t", "60s", "1.smt2");
  assert_int_equal(first_of(&waits), 1);
  expect_in(waits.err, "learnt-1: stopped after");
  expect_in(waits.err, "s of CPU time");
  command_result_free(&waits);
  CommandResult given = SOLVE("--trust", "--model", "model-cpu", "--cpu-limit", "3s", "1.smt2");
  assert_int_equal(first_of(&given), 1);
  command_result_free(&given);
}

/* A model that needs features of the user, which the user gives or forgets. */
static void test_user_features(void **state)
{
  (void)state;
  make_model("model", 0.1, false); /* writes runs.csv */
  StrBuf features;
  strbuf_init(&features, 0);
  strbuf_add_text(&features, "benchmark,rank\n");
  for (int i = 0; i < 60; i++) strbuf_printf(&features, "b%d,%d\n", i, i % 2);
  scratch_write("features.csv", strbuf_text(&features));
  strbuf_deinit(&features);
  CommandResult trained = run_command_with(
      (const char *[]){assay_program(), "train", "--runs", "runs.csv", "--features", "features.csv",
                       "-t", "10s", "-o", "ranked", NULL},
      (CommandSettings){.directory = scratch_folder(), .timeout_ms = 60000});
  assert_int_equal(trained.exit_code, 0);
  command_result_free(&trained);
  scratch_write("rank.csv", "benchmark,rank\n0.smt2,0\n1.smt2,1\n");
  CommandResult even =
      SOLVE("--trust", "--model", "ranked", "--feature-table", "rank.csv", "0.smt2");
  assert_int_equal(first_of(&even), 1);
  command_result_free(&even);
  CommandResult odd =
      SOLVE("--trust", "--model", "ranked", "--feature-table", "rank.csv", "1.smt2");
  assert_int_equal(first_of(&odd), 0);
  command_result_free(&odd);
  expect(SOLVE("--trust", "--model", "ranked", "0.smt2"), 0, "unsat",
         "the model needs the feature 'rank'");
  expect(SOLVE("--feature-table", "rank.csv", "0.smt2"), 2, "", "further features need --model");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_history),
      cmocka_unit_test(test_model),
      cmocka_unit_test(test_cpu_time),
      cmocka_unit_test(test_user_features),
  };
  return cmocka_run_group_tests_name("cli_solve_learnt", tests, set_up, scratch_tear_down);
}
