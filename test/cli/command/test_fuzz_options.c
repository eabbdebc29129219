/* assay fuzz --fuzz-options: findings name the options that they need, and only these. With a fake that goes wrong because
 * of its options, and with the options of the solvers that are installed. */
#include "testing.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "run/solver/solver.h"
#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"
#include "support/summary.h"

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 60000})
#define BUGS(...)                                                                                  \
  ASSAY("fuzz", "--objective", "bugs", "--candidates", "1", "--unrestricted", "--profiles",        \
        "fakes.yaml", __VA_ARGS__)
#define OPTIONS                                                                                    \
  "--fuzz-options", "--reward", "new", "--logic", "QF_NIA", "--solvers", "tuned,steady"

static int set_up(void **state)
{
  char text[8192];
  const char *fake = getenv("ASSAY_FAKE");
  if (!fake || scratch_set_up(state)) return -1;
  snprintf(text, sizeof text,
           "- name: tuned\n  programs: ['%s']\n  always: [options]\n  file: ['{file}']\n"
           "  parameters: dashes\n  logics: [QF_NIA]\n"
           "  safe_options: [--crash, --left, --right, --picky, --fine=1, --fine=2]\n"
           "- name: keen\n  programs: ['%s']\n  always: [options]\n  file: ['{file}']\n"
           "  parameters: dashes\n  logics: [QF_NIA]\n  safe_options: [--crash]\n"
           "- name: steady\n  programs: ['%s']\n  always: [act, 'out:sat\\n']\n"
           "  file: ['{file}']\n  logics: [QF_NIA]\n",
           fake, fake, fake);
  scratch_write("fakes.yaml", text);
  return 0;
}

static json_t *finding_with(json_t *summary, const char *signature)
{
  size_t i;
  json_t *finding, *found = NULL;
  json_array_foreach(json_object_get(summary, "findings"), i, finding)
  {
    if (!strncmp(text_of(finding, "signature"), signature, strlen(signature))) found = finding;
  }
  if (!found) {
    char *all = json_dumps(json_object_get(summary, "findings"), JSON_INDENT(1));
    fail_msg("no '%s' in %s", signature, all);
  }
  return found;
}

/* Three defects, and each names what it needs: nothing, one option, two options. What a solver refuses is none. */
static void check_findings(json_t *summary)
{
  json_t *finding;
  size_t i;
  assert_string_equal(text_of(finding_with(summary, "tuned: crash"), "options"), "");
  assert_string_equal(text_of(finding_with(summary, "tuned(--crash): crash"), "options"),
                      "tuned(--crash)");
  json_t *lie = finding_with(summary, "tuned(--left,--right)");
  assert_string_equal(text_of(lie, "options"), "tuned(--left) tuned(--right)");
  json_array_foreach(json_object_get(summary, "findings"), i, finding)
  {
    assert_true(json_is_true(json_object_get(finding, "confirmed")));
    assert_string_not_equal(text_of(finding, "kind"), "rejects");
    assert_null(strstr(text_of(finding, "options"), "fine"));
  }
  assert_true(json_array_size(json_object_get(summary, "findings")) >= 3);
}

/* Only what was needed was rewarded. */
static void check_ranking(json_t *summary)
{
  json_t *arm;
  size_t i;
  json_array_foreach(json_object_get(summary, "options"), i, arm)
  {
    const char *name = text_of(arm, "option");
    bool guilty = strstr(name, "crash") || strstr(name, "left") || strstr(name, "right");
    assert_true((json_number_value(json_object_get(arm, "rewards")) > 0) == guilty);
    assert_true(json_number_value(json_object_get(arm, "pulls")) > 0);
  }
  assert_int_equal(i, 6);
}

static void test_findings_name_their_options(void **state)
{
  (void)state;
  json_t *summary = summary_of(BUGS(OPTIONS, "--inputs", "150", "--out", "found", "--json"), 1);
  check_findings(summary);
  check_ranking(summary);
  json_t *lie = finding_with(summary, "tuned(--left,--right)");
  char name[64];
  snprintf(name, sizeof name, "found/%s/README.md", text_of(lie, "folder"));
  char *report = scratch_read(name);
  expect_in(report, "Options: `tuned(--left) tuned(--right)`");
  expect_in(report, "'tuned(--left,--right),steady'");
  expect_in(report, "options --left --right ");
  free(report);
  assert_true(json_is_true(json_object_get(json_object_get(lie, "reduced"), "confirmed")));
  json_decref(summary);
}

#define SOME_OPTIONS(...)                                                                          \
  ASSAY("fuzz", "--objective", "bugs", "--unrestricted", "--profiles", "fakes.yaml", "--logic",    \
        "QF_NIA", "--solvers", "keen", "--inputs", "500", "--no-reduce", "--json", __VA_ARGS__)

static double pulls_of(json_t *summary)
{
  json_t *arm;
  size_t i;
  double pulls = 0;
  json_array_foreach(json_object_get(summary, "options"), i, arm)
  {
    pulls += json_number_value(json_object_get(arm, "pulls"));
  }
  return pulls;
}

