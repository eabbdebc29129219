/* Tuples, relations and tables. */
#include "testing.h"

#include "support/evaluator.h"

static Evaluator evaluator;

static int set_up(void **state)
{
  (void)state;
  evaluator_init(
      &evaluator,
      "(set-logic HO_ALL)\n"
      "(define-fun empty () (Relation Int Int) (as set.empty (Relation Int Int)))\n"
      "(define-fun r () (Relation Int Int)\n"
      "  (set.insert (tuple 1 2) (tuple 1 3) (tuple 2 3) empty))\n"
      "(define-fun nothing () (Table Int Int) (as bag.empty (Table Int Int)))\n"
      "(define-fun t () (Table Int Int)\n"
      "  (bag.union_disjoint (bag (tuple 1 2) 2) (bag (tuple 1 3) 1) (bag (tuple 2 3) 1)))\n",
      NULL, 0);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  evaluator_deinit(&evaluator);
  return 0;
}

static void test_tuples(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "((_ tuple.select 1) (tuple 1 true 3))", "true");
  evaluator_same(&evaluator, "((_ tuple.update 0) (tuple 1 true) 5)", "(tuple 5 true)");
  evaluator_same(&evaluator, "((_ tuple.project 2 0 2) (tuple 1 2 3))", "(tuple 3 1 3)");
  evaluator_same(&evaluator, "(tuple.project (tuple 1 2))", "tuple.unit");
  evaluator_same(&evaluator, "tuple", "tuple.unit");
}

static void test_relations(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "(rel.transpose r)",
                 "(set.insert (tuple 2 1) (tuple 3 1) (tuple 3 2) empty)");
  evaluator_same(&evaluator, "(rel.join r r)", "(set.singleton (tuple 1 3))");
  evaluator_same(&evaluator, "(rel.join (set.singleton (tuple 1)) r)",
                 "(set.insert (tuple 2) (set.singleton (tuple 3)))");
  evaluator_same(&evaluator, "(rel.join r empty)", "empty");
  evaluator_same(&evaluator, "(set.card (rel.product r r))", "9");
  evaluator_true(&evaluator, "(set.member (tuple 1 2 2 3) (rel.product r r))");
  evaluator_same(&evaluator, "(rel.iden (set.singleton (tuple 4)))", "(set.singleton (tuple 4 4))");
  evaluator_same(&evaluator, "(rel.tclosure r)", "r");
  evaluator_same(
      &evaluator, "(rel.tclosure (set.insert (tuple 1 2) (tuple 2 3) (tuple 3 1) empty))",
      "(set.insert (tuple 1 1) (tuple 1 2) (tuple 1 3) (tuple 2 1) (tuple 2 2) (tuple 2 3) "
      "(tuple 3 1) (tuple 3 2) (tuple 3 3) empty)");
  evaluator_same(&evaluator, "(rel.tclosure empty)", "empty");
}

static void test_join_image(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "(rel.join_image r 1)",
                 "(set.insert (tuple 2) (set.singleton (tuple 1)))");
  evaluator_same(&evaluator, "(rel.join_image r 2)", "(set.singleton (tuple 1))");
  evaluator_same(&evaluator, "(rel.join_image r 3)", "(as set.empty (Relation Int))");
  evaluator_same(&evaluator, "(rel.join_image r 100000000000000000000)",
                 "(as set.empty (Relation Int))");
  evaluator_unknown(&evaluator, "(rel.join_image r 0)", REASON_UNIVERSE);
  evaluator_unknown(&evaluator, "(rel.join_image r (- 1))", REASON_NO_SEMANTICS);
}

