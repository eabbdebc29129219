/* What assay check says of networks. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "cli/option/json.h"
#include "cli/option/style.h"
#include "cli/shared/network.h"
#include "cli/shared/network_open.h"

static void say_json(const char *path, int code, const Graph *graph, const Error *error)
{
  json_t *object = json_object();
  json_object_set_new(object, "file", json_text(path, strlen(path)));
  json_object_set_new(object, "ok", json_boolean(code == EXIT_FINE));
  if (code == EXIT_FINE && graph) {
    json_object_set_new(object, "opset", json_integer(graph->opset));
    json_object_set_new(object, "nodes", json_count(graph->nodes.count));
    json_object_set_new(object, "parameters", json_count(graph_parameter_count(graph)));
  }
  if (code != EXIT_FINE)
    json_object_set_new(object, "error", json_text(error->message, strlen(error->message)));
  json_print_line(stdout, object);
}

static void say(const NetworkCheck *check, const char *path, int code, const Graph *graph,
                const Error *error)
{
  assert(code == EXIT_FINE || !graph);
  if (check->json) {
    say_json(path, code, graph, error);
  } else if (code != EXIT_FINE) {
    fprintf(stderr, "assay: %s\n", error->message);
  } else if (!check->quiet && graph) {
    StrBuf shapes;
    strbuf_init(&shapes, 0);
    size_t parameters = graph_parameter_count(graph);
    network_print_shapes(graph, &shapes);
    printf("%s: ok, opset %" PRId64 ", %zu node%s, %zu parameter%s, %s\n", path, graph->opset,
           graph->nodes.count, text_plural(graph->nodes.count), parameters, text_plural(parameters),
           strbuf_text(&shapes));
    strbuf_deinit(&shapes);
  }
}

static int check_property(const NetworkCheck *check, const char *path, const Graph *graph)
{
  Property property;
  Error error = {0};
  int code = network_open_property(path, graph, &property, &error);
  if (code == EXIT_FINE && !check->json && !check->quiet)
    printf("%s: ok, %u input%s, %u output%s, %" PRIu64 " part%s\n", path, property.inputs,
           text_plural(property.inputs), property.outputs, text_plural(property.outputs),
           property.part_count, text_plural(property.part_count));
  else
    say(check, path, code, NULL, &error);
  if (code == EXIT_FINE) property_deinit(&property);
  return code;
}

int network_check(const NetworkCheck *check, const char *path, const char *property)
{
  assert(path || property);
  Graph graph;
  Error error = {0};
  if (!path) return check_property(check, property, NULL);
  int code = network_open(path, &graph, &error);
  say(check, path, code, code == EXIT_FINE ? &graph : NULL, &error);
  if (code != EXIT_FINE) return code;
  if (property) code = check_property(check, property, &graph);
  graph_deinit(&graph);
  return code;
}
