/* assay solve with boxes that misbehave: none of them may make it say unsat, or leave a process behind. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/leftovers.h"
#include "support/run_command.h"
#include "support/scratch.h"

#define SOLVE(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), "solve", __VA_ARGS__, NULL},                  \
                   (CommandSettings){.timeout_ms = 60000})

static const char *write_program(const char *name, const char *text)
{
  const char *path = scratch_write(name, text);
  assert_int_equal(chmod(path, 0755), 0);
  return path;
}

/* --- boxes that are no functions --- */

static void test_processes_that_answer_differently(void **state)
{
  (void)state;
  const char *box = scratch_write("pid.c", "#include <unistd.h>\n"
                                           "long f(long x) { return x + getpid(); }\n");
  const char *script = scratch_write("pid.smt2", "(declare-cb f (Int) Int)(declare-const x Int)"
                                                 "(assert (= x 3))(assert (= (f x) (- 1)))"
                                                 "(check-sat)(assert (= (f 4) 0))(check-sat)");
  static const char *const modes[] = {"auto", "active", "cdfl"};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    CommandResult result = SOLVE("-t", "10s", "--mode", modes[i], script, "--box", box);
    expect_parts(&result, 0, "unknown\nunknown\n", "unknown: f is not a function: (f 3) was ");
    expect_not_in(result.out, "unsat");
    command_result_free(&result);
  }
}

static void test_sweep_of_processes_that_answer_differently(void **state)
{
  (void)state;
  /* Results that are near each other, so that their distances do not tell them apart. */
  const char *box = scratch_write("sweep.c", "#include <unistd.h>\n"
                                             "unsigned short f(unsigned char x) { return 1 + (x + "
                                             "getpid()) % 65000; }\n");
  const char *script = scratch_write("sweep.smt2", "(declare-cb f ((_ BitVec 8)) (_ BitVec 16))"
                                                   "(declare-const x (_ BitVec 8))"
                                                   "(assert (= (f x) #x0000))(check-sat)");
  expect_exactly(
      SOLVE("-t", "1s", "--mode", "fuzz", script, "--box", box), 0, "unknown\n",
      "assay solve: unknown: f is not a function: the same calls had other results in another "
      "process\n");
}

/* Forks of one process all see the same addresses. */
static void test_boxes_that_depend_on_addresses(void **state)
{
  (void)state;
  static const char source[] = "static int here;\n"
                               "unsigned f(unsigned char x) { return x + "
                               "(unsigned)((unsigned long)&here >> 12) * 2 + 1; }\n"
                               "unsigned g(unsigned char x) { return x + "
                               "(unsigned)((unsigned long)&x >> 4) * 2 + 1; }\n";
  static const char *const names[] = {"f", "g"}, *const modes[] = {"fuzz", "active", "auto"};
  for (size_t i = 0; i < 6; i++) {
    char text[500];
    snprintf(text, sizeof text,
             "(declare-cb %s ((_ BitVec 8)) (_ BitVec 32))(declare-const x (_ BitVec 8))"
             "(assert (= x %s))(assert (= (%s x) #x00000000))(check-sat)",
             names[i / 3], i % 3 ? "#x02" : "(bvshl x #x00)", names[i / 3]);
    const char *box = scratch_write("here.c", source);
    const char *script = scratch_write("here.smt2", text);
    CommandResult result = SOLVE("-t", "10s", "--mode", modes[i % 3], script, "--box", box);
    expect_parts(&result, 0, "unknown\n", " is not a function");
    command_result_free(&result);
  }
}

