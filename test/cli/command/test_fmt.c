/* assay fmt on files and folders, and folders for check and info. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.directory = scratch_folder()})

static const char tidy[] = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n"
                           "(check-sat)\n";
static const char untidy[] = "(set-logic QF_LIA) (declare-const x Int)\n(assert (>  x 3))"
                             "(check-sat)";
static const char commented[] = "; why\n(set-logic QF_LIA)\n";
static const char no_comment[] = "(set-info :source \"a; b\")\n(declare-const |c;d| Int)\n";
static const char machine[] = "x : 1..3   & /* why */ x > 1\n";

static int set_up(void **state)
{
  int code = scratch_set_up(state);
  assert_int_equal(mkdir(scratch_path("set"), 0700), 0);
  assert_int_equal(mkdir(scratch_path("set/below"), 0700), 0);
  assert_int_equal(mkdir(scratch_path("empty"), 0700), 0);
  scratch_write("set/tidy.smt2", tidy);
  scratch_write("set/below/untidy.smt2", untidy);
  scratch_write("set/notes.txt", "(");
  scratch_write("commented.smt2", commented);
  scratch_write("no-comment.smt2", no_comment);
  scratch_write("broken.smt2", "(assert");
  scratch_write("machine.b", machine);
  return code;
}

static void test_check(void **state)
{
  (void)state;
  expect_exactly(ASSAY("fmt", "--check", "set"), 1, "set/below/untidy.smt2: not formatted\n", "");
  scratch_expect("set/below/untidy.smt2", untidy);
  expect_exactly(ASSAY("fmt", "--check", "set/tidy.smt2"), 0, "", "");
  expect(ASSAY("fmt", "--check", "--flat", "set/tidy.smt2"), 0, "", "");
  expect(ASSAY("fmt", "--check", "commented.smt2"), 1, "it has comments, which are not kept", "");
  expect(ASSAY("fmt", "--check", "broken.smt2", "set/tidy.smt2"), 1, "", "broken.smt2:1:");
}

/* One after the other, in the order of arguments and, in folders, of names; what is wrong does not end it. */
static void test_print_many(void **state)
{
  (void)state;
  char twice[2 * sizeof tidy];
  snprintf(twice, sizeof twice, "%s%s", tidy, tidy);
  expect_exactly(ASSAY("fmt", "set"), 0, twice, "");
  scratch_expect("set/below/untidy.smt2", untidy);
  expect_exactly(ASSAY("fmt", "set/below/untidy.smt2", "set/tidy.smt2"), 0, twice, "");
  expect(ASSAY("fmt", "broken.smt2", "set"), 1, twice, "broken.smt2:1:");
  expect_exactly(ASSAY("fmt", "-o", "one.smt2", "set/below"), 0, "", "");
  scratch_expect("one.smt2", tidy);
}

static void test_in_place(void **state)
{
  (void)state;
  assert_int_equal(chmod(scratch_path("set/below/untidy.smt2"), 0640), 0);
  expect_exactly(ASSAY("fmt", "--in-place", "set"), 0, "set/below/untidy.smt2: formatted\n", "");
  scratch_expect("set/below/untidy.smt2", tidy);
  scratch_expect("set/tidy.smt2", tidy);
  struct stat info;
  assert_int_equal(stat(scratch_path("set/below/untidy.smt2"), &info), 0);
  assert_int_equal(info.st_mode & 07777, 0640);
  expect_exactly(ASSAY("fmt", "--in-place", "set"), 0, "", "");
  expect(ASSAY("fmt", "--in-place", "broken.smt2"), 1, "", "broken.smt2:1:");
  scratch_expect("broken.smt2", "(assert");
}

static void test_comments_are_not_lost(void **state)
{
  (void)state;
  expect(ASSAY("fmt", "--in-place", "commented.smt2"), 1, "", "its comments would be lost");
  scratch_expect("commented.smt2", commented);
  expect(ASSAY("fmt", "--in-place", "machine.b"), 1, "", "its comments would be lost");
  scratch_expect("machine.b", machine);
  expect(ASSAY("fmt", "--in-place", "--flat", "no-comment.smt2"), 0, "", "");
  expect(ASSAY("fmt", "--in-place", "--drop-comments", "commented.smt2"), 0, "formatted", "");
  scratch_expect("commented.smt2", "(set-logic QF_LIA)\n");
}

static void test_wrong_use(void **state)
{
  (void)state;
  expect(ASSAY("fmt", "-o", "both.smt2", "set"), 2, "",
         "--output is for one file, and there are 2");
  assert_false(scratch_has("both.smt2"));
  expect(ASSAY("fmt", "--check", "--in-place", "set"), 2, "", "only one of");
  expect(ASSAY("fmt", "--check", "-o", "x", "set"), 2, "", "--output is not for");
  expect(ASSAY("fmt", "--in-place", "-"), 2, "", "standard input");
  expect(ASSAY("fmt", "--drop-comments", "set/tidy.smt2"), 2, "", "is for --in-place");
  expect(ASSAY("fmt", "--check", "nowhere"), 3, "", "nowhere");
  expect(ASSAY("fmt", "--check", "empty"), 3, "",
         "there is no *.smt2, *.b or *.mch file in 'empty'");
}

static void test_folders_of_check_and_info(void **state)
{
  (void)state;
  expect(ASSAY("check", "set"), 0, "set/below/untidy.smt2: ok, QF_LIA", "");
  expect(ASSAY("check", "set", "broken.smt2"), 1, "set/tidy.smt2: ok", "broken.smt2:1:");
  expect(ASSAY("check", "empty", "set"), 3, "set/tidy.smt2: ok", "'empty'");
  expect(ASSAY("info", "set"), 0, "file          set/tidy.smt2", "");
  expect(ASSAY("info", "--json", "set"), 0, "\"file\": \"set/below/untidy.smt2\"", "");
  expect(ASSAY("info", "--json", "set/below"), 0, "[\n  {", "");
  expect(ASSAY("info", "empty"), 3, "", "'empty'");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_check),     cmocka_unit_test(test_print_many),
      cmocka_unit_test(test_in_place),  cmocka_unit_test(test_comments_are_not_lost),
      cmocka_unit_test(test_wrong_use), cmocka_unit_test(test_folders_of_check_and_info),
  };
  return cmocka_run_group_tests_name("cli_fmt", tests, set_up, scratch_tear_down);
}
