/* What is not standard and is read all the same: as the standard text that means the same, with a note. */
#include "testing.h"

#include <string.h>

#include "smt/text/model.h"
#include "smt/text/parser.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"

typedef struct {
  const char *text, *standard;
  size_t notes;
} Form;

static const Form forms[] = {
    {"(assert (< 1. 02))", NULL, 0},
    {"(assert (< 2. 3.50))", "(assert (< 2.0 3.5))\n", 1},
    {"(declare-const a (Array Int Real Bool))", "(declare-const a (Array Int (Array Real Bool)))\n",
     1},
    {"(declare-const a (Array Int Int Bool))(assert (select (store a 1 2 true) 3 4))",
     "(declare-const a (Array Int (Array Int Bool)))\n"
     "(assert (select (select (store a 1 (store (select a 1) 2 true)) 3) 4))\n",
     3},
    {"(declare-const a (Array Int Int Bool))(assert (= a ((as const (Array Int Int Bool)) true)))",
     "(declare-const a (Array Int (Array Int Bool)))\n"
     "(assert (= a ((as const (Array Int (Array Int Bool))) ((as const (Array Int Bool)) "
     "true))))\n",
     3},
    /* Only arrays that were declared so are applied so. */
    {"(declare-const a (Array Int (Array Int Bool)))(assert (select a 1 2))", NULL, 0},
    {"(declare-const a (Array Int Int Bool))(assert (select a 1 2 3))", NULL, 0},
    {"(declare-const a (Array Int Int Bool))(assert (select a 1 true))", NULL, 0},
    {"(declare-const a (Array Int Bool))(assert (= (lambda ((x Int)) (> x 0)) a))",
     "(declare-const a (Array Int Bool))\n(assert (= (lambda ((x Int)) (> x 0)) a))\n", 1},
    {"(declare-fun f ((Array Int (Array Bool Int))) Bool)(assert (f (lambda ((x Int) (y Bool)) "
     "(ite y x 0))))",
     "(declare-fun f ((Array Int (Array Bool Int))) Bool)\n"
     "(assert (f (lambda ((x Int)) (lambda ((y Bool)) (ite y x 0)))))\n",
     1},
    {"(declare-const a (Array Int Bool))(assert (= (lambda ((x Int)) x) a))", NULL, 0},
    {"(declare-const x Int)(assert (distinct x))", "(declare-const x Int)\n(assert true)\n", 1},
    {"(declare-const x Int)(assert (= 1 (+ x) (* x)))",
     "(declare-const x Int)\n(assert (= 1 x x))\n", 2},
    {"(assert (+ true))", NULL, 0},
    {"(assert (= #x01 (bvsmod_i #x02 #x03)))", "(assert (= #x01 (bvsmod #x02 #x03)))\n", 1},
    {"(declare-fun bvsmod_i (Int) Bool)(assert (bvsmod_i #x02 #x03))", NULL, 0},
    {"(assert (let ((a false) (a true)) a))", "(assert true)\n", 1},
    {"(declare-const l (List Int))(assert (= (head l) 1))",
     "(declare-datatypes ((List 1)) ((par (T) ((nil) (insert (head T) (tail (List T)))))))\n"
     "(declare-const l (List Int))\n(assert (= (head l) 1))\n",
     1},
    /* Wherever it is met: the lists of the command stay whole. */
    {"(declare-const x Int)(get-value (x (insert x (as nil (List Int))) x))",
     "(declare-const x Int)\n"
     "(declare-datatypes ((List 1)) ((par (T) ((nil) (insert (head T) (tail (List T)))))))\n"
     "(get-value (x (insert x (as nil (List Int))) x))\n",
     1},
    {"(declare-fun f ((Array Int Int Int) (List Int)) Int)",
     "(declare-datatypes ((List 1)) ((par (T) ((nil) (insert (head T) (tail (List T)))))))\n"
     "(declare-fun f ((Array Int (Array Int Int)) (List Int)) Int)\n",
     2},
    {"(declare-fun head (Int) Int)(declare-sort List 0)(declare-const l List)",
     "(declare-fun head (Int) Int)\n(declare-sort List 0)\n(declare-const l List)\n", 0},
    {"(declare-const l (List Int Int))", NULL, 0},
    {"(assert (< 1 -2 (- 3) -04.50))", "(assert (< 1.0 (to_real (- 2)) (to_real (- 3)) (- 4.5)))\n",
     2},
    {"(set-logic QF_LRA)(assert (< 1 -2))", "(set-logic QF_LRA)\n(assert (< 1.0 (- 2.0)))\n", 1},
    {"(declare-const -1 Bool)(assert -1)", "(declare-const -1 Bool)\n(assert -1)\n", 0},
    {"(assert (< 1 -2.))", NULL, 0},
    {"(assert (< 1 --2))", NULL, 0},
    {"(declare-const x Int)(assert (and (< x) (>= x)))",
     "(declare-const x Int)\n(assert (and true true))\n", 2},
    {"(declare-const x Int)(assert (= x))", NULL, 0},
    {"(assert (< true))", NULL, 0},
    {"(declare-const s String)(assert (= (str.++ s) (seq.++ s \"a\") (seq.extract s 0 1)))",
     "(declare-const s String)\n(assert (= s (str.++ s \"a\") (str.substr s 0 1)))\n", 3},
    {"(declare-const s (Seq Int))(assert (= (seq.len s) 0))",
     "(declare-const s (Seq Int))\n(assert (= (seq.len s) 0))\n", 0},
    {"(assert (! true))", "(assert true)\n", 1},
    {"(assert (!))", NULL, 0},
    {"(declare-const index!0 Int)(declare-const a (Array Int Bool))"
     "(assert (= a ((_ map and) a ((_ map not) a))))",
     "(declare-const index!0 Int)\n(declare-const a (Array Int Bool))\n"
     "(assert (= a (lambda ((index!2 Int)) (and (select a index!2) (select (lambda ((index!1 Int)) "
     "(not (select a index!1))) index!2)))))\n",
     2},
    {"(declare-const a (Array Int Int))(assert (= a ((_ map (+ (Int Int) Int)) a a)))",
     "(declare-const a (Array Int Int))\n"
     "(assert (= a (lambda ((index!0 Int)) (+ (select a index!0) (select a index!0)))))\n",
     1},
    {"(declare-const a (Array Int Int))(assert (= a ((_ map and) a a)))", NULL, 0},
    {"(declare-const x Int)(assert (= x ((_ map +) x x)))", NULL, 0},
    {"(declare-fun f (Int) Bool)(assert (select (_ as-array f) 3))",
     "(declare-fun f (Int) Bool)\n(assert (select (lambda ((index!0 Int)) (f index!0)) 3))\n", 1},
    {"(declare-fun f (Int Int) Bool)(assert (select (_ as-array f) 3))", NULL, 0},
    {"(assert (select (_ as-array f) 3))", NULL, 0},
    {"(declare-const l (List Int))(assert (= l (insert 1 nil)))",
     "(declare-datatypes ((List 1)) ((par (T) ((nil) (insert (head T) (tail (List T)))))))\n"
     "(declare-const l (List Int))\n(assert (= l (insert 1 (as nil (List Int)))))\n",
     2},
    {"(declare-const l (List Int))(declare-const k (List Bool))(assert (= l nil))", NULL, 0},
    {"(declare-datatypes ((P 0)) (((mk (fst Int)))))(declare-const p P)"
     "(assert (and ((_ is (mk (Int) P)) p) (= p ((_ update-field fst) p 1))))",
     "(declare-datatypes ((P 0)) (((mk (fst Int)))))\n(declare-const p P)\n"
     "(assert (and ((_ is mk) p) (= p ((_ update fst) p 1))))\n",
     1},
    {"(declare-rel p (Int))(rule (p 0))(query p)",
     "(declare-rel p (Int))\n(rule (p 0))\n(query p)\n", 3},
    {"(dbg-set x 1)(poly/factor (* y y))", "(dbg-set x 1)\n(poly/factor (* y y))\n", 2},
    {"(dbg-nonsense)", NULL, 0},
};

