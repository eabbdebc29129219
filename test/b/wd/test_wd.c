/* Well-definedness of B: the rows of tables 1 and 2 of Dunkelau and Leuschel, and the prover. */
#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "b/text/print.h"
#include "b/wd/wd.h"

/* A module of the rewritten predicate is printed so that it can be read again. */
static void expect_readable(BBank *bank, const BModule *module, const char *text)
{
  BModule rewritten, again = {0};
  Error error;
  StrBuf out;
  strbuf_init(&out, 0);
  BTerm predicate = b_wd_rewrite(bank, module, module->properties, &(BWdOptions){.prove = false});
  b_module_of_predicate(bank, module, predicate, &rewritten);
  b_print_module(bank, &rewritten, &(BPrintOptions){.typing = true}, &out);
  BBank *other = b_bank_create();
  if (b_read(other, strbuf_text(&out), out.length, &again, &error) != STATUS_OK)
    fail_msg("%s: rewritten: %s: %s", text, strbuf_text(&out), error.message);
  b_module_deinit(&again);
  b_module_deinit(&rewritten);
  b_bank_destroy(other);
  strbuf_deinit(&out);
}

static void expect_rewritten(const char *text, const char *wanted, bool prove)
{
  BBank *bank = b_bank_create();
  BModule module;
  Error error;
  if (b_read(bank, text, strlen(text), &module, &error) != STATUS_OK)
    fail_msg("%s: %s", text, error.message);
  BWdOptions options = {.prove = prove};
  StrBuf out;
  strbuf_init(&out, 0);
  b_print(bank, b_wd_rewrite(bank, &module, module.properties, &options), NULL, &out);
  assert_string_equal(strbuf_text(&out), wanted);
  expect_readable(bank, &module, text);
  strbuf_deinit(&out);
  b_module_deinit(&module);
  b_bank_destroy(bank);
}

static void test_table_2(void **state)
{
  (void)state;
  expect_rewritten("not(1 / xx = 1)", "not(xx /= 0 & 1 / xx = 1)", true);
  expect_rewritten("1 / xx = 1 & 2 / yy = 1", "xx /= 0 & 1 / xx = 1 & yy /= 0 & 2 / yy = 1", true);
  expect_rewritten("1 / xx = 1 or 2 / yy = 1", "(xx /= 0 & 1 / xx = 1) or (yy /= 0 & 2 / yy = 1)",
                   true);
  expect_rewritten("1 / xx = 1 => 2 / yy = 1", "xx /= 0 & 1 / xx = 1 => yy /= 0 & 2 / yy = 1",
                   true);
  expect_rewritten("(1 / xx = 1) <=> (2 / yy = 1)",
                   "(xx /= 0 & 1 / xx = 1) <=> (yy /= 0 & 2 / yy = 1)", true);
  expect_rewritten("!vv.(1 / vv > 0 => 2 / (vv - 1) > 0)",
                   "!(vv).(vv /= 0 & 1 / vv > 0 & vv - 1 /= 0 => 2 / (vv - 1) > 0)", false);
  expect_rewritten("#vv.(1 / vv > 0)", "#(vv).(vv /= 0 & 1 / vv > 0)", true);
  static const char *const signs[] = {"=", "/=", "<", ">", "<=", ">="};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    char text[100], wanted[100];
    snprintf(text, sizeof text, "1 / xx %s 2 / yy", signs[i]);
    snprintf(wanted, sizeof wanted, "xx /= 0 & yy /= 0 & 1 / xx %s 2 / yy", signs[i]);
    expect_rewritten(text, wanted, true);
  }
  expect_rewritten("1 / xx : {2 / yy}", "xx /= 0 & yy /= 0 & 1 / xx : {2 / yy}", true);
  expect_rewritten("1 / xx /: {2 / yy}", "xx /= 0 & yy /= 0 & 1 / xx /: {2 / yy}", true);
  static const char *const inclusions[] = {"<:", "/<:", "<<:", "/<<:"};
  for (size_t i = 0; i < sizeof inclusions / sizeof *inclusions; i++) {
    char text[100], wanted[100];
    snprintf(text, sizeof text, "{1 / xx} %s {2 / yy}", inclusions[i]);
    snprintf(wanted, sizeof wanted, "xx /= 0 & yy /= 0 & {1 / xx} %s {2 / yy}", inclusions[i]);
    expect_rewritten(text, wanted, true);
  }
}

