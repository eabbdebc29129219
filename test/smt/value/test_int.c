/* Integers: words and large numbers, and where they meet. */
#include "testing.h"

#include <string.h>

#include "base/random.h"
#include "support/evaluator.h"

static int setup(void **state)
{
  static Evaluator k;
  evaluator_init(&k, "", NULL, 1 << 20);
  *state = &k;
  return 0;
}

static int teardown(void **state)
{
  evaluator_deinit(*state);
  return 0;
}

static void check(Evaluator *k, const char *name, const char *a, const char *b, const char *wanted)
{
  Value args[] = {evaluator_int(k, a), b ? evaluator_int(k, b) : evaluator_int(k, "0")};
  Value result = evaluator_call(k, name, b ? "ii" : "i", args, NULL, 0);
  if (strcmp(evaluator_show(k, result), wanted) != 0)
    fail_msg("(%s %s %s) is %s, not %s", name, a, b ? b : "", evaluator_show(k, result), wanted);
}

#define MOST  "9223372036854775807"
#define LEAST "-9223372036854775808"

static void test_at_the_borders_of_a_word(void **state)
{
  Evaluator *k = *state;
  check(k, "+", MOST, "1", "9223372036854775808");
  check(k, "+", "9223372036854775808", "-1", MOST);
  check(k, "-", LEAST, "1", "-9223372036854775809");
  check(k, "-", LEAST, NULL, "9223372036854775808");
  check(k, "-", "9223372036854775808", NULL, LEAST);
  check(k, "abs", LEAST, NULL, "9223372036854775808");
  check(k, "abs", "-18446744073709551616", NULL, "18446744073709551616");
  check(k, "abs", "5", NULL, "5");
  check(k, "*", "4294967296", "2147483648", "9223372036854775808");
  check(k, "*", "-4294967296", "2147483648", LEAST);
  check(k, "div", LEAST, "-1", "9223372036854775808");
  check(k, "mod", LEAST, "-1", "0");
  check(k, "div", LEAST, LEAST, "1");
  check(k, "mod", "-1", LEAST, MOST);
  check(k, "div", "-1", LEAST, "1");
  check(k, "div", "-9223372036854775809", MOST, "-2");
  check(k, "<", LEAST, "-9223372036854775809", "false");
  check(k, "<=", MOST, "9223372036854775808", "true");
  check(k, ">", "36893488147419103232", "-36893488147419103232", "true");
  check(k, ">=", "1", "1", "true");
}

/* a = b q + r with 0 <= r < |b|, whatever the signs. */
static void test_division_is_euclidean(void **state)
{
  Evaluator *k = *state;
  Random random = random_stream(1, 1, 1);
  mpz_t product;
  mpz_init(product);
  for (int i = 0; i < 20000; i++) {
    Value args[2];
    for (int side = 0; side < 2; side++) {
      mpz_set_si(k->eval->z[0], (int64_t)random_u64(&random) >> random_below(&random, 64));
      if (random_chance(&random, 1, 3))
        mpz_mul_2exp(k->eval->z[0], k->eval->z[0], random_below(&random, 130));
      args[side] = value_int(&k->eval->heap, k->eval->z[0], 0);
    }
    if (!args[1].boxed && args[1].integer == 0) continue;
    Value quotient = evaluator_call(k, "div", "ii", args, NULL, 0);
    Value remainder = evaluator_call(k, "mod", "ii", args, NULL, 0);
    IntView a, b, q, r;
    mpz_set(product, value_view(remainder, &r));
    mpz_addmul(product, value_view(args[1], &b), value_view(quotient, &q));
    assert_int_equal(mpz_cmp(product, value_view(args[0], &a)), 0);
    assert_true(mpz_sgn(r.number) >= 0 && mpz_cmpabs(r.number, b.number) < 0);
    evaluator_reset(k);
  }
  mpz_clear(product);
}

static void check_open(Evaluator *k, const char *name, const char *a, const char *b, Reason reason)
{
  Value args[] = {evaluator_int(k, a), evaluator_int(k, b)};
  Value result = evaluator_call(k, name, "ii", args, NULL, 0);
  if (result.kind != VALUE_UNKNOWN || result.tag != reason)
    fail_msg("(%s %s %s) is %s", name, a, b, evaluator_show(k, result));
}

static void test_what_is_open(void **state)
{
  Evaluator *k = *state;
  static const char *const divisions[] = {"div", "mod", "rem"};
  for (size_t i = 0; i < 3; i++) {
    check_open(k, divisions[i], "7", "0", REASON_DIVISION_BY_ZERO);
    check_open(k, divisions[i], "-36893488147419103232", "0", REASON_DIVISION_BY_ZERO);
  }
  check_open(k, "**", "0", "0", REASON_OUT_OF_RANGE);
  check_open(k, "**", "0", "3", REASON_OUT_OF_RANGE);
  check_open(k, "**", "2", "-1", REASON_OUT_OF_RANGE);
  check_open(k, "^", "0", "0", REASON_OUT_OF_RANGE);
  check_open(k, "^", "1", "-1", REASON_OUT_OF_RANGE);
}

