#include "testing.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.directory = getenv("ASSAY_SOURCE_ROOT")})

static void test_check(void **state)
{
  (void)state;
  expect(ASSAY("check", "samples/network.onnx"), 0, "ok, opset 13, 3 nodes, 17 parameters", "");
  expect(ASSAY("check", "--quiet", "samples/network.onnx"), 0, "", "");
  expect(ASSAY("check", "--json", "samples/network.onnx"), 0, "\"parameters\":17", "");
  expect(ASSAY("check", "no.onnx"), 3, "", "'no.onnx'");
  const char *broken = scratch_write("broken.onnx", "not a network");
  expect(ASSAY("check", broken), 1, "", "is not in the ONNX format");
}

static void test_mismatch(void **state)
{
  (void)state;
  const char *property = scratch_write(
      "p.vnnlib",
      "(declare-const X_0 Real)(declare-const Y_0 Real)(assert (<= X_0 1))(assert (>= Y_0 0))");
  expect(ASSAY("check", "samples/network.onnx", property), 1, "", "the network has 2 and 2");
}

static void test_info(void **state)
{
  (void)state;
  expect(ASSAY("info", "samples/network.onnx"), 0, "Gemm          2", "");
  expect(ASSAY("info", "--json", "samples/network.onnx"), 0, "\"Relu\": 1", "");
  expect(ASSAY("info", "--plot", "-", "samples/network.onnx"), 0, "0 -> 1", "");
  char figure[4096];
  snprintf(figure, sizeof figure, "%s", scratch_path("network.svg"));
  CommandResult drawn = ASSAY("info", "--plot", figure, "samples/network.onnx");
  if (drawn.exit_code == 0) {
    char *text = scratch_read("network.svg");
    expect_in(text, "<svg");
    expect_in(text, "Gemm");
    free(text);
  } else {
    expect_parts(&drawn, 3, "", "need the program dot");
  }
  command_result_free(&drawn);
}

static void test_eval(void **state)
{
  (void)state;
  expect(ASSAY("eval", "samples/network.onnx"), 2, "", "--input is needed");
  const char *input = scratch_write("input.txt", "[[1, -1]]");
  /* a = (2, -2, -0.25), h = (2, 0, 0), y = (2.1, -4) */
  expect(ASSAY("eval", "samples/network.onnx", "--input", input), 0, "Y_0 2.0999999\nY_1 -4\n", "");
  expect(ASSAY("eval", "samples/network.onnx", "samples/network.vnnlib", "--input", input), 1,
         "\nviolated\n", "");
  const char *outside = scratch_write("outside.txt", "2 -2");
  expect(ASSAY("eval", "samples/network.onnx", "samples/network.vnnlib", "--input", outside), 0,
         "not violated", "");
  const char *few = scratch_write("few.txt", "1");
  expect(ASSAY("eval", "samples/network.onnx", "--input", few), 3, "", "does not have 2 numbers");
  const char *words = scratch_write("words.txt", "1 x");
  expect(ASSAY("eval", "samples/network.onnx", "--input", words), 3, "",
         "something else than numbers");
}

static void test_gen(void **state)
{
  (void)state;
  const char *folder = scratch_path("made");
  expect(ASSAY("gen", "--language", "nn", "--class", "dnn", "--spec", "sat", "--count", "2",
               "--out", folder),
         0, "", "");
  scratch_expect("made/instances.csv", "0.onnx,0.vnnlib,60\n1.onnx,1.vnnlib,60\n");
  char network[4096], property[4096], witness[4096];
  snprintf(network, sizeof network, "%s/1.onnx", scratch_path("made"));
  snprintf(property, sizeof property, "%s/1.vnnlib", scratch_path("made"));
  snprintf(witness, sizeof witness, "%s/1.witness", scratch_path("made"));
  expect(ASSAY("eval", network, property, "--input", witness), 1, "\nviolated\n", "");
  expect(ASSAY("gen", "--language", "nn"), 2, "", "need --out DIR");
  expect(ASSAY("gen", "--language", "nn", "--class", "dnn", "--spec", "unsat", "--print-config"), 0,
         "inputs: 4\n", "");
}

static void test_config(void **state)
{
  (void)state;
  expect(ASSAY("gen", "--language", "nn", "--print-config"), 0, "operator_Add: 1\n", "");
  const char *config = scratch_write("net.yaml", "inputs: 3\nlayer_relu: 9\n");
  expect(ASSAY("gen", "--language", "nn", "--print-config", "--config", config), 0, "inputs: 3\n",
         "");
  /* What is printed is read, and prints the same. */
  CommandResult first = ASSAY("gen", "--language", "nn", "--print-config", "--config", config);
  const char *printed = scratch_write("printed.yaml", first.out);
  expect_exactly(ASSAY("gen", "--language", "nn", "--print-config", "--config", printed), 0,
                 first.out, "");
  command_result_free(&first);
  const char *wrong = scratch_write("wrong.yaml", "inputs: 3\nimputs: 4\n");
  expect(ASSAY("gen", "--language", "nn", "--print-config", "--config", wrong), 2, "",
         ":2: there is no setting");
  const char *text = scratch_write("text.yaml", "inputs: many\n");
  expect(ASSAY("gen", "--language", "nn", "--print-config", "--config", text), 2, "",
         "not a number");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_check), cmocka_unit_test(test_mismatch), cmocka_unit_test(test_info),
      cmocka_unit_test(test_eval),  cmocka_unit_test(test_gen),      cmocka_unit_test(test_config),
  };
  return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
