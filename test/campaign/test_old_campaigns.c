/* Campaigns of the version before this one are listed, shown, reported, resumed and replayed. Their solvers are
 * "old-fake act ...", a program of PATH, and they were begun in /. */
#include "testing.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"
#include "support/summary.h"

static char path_setting[8192];
static const char *const environment[] = {path_setting, NULL};

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.directory = scratch_folder(),                                \
                                     .environment = environment,                                   \
                                     .timeout_ms = 60000})

/* A copy, since resuming changes it. */
static void copy_sample(const char *name)
{
  char from[1024];
  snprintf(from, sizeof from, "%s/test/data/old-campaigns/%s", getenv("ASSAY_SOURCE_ROOT"), name);
  expect_exactly(run_command((const char *[]){"cp", "-r", from, scratch_path(name), NULL}), 0, "",
                 "");
}

static int set_up(void **state)
{
  if (scratch_set_up(state)) return 1;
  snprintf(path_setting, sizeof path_setting, "PATH=%s:%s", scratch_path("bin"), getenv("PATH"));
  if (mkdir(scratch_path("bin"), 0777) != 0) return 1;
  if (symlink(getenv("ASSAY_FAKE"), scratch_path("bin/old-fake")) != 0) return 1;
  copy_sample("bugs");
  copy_sample("margin");
  copy_sample("killed");
  copy_sample("words");
  copy_sample("hopeless");
  return 0;
}

static void test_list(void **state)
{
  (void)state;
  CommandResult all = ASSAY("list");
  expect_parts(&all, 0, "bugs", "");
  expect_in(all.out, "killed");
  expect_in(all.out, "stopped");
  expect_in(all.out, "margin");
  command_result_free(&all);
  CommandResult bugs = ASSAY("list", "bugs");
  expect_parts(&bugs, 0, "crash: Aborted", "");
  expect_in(bugs.out, "minority: unsat in QF_LIA");
  expect_in(bugs.out, "disagreement: QF_LIA");
  command_result_free(&bugs);
  expect(ASSAY("list", "killed"), 0, "crash: Aborted", "");
}

static void test_show(void **state)
{
  (void)state;
  expect(ASSAY("show", "bugs", "finding-02", "--only", "reduced"), 0, "(abs a)", "");
  expect(ASSAY("show", "killed", "1"), 0, "crash: Aborted", "");
  CommandResult reduced = ASSAY("show", "bugs", "2", "--only", "reduced"),
                all = ASSAY("show", "bugs", "2");
  const char *first = strstr(all.out, reduced.out);
  assert_non_null(first);
  assert_null(strstr(first + 1, reduced.out)); /* it is in the report, and not before it, too */
  command_result_free(&reduced);
  command_result_free(&all);
}

static void test_report(void **state)
{
  (void)state;
  static const char *const formats[] = {"html", "md", "json"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    expect(ASSAY("report", "bugs", "--format", formats[i]), 0, "minority: unsat in QF", "");
    expect(ASSAY("report", "killed", "--format", formats[i]), 0, "crash: Aborted", "");
    expect(ASSAY("report", "margin", "--format", formats[i]), 0, "0.139", "");
  }
  expect(ASSAY("report", "margin", "--format", "csv"), 0, "old-fake act each:abs:10", "");
}

