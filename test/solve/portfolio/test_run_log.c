/* The log of runs: what is acknowledged stays, what breaks off goes; scores. */
#include "solve/portfolio/run_log.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solve/portfolio/score.h"
#include "support/scratch.h"
#include "testing.h"

static void open_log(RunLog *log, const char *path, double limit)
{
  Error error;
  Status status = runlog_open(log, path, limit, &error);
  if (status != STATUS_OK) fail_msg("%s", error.message);
}

static void add(RunLog *log, const char *benchmark, const char *solver, LoggedRun run,
                const char *letters)
{
  run.benchmark = names_add(&log->benchmarks, benchmark);
  run.solver = names_add(&log->solvers, solver);
  run.logic = names_add(&log->logics, "QF_LIA");
  run.checks = run.checks ? run.checks : 1;
  run.letters = mem_copy_string(letters, strlen(letters));
  runlog_add(log, &run);
}

static void sync_log(RunLog *log)
{
  Error error;
  assert_int_equal(runlog_sync(log, &error), STATUS_OK);
}

static const LoggedRun SAT = {.outcome = OUTCOME_SAT, .wall = 1, .cpu = 0.5, .solved = 1};
static const LoggedRun UNSAT = {.outcome = OUTCOME_UNSAT, .wall = 2, .cpu = 2, .solved = 1};
static const LoggedRun TIMEOUT = {.outcome = OUTCOME_TIMEOUT, .wall = 10.02, .cpu = 10};

static void test_runs_are_found_again(void **state)
{
  (void)state;
  RunLog log;
  const char *path = scratch_path("found.csv");
  open_log(&log, path, 10);
  add(&log, "a, \"b\".smt2", "z3(x=1,y=2)", SAT, "S");
  add(&log, "c.smt2", "z3", TIMEOUT, "");
  sync_log(&log);
  runlog_close(&log);
  open_log(&log, path, 10);
  assert_int_equal(log.runs.count, 2);
  assert_int_equal(log.synced, 2);
  const LoggedRun *run = runlog_find(&log, "a, \"b\".smt2", "z3(x=1,y=2)");
  assert_non_null(run);
  assert_int_equal(run->outcome, OUTCOME_SAT);
  assert_string_equal(run->letters, "S");
  assert_true(run->wall == 1 && run->cpu == 0.5);
  assert_null(runlog_find(&log, "c.smt2", "z3(x=1,y=2)"));
  runlog_close(&log);
}

static void test_a_line_that_breaks_off_is_removed(void **state)
{
  (void)state;
  RunLog log;
  const char *path = scratch_path("cut.csv");
  open_log(&log, path, 10);
  add(&log, "a.smt2", "z3", SAT, "s");
  sync_log(&log);
  runlog_close(&log);
  char *whole = scratch_read("cut.csv");
  size_t header = strcspn(whole, "\n") + 1;
  for (size_t length = 0; length < strlen(whole); length++) {
    FILE *file = fopen(path, "w");
    assert_int_equal(fwrite(whole, 1, length, file), length);
    fclose(file);
    open_log(&log, path, 10);
    assert_int_equal(log.runs.count, 0);
    runlog_close(&log);
    char *after = scratch_read("cut.csv");
    assert_int_equal(strlen(after), header);
    free(after);
  }
  free(whole);
}

static void expect_refused(const char *path, double limit, const char *part)
{
  RunLog log;
  Error error;
  assert_int_not_equal(runlog_open(&log, path, limit, &error), STATUS_OK);
  if (!strstr(error.message, part)) fail_msg("'%s' is not in: %s", part, error.message);
}

