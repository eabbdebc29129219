/* Values that solvers print: all forms, and everything that is none. */
#include <string.h>

#include "nn/property/assignment.h"
#include "testing.h"

static Status read(Assignment *assignment, const char *text, Error *error)
{
  assignment_init(assignment, 2, 1);
  return assignment_read(assignment, text, strlen(text), error);
}

static void test_forms(void **state)
{
  (void)state;
  const char *texts[] = {
      "((X_0 0.5) (X_1 (- (/ 1.0 3.0))) (Y_0 1e-3))",
      "((X_0 0.5)\n (X_1 (/ (- 1) 3))\n (Y_0 0.001))\n",
      "(X_0 5e-1) (X_1 (/ 1 (- 3.0))) (Y_0 +.001)",
      "( X_0 (/ 1.0 2.0) ) (X_1 (- (/ 2 6)))\r\n(Y_0 (- -1.0e-3))",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Assignment a;
    Error error;
    if (read(&a, texts[i], &error)) fail_msg("%s: %s", texts[i], error.message);
    assert_int_equal(mpq_cmp_ui(a.values[0], 1, 2), 0);
    assert_int_equal(mpq_cmp_si(a.values[1], -1, 3), 0);
    assert_int_equal(mpq_cmp_ui(a.values[2], 1, 1000), 0);
    assert_true(a.given[0] && a.given[1] && a.given[2]);
    assignment_deinit(&a);
  }
  Assignment a;
  Error error;
  assert_int_equal(read(&a, "((X_0 1) (X_1 2))", &error), STATUS_OK);
  assert_false(a.given[2]);
  assignment_deinit(&a);
}

static void test_rejected(void **state)
{
  (void)state;
  const char *texts[] = {
      "",
      "garbage",
      "((X_0 1))",
      "((X_0 1) (X_1 nan))",
      "((X_0 1) (X_0 2) (X_1 3))",
      "((X_0 1) (X_2 2))",
      "((X_0 1) (X_99999999999999999999 2))",
      "((X_0 1) (Z_1 2))",
      "((X_0 1) (X_1 (/ 1 0)))",
      "((X_0 1) (X_1 (* 1 2)))",
      "((X_0 1) (X_1",
      "((X_0 1) (X_1 1e99999999))",
      "((X_0 1) (X_",
      "(((((((((((((((",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Assignment a;
    Error error;
    assert_int_not_equal(read(&a, texts[i], &error), STATUS_OK);
    assert_true(strlen(error.message) > 0);
    assignment_deinit(&a);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forms),
      cmocka_unit_test(test_rejected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
