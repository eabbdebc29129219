/* assay eval, as its users run it. */
#include "testing.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

/* The script is in the file, the model on standard input. */
#define EVAL(script, model, ...)                                                                   \
  run_command_with((const char *[]){assay_program(), "eval", scratch_write("script.smt2", script), \
                                    __VA_ARGS__, NULL},                                            \
                   (CommandSettings){.input = (model), .input_length = strlen(model)})

static const char script[] = "(declare-const x Int)\n(declare-const y Int)\n"
                             "(assert (< x y))\n(assert (= (* x y) 6))\n(check-sat)\n(get-model)\n";

static void test_each_assertion_has_a_verdict(void **state)
{
  (void)state;
  expect(EVAL(script, "sat\n((define-fun x () Int 2)(define-fun y () Int 3))\n", "-q"), 0, "", "");
  expect(EVAL(script, "sat\n((define-fun x () Int 2)(define-fun y () Int 3))\n", "--color=never"),
         0, ":3: true\n", "");
  expect(EVAL(script, "sat\n((define-fun x () Int 1)(define-fun y () Int 3))\n", "--color=never"),
         1, ":4: false: (= (* x y) 6)\n2 assertions: 1 true, 1 false, 0 undetermined\n", "");
  expect(EVAL("(declare-const x Real)(assert (forall ((y Real)) (< (* x y y) 1.0)))(check-sat)",
              "sat\n((define-fun x () Real 0.0))", "--color=never"),
         5, "undetermined: quantifier over an infinite domain: (forall", "");
}

static void test_dialects_are_evaluated(void **state)
{
  (void)state;
  const char *arrays =
      "(declare-const a (Array Int Int Int))(declare-const i Int)\n"
      "(assert (= (select a 3 4) 12))\n"
      "(assert (= 12 (select (lambda ((x Int) (y Int)) (+ x (* 2 y) i)) 3 4)))\n(check-sat)\n";
  const char *model = "sat\n((define-fun i () Int 1)(define-fun a () (Array Int Int Int) "
                      "(store ((as const (Array Int Int Int)) 0) 3 4 12)))\n";
  expect(EVAL(arrays, model, "--color=never"), 0, "2 assertions: 2 true", "");
  expect(EVAL("(declare-const i Int)(assert (select (lambda ((x Int)) (> x i)) 0))(check-sat)",
              "sat\n((define-fun i () Int 0))", "--color=never"),
         1, ":1: false", "");
  expect(EVAL("(declare-const i Int)(assert (= #x85 (bvurem_i #x85 #x00)))(assert (distinct "
              "i))(check-sat)",
              "sat\n((define-fun i () Int 0))", "--color=never"),
         0, "2 true", "");
}

static void test_what_is_open_can_be_completed(void **state)
{
  (void)state;
  const char *open = "(declare-const x Int)(declare-const y Int)\n"
                     "(assert (= (div x 0) 17))(assert (= y 1))(check-sat)";
  expect(EVAL(open, "sat\n((define-fun x () Int 2)(define-fun y () Int 1))", "--color=never"), 0,
         "true with a choice for what the model leaves open", "");
  expect(EVAL(open, "sat\n((define-fun x () Int 2)(define-fun y () Int 2))", "--color=never"), 1,
         "undetermined: division by zero", "");
  /* No value of (div x 0) does it, but that is no proof: the model does not say which one it is. */
  expect(EVAL("(declare-const x Int)(assert (distinct (div x 0) (+ 0 (div x 0))))(check-sat)",
              "sat\n((define-fun x () Int 2))", "--color=never"),
         5, "undetermined: division by zero", "");
}

static void test_models_belong_to_their_queries(void **state)
{
  (void)state;
  const char *several =
      "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n(get-model)\n(push)\n"
      "(assert (> x 5))\n(check-sat)\n(get-model)\n(pop)\n"
      "(check-sat-assuming ((< x 3)))\n(get-model)\n";
  expect(EVAL(several,
              "sat\n((define-fun x () Int 1))\nsat\n((define-fun x () Int 6))\nsat\n"
              "((define-fun x () Int 2))\n",
              "--color=never"),
         0, "check-sat 3: 2 assertions: 2 true", "");
  expect(EVAL(several,
              "sat\n((define-fun x () Int 1))\nsat\n((define-fun x () Int 1))\nsat\n"
              "((define-fun x () Int 4))\n",
              "--color=never", "-q"),
         1, ":6: false: (> x 5)\n", "");
  expect(EVAL(several,
              "sat\n((define-fun x () Int 1))\nunsat\n(error \"no model\")\nsat\n"
              "((define-fun x () Int 4))\n",
              "--color=never", "-q"),
         1, ":10: false: (< x 3)\n", "warning: there is an error before this model");
  expect(EVAL(several, "sat\nsat\nsat\nsat\n((define-fun x () Int 4))\n", "-q"), 3, "",
         "the model answers check-sat number 4, and the script has only 3");
}

static void test_terms(void **state)
{
  (void)state;
  expect(EVAL(script, "sat\n((define-fun x () Int 2)(define-fun y () Int 3))", "-m", "-", "--term",
              "(+ x 1)", "--term", "(/ x y)"),
         0, "3\n(/ 2.0 3.0)\n", "");
  expect(EVAL(script, "", "--term", "(+ x 1)"), 5, "undetermined: the model gives it no value: x\n",
         "");
  expect(EVAL(script, "", "--term", "(+ x"), 2, "", "in the term '(+ x'");
  expect(EVAL(script, "", "--term", "1) (2"), 2, "", "in the term '1) (2'");
  expect(EVAL(script, "", "--term", "1 2"), 2, "", "'1 2' is not one term");
  expect(
      run_command((const char *[]){assay_program(), "eval", "--term", "(bvudiv #x07 #x00)", NULL}),
      0, "#xff\n", "");
}

