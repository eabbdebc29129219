#include "testing.h"

#include <stdio.h>

#include "smt/value/array.h"
#include "smt/value/closure.h"
#include "smt/value/domain.h"
#include "smt/value/map.h"
#include "support/evaluator.h"

static Evaluator evaluator;

static void set_up_under(const char *model)
{
  evaluator_init(&evaluator,
                 "(set-logic HO_ALL)\n"
                 "(declare-sort U 0)(declare-const a U)(declare-const b U)\n"
                 "(declare-datatype Unit ((unit)))\n"
                 "(declare-datatype Color ((red) (green) (blue)))\n"
                 "(declare-datatype Maybe (par (T) ((none) (some (the T)))))\n"
                 "(declare-datatype List (par (T) ((cons (head T) (tail (List T))) (nil))))\n"
                 "(declare-datatypes ((Tree 0) (Forest 0)) (((node (children Forest)))\n"
                 "  ((more (first Tree) (rest Forest)) (empty))))\n"
                 "(declare-datatype Odd ((leaf) (branch (arm (Array Odd Unit)))))\n",
                 model, 0);
}

static int set_up(void **state)
{
  (void)state;
  set_up_under(NULL);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  evaluator_deinit(&evaluator);
  return 0;
}

/* A sort by its text: that of a constant array's values. */
static Sort sort_of(const char *text)
{
  char term[400];
  snprintf(term, sizeof term, "(lambda ((x %s)) x)", text);
  return sorts_arg(&evaluator.eval->bank->sorts, evaluator_sort(&evaluator, term), 0);
}

static uint64_t size_of(const char *text)
{
  return domain_size(evaluator.eval, sort_of(text));
}

static void test_sizes(void **state)
{
  (void)state;
  assert_int_equal(size_of("Bool"), 2);
  assert_int_equal(size_of("(_ BitVec 10)"), 1024);
  assert_int_equal(size_of("(_ BitVec 61)"), UINT64_C(1) << 61);
  assert_int_equal(size_of("(_ BitVec 62)"), DOMAIN_HUGE);
  assert_int_equal(size_of("(_ BitVec 1000)"), DOMAIN_HUGE);
  assert_int_equal(size_of("RoundingMode"), 5);
  assert_int_equal(size_of("(_ FloatingPoint 2 2)"), 15);
  assert_int_equal(size_of("(_ FloatingPoint 3 5)"), 256 - 32 + 3);
  assert_int_equal(size_of("Float16"), 65536 - 2048 + 3);
  assert_int_equal(size_of("Float64"), DOMAIN_HUGE);
  assert_int_equal(size_of("(_ FiniteField 17)"), 17);
  assert_int_equal(size_of("(_ FiniteField 4294967291)"), 4294967291u);
  assert_int_equal(size_of("(_ FiniteField 57896044618658097711785492504343953926634992332820282019"
                           "728792003956564819949)"),
                   DOMAIN_HUGE);
  assert_int_equal(size_of("Unicode"), STRING_ALPHABET);
  assert_int_equal(size_of("Int"), DOMAIN_INFINITE);
  assert_int_equal(size_of("String"), DOMAIN_INFINITE);
  assert_int_equal(size_of("(Seq Bool)"), DOMAIN_INFINITE);
  assert_int_equal(size_of("(Bag Bool)"), DOMAIN_INFINITE);
  assert_int_equal(size_of("(-> Bool Bool)"), DOMAIN_INFINITE);
}

