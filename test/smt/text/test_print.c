#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "smt/text/parser.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"

static const ShareStyle styles[] = {SHARE_LET, SHARE_DEFINE, SHARE_TREE};

static void read_script(Bank *bank, const char *text, size_t length, Script *script)
{
  Error error;
  Status status = script_read(bank, text, length, script, &error);
  if (status != STATUS_OK)
    print_error("%u:%u: %s\n%s\n", error.line, error.column, error.message, text);
  assert_int_equal(status, STATUS_OK);
}

static void write_script(const Bank *bank, const PrintOptions *options, const Script *script,
                         StrBuf *out)
{
  strbuf_init(out, 0);
  Printer *printer = printer_create(bank, options);
  printer_script(printer, out, script);
  printer_destroy(printer);
  strbuf_text(out);
}

/* What the text becomes when it is formatted. */
static void assert_formatted(const PrintOptions *options, const char *text, const char *expected)
{
  Bank *bank = theory_create_bank();
  Script script = {0};
  StrBuf out;
  read_script(bank, text, strlen(text), &script);
  write_script(bank, options, &script, &out);
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_deinit(&out);
  script_deinit(&script);
  bank_destroy(bank);
}

static void assert_term_text(const Bank *bank, const PrintOptions *options, Term term,
                             const char *expected)
{
  StrBuf out;
  strbuf_init(&out, 0);
  Printer *printer = printer_create(bank, options);
  for (int i = 0; i < 2; i++) { /* the second time with used memory */
    strbuf_clear(&out);
    printer_term(printer, &out, term);
    assert_string_equal(strbuf_text(&out), expected);
  }
  printer_destroy(printer);
  strbuf_deinit(&out);
}

static Symbol intern(Bank *bank, const char *text)
{
  return symbols_intern(&bank->symbols, text, strlen(text));
}

/* --- symbols, sorts, operators --- */

static void assert_symbol(Bank *bank, const char *name, const char *expected)
{
  StrBuf out;
  strbuf_init(&out, 0);
  print_symbol(&out, bank, intern(bank, name));
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_deinit(&out);
}

static void test_symbols(void **state)
{
  (void)state;
  Bank *bank = bank_create();
  assert_symbol(bank, "x", "x");
  assert_symbol(bank, "a b", "|a b|");
  assert_symbol(bank, "", "||");
  assert_symbol(bank, "1x", "|1x|");
  assert_symbol(bank, "~!@$%^&*_-+=<>.?/", "~!@$%^&*_-+=<>.?/");
  assert_symbol(bank, "let", "|let|");
  assert_symbol(bank, "_", "|_|");
  assert_symbol(bank, "push", "|push|");
  assert_symbol(bank, "pushed", "pushed");
  assert_symbol(bank, "numeral", "numeral");
  bank_destroy(bank);
}

static void test_sorts(void **state)
{
  (void)state;
  assert_formatted(&(PrintOptions){0},
                   "(declare-const a (Array Int (Array (_ BitVec 8) Real)))"
                   "(declare-const b (_ FloatingPoint 8 24))"
                   "(declare-sort |my sort| 2)"
                   "(declare-const c (|my sort| Bool (Seq String)))"
                   "(define-sort P (X) (Array X X))(define-sort Q () Int)"
                   "(declare-fun f ((P Int) Q) (P Bool))",
                   "(declare-const a (Array Int (Array (_ BitVec 8) Real)))\n"
                   "(declare-const b (_ FloatingPoint 8 24))\n"
                   "(declare-sort |my sort| 2)\n"
                   "(declare-const c (|my sort| Bool (Seq String)))\n"
                   "(define-sort P (X) (Array X X))\n(define-sort Q () Int)\n"
                   "(declare-fun f ((Array Int Int) Int) (Array Bool Bool))\n");
}

static void test_deep_sort(void **state)
{
  (void)state;
  Bank *bank = theory_create_bank();
  SortCtorInfo info = {.name = intern(bank, "Box"), .arity = 1, .class = SORT_UNINTERPRETED};
  SortCtor ctor = sorts_ctor(&bank->sorts, &info);
  Sort sort = bank->int_sort;
  for (int i = 0; i < 100000; i++) sort = sorts_make(&bank->sorts, ctor, NULL, &sort, 1);
  StrBuf out;
  strbuf_init(&out, 0);
  print_sort(&out, bank, sort);
  assert_int_equal(out.length, 100000 * 6 + 3);
  strbuf_deinit(&out);
  bank_destroy(bank);
}

