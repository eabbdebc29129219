/* Fusion and skeletons: names, refusals, and answers that stay what they are. */
#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "smt/eval/check.h"
#include "smt/known/known.h"
#include "smt/mutate/fuse.h"
#include "smt/mutate/skeleton.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"
#include "support/scripts.h"
#include "support/solver_answer.h"
#include "support/source.h"

/* --- fusion ------------------------------------------------------------------------------- */

typedef struct {
  Bank *bank;
  Script first, second, result;
  StrBuf text;
  Error error;
} Pair;

static void pair_begin(Pair *pair, const char *first, const char *second)
{
  *pair = (Pair){.bank = theory_create_bank()};
  strbuf_init(&pair->text, 0);
  pair->first = read_script(pair->bank, first);
  pair->second = read_script(pair->bank, second);
}

static void pair_end(Pair *pair)
{
  script_deinit(&pair->first);
  script_deinit(&pair->second);
  script_deinit(&pair->result);
  strbuf_deinit(&pair->text);
  bank_destroy(pair->bank);
}

/* The text of the fusion, which can be read and is within the logic that it names; NULL: refused. */
static const char *pair_fuse(Pair *pair, uint64_t seed)
{
  Choice choice;
  FuseAnswer answer = fuse_answer_of(pair->bank, &pair->first);
  assert_int_equal(answer, fuse_answer_of(pair->bank, &pair->second));
  choice_init(&choice, random_stream(seed, 0, 0));
  Status status = fuse_pair(pair->bank, &pair->first, &pair->second, answer, &choice, &pair->result,
                            &pair->error);
  choice_deinit(&choice);
  if (status) return NULL;
  strbuf_clear(&pair->text);
  add_script_text(&pair->text, pair->bank, &pair->result);
  const char *text = strbuf_text(&pair->text);
  Script read = read_script(pair->bank, text);
  Logic named, used = logic_infer(pair->bank, &read);
  assert_true(logic_parse(symbols_text(&pair->bank->symbols, read.logic),
                          symbols_length(&pair->bank->symbols, read.logic), &named));
  if (!logic_includes(&named, &used)) fail_msg("not in its logic:\n%s", text);
  assert_int_equal(fuse_answer_of(pair->bank, &read), answer);
  script_deinit(&read);
  return text;
}

static void expect_refusal(const char *first, const char *second, const char *message)
{
  Pair pair;
  pair_begin(&pair, first, second);
  assert_null(pair_fuse(&pair, 1));
  assert_string_equal(pair.error.message, message);
  pair_end(&pair);
}

#define SAT   "(set-info :status sat)"
#define UNSAT "(set-info :status unsat)"

/* What could make the models of two scripts disagree is refused, unless both are unsat anyway. */
static void test_refusals(void **state)
{
  (void)state;
  const char *open = SAT "(declare-const x Int)(assert (= (div x 0) 5))";
  expect_refusal(
      open, SAT "(declare-const y Int)(assert (= (mod 3 y) 6))",
      "both scripts apply functions such as 'mod', whose value is not always determined: the "
      "models may not agree on it");
  expect_refusal(
      SAT "(declare-sort U 0)(declare-const p Bool)(assert (forall ((a U) (b U)) (= a b)))",
      SAT "(declare-sort U 0)(declare-const a U)(declare-const b U)(assert (distinct a b))",
      "'U' is declared by both scripts; rename it in one of them");
  expect_refusal(SAT "(declare-const x Int)(assert (= x 0))",
                 SAT "(declare-const s String)(assert (= s \"\"))",
                 "no sort of numbers, bit-vectors, strings or Booleans has constants in both "
                 "scripts");
  expect_refusal(SAT "(push 1)(declare-const x Int)(assert (= x 0))(pop 1)(check-sat)",
                 SAT "(declare-const x Int)(assert (= x 0))",
                 "cannot fuse scripts with (pop ...) before an answer");
  expect_refusal(SAT "(declare-const p Bool)(assert (and (! p :named n) n))",
                 SAT "(declare-const p Bool)(assert p)",
                 "'n' is the name of a term and used in another one");
  Pair pair;
  pair_begin(&pair, open, SAT "(declare-const y Int)(assert (= (div y 2) 6))");
  assert_non_null(pair_fuse(&pair, 1));
  pair_end(&pair);
}

