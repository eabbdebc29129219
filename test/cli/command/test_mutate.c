/* assay mutate, as its users run it. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smt/mutate/transform.h"
#include "support/expect.h"
#include "support/run_command.h"

#define ASSAY(script, ...)                                                                         \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.input = (script), .input_length = strlen(script)})

static const char script[] = "(set-logic QF_LIA)\n"
                             "(set-info :status sat)\n"
                             "(declare-const x Int)\n"
                             "(declare-const y Int)\n"
                             "(assert (< (+ x 1) y))\n"
                             "(check-sat)\n";

/* The status may be wrong after the change, so it goes. */
static void test_construct(void **state)
{
  (void)state;
  expect_exactly(ASSAY(script, "mutate", "-", "--construct", "abs"), 0,
                 "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
                 "(assert (< (abs x) y))\n(check-sat)\n",
                 "");
}

static void test_all(void **state)
{
  (void)state;
  expect_exactly(ASSAY(script, "mutate", "-", "--construct", ">", "--all"), 0,
                 "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
                 "(assert (> (+ x 1) y))\n(check-sat)\n",
                 "");
}

/* The same seed and number give the same mutant, however a job is split. */
static void test_split(void **state)
{
  (void)state;
  CommandResult whole = ASSAY(script, "mutate", "-", "--count", "3", "--seed", "5");
  CommandResult last = ASSAY(script, "mutate", "-", "--count", "1", "--from", "2", "--seed", "5");
  assert_int_equal(whole.exit_code, 0);
  assert_int_equal(last.exit_code, 0);
  assert_true(whole.out_length > last.out_length);
  assert_string_equal(whole.out + whole.out_length - last.out_length, last.out);
  command_result_free(&whole);
  command_result_free(&last);
}

/* QF_ABV has arrays from bit-vectors to bit-vectors, and z3 takes no others. */
static void test_arrays_of_bits(void **state)
{
  (void)state;
  CommandResult result =
      ASSAY("(set-logic QF_ABV)\n(declare-const a (_ BitVec 4))\n(assert (= a #x3))\n", "mutate",
            "-", "--construct", "store", "--count", "100");
  uint32_t arrays = 0;
  for (const char *at = result.out; (at = strstr(at, "(Array ")); arrays++) {
    at += strlen("(Array ");
    assert_memory_equal(at, "(_ BitVec", strlen("(_ BitVec"));
    assert_memory_equal(strchr(at, ')') + 1, " (_ BitVec", strlen(" (_ BitVec"));
  }
  assert_true(arrays >= 100);
  command_result_free(&result);
}

static void test_errors(void **state)
{
  (void)state;
  expect_exactly(ASSAY(script, "mutate", "-", "--construct", "asb"), 2, "",
                 "assay mutate: the logic has no construct 'asb'; did you mean 'abs'?\n"
                 "try 'assay mutate --help'\n");
  expect_exactly(ASSAY(script, "mutate", "-", "--construct", "bvadd"), 2, "",
                 "assay mutate: the logic has no construct 'bvadd'\ntry 'assay mutate --help'\n");
  expect_exactly(ASSAY(script, "mutate", "-", "--all"), 2, "",
                 "assay mutate: --all needs --construct NAME\ntry 'assay mutate --help'\n");
  expect_exactly(ASSAY(script, "mutate", "-", "--transform", "indcies"), 2, "",
                 "assay mutate: unknown transform 'indcies'; did you mean 'indices'?\n"
                 "try 'assay mutate --help'\n");
  expect_exactly(ASSAY(script, "mutate", "-", "--transform", "indices"), 3, "",
                 "assay mutate: no operator of the script can get other indices\n");
  expect_exactly(ASSAY("(assert true)", "mutate", "-", "--logic", "QF_LIA", "--construct", "abs",
                       "--depth", "1"),
                 2, "",
                 "assay mutate: 'abs' needs a depth of 2 at least\ntry 'assay mutate --help'\n");
  expect_exactly(ASSAY("(assert f)", "mutate", "-"), 1, "",
                 "<stdin>:1:9: error: unknown symbol 'f'\n  (assert f)\n          ^\n");
}