/* As z3 has it: (rem 7 (- 3)) is (- 1). */
static void test_remainder(void **state)
{
  Evaluator *k = *state;
  check(k, "rem", "7", "3", "1");
  check(k, "rem", "-7", "3", "2");
  check(k, "rem", "7", "-3", "-1");
  check(k, "rem", "-7", "-3", "-2");
  check(k, "rem", "-7", "-36893488147419103232", "-36893488147419103225");
}

static void test_powers(void **state)
{
  Evaluator *k = *state;
  check(k, "**", "2", "100", "1267650600228229401496703205376");
  check(k, "**", "-3", "3", "-27");
  check(k, "**", "7", "0", "1");
  check(k, "^", "0", "2", "0");
  check(k, "^", "0", "36893488147419103232", "0");
  check(k, "**", "1", "36893488147419103232", "1");
  check(k, "**", "-1", "36893488147419103232", "1");
  check(k, "**", "-1", "36893488147419103233", "-1");
  check(k, "int.pow2", "65", NULL, "36893488147419103232");
  check(k, "int.pow2", "-1", NULL, "0");
  check(k, "int.pow2", "-36893488147419103232", NULL, "0");
}

static void test_and(void **state)
{
  Evaluator *k = *state;
  static const struct {
    const char *a, *b;
    Numeral width;
    const char *wanted;
  } cases[] = {
      {"-1", "-3", 4, "13"},
      {"12", "10", 3, "0"},
      {"12", "10", 4, "8"},
      {"-1", "36893488147419103235", 3, "3"},
      {"-1", "36893488147419103235", 100, "36893488147419103235"},
      {"-1", "-1", 65, "36893488147419103231"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Value args[] = {evaluator_int(k, cases[i].a), evaluator_int(k, cases[i].b)};
    Value result = evaluator_call(k, "iand", "ii", args, &cases[i].width, 1);
    assert_string_equal(evaluator_show(k, result), cases[i].wanted);
  }
}

static bool divisible(Evaluator *k, const char *number, Numeral by)
{
  Value value = evaluator_int(k, number);
  Value result = evaluator_call(k, "divisible", "i", &value, &by, 1);
  assert_int_equal(result.kind, VALUE_BOOL);
  return result.word;
}

static void test_divisible(void **state)
{
  Evaluator *k = *state;
  assert_true(divisible(k, "-12", 3));
  assert_false(divisible(k, "-12", 5));
  assert_true(divisible(k, "0", 5));
  assert_true(divisible(k, "100000000000000000000", 16));
  assert_false(divisible(k, "100000000000000000001", 16));
  Numeral huge = evaluator_index(k, "100000000000000000000");
  assert_true(divisible(k, "0", huge));
  assert_false(divisible(k, "16", huge));
  assert_true(divisible(k, "-300000000000000000000", huge));
  /* whatever was read after the index */
  evaluator_index(k, "7777777777777777777777777777777");
  evaluator_true(k, "((_ divisible 100000000000000000001) 700000000000000000007)");
  evaluator_false(k, "((_ divisible 100000000000000000002) 100000000000000000003)");
}

static void test_hostile_sizes(void **state)
{
  Evaluator *k = *state;
  check_open(k, "**", "2", "36893488147419103232", REASON_MEMORY);
  check_open(k, "**", "-3", "1000000000000", REASON_MEMORY);
  check_open(k, "**", "36893488147419103232", MOST, REASON_MEMORY);
  Value args[] = {evaluator_int(k, "1000000000000"), value_small_int(-1)};
  assert_int_equal(evaluator_call(k, "int.pow2", "i", args, NULL, 0).tag, REASON_MEMORY);
  Value negative[] = {value_small_int(-1), value_small_int(-1)};
  Numeral large = 1000000000, huge = evaluator_index(k, "100000000000000000000");
  assert_int_equal(evaluator_call(k, "iand", "ii", negative, &large, 1).tag, REASON_MEMORY);
  assert_int_equal(evaluator_call(k, "iand", "ii", negative, &huge, 1).tag, REASON_MEMORY);
  negative[0] = value_small_int(5);
  assert_string_equal(evaluator_show(k, evaluator_call(k, "iand", "ii", negative, &huge, 1)), "5");
  /* Squaring again and again ends at the limit of the heap. */
  Value number = value_small_int(3);
  for (int i = 0; i < 60 && !value_is_unknown(number); i++)
    number = evaluator_call(k, "*", "ii", (Value[]){number, number}, NULL, 0);
  assert_int_equal(number.tag, REASON_MEMORY);
}

static void test_steps_are_taken(void **state)
{
  Evaluator *k = *state;
  evaluator_reset(k);
  k->eval->steps = 100;
  Value args[] = {value_small_int(3), value_small_int(1000000)};
  assert_int_equal(evaluator_call(k, "**", "ii", args, NULL, 0).tag, REASON_STEPS);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_at_the_borders_of_a_word),
      cmocka_unit_test(test_division_is_euclidean),
      cmocka_unit_test(test_what_is_open),
      cmocka_unit_test(test_remainder),
      cmocka_unit_test(test_powers),
      cmocka_unit_test(test_and),
      cmocka_unit_test(test_divisible),
      cmocka_unit_test(test_hostile_sizes),
      cmocka_unit_test(test_steps_are_taken),
  };
  return cmocka_run_group_tests_name("eval_int", tests, setup, teardown);
}
