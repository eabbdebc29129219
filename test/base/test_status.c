#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"

static void test_set(void **state)
{
  (void)state;
  Error error = {.line = 7, .column = 8, .offset = 9};
  assert_int_equal(error_set(&error, STATUS_IO, "cannot open '%s'", "a.smt2"), STATUS_IO);
  assert_int_equal(error.status, STATUS_IO);
  assert_string_equal(error.message, "cannot open 'a.smt2'");
  assert_int_equal(error.line, 0);
  assert_int_equal(error.column, 0);
  assert_int_equal(error.offset, 0);
}

static void test_wrap_own_message(void **state)
{
  (void)state;
  Error error;
  error_set(&error, STATUS_IO, "inner");
  error_set(&error, STATUS_IO, "outer: %s", error.message);
  assert_string_equal(error.message, "outer: inner");
}

static void test_control_characters(void **state)
{
  (void)state;
  Error error;
  error_set(&error, STATUS_SYNTAX,
            "a\033[31mb\nc\td\x7f"
            "e");
  assert_string_equal(error.message, "a?[31mb?c?d?e");
  error_set(&error, STATUS_SYNTAX, "%s", "x\xC2\x9By"); /* U+009B starts a sequence in a terminal */
  assert_string_equal(error.message, "x?y");
}

static void test_malformed_utf8(void **state)
{
  (void)state;
  Error error;
  error_set(&error, STATUS_SYNTAX, "%s", "h\xC3\xA9 \xE2\x88\x80 \xF0\x9D\x94\xBD");
  assert_string_equal(error.message, "h\xC3\xA9 \xE2\x88\x80 \xF0\x9D\x94\xBD");
  error_set(&error, STATUS_SYNTAX, "%s", "\xFF|\x80|\xC3|\xC0\xAF|\xE2\x88");
  assert_string_equal(error.message, "?|?|?|??|??");
  error_set(&error, STATUS_SYNTAX, "%s", "\xED\xA0\x80|\xF4\x90\x80\x80"); /* beyond Unicode */
  assert_string_equal(error.message, "???|????");
}

/* A message of `ascii` letters and then `tail`, of which the record can hold only a part. */
static size_t length_after_cut(size_t ascii, const char *tail)
{
  char text[1200];
  assert_true(ascii + strlen(tail) < sizeof text);
  memset(text, 'a', ascii);
  memcpy(text + ascii, tail, strlen(tail) + 1);
  Error error;
  error_set(&error, STATUS_SYNTAX, "%s", text);
  size_t length = strlen(error.message);
  assert_int_equal(strspn(error.message, "a"), ascii < length ? ascii : length);
  assert_null(strchr(error.message, '?'));
  return length;
}

static void test_cut_at_character(void **state)
{
  (void)state;
  Error error;
  const size_t room = sizeof error.message - 1;
  const char *two = "\xC3\xA9 behind it";
  const char *three = "\xE2\x88\x80 behind it";
  const char *four = "\xF0\x9D\x94\xBD behind it";
  assert_int_equal(length_after_cut(room + 50, ""), room);
  assert_int_equal(length_after_cut(room, two), room);
  assert_int_equal(length_after_cut(room - 1, two), room - 1);
  assert_int_equal(length_after_cut(room - 2, two), room);
  assert_int_equal(length_after_cut(room - 1, three), room - 1);
  assert_int_equal(length_after_cut(room - 2, three), room - 2);
  assert_int_equal(length_after_cut(room - 3, three), room);
  assert_int_equal(length_after_cut(room - 1, four), room - 1);
  assert_int_equal(length_after_cut(room - 2, four), room - 2);
  assert_int_equal(length_after_cut(room - 3, four), room - 3);
  assert_int_equal(length_after_cut(room - 4, four), room);
}

static void check_place(const char *text, uint64_t offset, uint32_t line, uint32_t column)
{
  Error error;
  error_set_at(&error, STATUS_SYNTAX, offset, "here");
  assert_int_equal(error.offset, offset);
  error_locate(&error, text, strlen(text));
  assert_int_equal(error.line, line);
  assert_int_equal(error.column, column);
}

static void test_locate(void **state)
{
  (void)state;
  const char *text = "ab\n\ncd\n";
  check_place(text, 0, 1, 1);
  check_place(text, 1, 1, 2);
  check_place(text, 2, 1, 3); /* the end of a line belongs to it */
  check_place(text, 3, 2, 1);
  check_place(text, 4, 3, 1);
  check_place(text, 5, 3, 2);
  check_place(text, 7, 4, 1);  /* the end */
  check_place(text, 99, 4, 1); /* after the end */
  check_place("", 0, 1, 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_set),
      cmocka_unit_test(test_wrap_own_message),
      cmocka_unit_test(test_control_characters),
      cmocka_unit_test(test_malformed_utf8),
      cmocka_unit_test(test_cut_at_character),
      cmocka_unit_test(test_locate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
