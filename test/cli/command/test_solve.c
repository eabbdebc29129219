/* assay solve with several solvers, as its users run it: with fakes that lie, hang and crash, and with the solvers that are installed. */
#include "testing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/fakes.h"
#include "support/leftovers.h"
#include "support/run_command.h"

#define FAKES(...) fakes_list("solve-s", (const char *const[]){__VA_ARGS__, NULL})

#define SOLVE(script, ...)                                                                         \
  run_command_with((const char *[]){assay_program(), "solve", __VA_ARGS__, "-", NULL},             \
                   (CommandSettings){.input = (script), .input_length = strlen(script)})

#define SAT   "'out:sat\\n'"
#define UNSAT "'out:unsat\\n'"
#define MODEL "'out:sat\\n((define-fun x () Int 4))\\n'"
#define WORSE "'out:sat\\n((define-fun x () Int 3))\\n'"

static const char query[] =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";
static const char doubt[] = "(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const x Int)\n"
                            "(assert (> x 3))\n(check-sat)\n";

static void test_only_the_answer_is_printed(void **state)
{
  (void)state;
  expect_exactly(SOLVE(query, "-s", FAKES(MODEL)), 0, "sat\n", "");
  expect_exactly(SOLVE(query, "-s", FAKES(SAT)), 0, "sat\n", "");
  expect_exactly(SOLVE(query, "-s", FAKES(UNSAT)), 0, "unsat\n", "");
  expect_exactly(SOLVE(query, "-s", FAKES(MODEL), "--no-check"), 0,
                 "sat\n((define-fun x () Int 4))\n", "");
  expect_exactly(SOLVE("(set-logic QF_LIA)", "-s", FAKES("out:")), 0, "", "");
}

static void test_models_that_the_script_asks_for(void **state)
{
  (void)state;
  static const char asks[] = "(declare-const x Int)(assert (> x 3))(check-sat)(get-model)(exit)";
  static const char both[] =
      "(declare-const x Int)(assert (> x 3))(check-sat)(check-sat)(get-model)";
  expect_exactly(SOLVE(asks, "-s", FAKES(MODEL)), 0, "sat\n((define-fun x () Int 4))\n", "");
  expect_exactly(
      SOLVE(asks, "-s",
            FAKES("'out:sat\\n((define-fun x () Int 4))\\n((define-fun x () Int 4))\\n'")),
      0, "sat\n((define-fun x () Int 4))\n", "");
  expect_exactly(SOLVE(both, "-s",
                       FAKES("'out:sat\\n((define-fun x () Int 4))\\nsat\\n((define-fun x "
                             "() Int 5))\\n((define-fun x () Int 5))\\n'")),
                 0, "sat\nsat\n((define-fun x () Int 5))\n", "");
}

static void test_who_is_wrong_is_left_out(void **state)
{
  (void)state;
  expect_exactly(SOLVE(query, "-s", FAKES(WORSE, MODEL)), 0, "sat\n", "");
  expect_exactly(SOLVE(query, "-s", FAKES(WORSE, UNSAT)), 0, "unsat\n", "");
  expect_exactly(SOLVE(query, "-s", FAKES(WORSE)), 0, "unknown\n", "");
  expect(SOLVE(query, "-v", "-s", FAKES(WORSE, MODEL)), 0, "sat\n",
         "its model makes this false: (> x 3)");
  expect_exactly(SOLVE("(assert false)(check-sat)", "-s", FAKES(SAT, UNSAT)), 0, "unsat\n", "");
  expect_exactly(SOLVE("(assert true)(check-sat)", "-s", FAKES(UNSAT)), 0, "unknown\n", "");
}

static void test_confirmation(void **state)
{
  (void)state;
  expect_exactly(SOLVE(query, "--confirm", "-s", FAKES(UNSAT, MODEL)), 0, "sat\n", "");
  expect_exactly(SOLVE(query, "--confirm", "-s", FAKES(UNSAT, "hang", UNSAT)), 0, "unsat\n", "");
  expect_exactly(SOLVE(query, "--confirm", "-s", FAKES(UNSAT)), 0, "unknown\n", "");
  expect_exactly(SOLVE(query, "--confirm", "-t", "1s", "-s", FAKES(UNSAT, "hang")), 0, "unknown\n",
                 "");
  /* What contradicts the status is asked from somebody else. */
  expect_exactly(SOLVE(doubt, "-s", FAKES(UNSAT, MODEL)), 0, "sat\n", "");
  expect_exactly(SOLVE(doubt, "-s", FAKES(UNSAT, SAT)), 0, "sat\n", "");
  expect_exactly(SOLVE(doubt, "-s", FAKES(UNSAT, UNSAT)), 0, "unsat\n", "");
  expect_exactly(SOLVE(doubt, "-s", FAKES(UNSAT)), 0, "unknown\n", "");
  expect_exactly(SOLVE(doubt, "-s", FAKES(UNSAT, "'out:unknown\\n'")), 0, "unknown\n", "");
}

