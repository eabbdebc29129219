/* What came of a run: every class of outcome, with fakes and with the solvers that are installed. */
#include "testing.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "run/solver/outcome.h"
#include "run/solver/smoke.h"
#include "smt/text/answer.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

#define MS  UINT64_C(1000000)
#define MIB ((uint64_t)1 << 20)

typedef struct {
  Profiles *profiles;
  Supervisor *sup;
  Solver solver;
  Outcome outcome;
} Fixture;

static int set_up(void **state)
{
  Fixture *f = calloc(1, sizeof *f);
  Error error;
  f->profiles = profiles_create();
  if (supervisor_create(&f->sup, &error) != STATUS_OK) return -1;
  *state = f;
  return 0;
}

static void forget(Fixture *f)
{
  outcome_deinit(&f->outcome);
  solver_deinit(&f->solver);
}

static int tear_down(void **state)
{
  Fixture *f = *state;
  forget(f);
  supervisor_destroy(f->sup);
  profiles_destroy(f->profiles);
  free(f);
  return 0;
}

static SolveRequest request_for(const char *script)
{
  return (SolveRequest){.bytes = script,
                        .length = strlen(script),
                        .traits = script_traits(script, strlen(script)),
                        .limits = {.wall_ns = 20000 * MS, .memory_bytes = 1024 * MIB}};
}

/* Runs a solver; false if it is not installed. */
static bool solve(Fixture *f, const char *expression, SolveRequest request)
{
  Error error;
  forget(f);
  Status status = solver_find(f->profiles, expression, &f->solver, &error);
  if (status == STATUS_IO) return false;
  if (status != STATUS_OK) fail_msg("%s", error.message);
  request.solver = &f->solver;
  assert_true(outcome_solve(f->sup, &request, &f->outcome));
  return true;
}

/* The fake, acting by the steps given; PROFILE "" is a plain command. */
static void act_with(Fixture *f, const char *steps, SolveRequest request)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "%s act %s", getenv("ASSAY_FAKE"), steps);
  assert_true(solve(f, strbuf_text(&text), request));
  strbuf_deinit(&text);
}

static void act(Fixture *f, const char *steps)
{
  act_with(f, steps, request_for("(check-sat)"));
}

static void expect(const Fixture *f, OutcomeKind kind, const char *message)
{
  if (f->outcome.kind != kind)
    fail_msg("'%s' where '%s' is expected (%s)", outcome_name(f->outcome.kind), outcome_name(kind),
             f->outcome.message ? f->outcome.message : "no message");
  if (message && (!f->outcome.message || !strstr(f->outcome.message, message)))
    fail_msg("no '%s' in '%s'", message, f->outcome.message ? f->outcome.message : "");
}

static size_t valid(const Fixture *f)
{
  size_t count = 0;
  for (size_t i = 0; i < f->outcome.answers.count; i++)
    count += !f->outcome.answers.items[i].is_void;
  return count;
}

static void test_answers(void **state)
{
  Fixture *f = *state;
  act(f, "'out:sat\\n'");
  expect(f, OUTCOME_SAT, NULL);
  assert_null(f->outcome.message);
  act(f, "out:unsat");
  expect(f, OUTCOME_UNSAT, NULL);
  act(f, "'out:unknown\\n' exit:1");
  expect(f, OUTCOME_UNKNOWN, NULL);
  act(f, "'out:timeout\\n'");
  expect(f, OUTCOME_TIMEOUT, NULL);
  act_with(f, "'out:sat\\nunsat\\nsat\\n'", request_for("(check-sat)(check-sat)(check-sat)"));
  expect(f, OUTCOME_SAT, NULL);
  assert_int_equal(f->outcome.answers.count, 3);
  assert_int_equal(f->outcome.answers.items[1].kind, SAYS_UNSAT);
}

static void test_no_answer(void **state)
{
  Fixture *f = *state;
  act(f, "");
  expect(f, OUTCOME_NO_ANSWER, NULL);
  act(f, "out:uns");
  expect(f, OUTCOME_NO_ANSWER, "uns");
  act(f, "'out:hello\\n' exit:10");
  expect(f, OUTCOME_NO_ANSWER, "hello");
  act(f, "'out:((define-fun |sat| () Int 3))\\n'");
  expect(f, OUTCOME_NO_ANSWER, NULL);
  act_with(f, "", request_for("(assert true)"));
  expect(f, OUTCOME_NO_ANSWER, "no check-sat");
  /* An echo, or a solver that has lost count. */
  act_with(f, "'out:sat\\nsat\\n'", request_for("(echo \"sat\")(check-sat)"));
  expect(f, OUTCOME_NO_ANSWER, "2 answers to 1 check-sat");
  assert_int_equal(valid(f), 0);
}

