/* The public library: statuses, errors, ownership, and what its handles tell. */
#include "testing.h"

#include <assay.h>
#include <stdio.h>
#include <string.h>

static assay_context *context;

static assay_script *read_text(const char *text)
{
  assay_script *script;
  assay_error error;
  if (assay_script_read(context, text, strlen(text), &script, &error) != ASSAY_OK)
    fail_msg("%s: %s", text, error.message);
  return script;
}

static void expect_refused(const char *text, assay_status status, uint32_t line, uint32_t column)
{
  assay_script *script = (assay_script *)&context;
  assay_error error;
  assert_int_equal(assay_script_read(context, text, strlen(text), &script, &error), status);
  assert_null(script);
  assert_int_equal(error.status, status);
  assert_int_equal(error.line, line);
  assert_int_equal(error.column, column);
  assert_true(error.message[0]);
}

static void test_read(void **state)
{
  (void)state;
  assay_script *script = read_text("(set-logic QF_LIA)(declare-const x Int)(assert (= (* x x) 4))");
  assert_string_equal(assay_script_logic(script), "QF_LIA");
  assert_string_equal(assay_script_needed_logic(script), "QF_NIA");
  assert_non_null(strstr(assay_script_warning(script), "QF_NIA"));
  assert_int_equal(assay_script_assertions(script), 1);
  assert_int_equal(assay_script_nodes(script), 4);
  size_t length;
  const char *kept = assay_script_text(script, &length);
  assert_int_equal(strlen(kept), length);
  assay_script_destroy(script);
  script = read_text("");
  assert_null(assay_script_logic(script));
  assert_null(assay_script_warning(script));
  assay_script_destroy(script);
  expect_refused("(assert", ASSAY_SYNTAX, 1, 1);
  expect_refused("\n (assert x)", ASSAY_SCOPE, 2, 10);
  expect_refused("(assert (not 1))", ASSAY_SORT, 1, 14);
  /* a length of its own, no zero byte needed, no error wanted, and zero bytes in the text */
  assert_int_equal(assay_script_read(context, "(exit))", 6, &script, NULL), ASSAY_OK);
  assay_script_destroy(script);
  assert_int_equal(assay_script_read(context, "(exit", 5, &script, NULL), ASSAY_SYNTAX);
  assert_int_equal(assay_script_read(context, "(\0)", 3, &script, NULL), ASSAY_SYNTAX);
  assert_int_equal(assay_script_read(context, NULL, 0, &script, NULL), ASSAY_OK);
  assay_script_destroy(script);
}

static void test_print(void **state)
{
  (void)state;
  assay_script *script =
      read_text("(declare-const p Bool)(assert(and(or p (not p) p)(or p (not p) p)))");
  char *text;
  size_t length;
  assay_error error;
  for (int style = ASSAY_PRINT_LET; style <= ASSAY_PRINT_TREE; style++) {
    assert_int_equal(assay_script_print(script, (assay_print_style)style, style == ASSAY_PRINT_LET,
                                        0, &text, &length, &error),
                     ASSAY_OK);
    assert_int_equal(strlen(text), length);
    assert_int_equal(strstr(text, "let") != NULL, style == ASSAY_PRINT_LET);
    assert_int_equal(strstr(text, "define-fun") != NULL, style == ASSAY_PRINT_DEFINE);
    assay_free(text);
  }
  assert_int_equal(assay_script_print(script, ASSAY_PRINT_TREE, false, 10, &text, NULL, &error),
                   ASSAY_LIMIT);
  assert_null(text);
  assert_int_equal(error.status, ASSAY_LIMIT);
  assert_int_equal(error.line, 0);
  assay_script_destroy(script);
}

