/* Every candidate of every move is a script that reads back, with terms of the sorts they had. */
#include "testing.h"

#include <string.h>

#include "language/smt/reduce/dominate.h"
#include "language/smt/reduce/move.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

#define MOVE_ENTRY(function, name, ...) {function, name},
static const struct {
  MoveFunction *function;
  const char *name;
} moves[] = {MOVE_LIST(MOVE_ENTRY){move_split, "split"}, {move_large, "large"}};
#undef MOVE_ENTRY

/* A reduction that is about to begin. */
static void begin(Work *work, ReduceContext *context, const char *text)
{
  Error error;
  *context = (ReduceContext){0};
  strbuf_init(&context->text, 0);
  strbuf_add_text(&context->text, text);
  work_init(work, context);
  if (work_read(work, &error) != STATUS_OK) fail_msg("%s", error.message);
}

static void end(Work *work)
{
  work_deinit(work);
  strbuf_deinit(&work->base->text);
}

/* Reads a text into a bank that knows nothing else. */
static void expect_good(const char *move, StrBuf *text, const char *original)
{
  Bank *bank = theory_create_bank();
  Script script = {0};
  Error error;
  reduce_pad_text(text);
  if (script_read(bank, text->bytes, text->length, &script, &error) != STATUS_OK)
    fail_msg("%s: %s in\n%s\nwhich was made of\n%s", move, error.message, text->bytes, original);
  script_deinit(&script);
  bank_destroy(bank);
}

/* All edits of a list: each alone, all at once, and the first half. */
static void try_edits(Work *work, const char *move, const Edits *edits, size_t *made)
{
  StrBuf text;
  strbuf_init(&text, 0);
  for (size_t i = 0; i <= edits->count + 1; i++) {
    size_t at = i < edits->count ? i : 0;
    size_t count = i < edits->count ? 1 : i == edits->count ? edits->count : edits->count / 2;
    Script script = {0};
    TextHash hash;
    if (count && work_candidate(work, edits->items + at, count, &script, &text, &hash)) {
      expect_good(move, &text, work->base->text.bytes);
      ++*made;
    }
    script_deinit(&script);
  }
  strbuf_deinit(&text);
}

static void try_moves(const char *text, size_t least)
{
  Work work;
  ReduceContext context;
  size_t made = 0;
  begin(&work, &context, text);
  reduce_pad_text(&context.text);
  for (int prune = 0; prune < 2; prune++) {
    work.prune = prune;
    for (size_t m = 0; m < sizeof moves / sizeof *moves; m++) {
      Edits edits = {0};
      moves[m].function(&work, &edits);
      try_edits(&work, moves[m].name, &edits, &made);
      VEC_FREE(&edits);
    }
    for (uint32_t level = 0; level < 4; level++) {
      Edits edits = {0};
      move_level(&work, level, &edits);
      try_edits(&work, "level", &edits, &made);
      VEC_FREE(&edits);
    }
  }
  assert_true(made >= least); /* a move that makes nothing would be well sorted, too */
  end(&work);
}

static void test_arithmetic(void **state)
{
  (void)state;
  try_moves(
      "(set-logic QF_LIRA)(declare-const x Int)(declare-const y Real)(declare-fun zz () Real)"
      "(define-fun twice ((n Int) (m Real)) Int (+ n n (to_int m)))"
      "(assert (and (> (twice x 2.5) 123456) (or (= y 1.25) (< y zz 3.0)) (distinct x 1 2 3)))"
      "(assert (! (=> (> y 0.0) (= x 5)) :named n1))"
      "(check-sat)(get-value (x (+ x 1) y))(check-sat-assuming (n1 (not n1)))",
      60);
}

static void test_bit_vectors_and_floats(void **state)
{
  (void)state;
  try_moves(
      "(declare-const a (_ BitVec 32))(declare-const b (_ BitVec 8))"
      "(declare-const f (_ FloatingPoint 8 24))(declare-const r RoundingMode)"
      "(assert (= ((_ extract 15 8) a) (bvadd b #x1f)))"
      "(assert (= (concat b b b b) ((_ zero_extend 24) b) (bvnot a)))"
      "(assert (fp.lt ((_ to_fp 8 24) r a) (fp.add r f (fp #b0 #x01 #b00000000000000000000001))))"
      "(assert (= ((_ fp.to_ubv 8) RTZ f) ((_ rotate_left 3) b)))(check-sat)",
      60);
}