static void test_answers_behind_errors_are_void(void **state)
{
  Fixture *f = *state;
  act(f, "'out:(error \"line 3: bad thing\")\\nsat\\n'");
  expect(f, OUTCOME_ERROR, "line 3: bad thing");
  assert_int_equal(f->outcome.answers.count, 1);
  assert_int_equal(valid(f), 0);
  assert_string_equal(f->outcome.group, "line N: bad thing");
  act_with(f, "'out:sat\\n(error \"x\")\\nunsat\\n'", request_for("(check-sat)(check-sat)"));
  expect(f, OUTCOME_ERROR, "x");
  assert_int_equal(valid(f), 1);
  /* Nobody knows when an error on stderr happened. */
  act(f, "'out:sat\\n' 'err:[error] a.smt2:1:2: no\\n'");
  expect(f, OUTCOME_ERROR, NULL);
  assert_int_equal(valid(f), 0);
  act(f, "'out:sat\\n' 'err:just a remark\\n'");
  expect(f, OUTCOME_SAT, NULL);
}

static void test_unsupported(void **state)
{
  Fixture *f = *state;
  act(f, "'out:(error \"logic is not supported\")\\n'");
  expect(f, OUTCOME_UNSUPPORTED, NULL);
  act(f, "'err:Unimplemented code encountered\\n' crash:abrt");
  expect(f, OUTCOME_UNSUPPORTED, "Unimplemented");
  /* To an option it does no harm, to a command it may. */
  act_with(f, "'out:unsupported\\nsat\\n'", request_for("(set-option :x 1)(check-sat)"));
  expect(f, OUTCOME_SAT, NULL);
  act_with(f, "'out:unsupported\\nsat\\n'", request_for("(block-model)(check-sat)"));
  expect(f, OUTCOME_UNSUPPORTED, NULL);
  assert_int_equal(valid(f), 0);
}

static void test_crashes(void **state)
{
  Fixture *f = *state;
  act(f, "crash:segv");
  expect(f, OUTCOME_CRASH, strsignal(SIGSEGV));
  act(f, "'out:(error \"line 1: unknown constant x\")\\n' 'out:sat\\n' crash:segv");
  expect(f, OUTCOME_CRASH, strsignal(SIGSEGV));
  act(f, "'out:sat\\n' crash:abrt");
  expect(f, OUTCOME_CRASH, NULL);
  assert_int_equal(valid(f), 1);
  act(f, "'out:sat\\n' exit:139");
  expect(f, OUTCOME_CRASH, NULL);
  act(f,
      "'err:a.out: /home/me/src/solver.c:12: f: Assertion `x == 0x7f12\" failed.\\n' crash:abrt");
  expect(f, OUTCOME_CRASH, "Assertion");
  assert_non_null(strstr(f->outcome.group, "solver.c:N: f: Assertion `x == N"));
  act(f, "'err:==12==ERROR: AddressSanitizer: heap-use-after-free on address 0xab\\nREAD of size "
         "4\\n' "
         "exit:1");
  expect(f, OUTCOME_CRASH, "heap-use-after-free on address 0xab READ of size 4");
  act(f, "'err:x.cpp:3:4: runtime error: signed integer overflow\\n' 'out:sat\\n'");
  expect(f, OUTCOME_CRASH, "overflow");
  act(f, "crash:kill");
  expect(f, OUTCOME_KILLED, NULL);
}

/* Whoever remarks that it does not know the logic and then crashes has crashed. */
static void test_crash_after_remark(void **state)
{
  Fixture *f = *state;
  act(f, "'out:; ignoring unsupported logic QF_UFFP line: 1 position: 11\\n' crash:segv");
  expect(f, OUTCOME_CRASH, NULL);
  act(f, "'out:; ignoring unsupported logic QF_UFFP line: 1 position: 11\\n' crash:abrt");
  expect(f, OUTCOME_CRASH, NULL);
  act(f, "'err:Unimplemented code encountered\\n' crash:segv");
  expect(f, OUTCOME_CRASH, NULL);
  act(f, "'out:; ignoring unsupported logic X\\n' 'err:Unimplemented code\\n' crash:abrt");
  expect(f, OUTCOME_UNSUPPORTED, "Unimplemented");
}