/* A call that fails for arguments that no solution has does not matter. */
static void test_failures_beside_a_sweep(void **state)
{
  (void)state;
  const char *box = scratch_write("half.c", "unsigned char f(unsigned char x) { return x < 100 ? x "
                                            "| 1 : *(volatile char *)0; }\n");
#define HALF(limit)                                                                                \
  "(declare-cb f ((_ BitVec 8)) (_ BitVec 8))(declare-const x (_ BitVec 8))"                       \
  "(assert (bvult (bvmul x #x01) " limit "))(assert (= (f x) #x00))(check-sat)"
  const char *good = scratch_write("good.smt2", HALF("#x64"));
  const char *bad = scratch_write("bad.smt2", HALF("#x65"));
#undef HALF
  expect_exactly(SOLVE("--mode", "fuzz", good, "--box", box), 0, "unsat\n", "");
  expect_exactly(SOLVE("-t", "1s", "--mode", "fuzz", bad, "--box", box), 0, "unknown\n",
                 "assay solve: unknown: the time is over\n");
}

/* What the good compiler makes of a box may differ from what the box does, where the language says nothing: here it sees that
 * a search that goes one too far must find something. */
static void test_sweep_of_undefined_behaviour(void **state)
{
  (void)state;
  const char *box = scratch_write(
      "far.c", "static const int table[4] = {1, 2, 3, 4};\n"
               "static int has(int v) { for (int i = 0; i <= 4; i++) if (table[i] == v) return 1;"
               " return 0; }\n"
               "unsigned f(unsigned x) { return x != 0x1234567 ? x | 1 : has(77) ? 1 : 2; }\n");
  const char *script = scratch_write("far.smt2", "(declare-cb f ((_ BitVec 25)) (_ BitVec 25))"
                                                 "(declare-const x (_ BitVec 25))"
                                                 "(assert (= (f x) (_ bv2 25)))(check-sat)");
  CommandResult result = SOLVE("-t", "3s", "--mode", "fuzz", script, "--box", box);
  assert_int_equal(result.exit_code, 0);
  expect_not_in(result.out, "unsat");
  command_result_free(&result);
}

static void test_queries_share_what_calls_answered(void **state)
{
  (void)state;
  const char *box = scratch_write("next.c", "long f(long x) { return x + 1; }\n");
  const char *script =
      scratch_write("next.smt2", "(declare-cb f (Int) Int)(declare-const x Int)(assert (= x 3))"
                                 "(push 1)(assert (= (f x) 5))(check-sat)(pop 1)"
                                 "(push 1)(assert (= (f x) 4))(check-sat)(pop 1)"
                                 "(assert (> (f x) 4))(check-sat)");
  expect_exactly(SOLVE("-q", script, "--box", box), 0, "unsat\nsat\nunsat\n", "");
}

/* --- the SMT engine --- */

/* The SMT engine gets assumptions, whose names must not be those of the script. */
static void test_names_of_the_script_and_of_ours(void **state)
{
  (void)state;
  const char *box =
      scratch_write("mix.c", "unsigned long f(unsigned long x) { x ^= x >> 31;"
                             " x *= 0x9E3779B97F4A7C15ul; x ^= x >> 29; x *= 0xBF58476D1CE4E5B9ul;"
                             " return x ^ x >> 32; }\n");
  const char *script =
      scratch_write("mix.smt2", "(declare-const assay!c0 Bool)(declare-const |assay!v0| Bool)"
                                "(declare-const assay!1!c0 Bool)(declare-const x (_ BitVec 64))"
                                "(declare-cb f ((_ BitVec 64)) (_ BitVec 64))"
                                "(assert (not assay!c0))(push 1)"
                                "(assert (= (f (f x)) #x0000000000000007))(check-sat)(pop 1)"
                                "(assert (= (f #x0000000000000000) x))(check-sat)");
  CommandResult result = SOLVE("-t", "3s", script, "--box", box);
  expect_parts(&result, 0, "sat\n", "");
  expect_in(result.out, "(define-fun assay!c0 () Bool false)");
  expect_not_in(result.out, "unsat");
  command_result_free(&result);
}

