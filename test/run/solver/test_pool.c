/* Ways to run solvers that save their start: copies by a fork server, settings, sessions. */
#include "testing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/process/procfs.h"
#include "run/process/supervisor_internal.h"
#include "run/solver/solve_pool.h"
#include "run/solver/solver_session.h"
#include "support/leftovers.h"
#include "support/run_command.h"

#define MS UINT64_C(1000000)

typedef struct {
  Profiles *profiles;
  Supervisor *sup;
  SolvePool *pool;
  Solver solver;
  bool has_solver;
  char tag[40];
  int descriptors;
  RunLimits limits;
} Fixture;

static const char *profiles_path(void)
{
  static char path[1000];
  snprintf(path, sizeof path, "%s/test/data/fake-solvers.yaml", getenv("ASSAY_SOURCE_ROOT"));
  return path;
}

static int set_up(void **state)
{
  Fixture *fixture = calloc(1, sizeof *fixture);
  Error error;
  fixture->descriptors = leftovers_descriptors();
  snprintf(fixture->tag, sizeof fixture->tag, "--test-pool-%d", (int)getpid());
  fixture->profiles = profiles_create();
  fixture->limits = (RunLimits){.wall_ns = 20000 * MS, .memory_bytes = (uint64_t)1 << 30};
  *state = fixture;
  if (!getenv("ASSAY_FAKE_SOLVER") || supervisor_create(&fixture->sup, &error) != STATUS_OK ||
      profiles_read_file(fixture->profiles, profiles_path(), &error) != STATUS_OK)
    return -1;
  return 0;
}

static void close_pool(Fixture *fixture)
{
  solve_pool_destroy(fixture->pool);
  fixture->pool = NULL;
  if (fixture->has_solver) solver_deinit(&fixture->solver);
  fixture->has_solver = false;
}

static int tear_down(void **state)
{
  Fixture *fixture = *state;
  close_pool(fixture);
  int processes = leftovers_processes(fixture->tag);
  supervisor_destroy(fixture->sup);
  bool children = leftovers_children();
  profiles_destroy(fixture->profiles);
  int descriptors = leftovers_descriptors() - fixture->descriptors;
  bool well = processes == 0 && !children && descriptors == 0;
  if (!well)
    print_error("left: %d processes, children %d, %d descriptors\n", processes, children,
                descriptors);
  free(fixture);
  return well ? 0 : -1;
}

static void open_pool(Fixture *fixture, const char *expression, SolveMode mode)
{
  Error error;
  close_pool(fixture);
  if (solver_find(fixture->profiles, expression, &fixture->solver, &error) != STATUS_OK)
    fail_msg("%s: %s", expression, error.message);
  fixture->has_solver = true;
  fixture->pool = solve_pool_create(fixture->sup, mode);
}

/* The fake by one of the profiles above, with options; `variable` names its program. */
static void open_fake(Fixture *fixture, const char *profile, const char *variable,
                      const char *options, SolveMode mode)
{
  char expression[1000];
  snprintf(expression, sizeof expression, "%s@%s(%s%s%s)", profile, getenv(variable), options,
           *options ? "," : "", fixture->tag);
  open_pool(fixture, expression, mode);
}

static SolveRequest request_for(const Fixture *fixture, const char *script)
{
  return (SolveRequest){.solver = &fixture->solver,
                        .bytes = script,
                        .length = strlen(script),
                        .traits = script_traits(script, strlen(script)),
                        .limits = fixture->limits};
}

static Outcome ask(const Fixture *fixture, const char *script)
{
  SolveRequest request = request_for(fixture, script);
  Outcome outcome;
  assert_true(solve_pool_solve(fixture->pool, &request, &outcome));
  return outcome;
}

/* What came, and in which manner; `because`: a part of the reason for a plain run, NULL if there is none. */
static void expect(const Fixture *fixture, const char *script, OutcomeKind kind, RunManner manner,
                   const char *because)
{
  Outcome outcome = ask(fixture, script);
  const char *reason = outcome.run.plain_because;
  if (outcome.kind != kind || outcome.run.manner != manner || !reason != !because ||
      (reason && !strstr(reason, because)))
    fail_msg("%s: %s, %s, %s, '%.300s'", script, outcome_name(outcome.kind),
             run_manner_text(outcome.run.manner), reason ? reason : "-",
             outcome.run.out.bytes ? outcome.run.out.bytes : "");
  outcome_deinit(&outcome);
}