static void test_arrays_and_strings(void **state)
{
  (void)state;
  try_moves("(declare-sort Element 0)(declare-sort Pair 2)"
            "(declare-const a (Array Int (Array Int Element)))(declare-const e Element)"
            "(declare-const p (Pair Element Int))(declare-fun g (Element (Pair Element Int)) Bool)"
            "(declare-const s String)(declare-const q (Seq Int))"
            "(assert (= (select (select (store a 1 (select a 2)) 3) 4) e))"
            "(assert (g e p))"
            "(assert (str.in_re (str.++ s \"hello\\u{e9} world\") (re.* (str.to_re \"ab\"))))"
            "(assert (= (seq.len q) (str.len s) 1000))"
            "(assert (= (seq.nth q 0) (str.to_int \"12345\")))(check-sat)",
            60);
}

static void test_datatypes(void **state)
{
  (void)state;
  try_moves("(declare-datatypes ((Tree 0) (Forest 0)) (((leaf (weight Int)) (node (trees Forest)))"
            " ((none) (some (first Tree) (rest Forest)))))"
            "(declare-datatype Box (par (T) ((box (content T)) (empty))))"
            "(declare-const t Tree)(declare-const b (Box Tree))(declare-const c (Box Int))"
            "(assert (and ((_ is node) t) (= (first (trees t)) (leaf 3)) (= (content b) t)))"
            "(assert (= c (box 5)))(assert (= ((_ update weight) (leaf 1) 2) (leaf 2)))"
            "(assert (match t (((leaf w) (> w 3)) ((node fs) ((_ is none) fs)))))"
            "(assert (distinct b (as empty (Box Tree))))(check-sat)",
            60);
  try_moves("(declare-datatypes ((P 2) (L 1)) ((par (A B) ((pair (left A) (right (L B)))))"
            " (par (T) ((nil) (cons (head T) (tail (L T)) (both (P T Int)))))))"
            "(declare-const p (P Int Bool))(declare-const q (P (P Int Bool) Int))"
            "(declare-fun f ((P Int Bool) (Array Int (L Int))) (L Bool))"
            "(assert (= (f (left q) ((as const (Array Int (L Int))) (as nil (L Int)))) (right p)))"
            "(assert (distinct (as nil (L Bool)) (cons true (right p) (both (f p "
            "((as const (Array Int (L Int))) (tail (right q))))))))(check-sat)",
            40);
}

static void test_binders(void **state)
{
  (void)state;
  try_moves("(declare-sort U 0)(declare-fun p (U Int) Bool)(declare-const u U)"
            "(define-fun-rec fac ((n Int) (k U)) Int (ite (<= n 0) 1 (* n (fac (- n 1) k))))"
            "(assert (forall ((x U) (i Int)) (! (=> (p x i) (exists ((x U) (j Int))"
            " (and (p x j) (< i j)))) :pattern ((p x i)))))"
            "(assert (exists ((i Int)) (= (fac i u) 6)))"
            "(assert (let ((v (p u 1))) (and v (or v (not v)))))(check-sat)",
            40);
}

static void test_levels(void **state)
{
  (void)state;
  try_moves(
      "(set-option :produce-models true)(declare-const x Int)(push 1)(declare-const y Int)"
      "(assert (> x y 2))(check-sat)(pop 1)(push 2)(declare-const y Bool)(assert (and y (> x 1)))"
      "(check-sat)(pop 1)(assert (< x 0))(pop 1)(check-sat)(get-model)(exit)",
      20);
}

/* The node of the term that is printed like this, among those of the first assertion. */
static uint32_t node_of(const Work *work, const Outline *outline, const char *text)
{
  Printer *printer = printer_create(work->bank, &work->print);
  StrBuf printed;
  uint32_t found = 0;
  strbuf_init(&printed, 0);
  for (uint32_t i = 0; i < outline->nodes.count && !found; i++) {
    strbuf_clear(&printed);
    printer_term(printer, &printed, outline->nodes.items[i].term);
    if (strcmp(strbuf_text(&printed), text) == 0) found = i + 1;
  }
  strbuf_deinit(&printed);
  printer_destroy(printer);
  if (!found) fail_msg("no %s", text);
  return found;
}