static void test_compound_sizes(void **state)
{
  (void)state;
  assert_int_equal(size_of("(Tuple Bool (_ BitVec 2))"), 8);
  assert_int_equal(size_of("UnitTuple"), 1);
  assert_int_equal(size_of("(Tuple Bool Int)"), DOMAIN_INFINITE);
  assert_int_equal(size_of("(Set Bool)"), 4);
  assert_int_equal(size_of("(Set (_ BitVec 8))"), DOMAIN_HUGE);
  assert_int_equal(size_of("(Set Int)"), DOMAIN_INFINITE);
  assert_int_equal(size_of("(Array (_ BitVec 3) Color)"), 6561);
  assert_int_equal(size_of("(Array Int Unit)"), 1);
  assert_int_equal(size_of("(Array Int Bool)"), DOMAIN_INFINITE);
  assert_int_equal(size_of("(Array (_ BitVec 64) Unit)"), 1);
  assert_int_equal(size_of("(Array (_ BitVec 64) Bool)"), DOMAIN_HUGE);
  assert_int_equal(size_of("(Maybe Bool)"), 3);
  assert_int_equal(size_of("(Maybe (Maybe Color))"), 5);
  assert_int_equal(size_of("(Maybe Int)"), DOMAIN_INFINITE);
  assert_int_equal(size_of("(List Unit)"), DOMAIN_INFINITE);
  assert_int_equal(size_of("Tree"), DOMAIN_INFINITE);
  assert_int_equal(size_of("Forest"), DOMAIN_INFINITE);
  assert_int_equal(size_of("Odd"), 2);
}

/* Sorts that nest deeply, share their parts, or both, take no time and no stack. */
static void test_hostile(void **state)
{
  (void)state;
  SortTable *sorts = &evaluator.eval->bank->sorts;
  SortCtor tuple = sorts->class_ctor[SORT_TUPLE];
  Sort sort = sort_of("Unit"), deep = sort_of("Bool");
  for (int i = 0; i < 150; i++) {
    Sort twice[] = {sort, sort};
    sort = sorts_make(sorts, tuple, NULL, twice, 2);
  }
  for (int i = 0; i < 100000; i++) deep = sorts_make(sorts, tuple, NULL, &deep, 1);
  assert_int_equal(domain_size(evaluator.eval, sort), DOMAIN_UNKNOWN);
  assert_int_equal(domain_size(evaluator.eval, deep), DOMAIN_UNKNOWN);
  assert_int_equal(domain_default(evaluator.eval, sort, 0).tag, REASON_DEPTH);
  assert_int_equal(domain_default(evaluator.eval, deep, 0).tag, REASON_DEPTH);
  assert_int_equal(domain_value(evaluator.eval, deep, 0, 0).tag, REASON_INFINITE_DOMAIN);
}

/* All values are different. */
static void check_values(const char *text)
{
  Eval *eval = evaluator.eval;
  Sort sort = sort_of(text);
  uint64_t size = domain_size(eval, sort);
  assert_in_range(size, 1, 10000);
  const MapNode *all = NULL;
  for (uint64_t i = 0; i < size; i++) {
    Value value = domain_value(eval, sort, i, 0);
    assert_false(value_is_unknown(value));
    assert_true(map_put(&eval->heap, &all, value, value_bool(true)));
    assert_int_equal(map_count(all), i + 1);
    assert_int_equal(value_compare(value, domain_value(eval, sort, i, 0)), 0);
  }
  assert_non_null(map_find(all, domain_default(eval, sort, 0)));
}

static void test_values(void **state)
{
  (void)state;
  check_values("Bool");
  check_values("(_ BitVec 8)");
  check_values("(_ FloatingPoint 3 5)");
  check_values("RoundingMode");
  check_values("(_ FiniteField 17)");
  check_values("UnitTuple");
  check_values("(Tuple Bool Color (_ BitVec 2))");
  check_values("Color");
  check_values("(Maybe (Maybe Color))");
  check_values("(Set Color)");
  check_values("(Set (Set Bool))");
  check_values("(Array (_ BitVec 3) Color)");
  check_values("(Array (Tuple Bool Bool) (Maybe Bool))");
  check_values("(Array Int Unit)");
  check_values("Odd");
  check_values("(Array Color (Set Bool))");
  assert_int_equal(domain_value(evaluator.eval, sort_of("Int"), 0, 0).tag, REASON_INFINITE_DOMAIN);
}

