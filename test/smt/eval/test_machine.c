/* Evaluation of whole terms: what the machine adds to the kernels. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "smt/eval/check.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"

/* The value of a term after a script, under a model (NULL: none), or "? REASON". */
static char *value_of(const char *script, const char *model, const char *term, EvalLimits limits)
{
  Bank *bank = theory_create_bank();
  CheckRequest request = {.bank = bank,
                          .script = script,
                          .script_length = strlen(script),
                          .output = model,
                          .output_length = model ? strlen(model) : 0,
                          .terms = &term,
                          .term_count = 1,
                          .limits = limits};
  Checks checks = {0};
  Error error;
  StrBuf text;
  strbuf_init(&text, 0);
  if (check_output(&request, &checks, &error) != STATUS_OK) {
    strbuf_printf(&text, "error: %s", error.message);
  } else if (checks.count != 1) {
    strbuf_printf(&text, "%zu models", checks.count);
  } else if (checks.items[0].status != STATUS_OK) {
    strbuf_printf(&text, "model: %s", checks.items[0].error.message);
  } else if (checks.items[0].values.items[0].value == 0) {
    strbuf_printf(&text, "? %s", reason_text(checks.items[0].values.items[0].reason));
  } else {
    PrintOptions options = {.share = SHARE_TREE};
    Printer *printer = printer_create(bank, &options);
    printer_term(printer, &text, checks.items[0].values.items[0].value);
    printer_destroy(printer);
  }
  checks_deinit(&checks);
  bank_destroy(bank);
  char *copy = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return copy;
}

static void expect_within(EvalLimits limits, const char *script, const char *model,
                          const char *term, const char *expected)
{
  char *value = value_of(script, model, term, limits);
  if (strcmp(value, expected) != 0) fail_msg("%s is %s, not %s", term, value, expected);
  free(value);
}

static void expect(const char *script, const char *model, const char *term, const char *expected)
{
  expect_within((EvalLimits){0}, script, model, term, expected);
}

#define DIVISION "? division by zero, which the model does not define"

static void test_what_decides_although_parts_are_undetermined(void **state)
{
  (void)state;
  expect("", NULL, "(and (= (div 1 0) 2) false)", "false");
  expect("", NULL, "(or true (= (div 1 0) 2))", "true");
  expect("", NULL, "(=> (= (div 1 0) 2) true)", "true");
  expect("", NULL, "(=> false (= (div 1 0) 2))", "true");
  expect("", NULL, "(ite (= (div 1 0) 2) 3 3)", "3");
  expect("", NULL, "(= (div 1 0) (div 1 0))", "true");
  expect("", NULL, "(= 1 2 (div 1 0))", "false");
  expect("", NULL, "(distinct 1 (div 1 0) 1)", "false");
  expect("", NULL, "(ite true 1 (div 1 0))", "1");
  expect("", NULL, "((_ at-most 1) true true (= (div 1 0) 2))", "false");
  expect("", NULL, "((_ at-least 1) true (= (div 1 0) 2))", "true");
  expect("", NULL, "(and true (= (div 1 0) 2))", DIVISION);
  expect("", NULL, "(not (= (div 1 0) 2))", DIVISION);
  expect("", NULL, "(= 1 1 (div 1 0))", DIVISION);
  expect("", NULL, "(+ 1 (div 1 0))", DIVISION);
}

static void test_the_models_own_choices_count(void **state)
{
  (void)state;
  const char *script = "(declare-const x Int)";
  const char *model = "((define-fun x () Int 5)"
                      " (define-fun div0 ((a Int) (b Int)) Int (ite (= a 5) 8 7)))";
  expect(script, model, "(div x 0)", "8");
  expect(script, model, "(div 4 0)", "7");
  expect(script, model, "(mod x 0)", DIVISION);
  expect("(declare-const s (Seq Int))",
         "((define-fun s () (Seq Int) (seq.unit 1))"
         " (define-fun seq.nth_u ((a (Seq Int)) (i Int)) Int (+ i 70)))",
         "(seq.nth s 7)", "77");
}