static void test_core_that_cannot_be_read(void **state)
{
  (void)state;
  char engine[4096];
  snprintf(engine, sizeof engine, "z3@%s",
           write_program("z3", "#!/bin/sh\ncase \"$*\" in *version*) exec z3 \"$@\";; esac\n"
                               "sed -u 's/(get-unsat-assumptions)/(get-nothing)/' | z3 \"$@\"\n"));
  const char *box = scratch_write("core.c", "long f(long x) { return x + 1; }\n");
  const char *script = scratch_write("core.smt2", "(declare-cb f (Int) Int)(declare-const x Int)"
                                                  "(declare-const y Int)(assert (= y (f x)))"
                                                  "(assert (> x 5))(check-sat)");
  expect(SOLVE("--mode", "cdfl", "--engine", engine, script, "--box", box), 0, "unknown\n",
         "unknown: no strategy can do more");
  /* Without values there is no need for one. */
  script = scratch_write("known.smt2", "(declare-cb f (Int) Int)(assert (= (f 3) 5))(check-sat)");
  expect_exactly(SOLVE("--mode", "active", "--engine", engine, script, "--box", box), 0, "unsat\n",
                 "");
}

/* --- results --- */

static void test_strings_of_different_lengths(void **state)
{
  (void)state;
  const char *box = scratch_write(
      "text.c", "const char *f(const char *x) { return x[0] == 'a' ? \"xyz\" : \"longer\"; }\n");
  const char *script =
      scratch_write("text.smt2", "(declare-cb f (String) String)(declare-const x String)"
                                 "(assert (= x \"a\"))(assert (= (f x) \"xyz\"))"
                                 "(assert (= (f \"b\") \"longer\"))(check-sat)");
  expect_exactly(SOLVE("-q", script, "--box", box), 0, "sat\n", "");
}

static void test_there_is_one_nan(void **state)
{
  (void)state;
  const char *box = scratch_write(
      "nan.c", "#include <unistd.h>\n"
               "double f(double x) { union { unsigned long w; double d; } u; static int n;"
               " u.w = 0x7ff8000000000000ul + (n++ & 255) + getpid(); return u.d; }\n"
               "float g(float x) { union { unsigned w; float f; } u; static int n;"
               " u.w = 0xff800001u + (n++ & 255); return u.f; }\n");
  const char *script =
      scratch_write("nan.smt2", "(declare-cb f (Float64) Float64)(declare-cb g (Float32) Float32)"
                                "(declare-const x Float64)(declare-const y Float32)"
                                "(assert (fp.isNaN (f x)))(assert (fp.isNaN (g y)))(check-sat)");
  expect_exactly(SOLVE("-q", "-t", "10s", script, "--box", box), 0, "sat\n", "");
}

/* --- programs --- */

static void test_results_of_programs_are_values_and_nothing_else(void **state)
{
  (void)state;
  char box[4096];
  snprintf(box, sizeof box, "g=%s", write_program("cut.sh", "#!/bin/sh\necho 2.9\n"));
  const char *script =
      scratch_write("cut.smt2", "(declare-cb g (Int) Int)(assert (= (g 1) 2))(check-sat)");
  expect(SOLVE("-t", "1s", script, "--box", box), 0, "unknown\n", "");
}

static void test_programs_that_hang_are_ended(void **state)
{
  (void)state;
  char box[4096];
  snprintf(box, sizeof box, "g=%s", write_program("hang.sh", "#!/bin/sh\nsleep 4321.25\necho 3\n"));
  const char *script = scratch_write("hang.smt2", "(declare-cb g (Int) Int)(declare-const x Int)"
                                                  "(assert (= (g x) 2))(check-sat)");
  expect(SOLVE("-t", "2s", "--call-timeout", "300ms", script, "--box", box), 0, "unknown\n", "");
  expect(SOLVE("-t", "1s", "--call-timeout", "1h", script, "--box", box), 0, "unknown\n", "");
  assert_int_equal(leftovers_processes("4321.25"), 0);
}

