/* What assay eval does with networks: inference, and whether an input violates a property. */
#include <assert.h>
#include <gmp.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cli/option/json.h"
#include "cli/shared/network.h"
#include "cli/shared/network_input.h"
#include "cli/shared/network_open.h"
#include "nn/infer/exact.h"
#include "nn/infer/infer.h"

typedef struct {
  const NetworkEval *eval;
  const Graph *graph;
  NetworkInput input;
  Tensor *out;    /* of floats */
  mpq_t *results; /* exactly */
  size_t count;   /* of results */
} Session;

static bool run_floats(Session *session, Error *error)
{
  const Graph *graph = session->graph;
  Tensor *in = mem_alloc_zero(graph->inputs.count + 1, sizeof *in);
  size_t at = 0;
  for (size_t i = 0; i < graph->inputs.count; i++) {
    tensor_init(&in[i], graph_value(graph, graph->inputs.items[i])->shape);
    for (size_t k = 0; k < in[i].count; k++, at++) {
      tensor_set_double(&in[i], k, session->input.numbers[at]);
      /* What the network sees is what a property is asked about. */
      double seen = tensor_get_double(&in[i], k);
      if (isfinite(seen)) mpq_set_d(session->input.exact[at], seen);
    }
  }
  assert(at == session->input.count);
  bool done = infer_run(graph, in, session->out, error) == STATUS_OK;
  for (size_t i = 0; i < graph->inputs.count; i++) tensor_deinit(&in[i]);
  free(in);
  return done;
}

/* Does the property hold, as it is written, of these inputs and outputs? */
static bool satisfies(const Session *session, const Property *property)
{
  const NetworkInput *input = &session->input;
  mpq_t *values = exact_new(input->count + session->count);
  bool finite = true;
  size_t at = 0;
  for (; at < input->count; at++) mpq_set(values[at], input->exact[at]);
  if (session->eval->exact)
    for (size_t i = 0; i < session->count; i++) mpq_set(values[at++], session->results[i]);
  for (size_t i = 0; !session->eval->exact && i < session->graph->outputs.count; i++)
    for (size_t k = 0; k < session->out[i].count; k++) {
      double number = tensor_get_double(&session->out[i], k);
      if (isfinite(number)) mpq_set_d(values[at], number);
      finite = finite && isfinite(number);
      at++;
    }
  assert(at == input->count + session->count);
  bool holds = finite && property_holds(property, values);
  exact_free(values, input->count + session->count);
  return holds;
}

static void print_number(const Tensor *tensor, size_t index)
{
  assert(index < tensor->count);
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
  if (session->eval->exact) {
    for (; number < session->count; number++)
      gmp_printf("Y_%zu %Qd\n", number, session->results[number]);
    return;
  }
  for (size_t i = 0; i < session->graph->outputs.count; i++)
    for (size_t k = 0; k < session->out[i].count; k++) {
      printf("Y_%zu ", number++);
      print_number(&session->out[i], k);
      putchar('\n');
    }
}

/* Rationals are texts: JSON has only decimals. */
static json_t *exact_text(const mpq_t number)
{
  char *text = mpq_get_str(NULL, 10, number);
  json_t *value = json_string(text);
  free(text);
  return value;
}

static void print_json(const Session *session, const bool *violated)
{
  json_t *object = json_object(), *outputs = json_object();
  size_t at = 0;
  for (size_t i = 0; i < session->graph->outputs.count; i++) {
    json_t *numbers = json_array();
    const GraphValue *value = graph_value(session->graph, session->graph->outputs.items[i]);
    size_t count = tensor_shape_extent(&value->shape, 0, value->shape.rank);
    for (size_t k = 0; k < count; k++, at++)
      json_array_append_new(numbers, session->eval->exact
                                         ? exact_text(session->results[at])
                                         : json_number(tensor_get_double(&session->out[i], k)));
    json_object_set_new(outputs, value->name, numbers);
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
  const NetworkEval *eval = session->eval;
  Error error = {0};
  session->count = network_output_count(graph);
  session->out = mem_alloc_zero(graph->outputs.count + 1, sizeof *session->out);
  session->results = exact_new(session->count);
  int code = network_input_read(eval->command, graph, eval->input, eval->seed, &session->input);
  bool done = true;
  if (code == EXIT_FINE && eval->exact)
    done = exact_run(graph, session->input.exact, session->results, &error) == STATUS_OK;
  else if (code == EXIT_FINE)
    done = run_floats(session, &error);
  if (!done) code = command_error(eval->command, EXIT_ENVIRONMENT, "%s", error.message);
  if (code == EXIT_FINE) code = finish(session, property);
  for (size_t i = 0; i < graph->outputs.count; i++) tensor_deinit(&session->out[i]);
  free(session->out);
  exact_free(session->results, session->count);
  network_input_deinit(&session->input);
  return code;
}

int network_eval(const NetworkEval *eval, const char *path, const char *property_path)
{
  Graph graph;
  Property property = {0};
  Session session = {.eval = eval, .graph = &graph};
  int code = network_open(path, &graph, NULL);
  if (code != EXIT_FINE) return code == EXIT_FINDING ? EXIT_ENVIRONMENT : code;
  if (property_path) code = network_open_property(property_path, &graph, &property, NULL);
  if (code == EXIT_FINE)
    code = evaluate(&session, property_path ? &property : NULL);
  else if (code == EXIT_FINDING)
    code = EXIT_ENVIRONMENT;
  property_deinit(&property);
  graph_deinit(&graph);
  return code;
}