/* The folder finding-02, and the finding that every command calls so, are one. */
static void test_identity(void **state)
{
  (void)state;
  static const char what[] = "minority: unsat in QF_LIA", replayed[] = "it reproduces";
  scratch_expect_in("bugs/finding-02/README.md", what);
  expect(ASSAY("show", "bugs", "2"), 0, what, "");
  expect(ASSAY("show", "bugs", "finding-02"), 0, what, "");
  expect(ASSAY("show", "bugs/finding-02"), 0, what, "");
  expect(ASSAY("show", "bugs", "bugs/finding-02/"), 0, what, "");
  expect(ASSAY("show", "bugs", "finding-04"), 2, "", "there is no finding-04");
  expect(ASSAY("show", "bugs"), 2, "", "which finding?");
  CommandResult list = ASSAY("list", "bugs"),
                replay = ASSAY("replay", "--trust", "bugs/finding-02");
  expect_parts(&list, 0, "finding-02  minority", "");
  expect_parts(&replay, 0, replayed, "");
  expect_in(replay.out, "unsat in QF_LIA");
  command_result_free(&list);
  command_result_free(&replay);
  expect(ASSAY("report", "bugs", "--format", "md"), 0, "### finding-02: old-fake", "");
  expect(ASSAY("report", "bugs", "--format", "json"), 0, "\"name\": \"finding-02\"", "");
  expect(ASSAY("report", "bugs", "--format", "csv", "--table", "findings"), 0, "\"finding-02\",",
         "");
  expect(ASSAY("replay", "--trust", "bugs", "2", "--json"), 0, "\"finding\": \"finding-02\"", "");
}

static void test_replay(void **state)
{
  (void)state;
  /* They were not sealed, and their solvers are scripts. */
  expect(ASSAY("replay", "bugs", "finding-02"), 3, "", "is not an installed solver");
  expect(ASSAY("replay", "--trust", "bugs", "finding-02"), 0, "it reproduces, in two runs", "");
  expect(ASSAY("replay", "--trust", "killed", "1"), 0, "it reproduces, in two runs", "");
  expect(ASSAY("replay", "--trust", "margin", "--input", "40", "-o", "40.smt2"), 0,
         "as it was kept", "");
  char *best = scratch_read("margin/best.smt2");
  scratch_expect("40.smt2", best);
  free(best);
}

/* Numbers count from the beginning, and what was found before is still there. */
static void test_resume(void **state)
{
  (void)state;
  json_t *bugs =
      summary_of(ASSAY("fuzz", "--trust", "--resume", "bugs", "--inputs", "64", "--json"), 1);
  assert_int_equal((int)number_of(bugs, "inputs"), 64);
  json_t *findings = json_object_get(bugs, "findings");
  assert_true(json_array_size(findings) >= 3);
  expect_in(text_of(json_array_get(findings, 0), "signature"), "crash: Aborted");
  expect_in(text_of(json_array_get(findings, 1), "signature"), "minority: unsat in QF_LIA");
  json_decref(bugs);
  json_t *margin =
      summary_of(ASSAY("fuzz", "--trust", "--resume", "margin", "--inputs", "42", "--json"), 0);
  assert_int_equal((int)number_of(margin, "inputs"), 42);
  assert_true(number_of(margin, "margin") > 0.13);
  json_decref(margin);
  json_t *killed =
      summary_of(ASSAY("fuzz", "--trust", "--resume", "killed", "--inputs", "9", "--json"), 1);
  assert_int_equal((int)number_of(killed, "inputs"), 9);
  expect_in(text_of(json_array_get(json_object_get(killed, "findings"), 0), "signature"),
            "crash: Aborted");
  json_decref(killed);
  expect(ASSAY("list", "killed"), 0, "inputs", "");
}

/* Kinds, ends and counts that have other names now are read, and written in the new ones. */
static void test_names(void **state)
{
  (void)state;
  static const char what[] = "contradicts the evaluator: sat in QF_LIA";
  expect(ASSAY("list", "words"), 0, what, "");
  expect(ASSAY("report", "words", "--format", "json"), 0, what, "");
  expect(ASSAY("show", "words", "1", "--json"), 0, "\"kind\": \"contradicts the evaluator\"", "");
  expect(ASSAY("replay", "--trust", "words", "1"), 0, "it reproduces, in two runs", "");
  json_t *resumed =
      summary_of(ASSAY("fuzz", "--trust", "--resume", "words", "--inputs", "40", "--json"), 1);
  expect_in(text_of(json_array_get(json_object_get(resumed, "findings"), 0), "signature"), what);
  json_decref(resumed);
  /* Findings of now come to the groups of then. */
  CommandResult list = ASSAY("list", "words");
  expect_parts(&list, 0, "finding-01  contradicts the evaluator", "");
  expect_not_in(list.out, "finding-01  contradicts the evaluator     1 ");
  expect_not_in(list.out, "against evaluation");
  command_result_free(&list);
  expect(ASSAY("list", "hopeless"), 0, "aborted", "");
  expect(ASSAY("report", "hopeless", "--format", "json"), 0, "\"no_valid_margin\": 50", "");
}

