/* Terms: sharing, free variables, walks, sizes and substitution. */
#include "testing.h"

#include <stdio.h>

#include "smt/term/substitute.h"
#include "smt/term/traverse.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

static Bank *bank;
static Fun plus;
static Term x, y, one;

static int set_up(void **state)
{
  (void)state;
  bank = theory_create_bank();
  plus = bank_theory_fun(bank, symbols_intern(&bank->symbols, "+", 1));
  x = bank_variable(bank, symbols_intern(&bank->symbols, "x", 1), bank->int_sort, 0);
  y = bank_variable(bank, symbols_intern(&bank->symbols, "y", 1), bank->int_sort, 0);
  one = bank_literal(bank, OP_INTEGER, bank->int_sort, symbols_intern(&bank->symbols, "1", 1));
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  bank_destroy(bank);
  return 0;
}

static Term sum(Term a, Term b)
{
  Term args[2] = {a, b};
  return bank_term(bank, funs_info(&bank->funs, plus)->op, bank->int_sort, args, 2);
}

static Term equal(Term a, Term b)
{
  Term args[2] = {a, b};
  Fun fun = bank_theory_fun(bank, symbols_intern(&bank->symbols, "=", 1));
  return bank_term(bank, funs_info(&bank->funs, fun)->op, bank->bool_sort, args, 2);
}

static Term forall(Term variable, Term body)
{
  return bank_binder(bank, OP_FORALL, bank->bool_sort, &variable, 1, &body);
}

static void test_equal_terms_are_one(void **state)
{
  (void)state;
  /* More parents of one term than are kept in its list. */
  Term base = sum(x, one), parents[20];
  for (int i = 0; i < 20; i++) {
    char digits[4];
    int length = snprintf(digits, sizeof digits, "%d", 100 - i);
    Symbol text = symbols_intern(&bank->symbols, digits, (size_t)length);
    parents[i] = bank_literal(bank, OP_INTEGER, bank->int_sort, text);
  }
  Term top = sum(base, base); /* younger than the literals */
  Term sums[20];
  for (int i = 0; i < 20; i++) sums[i] = sum(top, parents[i]);
  size_t count = bank->terms.count;
  for (int i = 0; i < 20; i++) {
    assert_int_equal(sum(top, parents[i]), sums[i]);
    for (int k = 0; k < i; k++) assert_int_not_equal(sums[i], sums[k]);
  }
  assert_int_equal(sum(x, one), base);
  assert_int_equal(bank->terms.count, count);
}

static void test_free_variables(void **state)
{
  (void)state;
  Term body = equal(sum(x, y), one);
  assert_int_equal(bank_open(bank, one), 0);
  assert_int_equal(bank_open(bank, body), x);
  Term inner = forall(x, body);
  assert_int_equal(bank_open(bank, inner), y);
  assert_int_equal(bank_open(bank, forall(y, inner)), 0);
  /* The witness is bound, but another variable is behind it. */
  assert_int_equal(bank_open(bank, forall(x, equal(x, y))), y);
  assert_int_equal(bank_open(bank, forall(x, forall(y, equal(x, y)))), 0);
  /* The same variable free on one side and bound on the other. */
  Term both[2] = {forall(x, equal(x, one)), equal(x, one)};
  Fun and = bank_theory_fun(bank, symbols_intern(&bank->symbols, "and", 3));
  Term mixed = bank_term(bank, funs_info(&bank->funs, and)->op, bank->bool_sort, both, 2);
  assert_int_equal(bank_open(bank, mixed), x);
}

static void test_many_free_variables(void **state)
{
  (void)state;
  /* More than a free list keeps: closed only when the last one is bound; never taken for closed. */
  enum { COUNT = 200 };
  Term variables[COUNT], body = equal(one, one);
  for (int i = 0; i < COUNT; i++) {
    char name[8];
    int length = snprintf(name, sizeof name, "v%d", i);
    Symbol symbol = symbols_intern(&bank->symbols, name, (size_t)length);
    variables[i] = bank_variable(bank, symbol, bank->int_sort, 0);
    Term parts[2] = {body, equal(variables[i], one)};
    body = equal(parts[0], parts[1]);
  }
  for (int i = COUNT; i-- > 1;) {
    body = forall(variables[i], body);
    assert_int_not_equal(bank_open(bank, body), 0);
  }
}

