/* Scripts whose answer is known: the planted models are right, no model makes what is refuted true,
 * everything stays within the logic, and script N does not depend on the scripts before it. */
#include "testing.h"

#include <string.h>

#include "smt/eval/check.h"
#include "smt/known/known.h"
#include "smt/known/plant.h"
#include "smt/known/plant_model.h"
#include "smt/known/refute.h"
#include "smt/text/theory.h"
#include "support/expect.h"
#include "support/run_command.h"
#include "support/scripts.h"
#include "support/source.h"

static const char *const logics[] = {
    "QF_UF",   "QF_AX",   "QF_BV",      "QF_AUFBV", "QF_IDL",     "QF_RDL", "QF_UFIDL", "QF_LIA",
    "QF_LRA",  "QF_LIRA", "QF_NIA",     "QF_NRA",   "QF_AUFLIA",  "QF_FP",  "QF_BVFP",  "QF_S",
    "QF_SLIA", "QF_DT",   "QF_UFDTLIA", "QF_SEQ",   "QF_DTLIAFS", "QF_FF",  "QF_ALL",   "UF",
    "LIA",     "UFBV",    "UFDT",       "ALL",      "HO_ALL",
};
enum { LOGICS = sizeof logics / sizeof *logics, SCRIPTS = 12 };

static void start(Source *source, const char *logic)
{
  source_open(source, logic);
  source->settings.asserts = 3;
  source_start(source);
}

/* --- planted models ----------------------------------------------------------------------- */

/* What is printed is read again and checked as the output of a solver would be. */
static void check_model(const char *logic, uint64_t index, const StrBuf *script,
                        const StrBuf *model)
{
  Bank *bank = theory_create_bank();
  Checks checks = {0};
  Error error;
  CheckRequest request = {.bank = bank,
                          .script = script->bytes,
                          .script_length = script->length,
                          .output = model->bytes,
                          .output_length = model->length};
  if (check_output(&request, &checks, &error)) fail_msg("%s: %s", logic, error.message);
  assert_int_equal(checks.count, 1);
  const Check *check = &checks.items[0];
  if (check->status) fail_msg("%s: %s\n%s", logic, check->error.message, model->bytes);
  assert_int_equal(check->verdicts.count, 3);
  for (size_t i = 0; i < check->verdicts.count; i++)
    if (check->verdicts.items[i].truth != TRUTH_TRUE || check->verdicts.items[i].completed)
      fail_msg("%s, script %d: assertion %zu is not true\n%s", logic, (int)index, i, script->bytes);
  checks_deinit(&checks);
  bank_destroy(bank);
}

static void test_planted(void **state)
{
  (void)state;
  for (size_t i = 0; i < LOGICS; i++) {
    Source source;
    start(&source, logics[i]);
    for (uint64_t index = 0; index < SCRIPTS; index++) {
      StrBuf script, model;
      strbuf_init(&script, 0);
      strbuf_init(&model, 0);
      known_text(&source.generator, KNOWN_SAT, index, &script, &model, "");
      assert_non_null(strstr(strbuf_text(&script), "(set-info :status sat)\n"));
      strbuf_text(&model);
      check_model(logics[i], index, &script, &model);
      strbuf_deinit(&script);
      strbuf_deinit(&model);
    }
    source_close(&source);
  }
}

/* --- contradictions ----------------------------------------------------------------------- */

/* A random model does not make all assertions true. */
static bool all_true(Source *source, const Script *script, uint64_t seed)
{
  Random random = random_stream(seed, 0, 0);
  Model model = {0};
  U32Vec terms = {0};
  const U32Vec *used = &source->generator.grower.used;
  script_collect_assertions(script, &terms);
  assert_true(plant_define(&model, source->bank, &random, used->items, used->count));
  Machine *machine = machine_create(source->bank, &model, NULL, false);
  Program *program = program_create(machine, terms.items, (uint32_t)terms.count);
  program_run(program);
  bool result = true;
  for (uint32_t i = 0; i < terms.count; i++) result &= value_is_true(program_value(program, i));
  program_destroy(program);
  machine_destroy(machine);
  model_deinit(&model);
  VEC_FREE(&terms);
  return result;
}

