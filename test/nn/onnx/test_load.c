#include "testing.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "nn/onnx/load.h"

/* A model of bytes: ir_version 8, opset 13, and the given graph. */
static Status read_graph(const char *bytes, size_t length, Graph *graph, Error *error)
{
  StrBuf model;
  strbuf_init(&model, 0);
  strbuf_add(&model, "\x08\x08\x42\x02\x10\x0d\x3a", 7);
  strbuf_add_char(&model, (char)length); /* below 128 */
  strbuf_add(&model, bytes, length);
  Status status = onnx_read(model.bytes, model.length, NULL, graph, error);
  strbuf_deinit(&model);
  return status;
}

/* Input x:float[1,3], y = Relu(x), output y. */
static const char RELU[] =
    "\x0a\x0c\x0a\x01x\x12\x01y\x22\x04Relu"
    "\x5a\x11\x0a\x01x\x12\x0c\x0a\x0a\x08\x01\x12\x06\x0a\x00\x0a\x02\x08\x03"
    "\x62\x03\x0a\x01y";

static void test_small(void **state)
{
  (void)state;
  Graph graph;
  Error error = {0};
  Status status = read_graph(RELU, sizeof RELU - 1, &graph, &error);
  if (status != STATUS_OK) fail_msg("%s", error.message);
  assert_int_equal(graph.nodes.count, 1);
  assert_int_equal(graph.nodes.items[0].op->kind, OP_Relu);
  assert_int_equal(graph.opset, 13);
  const TensorShape *shape = &graph_value(&graph, graph.outputs.items[0])->shape;
  assert_int_equal(shape->rank, 2);
  assert_int_equal(shape->dims[0], 1); /* open in the file */
  assert_int_equal(shape->dims[1], 3);
  graph_deinit(&graph);
}

/* Any end and any changed bit: a network or an error, and nothing else. */
static void test_damaged(void **state)
{
  (void)state;
  size_t wrong = 0;
  for (size_t cut = 0; cut < sizeof RELU - 1; cut++) {
    char bytes[sizeof RELU];
    Graph graph;
    Error error = {0};
    if (read_graph(RELU, cut, &graph, &error) == STATUS_OK)
      graph_deinit(&graph);
    else
      wrong++;
    for (int bit = 0; bit < 8; bit++) {
      memcpy(bytes, RELU, sizeof RELU);
      bytes[cut] = (char)(bytes[cut] ^ 1 << bit);
      if (read_graph(bytes, sizeof RELU - 1, &graph, &error) == STATUS_OK)
        graph_deinit(&graph);
      else
        wrong++;
    }
  }
  assert_true(wrong > 3 * sizeof RELU);
}

/* Writes a key and a length in front of what begins at `at`, of which `length` bytes follow. */
static char *wrap(char *at, char key, size_t length)
{
  char size[10];
  size_t used = 0;
  do {
    size[used++] = (char)((length & 127) | (length > 127 ? 128 : 0));
    length >>= 7;
  } while (length);
  at -= used;
  memcpy(at, size, used);
  *--at = key;
  return at;
}

/* Graphs in attributes of nodes of graphs: refused before anything recurses over them. */
static void test_deep(void **state)
{
  (void)state;
  enum { SIZE = 1000000 };
  static const char KEYS[] = {0x32, 0x2a, 0x0a}; /* graph of an attribute, attribute, node */
  char *bytes = malloc(SIZE), *end = bytes + SIZE, *at = end;
  for (size_t i = 0; at - bytes > 20; i++) at = wrap(at, KEYS[i % 3], (size_t)(end - at));
  while (*at != 0x0a) at = wrap(at, *at == 0x32 ? 0x2a : 0x0a, (size_t)(end - at));
  at = wrap(at, 0x3a, (size_t)(end - at));
  Graph graph;
  Error error = {0};
  assert_int_equal(onnx_read(at, (size_t)(end - at), NULL, &graph, &error), STATUS_LIMIT);
  assert_non_null(strstr(error.message, "nested deeper"));
  free(bytes);
}

static void test_no_file(void **state)
{
  (void)state;
  Graph graph;
  Error error = {0};
  assert_int_equal(onnx_load("/nonexistent/x.onnx", NULL, &graph, &error), STATUS_IO);
  assert_int_equal(onnx_load("/", NULL, &graph, &error), STATUS_IO);
  assert_int_not_equal(onnx_load("/dev/null", NULL, &graph, &error), STATUS_OK);
  GraphLimits small = {.file_bytes = 100000};
  assert_int_equal(onnx_load("/dev/zero", &small, &graph, &error), STATUS_LIMIT);
}

/* The networks of competitions. */
static void test_real(void **state)
{
  (void)state;
  const char *shared = getenv("ASSAY_SHARED");
  char pattern[4096];
  glob_t found = {0};
  if (!shared) skip();
  snprintf(pattern, sizeof pattern, "%s/nnv/*/onnx/*.onnx*", shared);
  if (glob(pattern, 0, NULL, &found) != 0) {
    snprintf(pattern, sizeof pattern, "%s/data/nnv/*/onnx/*.onnx*", shared);
    if (glob(pattern, 0, NULL, &found) != 0) skip();
  }
  for (size_t i = 0; i < found.gl_pathc; i++) {
    Graph graph;
    Error error = {0};
    if (onnx_load(found.gl_pathv[i], NULL, &graph, &error) != STATUS_OK)
      fail_msg("%s", error.message);
    assert_int_equal(graph.inputs.count, 1);
    assert_int_equal(graph.outputs.count, 1);
    assert_true(graph_parameter_count(&graph) > 0);
    graph_deinit(&graph);
  }
  globfree(&found);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small),   cmocka_unit_test(test_damaged), cmocka_unit_test(test_deep),
      cmocka_unit_test(test_no_file), cmocka_unit_test(test_real),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