static void test_operators(void **state)
{
  (void)state;
  assert_formatted(
      &(PrintOptions){0},
      "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))"
      "(declare-const l (List Int))(declare-const v (_ BitVec 8))"
      "(assert (= l ((_ update head) (cons 1 (as nil (List Int))) 2)))"
      "(assert (and ((_ is cons) l) (= v (_ bv5 8)) (= ((_ extract 4 1) v) #b0101)))"
      "(assert (= \"a\"\"b\" (str.++ \"\" \"x\")))"
      "(assert (= ((as const (Array Int Int)) 0) ((as const (Array Int Int)) 1)))",
      "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))\n"
      "(declare-const l (List Int))\n(declare-const v (_ BitVec 8))\n"
      "(assert (= l ((_ update head) (cons 1 (as nil (List Int))) 2)))\n"
      "(assert (and ((_ is cons) l) (= v #x05) (= ((_ extract 4 1) v) #x5)))\n"
      "(assert (= \"a\"\"b\" (str.++ \"\" \"x\")))\n"
      "(assert (= ((as const (Array Int Int)) 0) ((as const (Array Int Int)) 1)))\n");
}

/* --- sharing --- */

static void test_let_levels(void **state)
{
  (void)state;
  assert_formatted(&(PrintOptions){0},
                   "(declare-fun f (Int Int Int) Int)(declare-const a Int)"
                   "(assert (let ((x (f a 1 2)) (y (f a 3 4)))"
                   "  (let ((z (f x y 5))) (= x y z (f z z z) (f x y y)))))",
                   "(declare-fun f (Int Int Int) Int)\n(declare-const a Int)\n"
                   "(assert (let (($1 (f a 1 2)) ($2 (f a 3 4))) (let (($3 (f $1 $2 5))) "
                   "(= $1 $2 $3 (f $3 $3 $3) (f $1 $2 $2)))))\n");
}

static void test_small_terms_are_repeated(void **state)
{
  (void)state;
  const char *text = "(declare-const a Int)(assert (= (+ a 1) (+ a 1)))";
  assert_formatted(&(PrintOptions){0}, text,
                   "(declare-const a Int)\n(assert (= (+ a 1) (+ a 1)))\n");
  assert_formatted(&(PrintOptions){.min_share_size = 3}, text,
                   "(declare-const a Int)\n(assert (let (($1 (+ a 1))) (= $1 $1)))\n");
}

static void test_names_are_fresh(void **state)
{
  (void)state;
  assert_formatted(&(PrintOptions){0},
                   "(declare-const $1 Int)(declare-const $3 Int)"
                   "(assert (let ((x (+ $1 $3 1)) (y (+ $1 $3 2))) (= x x y y)))",
                   "(declare-const $1 Int)\n(declare-const $3 Int)\n"
                   "(assert (let (($2 (+ $1 $3 1)) ($4 (+ $1 $3 2))) (= $2 $2 $4 $4)))\n");
}

static void test_binders(void **state)
{
  (void)state;
  /* Closed subterms are bound outside, open ones at the binder they need. */
  assert_formatted(
      &(PrintOptions){0},
      "(declare-fun p (Int) Bool)(declare-const a Int)"
      "(assert (forall ((x Int)) (let ((c (p (+ a a 1))) (d (p (+ x x 1))))"
      " (and c d (exists ((y Int)) (let ((e (+ x y 1))) (and c d (p e) (= e 1))))))))",
      "(declare-fun p (Int) Bool)\n(declare-const a Int)\n"
      "(assert (let (($1 (p (+ a a 1)))) (forall ((x Int)) (let (($2 (p (+ x x 1)))) (and $1 $2 "
      "(exists ((y Int)) (let (($3 (+ x y 1))) (and $1 $2 (p $3) (= $3 1)))))))))\n");
}

static void test_definition_parameters(void **state)
{
  (void)state;
  assert_formatted(&(PrintOptions){0},
                   "(declare-const a Int)"
                   "(define-fun f ((x Int)) Int (* (+ a a 1) (+ a a 1) (+ x x 1) (+ x x 1)))"
                   "(define-funs-rec ((g ((x Int)) Int) (h () Int)) ((g h) (g 1)))",
                   "(declare-const a Int)\n"
                   "(define-fun f ((x Int)) Int (let (($1 (+ a a 1)) ($2 (+ x x 1))) "
                   "(* $1 $1 $2 $2)))\n"
                   "(define-funs-rec ((g ((x Int)) Int) (h () Int)) ((g h) (g 1)))\n");
}

