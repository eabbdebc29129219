/* The known solver bugs, test/data/solver-bugs: what the evaluator says of them, and whether
 * the solvers that are installed still make them. doc/solver-bugs.md describes them. */
#include "testing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/vec.h"
#include "smt/eval/check.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"
#include "support/run_command.h"

/* One file. Its first lines say which solver with which option answers what: an answer, model, crash or
 * error. A script with constants that is not about one of the last three has a line that tells what is
 * right: "; model: " and a model, or "; unsat: " and a solver that says so. */
typedef struct {
  char path[1024];
  FileText text;
  char solver[16], version[16], option[64], wrong[16];
} Bug;

typedef VEC(Bug) Bugs;

static void read_bug(const char *folder, const char *name, Bug *bug)
{
  Error error;
  snprintf(bug->path, sizeof bug->path, "%s/%s", folder, name);
  if (file_read(bug->path, 0, &bug->text, &error) != STATUS_OK) fail_msg("%s", error.message);
  const char *wrong = strstr(bug->text.bytes, "; wrong: ");
  char *first = mem_copy_string(bug->text.bytes, strcspn(bug->text.bytes, "\n"));
  int fields = sscanf(first, "; solver: %15s %15s %63s", bug->solver, bug->version, bug->option);
  free(first);
  if (fields < 2 || !wrong || sscanf(wrong, "; wrong: %15s", bug->wrong) != 1)
    fail_msg("%s: the first lines are not as they should be", name);
}

static int set_up(void **state)
{
  static Bugs bugs;
  char folder[400];
  snprintf(folder, sizeof folder, "%s/test/data/solver-bugs", getenv("ASSAY_SOURCE_ROOT"));
  DIR *listing = opendir(folder);
  if (!listing) return 1;
  for (const struct dirent *entry; (entry = readdir(listing));) {
    if (entry->d_name[0] == '.') continue;
    Bug bug = {0};
    read_bug(folder, entry->d_name, &bug);
    VEC_PUSH(&bugs, bug);
  }
  closedir(listing);
  *state = &bugs;
  return bugs.count == 0;
}

static int tear_down(void **state)
{
  Bugs *bugs = *state;
  for (size_t i = 0; i < bugs->count; i++) file_text_free(&bugs->items[i].text);
  VEC_FREE(bugs);
  return 0;
}

static bool is_about_models(const Bug *bug)
{
  return strcmp(bug->wrong, "model") == 0;
}

static bool is_failure(const Bug *bug)
{
  return strcmp(bug->wrong, "crash") == 0 || strcmp(bug->wrong, "error") == 0;
}

/* The rest of the line that begins so, to be freed; NULL if there is none. */
static char *header(const Bug *bug, const char *begin)
{
  const char *line = strstr(bug->text.bytes, begin);
  if (!line) return NULL;
  line += strlen(begin);
  return mem_copy_string(line, strcspn(line, "\n"));
}

/* Without variables, the truth of the assertion is the answer. */
static void check_value(const Bug *bug, Bank *bank, const Script *script)
{
  U32Vec assertions = {0};
  script_collect_assertions(script, &assertions);
  assert_int_equal(assertions.count, 1);
  Verdict verdict;
  checks_verdict_of_terms(bank, NULL, &(EvalLimits){0}, assertions.items, 1, &verdict);
  Truth right = strcmp(bug->wrong, "unsat") == 0 ? TRUTH_TRUE : TRUTH_FALSE;
  /* A crash says nothing of the answer. */
  if (strcmp(bug->wrong, "crash") == 0)
    right = verdict.truth == TRUTH_FALSE ? TRUTH_FALSE : TRUTH_TRUE;
  if (verdict.truth != right) fail_msg("%s: evaluated to %d", bug->path, (int)verdict.truth);
  VEC_FREE(&assertions);
}

static void check_given_model(const Bug *bug, Bank *bank, const char *model)
{
  CheckRequest request = {.bank = bank,
                          .script = bug->text.bytes,
                          .script_length = bug->text.length,
                          .output = model,
                          .output_length = strlen(model)};
  Checks checks = {0};
  Error error;
  if (check_output(&request, &checks, &error) != STATUS_OK) fail_msg("%s", error.message);
  assert_int_equal(checks.count, 1);
  if (checks.items[0].status != STATUS_OK) fail_msg("%s: the model is wrong", bug->path);
  for (size_t i = 0; i < checks.items[0].verdicts.count; i++)
    if (checks.items[0].verdicts.items[i].truth != TRUTH_TRUE)
      fail_msg("%s: assertion %zu is not true in the model", bug->path, i + 1);
  checks_deinit(&checks);
}

