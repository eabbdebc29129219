/* assay solve with boxes that misbehave: none of them may make it say unsat, or leave a process behind. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

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
  const char *box = scratch_write("sweep.c", "#include <unistd.h>\n"
                                             "unsigned char f(unsigned char x)"
                                             "{ return 1 + (x + getpid()) % 199; }\n");
  const char *script = scratch_write("sweep.smt2", "(declare-cb f ((_ BitVec 8)) (_ BitVec 8))"
                                                   "(declare-const x (_ BitVec 8))"
                                                   "(assert (= (f x) #x00))(check-sat)");
  expect_exactly(SOLVE("-t", "1s", "--mode", "fuzz", script, "--box", box), 0, "unknown\n",
                 "assay solve: unknown: the time is over\n");
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_processes_that_answer_differently),
      cmocka_unit_test(test_sweep_of_processes_that_answer_differently),
      cmocka_unit_test(test_queries_share_what_calls_answered),
      cmocka_unit_test(test_core_that_cannot_be_read),
      cmocka_unit_test(test_strings_of_different_lengths),
      cmocka_unit_test(test_there_is_one_nan),
  };
  return cmocka_run_group_tests_name("cli_solve_boxes", tests, scratch_set_up, scratch_tear_down);
}
