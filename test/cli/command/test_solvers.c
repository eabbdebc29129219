/* assay solvers, as its users run it. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

#define SOLVERS(...)                                                                               \
  run_command_with((const char *[]){assay_program(), "solvers", __VA_ARGS__, NULL},                \
                   (CommandSettings){.timeout_ms = 120000})

static bool is_installed(const char *name)
{
  CommandResult result = SOLVERS(name);
  bool installed = result.exit_code == 0;
  command_result_free(&result);
  return installed;
}

static void test_list(void **state)
{
  (void)state;
  expect(SOLVERS("--json"), 0, "\"solver\":\"mathsat\"", "");
  expect(SOLVERS("--color=never"), 0, "", "");
  expect(SOLVERS("z33"), 2, "", "did you mean 'z3'?");
  expect(SOLVERS("z3@/nowhere"), 3, "", "No such file");
}

static void test_installed(void **state)
{
  (void)state;
  if (!is_installed("z3")) skip();
  expect(SOLVERS("z3,z3(sat.euf=true)"), 0, "z3(sat.euf=true)", "");
  expect(SOLVERS("--check", "--only", "bitvectors", "--json", "z3"), 0, "\"bitvectors\":\"works\"",
         "");
}

/* A solver that always says sat is wrong about what is not. */
static void test_wrong_answers_are_found(void **state)
{
  (void)state;
  char command[4096];
  snprintf(command, sizeof command, "%s sat", getenv("ASSAY_FAKE"));
  expect(SOLVERS("--check", "--json", command), 1, "\"strings\":\"wrong\"", "");
  snprintf(command, sizeof command, "%s act crash:segv", getenv("ASSAY_FAKE"));
  expect(SOLVERS("--check", command), 1, "core: Segmentation fault", "");
}

/* How programs are held: the last line says it, and why it is not the best way. */
static void test_supervision_is_said(void **state)
{
  (void)state;
  char command[4096];
  snprintf(command, sizeof command, "%s unsat", getenv("ASSAY_FAKE"));
  const char *const marks[] = {"ASSAY_SUPERVISION=marks", NULL};
  CommandResult result =
      run_command_with((const char *[]){assay_program(), "solvers", "--check", command, NULL},
                       (CommandSettings){.timeout_ms = 120000, .environment = marks});
  expect(result, 1,
         "\nprograms are held by marks and a watchdog (no PID namespace: not wanted); --isolate: ",
         "");
  result = SOLVERS("--check", command);
  bool enclosed = strstr(result.out, "\nprograms are held by the kernel, in a PID namespace; ");
  bool marked =
      strstr(result.out, "\nprograms are held by marks and a watchdog (no PID namespace: ");
  bool isolated = strstr(result.out, "; --isolate: by the kernel, in namespaces\n");
  bool refused = strstr(result.out, "; --isolate: programs cannot be isolated here: ");
  assert_true(enclosed != marked);
  assert_true(isolated != refused);
  command_result_free(&result);
  result = SOLVERS("--check", "--only", "bvadd", command);
  assert_null(strstr(result.out, "programs are held"));
  command_result_free(&result);
}

/* What each solver has: counts and names, a table, JSON. */
static void test_capabilities(void **state)
{
  (void)state;
  if (!is_installed("z3")) skip();
#define BITS "--check", "--only", "bvadd", "--only", "bvnego", "--only", "minimize"
  expect(SOLVERS(BITS, "z3"), 0, "FixedSizeBitVectors  2/3", "");
  expect(SOLVERS(BITS, "z3"), 0, "z3: 1 of 4 not usable\n  FixedSizeBitVectors: bvnego\n", "");
  expect(SOLVERS(BITS, "--operators", "z3"), 0, "FixedSizeBitVectors  bvadd of 3 arguments  works",
         "");
  expect(SOLVERS(BITS, "--json", "z3"), 0, "\"bvnego\":{\"status\":\"unsupported\"", "");
  expect(SOLVERS(BITS, "z3,z3(sat.euf=true)"), 0, "usable by all of them: 3 of 4\n", "");
#undef BITS
}

/* What was found is kept, and not asked again. */
static void test_results_are_kept(void **state)
{
  (void)state;
  char command[4096];
  const char *path = scratch_path("a/b");
  snprintf(command, sizeof command, "%s sat", getenv("ASSAY_FAKE"));
  expect(SOLVERS("--check", "--cache", path, command), 1, "get-unsat-core;", "");
  expect(SOLVERS("--check", "--cache", path, command), 1, "get-unsat-core;", "");
  expect(SOLVERS("--check", "--cache", "/dev/null/x", command), 1, "", "the result is not kept: ");
}

static void test_files_of_the_user(void **state)
{
  (void)state;
  char text[4096];
  snprintf(text, sizeof text,
           "- name: mine\n  programs: ['%s']\n  always: [act, 'out:v 7.5\\n']\n"
           "  version: {words: [act, 'out:v 7.5\\n'], after: 'v '}\n  file: ['{file}']\n"
           "  logics: [QF_BV]\n",
           getenv("ASSAY_FAKE"));
  expect(SOLVERS("--profiles", scratch_write("more.yaml", text), "mine"), 0, "mine    7.5", "");
  expect(SOLVERS("mine"), 2, "", "unknown solver 'mine'");
  assert_int_equal(mkdir(scratch_path("assay"), 0700), 0);
  scratch_write("assay/solvers.yaml", text);
  setenv("XDG_CONFIG_HOME", scratch_folder(), 1);
  expect(SOLVERS("mine"), 0, "mine    7.5", "");
  scratch_write("assay/solvers.yaml", "- name: [\n");
  expect(SOLVERS("mine"), 3, "", "assay/solvers.yaml:");
  setenv("XDG_CONFIG_HOME", "/nowhere", 1);
}

int main(void)
{
  setenv("XDG_CONFIG_HOME", "/nowhere", 1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_list),
      cmocka_unit_test(test_installed),
      cmocka_unit_test(test_wrong_answers_are_found),
      cmocka_unit_test(test_supervision_is_said),
      cmocka_unit_test(test_capabilities),
      cmocka_unit_test(test_results_are_kept),
      cmocka_unit_test(test_files_of_the_user),
  };
  return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
