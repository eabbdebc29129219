/* Inputs of B that are made to hurt: large, deep, cut off, not text at all. */
#include "testing.h"

#include <string.h>

#include "b/text/module.h"
#include "b/text/print.h"
#include "base/random.h"
#include "support/expect.h"

static Status read_text(const char *text, size_t length, Error *error)
{
  BBank *bank = b_bank_create();
  BModule module;
  Status status = b_read(bank, text, length, &module, error);
  b_module_deinit(&module);
  b_bank_destroy(bank);
  return status;
}

static Status read_repeated(const char *before, const char *piece, size_t count, const char *middle,
                            const char *closing, const char *after, Error *error)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, before);
  for (size_t i = 0; i < count; i++) strbuf_add_text(&text, piece);
  strbuf_add_text(&text, middle);
  for (size_t i = 0; i < count; i++) strbuf_add_text(&text, closing);
  strbuf_add_text(&text, after);
  Status status = read_text(strbuf_text(&text), text.length, error);
  strbuf_deinit(&text);
  return status;
}

static void test_deep_inputs_are_refused(void **state)
{
  (void)state;
  Error error;
  static const struct {
    const char *before, *piece, *middle, *closing, *after;
  } cases[] = {
      {"xx = ", "{", "1", "}", ""},
      {"xx = ", "(", "1", ")", ""},
      {"", "not(", "1 = 1", ")", ""},
      {"xx = ", "-", "1", "", ""},
      {"xx = 1", " + 1", "", "", ""},
      {"1 = 1", " => 1 = 1", "", "", ""},
      {"xx = ", "POW(", "{1}", ")", ""},
      {"", "#xx.(", "xx = 1", ")", ""},
      {"xx = ff", "(1)", "", "", ""},
      {"1 = 1", " & 1 = 1 or 2 = 2", "", "", ""},
      {"xx = ", "IF 1=1 THEN 1 ELSE ", "1", " END", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Status status = read_repeated(cases[i].before, cases[i].piece, 100000, cases[i].middle,
                                  cases[i].closing, cases[i].after, &error);
    if (status != STATUS_LIMIT) fail_msg("%s: %s", cases[i].piece, error.message);
    expect_in(error.message, "levels deep");
  }
}

/* Types that grow with each conjunct: deep ones, and ones that double. */
static void test_huge_types_are_refused(void **state)
{
  (void)state;
  StrBuf text;
  Error error;
  for (int doubled = 0; doubled < 2; doubled++) {
    strbuf_init(&text, 0);
    strbuf_add_text(&text, "x0 = 1");
    for (int i = 1; i < 20000; i++)
      strbuf_printf(&text, doubled ? " & x%d = (x%d, x%d)" : " & x%d = {x%d}", i, i - 1, i - 1);
    assert_int_equal(read_text(strbuf_text(&text), text.length, &error), STATUS_SORT);
    expect_in(error.message, "too large");
    strbuf_deinit(&text);
  }
}

static void test_ten_megabytes_are_read(void **state)
{
  (void)state;
  Error error;
  assert_int_equal(read_repeated("xx : INTEGER", " & xx + 1 /= 2", 700000, "", "", "", &error),
                   STATUS_OK);
  assert_int_equal(read_repeated("xx = {1", ", 12", 2500000, "", "", "}", &error), STATUS_OK);
  assert_int_equal(read_repeated("xx : INTEGER", " & xx + 1 /= 2", 700000, "", "", " &", &error),
                   STATUS_SYNTAX);
}

/* Signs that wait for a type that is found at the other end only. */
static void test_long_chains_of_overloaded_signs(void **state)
{
  (void)state;
  StrBuf text;
  Error error;
  for (int forward = 0; forward < 2; forward++) {
    strbuf_init(&text, 0);
    for (int i = 0; i < 20000; i++)
      strbuf_printf(&text, "x%d * x%d = x%d & ", i, i, forward ? i + 1 : 20000 - i);
    strbuf_add_text(&text, forward ? "x20000 = 1" : "x0 = 1");
    assert_int_equal(read_text(strbuf_text(&text), text.length, &error), STATUS_OK);
    strbuf_deinit(&text);
  }
}

/* Texts with bytes changed, doubled and cut off give an error or a module, and are printed. */
static void test_damaged_texts(void **state)
{
  (void)state;
  static const char good[] =
      "MACHINE M SETS S; E = {e1, e2} CONSTANTS aa, ff PROPERTIES aa : 1..3 & "
      "ff : S +-> POW(E * BOOL) & !(xx).(xx : dom(ff) => ff(xx) /= {}) & "
      "{vv | vv > aa & \"text\" /= \"\"} = {1} \\/ [2, 3][{4}] & 1.5 < 2.0 ∧ aa ∈ ℕ "
      "ASSERTIONS rec(bb : 1)'bb = 1; IF aa = 1 THEN 1 = 1 ELSE 2 = 2 END END";
  for (uint64_t number = 0; number < 3000; number++) {
    Random random = random_stream(1, 2, number);
    char text[sizeof good];
    memcpy(text, good, sizeof good);
    size_t length = sizeof good - 1 - random_below(&random, 2) * random_below(&random, 200);
    for (uint64_t i = random_below(&random, 4); i > 0; i--)
      text[random_below(&random, length)] = random_chance(&random, 1, 2)
                                                ? good[random_below(&random, sizeof good - 1)]
                                                : (char)random_below(&random, 256);
    BBank *bank = b_bank_create();
    BModule module;
    Error error;
    if (b_read(bank, text, length, &module, &error) == STATUS_OK) {
      StrBuf out;
      BPrintOptions options = {.typing = true};
      strbuf_init(&out, 0);
      b_print_module(bank, &module, &options, &out);
      assert_int_equal(read_text(strbuf_text(&out), out.length, &error), STATUS_OK);
      strbuf_deinit(&out);
    } else {
      assert_true(error.line > 0 && error.message[0]);
    }
    b_module_deinit(&module);
    b_bank_destroy(bank);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_deep_inputs_are_refused),
      cmocka_unit_test(test_huge_types_are_refused),
      cmocka_unit_test(test_ten_megabytes_are_read),
      cmocka_unit_test(test_long_chains_of_overloaded_signs),
      cmocka_unit_test(test_damaged_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
