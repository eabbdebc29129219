/* Which logic a script needs: small scripts with the logic they must get. */
#include "testing.h"

#include "smt/text/logic.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

typedef struct {
  const char *logic;
  const char *text;
} Case;

static void infer(const char *text, Logic *logic)
{
  Bank *bank = theory_create_bank();
  Script script = {0};
  Error error;
  if (script_read(bank, text, strlen(text), &script, &error) != STATUS_OK)
    fail_msg("%s\n%u:%u: %s", text, error.line, error.column, error.message);
  *logic = logic_infer(bank, &script);
  script_deinit(&script);
  bank_destroy(bank);
}

static void assert_cases(const Case *cases, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    Logic logic;
    infer(cases[i].text, &logic);
    StrBuf out;
    strbuf_init(&out, 0);
    logic_name(&logic, &out);
    if (strcmp(strbuf_text(&out), cases[i].logic) != 0)
      fail_msg("%s\nneeds %s, not %s", cases[i].text, cases[i].logic, strbuf_text(&out));
    strbuf_deinit(&out);
  }
}

#define ASSERT_CASES(cases) assert_cases(cases, sizeof(cases) / sizeof *(cases))

#define INTS    "(declare-const x Int)(declare-const y Int)(declare-const z Int)"
#define REALS   "(declare-const x Real)(declare-const y Real)(declare-const z Real)"
#define BITS    "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))"
#define STRINGS "(declare-const s String)(declare-const t String)"
#define FLOATS  "(declare-const x Float32)(declare-const y Float32)"

static void test_core_and_functions(void **state)
{
  (void)state;
  static const Case cases[] = {
      {"QF_UF", ""},
      {"QF_UF", "(declare-const p Bool)(assert (not p))"},
      {"QF_UF", "(declare-sort U 0)(declare-const a U)(assert (= a a))"},
      {"QF_UF", "(declare-fun f (Bool) Bool)(assert (f true))"},
      {"UF", "(assert (forall ((p Bool)) (or p (not p))))"},
      {"UF", "(assert (exists ((p Bool)) p))"},
      {"QF_UF", "(define-fun f ((p Bool)) Bool (not p))(assert (f true))"},
      {"QF_UFIDL", "(define-fun-rec f ((n Int)) Int (ite (= n 0) 0 (f (- n 1))))"},
      {"QF_UFIDL", "(declare-fun f (Int) Int)"},
  };
  ASSERT_CASES(cases);
}

static void test_difference_logic_over_integers(void **state)
{
  (void)state;
  static const Case cases[] = {
      {"QF_IDL", INTS "(assert (< x y))"},
      {"QF_IDL", INTS "(assert (= x y))(assert (distinct x y z))"},
      {"QF_IDL", INTS "(assert (<= (- x y) 3))"},
      {"QF_IDL", INTS "(assert (>= (- x y) (- 3)))"},
      {"QF_IDL", INTS "(assert (= (- x y) 0))"},
      {"QF_IDL", INTS "(define-fun d () Int (- x y))(assert (< d 3))"},
      {"QF_IDL", INTS "(define-fun c () Int 3)(assert (< (- x y) c))"},
      {"QF_IDL", INTS},
      /* not by the letter of QF_IDL */
      {"QF_LIA", INTS "(assert (<= x 3))"},
      {"QF_LIA", INTS "(assert (<= (+ x 1) y))"},
      {"QF_LIA", INTS "(assert (<= (- x y z) 3))"},
      {"QF_LIA", INTS "(assert (<= (- x y) z))"},
      {"QF_LIA", INTS "(assert (<= (- x y) (+ 1 2)))"},
      {"QF_LIA", INTS "(assert (<= 3 (- x y)))"},
      {"QF_LIA", INTS "(assert (<= (ite (= x y) x z) y))"},
      {"QF_LIA", INTS "(assert (<= (- (+ x x) (+ y y)) 3))"},
      {"LIA", "(assert (forall ((x Int) (y Int)) (<= (- x y) 3)))"},
  };
  ASSERT_CASES(cases);
}

