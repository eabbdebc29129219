/* Campaigns that begin with what earlier ones have learnt, agents that choose sizes, and inputs that are all kept. */
#include "testing.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"
#include "support/summary.h"

#define FUZZ(...)                                                                                  \
  run_command_with((const char *[]){assay_program(), "fuzz", "--unrestricted", "--no-reduce",      \
                                    __VA_ARGS__, NULL},                                            \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 60000})

/* The solver "FAKE act STEPS"; each call but three takes the place of an earlier one. */
static const char *fake(const char *steps)
{
  static char solvers[4][4096];
  static int next;
  char *solver = solvers[next++ % 4];
  snprintf(solver, sizeof solvers[0], "%s act %s", getenv("ASSAY_FAKE"), steps);
  return solver;
}

#define SAT  "out:sat\\n"
#define SLOW "each:abs:5 " SAT

/* A campaign for margins whose target needs 5 ms for each abs. */
#define MARGIN(...)                                                                                \
  FUZZ("--logic", "QF_LIA", "--target", fake(SLOW), "--reference", fake(SAT), "--runs", "1",       \
       "--num-asserts", "2", "--depth", "2", "-t", "300ms", __VA_ARGS__)

/* --- priors --- */

/* The place of a construct in the ranking, from 0; -1: it is not there. */
static int rank_of(json_t *summary, const char *construct)
{
  size_t i;
  json_t *row;
  json_array_foreach(json_object_get(summary, "ranking"), i, row)
  {
    if (strcmp(text_of(row, "construct"), construct) == 0) return (int)i;
  }
  return -1;
}

/* How often a construct was placed. */
static double pulls_of(json_t *summary, const char *construct)
{
  int rank = rank_of(summary, construct);
  json_t *row = json_array_get(json_object_get(summary, "ranking"), (size_t)rank);
  return rank < 0 ? 0 : number_of(row, "pulls");
}

/* What one campaign has found out about abs makes the next one place it more often, from the first mutations on. */
static void test_prior(void **state)
{
  (void)state;
  double without = 0, with = 0;
  json_decref(summary_of(
      MARGIN("--strategy", "bandit0", "--inputs", "60", "--seed", "5", "--out", "first", "--json"),
      0));
  for (int seed = 11; seed < 15; seed++) {
    char number[16], name[32];
    snprintf(number, sizeof number, "%d", seed);
    snprintf(name, sizeof name, "without-%d", seed);
    json_t *summary = summary_of(MARGIN("--strategy", "bandit0", "--inputs", "25", "--seed", number,
                                        "--out", name, "--json"),
                                 0);
    without += pulls_of(summary, "abs");
    json_decref(summary);
    snprintf(name, sizeof name, "with-%d", seed);
    summary = summary_of(MARGIN("--strategy", "bandit0", "--inputs", "25", "--seed", number,
                                "--prior", "first", "--out", name, "--json"),
                         0);
    with += pulls_of(summary, "abs");
    json_decref(summary);
  }
  if (with < without + 4) fail_msg("abs placed %.0f times with it, %.0f without", with, without);
}

/* Others have nothing to say; it goes on without them. */
static void test_foreign_prior(void **state)
{
  (void)state;
  CommandResult result =
      FUZZ("--logic", "QF_LIA", "--target", fake("out:unsat\\n"), "--reference",
           fake("out:unsat\\n"), "--inputs", "5", "--prior", "first", "--out", "foreign");
  expect(result, 0, "foreign", "'first' has no campaign with this objective and these solvers");
  expect(MARGIN("--inputs", "5", "--prior", "nowhere", "--out", "none"), 3, "", "nowhere");
}

