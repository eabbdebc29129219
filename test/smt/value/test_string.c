#include "smt/value/string.h"

#include "smt/text/literal.h"
#include "support/evaluator.h"
#include "testing.h"

enum { HEAP = 64 << 20 };

#define CHECK(cases)                                                                               \
  do {                                                                                             \
    Evaluator evaluator;                                                                           \
    evaluator_init(&evaluator, "", NULL, HEAP);                                                    \
    evaluator_check(&evaluator, cases, sizeof(cases) / sizeof *(cases));                           \
    evaluator_deinit(&evaluator);                                                                  \
  } while (0)

static void test_literals_are_read_and_written(void **state)
{
  (void)state;
  static const EvaluatorCase cases[] = {
      {"\"\"", "\"\""},
      {"\"abc\"", "\"abc\""},
      {"\"say \"\"a\"\"\"", "\"say \"\"a\"\"\""},
      {"\"\\u{e9}\\u00e9\"", "\"\\u{e9}\\u{e9}\""},
      {"\"\\u{2FFFF}\"", "\"\\u{2ffff}\""},
      {"\"a\\b\"", "\"a\\u{5c}b\""},
      {"(str.len \"\\u{5c}u{41}\")", "6"},
      {"(str.len \"\\u{e9}\")", "1"},
      {"(str.len \"\"\"\"\"\")", "2"},
      {"(str.to_code \"\\u{2FFFF}\")", "196607"},
      {"(_ char #x41)", "\"A\""},
      {"(_ char #x2FFFF)", "\"\\u{2ffff}\""},
      {"(_ char #x30000)", "<outside the range where the standard fixes the result>"},
      {"(_ char #xfffffffffffffffffffff)",
       "<outside the range where the standard fixes the result>"},
  };
  CHECK(cases);
}

static void test_parts(void **state)
{
  (void)state;
  static const EvaluatorCase cases[] = {
      {"(str.++ \"a\" \"\" \"bc\" \"d\")", "\"abcd\""},
      {"(str.++ \"\" \"\")", "\"\""},
      {"(str.len \"abcd\")", "4"},
      {"(str.at \"abc\" 0)", "\"a\""},
      {"(str.at \"abc\" 2)", "\"c\""},
      {"(str.at \"abc\" 3)", "\"\""},
      {"(str.at \"abc\" (- 1))", "\"\""},
      {"(str.at \"abc\" 100000000000000000000000)", "\"\""},
      {"(str.at \"\" 0)", "\"\""},
      {"(str.substr \"abcde\" 1 3)", "\"bcd\""},
      {"(str.substr \"abcde\" 1 100)", "\"bcde\""},
      {"(str.substr \"abcde\" 1 100000000000000000000000)", "\"bcde\""},
      {"(str.substr \"abcde\" 0 (- 100000000000000000000000))", "\"\""},
      {"(str.substr \"abcde\" (- 100000000000000000000000) 3)", "\"\""},
      {"(str.substr \"abcde\" 5 1)", "\"\""},
      {"(str.substr \"abcde\" (- 1) 3)", "\"\""},
      {"(str.substr \"abcde\" 0 0)", "\"\""},
      {"(str.substr \"abcde\" 4 9223372036854775807)", "\"e\""},
      {"(str.rev \"abc\")", "\"cba\""},
      {"(str.to_lower \"aBZ[@\\u{c9}\")", "\"abz[@\\u{c9}\""},
      {"(str.to_upper \"Abz{`\\u{e9}\")", "\"ABZ{`\\u{e9}\""},
      {"(str.update \"abcde\" 1 \"xy\")", "\"axyde\""},
      {"(str.update \"abcde\" 3 \"xyz\")", "\"abcxy\""},
      {"(str.update \"abcde\" 5 \"xyz\")", "\"abcde\""},
      {"(str.update \"abcde\" (- 1) \"xyz\")", "\"abcde\""},
      {"(str.update \"abcde\" 2 \"\")", "\"abcde\""},
  };
  CHECK(cases);
}

