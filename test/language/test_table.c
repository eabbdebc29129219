/* What every language has: settings as rows, extensions, the solvers that read it, inputs of several files. */
#include "testing.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "language/table.h"
#include "run/solver/outcome.h"
#include "support/scratch.h"
#include "support/toy_language.h"

/* --- settings --- */

typedef struct {
  bool deep;
  uint64_t depth;
  const char *file;
  int colour;
  TextList only;
} Values;

static const char *const colours[] = {"red", "blue", NULL};
static const LanguageSetting table[] = {
    {SETTING_FLAG(Values, deep), .name = "deep", .help = "x"},
    {SETTING_UNSIGNED(Values, depth), .name = "depth", .initial = "3", .low = 1, .high = 9,
     .value_name = "N", .help = "x"},
    {SETTING_STRING(Values, file), .name = "file", .value_name = "FILE", .help = "x"},
    {SETTING_CHOICE(Values, colour, colours), .name = "colour", .initial = "blue", .help = "x"},
    {SETTING_LIST(Values, only), .name = "only", .value_name = "NAMES", .help = "x"},
    {0}};

static void test_rows_become_values(void **state)
{
  (void)state;
  Values values = {0};
  SettingRows rows = {0};
  Error error;
  char names[11][16];
  for (int i = 10; i >= 1; i--) {
    snprintf(names[i], sizeof names[i], "only.%d", i);
    VEC_PUSH(&rows, ((SettingRow){names[i], names[i]}));
  }
  VEC_PUSH(&rows, ((SettingRow){"deep", "true"}));
  VEC_PUSH(&rows, ((SettingRow){"depth", "9"}));
  VEC_PUSH(&rows, ((SettingRow){"of another version", "7"}));
  assert_int_equal(setting_read_rows(table, &rows, &values, &error), STATUS_OK);
  assert_true(values.deep);
  assert_int_equal(values.depth, 9);
  assert_null(values.file);
  assert_int_equal(values.colour, 1);
  assert_int_equal(values.only.count, 10);
  assert_string_equal(values.only.items[9], "only.10");
  setting_free_values(table, &values);
  VEC_FREE(&rows);
}

static void expect_refused(const char *name, const char *value, const char *message)
{
  SettingRows rows = {0};
  Values values = {0};
  Error error;
  VEC_PUSH(&rows, ((SettingRow){name, value}));
  assert_int_equal(setting_read_rows(table, &rows, &values, &error), STATUS_USAGE);
  assert_string_equal(error.message, message);
  assert_int_equal(setting_check(setting_find(table, name), value, &error), STATUS_USAGE);
  VEC_FREE(&rows);
}

static void test_wrong_values_are_refused(void **state)
{
  (void)state;
  expect_refused("depth", "10",
                 "invalid value '10' for 'depth': expected a whole number from 1 to 9");
  expect_refused("depth", "-1",
                 "invalid value '-1' for 'depth': expected a whole number from 1 to 9");
  expect_refused("deep", "yes", "invalid value 'yes' for 'deep': expected true or false");
  expect_refused("colour", "green",
                 "invalid value 'green' for 'colour': expected one of red, blue");
  assert_null(setting_find(table, "depht"));
}

static void test_tables_of_languages_are_sound(void **state)
{
  (void)state;
  const LanguageInterface *language;
  for (size_t i = 0; (language = language_at(i)); i++) {
    assert_ptr_equal(language_named(language->name), language);
    for (const LanguageSetting *setting = language->settings; setting && setting->name; setting++) {
      Error error;
      assert_non_null(setting->help);
      assert_ptr_equal(setting_find(language->settings, setting->name), setting);
      if (setting->initial && setting_check(setting, setting->initial, &error))
        fail_msg("%s: %s", language->name, error.message);
    }
  }
}

static void test_extensions(void **state)
{
  (void)state;
  assert_string_equal(language_of_path("a/b.smt2")->name, "SMT-LIB");
  assert_string_equal(language_named("smt-lib")->name, "SMT-LIB");
  assert_null(language_of_path("a/.smt2x"));
  assert_null(language_of_path("-"));
}

/* --- solvers and files --- */

static Profiles *make_profiles(const char *text)
{
  Profiles *profiles = profiles_create();
  Error error;
  if (profiles_read(profiles, text, strlen(text), &error)) fail_msg("%s", error.message);
  return profiles;
}

static void test_solvers_read_one_language(void **state)
{
  (void)state;
  Profiles *profiles = make_profiles("- {name: small, programs: [sh], language: toy-pair, "
                                     "file: ['{word}']}\n");
  SolverVec solvers = {0};
  Error error;
  assert_int_equal(solver_find_list(profiles, "small,/bin/sh", &solvers, &error), STATUS_OK);
  assert_int_equal(
      language_check_solvers(&toy_pair_interface, solvers.items, solvers.count, &error), STATUS_OK);
  assert_int_equal(language_check_solvers(language_at(0), solvers.items, solvers.count, &error),
                   STATUS_USAGE);
  assert_string_equal(error.message, "small reads toy-pair, and the inputs are SMT-LIB");
  solver_vec_free(&solvers);
  profiles_destroy(profiles);
}

