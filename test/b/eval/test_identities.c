/* The evaluator of B on identities, on what is not well defined, and on what it cannot decide. */
#include "testing.h"

#include <string.h>

#include "b/eval/eval.h"
#include "b/eval/model.h"
#include "b/text/examples.h"
#include "b/text/print.h"
#include "support/expect.h"

static const char *const identities[] = {
#define IDENTITY(text) text,
#include "b/eval/identities.def"
#undef IDENTITY
};

static BTerm read_term(BBank *bank, const BModule *module, const char *text)
{
  BTerm term = B_TERM_NONE;
  Error error;
  if (b_read_formula(bank, module, text, strlen(text), &term, &error) != STATUS_OK)
    fail_msg("%s: column %u: %s", text, error.column, error.message);
  return term;
}

static void mark_operators(const BBank *bank, BTerm term, bool *seen)
{
  seen[b_op(bank, term)] = true;
  for (uint32_t i = 0; i < b_arg_count(bank, term); i++)
    mark_operators(bank, b_arg(bank, term, i), seen);
}

static void test_identities_hold(void **state)
{
  (void)state;
  bool seen[B_OPERATOR_COUNT] = {0};
  BBank *bank = b_bank_create();
  BEvalSettings settings = b_eval_settings_default();
  for (size_t i = 0; i < sizeof identities / sizeof *identities; i++) {
    BEval eval;
    b_eval_init(&eval, bank, NULL, &settings);
    BTerm term = read_term(bank, NULL, identities[i]);
    BValue value = b_evaluate(&eval, term);
    if (value != B_VALUE_TRUE)
      fail_msg("%s: %s %s", identities[i],
               value == B_VALUE_FALSE       ? "false"
               : value == B_VALUE_UNDEFINED ? "not well defined:"
                                            : "undetermined:",
               eval.reason);
    mark_operators(bank, term, seen);
    b_eval_deinit(&eval);
  }
  seen[B_GIVEN_SET] = seen[B_ELEMENT] = true; /* only in machines: below */
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++)
    if (!seen[op]) fail_msg("no identity for %s", b_operator(op)->node);
  b_bank_destroy(bank);
}

static void expect_result(const char *text, BValue wanted, const char *reason)
{
  BBank *bank = b_bank_create();
  BEvalSettings settings = b_eval_settings_default();
  settings.steps = 200000;
  BEval eval;
  b_eval_init(&eval, bank, NULL, &settings);
  BValue value = b_evaluate(&eval, read_term(bank, NULL, text));
  if (value != wanted) fail_msg("%s: %u %s", text, value, eval.reason);
  expect_in(eval.reason, reason);
  b_eval_deinit(&eval);
  b_bank_destroy(bank);
}

