/* Every function of the theories has a kernel, or is known to have none. */
#include "testing.h"

#include <string.h>

#include "support/evaluator.h"

static Evaluator evaluator;

static int set_up(void **state)
{
  (void)state;
  evaluator_init(&evaluator, "(set-logic HO_ALL)\n(declare-const f (-> Int Int Int))\n", NULL, 0);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  evaluator_deinit(&evaluator);
  return 0;
}

static bool is_unevaluated(const KernelEntry *entry)
{
  for (const KernelEntry *other = unevaluated_kernels; other->name; other++)
    if (other == entry) return true;
  return false;
}

/* The theories that speak of something that no model has. */
static bool may_be_unevaluated(const Bank *bank, const FunInfo *info)
{
  static const char *const theories[] = {"SpecialRelations", "Cardinality", "SeparationLogic"};
  for (size_t i = 0; i < sizeof theories / sizeof theories[0]; i++)
    if (symbols_equal(&bank->symbols, bank->theories.items[info->theory].name, theories[i]))
      return true;
  return false;
}

static void test_all_functions(void **state)
{
  (void)state;
  const Bank *bank = evaluator.eval->bank;
  size_t evaluated = 0, unevaluated = 0;
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (info->origin != FUN_THEORY) continue;
    int length = (int)symbols_length(&bank->symbols, info->name);
    const char *name = symbols_text(&bank->symbols, info->name);
    const KernelEntry *entry = value_operator_entry(bank, fun);
    if (!entry) fail_msg("%.*s has no entry", length, name);
    if (is_unevaluated(entry) != !entry->kernel)
      fail_msg("%.*s is unevaluated, or has a kernel?", length, name);
    if (!entry->kernel && !may_be_unevaluated(bank, info))
      fail_msg("%.*s should have a kernel", length, name);
    evaluated += entry->kernel != NULL;
    unevaluated += entry->kernel == NULL;
  }
  print_message("# %zu functions have kernels, %zu are not evaluated\n", evaluated, unevaluated);
  assert_in_range(evaluated, 344, 10000);
}

/* The table of tables has it last: a function with a kernel does not get here. */
static void test_no_entry_is_idle(void **state)
{
  (void)state;
  for (const KernelEntry *entry = unevaluated_kernels; entry->name; entry++)
    assert_ptr_equal(evaluator_kernel(&evaluator, entry->name, entry->args), entry);
}

#define ADD     "(lambda ((x Int) (y Int)) (+ x (* 10 y)))"
#define CURRIED "(lambda ((x Int)) (lambda ((y Int)) (+ x (* 10 y))))"

static void test_application(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "((lambda ((x Int)) (+ x 1)) 2)", "3");
  evaluator_same(&evaluator, "(" ADD " 1 2)", "21");
  evaluator_same(&evaluator, "(" CURRIED " 1 2)", "21");
  evaluator_same(&evaluator, "((" CURRIED " 1) 2)", "21");
  evaluator_same(&evaluator, "(@ (@ " ADD " 1) 2)", "21");
  evaluator_same(&evaluator, "((ite (= 1 1) " ADD " f) 1 2)", "21");
  evaluator_unknown(&evaluator, "(f 1 2)", REASON_NO_VALUE);
  evaluator_unknown(&evaluator, "(" ADD " 1)", REASON_NO_SEMANTICS);
  evaluator_unknown(&evaluator, "((lambda ((x Int)) (div x 0)) 1)", REASON_DIVISION_BY_ZERO);
  evaluator.eval->complete = true;
  evaluator_same(&evaluator, "(f 1 2)", "0");
  evaluator_same(&evaluator, "((lambda ((x Int)) (div x 0)) 1)", "0");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_all_functions, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_no_entry_is_idle, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_application, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
