/* Rational numbers, and the transcendental functions where they are algebraic. */
#include "testing.h"

#include <string.h>

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

static Value apply(Evaluator *k, const char *name, const char *a, const char *b)
{
  Value args[] = {evaluator_real(k, a), evaluator_real(k, b ? b : "0")};
  return evaluator_call(k, name, b ? "rr" : "r", args, NULL, 0);
}

static void check(Evaluator *k, const char *name, const char *a, const char *b, const char *wanted)
{
  const char *text = evaluator_show(k, apply(k, name, a, b));
  if (strcmp(text, wanted) != 0)
    fail_msg("(%s %s %s) is %s, not %s", name, a, b ? b : "", text, wanted);
}

static void check_unknown(Evaluator *k, const char *name, const char *a, const char *b,
                          Reason reason)
{
  Value result = apply(k, name, a, b);
  if (result.kind != VALUE_UNKNOWN || result.tag != reason)
    fail_msg("(%s %s %s) is %s", name, a, b ? b : "", evaluator_show(k, result));
}

/* A number that only an expression gives. */
static void check_ball(Evaluator *k, const char *name, const char *a)
{
  if (apply(k, name, a, NULL).kind != VALUE_BALL) fail_msg("(%s %s) is another value", name, a);
}

static void test_arithmetic(void **state)
{
  Evaluator *k = *state;
  check(k, "+", "1/3", "1/6", "1/2");
  check(k, "+", "1/2", "1/2", "1");
  check(k, "+", "9223372036854775807", "1", "9223372036854775808");
  check(k, "-", "1/2", "1/3", "1/6");
  check(k, "-", "-9223372036854775808", NULL, "9223372036854775808");
  check(k, "-", "1/3", NULL, "-1/3");
  check(k, "*", "2/3", "3/2", "1");
  check(k, "/", "1", "3", "1/3");
  check(k, "/", "6", "-3", "-2");
  check(k, "abs", "-1/3", NULL, "1/3");
  check(k, "abs", "7", NULL, "7");
  check(k, "<", "1/3", "1/2", "true");
  check(k, "<=", "1/3", "1/3", "true");
  check(k, ">", "-1", "1/3", "false");
  check(k, ">=", "36893488147419103232", "36893488147419103232", "true");
  check_unknown(k, "/", "1", "0", REASON_DIVISION_BY_ZERO);
}

/* A result that is an integer again is the same value as one that always was. */
static void test_results_are_canonical(void **state)
{
  Evaluator *k = *state;
  assert_int_equal(value_compare(apply(k, "+", "1/2", "1/2"), value_small_real(1)), 0);
  assert_int_equal(value_compare(apply(k, "^", "4/9", "1/2"), evaluator_real(k, "2/3")), 0);
  assert_int_equal(value_compare(apply(k, "^", "-1/2", "-2"), value_small_real(4)), 0);
}

static void test_conversions(void **state)
{
  Evaluator *k = *state;
  check(k, "to_int", "-1/3", NULL, "-1");
  check(k, "to_int", "7/3", NULL, "2");
  check(k, "to_int", "-5", NULL, "-5");
  check(k, "to_int", "-110680464442257309697/3", NULL, "-36893488147419103233");
  check(k, "is_int", "36893488147419103232", NULL, "true");
  check(k, "is_int", "1/36893488147419103232", NULL, "false");
  check(k, "is_int", "5", NULL, "true");
  check(k, "to_real", "3", NULL, "3");
  check_unknown(k, "to_real", "1/3", NULL, REASON_NO_SEMANTICS);
  Value number = evaluator_int(k, "36893488147419103232");
  Value real = evaluator_call(k, "to_real", "i", &number, NULL, 0);
  assert_int_equal(real.kind, VALUE_REAL);
  assert_string_equal(evaluator_show(k, real), "36893488147419103232");
}

