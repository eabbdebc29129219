/* Damaged networks: every one is read, or refused with a message, within small limits; those that are read can be run. */
#include "testing.h"

#include <stdlib.h>

#include "base/random.h"
#include "nn/gen/generate.h"
#include "nn/gen/randgraph.h"
#include "nn/infer/infer.h"
#include "nn/onnx/load.h"
#include "nn/onnx/save.h"

static const GraphLimits SMALL = {
    .file_bytes = 1 << 20, .nodes = 1000, .elements = 1 << 14, .constant_bytes = 1 << 22};

static void run(const Graph *graph)
{
  Tensor in[8] = {0}, out[8] = {0};
  Error error = {0};
  if (graph->inputs.count > 8 || graph->outputs.count > 8) return;
  for (size_t i = 0; i < graph->inputs.count; i++)
    tensor_init(&in[i], graph_value(graph, graph->inputs.items[i])->shape);
  if (infer_run(graph, in, out, &error) == STATUS_OK)
    for (size_t i = 0; i < graph->outputs.count; i++) tensor_deinit(&out[i]);
  else
    assert_true(error.message[0] != 0);
  for (size_t i = 0; i < graph->inputs.count; i++) tensor_deinit(&in[i]);
}

/* Whether the bytes are a network. */
static bool try_bytes(const char *bytes, size_t length)
{
  Graph graph;
  Error error = {0};
  if (onnx_read(bytes, length, &SMALL, &graph, &error) != STATUS_OK) {
    assert_true(error.message[0] != 0);
    return false;
  }
  run(&graph);
  graph_deinit(&graph);
  return true;
}

/* A few changes: bits, bytes of special numbers, pieces moved. */
static void damage(StrBuf *bytes, Random *random)
{
  static const char SPECIAL[] = {0, 1, 127, -128, -1, 16, 7, 11};
  size_t changes = 1 + random_below(random, 4);
  for (size_t i = 0; i < changes; i++) {
    size_t at = random_below(random, bytes->length), from = random_below(random, bytes->length);
    switch (random_below(random, 4)) {
    case 0: bytes->bytes[at] = (char)(bytes->bytes[at] ^ 1 << random_below(random, 8)); break;
    case 1: bytes->bytes[at] = SPECIAL[random_below(random, sizeof SPECIAL)]; break;
    case 2: bytes->bytes[at] = bytes->bytes[from]; break;
    default: {
      size_t most = bytes->length - (at > from ? at : from);
      memmove(bytes->bytes + at, bytes->bytes + from, random_below(random, most + 1) & 15);
    }
    }
  }
}

static void attack(const Graph *graph, Random *random, int rounds, size_t *read, size_t *refused)
{
  StrBuf good, bad;
  strbuf_init(&good, 0);
  strbuf_init(&bad, 0);
  onnx_print(graph, &good);
  assert_true(try_bytes(good.bytes, good.length));
  for (int i = 0; i < rounds; i++) {
    strbuf_clear(&bad);
    strbuf_add(&bad, good.bytes, good.length);
    if (i % 5 == 0)
      bad.length = random_below(random, bad.length);
    else
      damage(&bad, random);
    ++*(try_bytes(bad.bytes, bad.length) ? read : refused);
  }
  strbuf_deinit(&good);
  strbuf_deinit(&bad);
}

/* A graph of each operator alone: shapes, attributes and constants of all of them are damaged. */
static void test_operators(void **state)
{
  (void)state;
  const char *wanted = getenv("ASSAY_HOSTILE_ROUNDS");
  int rounds = wanted ? atoi(wanted) : 40;
  size_t read = 0, refused = 0;
  for (int op = 0; op < OPERATOR_COUNT; op++) {
    NetworkSettings settings;
    network_settings_init(&settings, NETWORK_RAND, SPEC_RAND);
    if (!randgraph_draws(operator_get((OperatorKind)op))) continue;
    if (settings.numbers[SET_OPERATORS + op] == 0) settings.numbers[SET_opset] = 19;
    for (int i = 0; i < OPERATOR_COUNT; i++) settings.numbers[SET_OPERATORS + i] = i == op;
    settings.numbers[SET_nodes_min] = settings.numbers[SET_nodes_max] = 1;
    for (uint64_t n = 0; n < 3; n++) {
      NetworkInstance instance;
      Error error = {0};
      Random random = random_stream(4, (uint64_t)op, n);
      assert_int_equal(network_generate(&settings, n, NULL, &instance, &error), STATUS_OK);
      attack(&instance.graph, &random, rounds, &read, &refused);
      network_instance_deinit(&instance);
    }
  }
  assert_true(read > 1000);
  assert_true(refused > 1000);
}

static void test_layers(void **state)
{
  (void)state;
  size_t read = 0, refused = 0;
  NetworkSettings settings;
  network_settings_init(&settings, NETWORK_DNN, SPEC_RAND);
  for (uint64_t n = 0; n < 20; n++) {
    NetworkInstance instance;
    Error error = {0};
    Random random = random_stream(5, 0, n);
    assert_int_equal(network_generate(&settings, n, NULL, &instance, &error), STATUS_OK);
    attack(&instance.graph, &random, 100, &read, &refused);
    network_instance_deinit(&instance);
  }
  assert_true(read > 100 && refused > 100);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_layers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
