/* assay check, as its users run it. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "support/expect.h"
#include "support/run_command.h"

/* Runs `assay check` with the words given on a script as standard input. */
#define CHECK(script, ...)                                                                         \
  run_command_with((const char *[]){assay_program(), "check", __VA_ARGS__, NULL},                  \
                   (CommandSettings){.input = (script), .input_length = strlen(script)})

/* Runs it in the folder of the sources. */
#define CHECK_FILES(...)                                                                           \
  run_command_with((const char *[]){assay_program(), "check", __VA_ARGS__, NULL},                  \
                   (CommandSettings){.directory = getenv("ASSAY_SOURCE_ROOT")})

static const char good[] = "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n"
                           "(assert (= x #x00))\n(assert (bvult x #x01))\n(check-sat)\n";
static const char wrong[] = "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n"
                            "(assert (bvult x #b1))\n";
static const char outside[] = "(set-logic QF_LIA)\n(declare-const x Int)\n"
                              "(declare-const a (Array Int Int))\n"
                              "(assert (= (* x x) (select a x)))\n";

static void test_good_scripts(void **state)
{
  (void)state;
  expect_exactly(CHECK(good, "-"), 0, "<stdin>: ok, QF_BV, 2 assertions, 5 nodes\n", "");
  expect_exactly(CHECK("(assert true)", "-"), 0, "<stdin>: ok, QF_UF, 1 assertion, 1 node\n", "");
  expect_exactly(CHECK("", "-"), 0, "<stdin>: ok, QF_UF, 0 assertions, 0 nodes\n", "");
  expect_exactly(CHECK("(set-logic ALL)(assert true)", "-"), 0,
                 "<stdin>: ok, ALL, 1 assertion, 1 node\n", "");
}

static void test_an_error_is_shown_with_its_place(void **state)
{
  (void)state;
  expect(CHECK(wrong, "-"), 1, "", "<stdin>:3:18: error: ");
  expect(CHECK(wrong, "-"), 1, "", "(assert (bvult x #b1))");
  expect(CHECK("(assert", "-"), 1, "", "<stdin>:1:");
  expect(CHECK("(assert undeclared)", "-"), 1, "", "<stdin>:1:9: error: ");
}

static void test_warnings(void **state)
{
  (void)state;
  const char *warning = "<stdin>: warning: uses non-linear arithmetic and arrays, outside of its "
                        "logic QF_LIA (needs QF_ANIA)\n";
  const char *line = "<stdin>: ok, QF_LIA, 1 assertion, 5 nodes\n";
  expect_exactly(CHECK(outside, "-"), 0, line, warning);
  expect_exactly(CHECK(outside, "--strict", "-"), 1, "", warning);
  expect_exactly(CHECK(outside, "--quiet", "-"), 0, "", "");
  expect_exactly(CHECK(outside, "--strict", "--quiet", "-"), 1, "", warning);
  expect_exactly(CHECK("(set-logic QF_WHAT)(assert true)", "-"), 0,
                 "<stdin>: ok, QF_WHAT, 1 assertion, 1 node\n",
                 "<stdin>: warning: unknown logic 'QF_WHAT' (needs QF_UF)\n");
}

static void test_quiet_prints_only_errors(void **state)
{
  (void)state;
  expect_exactly(CHECK(good, "--quiet", "-"), 0, "", "");
  expect_exactly(CHECK(good, "-q", "-"), 0, "", "");
  expect(CHECK(wrong, "-q", "-"), 1, "", "<stdin>:3:18: error: ");
}

static void test_json(void **state)
{
  (void)state;
  expect_exactly(CHECK(good, "--json", "-"), 0,
                 "{\"file\":\"<stdin>\",\"ok\":true,\"logic\":\"QF_BV\",\"inferred\":\"QF_BV\","
                 "\"assertions\":2,\"nodes\":5}\n",
                 "");
  CommandResult result = CHECK(wrong, "--json", "-");
  const char *start = "{\"file\":\"<stdin>\",\"ok\":false,\"error\":{\"line\":3,\"column\":18,"
                      "\"message\":\"";
  assert_memory_equal(result.out, start, strlen(start));
  assert_string_equal(result.err, "");
  assert_int_equal(result.exit_code, 1);
  command_result_free(&result);
  result = CHECK("", "--json", "-", "/nonexistent/file");
  assert_non_null(strstr(result.out, "\n{\"file\":\"/nonexistent/file\",\"ok\":false,\"error\":"
                                     "{\"line\":null,\"column\":null,\"message\":\"cannot "));
  assert_int_equal(result.exit_code, 3);
  command_result_free(&result);
  expect_exactly(CHECK(good, "--json", "--quiet", "-"), 0, "", "");
}

