/* assay bench, as its users run it: with fakes. */
#include "testing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/fakes.h"
#include "support/leftovers.h"
#include "support/run_command.h"
#include "support/scratch.h"

#define FAKES(...) fakes_list("s", (const char *const[]){__VA_ARGS__, NULL})

#define BENCH(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), "bench", __VA_ARGS__, NULL},                  \
                   (CommandSettings){.directory = scratch_folder()})

#define SAT   "'out:sat\\n'"
#define UNSAT "'out:unsat\\n'"
#define MODEL "'out:sat\\n((define-fun x () Int 4))\\n'"
#define WORSE "'out:sat\\n((define-fun x () Int 3))\\n'"

static int set_up(void **state)
{
  int code = scratch_set_up(state);
  scratch_write("open.smt2",
                "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n");
  scratch_write("known.smt2", "(set-logic QF_LIA)\n(set-info :status sat)\n"
                              "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n");
  scratch_write("doubt.smt2", "(set-logic QF_LIA)\n(set-info :status unsat)\n"
                              "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n");
  return code;
}

static void test_table(void **state)
{
  (void)state;
  expect(BENCH("-t", "1s", "-o", "table.csv", "-s", FAKES(SAT, "'out:unknown\\n'"), "known.smt2",
               "open.smt2"),
         0, "best single\n", "");
  expect(BENCH("-t", "1s", "-o", "table.csv", "--json", "-s", FAKES(SAT, "'out:unknown\\n'"),
               "known.smt2", "open.smt2"),
         0, "{\"benchmarks\":2,\"limit\":1", "");
  scratch_expect_in("table.csv", "known.smt2,QF_LIA,");
}

/* The limit is of the time that counts. */
static void test_limits(void **state)
{
  (void)state;
  const char *solvers = FAKES("nap:500 " SAT, "spin:500 " SAT);
  expect(BENCH("-t", "250ms", "--cost", "cpu", "-o", "cpu.csv", "-s", solvers, "known.smt2"), 0, "",
         "");
  scratch_expect_in("cpu.csv", " s0,sat,");
  scratch_expect_in("cpu.csv", " s1,timeout,");
  /* Who waits for ever is ended, too. */
  expect(BENCH("-t", "50ms", "--cost", "cpu", "-o", "hang.csv", "-s", FAKES("hang"), "known.smt2"),
         0, "", "");
  scratch_expect_in("hang.csv", ",timeout,");
  expect(BENCH("-t", "250ms", "-o", "wall.csv", "-s", FAKES("nap:500 " SAT), "known.smt2"), 0, "",
         "");
  scratch_expect_in("wall.csv", ",timeout,");
}

static void test_wrong_answers(void **state)
{
  (void)state;
  expect(BENCH("-t", "1s", "-o", "w1.csv", "-s", FAKES(UNSAT), "known.smt2"), 1, "", "");
  expect(BENCH("-t", "1s", "-o", "w2.csv", "-s", FAKES(UNSAT), "open.smt2"), 0, "", "");
  expect(BENCH("-t", "1s", "-o", "w3.csv", "-s", FAKES(WORSE), "open.smt2"), 1, "", "");
  expect(BENCH("-t", "1s", "-o", "w4.csv", "-s", FAKES(UNSAT, MODEL), "open.smt2"), 1, "", "");
  scratch_expect_in("w4.csv", ",unsat,,1,");
  /* A checked model says more than a status, also against others that agree with it. */
  expect(BENCH("-t", "1s", "-o", "w5.csv", "-s", FAKES(MODEL), "doubt.smt2"), 0, "", "");
  expect(BENCH("-t", "1s", "-o", "w6.csv", "-s", FAKES(SAT), "doubt.smt2"), 1, "", "");
  expect(BENCH("-t", "1s", "-o", "w7.csv", "-s", FAKES(MODEL, UNSAT), "doubt.smt2"), 1, "", "");
  scratch_expect_in("w7.csv", ",sat,unsat,0,");
  scratch_expect_in("w7.csv", ",unsat,unsat,1,");
}

static size_t count_lines(const char *name)
{
  char *text = scratch_read(name);
  size_t lines = 0;
  for (const char *at = text; *at; at++) lines += *at == '\n';
  free(text);
  return lines;
}

static void test_more_solvers_and_scripts_are_added(void **state)
{
  (void)state;
  expect(BENCH("-t", "1s", "-o", "more.csv", "-s", FAKES(SAT), "known.smt2"), 0, "", "");
  assert_int_equal(count_lines("more.csv"), 2);
  expect(BENCH("-t", "1s", "-o", "more.csv", "-s", FAKES(SAT, UNSAT), "known.smt2", "open.smt2"), 1,
         "", "resuming: 1 of 4 runs are done\n");
  assert_int_equal(count_lines("more.csv"), 5);
  expect(BENCH("-t", "2s", "-o", "more.csv", "-s", FAKES(SAT), "known.smt2"), 2, "",
         "has runs with a time limit of 1 s");
}

