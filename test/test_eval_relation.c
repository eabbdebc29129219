/* Tuples, relations and tables; and that every function of these theories has a kernel. */
#include "testing.h"

#include "support/kernel_eval.h"

static KernelBench bench;

static int set_up(void **state)
{
  (void)state;
  bench_init(&bench,
             "(set-logic HO_ALL)\n"
             "(define-fun empty () (Relation Int Int) (as set.empty (Relation Int Int)))\n"
             "(define-fun r () (Relation Int Int)\n"
             "  (set.insert (tuple 1 2) (tuple 1 3) (tuple 2 3) empty))\n"
             "(define-fun nothing () (Table Int Int) (as bag.empty (Table Int Int)))\n"
             "(define-fun t () (Table Int Int)\n"
             "  (bag.union_disjoint (bag (tuple 1 2) 2) (bag (tuple 1 3) 1) (bag (tuple 2 3) 1)))\n"
             "(define-fun bits () (Relation (_ BitVec 2) (_ BitVec 2))\n"
             "  (set.singleton (tuple #b00 #b01)))\n");
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  bench_deinit(&bench);
  return 0;
}

static void test_tuples(void **state)
{
  (void)state;
  bench_same(&bench, "((_ tuple.select 1) (tuple 1 true 3))", "true");
  bench_same(&bench, "((_ tuple.update 0) (tuple 1 true) 5)", "(tuple 5 true)");
  bench_same(&bench, "((_ tuple.project 2 0 2) (tuple 1 2 3))", "(tuple 3 1 3)");
  bench_same(&bench, "(tuple.project (tuple 1 2))", "tuple.unit");
  bench_same(&bench, "tuple", "tuple.unit");
}

static void test_relations(void **state)
{
  (void)state;
  bench_same(&bench, "(rel.transpose r)", "(set.insert (tuple 2 1) (tuple 3 1) (tuple 3 2) empty)");
  bench_same(&bench, "(rel.join r r)", "(set.singleton (tuple 1 3))");
  bench_same(&bench, "(rel.join (set.singleton (tuple 1)) r)",
             "(set.insert (tuple 2) (set.singleton (tuple 3)))");
  bench_same(&bench, "(rel.join r empty)", "empty");
  bench_same(&bench, "(set.card (rel.product r r))", "9");
  bench_true(&bench, "(set.member (tuple 1 2 2 3) (rel.product r r))");
  bench_same(&bench, "(rel.iden (set.singleton (tuple 4)))", "(set.singleton (tuple 4 4))");
  bench_same(&bench, "(rel.tclosure r)", "r");
  bench_same(&bench, "(rel.tclosure (set.insert (tuple 1 2) (tuple 2 3) (tuple 3 1) empty))",
             "(set.insert (tuple 1 1) (tuple 1 2) (tuple 1 3) (tuple 2 1) (tuple 2 2) (tuple 2 3) "
             "(tuple 3 1) (tuple 3 2) (tuple 3 3) empty)");
  bench_same(&bench, "(rel.tclosure empty)", "empty");
}

static void test_join_image(void **state)
{
  (void)state;
  bench_same(&bench, "(rel.join_image r 1)", "(set.insert (tuple 2) (set.singleton (tuple 1)))");
  bench_same(&bench, "(rel.join_image r 2)", "(set.singleton (tuple 1))");
  bench_same(&bench, "(rel.join_image r 3)", "(as set.empty (Relation Int))");
  bench_same(&bench, "(rel.join_image r 100000000000000000000)", "(as set.empty (Relation Int))");
  bench_unknown(&bench, "(rel.join_image r 0)", REASON_INFINITE_DOMAIN);
  bench_unknown(&bench, "(rel.join_image r (- 1))", REASON_NO_SEMANTICS);
  bench_same(&bench, "(set.card (rel.join_image bits 0))", "4");
}

static void test_columns(void **state)
{
  (void)state;
  bench_same(&bench, "((_ rel.project 0) r)", "(set.insert (tuple 1) (set.singleton (tuple 2)))");
  bench_same(&bench, "(rel.project r)", "(set.singleton tuple.unit)");
  bench_same(&bench, "((_ rel.table_join 1 0) r r)", "(set.singleton (tuple 1 2 2 3))");
  bench_same(&bench, "((_ rel.table_join 0 0 1 1) r r)",
             "(set.insert (tuple 1 2 1 2) (tuple 1 3 1 3) (set.singleton (tuple 2 3 2 3)))");
  bench_same(&bench, "(rel.table_join r r)", "(rel.product r r)");
  bench_same(
      &bench, "((_ rel.group 0) r)",
      "(set.insert (set.singleton (tuple 2 3)) (set.singleton (set.insert (tuple 1 2) (tuple "
      "1 3) empty)))");
  bench_same(&bench, "(rel.group r)", "(set.singleton r)");
  bench_same(&bench, "((_ rel.group 0) empty)", "(set.singleton empty)");
}