static void test_powers(void **state)
{
  Evaluator *k = *state;
  check(k, "^", "2/3", "3", "8/27");
  check(k, "^", "2/3", "-3", "27/8");
  check(k, "^", "-2/3", "-3", "-27/8");
  check(k, "^", "-2", "3", "-8");
  check(k, "^", "0", "3", "0");
  check(k, "^", "5", "0", "1");
  check(k, "^", "8", "1/3", "2");
  check(k, "^", "8/27", "-2/3", "9/4");
  check(k, "^", "1", "1/36893488147419103232", "1");
  check(k, "^", "-1", "36893488147419103233", "-1");
  check_unknown(k, "^", "0", "0", REASON_OUTSIDE_DOMAIN);
  check_unknown(k, "^", "0", "-1", REASON_OUTSIDE_DOMAIN);
  check_unknown(k, "^", "0", "1/2", REASON_OUTSIDE_DOMAIN);
  check_unknown(k, "^", "-8", "1/3", REASON_OUTSIDE_DOMAIN);
  assert_int_equal(apply(k, "^", "2", "1/2").kind, VALUE_ALGEBRAIC);
}

static void test_hostile_sizes(void **state)
{
  Evaluator *k = *state;
  check_unknown(k, "^", "2", "1000000000000", REASON_MEMORY);
  check_unknown(k, "^", "2", "-36893488147419103232", REASON_MEMORY);
  check_unknown(k, "^", "2", "1/1000000000000", REASON_ALGEBRAIC);
  check_unknown(k, "^", "2", "1/9223372036854775809", REASON_ALGEBRAIC);
  check_unknown(k, "^", "2", "1/36893488147419103232", REASON_ALGEBRAIC);
  check_unknown(k, "^", "2", "100000000001/2", REASON_ALGEBRAIC);
  Value number = evaluator_real(k, "2/3");
  for (int i = 0; i < 60 && !value_is_unknown(number); i++)
    number = evaluator_call(k, "*", "rr", (Value[]){number, number}, NULL, 0);
  assert_int_equal(number.tag, REASON_MEMORY);
}

static void test_transcendental_functions(void **state)
{
  Evaluator *k = *state;
  static const char *const zero_at_zero[] = {"sin",  "tan",  "arcsin", "arctan", "sinh",
                                             "tanh", "asin", "atan",   "asinh",  "atanh"};
  static const char *const one_at_zero[] = {"exp", "cos", "sec", "cosh"};
  static const char *const zero_at_one[] = {"arccos", "arcsec", "acos", "acosh"};
  for (size_t i = 0; i < sizeof zero_at_zero / sizeof *zero_at_zero; i++) {
    check(k, zero_at_zero[i], "0", NULL, "0");
    check_ball(k, zero_at_zero[i], "1/2");
  }
  for (size_t i = 0; i < sizeof one_at_zero / sizeof *one_at_zero; i++) {
    check(k, one_at_zero[i], "0", NULL, "1");
    check_ball(k, one_at_zero[i], "1/2");
  }
  for (size_t i = 0; i < sizeof zero_at_one / sizeof *zero_at_one; i++)
    check(k, zero_at_one[i], "1", NULL, "0");
  static const struct {
    const char *name, *outside;
  } domains[] = {
      {"csc", "0"},    {"cot", "0"},    {"arcsin", "2"},  {"arccos", "-3/2"}, {"arccsc", "1/2"},
      {"arcsec", "0"}, {"asin", "-2"},  {"acos", "9/8"},  {"acosh", "1/2"},   {"acosh", "-2"},
      {"atanh", "1"},  {"atanh", "-1"}, {"sqrt", "-1/4"},
  };
  for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
    check_unknown(k, domains[i].name, domains[i].outside, NULL, REASON_OUTSIDE_DOMAIN);
  check_ball(k, "arcsec", "-1");
  check_ball(k, "arccsc", "1");
  check_ball(k, "arccos", "-1");
  check_ball(k, "arccot", "0");
  check(k, "sqrt", "9/4", NULL, "3/2");
  check(k, "sqrt", "0", NULL, "0");
  static const char *const constants[] = {"real.pi", "pi", "euler"};
  for (size_t i = 0; i < 3; i++)
    assert_int_equal(evaluator_call(k, constants[i], "", NULL, NULL, 0).kind, VALUE_BALL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arithmetic),    cmocka_unit_test(test_results_are_canonical),
      cmocka_unit_test(test_conversions),   cmocka_unit_test(test_powers),
      cmocka_unit_test(test_hostile_sizes), cmocka_unit_test(test_transcendental_functions),
  };
  return cmocka_run_group_tests_name("eval_real", tests, setup, teardown);
}
