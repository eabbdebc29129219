/* Generated scripts: well sorted, within their logic, complete, and the same every time. */
#include "testing.h"

#include <string.h>

#include "smt/eval/machine.h"
#include "smt/known/plant_model.h"
#include "smt/term/traverse.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"
#include "support/logics.h"
#include "support/scripts.h"
#include "support/source.h"

static void start(Source *source, const char *logic, void (*change)(GenSettings *))
{
  source_open(source, logic);
  source->settings.seed = 5;
  if (change) change(&source->settings);
  source_start(source);
}

static void check_logic(const char *logic_name, uint64_t count, void (*change)(GenSettings *))
{
  Source source;
  StrBuf text;
  strbuf_init(&text, 0);
  start(&source, logic_name, change);
  for (uint64_t i = 0; i < count; i++) {
    strbuf_clear(&text);
    generator_text(&source.generator, i, &text);
    assert_within_logic(logic_name, strbuf_text(&text));
  }
  strbuf_deinit(&text);
  source_close(&source);
}

static void test_within_logic(void **state)
{
  (void)state;
  for (size_t i = 0; i < TESTED_LOGICS; i++) check_logic(tested_logics[i], 20, NULL);
}

/* Without bags and the empty tuple neither is in what is declared or made of others. */
static void test_excluded_sorts(void **state)
{
  (void)state;
  enum { SCRIPTS = 300 };
  Source source;
  StrBuf text;
  size_t tuples = 0;
  strbuf_init(&text, 0);
  source_open(&source, "QF_DTLIAFS");
  Bank *bank = source.bank;
  Symbol unit = symbols_find(&bank->symbols, "tuple.unit", 10);
  source.settings.extensions = true;
  VEC_PUSH(&source.settings.excluded, bank_theory_fun(bank, unit));
  VEC_PUSH(&source.settings.excluded_sorts, bank->sorts.class_ctor[SORT_BAG]);
  source_start(&source);
  for (uint64_t i = 0; i < SCRIPTS; i++) {
    strbuf_clear(&text);
    generator_text(&source.generator, i, &text);
    const char *script = strbuf_text(&text);
    if (strstr(script, "(Bag ") || strstr(script, "UnitTuple") || strstr(script, "tuple.unit"))
      fail_msg("%s", script);
    tuples += strstr(script, "(tuple ") != NULL;
  }
  assert_true(tuples > 0);
  strbuf_deinit(&text);
  source_close(&source);
}

static void share_always(GenSettings *settings)
{
  settings->let_percent = 100;
}

static void guard_division(GenSettings *settings)
{
  settings->division = DIVISION_GUARDED;
  settings->standard_27 = true;
  settings->extensions = true;
}

static void avoid_division(GenSettings *settings)
{
  settings->division = DIVISION_NONE;
  settings->depth = 5;
}

static void test_settings_within_logic(void **state)
{
  (void)state;
  for (size_t i = 0; i < TESTED_LOGICS; i += 3) {
    check_logic(tested_logics[i], 6, share_always);
    check_logic(tested_logics[i], 6, guard_division);
    check_logic(tested_logics[i], 6, avoid_division);
  }
}

/* --- the same --------------------------------------------------------------------------- */

static void test_same_in_any_order(void **state)
{
  (void)state;
  static const char *const logics[] = {"QF_AUFBVFP", "AUFDTLIRA", "SLIA", "ALL"};
  for (size_t l = 0; l < sizeof logics / sizeof *logics; l++) {
    Source forward, backward;
    StrBuf a, b;
    strbuf_init(&a, 0);
    strbuf_init(&b, 0);
    start(&forward, logics[l], NULL);
    for (uint64_t i = 0; i < 60; i++) generator_text(&forward.generator, i, &a);
    const char *rest = strbuf_text(&a);
    for (uint64_t i = 0; i < 60; i++) {
      /* a generator that has made other scripts before */
      if (i % 20 == 0) {
        if (i) source_close(&backward);
        start(&backward, logics[l], NULL);
        for (uint64_t k = 100; k > 50; k--) generator_text(&backward.generator, k * 7, &b);
      }
      strbuf_clear(&b);
      generator_text(&backward.generator, i, &b);
      assert_int_equal(strncmp(rest, strbuf_text(&b), b.length), 0);
      rest += b.length;
    }
    source_close(&backward);
    source_close(&forward);
    strbuf_deinit(&a);
    strbuf_deinit(&b);
  }
}

