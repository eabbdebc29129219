/* Solvers of B beyond encodings as SMT-LIB: values that are read back and checked, MiniZinc, ProB (a fake of its probcli). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/strbuf.h"
#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"
#include "testing.h"

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 100000})

static char probcli[4096], prob[4200], prob_late[4200];

static int set_up(void **state)
{
  int result = scratch_set_up(state);
  snprintf(probcli, sizeof probcli, "%s/test/fake/probcli.py", getenv("ASSAY_SOURCE_ROOT"));
  snprintf(prob, sizeof prob, "prob@%s", probcli);
  snprintf(prob_late, sizeof prob_late, "prob@%s(FAKE=hang)", probcli);
  scratch_write("four.b", "xx : 1..5 & ss = {1, xx} & xx = 4");
  scratch_write("five.b", "xx : 1..5 & ss = {1, xx} & xx = 5");
  scratch_write("false.b", "xx : 1..5 & bfalse & ss = {xx}");
  scratch_write("unsat.b", "xx : 1..5 & xx > 5");
  scratch_write("open.b", "xx > 5 & xx < 7");
  scratch_write("given.mch", "MACHINE M SETS DD; EE = {e1, e2} CONSTANTS dd, ff PROPERTIES dd : DD "
                             "& ff : EE --> DD & dd : ran(ff) & ff(e1) /= ff(e2) END");
  scratch_write("strings.b", "st = \"a\"");
  chmod(scratch_write("wrong", "#!/bin/sh\necho sat\necho 'values: xx = 3 & ss = {1,3}'\n"), 0755);
  return result;
}

static void test_values(void **state)
{
  (void)state;
  static const char *const encodings[] = {"constructive", "axiomatic", "sets", "minizinc"};
  for (size_t i = 0; i < 4; i++)
    expect(ASSAY("solve", "--values", "--encoding", encodings[i], "four.b"), 0,
           "sat\nvalues: xx = ", "");
  expect(ASSAY("solve", "--values", "--encoding", "constructive", "unsat.b"), 0, "unsat\n", "");
  /* values that the evaluator refutes are blamed on the solver that gave them, whatever others say */
  expect(ASSAY("vote", "-s", "./wrong,b-z3-constructive", "four.b"), 1, "wrong", "");
  expect(ASSAY("vote", "-s", "b-z3-constructive,b-z3-axiomatic,b-cvc5-sets", "four.b"), 0,
         "0 findings", "");
}

/* Time grows with the size, not with its square. */
static void test_many_identifiers(void **state)
{
  (void)state;
  enum { COUNT = 40000 };
  StrBuf text;
  strbuf_init(&text, 0);
  for (int i = 0; i < COUNT; i++) strbuf_printf(&text, "%sx%d : 0..%d", i ? " & " : "", i, i % 50);
  strbuf_printf(&text, " & x0 <= x%d", COUNT - 1);
  scratch_write("many.b", strbuf_text(&text));
  strbuf_deinit(&text);
  CommandResult result = run_command_with(
      (const char *[]){assay_program(), "translate", "--to", "minizinc", "many.b", NULL},
      (CommandSettings){.directory = scratch_folder(), .timeout_ms = 10000});
  assert_int_equal(result.exit_code, 0);
  expect_in(result.out, "constraint (x0_0 <= x39999_0);");
  command_result_free(&result);
}

static void test_minizinc(void **state)
{
  (void)state;
  expect(ASSAY("solve", "--encoding", "minizinc", "unsat.b"), 0, "unsat\n", "");
  expect(ASSAY("solve", "--encoding", "minizinc", "--scope", "3", "open.b"), 0,
         "unknown: there is none in the scope", "");
  expect(ASSAY("solve", "--encoding", "minizinc", "--scope", "9", "--values", "open.b"), 0,
         "sat\nvalues: xx = (6)", "");
  expect(ASSAY("solve", "--encoding", "minizinc", "--values", "given.mch"), 0,
         "sat\nvalues: dd = DD", "");
  expect(ASSAY("solve", "--encoding", "minizinc", "strings.b"), 1, "not translatable: strings", "");
  expect(ASSAY("vote", "-s", "b-minizinc,b-z3-constructive", "four.b", "unsat.b", "given.mch"), 0,
         "0 findings", "");
  expect(ASSAY("translate", "--to", "minizinc", "open.b"), 0, "UNSATISFIABLE shows nothing", "");
  expect(ASSAY("solve", "--encoding", "minizinc", "--minizinc", "nobody", "four.b"), 3, "",
         "'nobody' cannot be started");
}

/* Few predicates have a translation: drawing goes on until one does. */
static void test_minizinc_takes_what_is_generated_for_it(void **state)
{
  (void)state;
  expect(ASSAY("gen", "--language", "b", "--types",
               "INTEGER,BOOL,REAL,STRING,sets,relations,records", "--for", "b-minizinc", "--count",
               "20", "--out", "fitting"),
         0, "", "left out, since an encoding does not have it: ");
  for (int i = 0; i < 20; i++) {
    char name[30];
    snprintf(name, sizeof name, "fitting/%d.b", i);
    expect(ASSAY("translate", "--to", "minizinc", name), 0, "solve ", "");
  }
}

