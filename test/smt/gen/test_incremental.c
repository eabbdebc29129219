/* Scripts with several queries. */
#include "testing.h"

#include <string.h>

#include "smt/text/theory.h"
#include "support/run_command.h"
#include "support/scripts.h"
#include "support/source.h"

static void start(Source *source, const char *logic, bool standard_27)
{
  source_open(source, logic);
  source->settings.incremental = true;
  source->settings.standard_27 = standard_27;
  source->settings.depth = 2;
  source->settings.max_width = 8;
  source->settings.worlds = 4;
  source_start(source);
}

/* --- commands ----------------------------------------------------------------------------- */

static void count_commands(const char *logic, bool standard_27, uint64_t scripts,
                           uint64_t seen[CMD_COUNT])
{
  Source source;
  start(&source, logic, standard_27);
  for (uint64_t i = 0; i < scripts; i++) {
    Script script = {0};
    generator_script(&source.generator, i, &script);
    for (size_t k = 0; k < script.commands.count; k++) seen[script.commands.items[k].kind]++;
    script_deinit(&script);
  }
  source_close(&source);
}

/* All commands of SMT-LIB 2.7 but exit, which is for whoever writes a file. */
static void test_all_commands(void **state)
{
  (void)state;
  static const CommandKind extensions[] = {
      CMD_DECLARE_CODATATYPE, CMD_DECLARE_CODATATYPES, CMD_ASSERT_SOFT, CMD_MINIMIZE,
      CMD_MAXIMIZE,           CMD_EXTENSION,           CMD_EXIT,        CMD_DECLARE_CB,
      CMD_DECLARE_ORACLE_FUN,
  };
  uint64_t seen[CMD_COUNT] = {0};
  count_commands("ALL", true, 300, seen);
  count_commands("QF_UFLIA", false, 300, seen);
  for (int kind = 0; kind < CMD_COUNT; kind++) {
    bool expected = true;
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
      expected &= extensions[i] != (CommandKind)kind;
    if ((seen[kind] > 0) != expected)
      fail_msg("%s: %llu", command_name((CommandKind)kind), (unsigned long long)seen[kind]);
  }
}

/* Is there a constant that is declared again with another sort? */
static bool has_other_sort(const Bank *bank, const Script *script)
{
  for (size_t i = 0; i < script->commands.count; i++)
    for (size_t k = 0; k < i; k++) {
      const Command *a = &script->commands.items[i], *b = &script->commands.items[k];
      if (a->kind != CMD_DECLARE_CONST || b->kind != CMD_DECLARE_CONST || a->a == b->a) continue;
      if (funs_info(&bank->funs, a->a)->name == funs_info(&bank->funs, b->a)->name) return true;
    }
  return false;
}

/* The scopes are right: the parser says so. A name has several sorts, one after the other. */
static void test_scopes(void **state)
{
  (void)state;
  static const char *const logics[] = {"QF_LIA", "QF_IDL", "QF_UFBV", "AUFLIRA", "QF_DT", "ALL"};
  bool several = false;
  for (size_t i = 0; i < sizeof logics / sizeof *logics; i++) {
    Source source;
    start(&source, logics[i], true);
    for (uint64_t index = 0; index < 40; index++) {
      StrBuf text;
      strbuf_init(&text, 0);
      generator_text(&source.generator, index, &text);
      Bank *bank = theory_create_bank();
      Script script = read_script_within(bank, logics[i], strbuf_text(&text));
      several |= has_other_sort(bank, &script);
      script_deinit(&script);
      bank_destroy(bank);
      strbuf_deinit(&text);
    }
    source_close(&source);
  }
  assert_true(several);
}

static void start_all(Source *source)
{
  start(source, "ALL", false);
}

static void test_independent(void **state)
{
  (void)state;
  assert_scripts_independent(start_all, 8);
}

/* --- solvers ------------------------------------------------------------------------------ */

static void assert_no_error(const char *const *argv, const StrBuf *input)
{
  CommandResult result = run_command_with(
      argv, (CommandSettings){.input = input->bytes, .input_length = input->length});
  const char *error = strstr(result.out, "(error");
  if (error || result.err_length) fail_msg("%s: %.300s%s", argv[0], error ? error : "", result.err);
  assert_non_null(strstr(result.out, "unsat"));
  command_result_free(&result);
}

/* No command fails, and z3, which compares, finds every status right. */
static void test_solvers(void **state)
{
  (void)state;
  static const char *const logics[] = {"QF_UF", "QF_IDL", "QF_LRA", "QF_BV"};
  for (size_t i = 0; i < sizeof logics / sizeof *logics; i++) {
    Source source;
    StrBuf text;
    strbuf_init(&text, 0);
    start(&source, logics[i], false);
    source_add_scripts(&source, 12, &text);
    assert_no_error((const char *[]){"z3", "-in", "-t:2000", NULL}, &text);
    assert_no_error(
        (const char *[]){"cvc5", "--lang", "smt2", "--incremental", "--tlimit-per=2000", "-", NULL},
        &text);
    strbuf_deinit(&text);
    source_close(&source);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_commands),
      cmocka_unit_test(test_scopes),
      cmocka_unit_test(test_independent),
      cmocka_unit_test(test_solvers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