static void test_floats(void **state)
{
  (void)state;
  Eval *eval = evaluator.eval;
  Sort sort = sort_of("(_ FloatingPoint 2 3)");
  assert_int_equal(domain_value(eval, sort, 0, 0).word, 0x00);
  assert_int_equal(domain_value(eval, sort, 12, 0).word, 0x0c);
  assert_int_equal(domain_value(eval, sort, 13, 0).word, 0x10);
  assert_int_equal(domain_value(eval, sort, 25, 0).word, 0x1c);
  assert_int_equal(domain_value(eval, sort, 26, 0).word, 0x0e); /* NaN */
  assert_int_equal(domain_size(eval, sort), 27);
  Value wide = domain_value(eval, sort_of("Float128"), 5, 0);
  assert_true(wide.kind == VALUE_FLOAT && wide.boxed && wide.tag == 128);
}

static Value default_of(const char *text)
{
  return domain_default(evaluator.eval, sort_of(text), 0);
}

static void test_defaults(void **state)
{
  (void)state;
  Eval *eval = evaluator.eval;
  assert_true(value_is_false(default_of("Bool")));
  assert_int_equal(default_of("Int").kind, VALUE_INT);
  assert_int_equal(default_of("Real").kind, VALUE_REAL);
  assert_int_equal(default_of("(_ BitVec 100)").kind, VALUE_BITVEC);
  assert_int_equal(default_of("Float32").word, 0);
  assert_int_equal(default_of("String").string->length, 0);
  assert_int_equal(default_of("(Seq Int)").list->length, 0);
  assert_null(default_of("(Set Int)").map);
  assert_null(default_of("(Bag Int)").map);
  assert_int_equal(default_of("Unicode").kind, VALUE_CHAR);
  assert_int_equal(default_of("(Array Int Int)").array->otherwise.integer, 0);
  assert_int_equal(default_of("(Tuple Int Bool)").list->length, 2);
  Value list = default_of("(List Int)"), tree = default_of("Tree");
  assert_int_equal(list.list->length, 0);
  assert_int_equal(tree.list->length, 1);
  assert_int_equal(tree.list->items[0].list->length, 0);
  Value function = default_of("(-> Int Bool (Tuple Int))");
  assert_int_equal(function.kind, VALUE_FUNCTION);
  assert_true(function.loose);
  Value args[] = {value_small_int(5), value_bool(true)};
  Value result = eval_apply(eval, function, args, 2, 0);
  assert_int_equal(result.list->items[0].integer, 0);
  assert_int_equal(bank_bound_count(eval->bank, function.closure->binder), 2);
}

static const char *const element_models[] = {
    /* cvc5 names the elements that it uses, z3 declares all there are. */
    "((define-fun a () U (as @U_0 U)) (define-fun b () U (as @U_1 U)))",
    "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U)"
    " (forall ((x U)) (or (= x U!val!0) (= x U!val!1)))"
    " (define-fun a () U U!val!0) (define-fun b () U U!val!1))"};

static void test_universe(void **state)
{
  (void)state;
  assert_int_equal(size_of("U"), DOMAIN_UNKNOWN);
  assert_int_equal(default_of("U").tag, REASON_NO_VALUE);
}

static void test_universe_of_a_model(void **state)
{
  (void)state;
  for (int whole = 0; whole < 2; whole++) {
    evaluator_deinit(&evaluator);
    set_up_under(element_models[whole]);
    Value a = evaluator_value(&evaluator, "a"), b = evaluator_value(&evaluator, "b");
    assert_int_equal(a.kind, VALUE_ABSTRACT);
    assert_int_not_equal(a.word, b.word);
    assert_int_equal(default_of("U").word, a.word);
    assert_int_equal(size_of("U"), whole ? 2 : DOMAIN_UNKNOWN);
    assert_int_equal(size_of("(Array U U)"), whole ? 4 : DOMAIN_UNKNOWN);
    if (!whole) continue;
    check_values("(Array U (Set U))");
    assert_int_equal(domain_value(evaluator.eval, sort_of("U"), 1, 0).word, b.word);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_sizes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_compound_sizes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_hostile, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_values, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_floats, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_defaults, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_universe, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_universe_of_a_model, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