static void test_what_is_no_log_is_refused(void **state)
{
  (void)state;
  RunLog log;
  open_log(&log, scratch_path("x.csv"), 10);
  expect_refused(scratch_path("x.csv"), 10, "another process");
  add(&log, "a.smt2", "z3", SAT, "s");
  sync_log(&log);
  runlog_close(&log);
  expect_refused(scratch_path("x.csv"), 5, "time limit of 10 s");
  expect_refused(scratch_write("letter.txt", "Dear Sir,\n"), 10, "use another file");
  expect_refused(scratch_write("short.txt", "Dear"), 10, "use another file");
  scratch_expect("letter.txt", "Dear Sir,\n");
  char *text = scratch_read("x.csv");
  StrBuf bad;
  strbuf_init(&bad, 0);
  strbuf_printf(&bad, "%sb.smt2,QF_LIA,z3,maybe,,0,1,1,0,1,1,s,10\n", text);
  expect_refused(scratch_write("bad.csv", strbuf_text(&bad)), 10, "line 3: 'maybe'");
  strbuf_clear(&bad);
  strbuf_printf(&bad, "%sb.smt2,QF_LIA,z3,sat,,0,-1,1,0,1,1,s,10\n", text);
  expect_refused(scratch_write("bad.csv", strbuf_text(&bad)), 10, "line 3: '-1'");
  strbuf_deinit(&bad);
  free(text);
}

static void test_models_of_others_settle_answers(void **state)
{
  (void)state;
  RunLog log;
  Error error;
  LoggedRun three = {.outcome = OUTCOME_UNSAT, .checks = 3, .solved = 3};
  open_log(&log, scratch_path("settle.csv"), 10);
  add(&log, "a", "liar", UNSAT, "u");
  add(&log, "a", "prover", SAT, "S");
  add(&log, "b", "liar", UNSAT, "u");
  add(&log, "b", "prover", SAT, "s");
  add(&log, "c", "liar", three, "usu");
  add(&log, "c", "prover", three, "uSS");
  sync_log(&log);
  assert_int_equal(runlog_settle(&log, &error), STATUS_OK);
  runlog_close(&log);
  open_log(&log, scratch_path("settle.csv"), 10);
  assert_int_equal(log.runs.count, 6);
  assert_true(runlog_find(&log, "a", "liar")->wrong);
  assert_false(runlog_find(&log, "a", "prover")->wrong);
  assert_false(runlog_find(&log, "b", "liar")->wrong);
  assert_true(runlog_find(&log, "c", "liar")->wrong);
  assert_false(runlog_find(&log, "c", "prover")->wrong);
  add(&log, "d", "liar", UNSAT, "u");
  sync_log(&log);
  runlog_close(&log);
}

static void test_scores(void **state)
{
  (void)state;
  RunLog log;
  Scores scores;
  LoggedRun half = {.outcome = OUTCOME_TIMEOUT, .wall = 10, .checks = 4, .solved = 2};
  LoggedRun wrong = {.outcome = OUTCOME_SAT, .wall = 1, .solved = 1, .wrong = true};
  open_log(&log, scratch_path("score.csv"), 10);
  add(&log, "a", "x", SAT, "s");    /* 1 */
  add(&log, "a", "y", TIMEOUT, ""); /* 20 */
  add(&log, "b", "x", wrong, "X");  /* 100 */
  add(&log, "b", "y", UNSAT, "u");  /* 2 */
  add(&log, "c", "x", half, "su");  /* 10 + 20 / 4 * 2 = 20 */
  add(&log, "c", "y", half, "su");
  add(&log, "d", "x", SAT, "s"); /* y did not run */
  scores_init(&scores, &log, (const char *const[]){"x", "y"}, 2, false);
  assert_int_equal(scores.benchmarks, 3);
  assert_int_equal(scores.left_out, 1);
  assert_true(scores.solvers[0].par2 == 121 && scores.solvers[1].par2 == 42);
  assert_int_equal(scores.best, 1);
  assert_true(scores.virtual_best.par2 == 23);
  assert_int_equal(scores.virtual_best.solved, 2);
  assert_int_equal(scores.solvers[0].solved, 1);
  assert_int_equal(scores.solvers[0].unique, 1);
  assert_int_equal(scores.solvers[0].wrong, 1);
  scores_deinit(&scores);
  scores_init(&scores, &log, (const char *const[]){"x"}, 1, true);
  assert_true(scores.solvers[0].par2 == 0.5 + 100 + 10 + 0.5);
  scores_deinit(&scores);
  runlog_close(&log);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_runs_are_found_again),
      cmocka_unit_test(test_a_line_that_breaks_off_is_removed),
      cmocka_unit_test(test_what_is_no_log_is_refused),
      cmocka_unit_test(test_models_of_others_settle_answers),
      cmocka_unit_test(test_scores),
  };
  return cmocka_run_group_tests_name("solve_portfolio_run_log", tests, scratch_set_up,
                                     scratch_tear_down);
}
