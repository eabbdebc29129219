/* Predicates of B whose answer is known, and the laws that hide contradictions. */
#include "testing.h"

#include <string.h>

#include "b/gen/gen.h"
#include "b/known/contradiction.h"
#include "b/known/known.h"
#include "b/known/law.h"
#include "b/text/print.h"
#include "b/wd/wd.h"

typedef struct {
  BBank *bank;
  BGenerator generator;
  BEval eval;
} Laboratory;

static void open_laboratory(Laboratory *lab)
{
  BGenSettings settings = b_gen_settings_default();
  settings.seed = 7;
  lab->bank = b_bank_create();
  b_generator_init(&lab->generator, lab->bank, &settings);
  BEvalSettings limits = b_eval_settings_default();
  limits.scope = 2;
  limits.steps = 20000;
  b_eval_init(&lab->eval, lab->bank, &lab->generator.sets, &limits);
}

static void close_laboratory(Laboratory *lab)
{
  b_eval_deinit(&lab->eval);
  b_generator_deinit(&lab->generator);
  b_bank_destroy(lab->bank);
}

static void draw_values(Laboratory *lab, BTerm predicate, uint64_t number)
{
  Random random = random_stream(1, 2, number);
  U32Vec names = {0};
  b_free_identifiers(lab->bank, predicate, &names);
  for (size_t i = 0; i < names.count; i++)
    b_eval_set(&lab->eval, names.items[i],
               b_eval_random(&lab->eval, b_type(lab->bank, names.items[i]), &random));
  VEC_FREE(&names);
}

/* The truth of the rewritten predicate. */
static BValue truth_of(Laboratory *lab, BTerm predicate, bool prove)
{
  BTerm whole =
      b_wd_rewrite(lab->bank, &lab->generator.sets, predicate, &(BWdOptions){.prove = prove});
  return b_evaluate(&lab->eval, whole);
}

static BValue draw_truth(Laboratory *lab, BTerm predicate, uint64_t number)
{
  draw_values(lab, predicate, number);
  return truth_of(lab, predicate, number % 2);
}

static void show(const Laboratory *lab, const char *what, BTerm term)
{
  StrBuf text;
  strbuf_init(&text, 0);
  b_print(lab->bank, term, NULL, &text);
  fail_msg("%s: %s", what, strbuf_text(&text));
}

/* Both sides of a law, in a comparison or as predicates, under operands that may be undefined: the rewritten ones are equivalent. */
static uint32_t try_law(Laboratory *lab, const BLaw *law, uint64_t number)
{
  BGenerator *generator = &lab->generator;
  generator->random = random_stream(3, number, (uint64_t)law->op);
  generator->hint = B_NONE;
  BType type = b_generate_result(generator, law->op);
  BTerm term = b_generate_root(generator, law->op, type, 2 + number % 2, NULL);
  if (!term || b_op(lab->bank, term) != law->op) return 0;
  BTerm other = b_law_apply(lab->bank, law, term);
  if (!other) return 0;
  BTerm left = term, right = other;
  if (type != B_PREDICATE) {
    BTerm with = b_generate_term(generator, type, 1);
    left = b_make_predicate(lab->bank, B_EQUAL, term, with);
    right = b_make_predicate(lab->bank, B_EQUAL, other, with);
  }
  draw_values(lab, left, number);
  BValue a = truth_of(lab, left, number % 2), b = truth_of(lab, right, number % 2);
  if (a == B_VALUE_UNDEFINED || b == B_VALUE_UNDEFINED) show(lab, "not well defined", right);
  if (!b_is_value(a) || !b_is_value(b)) return 0;
  if (a != b) show(lab, law->text, left);
  return 1;
}

static void test_laws(void **state)
{
  (void)state;
  enum { TRIES = 60 };
  for (size_t i = 0; i < b_law_count; i++) {
    uint32_t decided = 0;
    Laboratory lab;
    open_laboratory(&lab);
    for (uint64_t number = 0; number < TRIES; number++)
      decided += try_law(&lab, &b_laws[i], number);
    close_laboratory(&lab);
    if (decided == 0) fail_msg("never decided: %s", b_laws[i].text);
  }
}

static void test_contradictions(void **state)
{
  (void)state;
  enum { TRIES = 60 };
  for (size_t i = 0; i < b_contradiction_count; i++) {
    uint32_t decided = 0;
    Laboratory lab;
    open_laboratory(&lab);
    for (uint64_t number = 0; number < TRIES; number++) {
      lab.generator.random = random_stream(5, number, i);
      lab.generator.hint = B_NONE;
      BTerm term = b_contradiction_make(&lab.generator, &b_contradictions[i]);
      if (!term) continue;
      BValue truth = draw_truth(&lab, term, number);
      if (truth == B_VALUE_TRUE) show(&lab, b_contradictions[i].text, term);
      decided += truth == B_VALUE_FALSE;
    }
    close_laboratory(&lab);
    if (decided == 0) fail_msg("never decided: %s", b_contradictions[i].text);
  }
}

static void test_unsat(void **state)
{
  (void)state;
  enum { PREDICATES = 300, VALUES = 5 };
  uint32_t made = 0, decided = 0;
  for (uint64_t number = 0; number < PREDICATES; number++) {
    Laboratory lab;
    BModule module;
    open_laboratory(&lab);
    BTerm term = b_known_unsat(&lab.generator, number, &module);
    if (term) {
      made++;
      for (uint64_t k = 0; k < VALUES; k++) {
        BValue truth = draw_truth(&lab, term, number * VALUES + k);
        if (truth == B_VALUE_TRUE) show(&lab, "has a solution", term);
        decided += truth == B_VALUE_FALSE;
      }
      b_module_deinit(&module);
    }
    close_laboratory(&lab);
  }
  assert_true(made > PREDICATES * 9 / 10);
  assert_true(decided > made * VALUES / 2);
}

static void test_sat(void **state)
{
  (void)state;
  enum { PREDICATES = 200 };
  uint32_t made = 0;
  for (uint64_t number = 0; number < PREDICATES; number++) {
    Laboratory lab;
    BModule module;
    StrBuf model;
    open_laboratory(&lab);
    strbuf_init(&model, 0);
    BTerm term = b_known_sat(&lab.generator, number, &module, &model);
    if (term) {
      made++;
      assert_true(module.identifiers.count == 0 || model.length > 0);
      b_module_deinit(&module);
    }
    strbuf_deinit(&model);
    close_laboratory(&lab);
  }
  assert_true(made > PREDICATES * 3 / 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_laws),
      cmocka_unit_test(test_contradictions),
      cmocka_unit_test(test_unsat),
      cmocka_unit_test(test_sat),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