/* A sample of bench/closedbox, where all of them are run: the answer and nothing else, and nothing is left. */
static void test_hostile_boxes_leave_nothing(void **state)
{
  (void)state;
  static const char *const names[][2] = {
      {"hostile-fork", "hostile"},  {"hostile-exit", "hostile"},     {"hostile-hang", "hostile"},
      {"hostile-print", "hostile"}, {"hostile-scribble", "hostile"}, {"rough-shouting", "rough"},
      {"rough-meddling", "rough"},  {"rough-looping", "rough"},      {"rough-hungry", "rough"},
  };
  static const char seed[] = "918273645"; /* processes with this argument are ours */
  const char *root = getenv("ASSAY_SOURCE_ROOT");
  char *folder = strdup(scratch_path("tmp")), setting[4200];
  snprintf(setting, sizeof setting, "TMPDIR=%s", folder);
  for (size_t i = 0; root && i < sizeof names / sizeof *names; i++) {
    char script[4096], box[4096];
    snprintf(script, sizeof script, "%s/bench/closedbox/%s.smt2", root, names[i][0]);
    snprintf(box, sizeof box, "%s/bench/closedbox/%s.c", root, names[i][1]);
    assert_int_equal(mkdir(folder, 0755), 0);
    const char *const environment[] = {setting, NULL};
    expect_exactly(
        run_command_with((const char *[]){assay_program(), "solve", "-q", "-t", "50s", "--seed",
                                          seed, script, "--box", box, NULL},
                         (CommandSettings){.environment = environment, .timeout_ms = 60000}),
        0, "sat\n", "");
    assert_int_equal(leftovers_processes(seed), 0);
    assert_int_equal(rmdir(folder), 0); /* it is empty */
  }
  free(folder);
}

/* The conflict-driven loop learns calls inside constraints, too. */
static void test_calls_inside_constraints(void **state)
{
  (void)state;
  const char *box = scratch_write("line.c", "unsigned f(unsigned x) { return x * 3 + 1; }\n");
  const char *script = scratch_write("line.smt2", "(declare-cb f ((_ BitVec 32)) (_ BitVec 32))"
                                                  "(declare-const x (_ BitVec 32))"
                                                  "(assert (= (f x) #x00000010))(check-sat)");
  expect_exactly(SOLVE("-q", "--mode", "cdfl", script, "--box", box), 0, "sat\n", "");
}

static void test_boxes_that_cannot_be_called(void **state)
{
  (void)state;
  char box[4096];
  snprintf(box, sizeof box, "f=%s",
           write_program("none", "\x7f"
                                 "ELF and nothing else"));
  const char *script =
      scratch_write("none.smt2", "(declare-cb f (Int) Int)(assert (= (f 1) 2))(check-sat)");
  expect_exactly(SOLVE("-t", "1s", script, "--box", box), 0, "unknown\n",
                 "assay solve: unknown: the time is over; no call of a box has succeeded\n");
  expect(SOLVE(script, "--box", scratch_folder()), 2, "",
         "is neither a library (.so) nor C source");
  expect(SOLVE(script, "--box", "./nowhere.c"), 3, "",
         "cannot read './nowhere.c': there is no such file");
  expect(SOLVE(scratch_write("plain.smt2", "(check-sat)"), "--box", "./any.c"), 2, "",
         "--box './any.c': the script declares no box");
}

/* --- limits --- */

static void test_sweep_with_a_short_limit(void **state)
{
  (void)state;
  const char *box =
      scratch_write("slow.c", "unsigned short f(unsigned short x) { volatile unsigned n = 0;"
                              " for (unsigned i = 0; i < 3000; i++) n += i; return x | 1; }\n");
  const char *script = scratch_write("slow.smt2", "(declare-cb f ((_ BitVec 14)) (_ BitVec 14))"
                                                  "(declare-const x (_ BitVec 14))"
                                                  "(assert (= (f x) (_ bv2 14)))(check-sat)");
  expect_exactly(
      SOLVE("-t", "20s", "--mode", "fuzz", "--call-timeout", "10ms", script, "--box", box), 0,
      "unsat\n", "");
}

static void test_signals_for_others_are_refused(void **state)
{
  (void)state;
  const char *box = scratch_write(
      "kill.c", "#include <unistd.h>\n#include <signal.h>\n"
                "long f(long x) { int p = getppid(); siginfo_t info = {0}; info.si_code = -1;\n"
                " return syscall(234, p, p, 0) + syscall(129, p, 0, &info)"
                " + syscall(297, p, p, 0, &info) + syscall(424, syscall(434, p, 0), 0, 0, 0)"
                " + raise(0); }\n");
  const char *script =
      scratch_write("kill.smt2", "(declare-cb f (Int) Int)(assert (= (f 1) (- 4)))(check-sat)");
  expect_exactly(SOLVE("-q", "-t", "10s", script, "--box", box), 0, "sat\n", "");
}

