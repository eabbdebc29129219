#include "testing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run_command.h"
#include "support/scratch.h"

/* Runs assay with the words given. */
#define ASSAY(...) run_command((const char *[]){assay_program(), __VA_ARGS__, NULL})

static void expect_contains(const char *text, const char *part)
{
  if (!strstr(text, part)) fail_msg("no '%s' in:\n%s", part, text);
}

/* Checks the exit code and that nothing is on the stream that should be quiet. */
static void expect_output(CommandResult result, const char *part)
{
  assert_string_equal(result.err, "");
  assert_int_equal(result.exit_code, 0);
  expect_contains(result.out, part);
  command_result_free(&result);
}

static void expect_usage_error(CommandResult result, const char *message)
{
  assert_string_equal(result.err, message);
  assert_string_equal(result.out, "");
  assert_int_equal(result.exit_code, 2);
  command_result_free(&result);
}

static void test_overview(void **state)
{
  (void)state;
  const char *const parts[] = {
      "a workbench for SMT solvers",
      "Usage: assay COMMAND",
      "About assay:",
      "\n  version ",
      "Exit codes:",
      "Examples:",
  };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    expect_output(ASSAY("--help"), parts[i]);
    expect_output(ASSAY("-h"), parts[i]);
    expect_output(ASSAY("help"), parts[i]);
  }
  CommandResult bare = run_command((const char *[]){assay_program(), NULL});
  CommandResult asked = ASSAY("help");
  assert_int_equal(bare.exit_code, 2);
  assert_string_equal(bare.out, "");
  assert_string_equal(bare.err, asked.out);
  command_result_free(&bare);
  command_result_free(&asked);
}

static void test_command_help(void **state)
{
  (void)state;
  CommandResult one = ASSAY("help", "completion");
  CommandResult other = ASSAY("completion", "--help");
  assert_int_equal(one.exit_code, 0);
  assert_int_equal(other.exit_code, 0);
  assert_string_equal(one.out, other.out);
  expect_contains(one.out, "Usage: assay completion SHELL\n");
  expect_contains(one.out, "  -h, --help ");
  command_result_free(&one);
  command_result_free(&other);
  expect_output(ASSAY("help", "--man"), ".TH ASSAY 1 ");
  expect_output(ASSAY("help", "--man", "version"), ".TH ASSAY\\-VERSION 1 ");
  expect_usage_error(ASSAY("help", "verison"),
                     "assay help: unknown command 'verison'; did you mean 'version'?\n"
                     "try 'assay help --help'\n");
}

/* Calls `check` for every command that the completion script knows. */
static void for_every_command(void (*check)(const char *command))
{
  CommandResult script = ASSAY("completion", "bash");
  char *line = strstr(script.out, ":*) echo 'words ");
  assert_non_null(line);
  line += strlen(":*) echo 'words ");
  *strchr(line, '\'') = '\0';
  for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) check(word);
  command_result_free(&script);
}

static void check_lines_fit(const char *command)
{
  CommandResult result = ASSAY("help", command);
  assert_int_equal(result.exit_code, 0);
  expect_contains(result.out, "Usage: assay ");
  for (const char *line = result.out; *line;) {
    size_t length = strcspn(line, "\n");
    if (length > 80) fail_msg("assay help %s: too wide: %.*s", command, (int)length, line);
    line += length + 1;
  }
  command_result_free(&result);
  result = ASSAY("help", "--man", command);
  assert_int_equal(result.exit_code, 0);
  expect_contains(result.out, ".SH SYNOPSIS\n");
  command_result_free(&result);
}

static void test_help_of_every_command(void **state)
{
  (void)state;
  for_every_command(check_lines_fit);
}

static void test_version(void **state)
{
  (void)state;
  expect_output(ASSAY("version"), "assay ");
  expect_output(ASSAY("version"), "\ncompiler: ");
  expect_output(ASSAY("--version"), "\nbuild: ");
  expect_output(ASSAY("version", "--json"), "{\"name\": \"assay\", \"version\": \"");
}