static void expect_group(Fixture *f, const char *steps, const char *group)
{
  act(f, steps);
  assert_int_equal(f->outcome.kind, OUTCOME_CRASH);
  assert_string_equal(f->outcome.group, group);
}

/* Crashes are told apart by the functions in which they happen, whatever else the report has. */
static void test_stacks(void **state)
{
  Fixture *f = *state;
  expect_group(
      f,
      "'err:==12==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x55)\\n"
      "The signal is caused by a READ memory access.\\n"
      "    #0 0x7f in __interceptor_strlen (/lib/libasan.so+0x12)\\n"
      "    #1 0x55 in smt::(anonymous namespace)::solve(int, char const*) /src/a.cpp:12:3\\n"
      "    #2 0x56 in std::vector<int, std::allocator<int> >::operator()(int) /src/b.h:1\\n"
      "    #3 0x57 (/usr/bin/x+0x57)\\n"
      "    #4 0x58 in run /src/c.c:7\\n    #5 0x59 in main /src/c.c:9\\n"
      "previously allocated by:\\n    #0 0x58 in other\\n' exit:1",
      "==N==ERROR: AddressSanitizer: SEGV on unknown address N (pc N) in "
      "smt::(anonymous namespace)::solve < "
      "std::vector<int, std::allocator<int> >::operator() < run");
  expect_group(f,
               "'err:/src/x.cpp:3:4: runtime error: overflow\\n    #0 0x1 in f /src/x.cpp:3\\n' "
               "'out:sat\\n'",
               "x.cpp:N:N: runtime error: overflow in f");
  /* The second stack is another matter. */
  expect_group(f,
               "'err:x: Assertion `p\" failed.\\n#0  0x7f in raise () from libc.so\\n"
               "#1  0x7e in abort ()\\n#2  check (x=1) at y.c:5\\n#0 0x2 in g\\n' crash:abrt",
               "x: Assertion `p\" failed. in check");
  /* Things that only look like frames. */
  expect_group(f, "'err:stack smashing detected\\n#\\n#x\\n#1\\n#2 0x\\n#3 0x1 in \\n' crash:abrt",
               "stack smashing detected # #x #N");
}

static void test_memory_is_no_crash(void **state)
{
  Fixture *f = *state;
  const char *steps = "'err:terminate called\\n  what():  std::bad_alloc\\n' crash:abrt";
  act(f, steps);
  expect(f, OUTCOME_MEMORY, "bad_alloc");
  SolveRequest request = request_for("(check-sat)");
  request.limits.memory_bytes = 0;
  act_with(f, steps, request);
  expect(f, OUTCOME_CRASH, NULL);
  request.limits.address_space_bytes = 4096 * MIB;
  act_with(f, "crash:segv", request);
  expect(f, OUTCOME_MEMORY, NULL);
  act(f, "'err:interrupted by timeout\\n' crash:abrt");
  expect(f, OUTCOME_TIMEOUT, NULL);
}

static void fake_mode(Fixture *f, const char *mode, SolveRequest request)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "%s %s", getenv("ASSAY_FAKE"), mode);
  assert_true(solve(f, strbuf_text(&text), request));
  strbuf_deinit(&text);
}

static void test_limits(void **state)
{
  Fixture *f = *state;
  SolveRequest request = request_for("(check-sat)(check-sat)");
  request.limits.wall_ns = 300 * MS;
  act_with(f, "'out:sat\\n' out:unsat hang", request);
  expect(f, OUTCOME_TIMEOUT, NULL);
  assert_int_equal(valid(f), 1); /* the second has no end of line */
  request = request_for("(check-sat)");
  request.limits.memory_bytes = 100 * MIB;
  fake_mode(f, "leak", request);
  expect(f, OUTCOME_MEMORY, NULL);
  request.limits.stdout_bytes = 100000;
  fake_mode(f, "flood-out", request);
  expect(f, OUTCOME_FLOOD, NULL);
  fake_mode(f, "binary", request_for("(check-sat)"));
  expect(f, OUTCOME_NO_ANSWER, NULL);
}

static void test_not_started(void **state)
{
  Fixture *f = *state;
  Error error;
  forget(f);
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "%s act", getenv("ASSAY_FAKE"));
  assert_int_equal(solver_find(f->profiles, strbuf_text(&text), &f->solver, &error), STATUS_OK);
  strbuf_deinit(&text);
  free(f->solver.program);
  f->solver.program = mem_copy_string("/nowhere", 8);
  SolveRequest request = request_for("(check-sat)");
  request.solver = &f->solver;
  assert_true(outcome_solve(f->sup, &request, &f->outcome));
  expect(f, OUTCOME_NOT_STARTED, "No such file");
}

