/* Solver expressions, lists of them, and finding programs. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "run/solver/script_traits.h"
#include "run/solver/solver.h"

static int set_up(void **state)
{
  *state = profiles_create();
  return 0;
}

static int tear_down(void **state)
{
  profiles_destroy(*state);
  return 0;
}

static const char *fake(void)
{
  const char *path = getenv("ASSAY_FAKE");
  if (!path) fail_msg("ASSAY_FAKE has to name the program test/fake");
  return path;
}

static void expect_words(const char *text, const char *name, const char *program, const char *words)
{
  Expression expression;
  Error error;
  if (expression_parse(text, &expression, &error) != STATUS_OK)
    fail_msg("%s: %s", text, error.message);
  StrBuf joined;
  strbuf_init(&joined, 0);
  for (size_t i = 0; i < expression.words.count; i++)
    strbuf_printf(&joined, "[%s]", expression.words.items[i]);
  assert_string_equal(strbuf_text(&joined), words);
  assert_string_equal(expression.name ? expression.name : "-", name);
  assert_string_equal(expression.program ? expression.program : "-", program);
  strbuf_deinit(&joined);
  expression_deinit(&expression);
}

static void expect_queries(const char *text, const char *program, uint32_t queries)
{
  Expression expression;
  Error error;
  assert_int_equal(expression_parse(text, &expression, &error), STATUS_OK);
  assert_int_equal(expression.queries, queries);
  assert_string_equal(expression.program ? expression.program : "-", program);
  expression_deinit(&expression);
}

static void test_several_queries(void **state)
{
  (void)state;
  expect_words("z3*16", "z3", "-", "");
  expect_words("z3(a=b)*16", "z3", "-", "[a=b]");
  expect_queries("z3", "-", 1);
  expect_queries("z3*16", "-", 16);
  expect_queries("z3@/a/z3(a=b*3)*10000", "/a/z3", 10000);
  expect_queries("z3@/a/*", "/a/*", 1);
  expect_queries("./s --flag*3", "-", 1);
}

static void test_expressions(void **state)
{
  (void)state;
  expect_words("z3", "z3", "-", "");
  expect_words("  z3 ", "z3", "-", "");
  expect_words("z3()", "z3", "-", "");
  expect_words("z3@/a/z3", "z3", "/a/z3", "");
  expect_words("z3@other", "z3", "other", "");
  expect_words("z3@/a b/z3(x=1)", "z3", "/a b/z3", "[x=1]");
  expect_words("z3(a=b,c=d)", "z3", "-", "[a=b][c=d]");
  expect_words("z3( a=b , c=(d,e) )", "z3", "-", "[a=b][c=(d,e)]");
  expect_words("z3(tactic.default_tactic='(then a, b)')", "z3", "-",
               "[tactic.default_tactic='(then a, b)']");
  expect_words("./s --flag", "-", "-", "[./s][--flag]");
  expect_words("/bin/s 'a b' \"\" c\"d e\"", "-", "-", "[/bin/s][a b][][cd e]");
  expect_words("s (x)", "-", "-", "[s][(x)]");
}

static void expect_error(const char *text, const char *part)
{
  Expression expression;
  Error error;
  assert_int_equal(expression_parse(text, &expression, &error), STATUS_USAGE);
  if (!strstr(error.message, part)) fail_msg("no '%s' in '%s'", part, error.message);
}

static void test_wrong_expressions(void **state)
{
  (void)state;
  expect_error("", "empty");
  expect_error("   ", "empty");
  expect_error("z3(", "not closed");
  expect_error("z3(a", "not closed");
  expect_error("z3(a)b", "not closed at the end");
  expect_error("z3)", "without '('");
  expect_error("z3(a))", "without '('");
  expect_error("z3((a)", "not closed");
  expect_error("z3(a,,b)", "between two commas");
  expect_error("z3('a)", "not closed");
  expect_error("z3@", "missing after '@'");
  expect_error("(a)", "name of a solver is missing");
  expect_error("@x", "name of a solver is missing");
  expect_error("./a 'b", "not closed");
  expect_error("''", "no program");
}

static void expect_list(const char *text, const char *parts)
{
  TextVec items = {0};
  Error error;
  assert_int_equal(expression_split_list(text, &items, &error), STATUS_OK);
  StrBuf joined;
  strbuf_init(&joined, 0);
  for (size_t i = 0; i < items.count; i++) strbuf_printf(&joined, "[%s]", items.items[i]);
  assert_string_equal(strbuf_text(&joined), parts);
  strbuf_deinit(&joined);
  text_vec_free(&items);
}

static void test_lists(void **state)
{
  (void)state;
  expect_list("z3", "[z3]");
  expect_list("z3, cvc5,z3(a=b,c=d)", "[z3][cvc5][z3(a=b,c=d)]");
  expect_list("./s 'a,b',z3", "[./s 'a,b'][z3]");
  TextVec items = {0};
  Error error;
  assert_int_equal(expression_split_list("z3,,cvc5", &items, &error), STATUS_USAGE);
  assert_int_equal(expression_split_list("z3,", &items, &error), STATUS_USAGE);
  assert_int_equal(expression_split_list("z3(a,b", &items, &error), STATUS_USAGE);
  assert_int_equal(items.count, 0);
}

static void expect_not_found(const Profiles *profiles, const char *text, Status status,
                             const char *part)
{
  Solver solver;
  Error error;
  assert_int_equal(solver_find(profiles, text, &solver, &error), status);
  if (!strstr(error.message, part)) fail_msg("no '%s' in '%s'", part, error.message);
}

static void test_what_cannot_be_found(void **state)
{
  expect_not_found(*state, "z33", STATUS_USAGE, "did you mean 'z3'?");
  expect_not_found(*state, "generic", STATUS_USAGE, "unknown solver");
  expect_not_found(*state, "entirely-else", STATUS_USAGE, "assay solvers");
  expect_not_found(*state, "z3@/nowhere/z3", STATUS_IO, "No such file");
  expect_not_found(*state, "z3@/etc/passwd", STATUS_IO, "not executable");
  expect_not_found(*state, "z3@/etc", STATUS_IO, "not a file");
  expect_not_found(*state, "z3@no-such-program-here", STATUS_IO, "in PATH");
  expect_not_found(*state, "./nowhere x", STATUS_IO, "No such file");
  Error error;
  const char text[] = "- {name: nil, title: Nil, install: buy it, programs: [no-such-nil], "
                      "file: ['{file}']}";
  assert_int_equal(profiles_read(*state, text, strlen(text), &error), STATUS_OK);
  expect_not_found(*state, "nil", STATUS_IO,
                   "Nil is not installed: no 'no-such-nil' in PATH; get it: buy it");
}

static void test_parameters(void **state)
{
  Solver solver;
  Error error;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "cvc5@%s(--a=b,c)", fake());
  assert_int_equal(solver_find(*state, strbuf_text(&text), &solver, &error), STATUS_OK);
  assert_string_equal(solver.program, fake());
  assert_string_equal(solver.parameters.items[0], "--a=b");
  assert_string_equal(solver.parameters.items[1], "--c");
  solver_deinit(&solver);
  strbuf_clear(&text);
  strbuf_printf(&text, "z3@%s(abc)", fake());
  expect_not_found(*state, strbuf_text(&text), STATUS_USAGE, "name=value");
  strbuf_clear(&text);
  strbuf_printf(&text, "%s x 'y z',z3@%s", fake(), fake());
  SolverVec solvers = {0};
  assert_int_equal(solver_find_list(*state, strbuf_text(&text), &solvers, &error), STATUS_OK);
  assert_int_equal(solvers.count, 2);
  assert_ptr_equal(solvers.items[0].profile, profiles_generic(*state));
  assert_string_equal(solvers.items[0].parameters.items[1], "y z");
  assert_int_equal(solver_find_list(*state, "z33", &solvers, &error), STATUS_USAGE);
  assert_int_equal(solvers.count, 2);
  solver_vec_free(&solvers);
  strbuf_deinit(&text);
}

static void expect_version(const Profiles *profiles, const char *name)
{
  Solver solver;
  Error error;
  if (solver_find(profiles, name, &solver, &error) != STATUS_OK) return;
  char *version = solver_version(&solver);
  assert_non_null(version);
  assert_true(version[0] >= '0' && version[0] <= '9');
  if (strcmp(name, "boolector") == 0)
    assert_ptr_equal(solver.profile, profiles_find(profiles, name, version));
  free(version);
  solver_deinit(&solver);
}

static void test_versions_of_installed_solvers(void **state)
{
  expect_version(*state, "z3");
  expect_version(*state, "cvc5");
  expect_version(*state, "cvc4");
  expect_version(*state, "boolector");
}

static ScriptTraits traits(const char *text)
{
  return script_traits(text, strlen(text));
}

static void test_traits_of_scripts(void **state)
{
  (void)state;
  ScriptTraits t =
      traits("(set-logic QF_LIA)(assert (! true :named |(push|)) ; (push)\n(check-sat)");
  assert_int_equal(t.queries, 1);
  assert_false(t.incremental || t.strings || t.foreign || t.echoes);
  t = traits("(push 1)(check-sat)(pop 1)");
  assert_true(t.incremental);
  t = traits("(check-sat)(check-sat)(echo \"sat\")(declare-const s String)(foo)");
  assert_true(t.incremental && t.echoes && t.strings && t.foreign);
  assert_int_equal(t.queries, 2);
  static const char *const harmless[] = {"(echo \"done\")", "(echo \"it is sat\")", "(echo \"\")",
                                         "(echo \"say \"\"sat\"\"\")"};
  static const char *const doubtful[] = {"(echo \" unsat\")",   "(echo \"a\nsat\")", "(echo sat)",
                                         "(echo \"\\x0asat\")", "(echo |sat|)",      "(echo)"};
  for (size_t i = 0; i < 4; i++) assert_false(traits(harmless[i]).echoes);
  for (size_t i = 0; i < 6; i++) assert_true(traits(doubtful[i]).echoes);
  assert_int_equal(traits("(check-sat").queries, 1);
  assert_int_equal(traits("))) (check-sat) \"").queries, 1);
  assert_int_equal(traits("").queries, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_expressions),
      cmocka_unit_test(test_several_queries),
      cmocka_unit_test(test_wrong_expressions),
      cmocka_unit_test(test_lists),
      cmocka_unit_test_setup_teardown(test_what_cannot_be_found, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_parameters, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_versions_of_installed_solvers, set_up, tear_down),
      cmocka_unit_test(test_traits_of_scripts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