/* (_ char #x41) is read as a literal, so that its text is another one. */
static void without_characters(GenSettings *settings)
{
  if (settings->logic.parts & LOGIC_STRINGS) gen_settings_weigh(settings, "char", 4, 0);
}

/* The commands of a script are those of its text. */
static void test_script_is_text(void **state)
{
  (void)state;
  for (size_t l = 0; l < TESTED_LOGICS; l += 5) {
    Source source;
    start(&source, tested_logics[l], without_characters);
    PrintOptions options = {.share = SHARE_LET};
    Printer *printer = printer_create(source.bank, &options);
    for (uint64_t i = 0; i < 20; i++) {
      Script made = {0}, read = {0};
      StrBuf text, a, b;
      Error error;
      strbuf_init(&text, 0);
      strbuf_init(&a, 0);
      strbuf_init(&b, 0);
      generator_text(&source.generator, i, &text);
      generator_script(&source.generator, i, &made);
      assert_int_equal(script_read(source.bank, strbuf_text(&text), text.length, &read, &error),
                       STATUS_OK);
      printer_script(printer, &a, &made);
      printer_script(printer, &b, &read);
      assert_string_equal(strbuf_text(&a), strbuf_text(&b));
      strbuf_deinit(&text);
      strbuf_deinit(&a);
      strbuf_deinit(&b);
      script_deinit(&made);
      script_deinit(&read);
    }
    printer_destroy(printer);
    source_close(&source);
  }
}

/* --- complete --------------------------------------------------------------------------- */

static void count_constructs(Source *source, uint32_t *counts)
{
  const Grower *grower = &source->generator.grower;
  const Grammar *grammar = grower->grammar;
  for (size_t i = 0; i < grower->draft.count; i++) {
    uint32_t word = grower->draft.items[i];
    ConstructId id = CONSTRUCT_NONE;
    if (word & DRAFT_LEAF) {
      Walk walk = {0};
      walk_start(&walk, source->bank);
      walk_add_root(&walk, word & ~DRAFT_LEAF);
      for (Term term; (term = walk_next(&walk));) {
        id = constructs_of_term(&source->generator.constructs, source->bank, term);
        if (id != CONSTRUCT_NONE) counts[id]++;
      }
      walk_deinit(&walk);
      continue;
    }
    uint32_t alternative = grammar->productions.items[word].alternative;
    if (alternative != PRODUCTION_GUARD) id = grammar->alternatives.items[alternative].construct;
    if (id != CONSTRUCT_NONE) counts[id]++;
  }
}

static void check_complete(const char *logic_name, void (*change)(GenSettings *))
{
  Source source;
  start(&source, logic_name, change);
  const ConstructTable *table = &source.generator.constructs;
  uint32_t *counts = mem_alloc_zero(table->items.count, sizeof *counts);
  for (uint64_t i = 0; i < 1000; i++) {
    generator_draw(&source.generator, i);
    count_constructs(&source, counts);
  }
  for (size_t i = 0; i < table->items.count; i++) {
    bool rare = strcmp(table->items.items[i].name, "updater") == 0;
    if (!counts[i] && !(rare && !source.settings.extensions))
      fail_msg("%s never has %s", logic_name, table->items.items[i].name);
  }
  free(counts);
  source_close(&source);
}

static void with_everything(GenSettings *settings)
{
  settings->standard_27 = true;
  settings->extensions = true;
}

static void test_complete(void **state)
{
  (void)state;
  for (size_t i = 0; i < TESTED_LOGICS; i++) check_complete(tested_logics[i], NULL);
}