#define SAT       "(set-logic QF_UF)\n(assert true)\n(check-sat)\n"
#define UNSAT     "(set-logic QF_UF)\n(assert false)\n(check-sat)\n"
#define DO(what)  "(set-logic QF_UF)\n(set-info :do " what ")\n(check-sat)\n"
#define FIRST_RUN "the first run"

/* --- copies --- */

#define MIB (UINT64_C(1) << 20)

static void same_as_plain(const Fixture *fixture, const char *script)
{
  SolveRequest request = request_for(fixture, script);
  Outcome plain, copy;
  assert_true(outcome_solve(fixture->sup, &request, &plain));
  for (int i = 0; i < 3; i++) {
    copy = ask(fixture, script);
    bool forked = i > 0 || copy.run.manner == RUN_FORKED;
    if (copy.run.manner != (forked ? RUN_FORKED : RUN_FRESH))
      fail_msg("%s: %s", script, copy.run.plain_because);
    assert_int_equal(copy.kind, plain.kind);
    assert_int_equal(copy.run.exit_code, plain.run.exit_code);
    assert_int_equal(copy.run.signal, plain.run.signal);
    assert_string_equal(copy.run.out.bytes, plain.run.out.bytes);
    assert_string_equal(copy.run.err.bytes, plain.run.err.bytes);
    /* What a copy shares with its server it would have had alone; what starting took and gave back it has not. */
    if (forked && (copy.run.peak_bytes < MIB ||
                   copy.run.peak_bytes >
                       2 * (plain.run.peak_bytes > 16 * MIB ? plain.run.peak_bytes : 16 * MIB)))
      fail_msg("%ju bytes, %ju plain", (uintmax_t)copy.run.peak_bytes,
               (uintmax_t)plain.run.peak_bytes);
    outcome_deinit(&copy);
  }
  outcome_deinit(&plain);
}

static void test_copies_of_solvers(void **state)
{
  static const char *const solvers[] = {"z3", "cvc5", "cvc4", "boolector"};
  for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
    open_pool(*state, solvers[i], SOLVE_FAST);
    same_as_plain(*state, "(set-logic QF_BV)(declare-fun x () (_ BitVec 8))"
                          "(assert (= (bvmul x x) #x31))(check-sat)(exit)");
    same_as_plain(*state, "(set-logic QF_BV)(declare-fun x () (_ BitVec 8))"
                          "(assert (bvult x #x00))(check-sat)(exit)");
    same_as_plain(*state, "(set-logic QF_BV)(assert (= y #x00))(check-sat)(exit)");
    same_as_plain(*state, "(");
    same_as_plain(*state, "");
  }
}

static void test_copies_that_misbehave(void **state)
{
  Fixture *fixture = *state;
  open_fake(fixture, "faker", "ASSAY_FAKE_SOLVER", "", SOLVE_FAST);
  expect(fixture, SAT, OUTCOME_SAT, RUN_FRESH, FIRST_RUN);
  fixture->limits.wall_ns = 300 * MS;
  fixture->limits.stdout_bytes = 100000;
  for (int i = 0; i < 2; i++) {
    expect(fixture, UNSAT, OUTCOME_UNSAT, RUN_FORKED, NULL);
    Outcome outcome = ask(fixture, DO("crash"));
    assert_int_equal(outcome.kind, OUTCOME_CRASH);
    assert_int_equal(outcome.run.signal, SIGABRT);
    outcome_deinit(&outcome);
    expect(fixture, DO("hang"), OUTCOME_TIMEOUT, RUN_FORKED, NULL);
    expect(fixture, DO("flood"), OUTCOME_FLOOD, RUN_FORKED, NULL);
    outcome = ask(fixture, DO("stray"));
    assert_int_equal(outcome.kind, OUTCOME_SAT);
    assert_int_equal(outcome.run.strays_killed, 1);
    outcome_deinit(&outcome);
    outcome = ask(fixture, DO("exit"));
    assert_int_equal(outcome.run.exit_code, 7);
    outcome_deinit(&outcome);
  }
}

