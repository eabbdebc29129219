/* Generated and mutated predicates of B: read back, all operators reached, constructs placed, well defined after rewriting. */
#include "testing.h"

#include <string.h>

#include "b/eval/eval.h"
#include "b/mutate/mutate.h"
#include "b/text/print.h"
#include "b/wd/wd.h"

static void count_operators(const BBank *bank, BTerm root, uint32_t *counts)
{
  uint8_t *seen = mem_alloc_zero((size_t)root + 1, 1);
  seen[root] = 1;
  for (BTerm at = root; at > B_TERM_NONE; at--) {
    if (!seen[at]) continue;
    counts[b_op(bank, at)]++;
    for (uint32_t i = 0; i < b_arg_count(bank, at); i++) seen[b_arg(bank, at, i)] = 1;
  }
  free(seen);
}

/* The text of a predicate is read again as the same. */
static void expect_round_trip(BGenerator *generator, BTerm predicate)
{
  BModule module, again;
  StrBuf text, second;
  Error error;
  BPrintOptions print = {.typing = true};
  strbuf_init(&text, 0);
  strbuf_init(&second, 0);
  b_generate_module(generator, predicate, &module);
  b_print_module(generator->bank, &module, &print, &text);
  BBank *bank = b_bank_create();
  if (b_read(bank, strbuf_text(&text), text.length, &again, &error) != STATUS_OK)
    fail_msg("%u:%u: %s in\n%s", error.line, error.column, error.message, strbuf_text(&text));
  b_print_module(bank, &again, &print, &second);
  assert_string_equal(strbuf_text(&second), strbuf_text(&text));
  b_module_deinit(&again);
  b_module_deinit(&module);
  b_bank_destroy(bank);
  strbuf_deinit(&text);
  strbuf_deinit(&second);
}

static void test_predicates_are_read_back_and_reach_every_operator(void **state)
{
  (void)state;
  uint32_t counts[B_OPERATOR_COUNT] = {0};
  BGenSettings settings = b_gen_settings_default();
  settings.classes = (1u << B_GEN_CLASS_COUNT) - 1;
  settings.infinite = true;
  for (uint64_t number = 0; number < 6000; number++) {
    BBank *bank = b_bank_create();
    BGenerator generator;
    b_generator_init(&generator, bank, &settings);
    BTerm predicate = b_generate(&generator, number);
    count_operators(bank, predicate, counts);
    if (number % 3 == 0) expect_round_trip(&generator, predicate);
    b_generator_deinit(&generator);
    b_bank_destroy(bank);
  }
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++)
    if (counts[op] == 0) fail_msg("%s is never generated", b_operator(op)->node);
}

static void test_the_number_decides(void **state)
{
  (void)state;
  BGenSettings settings = b_gen_settings_default();
  StrBuf texts[2];
  for (int run = 0; run < 2; run++) {
    BBank *bank = b_bank_create();
    BGenerator generator;
    b_generator_init(&generator, bank, &settings);
    for (uint64_t other = 0; run && other < 50; other++) b_generate(&generator, other);
    strbuf_init(&texts[run], 0);
    b_print(bank, b_generate(&generator, 77), NULL, &texts[run]);
    b_generator_deinit(&generator);
    b_bank_destroy(bank);
  }
  assert_string_equal(strbuf_text(&texts[0]), strbuf_text(&texts[1]));
  strbuf_deinit(&texts[0]);
  strbuf_deinit(&texts[1]);
}

static void test_every_construct_can_be_placed(void **state)
{
  (void)state;
  BGenSettings settings = b_gen_settings_default();
  settings.classes = (1u << B_GEN_CLASS_COUNT) - 1;
  settings.infinite = true;
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++) {
    if (op == B_IDENTIFIER) continue;
    for (uint64_t number = 0; number < 6; number++) {
      BBank *bank = b_bank_create();
      BGenerator generator;
      uint32_t counts[B_OPERATOR_COUNT] = {0};
      b_generator_init(&generator, bank, &settings);
      BTerm predicate = b_generate(&generator, number);
      BTerm mutant = b_mutate(&generator, predicate, op, number);
      if (!mutant) fail_msg("%s cannot be placed", b_operator(op)->node);
      count_operators(bank, mutant, counts);
      if (!counts[op]) fail_msg("%s is not in the mutant", b_operator(op)->node);
      if (number == 0) expect_round_trip(&generator, mutant);
      b_generator_deinit(&generator);
      b_bank_destroy(bank);
    }
  }
}

/* Random values of the identifiers. */
static void set_values(BEval *eval, const BModule *module, Random *random)
{
  for (size_t i = 0; i < module->identifiers.count; i++) {
    BTerm identifier = module->identifiers.items[i];
    BValue value = b_eval_random(eval, b_type(eval->bank, identifier), random);
    b_eval_set(eval, identifier, value);
  }
}

static void test_rewritten_predicates_are_well_defined(void **state)
{
  (void)state;
  BGenSettings settings = b_gen_settings_default();
  BEvalSettings eval_settings = b_eval_settings_default();
  eval_settings.steps = 3000;
  eval_settings.scope = 3;
  uint32_t raw_undefined = 0;
  for (uint64_t number = 0; number < 20000; number++) {
    BBank *bank = b_bank_create();
    BGenerator generator;
    b_generator_init(&generator, bank, &settings);
    BTerm predicate = b_generate(&generator, number);
    BWdOptions wd = {.prove = number % 2};
    BTerm rewritten = b_wd_rewrite(bank, &generator.sets, predicate, &wd);
    BModule module;
    b_generate_module(&generator, rewritten, &module);
    BEval eval;
    b_eval_init(&eval, bank, &generator.sets, &eval_settings);
    Random random = random_stream(5, 6, number);
    for (int i = 0; i < 2; i++) {
      set_values(&eval, &module, &random);
      raw_undefined += b_evaluate(&eval, predicate) == B_VALUE_UNDEFINED;
      if (b_evaluate(&eval, rewritten) == B_VALUE_UNDEFINED) {
        StrBuf text;
        strbuf_init(&text, 0);
        b_print(bank, rewritten, NULL, &text);
        fail_msg("%llu: not well defined: %s in\n%s", (unsigned long long)number, eval.reason,
                 strbuf_text(&text));
      }
    }
    if (number % 100 == 0) expect_round_trip(&generator, rewritten);
    b_eval_deinit(&eval);
    b_module_deinit(&module);
    b_generator_deinit(&generator);
    b_bank_destroy(bank);
  }
  assert_true(raw_undefined > 1000); /* there was something to mend */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_predicates_are_read_back_and_reach_every_operator),
      cmocka_unit_test(test_the_number_decides),
      cmocka_unit_test(test_every_construct_can_be_placed),
      cmocka_unit_test(test_rewritten_predicates_are_well_defined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