static bool write(const char *text, StrBuf *out, size_t *notes)
{
  Bank *bank = theory_create_bank();
  Script script = {0};
  Error error = {0};
  bool read = script_read(bank, text, strlen(text), &script, &error) == STATUS_OK;
  assert_int_equal(read, error.status == STATUS_OK); /* no error is left of what was read twice */
  Printer *printer = printer_create(bank, &(PrintOptions){.share = SHARE_TREE});
  if (read) printer_script(printer, out, &script);
  *notes = script.dialects.count;
  printer_destroy(printer);
  script_deinit(&script);
  bank_destroy(bank);
  return read;
}

static void test_forms_are_read_as_the_standard_has_them(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    StrBuf once, twice;
    size_t notes;
    strbuf_init(&once, 0);
    strbuf_init(&twice, 0);
    bool read = write(forms[i].text, &once, &notes);
    if (read != (forms[i].standard != NULL)) print_error("%s\n", forms[i].text);
    assert_true(read == (forms[i].standard != NULL));
    if (read) {
      assert_string_equal(strbuf_text(&once), forms[i].standard);
      assert_int_equal(notes, forms[i].notes);
      assert_true(write(strbuf_text(&once), &twice, &notes));
      assert_string_equal(strbuf_text(&twice), forms[i].standard);
    }
    strbuf_deinit(&once);
    strbuf_deinit(&twice);
  }
}

static void test_notes_have_places(void **state)
{
  (void)state;
  Bank *bank = theory_create_bank();
  Script script = {0};
  Error error;
  const char *text = "(declare-const x Real)\n(assert (< x 2.))";
  assert_int_equal(script_read(bank, text, strlen(text), &script, &error), STATUS_OK);
  assert_int_equal(script.dialects.count, 1);
  assert_memory_equal(text + script.dialects.items[0].offset, "2.", 2);
  script_deinit(&script);
  bank_destroy(bank);
}

/* What solvers print is read by the parser of the script, which may be gone then. */
static void test_answers_are_not_noted(void **state)
{
  (void)state;
  Bank *bank = theory_create_bank();
  Script script = {0};
  Error error;
  Model model = {0};
  const char *text = "(declare-const x Real)(declare-const a (Array Int Bool))";
  const char *answer =
      "((define-fun x () Real 2.) (define-fun a () (Array Int Bool) (lambda ((i Int)) (> i 3))))";
  Parser *parser = parser_create(bank, NULL, text, strlen(text), &error);
  assert_int_equal(parser_read_script(parser, &script), STATUS_OK);
  assert_int_equal(model_read(parser, answer, strlen(answer), &model, &error), STATUS_OK);
  assert_int_equal(script.dialects.count, 0);
  model_deinit(&model);
  parser_destroy(parser);
  script_deinit(&script);
  bank_destroy(bank);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forms_are_read_as_the_standard_has_them),
      cmocka_unit_test(test_notes_have_places),
      cmocka_unit_test(test_answers_are_not_noted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
