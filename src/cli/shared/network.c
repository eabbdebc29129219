#include "cli/shared/network.h"
#include "cli/shared/network_open.h"

#include <assert.h>
#include <string.h>

#include "nn/onnx/load.h"

static bool ends_with(const char *path, const char *end)
{
  size_t length = strlen(path), tail = strlen(end);
  return length >= tail && strcmp(path + length - tail, end) == 0;
}

bool network_is_model(const char *path)
{
  return ends_with(path, ".onnx") || ends_with(path, ".onnx.gz");
}

bool network_is_property(const char *path)
{
  return ends_with(path, ".vnnlib") || ends_with(path, ".vnnlib.gz");
}

static int exit_code(Status status)
{
  return status == STATUS_OK ? EXIT_FINE : status == STATUS_IO ? EXIT_ENVIRONMENT : EXIT_FINDING;
}

int network_open(const char *path, Graph *graph, Error *error)
{
  assert(path && graph);
  Error own = {0};
  Status status = onnx_load(path, NULL, graph, error ? error : &own);
  if (status != STATUS_OK && !error) fprintf(stderr, "assay: %s\n", own.message);
  return exit_code(status);
}

static size_t count_all(const Graph *graph, const U32Vec *values)
{
  size_t count = 0;
  for (size_t i = 0; i < values->count; i++) {
    const TensorShape *shape = &graph_value(graph, values->items[i])->shape;
    count += tensor_shape_extent(shape, 0, shape->rank);
  }
  return count;
}

size_t network_input_count(const Graph *graph)
{
  return count_all(graph, &graph->inputs);
}

size_t network_output_count(const Graph *graph)
{
  return count_all(graph, &graph->outputs);
}

int network_open_property(const char *path, const Graph *graph, Property *property, Error *error)
{
  assert(path && property);
  Error own = {0}, *shown = error ? error : &own;
  *property = (Property){0};
  Status status = property_load(property, path, shown);
  if (status != STATUS_OK && shown->line)
    error_set(shown, status, "'%s', line %u: %s", path, shown->line, shown->message);
  if (status == STATUS_OK && graph &&
      (property->inputs != network_input_count(graph) ||
       property->outputs != network_output_count(graph)))
    status = error_set(shown, STATUS_SORT,
                       "'%s' is about %u inputs and %u outputs, the network has %zu and %zu", path,
                       property->inputs, property->outputs, network_input_count(graph),
                       network_output_count(graph));
  if (status != STATUS_OK) property_deinit(property);
  if (status != STATUS_OK && !error) fprintf(stderr, "assay: %s\n", own.message);
  return exit_code(status);
}

static void print_list(const Graph *graph, const U32Vec *values, StrBuf *out)
{
  for (size_t i = 0; i < values->count; i++) {
    if (i) strbuf_add_text(out, ", ");
    tensor_shape_print(&graph_value(graph, values->items[i])->shape, out);
  }
}

void network_print_shapes(const Graph *graph, StrBuf *out)
{
  print_list(graph, &graph->inputs, out);
  strbuf_add_text(out, " -> ");
  print_list(graph, &graph->outputs, out);
}