static void test_evaluate(void **state)
{
  (void)state;
  assay_script *script = read_text("(declare-const x Int)\n(assert (> x 1))\n(assert (< x 5))\n"
                                   "(assert (= (div x 0) 1))(check-sat)");
  const char *model = "sat\n((define-fun x () Int 7))";
  assay_evaluation *evaluation;
  assay_error error;
  assert_int_equal(assay_script_evaluate(script, model, strlen(model), &evaluation, &error),
                   ASSAY_OK);
  assert_int_equal(assay_evaluation_models(evaluation), 1);
  assert_int_equal(assay_evaluation_status(evaluation, 0, &error), ASSAY_OK);
  assert_int_equal(assay_evaluation_truth(evaluation, 0), ASSAY_FALSE);
  assert_int_equal(assay_evaluation_assertions(evaluation, 0), 3);
  assert_int_equal(assay_evaluation_assertion(evaluation, 0, 0), ASSAY_TRUE);
  assert_int_equal(assay_evaluation_assertion(evaluation, 0, 1), ASSAY_FALSE);
  assert_int_equal(assay_evaluation_line(evaluation, 0, 1), 3);
  assert_string_equal(assay_evaluation_reason(evaluation, 0, 0), "");
  assert_int_equal(assay_evaluation_assertion(evaluation, 0, 2), ASSAY_UNKNOWN);
  assert_true(assay_evaluation_reason(evaluation, 0, 2)[0]);
  assay_evaluation_destroy(evaluation);
  model = "sat\n((define-fun x () Bool true))";
  assert_int_equal(assay_script_evaluate(script, model, strlen(model), &evaluation, &error),
                   ASSAY_OK);
  assert_int_not_equal(assay_evaluation_status(evaluation, 0, &error), ASSAY_OK);
  assert_int_equal(assay_evaluation_truth(evaluation, 0), ASSAY_UNKNOWN);
  assay_evaluation_destroy(evaluation);
  assay_script_destroy(script);
}

static void expect_term(const assay_script *script, const char *model, const char *term,
                        const char *expected)
{
  char *value;
  assay_error error;
  assay_status status =
      assay_script_value(script, model, model ? strlen(model) : 0, term, &value, &error);
  if (!expected) {
    assert_int_not_equal(status, ASSAY_OK);
    assert_null(value);
    assert_true(error.message[0]);
    return;
  }
  if (status != ASSAY_OK) fail_msg("%s: %s", term, error.message);
  assert_string_equal(value, expected);
  assay_free(value);
}

static void test_values(void **state)
{
  (void)state;
  assay_script *script = read_text("(declare-const x Int)(check-sat)");
  expect_term(script, NULL, "(bvudiv #x07 #x00)", "#xff");
  expect_term(script, "((define-fun x () Int 7))", "(+ x 1)", "8");
  expect_term(script, NULL, "(+ x 1)", NULL);
  expect_term(script, NULL, "(+ y 1)", NULL);
  expect_term(script, "unsat", "1", NULL);
  assay_script_destroy(script);
}

static assay_script *generate(assay_generator *generator, uint64_t number)
{
  assay_script *script;
  assay_error error;
  if (assay_generator_script(generator, number, &script, &error)) fail_msg("%s", error.message);
  return script;
}

static void test_generate(void **state)
{
  (void)state;
  assay_generator *generator;
  assay_error error;
  assert_int_equal(assay_generator_create(context, "QF_NONE", 1, &generator, &error), ASSAY_USAGE);
  assert_null(generator);
  assert_int_equal(assay_generator_create(context, "QF_LIA", 1, &generator, &error), ASSAY_OK);
  assert_int_equal(assay_generator_set(generator, "asserts", 3, &error), ASSAY_OK);
  assert_int_equal(assay_generator_set(generator, "layers", 1, &error), ASSAY_OK);
  assert_int_equal(assay_generator_set(generator, "layers", 0, &error), ASSAY_OK);
  assert_int_equal(assay_generator_set(generator, "depth", 0, &error), ASSAY_USAGE);
  assert_int_equal(assay_generator_set(generator, "incremental", 2, &error), ASSAY_USAGE);
  assert_int_equal(assay_generator_set(generator, "nothing", 2, &error), ASSAY_USAGE);
  assay_script *first = generate(generator, 5), *other = generate(generator, 6);
  assay_script *again = generate(generator, 5);
  assert_int_equal(assay_script_assertions(first), 3);
  assert_null(assay_script_warning(first));
  assert_string_equal(assay_script_text(first, NULL), assay_script_text(again, NULL));
  assert_string_not_equal(assay_script_text(first, NULL), assay_script_text(other, NULL));
  assay_script_destroy(first);
  assay_script_destroy(other);
  assay_script_destroy(again);
  assay_generator_destroy(generator);
}