static void test_waking_cancels(void **state)
{
  Fixture *f = *state;
  Error error;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "%s act hang", getenv("ASSAY_FAKE"));
  assert_int_equal(solver_find(f->profiles, strbuf_text(&text), &f->solver, &error), STATUS_OK);
  strbuf_deinit(&text);
  SolveRequest request = request_for("(check-sat)");
  request.solver = &f->solver;
  supervisor_wake(f->sup);
  assert_false(outcome_solve(f->sup, &request, &f->outcome));
  expect(f, OUTCOME_KILLED, NULL);
}

/* What something is left of counts for nothing, whatever it has printed and however it ended. */
static void test_escaped(void **state)
{
  Fixture *f = *state;
  act(f, "'out:sat\\n'");
  SolveRequest request = request_for("(check-sat)");
  request.solver = &f->solver;
  RunResult run = f->outcome.run;
  run.out.bytes = mem_copy_string(run.out.bytes, run.out.length);
  run.err.bytes = mem_copy_string(run.err.bytes, run.err.length);
  run.end = RUN_ESCAPED;
  run.strays_left = true;
  outcome_deinit(&f->outcome);
  outcome_read(&request, &run, &f->outcome);
  expect(f, OUTCOME_ESCAPED, "could not be ended");
  assert_int_equal(valid(f), 0);
}

static void expect_normal(const char *message, const char *normal)
{
  StrBuf text;
  strbuf_init(&text, 0);
  outcome_normalise(message, strlen(message), &text);
  assert_string_equal(strbuf_text(&text), normal);
  strbuf_deinit(&text);
}

static void test_messages_are_normalised(void **state)
{
  (void)state;
  expect_normal("", "");
  expect_normal("line 3 column 13: unknown x", "line N column N: unknown x");
  expect_normal("Parse Error: /tmp/a/b7.smt2:3.14: no.", "Parse Error: PATH:N.N: no.");
  expect_normal("b.smt2:1: x", "PATH:N: x");
  expect_normal("at ../src/theory/arith.cpp:170 in f0x1", "at arith.cpp:N in fN");
  expect_normal("address 0x60200000eff0 at", "address N at");
  expect_normal("x / y and a.b", "x / y and a.b");
}

/* --- real solvers --- */

static const char nonlinear[] =
    "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)"
    "(assert (= (+ (* x x x) (* y y y) (* z z z)) 114))(assert (> x 1000))(check-sat)";

static void test_z3(void **state)
{
  Fixture *f = *state;
  SolveRequest request = request_for("(declare-const x Int)(assert (> x y))(check-sat)");
  if (!solve(f, "z3", request)) skip();
  expect(f, OUTCOME_ERROR, "unknown constant y");
  assert_true(f->outcome.unknown_name);
  assert_int_equal(valid(f), 0);
  solve(f, "z3(-T:1)", request_for(nonlinear));
  expect(f, OUTCOME_TIMEOUT, NULL);
  solve(f, "z3(-memory:30)", request_for(nonlinear));
  expect(f, OUTCOME_MEMORY, NULL);
  solve(f, "z3(foo=bar)", request_for("(check-sat)"));
  expect(f, OUTCOME_ERROR, "unknown parameter");
  solve(f, "z3", request_for("(set-logic QF_WHAT)(assert false)(check-sat)"));
  expect(f, OUTCOME_UNSAT, NULL);
  solve(f, "z3",
        request_for("(set-option :foo true)(set-option :foo.bar true)(assert false)(check-sat)"));
  expect(f, OUTCOME_UNSAT, NULL);
  assert_int_equal(valid(f), 1);
  solve(f, "z3", request_for("(set-option :foo true)(assert y)(check-sat)"));
  expect(f, OUTCOME_ERROR, "unknown constant y");
  assert_int_equal(valid(f), 0);
  solve(f, "z3", request_for("(check-sat-using (using-params smt :foo true))(check-sat)"));
  expect(f, OUTCOME_ERROR, "unknown parameter foo");
  assert_int_equal(valid(f), 0);
  request = request_for("(declare-const x Int)(assert (> x 3))(check-sat)");
  request.print_models = request.counter = request.has_seed = true;
  solve(f, "z3", request);
  expect(f, OUTCOME_SAT, NULL);
  assert_true(f->outcome.has_counter && f->outcome.counter > 0);
  assert_int_equal(f->outcome.responses.items[1].detail, ANSWER_MODEL);
  request = request_for(nonlinear);
  request.limits.wall_ns = 300 * MS;
  solve(f, "z3", request);
  expect(f, OUTCOME_TIMEOUT, NULL);
}