static void test_annotations(void **state)
{
  (void)state;
  /* Names are bound inside, so that patterns stay with their quantifier, and are not used in them. */
  assert_formatted(&(PrintOptions){0},
                   "(declare-fun f (Int Int) Int)(declare-const a Int)"
                   "(assert (! (= (+ a a 1) (+ a a 1)) :named n))"
                   "(assert (forall ((x Int)) (! (= (f (f x 1) 2) (f (f x 1) 2)) :pattern ((f (f x "
                   "1) 2) (f x 3))"
                   " :weight 5 :flag)))",
                   "(declare-fun f (Int Int) Int)\n(declare-const a Int)\n"
                   "(assert (! (let (($1 (+ a a 1))) (= $1 $1)) :named n))\n"
                   "(assert (forall ((x Int)) (! (let (($1 (f (f x 1) 2))) (= $1 $1)) "
                   ":pattern ((f (f x 1) 2) (f x 3)) :weight 5 :flag)))\n");
}

static void test_named_terms(void **state)
{
  (void)state;
  /* A term with a name is written once, and before the uses of its name. */
  assert_formatted(&(PrintOptions){0},
                   "(declare-const p Bool)(declare-const q Bool)"
                   "(assert (let ((a (! (or p q) :named n))) (let ((b (or n q p))) (and b b a))))",
                   "(declare-const p Bool)\n(declare-const q Bool)\n"
                   "(assert (let (($1 (! (or p q) :named n))) (let (($2 (or n q p))) "
                   "(and $2 $2 $1))))\n");
}

static void test_define(void **state)
{
  (void)state;
  assert_formatted(&(PrintOptions){.share = SHARE_DEFINE},
                   "(declare-const a Int)(push 1)"
                   "(assert (= (+ a a 1) (+ a a 1)))(assert (> (+ a a 1) 0))(pop 1)"
                   "(assert (> (+ a a 1) 0))"
                   "(assert (= (* (+ a a 1) 2 a) (* (+ a a 1) 2 a) a))"
                   "(assert (forall ((x Int)) (= (+ a a 1) (+ x x 1) (+ x x 1))))",
                   "(declare-const a Int)\n(push 1)\n"
                   "(define-fun $1 () Int (+ a a 1))\n(assert (= $1 $1))\n(assert (> $1 0))\n"
                   "(pop 1)\n(assert (> (+ a a 1) 0))\n"
                   "(define-fun $2 () Int (* (+ a a 1) 2 a))\n(assert (= $2 $2 a))\n"
                   "(assert (forall ((x Int)) (let ((?1 (+ x x 1))) (= (+ a a 1) ?1 ?1))))\n");
}

/* --- names that are hidden --- */

typedef struct {
  Bank *bank;
  Op equal, and;
  Term outer, inner; /* x of level 0 and 1 */
} Hidden;

static Op make_function(Bank *bank, const char *name, uint32_t arity, Sort argument, Sort result)
{
  FunInfo info = {.name = intern(bank, name), .arity = arity, .origin = FUN_DECLARED};
  Sort rank[4] = {argument, argument, argument, argument};
  rank[arity] = result;
  return funs_info(&bank->funs, bank_script_fun(bank, &info, rank))->op;
}

static void hidden_init(Hidden *hidden)
{
  Bank *bank = hidden->bank = theory_create_bank();
  hidden->equal = make_function(bank, "eq", 2, bank->int_sort, bank->bool_sort);
  hidden->and = make_function(bank, "both", 2, bank->bool_sort, bank->bool_sort);
  hidden->outer = bank_variable(bank, intern(bank, "x"), bank->int_sort, 0);
  hidden->inner = bank_variable(bank, intern(bank, "x"), bank->int_sort, 1);
}

static Term apply(Bank *bank, Op op, Term a, Term b)
{
  return bank_term(bank, op, bank->bool_sort, (Term[]){a, b}, 2);
}

static Term quantify(Bank *bank, Op op, Term variable, Term body)
{
  return bank_binder(bank, op, bank->bool_sort, &variable, 1, &body);
}

