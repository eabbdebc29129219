/* assay experiment, with solvers whose speed and mistakes are known. */
#include "testing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

#define EXPERIMENT(...)                                                                            \
  run_command_with((const char *[]){assay_program(), "experiment", __VA_ARGS__, NULL},             \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 120000})

/* Each abs costs the target 10 ms. */
static void write_slow_plan(const char *name, int inputs)
{
  char text[2048];
  const char *fake = getenv("ASSAY_FAKE");
  snprintf(text, sizeof text,
           "settings: {unrestricted: true, runs: 1, inputs: %d, least: 0.006, timeout: 10s}\n"
           "strategies: [bandit2, random]\n"
           "repetitions: 2\n"
           "cases:\n"
           "  - {name: abs, logic: QF_LIA, target: '%s act each:abs:10 out:sat\\n',\n"
           "     reference: '%s act out:sat\\n'}\n",
           inputs, fake, fake);
  scratch_write(name, text);
}

/* --- running --- */

/* Campaigns are run once; what is there is not run again. */
static void test_run_and_go_on(void **state)
{
  (void)state;
  write_slow_plan("slow.yaml", 6);
  CommandResult first = EXPERIMENT("slow.yaml", "-j", "2");
  expect_parts(&first, 0, "\n| abs | 2 | 40.00 | ", "4/4 abs.");
  assert_non_null(strstr(first.out, "Spent: bandit2 12 inputs in"));
  CommandResult again = EXPERIMENT("slow.yaml");
  assert_string_equal(again.out, first.out);
  assert_string_equal(again.err, "");
  command_result_free(&again);
  scratch_remove("slow-results/results/abs.random.2.json");
  again = EXPERIMENT("slow.yaml", "--format", "csv");
  expect_parts(&again, 0, "\nabs,bandit2,2,", "4/4 abs.random.2: ");
  assert_null(strstr(again.err, "3/4"));
  assert_true(scratch_has("slow-results/campaigns/abs.random.2-2/best.smt2"));
  command_result_free(&again);
  command_result_free(&first);
  static const char *const files[] = {"results.md",    "results.csv", "results.json",
                                      "campaigns.csv", "cactus.csv",  "findings.csv"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char name[128];
    snprintf(name, sizeof name, "slow-results/%s", files[i]);
    assert_true(scratch_has(name));
  }
}

/* Results of another plan are neither taken for those of this one, nor overwritten. */
static void test_changed_plan(void **state)
{
  (void)state;
  write_slow_plan("changed.yaml", 2);
  expect(EXPERIMENT("changed.yaml"), 0, "| abs |", "");
  write_slow_plan("changed.yaml", 3);
  expect(EXPERIMENT("changed.yaml"), 3, "", "the plan has changed");
  expect(EXPERIMENT("changed.yaml", "--out", "other"), 0, "| abs |", "");
  write_slow_plan("changed.yaml", 2);
  scratch_write("changed-results/results/abs.random.1.json", "{\"summary\": 3");
  expect(EXPERIMENT("changed.yaml"), 3, "", "is damaged");
}

static void test_bugs(void **state)
{
  (void)state;
  char text[2048];
  const char *fake = getenv("ASSAY_FAKE");
  snprintf(text, sizeof text,
           "settings: {unrestricted: true, objective: bugs, inputs: 4, timeout: 10s}\n"
           "strategies: [bandit1, random]\n"
           "repetitions: 1\n"
           "cases: [{name: crash, logic: QF_LIA, solvers: '%s act crash:abrt'}]\n",
           fake);
  scratch_write("bugs.yaml", text);
  expect(EXPERIMENT("bugs.yaml"), 0, "| crash | 1 | 1 | 1 | +0% | 0:0 |", "1 finding,");
}