static void test_order(void **state)
{
  (void)state;
  static const EvaluatorCase cases[] = {
      {"(str.< \"\" \"a\")", "true"},
      {"(str.< \"a\" \"a\")", "false"},
      {"(str.<= \"a\" \"a\")", "true"},
      {"(str.< \"ab\" \"b\")", "true"},
      {"(str.< \"b\" \"ab\")", "false"},
      {"(str.<= \"b\" \"ab\")", "false"},
      {"(str.< \"a\" \"ab\")", "true"},
      {"(str.<= \"ab\" \"a\")", "false"},
      {"(str.< \"\\u{100}\" \"\\u{ff}\")", "false"},
      {"(str.< \"a\" \"b\" \"c\")", "true"},
      {"(str.< \"a\" \"c\" \"b\")", "false"},
      {"(str.prefixof \"\" \"\")", "true"},
      {"(str.prefixof \"ab\" \"abc\")", "true"},
      {"(str.prefixof \"abc\" \"ab\")", "false"},
      {"(str.prefixof \"b\" \"ab\")", "false"},
      {"(str.suffixof \"bc\" \"abc\")", "true"},
      {"(str.suffixof \"ab\" \"abc\")", "false"},
      {"(str.suffixof \"\" \"abc\")", "true"},
      {"(= \"ab\" (str.++ \"a\" \"b\"))", "true"},
      {"(= \"ab\" \"ba\")", "false"},
  };
  CHECK(cases);
}

static void test_search(void **state)
{
  (void)state;
  static const EvaluatorCase cases[] = {
      {"(str.contains \"abc\" \"\")", "true"},
      {"(str.contains \"\" \"\")", "true"},
      {"(str.contains \"\" \"a\")", "false"},
      {"(str.contains \"aabaaabaaac\" \"aabaaac\")", "true"},
      {"(str.contains \"abcde\" \"ce\")", "false"},
      {"(str.indexof \"abcb\" \"b\" 0)", "1"},
      {"(str.indexof \"abcb\" \"b\" 2)", "3"},
      {"(str.indexof \"abcb\" \"b\" 4)", "-1"},
      {"(str.indexof \"abcb\" \"\" 4)", "4"},
      {"(str.indexof \"abcb\" \"\" 2)", "2"},
      {"(str.indexof \"abcb\" \"\" 5)", "-1"},
      {"(str.indexof \"abcb\" \"\" (- 1))", "-1"},
      {"(str.indexof \"abcb\" \"b\" (- 1))", "-1"},
      {"(str.indexof \"\" \"\" 0)", "0"},
      {"(str.indexof \"abcb\" \"b\" 100000000000000000000)", "-1"},
      {"(str.indexof \"aaa\" \"aaaa\" 0)", "-1"},
      {"(str.indexof \"abcb\" \"cb\")", "2"},
  };
  CHECK(cases);
}

static void test_replacement(void **state)
{
  (void)state;
  static const EvaluatorCase cases[] = {
      {"(str.replace \"abcabc\" \"bc\" \"x\")", "\"axabc\""},
      {"(str.replace \"abc\" \"\" \"x\")", "\"xabc\""},
      {"(str.replace \"\" \"\" \"x\")", "\"x\""},
      {"(str.replace \"abc\" \"d\" \"x\")", "\"abc\""},
      {"(str.replace \"abc\" \"abc\" \"\")", "\"\""},
      {"(str.replace_all \"abcabc\" \"bc\" \"xyz\")", "\"axyzaxyz\""},
      {"(str.replace_all \"abc\" \"\" \"x\")", "\"abc\""},
      {"(str.replace_all \"aaaaa\" \"aa\" \"b\")", "\"bba\""},
      {"(str.replace_all \"aaaa\" \"a\" \"aa\")", "\"aaaaaaaa\""},
      {"(str.replace_all \"aaaa\" \"a\" \"\")", "\"\""},
      {"(str.replace_all \"\" \"a\" \"b\")", "\"\""},
  };
  CHECK(cases);
}

static void test_numbers(void **state)
{
  (void)state;
  static const EvaluatorCase cases[] = {
      {"(str.is_digit \"0\")", "true"},
      {"(str.is_digit \"9\")", "true"},
      {"(str.is_digit \"a\")", "false"},
      {"(str.is_digit \"12\")", "false"},
      {"(str.is_digit \"\")", "false"},
      {"(str.is_digit \"\\u{661}\")", "false"},
      {"(str.to_code \"A\")", "65"},
      {"(str.to_code \"\")", "-1"},
      {"(str.to_code \"AB\")", "-1"},
      {"(str.from_code 65)", "\"A\""},
      {"(str.from_code 0)", "\"\\u{0}\""},
      {"(str.from_code 196607)", "\"\\u{2ffff}\""},
      {"(str.from_code 196608)", "\"\""},
      {"(str.from_code (- 1))", "\"\""},
      {"(str.from_code 4294967361)", "\"\""},
      {"(str.from_code 100000000000000000000)", "\"\""},
      {"(str.to_int \"\")", "-1"},
      {"(str.to_int \"-1\")", "-1"},
      {"(str.to_int \"12a\")", "-1"},
      {"(str.to_int \" 1\")", "-1"},
      {"(str.to_int \"0012\")", "12"},
      {"(str.to_int \"123456789012345678901234567890\")", "123456789012345678901234567890"},
      {"(str.from_int 0)", "\"0\""},
      {"(str.from_int (- 1))", "\"\""},
      {"(str.from_int (- 123456789012345678901234567890))", "\"\""},
      {"(str.from_int 123456789012345678901234567890)", "\"123456789012345678901234567890\""},
      {"(str.from_ubv #xff)", "\"255\""},
      {"(str.from_ubv #b0)", "\"0\""},
      {"(str.from_ubv #x10000000000000000)", "\"18446744073709551616\""},
      {"(_ Char 65)", "char 65"},
      {"(_ Char 196608)", "<outside the range where the standard fixes the result>"},
      {"(_ Char 100000000000000)", "<outside the range where the standard fixes the result>"},
      {"(char.<= (_ Char 65) (_ Char 66))", "true"},
      {"(char.<= (_ Char 66) (_ Char 65))", "false"},
      {"(char.to_int (_ Char 65))", "65"},
      {"(char.is_digit (_ Char 48))", "true"},
      {"(char.is_digit (_ Char 65))", "false"},
      {"(= (_ Char 65) (_ Char 65))", "true"},
  };
  CHECK(cases);
}