/* Starts the command in the folder, kills it once the file has a first run, and waits. */
static void start_and_kill(const char *solvers, int signal)
{
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    if (chdir(scratch_folder()) == 0 && freopen("kill.txt", "w", stderr))
      execl(assay_program(), "assay", "bench", "-t", "30s", "-o", "kill.csv", "-s", solvers,
            "known.smt2", "open.smt2", (char *)NULL);
    _exit(127);
  }
  for (int i = 0; i < 400 && (!scratch_has("kill.csv") || count_lines("kill.csv") < 2); i++)
    usleep(25000);
  kill(child, signal);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(WIFSIGNALED(status), signal == SIGKILL);
}

static void test_a_kill_loses_nothing(void **state)
{
  (void)state;
  char solvers[1024], quick[1024];
  snprintf(quick, sizeof quick, "%s act %s quick", getenv("ASSAY_FAKE"), SAT);
  snprintf(solvers, sizeof solvers, "%s act %s quick,%s act hang bench-kill", getenv("ASSAY_FAKE"),
           SAT, getenv("ASSAY_FAKE"));
  static const int signals[] = {SIGKILL, SIGTERM};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    start_and_kill(solvers, signals[i]);
    for (int k = 0; k < 100 && leftovers_processes("bench-kill"); k++) usleep(20000);
    assert_int_equal(leftovers_processes("bench-kill"), 0);
    expect(BENCH("-t", "30s", "-o", "kill.csv", "-s", quick, "known.smt2"), 0, "",
           "resuming: 1 of 1 runs are done\n");
    scratch_remove("kill.csv");
  }
}

#define PLOT(...)                                                                                  \
  run_command_with((const char *[]){assay_program(), "plot", __VA_ARGS__, NULL},                   \
                   (CommandSettings){.directory = scratch_folder()})

static void test_plots_of_runs(void **state)
{
  (void)state;
  expect(BENCH("-t", "1s", "-o", "drawn.csv", "-s", FAKES(SAT, "spin:50 'out:sat\\n'"),
               "known.smt2", "open.smt2"),
         0, "", "");
  expect(PLOT("drawn.csv"), 0, "inputs decided, of 2", "");
  expect(PLOT("drawn.csv"), 0, "virtual best", "");
  expect(PLOT("drawn.csv", "-k", "cdf"), 0, "share of 2 inputs decided", "");
  expect(PLOT("drawn.csv", "-k", "scatter", "--cost", "cpu"), 0, "CPU time (s) of ", "");
  expect(PLOT("drawn.csv", "-k", "ranking"), 2, "", "of runs there is cactus, cdf and scatter");
  expect(PLOT("drawn.csv", "-k", "scatter", "-s", "a,b"), 2, "", "no solver 'a'");
  expect(PLOT("missing.csv"), 3, "", "missing.csv");
  scratch_write("other.csv", "benchmark,solver,result,wall\na,x,sat,1\na,y,unknown,3\n");
  expect(PLOT("other.csv"), 2, "", "use --timeout");
  expect(PLOT("other.csv", "-t", "5s"), 0, "inputs decided, of 1", "");
  scratch_write("bad.csv", "benchmark,solver\n");
  expect(PLOT("bad.csv", "-t", "5s"), 3, "", "bad.csv");
}

static void test_errors(void **state)
{
  (void)state;
  expect(BENCH("-s", "nobody", "known.smt2"), 2, "", "nobody");
  expect(BENCH("-s", "z3@/nowhere/z3", "known.smt2"), 3, "", "/nowhere/z3");
  expect(BENCH("-s", FAKES(SAT), "-o", "none.csv", "missing.smt2"), 3, "", "missing.smt2");
  expect(BENCH("-s", FAKES(SAT), "-o", "no/such/folder.csv", "known.smt2"), 3, "", "cannot write");
  expect(BENCH("-s", FAKES(SAT), "-o", "known.smt2", "open.smt2"), 2, "", "use another file");
  expect(BENCH("-s", FAKES(SAT), "-t", "0", "open.smt2"), 2, "", "out of range");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_wrong_answers),
      cmocka_unit_test(test_more_solvers_and_scripts_are_added),
      cmocka_unit_test(test_a_kill_loses_nothing),
      cmocka_unit_test(test_plots_of_runs),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests_name("cli_bench", tests, set_up, scratch_tear_down);
}
