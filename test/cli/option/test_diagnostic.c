#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/option/diagnostic.h"

static void assert_shown(const char *text, uint64_t offset, const char *expected)
{
  Error error;
  error_set_at(&error, STATUS_SYNTAX, offset, "wrong");
  error_locate(&error, text, strlen(text));
  char *shown = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&shown, &size);
  diagnostic_print(out, COLOR_NEVER, "a.smt2", text, strlen(text), &error);
  fclose(out);
  assert_string_equal(shown, expected);
  free(shown);
}

static void test_places(void **state)
{
  (void)state;
  assert_shown("(a)\n(b c)\n", 7, "a.smt2:2:4: error: wrong\n  (b c)\n     ^\n");
  assert_shown("(a", 0, "a.smt2:1:1: error: wrong\n  (a\n  ^\n");
  assert_shown("(a", 2, "a.smt2:1:3: error: wrong\n  (a\n    ^\n");
  assert_shown("", 0, "a.smt2:1:1: error: wrong\n  \n  ^\n");
  assert_shown("(a\r\nb", 2, "a.smt2:1:3: error: wrong\n  (a\n    ^\n");
}

static void test_harmful_characters(void **state)
{
  (void)state;
  assert_shown("\t\x1b[31m x", 7, "a.smt2:1:8: error: wrong\n   ?[31m x\n         ^\n");
  assert_shown("\xc3\xa9\xc3\xa9 x", 5, "a.smt2:1:6: error: wrong\n  \xc3\xa9\xc3\xa9 x\n     ^\n");
  assert_shown("\xff\xe2\x80\xae x", 5, "a.smt2:1:6: error: wrong\n  ?? x\n     ^\n");
}

static void test_long_line(void **state)
{
  (void)state;
  char text[1001], expected[300];
  memset(text, 'a', 1000);
  text[1000] = '\0';
  snprintf(expected, sizeof expected, "a.smt2:1:501: error: wrong\n  ...%.100s...\n%*s^\n", text,
           65, "");
  assert_shown(text, 500, expected);
  snprintf(expected, sizeof expected, "a.smt2:1:11: error: wrong\n  %.100s...\n%*s^\n", text, 12,
           "");
  assert_shown(text, 10, expected);
}

static void test_without_place(void **state)
{
  (void)state;
  Error error;
  error_set(&error, STATUS_SYNTAX, "wrong");
  char *shown = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&shown, &size);
  diagnostic_print(out, COLOR_NEVER, "a.smt2", NULL, 0, &error);
  fclose(out);
  assert_string_equal(shown, "a.smt2: error: wrong\n");
  free(shown);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_harmful_characters),
      cmocka_unit_test(test_long_line),
      cmocka_unit_test(test_without_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