static void test_names_in_json_are_text(void **state)
{
  (void)state;
  CommandResult result = CHECK_FILES("--json", "/nonexistent/\xff\"\n");
  assert_non_null(strstr(result.out, "{\"file\":\"/nonexistent/\\uFFFD\\\"\\n\","));
  assert_int_equal(result.exit_code, 3);
  command_result_free(&result);
}

static void test_several_files(void **state)
{
  (void)state;
  CommandResult result =
      CHECK_FILES("samples/overflow.smt2", "samples/broken.smt2", "samples/strings.smt2");
  assert_string_equal(result.out, "samples/overflow.smt2: ok, QF_BV, 4 assertions, 15 nodes\n"
                                  "samples/strings.smt2: ok, QF_SLIA, 8 assertions, 26 nodes\n");
  expect(result, 1, "", "samples/broken.smt2:5:21: error: ");
  expect(CHECK_FILES("samples/broken.smt2", "nowhere.smt2"), 3, "", "cannot read 'nowhere.smt2'");
  /* The property in a folder is checked by itself. */
  expect(CHECK_FILES("samples"), 1, "samples/network.vnnlib: ok", "samples/broken.smt2:5:21: ");
}

static void test_usage(void **state)
{
  (void)state;
  CommandResult result = run_command((const char *[]){assay_program(), "check", NULL});
  expect(result, 2, "", "assay check: missing FILE");
  expect(CHECK("(assert\n (distinct 1))", "--strict", "-"), 1, "",
         "2:2: warning: not standard: an operator of one argument");
  expect_exactly(CHECK("(assert (distinct 1))", "--quiet", "-"), 0, "", "");
  expect(CHECK("", "--strickt", "-"), 2, "", "did you mean '--strict'?");
}

static void test_theory_files(void **state)
{
  (void)state;
  expect(CHECK(good, "--theory", "/nonexistent/theory", "-"), 3, "", "/nonexistent/theory");
  expect(CHECK_FILES("--theory", "samples/overflow.smt2", "samples/overflow.smt2"), 3, "",
         "samples/overflow.smt2:4:2: error: ");
}

static void test_the_name_of_a_logic_cannot_steer_the_terminal(void **state)
{
  (void)state;
  CommandResult result = CHECK("(set-logic |\x1b[31m|)", "-");
  assert_null(strchr(result.err, '\x1b'));
  assert_null(strchr(result.out, '\x1b'));
  command_result_free(&result);
}

static void test_each_part_has_its_logic(void **state)
{
  (void)state;
  static const char two_parts[] =
      "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= x #x01))"
      "(reset)(set-logic QF_LIA)(declare-const y Int)(assert (< y 3))";
  expect(CHECK(two_parts, "--strict", "-"), 0, "", "");
  static const char wrong_part[] = "(set-logic QF_LIA)(declare-const x (_ BitVec 8))"
                                   "(assert (= x #x01))(reset)(set-logic QF_LIA)";
  expect(CHECK(wrong_part, "--strict", "-"), 1, "", "outside of its logic QF_LIA (needs QF_BV)");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each_part_has_its_logic),
      cmocka_unit_test(test_good_scripts),
      cmocka_unit_test(test_an_error_is_shown_with_its_place),
      cmocka_unit_test(test_warnings),
      cmocka_unit_test(test_quiet_prints_only_errors),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_names_in_json_are_text),
      cmocka_unit_test(test_several_files),
      cmocka_unit_test(test_usage),
      cmocka_unit_test(test_theory_files),
      cmocka_unit_test(test_the_name_of_a_logic_cannot_steer_the_terminal),
  };
  return cmocka_run_group_tests_name("cli_check", tests, NULL, NULL);
}
