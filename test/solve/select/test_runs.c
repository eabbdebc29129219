/* Tables of runs: what is read, what is refused, how runs are scored. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "solve/select/runs.h"
#include "support/scratch.h"

static void read_good(Runs *runs, const char *text)
{
  Error error;
  if (runs_read(runs, scratch_write("runs.csv", text), &(RunsOptions){.limit = 100}, &error) !=
      STATUS_OK)
    fail_msg("%s", error.message);
}

static void expect_refused(const char *text, const char *part)
{
  Runs runs;
  Error error;
  assert_int_not_equal(
      runs_read(&runs, scratch_write("bad.csv", text), &(RunsOptions){.limit = 100}, &error),
      STATUS_OK);
  if (!strstr(error.message, part)) fail_msg("'%s' is not in '%s'", part, error.message);
  runs_free(&runs);
}

static const BenchmarkRun *run_named(const Runs *runs, const char *benchmark, const char *solver)
{
  uint32_t b, s;
  assert_true(names_find(&runs->benchmarks, benchmark, &b));
  assert_true(names_find(&runs->solvers, solver, &s));
  return runs_get(runs, b, s);
}

/* What runs_write_row writes, runs_read reads. */
static void test_round_trip(void **state)
{
  (void)state;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, RUNS_TITLES "\n");
  runs_write_row(&text,
                 &(RunRow){"a,\"b\".smt2", "QF_BV", "z3", "sat", 1.5, 1.25, 1 << 20, 1, 1, false});
  runs_write_row(&text,
                 &(RunRow){"a,\"b\".smt2", "QF_BV", "cvc5(x)", "unsat", 2, 2, 0, 1, 1, true});
  runs_write_row(&text, &(RunRow){"c", "", "z3", "timeout", 101, 100, 0, 4, 3, false});
  Runs runs;
  read_good(&runs, strbuf_text(&text));
  assert_int_equal(names_count(&runs.benchmarks), 2);
  assert_int_equal(names_count(&runs.solvers), 2);
  assert_string_equal(names_text(&runs.logics, runs.logic_of[0]), "QF_BV");
  assert_string_equal(names_text(&runs.logics, runs.logic_of[1]), "");
  const BenchmarkRun *run = run_named(&runs, "a,\"b\".smt2", "z3");
  assert_int_equal(run->state, RUN_SOLVED);
  assert_true(run->wall == 1.5f && run->cpu == 1.25f);
  assert_int_equal(run_named(&runs, "a,\"b\".smt2", "cvc5(x)")->state, RUN_WRONG);
  assert_int_equal(run_named(&runs, "c", "cvc5(x)")->state, RUN_MISSING);
  run = run_named(&runs, "c", "z3");
  assert_int_equal(run->state, RUN_UNSOLVED);
  assert_int_equal(run->solved, 3);
  runs_free(&runs);
  strbuf_deinit(&text);
}

static void test_scores(void **state)
{
  (void)state;
  BenchmarkRun run = {.wall = 7, .checks = 1, .solved = 1, .state = RUN_SOLVED};
  assert_true(runs_score(&run, 100, 2) == 7);
  run.state = RUN_WRONG;
  assert_true(runs_score(&run, 100, 2) == 1000);
  run = (BenchmarkRun){.wall = 7, .checks = 1, .state = RUN_UNSOLVED};
  assert_true(runs_score(&run, 100, 2) == 200);
  assert_true(runs_score(&run, 100, 10) == 1000);
  run = (BenchmarkRun){.wall = 100, .checks = 4, .solved = 3, .state = RUN_UNSOLVED};
  assert_true(runs_score(&run, 100, 2) == 150);
  assert_true(runs_score(&(BenchmarkRun){0}, 100, 2) == 200);
}

/* A late answer is none, the last row of a pair counts, unknown columns do not matter, logics come from folders. */
static void test_reading(void **state)
{
  (void)state;
  Runs runs;
  read_good(&runs, "solver,other,path,result,time\r\nz3,x,QF_LIA/a/b.smt2,sat,99\r\n\r\n"
                   "z3,x,QF_LIA/a/b.smt2,sat,101\r\ncvc5,y,folder/c.smt2,unknown,0.5");
  assert_int_equal(run_named(&runs, "QF_LIA/a/b.smt2", "z3")->state, RUN_UNSOLVED);
  assert_string_equal(names_text(&runs.logics, runs.logic_of[0]), "QF_LIA");
  assert_string_equal(names_text(&runs.logics, runs.logic_of[1]), "");
  assert_true(run_named(&runs, "folder/c.smt2", "cvc5")->wall == 0.5f);
  runs_free(&runs);
}

