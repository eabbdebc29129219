/* Transforms: single outcomes, and what holds for all of them on scripts of many logics and on files. */
#include "testing.h"

#include <string.h>

#include "smt/mutate/transform.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"
#include "support/scripts.h"
#include "support/solver_answer.h"
#include "support/source.h"

static const Transform *find(const char *name)
{
  for (size_t i = 0; i < transform_count; i++)
    if (strcmp(transform_list[i].name, name) == 0) return &transform_list[i];
  fail_msg("no transform '%s'", name);
  return NULL;
}

/* --- a script and its transforms ---------------------------------------------------------- */

typedef struct {
  Bank *bank;
  GenSettings settings;
  Mutator mutator;
  Script script, result;
  Choice choice;
  StrBuf before, after;
  bool within;
} Trial;

/* Takes over the script. */
static void trial_begin(Trial *trial, Bank *bank, Script script)
{
  Error error;
  *trial = (Trial){.bank = bank, .script = script};
  gen_settings_init(&trial->settings);
  Logic logic = mutate_logic_of_script(bank, &script), inferred = logic_infer(bank, &script);
  gen_settings_logic(&trial->settings, &logic);
  trial->within = logic_includes(&trial->settings.logic, &inferred);
  assert_int_equal(mutator_init(&trial->mutator, bank, &trial->settings, &error), STATUS_OK);
  mutator_start(&trial->mutator, &trial->script);
  choice_init(&trial->choice, random_stream(1, 0, 0));
  strbuf_init(&trial->before, 0);
  strbuf_init(&trial->after, 0);
  add_script_text(&trial->before, bank, &trial->script);
}

static void trial_end(Trial *trial)
{
  strbuf_deinit(&trial->before);
  strbuf_deinit(&trial->after);
  choice_deinit(&trial->choice);
  mutator_deinit(&trial->mutator);
  gen_settings_deinit(&trial->settings);
  script_deinit(&trial->script);
  script_deinit(&trial->result);
}

/* The text of an outcome; NULL if there is none. It is another script, can be read, and stays within the
 * logic. */
static const char *trial_apply(Trial *trial, const Transform *transform, uint64_t seed)
{
  Error error;
  trial->choice.random = random_stream(seed, 5, 0);
  if (transform_apply(transform, &trial->mutator, &trial->script, &trial->choice, &trial->result,
                      &error))
    return NULL;
  strbuf_clear(&trial->after);
  add_script_text(&trial->after, trial->bank, &trial->result);
  const char *text = strbuf_text(&trial->after), *before = strbuf_text(&trial->before);
  if (strcmp(text, before) == 0) fail_msg("%s: no change of\n%s", transform->name, text);
  Script read = read_script(trial->bank, text);
  Logic inferred = logic_infer(trial->bank, &read);
  if (trial->within && !logic_includes(&trial->settings.logic, &inferred))
    fail_msg("%s leaves the logic:\n%s\n%s", transform->name, before, text);
  script_deinit(&read);
  return text;
}

/* --- single outcomes ---------------------------------------------------------------------- */

/* Each text is in an outcome of some seed, and all outcomes have `always`. */
static void expect(const char *name, const char *text, const char *always,
                   const char *const *wanted)
{
  enum { SEEDS = 300 };
  Trial trial;
  Bank *bank = theory_create_bank();
  bool seen[16] = {false};
  trial_begin(&trial, bank, read_script(bank, text));
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    const char *after = trial_apply(&trial, find(name), seed);
    assert_non_null(after);
    if (always && !strstr(after, always)) fail_msg("%s: no '%s' in\n%s", name, always, after);
    for (size_t i = 0; wanted[i]; i++) seen[i] |= strstr(after, wanted[i]) != NULL;
  }
  for (size_t i = 0; wanted[i]; i++)
    if (!seen[i]) fail_msg("%s: '%s' never came", name, wanted[i]);
  trial_end(&trial);
  bank_destroy(bank);
}

#define WANTED(...) ((const char *const[]){__VA_ARGS__, NULL})
#define INTS        "(set-logic QF_LIA)(set-info :status sat)(declare-const x Int)(declare-const y Int)"
#define STRINGS                                                                                    \
  "(set-logic QF_SLIA)(set-info :status sat)(declare-const s String)(declare-const t String)"
#define STATUS "(set-info :status sat)"

static void test_operators(void **state)
{
  (void)state;
  expect("operators", INTS "(assert (< (+ x 1) y))(check-sat)", NULL,
         WANTED("(<= (+ x 1) y)", "(> (+ x 1) y)", "(distinct (+ x 1) y)", "(< (- x 1) y)",
                "(< (div x 1) y)"));
  expect("operators",
         "(set-logic BV)(declare-const v (_ BitVec 8))"
         "(assert (forall ((u (_ BitVec 8))) (bvult ((_ zero_extend 4) v) ((_ sign_extend 4) u))))",
         NULL, WANTED("(exists", "bvsge", "((_ sign_extend 4) v)", "((_ zero_extend 4) u)"));
  expect("operators", STRINGS "(assert (str.prefixof s t))(check-sat)", NULL,
         WANTED("(str.suffixof s t)", "(str.contains s t)", "(str.<= s t)", "(= s t)"));
}