static void test_hidden_variable(void **state)
{
  (void)state;
  Hidden h;
  hidden_init(&h);
  Term body = apply(h.bank, h.equal, h.outer, h.inner);
  Term term = quantify(h.bank, OP_FORALL, h.outer, quantify(h.bank, OP_EXISTS, h.inner, body));
  const char *expected = "(forall ((x Int)) (let (($1 x)) (exists ((x Int)) (eq $1 x))))";
  for (size_t i = 0; i < 3; i++) {
    bool define = styles[i] == SHARE_DEFINE;
    assert_term_text(h.bank, &(PrintOptions){.share = styles[i]}, term,
                     define ? "(forall ((x Int)) (let ((?1 x)) (exists ((x Int)) (eq ?1 x))))"
                            : expected);
  }
  /* The same small term where it is visible and where it is not. */
  Term visible = apply(h.bank, h.equal, h.outer, h.outer);
  body = apply(h.bank, h.and, visible, apply(h.bank, h.equal, h.inner, h.inner));
  body = quantify(h.bank, OP_EXISTS, h.inner, body);
  term = quantify(h.bank, OP_FORALL, h.outer, apply(h.bank, h.and, visible, body));
  assert_term_text(h.bank, &(PrintOptions){.share = SHARE_TREE}, term,
                   "(forall ((x Int)) (let (($1 (eq x x))) (both $1 (exists ((x Int)) "
                   "(both $1 (eq x x))))))");
  bank_destroy(h.bank);
}

static void test_hidden_function(void **state)
{
  (void)state;
  Hidden h;
  hidden_init(&h);
  Op op = make_function(h.bank, "x", 0, h.bank->int_sort, h.bank->int_sort);
  Term constant = bank_term(h.bank, op, h.bank->int_sort, NULL, 0);
  Term term = quantify(h.bank, OP_FORALL, h.outer, apply(h.bank, h.equal, h.outer, constant));
  assert_term_text(h.bank, &(PrintOptions){0}, term, "(let (($1 x)) (forall ((x Int)) (eq x $1)))");
  bank_destroy(h.bank);
}

/* A binder of level 0 below one of the same name comes from a let outside, and goes back there. */
static void test_level_of_binder(void **state)
{
  (void)state;
  Hidden h;
  hidden_init(&h);
  Term closed = quantify(h.bank, OP_EXISTS, h.outer, apply(h.bank, h.equal, h.outer, h.outer));
  Term term = quantify(h.bank, OP_FORALL, h.outer,
                       apply(h.bank, h.and, closed, apply(h.bank, h.equal, h.outer, h.outer)));
  assert_term_text(h.bank, &(PrintOptions){.share = SHARE_TREE}, term,
                   "(let (($1 (exists ((x Int)) (eq x x)))) (forall ((x Int)) "
                   "(both $1 (eq x x))))");
  /* One of level 1 stays inside, though it is closed. */
  Term inside = quantify(h.bank, OP_EXISTS, h.inner, apply(h.bank, h.equal, h.inner, h.inner));
  term = quantify(h.bank, OP_FORALL, h.outer, apply(h.bank, h.and, inside, inside));
  assert_term_text(h.bank, &(PrintOptions){0}, term,
                   "(forall ((x Int)) (let (($1 (exists ((x Int)) (eq x x)))) (both $1 $1)))");
  bank_destroy(h.bank);
}

/* --- size and depth --- */

static Term make_chain(Bank *bank, uint32_t depth, bool doubled)
{
  Op op = make_function(bank, "pair", doubled ? 2 : 1, bank->bool_sort, bank->bool_sort);
  Op leaf = make_function(bank, "p", 0, bank->bool_sort, bank->bool_sort);
  Term term = bank_term(bank, leaf, bank->bool_sort, NULL, 0);
  for (uint32_t i = 0; i < depth; i++)
    term = bank_term(bank, op, bank->bool_sort, (Term[]){term, term}, doubled ? 2 : 1);
  return term;
}

static void test_deep_term(void **state)
{
  (void)state;
  enum { DEPTH = 1000000 };
  Bank *bank = theory_create_bank();
  Term term = make_chain(bank, DEPTH, false);
  for (int pretty = 0; pretty < 2; pretty++) {
    StrBuf out;
    strbuf_init(&out, 0);
    Printer *printer = printer_create(bank, &(PrintOptions){.pretty = pretty});
    printer_term(printer, &out, term);
    if (pretty)
      assert_in_range(out.length, DEPTH * 7, DEPTH * 70);
    else
      assert_int_equal(out.length, DEPTH * 7 + 1);
    printer_destroy(printer);
    strbuf_deinit(&out);
  }
  bank_destroy(bank);
}

