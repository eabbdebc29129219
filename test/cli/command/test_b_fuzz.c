/* Solvers of B: an encoding and a solver each, that are run, voted on and fuzzed, and fake ones that are wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/strbuf.h"
#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"
#include "testing.h"

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 100000})

static const char all[] = "b-z3-constructive,b-z3-axiomatic,b-cvc5-sets";

static int set_up(void **state)
{
  int result = scratch_set_up(state);
  scratch_write("sat.b", "ss <: 1..3 & card(ss) = 2 & 1 / xx : ss & xx : 0..1");
  scratch_write("unsat.b", "ss <: 1..3 & 4 : ss \\/ {1, 2}");
  scratch_write("plain.b", "xx : {1, 2} & xx > 2");
  scratch_write("reject.b", "ss <: ");
  scratch_write("open.b", "xx = SIGMA(yy).(yy : ss | yy) & ss <: NATURAL & xx > 100");
  chmod(scratch_write("always-sat", "#!/bin/sh\necho sat\n"), 0755);
  chmod(scratch_write("crashes", "#!/bin/sh\nkill -SEGV $$\n"), 0755);
  return result;
}

/* One engine: its answer is printed, also by `run`. */
static void test_solve(void **state)
{
  (void)state;
  static const char *const encodings[] = {"constructive", "axiomatic", "sets"};
  for (size_t i = 0; i < 3; i++) {
    expect(ASSAY("solve", "sat.b", "--encoding", encodings[i]), 0, "sat\n", "");
    expect(ASSAY("solve", "plain.b", "--encoding", encodings[i]), 0, "unsat\n", "");
  }
  expect(ASSAY("solve", "unsat.b", "--encoding", "axiomatic"), 0, "unsat\n", "");
  /* an infinite set could be another matter */
  expect(ASSAY("solve", "unsat.b", "--encoding", "sets"), 0, "unknown: unsat of finite", "");
  expect(ASSAY("solve", "open.b", "--encoding", "constructive"), 1, "unsupported: ", "");
  expect(ASSAY("solve", "reject.b", "--encoding", "sets"), 1, "", "reject.b:1");
  expect(ASSAY("solve", "sat.b", "--encoding", "sets", "--engine", "nobody"), 2, "", "nobody");
  expect(ASSAY("solve", "sat.b", "--encoding", "sets", "--engine", "./crashes"), 1,
         " crashed: ", "");
  expect(ASSAY("run", "b-cvc5-sets", "plain.b"), 0, "plain.b: unsat, ", "");
  expect(ASSAY("run", "b-z3-constructive", "open.b"), 0, "open.b: unsupported", "");
  expect(ASSAY("run", "b-z3-constructive", "reject.b"), 1, "reject.b: error, ", "");
  expect(ASSAY("run", "b-z3-constructive(--engine=./crashes)", "sat.b"), 1, "sat.b: crash", "");
}

/* A limit of CPU time that a campaign has set ends the engine: that is no crash, and no error. */
static void test_limit_of_cpu_time(void **state)
{
  (void)state;
  chmod(scratch_write("burns", "#!/bin/sh\nwhile :; do :; done\n"), 0755);
  static const char *const commands[] = {
      "ulimit -t 1; exec \"$0\" solve sat.b --encoding axiomatic --engine ./burns --timeout 1m",
      "ulimit -t 1; exec \"$0\" solve sat.b --encoding minizinc --minizinc ./burns --timeout 1m"};
  for (size_t i = 0; i < 2; i++)
    expect(run_command_with((const char *[]){"/bin/sh", "-c", commands[i], assay_program(), NULL},
                            (CommandSettings){.directory = scratch_folder(), .timeout_ms = 100000}),
           0, "timeout\n", "");
}

/* Looking for values of many identifiers takes steps, too: the search ends. */
static void test_many_identifiers(void **state)
{
  (void)state;
  StrBuf text;
  strbuf_init(&text, 0);
  for (int i = 0; i < 3000; i++) strbuf_printf(&text, "x%d = x%d + 1 & ", i, i + 1);
  strbuf_add_text(&text, "x0 > 0");
  scratch_write("many.b", strbuf_text(&text));
  strbuf_deinit(&text);
  expect(ASSAY("solve", "many.b", "--steps", "1000000"), 0, "unknown: it takes too many steps", "");
}