/* What it began with is its own: it resumes without the store. */
static void test_resumed_with_prior(void **state)
{
  (void)state;
  json_decref(summary_of(
      MARGIN("--inputs", "8", "--seed", "9", "--prior", "first", "--out", "resumed", "--json"), 0));
  assert_int_equal(rename(scratch_path("first"), scratch_path("away")), 0);
  json_t *summary = summary_of(
      run_command_with((const char *[]){assay_program(), "fuzz", "--resume", "resumed", "--inputs",
                                        "12", "--json", NULL},
                       (CommandSettings){.directory = scratch_folder(), .timeout_ms = 60000}),
      0);
  assert_int_equal((int)number_of(summary, "inputs"), 12);
  json_decref(summary);
}

/* --- sizes --- */

/* Agents try several sizes, the summary says how often, and mutants of all sizes can be regenerated. */
static void test_size_agents(void **state)
{
  (void)state;
  json_t *summary = summary_of(MARGIN("--strategy", "random", "--inputs", "60", "--size-agents",
                                      "--num-asserts", "8", "--out", "sizes", "--json"),
                               0);
  size_t i, tried = 0;
  double pulls = 0;
  json_t *row;
  json_array_foreach(json_object_get(summary, "sizes"), i, row)
  {
    tried += number_of(row, "pulls") > 0;
    pulls += number_of(row, "pulls");
  }
  assert_in_range(tried, 5, 7);
  assert_int_equal((int)pulls, 2 * 60);
  json_decref(summary);
  expect(MARGIN("--size-agents", "--adapt", "5"), 2, "", "--size-agents");
  expect(FUZZ("--objective", "bugs", "--solvers", fake(SAT), "--logic", "QF_LIA", "--size-agents"),
         2, "", "--size-agents is for margins");
}

/* --- all that show something --- */

/* Every input with abs makes the solver crash: each of them is kept, and no other. */
static void test_keep_all(void **state)
{
  (void)state;
  json_t *summary =
      summary_of(FUZZ("--objective", "bugs", "--logic", "QF_LIA", "--solvers",
                      fake("if:abs crash:abrt out:unknown\\n"), "--inputs", "50", "--no-themes",
                      "--no-option-runs", "--keep-all", "--out", "kept", "--json"),
                 1);
  int kept = 0;
  DIR *folder = opendir(scratch_path("kept/revealing"));
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    char name[512];
    if (strncmp(entry->d_name, "input-", 6) != 0) continue;
    snprintf(name, sizeof name, "kept/revealing/%s", entry->d_name);
    scratch_expect_in(name, "(abs ");
    kept++;
  }
  closedir(folder);
  json_t *finding = json_array_get(json_object_get(summary, "findings"), 0);
  assert_true(kept >= 2);
  assert_int_equal(kept, (int)number_of(finding, "inputs"));
  assert_int_equal(kept, (int)number_of(summary, "revealing_inputs"));
  json_decref(summary);
  json_decref(summary_of(FUZZ("--objective", "bugs", "--logic", "QF_LIA", "--solvers",
                              fake("if:abs crash:abrt out:unknown\\n"), "--inputs", "10",
                              "--no-themes", "--no-option-runs", "--out", "few", "--json"),
                         1));
  assert_false(scratch_has("few/revealing"));
  expect(MARGIN("--keep-all"), 2, "", "--keep-all is for --objective bugs");
}

#define PLOT(where)                                                                                \
  run_command_with((const char *[]){assay_program(), "plot", where, "--kind", "findings", NULL},   \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 60000})

/* The figure of a campaign for bugs has both lines; of one without findings it says so. */
static void test_findings_over_inputs(void **state)
{
  (void)state;
  CommandResult result = PLOT("kept");
  expect_parts(&result, 0, ">inputs with a finding<", "");
  expect_in(result.out, ">different findings<");
  command_result_free(&result);
  expect(PLOT("sizes"), 0, "no input has a confirmed finding", "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_prior),
      cmocka_unit_test(test_foreign_prior),
      cmocka_unit_test(test_resumed_with_prior),
      cmocka_unit_test(test_size_agents),
      cmocka_unit_test(test_keep_all),
      cmocka_unit_test(test_findings_over_inputs),
  };
  return cmocka_run_group_tests_name("cli_fuzz_experience", tests, scratch_set_up,
                                     scratch_tear_down);
}