/* --- standard input --- */

#define SOLVE_INPUT(script, ...)                                                                   \
  run_command_with((const char *[]){assay_program(), "solve", __VA_ARGS__, "-", NULL},             \
                   (CommandSettings){.input = (script), .input_length = strlen(script)})

/* --- generated scripts --- */

static void test_generated_scripts(void **state)
{
  (void)state;
  static const char *const answers[] = {"sat", "unsat"};
  for (int i = 0; i < 2; i++) {
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", scratch_path(answers[i]));
    CommandResult made = run_command_with(
        (const char *[]){assay_program(), "gen", "--boxes", "2", "--num-asserts", "2", "--known",
                         answers[i], "--count", "6", "--seed", "11", "--out", folder, NULL},
        (CommandSettings){.timeout_ms = 60000});
    expect_exactly(made, 0, "", "");
    for (int n = 0; n < 6; n++) {
      char script[4200], source[4200], expected[16];
      snprintf(script, sizeof script, "%s/%08d.smt2", folder, n);
      snprintf(source, sizeof source, "%s/%08d.c", folder, n);
      snprintf(expected, sizeof expected, "%s\n", answers[i]);
      expect_exactly(SOLVE("-q", script, "--box", source), 0, expected, "");
    }
  }
}

static void test_generated_boxes_need_a_folder(void **state)
{
  (void)state;
  CommandResult result =
      run_command_with((const char *[]){assay_program(), "gen", "--boxes", "2", NULL},
                       (CommandSettings){.timeout_ms = 60000});
  expect_parts(&result, 2, "", "--boxes needs --out");
  command_result_free(&result);
  result = run_command_with((const char *[]){assay_program(), "gen", "--boxes", "2", "--logic",
                                             "QF_BV", "--out", scratch_path("x"), NULL},
                            (CommandSettings){.timeout_ms = 60000});
  expect_parts(&result, 2, "", "--boxes goes with --known");
  command_result_free(&result);
}

static void test_boxes_need_a_file(void **state)
{
  (void)state;
  static const char script[] = "( declare-cb f (Int) Int)(assert (= (f 1) 2))(check-sat)";
  expect(SOLVE_INPUT(script, "--box", "any.c"), 2, "", "--box needs a file, not standard input");
  expect_exactly(SOLVE_INPUT(script, "-s", "z3"), 1, "unknown\n",
                 "assay solve: closed boxes need a script in a file, not on standard input\n");
  expect(SOLVE(scratch_write("open.smt2", script)), 2, "", "f");
  expect_exactly(SOLVE_INPUT("; (declare-cb f\n(check-sat)", "-s", "z3"), 0, "sat\n", "");
}

/* The program that a script names may be missing: that is said, or a file that is given stands for it. */
static void test_missing_programs(void **state)
{
  (void)state;
  const char *box = scratch_write("half.c", "long half(long x) { return x / 2; }\n");
  const char *script =
      scratch_write("oracle.smt2", "(declare-oracle-fun half no-such-program (Int) Int)"
                                   "(declare-const x Int)(assert (= (half x) 21))(check-sat)");
  expect(SOLVE(script), 3, "", "cannot run 'no-such-program' for the box 'half'");
  const char *model = scratch_write("oracle.model", "((define-fun x () Int 42))");
  expect(run_command((const char *[]){assay_program(), "eval", script, "--model", model, NULL}), 3,
         "", "cannot run 'no-such-program' for the box 'half'");
  expect(SOLVE(script, "--box", box), 0, "sat\n", "");
  /* One that is there is code of whoever wrote the script. */
  char text[1000];
  snprintf(text, sizeof text, "#!/bin/sh\ntouch %s\necho $(($1 * 2))\n", scratch_path("called"));
  const char *program = scratch_write("twice.sh", text);
  assert_int_equal(chmod(program, 0755), 0);
  snprintf(text, sizeof text,
           "(declare-oracle-fun twice %s (Int) Int)"
           "(declare-const x Int)(assert (= (twice x) 42))(check-sat)",
           program);
  script = scratch_write("oracle.smt2", text);
  expect(SOLVE(script), 3, "", "/twice.sh' (owner ");
  assert_false(scratch_has("called"));
  expect(SOLVE(script, "--trust"), 0, "sat\n", "");
  assert_true(scratch_has("called"));
}