/* A process is copied only where the copy is like a new one. */
static void test_copies_refused(void **state)
{
  static const struct {
    const char *option, *reason;
  } cases[] = {
      {"--thread", "several threads"},       {"--timer", "a timer"},
      {"--child", "started other programs"}, {"--odd-in-copy", "other answers"},
      {"--hello", "other answers"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    open_fake(*state, "faker", "ASSAY_FAKE_SOLVER", cases[i].option, SOLVE_FAST);
    expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, FIRST_RUN);
    expect(*state, UNSAT, OUTCOME_UNSAT, RUN_FRESH, cases[i].reason);
    expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, cases[i].reason);
  }
  open_fake(*state, "faker", "ASSAY_FAKE_SOLVER_STATIC", "", SOLVE_FAST);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, FIRST_RUN);
  expect(*state, UNSAT, OUTCOME_UNSAT, RUN_FRESH, "does not open its script");
}

/* Where copies are impossible the settings are left, if they do no harm. */
static void test_settings(void **state)
{
  open_fake(*state, "tuned", "ASSAY_FAKE_SOLVER_STATIC", "", SOLVE_FAST);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, FIRST_RUN);
  expect(*state, UNSAT, OUTCOME_UNSAT, RUN_TUNED, NULL);
  open_fake(*state, "worse", "ASSAY_FAKE_SOLVER_STATIC", "", SOLVE_FAST);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, FIRST_RUN);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, "does not open its script");
  open_fake(*state, "worse", "ASSAY_FAKE_SOLVER", "", SOLVE_FAST);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, FIRST_RUN);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, "other answers");
}

static void kill_children(const Supervisor *sup)
{
  PidVec children = {0};
  if (!family_children(&sup->family, &children) || !children.count) fail_msg("nothing to kill");
  for (size_t i = 0; i < children.count; i++) kill(children.items[i], SIGKILL);
  VEC_FREE(&children);
}

static void test_server_dies(void **state)
{
  Fixture *fixture = *state;
  open_fake(fixture, "faker", "ASSAY_FAKE_SOLVER", "", SOLVE_FAST);
  expect(fixture, SAT, OUTCOME_SAT, RUN_FRESH, FIRST_RUN);
  bool given_up = false;
  for (int i = 0; i < 6; i++) {
    Outcome outcome = ask(fixture, UNSAT);
    assert_int_equal(outcome.kind, OUTCOME_UNSAT);
    given_up = outcome.run.manner == RUN_FRESH && strstr(outcome.run.plain_because, "ends by");
    outcome_deinit(&outcome);
    if (given_up) break;
    kill_children(fixture->sup);
  }
  assert_true(given_up);
}

/* --- sessions --- */

static void expect_session(const Fixture *fixture, const char *script)
{
  SolveRequest request = request_for(fixture, script);
  Outcome plain, outcome = ask(fixture, script);
  assert_true(outcome_solve(fixture->sup, &request, &plain));
  if (outcome.run.manner != RUN_IN_SESSION) fail_msg("%s: %s", script, outcome.run.plain_because);
  if (outcome.kind != plain.kind || outcome.answers.count != plain.answers.count)
    fail_msg("%s: %s, alone %s; %s", script, outcome_name(outcome.kind), outcome_name(plain.kind),
             outcome.run.out.bytes);
  /* Values and errors, too, but for the lines that these give. */
  if (plain.kind != OUTCOME_ERROR) assert_string_equal(outcome.run.out.bytes, plain.run.out.bytes);
  outcome_deinit(&plain);
  outcome_deinit(&outcome);
}

static void test_sessions_of_solvers(void **state)
{
  static const char *const solvers[] = {"z3", "cvc5", "cvc4"};
  static const char *const scripts[] = {
      "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= x #x07))(check-sat)(get-value "
      "(x))",
      "(set-logic QF_BV)(declare-const x Bool)(assert (and x (not x)))(check-sat) ; the end",
      "(set-logic QF_BV)(assert (= x #x07))(check-sat)",
      "(set-logic QF_LIA)(declare-fun x (Int) Int)(declare-fun y () Int)"
      "(push 1)(assert (< y 3))(check-sat)(push 1)(assert (> y 5))(check-sat)",
      "(set-logic QF_LIA)(declare-fun y () Int)(assert (= y 4))(check-sat)(get-value (y))(exit) (",
      "(set-logic QF_BV)(check-sat)",
      "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (bvult x #x00))(check-sat)",
  };
  static const SolveMode modes[] = {SOLVE_RESET, SOLVE_SESSION};
  for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++)
    for (size_t j = 0; j < sizeof modes / sizeof *modes; j++) {
      open_pool(*state, solvers[i], modes[j]);
      for (size_t k = 0; k < sizeof scripts / sizeof *scripts; k++)
        expect_session(*state, scripts[k]);
    }
}