/* What two terms share goes with neither of them, but with what is above both. */
static void test_dominators(void **state)
{
  (void)state;
  static const char text[] = "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)"
                             "(declare-const s Bool)"
                             "(assert (=> (and p (or q r)) (or q r s)))(check-sat)";
  Work work;
  ReduceContext context;
  Outline outline;
  Dominators dominators;
  begin(&work, &context, text);
  outline_init(&outline, work.bank, &work.script);
  dominators_init(&dominators, work.bank, &outline);
  uint32_t both = node_of(&work, &outline, "(and p (or q r))");
  uint32_t one = node_of(&work, &outline, "(or q r)"), q = node_of(&work, &outline, "q");
  uint32_t root = node_of(&work, &outline, "(=> (and p (or q r)) (or q r s))");
  assert_int_equal(dominators.nodes.items[one].size, 3);
  assert_int_equal(dominators.nodes.items[both].size, 7);
  assert_int_equal(dominators.nodes.items[root].size, 17);
  assert_int_equal(dominators.nodes.items[0].size, 17);
  assert_true(dominators_has_below(&dominators, both, one));
  assert_true(dominators_has_below(&dominators, root, q));
  assert_false(dominators_has_below(&dominators, both, q));
  assert_false(dominators_has_below(&dominators, one, both));
  assert_false(dominators_has_below(&dominators, one, one));
  dominators_deinit(&dominators);
  outline_deinit(&outline);
  end(&work);
}

/* The largest cuts come first, and new constants are declared as the script does it. */
static void test_large(void **state)
{
  (void)state;
  static const char text[] = "(declare-fun p () Bool)(declare-fun q () Bool)"
                             "(assert (and p (or q (not (= p (xor p q))))))(check-sat)";
  Work work;
  ReduceContext context;
  Edits edits = {0};
  Script script = {0};
  StrBuf made;
  TextHash hash;
  strbuf_init(&made, 0);
  begin(&work, &context, text);
  work.prune = true;
  move_large(&work, &edits);
  assert_true(edits.count > 4);
  assert_true(work_candidate(&work, edits.items, 1, &script, &made, &hash));
  assert_string_equal(strbuf_text(&made), "(declare-fun a () Bool)\n(assert a)\n(check-sat)\n");
  script_deinit(&script);
  VEC_FREE(&edits);
  strbuf_deinit(&made);
  end(&work);
}

/* --- single moves --- */

/* The move lists an edit that makes this script, alone or with all others. */
static void expect_made(MoveFunction *move, const char *text, const char *expected)
{
  Work work;
  ReduceContext context;
  Edits edits = {0};
  StrBuf made;
  bool found = false;
  strbuf_init(&made, 0);
  begin(&work, &context, text);
  work.prune = true;
  move(&work, &edits);
  for (size_t i = 0; i <= edits.count && edits.count && !found; i++) {
    Script script = {0};
    TextHash hash;
    bool all = i == edits.count;
    if (work_candidate(&work, edits.items + (all ? 0 : i), all ? edits.count : 1, &script, &made,
                       &hash))
      found = strcmp(strbuf_text(&made), expected) == 0;
    script_deinit(&script);
  }
  if (!found)
    fail_msg("no\n%sof\n%sbut %zu edits, the last of which makes\n%s", expected, text, edits.count,
             strbuf_text(&made));
  VEC_FREE(&edits);
  strbuf_deinit(&made);
  end(&work);
}

static void test_eliminate(void **state)
{
  (void)state;
  expect_made(move_eliminate,
              "(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (= x (+ y 1)))\n"
              "(assert (< (* x x) y))\n",
              "(declare-fun y () Int)\n(assert true)\n(assert (< (* (+ y 1) (+ y 1)) y))\n");
  /* The other side, and below other connectives. */
  expect_made(move_eliminate,
              "(declare-fun x () Int)\n(declare-fun y () Int)\n"
              "(assert (or (= (+ y 1) x) (> x y)))\n",
              "(declare-fun y () Int)\n(assert (or true (> (+ y 1) y)))\n");
  /* Of equations in a circle each can go, and not all at once. */
  try_moves("(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (= x (+ y 1)))\n"
            "(assert (= y (- x 1)))\n(check-sat)\n",
            10);
  /* Not if it would not end, nor where the term is not known yet. */
  Work work;
  ReduceContext context;
  static const char *const none[] = {
      "(declare-fun x () Int)\n(assert (= x (+ x 1)))\n",
      "(declare-fun x () Int)\n(assert (> x 0))\n(declare-fun y () Int)\n(assert (= x (+ y 1)))\n",
      "(assert (forall ((x Int)) (= x 1)))\n"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    Edits edits = {0};
    begin(&work, &context, none[i]);
    move_eliminate(&work, &edits);
    assert_int_equal(edits.count, 0);
    VEC_FREE(&edits);
    end(&work);
  }
}

