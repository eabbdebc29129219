/* assay run, as its users run it. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/busy.h"
#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

static char command[4096];

/* The fake, acting by the steps given. */
static const char *fake(const char *steps)
{
  snprintf(command, sizeof command, "%s act %s", getenv("ASSAY_FAKE"), steps);
  return command;
}

#define RUN(script, ...)                                                                           \
  run_command_with((const char *[]){assay_program(), "run", __VA_ARGS__, NULL},                    \
                   (CommandSettings){.input = (script), .input_length = strlen(script)})

static const char query[] = "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)";

static void test_outcomes(void **state)
{
  (void)state;
  expect(RUN(query, "-a", fake("'out:sat\\n'"), "-"), 0, "<stdin>: sat\n", "");
  expect(RUN(query, fake("'out:unsat\\n'"), "-"), 0, "<stdin>: unsat, 0.", "");
  expect(RUN(query, "-a", "-t", "200ms", fake("hang"), "-"), 0, "<stdin>: timeout\n", "");
  expect(RUN(query, "-a", fake("crash:segv"), "-"), 1, "<stdin>: crash: Segmentation fault\n", "");
  expect(RUN(query, "-a", fake("'out:(error \"bad\")\\nsat\\n'"), "-"), 1, "<stdin>: error: bad\n",
         "");
  expect(RUN(query, "-a", "--output-limit", "3", fake("'out:too much\\n'"), "-"), 1,
         "<stdin>: flood\n", "");
  expect(RUN(query, fake("exit:7"), "-"), 1, "exit code 7\n", "");
  expect(RUN(query, "-a", "-n", "3", fake("'out:sat\\n'"), "-"), 0,
         "<stdin>: sat\n<stdin>: sat\n<stdin>: sat\n", "");
  expect(RUN("(check-sat)(check-sat)", "-a", fake("'out:sat\\nunsat\\n'"), "-"), 0,
         "<stdin>: sat, unsat\n", "");
}

static void test_output(void **state)
{
  (void)state;
  expect(RUN(query, "-ao", fake("'out:sat\\nhello'"), "-"), 2, "", "");
  expect(RUN(query, "-a", "--show-output", fake("'out:sat\\nhello' 'err:you\\n'"), "-"), 0,
         "<stdin>: sat\nsat\nhello\nyou\n", "");
  expect(RUN(query, "--json", "--show-output", fake("'out:sat\\n'"), "-"), 0,
         "\"stdout\":\"sat\\n\"", "");
}

static void test_json(void **state)
{
  (void)state;
  expect(RUN(query, "--json", fake("'out:(error \"bad 3\")\\n' exit:2"), "-"), 1,
         "\"outcome\":\"error\",\"answers\":[],\"message\":\"bad 3\",\"group\":\"bad "
         "N\",\"end\":\"exited\",\"exit_code\":2,\"signal\":null,\"wall_seconds\":",
         "");
}

static void test_mistakes(void **state)
{
  (void)state;
  expect(RUN("", "z33", "-"), 2, "", "did you mean 'z3'?");
  expect(RUN("", "z3(", "-"), 2, "", "'(' is not closed");
  expect(RUN("", "z3@/nowhere", "-"), 3, "", "No such file");
  expect(RUN("", fake(""), "/nowhere/file"), 3, "", "/nowhere/file");
  expect(RUN("", "z3"), 2, "", "");
  expect(RUN("", "--seed", "x", fake(""), "-"), 2, "", "--seed");
  expect(RUN("", "--model", fake(""), "-"), 2, "", "printing models");
  expect(RUN("", "--profiles", "/nowhere.yaml", fake(""), "-"), 3, "", "/nowhere.yaml");
}

static void test_modes(void **state)
{
  (void)state;
  expect(RUN(query, "--mode", "fast", "-n", "2", "z3", "-"), 0, " MiB, forked\n", "");
  expect(RUN(query, "--mode", "session", "z3", "-"), 0, " s, session\n", "");
  expect(RUN(query, "--mode", "push", "boolector", "-"), 0,
         ", plain: the profile has no words for a session", "");
  expect(RUN(query, "--mode", "push", "--json", "cvc5", "-"), 0,
         "\"peak_bytes\":null,\"mode\":\"session\"", "");
  expect(RUN(query, "--mode", "reset", "--work", "z3", "-"), 0,
         ", plain: its work is to be counted", "");
}