static void check_refuted(Source *source, const char *name, uint64_t index)
{
  enum { MODELS = 4 };
  Script script = {0};
  StrBuf text;
  U32Vec terms = {0};
  strbuf_init(&text, 0);
  refute_script(&source->generator, index, &script);
  add_script_text(&text, source->bank, &script);
  assert_within_logic(name, strbuf_text(&text));
  script_collect_assertions(&script, &terms);
  assert_int_equal(terms.count, source->settings.asserts);
  for (uint64_t seed = 0; seed < MODELS; seed++)
    if (all_true(source, &script, seed)) fail_msg("%s: script %d has a model", name, (int)index);
  strbuf_deinit(&text);
  VEC_FREE(&terms);
  script_deinit(&script);
}

static void test_refuted(void **state)
{
  (void)state;
  for (size_t i = 0; i < LOGICS; i++) {
    Source source;
    start(&source, logics[i]);
    for (uint64_t index = 0; index < 3 * SCRIPTS; index++) check_refuted(&source, logics[i], index);
    source_close(&source);
  }
}

/* Terms that are put together, not grown, may be the only ones of a datatype: it is declared all the same. */
static void test_refuted_datatypes(void **state)
{
  (void)state;
  Source source;
  source_open(&source, "QF_UFDT");
  source.settings.asserts = 1;
  source.settings.depth = 2;
  source_start(&source);
  for (uint64_t index = 0; index < 300; index++) {
    StrBuf text;
    strbuf_init(&text, 0);
    known_text(&source.generator, KNOWN_UNSAT, index, &text, NULL, "");
    assert_within_logic("QF_UFDT", strbuf_text(&text));
    strbuf_deinit(&text);
  }
  source_close(&source);
}

/* --- any split gives the same ------------------------------------------------------------- */

static void test_split(void **state)
{
  (void)state;
  static const char *const some[] = {"QF_BV", "QF_UFDTLIA", "UFBV", "ALL"};
  for (size_t i = 0; i < sizeof some / sizeof *some; i++)
    for (KnownAnswer known = KNOWN_NOTHING; known <= KNOWN_UNSAT; known++) {
      Source all;
      start(&all, some[i]);
      for (uint64_t index = 0; index < 40; index++) {
        StrBuf text, again;
        strbuf_init(&text, 0);
        strbuf_init(&again, 0);
        known_text(&all.generator, known, index, &text, known == KNOWN_SAT ? &text : NULL, "; ");
        if (index % 6 == 5) {
          Source alone;
          start(&alone, some[i]);
          known_text(&alone.generator, known, index, &again, known == KNOWN_SAT ? &again : NULL,
                     "; ");
          assert_string_equal(strbuf_text(&text), strbuf_text(&again));
          source_close(&alone);
        }
        strbuf_deinit(&text);
        strbuf_deinit(&again);
      }
      source_close(&all);
    }
}

/* --- the command -------------------------------------------------------------------------- */

#define GEN(...) run_command((const char *[]){assay_program(), "gen", __VA_ARGS__, NULL})

static void test_command(void **state)
{
  (void)state;
  expect(GEN("--logic", "QF_LIA", "--known", "sat", "--with-model"), 0, "; model: (define-fun ",
         "");
  expect(GEN("--logic", "QF_LIA", "--known", "unsat"), 0, "(set-info :status unsat)\n", "");
  expect(GEN("--logic", "QF_LIA", "--known", "unsat", "--num-asserts", "1"), 0, "(assert ", "");
}

static void test_impossible(void **state)
{
  (void)state;
  expect(GEN("--logic", "QF_LIA", "--known", "unsat", "--with-model"), 2, "", "--known sat");
  expect(GEN("--logic", "QF_LIA", "--with-model"), 2, "", "--known sat");
  expect(GEN("--logic", "QF_LIA", "--known", "unsat", "--num-asserts", "0"), 2, "",
         "without assertions");
  expect(GEN("--logic", "QF_LIA", "--known", "unsat", "--only", "and,<,="), 2, "", "'not'");
  expect(GEN("--logic", "QF_LIA", "--known", "maybe"), 2, "", "maybe");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_planted),           cmocka_unit_test(test_refuted),
      cmocka_unit_test(test_refuted_datatypes), cmocka_unit_test(test_split),
      cmocka_unit_test(test_command),           cmocka_unit_test(test_impossible),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