static void test_literals(void **state)
{
  (void)state;
  expect("literals", INTS "(assert (< x 7))(check-sat)", NULL,
         WANTED("(< x 8)", "(< x 6)", "(< x (- 7))", "(< x 0)", "(< x 14)", "(< x 65536)",
                "(< x 9223372036854775807)"));
  expect("literals", "(set-logic QF_BV)(declare-const v (_ BitVec 8))(assert (= v #x00))", NULL,
         WANTED("#xff", "#x01", "#x80", "#x7f"));
  expect("literals", "(set-logic QF_LRA)(declare-const r Real)(assert (= r 0.25))", NULL,
         WANTED("0.26", "0.24", "(- 0.25)", "0.5)"));
  expect("literals", STRINGS "(assert (= s \"abc\"))(check-sat)", NULL,
         WANTED("\"bc\"", "\"bac\"", "\"cba\""));
  /* The ends of a range stay characters. */
  expect("literals", STRINGS "(assert (str.in_re s (re.range \"a\" \"z\")))(check-sat)",
         "(re.range \"", WANTED("\" \"z\")"));
}

static void test_multiply(void **state)
{
  (void)state;
  expect("multiply",
         STRINGS "(assert (= (str.++ s \"ab\") t))(assert (< (str.len s) 5))"
                 "(assert (str.in_re s (re.range \"a\" \"z\")))(check-sat)",
         "(re.range \"a\" \"z\")",
         WANTED("(= (str.++ s \"abab\") t))\n(assert (< (str.len s) 10))",
                "ababab\") t))\n(assert (< (str.len s) 15))"));
}

static void test_reverse(void **state)
{
  (void)state;
  expect("reverse",
         STRINGS
         "(assert (= (str.++ s \"ab\" t) t))(assert (str.prefixof s t))"
         "(assert (str.in_re s (re.++ (str.to_re \"xyz\") (re.range \"a\" \"z\"))))(check-sat)",
         "(assert (= (str.++ t \"ba\" s) t))\n(assert (str.suffixof s t))\n"
         "(assert (str.in_re s (re.++ (re.range \"a\" \"z\") (str.to_re \"zyx\"))))\n" STATUS
         "\n(check-sat)",
         WANTED(STATUS));
}

/* Positions are no matter of characters alone. */
static void test_reverse_status(void **state)
{
  (void)state;
  Trial trial;
  Bank *bank = theory_create_bank();
  trial_begin(&trial, bank,
              read_script(bank, STRINGS "(assert (= (str.at s 0) \"ab\"))(check-sat)"));
  const char *text = trial_apply(&trial, find("reverse"), 1);
  assert_non_null(text);
  assert_null(strstr(text, ":status"));
  text = trial_apply(&trial, find("translate"), 1);
  assert_non_null(text);
  assert_non_null(strstr(text, STATUS));
  trial_end(&trial);
  /* What the definition says stays, so the answer may change. */
  trial_begin(&trial, bank,
              read_script(bank, STRINGS "(define-fun c () String \"ab\")(assert (= s \"ab\"))"
                                        "(assert (= s c))(check-sat)"));
  text = trial_apply(&trial, find("reverse"), 1);
  assert_non_null(text);
  assert_null(strstr(text, ":status"));
  trial_end(&trial);
  bank_destroy(bank);
}

static void test_rotate(void **state)
{
  (void)state;
  expect("rotate", INTS "(assert (< (+ (- x 1) y) 0))(check-sat)", NULL,
         WANTED("(- (+ x y) 1)", "(- x (+ 1 y))", "(+ y (- x 1))", "(< 0 (+", "(- 1 x)"));
}

static void test_small(void **state)
{
  (void)state;
  expect("commute", INTS "(assert (< (+ x 1) y))(check-sat)",
         "(assert (< (+ 1 x) y))\n" STATUS "\n(check-sat)", WANTED("+"));
  expect("negate", INTS "(assert (or (not (< x y)) (< y x)))(check-sat)", NULL,
         WANTED("(or (< x y)", "(not (< y x))", "(assert (not (or"));
  expect("variable", INTS "(assert (< x 3))(check-sat)", "(assert (< y 3))", WANTED("y"));
  expect("duplicate", INTS "(assert (< x 3))(check-sat)",
         "(assert (< x 3))\n(assert (< x 3))\n" STATUS, WANTED("x"));
  expect("drop", INTS "(assert (< x 3))(assert (! (< y 3) :named n))(check-sat)",
         "Int)\n(assert (! (< y 3) :named n))\n(check-sat)", WANTED("n"));
  expect("nest", STRINGS "(assert (= s \"ab\"))(check-sat)", STATUS,
         WANTED("(str.++ \"a\" \"b\")", "(str.++ s \"\")", "(str.substr s 0 (str.len s))",
                "(ite true s s)", "(not (not (= s \"ab\")))", "(str.replace s s s)"));
}