static void test_mutate(void **state)
{
  (void)state;
  assay_script *script = read_text("(set-logic QF_BV)(declare-const x (_ BitVec 8))"
                                   "(assert (= (bvadd x #x01) x))");
  assay_script *mutant, *again;
  assay_error error;
  assert_int_equal(assay_script_mutate(script, "bvmul", 1, 2, &mutant, &error), ASSAY_OK);
  assert_non_null(strstr(assay_script_text(mutant, NULL), "bvmul"));
  assert_int_equal(assay_script_mutate(script, "bvmul", 1, 2, &again, NULL), ASSAY_OK);
  assert_string_equal(assay_script_text(mutant, NULL), assay_script_text(again, NULL));
  assay_script_destroy(again);
  assert_int_equal(assay_script_mutate(mutant, NULL, 1, 3, &again, NULL), ASSAY_OK);
  assay_script_destroy(again);
  assay_script_destroy(mutant);
  assert_int_equal(assay_script_mutate(script, "str.len", 1, 2, &mutant, &error), ASSAY_USAGE);
  assert_null(mutant);
  assert_non_null(strstr(error.message, "str.len"));
  assay_script_destroy(script);
}

static void test_context(void **state)
{
  (void)state;
  const char *theory = "(theory Mine :funs ((twice Int Int)))", *broken = "(theory";
  assay_context *own;
  assay_script *script;
  assay_error error;
  assert_int_equal(assay_context_create(&own, &error), ASSAY_OK);
  assert_int_not_equal(assay_context_add_theories(own, broken, strlen(broken), &error), ASSAY_OK);
  assert_int_equal(assay_context_add_theories(own, theory, strlen(theory), &error), ASSAY_OK);
  const char *text = "(assert (= (twice 1) 2))";
  assert_int_equal(assay_script_read(own, text, strlen(text), &script, &error), ASSAY_OK);
  assay_script_destroy(script);
  assert_int_not_equal(assay_context_add_profiles(own, "- nam: x", 8, &error), ASSAY_OK);
  assay_context_destroy(own);
  expect_refused(text, ASSAY_SCOPE, 1, 13);
  assay_context_destroy(NULL);
  assay_script_destroy(NULL);
  assay_generator_destroy(NULL);
  assay_evaluation_destroy(NULL);
  assay_solver_destroy(NULL);
  assay_outcome_destroy(NULL);
  assay_free(NULL);
  assert_string_equal(assay_version(), ASSAY_VERSION);
}

static void test_run(void **state)
{
  (void)state;
  assay_script *script = read_text("(check-sat)(check-sat)");
  assay_solver *solver;
  assay_outcome *outcome;
  assay_error error;
  assert_int_not_equal(assay_solver_find(context, "no-such-solver", &solver, &error), ASSAY_OK);
  assert_null(solver);
  assert_int_equal(assay_solver_find(context, "/bin/echo sat", &solver, &error), ASSAY_OK);
  assert_string_equal(assay_solver_name(solver), "/bin/echo sat");
  assert_int_equal(assay_run(solver, script, 10000, 0, false, &outcome, &error), ASSAY_OK);
  size_t length;
  assert_non_null(strstr(assay_outcome_output(outcome, &length), "sat"));
  assert_true(length > 0);
  assert_true(assay_outcome_wall_seconds(outcome) > 0);
  assert_true(assay_outcome_cpu_seconds(outcome) >= 0);
  assay_outcome_destroy(outcome);
  assay_solver_destroy(solver);
  assert_int_equal(assay_solver_find(context, "/bin/sleep 5", &solver, &error), ASSAY_OK);
  assert_int_equal(assay_run(solver, script, 1, 0, true, &outcome, &error), ASSAY_USAGE);
  assert_null(outcome);
  assay_solver_destroy(solver);
  const char *profile = "- name: mine\n  programs: [sh]\n  file: [-c, \"echo sat\", \"{file}\"]\n";
  if (assay_context_add_profiles(context, profile, strlen(profile), &error))
    fail_msg("%s", error.message);
  if (assay_solver_find(context, "mine@/bin/sh", &solver, &error)) fail_msg("%s", error.message);
  assert_int_equal(assay_run(solver, script, 10000, 0, false, &outcome, &error), ASSAY_OK);
  assert_int_equal(assay_outcome_result(outcome), ASSAY_SAT);
  assert_string_equal(assay_outcome_name(outcome), "sat");
  assert_int_equal(assay_outcome_answers(outcome), 1);
  assert_int_equal(assay_outcome_answer(outcome, 0), ASSAY_SAT);
  assert_null(assay_outcome_message(outcome));
  (void)assay_outcome_peak_bytes(outcome);
  assay_outcome_destroy(outcome);
  assay_solver_destroy(solver);
  assay_script_destroy(script);
}