static void test_sessions_that_misbehave(void **state)
{
  Fixture *fixture = *state;
  static const SolveMode modes[] = {SOLVE_RESET, SOLVE_PUSH};
  fixture->limits.wall_ns = 400 * MS;
  fixture->limits.stdout_bytes = 100000;
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    open_fake(fixture, "faker", "ASSAY_FAKE_SOLVER", "", modes[i]);
    expect(fixture, UNSAT, OUTCOME_UNSAT, RUN_IN_SESSION, NULL);
    expect(fixture, SAT, OUTCOME_SAT, RUN_IN_SESSION, NULL);
    Outcome outcome = ask(fixture, DO("crash"));
    assert_int_equal(outcome.kind, OUTCOME_CRASH);
    assert_int_equal(outcome.run.signal, SIGABRT);
    outcome_deinit(&outcome);
    expect(fixture, UNSAT, OUTCOME_UNSAT, RUN_IN_SESSION, NULL);
    expect(fixture, DO("hang"), OUTCOME_TIMEOUT, RUN_IN_SESSION, NULL);
    expect(fixture, SAT, OUTCOME_SAT, RUN_IN_SESSION, NULL);
    expect(fixture, DO("flood"), OUTCOME_FLOOD, RUN_IN_SESSION, NULL);
    expect(fixture, UNSAT, OUTCOME_UNSAT, RUN_IN_SESSION, NULL);
    expect(fixture, DO("exit"), OUTCOME_NO_ANSWER, RUN_IN_SESSION, NULL);
    expect(fixture, SAT, OUTCOME_SAT, RUN_IN_SESSION, NULL);
    expect(fixture, DO("stray"), OUTCOME_SAT, RUN_IN_SESSION, NULL);
    expect(fixture, "(set-logic QF_UF)\n(assert assay_unknown)\n(check-sat)\n", OUTCOME_ERROR,
           RUN_IN_SESSION, NULL);
    expect(fixture, SAT, OUTCOME_SAT, RUN_IN_SESSION, NULL);
  }
}

/* One that does not forget, or cannot be talked to, is not kept. */
static void test_sessions_refused(void **state)
{
  open_fake(*state, "faker", "ASSAY_FAKE_SOLVER", "--leaky", SOLVE_SESSION);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, "other answers");
  expect(*state, UNSAT, OUTCOME_UNSAT, RUN_FRESH, "other answers");
  open_fake(*state, "tuned", "ASSAY_FAKE_SOLVER", "", SOLVE_SESSION);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, "no words for a session");
}

/* Copies where these work, else a session, else a plain run. */
static void test_best(void **state)
{
  open_fake(*state, "faker", "ASSAY_FAKE_SOLVER", "", SOLVE_BEST);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, FIRST_RUN);
  expect(*state, UNSAT, OUTCOME_UNSAT, RUN_FORKED, NULL);
  open_fake(*state, "faker", "ASSAY_FAKE_SOLVER_STATIC", "", SOLVE_BEST);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, FIRST_RUN);
  ((Fixture *)*state)->limits.cpu_ns = 5000 * MS;
  expect(*state, UNSAT, OUTCOME_UNSAT, RUN_IN_SESSION, NULL);
  open_fake(*state, "faker", "ASSAY_FAKE_SOLVER_STATIC", "--leaky", SOLVE_BEST);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, FIRST_RUN);
  expect(*state, UNSAT, OUTCOME_UNSAT, RUN_FRESH, "other answers");
  open_fake(*state, "worse", "ASSAY_FAKE_SOLVER", "", SOLVE_BEST);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, FIRST_RUN);
  expect(*state, SAT, OUTCOME_SAT, RUN_FRESH, "other answers");
}

/* A solver that claims only ALL is tested with what nearly all have, not with what is rare. */
static void test_claims_all(void **state)
{
  open_fake(*state, "general", "ASSAY_FAKE_SOLVER", "", SOLVE_SESSION);
  expect(*state, SAT, OUTCOME_SAT, RUN_IN_SESSION, NULL);
}