/* Ranges that rest on the wrong identifier would make unsat of these. */
static void test_minizinc_ranges(void **state)
{
  (void)state;
  scratch_write("bound.b", "aa : 1..3 & bb : {xx | xx : 1..2} & aa > bb");
  expect(ASSAY("solve", "--encoding", "minizinc", "bound.b"), 0, "sat\n", "");
  scratch_write("bound.b", "yy = 1 & #(xx, yy).(xx : 1..yy & yy : 1..3 & xx = 2)");
  expect(ASSAY("solve", "--encoding", "minizinc", "bound.b"), 0, "sat\n", "");
  scratch_write("bound.b", "zz : 0..SIGMA(xx, yy).(xx : 1..300 & yy : 1..300 | 1) & zz = 80000");
  expect(ASSAY("solve", "--encoding", "minizinc", "bound.b"), 1, "infinite or large", "");
}

static void test_minizinc_missing(void **state)
{
  (void)state;
  char *path = strdup(getenv("PATH"));
  setenv("PATH", "/nowhere", 1);
  expect(ASSAY("run", "b-minizinc", "four.b"), 3, "", "get it: this program, and the package");
  setenv("PATH", path, 1);
  free(path);
}

static void test_prolog(void **state)
{
  (void)state;
  expect(ASSAY("translate", "--to", "prolog", "unsat.b"), 0,
         "conjunct(none,[member(none,identifier(none,xx),interval(none,integer(none,1),integer("
         "none,5))),greater(none,identifier(none,xx),integer(none,5))]).\n",
         "");
  expect(ASSAY("translate", "--to", "prolog", "given.mch"), 0,
         "total_function(none,identifier(none,'EE'),identifier(none,'DD'))", "");
  expect(ASSAY("translate", "--to", "lisp", "unsat.b"), 2, "", "prolog");
}

static void expect_prob(const char *protocol, const char *fake, int code, const char *out)
{
  char preference[40];
  snprintf(preference, sizeof preference, "FAKE=%s", fake);
  expect(ASSAY("solve", "four.b", "--prob", probcli, "--protocol", protocol, "--preference",
               preference, "--values", "--timeout", "300ms"),
         code, out, "");
}

static void test_prob(void **state)
{
  (void)state;
  static const char *const protocols[] = {"repl", "socket"};
  for (size_t i = 0; i < 2; i++) {
    expect_prob(protocols[i], "true", 0, "sat\nvalues: ");
    expect_prob(protocols[i], "false", 0, "unsat\n");
    expect_prob(protocols[i], "warn", 0, "unknown: "); /* FALSE after a warning is no proof */
    expect_prob(protocols[i], "unknown", 0, "unknown: ");
    expect_prob(protocols[i], "late", 0, "timeout\n");
    expect_prob(protocols[i], "hang", 0, "timeout\n");
    expect_prob(protocols[i], "die", 1, "error: probcli crashed: ");
    expect_prob(protocols[i], "garbage", 1, "error: probcli: ");
  }
  expect(ASSAY("solve", "given.mch", "--prob", probcli, "--backend", "KODKOD"), 0, "sat\n", "");
  expect(ASSAY("solve", "four.b", "--prob", probcli, "--backend", "LISP"), 2, "", "KODKOD");
  expect(ASSAY("solve", "four.b", "--prob", probcli, "--preference", "CHR"), 2, "", "NAME=VALUE");
  expect(ASSAY("solve", "four.b", "--prob", "nobody"), 3, "", "there is no program 'nobody'");
}

/* As a solver like any other: preferences are its parameters. */
static void test_prob_as_solver(void **state)
{
  (void)state;
  char solvers[8500], with_option[4200];
  snprintf(solvers, sizeof solvers, "%s,b-z3-constructive", prob);
  snprintf(with_option, sizeof with_option, "prob@%s(CHR=true,--protocol=socket)", probcli);
  expect(ASSAY("run", prob, "four.b"), 0, "four.b: sat, ", "");
  expect(ASSAY("run", with_option, "false.b"), 0, "false.b: unsat, ", "");
  expect(ASSAY("run", prob_late, "four.b", "-t", "1s"), 0, "four.b: timeout", "");
  expect(ASSAY("vote", "-s", solvers, "four.b"), 0, "0 findings", "");
  expect(ASSAY("vote", "-s", solvers, "five.b"), 1, "prob", ""); /* its values are for xx = 4 */
}

static void test_known(void **state)
{
  (void)state;
  expect(ASSAY("gen", "--language", "b", "--known", "sat", "--with-model", "--count", "20", "--out",
               "known"),
         0, "", "");
  expect(ASSAY("gen", "--language", "b", "--known", "unsat", "--with-model"), 2, "", "--known sat");
  expect(ASSAY("gen", "--language", "b", "--known", "unsat", "--seed", "3"), 0,
         "/* status: unsat */\n", "");
  expect(ASSAY("vote", "-s", "b-z3-constructive,b-minizinc", "--language", "b", "known"), 0,
         "0 findings", "");
  /* what an input says of itself counts where the evaluator cannot tell, and not against values that are right */
  scratch_write("said.b", "/* status: sat */\nxx > 100000 & xx < 100002");
  chmod(scratch_write("never", "#!/bin/sh\necho unsat\n"), 0755);
  expect(ASSAY("vote", "-s", "./never", "said.b"), 1, "never", "");
  scratch_write("said.b", "/* status: unsat */\nxx > 100000 & xx < 100002");
  expect(ASSAY("vote", "-s", "b-z3-constructive", "said.b"), 0, "0 findings", "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_minizinc),
      cmocka_unit_test(test_many_identifiers),
      cmocka_unit_test(test_minizinc_takes_what_is_generated_for_it),
      cmocka_unit_test(test_minizinc_ranges),
      cmocka_unit_test(test_minizinc_missing),
      cmocka_unit_test(test_prolog),
      cmocka_unit_test(test_prob),
      cmocka_unit_test(test_prob_as_solver),
      cmocka_unit_test(test_known),
  };
  return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
