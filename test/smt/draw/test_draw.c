/* Random values and random instances of functions. */
#include "testing.h"

#include "smt/draw/draw_rank.h"
#include "smt/draw/draw_value.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"
#include "smt/value/operator.h"

static Bank *bank;

static int set_up(void **state)
{
  (void)state;
  bank = theory_create_bank();
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  bank_destroy(bank);
  return 0;
}

/* Every theory function that is evaluated has instances, and values for their arguments. */
static void test_all_functions(void **state)
{
  (void)state;
  Random random = random_stream(1, 0, 0);
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    const KernelEntry *entry = value_operator_entry(bank, fun);
    if (!entry || !entry->kernel) continue;
    for (int i = 0; i < 30; i++) {
      DrawnRank rank;
      Term args[DRAW_ARGS];
      if (!draw_rank(bank, &random, fun, &rank)) fail_msg("%s %s", entry->name, entry->args);
      for (uint32_t k = 0; k < rank.arg_count; k++) {
        args[k] = draw_value(bank, &random, rank.args[k]);
        if (!args[k]) fail_msg("argument %u of %s %s", k, entry->name, entry->args);
        assert_int_equal(bank_sort(bank, args[k]), rank.args[k]);
        assert_int_equal(bank_open(bank, args[k]), 0);
      }
      assert_int_equal(bank_sort(bank, draw_apply(bank, &rank, args)), rank.result);
    }
  }
}

/* The same stream gives the same term. */
static void test_repeatable(void **state)
{
  (void)state;
  for (uint64_t i = 0; i < 100; i++) {
    Random a = random_stream(7, 1, i), b = random_stream(7, 1, i);
    assert_int_equal(draw_value(bank, &a, bank->string_sort),
                     draw_value(bank, &b, bank->string_sort));
    assert_int_equal(draw_value(bank, &a, bank->int_sort), draw_value(bank, &b, bank->int_sort));
  }
}

/* The sort of a constant that a script declares behind some other declarations. */
static Sort sort_of(const char *script)
{
  Error error;
  Script read = {0};
  Parser *parser = parser_create(bank, &(ParserOptions){0}, script, strlen(script), &error);
  if (parser_read_script(parser, &read) != STATUS_OK) fail_msg("%s", error.message);
  Fun last = (Fun)(bank->funs.items.count - 1);
  parser_destroy(parser);
  script_deinit(&read);
  return funs_result(&bank->funs, last);
}

static void test_datatypes(void **state)
{
  (void)state;
  Random random = random_stream(3, 0, 0);
  static const char *const scripts[] = {
      "(declare-datatype Tree ((node (left Tree) (value Int) (right Tree)) (leaf)))"
      "(declare-fun t () Tree)",
      "(declare-datatypes ((A 0) (B 0)) (((mka (b B))) ((b1 (a1 A) (a2 A)) (b2 (x Bool)))))"
      "(declare-fun u () A)",
      "(declare-datatype List (par (X) ((nil) (cons (head X) (tail (List X))))))"
      "(declare-fun v () (List (Array Int (List Bool))))"};
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
    Sort sort = sort_of(scripts[i]);
    for (int k = 0; k < 200; k++) {
      Term value = draw_value(bank, &random, sort);
      assert_int_not_equal(value, 0);
      assert_int_equal(bank_sort(bank, value), sort);
    }
  }
}

/* What has no values, or too large ones, gives 0. */
static void test_nothing_to_draw(void **state)
{
  (void)state;
  Random random = random_stream(4, 0, 0);
  static const char *const scripts[] = {
      "(declare-sort U 0) (declare-fun u () U)", "(declare-fun w () (_ BitVec 2000000000))",
      "(declare-sort U 0) (declare-fun a () (Array Int U))",
      "(declare-codatatype S ((s (next S)))) (declare-fun c () S)"};
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
    assert_int_equal(draw_value(bank, &random, sort_of(scripts[i])), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_all_functions, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_repeatable, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_datatypes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_nothing_to_draw, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