/* Names are told apart, also from those of theories; equal datatypes are declared once. */
static void test_names(void **state)
{
  (void)state;
  Pair pair;
  pair_begin(&pair,
             SAT "(declare-datatype D ((c (s Int))))(declare-const x Int)(declare-const bvadd Int)"
                 "(define-fun f ((n Int)) Int (+ n x))(assert (= (f x) bvadd))",
             SAT
             "(declare-datatype D ((c (s Int))))(declare-const x Int)(declare-const fused_0 D)"
             "(define-fun f ((n Int)) Int (* 2 n))(assert (= (f x) 4))(assert (= fused_0 (c 1)))");
  const char *text = pair_fuse(&pair, 3);
  assert_non_null(text);
  assert_non_null(strstr(text, "(declare-const x_0 Int)"));
  assert_non_null(strstr(text, "(declare-const bvadd_0 Int)"));
  assert_non_null(strstr(text, "(define-fun f_0 ((n Int)) Int (* 2 n))"));
  assert_non_null(strstr(text, "(declare-const fused_1 Int)"));
  const char *datatype = strstr(text, "(declare-datatype D");
  assert_non_null(datatype);
  assert_null(strstr(datatype + 1, "(declare-datatype D"));
  pair_end(&pair);
}

/* --- solvers ------------------------------------------------------------------------------ */

static void test_answers(void **state)
{
  (void)state;
  static const struct {
    const char *first, *second, *answer;
  } cases[] = {
      {"(set-logic QF_LIA)" SAT "(declare-const x Int)(assert (and (> x 3) (< (* 2 x) 12)))",
       "(set-logic QF_LIA)" SAT "(declare-const x Int)(declare-const y Int)(assert (= (+ x y) 7))"
       "(assert (< x y))",
       "sat"},
      {"(set-logic QF_LRA)" UNSAT "(declare-const x Real)(assert (and (> x 3.5) (< x 1.0)))",
       "(set-logic QF_LRA)" UNSAT "(declare-const y Real)(assert (< y 0.0))(assert (> y 0.0))",
       "unsat"},
      {"(set-logic QF_BV)" SAT "(declare-const x (_ BitVec 8))(assert (bvult #x10 (bvmul x x)))",
       "(set-logic QF_BV)" SAT "(declare-const x (_ BitVec 8))(assert (= (bvudiv x #x03) #x11))",
       "sat"},
      {"(set-logic QF_BV)" UNSAT "(declare-const x (_ BitVec 4))(assert (bvult x #x0))",
       "(set-logic QF_UF)" UNSAT "(declare-const p Bool)(declare-const x (_ BitVec 4))"
       "(assert (distinct (bvand x x) x))(assert p)",
       "unsat"},
      {"(set-logic QF_S)" SAT "(declare-const s String)(assert (= (str.len s) 2))"
       "(assert (str.prefixof \"a\" s))",
       "(set-logic QF_S)" SAT
       "(declare-const t String)(assert (str.in_re t (re.+ (str.to_re \"ab\"))))",
       "sat"},
      {"(set-logic QF_S)" UNSAT
       "(declare-const s String)(assert (= (str.len s) 2))(assert (= s \"a\"))",
       "(set-logic QF_S)" UNSAT "(declare-const t String)(assert (= (str.++ t \"a\") \"b\"))",
       "unsat"},
      {"(set-logic QF_UF)" UNSAT "(declare-const p Bool)(assert p)(assert (not p))",
       "(set-logic QF_UF)" UNSAT "(declare-const p Bool)(assert (xor p p))", "unsat"},
      {"(set-logic LIA)" SAT
       "(declare-const x Int)(assert (forall ((z Int)) (or (< z x) (>= z x))))",
       "(set-logic LIA)" SAT "(declare-const y Int)(assert (exists ((x Int)) (= (+ x x) y)))",
       "sat"},
  };
  enum { SEEDS = 4, COUNT = sizeof cases / sizeof *cases };
  uint32_t found = 0;
  for (size_t i = 0; i < COUNT; i++) {
    Pair pair;
    pair_begin(&pair, cases[i].first, cases[i].second);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      const char *text = pair_fuse(&pair, seed);
      if (!text) fail_msg("%s", pair.error.message);
      assert_non_null(strstr(text, "fused_0"));
      found += solver_answer_is(text, cases[i].answer);
    }
    pair_end(&pair);
  }
  print_message("z3 answered %u of %d\n", found, COUNT * SEEDS);
  if (solver_answer_available()) assert_true(found * 4 > COUNT * SEEDS * 3);
}