/* Large strings: "ab" doubled again and again. */
static Value doubled(Evaluator *evaluator, const char *text, uint32_t times)
{
  StrBuf term;
  strbuf_init(&term, 0);
  for (uint32_t i = 0; i < times; i++)
    strbuf_printf(&term, "(let ((x%u (str.++ x%u x%u))) ", i + 1, i, i);
  StrBuf whole;
  strbuf_init(&whole, 0);
  strbuf_printf(&whole, "(let ((x0 \"%s\")) %s x%u", text, strbuf_text(&term), times);
  for (uint32_t i = 0; i <= times; i++) strbuf_add_char(&whole, ')');
  Value value = evaluator_value(evaluator, strbuf_text(&whole));
  strbuf_deinit(&term);
  strbuf_deinit(&whole);
  return value;
}

static void test_large_strings(void **state)
{
  (void)state;
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, HEAP);
  Value many = doubled(&evaluator, "a", 20); /* a million */
  Value half = doubled(&evaluator, "a", 19);
  Value b = evaluator_value(&evaluator, "\"b\"");
  Value pattern = evaluator_call(&evaluator, "str.++", "ss", (Value[]){half, b}, NULL, 0);
  assert_int_equal(many.string->length, 1 << 20);
  /* quadratic searching would take hours */
  Value none = evaluator_call(&evaluator, "str.contains", "ss", (Value[]){many, pattern}, NULL, 0);
  assert_true(value_is_false(none));
  Value all =
      evaluator_call(&evaluator, "str.replace_all", "sss", (Value[]){many, half, b}, NULL, 0);
  assert_int_equal(all.string->length, 2);
  Value a = evaluator_value(&evaluator, "\"a\"");
  Value changed =
      evaluator_call(&evaluator, "str.replace_all", "sss", (Value[]){many, a, b}, NULL, 0);
  assert_int_equal(changed.string->length, 1 << 20);
  assert_int_equal(changed.string->chars[12345], 'b');
  /* a result of 2^39 characters */
  Value huge =
      evaluator_call(&evaluator, "str.replace_all", "sss", (Value[]){many, a, half}, NULL, 0);
  assert_int_equal(huge.kind, VALUE_UNKNOWN);
  evaluator_deinit(&evaluator);
}

static void test_limits(void **state)
{
  (void)state;
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, 1 << 20);
  Value huge = doubled(&evaluator, "ab", 62);
  assert_int_equal(huge.kind, VALUE_UNKNOWN);
  assert_int_equal(huge.tag, REASON_MEMORY);
  evaluator_deinit(&evaluator);
  evaluator_init(&evaluator, "", NULL, HEAP);
  evaluator.eval->steps = 1000;
  Value slow = doubled(&evaluator, "ab", 20);
  assert_int_equal(slow.kind, VALUE_UNKNOWN);
  assert_int_equal(slow.tag, REASON_STEPS);
  evaluator_deinit(&evaluator);
}

static void test_large_numbers(void **state)
{
  (void)state;
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, HEAP);
  Value digits = doubled(&evaluator, "7", 18);
  Value number = evaluator_call(&evaluator, "str.to_int", "s", &digits, NULL, 0);
  assert_int_equal(number.kind, VALUE_INT);
  Value back = evaluator_call(&evaluator, "str.from_int", "i", &number, NULL, 0);
  assert_int_equal(value_equal(back, digits), TRUTH_TRUE);
  evaluator_deinit(&evaluator);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_literals_are_read_and_written),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_search),
      cmocka_unit_test(test_replacement),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_large_strings),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_large_numbers),
  };
  return cmocka_run_group_tests_name("eval_string", tests, NULL, NULL);
}
