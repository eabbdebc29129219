/* Campaigns for what processes of a solver do not clean up, and solvers that are asked several times. */
#include <stdio.h>
#include <stdlib.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"
#include "testing.h"

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 100000})

#define CLEANUP(...)                                                                               \
  ASSAY("fuzz", "--objective", "cleanup", "--unrestricted", "--no-reduce", __VA_ARGS__)

static const char none[] = "no input was found on which a process that has been asked before";

static char slows[1000], hoards[1000], honest[1000], hoard_b[1000];

static int set_up(void **state)
{
  const char *fake = getenv("ASSAY_FAKE_SOLVER");
  snprintf(honest, sizeof honest, "%s --honest", fake);
  snprintf(slows, sizeof slows, "%s --slows", fake);
  snprintf(hoards, sizeof hoards, "%s --hoards", fake);
  snprintf(hoard_b, sizeof hoard_b, "b-z3-axiomatic(--engine=z3@%s(--hoards))", fake);
  int result = scratch_set_up(state);
  scratch_write("lie.smt2", "(set-logic QF_UF)\n(set-info :do poison)\n(check-sat)\n");
  scratch_write("two.smt2",
                "(set-logic QF_UF)\n(check-sat)\n(assert false)\n(check-sat)\n(exit)\n");
  return result;
}

/* What is found, what is not, and that it is the kind of cost that was asked for. */
static void test_scripts(void **state)
{
  (void)state;
  CommandResult result =
      CLEANUP("--logic", "QF_LIA", "--target", slows, "--inputs", "2", "--out", "slows");
  expect_parts(&result, 0, "best input: margin 0.", "");
  expect_parts(&result, 0, "one process takes for 16 queries than 16 processes", "");
  command_result_free(&result);
  expect(CLEANUP("--logic", "QF_LIA", "--target", honest, "--inputs", "3", "--out", "honest"), 0,
         none, "");
  expect(CLEANUP("--logic", "QF_LIA", "--target", hoards, "--inputs", "2", "--out", "time"), 0,
         none, "");
  expect(CLEANUP("--logic", "QF_LIA", "--target", hoards, "--cost", "memory", "--queries", "60",
                 "--inputs", "2", "--out", "hoards"),
         0, "memory a process needs for 60 queries than for one", "");
  expect(CLEANUP("--logic", "QF_LIA", "--target", honest, "--cost", "memory", "--queries", "60",
                 "--inputs", "2", "--out", "small"),
         0, none, "");
}

/* The campaign is one like others. */
static void test_resume_replay_report(void **state)
{
  (void)state;
  expect(CLEANUP("--logic", "QF_LIA", "--target", slows, "--inputs", "1", "--out", "again"), 0,
         "best input: margin 0.", "");
  expect(ASSAY("fuzz", "--resume", "again", "--inputs", "2"), 0, "2 inputs", "");
  expect(ASSAY("replay", "again", "--input", "1"), 0, "--slows*16", "");
  expect(ASSAY("report", "again", "--format", "md"), 0, "\\*16 |", "");
}

static void test_predicates(void **state)
{
  (void)state;
  expect(CLEANUP("--language", "b", "--target", hoard_b, "--cost", "memory", "--queries", "100",
                 "--inputs", "1", "--out", "b"),
         0, "memory a process needs for 100 queries", "");
}

static void test_refusals(void **state)
{
  (void)state;
  expect(CLEANUP("--logic", "QF_LIA", "--target", slows, "--reference", honest), 2, "",
         "the reference is the target itself");
  expect(CLEANUP("--logic", "QF_LIA", "--solvers", slows), 2, "", "--solvers is for");
  expect(CLEANUP("--logic", "QF_LIA", "--target", "z3", "--mode", "fast"), 2, "", "no --mode");
  expect(
      CLEANUP("--logic", "QF_LIA", "--target", "z3", "--cost", "counter", "--counter-limit", "9"),
      2, "", "not about a counter");
  expect(ASSAY("run", "b-minizinc*2", "two.smt2"), 2, "", "cannot be asked several times");
  expect(ASSAY("run", "z3*0", "two.smt2"), 2, "", "1 to 10000 times");
  expect(ASSAY("solve", "x.b", "--queries", "2"), 2, "", "--queries is for");
}

/* The answers of the last time, all of them. */
static void test_asked_several_times(void **state)
{
  (void)state;
  char fake[1000];
  expect(ASSAY("run", "z3*5", "two.smt2"), 0, "two.smt2: sat, unsat,", "");
  expect(ASSAY("vote", "-s", "z3*5,cvc5*2,z3", "two.smt2"), 0, "z3*5 ", "");
  snprintf(fake, sizeof fake, "z3@%s", getenv("ASSAY_FAKE_SOLVER"));
  expect(ASSAY("run", fake, "lie.smt2"), 0, "lie.smt2: sat", "");
  snprintf(fake, sizeof fake, "z3@%s*2", getenv("ASSAY_FAKE_SOLVER"));
  expect(ASSAY("run", fake, "lie.smt2"), 0, "lie.smt2: unsat", "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scripts),
      cmocka_unit_test(test_resume_replay_report),
      cmocka_unit_test(test_predicates),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_asked_several_times),
  };
  return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
