/* Writes cases for compare.js. usage: cases FOLDER real FILE...  |  cases FOLDER units COUNT SEED
 * `real`: 20 random inputs of each network. `units`: COUNT networks of one operator for each operator. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "nn/infer/infer.h"
#include "nn/onnx/load.h"

static void print_tensor(FILE *out, const char *name, const Tensor *tensor)
{
  fprintf(out, "\"%s\":{\"type\":\"%s\",\"dims\":[", name, tensor_type_name(tensor->shape.type));
  for (uint32_t i = 0; i < tensor->shape.rank; i++)
    fprintf(out, "%s%" PRId64, i ? "," : "", tensor->shape.dims[i]);
  fprintf(out, "],\"data\":[");
  for (size_t i = 0; i < tensor->count; i++) {
    if (tensor->shape.type == TENSOR_UINT64)
      fprintf(out, "%s\"%" PRIu64 "\"", i ? "," : "", (uint64_t)tensor_get_int(tensor, i));
    else if (!tensor_type_is_float(tensor->shape.type))
      fprintf(out, "%s\"%" PRId64 "\"", i ? "," : "", tensor_get_int(tensor, i));
    else
      fprintf(out, "%s\"%.17g\"", i ? "," : "",
              fabs(tensor_get_double(tensor, i)) < INFINITY ? tensor_get_double(tensor, i)
                                                            : tensor_get_double(tensor, i) + 0.0);
  }
  fprintf(out, "]}");
}

static void fill_random(Tensor *tensor, Random *random)
{
  for (size_t i = 0; i < tensor->count; i++)
    if (tensor_type_is_float(tensor->shape.type))
      tensor_set_double(tensor, i, random_unit(random) * 2 - 1);
    else
      tensor_set_int(tensor, i,
                     (int64_t)random_below(random, 7) -
                         (tensor->shape.type == TENSOR_INT64 ? 3 : 0));
}

/* One random input and our output. */
static bool print_case(FILE *out, const Graph *graph, Random *random, bool first)
{
  Tensor in[16], results[16];
  Error error = {0};
  if (graph->inputs.count > 16 || graph->outputs.count > 16) return false;
  for (size_t i = 0; i < graph->inputs.count; i++) {
    tensor_init(&in[i], graph_value(graph, graph->inputs.items[i])->shape);
    fill_random(&in[i], random);
  }
  bool done = infer_run(graph, in, results, &error) == STATUS_OK;
  if (!done) fprintf(stderr, "%s\n", error.message);
  if (done) {
    fprintf(out, "%s{\"inputs\":{", first ? "" : ",");
    for (size_t i = 0; i < graph->inputs.count; i++) {
      if (i) fputc(',', out);
      print_tensor(out, graph_value(graph, graph->inputs.items[i])->name, &in[i]);
    }
    fprintf(out, "},\"outputs\":{");
    for (size_t i = 0; i < graph->outputs.count; i++) {
      if (i) fputc(',', out);
      print_tensor(out, graph_value(graph, graph->outputs.items[i])->name, &results[i]);
      tensor_deinit(&results[i]);
    }
    fprintf(out, "}}");
  }
  for (size_t i = 0; i < graph->inputs.count; i++) tensor_deinit(&in[i]);
  return done;
}

static bool cases_write(const char *folder, const char *name, const char *model, const Graph *graph,
                        int count, double tolerance, Random *random)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.json", folder, name);
  FILE *out = fopen(path, "w");
  if (!out) return false;
  if (model)
    fprintf(out, "{\"model\":\"%s\",\"tolerance\":%g,\"cases\":[", model, tolerance);
  else
    fprintf(out, "{\"tolerance\":%g,\"cases\":[", tolerance);
  bool done = true;
  for (int i = 0; i < count && done; i++) done = print_case(out, graph, random, i == 0);
  fprintf(out, "]}\n");
  fclose(out);
  return done;
}

static int write_real(const char *folder, int count, char **files)
{
  for (int i = 0; i < count; i++) {
    Graph graph;
    Error error = {0};
    char name[64];
    Random random = random_stream(1, 0, (uint64_t)i);
    if (onnx_load(files[i], NULL, &graph, &error) != STATUS_OK) {
      fprintf(stderr, "%s\n", error.message);
      return 1;
    }
    snprintf(name, sizeof name, "real%d", i);
    bool done = cases_write(folder, name, files[i], &graph, 20, 1e-4, &random);
    graph_deinit(&graph);
    if (!done) return 1;
  }
  return 0;
}

int main(int count, char **arguments)
{
  if (count >= 3 && strcmp(arguments[2], "real") == 0)
    return write_real(arguments[1], count - 3, arguments + 3);
  fprintf(stderr, "usage: cases FOLDER real FILE...\n");
  return 2;
}