static void test_values_of_constants_and_functions(void **state)
{
  (void)state;
  const char *script = "(declare-const x Int)(declare-const y Int)(declare-fun f (Int Int) Int)"
                       "(define-fun twice ((a Int)) Int (* 2 a))(define-fun z () Int (twice x))";
  const char *model = "((define-fun x () Int (- 3)) (define-fun y () Int (+ x k!1))"
                      " (define-fun k!1 () Int 10)"
                      " (define-fun f ((a Int) (b Int)) Int (ite (= a b) a (- a b))))";
  expect(script, model, "x", "(- 3)");
  expect(script, model, "y", "7");
  expect(script, model, "(f x y)", "(- 10)");
  expect(script, model, "(f (twice y) 14)", "14");
  expect(script, model, "z", "(- 6)");
  expect(script, NULL, "(+ x 1)", "? the model gives it no value");
  expect(script, "((define-fun x () Int 1))", "(f x 1)", "? the model gives it no value");
  expect(script, "((define-fun x () Int y) (define-fun y () Int (+ 1 x)))", "(+ x 1)",
         "? the model defines it by itself");
}

static void test_recursive_functions(void **state)
{
  (void)state;
  const char *script = "(define-fun-rec fac ((n Int)) Int (ite (<= n 0) 1 (* n (fac (- n 1)))))"
                       "(define-fun-rec sum ((n Int)) Int (ite (= n 0) 0 (+ n (sum (- n 1)))))"
                       "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))"
                       " ((or (= n 0) (odd (- n 1))) (and (not (= n 0)) (even (- n 1)))))"
                       "(define-fun-rec down ((n Int)) Bool (=> (> n 0) (down (- n 1))))"
                       "(define-fun-rec loop ((n Int)) Int (+ 1 (loop n)))";
  expect(script, NULL, "(fac 25)", "15511210043330985984000000");
  expect(script, NULL, "(sum 100000)", "5000050000");
  expect(script, NULL, "(even 1001)", "false");
  expect(script, NULL, "(odd 1001)", "true");
  expect(script, NULL, "(down 1000)", "true");
  expect(script, NULL, "(ite (= 1 1) 5 (loop 1))", "5");
  expect_within((EvalLimits){.steps = 10000}, script, NULL, "(loop 1)", "? too many steps");
  expect_within((EvalLimits){.bytes = 1 << 20}, script, NULL, "(loop 1)",
                "? functions nested too deeply");
}

static void test_quantifiers(void **state)
{
  (void)state;
  const char *infinite = "? quantifier over an infinite domain";
  expect("", NULL, "(forall ((p Bool) (q Bool)) (= (=> p q) (or (not p) q)))", "true");
  expect("", NULL, "(exists ((p Bool)) (and p (not p)))", "false");
  expect("", NULL, "(forall ((x (_ BitVec 10))) (= (bvmul x #b0000000010) (bvadd x x)))", "true");
  expect("", NULL, "(exists ((x (_ BitVec 10))) (= (bvmul x x) #b0000000010))", "false");
  expect("", NULL, "(exists ((x (_ BitVec 8)) (y (_ BitVec 8))) (= (bvmul x y) #x55))", "true");
  expect("", NULL, "(forall ((x Int)) (>= (* x x) 0))", infinite);
  expect("", NULL, "(forall ((x Int)) (> (* x x) 0))", "false");
  expect("", NULL, "(exists ((x Int)) (= (* x 3) 123))", infinite);
  expect("", NULL, "(exists ((x Int)) (= x 123))", "true");
  expect("", NULL, "(exists ((x Int)) (> x 123))", "true");
  expect("", NULL, "(forall ((x Int)) (or (= x 1) (= 2 2)))", "true");
  expect("", NULL, "(forall ((x Bool)) (exists ((y Bool)) (xor x y)))", "true");
  expect("", NULL, "(exists ((y Bool)) (forall ((x Bool)) (xor x y)))", "false");
  expect("", NULL, "(forall ((x Int)) (exists ((y Bool)) (= y (> x 0))))", infinite);
}

static void test_quantifiers_under_a_model(void **state)
{
  (void)state;
  const char *script = "(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)"
                       "(declare-fun g (Int) Int)";
  const char *z3 = "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U)"
                   " (forall ((x U)) (or (= x U!val!0) (= x U!val!1)))"
                   " (define-fun a () U U!val!0)"
                   " (define-fun f ((x U)) U (ite (= x U!val!0) U!val!1 U!val!0))"
                   " (define-fun g ((x Int)) Int 7))";
  const char *cvc5 = "((define-fun a () U (as @U_0 U)) (define-fun f ((x U)) U x))";
  expect(script, z3, "(forall ((x U)) (distinct (f x) x))", "true");
  expect(script, z3, "(exists ((x U)) (= (f x) x))", "false");
  expect(script, z3, "(forall ((x Int)) (= (g x) 7))", "true");
  expect(script, cvc5, "(forall ((x U)) (= x a))", "? quantifier over an infinite domain");
  expect(script, cvc5, "(forall ((x U)) (distinct (f x) x))", "false");
}