/* --- answers ------------------------------------------------------------------------------ */

/* Where a status stays, solvers say the same. */
static void test_answers(void **state)
{
  (void)state;
  static const struct {
    const char *text, *answer;
  } cases[] = {
      {STRINGS "(assert (= (str.++ s \"ab\" t) \"xabab\"))(assert (str.prefixof \"x\" s))"
               "(assert (str.in_re t (re.* (re.range \"a\" \"c\"))))(check-sat)",
       "sat"},
      {"(set-logic QF_SLIA)(set-info :status unsat)(declare-const s String)"
       "(assert (str.in_re s (re.++ (str.to_re \"ab\") (re.opt (re.range \"b\" \"x\")))))"
       "(assert (str.suffixof \"ya\" s))(check-sat)",
       "unsat"},
      {STRINGS "(assert (= (str.indexof s \"b\" 0) 2))(assert (= (str.at s 1) \"a\"))"
               "(assert (str.in_re s (re.+ (re.range \"a\" \"b\"))))(check-sat)",
       "sat"},
      {"(set-logic QF_BV)(set-info :status unsat)(declare-const v (_ BitVec 6))"
       "(assert (bvult (bvadd v v) (bvand v #b000000)))(check-sat)",
       "unsat"},
      {"(set-logic QF_LIRA)(set-info :status sat)(declare-const x Int)(declare-const r Real)"
       "(assert (and (< (to_real x) r) (< r 0.5) (or (> x (- 3)) (= x 7))))(check-sat)",
       "sat"},
  };
  enum { SEEDS = 2, COUNT = sizeof cases / sizeof *cases };
  uint32_t made = 0, found = 0;
  for (size_t i = 0; i < COUNT; i++) {
    Trial trial;
    Bank *bank = theory_create_bank();
    trial_begin(&trial, bank, read_script(bank, cases[i].text));
    for (size_t k = 0; k < transform_count * SEEDS; k++) {
      const Transform *transform = &transform_list[k / SEEDS];
      if (transform->keeps == KEEPS_NOTHING) continue;
      const char *text = trial_apply(&trial, transform, k);
      if (!text || !strstr(text, ":status")) continue;
      found += solver_answer_is(text, cases[i].answer);
      made++;
    }
    trial_end(&trial);
    bank_destroy(bank);
  }
  print_message("z3 answered %u of %u\n", found, made);
  assert_true(made >= 30);
  if (solver_answer_available()) assert_true(found * 4 > made * 3);
}

/* --- many scripts ------------------------------------------------------------------------- */

static uint32_t try_all(Trial *trial, uint32_t seeds)
{
  uint32_t made = 0;
  for (size_t i = 0; i < transform_count; i++)
    for (uint64_t seed = 0; seed < seeds; seed++)
      made += trial_apply(trial, &transform_list[i], seed) != NULL;
  return made;
}

static void test_logics(void **state)
{
  (void)state;
  enum { SCRIPTS = 4 };
  static const char *const logics[] = {
      "QF_BV",     "QF_ABV",  "QF_UFBV", "QF_FP",  "QF_BVFP",  "QF_LIA",   "QF_LRA",
      "QF_NIA",    "QF_NRA",  "QF_IDL",  "QF_RDL", "QF_UFIDL", "QF_UFLIA", "QF_AX",
      "QF_AUFLIA", "LIA",     "UFLRA",   "QF_S",   "QF_SLIA",  "QF_DT",    "UFDT",
      "QF_UF",     "AUFLIRA", "BV",      "ALL",    "QF_ALIA",  "QF_SEQ",   "QF_FF",
  };
  for (size_t i = 0; i < sizeof logics / sizeof *logics; i++) {
    Source source;
    uint32_t made = 0;
    source_open(&source, logics[i]);
    source_start(&source);
    for (uint64_t k = 0; k < SCRIPTS; k++) {
      Trial trial;
      Script script = {0};
      generator_script(&source.generator, k, &script);
      trial_begin(&trial, source.bank, script);
      made += try_all(&trial, 5);
      trial_end(&trial);
    }
    print_message("%s: %u\n", logics[i], made);
    assert_true(made >= SCRIPTS * 25);
    source_close(&source);
  }
}

static void try_sample(Bank *bank, Script *script, const char *path)
{
  (void)path;
  Trial trial;
  trial_begin(&trial, bank, *script);
  *script = (Script){0};
  try_all(&trial, 6);
  trial_end(&trial);
}

static void test_files(void **state)
{
  (void)state;
  for_each_sample(try_sample);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operators),      cmocka_unit_test(test_literals),
      cmocka_unit_test(test_multiply),       cmocka_unit_test(test_reverse),
      cmocka_unit_test(test_reverse_status), cmocka_unit_test(test_rotate),
      cmocka_unit_test(test_small),          cmocka_unit_test(test_logics),
      cmocka_unit_test(test_files),          cmocka_unit_test(test_answers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