static void test_usage_errors(void **state)
{
  (void)state;
  expect_usage_error(ASSAY("verison"), "assay: unknown command 'verison'; did you mean 'version'?\n"
                                       "try 'assay --help'\n");
  expect_usage_error(ASSAY("zzzzzz"), "assay: unknown command 'zzzzzz'\ntry 'assay --help'\n");
  expect_usage_error(ASSAY(""), "assay: unknown command ''\ntry 'assay --help'\n");
  expect_usage_error(ASSAY("--jsn"), "assay: unknown option '--jsn'\ntry 'assay --help'\n");
  expect_usage_error(ASSAY("version", "--jsn"),
                     "assay version: unknown option '--jsn'; did you mean '--json'?\n"
                     "try 'assay version --help'\n");
  expect_usage_error(ASSAY("version", "x"), "assay version: unexpected argument 'x'\n"
                                            "try 'assay version --help'\n");
  expect_usage_error(ASSAY("help", "version", "x"),
                     "assay help: unexpected argument 'x': at most 1 of COMMAND\n"
                     "try 'assay help --help'\n");
  expect_usage_error(ASSAY("completion"), "assay completion: missing SHELL\n"
                                          "try 'assay completion --help'\n");
  expect_usage_error(ASSAY("completion", "tcsh"),
                     "assay completion: no completion for 'tcsh': expected bash, zsh or fish\n"
                     "try 'assay completion --help'\n");
  CommandResult result = ASSAY("\033[2Jx");
  assert_null(strchr(result.err, '\033'));
  command_result_free(&result);
}

static void test_color(void **state)
{
  (void)state;
  const char *const ways[][4] = {{"--color", "always", "help", NULL},
                                 {"help", "--color=always", NULL, NULL},
                                 {"--color=always", "--help", NULL, NULL}};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    expect_output(ASSAY(ways[i][0], ways[i][1], ways[i][2]), "\033[1mUsage:\033[0m");
  CommandResult plain = ASSAY("help");
  assert_null(strchr(plain.out, '\033'));
  command_result_free(&plain);
}

static void test_lost_output(void **state)
{
  (void)state;
  CommandResult full = run_command_with((const char *[]){assay_program(), "help", NULL},
                                        (CommandSettings){.output_path = "/dev/full"});
  assert_string_equal(full.err, "assay: cannot write output: No space left on device\n");
  assert_int_equal(full.exit_code, 3);
  command_result_free(&full);
  CommandResult closed =
      run_command((const char *[]){"bash", "-c", "exec \"$0\" version >&-", assay_program(), NULL});
  assert_string_equal(closed.err, "assay: cannot write output: Bad file descriptor\n");
  assert_int_equal(closed.exit_code, 3);
  command_result_free(&closed);
  /* With SIGPIPE ignored, writing to a reader that has gone is a quiet failure. */
  CommandResult pipe = run_command((const char *[]){
      "bash", "-c", "trap '' PIPE; { sleep 0.5; \"$0\" help; echo $? >&2; } | true",
      assay_program(), NULL});
  assert_string_equal(pipe.err, "3\n");
  command_result_free(&pipe);
}

/* --- completion in a real bash -------------------------------------------------------------- */

static const char completion_script[] = "source <(\"$ASSAY\" completion bash) || exit 9\n"
                                        "COMP_WORDS=(assay \"$@\")\n"
                                        "COMP_CWORD=$#\n"
                                        "_assay\n"
                                        "printf '%s ' \"${COMPREPLY[@]}\"\n";

/* `words` ends with NULL; the last one is being completed. */
static void expect_completion_in(const char *directory, const char *const *words,
                                 const char *expected)
{
  const char *argv[16] = {"bash", "--norc", "--noprofile", "-uc", completion_script, "bash"};
  size_t count = 6;
  for (size_t i = 0; words[i]; i++) argv[count++] = words[i];
  CommandResult result = run_command_with(argv, (CommandSettings){.directory = directory});
  assert_string_equal(result.err, "");
  assert_int_equal(result.exit_code, 0);
  assert_string_equal(result.out, expected);
  command_result_free(&result);
}

#define EXPECT_COMPLETION(expected, ...)                                                           \
  expect_completion_in(NULL, (const char *[]){__VA_ARGS__, NULL}, expected)

static void test_completion(void **state)
{
  (void)state;
  EXPECT_COMPLETION("version ", "vers");
  EXPECT_COMPLETION("--version ", "--v");
  EXPECT_COMPLETION("--json ", "version", "--j");
  EXPECT_COMPLETION("--json --color --help ", "version", "-");
  EXPECT_COMPLETION("always ", "version", "--color", "al");
  EXPECT_COMPLETION("always ", "version", "--color", "=", "al");
  EXPECT_COMPLETION("auto always never ", "version", "--color", "=");
  EXPECT_COMPLETION("--color=always ", "version", "--color=al");
  EXPECT_COMPLETION("version ", "--color", "always", "vers");
  EXPECT_COMPLETION("version ", "--color", "=", "always", "vers");
  EXPECT_COMPLETION("--json ", "--color", "always", "version", "--js");
  EXPECT_COMPLETION("version ", "help", "--color", "never", "vers");
  EXPECT_COMPLETION("bash zsh fish ", "completion", "");
  EXPECT_COMPLETION(" ", "version", "");
  EXPECT_COMPLETION(" ", "version", "--", "--j");
  expect_completion_in("/", (const char *[]){"other", "et", NULL}, "etc ");
}