static void test_tree_limit(void **state)
{
  (void)state;
  Bank *bank = theory_create_bank();
  Term term = make_chain(bank, 100, true);
  for (int pretty = 0; pretty < 2; pretty++) {
    StrBuf out;
    strbuf_init(&out, 1000);
    Printer *printer = printer_create(bank, &(PrintOptions){.share = SHARE_TREE, .pretty = pretty});
    printer_term(printer, &out, term);
    assert_true(out.overflow);
    assert_in_range(out.length, 900, 1000);
    strbuf_deinit(&out);
    strbuf_init(&out, 0);
    printer_term(printer, &out, bank_args(bank, bank_args(bank, term)[0])[0] - 95);
    assert_string_equal(strbuf_text(&out),
                        "(pair (pair (pair p p) (pair p p)) (pair (pair p p) (pair p p)))");
    strbuf_deinit(&out);
    printer_destroy(printer);
  }
  bank_destroy(bank);
}

/* Sharing across binders: each level occurs below two different ones. */
static void test_shared_below_binders(void **state)
{
  (void)state;
  enum { LEVELS = 60 };
  Hidden h;
  hidden_init(&h);
  Term z = bank_variable(h.bank, intern(h.bank, "z"), h.bank->int_sort, 0);
  Term y = bank_variable(h.bank, intern(h.bank, "y"), h.bank->int_sort, 0);
  Term term = apply(h.bank, h.equal, z, z);
  for (int i = 0; i < LEVELS; i++) {
    Term left = apply(h.bank, h.and, term, apply(h.bank, h.equal, y, y));
    Term right = apply(h.bank, h.and, apply(h.bank, h.equal, y, y), term);
    term = apply(h.bank, h.and, quantify(h.bank, OP_FORALL, y, left),
                 quantify(h.bank, OP_EXISTS, y, right));
  }
  term = quantify(h.bank, OP_FORALL, z, term);
  StrBuf out;
  strbuf_init(&out, 0);
  Printer *printer = printer_create(h.bank, &(PrintOptions){0});
  printer_term(printer, &out, term);
  assert_in_range(out.length, LEVELS * 50, LEVELS * 200);
  printer_destroy(printer);
  strbuf_deinit(&out);
  bank_destroy(h.bank);
}

/* More binders inside each other than the analysis tells apart. */
static void test_many_binders(void **state)
{
  (void)state;
  Hidden h;
  hidden_init(&h);
  Term body = apply(h.bank, h.equal, h.outer, h.outer);
  for (int i = 0; i < 300; i++) {
    char name[16];
    snprintf(name, sizeof name, "y%d", i);
    Term y = bank_variable(h.bank, intern(h.bank, name), h.bank->int_sort, 0);
    Term part = apply(h.bank, h.and, apply(h.bank, h.equal, h.outer, y), body);
    body = quantify(h.bank, OP_FORALL, y, apply(h.bank, h.and, part, part));
  }
  Term term = quantify(h.bank, OP_FORALL, h.outer, body);
  StrBuf out;
  strbuf_init(&out, 0);
  Printer *printer = printer_create(h.bank, &(PrintOptions){0});
  printer_term(printer, &out, term);
  assert_in_range(out.length, 300 * 50, 300 * 150);
  printer_destroy(printer);
  strbuf_deinit(&out);
  bank_destroy(h.bank);
}

/* --- lines --- */