static void test_what_is_not_well_defined(void **state)
{
  (void)state;
  static const char *const cases[] = {
      "1 / 0 = 1",
      "1.0 / 0.0 = 1.0",
      "(-1) mod 2 = 1",
      "1 mod 0 = 0",
      "2 ** (-1) = 0",
      "min({} /\\ {1}) = 1",
      "min(INTEGER) = 0",
      "max(NATURAL) = 0",
      "card(NATURAL) = 1",
      "inter({} /\\ {{1}}) = {}",
      "{1 |-> 2}(3) = 2",
      "{1 |-> 2, 1 |-> 3}(1) = 2",
      "first([] /\\ [1]) = 1",
      "last([] /\\ [1]) = 1",
      "tail([] /\\ [1]) = []",
      "front([] /\\ [1]) = []",
      "size({2 |-> 1}) = 1",
      "rev({2 |-> 1}) = []",
      "{2 |-> 1} ^ [1] = []",
      "1 -> {2 |-> 1} = []",
      "[1] /|\\ 2 = [1]",
      "[1] \\|/ (-1) = [1]",
      "conc([{2 |-> 1}]) = []",
      "iterate({1 |-> 2}, -1) = {}",
      "rel({1 |-> {2}, 1 |-> {3}}) = {}",
      "INTER(ii).(ii : {} & ii = 1 | {ii}) = {}",
      "perm(NATURAL) = {}",
      "1 / 0 = 1 & 1 = 2",
      "1 / 0 = 1 or 1 = 1",
      "1 / 0 = 1 => 1 = 1",
      "#xx.(xx : 0..3 & 1 / xx = 7)",
      "{xx | xx : 0..3 & 1 / xx = 1} = {1}",
      "top({} /\\ bin(1)) = 1",
      "(1 = 2) <=> (1 / 0 = 1)",
      "not(1 / 0 = 1)",
      "bool(1 / 0 = 1) = TRUE",
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_result(cases[i], B_VALUE_UNDEFINED, "");
  expect_result("#xx.(xx : {0} & 1 / xx = 7)", B_VALUE_UNDEFINED, "1 / xx with xx = 0");
}

static void test_what_cannot_be_decided(void **state)
{
  (void)state;
  expect_result("!xx.(xx : NATURAL => xx >= 0)", B_VALUE_UNKNOWN, "infinitely many");
  expect_result("#xx.(xx : INTEGER & xx * xx = 1000000)", B_VALUE_UNKNOWN, "infinitely many");
  expect_result("card({xx | xx > 3}) = 1", B_VALUE_UNKNOWN, "finite");
  expect_result("POW(1..1000) = {}", B_VALUE_UNKNOWN, "too large");
  expect_result("2 ** (2 ** 100) = 1", B_VALUE_UNKNOWN, "too large");
  expect_result("#(aa, bb, cc).(aa : 1..1000 & bb : 1..1000 & cc : 1..1000 & aa * bb * cc = 0)",
                B_VALUE_UNKNOWN, "too many steps");
  /* A product with a set that may be empty. */
  expect_result("ran({xx | xx : INTEGER & xx * xx = 2} * {7}) = {7}", B_VALUE_UNKNOWN, "finite");
  expect_result("{xx | xx : INTEGER & xx * xx = 2} * {-7} <: {8} * NATURAL", B_VALUE_UNKNOWN,
                "finite");
  /* A witness decides it all the same. */
  expect_result("!xx.(xx : NATURAL => xx < 4)", B_VALUE_FALSE, "");
  expect_result("#xx.(xx : INTEGER & xx * xx = 16)", B_VALUE_TRUE, "");
}

/* Numbers near the largest that are computed: what is beyond them is unknown, and never a small value. */
static void test_numbers_at_the_limit(void **state)
{
  (void)state;
#define LARGE "(2 ** 524287 * 2 ** 524287 * 2)"
  expect_result("0 : (-" LARGE ") .. " LARGE, B_VALUE_TRUE, "");
  expect_result("card((-" LARGE ") .. " LARGE ") = 1", B_VALUE_UNKNOWN, "too large");
  expect_result("#xx.(xx > " LARGE " + (" LARGE " - 1) & xx < 3)", B_VALUE_UNKNOWN, "");
  expect_result("!xx.(xx : (-" LARGE ") .. " LARGE " => xx < 0)", B_VALUE_FALSE, "");
#undef LARGE
}

static void test_machines_have_given_sets(void **state)
{
  (void)state;
  static const char text[] = "MACHINE M SETS DD; EE = {e1, e2} CONSTANTS ff, dd "
                             "PROPERTIES ff : EE --> DD & dd : DD & ff(e1) = dd & card(DD) = 3 END";
  BBank *bank = b_bank_create();
  BModule module;
  Error error;
  BEvalSettings settings = b_eval_settings_default();
  settings.scope = 3;
  assert_int_equal(b_read(bank, text, strlen(text), &module, &error), STATUS_OK);
  BEval eval;
  b_eval_init(&eval, bank, &module, &settings);
  static const char model[] = "ff = {e1 |-> DD2, e2 |-> DD1} & dd = DD2";
  assert_int_equal(b_model_read(&eval, model, strlen(model), &error), STATUS_OK);
  assert_int_equal(b_evaluate(&eval, b_module_goal(bank, &module)), B_VALUE_TRUE);
  StrBuf out;
  strbuf_init(&out, 0);
  b_model_print(&eval, module.identifiers.items, 2, &out);
  assert_string_equal(strbuf_text(&out), "ff = {(e1 |-> DD2), (e2 |-> DD1)} &\ndd = DD2\n");
  static const char other[] = "ff = {e1 |-> DD2, e2 |-> DD1} & dd = DD1";
  assert_int_equal(b_model_read(&eval, other, strlen(other), &error), STATUS_OK);
  assert_int_equal(b_evaluate(&eval, b_module_goal(bank, &module)), B_VALUE_FALSE);
  static const char wrong[] = "ff = dd";
  assert_int_not_equal(b_model_read(&eval, wrong, strlen(wrong), &error), STATUS_OK);
  strbuf_deinit(&out);
  b_eval_deinit(&eval);
  b_module_deinit(&module);
  b_bank_destroy(bank);
}

static void expect_solved(const char *text, BSolved wanted, const char *model)
{
  BBank *bank = b_bank_create();
  BModule module;
  Error error;
  BEvalSettings settings = b_eval_settings_default();
  if (b_read(bank, text, strlen(text), &module, &error) != STATUS_OK)
    fail_msg("%s: %s", text, error.message);
  BEval eval;
  b_eval_init(&eval, bank, &module, &settings);
  BSolved solved = b_solve(&eval, module.identifiers.items, (uint32_t)module.identifiers.count,
                           b_module_goal(bank, &module));
  if (solved != wanted) fail_msg("%s: %d %s", text, (int)solved, eval.reason);
  if (model) {
    StrBuf out;
    strbuf_init(&out, 0);
    b_model_print(&eval, module.identifiers.items, (uint32_t)module.identifiers.count, &out);
    assert_string_equal(strbuf_text(&out), model);
    strbuf_deinit(&out);
  }
  b_eval_deinit(&eval);
  b_module_deinit(&module);
  b_bank_destroy(bank);
}

/* A set that is written out may have more elements than one that is computed. */
static void test_a_long_list_of_pairs(void **state)
{
  (void)state;
  enum { PAIRS = 140000 };
  StrBuf text;
  strbuf_init(&text, 1 << 22);
  for (int i = 0; i < PAIRS; i++) strbuf_printf(&text, "%s%d |-> %d", i ? ", " : "{", i, PAIRS - i);
  strbuf_add_text(&text, "} : INTEGER >+> INTEGER");
  assert_false(text.overflow);
  expect_solved(strbuf_text(&text), B_SOLUTION, NULL);
  strbuf_deinit(&text);
}

static void test_predicates_are_solved_within_a_scope(void **state)
{
  (void)state;
  expect_solved("xx : 1..10 & yy : 1..10 & xx * yy = 35 & xx > yy", B_SOLUTION,
                "xx = 7 &\nyy = 5\n");
  expect_solved("xx : 1..10 & xx * xx = 50", B_CONTRADICTION, NULL);
  expect_solved("xx * xx = 50", B_UNDECIDED, NULL);
  expect_solved("ss <: INTEGER & yy : {zz | zz : 1..100000 & "
                "card({ww | ww : 1..zz & ww mod 7 = 3}) = 5}",
                B_UNDECIDED, NULL); /* no steps are left for values of ss */
  expect_solved("xx > 3 & xx < 5", B_SOLUTION, "xx = 4\n");
  expect_solved("ss <: 1..4 & card(ss) = 2 & SIGMA(ii).(ii : ss | ii) = 7", B_SOLUTION,
                "ss = {3, 4}\n");
  expect_solved("ff : 1..3 >->> 1..3 & ff(1) = 2 & ff(2) = 3 & ff(3) /= 1", B_CONTRADICTION, NULL);
  expect_solved("bb : BOOL & bb /= TRUE & bb /= FALSE", B_CONTRADICTION, NULL);
  expect_solved("xx : 0..3 & 10 / xx = 5", B_ILL_DEFINED, NULL);
  expect_solved("xx : 0..3 & xx /= 0 & 10 / xx = 5", B_SOLUTION, "xx = 2\n");
  expect_solved("MACHINE M SETS DD CONSTANTS aa PROPERTIES aa : DD & card(DD) = 2 END", B_SOLUTION,
                "aa = DD1\n");
  expect_solved("MACHINE M SETS DD CONSTANTS aa PROPERTIES aa : DD & card(DD) = 200 END",
                B_UNDECIDED, NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_identities_hold),
      cmocka_unit_test(test_what_is_not_well_defined),
      cmocka_unit_test(test_what_cannot_be_decided),
      cmocka_unit_test(test_numbers_at_the_limit),
      cmocka_unit_test(test_a_long_list_of_pairs),
      cmocka_unit_test(test_machines_have_given_sets),
      cmocka_unit_test(test_predicates_are_solved_within_a_scope),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
