#include "testing.h"

#include "base/random.h"
#include "smt/value/array.h"
#include "smt/value/domain.h"
#include "support/evaluator.h"

static Evaluator evaluator;

static int set_up(void **state)
{
  (void)state;
  evaluator_init(&evaluator,
                 "(set-logic HO_ALL)\n"
                 "(declare-datatype Unit ((unit)))\n"
                 "(declare-datatype Color ((red) (green) (blue)))\n"
                 "(declare-const bb (Array Bool Bool))\n"
                 "(declare-const v2v1 (Array (_ BitVec 2) (_ BitVec 1)))\n"
                 "(declare-const cc (Array Color Color))\n"
                 "(declare-const ub (Array Unit Bool))\n"
                 "(declare-const fb (Array (_ FloatingPoint 2 2) Bool))\n"
                 "(declare-const abb (Array Bool (Array Bool Bool)))\n"
                 "(declare-const aab (Array (Array Bool Bool) Bool))\n"
                 "(declare-const ii (Array Int Int))\n"
                 "(declare-const ri (Array Real Int))\n"
                 "(declare-const fi (Array (_ FloatingPoint 2 2) Int))\n",
                 NULL, 0);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  evaluator_deinit(&evaluator);
  return 0;
}

/* Every array of the sort from every starting constant, by stores in a random order with detours,
 * has one representation, and differs from all others. */
static void check_all(const char *name, uint64_t limit)
{
  Eval *eval = evaluator.eval;
  Sort sort = evaluator_sort(&evaluator, name);
  Sort index_sort = sorts_arg(&eval->bank->sorts, sort, 0);
  Sort value_sort = sorts_arg(&eval->bank->sorts, sort, 1);
  uint64_t size = domain_size(eval, sort), indices = domain_size(eval, index_sort);
  uint64_t values = domain_size(eval, value_sort);
  Random random = random_stream(2, 0, 0);
  uint64_t rounds = size < limit ? size : limit;
  for (uint64_t round = 0; round < rounds; round++) {
    uint64_t position = size <= limit ? round : random_below(&random, size);
    Value wanted = domain_value(eval, sort, position, 0);
    assert_false(value_is_unknown(wanted));
    for (uint64_t start = 0; start < values; start++) {
      Value array = array_constant(eval, sort, domain_value(eval, value_sort, start, 0), 0);
      uint64_t done = 0;
      while (done != (UINT64_C(1) << indices) - 1) {
        uint64_t i = random_below(&random, indices);
        Value index = domain_value(eval, index_sort, i, 0);
        bool right = random_chance(&random, 2, 3);
        Value value = right ? array_select(eval, wanted, index, 0)
                            : domain_value(eval, value_sort, random_below(&random, values), 0);
        array = array_store(eval, sort, array, index, value, 0);
        assert_false(value_is_unknown(array));
        assert_int_equal(value_compare(array_select(eval, array, index, 0), value), 0);
        done = right ? done | UINT64_C(1) << i : done & ~(UINT64_C(1) << i);
      }
      assert_int_equal(value_compare(array, wanted), 0);
      assert_int_equal(value_hash(array), value_hash(wanted));
    }
    if (position + 1 < size)
      assert_int_not_equal(value_compare(wanted, domain_value(eval, sort, position + 1, 0)), 0);
  }
}

static void test_all_arrays(void **state)
{
  (void)state;
  assert_int_equal(domain_size(evaluator.eval, evaluator_sort(&evaluator, "bb")), 4);
  assert_int_equal(domain_size(evaluator.eval, evaluator_sort(&evaluator, "v2v1")), 16);
  assert_int_equal(domain_size(evaluator.eval, evaluator_sort(&evaluator, "cc")), 27);
  check_all("bb", 1000);
  check_all("v2v1", 1000);
  check_all("cc", 1000);
  check_all("ub", 1000);
  check_all("abb", 1000);
  check_all("aab", 1000);
  check_all("fb", 60);
}