/* What a solver says behind an error is about another script. */
static void test_answers_behind_errors(void **state)
{
  (void)state;
  static const char twice[] = "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)"
                              "(foo)(check-sat)(check-sat)";
  expect_exactly(SOLVE(query, "-s", FAKES("'out:(error \"no\")\\nsat\\n'")), 1,
                 "(error \"no\")\nunknown\n", "");
  expect_exactly(SOLVE(query, "-s", FAKES("'out:(error \"no\")\\n' " MODEL)), 1,
                 "(error \"no\")\nunknown\n", "");
  expect_exactly(SOLVE(query, "--no-check", "-s", FAKES("'out:(error \"no\")\\nunsat\\n'")), 1,
                 "(error \"no\")\nunknown\n", "");
  expect_exactly(SOLVE(twice, "-s", FAKES(MODEL " 'out:(error \"no\")\\nunsat\\nsat\\n'")), 1,
                 "sat\n(error \"no\")\nunknown\nunknown\n", "");
  /* What was said about an answer that does not count goes with it, and the rest stays. */
  static const char talks[] =
      "(set-logic QF_LIA)(declare-const x Int)(foo)(check-sat)(get-value (x))"
      "(echo \"done\")";
  static const char doubtful[] = "(set-logic QF_LIA)(declare-const x Int)(foo)(check-sat)"
                                 "(echo \"sat\")";
  expect_exactly(
      SOLVE(talks, "--no-check", "-s", FAKES("'out:(error \"no\")\nsat\n((x 4))\ndone\n'")), 1,
      "(error \"no\")\nunknown\n(error \"the answer is unknown\")\ndone\n", "");
  expect_exactly(SOLVE(talks, "--no-check", "-s", FAKES("'out:unsupported\nsat\ndone\n'")), 0,
                 "unsupported\nunknown\ndone\n", "");
  expect_exactly(SOLVE(doubtful, "--no-check", "-s", FAKES("'out:unsupported\nsat\nsat\n'")), 0,
                 "unsupported\nunknown\n", "");
  expect_exactly(SOLVE(twice, "-t", "600ms", "-s", FAKES(MODEL " hang")), 0,
                 "sat\nunknown\nunknown\n", "");
}

static void test_who_fails_is_followed_by_others(void **state)
{
  (void)state;
  expect_exactly(SOLVE(query, "-s", FAKES("hang", MODEL)), 0, "sat\n", "");
  expect_exactly(SOLVE(query, "-s", FAKES("crash:abort", "'out:unknown\\n'", UNSAT)), 0, "unsat\n",
                 "");
  expect_exactly(SOLVE(query, "-s", FAKES("'out:(error \"no\")\\nsat\\n'", UNSAT)), 0, "unsat\n",
                 "");
  expect_exactly(SOLVE(query, "-s", FAKES("'out:unknown\\n'", "'out:(error \"no\")\\n'")), 0,
                 "unknown\n", "");
  expect_exactly(SOLVE(query, "-s", FAKES("'out:(error \"no\")\\n'")), 1, "(error \"no\")\n", "");
  expect_exactly(SOLVE(query, "-s", FAKES("'out:script.smt2:3:5: error: no \"x\"\\n'")), 1,
                 "(error \"script.smt2:3:5: error: no \"\"x\"\"\")\n", "");
  /* Who needs more time says more than who refuses. */
  expect_exactly(SOLVE(query, "-t", "1500ms", "-s", FAKES("'out:(error \"no\")\\n'", "hang")), 0,
                 "unknown\n", "");
  expect_exactly(SOLVE(query, "-t", "600ms", "-s", FAKES("hang", "hang")), 0, "unknown\n", "");
  expect_exactly(SOLVE(query, "-j", "2", "-s", FAKES("hang", "spin:100 'out:unsat\\n'")), 0,
                 "unsat\n", "");
}

static void test_stopped_solvers_go_on(void **state)
{
  (void)state;
  expect(SOLVE(query, "-v", "-s", FAKES("spin:900 'out:unsat\\n'", "hang")), 0, "unsat\n",
         "stopped after 0.5");
  expect(SOLVE("(check-sat)(check-sat)", "-t", "700ms", "-s", FAKES("'out:sat\\n' hang")), 0,
         "sat\nunknown\n", "");
}