/* Together they have all theories. */
static const char *const extended_logics[] = {
    "ALL",     "HO_ALL",       "QF_ABV",       "QF_UFBVLIA",  "FPLIRA",
    "SLIA",    "QF_NIRA",      "QF_UFSEQLIA",  "QF_UFFF",     "UFC",
    "QF_NRAT", "QF_UFDTFSLIA", "HO_UFDTFSLIA", "QF_SEP_UFLIA"};
enum { EXTENDED_LOGICS = sizeof extended_logics / sizeof *extended_logics };

static void test_complete_extensions(void **state)
{
  (void)state;
  for (size_t i = 0; i < EXTENDED_LOGICS; i++) check_complete(extended_logics[i], with_everything);
}

/* `names`: by Symbol, 1 if it is there. */
static bool is_marked(const U32Vec *names, Symbol name)
{
  return name < names->count && names->items[name];
}

static void mark(U32Vec *names, Symbol name)
{
  while (names->count <= name) VEC_PUSH(names, 0);
  names->items[name] = 1;
}

/* Marks the names of theory functions that are constructs of a logic, which has the whole of them. */
static void mark_names(const char *logic, U32Vec *names)
{
  Source source;
  start(&source, logic, with_everything);
  const Bank *bank = source.bank;
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    if (source.generator.constructs.of_fun.items[fun] == CONSTRUCT_NONE) continue;
    Symbol name = funs_info(&bank->funs, fun)->name;
    mark(names, name);
  }
  source_close(&source);
}

/* Every name that a theory has is a construct of one of the logics that are complete. Banks intern the names
 * of theories in the same order, so that symbols can be compared. */
static void test_all_names(void **state)
{
  (void)state;
  /* Of SMT-LIB 2.7 without the long names of the five rounding modes, which are aliases; (_ is C) belongs to no theory. */
  enum { STANDARD_NAMES = 151 };
  U32Vec names = {0}, standard = {0};
  uint32_t count = 0;
  for (size_t i = 0; i < EXTENDED_LOGICS; i++) mark_names(extended_logics[i], &names);
  Bank *bank = theory_create_bank();
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (!info->theory) continue;
    if (!is_marked(&names, info->name))
      fail_msg("no construct: %.*s", (int)symbols_length(&bank->symbols, info->name),
               symbols_text(&bank->symbols, info->name));
    bool counts = bank->theories.items[info->theory].standard &&
                  !bank->notes.items[info->related].extension && !is_marked(&standard, info->name);
    if (!counts) continue;
    mark(&standard, info->name);
    count++;
  }
  assert_int_equal(count, STANDARD_NAMES);
  VEC_FREE(&names);
  VEC_FREE(&standard);
  bank_destroy(bank);
}

/* --- settings --------------------------------------------------------------------------- */

static void only_some(GenSettings *settings)
{
  static const char *const names[] = {"and", "fp.eq", "fp.add", "RNE"};
  settings->only = true;
  settings->literal_percent = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    gen_settings_weigh(settings, names[i], strlen(names[i]), 1);
}

static void test_only(void **state)
{
  (void)state;
  Source source;
  start(&source, "QF_FP", only_some);
  assert_int_equal(source.generator.constructs.items.count, 4);
  StrBuf text;
  strbuf_init(&text, 0);
  for (uint64_t i = 0; i < 50; i++) {
    strbuf_clear(&text);
    generator_text(&source.generator, i, &text);
    const char *bytes = strbuf_text(&text);
    assert_null(strstr(bytes, "fp.sub"));
    assert_null(strstr(bytes, "RTZ"));
    assert_null(strstr(bytes, "(fp #"));
    assert_non_null(strstr(bytes, "fp.eq"));
  }
  strbuf_deinit(&text);
  source_close(&source);
}

static void weigh_one(GenSettings *settings)
{
  gen_settings_weigh(settings, "bvmul", 5, 1000);
}

static void test_weights(void **state)
{
  (void)state;
  Source source;
  start(&source, "QF_BV", weigh_one);
  const ConstructTable *table = &source.generator.constructs;
  uint32_t *counts = mem_alloc_zero(table->items.count, sizeof *counts);
  for (uint64_t i = 0; i < 50; i++) {
    generator_draw(&source.generator, i);
    count_constructs(&source, counts);
  }
  ConstructId heavy = constructs_find(table, "bvmul"), plain = constructs_find(table, "bvadd");
  assert_true(counts[heavy] > 20 * (counts[plain] + 1));
  free(counts);
  source_close(&source);
}