/* Every transform is named in the help. */
static void test_transforms(void **state)
{
  (void)state;
  CommandResult help = run_command((const char *[]){assay_program(), "mutate", "--help", NULL});
  for (size_t i = 0; i < transform_count; i++) {
    const char *found = strstr(help.out, transform_list[i].name);
    if (!found) fail_msg("the help does not have '%s'", transform_list[i].name);
  }
  command_result_free(&help);
  expect_exactly(ASSAY(script, "mutate", "-", "--transform", "commute"), 0,
                 "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
                 "(assert (< (+ 1 x) y))\n(set-info :status sat)\n(check-sat)\n",
                 "");
  expect_exactly(ASSAY(script, "mutate", "-", "--transform", "translate"), 3, "",
                 "assay mutate: the script has nothing for the transform 'translate'\n");
}

static void test_fuse(void **state)
{
  (void)state;
  const char *root = getenv("ASSAY_SOURCE_ROOT");
  assert_non_null(root);
  char other[4096];
  snprintf(other, sizeof other, "%s/samples/strings.smt2", root);
  CommandResult r = ASSAY(script, "mutate", "-", "--fuse", other);
  assert_int_equal(r.exit_code, 0);
  assert_non_null(strstr(r.out, "(set-logic QF_SLIA)\n(set-info :status sat)\n"));
  assert_non_null(strstr(r.out, "(declare-const fused_0 Int)"));
  command_result_free(&r);
  static const char no_status[] = "(declare-const x Int)(assert (< x 0))(check-sat)";
  expect_exactly(ASSAY(no_status, "mutate", "-", "--fuse", other), 3, "",
                 "assay mutate: '<stdin>' has no (set-info :status ...) of sat or unsat\n");
  expect_exactly(ASSAY(script, "mutate", "-", "--unknown"), 2, "",
                 "assay mutate: --unknown is for --fuse\ntry 'assay mutate --help'\n");
  expect_exactly(ASSAY(script, "mutate", "-", "--skeleton", "--fuse", other), 2, "",
                 "assay mutate: --transform, --fuse and --skeleton exclude each other\n"
                 "try 'assay mutate --help'\n");
  r = ASSAY(no_status, "mutate", "-", "--fuse", other, "--unknown");
  assert_int_equal(r.exit_code, 0);
  assert_null(strstr(r.out, ":status"));
  command_result_free(&r);
}

/* Sizes that are given hold for what comes in; what cannot mean anything is refused. */
static void test_sizes(void **state)
{
  (void)state;
  static const char bits[] = "(set-logic QF_FP)(declare-const p Bool)(assert (not p))";
  CommandResult r = ASSAY(bits, "mutate", "-", "--construct", "fp.abs", "--format", "4,6");
  assert_int_equal(r.exit_code, 0);
  assert_non_null(strstr(r.out, "(_ FloatingPoint 4 6)"));
  command_result_free(&r);
  expect_exactly(ASSAY(script, "mutate", "-", "--format", "4,6"), 2, "",
                 "assay mutate: --format: the logic has no floating-point numbers\n"
                 "try 'assay mutate --help'\n");
}

/* A name that solvers refuse is not kept for them. */
static void test_name_of_logic_for_solvers(void **state)
{
  (void)state;
  static const char sequences[] = "(set-logic QF_SEQLIA)\n(declare-const s (Seq Int))\n"
                                  "(assert (= (seq.len s) 2))\n(check-sat)\n";
  CommandResult r = ASSAY(sequences, "mutate", "-", "--for", "z3");
  if (r.exit_code == 3) skip(); /* it is not installed */
  assert_int_equal(r.exit_code, 0);
  expect_in(r.out, "(set-logic ALL)");
  command_result_free(&r);
  r = ASSAY(sequences, "mutate", "-");
  expect_in(r.out, "(set-logic QF_SEQLIA)");
  command_result_free(&r);
  r = ASSAY(script, "mutate", "-", "--for", "z3");
  expect_in(r.out, "(set-logic QF_LIA)");
  command_result_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_name_of_logic_for_solvers),
      cmocka_unit_test(test_construct),
      cmocka_unit_test(test_all),
      cmocka_unit_test(test_split),
      cmocka_unit_test(test_arrays_of_bits),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_transforms),
      cmocka_unit_test(test_fuse),
      cmocka_unit_test(test_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