/* --- calls that are kept --- */

/* What is kept is used, and never believed: a box that answers otherwise now, or a file that was changed, makes no answer
 * wrong. */
static void test_cache(void **state)
{
  (void)state;
  const char *clock = scratch_write("clock", "7");
  char source[1000];
  snprintf(source, sizeof source,
           "#include <stdio.h>\n"
           "long f(long x) { long n = 0; FILE *file = fopen(\"%s\", \"r\");\n"
           "  if (file) { fscanf(file, \"%%ld\", &n); fclose(file); } return x + n; }\n",
           clock);
  char *box = strdup(scratch_write("clock.c", source)), *folder = strdup(scratch_path("cache"));
  assert_int_equal(mkdir(folder, 0755), 0);
  const char *seven = scratch_write("seven.smt2", "(declare-cb f (Int) Int)(declare-const x Int)"
                                                  "(assert (= (f x) 10))(check-sat)");
  expect(SOLVE(seven, "--box", box, "--cache", folder), 0, "sat\n", "");
  CommandResult again = SOLVE(seven, "--box", box, "--cache", folder, "--trace");
  expect_parts(&again, 0, "(define-fun x () Int 3)",
               "with calls of earlier runs only; SMT engine: sat");
  command_result_free(&again);
  /* Another answer than the one that is kept. */
  scratch_write("clock", "8");
  const char *three =
      scratch_write("three.smt2", "(declare-cb f (Int) Int)(declare-const x Int)"
                                  "(assert (= x 3))(assert (= (f x) 11))(check-sat)");
  expect(SOLVE(three, "--box", box, "--cache", folder), 0, "sat\n", "");
  expect(SOLVE(three, "--quiet", "--box", box, "--cache", "/nonexistent"), 0, "sat\n",
         "cannot write '/nonexistent/");
  free(box);
  free(folder);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_processes_that_answer_differently),
      cmocka_unit_test(test_sweep_of_processes_that_answer_differently),
      cmocka_unit_test(test_boxes_that_depend_on_addresses),
      cmocka_unit_test(test_failures_beside_a_sweep),
      cmocka_unit_test(test_sweep_of_undefined_behaviour),
      cmocka_unit_test(test_queries_share_what_calls_answered),
      cmocka_unit_test(test_names_of_the_script_and_of_ours),
      cmocka_unit_test(test_core_that_cannot_be_read),
      cmocka_unit_test(test_strings_of_different_lengths),
      cmocka_unit_test(test_there_is_one_nan),
      cmocka_unit_test(test_results_of_programs_are_values_and_nothing_else),
      cmocka_unit_test(test_programs_that_hang_are_ended),
      cmocka_unit_test(test_hostile_boxes_leave_nothing),
      cmocka_unit_test(test_calls_inside_constraints),
      cmocka_unit_test(test_boxes_that_cannot_be_called),
      cmocka_unit_test(test_sweep_with_a_short_limit),
      cmocka_unit_test(test_signals_for_others_are_refused),
      cmocka_unit_test(test_generated_scripts),
      cmocka_unit_test(test_generated_boxes_need_a_folder),
      cmocka_unit_test(test_boxes_need_a_file),
      cmocka_unit_test(test_missing_programs),
      cmocka_unit_test(test_cache),
  };
  return cmocka_run_group_tests_name("cli_solve_boxes", tests, scratch_set_up, scratch_tear_down);
}