static void test_scripts_in_sessions(void **state)
{
  open_fake(*state, "faker", "ASSAY_FAKE_SOLVER", "", SOLVE_RESET);
  expect(*state, "(set-option :produce-models true)\n" UNSAT, OUTCOME_UNSAT, RUN_IN_SESSION, NULL);
  expect(*state, "(set-option :regular-output-channel \"x\")\n" SAT, OUTCOME_SAT, RUN_FRESH,
         "sets options");
  expect(*state, UNSAT "(reset)\n" SAT, OUTCOME_SAT, RUN_IN_SESSION, NULL);
  expect(*state, UNSAT "(exit)\n" SAT, OUTCOME_UNSAT, RUN_IN_SESSION, NULL);
  expect(*state, SAT "(assert (", OUTCOME_SAT, RUN_FRESH, "not a list of commands");
  expect(*state, SAT "\"unclosed", OUTCOME_SAT, RUN_FRESH, "not a list of commands");
  expect(*state, SAT ")", OUTCOME_SAT, RUN_FRESH, "not a list of commands");
  expect(*state, "", OUTCOME_NO_ANSWER, RUN_IN_SESSION, NULL);
  expect(*state, SAT "; no line end", OUTCOME_SAT, RUN_IN_SESSION, NULL);
  open_fake(*state, "brief", "ASSAY_FAKE_SOLVER", "", SOLVE_PUSH);
  expect(*state, "(set-option :produce-models true)\n" UNSAT, OUTCOME_UNSAT, RUN_FRESH,
         "sets options");
  expect(*state, UNSAT "(reset)\n" SAT, OUTCOME_SAT, RUN_FRESH, "push and pop may not undo");
  expect(*state, SAT "(pop 1)\n", OUTCOME_ERROR, RUN_FRESH, "pops more");
  expect(*state, SAT "(push 1)\n(assert false)\n(push 3)\n(pop 2)\n(check-sat)\n", OUTCOME_UNSAT,
         RUN_IN_SESSION, NULL);
  expect(*state, SAT, OUTCOME_SAT, RUN_IN_SESSION, NULL);
  expect(*state, UNSAT "(exit)\n" SAT, OUTCOME_UNSAT, RUN_IN_SESSION, NULL);
  expect(*state, SAT SAT, OUTCOME_SAT, RUN_FRESH, "two logics");
  /* The wish of a profile is no command. */
  open_fake(*state, "brief", "ASSAY_FAKE_SOLVER", "", SOLVE_SESSION);
  expect(*state, UNSAT, OUTCOME_UNSAT, RUN_IN_SESSION, NULL);
  expect(*state, UNSAT "(reset)\n" SAT, OUTCOME_SAT, RUN_IN_SESSION, NULL);
  expect(*state, SAT "(pop 1)\n", OUTCOME_ERROR, RUN_IN_SESSION, NULL);
  expect(*state, "(set-option :x y)\n" SAT, OUTCOME_SAT, RUN_FRESH, "sets options");
}

/* What a solver says of the logic is said once in a session of pushes, and is meant for all scripts. */
static void test_remarks_on_the_logic(void **state)
{
  static const char script[] = "(set-logic ODD)\n(assert true)\n(check-sat)\n";
  open_fake(*state, "faker", "ASSAY_FAKE_SOLVER", "", SOLVE_PUSH);
  for (int i = 0; i < 3; i++) {
    Outcome outcome = ask(*state, script);
    assert_int_equal(outcome.run.manner, RUN_IN_SESSION);
    assert_string_equal(outcome.run.out.bytes, "; ignoring unsupported logic\nsat\n");
    outcome_deinit(&outcome);
  }
}

/* After as many queries as the profile says, after errors and after options there is a new process. */
static void test_new_processes(void **state)
{
  Fixture *fixture = *state;
  SolveRequest request;
  SessionScript script;
  Outcome outcome;
  static const char *const texts[] = {
      SAT, SAT, SAT, "(assay_unknown)\n", SAT, "(set-option :produce-models true)\n", SAT};
  static const bool again[] = {false, true, false, true, false, true, false};
  open_fake(fixture, "brief", "ASSAY_FAKE_SOLVER", "", SOLVE_PLAIN);
  request = request_for(fixture, SAT);
  SolverSession *session = solver_session_create(fixture->sup, &request, STYLE_RESET);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    pid_t before = session_process(solver_session_base(session));
    request = request_for(fixture, texts[i]);
    script = solver_session_read_script(request.bytes, request.length, STYLE_RESET);
    assert_null(script.unfit);
    solver_session_solve(session, &request, &script, &outcome);
    outcome_deinit(&outcome);
    assert_int_equal(session_process(solver_session_base(session)) != before, again[i]);
  }
  solver_session_destroy(session);
}