static void test_difference_logic_over_reals(void **state)
{
  (void)state;
  static const Case cases[] = {
      {"QF_RDL", REALS "(assert (< x y))"},
      {"QF_RDL", REALS "(assert (< (- x y) 1.5))"},
      {"QF_RDL", REALS "(assert (< (- x y) (/ 1.0 3.0)))"},
      {"QF_RDL", REALS "(assert (< (- x y) (/ (- 1.0) 3.0)))"},
      {"QF_RDL", REALS "(assert (< (- (+ x x) (+ y y)) (- 1.0)))"},
      {"QF_LRA", REALS "(assert (< (- (+ x x) (+ y y y)) 1.0))"},
      {"QF_LRA", REALS "(assert (< (- (+ x z) (+ y y)) 1.0))"},
      {"QF_LRA", REALS "(assert (< x 1.0))"},
      {"QF_UFLRA", REALS "(declare-fun f (Real) Real)(assert (< (f x) y))"},
      {"QF_LIRA", REALS "(declare-const n Int)(assert (< x y))"},
  };
  ASSERT_CASES(cases);
}

static void test_difference_logic_with_functions(void **state)
{
  (void)state;
#define FUNCTION INTS "(declare-fun f (Int) Int)"
  static const Case cases[] = {
      {"QF_UFIDL", FUNCTION "(assert (< (f x) y))"},
      {"QF_UFIDL", FUNCTION "(assert (< (f (+ x 1)) 3))"},
      {"QF_UFIDL", FUNCTION "(assert (< (- (f x) 1) (ite (= x y) y z)))"},
      {"QF_UFIDL", FUNCTION "(assert (< (- x y) 3))"},
      {"QF_UFLIA", FUNCTION "(assert (< (+ (f x) y) 3))"},
      {"QF_UFLIA", FUNCTION "(assert (< (f (+ x y)) 3))"},
      {"QF_UFLIA", FUNCTION "(assert (< (* 2 (f x)) 3))"},
      {"QF_UFNIA", FUNCTION "(assert (< (* x (f x)) 3))"},
      {"UFIDL", FUNCTION "(assert (forall ((n Int)) (< (f n) (f (+ n 1)))))"},
      {"QF_UFIDL", "(declare-sort U 0)(declare-fun size (U) Int)(declare-const a U)"
                   "(assert (< (size a) 3))"},
  };
#undef FUNCTION
  ASSERT_CASES(cases);
}

static void test_linear_and_nonlinear(void **state)
{
  (void)state;
  static const Case cases[] = {
      {"QF_LIA", INTS "(assert (= (* 2 x) 3))"},
      {"QF_LIA", INTS "(assert (= (* x (- 2)) 3))"},
      {"QF_LIA", INTS "(assert (= (* 2 3 x) 3))"},
      {"QF_LIA", INTS "(assert (= (* (+ 1 1) x) 3))"},
      {"QF_LIA", INTS "(define-fun c () Int 5)(assert (= (* c x) 3))"},
      {"QF_LIA", INTS "(assert (= (div x 2) (mod y (- 3))))"},
      {"QF_LIA", INTS "(assert (= (abs x) 3))"},
      {"QF_LIA", INTS "(assert ((_ divisible 3) x))"},
      {"QF_LIA", INTS "(assert (! (= (* (! 2 :named two) x) 3) :named a))"},
      {"QF_LRA", REALS "(assert (= (/ x 2.0) 3.0))"},
      {"QF_LRA", REALS "(assert (= (* (/ 1.0 3.0) x) y))"},
      {"QF_LRA", REALS "(assert (= (* x (/ (- 1.0) 3.0)) y))"},
      {"QF_NIA", INTS "(assert (= (* x y) 3))"},
      {"QF_NIA", INTS "(assert (= (* x x) 3))"},
      {"QF_NIA", INTS "(assert (= (* 2 x y) 3))"},
      {"QF_NIA", INTS "(assert (= (div x y) 3))"},
      {"QF_NIA", INTS "(assert (= (mod 7 y) 3))"},
      {"QF_NIA", INTS "(assert (= (div x 0) 3))"},
      {"QF_NIA", INTS "(assert (= (mod x (- 0)) 3))"},
      {"QF_NIA", INTS "(assert (= (* (ite (= x y) 2 3) z) 3))"},
      {"QF_NIA", INTS "(assert (= (int.pow2 x) 3))"},
      {"QF_NIA", INTS "(define-fun square ((a Int)) Int (* a a))"},
      {"QF_NRA", REALS "(assert (= (/ x y) 3.0))"},
      {"QF_NRA", REALS "(assert (= (/ x 0.0) 3.0))"},
      {"QF_NRA", REALS "(assert (= (/ 1.0 x) 3.0))"},
      {"QF_NRA", REALS "(assert (= (* x y) 3.0))"},
      {"QF_NRAT", REALS "(assert (= (sin x) 0.0))"},
      {"QF_LIRA", REALS "(declare-const n Int)(assert (= (to_real n) x))"},
      {"QF_LIRA", REALS "(assert (is_int x))(assert (= (to_int x) 3))"},
      {"QF_NIRA", REALS "(declare-const n Int)(assert (= (* (to_real n) x) y))"},
  };
  ASSERT_CASES(cases);
}

