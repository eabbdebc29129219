/* assay compare, as its users run it: with fakes that got worse. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

static char list[4096];

/* Solvers "FAKE act STEPS NAME", separated by commas; the names are old, new and new2. */
static const char *fakes(const char *const *steps)
{
  static const char *const names[] = {"old", "new", "new2"};
  size_t used = 0;
  for (size_t i = 0; steps[i]; i++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s act %s %s", i ? "," : "",
                             getenv("ASSAY_FAKE"), steps[i], names[i]);
  return list;
}
#define FAKES(...) fakes((const char *const[]){__VA_ARGS__, NULL})

#define COMPARE(...)                                                                               \
  run_command_with((const char *[]){assay_program(), "compare", __VA_ARGS__, NULL},                \
                   (CommandSettings){.directory = scratch_folder()})

#define SAT     "'out:sat\\n'"
#define UNSAT   "'out:unsat\\n'"
#define UNKNOWN "'out:unknown\\n'"

static int set_up(void **state)
{
  int code = scratch_set_up(state);
  assert_int_equal(mkdir(scratch_path("set"), 0700), 0);
  scratch_write("set/open.smt2",
                "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n");
  scratch_write("set/known.smt2", "(set-logic QF_LIA)\n(set-info :status sat)\n"
                                  "(declare-const y Int)\n(assert (> y 3))\n(check-sat)\n");
  return code;
}

static void test_nothing_changed(void **state)
{
  (void)state;
  expect(COMPARE("-t", "5s", FAKES(SAT, SAT), "set"), 0, "2 benchmarks, time limit 5 s", "");
  expect(COMPARE("-t", "5s", "--json", FAKES(SAT, SAT), "set", "set/open.smt2"), 0,
         "{\"benchmarks\":2,\"limit\":5", "");
  expect(COMPARE("-t", "5s", "--json", FAKES(SAT, SAT), "set"), 0, "\"worse\":0,\"better\":0", "");
}

static void test_answers(void **state)
{
  (void)state;
  expect(COMPARE("-t", "5s", FAKES(SAT, UNSAT), "set/open.smt2"), 1, "answer changed", "");
  expect(COMPARE("-t", "5s", FAKES(SAT, UNSAT), "set/known.smt2"), 1, "newly wrong", "");
  expect(COMPARE("-t", "5s", FAKES(UNSAT, SAT), "set/known.smt2"), 0, "no longer wrong", "");
  expect(COMPARE("-t", "5s", FAKES(UNSAT, "crash:abrt"), "set/known.smt2"), 1, "newly failing", "");
}

static void test_unsolved(void **state)
{
  (void)state;
  expect(COMPARE("-t", "5s", FAKES(SAT, UNKNOWN), "set"), 1, "newly unsolved", "");
  expect(COMPARE("-t", "5s", FAKES(UNKNOWN, SAT), "set"), 0, "newly solved", "");
  expect(COMPARE("-t", "5s", FAKES(UNKNOWN, "crash:abrt"), "set"), 1, "newly failing", "");
  expect(COMPARE("-t", "5s", FAKES(UNKNOWN, UNKNOWN), "set"), 0, "2 benchmarks", "");
  expect(COMPARE("-t", "1s", FAKES(SAT, "hang"), "set/open.smt2"), 1, "newly unsolved", "");
}

/* Times are CPU times of loops, against limits that are far away. */
static void test_slow(void **state)
{
  (void)state;
#define SLOW "spin:300 " SAT
  expect(COMPARE("--cost", "cpu", "--floor", "150ms", FAKES(SAT, SLOW), "set/open.smt2"), 1,
         "newly slow", "");
  expect(COMPARE("--cost", "cpu", "--floor", "150ms", FAKES(SLOW, SAT), "set/open.smt2"), 0,
         "newly fast", "");
  expect(COMPARE("--cost", "cpu", "--floor", "8s", FAKES(SAT, SLOW), "set/open.smt2"), 0,
         "slow: more than 2 times as long, and 8 s longer", "");
  expect(COMPARE("--cost", "cpu", "--floor", "0", "--factor", "1e9", FAKES(SAT, SLOW),
                 "set/open.smt2"),
         0, "1 benchmark,", "");
}

/* A solver that times out the first time only. */
static void test_what_does_not_reproduce_is_left_out(void **state)
{
  (void)state;
  char solvers[2048];
  scratch_write("flaky", "#!/bin/sh\nif [ ! -e was-run ]; then : >was-run; sleep 20; fi\n"
                         "echo sat\n");
  scratch_write("steady", "#!/bin/sh\necho sat\n");
  snprintf(solvers, sizeof solvers, "sh %s/steady,sh -c 'cd %s && . ./flaky' flaky",
           scratch_folder(), scratch_folder());
  expect(COMPARE("-t", "1s", solvers, "set/open.smt2"), 0,
         "left out: 1 that did not reproduce in another run", "");
  scratch_remove("was-run");
  expect(COMPARE("-t", "1s", "--confirm", "0", solvers, "set/open.smt2"), 1, "newly unsolved", "");
}

static void test_runs_are_kept_and_drawn(void **state)
{
  (void)state;
  expect(COMPARE("-t", "5s", "-o", "kept.csv", FAKES(SAT, UNKNOWN, SAT), "set"), 1,
         "newly unsolved", "");
  expect(COMPARE("-t", "5s", "-o", "kept.csv", FAKES(SAT, UNKNOWN, SAT), "set"), 1,
         "newly unsolved", "resuming: 6 of 6 runs are done\n");
  expect(run_command_with((const char *[]){assay_program(), "plot", "kept.csv", NULL},
                          (CommandSettings){.directory = scratch_folder()}),
         0, "inputs decided, of 2", "");
  /* What is in the file and was not asked for does not count. */
  expect(COMPARE("-t", "5s", "-o", "kept.csv", FAKES(SAT, UNKNOWN, SAT), "set/open.smt2"), 1,
         "1 benchmark,", "");
}

static void test_wrong_use(void **state)
{
  (void)state;
  expect(COMPARE(FAKES(SAT), "set"), 2, "", "name two solvers or more");
  expect(COMPARE("/bin/cat,/bin/cat", "set"), 2, "", "'/bin/cat' is named twice");
  expect(COMPARE("cat"), 2, "", "");
  expect(COMPARE("--factor", "0.5", FAKES(SAT, SAT), "set"), 2, "", "--factor has to be");
  expect(COMPARE("--factor", "nan", FAKES(SAT, SAT), "set"), 2, "", "--factor has to be");
  expect(COMPARE(FAKES(SAT, SAT), "nowhere"), 3, "", "nowhere");
  expect(COMPARE("no-such-solver,/bin/cat", "set"), 2, "", "no-such-solver");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_changed),
      cmocka_unit_test(test_answers),
      cmocka_unit_test(test_unsolved),
      cmocka_unit_test(test_slow),
      cmocka_unit_test(test_what_does_not_reproduce_is_left_out),
      cmocka_unit_test(test_runs_are_kept_and_drawn),
      cmocka_unit_test(test_wrong_use),
  };
  return cmocka_run_group_tests_name("cli_compare", tests, set_up, scratch_tear_down);
}