/* The values at every index are what defines an array. */
static void test_random_stores(void **state)
{
  (void)state;
  Eval *eval = evaluator.eval;
  Sort sort = evaluator_sort(&evaluator, "((as const (Array (_ BitVec 4) Int)) 0)");
  Random random = random_stream(3, 0, 0);
  for (int round = 0; round < 200; round++) {
    int64_t plain[16] = {0};
    Value array = array_constant(eval, sort, value_small_int(0), 0);
    for (int i = 0; i < 60; i++) {
      uint64_t at = random_below(&random, 16);
      plain[at] = (int64_t)random_below(&random, 2 + (uint64_t)round % 4);
      Value index = value_small_bits(VALUE_BITVEC, 4, at);
      array = array_store(eval, sort, array, index, value_small_int(plain[at]), 0);
    }
    Value again = array_constant(eval, sort, value_small_int(9), 0);
    for (uint64_t at = 0; at < 16; at++) {
      Value index = value_small_bits(VALUE_BITVEC, 4, at);
      assert_int_equal(array_select(eval, array, index, 0).integer, plain[at]);
      again = array_store(eval, sort, again, index, value_small_int(plain[at]), 0);
    }
    assert_int_equal(value_compare(array, again), 0);
    assert_int_equal(value_hash(array), value_hash(again));
  }
}

#define A  "((as const (Array Int Int)) 0)"
#define BV "((as const (Array (_ BitVec 8) Int)) 0)"

static void test_infinite(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "(store (store " A " 1 5) 1 0)", A);
  evaluator_same(&evaluator, "(store (store " A " 1 5) 2 6)", "(store (store " A " 2 6) 1 5)");
  evaluator_false(&evaluator, "(= (store " A " 1 5) " A ")");
  evaluator_false(&evaluator, "(= " A " ((as const (Array Int Int)) 1))");
  evaluator_same(&evaluator, "(select (store " A " 1 5) 1)", "5");
  evaluator_same(&evaluator, "(select (store " A " 1 5) 2)", "0");
}

static void test_functions(void **state)
{
  (void)state;
#define F "((as const (Array Int (-> Int Int))) (lambda ((x Int)) (+ x 1)))"
  evaluator_same(&evaluator, "((select " F " 7) 1)", "2");
  evaluator_same(&evaluator, "((select (store " F " 7 (lambda ((x Int)) x)) 7) 1)", "1");
  evaluator_same(&evaluator, "((select (store " F " 7 (lambda ((x Int)) x)) 8) 1)", "2");
  evaluator_unknown(&evaluator, "(= " F " (store " F " 7 (lambda ((x Int)) x)))",
                    REASON_FUNCTION_EQUALITY);
#define G "((as const (Array (-> Int Int) Int)) 3)"
  evaluator_same(&evaluator, "(select " G " (lambda ((x Int)) x))", "3");
  evaluator_same(&evaluator, "(store " G " (lambda ((x Int)) x) 3)", G);
  evaluator_unknown(&evaluator, "(store " G " (lambda ((x Int)) x) 4)", REASON_FUNCTION_EQUALITY);
}

/* Arrays that a formula gives. */
static void test_computed(void **state)
{
  (void)state;
  Eval *eval = evaluator.eval;
  Value square = evaluator_value(&evaluator, "(lambda ((x Int)) (* x x))");
  Value array = array_of_function(eval, square, 0);
  assert_true(array.loose && array.array->computed);
  assert_int_equal(array_select(eval, array, value_small_int(5), 0).integer, 25);
  Sort sort = evaluator_sort(&evaluator, A);
  array = array_store(eval, sort, array, value_small_int(5), value_small_int(7), 0);
  assert_int_equal(array_select(eval, array, value_small_int(5), 0).integer, 7);
  assert_int_equal(array_select(eval, array, value_small_int(6), 0).integer, 36);
  Value small = evaluator_value(&evaluator, "(lambda ((x Bool)) (not x))");
  array = array_of_function(eval, small, 0);
  assert_false(array.loose);
  Value wanted =
      evaluator_value(&evaluator, "(store ((as const (Array Bool Bool)) true) true false)");
  assert_int_equal(value_compare(array, wanted), 0);
}

static void test_default(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "(default (store " A " 1 5))", "0");
  evaluator_same(&evaluator, "(default " BV ")", "0");
  evaluator_unknown(&evaluator, "(default (store " BV " #x01 5))", REASON_OUTSIDE_DOMAIN);
}

