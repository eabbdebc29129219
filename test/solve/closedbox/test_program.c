/* What programs that compute boxes print. */
#include "testing.h"

#include <math.h>
#include <string.h>

#include "solve/closedbox/program.h"

static const Layout boolean = {LAYOUT_BOOL, 0, 1}, integer = {LAYOUT_INT, 64, 1},
                    byte = {LAYOUT_BITS, 8, 1}, real = {LAYOUT_REAL, 64, 1},
                    single = {LAYOUT_FLOAT, 32, 1}, number = {LAYOUT_DOUBLE, 64, 1};

static void expect_word(Layout layout, const char *text, uint64_t word)
{
  uint64_t words[1] = {77};
  if (!box_program_read_result(layout, text, words)) fail_msg("'%s' is refused", text);
  assert_int_equal(words[0], word);
}

static void expect_refused(Layout layout, const char *text)
{
  uint64_t words[1];
  if (box_program_read_result(layout, text, words)) fail_msg("'%s' is accepted", text);
}

static void test_numbers(void **state)
{
  (void)state;
  expect_word(integer, " 15\n", 15);
  expect_word(integer, "-5", (uint64_t)-5);
  expect_word(integer, "(- 5)\n", (uint64_t)-5);
  expect_word(byte, "#x0f \n", 15);
  expect_word(byte, "#b101", 5);
  expect_word(byte, "(_ bv15 8)\n", 15);
  static const char *const wrong[] = {"2.9", "5 6",  "5)",  "(- 5", "(- 5) 6",
                                      "",    "five", "1e3", "1/3"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) expect_refused(integer, wrong[i]);
  expect_refused(byte, "256");
  expect_refused(byte, "#x0g");
  expect_refused(byte, "(_ bv15 8");
  expect_refused(integer, "9223372036854775808");
}

static void test_truth(void **state)
{
  (void)state;
  expect_word(boolean, "true\n", 1);
  expect_word(boolean, "false", 0);
  expect_refused(boolean, "truely");
  expect_refused(boolean, "false 1");
}

static uint64_t word_of(double value)
{
  uint64_t word;
  memcpy(&word, &value, sizeof word);
  return word;
}

static void test_floats(void **state)
{
  (void)state;
  expect_word(real, "1.5\n", word_of(1.5));
  expect_word(real, "(- 1.5)", word_of(-1.5));
  expect_word(number, "-2", word_of(-2));
  expect_word(number, "nan(17)", word_of((double)NAN));
  /* Rounded once: by way of a double it would be 1. */
  expect_word(single, "1.000000059604644775390626", 0x3f800001);
  expect_refused(real, "1/3");
  expect_refused(real, "1.5)");
  expect_refused(real, "(- 1.5");
  expect_refused(single, "1.5x");
  expect_refused(real, "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_truth),
      cmocka_unit_test(test_floats),
  };
  return cmocka_run_group_tests_name("solve_closedbox_program", tests, NULL, NULL);
}
