/* Sets, bags and finite fields. */
#include "testing.h"

#include "smt/value/map.h"
#include "support/evaluator.h"

static Evaluator evaluator;

static int set_up(void **state)
{
  (void)state;
  evaluator_init(&evaluator,
                 "(set-logic HO_ALL)\n"
                 "(declare-datatype Color ((red) (green) (blue)))\n"
                 "(define-fun none () (Set Int) (as set.empty (Set Int)))\n"
                 "(define-fun s1 () (Set Int) (set.singleton 1))\n"
                 "(define-fun s12 () (Set Int) (set.insert 1 2 none))\n"
                 "(define-fun s123 () (Set Int) (set.insert 3 2 1 none))\n"
                 "(define-fun s7 () (Set Int) (set.insert 7 6 5 4 3 2 1 none))\n"
                 "(define-fun nob () (Bag Int) (as bag.empty (Bag Int)))\n"
                 "(define-fun b1 () (Bag Int) (bag 1 3))\n"
                 "(define-fun b12 () (Bag Int) (bag.union_disjoint (bag 1 2) (bag 2 5)))\n",
                 NULL, 0);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  evaluator_deinit(&evaluator);
  return 0;
}

static void test_algebra(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "(set.union s12 (set.singleton 3))", "s123");
  evaluator_same(&evaluator, "(set.union s1 s1 s1)", "s1");
  evaluator_same(&evaluator, "(set.union none s123)", "s123");
  evaluator_same(&evaluator, "(set.inter s123 (set.insert 2 9 none))", "(set.singleton 2)");
  evaluator_same(&evaluator, "(set.inter s12 none)", "none");
  evaluator_same(&evaluator, "(set.minus s123 s12)", "(set.singleton 3)");
  evaluator_same(&evaluator, "(set.minus s12 s123)", "none");
  evaluator_same(&evaluator, "(set.minus s123 s1 (set.singleton 2))", "(set.singleton 3)");
  evaluator_true(&evaluator, "(set.member 2 s12)");
  evaluator_false(&evaluator, "(set.member 3 s12)");
  evaluator_true(&evaluator, "(set.subset s12 s123)");
  evaluator_true(&evaluator, "(set.subset none none)");
  evaluator_false(&evaluator, "(set.subset s123 s12)");
  evaluator_false(&evaluator, "(set.subset s12 (set.insert 1 3 4 none))");
  evaluator_true(&evaluator, "(set.is_empty none)");
  evaluator_false(&evaluator, "(set.is_empty s1)");
  evaluator_true(&evaluator, "(set.is_singleton s1)");
  evaluator_false(&evaluator, "(set.is_singleton none)");
  evaluator_same(&evaluator, "(set.card s123)", "3");
  evaluator_same(&evaluator, "(set.choose s1)", "1");
  evaluator_unknown(&evaluator, "(set.choose s12)", REASON_ANY_ELEMENT);
  evaluator_unknown(&evaluator, "(set.choose none)", REASON_ANY_ELEMENT);
  evaluator_true(&evaluator, "(= (set.singleton s12) (set.singleton (set.insert 2 1 none)))");
}

static void test_universe(void **state)
{
  (void)state;
  evaluator_unknown(&evaluator, "(as set.universe (Set Bool))", REASON_UNIVERSE);
  evaluator_unknown(&evaluator, "(set.complement (set.singleton red))", REASON_UNIVERSE);
  evaluator_unknown(&evaluator, "(set.complement s1)", REASON_UNIVERSE);
}

static void test_functions_as_elements(void **state)
{
  (void)state;
#define ID "(lambda ((x Int)) x)"
  evaluator_unknown(&evaluator, "(set.singleton " ID ")", REASON_FUNCTION_EQUALITY);
  evaluator_unknown(&evaluator, "(bag " ID " 1)", REASON_FUNCTION_EQUALITY);
  evaluator_unknown(&evaluator, "(set.map (lambda ((y Int)) (tuple (lambda ((x Int)) y))) s12)",
                    REASON_FUNCTION_EQUALITY);
  evaluator_false(&evaluator, "(set.member " ID " (as set.empty (Set (-> Int Int))))");
  evaluator_same(&evaluator, "(bag.count " ID " (as bag.empty (Bag (-> Int Int))))", "0");
}

