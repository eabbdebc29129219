#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.directory = getenv("ASSAY_SOURCE_ROOT")})

#define HEADER "network,property,verdict,seconds,boxes,limit\n"

static void test_one(void **state)
{
  (void)state;
  expect(ASSAY("verify", "samples/network.onnx", "samples/network.vnnlib"), 1, "sat\n((X_0 ", "");
  expect(ASSAY("verify", "--json", "samples/network.onnx", "samples/network.vnnlib"), 1,
         "\"verdict\":\"sat\"", "");
  expect(ASSAY("verify", "samples/network.onnx"), 2, "", "name a network and a property");
  const char *property =
      scratch_write("number.vnnlib", "(declare-const X_0 Real)(assert (<= X_0 1.5.3))");
  expect(ASSAY("verify", "samples/network.onnx", property), 3, "",
         "number.vnnlib:1:41: the number '1.5' is followed by other characters");
}

/* Runs of engines make a model, which predicts, and is used. */
static void test_model(void **state)
{
  (void)state;
  char runs[2000];
  snprintf(runs, sizeof runs,
           "benchmark,solver,answer,wall\n%s/samples/network.vnnlib,assay-crown,sat,0.1\n"
           "%s/samples/network.vnnlib,assay-pgd,timeout,1\nx.vnnlib,assay-pgd,sat,1\n",
           getenv("ASSAY_SOURCE_ROOT"), getenv("ASSAY_SOURCE_ROOT"));
  const char *model = scratch_path("verify.model");
  expect(ASSAY("train", "--language", "nn", scratch_write("runs.csv", runs), "-o", model, "--trees",
               "5"),
         0, "1 instance, 2 runs", "1 of 2 instances have no features");
  expect(ASSAY("select", "--language", "nn", "--model", model, "samples/network.onnx",
               "samples/network.vnnlib"),
         0, "crown", "");
  expect(ASSAY("select", "--language", "nn", "--json", "samples/network.onnx",
               "samples/network.vnnlib"),
         0, "\"engine\": \"zonotope\"", "");
  expect(ASSAY("verify", "--model", model, "samples/network.onnx", "samples/network.vnnlib"), 1,
         "sat\n((X_0 ", "");
  expect(ASSAY("verify", "--model", "samples/network.vnnlib", "samples/network.onnx",
               "samples/network.vnnlib"),
         3, "", "is not a model");
  expect(ASSAY("train", "--language", "nn",
               scratch_write("none.csv", "benchmark,solver,answer,wall\n"), "-o", model),
         3, "", "there is no run");
}

static const char *fake(const char *how)
{
  static char word[1000];
  snprintf(word, sizeof word, "%s %s", getenv("ASSAY_FAKE_VERIFIER"), how);
  return word;
}

/* What a verifier of others says about a property with these assertions about the outputs. */
static CommandResult ask(const char *how, const char *assertions, const char *limit)
{
  char text[2000];
  snprintf(text, sizeof text,
           "(declare-const X_0 Real)(declare-const X_1 Real)(declare-const Y_0 Real)"
           "(declare-const Y_1 Real)(assert (>= X_0 -1))(assert (<= X_0 1))(assert (>= X_1 -1))"
           "(assert (<= X_1 1))%s",
           assertions);
  return ASSAY("verify", "--json", "-t", limit, "--engine", "external", "--verifier", fake(how),
               "samples/network.onnx", scratch_write("outputs.vnnlib", text));
}