/* --- planted models ----------------------------------------------------------------------- */

/* Two scripts of a generator, with their models. */
typedef struct {
  StrBuf scripts[2], models[2];
} Seeds;

static void seeds_make(Seeds *seeds, Source *source, KnownAnswer answer, uint64_t index)
{
  for (uint64_t i = 0; i < 2; i++) {
    strbuf_init(&seeds->scripts[i], 0);
    strbuf_init(&seeds->models[i], 0);
    known_text(&source->generator, answer, index + i, &seeds->scripts[i],
               answer == KNOWN_SAT ? &seeds->models[i] : NULL, "");
  }
}

static void seeds_free(Seeds *seeds)
{
  for (int i = 0; i < 2; i++) {
    strbuf_deinit(&seeds->scripts[i]);
    strbuf_deinit(&seeds->models[i]);
  }
}

static bool declares_function(const Command *command)
{
  return command->kind == CMD_DECLARE_CONST || command->kind == CMD_DECLARE_FUN;
}

/* The beginning of a definition. */
static void add_name(StrBuf *out, const Bank *bank, Fun fun)
{
  Symbol name = funs_info(&bank->funs, fun)->name;
  strbuf_add_text(out, "(define-fun ");
  strbuf_add(out, symbols_text(&bank->symbols, name), symbols_length(&bank->symbols, name));
  strbuf_add_char(out, ' ');
}

/* Appends the definition of a function from a model, under the name that it has in the fusion. */
static void add_definition(StrBuf *out, const Bank *bank, const StrBuf *model, Fun old, Fun new)
{
  char head[128];
  Symbol name = funs_info(&bank->funs, old)->name;
  snprintf(head, sizeof head, "(define-fun %.*s ", (int)symbols_length(&bank->symbols, name),
           symbols_text(&bank->symbols, name));
  const char *at = strstr(model->bytes, head);
  if (!at) fail_msg("no %s in %s", head, model->bytes);
  const char *end = strstr(at, "\n(define-fun ");
  if (!end) end = strrchr(at, ')'); /* of the whole model */
  add_name(out, bank, new);
  strbuf_add(out, at + strlen(head), (size_t)(end - at) - strlen(head));
  strbuf_add_char(out, '\n');
}

/* The value that the script asserts of a fused constant; 0 if it says none. */
static Term asserted_value(const Bank *bank, const Script *script, Fun fused)
{
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind != CMD_ASSERT || bank_node(bank, command->a)->count != 2) continue;
    const Term *sides = bank_args(bank, command->a);
    Fun equal = bank_fun(bank, command->a);
    if (equal && symbols_equal(&bank->symbols, funs_info(&bank->funs, equal)->name, "=") &&
        bank_fun(bank, sides[0]) == fused)
      return sides[1];
  }
  return 0;
}

/* The models of both, with the names of the fusion, which declares what the first script declares, then
 * what the second does, and the fused constants last. False: it does not say what one of these is. */
static bool join_models(const Pair *pair, const Seeds *seeds, StrBuf *model)
{
  Bank *bank = pair->bank;
  const Script *scripts[2] = {&pair->first, &pair->second};
  const Command *at = pair->result.commands.items;
  const Command *end = at + pair->result.commands.count;
  PrintOptions options = {.share = SHARE_TREE};
  Printer *printer = printer_create(bank, &options);
  bool known = true;
  strbuf_add_text(model, "(\n");
  for (int i = 0; i < 2; i++)
    for (size_t k = 0; k < scripts[i]->commands.count; k++) {
      if (!declares_function(&scripts[i]->commands.items[k])) continue;
      while (!declares_function(at)) at++;
      add_definition(model, bank, &seeds->models[i], scripts[i]->commands.items[k].a, (at++)->a);
    }
  for (; at < end; at++) {
    if (!declares_function(at)) continue;
    Term value = asserted_value(bank, &pair->result, at->a);
    known &= value != 0;
    if (!value) continue;
    add_name(model, bank, at->a);
    strbuf_add_text(model, "() ");
    print_sort(model, bank, bank_sort(bank, value));
    strbuf_add_char(model, ' ');
    printer_term(printer, model, value);
    strbuf_add_text(model, ")\n");
  }
  strbuf_add_text(model, ")\n");
  printer_destroy(printer);
  return known;
}

