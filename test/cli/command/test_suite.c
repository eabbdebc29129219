/* assay suite, with a target that each abs costs 10 ms. */
#include "testing.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 120000})

static char target[4096], reference[4096];

static void run_campaign(const char *folder, const char *seed)
{
  snprintf(target, sizeof target, "%s act each:abs:10 out:sat\\n", getenv("ASSAY_FAKE"));
  snprintf(reference, sizeof reference, "%s act out:sat\\n", getenv("ASSAY_FAKE"));
  CommandResult r =
      ASSAY("fuzz", "--logic", "QF_LIA", "--unrestricted", "--runs", "1", "--inputs", "12",
            "--timeout", "2s", "--target", target, "--reference", reference, "--seed", seed, "-o",
            folder, "--no-reduce", "--only", "and,=,+,abs,numeral", "--depth", "3");
  if (r.exit_code > 1) fail_msg("%s", r.err);
  command_result_free(&r);
}

static size_t count_lines(const char *text)
{
  size_t count = 0;
  for (; *text; text++) count += *text == '\n';
  return count;
}

/* Of both campaigns, the largest margin first, and each of them is slow again. */
static void test_best_of_two_campaigns(void **state)
{
  (void)state;
  mkdir(scratch_path("night"), 0777);
  run_campaign("night/one", "1");
  run_campaign("night/two", "2");
  CommandResult r = ASSAY("suite", "night", "--out", "hard", "--count", "4");
  expect_parts(&r, 0, "inputs in hard, margins from ", "");
  command_result_free(&r);
  char *list = scratch_read("hard/suite.csv");
  assert_in_range(count_lines(list), 3, 5);
  assert_non_null(strstr(list, "one/campaign.db"));
  assert_non_null(strstr(list, "two/campaign.db"));
  double last = 1e9;
  for (const char *line = strchr(list, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
    double margin = atof(strchr(line, ',') + 1);
    assert_true(margin > 0 && margin <= last);
    last = margin;
  }
  free(list);
  char *text = scratch_read("hard/input-001.smt2");
  assert_non_null(strstr(text, "(abs "));
  free(text);
}

/* Files of another suite in the folder are not run; what was run is not run again. */
static void test_runs(void **state)
{
  (void)state;
  mkdir(scratch_path("few"), 0777);
  scratch_write("few/input-009.smt2", "(check-sat)\n");
  CommandResult r = ASSAY("suite", "night", "--out", "few", "--count", "2", "--solvers", "z3,cvc5",
                          "--timeout", "20s");
  expect_parts(&r, 0, "solved in 200 s", "");
  assert_non_null(strstr(r.out, "\nz3                   2"));
  command_result_free(&r);
  char *runs = scratch_read("few/runs.csv");
  assert_null(strstr(runs, "input-009"));
  assert_int_equal(count_lines(runs), 5);
  free(runs);
  r = ASSAY("suite", "night", "--out", "few", "--count", "2", "--solvers", "z3,cvc5", "--timeout",
            "20s");
  expect_parts(&r, 0, "solved in 20 s", "resuming: 4 of 4 runs are done");
  command_result_free(&r);
  scratch_write("few/input-002.smt2", "(check-sat)\n");
  expect(ASSAY("suite", "night", "--out", "few", "--count", "2"), 3, "", "runs of another suite");
  char *kept = scratch_read("few/input-002.smt2");
  assert_string_equal(kept, "(check-sat)\n");
  free(kept);
}

/* The text after the last comma of a line of suite.csv, up to its end. */
static const char *constructs_of(const char *line, size_t *length)
{
  const char *end = strchr(line, '\n'), *from = end;
  while (from[-1] != ',') from--;
  *length = (size_t)(end - from);
  return from;
}

/* All of these inputs are slow by their abs: with it alone when they are reduced there is one of them at most. */
static void test_different_when_reduced(void **state)
{
  (void)state;
  CommandResult r = ASSAY("suite", "night", "--out", "forms", "--count", "2", "--reduce", "6s",
                          "--target", target, "--reference", reference);
  expect_parts(&r, 0, " in forms, margins from ", "had the constructs of an earlier one");
  command_result_free(&r);
  char *list = scratch_read("forms/suite.csv");
  char *reduced = scratch_read("forms/reduced-001.smt2");
  char *input = scratch_read("forms/input-001.smt2");
  size_t length, other_length;
  const char *first = strchr(list, '\n') + 1, *second = strchr(first, '\n') + 1;
  const char *constructs = constructs_of(first, &length);
  assert_true(length >= 3 && memcmp(constructs + length - 3, "abs", 3) == 0);
  if (*second) {
    const char *others = constructs_of(second, &other_length);
    assert_true(length != other_length || memcmp(constructs, others, length) != 0);
  }
  assert_non_null(strstr(reduced, "(abs "));
  assert_true(strlen(reduced) < strlen(input));
  free(list);
  free(reduced);
  free(input);
  expect(ASSAY("suite", "night", "--out", "none", "--reduce", "2s"), 2, "", "--target");
  expect(ASSAY("suite", "night/one", "--out", "none", "--reduce", "2s", "--target", reference,
               "--reference", reference),
         1, "", "no input is slow again");
}

static void change_store(const char *command)
{
  sqlite3 *store;
  assert_int_equal(sqlite3_open(scratch_path("night/two/campaign.db"), &store), SQLITE_OK);
  assert_int_equal(sqlite3_exec(store, command, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(store);
}

/* Margins and limits that no campaign can have are not believed. */
static void test_hostile_store(void **state)
{
  (void)state;
  change_store("UPDATE instance SET margin = 9e999");
  change_store("UPDATE setting SET value = CAST('500000000h' AS BLOB) WHERE name = 'timeout'");
  expect(ASSAY("suite", "night/two", "-o", "odd"), 1, "", "no campaign has an input");
  change_store("UPDATE instance SET margin = 1 WHERE number = 1");
  expect(ASSAY("suite", "night/two", "-o", "odd", "--solvers", "z3"), 0, "solved in 10 s", "");
}

static void test_wrong_places(void **state)
{
  (void)state;
  mkdir(scratch_path("nothing"), 0777);
  expect(ASSAY("suite", "nothing", "-o", "x"), 1, "", "no campaign has an input");
  expect(ASSAY("suite", "missing", "-o", "x"), 3, "", "cannot open 'missing'");
  expect(ASSAY("suite", "night"), 2, "", "--out says where to");
  scratch_write("text", "no store");
  expect(ASSAY("suite", "text", "-o", "x"), 3, "", "text");
  assert_false(scratch_has("x"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_best_of_two_campaigns),  cmocka_unit_test(test_runs),
      cmocka_unit_test(test_different_when_reduced), cmocka_unit_test(test_hostile_store),
      cmocka_unit_test(test_wrong_places),
  };
  return cmocka_run_group_tests_name("cli_suite", tests, scratch_set_up, scratch_tear_down);
}
