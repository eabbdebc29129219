/* Verifiers of networks that are run, voted on, fuzzed and reduced: ours, those of the competition's convention, and fake ones
 * that misbehave. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "language/nn/text/model.h"
#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"
#include "testing.h"

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 100000})

static char network[1000], property[1000];

static int set_up(void **state)
{
  const char *source = getenv("ASSAY_SOURCE_ROOT");
  snprintf(network, sizeof network, "%s/samples/network.onnx", source);
  snprintf(property, sizeof property, "%s/samples/network.vnnlib", source);
  return scratch_set_up(state);
}

static const char *fake(const char *how)
{
  static char word[1000];
  snprintf(word, sizeof word, "%s %s", getenv("ASSAY_FAKE_VERIFIER"), how);
  return word;
}

/* --- running --- */

static void test_run(void **state)
{
  (void)state;
  expect(ASSAY("run", "assay-crown", network, property), 0, "network.vnnlib: sat, ", "");
  expect(ASSAY("run", "assay-interval", property), 0, "network.vnnlib: sat, ", "");
  expect(ASSAY("run", fake("right"), network, property), 0, ": sat, counterexample right, ", "");
  expect(ASSAY("run", fake("wrong"), network, property), 1, ": sat, counterexample wrong: misses ",
         "");
  expect(ASSAY("run", "--json", fake("wrong"), network, property), 1,
         "\"counterexample\":\"wrong\",\"misses\":\"", "");
  expect(ASSAY("run", fake("garbage"), network, property), 0, "sat, counterexample undetermined",
         "");
  CommandResult boast = ASSAY("run", fake("boast"), network, property);
  expect_parts(&boast, 0, ": sat, ", "");
  expect_not_in(boast.out, "counterexample");
  command_result_free(&boast);
  expect(ASSAY("run", fake("crash"), network, property), 1, ": crash", "");
  expect(ASSAY("run", fake("error"), network, property), 1, "not to my taste", "");
  expect(ASSAY("run", "-t", "300ms", fake("hang"), network, property), 0, ": timeout, ", "");
  expect(ASSAY("run", "z3", network, property), 2, "", "z3 reads SMT-LIB, and the inputs are nn");
  expect(ASSAY("run", "assay-crown", network, "missing.vnnlib"), 3, "",
         "cannot open 'missing.vnnlib'");
}

/* A tool of the competition: what it prints is noise, what counts is in the file that it is told. */
static void test_competition(void **state)
{
  (void)state;
  char script[2000], solver[1200];
  snprintf(script, sizeof script,
           "#!/bin/sh\n[ \"$1\" = v1 ] && [ $# = 6 ] && [ \"$6\" -ge 1 ] || exit 9\n"
           "echo unsat; echo 'Error: a warning' >&2\n'%s' verify --results \"$5\" \"$3\" \"$4\" "
           ">/dev/null\nexit 0\n",
           assay_program());
  const char *path = scratch_write("run_instance.sh", script);
  assert_int_equal(chmod(path, 0755), 0);
  snprintf(solver, sizeof solver, "vnncomp@%s", path);
  expect(ASSAY("run", "-t", "20s", solver, network, property), 0, ": sat, ", "");
  expect(ASSAY("vote", "-s", solver, network, property), 0, "0 findings", "");
  /* one that forgets its results */
  path = scratch_write("forgets.sh", "#!/bin/sh\necho working\nexit 0\n");
  assert_int_equal(chmod(path, 0755), 0);
  snprintf(solver, sizeof solver, "vnncomp@%s", path);
  expect(ASSAY("run", solver, network, property), 1, ": no answer", "");
  /* a timeout in the file */
  path = scratch_write("late.sh", "#!/bin/sh\necho timeout >\"$5\"\n");
  assert_int_equal(chmod(path, 0755), 0);
  snprintf(solver, sizeof solver, "vnncomp@%s", path);
  expect(ASSAY("run", solver, network, property), 0, ": timeout", "");
}

/* --- voting --- */

static void vote(const char *how, int code, const char *says)
{
  char solvers[1200];
  snprintf(solvers, sizeof solvers, "assay-all,%s", fake(how));
  expect(ASSAY("vote", "-t", "2s", "-s", solvers, network, property), code, says, "");
}