static void check_joined(const char *script, StrBuf *model)
{
  Bank *bank = theory_create_bank();
  Checks checks = {0};
  Error error;
  CheckRequest request = {.bank = bank,
                          .script = script,
                          .script_length = strlen(script),
                          .output = strbuf_text(model),
                          .output_length = model->length};
  if (check_output(&request, &checks, &error)) fail_msg("%s\n%s", error.message, model->bytes);
  assert_int_equal(checks.count, 1);
  const Check *check = &checks.items[0];
  if (check->status) fail_msg("%s\n%s", check->error.message, model->bytes);
  assert_true(check->verdicts.count > 0);
  for (size_t i = 0; i < check->verdicts.count; i++)
    if (check->verdicts.items[i].truth != TRUTH_TRUE || check->verdicts.items[i].completed)
      fail_msg("assertion %zu is not true\n%s%s", i, script, model->bytes);
  checks_deinit(&checks);
  bank_destroy(bank);
}

static const char *const fused_logics[] = {"QF_BV",  "QF_ABV",  "QF_LIA",   "QF_LRA", "QF_NIA",
                                           "QF_NRA", "QF_SLIA", "QF_UFLIA", "QF_LIRA"};
enum { FUSED_LOGICS = sizeof fused_logics / sizeof *fused_logics };

static void start_seeds(Source *source, const char *logic)
{
  source_open(source, logic);
  source->settings.asserts = 2;
  source->settings.depth = 2;
  source->settings.division = DIVISION_GUARDED;
  VEC_PUSH(&source->settings.widths, ((WidthRange){8, 8}));
  /* what z3 and cvc5 do not take */
  if (source->settings.logic.parts & LOGIC_INTS)
    gen_settings_weigh(&source->settings, "divisible", strlen("divisible"), 0);
  if (source->settings.logic.parts & LOGIC_STRINGS)
    gen_settings_weigh(&source->settings, "re.range", strlen("re.range"), 0);
  source_start(source);
}

/* The models that were planted in two scripts, joined, satisfy their fusion; no solver says unsat. */
static void test_planted_models(void **state)
{
  (void)state;
  enum { SEEDS = 40, ASKED = 2 };
  for (size_t i = 0; i < FUSED_LOGICS; i++) {
    Source source;
    uint32_t checked = 0;
    start_seeds(&source, fused_logics[i]);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      Seeds seeds;
      Pair pair;
      StrBuf model;
      strbuf_init(&model, 0);
      seeds_make(&seeds, &source, KNOWN_SAT, 2 * seed);
      pair_begin(&pair, strbuf_text(&seeds.scripts[0]), strbuf_text(&seeds.scripts[1]));
      strbuf_text(&seeds.models[0]);
      strbuf_text(&seeds.models[1]);
      const char *text = pair_fuse(&pair, seed);
      if (text && join_models(&pair, &seeds, &model)) {
        check_joined(text, &model);
        if (checked++ < ASKED) solver_answer_is(text, "sat");
      }
      strbuf_deinit(&model);
      pair_end(&pair);
      seeds_free(&seeds);
    }
    print_message("%s: %u\n", fused_logics[i], checked);
    assert_true(checked >= 3);
    source_close(&source);
  }
}

/* Two contradictions stay one; no solver says sat. */
static void test_planted_contradictions(void **state)
{
  (void)state;
  enum { SEEDS = 3 };
  uint32_t fused = 0;
  for (size_t i = 0; i < FUSED_LOGICS; i++) {
    Source source;
    start_seeds(&source, fused_logics[i]);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      Seeds seeds;
      Pair pair;
      seeds_make(&seeds, &source, KNOWN_UNSAT, 2 * seed);
      pair_begin(&pair, strbuf_text(&seeds.scripts[0]), strbuf_text(&seeds.scripts[1]));
      const char *text = pair_fuse(&pair, seed);
      if (text) solver_answer_is(text, "unsat");
      fused += text != NULL;
      pair_end(&pair);
      seeds_free(&seeds);
    }
    source_close(&source);
  }
  assert_true(fused >= FUSED_LOGICS);
}

