/* Generated boxes compute what the generator thinks they do. */
#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "smt/text/theory.h"
#include "solve/boxgen/boxgen.h"
#include "solve/boxgen/expression.h"
#include "solve/closedbox/native.h"
#include "support/scripts.h"

static void test_expressions(void **state)
{
  (void)state;
  for (uint64_t n = 0; n < 300; n++) {
    Random random = random_stream(3, 0, n);
    BoxExpression expression;
    StrBuf source;
    strbuf_init(&source, 0);
    boxgen_expression_make(&expression, 3, 3 + (uint32_t)random_below(&random, 12), &random);
    strbuf_add_text(&source, "typedef unsigned long long uint64_t;\n"
                             "uint64_t f(uint64_t a0, uint64_t a1, uint64_t a2)\n{\n");
    boxgen_expression_put_c(&expression, &source);
    strbuf_printf(&source, "  return t%u;\n}\n", expression.count - 1);
    Native *native;
    Error error;
    assert_int_equal(native_compile(strbuf_text(&source), &native, &error), STATUS_OK);
    unsigned long long (*f)(unsigned long long, unsigned long long, unsigned long long);
    void *symbol = native_symbol(native, "f");
    memcpy(&f, &symbol, sizeof symbol);
    for (int i = 0; i < 20; i++) {
      uint64_t a[3];
      for (int k = 0; k < 3; k++) a[k] = random_u64(&random) >> random_below(&random, 64);
      assert_int_equal(f(a[0], a[1], a[2]), boxgen_expression_value(&expression, a));
    }
    native_destroy(native);
    strbuf_deinit(&source);
  }
}

static void test_scripts(void **state)
{
  (void)state;
  for (uint64_t n = 0; n < 200; n++) {
    BoxgenSettings settings = {
        .seed = 1, .boxes = 1 + n % BOXGEN_MOST, .assertions = 1 + n % 7, .unsat = n % 2};
    StrBuf script, source, again;
    strbuf_init(&script, 0);
    strbuf_init(&source, 0);
    strbuf_init(&again, 0);
    boxgen_make(&settings, n, &script, &source);
    Bank *bank = theory_create_bank();
    Script read = read_script(bank, strbuf_text(&script));
    Native *native;
    Error error;
    assert_int_equal(native_compile(strbuf_text(&source), &native, &error), STATUS_OK);
    for (uint32_t i = 0; i < settings.boxes; i++) {
      char name[16];
      snprintf(name, sizeof name, "f%u", i);
      assert_non_null(native_symbol(native, name));
    }
    native_destroy(native);
    strbuf_clear(&source);
    boxgen_make(&settings, n, &again, &source);
    assert_string_equal(strbuf_text(&script), strbuf_text(&again));
    script_deinit(&read);
    bank_destroy(bank);
    strbuf_deinit(&script);
    strbuf_deinit(&source);
    strbuf_deinit(&again);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_expressions),
      cmocka_unit_test(test_scripts),
  };
  return cmocka_run_group_tests_name("solve_boxgen", tests, NULL, NULL);
}