static void test_pretty(void **state)
{
  (void)state;
  assert_formatted(
      &(PrintOptions){.pretty = true, .width = 40},
      "(declare-fun long_function (Int Int) Int)(declare-const a Int)"
      "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))"
      "(declare-const l (List Int))"
      "(define-fun g ((x Int)) Int (long_function (+ x x 1) (long_function x (+ x x 1))))"
      "(assert (and (> a 1) (forall ((x Int)) (! (> (long_function x a) 0) :pattern "
      "((long_function "
      "x a)))) (match l ((nil true) ((cons h t) (= t (cons (+ h 1) t)))))))"
      "(assert (= a 1))",
      "(declare-fun long_function (Int Int) Int)\n"
      "(declare-const a Int)\n"
      "(declare-datatypes ((List 1))\n"
      "  ((par (T)\n"
      "     ((nil)\n"
      "      (cons (head T) (tail (List T)))))))\n"
      "(declare-const l (List Int))\n"
      "(define-fun g ((x Int)) Int\n"
      "  (let (($1 (+ x x 1)))\n"
      "    (long_function\n"
      "      $1\n"
      "      (long_function x $1))))\n"
      "(assert\n"
      "  (and (> a 1)\n"
      "       (forall ((x Int))\n"
      "         (! (> (long_function x a) 0)\n"
      "            :pattern ((long_function x a))))\n"
      "       (match l\n"
      "         ((nil true)\n"
      "          ((cons h t)\n"
      "            (= t (cons (+ h 1) t)))))))\n"
      "(assert (= a 1))\n");
}

static void test_pretty_lets(void **state)
{
  (void)state;
  assert_formatted(
      &(PrintOptions){.pretty = true, .width = 30},
      "(declare-fun f (Int Int Int) Int)(declare-const a Int)"
      "(assert (let ((x (f a 1 2)) (y (f a 3 4))) (let ((z (f x y 5))) (= x y z (f z z z)))))",
      "(declare-fun f (Int Int Int) Int)\n(declare-const a Int)\n"
      "(assert\n"
      "  (let (($1 (f a 1 2))\n"
      "        ($2 (f a 3 4)))\n"
      "  (let (($3 (f $1 $2 5)))\n"
      "    (= $1\n"
      "       $2\n"
      "       $3\n"
      "       (f $3 $3 $3)))))\n");
}

/* --- round trips --- */

static const char *const scripts[] = {
    "(set-logic ALL)(set-option :produce-models true)(set-info :source |two\nlines|)"
    "(declare-const a Int)(declare-const b Real)(assert (= b (/ 1 3) (to_real a) 2.50))"
    "(check-sat)(get-value (a (+ a 1)))(get-info :name)(get-option :produce-models)"
    "(echo \"it is \"\"so\"\"\")(reset-assertions)(reset)(exit)",

    "(declare-datatypes ((Tree 1) (Forest 1)) ((par (T) ((node (value T) (children (Forest T)))))"
    " (par (T) ((empty) (grow (first (Tree T)) (rest (Forest T)))))))"
    "(declare-datatype Color ((red) (green)))(declare-codatatypes ((S 0)) (((s (t S)))))"
    "(declare-const t (Tree Int))(declare-const f (Forest Int))"
    "(assert (match f ((empty true) ((grow x y) (match y ((empty (= x t)) (z (= z f))))))))"
    "(assert (match f ((empty true) (_ false))))(assert ((_ is node) t))"
    "(assert (= (value ((_ update value) t 3)) 3))",

    "(declare-fun p (Int Int) Bool)(declare-const x Int)"
    "(assert (forall ((x Int)) (exists ((x Int) (y Int)) (and (p x y) (forall ((y Int)) (p x "
    "y))))))"
    "(assert (let ((q (forall ((x Int)) (p x x)))) (forall ((x Int)) (and q (p x 0) (exists ((x "
    "Int)) "
    "(and (p x 1) q))))))"
    "(assert (let ((q x)) (forall ((x Int)) (p x q))))"
    "(assert (forall ((y Int)) (let ((q (+ x y 1))) (forall ((x Int) (z Int)) (p q (+ q x z))))))",

    "(set-logic HO_ALL)(declare-fun f (Int Int) Int)(declare-const g (-> Int Int))"
    "(assert (= (g 1) (f 1 2) ((lambda ((x Int)) (f x x)) 3)))(assert (= g (f 1)))"
    "(assert (forall ((h (-> Int Int))) (= (h 1) (g (h 2)))))",

    "(declare-fun |a b| () Bool)(declare-fun |let| () Bool)(define-fun c ((|x y| Bool)) Bool |x y|)"
    "(push 1)(assert (c |a b|))(pop 1)(assert-soft |let| :weight 2 :id goal)(minimize (ite |let| 1 "
    "2))"
    "(check-sat-assuming (|a b| (not |let|)))",

    "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))"
    " ((ite (= n 0) true (odd (- n 1))) (ite (= n 0) false (even (- n 1)))))"
    "(define-fun-rec fact ((n Int)) Int (ite (< n 1) 1 (* n (fact (- n 1)))))"
    "(define-const k Int 5)(assert (even (fact k)))",

    "(declare-const s String)(declare-const r RegLan)(declare-const e (Seq Int))(declare-const f "
    "(_ FiniteField 17))(assert (str.in_re s (re.++ r ((_ re.^ 3) (str.to_re \"ab\\u{0}\")))))"
    "(assert (= e (as seq.empty (Seq Int)) (seq.unit 1)))(assert (= f #f3m17 (as ff5 (_ "
    "FiniteField 17))))"
    "(assert (= (_ char #x41) s))",
};

