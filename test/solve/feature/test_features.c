/* Features of scripts: the numbering of MachSMT, counts, shapes, and texts that are no scripts. */
#include "base/strbuf.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "solve/feature/features.h"

static FeatureVector compute(const char *text)
{
  FeatureVector vector;
  features_compute(text, strlen(text), 10, &vector);
  return vector;
}

static float value(const FeatureVector *vector, const char *name)
{
  for (size_t i = 0; i < FEATURE_COUNT; i++)
    if (strcmp(feature_name(i), name) == 0) return vector->values[i];
  fail_msg("there is no feature '%s'", name);
  return 0;
}

#define EXPECT(vector, name, expected)                                                             \
  do {                                                                                             \
    if (value(&(vector), name) != (float)(expected))                                               \
      fail_msg("%s is %g", name, (double)value(&(vector), name));                                  \
  } while (0)

/* Numbers of the paper's table 3.1, which count from 1. */
static void test_numbering(void **state)
{
  (void)state;
  static const struct {
    int number;
    const char *name;
  } known[] = {{1, "as"},
               {2, "assert"},
               {4, "check-sat-assuming"},
               {14, "echo"},
               {15, "exit"},
               {28, "push"},
               {29, "pop"},
               {31, "reset-assertions"},
               {34, "set-option"},
               {35, "forall"},
               {37, "let"},
               {38, "true"},
               {48, "Bool"},
               {49, "Array"},
               {51, "store"},
               {52, "BitVec"},
               {87, "bvsge"},
               {134, "Int"},
               {148, "Real"},
               {149, "String"},
               {184, "str.from_int"},
               {185, "selects_per_array"},
               {190, "forall_variables"},
               {196, "file_size"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    assert_string_equal(feature_name((size_t)known[i].number - 1), known[i].name);
  for (size_t i = 0; i < FEATURE_COUNT; i++)
    for (size_t j = 0; j < i; j++) assert_string_not_equal(feature_name(i), feature_name(j));
}

static void test_shapes(void **state)
{
  (void)state;
  FeatureVector v = compute(
      "(set-logic AUFLIA) ; (assert in a comment)\n"
      "(declare-fun f (Int Int) Int)\n"
      "(declare-const a (Array Int (Array Int Int)))\n"
      "(declare-datatypes ((L 0) (M 0)) (((nil) (cons (hd Int) (tl L))) ((m))))\n"
      "(assert (let ((x (+ (f 1 2) 3))) (= (* 2 x) (* x x x) (- 5))))\n"
      "(assert (forall ((y Int)) (! (exists ((z Int) (w Int)) (> (f y z) w)) :pattern ((f y "
      "y)))))\n"
      "(assert (= a (store (store a 1 (select a 2)) 3 (select a 4))))\n"
      "(assert (bvult (bvadd (_ bv5 32) (bvadd #x00000001 #b1)) ((_ extract 31 0) |bvadd|)))\n"
      "(push 2)(check-sat)(pop 1)(push)(check-sat)(assert (= \"(and\" |and|))\n");
  assert_true(v.complete);
  assert_string_equal(v.logic, "AUFLIA");
  EXPECT(v, "assert", 5);
  EXPECT(v, "and", 0);
  EXPECT(v, "bvadd", 2);
  EXPECT(v, "forall_variables", 1);
  EXPECT(v, "exists_variables", 2);
  EXPECT(v, "forall_exists_ratio", 0.5);
  EXPECT(v, "quantifier_nesting_mean", 1.5);
  EXPECT(v, "alternations", 1);
  EXPECT(v, "patterns", 1);
  EXPECT(v, "uf_applications", 2);
  EXPECT(v, "uf_arity_mean", 2);
  EXPECT(v, "selects_per_array", 2);
  EXPECT(v, "store_chain_per_array", 2);
  EXPECT(v, "adder_chain_mean", 2);
  EXPECT(v, "adder_chain_deviation", 0);
  EXPECT(v, "array_sort_nesting", 2);
  EXPECT(v, "datatypes", 2);
  EXPECT(v, "constructors", 3);
  EXPECT(v, "constructor_fields", 2);
  EXPECT(v, "coefficients", 1);
  EXPECT(v, "nonlinear_products", 1);
  EXPECT(v, "degree_max", 3);
  EXPECT(v, "width_max", 32);
  EXPECT(v, "bv_literals", 3);
  EXPECT(v, "push_level_max", 2);
  EXPECT(v, "string_bytes", 4);
  EXPECT(v, "let_bindings", 1);
  EXPECT(v, "let_uses_mean", 4);
}

/* Each let doubles the tree; the nodes grow by a few. */
static void test_sharing(void **state)
{
  (void)state;
  char text[8000] = "(assert ";
  for (int i = 0; i < 100; i++)
    sprintf(text + strlen(text), "(let ((x%d (+ x%d x%d))) ", i + 1, i, i);
  strcat(text, "(> x100 0)");
  for (int i = 0; i < 101; i++) strcat(text, ")");
  FeatureVector v = compute(text);
  assert_true(value(&v, "tree_size_log") > 95);
  assert_true(value(&v, "sharing_log") > 85);
  EXPECT(v, "depth", 102);
}

/* Other texts give some numbers and do no harm; deep nesting needs no stack. */
static void test_hostile(void **state)
{
  (void)state;
  static const char *const texts[] = {"",
                                      ")",
                                      "(",
                                      ")))(((",
                                      "x y 5 #x1 \"s\" :k",
                                      "(())",
                                      "(_)",
                                      "((_))",
                                      "(assert)",
                                      "(let)",
                                      "(push 99999999999999999999)",
                                      "(pop 5)",
                                      "(assert (forall",
                                      "(assert (let ((x)) x))",
                                      "(declare-fun)",
                                      "(define-fun)",
                                      "(set-logic)",
                                      "(declare-datatypes)",
                                      "(assert (_ bv 3))",
                                      "(assert \x01)",
                                      "(assert (+ 1 2)"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) compute(texts[i]);
  assert_false(compute("(assert \x01)").complete);
  enum { DEEP = 1000000 };
  StrBuf deep;
  strbuf_init(&deep, 0);
  strbuf_add_text(&deep, "(assert");
  for (int i = 0; i < DEEP; i++) strbuf_add_char(&deep, '(');
  for (int i = 0; i < DEEP; i++) strbuf_add_char(&deep, ')');
  FeatureVector v = compute(strbuf_text(&deep));
  EXPECT(v, "written_depth", DEEP + 1);
  Random random = random_stream(4, 0, 0);
  static const char pieces[] =
      "()()() let forall _ assert 1 x #b1 \"a\" |b| store define-fun :named ";
  for (int round = 0; round < 3000; round++) {
    size_t length = random_below(&random, 400);
    strbuf_clear(&deep);
    for (size_t i = 0; i < length; i++)
      strbuf_add_char(&deep, pieces[random_below(&random, sizeof pieces - 1)]);
    compute(strbuf_text(&deep));
  }
  strbuf_deinit(&deep);
}

/* With no time at all: -1, but for the size. */
static void test_limit(void **state)
{
  (void)state;
  enum { COUNT = 100000 };
  char *text = malloc(3 * COUNT + 1);
  for (size_t i = 0; i < COUNT; i++) memcpy(text + 3 * i, "() ", 3);
  text[3 * COUNT] = 0;
  FeatureVector v;
  features_compute(text, 3 * COUNT, 0, &v);
  assert_false(v.complete);
  EXPECT(v, "assert", -1);
  EXPECT(v, "file_size", 3 * COUNT);
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbering), cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_sharing),   cmocka_unit_test(test_hostile),
      cmocka_unit_test(test_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