static void test_higher_order(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "(set.map (lambda ((x Int)) (* 0 x)) s123)", "(set.singleton 0)");
  evaluator_same(&evaluator, "(set.map (lambda ((x Int)) (+ x 1)) s12)", "(set.insert 2 3 none)");
  evaluator_same(&evaluator, "(set.filter (lambda ((x Int)) (> x 1)) s123)",
                 "(set.insert 2 3 none)");
  evaluator_true(&evaluator, "(set.all (lambda ((x Int)) (> x 0)) s123)");
  evaluator_false(&evaluator, "(set.all (lambda ((x Int)) (> x 1)) s123)");
  evaluator_true(&evaluator, "(set.some (lambda ((x Int)) (> x 2)) s123)");
  evaluator_false(&evaluator, "(set.some (lambda ((x Int)) (> x 3)) s123)");
  evaluator_same(&evaluator, "(set.filter (lambda ((x Int)) false) s7)", "none");
}

/* Where the order matters, or may matter, the result is open. */
static void test_fold(void **state)
{
  (void)state;
#define PLUS  "(lambda ((x Int) (y Int)) (+ x y))"
#define MINUS "(lambda ((x Int) (y Int)) (- x y))"
  evaluator_same(&evaluator, "(set.fold " PLUS " 10 s123)", "16");
  evaluator_same(&evaluator, "(set.fold (lambda ((x Int)) (lambda ((y Int)) (+ x y))) 10 s123)",
                 "16");
  evaluator_same(&evaluator, "(set.fold " MINUS " 10 none)", "10");
  evaluator_same(&evaluator, "(set.fold " MINUS " 10 s1)", "(- 9)");
  evaluator_unknown(&evaluator, "(set.fold " MINUS " 10 s12)", REASON_ORDER);
  evaluator_unknown(&evaluator, "(set.fold " PLUS " 0 s7)", REASON_ORDER);
  evaluator_same(&evaluator, "(set.fold " PLUS " 0 (set.minus s7 s1))", "27");
  evaluator_same(&evaluator, "(bag.fold " PLUS " 0 (bag.union_disjoint (bag 1 2) (bag 2 4)))",
                 "10");
  evaluator_unknown(&evaluator, "(bag.fold " PLUS " 0 (bag.union_disjoint b12 b12))", REASON_ORDER);
  evaluator_same(&evaluator, "(bag.fold " PLUS " 0 (bag 2 1000))", "2000");
  evaluator_unknown(&evaluator, "(bag.fold " MINUS " 0 (bag.union_disjoint (bag 1 1) (bag 2 1)))",
                    REASON_ORDER);
  evaluator.eval->steps = 1000;
  evaluator_unknown(&evaluator, "(bag.fold " PLUS " 0 (bag 1 1000000000000))", REASON_STEPS);
  evaluator.eval->steps = 1000;
  evaluator.eval->complete = true; /* which does not allow any result */
  evaluator_unknown(&evaluator, "(set.fold " MINUS " 10 s12)", REASON_ORDER);
}

static void test_bags(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "(bag 1 0)", "nob");
  evaluator_same(&evaluator, "(bag 1 (- 3))", "nob");
  evaluator_same(&evaluator, "(bag.count 1 b12)", "2");
  evaluator_same(&evaluator, "(bag.count 3 b12)", "0");
  evaluator_same(&evaluator, "(bag.union_max b1 b12)", "(bag.union_disjoint b1 (bag 2 5))");
  evaluator_same(&evaluator, "(bag.union_disjoint b1 b12)",
                 "(bag.union_disjoint (bag 1 5) (bag 2 5))");
  evaluator_same(&evaluator, "(bag.inter_min b12 b1)", "(bag 1 2)");
  evaluator_same(&evaluator, "(bag.inter_min b1 b12)", "(bag 1 2)");
  evaluator_same(&evaluator, "(bag.difference_subtract b1 b12)", "(bag 1 1)");
  evaluator_same(&evaluator, "(bag.difference_subtract b12 b1)", "(bag 2 5)");
  evaluator_same(&evaluator, "(bag.difference_remove b12 (bag 1 1))", "(bag 2 5)");
  evaluator_same(&evaluator, "(bag.difference_remove b1 b12)", "nob");
  evaluator_same(&evaluator, "(bag.duplicate_removal b12)", "(bag.from_set s12)");
  evaluator_same(&evaluator, "(bag.setof b1)", "(bag 1 1)");
  evaluator_same(&evaluator, "(bag.to_set b12)", "s12");
  evaluator_true(&evaluator, "(bag.member 2 b12)");
  evaluator_false(&evaluator, "(bag.member 3 b12)");
  evaluator_true(&evaluator, "(bag.subbag (bag 2 5) b12)");
  evaluator_false(&evaluator, "(bag.subbag b1 b12)");
  evaluator_false(&evaluator, "(bag.subbag b12 b1)");
  evaluator_true(&evaluator, "(bag.is_singleton (bag 4 1))");
  evaluator_false(&evaluator, "(bag.is_singleton b1)");
  evaluator_same(&evaluator, "(bag.card b12)", "7");
  evaluator_same(&evaluator, "(bag.choose b1)", "1");
  evaluator_unknown(&evaluator, "(bag.choose b12)", REASON_ANY_ELEMENT);
  evaluator_same(&evaluator, "(bag.map (lambda ((x Int)) (* 0 x)) b12)", "(bag 0 7)");
  evaluator_same(&evaluator, "(bag.filter (lambda ((x Int)) (> x 1)) b12)", "(bag 2 5)");
  evaluator_true(&evaluator, "(bag.all (lambda ((x Int)) (> x 0)) b12)");
  evaluator_false(&evaluator, "(bag.some (lambda ((x Int)) (> x 2)) b12)");
}

