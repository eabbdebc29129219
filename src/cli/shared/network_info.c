/* What assay info says of networks. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/option/json.h"
#include "cli/option/table.h"
#include "cli/shared/network.h"
#include "cli/shared/network_info.h"
#include "cli/shared/network_open.h"

enum { LABEL_WIDTH = 14 };

/* The constants of a network. */
typedef struct {
  size_t count, zeros;
  double least, most;
} Parameters;

static Parameters count_parameters(const Graph *graph)
{
  Parameters found = {.count = graph_parameter_count(graph), .least = INFINITY, .most = -INFINITY};
  for (size_t i = 0; i < graph->values.count; i++) {
    const GraphValue *value = &graph->values.items[i];
    bool given =
        value->producer == NODE_NONE || graph->nodes.items[value->producer].op->kind == OP_Constant;
    if (!value->constant || !given || !tensor_type_is_float(value->shape.type)) continue;
    for (size_t k = 0; k < value->constant->count; k++) {
      double number = tensor_get_double(value->constant, k);
      found.zeros += number == 0;
      found.least = fmin(found.least, number);
      found.most = fmax(found.most, number);
    }
  }
  return found;
}

static size_t *count_operators(const Graph *graph)
{
  size_t *counts = mem_alloc_zero(OPERATOR_COUNT, sizeof *counts);
  for (size_t i = 0; i < graph->nodes.count; i++) counts[graph->nodes.items[i].op->kind]++;
  return counts;
}

static void print_values(const Graph *graph, const char *label, const U32Vec *values)
{
  for (size_t i = 0; i < values->count; i++) {
    const GraphValue *value = graph_value(graph, values->items[i]);
    StrBuf shape;
    strbuf_init(&shape, 0);
    tensor_shape_print(&value->shape, &shape);
    printf("%-*s%s %s\n", LABEL_WIDTH, label, value->name, strbuf_text(&shape));
    strbuf_deinit(&shape);
  }
}

static const TableColumn columns[] = {{"operator", false}, {"nodes", true}};

static void print_text(const char *path, const Graph *graph, ColorMode color)
{
  Style style = style_for(stdout, color);
  Parameters parameters = count_parameters(graph);
  size_t *counts = count_operators(graph);
  Table table;
  printf("%-*s%s%s%s\n", LABEL_WIDTH, "file", style.bold, path, style.reset);
  printf("%-*s%" PRId64 "\n", LABEL_WIDTH, "opset", graph->opset);
  print_values(graph, "input", &graph->inputs);
  print_values(graph, "output", &graph->outputs);
  printf("%-*s%zu\n", LABEL_WIDTH, "nodes", graph->nodes.count);
  printf("%-*s%zu", LABEL_WIDTH, "parameters", parameters.count);
  if (parameters.least <= parameters.most)
    printf(", from %.6g to %.6g, %zu are 0", parameters.least, parameters.most, parameters.zeros);
  printf("\n\n");
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (int kind = 0; kind < OPERATOR_COUNT; kind++) {
    if (!counts[kind]) continue;
    table_add_text(&table, operator_get((OperatorKind)kind)->name);
    table_add_count(&table, counts[kind]);
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
  free(counts);
}

static json_t *values_array(const Graph *graph, const U32Vec *values)
{
  json_t *array = json_array();
  for (size_t i = 0; i < values->count; i++) {
    const GraphValue *value = graph_value(graph, values->items[i]);
    json_t *object = json_object(), *dims = json_array();
    for (uint32_t d = 0; d < value->shape.rank; d++)
      json_array_append_new(dims, json_integer(value->shape.dims[d]));
    json_object_set_new(object, "name", json_text(value->name, strlen(value->name)));
    json_object_set_new(object, "type", json_string(tensor_type_name(value->shape.type)));
    json_object_set_new(object, "shape", dims);
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *network_object(const char *path, const Graph *graph)
{
  Parameters parameters = count_parameters(graph);
  size_t *counts = count_operators(graph);
  json_t *object = json_object(), *operators = json_object();
  for (int kind = 0; kind < OPERATOR_COUNT; kind++)
    if (counts[kind])
      json_object_set_new(operators, operator_get((OperatorKind)kind)->name,
                          json_count(counts[kind]));
  json_object_set_new(object, "file", json_text(path, strlen(path)));
  json_object_set_new(object, "opset", json_integer(graph->opset));
  json_object_set_new(object, "inputs", values_array(graph, &graph->inputs));
  json_object_set_new(object, "outputs", values_array(graph, &graph->outputs));
  json_object_set_new(object, "nodes", json_count(graph->nodes.count));
  json_object_set_new(object, "parameters", json_count(parameters.count));
  json_object_set_new(object, "least", json_number(parameters.least));
  json_object_set_new(object, "most", json_number(parameters.most));
  json_object_set_new(object, "zeros", json_count(parameters.zeros));
  json_object_set_new(object, "operators", operators);
  free(counts);
  return object;
}

int network_info(const char *path, const char *property_path, bool json, const char *figure,
                 ColorMode color)
{
  Graph graph;
  Property property = {0};
  int code = network_open(path, &graph, NULL);
  if (code != EXIT_FINE) return code;
  if (property_path) code = network_open_property(property_path, &graph, &property, NULL);
  json_t *object = json && code == EXIT_FINE && !figure ? network_object(path, &graph) : NULL;
  if (code != EXIT_FINE) {
    graph_deinit(&graph);
    return code;
  }
  if (figure)
    code = network_plot(&graph, figure);
  else if (!json)
    print_text(path, &graph, color);
  if (property_path && !figure) network_info_property(&property, property_path, object);
  if (object) json_print_pretty(stdout, object);
  property_deinit(&property);
  graph_deinit(&graph);
  return code;
}