static void test_datatypes_and_match(void **state)
{
  (void)state;
  const char *script =
      "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))"
      "(declare-datatype E ((red) (green) (blue)))"
      "(define-fun-rec len ((l (L Int))) Int (match l ((nil 0) ((cons h t) (+ 1 (len t))))))"
      "(define-fun-rec upto ((n Int) (l (L Int))) (L Int) (ite (= n 0) l (upto (- n 1) (cons n "
      "l))))"
      "(define-fun name ((e E) (n Int)) Int (match e ((red n) (x (ite ((_ is blue) x) 2 1)))))";
  expect(script, NULL, "(hd (cons 1 (as nil (L Int))))", "1");
  expect(script, NULL, "(tl (cons 1 (as nil (L Int))))", "(as nil (L Int))");
  expect(script, NULL, "(hd (as nil (L Int)))", "? selector applied to another constructor");
  expect(script, NULL, "((_ is cons) (as nil (L Int)))", "false");
  expect(script, NULL, "((_ update hd) (cons 1 (as nil (L Int))) 5)", "(cons 5 (as nil (L Int)))");
  expect(script, NULL, "((_ update hd) (as nil (L Int)) 5)", "(as nil (L Int))");
  expect(script, NULL, "(name red 9)", "9");
  expect(script, NULL, "(name blue 9)", "2");
  expect(script, NULL, "(name green 9)", "1");
  expect(script, NULL, "(len (upto 30000 (as nil (L Int))))", "30000");
  expect(script, NULL, "(= (upto 30000 (as nil (L Int))) (upto 30000 (as nil (L Int))))", "true");
  expect(script, NULL, "(= (cons 0 (upto 30000 (as nil (L Int)))) (upto 30000 (as nil (L Int))))",
         "false");
  expect(script, NULL, "(forall ((e E) (f E)) (= (= e f) (= (name e 0) (name f 0))))", "true");
}

static void test_arrays_of_models(void **state)
{
  (void)state;
  const char *script = "(declare-const a (Array Int Int))(declare-const b (Array Int Int))";
  const char *z3 = "((define-fun a () (Array Int Int) (lambda ((x Int)) (ite (= x 1) 5"
                   " (ite (= x 2) (- 6) 0))))"
                   " (define-fun b () (Array Int Int) (_ as-array k!0))"
                   " (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 2) (- 6) (ite (= x!0 1) 5 0))))";
  expect(script, z3, "(select a 2)", "(- 6)");
  expect(script, z3, "(select b 3)", "0");
  expect(script, z3, "(= a b)", "true");
  expect(script, z3, "(= (store a 3 1) b)", "false");
  expect(script, z3, "(= (store (store a 1 0) 2 0) ((as const (Array Int Int)) 0))", "true");
  expect(script, z3, "a", "(store (store ((as const (Array Int Int)) 0) 1 5) 2 (- 6))");
  /* z3 4.8.12 gives models whose functions compare themselves with others */
  const char *circular =
      "((define-fun a () (Array Int Int) (_ as-array k!1))"
      " (define-fun b () (Array Int Int) (_ as-array k!2))"
      " (define-fun k!1 ((x!0 Int)) Int (ite (= (_ as-array k!1) (_ as-array k!2)) x!0 1))"
      " (define-fun k!2 ((x!0 Int)) Int (ite (= (_ as-array k!2) (_ as-array k!1)) 3 x!0)))";
  expect(script, circular, "(select a 2)", "? the model defines it by itself");
  expect(script, circular, "(= a b)",
         "? equality of functions or arrays that are not known everywhere");
  const char *formula = "((define-fun a () (Array Int Int) (lambda ((x Int)) (* x x)))"
                        " (define-fun b () (Array Int Int) (lambda ((x Int)) (* x (+ x 0)))))";
  expect(script, formula, "(select (store a 3 1) 4)", "16");
  expect(script, formula, "(= a a)", "true");
  expect(script, formula, "(= (store a 3 1) (store b 3 2))", "false");
  expect(script, formula, "(= a b)",
         "? equality of functions or arrays that are not known everywhere");
}