static void test_cvc5(void **state)
{
  Fixture *f = *state;
  if (!solve(f, "cvc5(--tlimit=200)", request_for(nonlinear))) skip();
  expect(f, OUTCOME_TIMEOUT, NULL);
  solve(f, "cvc5", request_for("(set-logic QF_UF)(push 1)(check-sat)(assert false)(check-sat)"));
  expect(f, OUTCOME_UNSAT, NULL);
  assert_int_equal(valid(f), 2);
  solve(f, "cvc5", request_for("(set-logic QF_UF)(check-sat)(get-model)"));
  expect(f, OUTCOME_SAT, NULL); /* models have to be allowed */
  solve(f, "cvc5(nonsense)", request_for("(check-sat)"));
  expect(f, OUTCOME_ERROR, "--nonsense");
  SolveRequest request = request_for(nonlinear);
  request.soft_ms = 200;
  solve(f, "cvc5", request);
  expect(f, OUTCOME_UNKNOWN, NULL);
  request = request_for("(set-logic QF_LIA)(declare-const x Int)(assert (! (> x x) :named a))"
                        "(check-sat)(get-unsat-core)");
  request.counter = true;
  solve(f, "cvc5", request);
  expect(f, OUTCOME_UNSAT, NULL);
  assert_true(f->outcome.has_counter);
  assert_int_equal(f->outcome.responses.items[1].detail, ANSWER_NAMES);
}

static void test_cvc4_and_boolector(void **state)
{
  Fixture *f = *state;
  const char *fp = "(set-logic QF_FP)(declare-const x Float32)(assert (fp.isNaN x))(check-sat)";
  /* Debian's cvc4 has no floating point; others may. */
  if (solve(f, "cvc4", request_for(fp)) && f->outcome.kind != OUTCOME_SAT)
    expect(f, OUTCOME_UNSUPPORTED, NULL);
  if (!solve(f, "boolector", request_for(fp))) return;
  expect(f, OUTCOME_UNSUPPORTED, "logic");
  SolveRequest request = request_for(
      "(set-logic QF_BV)(declare-fun x () (_ BitVec 2))(assert (= x #b01))(check-sat)(exit)");
  request.print_models = true;
  solve(f, "boolector", request);
  expect(f, OUTCOME_SAT, NULL);
  assert_int_equal(f->outcome.run.exit_code, 10);
}

static void test_wishes_that_cannot_be_met(void **state)
{
  Fixture *f = *state;
  Error error;
  assert_true(solve(f, getenv("ASSAY_FAKE"), request_for("(check-sat)")));
  SolveRequest request = {.solver = &f->solver};
  assert_int_equal(solve_check(&request, &error), STATUS_OK);
  request.print_models = true;
  assert_int_equal(solve_check(&request, &error), STATUS_USAGE);
}

/* The scripts of the smoke test have to be right, or they accuse the innocent. */
static void test_smoke_scripts_are_correct(void **state)
{
  (void)state;
  for (size_t i = 0; i < 2 * smoke_test_count; i++) {
    StrBuf text;
    strbuf_init(&text, 0);
    smoke_script(&smoke_tests[i / 2], i % 2, &text);
    Bank *bank = theory_create_bank();
    Script script = {0};
    Error error;
    if (script_read(bank, strbuf_text(&text), text.length, &script, &error) != STATUS_OK)
      fail_msg("%s: %s", smoke_tests[i / 2].theory, error.message);
    script_deinit(&script);
    bank_destroy(bank);
    strbuf_deinit(&text);
  }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(test_answers),
      TEST(test_no_answer),
      TEST(test_answers_behind_errors_are_void),
      TEST(test_unsupported),
      TEST(test_crashes),
      TEST(test_crash_after_remark),
      TEST(test_stacks),
      TEST(test_memory_is_no_crash),
      TEST(test_limits),
      TEST(test_not_started),
      TEST(test_waking_cancels),
      TEST(test_escaped),
      cmocka_unit_test(test_messages_are_normalised),
      TEST(test_z3),
      TEST(test_cvc5),
      TEST(test_cvc4_and_boolector),
      TEST(test_wishes_that_cannot_be_met),
      cmocka_unit_test(test_smoke_scripts_are_correct),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
