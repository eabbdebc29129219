#include "cli/command/mutate_network.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "cli/shared/network_open.h"
#include "nn/mutate/mutate.h"
#include "nn/onnx/save.h"

const char *const mutate_network_kinds[] = {
    "graph", "spec", "graph-up", "graph-down", "preserve-sat", "preserve-unsat", NULL};

static int write_part(const Subcommand *command, const NetworkMutants *wanted, uint64_t number,
                      const char *ending, const StrBuf *text)
{
  StrBuf path;
  Error error = {0};
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s/%" PRIu64 ".%s", wanted->folder, number, ending);
  Status status = file_write(strbuf_text(&path), text->bytes, text->length, &error);
  strbuf_deinit(&path);
  return status == STATUS_OK ? EXIT_FINE
                             : command_error(command, EXIT_ENVIRONMENT, "%s", error.message);
}

/* A known answer is the first line of a property; changes that preserve it keep the line. */
static void add_answer(const NetworkMutants *wanted, NetworkMutation kind, StrBuf *text)
{
  const char *line = kind == MUTATE_PRESERVE_SAT     ? "; sat\n"
                     : kind == MUTATE_PRESERVE_UNSAT ? "; unsat\n"
                                                     : NULL;
  FileText file;
  Error error;
  if (!line || file_read(wanted->property, 0, &file, &error) != STATUS_OK) return;
  if (strncmp(file.bytes, line, strlen(line)) == 0) strbuf_add_text(text, line);
  file_text_free(&file);
}

/* Fills both texts; false if no place fits. The property is read anew, as a mutant is nothing to go on from. */
static int make_mutant(const NetworkMutants *wanted, const Graph *graph, uint64_t number,
                       StrBuf *model, StrBuf *text, bool *made)
{
  enum { STREAM = 22 };
  NetworkMutation kind = (NetworkMutation)wanted->kind;
  Random random = random_stream(wanted->seed, STREAM, number);
  Property property;
  int code = network_open_property(wanted->property, graph, &property, NULL);
  if (code != EXIT_FINE) return code;
  bool changes_graph = kind == MUTATE_GRAPH || kind == MUTATE_GRAPH_UP || kind == MUTATE_GRAPH_DOWN;
  if (changes_graph)
    *made = mutant_of_graph(graph, kind, &random, model);
  else
    *made = mutant_of_property(&property, kind, &random);
  if (!changes_graph) onnx_print(graph, model);
  add_answer(wanted, kind, text);
  property_print(&property, text);
  property_deinit(&property);
  return EXIT_FINE;
}

static int write_mutant(const Subcommand *command, const NetworkMutants *wanted, const Graph *graph,
                        uint64_t number)
{
  StrBuf model, text;
  bool made = false;
  strbuf_init(&model, 0);
  strbuf_init(&text, 0);
  int code = make_mutant(wanted, graph, number, &model, &text, &made);
  if (code == EXIT_FINE && !made)
    code =
        command_error(command, EXIT_ENVIRONMENT, "there is no place for a change of the kind '%s'",
                      mutate_network_kinds[wanted->kind]);
  if (code == EXIT_FINE) code = write_part(command, wanted, number, "onnx", &model);
  if (code == EXIT_FINE) code = write_part(command, wanted, number, "vnnlib", &text);
  strbuf_deinit(&model);
  strbuf_deinit(&text);
  return code;
}

int mutate_network(const Subcommand *command, const NetworkMutants *wanted)
{
  Graph graph;
  if (!wanted->property)
    return command_usage_error(command, "a network needs its property: NETWORK PROPERTY");
  if (!wanted->folder) return command_usage_error(command, "mutants of networks need --out DIR");
  int code = network_open(wanted->network, &graph, NULL);
  if (code != EXIT_FINE) return code;
  if (mkdir(wanted->folder, 0777) != 0 && errno != EEXIST)
    code = command_error(command, EXIT_ENVIRONMENT, "cannot make the folder '%s': %s",
                         wanted->folder, strerror(errno));
  for (uint64_t i = 0; i < wanted->count && code == EXIT_FINE; i++)
    code = write_mutant(command, wanted, &graph, wanted->from + i);
  graph_deinit(&graph);
  return code;
}