static void test_arrays(void **state)
{
  (void)state;
  static const Case cases[] = {
      {"QF_AX", "(declare-sort I 0)(declare-sort E 0)(declare-const a (Array I E))"
                "(declare-const i I)(assert (= (select a i) (select a i)))"},
      {"QF_AX", "(declare-const a (Array Bool Bool))(assert (select a true))"},
      {"AX", "(declare-sort I 0)(declare-const a (Array I I))"
             "(assert (forall ((i I)) (= (select a i) i)))"},
      {"QF_AUF", "(declare-sort I 0)(declare-const a (Array I I))(declare-fun f (I) I)"},
      {"QF_ALIA", INTS "(declare-const a (Array Int Int))(assert (= (select a x) y))"},
      {"QF_ABV", BITS "(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))"
                      "(assert (= (select a x) y))"},
      {"QF_AUFLIA", "(declare-sort I 0)(declare-const a (Array I Int))"},
      {"QF_AUFBV", "(declare-const a (Array (_ BitVec 8) Bool))(declare-fun f (Bool) Bool)"},
      {"QF_ANIA", INTS "(declare-const a (Array Int Int))(assert (= (* x y) (select a x)))"},
  };
  ASSERT_CASES(cases);
}

static void test_bitvectors_and_floats(void **state)
{
  (void)state;
  static const Case cases[] = {
      {"QF_BV", BITS "(assert (bvult x y))"},
      {"QF_BV", "(assert (= #b1 #b1))"},
      {"BV", "(assert (forall ((x (_ BitVec 8))) (bvule #x00 x)))"},
      {"QF_UFBV", BITS "(declare-fun f ((_ BitVec 8)) Bool)(assert (f x))"},
      {"QF_BVLIA", BITS "(assert (= (ubv_to_int x) 3))"},
      {"QF_BVLIA", BITS "(declare-const n Int)(assert (= ((_ int_to_bv 8) n) x))"},
      {"QF_FP", FLOATS "(assert (fp.lt x y))"},
      {"QF_FP", FLOATS "(assert (= x (fp #b0 #x00 #b00000000000000000000001)))"},
      {"QF_FP", FLOATS "(assert (= x ((_ to_fp 8 24) #x00000000)))"},
      {"QF_BVFP", FLOATS "(declare-const b (_ BitVec 32))(assert (= x ((_ to_fp 8 24) b)))"},
      {"QF_BVFP", FLOATS "(assert (= (bvneg ((_ fp.to_ubv 8) RNE x)) #x00))"},
      {"QF_FPLRA", FLOATS "(assert (= x ((_ to_fp 8 24) RNE 0.1)))"},
      {"QF_FPLRA", FLOATS "(assert (= (fp.to_real x) 0.5))"},
      {"QF_FPLRA", FLOATS "(assert (< (fp.to_real x) 0.5))"},
      {"QF_UFFP", FLOATS "(declare-fun f (Float32) Float32)(assert (= (f x) y))"},
      {"QF_FP", "(declare-const r RoundingMode)"},
      {"QF_ABVFP", FLOATS "(declare-const a (Array (_ BitVec 8) Float32))"},
  };
  ASSERT_CASES(cases);
}

