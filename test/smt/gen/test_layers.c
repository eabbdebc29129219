/* Graphs with sharing. */
#include "testing.h"

#include <string.h>

#include "smt/term/traverse.h"
#include "smt/text/theory.h"
#include "support/accept.h"
#include "support/scripts.h"
#include "support/source.h"

static void start(Source *source, const char *logic, uint32_t nodes, uint32_t asserts)
{
  source_open(source, logic);
  source->settings.shape = SHAPE_LAYERS;
  source->settings.nodes = nodes;
  source->settings.asserts = asserts;
  source->settings.worlds = 4;
  source_start(source);
}

static bool occurs(const Bank *bank, const Script *script, Fun fun)
{
  U32Vec terms = {0};
  bool found = false;
  Walk walk = {0};
  script_collect_terms(bank, script, &terms);
  walk_start(&walk, bank);
  for (size_t i = 0; i < terms.count; i++) walk_add_root(&walk, terms.items[i]);
  for (Term term; (term = walk_next(&walk));) found |= bank_fun(bank, term) == fun;
  walk_deinit(&walk);
  VEC_FREE(&terms);
  return found;
}

/* The text is well sorted, within the logic, and uses every constant that it declares. */
static void check_text(const char *logic, StrBuf *text)
{
  Bank *bank = theory_create_bank();
  Script script = read_script_within(bank, logic, strbuf_text(text));
  for (size_t i = 0; i < script.commands.count; i++) {
    const Command *command = &script.commands.items[i];
    if (command->kind == CMD_DECLARE_CONST && !occurs(bank, &script, command->a))
      fail_msg("unused: %s", text->bytes);
  }
  script_deinit(&script);
  bank_destroy(bank);
}

static const char *const logics[] = {
    "QF_BV",   "QF_IDL", "QF_RDL",   "QF_UFIDL", "QF_LIA",   "QF_LRA", "QF_NIA",
    "QF_NRA",  "QF_AX",  "QF_AUFBV", "QF_UF",    "QF_UFLRA", "AUFLIA", "AUFLIRA",
    "AUFNIRA", "QF_FP",  "QF_ABVFP", "QF_SLIA",  "QF_DT",    "ALL",    "QF_SEQ",
};

static void test_well_formed(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof logics / sizeof *logics; i++) {
    Source source;
    start(&source, logics[i], 60, 2);
    for (uint64_t index = 0; index < 6; index++) {
      StrBuf text;
      strbuf_init(&text, 0);
      generator_text(&source.generator, index, &text);
      check_text(logics[i], &text);
      strbuf_deinit(&text);
    }
    source_close(&source);
  }
}

/* The number of operators is about what is asked for, and most of a large graph is shared. */
static void test_size(void **state)
{
  (void)state;
  static const uint32_t sizes[] = {1, 10, 300, 30000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    Source source;
    Script script = {0};
    U32Vec asserts = {0};
    start(&source, "QF_ABV", sizes[i], 1);
    generator_script(&source.generator, 3, &script);
    script_collect_assertions(&script, &asserts);
    assert_int_equal(asserts.count, 1);
    TermSize size = traverse_size(source.bank, asserts.items, asserts.count);
    if (sizes[i] >= 300) {
      assert_in_range(size.dag_size, sizes[i] / 2, sizes[i] + sizes[i] / 4);
      assert_true(size.tree_size > 10 * size.dag_size);
      assert_in_range(size.depth, 4, 200);
    }
    script_deinit(&script);
    VEC_FREE(&asserts);
    source_close(&source);
  }
}

static void start_all(Source *source)
{
  start(source, "ALL", 200, 2);
}

static void test_independent(void **state)
{
  (void)state;
  assert_scripts_independent(start_all, 8);
}

/* Operands of other widths and Booleans are made to fit. */
static void test_adaptors(void **state)
{
  (void)state;
  Source source;
  StrBuf text;
  strbuf_init(&text, 0);
  start(&source, "QF_BV", 2000, 1);
  VEC_PUSH(&source.settings.widths, ((WidthRange){7, 7}));
  VEC_PUSH(&source.settings.widths, ((WidthRange){12, 12}));
  generator_text(&source.generator, 0, &text);
  const char *bytes = strbuf_text(&text);
  assert_non_null(strstr(bytes, "(_ zero_extend 5)"));
  assert_non_null(strstr(bytes, "(_ sign_extend 5)"));
  assert_non_null(strstr(bytes, "(_ extract "));
  assert_non_null(strstr(bytes, " #b1 #b0)"));
  check_text("QF_BV", &text);
  source_close(&source);
  strbuf_deinit(&text);
}

/* Without connectives nothing can join predicates: each is an assertion. */
static void test_only(void **state)
{
  (void)state;
  Source source;
  Script script = {0};
  U32Vec asserts = {0};
  start(&source, "QF_BV", 40, 1);
  generator_deinit(&source.generator);
  source.settings.only = true;
  gen_settings_weigh(&source.settings, "bvadd", 5, 1);
  gen_settings_weigh(&source.settings, "bvult", 5, 1);
  source_start(&source);
  generator_script(&source.generator, 0, &script);
  script_collect_assertions(&script, &asserts);
  assert_true(asserts.count > 1);
  for (size_t i = 0; i < asserts.count; i++) {
    Fun fun = bank_fun(source.bank, asserts.items[i]);
    assert_true(
        symbols_equal(&source.bank->symbols, funs_info(&source.bank->funs, fun)->name, "bvult"));
  }
  VEC_FREE(&asserts);
  script_deinit(&script);
  source_close(&source);
}

static void test_solvers(void **state)
{
  (void)state;
  static const char *const accepted[] = {"QF_BV",  "QF_IDL", "QF_LRA",   "QF_AX",
                                         "QF_NRA", "QF_FP",  "QF_UFLRA", "QF_UFIDL"};
  for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
    Source source;
    StrBuf text;
    strbuf_init(&text, 0);
    start(&source, accepted[i], 100, 2);
    source_add_scripts(&source, 12, &text);
    assert_accepted(strbuf_text(&text));
    strbuf_deinit(&text);
    source_close(&source);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_well_formed), cmocka_unit_test(test_size),
      cmocka_unit_test(test_independent), cmocka_unit_test(test_adaptors),
      cmocka_unit_test(test_only),        cmocka_unit_test(test_solvers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