/* --- skeletons ---------------------------------------------------------------------------- */

/* Connectives, quantifiers and names in the order of the text. */
static void add_skeleton(StrBuf *out, const Bank *bank, Term term)
{
  static const char *const connectives[] = {"and", "or", "not", "xor", "=>"};
  U32Vec stack = {0};
  VEC_PUSH(&stack, term);
  while (stack.count) {
    Term next = stack.items[--stack.count];
    const TermNode *node = bank_node(bank, next);
    Fun fun = bank_fun(bank, next);
    bool inside = node->op == OP_FORALL || node->op == OP_EXISTS ||
                  bank_operator(bank, node->op)->kind == OPERATOR_ANNOTATION;
    for (size_t i = 0; fun && i < sizeof connectives / sizeof *connectives; i++)
      inside |= symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, connectives[i]);
    strbuf_printf(out, inside ? "%u " : "? ", node->op);
    for (uint32_t i = node->count; inside && i-- > bank_bound_count(bank, next);)
      VEC_PUSH(&stack, bank_args(bank, next)[i]);
  }
  VEC_FREE(&stack);
}

static void check_skeleton(const char *text)
{
  Bank *bank = theory_create_bank();
  GenSettings settings;
  Mutator mutator;
  Choice choice;
  Error error;
  StrBuf before, after, printed;
  Script script = read_script(bank, text), result = {0};
  Logic logic = mutate_logic_of_script(bank, &script);
  strbuf_init(&before, 0);
  strbuf_init(&after, 0);
  strbuf_init(&printed, 0);
  gen_settings_init(&settings);
  gen_settings_logic(&settings, &logic);
  assert_int_equal(mutator_init(&mutator, bank, &settings, &error), STATUS_OK);
  mutator_start(&mutator, &script);
  choice_init(&choice, random_stream(1, 0, 0));
  U32Vec olds = {0}, news = {0};
  script_collect_assertions(&script, &olds);
  for (int i = 0; i < 50; i++) {
    if (skeleton_fill(&mutator, &choice, &result, &error)) fail_msg("%s", error.message);
    news.count = 0;
    script_collect_assertions(&result, &news);
    assert_int_equal(olds.count, news.count);
    for (size_t k = 0; k < olds.count; k++) {
      strbuf_clear(&before);
      strbuf_clear(&after);
      add_skeleton(&before, bank, olds.items[k]);
      add_skeleton(&after, bank, news.items[k]);
      assert_string_equal(strbuf_text(&before), strbuf_text(&after));
    }
    strbuf_clear(&printed);
    add_script_text(&printed, bank, &result);
    Script read = read_script(bank, strbuf_text(&printed));
    Logic used = logic_infer(bank, &read);
    if (!logic_includes(&settings.logic, &used)) fail_msg("%s", strbuf_text(&printed));
    script_deinit(&read);
  }
  VEC_FREE(&olds);
  VEC_FREE(&news);
  choice_deinit(&choice);
  mutator_deinit(&mutator);
  gen_settings_deinit(&settings);
  strbuf_deinit(&before);
  strbuf_deinit(&after);
  strbuf_deinit(&printed);
  script_deinit(&script);
  script_deinit(&result);
  bank_destroy(bank);
}

static void test_skeleton(void **state)
{
  (void)state;
  check_skeleton(
      "(set-logic LIA)(declare-const x Int)(declare-const p Bool)"
      "(assert (forall ((y Int)) (=> (< x y) (exists ((z Int)) (and (< x z) (not (< y z)))))))"
      "(assert (or p (= x 3) (xor p (< x 1))))(check-sat)");
  check_skeleton("(set-logic QF_IDL)(declare-const x Int)(declare-const y Int)"
                 "(assert (and (< (- x y) 3) (or (= x y) (not (<= x y)))))");
  check_skeleton(
      "(set-logic QF_UF)(declare-const p Bool)(declare-const q Bool)(assert (or p (and q p)))");
  check_skeleton(
      "(set-logic QF_BV)(declare-const v (_ BitVec 8))(assert (! (not (bvult v v)) :named n))"
      "(push 1)(assert (bvslt v #x00))(pop 1)");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_answers),
      cmocka_unit_test(test_planted_models),
      cmocka_unit_test(test_planted_contradictions),
      cmocka_unit_test(test_skeleton),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
