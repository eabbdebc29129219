/* assay fuzz --config: options from a YAML file. */
#include "testing.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"
#include "support/summary.h"

#define FUZZ(...)                                                                                  \
  run_command_with(                                                                                \
      (const char *[]){assay_program(), "fuzz", "--config", "c.yaml", __VA_ARGS__, NULL},          \
      (CommandSettings){.directory = scratch_folder(), .timeout_ms = 60000})

/* What the file says is in force, except where the command line says something else; the summary shows it. */
static void test_settings(void **state)
{
  (void)state;
  char text[1024];
  scratch_write("one.smt2",
                "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n");
  scratch_write("two.smt2",
                "(set-logic QF_LIA)\n(declare-const y Int)\n(assert (< y 1))\n(check-sat)\n");
  snprintf(text, sizeof text,
           "logic: QF_LIA\ntarget: '%s act out:sat\\n'\nunrestricted: true\nno-reduce: true\n"
           "timeout: 7s\ninputs: 3\nstrategy: random\nmean: true\nseeds: [one.smt2, two.smt2]\n",
           getenv("ASSAY_FAKE"));
  scratch_write("c.yaml", text);
  json_t *summary = summary_of(FUZZ("--json", "--out", "a", "--inputs", "2", "--decay", "0.9"), 0);
  json_t *settings = json_object_get(summary, "settings");
  assert_int_equal(json_integer_value(json_object_get(summary, "inputs")), 2);
  assert_string_equal(text_of(settings, "strategy"), "random");
  assert_string_equal(text_of(settings, "merge"), "mean");
  assert_true(number_of(settings, "timeout_seconds") == 7);
  assert_true(number_of(settings, "decay") == 0.9);
  json_decref(summary);
  /* The first input is the first seed. Seeds of the command line take the place of those in the file. */
  json_decref(summary_of(FUZZ("--json", "--out", "b", "--inputs", "1"), 0));
  scratch_expect_in("b/best.smt2", "(declare-const x Int)");
  json_decref(summary_of(FUZZ("--json", "--out", "c", "--inputs", "1", "--seeds", "two.smt2"), 0));
  scratch_expect_in("c/best.smt2", "(declare-const y Int)");
}

static void expect_error(const char *text, int code, const char *message)
{
  scratch_write("c.yaml", text);
  expect(FUZZ("--out", "wrong"), code, "", message);
}

static void test_wrong_files(void **state)
{
  (void)state;
  expect_error("logic: QF_LIA\ntimeuot: 3s\n", 2,
               "c.yaml:2: there is no option 'timeuot'; did you mean 'timeout'?");
  expect_error("timeout: 3 weeks\n", 2, "c.yaml:1: invalid value '3 weeks'");
  expect_error("mean: perhaps\n", 2, "c.yaml:1: ");
  expect_error("resume: there\n", 2, "c.yaml:1: 'resume' is for the command line only");
  expect_error("[1, 2]\n", 2, "c.yaml:1: expected options");
  expect_error("", 2, "--target"); /* an empty file says nothing */
  scratch_remove("c.yaml");
  expect(FUZZ("--out", "wrong"), 3, "", "c.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_settings),
      cmocka_unit_test(test_wrong_files),
  };
  return cmocka_run_group_tests_name("cli_fuzz_config", tests, scratch_set_up, scratch_tear_down);
}