static void test_substitution(void **state)
{
  (void)state;
  Term body = equal(sum(x, y), sum(x, one));
  assert_int_equal(substitute_terms(bank, body, &x, &one, 1), equal(sum(one, y), sum(one, one)));
  Term from[2] = {x, y}, to[2] = {y, x};
  assert_int_equal(substitute_terms(bank, body, from, to, 2), equal(sum(y, x), sum(y, one)));
  /* A bound occurrence stays. */
  Term bound = forall(x, equal(x, y));
  assert_int_equal(substitute_terms(bank, bound, &x, &one, 1), bound);
  assert_int_equal(substitute_terms(bank, bound, from, (Term[2]){one, one}, 2),
                   forall(x, equal(x, one)));
}

static void test_substitution_is_linear(void **state)
{
  (void)state;
  /* A tree of 2^200 nodes, as a graph of 200, and a chain of 200,000. */
  Term doubled = x, doubled_one = one, deep = x, deep_one = one;
  for (int i = 0; i < 200; i++) {
    doubled = sum(doubled, doubled);
    doubled_one = sum(doubled_one, doubled_one);
  }
  for (int i = 0; i < 200000; i++) {
    deep = sum(deep, one);
    deep_one = sum(deep_one, one);
  }
  assert_int_equal(substitute_terms(bank, doubled, &x, &one, 1), doubled_one);
  assert_int_equal(substitute_terms(bank, deep, &x, &one, 1), deep_one);
}

static void test_sizes(void **state)
{
  (void)state;
  Term term = sum(sum(x, one), sum(x, one));
  TermSize size = traverse_size(bank, &term, 1);
  assert_int_equal(size.dag_size, 4);
  assert_int_equal(size.tree_size, 7);
  assert_int_equal(size.depth, 3);
  for (int i = 0; i < 100; i++) term = sum(term, term);
  size = traverse_size(bank, &term, 1);
  assert_int_equal(size.dag_size, 104);
  assert_true(size.tree_size == TREE_SIZE_MAX);
}

/* A copy has the same handles, for old terms and for new ones, and neither sees what becomes of the other. */
/* Terms that are made on the way can be walked, too, however many they are. */
static void test_walk_of_new_terms(void **state)
{
  (void)state;
  enum { MANY = 5000 };
  Walk walk = {0};
  int seen = 0;
  walk_start(&walk, bank);
  walk_add_root(&walk, sum(x, y));
  for (Term term; (term = walk_next(&walk)); seen++) {
    char digits[16];
    if (seen >= MANY) continue;
    int length = snprintf(digits, sizeof digits, "%d", 1000 + seen);
    Symbol text = symbols_intern(&bank->symbols, digits, (size_t)length);
    Term literal = bank_literal(bank, OP_INTEGER, bank->int_sort, text);
    walk_add_root(&walk, literal);
    walk_add_root(&walk, literal);
  }
  assert_int_equal(seen, 3 + MANY);
  walk_deinit(&walk);
}

static void test_copy(void **state)
{
  (void)state;
  static const char script[] =
      "(declare-datatypes ((T 0)) (((nil) (cons (head Int) (tail T)))))\n(declare-const a T)\n"
      "(assert (forall ((x Int) (y Int)) (=> (= x y) (= (tail a) (cons (+ x 1) a)))))\n";
  Term base = sum(x, one);
  Bank *original = bank, *copy = bank_copy(bank);
  Script scripts[2] = {0};
  Error error;
  for (int i = 0; i < 2; i++) {
    bank = i ? copy : original;
    assert_int_equal(sum(x, one), base);
    assert_int_equal(script_read(bank, script, sizeof script - 1, &scripts[i], &error), STATUS_OK);
    assert_int_equal(bank_open(bank, equal(base, y)), bank_open(original, base));
  }
  assert_int_equal(copy->terms.count, original->terms.count);
  assert_int_equal(copy->symbols.starts.count, original->symbols.starts.count);
  for (size_t i = 0; i < scripts[0].commands.count; i++)
    assert_int_equal(scripts[0].commands.items[i].a, scripts[1].commands.items[i].a);
  bank = original;
  for (int i = 0; i < 2; i++) script_deinit(&scripts[i]);
  Symbol late = symbols_intern(&copy->symbols, "late", 4);
  assert_int_equal(symbols_find(&original->symbols, "late", 4), SYMBOL_NONE);
  bank_destroy(copy);
  Term again = forall(x, equal(sum(x, one), y));
  assert_int_equal(forall(x, equal(base, y)), again);
  assert_int_equal(symbols_intern(&bank->symbols, "late", 4), late);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_equal_terms_are_one, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_free_variables, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_many_free_variables, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_substitution, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_substitution_is_linear, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_sizes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_walk_of_new_terms, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_copy, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
