/* What assay eval does with networks: inference, and whether an input violates a property. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/random.h"
#include "cli/option/json.h"
#include "cli/shared/network.h"
#include "cli/shared/network_open.h"
#include "nn/infer/infer.h"

typedef struct {
  const NetworkEval *eval;
  const Graph *graph;
  Tensor *in, *out;
} Session;

/* Numbers of any layout: brackets, commas and spaces are between them. */
static bool next_number(const char **at, double *number)
{
  while (*at && (isspace((unsigned char)**at) || **at == ',' || **at == '[' || **at == ']')) ++*at;
  char *end;
  *number = strtod(*at, &end);
  if (end == *at) return false;
  *at = end;
  return true;
}

static int read_numbers(Session *session, const char *path)
{
  FileText text;
  Error error = {0};
  if (file_read(path, 0, &text, &error) != STATUS_OK)
    return command_error(session->eval->command, EXIT_ENVIRONMENT, "%s", error.message);
  const char *at = text.bytes;
  size_t count = 0, wanted = network_input_count(session->graph);
  double number;
  for (size_t i = 0; i < session->graph->inputs.count; i++)
    for (size_t k = 0; k < session->in[i].count && next_number(&at, &number); k++, count++)
      tensor_set_double(&session->in[i], k, number);
  bool more = next_number(&at, &number), rest = *at != 0;
  file_text_free(&text);
  if (count == wanted && !more && !rest) return EXIT_FINE;
  return command_error(session->eval->command, EXIT_USAGE,
                       rest && !more ? "'%s' has something else than numbers"
                                     : "'%s' does not have %zu numbers",
                       path, wanted);
}

static int fill_inputs(Session *session)
{
  const NetworkEval *eval = session->eval;
  if (!eval->input)
    return command_usage_error(eval->command,
                               "--input is needed: zeros, random or a file of numbers");
  if (strcmp(eval->input, "zeros") == 0) return EXIT_FINE;
  if (strcmp(eval->input, "random") != 0) return read_numbers(session, eval->input);
  Random random = random_stream(eval->seed, 0, 0);
  for (size_t i = 0; i < session->graph->inputs.count; i++)
    for (size_t k = 0; k < session->in[i].count; k++)
      tensor_set_double(&session->in[i], k, random_unit(&random));
  return EXIT_FINE;
}

static void set_values(mpq_t *values, size_t *at, const Tensor *tensors, size_t count, bool *finite)
{
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < tensors[i].count; k++) {
      double number = tensor_get_double(&tensors[i], k);
      if (!isfinite(number)) *finite = false;
      mpq_init(values[*at]);
      mpq_set_d(values[(*at)++], isfinite(number) ? number : 0);
    }
}

/* Does the property hold, as it is written, of these inputs and outputs? */
static bool satisfies(const Session *session, const Property *property)
{
  size_t count = (size_t)property->inputs + property->outputs, at = 0;
  mpq_t *values = mem_alloc(count + 1, sizeof *values);
  bool finite = true;
  set_values(values, &at, session->in, session->graph->inputs.count, &finite);
  set_values(values, &at, session->out, session->graph->outputs.count, &finite);
  bool holds = finite && property_holds(property, values);
  for (size_t i = 0; i < at; i++) mpq_clear(values[i]);
  free(values);
  return holds;
}

static void print_number(const Tensor *tensor, size_t index)
{
  if (tensor->shape.type == TENSOR_DOUBLE)
    printf("%.17g", tensor_get_double(tensor, index));
  else if (tensor_type_is_float(tensor->shape.type))
    printf("%.9g", tensor_get_double(tensor, index));
  else
    printf("%" PRId64, tensor_get_int(tensor, index));
}

static void print_text(const Session *session)
{
  size_t number = 0;
  for (size_t i = 0; i < session->graph->outputs.count; i++)
    for (size_t k = 0; k < session->out[i].count; k++) {
      printf("Y_%zu ", number++);
      print_number(&session->out[i], k);
      putchar('\n');
    }
}

static void print_json(const Session *session, const bool *violated)
{
  json_t *object = json_object(), *outputs = json_object();
  for (size_t i = 0; i < session->graph->outputs.count; i++) {
    json_t *numbers = json_array();
    const char *name = graph_value(session->graph, session->graph->outputs.items[i])->name;
    for (size_t k = 0; k < session->out[i].count; k++)
      json_array_append_new(numbers, json_number(tensor_get_double(&session->out[i], k)));
    json_object_set_new(outputs, name, numbers);
  }
  json_object_set_new(object, "outputs", outputs);
  if (violated) json_object_set_new(object, "violated", json_boolean(*violated));
  json_print_line(stdout, object);
}

static int finish(const Session *session, const Property *property)
{
  bool violated = property && satisfies(session, property);
  if (session->eval->json) {
    print_json(session, property ? &violated : NULL);
  } else {
    print_text(session);
    if (property) puts(violated ? "violated" : "not violated");
  }
  return violated ? EXIT_FINDING : EXIT_FINE;
}

static int evaluate(Session *session, const Property *property)
{
  const Graph *graph = session->graph;
  Error error = {0};
  session->in = mem_alloc_zero(graph->inputs.count + 1, sizeof *session->in);
  session->out = mem_alloc_zero(graph->outputs.count + 1, sizeof *session->out);
  for (size_t i = 0; i < graph->inputs.count; i++)
    tensor_init(&session->in[i], graph_value(graph, graph->inputs.items[i])->shape);
  int code = fill_inputs(session);
  if (code == EXIT_FINE && infer_run(graph, session->in, session->out, &error) != STATUS_OK)
    code = command_error(session->eval->command, EXIT_USAGE, "%s", error.message);
  if (code == EXIT_FINE) code = finish(session, property);
  for (size_t i = 0; i < graph->inputs.count; i++) tensor_deinit(&session->in[i]);
  for (size_t i = 0; i < graph->outputs.count; i++) tensor_deinit(&session->out[i]);
  free(session->in);
  free(session->out);
  return code;
}

int network_eval(const NetworkEval *eval, const char *path, const char *property_path)
{
  Graph graph;
  Property property = {0};
  Session session = {.eval = eval, .graph = &graph};
  int code = network_open(path, &graph, NULL);
  if (code != EXIT_FINE) return code == EXIT_FINDING ? EXIT_USAGE : code;
  if (property_path) code = network_open_property(property_path, &graph, &property, NULL);
  if (code == EXIT_FINE)
    code = evaluate(&session, property_path ? &property : NULL);
  else if (code == EXIT_FINDING)
    code = EXIT_USAGE;
  property_deinit(&property);
  graph_deinit(&graph);
  return code;
}