static void test_weights_text(void **state)
{
  (void)state;
  GenSettings settings;
  Error error;
  gen_settings_init(&settings);
  const char *good = "# comment\nbvmul 2.5\n\n  bvadd\t0 # none\n";
  assert_int_equal(gen_settings_read_weights(&settings, good, strlen(good), &error), STATUS_OK);
  assert_true(gen_settings_weight(&settings, "bvmul") == 2.5);
  assert_true(gen_settings_weight(&settings, "bvadd") == 0);
  assert_true(gen_settings_weight(&settings, "bvsub") == 1);
  static const char *const bad[] = {"bvmul\n",     "bvmul x\n",   "bvmul -1\n",
                                    "bvmul 1 2\n", "bvmul inf\n", "bvmul 1e9"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal(gen_settings_read_weights(&settings, bad[i], strlen(bad[i]), &error),
                     STATUS_SYNTAX);
  gen_settings_deinit(&settings);
}

static void test_unknown_construct(void **state)
{
  (void)state;
  static const char *const names[] = {"bvmull", "fp.add"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Bank *bank = theory_create_bank();
    GenSettings settings;
    Generator generator;
    Error error;
    gen_settings_init(&settings);
    gen_settings_weigh(&settings, names[i], strlen(names[i]), 1);
    assert_int_equal(generator_init(&generator, bank, &settings, &error), STATUS_USAGE);
    assert_non_null(strstr(error.message, names[i]));
    generator_deinit(&generator);
    gen_settings_deinit(&settings);
    bank_destroy(bank);
  }
}

/* Every divisor of a guarded script is a literal or (ite (= d 0) 1 d). */
static void free_of_constants(GenSettings *settings)
{
  settings->division = DIVISION_GUARDED;
}

static void test_guarded(void **state)
{
  (void)state;
  Source source;
  start(&source, "QF_NIA", free_of_constants);
  Script script = {0};
  uint32_t divisions = 0;
  for (uint64_t i = 0; i < 100; i++) generator_script(&source.generator, i, &script);
  U32Vec terms = {0};
  script_collect_terms(source.bank, &script, &terms);
  Walk walk = {0};
  walk_start(&walk, source.bank);
  for (size_t i = 0; i < terms.count; i++) walk_add_root(&walk, terms.items[i]);
  for (Term term; (term = walk_next(&walk));) {
    Fun fun = bank_fun(source.bank, term);
    if (!fun) continue;
    Symbol name = funs_info(&source.bank->funs, fun)->name;
    if (!symbols_equal(&source.bank->symbols, name, "div") &&
        !symbols_equal(&source.bank->symbols, name, "mod"))
      continue;
    Fun guard = bank_fun(source.bank, bank_args(source.bank, term)[1]);
    assert_true(guard);
    assert_true(
        symbols_equal(&source.bank->symbols, funs_info(&source.bank->funs, guard)->name, "ite"));
    divisions++;
  }
  assert_true(divisions > 10);
  walk_deinit(&walk);
  VEC_FREE(&terms);
  script_deinit(&script);
  source_close(&source);
}

/* --- the balance of answers --------------------------------------------------------------- */

static void likely_always(GenSettings *settings)
{
  settings->likely_percent = 100;
}

static void likely_never(GenSettings *settings)
{
  settings->likely_percent = 0;
}

/* How many assertions of a script are true, and how many are false, in a model that has nothing to do with how it was
 * made. */
static void count_truths(Source *source, uint64_t index, uint32_t counts[2])
{
  Generator *generator = &source->generator;
  Script script = {0};
  Model model = {0};
  Random random = random_stream(17, 1, index);
  generator_script(generator, index, &script);
  const U32Vec *used = &generator->grower.used;
  if (plant_define(&model, source->bank, &random, used->items, used->count)) {
    Machine *machine = machine_create(source->bank, &model, NULL, false);
    for (size_t i = 0; i < script.commands.count; i++) {
      if (script.commands.items[i].kind != CMD_ASSERT) continue;
      Value value = machine_value(machine, script.commands.items[i].a);
      if (value.kind == VALUE_BOOL) counts[value.word]++;
    }
    machine_destroy(machine);
  }
  model_deinit(&model);
  script_deinit(&script);
}

static double part_of_true(const char *logic, void (*change)(GenSettings *))
{
  Source source;
  uint32_t counts[2] = {0};
  start(&source, logic, change);
  for (uint64_t i = 0; i < 200; i++) count_truths(&source, i, counts);
  source_close(&source);
  assert_true(counts[0] + counts[1] > 300);
  return (double)counts[1] / (counts[0] + counts[1]);
}

/* Most assertions on floating-point numbers and strings are false: those that are likely to be satisfied are not. */
static void test_likely(void **state)
{
  (void)state;
  static const char *const logics[] = {"QF_FP", "QF_SLIA", "FP"};
  for (size_t i = 0; i < sizeof logics / sizeof *logics; i++) {
    double never = part_of_true(logics[i], likely_never);
    double usual = part_of_true(logics[i], NULL), always = part_of_true(logics[i], likely_always);
    if (never > 0.5 || always < 0.65 || usual <= never + 0.05 || usual >= always)
      fail_msg("%s: %.2f, %.2f, %.2f", logics[i], never, usual, always);
  }
}

/* --- large and small -------------------------------------------------------------------- */

static void make_large(GenSettings *settings)
{
  settings->depth = 17;
  settings->asserts = 1;
  settings->worlds = 1;
  settings->only = true;
  gen_settings_weigh(settings, "bvsub", 5, 1);
  gen_settings_weigh(settings, "bvult", 5, 1);
}

static void test_large(void **state)
{
  (void)state;
  Source source;
  StrBuf text;
  strbuf_init(&text, 0);
  start(&source, "QF_BV", make_large);
  generator_draw(&source.generator, 0);
  assert_int_equal(source.generator.grower.draft.count, (1 << 18) - 1); /* a full binary tree */
  generator_text(&source.generator, 0, &text);
  assert_within_logic("QF_BV", strbuf_text(&text));
  strbuf_deinit(&text);
  source_close(&source);
}

static void check_memory(const char *logic)
{
  Source source;
  StrBuf text;
  strbuf_init(&text, 0);
  start(&source, logic, share_always);
  for (uint64_t i = 0; i < 3000; i++) {
    strbuf_clear(&text);
    generator_text(&source.generator, i, &text);
  }
  size_t terms = source.bank->terms.count, symbols = symbols_count(&source.bank->symbols);
  for (uint64_t i = 3000; i < 9000; i++) {
    strbuf_clear(&text);
    generator_text(&source.generator, i, &text);
  }
  assert_true(source.bank->terms.count < terms + terms / 4);
  assert_true(symbols_count(&source.bank->symbols) < symbols + symbols / 4);
  strbuf_deinit(&text);
  source_close(&source);
}

static void test_memory_is_bounded(void **state)
{
  (void)state;
  check_memory("AUFDTLIRA");
  check_memory("QF_FP"); /* some scripts are evaluated */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_within_logic),
      cmocka_unit_test(test_excluded_sorts),
      cmocka_unit_test(test_settings_within_logic),
      cmocka_unit_test(test_same_in_any_order),
      cmocka_unit_test(test_script_is_text),
      cmocka_unit_test(test_complete),
      cmocka_unit_test(test_complete_extensions),
      cmocka_unit_test(test_all_names),
      cmocka_unit_test(test_only),
      cmocka_unit_test(test_weights),
      cmocka_unit_test(test_weights_text),
      cmocka_unit_test(test_unknown_construct),
      cmocka_unit_test(test_guarded),
      cmocka_unit_test(test_likely),
      cmocka_unit_test(test_large),
      cmocka_unit_test(test_memory_is_bounded),
  };
  return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