static void test_merge(void **state)
{
  (void)state;
  expect_made(move_merge,
              "(declare-fun f (Int) Int)\n(declare-fun g (Int) Int)\n(declare-fun h (Bool) Int)\n"
              "(assert (= (g (g 1)) (f (g (h true)))))\n",
              "(declare-fun f (Int) Int)\n(declare-fun h (Bool) Int)\n"
              "(assert (= (f (f 1)) (f (f (h true)))))\n");
}

static void test_patterns(void **state)
{
  (void)state;
  static const char script[] =
      "(declare-fun f (Int) Int)\n(declare-fun g (Int) Int)\n"
      "(assert (forall ((x Int)) (! (> (f x) (g x)) :pattern ((f x) (g (f x))) :weight 2)))\n";
  static const char *const made[] = {
      /* one goes */
      "(declare-fun f (Int) Int)\n(declare-fun g (Int) Int)\n"
      "(assert (forall ((x Int)) (! (> (f x) (g x)) :pattern ((f x)) :weight 2)))\n",
      /* the body changes, the patterns stay */
      "(declare-fun f (Int) Int)\n(declare-fun g (Int) Int)\n"
      "(assert (forall ((x Int)) (! (> 0 (g x)) :pattern ((f x) (g (f x))) :weight 2)))\n",
      /* and the other way round */
      "(declare-fun f (Int) Int)\n(declare-fun g (Int) Int)\n"
      "(assert (forall ((x Int)) (! (> (f x) (g x)) :pattern ((f x) (g 0)) :weight 2)))\n",
      "(declare-fun f (Int) Int)\n(declare-fun g (Int) Int)\n"
      "(assert (forall ((x Int)) (! (> (f x) (g x)) :pattern ((f x) (f x)) :weight 2)))\n",
  };
  for (size_t i = 0; i < sizeof made / sizeof *made; i++)
    expect_made(move_patterns, script, made[i]);
  /* Several annotations around one body. */
  expect_made(
      move_patterns,
      "(declare-fun p (Int) Bool)\n(declare-fun q (Int) Bool)\n"
      "(assert (forall ((x Int)) (! (and (p x) (q x)) :pattern ((p x)) :pattern ((q x)))))\n",
      "(declare-fun p (Int) Bool)\n(declare-fun q (Int) Bool)\n"
      "(assert (forall ((x Int)) (! (and true (q x)) :pattern ((p x)) :pattern ((q x)))))\n");
  try_moves(script, 20);
}

static void test_relations(void **state)
{
  (void)state;
  expect_made(move_relations, "(declare-fun x () (_ BitVec 8))\n(assert (bvule x (bvneg x)))\n",
              "(declare-fun x () (_ BitVec 8))\n(assert (= x (bvneg x)))\n");
  expect_made(move_relations, "(assert (not (forall ((x Int)) (not (= x 3)))))\n",
              "(assert (exists ((x Int)) (= x 3)))\n");
  expect_made(move_relations, "(assert (not (exists ((x Int)) (> x 3))))\n",
              "(assert (forall ((x Int)) (> x 3)))\n");
  expect_made(move_relations, "(assert (exists ((x Int)) (not (> x 3))))\n",
              "(assert (forall ((x Int)) (> x 3)))\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arithmetic),
      cmocka_unit_test(test_bit_vectors_and_floats),
      cmocka_unit_test(test_arrays_and_strings),
      cmocka_unit_test(test_datatypes),
      cmocka_unit_test(test_binders),
      cmocka_unit_test(test_levels),
      cmocka_unit_test(test_dominators),
      cmocka_unit_test(test_large),
      cmocka_unit_test(test_eliminate),
      cmocka_unit_test(test_merge),
      cmocka_unit_test(test_patterns),
      cmocka_unit_test(test_relations),
  };
  return cmocka_run_group_tests_name("reduce_moves", tests, NULL, NULL);
}