static void test_range(void **state)
{
  (void)state;
  evaluator_true(&evaluator, "(eqrange " A " (store " A " 9 1) 0 8)");
  evaluator_false(&evaluator, "(eqrange " A " (store " A " 9 1) 0 9)");
  evaluator_true(&evaluator, "(eqrange " A " ((as const (Array Int Int)) 1) 5 4)");
  evaluator_false(&evaluator, "(eqrange " A " ((as const (Array Int Int)) 1) 5 5)");
#define ONES "((as const (Array Int Int)) 1)"
  evaluator_true(&evaluator, "(eqrange " ONES " (store (store " A " 1 1) 2 1) 1 2)");
  evaluator_false(&evaluator, "(eqrange " ONES " (store (store " A " 1 1) 2 1) 1 3)");
  evaluator_true(&evaluator, "(eqrange (store " A " 1 1) (store " ONES " 2 0) 1 2)");
#define BV1 "((as const (Array (_ BitVec 8) Int)) 1)"
  evaluator_true(&evaluator, "(eqrange " BV1 " (store " BV " #xff 1) #xff #xff)");
  evaluator_true(&evaluator, "(eqrange " BV1 " (store " BV " #xff 1) #xff #x00)");
  evaluator_false(&evaluator, "(eqrange " BV1 " (store " BV " #xff 1) #xfe #xff)");
#define R  "((as const (Array Real Int)) 0)"
#define R1 "((as const (Array Real Int)) 1)"
  evaluator_true(&evaluator, "(eqrange " R " (store " R1 " 2.0 0) 2.0 2.0)");
  evaluator_false(&evaluator, "(eqrange " R " (store " R1 " 2.0 0) 2.0 3.0)");
  evaluator_true(&evaluator, "(eqrange " R " (store " R " 2.0 1) 3.0 4.0)");
}

/* fp.leq has both zeros between them, and NaN nowhere. */
static void test_float_range(void **state)
{
  (void)state;
  Eval *eval = evaluator.eval;
  Sort sort = evaluator_sort(&evaluator, "fi"), index_sort = sorts_arg(&eval->bank->sorts, sort, 0);
  enum { POSITIVE_ZERO = 0x0, NEGATIVE_ZERO = 0x8, LEAST = 0x1, INFINITE = 0x6, NAN_BITS = 0x7 };
  Value zeros = array_constant(eval, sort, value_small_int(0), 0);
  Value ones = array_constant(eval, sort, value_small_int(1), 0);
#define FLOAT(bits) value_small_bits(VALUE_FLOAT, 4, bits)
  Value one_zero = array_store(eval, sort, ones, FLOAT(POSITIVE_ZERO), value_small_int(0), 0);
  Value two_zeros = array_store(eval, sort, one_zero, FLOAT(NEGATIVE_ZERO), value_small_int(0), 0);
  Sort arg_sorts[] = {sort, sort, index_sort, index_sort};
  Call call = {.sort = eval->bank->bool_sort, .arg_sorts = arg_sorts};
#define RANGE(a, low, high) array_eqrange(eval, &call, (Value[]){zeros, a, low, high}, 4)
  assert_true(value_is_false(RANGE(one_zero, FLOAT(POSITIVE_ZERO), FLOAT(POSITIVE_ZERO))));
  assert_true(value_is_true(RANGE(two_zeros, FLOAT(POSITIVE_ZERO), FLOAT(NEGATIVE_ZERO))));
  assert_true(value_is_false(RANGE(two_zeros, FLOAT(NEGATIVE_ZERO), FLOAT(LEAST))));
  assert_true(value_is_false(RANGE(two_zeros, FLOAT(INFINITE), FLOAT(INFINITE))));
  assert_true(value_is_true(RANGE(ones, FLOAT(NAN_BITS), FLOAT(NAN_BITS))));
  assert_true(value_is_true(RANGE(ones, FLOAT(INFINITE), FLOAT(LEAST))));
}

/* Running out of steps or memory is an answer. */
static void test_limits(void **state)
{
  (void)state;
  Eval *eval = evaluator.eval;
  Sort sort = evaluator_sort(&evaluator, BV);
  Value array = array_constant(eval, sort, value_small_int(0), 0);
  eval->steps = 100;
  for (uint64_t i = 0; i < 256 && !value_is_unknown(array); i++)
    array = array_store(eval, sort, array, value_small_bits(VALUE_BITVEC, 8, i),
                        value_small_int((int64_t)i + 1), 0);
  assert_true(value_is_unknown(array));
  assert_int_equal(array.tag, REASON_STEPS);
  eval->heap.limit = eval->heap.used;
  Value unknown = array_constant(eval, sort, value_small_int(0), 0);
  assert_true(value_is_unknown(unknown));
  assert_int_equal(unknown.tag, REASON_MEMORY);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_all_arrays, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_random_stores, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_infinite, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_functions, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_computed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_default, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_range, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_float_range, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_limits, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