/* Subproblems arrive as they are, and nothing that is said is believed: a counterexample is validated, and unsat is no proof. */
static void test_external(void **state)
{
  (void)state;
  const char *sat = "(assert (>= Y_0 Y_1))", *unsat = "(assert (>= Y_0 100))";
  const char *several[] = {
      "(assert (or (and (>= Y_0 100) (<= Y_1 3)) (and (<= Y_0 -50))))",
      "(assert (>= (+ Y_0 (* 2.0 Y_1)) (+ X_0 500)))",
      "(assert (or (and (<= X_0 0) (>= Y_0 100)) (and (>= X_0 0.5) (<= Y_1 -70))))",
  };
  expect(ask("right", sat, "20s"), 1, "\"verdict\":\"sat\"", "");
  expect(ask("right", "(assert (or (and (>= Y_0 100)) (and (<= Y_1 Y_0) (>= X_0 0.5))))", "20s"), 1,
         "\"verdict\":\"sat\"", "");
  expect(ask("right", unsat, "20s"), 0, "\"proved\":false", "");
  for (size_t i = 0; i < 3; i++)
    expect(ask("right", several[i], "20s"), 0, "\"verdict\":\"unsat\"", "");
  expect(ask("lie", sat, "20s"), 0, "\"proved\":false", "");
  expect(ask("lie", unsat, "20s"), 1, "without a counterexample that can be read", "");
  expect(ask("wrong", unsat, "20s"), 1, "says sat, and its counterexample is none", "");
  expect(ask("garbage", sat, "20s"), 1, "\"verdict\":\"unknown\"", "");
  expect(ask("boast", unsat, "20s"), 1, "input X_0 has no value", "");
  expect(ask("crash", sat, "20s"), 1, "ended with 'crash'", "");
  expect(ask("error", sat, "20s"), 1, "not to my taste", "");
  expect(ask("hang", sat, "500ms"), 1, "\"verdict\":\"timeout\"", "");
  expect(ask("flood", sat, "20s"), 1, "\"verdict\":\"unknown\"", "");
  expect(ASSAY("verify", "--engine", "external", "samples/network.onnx", "samples/network.vnnlib"),
         2, "", "--engine external and --verifier need each other");
  expect(ASSAY("verify", "--engine", "external", "--verifier", "/nowhere/x", "samples/network.onnx",
               "samples/network.vnnlib"),
         1, "unknown", "cannot run '/nowhere/x'");
}

static size_t count_lines(const char *name)
{
  char *text = scratch_read(name);
  size_t count = 0;
  for (const char *at = text; (at = strchr(at, '\n')); at++) count++;
  free(text);
  return count;
}

/* One instance with a limit of so many seconds, and the results in out.csv. */
static void run_set(const char *limit, int code, const char *errors)
{
  char text[2000];
  snprintf(text, sizeof text, "%s/samples/network.onnx,%s/samples/network.vnnlib,%s\n",
           getenv("ASSAY_SOURCE_ROOT"), getenv("ASSAY_SOURCE_ROOT"), limit);
  const char *instances = scratch_write("in.csv", text);
  expect(ASSAY("verify", "--instances", instances, "-o", scratch_path("out.csv")), code, "",
         errors);
}

static void test_resume(void **state)
{
  (void)state;
  run_set("10", 0, "");
  assert_int_equal(count_lines("out.csv"), 2);
  scratch_expect_in("out.csv", HEADER);
  run_set("10", 0, "");
  assert_int_equal(count_lines("out.csv"), 2);
  run_set("20", 0, ""); /* another limit is another run */
  assert_int_equal(count_lines("out.csv"), 3);
  run_set("20", 0, "");
  assert_int_equal(count_lines("out.csv"), 3);
}

/* The last line was cut after the verdict: it does not count, and the next line stands alone. */
static void test_cut_line(void **state)
{
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, HEADER "%s/samples/network.onnx,%s/samples/network.vnnlib,sat,0.1",
           getenv("ASSAY_SOURCE_ROOT"), getenv("ASSAY_SOURCE_ROOT"));
  scratch_write("out.csv", text);
  run_set("10", 0, "");
  assert_int_equal(count_lines("out.csv"), 3);
  scratch_expect_in("out.csv", "sat,0.1\n");
  scratch_expect_in("out.csv", ",10.000\n");
  scratch_write("out.csv", "notes");
  run_set("10", 3, "does not begin with");
  scratch_expect("out.csv", "notes");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one),      cmocka_unit_test(test_model),
      cmocka_unit_test(test_external), cmocka_unit_test(test_resume),
      cmocka_unit_test(test_cut_line),
  };
  return cmocka_run_group_tests_name("cli_command_verify", tests, scratch_set_up,
                                     scratch_tear_down);
}