static void test_vote(void **state)
{
  (void)state;
  vote("right", 0, "0 findings");
  vote("lie", 1, "says unsat, assay-all says sat with a model that is right");
  vote("wrong", 1, "false in the model of");
  vote("crash", 1, "crash");
  vote("flood", 1, "flood");
  vote("error", 1, "rejects");
  vote("hang", 0, "timeout");
  vote("mutter", 0, "no answer");
  vote("garbage", 0,
       "0 findings"); /* sat is right; what follows is nothing that could be checked */
  vote("boast", 0, "0 findings");
}

/* Bounds prove that nothing violates the property: who says sat is wrong, without anybody else. */
static void test_proved(void **state)
{
  (void)state;
  char far[1000];
  snprintf(far, sizeof far, "%s",
           scratch_write("far.vnnlib",
                         "(declare-const X_0 Real)(declare-const X_1 Real)(declare-const Y_0 "
                         "Real)(declare-const Y_1 Real)(assert (and (<= X_0 1)(>= X_0 0)(<= X_1 "
                         "1)(>= X_1 0)(>= Y_0 1000)))"));
  expect(ASSAY("vote", "-s", fake("boast"), network, far), 1, "evaluation says unsat", "");
  expect(ASSAY("vote", "-s", fake("right"), network, far), 0, "0 findings", "");
}

/* --- fuzzing --- */

static size_t neurons_of(const char *path)
{
  char *text = scratch_read(path);
  NnModel model;
  Error error;
  if (nn_model_read(&model, text, strlen(text), &error)) fail_msg("%s", error.message);
  size_t count = 0;
  for (size_t i = 0; i < model.net.layers.count; i++)
    if (model.net.layers.items[i].kind == LAYER_RELU) count += model.net.layers.items[i].size;
  nn_model_deinit(&model);
  free(text);
  return count;
}

/* A planted wrong bound is found, reduced to a handful of neurons, and reproduces. */
static void test_forgotten(void **state)
{
  (void)state;
  char solvers[1200];
  snprintf(solvers, sizeof solvers, "assay-all,%s", fake("forget"));
  CommandResult result =
      ASSAY("fuzz", "--language", "nn", "--objective", "bugs", "-s", solvers, "--seed", "5",
            "--candidates", "1", "--inputs", "40", "--time", "60s", "--out", "forgotten");
  expect_parts(&result, 1, "forget: ", "");
  command_result_free(&result);
  assert_true(neurons_of("forgotten/finding-01/reduced.nn") <= 4);
  scratch_expect_in("forgotten/finding-01/README.md", "reduced.onnx reduced.vnnlib");
  expect(ASSAY("replay", "forgotten", "finding-01"), 0, "it reproduces", "");
  expect(ASSAY("report", "forgotten", "--format", "md"), 0, "networks (vnnlib)", "");
  expect(ASSAY("vote", "-s", solvers, "forgotten/finding-01/reduced.nn"), 1, "says unsat", "");
}

/* Sound verifiers are not blamed, whatever the class. */
static void test_sound(void **state)
{
  (void)state;
  const char *classes[] = {"vnnlib", "dnn"};
  for (size_t i = 0; i < 2; i++) {
    char folder[20];
    snprintf(folder, sizeof folder, "sound%zu", i);
    CommandResult result = ASSAY("fuzz", "--language", "nn", "--class", classes[i], "--objective",
                                 "bugs", "-s", "assay-all,assay-interval", "--inputs", "15",
                                 "--seed", "3", "--timeout", "1s", "--out", folder);
    expect_parts(&result, 0, "15 inputs", "");
    expect_not_in(result.out, "finding-01");
    command_result_free(&result);
  }
}

/* The five agents of sizes take part, are stored, and go on when the campaign is resumed. */
static void test_sizes(void **state)
{
  (void)state;
  CommandResult result = ASSAY("fuzz", "--language", "nn", "--target", fake("right"),
                               "--parameters-min", "1", "--parameters-max", "300", "--inputs", "6",
                               "--timeout", "1s", "--no-reduce", "--out", "sizes");
  expect_parts(&result, 0, "size", "");
  command_result_free(&result);
  expect(ASSAY("report", "sizes", "--format", "json"), 0, "\"depth ", "");
  expect(ASSAY("report", "sizes", "--format", "md"), 0, "## Sizes", "");
  expect(ASSAY("fuzz", "--resume", "sizes", "--inputs", "9"), 0, "9 inputs", "");
}