/* Ctrl-C: what is done is printed and kept, and the same command goes on. */
static void test_interrupt(void **state)
{
  (void)state;
  write_slow_plan("stopped.yaml", 60);
  pid_t pid = fork();
  if (pid == 0) {
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(9);
    if (chdir(scratch_folder()) != 0) _exit(9);
    execl(assay_program(), "assay", "experiment", "stopped.yaml", NULL);
    _exit(9);
  }
  while (!scratch_has("stopped-results/campaigns/abs.bandit2.1/best.smt2")) usleep(20000);
  kill(pid, SIGINT);
  int status;
  waitpid(pid, &status, 0);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 3);
  assert_false(scratch_has("stopped-results/results/abs.bandit2.1.json"));
}

/* --- plans that are wrong --- */

static void test_wrong_plans(void **state)
{
  (void)state;
  static const struct {
    const char *text, *message;
  } plans[] = {
      {"", "wrong.yaml:1: not a plan"},
      {"- 1\n", "wrong.yaml:1: not a plan"},
      {"strategies: [random\n", "wrong.yaml:2: not YAML"},
      {"strategies: [random]\n", "wrong.yaml:1: 'cases' is missing"},
      {"strategies: [random]\ncase: []\n", "wrong.yaml:2: 'case' is not a part of a plan"},
      {"strategies: [random]\ncases: []\n", "wrong.yaml:2: expected a list"},
      {"strategies: [rndom]\ncases: [{logic: QF_BV}]\n",
       "wrong.yaml:1: invalid value 'rndom' for '"},
      {"strategies: [random]\ncases:\n  - logic: QF_BV\n    timout: 1s\n",
       "wrong.yaml:4: there is no option 'timout'; did you mean 'timeout'?"},
      {"strategies: [random]\ncases:\n  - logic: QF_BV\n    timeout: soon\n",
       "wrong.yaml:4: invalid value 'soon'"},
      {"strategies: [random]\ncases:\n  - logic: QF_BV\n    timeout: [1s, 2s]\n",
       "wrong.yaml:4: 'timeout' has one value, not several"},
      {"strategies: [random]\ncases:\n  - logic: QF_BV\n    logic: QF_FP\n",
       "wrong.yaml:4: 'logic' is there twice"},
      {"strategies: [random]\ncases:\n  - logic:\n", "wrong.yaml:3: 'logic' needs a value"},
      {"strategies: [random]\ncases: [{logic: QF_BV}, {logic: QF_BV}]\n",
       "wrong.yaml:2: there are two called 'QF_BV'"},
      {"strategies: [random]\ncases: [{logic: QF_BV, name: a/b}]\n", "wrong.yaml:2: a name has"},
      {"strategies: [random]\ncases: [{logic: QF_BV, seed: 3}]\n",
       "wrong.yaml:2: 'seed' is set by the experiment itself"},
      {"strategies: [random]\ncases: [{logic: QF_BV}]\nrepetitions: 0\n",
       "wrong.yaml:3: expected a whole number from 1"},
      {"strategies: [random]\ncases: [{logic: QF_BV}]\nbaseline: bandit2\n",
       "wrong.yaml:3: the baseline has to be"},
      {"strategies: &a [random]\ncases: *a\n", "wrong.yaml:2: aliases are not allowed"},
      /* what only the campaign can know */
      {"strategies: [random]\ncases: [{logic: QF_LIA}]\n", "the plan asks for a campaign"},
  };
  for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
    scratch_write("wrong.yaml", plans[i].text);
    expect(EXPERIMENT("wrong.yaml"), 2, "", plans[i].message);
  }
  expect(EXPERIMENT("nowhere.yaml"), 3, "", "nowhere.yaml");
  expect(EXPERIMENT("--jobs", "2"), 2, "", "PLAN");
}

static void test_folder_that_cannot_be(void **state)
{
  (void)state;
  write_slow_plan("fine.yaml", 2);
  expect(EXPERIMENT("fine.yaml", "--out", "fine.yaml"), 3, "", "cannot make the folder");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_run_and_go_on), cmocka_unit_test(test_changed_plan),
      cmocka_unit_test(test_bugs),          cmocka_unit_test(test_interrupt),
      cmocka_unit_test(test_wrong_plans),   cmocka_unit_test(test_folder_that_cannot_be),
  };
  return cmocka_run_group_tests_name("cli_experiment", tests, scratch_set_up, scratch_tear_down);
}