static void test_wrong_input(void **state)
{
  (void)state;
  expect(EVAL(script, "unsat\n", "-q"), 3, "", "there is no model in <stdin>");
  expect(EVAL(script, "", "-q"), 3, "", "there is no model in <stdin>");
  expect(EVAL(script, "sat\n((define-fun x () Int 2)\n", "-q"), 3, "", "there is no model");
  expect(EVAL(script, "sat\n((define-fun x () Int true))\n", "-q"), 3, "", "<stdin>:2:");
  expect(EVAL("(assert x)", "sat\n((define-fun x () Int 2))\n", "-q"), 3, "", ":1:9: error");
  expect(run_command((const char *[]){assay_program(), "eval", NULL}), 2, "",
         "a FILE or --term is needed");
  expect(run_command((const char *[]){assay_program(), "eval", "/no/such/file", NULL}), 3, "",
         "/no/such/file");
}

static void test_json(void **state)
{
  (void)state;
  expect(EVAL(script, "sat\n((define-fun x () Int 1)(define-fun y () Int 3))\n", "--json"), 1,
         "\"check_sat\":1,\"assertions\":[{\"line\":3,\"value\":\"true\"},"
         "{\"line\":4,\"value\":\"false\"}]",
         "");
}

/* What the real solvers print is read and right. */
/* Values, calls that wait and what computing takes share the limit. */
static void test_memory(void **state)
{
  (void)state;
#ifdef __SANITIZE_ADDRESS__
  skip(); /* whose own memory is larger */
#endif
  static const char *const kinds[][3] = {
      {"Int", "(* x x)", "7"},
      {"Int", "(+ x 123456789012345678901234567890)", "7"},
      {"Real", "(+ (/ x 3.0) 1.5)", "7.0"},
      {"String", "(str.replace_all x \"a\" \"aab\")", "\"a\""},
      {"(Seq Int)", "(seq.++ x (seq.unit n))", "(seq.unit 7)"},
      {"(Array Int Int)", "(store x n n)", "((as const (Array Int Int)) 7)"},
      {"(Set Int)", "(set.union x (set.singleton n))", "(set.singleton 7)"},
      {"(Bag Int)", "(bag.union_disjoint x (bag n 2))", "(bag 7 1)"},
  };
  enum { LIMIT_KB = 64 << 10 };
  struct rusage before, after;
  expect(EVAL("(assert true)", "()", "--color=never"), 0, "1 true", "");
  getrusage(RUSAGE_CHILDREN, &before);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    char text[1000];
    snprintf(text, sizeof text,
             "(define-fun-rec f ((n Int) (x %s)) %s (ite (= n 0) x (f (- n 1) %s)))"
             "(assert (= (f 100000000 %s) %s))",
             kinds[i][0], kinds[i][0], kinds[i][1], kinds[i][2], kinds[i][2]);
    expect(EVAL(text, "()", "--memory", "64M"), 5, "1 undetermined", "");
    getrusage(RUSAGE_CHILDREN, &after);
    if (after.ru_maxrss - before.ru_maxrss > LIMIT_KB * 3 / 2)
      fail_msg("%s: %ld KiB above %ld KiB", kinds[i][1], after.ru_maxrss - before.ru_maxrss,
               before.ru_maxrss);
  }
}

static void test_real_solvers(void **state)
{
  (void)state;
  const char *path = scratch_write(
      "script.smt2",
      "(set-option :produce-models true)(set-logic ALL)\n(declare-sort U 0)\n"
      "(declare-const a (Array Int (_ BitVec 8)))(declare-const f Float32)\n"
      "(declare-const s String)(declare-fun g (U Int) U)(declare-const u U)\n"
      "(declare-datatype L ((nil) (cons (hd Real) (tl L))))(declare-const l L)\n"
      "(assert (= (select a 3) #x07))(assert (distinct (select a 4) (select a 3)))\n"
      "(assert (fp.lt f ((_ to_fp 8 24) RNE (- 2.5))))\n"
      "(assert (str.in_re s (re.+ (re.union (str.to_re \"ab\") (str.to_re \"c\")))))\n"
      "(assert (> (str.len s) 3))(assert (distinct (g u 1) (g u 2) u))\n"
      "(assert ((_ is cons) (tl l)))(assert (> (hd l) 0.25))\n(check-sat)(get-model)\n");
  const char *const solvers[][5] = {{"z3"}, {"cvc5", "--lang=smt2", "--strings-exp"}};
  for (size_t i = 0; i < 2; i++) {
    const char *argv[5] = {solvers[i][0], path, solvers[i][1], solvers[i][2]};
    CommandResult solver = run_command(argv);
    if (solver.exit_code == 127) {
      command_result_free(&solver);
      continue;
    }
    expect(
        run_command_with((const char *[]){assay_program(), "eval", path, "--color=never", NULL},
                         (CommandSettings){.input = solver.out, .input_length = solver.out_length}),
        0, "8 assertions: 8 true, 0 false, 0 undetermined", "");
    command_result_free(&solver);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each_assertion_has_a_verdict),
      cmocka_unit_test(test_dialects_are_evaluated),
      cmocka_unit_test(test_what_is_open_can_be_completed),
      cmocka_unit_test(test_models_belong_to_their_queries),
      cmocka_unit_test(test_terms),
      cmocka_unit_test(test_wrong_input),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_real_solvers),
  };
  return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