#define COUNT "(lambda ((row (Tuple Int Int)) (n Int)) (+ n 1))"
#define SUM   "(lambda ((row (Tuple Int Int)) (n Int)) (+ n ((_ tuple.select 1) row)))"
#define LAST  "(lambda ((row (Tuple Int Int)) (n Int)) ((_ tuple.select 1) row))"

static void test_aggregates(void **state)
{
  (void)state;
  bench_same(&bench, "((_ rel.aggr 0) " COUNT " 0 r)", "(set.insert 1 (set.singleton 2))");
  bench_same(&bench, "((_ rel.aggr 1) " COUNT " 0 r)", "(set.insert 1 (set.singleton 2))");
  bench_same(&bench, "((_ rel.aggr 0 1) " COUNT " 0 r)", "(set.singleton 1)");
  bench_same(&bench, "(rel.aggr " SUM " 0 r)", "(set.singleton 8)");
  bench_same(&bench, "((_ rel.aggr 0) " COUNT " 7 empty)", "(set.singleton 7)");
  bench_unknown(&bench, "((_ rel.aggr 0) " LAST " 0 r)", REASON_ORDER);
  bench_same(&bench, "((_ rel.aggr 1) " LAST " 0 r)", "(set.insert 2 (set.singleton 3))");
  bench_same(&bench, "((_ table.aggr 0) " COUNT " 0 t)",
             "(bag.union_disjoint (bag 3 1) (bag 1 1))");
  bench_same(&bench, "((_ table.aggr 0 1) " LAST " 0 t)",
             "(bag.union_disjoint (bag 2 1) (bag 3 2))");
  bench_same(&bench, "((_ table.aggr 0) " COUNT " 7 nothing)", "(bag 7 1)");
  bench_unknown(&bench, "(table.aggr " LAST " 0 t)", REASON_ORDER);
}

static void test_tables(void **state)
{
  (void)state;
  bench_same(&bench, "((_ table.project 0) t)",
             "(bag.union_disjoint (bag (tuple 1) 3) (bag (tuple 2) 1))");
  bench_same(&bench, "(table.project t)", "(bag tuple.unit 4)");
  bench_same(&bench, "(bag.card (table.product t t))", "16");
  bench_same(&bench, "(bag.count (tuple 1 2 1 2) (table.product t t))", "4");
  bench_same(&bench, "((_ table.join 1 0) t t)", "(bag (tuple 1 2 2 3) 2)");
  bench_same(&bench, "(bag.count (tuple 1 2 1 2) ((_ table.join 0 0 1 1) t t))", "4");
  bench_same(&bench, "(bag.card ((_ table.join 0 0 1 1) t t))", "6");
  bench_same(&bench, "((_ table.group 0) t)",
             "(bag.union_disjoint (bag (bag (tuple 2 3) 1) 1)"
             " (bag (bag.union_disjoint (bag (tuple 1 2) 2) (bag (tuple 1 3) 1)) 1))");
  bench_same(&bench, "((_ table.group 0) nothing)", "(bag nothing 1)");
}

static void test_limits(void **state)
{
  (void)state;
  bench.eval.steps = 10;
  bench_unknown(&bench, "(rel.product r r)", REASON_STEPS);
  bench.eval.steps = 1000;
  bench.eval.heap.limit = bench.eval.heap.used + 4000;
  bench_unknown(&bench, "(rel.product (rel.product r r) r)", REASON_MEMORY);
}

static void test_complete(void **state)
{
  (void)state;
  static const char *const theories[] = {"ArraysEx", "ArrayExtensions", "Sets",   "Relations",
                                         "Bags",     "Tables",          "Tuples", "FiniteFields"};
  const Bank *bank = bench.eval.bank;
  size_t count = 0;
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    const FunInfo *info = funs_info(&bank->funs, fun);
    for (size_t i = 0; i < sizeof theories / sizeof theories[0]; i++) {
      if (!info->theory || info->origin != FUN_THEORY) continue;
      Symbol theory = bank->theories.items[info->theory].name;
      if (!symbols_equal(&bank->symbols, theory, theories[i])) continue;
      const KernelEntry *entry = operator_entry(bank, fun);
      if (!entry || !entry->kernel)
        fail_msg("%.*s has no kernel", (int)symbols_length(&bank->symbols, info->name),
                 symbols_text(&bank->symbols, info->name));
      count++;
    }
  }
  assert_int_equal(count, 5 + 19 + 14 + 23 + 9 + 6 + 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_tuples, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_relations, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_join_image, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_columns, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_aggregates, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_tables, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_limits, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_complete, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