static void assert_same_commands(const Script *a, const Script *b)
{
  assert_int_equal(a->commands.count, b->commands.count);
  for (size_t i = 0; i < a->commands.count; i++) {
    const Command *x = &a->commands.items[i], *y = &b->commands.items[i];
    assert_int_equal(x->kind, y->kind);
    assert_int_equal(x->a, y->a);
    assert_int_equal(x->b, y->b);
    assert_int_equal(x->count, y->count);
    for (uint32_t j = 0; j < x->count; j++)
      assert_int_equal(script_list(a, x)[j], script_list(b, y)[j]);
  }
}

static void round_trip(const char *text, const PrintOptions *options)
{
  Bank *bank = theory_create_bank(), *fresh = theory_create_bank();
  Script script = {0}, again = {0}, other = {0};
  StrBuf first, second;
  read_script(bank, text, strlen(text), &script);
  write_script(bank, options, &script, &first);
  if (options->share != SHARE_DEFINE) {
    read_script(bank, first.bytes, first.length, &again);
    assert_same_commands(&script, &again);
  }
  read_script(fresh, first.bytes, first.length, &other);
  write_script(fresh, options, &other, &second);
  assert_string_equal(strbuf_text(&second), strbuf_text(&first));
  strbuf_deinit(&first);
  strbuf_deinit(&second);
  script_deinit(&script);
  script_deinit(&again);
  script_deinit(&other);
  bank_destroy(bank);
  bank_destroy(fresh);
}

static void test_round_trips(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
    for (size_t s = 0; s < 3; s++)
      for (uint32_t width = 0; width <= 90; width += 30)
        round_trip(scripts[i],
                   &(PrintOptions){.share = styles[s], .pretty = width, .width = width});
}

/* Every word of the language, as a name, keeps its bars. */
static void test_every_word_has_bars(void **state)
{
  (void)state;
  static const char *const others[] = {"!",      "_",       "as",     "BINARY",     "DECIMAL",
                                       "exists", "forall",  "lambda", "let",        "par",
                                       "match",  "NUMERAL", "STRING", "HEXADECIMAL"};
  Bank *own = theory_create_bank();
  size_t count = sizeof others / sizeof *others;
  for (size_t i = 0; i < count + CMD_EXTENSION; i++) {
    const char *word = i < count ? others[i] : command_name((CommandKind)(i - count));
    char wanted[64];
    StrBuf out;
    strbuf_init(&out, 0);
    snprintf(wanted, sizeof wanted, "|%s|", word);
    print_symbol(&out, own, symbols_intern(&own->symbols, word, strlen(word)));
    assert_string_equal(strbuf_text(&out), wanted);
    strbuf_deinit(&out);
  }
  bank_destroy(own);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_word_has_bars),
      cmocka_unit_test(test_symbols),
      cmocka_unit_test(test_sorts),
      cmocka_unit_test(test_deep_sort),
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_let_levels),
      cmocka_unit_test(test_small_terms_are_repeated),
      cmocka_unit_test(test_names_are_fresh),
      cmocka_unit_test(test_binders),
      cmocka_unit_test(test_definition_parameters),
      cmocka_unit_test(test_annotations),
      cmocka_unit_test(test_named_terms),
      cmocka_unit_test(test_define),
      cmocka_unit_test(test_hidden_variable),
      cmocka_unit_test(test_hidden_function),
      cmocka_unit_test(test_level_of_binder),
      cmocka_unit_test(test_deep_term),
      cmocka_unit_test(test_tree_limit),
      cmocka_unit_test(test_shared_below_binders),
      cmocka_unit_test(test_many_binders),
      cmocka_unit_test(test_pretty),
      cmocka_unit_test(test_pretty_lets),
      cmocka_unit_test(test_round_trips),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