/* Limits cannot be enforced without /proc: nothing is run. */
static void test_without_proc(void **state)
{
  (void)state;
  CommandResult result = run_command((const char *[]){
      "unshare", "-m", "sh", "-c",
      "mount -t tmpfs none /proc || exit 77; exec \"$0\" run z3 x.smt2", assay_program(), NULL});
  bool possible = result.exit_code != 77 && result.exit_code != 127 &&
                  !strstr(result.err, "unshare") && !strstr(result.err, "LeakSanitizer");
  if (possible) expect_parts(&result, 3, "", "/proc does not tell about processes");
  command_result_free(&result);
  if (!possible) skip(); /* only root may mount, and LeakSanitizer needs /proc itself */
}

/* What the user asks for must not depend on the shell: no word is interpreted. */
static void test_no_shell(void **state)
{
  (void)state;
  expect(RUN(query, "-a", "--show-output", fake("'out:sat\\n$HOME;`id`\\n'"), "-"), 0,
         "$HOME;`id`\n", "");
}

static void test_interrupt(void **state)
{
  (void)state;
  char seconds[20];
  snprintf(seconds, sizeof seconds, "%.1f", busy_factor());
  /* timeout(1) sends the signal that Ctrl-C does. */
  CommandResult result =
      run_command_with((const char *[]){"timeout", "-s", "INT", seconds, assay_program(), "run",
                                        "-a", "-t", "50s", fake("'out:sat\\n' hang"), "-", NULL},
                       (CommandSettings){.input = query, .input_length = strlen(query)});
  if (!strstr(result.out, "<stdin>: sat, killed\n")) fail_msg("%s%s", result.out, result.err);
  assert_non_null(strstr(result.err, "interrupted"));
  command_result_free(&result);
}

/* Our own program is a solver as others are. */
static void test_own_program(void **state)
{
  (void)state;
  const char *profiles = scratch_write("own.yaml", "- name: ours\n"
                                                   "  programs: [assay]\n"
                                                   "  always: [solve, '-s', z3]\n"
                                                   "  file: ['{file}']\n");
  expect(RUN(query, "-a", "--profiles", profiles, "ours", "-"), 0, "<stdin>: sat\n", "");
}

static void test_languages(void **state)
{
  (void)state;
  const char *profiles =
      scratch_write("other.yaml", "- {name: other, programs: [sh], language: klingon, "
                                  "file: ['{file}']}\n");
  expect(RUN(query, "--profiles", profiles, "other", "-"), 2, "",
         "other reads klingon, and the inputs are SMT-LIB");
  expect(RUN(query, "--language", "klingon", "z3", "-"), 2, "",
         "unknown language 'klingon'; there is: SMT-LIB");
  expect(RUN(query, "-a", "--language", "smt-lib", fake("'out:sat\\n'"), "-"), 0, "<stdin>: sat\n",
         "");
}

/* A folder stands for all inputs below it, whatever else is in it. */
static void test_folders(void **state)
{
  (void)state;
  mkdir(scratch_path("folder"), 0777);
  mkdir(scratch_path("folder/below"), 0777);
  mkdir(scratch_path("empty"), 0777);
  scratch_write("folder/a.smt2", query);
  scratch_write("folder/below/b.smt2", query);
  scratch_write("folder/notes.txt", "no script");
  const char *folder = scratch_path("folder"), *empty = scratch_path("empty");
  CommandResult result = RUN(query, "-a", fake("'out:sat\\n'"), folder, "-");
  assert_int_equal(result.exit_code, 0);
  assert_non_null(strstr(result.out, "/folder/a.smt2: sat\n"));
  assert_non_null(strstr(result.out, "/folder/below/b.smt2: sat\n<stdin>: sat\n"));
  assert_null(strstr(result.out, "notes"));
  command_result_free(&result);
  /* What there is, is run all the same. */
  expect(RUN(query, "-a", fake("'out:sat\\n'"), empty, "-"), 3, "<stdin>: sat\n",
         "there is no *.smt2 file in '");
}

int main(void)
{
  setenv("XDG_CONFIG_HOME", "/nowhere", 1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_outcomes),  cmocka_unit_test(test_output),
      cmocka_unit_test(test_json),      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_no_shell),  cmocka_unit_test(test_modes),
      cmocka_unit_test(test_interrupt), cmocka_unit_test(test_own_program),
      cmocka_unit_test(test_languages), cmocka_unit_test(test_without_proc),
      cmocka_unit_test(test_folders),
  };
  return cmocka_run_group_tests_name("cli_run", tests, scratch_set_up, scratch_tear_down);
}
