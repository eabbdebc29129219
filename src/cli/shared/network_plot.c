/* Figures of networks, drawn by Graphviz. */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "cli/option/command.h"
#include "cli/shared/network_info.h"
#include "run/process/supervisor.h"

/* A name as a string of dot. */
static void add_quoted(StrBuf *out, const char *text)
{
  strbuf_add_char(out, '"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') strbuf_add_char(out, '\\');
    strbuf_add_char(out, *text);
  }
  strbuf_add_char(out, '"');
}

static void add_edges(StrBuf *out, const Graph *graph, const GraphNode *node, size_t number)
{
  assert(number < graph->nodes.count);
  for (uint32_t i = 0; i < node->input_count; i++) {
    if (node->inputs[i] == VALUE_NONE) continue;
    const GraphValue *value = graph_value(graph, node->inputs[i]);
    if (value->constant) continue;
    if (value->producer == NODE_NONE)
      add_quoted(out, value->name);
    else
      strbuf_printf(out, "%u", value->producer);
    strbuf_printf(out, " -> %zu [label=\"", number);
    tensor_shape_print(&value->shape, out);
    strbuf_add_text(out, "\"];\n");
  }
}

static void add_graph(StrBuf *out, const Graph *graph)
{
  strbuf_add_text(out, "digraph network {\nnode [shape=box];\n");
  for (size_t i = 0; i < graph->nodes.count; i++) {
    const GraphNode *node = &graph->nodes.items[i];
    if (node->constant) continue;
    strbuf_printf(out, "%zu [label=\"%s\"];\n", i, node->op->name);
    add_edges(out, graph, node, i);
  }
  strbuf_add_text(out, "}\n");
}

/* The option of dot for a file of this name; NULL: what dot reads is wanted. */
static const char *format_of(const char *path)
{
  static const char *const formats[][2] = {{".svg", "-Tsvg"}, {".png", "-Tpng"}, {".pdf", "-Tpdf"}};
  size_t length = strlen(path);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (length > 4 && strcmp(path + length - 4, formats[i][0]) == 0) return formats[i][1];
  return NULL;
}

/* Draws the text, which the figure takes the place of. */
static Status draw(const char *format, StrBuf *text, Error *error)
{
  const char *argv[] = {"dot", format, NULL};
  RunRequest request = {.argv = argv,
                        .input = RUN_INPUT_STDIN,
                        .bytes = text->bytes,
                        .length = text->length,
                        .limits = {.wall_ns = UINT64_C(60000000000),
                                   .memory_bytes = UINT64_C(1) << 30,
                                   .stdout_bytes = 64 << 20,
                                   .stderr_bytes = 1 << 20}};
  RunResult result;
  Status status = run_one(&request, &result, error);
  if (status != STATUS_OK) return status;
  if (result.end == RUN_NOT_STARTED && result.error_number == ENOENT)
    status = error_set(error, STATUS_IO,
                       "figures of networks need the program dot, which is not installed (Debian: "
                       "graphviz)");
  else if (result.end != RUN_EXITED)
    status = error_set(error, STATUS_IO, "dot was ended: %s", run_end_text(result.end));
  else if (result.exit_code != 0 || result.out.length == 0)
    status = error_set(error, STATUS_IO, "dot failed: %.300s", result.err.bytes);
  strbuf_clear(text);
  if (status == STATUS_OK) strbuf_add(text, result.out.bytes, result.out.length);
  run_result_deinit(&result);
  return status;
}

int network_plot(const Graph *graph, const char *path)
{
  StrBuf text;
  Error error = {0};
  const char *format = format_of(path);
  strbuf_init(&text, 0);
  add_graph(&text, graph);
  Status status = format ? draw(format, &text, &error) : STATUS_OK;
  if (status == STATUS_OK) status = file_write(path, text.bytes, text.length, &error);
  strbuf_deinit(&text);
  if (status != STATUS_OK) fprintf(stderr, "assay info: %s\n", error.message);
  return status == STATUS_OK ? EXIT_FINE : EXIT_ENVIRONMENT;
}