/* Placeholders for files are for languages that may have several. */
static void test_unknown_placeholders_are_refused(void **state)
{
  (void)state;
  static const char text[] = "- {name: small, programs: [sh], file: ['{flie}']}\n";
  Profiles *profiles = profiles_create();
  Error error;
  assert_int_equal(profiles_read(profiles, text, strlen(text), &error), STATUS_SYNTAX);
  assert_non_null(strstr(error.message, "{flie}"));
  profiles_destroy(profiles);
}

/* What a solver prints of a word of two files. `expected` may be the output of a shell on them. */
static void expect_output(Profiles *profiles, const char *expression, const char *expected)
{
  Solver solver;
  Supervisor *sup;
  Outcome outcome;
  Error error;
  if (solver_find(profiles, expression, &solver, &error)) fail_msg("%s", error.message);
  assert_int_equal(supervisor_create(&sup, &error), STATUS_OK);
  SolveRequest request = {.solver = &solver,
                          .bytes = "abc",
                          .length = 3,
                          .traits = toy_pair_interface.traits("abc", 3)};
  outcome_solve(sup, &request, &outcome);
  assert_string_equal(outcome.run.out.bytes, expected);
  outcome_deinit(&outcome);
  solver_deinit(&solver);
  supervisor_destroy(sup);
}

static void test_inputs_of_several_files(void **state)
{
  (void)state;
  setenv("TMPDIR", scratch_path(""), 1);
  Profiles *profiles = make_profiles(
      "- name: small\n"
      "  programs: [sh]\n"
      "  language: toy-pair\n"
      "  always: ['-c', 'for i; do echo $(basename $i) $(cat $i); done']\n"
      "  file: [sh, '{word}', '{size}']\n"
      "- name: all\n"
      "  programs: [sh]\n"
      "  language: toy-pair\n"
      "  always: ['-c', 'for i; do echo $(basename $i) $(cat $i); done; touch $1.left']\n"
      "  file: [sh, '{file}']\n");
  expect_output(profiles, "small", "input.word abc\ninput.size 3\n");
  expect_output(profiles, "all", "input.size 3\ninput.word abc\n");
  /* Nothing is left, not even what the solver has written there. */
  char command[4096];
  snprintf(command, sizeof command, "ls -A '%s' | grep -q assay-input", scratch_path(""));
  assert_int_not_equal(system(command), 0); /* NOLINT(cert-env33-c) */
  unsetenv("TMPDIR");
  profiles_destroy(profiles);
}

/* Where nobody says where, small inputs are in memory, and nothing is left there either. */
static void test_inputs_in_memory(void **state)
{
  (void)state;
  unsetenv("TMPDIR");
  if (access("/dev/shm", W_OK | X_OK) != 0) skip();
  Profiles *profiles = make_profiles("- name: place\n"
                                     "  programs: [sh]\n"
                                     "  language: toy-pair\n"
                                     "  always: ['-c', 'dirname $1 >place; cut -d- -f1-2 place']\n"
                                     "  file: [sh, '{word}']\n");
  assert_int_equal(chdir(scratch_path("")), 0);
  expect_output(profiles, "place", "/dev/shm/assay-input\n");
  char *folder = scratch_read("place");
  folder[strcspn(folder, "\n")] = 0;
  assert_int_not_equal(access(folder, F_OK), 0);
  free(folder);
  profiles_destroy(profiles);
}

/* A folder that cannot be made is an error of the run, and not of anything else. */
static void test_files_that_cannot_be_written(void **state)
{
  (void)state;
  setenv("TMPDIR", "/nowhere/at/all", 1);
  Profiles *profiles = make_profiles("- {name: small, programs: [sh], language: toy-pair, "
                                     "file: ['{word}']}\n");
  Solver solver;
  Supervisor *sup;
  Outcome outcome;
  Error error;
  assert_int_equal(solver_find(profiles, "small", &solver, &error), STATUS_OK);
  assert_int_equal(supervisor_create(&sup, &error), STATUS_OK);
  SolveRequest request = {.solver = &solver,
                          .bytes = "abc",
                          .length = 3,
                          .traits = toy_pair_interface.traits("abc", 3)};
  outcome_solve(sup, &request, &outcome);
  assert_int_equal(outcome.kind, OUTCOME_NOT_STARTED);
  outcome_deinit(&outcome);
  solver_deinit(&solver);
  supervisor_destroy(sup);
  unsetenv("TMPDIR");
  profiles_destroy(profiles);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows_become_values),
      cmocka_unit_test(test_wrong_values_are_refused),
      cmocka_unit_test(test_tables_of_languages_are_sound),
      cmocka_unit_test(test_extensions),
      cmocka_unit_test(test_solvers_read_one_language),
      cmocka_unit_test(test_unknown_placeholders_are_refused),
      cmocka_unit_test(test_inputs_of_several_files),
      cmocka_unit_test(test_inputs_in_memory),
      cmocka_unit_test(test_files_that_cannot_be_written),
  };
  return cmocka_run_group_tests_name("language_table", tests, scratch_set_up, scratch_tear_down);
}
