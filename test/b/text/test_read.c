/* Predicates and machines of B: read, typed, printed, read again. */
#include "testing.h"

#include <string.h>

#include "b/text/examples.h"
#include "b/text/module.h"
#include "b/text/print.h"

typedef struct {
  BBank *bank;
  BModule context;
} Fixture;

static void fixture_init(Fixture *fixture)
{
  Error error;
  fixture->bank = b_bank_create();
  Status status =
      b_read(fixture->bank, example_context, strlen(example_context), &fixture->context, &error);
  if (status != STATUS_OK) fail_msg("%u:%u: %s", error.line, error.column, error.message);
}

static void fixture_deinit(Fixture *fixture)
{
  b_module_deinit(&fixture->context);
  b_bank_destroy(fixture->bank);
}

static BTerm read_term(Fixture *fixture, const char *text)
{
  BTerm term = B_TERM_NONE;
  Error error;
  Status status =
      b_read_formula(fixture->bank, &fixture->context, text, strlen(text), &term, &error);
  if (status != STATUS_OK) fail_msg("%s: column %u: %s", text, error.column, error.message);
  return term;
}

static bool has_operator(const BBank *bank, BTerm term, BOperator op)
{
  if (b_op(bank, term) == op) return true;
  for (uint32_t i = 0; i < b_arg_count(bank, term); i++)
    if (has_operator(bank, b_arg(bank, term, i), op)) return true;
  return false;
}

static void expect_print(Fixture *fixture, const char *text, const char *wanted)
{
  StrBuf out;
  strbuf_init(&out, 0);
  b_print(fixture->bank, read_term(fixture, text), NULL, &out);
  assert_string_equal(strbuf_text(&out), wanted);
  strbuf_deinit(&out);
}

static void test_every_operator_is_read_and_printed(void **state)
{
  (void)state;
  Fixture fixture;
  fixture_init(&fixture);
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++) {
    if (!examples[op]) fail_msg("no example of %s", b_operator(op)->node);
    BTerm term = read_term(&fixture, examples[op]);
    assert_int_equal(b_type(fixture.bank, term), B_PREDICATE);
    if (!has_operator(fixture.bank, term, op)) fail_msg("%s is not in its example", examples[op]);
    StrBuf out;
    strbuf_init(&out, 0);
    b_print(fixture.bank, term, NULL, &out);
    if (read_term(&fixture, strbuf_text(&out)) != term)
      fail_msg("%s was printed as %s", examples[op], strbuf_text(&out));
    strbuf_clear(&out);
    BPrintOptions classical = {.classical = true};
    b_print(fixture.bank, term, &classical, &out);
    BTerm other = read_term(&fixture, strbuf_text(&out));
    assert_int_equal(b_type(fixture.bank, other), B_PREDICATE);
    bool kept = op != B_FINITE && op != B_PARTITION && op != B_EVENT_B_COMPREHENSION &&
                op != B_BTRUE && op != B_BFALSE;
    assert_int_equal(other == term, kept);
    strbuf_deinit(&out);
  }
  fixture_deinit(&fixture);
}

static void test_operators_group_as_in_b(void **state)
{
  (void)state;
  Fixture fixture;
  fixture_init(&fixture);
  /* & and or have one priority and group to the left, => is looser. */
  expect_print(&fixture, "xx=1 or yy=2 & zz=3", "(xx = 1 or yy = 2) & zz = 3");
  expect_print(&fixture, "xx=1 & yy=2 => zz=3 => bb=TRUE",
               "(xx = 1 & yy = 2 => zz = 3) => bb = TRUE");
  expect_print(&fixture, "xx=1 <=> yy=2 & zz=3", "((xx = 1) <=> (yy = 2)) & zz = 3");
  expect_print(&fixture, "xx=-yy**2", "xx = (-yy) ** 2");
  expect_print(&fixture, "xx=2**3**4", "xx = 2 ** (3 ** 4)");
  expect_print(&fixture, "xx=1-2-3*4/5", "xx = (1 - 2) - ((3 * 4) / 5)");
  expect_print(&fixture, "ss=1..2+3\\/tt", "ss = (1 .. (2 + 3)) \\/ tt");
  expect_print(&fixture, "xx|->1|->2 /: {}", "((xx |-> 1) |-> 2) /: {}");
  fixture_deinit(&fixture);
}