/* A solver that is a script of the shell, which finds the name of the file in $1. */
static assay_solver *shell_solver(const char *name, const char *says)
{
  char profile[400];
  assay_solver *solver;
  assay_error error;
  snprintf(profile, sizeof profile,
           "- name: %s\n  programs: [sh]\n  file: [-c, \"%s\", sh, \"{file}\"]\n", name, says);
  if (assay_context_add_profiles(context, profile, strlen(profile), &error))
    fail_msg("%s", error.message);
  char expression[100];
  snprintf(expression, sizeof expression, "%s@/bin/sh", name);
  if (assay_solver_find(context, expression, &solver, &error)) fail_msg("%s", error.message);
  return solver;
}

/* One solver says unsat where another has a model. The finding stays while the word is in the script. */
static void test_judge(void **state)
{
  (void)state;
  assay_solver *solvers[] = {
      shell_solver("right", "echo sat; echo '((define-fun x () Int 7)(define-fun y () Int 1))'"),
      shell_solver("wrong", "if grep -q abs $1; then echo unsat; else echo sat; fi")};
  assay_script *script = read_text("(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)"
                                   "(assert (= (abs x) 7))(assert (< 0 y))(assert (> x y))"
                                   "(check-sat)(get-model)");
  assay_judgement *judgement;
  assay_error error;
  const assay_solver *const both[] = {solvers[0], solvers[1]};
  assert_int_equal(assay_judge(script, both, 0, 0, 0, &judgement, &error), ASSAY_USAGE);
  assert_int_equal(assay_judge(script, both, 65, 0, 0, &judgement, &error), ASSAY_USAGE);
  assert_null(judgement);
  if (assay_judge(script, both, 2, 20000, 0, &judgement, &error)) fail_msg("%s", error.message);
  assert_int_equal(assay_judgement_result(judgement, 0), ASSAY_SAT);
  assert_int_equal(assay_judgement_result(judgement, 1), ASSAY_UNSAT);
  assert_int_equal(assay_judgement_findings(judgement), 1);
  assert_string_equal(assay_judgement_kind(judgement, 0), "refuted");
  assert_true(assay_judgement_is_confirmed(judgement, 0));
  assert_false(assay_judgement_blames(judgement, 0, 0));
  assert_true(assay_judgement_blames(judgement, 0, 1));
  assert_true(assay_judgement_evidence(judgement, 0)[0]);
  assay_script *smaller;
  if (assay_reduce(script, both, 2, assay_judgement_signature(judgement, 0), 20000, 0, 60000,
                   &smaller, &error))
    fail_msg("%s", error.message);
  assert_non_null(strstr(assay_script_text(smaller, NULL), "abs"));
  assert_int_equal(assay_script_assertions(smaller), 1);
  assay_script_destroy(smaller);
  assay_judgement_destroy(judgement);
  assay_script *harmless = read_text("(declare-const x Int)(check-sat)");
  assert_int_equal(assay_judge(harmless, both, 2, 20000, 0, &judgement, &error), ASSAY_OK);
  assert_int_equal(assay_judgement_findings(judgement), 0);
  assay_judgement_destroy(judgement);
  assert_int_not_equal(assay_reduce(harmless, both, 2, NULL, 20000, 0, 0, &smaller, &error),
                       ASSAY_OK);
  assert_null(smaller);
  assert_true(error.message[0]);
  assay_judgement_destroy(NULL);
  assay_script_destroy(harmless);
  assay_script_destroy(script);
  assay_solver_destroy(solvers[0]);
  assay_solver_destroy(solvers[1]);
}

static int set_up(void **state)
{
  (void)state;
  return assay_context_create(&context, NULL);
}

static int tear_down(void **state)
{
  (void)state;
  assay_context_destroy(context);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read),     cmocka_unit_test(test_print),
      cmocka_unit_test(test_evaluate), cmocka_unit_test(test_values),
      cmocka_unit_test(test_generate), cmocka_unit_test(test_mutate),
      cmocka_unit_test(test_context),  cmocka_unit_test(test_run),
      cmocka_unit_test(test_judge),
  };
  return cmocka_run_group_tests_name("library", tests, set_up, tear_down);
}