static void test_wrong_settings(void **state)
{
  (void)state;
#define FUZZ(...) ASSAY("fuzz", "--language", "nn", "--target", "assay-crown", __VA_ARGS__)
  expect(FUZZ("--parameters-min", "100", "--parameters-max", "10"), 2, "",
         "--parameters-min is above --parameters-max");
  expect(FUZZ("--set", "depth"), 2, "", "'depth' is not NAME=NUMBER");
  expect(FUZZ("--set", "nothing=1"), 2, "", "nothing");
  expect(FUZZ("--class", "none"), 2, "", "'class': expected one of rand");
  expect(FUZZ("--logic", "QF_BV"), 2, "", "is an option of SMT-LIB, and not of nn");
  expect(ASSAY("fuzz", "--language", "nn", "--target", "z3"), 2, "", "z3 reads SMT-LIB");
}

/* --- reducing --- */

static void test_reduce(void **state)
{
  (void)state;
  char solvers[1200];
  snprintf(solvers, sizeof solvers, "assay-all,%s", fake("lie"));
  expect(ASSAY("reduce", network, property, "-s", solvers, "-o", "least.nn"), 0,
         "nothing else can be left out", "");
  assert_true(neurons_of("least.nn") <= 1);
  char *text = scratch_read("least.nn");
  expect_in(text, ";; ");
  expect_not_in(text, "X_1");
  free(text);
  scratch_write("bad.nn", "no network\n");
  expect(ASSAY("reduce", "bad.nn", "-s", solvers), 5, "", "");
}

/* Settings of the language are options of plans, too. */
static void test_experiment(void **state)
{
  (void)state;
  static const char plan[] =
      "settings: {language: nn, inputs: 2, runs: 1, timeout: 5s, no-reduce: true}\n"
      "strategies: [{name: trees, strategy: random, class: tree}, random]\n"
      "cases: [{name: nets, class: vnnlib, spec: %s, target: assay-crown, reference: "
      "assay-interval}]\n"
      "repetitions: 1\n";
  char text[1000];
  snprintf(text, sizeof text, plan, "sat");
  const char *path = scratch_write("nets.yaml", text);
  CommandResult result = ASSAY("experiment", path, "--out", scratch_path("nets"));
  expect_parts(&result, 0, "\n| nets | 1 | ", "2/2 nets.");
  command_result_free(&result);
  char *campaign = scratch_read("nets/results/nets.trees.1.json");
  expect_in(campaign, "--class=tree");
  expect_not_in(campaign, "--class=vnnlib");
  expect_in(campaign, "--spec=sat");
  free(campaign);
  snprintf(text, sizeof text, plan, "maybe");
  expect(ASSAY("experiment", scratch_write("wrong.yaml", text)), 2, "",
         "invalid value 'maybe' for 'spec'");
}

/* A network alone is no input. */
static void test_network_alone(void **state)
{
  (void)state;
  expect(ASSAY("run", "assay-crown", network), 3, "", "needs its property");
  expect(ASSAY("vote", "-s", "assay-crown,assay-interval", network), 0, "", "needs its property");
  expect(ASSAY("run", "assay-crown", network, property), 0, "sat", "");
}

static void test_bench(void **state)
{
  (void)state;
  char folder[4096];
  snprintf(folder, sizeof folder, "%s", scratch_path("nn-bench"));
  expect_exactly(ASSAY("gen", "--language", "nn", "--class", "vnnlib", "--spec", "sat", "--count",
                       "2", "-o", folder),
                 0, "", "");
  expect(ASSAY("bench", "--language", "nn", "-s", "assay-interval,assay-crown", "-t", "30s", "-o",
               scratch_path("nn.csv"), folder),
         0, "assay-crown          2 ", "");
  char *runs = scratch_read("nn.csv");
  expect_in(runs, "/0.vnnlib,VNN-LIB,assay-interval,sat,sat,0,");
  free(runs);
  expect(ASSAY("bench", "--language", "nn", "-s", "z3", "-o", scratch_path("no.csv"), folder), 2,
         "", "z3 reads SMT-LIB, and the inputs are nn");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_run),       cmocka_unit_test(test_competition),
      cmocka_unit_test(test_vote),      cmocka_unit_test(test_proved),
      cmocka_unit_test(test_forgotten), cmocka_unit_test(test_sound),
      cmocka_unit_test(test_sizes),     cmocka_unit_test(test_wrong_settings),
      cmocka_unit_test(test_reduce),    cmocka_unit_test(test_experiment),
      cmocka_unit_test(test_bench),     cmocka_unit_test(test_network_alone),
  };
  return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