static void test_table_1(void **state)
{
  (void)state;
  expect_rewritten("NAT = {xx | 1 / xx > 0}", "NAT = {xx | xx /= 0 & 1 / xx > 0}", true);
  expect_rewritten("{xx | 1 / xx > 0} \\/ {yy | 1 / yy > 0} = {}",
                   "{xx | xx /= 0 & 1 / xx > 0} \\/ {yy | yy /= 0 & 1 / yy > 0} = {}", true);
  expect_rewritten("POW({xx | 1 / xx > 0}) = {}", "POW({xx | xx /= 0 & 1 / xx > 0}) = {}", true);
  expect_rewritten("%xx.(xx : 0..3 | 1 / xx) = {}", "%(xx).(xx : 0 .. 3 & xx /= 0 | 1 / xx) = {}",
                   true);
  expect_rewritten("SIGMA(xx).(xx : 0..3 | 1 / xx) = 1",
                   "SIGMA(xx).(xx /= 0 & xx : 0 .. 3 | 1 / xx) = 1", true);
  expect_rewritten("PI(xx).(xx : 0..3 | 1 / xx) = 1", "PI(xx).(xx /= 0 & xx : 0 .. 3 | 1 / xx) = 1",
                   true);
  expect_rewritten("UNION(xx).(xx : 0..3 | {1 / xx}) = {}",
                   "UNION(xx).(xx /= 0 & xx : 0 .. 3 | {1 / xx}) = {}", true);
  expect_rewritten("INTER(xx).(xx : 1..3 | {xx}) = {}", "INTER(xx).(xx : 1 .. 3 | {xx}) = {}",
                   true);
  expect_rewritten("(IF 1 / xx = 1 THEN {vv | 1 / vv = 1} ELSE {} END) = {}",
                   "(IF xx /= 0 & 1 / xx = 1 THEN {vv | vv /= 0 & 1 / vv = 1} ELSE {} END) = {}",
                   true);
}

static void test_what_plainly_holds_is_left_out(void **state)
{
  (void)state;
  static const char *const same[] = {
      "1 / 2 = 0",
      "xx /= 0 & 1 / xx = 1",
      "xx : 1 .. 5 & 1 / xx = 1",
      "xx > 0 & 7 mod xx = 1",
      "card({1, 2}) = 2",
      "ss <: 1 .. 5 & card(ss) = 2",
      "ff : (1 .. 3) --> BOOL & xx : 1 .. 3 & ff(xx) = TRUE",
      "sq : seq(INTEGER) & size(sq) = 2",
      "min({xx, 1}) = 1",
      "xx = 0 or xx : INTEGER",
  };
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) expect_rewritten(same[i], same[i], true);
  expect_rewritten("xx : INTEGER & yy : INTEGER & xx + 4 * yy = yy & 1 / xx >= 0",
                   "xx : INTEGER & yy : INTEGER & xx + (4 * yy) = yy & xx /= 0 & 1 / xx >= 0",
                   true);
  /* A guard of an outer name says nothing of a bound one. */
  expect_rewritten("xx /= 0 & {xx | 1 / xx = 1} = {}", "xx /= 0 & {xx | xx /= 0 & 1 / xx = 1} = {}",
                   true);
  expect_rewritten("xx /= 0 & {xx | xx : 1 .. 2} = {} & 1 / xx = 1",
                   "xx /= 0 & {xx | xx : 1 .. 2} = {} & 1 / xx = 1", true);
}