static void test_columns(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "((_ rel.project 0) r)",
                 "(set.insert (tuple 1) (set.singleton (tuple 2)))");
  evaluator_same(&evaluator, "(rel.project r)", "(set.singleton tuple.unit)");
  evaluator_same(&evaluator, "((_ rel.table_join 1 0) r r)", "(set.singleton (tuple 1 2 2 3))");
  evaluator_same(&evaluator, "((_ rel.table_join 0 0 1 1) r r)",
                 "(set.insert (tuple 1 2 1 2) (tuple 1 3 1 3) (set.singleton (tuple 2 3 2 3)))");
  evaluator_same(&evaluator, "(rel.table_join r r)", "(rel.product r r)");
  evaluator_same(
      &evaluator, "((_ rel.group 0) r)",
      "(set.insert (set.singleton (tuple 2 3)) (set.singleton (set.insert (tuple 1 2) (tuple "
      "1 3) empty)))");
  evaluator_same(&evaluator, "(rel.group r)", "(set.singleton r)");
  evaluator_same(&evaluator, "((_ rel.group 0) empty)", "(set.singleton empty)");
}

#define COUNT "(lambda ((row (Tuple Int Int)) (n Int)) (+ n 1))"
#define SUM   "(lambda ((row (Tuple Int Int)) (n Int)) (+ n ((_ tuple.select 1) row)))"
#define LAST  "(lambda ((row (Tuple Int Int)) (n Int)) ((_ tuple.select 1) row))"

static void test_aggregates(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "((_ rel.aggr 0) " COUNT " 0 r)", "(set.insert 1 (set.singleton 2))");
  evaluator_same(&evaluator, "((_ rel.aggr 1) " COUNT " 0 r)", "(set.insert 1 (set.singleton 2))");
  evaluator_same(&evaluator, "((_ rel.aggr 0 1) " COUNT " 0 r)", "(set.singleton 1)");
  evaluator_same(&evaluator, "(rel.aggr " SUM " 0 r)", "(set.singleton 8)");
  evaluator_same(&evaluator, "((_ rel.aggr 0) " COUNT " 7 empty)", "(set.singleton 7)");
  evaluator_unknown(&evaluator, "((_ rel.aggr 0) " LAST " 0 r)", REASON_ORDER);
  evaluator_same(&evaluator, "((_ rel.aggr 1) " LAST " 0 r)", "(set.insert 2 (set.singleton 3))");
  evaluator_same(&evaluator, "((_ table.aggr 0) " COUNT " 0 t)",
                 "(bag.union_disjoint (bag 3 1) (bag 1 1))");
  evaluator_same(&evaluator, "((_ table.aggr 0 1) " LAST " 0 t)",
                 "(bag.union_disjoint (bag 2 1) (bag 3 2))");
  evaluator_same(&evaluator, "((_ table.aggr 0) " COUNT " 7 nothing)", "(bag 7 1)");
  evaluator_unknown(&evaluator, "(table.aggr " LAST " 0 t)", REASON_ORDER);
}

static void test_tables(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "((_ table.project 0) t)",
                 "(bag.union_disjoint (bag (tuple 1) 3) (bag (tuple 2) 1))");
  evaluator_same(&evaluator, "(table.project t)", "(bag tuple.unit 4)");
  evaluator_same(&evaluator, "(bag.card (table.product t t))", "16");
  evaluator_same(&evaluator, "(bag.count (tuple 1 2 1 2) (table.product t t))", "4");
  evaluator_same(&evaluator, "((_ table.join 1 0) t t)", "(bag (tuple 1 2 2 3) 2)");
  evaluator_same(&evaluator, "(bag.count (tuple 1 2 1 2) ((_ table.join 0 0 1 1) t t))", "4");
  evaluator_same(&evaluator, "(bag.card ((_ table.join 0 0 1 1) t t))", "6");
  evaluator_same(&evaluator, "((_ table.group 0) t)",
                 "(bag.union_disjoint (bag (bag (tuple 2 3) 1) 1)"
                 " (bag (bag.union_disjoint (bag (tuple 1 2) 2) (bag (tuple 1 3) 1)) 1))");
  evaluator_same(&evaluator, "((_ table.group 0) nothing)", "(bag nothing 1)");
}

static void test_limits(void **state)
{
  (void)state;
  evaluator.eval->steps = 10;
  evaluator_unknown(&evaluator, "(rel.product r r)", REASON_STEPS);
  evaluator.eval->steps = 1000;
  evaluator.eval->heap.limit = evaluator.eval->heap.used + 4000;
  evaluator_unknown(&evaluator, "(rel.product (rel.product r r) r)", REASON_MEMORY);
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
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