/* Folders as `fuzz` leaves them. */
static const char *store_with_findings(void)
{
  static char folder[4096];
  snprintf(folder, sizeof folder, "%s", scratch_path("campaign"));
  CommandResult made = run_command(
      (const char *[]){"sh", "-c", "mkdir -p \"$0\"/finding-01 \"$0\"/finding-02", folder, NULL});
  command_result_free(&made);
  return folder;
}

static void test_completion_of_names(void **state)
{
  (void)state;
  EXPECT_COMPLETION("QF_S QF_SLIA QF_SNIA ", "gen", "--logic", "QF_S");
  EXPECT_COMPLETION("--logic=QF_ABVFP --logic=QF_ABVFPLRA ", "gen", "--logic=QF_ABVF");
  EXPECT_COMPLETION("bitwuzla ", "vote", "-s", "bitwu");
  EXPECT_COMPLETION("z3,boolector ", "vote", "--solvers", "z3,boole");
  EXPECT_COMPLETION("boolector ", "run", "boolec");
  EXPECT_COMPLETION("bvsmod bvsmulo bvsmul_noovfl bvsmul_noudfl ", "gen", "--only", "bvsm");
  EXPECT_COMPLETION("bvadd,bvxnor ", "gen", "--without", "bvadd,bvxn");
  EXPECT_COMPLETION("Reals_Ints ", "theories", "Reals_");
  EXPECT_COMPLETION("finding-01 finding-02 ", "show", store_with_findings(), "");
  EXPECT_COMPLETION("finding-02 ", "replay", "--color", "never", store_with_findings(),
                    "finding-02");
  EXPECT_COMPLETION(" ", "show", "/nonsense", "");
  expect_completion_in("/", (const char *[]){"show", "et", NULL}, "etc ");
  expect_completion_in("/", (const char *[]){"run", "z3", "et", NULL}, "etc ");
}

static void test_completion_is_registered(void **state)
{
  (void)state;
  CommandResult result = run_command((const char *[]){
      "bash", "--norc", "--noprofile", "-c", "source <(\"$0\" completion bash); complete -p assay",
      assay_program(), NULL});
  assert_string_equal(result.err, "");
  assert_string_equal(result.out, "complete -F _assay assay\n");
  command_result_free(&result);
}

/* --- completion in other shells, where they are installed ------------------------------------ */

static void expect_shell(const char *shell, const char *script, const char *expected)
{
  CommandResult result = run_command((const char *[]){shell, "-c", script, NULL});
  assert_string_equal(result.err, "");
  assert_string_equal(result.out, expected);
  command_result_free(&result);
}

static bool has_shell(const char *shell)
{
  char command[64];
  snprintf(command, sizeof command, "command -v %s", shell);
  CommandResult result = run_command((const char *[]){"sh", "-c", command, NULL});
  bool found = result.exit_code == 0;
  command_result_free(&result);
  return found;
}

/* What the completion system is told stands on standard output. */
#define ZSH(words)                                                                                 \
  "setopt no_rcs; compdef() { }; compadd() { shift; print -r -- $@ }; _files() { print FILES };"   \
  "compset() { cur=${cur#*=} }; source <(\"$ASSAY\" completion zsh) || exit 9;"                    \
  "words=(assay " words "); CURRENT=$#words; _assay"