/* Processes that the kernel ends for us take a moment. */
static void expect_none(void)
{
  for (int k = 0; k < 500; k++) {
    if (leftovers_processes("solve-s0") + leftovers_processes("solve-s1") == 0) return;
    usleep(20000);
  }
  fail_msg("something is left running");
}

static void test_nothing_is_left_running(void **state)
{
  (void)state;
  static const int signals[] = {SIGINT, SIGTERM, SIGKILL};
  const char *solvers = FAKES("hang", "hang", "hang");
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      if (freopen("/dev/null", "w", stderr))
        execl(assay_program(), "assay", "solve", "-j", "2", "-s", solvers, "/dev/null",
              (char *)NULL);
      _exit(127);
    }
    for (int k = 0; k < 400 && leftovers_processes("solve-s1") == 0; k++) usleep(25000);
    kill(child, signals[i]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    expect_none();
  }
  expect_exactly(SOLVE(query, "-j", "3", "-s", FAKES("hang", "hang", UNSAT)), 0, "unsat\n", "");
  expect_none();
}

/* Both are installed where all tests are run. */
static void test_real_solvers(void **state)
{
  (void)state;
  static const char script[] =
      "(set-option :print-success true)\n(set-option :produce-unsat-cores true)\n(set-logic "
      "QF_LIA)\n"
      "(declare-const x Int)\n(assert (! (> x 3) :named a))\n(check-sat)\n(get-value ((> x 2)))\n"
      "(push 1)\n(assert (! (< x 2) :named b))\n(check-sat)\n(get-unsat-core)\n(pop "
      "1)\n(check-sat)\n"
      "(echo \"done\")\n(exit)\n(check-sat)\n";
  static const char *const orders[] = {"z3,cvc5", "cvc5,z3"};
  for (size_t i = 0; i < 2; i++) {
    CommandResult result = SOLVE(script, "-s", orders[i]);
    expect_in(result.out, "sat\n(((> x 2) true))\nsuccess\nsuccess\nunsat\n(");
    expect_in(result.out, ")\nsuccess\nsat\n");
    expect_not_in(result.out, "define-fun");
    expect_not_in(result.out, "error");
    assert_int_equal(result.exit_code, 0);
    command_result_free(&result);
  }
}

/* An option that z3 does not know is left out: its answers count, and so do wrong models. */
static void test_ignored_options(void **state)
{
  (void)state;
  static const char fine[] = "(set-option :zork true)(assert false)(check-sat)";
  static const char wrong[] = "(set-option :zork true)(set-logic ALL)(declare-const x String)"
                              "(assert (= x (str.++ \"\\u\" \"0041\")))(check-sat)";
  expect(SOLVE(fine, "-v", "-s", "z3"), 1, "unsat\n", "z3: is the answer");
  expect(SOLVE(wrong, "-v", "-s", "z3"), 0, "unknown\n", "its model makes this false");
  expect(SOLVE(wrong, "-s", "z3,cvc5"), 0, "unsupported\nsat\n", "");
}

/* Sends a line and waits for one. */
static void ask(FILE *to, FILE *from, const char *question, const char *answer)
{
  char line[256];
  fprintf(to, "%s\n", question);
  fflush(to);
  assert_non_null(fgets(line, sizeof line, from));
  assert_string_equal(line, answer);
}

typedef struct {
  FILE *to, *from;
  pid_t child;
} Talk;

static Talk start_talk(const char *solvers, const char *option)
{
  int in[2], out[2];
  assert_int_equal(pipe(in), 0);
  assert_int_equal(pipe(out), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    dup2(in[0], 0), dup2(out[1], 1);
    close(in[1]), close(out[0]), alarm(30);
    execl(assay_program(), "assay", "solve", "-s", solvers, "-", option, (char *)NULL);
    _exit(127);
  }
  close(in[0]), close(out[1]);
  return (Talk){fdopen(in[1], "w"), fdopen(out[0], "r"), child};
}