/* A sort may have no other elements than those that are named. */
static void test_arrays_over_sorts_of_unknown_size(void **state)
{
  (void)state;
  const char *script = "(declare-sort U 0)(declare-const u U)(declare-const v U)"
                       "(define-fun zero () (Array U Int) ((as const (Array U Int)) 0))"
                       "(define-fun one () (Array U Int) ((as const (Array U Int)) 1))";
  const char *cvc5 = "((define-fun u () U (as @U_0 U)) (define-fun v () U (as @U_1 U)))";
  const char *z3 = "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U)"
                   " (define-fun u () U U!val!0) (define-fun v () U U!val!1))";
  expect(script, cvc5, "(= zero one)", "false");
  expect(script, cvc5, "(= (store zero u 1) one)",
         "? equality of functions or arrays that are not known everywhere");
  expect(script, cvc5, "(= (store zero u 2) one)", "false");
  expect(script, cvc5, "(= (store zero u 2) (store zero v 2))", "false");
  expect(script, cvc5, "(= (store (store zero u 2) v 3) (store (store zero v 3) u 2))", "true");
  expect(script, z3, "(= (store zero u 1) one)", "false");
  expect(script, z3, "(= (store (store zero u 1) v 1) one)", "true");
}

/* What is deep: terms, lets, functions. */
static void test_depth(void **state)
{
  (void)state;
  StrBuf term;
  strbuf_init(&term, 0);
  for (int i = 0; i < 200000; i++) strbuf_add_text(&term, "(- ");
  strbuf_add_text(&term, "7");
  for (int i = 0; i < 200000; i++) strbuf_add_char(&term, ')');
  expect("", NULL, strbuf_text(&term), "7");
  strbuf_clear(&term);
  for (int i = 0; i < 2000; i++) strbuf_add_text(&term, "(exists ((x Bool)) (and x ");
  strbuf_add_text(&term, "true");
  for (int i = 0; i < 2000; i++) strbuf_add_text(&term, "))");
  expect("", NULL, strbuf_text(&term), "true");
  strbuf_clear(&term);
  for (int i = 0; i < 64; i++) strbuf_printf(&term, "(let ((x%d (+ x%d x%d))) ", i + 1, i, i);
  strbuf_add_text(&term, "x64");
  for (int i = 0; i < 64; i++) strbuf_add_char(&term, ')');
  expect("(declare-const x0 Int)", "((define-fun x0 () Int 1))", strbuf_text(&term),
         "18446744073709551616");
  strbuf_deinit(&term);
}

static void test_budgets(void **state)
{
  (void)state;
  EvalLimits few = {.steps = 1000};
  EvalLimits small = {.bytes = 1 << 20};
  expect_within(few, "", NULL, "(forall ((x (_ BitVec 16))) (bvuge x #x0000))", "? too many steps");
  expect_within(small, "(declare-const s String)",
                "((define-fun s () String (str.++ \"aaaaaaaaaaaaaaaa\" \"b\")))",
                "(str.len (str.replace_all (str.replace_all (str.replace_all (str.replace_all"
                " (str.replace_all s \"a\" s) \"a\" s) \"a\" s) \"a\" s) \"a\" s))",
                "? too much memory");
  expect_within(small, "", NULL, "(mod (^ 3 1000000000) 2)", "? too much memory");
}

static void test_strings_of_z3(void **state)
{
  (void)state;
  expect("(declare-fun f (String) Int)",
         "((define-fun f ((x String)) Int (ite (= x (str.++ (seq.unit (_ Char 97))"
         " (seq.unit (_ Char 34)))) 5 6)))",
         "(f \"a\"\"\")", "5");
}

static void test_wrong_models(void **state)
{
  (void)state;
  const char *script = "(declare-const x Int)(declare-fun f (Int) Int)";
  expect(script, "((define-fun x () Int 1) (define-fun x () Int 2))", "x",
         "model: the model defines 'x' twice");
  expect(script, "((define-fun x () Int 1)", "x", "0 models");
  expect(script, "((define-fun x () Bool true))", "x",
         "model: 'x' is declared as () Int, but the model defines it as () Bool");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_decides_although_parts_are_undetermined),
      cmocka_unit_test(test_the_models_own_choices_count),
      cmocka_unit_test(test_values_of_constants_and_functions),
      cmocka_unit_test(test_recursive_functions),
      cmocka_unit_test(test_quantifiers),
      cmocka_unit_test(test_quantifiers_under_a_model),
      cmocka_unit_test(test_datatypes_and_match),
      cmocka_unit_test(test_arrays_of_models),
      cmocka_unit_test(test_arrays_over_sorts_of_unknown_size),
      cmocka_unit_test(test_depth),
      cmocka_unit_test(test_budgets),
      cmocka_unit_test(test_strings_of_z3),
      cmocka_unit_test(test_wrong_models),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