/* Stores of versions 2 and 3 of the schema lack what came with later ones, which reading does not need and resuming adds. */
static void make_older(const char *name, const char *sql, int version)
{
  sqlite3 *db;
  char path[200], pragma[60];
  expect_exactly(
      run_command((const char *[]){"cp", "-r", scratch_path("words"), scratch_path(name), NULL}), 0,
      "", "");
  snprintf(path, sizeof path, "%s/campaign.db", scratch_path(name));
  snprintf(pragma, sizeof pragma, "PRAGMA user_version = %d", version);
  assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
  if (sqlite3_exec(db, sql, NULL, NULL, NULL) || sqlite3_exec(db, pragma, NULL, NULL, NULL))
    fail_msg("%s", sqlite3_errmsg(db));
  sqlite3_close(db);
}

static void test_schemas(void **state)
{
  (void)state;
  static const char *const without[] = {
      "DROP TABLE origin; DROP INDEX unit_by_state;"
      "CREATE INDEX unit_by_state ON unit (campaign, kind, state)",
      "DROP TABLE origin"};
  static const char what[] = "contradicts the evaluator: sat in QF_LIA";
  for (int version = 2; version <= 3; version++) {
    const char *name = version == 2 ? "second" : "third";
    make_older(name, without[version - 2], version);
    expect(ASSAY("list", name), 0, what, "");
    expect(ASSAY("report", name, "--format", "json"), 0, what, "");
    expect(ASSAY("replay", "--trust", name, "1"), 0, "it reproduces, in two runs", "");
    json_t *resumed =
        summary_of(ASSAY("fuzz", "--trust", "--resume", name, "--inputs", "40", "--json"), 1);
    assert_int_equal((int)number_of(resumed, "inputs"), 40);
    expect_in(text_of(json_array_get(json_object_get(resumed, "findings"), 0), "signature"), what);
    json_decref(resumed);
    expect(ASSAY("report", name, "--format", "html"), 0, what, "");
  }
}

/* The list of known findings that a finding's folder of an earlier version has. */
static void test_known(void **state)
{
  (void)state;
  char known[1024];
  snprintf(known, sizeof known, "%s/test/data/old-campaigns/words/finding-01/known.yaml",
           getenv("ASSAY_SOURCE_ROOT")); /* that of the copy is written anew by resuming */
  CommandResult result =
      ASSAY("fuzz", "--objective", "bugs", "--logic", "QF_LIA", "-s", "old-fake act out:sat\\n",
            "--num-vars", "1", "--num-ufs", "1", "--depth", "2", "--literals", "100",
            "--num-asserts", "1", "--nodes", "20", "--seed", "3", "--inputs", "8", "-j", "1",
            "--unrestricted", "--known", known, "--out", "known");
  expect_parts(&result, 0, " x old-fake act", "");
  command_result_free(&result);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_list),     cmocka_unit_test(test_show),   cmocka_unit_test(test_report),
      cmocka_unit_test(test_identity), cmocka_unit_test(test_replay), cmocka_unit_test(test_resume),
      cmocka_unit_test(test_schemas),  cmocka_unit_test(test_names),  cmocka_unit_test(test_known),
  };
  return cmocka_run_group_tests_name("campaign_old_campaigns", tests, set_up, scratch_tear_down);
}