static void test_completion_zsh(void **state)
{
  (void)state;
  if (!has_shell("zsh")) skip();
  expect_shell("zsh", ZSH("version -"), "--json --color --help\n");
  expect_shell("zsh", ZSH("version --color ''"), "auto always never\n");
  expect_shell("zsh", ZSH("version --color=a"), "auto always never\n");
  expect_shell("zsh", ZSH("--color never version -"), "--json --color --help\n");
  expect_shell("zsh", ZSH("check ''"), "FILES\n");
  expect_shell("zsh", ZSH("fmt -o ''"), "FILES\n");
  expect_shell("zsh", ZSH("completion ''"), "bash zsh fish\n");
  expect_shell("zsh", ZSH("version -- -"), "");
  expect_shell("zsh", ZSH("theories ''") " | tr ' ' '\\n' | grep -x Reals_Ints", "Reals_Ints\n");
  expect_shell("zsh", ZSH("gen --logic ''") " | tr ' ' '\\n' | grep -x QF_SLIA", "QF_SLIA\n");
  expect_shell("zsh", ZSH("vote -s z3,''") " | tr ' ' '\\n' | grep -x boolector", "boolector\n");
  expect_shell("zsh", ZSH("gen --only ''") " | tr ' ' '\\n' | grep -x bvsmod", "bvsmod\n");
  assert_int_equal(setenv("store", store_with_findings(), 1), 0);
  expect_shell("zsh", ZSH("show $store ''"), "finding-01 finding-02\n");
}

#define FISH(line)                                                                                 \
  "\"$ASSAY\" completion fish | source; cd /; complete -C '" line "' | string replace -r '\\t.*' " \
  "''"

static void test_completion_fish(void **state)
{
  (void)state;
  if (!has_shell("fish")) skip();
  expect_shell("fish", FISH("assay vers"), "version\n");
  expect_shell("fish", FISH("assay version --j"), "--json\n");
  expect_shell("fish", FISH("assay version --color al"), "always\n");
  expect_shell("fish", FISH("assay version --color=al"), "--color=always\n");
  expect_shell("fish", FISH("assay --color always version --js"), "--json\n");
  expect_shell("fish", FISH("assay help vers"), "version\n");
  expect_shell("fish", FISH("assay completion "), "bash\nfish\nzsh\n");
  expect_shell("fish", FISH("assay check et"), "etc/\n");
  expect_shell("fish", FISH("assay version et"), "");
  expect_shell("fish", FISH("assay gen --logic QF_ABVFPL"), "QF_ABVFPLRA\n");
  expect_shell("fish", FISH("assay vote -s bitwu"), "bitwuzla\n");
  expect_shell("fish", FISH("assay vote --solvers z3,boolec"), "z3,boolector\n");
  expect_shell("fish", FISH("assay gen --only bvadd,bvxn"), "bvadd,bvxnor\n");
  expect_shell("fish", FISH("assay theories Reals_"), "Reals_Ints\n");
  assert_int_equal(setenv("store", store_with_findings(), 1), 0);
  expect_shell("fish",
               "\"$ASSAY\" completion fish | source; complete -C \"assay show $store finding-\"",
               "finding-01\nfinding-02\n");
}

/* --- run_command itself --------------------------------------------------------------------- */

static void test_run_command(void **state)
{
  (void)state;
  CommandResult result = run_command_with((const char *[]){"cat", NULL},
                                          (CommandSettings){.input = "a\0b", .input_length = 3});
  assert_int_equal(result.out_length, 3);
  assert_memory_equal(result.out, "a\0b", 4);
  command_result_free(&result);

  result = run_command_with(
      (const char *[]){"bash", "-c", "sleep 60 & echo $A-${HOME-none}; pwd; sleep 60", NULL},
      (CommandSettings){.environment = (const char *[]){"A=x", "HOME", NULL},
                        .directory = "/",
                        .timeout_ms = 500});
  assert_true(result.timed_out);
  assert_int_equal(result.signal, SIGKILL);
  assert_int_equal(result.exit_code, -1);
  assert_string_equal(result.out, "x-none\n/\n");
  command_result_free(&result);

  result = run_command((const char *[]){"/nonexistent/program", NULL});
  assert_int_equal(result.exit_code, 127);
  expect_contains(result.err, "cannot run '/nonexistent/program'");
  command_result_free(&result);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_overview),
      cmocka_unit_test(test_command_help),
      cmocka_unit_test(test_help_of_every_command),
      cmocka_unit_test(test_version),
      cmocka_unit_test(test_usage_errors),
      cmocka_unit_test(test_color),
      cmocka_unit_test(test_lost_output),
      cmocka_unit_test(test_completion),
      cmocka_unit_test(test_completion_of_names),
      cmocka_unit_test(test_completion_is_registered),
      cmocka_unit_test(test_completion_zsh),
      cmocka_unit_test(test_completion_fish),
      cmocka_unit_test(test_run_command),
  };
  return cmocka_run_group_tests_name("cli_main", tests, scratch_set_up, scratch_tear_down);
}