static void test_large_multiplicities(void **state)
{
  (void)state;
#define HUGE_NUMBER "100000000000000000000"
  evaluator_same(&evaluator, "(bag.count 1 (bag 1 " HUGE_NUMBER "))", HUGE_NUMBER);
  evaluator_same(&evaluator, "(bag.card (bag.union_disjoint (bag 1 " HUGE_NUMBER ") (bag 2 1)))",
                 "100000000000000000001");
  evaluator_same(&evaluator,
                 "(bag.difference_subtract (bag 1 " HUGE_NUMBER ") (bag 1 " HUGE_NUMBER "))",
                 "nob");
  evaluator_true(&evaluator, "(bag.member 1 (bag 1 " HUGE_NUMBER "))");
  evaluator_unknown(&evaluator,
                    "(bag.fold " PLUS " 0 (bag.union_disjoint (bag 1 " HUGE_NUMBER ") (bag 2 1)))",
                    REASON_ORDER);
}

static void test_partition(void **state)
{
  (void)state;
#define PARTS(relation, bag) "(bag.partition (lambda ((x Int) (y Int)) " relation ") " bag ")"
  evaluator_same(
      &evaluator, PARTS("(= (> x 1) (> y 1))", "(bag.union_disjoint b12 (bag 3 1))"),
      "(bag.union_disjoint (bag (bag 1 2) 1) (bag (bag.union_disjoint (bag 2 5) (bag 3 1)) "
      "1))");
  evaluator_same(&evaluator, PARTS("true", "b12"), "(bag b12 1)");
  evaluator_same(&evaluator, PARTS("true", "nob"), "(as bag.empty (Bag (Bag Int)))");
  evaluator_unknown(&evaluator, PARTS("(<= x y)", "b12"), REASON_OUTSIDE_DOMAIN);
  evaluator_unknown(&evaluator, PARTS("false", "b12"), REASON_OUTSIDE_DOMAIN);
  evaluator_unknown(
      &evaluator,
      PARTS("(or (= x y) (= x 2) (= y 2))", "(bag.union_disjoint (bag 1 1) (bag 2 1) (bag 3 1))"),
      REASON_OUTSIDE_DOMAIN);
}

#define FF(n) "(as ff" #n " (_ FiniteField 17))"
#define LARGE "(_ FiniteField 170141183460469231731687303715884105727)"

static void test_fields(void **state)
{
  (void)state;
  evaluator_same(&evaluator, "(ff.add " FF(9) " " FF(9) " " FF(1) ")", FF(2));
  evaluator_same(&evaluator, "(ff.mul " FF(9) " " FF(2) ")", FF(1));
  evaluator_same(&evaluator, "(ff.neg " FF(0) ")", FF(0));
  evaluator_same(&evaluator, "(ff.neg " FF(1) ")", FF(16));
  evaluator_same(&evaluator, "(ff.bitsum " FF(1) " " FF(2) " " FF(4) ")", FF(4));
  evaluator_same(&evaluator,
                 "(ff.add (as ff170141183460469231731687303715884105726 " LARGE ") (as ff3 " LARGE
                 "))",
                 "(as ff2 " LARGE ")");
  evaluator_same(&evaluator,
                 "(ff.mul (as ff170141183460469231731687303715884105726 " LARGE ") (as "
                 "ff170141183460469231731687303715884105726 " LARGE "))",
                 "(as ff1 " LARGE ")");
  evaluator_same(&evaluator, "(ff.neg (as ff1 " LARGE "))",
                 "(as ff170141183460469231731687303715884105726 " LARGE ")");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_algebra, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_universe, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_functions_as_elements, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_higher_order, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_fold, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_bags, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_large_multiplicities, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_partition, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_fields, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