static bool has_constants(const Script *script)
{
  for (size_t i = 0; i < script->commands.count; i++)
    if (script->commands.items[i].kind == CMD_DECLARE_CONST) return true;
  return false;
}

static void test_right_answers(void **state)
{
  const Bugs *bugs = *state;
  for (size_t i = 0; i < bugs->count; i++) {
    const Bug *bug = &bugs->items[i];
    if (is_about_models(bug)) continue;
    Bank *bank = theory_create_bank();
    Script script = {0};
    Error error;
    if (script_read(bank, bug->text.bytes, bug->text.length, &script, &error) != STATUS_OK)
      fail_msg("%s: %s", bug->path, error.message);
    char *model = header(bug, "; model: "), *other = header(bug, "; unsat: ");
    if (model)
      check_given_model(bug, bank, model);
    else if (!has_constants(&script) && !other)
      check_value(bug, bank, &script);
    else if (!is_failure(bug) && !other)
      fail_msg("%s: nothing says what is right", bug->path);
    free(model);
    free(other);
    script_deinit(&script);
    bank_destroy(bank);
  }
}

/* Where nothing can be computed, another solver is asked. */
static void test_others_say_unsat(void **state)
{
  const Bugs *bugs = *state;
  for (size_t i = 0; i < bugs->count; i++) {
    const Bug *bug = &bugs->items[i];
    char *other = header(bug, "; unsat: ");
    if (!other) continue;
    CommandResult run = run_command((const char *[]){other, bug->path, NULL});
    if (run.exit_code >= 0 && run.exit_code != 127 && strncmp(run.out, "unsat\n", 6) != 0)
      fail_msg("%s: %s says %s", bug->path, other, run.out);
    command_result_free(&run);
    free(other);
  }
}

static bool is_installed(const Bug *bug)
{
  CommandResult run = run_command((const char *[]){bug->solver, "--version", NULL});
  bool same = run.exit_code == 0 && strstr(run.out, bug->version);
  command_result_free(&run);
  return same;
}

/* Is an assertion false in one of the models? */
static bool has_wrong_model(const Bug *bug, const CommandResult *run)
{
  Bank *bank = theory_create_bank();
  CheckRequest request = {.bank = bank,
                          .script = bug->text.bytes,
                          .script_length = bug->text.length,
                          .output = run->out,
                          .output_length = run->out_length};
  Checks checks = {0};
  Error error;
  bool wrong = false;
  if (check_output(&request, &checks, &error) != STATUS_OK) fail_msg("%s", error.message);
  for (size_t i = 0; i < checks.count; i++)
    for (size_t j = 0; j < checks.items[i].verdicts.count; j++)
      wrong |= checks.items[i].verdicts.items[j].truth == TRUTH_FALSE;
  checks_deinit(&checks);
  bank_destroy(bank);
  return wrong;
}

static bool still_wrong(const Bug *bug)
{
  const char *argv[] = {bug->solver, bug->path, bug->option, NULL};
  if (!bug->option[0]) argv[2] = NULL;
  CommandResult run = run_command(argv);
  size_t length = strlen(bug->wrong);
  bool wrong = strncmp(run.out, bug->wrong, length) == 0 && run.out[length] == '\n';
  if (strcmp(bug->wrong, "crash") == 0)
    wrong = run.signal != 0 || strstr(run.err, "ASSERTION VIOLATION") ||
            strstr(run.out, "ASSERTION VIOLATION");
  if (strcmp(bug->wrong, "error") == 0) wrong = strstr(run.out, "(error \"") != NULL;
  if (is_about_models(bug)) wrong = has_wrong_model(bug, &run);
  command_result_free(&run);
  return wrong;
}

static void test_solvers_are_wrong(void **state)
{
  const Bugs *bugs = *state;
  size_t tried = 0;
  for (size_t i = 0; i < bugs->count; i++) {
    if (!is_installed(&bugs->items[i])) continue;
    tried++;
    if (!still_wrong(&bugs->items[i])) fail_msg("%s: no longer wrong", bugs->items[i].path);
  }
  if (tried == 0) skip();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_right_answers),
      cmocka_unit_test(test_others_say_unsat),
      cmocka_unit_test(test_solvers_are_wrong),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