/* A run without a time took the limit, and does not say what the limit is. */
static void test_empty_times(void **state)
{
  (void)state;
  static const char text[] = "benchmark,solver,answer,wall\na,z3,timeout,\na,cvc5,sat,3\n";
  Runs runs;
  Error error;
  assert_int_equal(
      runs_read(&runs, scratch_write("runs.csv", text), &(RunsOptions){.limit = 0}, &error),
      STATUS_OK);
  assert_true(runs.limit == 3);
  assert_true(run_named(&runs, "a", "z3")->wall == 3 && run_named(&runs, "a", "z3")->cpu == 3);
  assert_int_equal(run_named(&runs, "a", "cvc5")->state, RUN_SOLVED);
  runs_free(&runs);
}

/* The table of the paper. */
static void test_score_table(void **state)
{
  (void)state;
  Runs runs;
  read_good(&runs, "solver,benchmark,score\na,x,3\nb,x,200\nc,x,1000\n");
  assert_int_equal(run_named(&runs, "x", "a")->state, RUN_SOLVED);
  assert_int_equal(run_named(&runs, "x", "b")->state, RUN_UNSOLVED);
  assert_int_equal(run_named(&runs, "x", "c")->state, RUN_WRONG);
  runs_free(&runs);
}

static void test_refused(void **state)
{
  (void)state;
  expect_refused("", "is empty");
  expect_refused("benchmark,solver,answer,wall\n", "has no runs");
  expect_refused("benchmark,solver,answer\na,b,sat\n", "no column 'wall'");
  expect_refused("benchmark,answer,wall\na,sat,1\n", "no column 'solver'");
  expect_refused("benchmark,solver,answer,wall\na,b,sat\n",
                 "line 2: there are 3 cells, but 4 titles");
  expect_refused("benchmark,solver,answer,wall\na,b,sat,fast\n", "'fast' in column 'wall'");
  expect_refused("benchmark,solver,answer,wall\na,b,sat,-1\n", "cannot be negative");
  expect_refused("benchmark,solver,answer,wall\na,b,sat,inf\n", "is not a number");
  expect_refused("benchmark,solver,answer,wall\n\"a,b,sat,1\n", "does not end");
  expect_refused("benchmark,solver,answer,wall\n\"a\"x,b,sat,1\n", "text follows");
  expect_refused("benchmark,solver,answer,wall\n,b,sat,1\n", "has no name");
  expect_refused("benchmark,solver,answer,wall,checks,solved\na,b,sat,1,2,3\n", "3 of 2 checks");
  expect_refused("solver,benchmark,score\na,x,\n", "cannot be negative or empty");
}

static void test_compressed(void **state)
{
  (void)state;
  const char *text = "benchmark,solver,answer,wall\na,b,sat,1\n";
  const char *path = scratch_path("runs.csv.gz");
  gzFile file = gzopen(path, "wb");
  gzwrite(file, text, (unsigned)strlen(text));
  gzclose(file);
  Runs runs;
  Error error;
  assert_int_equal(runs_read(&runs, path, &(RunsOptions){.limit = 100}, &error), STATUS_OK);
  assert_int_equal(names_count(&runs.benchmarks), 1);
  runs_free(&runs);
  assert_int_not_equal(
      runs_read(&runs, scratch_path("missing.csv.gz"), &(RunsOptions){.limit = 100}, &error),
      STATUS_OK);
  assert_non_null(strstr(error.message, "missing.csv.gz"));
  runs_free(&runs);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),  cmocka_unit_test(test_scores),
      cmocka_unit_test(test_empty_times), cmocka_unit_test(test_reading),
      cmocka_unit_test(test_score_table), cmocka_unit_test(test_refused),
      cmocka_unit_test(test_compressed),
  };
  return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
