#include "testing.h"

#include <string.h>

#include "base/strbuf.h"

static void test_empty(void **state)
{
  (void)state;
  StrBuf buf;
  strbuf_init(&buf, 0);
  strbuf_add(&buf, "", 0);
  strbuf_add_text(&buf, "");
  strbuf_printf(&buf, "%s", "");
  assert_string_equal(strbuf_text(&buf), "");
  strbuf_add_text(&buf, "more");
  assert_string_equal(strbuf_text(&buf), "more");
  strbuf_deinit(&buf);
  assert_null(buf.bytes);
}

static void test_build(void **state)
{
  (void)state;
  StrBuf buf;
  strbuf_init(&buf, 0);
  strbuf_add_text(&buf, "(_ bv");
  strbuf_add_u64(&buf, 5);
  strbuf_add_char(&buf, ' ');
  strbuf_printf(&buf, "%d%s", 8, ")");
  assert_string_equal(strbuf_text(&buf), "(_ bv5 8)");
  assert_int_equal(buf.length, 9);
  assert_false(buf.overflow);
  strbuf_clear(&buf);
  assert_string_equal(strbuf_text(&buf), "");
  strbuf_deinit(&buf);
}

static void test_numbers(void **state)
{
  (void)state;
  StrBuf buf;
  strbuf_init(&buf, 0);
  strbuf_add_u64(&buf, 0);
  strbuf_add_char(&buf, ' ');
  strbuf_add_u64(&buf, 1000);
  strbuf_add_char(&buf, ' ');
  strbuf_add_u64(&buf, UINT64_MAX);
  assert_string_equal(strbuf_text(&buf), "0 1000 18446744073709551615");
  strbuf_deinit(&buf);
}

static void test_long_without_limit(void **state)
{
  (void)state;
  StrBuf buf;
  strbuf_init(&buf, 0);
  for (int i = 0; i < 20000; i++) {
    strbuf_add(&buf, "abc", 3);
    strbuf_printf(&buf, "%c", 'd');
    strbuf_add_char(&buf, 'e');
  }
  assert_int_equal(buf.length, 100000);
  const char *text = strbuf_text(&buf);
  assert_int_equal(strlen(text), 100000);
  for (size_t i = 0; i < 100000; i++) assert_int_equal(text[i], "abcde"[i % 5]);
  strbuf_deinit(&buf);
}

static void test_limit_is_exact(void **state)
{
  (void)state;
  StrBuf buf;
  strbuf_init(&buf, 10);
  strbuf_add_text(&buf, "0123456789");
  assert_false(buf.overflow);
  strbuf_add(&buf, "", 0);
  assert_false(buf.overflow);
  strbuf_add_char(&buf, 'x');
  assert_true(buf.overflow);
  assert_string_equal(strbuf_text(&buf), "0123456789");
  strbuf_deinit(&buf);
}

static void test_no_holes_after_overflow(void **state)
{
  (void)state;
  StrBuf buf;
  strbuf_init(&buf, 10);
  strbuf_add_text(&buf, "01234567");
  strbuf_add_text(&buf, "too long");
  strbuf_add_char(&buf, 'x'); /* would fit, but not behind what is missing */
  strbuf_printf(&buf, "%d", 1);
  strbuf_add_u64(&buf, 1);
  assert_true(buf.overflow);
  assert_string_equal(strbuf_text(&buf), "01234567");
  strbuf_clear(&buf);
  assert_false(buf.overflow);
  strbuf_printf(&buf, "%s", "0123456789");
  assert_false(buf.overflow);
  assert_string_equal(strbuf_text(&buf), "0123456789");
  strbuf_printf(&buf, "%s", "!");
  assert_true(buf.overflow);
  assert_string_equal(strbuf_text(&buf), "0123456789");
  strbuf_deinit(&buf);
}

static void test_overflow_at_once(void **state)
{
  (void)state;
  StrBuf buf;
  strbuf_init(&buf, 3);
  strbuf_printf(&buf, "%s", "four");
  assert_true(buf.overflow);
  assert_string_equal(strbuf_text(&buf), "");
  strbuf_deinit(&buf);
}

static void test_reserve(void **state)
{
  (void)state;
  StrBuf buf;
  strbuf_init(&buf, 1000);
  assert_true(strbuf_reserve(&buf, 1000));
  assert_true(buf.capacity >= 1000);
  assert_false(strbuf_reserve(&buf, 1001));
  assert_true(buf.overflow);
  strbuf_clear(&buf);
  assert_false(strbuf_reserve(&buf, SIZE_MAX));
  strbuf_deinit(&buf);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_build),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_long_without_limit),
      cmocka_unit_test(test_limit_is_exact),
      cmocka_unit_test(test_no_holes_after_overflow),
      cmocka_unit_test(test_overflow_at_once),
      cmocka_unit_test(test_reserve),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