/* Operators of solvers that do not mean what they seem to: transitive-closure of z3 after push, set.universe of cvc5. */
static void test_native(void **state)
{
  (void)state;
  scratch_write("closure.b", "1 |-> 3 /: closure1({1 |-> 2, 2 |-> 3})");
  scratch_write("universe.b", "BOOL = {TRUE}");
  expect(ASSAY("translate", "closure.b", "--native"), 0, "(_ transitive-closure ", "");
  expect(ASSAY("translate", "universe.b", "--encoding", "sets", "--native"), 0,
         "(as set.universe (Set Bool))", "");
  expect(ASSAY("vote", "-s", "b-z3-constructive,b-cvc5-sets", "closure.b", "universe.b"), 0,
         "0 findings", "");
  expect(ASSAY("vote", "-s", "b-z3-constructive(--native)", "closure.b"), 1,
         "evaluation says unsat", "");
  expect(ASSAY("vote", "-s", "b-cvc5-sets(--native)", "universe.b"), 1, "evaluation says unsat",
         "");
  expect(ASSAY("fuzz", "--language", "b", "--objective", "bugs", "-s", "b-cvc5-sets", "--operators",
               "nobody=3"),
         2, "", "unknown operator 'nobody'");
  expect(ASSAY("fuzz", "--language", "b", "--objective", "bugs", "-s", "b-cvc5-sets", "--operators",
               "closure1"),
         2, "", "is no weight such as closure1=20");
}

static void test_vote(void **state)
{
  (void)state;
  char with_liar[200];
  snprintf(with_liar, sizeof with_liar, "%s,./always-sat", all);
  expect(ASSAY("vote", "-s", all, "sat.b", "unsat.b"), 0, "0 findings", "");
  expect(ASSAY("vote", "-s", with_liar, "sat.b"), 0, "0 findings", "");
  expect(ASSAY("vote", "-s", with_liar, "unsat.b"), 1, "evaluation says unsat", "");
  expect(ASSAY("vote", "-s", "z3", "sat.b"), 2, "", "z3 reads SMT-LIB, and the inputs are B");
}

/* A solver that always says sat is blamed, the finding reproduces and is reported; sound ones are not blamed. */
static void test_fuzz(void **state)
{
  (void)state;
  CommandResult result =
      ASSAY("fuzz", "--language", "b", "--objective", "bugs", "-s", "./always-sat", "--types",
            "INTEGER,BOOL,sets", "--seed", "1", "--inputs", "120", "--out", "liar");
  expect_parts(&result, 1, "evaluation says unsat", "");
  command_result_free(&result);
  expect(ASSAY("replay", "liar", "finding-01"), 0, "it reproduces", "");
  expect(ASSAY("report", "liar", "--format", "md"), 0, "contradicts the evaluator", "");
  result = ASSAY("fuzz", "--language", "b", "--objective", "bugs", "-s", all, "--types",
                 "INTEGER,BOOL,sets", "--seed", "2", "--inputs", "12", "--timeout", "1s", "--out",
                 "sound");
  expect_parts(&result, 0, "12 inputs", "");
  expect_not_in(result.out, "finding-01");
  command_result_free(&result);
  expect(ASSAY("fuzz", "--resume", "sound", "--inputs", "14"), 0, "14 inputs", "");
  expect(ASSAY("fuzz", "--language", "b", "--types", "sests", "-s", all, "--objective", "bugs"), 2,
         "", "did you mean 'sets'?");
}

/* The target's time against that of the references. */
static void test_performance(void **state)
{
  (void)state;
  CommandResult result = ASSAY("fuzz", "--language", "b", "--target", "b-z3-axiomatic",
                               "--reference", "b-z3-constructive", "--types", "INTEGER,BOOL",
                               "--inputs", "6", "--timeout", "1s", "--no-reduce", "--out", "speed");
  expect_parts(&result, 0, "6 inputs", "");
  command_result_free(&result);
}

/* Who soon says unknown is not slow: there is no margin, unless it is to count. */
static void test_unknown_is_not_slow(void **state)
{
  (void)state;
  chmod(scratch_write("gives-up", "#!/bin/sh\necho unknown\n"), 0755);
  scratch_write("counted.yaml", "language: b\nno-unknown: false\ntarget: ./gives-up\n"
                                "reference: ./always-sat\ninputs: 3\nno-reduce: true\n");
  expect(ASSAY("fuzz", "--language", "b", "--target", "./gives-up", "--reference", "./always-sat",
               "--inputs", "3", "--no-reduce", "--out", "void"),
         3, "", "");
  expect(ASSAY("fuzz", "--config", "counted.yaml", "--out", "counted"), 0, "best input: margin 9.9",
         "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_solve),
      cmocka_unit_test(test_limit_of_cpu_time),
      cmocka_unit_test(test_many_identifiers),
      cmocka_unit_test(test_native),
      cmocka_unit_test(test_vote),
      cmocka_unit_test(test_fuzz),
      cmocka_unit_test(test_performance),
      cmocka_unit_test(test_unknown_is_not_slow),
  };
  return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