/* Minutes, if each condition were compared with all that is known. */
static void test_a_long_predicate(void **state)
{
  (void)state;
  enum { CONJUNCTS = 60000 };
  BBank *bank = b_bank_create();
  BModule module;
  Error error;
  StrBuf text;
  U32Vec conditions = {0};
  strbuf_init(&text, 0);
  for (int i = 0; i < CONJUNCTS; i++)
    strbuf_printf(&text, "%s!vv.(vv : 1..9 => vv > %d) & %d / (xx + %d) > min({yy, %d})",
                  i ? " & " : "", i, i, i, i);
  assert_int_equal(b_read(bank, strbuf_text(&text), text.length, &module, &error), STATUS_OK);
  b_wd_conditions(bank, &module, module.properties, &(BWdOptions){.prove = true}, &conditions);
  assert_int_equal(conditions.count, CONJUNCTS);
  VEC_FREE(&conditions);
  strbuf_deinit(&text);
  b_module_deinit(&module);
  b_bank_destroy(bank);
}

/* What is known of a name, or of sets that are defined by each other, must not be taken for more than it is. */
static void test_what_does_not_plainly_hold_is_kept(void **state)
{
  (void)state;
  expect_rewritten("xx > 0 & (LET xx BE xx = 0 IN 1 / xx END) = 1",
                   "xx > 0 & (LET xx BE xx = 0 IN xx /= 0 END) & "
                   "(LET xx BE xx = 0 IN 1 / xx END) = 1",
                   true);
  expect_rewritten("ss = ss \\/ {1} & card(ss) = 1",
                   "ss = ss \\/ {1} & ss : FIN(ss) & card(ss) = 1", true);
  static const char family[] = "#(xx).(xx : INTEGER & !(yy).(yy : {1} => xx > xx + yy))";
  char wanted[300];
  snprintf(wanted, sizeof wanted,
           "%s & INTER(xx).(xx : INTEGER & !(yy).(yy : {1} => xx > xx + yy) | {xx}) = {1}", family);
  expect_rewritten("INTER(xx).(xx : INTEGER & !yy.(yy : {1} => xx > xx + yy) | {xx}) = {1}", wanted,
                   true);
  static const char pairs[] = "{ss, xx | ss : {NATURAL} & xx : ss}";
  snprintf(wanted, sizeof wanted, "ss : FIN(INTEGER) & %s : FIN(%s) & card(%s) = 1", pairs, pairs,
           pairs);
  expect_rewritten("ss : FIN(INTEGER) & card({ss, xx | ss : {NATURAL} & xx : ss}) = 1", wanted,
                   true);
  expect_rewritten("MACHINE M SETS DD PROPERTIES 1 / (card(DD) - 3) = 0 END",
                   "card(DD) - 3 /= 0 & 1 / (card(DD) - 3) = 0", true);
}

/* The type of {} is told by what stands beside it, and a condition has other neighbours. */
static void test_conditions_on_empty_sets_tell_their_type(void **state)
{
  (void)state;
  for (int prove = 0; prove < 2; prove++) {
    expect_rewritten("yy -> {} = [{1}]", "yy -> {} = [{1}]", prove);
    expect_rewritten("[] ^ ss = [1]", "ss : seq(ran(ss)) & [] ^ ss = [1]", prove);
    expect_rewritten("min({}) = 1", "bfalse & min({}) = 1", prove);
    expect_rewritten("{} /|\\ xx = [1]",
                     "xx : 0 .. size({any_ | any_ : INTEGER * INTEGER & bfalse}) & "
                     "{} /|\\ xx = [1]",
                     prove);
    expect_rewritten("MACHINE M SETS DD CONSTANTS ss PROPERTIES ss : POW(INTEGER * DD) & "
                     "ss = ss ^ {} END",
                     "ss : POW(INTEGER * DD) & ss : seq(ran(ss)) & ss = ss ^ {}", prove);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_table_2),
      cmocka_unit_test(test_table_1),
      cmocka_unit_test(test_what_plainly_holds_is_left_out),
      cmocka_unit_test(test_a_long_predicate),
      cmocka_unit_test(test_what_does_not_plainly_hold_is_kept),
      cmocka_unit_test(test_conditions_on_empty_sets_tell_their_type),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