/* Without being asked for, options are one of the ways to look for more: for some inputs. */
static void test_options_are_a_way(void **state)
{
  (void)state;
  json_t *summary = summary_of(SOME_OPTIONS("--out", "way"), 1);
  assert_string_equal(text_of(finding_with(summary, "keen: crash"), "options"), "");
  json_t *crash = finding_with(summary, "keen(--crash): crash");
  assert_string_equal(text_of(crash, "options"), "keen(--crash)");
  assert_in_range((unsigned long)pulls_of(summary), 1, 400);
  json_t *finding;
  size_t i;
  char command[80];
  snprintf(command, sizeof command, "way/%s", text_of(crash, "folder"));
  expect(ASSAY("replay", command), 0, "keen(--crash)", "");
  json_decref(summary);
  summary = summary_of(ASSAY("fuzz", "--resume", "way", "--inputs", "520", "--json"), 1);
  finding_with(summary, "keen(--crash): crash");
  json_decref(summary);
  summary = summary_of(SOME_OPTIONS("--no-option-runs", "--out", "plain"), 1);
  assert_true(pulls_of(summary) == 0);
  json_array_foreach(json_object_get(summary, "findings"), i, finding)
  {
    assert_string_equal(text_of(finding, "options"), "");
  }
  json_decref(summary);
}

/* The store knows the options of each finding, and replay takes them. */
static void test_replay_takes_the_options(void **state)
{
  (void)state;
  char folder[32];
  int findings = 0;
  bool with_options = false;
  for (;; findings++) {
    snprintf(folder, sizeof folder, "found/finding-%02d", findings + 1);
    if (!scratch_has(folder)) break;
    CommandResult result = ASSAY("replay", folder);
    if (result.exit_code != 0) fail_msg("%s:\n%s%s", folder, result.out, result.err);
    with_options |= strstr(result.out, "tuned(") != NULL;
    command_result_free(&result);
  }
  assert_true(with_options && findings >= 2);
}

/* An input is run with what was drawn for it: with --picky tuned rejects what it answers otherwise. */
static void test_replay_takes_what_was_drawn(void **state)
{
  (void)state;
  char number[16];
  int with_options = 0;
  for (int i = 1; i <= 8; i++) {
    snprintf(number, sizeof number, "%d", i);
    CommandResult result = ASSAY("replay", "found", "--input", number);
    if (result.exit_code != 0) fail_msg("input %d:\n%s%s", i, result.out, result.err);
    with_options += strstr(result.out, "tuned(") != NULL;
    command_result_free(&result);
  }
  assert_true(with_options > 0);
}

/* The agent and what was drawn go on: in two halves the same is found as in one go. */
static void test_going_on(void **state)
{
  (void)state;
  json_decref(
      summary_of(BUGS(OPTIONS, "--inputs", "40", "--no-reduce", "--out", "two", "--json"), 1));
  json_t *two = summary_of(ASSAY("fuzz", "--resume", "two", "--inputs", "80", "--json"), 1);
  json_t *one =
      summary_of(BUGS(OPTIONS, "--inputs", "80", "--no-reduce", "--out", "one", "--json"), 1);
  assert_true(json_equal(json_object_get(one, "options"), json_object_get(two, "options")));
  assert_true(json_equal(json_object_get(one, "ranking"), json_object_get(two, "ranking")));
  assert_int_equal(json_array_size(json_object_get(one, "findings")),
                   json_array_size(json_object_get(two, "findings")));
  json_decref(one);
  json_decref(two);
}

static void test_mistakes(void **state)
{
  (void)state;
  expect(BUGS("--fuzz-options", "--logic", "QF_NIA", "--solvers", "steady"), 2, "",
         "nothing to draw from");
  expect(ASSAY("fuzz", "--fuzz-options", "--logic", "QF_LIA", "--target", "z3"), 2, "",
         "--objective bugs");
  scratch_write("bad.yaml", "- name: bad\n  programs: [bad]\n  file: ['{file}']\n"
                            "  safe_options: ['a,b']\n");
  expect(ASSAY("solvers", "--profiles", "bad.yaml"), 3, "", "safe_options");
}

/* --- real solvers --- */

/* Every safe option is accepted, in an expression that says what was meant. */
static void expect_accepted(const Profiles *profiles, const char *name)
{
  Solver solver;
  Error error;
  if (solver_find(profiles, name, &solver, &error) != STATUS_OK) return;
  const ProfileWords *options = &solver.profile->safe_options;
  assert_true(options->items_count > 0);
  for (uint32_t i = 0; i < options->items_count; i++) {
    Solver variant, found;
    const char *words[] = {options->items[i]};
    solver_vary(&solver, words, 1, &variant);
    assert_int_equal(solver_find(profiles, variant.name, &found, &error), STATUS_OK);
    assert_string_equal(found.parameters.items[0], variant.parameters.items[0]);
    CommandResult result = ASSAY("run", variant.name, "easy.smt2");
    if (result.exit_code != 0 || !strstr(result.out, "sat"))
      fail_msg("%s: %s%s", variant.name, result.out, result.err);
    command_result_free(&result);
    solver_deinit(&found);
    solver_deinit(&variant);
  }
  solver_deinit(&solver);
}

static void test_solvers_accept_their_options(void **state)
{
  (void)state;
  Profiles *profiles = profiles_create();
  scratch_write("easy.smt2", "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8))\n"
                             "(assert (= (bvadd x x) #x04))\n(check-sat)\n(exit)\n");
  expect_accepted(profiles, "z3");
  expect_accepted(profiles, "cvc5");
  expect_accepted(profiles, "cvc4");
  expect_accepted(profiles, "boolector");
  profiles_destroy(profiles);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_findings_name_their_options),
      cmocka_unit_test(test_options_are_a_way),
      cmocka_unit_test(test_replay_takes_the_options),
      cmocka_unit_test(test_replay_takes_what_was_drawn),
      cmocka_unit_test(test_going_on),
      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_solvers_accept_their_options),
  };
  return cmocka_run_group_tests_name("cli_fuzz_options", tests, set_up, scratch_tear_down);
}
