/* Generated predicates as text in both dialects: what is printed is read again, and means the same. */
#include "testing.h"

#include <string.h>

#include "b/eval/eval.h"
#include "b/gen/gen.h"
#include "b/text/lexer.h"
#include "b/text/print.h"
#include "b/wd/wd.h"

/* ASSAY_B_PRINTS=100000 tries as many. */
static uint64_t prints(void)
{
  const char *given = getenv("ASSAY_B_PRINTS");
  return given ? strtoull(given, NULL, 10) : 2000;
}

static void print_again(BBank *bank, const char *text, size_t length, const BPrintOptions *print,
                        BModule *module, StrBuf *out)
{
  Error error;
  if (b_read(bank, text, length, module, &error) != STATUS_OK)
    fail_msg("%u:%u: %s in\n%.*s", error.line, error.column, error.message, (int)length, text);
  b_print_module(bank, module, print, out);
}

/* Tokens in Unicode, where an operator has one. */
static void to_unicode(const char *text, size_t length, StrBuf *out)
{
  BSigns signs;
  BToken token;
  Error error;
  BBank *bank = b_bank_create();
  b_signs_init(&signs);
  BLexer lexer = {
      .bank = bank, .text = text, .length = length, .signs = signs.signs, .heads = signs.heads};
  while (b_lexer_next(&lexer, &token, &error) == STATUS_OK && token.kind != B_TOKEN_END) {
    const char *sign = token.kind == B_TOKEN_OPERATOR ? b_operator(token.op)->unicode : "";
    if (*sign)
      strbuf_add_text(out, sign);
    else
      strbuf_add(out, text + token.offset, token.length);
    strbuf_add_char(out, ' ');
  }
  b_bank_destroy(bank);
}

/* Under values that depend on the number and the names of the identifiers. */
static BValue truth_of(BBank *bank, const BModule *module, uint64_t number)
{
  BEvalSettings settings = b_eval_settings_default();
  settings.steps = 2000;
  settings.scope = 3;
  BEval eval;
  b_eval_init(&eval, bank, module, &settings);
  for (size_t i = 0; i < module->identifiers.count; i++) {
    BTerm identifier = module->identifiers.items[i];
    Symbol name = b_node(bank, identifier)->data;
    Random random = random_stream(
        11, number,
        hash_bytes(symbols_text(&bank->symbols, name), symbols_length(&bank->symbols, name)));
    b_eval_set(&eval, identifier, b_eval_random(&eval, b_type(bank, identifier), &random));
  }
  BValue truth = b_evaluate(&eval, b_module_goal(bank, module));
  b_eval_deinit(&eval);
  return truth;
}

/* The exact form is read as the same term, in both notations. */
static void expect_exact(BGenerator *generator, const BModule *module, bool lines)
{
  BPrintOptions print = {.typing = true, .lines = lines};
  StrBuf text, unicode, second;
  BModule again;
  strbuf_init(&text, 0);
  strbuf_init(&unicode, 0);
  strbuf_init(&second, 0);
  b_print_module(generator->bank, module, &print, &text);
  to_unicode(strbuf_text(&text), text.length, &unicode);
  StrBuf *forms[] = {&text, &unicode};
  for (size_t i = 0; i < 2; i++) {
    BBank *bank = b_bank_create();
    strbuf_clear(&second);
    print_again(bank, strbuf_text(forms[i]), forms[i]->length, &print, &again, &second);
    assert_string_equal(strbuf_text(&second), strbuf_text(&text));
    b_module_deinit(&again);
    b_bank_destroy(bank);
  }
  strbuf_deinit(&text);
  strbuf_deinit(&unicode);
  strbuf_deinit(&second);
}

/* The classical form is read, is printed as what is read as the same, and is as true. True if both could be evaluated. */
static bool expect_classical(BGenerator *generator, const BModule *module, uint64_t number)
{
  BPrintOptions print = {.classical = true, .typing = true};
  StrBuf text, second, third;
  BModule again, last;
  strbuf_init(&text, 0);
  strbuf_init(&second, 0);
  strbuf_init(&third, 0);
  b_print_module(generator->bank, module, &print, &text);
  BBank *bank = b_bank_create();
  print_again(bank, strbuf_text(&text), text.length, &print, &again, &second);
  print_again(bank, strbuf_text(&second), second.length, &print, &last, &third);
  assert_string_equal(strbuf_text(&third), strbuf_text(&second));
  assert_int_equal(b_module_goal(bank, &last), b_module_goal(bank, &again));
  BValue before = truth_of(generator->bank, module, number), after = truth_of(bank, &again, number);
  bool both = b_is_value(before) && b_is_value(after);
  if (both && before != after) fail_msg("not the same: %s", strbuf_text(&text));
  b_module_deinit(&again);
  b_module_deinit(&last);
  b_bank_destroy(bank);
  strbuf_deinit(&text);
  strbuf_deinit(&second);
  strbuf_deinit(&third);
  return both;
}

static void test_generated_predicates_are_printed_and_read(void **state)
{
  (void)state;
  uint64_t count = prints(), evaluated = 0;
  for (uint64_t number = 0; number < count; number++) {
    BBank *bank = b_bank_create();
    BGenSettings settings = b_gen_settings_default();
    if (number % 4 == 1) settings.classes = (1u << B_GEN_CLASS_COUNT) - 1;
    settings.infinite = number % 4 == 2;
    settings.depth = 2 + number % 3;
    BGenerator generator;
    b_generator_init(&generator, bank, &settings);
    BTerm predicate = b_generate(&generator, number);
    BWdOptions wd = {.prove = true};
    if (number % 2) predicate = b_wd_rewrite(bank, &generator.sets, predicate, &wd);
    BModule module;
    b_generate_module(&generator, predicate, &module);
    expect_exact(&generator, &module, number % 3 == 0);
    evaluated += expect_classical(&generator, &module, number);
    b_module_deinit(&module);
    b_generator_deinit(&generator);
    b_bank_destroy(bank);
  }
  assert_true(evaluated > count / 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_generated_predicates_are_printed_and_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