static void test_strings_and_others(void **state)
{
  (void)state;
  static const Case cases[] = {
      {"QF_S", STRINGS "(assert (= (str.++ s t) \"a\"))"},
      {"QF_S", STRINGS "(assert (str.in_re s (re.* (str.to_re \"a\"))))"},
      {"QF_SLIA", STRINGS "(assert (= (str.len s) 3))"},
      {"QF_SLIA", STRINGS "(assert (= (str.at s 0) t))"},
      {"QF_SLIA", STRINGS "(assert (< (str.len s) (str.len t)))"},
      {"QF_SLIA", STRINGS "(assert (= (+ (str.len s) (str.len t)) 3))"},
      {"QF_SNIA", STRINGS "(assert (= (* (str.len s) (str.len t)) 3))"},
      {"QF_SEQLIA", "(declare-const q (Seq Int))(assert (= (seq.len q) 3))"},
      {"QF_DT", "(declare-datatype Color ((red) (green)))(declare-const c Color)"
                "(assert ((_ is red) c))"},
      {"QF_DTLIA", "(declare-datatype List ((nil) (cons (head Int) (tail List))))"},
      {"QF_UFDT", "(declare-datatype Color ((red) (green)))(declare-fun f (Color) Bool)"},
      {"QF_LIAFS", "(declare-const a (Set Int))(assert (set.member 1 a))"},
      {"QF_FF", "(declare-const a (_ FiniteField 17))(assert (= (ff.add a a) a))"},
      {"HO_QF_UF", "(declare-const f (-> Bool Bool))"},
      {"HO_QF_LIA", "(declare-const n Int)(define-fun f () (-> Int Int) (lambda ((x Int)) x))"},
  };
  ASSERT_CASES(cases);
}

static void assert_holds(const char *name, const char *text, bool expected)
{
  Logic declared, inferred;
  assert_true(logic_parse(name, strlen(name), &declared));
  infer(text, &inferred);
  if (logic_includes(&declared, &inferred) != expected)
    fail_msg("%s %s %s", name, expected ? "should hold" : "should not hold", text);
}

static void test_scripts_within_their_logic(void **state)
{
  (void)state;
  assert_holds("QF_S", STRINGS "(assert (= (str.len s) 3))", true);
  assert_holds("QF_S", STRINGS "(assert (= (str.at s (- 1)) t))", true);
  assert_holds("QF_S", STRINGS "(assert (< (str.len s) 3))", false);
  assert_holds("QF_FP", FLOATS "(assert (= x ((_ to_fp 8 24) RNE (/ 1.0 3.0))))", true);
  assert_holds("QF_FP", FLOATS "(assert (= (fp.to_real x) 0.5))", true);
  assert_holds("QF_FP", FLOATS "(declare-const r Real)(assert (= (fp.to_real x) r))", false);
  assert_holds("QF_BV", BITS "(assert (= (ubv_to_int x) 3))", false);
  assert_holds("QF_UFIDL", INTS "(assert (<= (+ x 1) y))", true);
  assert_holds("QF_IDL", INTS "(assert (<= (+ x 1) y))", false);
  assert_holds("QF_LIA", INTS "(assert (<= (+ x 1) y))", true);
  assert_holds("ALL", INTS "(assert (forall ((n Int)) (= (* n x) y)))", true);
  assert_holds("QF_ALL", INTS "(assert (forall ((n Int)) (= (* n x) y)))", false);
}

/* Shared terms must be seen once: this one has 2^60 nodes as a tree. */
static void test_inference_is_linear_in_the_graph(void **state)
{
  (void)state;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, INTS "(define-fun a0 () Int x)(assert (= y ");
  for (int i = 0; i < 60; i++) strbuf_printf(&text, "(let ((a%d (+ a%d a%d))) ", i + 1, i, i);
  strbuf_add_text(&text, "a60");
  for (int i = 0; i < 60; i++) strbuf_add_char(&text, ')');
  strbuf_add_text(&text, "))");
  Logic logic;
  infer(strbuf_text(&text), &logic);
  assert_int_equal(logic.arithmetic, ARITH_LINEAR);
  strbuf_deinit(&text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_core_and_functions),
      cmocka_unit_test(test_difference_logic_over_integers),
      cmocka_unit_test(test_difference_logic_over_reals),
      cmocka_unit_test(test_difference_logic_with_functions),
      cmocka_unit_test(test_linear_and_nonlinear),
      cmocka_unit_test(test_arrays),
      cmocka_unit_test(test_bitvectors_and_floats),
      cmocka_unit_test(test_strings_and_others),
      cmocka_unit_test(test_scripts_within_their_logic),
      cmocka_unit_test(test_inference_is_linear_in_the_graph),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