static void end_talk(Talk *talk)
{
  int status;
  fprintf(talk->to, "(exit)\n");
  fclose(talk->to);
  assert_int_equal(fgetc(talk->from), EOF);
  fclose(talk->from);
  assert_int_equal(waitpid(talk->child, &status, 0), talk->child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* There is no model after unsat: that changes nothing of the script. */
static void test_errors_that_change_nothing(void **state)
{
  (void)state;
  static const char script[] =
      "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(push 1)(assert (< x 2))(check-sat)"
      "(get-model)(get-value (x))(pop 1)(assert (= x 5))(check-sat)(get-value (x))(echo \"done\")";
  CommandResult result = SOLVE(script, "-s", "z3");
  expect_in(result.out, "unsat\n(error ");
  expect_in(result.out, "model is not available\")\nsat\n((x 5))\ndone\n");
  assert_int_equal(result.exit_code, 1);
  command_result_free(&result);
}

static void test_a_conversation(void **state)
{
  (void)state;
  Talk talk = start_talk("z3,cvc5", NULL);
  FILE *to = talk.to, *from = talk.from;
  ask(to, from, "(set-logic QF_LIA)(declare-const x Int)(assert (= x 7))(check-sat)", "sat\n");
  ask(to, from, "(get-value (x))", "((x 7))\n");
  ask(to, from, "(push 1)(assert (< x 3))(check-sat)", "unsat\n");
  ask(to, from, "(pop 1)\n(check-sat)", "sat\n");
  /* Who asks knows that it had no effect. */
  ask(to, from, "(frobnicate x)(echo \"after\")", "unsupported\n");
  char line[16];
  assert_string_equal(fgets(line, sizeof line, from), "after\n");
  ask(to, from, "(check-sat)", "sat\n");
  end_talk(&talk);
}

/* Questions about an answer that was confirmed, or withheld, are answered. */
static void test_a_conversation_with_confirmation(void **state)
{
  (void)state;
  static const char script[] =
      "(set-option :produce-unsat-cores true)(set-logic QF_LIA)(declare-const x Int)"
      "(assert (! (> x 0) :named a))(assert (! (< x 0) :named b))(check-sat)";
  static const char *const solvers[] = {"cvc5,z3", "z3"}, *const answers[] = {"unsat\n",
                                                                              "unknown\n"};
  for (size_t i = 0; i < 2; i++) {
    Talk talk = start_talk(solvers[i], "--confirm");
    ask(talk.to, talk.from, script, answers[i]);
    if (i == 0) ask(talk.to, talk.from, "(get-unsat-core)", "(a b)\n");
    ask(talk.to, talk.from, "(echo \"hello\")", "hello\n");
    end_talk(&talk);
  }
}

static void test_input_that_breaks_off(void **state)
{
  (void)state;
  expect_exactly(SOLVE("(assert true)(check-sat", "-s", "z3"), 1,
                 "(error \"unexpected end of input\")\n", "");
  expect_exactly(SOLVE("(assert true)(check-sat)\n; the end (\n", "-s", "z3"), 0, "sat\n", "");
  expect_exactly(SOLVE("", "-s", "z3"), 0, "", "");
  expect_exactly(SOLVE("(check-sat)(exit)(", "-s", "z3"), 0, "sat\n", "");
}

static void test_limit_of_cpu_time(void **state)
{
  (void)state;
  /* Waiting costs nothing. */
  expect_exactly(SOLVE(query, "--cpu-limit", "300ms", "-s", FAKES("nap:700 " UNSAT)), 0, "unsat\n",
                 "");
  expect_exactly(SOLVE(query, "--cpu-limit", "300ms", "-s", FAKES("spin:5000 " UNSAT)), 0,
                 "unknown\n", "");
  /* All of them together. */
  expect_exactly(SOLVE(query, "--cpu-limit", "900ms", "-j", "2", "-s",
                       FAKES("spin:600 " UNSAT, "spin:600 " UNSAT)),
                 0, "unknown\n", "");
  expect(run_command((const char *[]){assay_program(), "solve", "--cpu-limit", "1s",
                                      "/nowhere/x.mch", NULL}),
         2, "", "--cpu-limit is for solvers of scripts");
}

static void test_errors(void **state)
{
  (void)state;
  expect(SOLVE(query, "-s", "nobody"), 2, "", "nobody");
  expect(SOLVE(query, "-s", "z3@/nowhere/z3"), 3, "", "/nowhere/z3");
  expect(run_command((const char *[]){assay_program(), "solve", "/nowhere/x.smt2", NULL}), 3, "",
         "/nowhere/x.smt2");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_only_the_answer_is_printed),
      cmocka_unit_test(test_models_that_the_script_asks_for),
      cmocka_unit_test(test_who_is_wrong_is_left_out),
      cmocka_unit_test(test_confirmation),
      cmocka_unit_test(test_answers_behind_errors),
      cmocka_unit_test(test_who_fails_is_followed_by_others),
      cmocka_unit_test(test_stopped_solvers_go_on),
      cmocka_unit_test(test_nothing_is_left_running),
      cmocka_unit_test(test_real_solvers),
      cmocka_unit_test(test_ignored_options),
      cmocka_unit_test(test_errors_that_change_nothing),
      cmocka_unit_test(test_a_conversation),
      cmocka_unit_test(test_a_conversation_with_confirmation),
      cmocka_unit_test(test_input_that_breaks_off),
      cmocka_unit_test(test_limit_of_cpu_time),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests_name("cli_solve", tests, NULL, NULL);
}