static void test_unicode_is_read(void **state)
{
  (void)state;
  Fixture fixture;
  fixture_init(&fixture);
  static const char *const pairs[][2] = {
      {"xx ∈ ℤ ∧ xx ≠ 3 ∨ ¬(yy ≤ zz)", "xx : INTEGER & xx /= 3 or not(yy <= zz)"},
      {"∀vv·(vv ∈ ℕ1 ⇒ vv ≥ 1)", "!vv.(vv : NATURAL1 => vv >= 1)"},
      {"ss ∪ tt ⊆ ss ∩ tt ∖ {1}", "ss \\/ tt <: ss /\\ tt - {1}"},
      {"rr ∈ ss ⇸ tt ⇔ rr = (λ vv·(vv ∈ 1‥3 ∣ vv))",
       "rr : ss +-> tt <=> rr = (%vv.(vv : 1..3 | vv))"},
      {"rr = ss × tt ∧ ss = ∅ ∧ xx ↦ 1 ∉ rr∼", "rr = ss * tt & ss = {} & xx |-> 1 /: rr~"},
      {"ss ∈ ℙ(ℕ) ∧ ⊤", "ss : POW(NATURAL) & btrue"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (pairs[i][1])
      assert_int_equal(read_term(&fixture, pairs[i][0]), read_term(&fixture, pairs[i][1]));
  fixture_deinit(&fixture);
}

static void test_overloaded_signs_follow_the_types(void **state)
{
  (void)state;
  BBank *bank = b_bank_create();
  static const struct {
    const char *text;
    BOperator op;
  } cases[] = {
      {"aa - bb = cc & cc = {1}", B_SET_SUBTRACTION},
      {"aa - bb = cc & cc = 1", B_SUBTRACT},
      {"aa - bb = cc", B_SUBTRACT},
      {"aa * bb = cc & aa = {1} & bb = {TRUE}", B_CARTESIAN},
      {"aa * bb = cc & cc = 1.5", B_MULTIPLY},
      {"aa = BOOL * INTEGER", B_CARTESIAN},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    BModule module;
    Error error;
    if (b_read(bank, cases[i].text, strlen(cases[i].text), &module, &error) != STATUS_OK)
      fail_msg("%s: %s", cases[i].text, error.message);
    assert_true(has_operator(bank, module.properties, cases[i].op));
    b_module_deinit(&module);
  }
  b_bank_destroy(bank);
}

static void test_errors_say_what_and_where(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    uint32_t column;
    const char *message;
  } cases[] = {
      {"xx = ", 6, "unexpected end"},
      {"xx = (1", 6, "'(' is not closed: unexpected end, where ')'"},
      {"xx = {(1), [2]", 6, "'{' is not closed"},
      {"xx = 1)", 7, "unexpected ')'"},
      {"xx = {1, 2", 6, "'}' or ','"},
      {"xx + 1", 4, "this is an expression"},
      {"xx = (yy = 1)", 10, "this is a predicate"},
      {"{1} = {TRUE}", 5, "wrong types for '=': POW(INTEGER) and POW(BOOL)"},
      {"xx = 1 & xx = TRUE", 13, "INTEGER and BOOL"},
      {"xx : xx", 1, "would contain itself"},
      {"{} = {}", 1, "cannot be determined"},
      {"xx = yy", 1, "the type of 'xx' cannot be determined"},
      {"card(1, 2) = 3", 1, "takes 1 operand"},
      {"!xx.(xx = 1)", 9, "must be an implication"},
      {"#(xx, xx).(xx = 1)", 7, "bound twice"},
      {"rec(aa : 1, aa : 2) = xx", 13, "given twice"},
      {"rec(aa : 1)'bb = 1", 1, "no field 'bb'"},
      {"1 = \"a", 5, "not closed"},
      {"/* a", 1, "comment is not closed"},
      {"1 = 1 ? 2", 7, "not of this language"},
      {"MACHINE M CONSTANTS aa PROPERTIES aa = bb END", 40, "'bb' is not declared"},
      {"MACHINE M SETS S; S END", 19, "declared twice"},
      {"MACHINE M PROPERTIES 1 = 1", 27, "unexpected end"},
      {"MACHINE M DEFINITIONS x == 1 END", 11, "unexpected 'DEFINITIONS'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    BBank *bank = b_bank_create();
    BModule module;
    Error error;
    Status status = b_read(bank, cases[i].text, strlen(cases[i].text), &module, &error);
    if (status == STATUS_OK) fail_msg("accepted: %s", cases[i].text);
    if (!strstr(error.message, cases[i].message) || error.column != cases[i].column)
      fail_msg("%s: column %u: %s", cases[i].text, error.column, error.message);
    b_module_deinit(&module);
    b_bank_destroy(bank);
  }
}

static void test_machines_are_printed_as_they_were_read(void **state)
{
  (void)state;
  static const char text[] = "MACHINE Small\n"
                             "SETS\n  COLOUR = {red, green};\n  THING\n"
                             "CONSTANTS\n  aa, bb\n"
                             "PROPERTIES\n  aa : THING --> COLOUR &\n  bb = red\n"
                             "VARIABLES\n  vv\n"
                             "INVARIANT\n  vv <: THING\n"
                             "ASSERTIONS\n  bb /= green\n"
                             "END\n";
  BBank *bank = b_bank_create();
  BModule module;
  Error error;
  assert_int_equal(b_read(bank, text, strlen(text), &module, &error), STATUS_OK);
  StrBuf out;
  strbuf_init(&out, 0);
  BPrintOptions options = {.lines = true};
  b_print_module(bank, &module, &options, &out);
  assert_string_equal(strbuf_text(&out), text);
  strbuf_deinit(&out);
  b_module_deinit(&module);
  b_bank_destroy(bank);
}

static void test_conditions_do_not_capture(void **state)
{
  (void)state;
  Fixture fixture;
  fixture_init(&fixture);
  BTerm clash = read_term(&fixture, "{bound_, element_, 1}");
  BTerm condition = b_read_condition(fixture.bank, B_MIN, &clash, 1);
  U32Vec names = {0};
  assert_true(condition != B_TERM_NONE);
  b_free_identifiers(fixture.bank, condition, &names);
  assert_int_equal(names.count, 2);
  VEC_FREE(&names);
  fixture_deinit(&fixture);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_operator_is_read_and_printed),
      cmocka_unit_test(test_operators_group_as_in_b),
      cmocka_unit_test(test_unicode_is_read),
      cmocka_unit_test(test_overloaded_signs_follow_the_types),
      cmocka_unit_test(test_errors_say_what_and_where),
      cmocka_unit_test(test_machines_are_printed_as_they_were_read),
      cmocka_unit_test(test_conditions_do_not_capture),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
