#include "testing.h"

#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/option/style.h"

static void expect_wrap(const char *text, size_t column, size_t indent, size_t width,
                        const char *expected)
{
  char *got = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&got, &length);
  text_wrap(out, text, column, indent, width);
  fclose(out);
  assert_string_equal(got, expected);
  free(got);
}

static void test_wrap(void **state)
{
  (void)state;
  expect_wrap("", 0, 0, 20, "\n");
  expect_wrap("one two three four", 0, 0, 9, "one two\nthree\nfour\n");
  expect_wrap("one two three", 0, 2, 9, "  one two\n  three\n");
  expect_wrap("one two", 3, 5, 9, "  one\n     two\n");
  expect_wrap("one two", 5, 5, 40, "one two\n");
  expect_wrap("a\n\nb   c ", 0, 2, 9, "  a\n\n  b c\n");
  expect_wrap(" kept  as it is, however long\nb", 0, 2, 9,
              "   kept  as it is, however long\n  b\n");
  expect_wrap("incomprehensibilities x", 0, 0, 9, "incomprehensibilities\nx\n");
  expect_wrap("\xc3\xa9\xc3\xa9\xc3\xa9 abc", 0, 0, 7, "\xc3\xa9\xc3\xa9\xc3\xa9 abc\n");
}

static void expect_visible(const char *bytes, size_t length, const char *expected)
{
  char *got = NULL;
  size_t got_length = 0;
  FILE *out = open_memstream(&got, &got_length);
  text_print_visible(out, bytes, length);
  fclose(out);
  assert_string_equal(got, expected);
  free(got);
}

static void test_visible(void **state)
{
  (void)state;
  expect_visible("a\tb\n", 4, "a\tb\n");
  expect_visible("\033[2J\r\0\x7f", 7, "\\x1b[2J\\x0d\\x00\\x7f");
  expect_visible("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  expect_visible("\xff\xc3", 2, "\\xff\\xc3");
  expect_visible("\xc0\xaf", 2, "\\xc0\\xaf");
  expect_visible("\xed\xa0\x80", 3, "\\xed\\xa0\\x80");
  expect_visible("\xc2\x9b", 2, "\\u{009b}");
  const char right_to_left[] = {'\xe2', '\x80', '\xae'};
  expect_visible(right_to_left, sizeof right_to_left, "\\u{202e}");
}

static void test_style_of_file(void **state)
{
  (void)state;
  FILE *file = tmpfile();
  assert_non_null(file);
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
  assert_string_equal(style_for(file, COLOR_AUTO).red, "");
  assert_string_equal(style_for(file, COLOR_NEVER).reset, "");
  assert_string_equal(style_for(file, COLOR_ALWAYS).bold, "\033[1m");
  assert_int_equal(style_width(file), 80);
  fclose(file);
}

static void test_style_of_terminal(void **state)
{
  (void)state;
  int master = 0;
  int slave = 0;
  struct winsize size = {.ws_row = 24, .ws_col = 60};
  if (openpty(&master, &slave, NULL, NULL, &size) != 0) skip();
  FILE *terminal = fdopen(slave, "w");
  assert_non_null(terminal);
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
  assert_string_equal(style_for(terminal, COLOR_AUTO).red, "\033[31m");
  assert_string_equal(style_for(terminal, COLOR_NEVER).red, "");
  assert_int_equal(style_width(terminal), 60);
  setenv("NO_COLOR", "1", 1);
  assert_string_equal(style_for(terminal, COLOR_AUTO).red, "");
  assert_string_equal(style_for(terminal, COLOR_ALWAYS).red, "\033[31m");
  unsetenv("NO_COLOR");
  setenv("TERM", "dumb", 1);
  assert_string_equal(style_for(terminal, COLOR_AUTO).red, "");
  fclose(terminal);
  close(master);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_wrap),
      cmocka_unit_test(test_visible),
      cmocka_unit_test(test_style_of_file),
      cmocka_unit_test(test_style_of_terminal),
  };
  return cmocka_run_group_tests_name("cli_style", tests, NULL, NULL);
}
