#include "testing.h"

#include <string.h>

#include "base/suggest.h"

static const char *const commands[] = {"check", "fmt", "info", "fuzz", "reduce", "report"};

static const char *suggest(const char *word)
{
  return suggest_name(word, commands, sizeof commands / sizeof *commands);
}

static void test_slips(void **state)
{
  (void)state;
  assert_string_equal(suggest("chekc"), "check");
  assert_string_equal(suggest("chck"), "check");
  assert_string_equal(suggest("checkk"), "check");
  assert_string_equal(suggest("vheck"), "check");
  assert_string_equal(suggest("fmr"), "fmt");
  assert_string_equal(suggest("fm"), "fmt");
  assert_string_equal(suggest("inof"), "info");
  assert_string_equal(suggest("reprot"), "report");
  assert_string_equal(suggest("redcue"), "reduce");
  assert_string_equal(suggest("check"), "check");
}

static void test_not_slips(void **state)
{
  (void)state;
  assert_null(suggest("zzz"));
  assert_null(suggest(""));
  assert_null(suggest("x"));
  assert_null(suggest("chokehold"));
  assert_null(suggest("ifno-the-other-way"));
  assert_null(suggest_name("check", commands, 0));
}

static void test_one_letter(void **state)
{
  (void)state;
  const char *const names[] = {"p", "qf"};
  assert_null(suggest_name("x", names, 2));
  assert_string_equal(suggest_name("q", names, 2), "qf");
}

static void test_nearest_wins(void **state)
{
  (void)state;
  const char *const names[] = {"bvurem", "bvsrem", "bvsmod"};
  assert_string_equal(suggest_name("bvsrm", names, 3), "bvsrem");
  assert_string_equal(suggest_name("bvsmod", names, 3), "bvsmod");
  assert_string_equal(suggest_name("bvrem", names, 3), "bvurem"); /* the first of two */
}

static void test_long_words(void **state)
{
  (void)state;
  char word[300];
  memset(word, 'a', sizeof word - 1);
  word[sizeof word - 1] = '\0';
  const char *const names[] = {word, "aaaa"};
  assert_null(suggest_name(word, names, 2));
  assert_string_equal(suggest_name("aaab", names, 2), "aaaa");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slips),      cmocka_unit_test(test_not_slips),
      cmocka_unit_test(test_one_letter), cmocka_unit_test(test_nearest_wins),
      cmocka_unit_test(test_long_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
