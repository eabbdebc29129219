/* Writes cases for compare.js. usage: cases FOLDER real FILE... | cases FOLDER generated EACH SEED | cases FOLDER texts FILE
 * `texts`: lines NAME OPSET TEXT, networks as support/network.h reads them.
 * `real`: 20 random inputs of each network. `generated`: EACH networks of each class, and of each operator alone. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "nn/gen/generate.h"
#include "nn/gen/randgraph.h"
#include "nn/infer/infer.h"
#include "nn/onnx/load.h"
#include "nn/onnx/save.h"
#include "support/network.h"

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

/* Other numbers for the settings of an operator, so that its attributes are not always near the defaults. */
static void vary(NetworkSettings *settings, int op, Random *random)
{
  for (int kind = 0; kind < SET_OPERATORS; kind++) {
    SettingAbout about;
    if (!network_settings_describe(kind, &about) || (int)about.op != op) continue;
    double most = fmin(about.most, 2 * fabs(about.initial) + 1);
    double number = about.least + (most - about.least) * random_unit(random);
    bool whole = about.most > 1 && floor(about.initial) == about.initial;
    settings->numbers[kind] = fmax(about.least, whole ? floor(number) : number);
    size_t length = strlen(about.name);
    bool upper = strcmp(about.name + length - 5, "_high") == 0;
    if (upper) settings->numbers[kind] = fmax(settings->numbers[kind], settings->numbers[kind - 1]);
  }
  double *zero = &settings->numbers[SET_QuantizeLinear_zero_min];
  zero[1] = fmax(zero[0], zero[1]);
}

/* Networks of all classes, and for random graphs of each operator alone. */
static int write_generated(const char *folder, uint64_t each, uint64_t seed)
{
  for (int class = NETWORK_RAND; class <= NETWORK_VNNLIB + OPERATOR_COUNT; class ++) {
    NetworkSettings settings;
    int op = class - NETWORK_VNNLIB - 1;
    network_settings_init(&settings, op < 0 ? (NetworkClass) class : NETWORK_RAND, SPEC_RAND);
    settings.seed = seed;
    if (op >= 0) {
      if (!randgraph_draws(operator_get((OperatorKind)op))) continue;
      if (settings.numbers[SET_OPERATORS + op] == 0) settings.numbers[SET_opset] = 19;
      for (int i = 0; i < OPERATOR_COUNT; i++) settings.numbers[SET_OPERATORS + i] = i == op;
      settings.numbers[SET_nodes_min] = settings.numbers[SET_nodes_max] = 1;
    }
    for (uint64_t i = 0; i < each; i++) {
      NetworkInstance instance;
      Error error = {0};
      char name[100], path[4200];
      Random random = random_stream(seed, 5, i);
      NetworkSettings own = settings;
      if (op >= 0 && i % 2) vary(&own, op, &random);
      if (network_settings_check(&own, &error) != STATUS_OK ||
          network_generate(&own, i, NULL, &instance, &error) != STATUS_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
      }
      snprintf(name, sizeof name, "%s%d_%" PRIu64,
               op < 0 ? "class" : operator_get((OperatorKind)op)->name, class, i);
      snprintf(path, sizeof path, "%s/%s.onnx", folder, name);
      bool done = onnx_save(&instance.graph, path, &error) == STATUS_OK &&
                  cases_write(folder, name, NULL, &instance.graph, 1, 1e-4, &random);
      network_instance_deinit(&instance);
      if (!done) return 1;
    }
  }
  return 0;
}

static int write_texts(const char *folder, const char *list)
{
  FILE *in = fopen(list, "r");
  char line[8192];
  int code = in ? 0 : 1;
  for (uint64_t i = 0; in && fgets(line, sizeof line, in); i++) {
    char name[100], path[4200];
    int opset, text = 0;
    Graph graph;
    Error error = {0};
    Random random = random_stream(1, 9, i);
    line[strcspn(line, "\n")] = 0;
    if (sscanf(line, "%99s %d %n", name, &opset, &text) != 2 || !text) return 1;
    if (network_infer(&graph, opset, line + text, &error) != STATUS_OK) {
      fprintf(stderr, "%s %s: %s\n", name, line + text, error.message);
      graph_deinit(&graph);
      code = 1;
      continue;
    }
    snprintf(path, sizeof path, "%s/%s.onnx", folder, name);
    if (onnx_save(&graph, path, &error) != STATUS_OK ||
        !cases_write(folder, name, NULL, &graph, 1, 1e-4, &random))
      code = 1;
    graph_deinit(&graph);
  }
  if (in) fclose(in);
  return code;
}

int main(int count, char **arguments)
{
  if (count >= 3 && strcmp(arguments[2], "real") == 0)
    return write_real(arguments[1], count - 3, arguments + 3);
  if (count == 5 && strcmp(arguments[2], "generated") == 0)
    return write_generated(arguments[1], strtoull(arguments[3], NULL, 10),
                           strtoull(arguments[4], NULL, 10));
  if (count == 4 && strcmp(arguments[2], "texts") == 0)
    return write_texts(arguments[1], arguments[3]);
  fprintf(stderr, "usage: cases FOLDER real FILE... | generated EACH SEED | texts FILE\n");
  return 2;
}
