/* Algebraic numbers: as solvers print them, arithmetic, order and limits. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "smt/value/algebraic.h"
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

static int reset(void **state)
{
  evaluator_reset(*state);
  return 0;
}

static Value read(Evaluator *k, const char *text)
{
  return algebraic_read(k->eval, text, strlen(text), 0);
}

#define SQRT2       "(root-obj (+ (^ x 2) (- 2)) 2)"
#define MINUS_SQRT2 "(root-obj (+ (^ x 2) (- 2)) 1)"
#define SQRT3       "(root-obj (+ (^ x 2) (- 3)) 2)"

static void assert_written(Value value, const char *wanted)
{
  StrBuf text;
  strbuf_init(&text, 0);
  assert_int_equal(value.kind, VALUE_ALGEBRAIC);
  algebraic_write(value, &text);
  assert_string_equal(strbuf_text(&text), wanted);
  strbuf_deinit(&text);
}

/* Values of z3 4.8.12 in models of QF_NRA. */
static void test_values_of_z3(void **state)
{
  static const char *const texts[] = {
      SQRT2,
      MINUS_SQRT2,
      "(root-obj (+ (^ x 2) (* (- 1) x) (- 1)) 1)",
      "(root-obj (+ (* 3 (^ x 2)) (- 2)) 2)",
      "(root-obj (+ (* 3 (^ x 3)) (* 2 x) 7) 1)",
      ("(root-obj (+ (* 16 (^ x 6)) (* (- 32) (^ x 4)) (* (- 8) (^ x 3)) (* 16 (^ x 2)) (* 8 x) "
       "(- 31)) 1)"),
      "(root-obj (+ (^ x 4) (* (- 10) (^ x 2)) 1) 3)",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    assert_written(read(*state, texts[i]), texts[i]);
}

/* What has another polynomial than the minimal one is the same number still. */
static void test_reducible_polynomials(void **state)
{
  Evaluator *k = *state;
  /* (x^2 - 2)(x - 1)^2 has three different roots. */
  Value third =
      read(k, "(root-obj (+ (^ x 4) (* (- 2) (^ x 3)) (* (- 1) (^ x 2)) (* 4 x) (- 2)) 3)");
  assert_int_equal(value_compare(third, read(k, SQRT2)), 0);
  Value second =
      read(k, "(root-obj (+ (^ x 4) (* (- 2) (^ x 3)) (* (- 1) (^ x 2)) (* 4 x) (- 2)) 2)");
  assert_int_equal(value_compare(second, value_small_real(1)), 0);
  assert_string_equal(evaluator_show(k, read(k, "(root-obj (+ (* 3 x) 2) 1)")), "-2/3");
  assert_string_equal(evaluator_show(k, read(k, "(root-obj x 1)")), "0");
  assert_string_equal(evaluator_show(k, read(k, "(root-obj (^ x 5) 1)")), "0");
  assert_int_not_equal(value_compare(read(k, SQRT2), read(k, MINUS_SQRT2)), 0);
}

static void test_values_of_cvc5(void **state)
{
  Evaluator *k = *state;
  static const struct {
    const char *text, *wanted;
  } cases[] = {
      {"(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)", SQRT2},
      {"(_ real_algebraic_number <1*x^2 + (-2), (-3/2, -5/4)>)", MINUS_SQRT2},
      {"(_ real_algebraic_number (<1*x^2 + (-2), (5/4, 3/2)>))", SQRT2},
      {"(_ real_algebraic_number <1*x^2 + (-1*x) + (-1), (-1, 0)>)",
       "(root-obj (+ (^ x 2) (* (- 1) x) (- 1)) 1)"},
      {"(_ real_algebraic_number <1*x^2 + (-1)*x + (-1), [-1, 0]>)",
       "(root-obj (+ (^ x 2) (* (- 1) x) (- 1)) 1)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_written(read(k, cases[i].text), cases[i].wanted);
  assert_string_equal(evaluator_show(k, read(k, "(_ real_algebraic_number <2*x + (-1), [1/2]>)")),
                      "1/2");
}

static void test_malformed_values(void **state)
{
  Evaluator *k = *state;
  static const char *const texts[] = {
      "",
      "(",
      "root-obj",
      "(root-obj",
      "(root-obj ",
      "(root-obj (+ (^ x 2) (- 2)))",
      "(root-obj (+ (^ x 2) (- 2)) 0)",
      "(root-obj (+ (^ x 2) (- 2)) 3)",
      "(root-obj (+ (^ x 2) (- 2)) 99999999999999999999999)",
      "(root-obj (+ (^ x 2) (- 2)) 18446744073709551615)",
      "(root-obj (+ (^ x 2) (- 2)) 1",
      "(root-obj (+ (^ x 2) (- 2)) 1))",
      "(root-obj (+ (^ x 2) (^ y 2)) 1)",
      "(root-obj (+ (^ x -2) 2) 1)",
      "(root-obj (+ (^ x 2) 2) 1)",
      "(root-obj (+ ) 1)",
      "(root-obj (+ (* 0 x) 1) 1)",
      "(root-obj 7 1)",
      "(root-obj (- (* 2) x) 1)",
      "(root-obj (((((((((((((((((((((((( 1)",
      "(_ real_algebraic_number )",
      "(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)",
      "(_ real_algebraic_number <1*x^2 + (-2), (5/0, 3/2)>)",
      "(_ real_algebraic_number <1*x^2 + (-2), (-2, 2)>)",
      "(_ real_algebraic_number <1*x^2 + (-2), (2, 3)>)",
      "(_ real_algebraic_number <1*x^2 + (-4), (2, 3)>)",
      "(_ real_algebraic_number <, >)",
      "(_ real_algebraic_number <1*x^2 + (-2), (-inf, +inf)>)",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (read(k, texts[i]).tag != REASON_MALFORMED_VALUE) fail_msg("'%s' is read", texts[i]);
  }
}

static Value apply(Evaluator *k, const char *name, Value a, Value b)
{
  return evaluator_call(k, name, "rr", (Value[]){a, b}, NULL, 0);
}

static void test_arithmetic(void **state)
{
  Evaluator *k = *state;
  Value a = read(k, SQRT2), b = read(k, SQRT3), half = evaluator_real(k, "1/2");
  assert_string_equal(evaluator_show(k, apply(k, "*", a, a)), "2");
  assert_string_equal(evaluator_show(k, apply(k, "-", a, a)), "0");
  assert_string_equal(evaluator_show(k, apply(k, "/", a, a)), "1");
  assert_string_equal(evaluator_show(k, apply(k, "*", a, value_small_real(0))), "0");
  assert_written(apply(k, "+", a, b), "(root-obj (+ (^ x 4) (* (- 10) (^ x 2)) 1) 4)");
  assert_written(apply(k, "*", a, b), "(root-obj (+ (^ x 2) (- 6)) 2)");
  assert_written(apply(k, "*", a, half), "(root-obj (+ (* 2 (^ x 2)) (- 1)) 2)");
  assert_written(apply(k, "/", value_small_real(1), a), "(root-obj (+ (* 2 (^ x 2)) (- 1)) 2)");
  assert_written(apply(k, "-", half, a), "(root-obj (+ (* 4 (^ x 2)) (* (- 4) x) (- 7)) 1)");
  assert_written(evaluator_call(k, "-", "r", &a, NULL, 0), MINUS_SQRT2);
  Value minus = read(k, MINUS_SQRT2);
  assert_written(evaluator_call(k, "abs", "r", &minus, NULL, 0), SQRT2);
  assert_int_equal(apply(k, "/", a, value_small_real(0)).tag, REASON_DIVISION_BY_ZERO);
}

static void test_powers(void **state)
{
  Evaluator *k = *state;
  Value a = read(k, SQRT2), two = value_small_real(2);
  assert_string_equal(evaluator_show(k, apply(k, "^", a, two)), "2");
  assert_string_equal(evaluator_show(k, apply(k, "^", a, value_small_real(0))), "1");
  assert_string_equal(evaluator_show(k, apply(k, "^", a, value_small_real(-4))), "1/4");
  assert_written(apply(k, "^", two, evaluator_real(k, "1/2")), SQRT2);
  assert_written(apply(k, "^", two, evaluator_real(k, "3/2")), "(root-obj (+ (^ x 2) (- 8)) 2)");
  assert_written(apply(k, "^", a, evaluator_real(k, "1/2")), "(root-obj (+ (^ x 4) (- 2)) 2)");
  assert_int_equal(apply(k, "^", two, a).kind, VALUE_BALL);
  assert_string_equal(evaluator_show(k, apply(k, "^", value_small_real(1), a)), "1");
  assert_int_equal(apply(k, "^", read(k, MINUS_SQRT2), evaluator_real(k, "1/2")).tag,
                   REASON_OUTSIDE_DOMAIN);
  assert_written(evaluator_call(k, "sqrt", "r", &two, NULL, 0), SQRT2);
}

static void test_order(void **state)
{
  Evaluator *k = *state;
  Value a = read(k, SQRT2), minus = read(k, MINUS_SQRT2);
  assert_true(value_is_true(apply(k, "<", minus, a)));
  assert_true(
      value_is_true(apply(k, "<", evaluator_real(k, "1414213562373095/1000000000000000"), a)));
  assert_true(
      value_is_true(apply(k, ">=", evaluator_real(k, "1414213562373096/1000000000000000"), a)));
  assert_true(value_is_true(apply(k, "<=", a, a)));
  assert_true(value_is_false(apply(k, ">", a, a)));
  assert_string_equal(evaluator_show(k, evaluator_call(k, "to_int", "r", &a, NULL, 0)), "1");
  assert_string_equal(evaluator_show(k, evaluator_call(k, "to_int", "r", &minus, NULL, 0)), "-2");
  assert_true(value_is_false(evaluator_call(k, "is_int", "r", &a, NULL, 0)));
  assert_int_equal(evaluator_call(k, "arcsin", "r", &a, NULL, 0).tag, REASON_OUTSIDE_DOMAIN);
}

/* Equal numbers that were made in different ways are the same value. */
static void test_equal_numbers_are_equal_values(void **state)
{
  Evaluator *k = *state;
  Value a = read(k, SQRT2), b = read(k, SQRT3);
  Value sum = apply(k, "+", a, b);
  Value square = apply(k, "*", sum, sum);
  Value root6 = apply(k, "*", a, b);
  Value other = apply(k, "+", value_small_real(5), apply(k, "*", value_small_real(2), root6));
  assert_int_equal(value_compare(square, other), 0);
  assert_int_equal(value_hash(square), value_hash(other));
  assert_int_not_equal(value_compare(a, apply(k, "-", value_small_real(0), a)), 0);
}

/* A text of z3's form: a leading term, and a constant of so many digits. */
static char *hostile_text(const char *exponent, size_t digits)
{
  char *text = malloc(digits + 100);
  assert_non_null(text);
  int length = sprintf(text, "(root-obj (+ (^ x %s) (- ", exponent);
  memset(text + length, '7', digits);
  strcpy(text + (size_t)length + digits, ")) 1)");
  return text;
}

static void test_hostile_sizes(void **state)
{
  Evaluator *k = *state;
  static const struct {
    const char *exponent;
    size_t digits;
  } cases[] = {{"1000000", 1}, {"100000000000000000000000", 1},
               {"2", 1000000}, {"65", 1},
               {"64", 100},    {"3", 2000}};
  uint64_t start = clock_process_cpu_ns();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = hostile_text(cases[i].exponent, cases[i].digits);
    assert_int_equal(read(k, text).tag, REASON_ALGEBRAIC);
    free(text);
  }
  assert_true(clock_process_cpu_ns() - start < UINT64_C(200000000));
}

/* Towers of roots and sums of many roots end at the limits, soon. */
static void test_growing_numbers_end_at_the_limit(void **state)
{
  Evaluator *k = *state;
  Value tower = value_small_real(2);
  for (int i = 0; i < 20 && !value_is_unknown(tower); i++)
    tower = apply(k, "^", apply(k, "+", tower, value_small_real(1)), evaluator_real(k, "1/2"));
  assert_int_equal(tower.tag, REASON_ALGEBRAIC);
  evaluator_reset(k);
  Value sum = value_small_real(0);
  static const int64_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  for (size_t i = 0; i < 8 && !value_is_unknown(sum); i++)
    sum = apply(k, "+", sum, apply(k, "^", value_small_real(primes[i]), evaluator_real(k, "1/2")));
  assert_int_equal(sum.tag, REASON_ALGEBRAIC);
  evaluator_reset(k);
  Value power = apply(k, "+", read(k, SQRT2), value_small_real(1));
  for (int i = 0; i < 60 && !value_is_unknown(power); i++) power = apply(k, "*", power, power);
  assert_int_equal(power.tag, REASON_ALGEBRAIC);
  evaluator_reset(k);
  Value exponent = value_small_real(1000000000);
  assert_int_equal(apply(k, "^", read(k, SQRT2), exponent).tag, REASON_ALGEBRAIC);
}

static void test_memory_is_counted(void **state)
{
  (void)state;
  Evaluator small;
  evaluator_init(&small, "", NULL, 200);
  assert_int_equal(read(&small, SQRT2).kind, VALUE_ALGEBRAIC);
  assert_int_equal(read(&small, SQRT2).tag, REASON_MEMORY);
  evaluator_deinit(&small);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_values_of_z3, reset),
      cmocka_unit_test_setup(test_reducible_polynomials, reset),
      cmocka_unit_test_setup(test_values_of_cvc5, reset),
      cmocka_unit_test_setup(test_malformed_values, reset),
      cmocka_unit_test_setup(test_arithmetic, reset),
      cmocka_unit_test_setup(test_powers, reset),
      cmocka_unit_test_setup(test_order, reset),
      cmocka_unit_test_setup(test_equal_numbers_are_equal_values, reset),
      cmocka_unit_test_setup(test_hostile_sizes, reset),
      cmocka_unit_test_setup(test_growing_numbers_end_at_the_limit, reset),
      cmocka_unit_test_setup(test_memory_is_counted, reset),
  };
  return cmocka_run_group_tests_name("eval_algebraic", tests, setup, teardown);
}
