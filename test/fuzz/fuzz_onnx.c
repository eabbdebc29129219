/* libFuzzer target: any bytes are read as a network, plain or compressed. What is accepted is computed at zeros and
 * must be written and read again, with the same results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/infer/infer.h"
#include "nn/onnx/load.h"
#include "nn/onnx/save.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VALUES_MAX = 16 };

static _Noreturn void complain(const char *what, const Error *error)
{
  fprintf(stderr, "%s: %s\n", what, error->message);
  abort();
}

/* Results at zeros; false if there are none, as indices may be out of range. */
static bool compute(const Graph *graph, Tensor *out)
{
  Tensor in[VALUES_MAX];
  Error error = {0};
  for (size_t i = 0; i < graph->inputs.count; i++)
    tensor_init(&in[i], graph_value(graph, graph->inputs.items[i])->shape);
  bool done = infer_run(graph, in, out, &error) == STATUS_OK;
  for (size_t i = 0; i < graph->inputs.count; i++) tensor_deinit(&in[i]);
  return done;
}

static void compare(const Graph *graph, const Graph *again)
{
  Tensor out[VALUES_MAX], other[VALUES_MAX];
  Error error = {.message = "the results differ"};
  if (!compute(graph, out)) return;
  if (!compute(again, other)) complain("a network that was read again cannot be computed", &error);
  for (size_t i = 0; i < graph->outputs.count; i++) {
    size_t bytes = out[i].count * tensor_type_size(out[i].shape.type);
    if (!tensor_shape_equal_dims(&out[i].shape, &other[i].shape) ||
        memcmp(out[i].data, other[i].data, bytes) != 0)
      complain("a network that was read again", &error);
    tensor_deinit(&out[i]);
    tensor_deinit(&other[i]);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  /* Small limits: what is tried here is that they are kept, not how long large networks take. */
  static const GraphLimits LIMITS = {.file_bytes = 1 << 20,
                                     .nodes = 100,
                                     .elements = 1 << 12,
                                     .constant_bytes = 1 << 20,
                                     .work = 1 << 24};
  Graph graph, again;
  Error error = {0};
  if (onnx_read(data, size, &LIMITS, &graph, &error) != STATUS_OK) return 0;
  StrBuf text;
  strbuf_init(&text, 0);
  onnx_print(&graph, &text);
  if (onnx_read(text.bytes, text.length, &LIMITS, &again, &error) != STATUS_OK)
    complain("a network that was written is not accepted", &error);
  if (graph.inputs.count <= VALUES_MAX && graph.outputs.count <= VALUES_MAX)
    compare(&graph, &again);
  graph_deinit(&again);
  graph_deinit(&graph);
  strbuf_deinit(&text);
  return 0;
}