/* --- both --- */

/* Several at once, of which one hangs; then all are cancelled. */
static void test_together(void **state)
{
  Fixture *fixture = *state;
  static const SolveMode modes[] = {SOLVE_FAST, SOLVE_SESSION};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    open_fake(fixture, "faker", "ASSAY_FAKE_SOLVER", "", modes[i]);
    int tokens[6], seen = 0;
    RunEvent event;
    for (int j = 0; j < 6; j++) {
      SolveRequest request = request_for(fixture, j == 2 ? DO("hang") : UNSAT);
      request.user = &tokens[j];
      solve_pool_start(fixture->pool, &request);
    }
    while (seen < 5) {
      assert_int_equal(solve_pool_wait(fixture->pool, SUPERVISOR_FOREVER, &event),
                       RUN_EVENT_FINISHED);
      assert_string_equal(event.result.out.bytes, "unsat\n");
      assert_ptr_not_equal(event.result.user, &tokens[2]);
      run_result_deinit(&event.result);
      seen++;
    }
    assert_int_equal(solve_pool_pending(fixture->pool), 1);
    supervisor_wake(fixture->sup);
    assert_int_equal(solve_pool_wait(fixture->pool, SUPERVISOR_FOREVER, &event), RUN_EVENT_WOKEN);
    supervisor_cancel_all(fixture->sup);
    assert_int_equal(solve_pool_wait(fixture->pool, SUPERVISOR_FOREVER, &event),
                     RUN_EVENT_FINISHED);
    assert_ptr_equal(event.result.user, &tokens[2]);
    assert_int_equal(event.result.end, RUN_CANCELLED);
    run_result_deinit(&event.result);
    assert_int_equal(solve_pool_pending(fixture->pool), 0);
    /* What was kept ready went with it, and comes back. */
    Outcome outcome = ask(fixture, UNSAT);
    assert_int_equal(outcome.kind, OUTCOME_UNSAT);
    outcome_deinit(&outcome);
  }
}

/* If assay is killed, everything that it keeps goes with it. */
static void test_our_own_end(void **state)
{
  Fixture *fixture = *state;
  static const char *const modes[] = {"fast", "session"};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    char expression[1000];
    snprintf(expression, sizeof expression, "faker@%s(%s)", getenv("ASSAY_FAKE_SOLVER"),
             fixture->tag);
    static const char script[] = UNSAT "(set-info :do hang)\n";
    CommandResult result =
        run_command_with((const char *[]){"timeout", "-s", "KILL", "2", assay_program(), "run",
                                          "--mode", modes[i], "-t", "400ms", "-n", "100",
                                          "--profiles", profiles_path(), expression, "-", NULL},
                         (CommandSettings){.input = script, .input_length = strlen(script)});
    const char *manner = i == 0 ? "forked" : "session";
    if (!strstr(result.out, manner)) fail_msg("%s%s", result.out, result.err);
    command_result_free(&result);
    for (int j = 0; j < 100 && leftovers_processes(fixture->tag); j++) usleep(20000);
    assert_int_equal(leftovers_processes(fixture->tag), 0);
  }
  /* Their parent is gone, and we are the next one who wants orphans. */
  leftovers_reap(&fixture->sup->family);
}

int main(void)
{
  setenv("XDG_CONFIG_HOME", "/nowhere", 1);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(test_copies_of_solvers),
      TEST(test_copies_that_misbehave),
      TEST(test_copies_refused),
      TEST(test_settings),
      TEST(test_server_dies),
      TEST(test_sessions_of_solvers),
      TEST(test_sessions_that_misbehave),
      TEST(test_sessions_refused),
      TEST(test_best),
      TEST(test_claims_all),
      TEST(test_scripts_in_sessions),
      TEST(test_remarks_on_the_logic),
      TEST(test_new_processes),
      TEST(test_together),
      TEST(test_our_own_end),
  };
#undef TEST
  return cmocka_run_group_tests(tests, NULL, NULL);
}
