#include "cli/shared/network_input.h"

#include <assert.h>
#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/random.h"
#include "cli/shared/network_open.h"
#include "nn/infer/exact.h"
#include "nn/property/decimal.h"

/* One file in progress. */
typedef struct {
  const Graph *graph;
  NetworkInput *input;
  size_t found;
  Error error;
} Reading;

static bool put_number(Reading *reading, double number)
{
  assert(reading->found <= reading->input->count);
  if (reading->found == reading->input->count) return false;
  reading->input->numbers[reading->found] = number;
  mpq_set_d(reading->input->exact[reading->found++], number);
  return true;
}

/* Numbers of any layout. */
static bool read_text(Reading *reading, const char *at)
{
  NetworkInput *input = reading->input;
  for (;;) {
    while (isspace((unsigned char)*at) || *at == ',' || *at == '[' || *at == ']') at++;
    if (!*at) return true;
    size_t length = decimal_length(at);
    if (length == 0) {
      error_set(&reading->error, STATUS_SYNTAX, "has something else than numbers");
      return false;
    }
    if (reading->found == input->count) return false;
    if (decimal_read(at, length, input->exact[reading->found], &reading->error) != STATUS_OK)
      return false;
    input->numbers[reading->found++] = strtod(at, NULL);
    at += length;
  }
}

/* Numbers of nested arrays, in their order. Depth is bounded by the library. */
static bool read_array(Reading *reading, const json_t *root)
{
  VEC(const json_t *) open = {0};
  bool good = true;
  VEC_PUSH(&open, root);
  while (open.count && good) {
    const json_t *value = open.items[--open.count];
    for (size_t i = json_array_size(value); i-- > 0;) VEC_PUSH(&open, json_array_get(value, i));
    if (json_is_array(value)) continue;
    if (!json_is_number(value))
      error_set(&reading->error, STATUS_SYNTAX, "has something else than numbers");
    good = json_is_number(value) && put_number(reading, json_number_value(value));
  }
  VEC_FREE(&open);
  return good;
}

static bool read_json(Reading *reading, const char *bytes, size_t length)
{
  json_error_t problem;
  json_t *root = json_loadb(bytes, length, JSON_DECODE_ANY, &problem);
  if (!root) {
    error_set(&reading->error, STATUS_SYNTAX, "is not JSON: %s", problem.text);
    return false;
  }
  bool good = json_is_object(root) || read_array(reading, root);
  for (size_t i = 0; json_is_object(root) && good && i < reading->graph->inputs.count; i++) {
    const char *name = graph_value(reading->graph, reading->graph->inputs.items[i])->name;
    const json_t *numbers = json_object_get(root, name);
    if (!numbers) error_set(&reading->error, STATUS_SYNTAX, "has no input '%s'", name);
    good = numbers && read_array(reading, numbers);
  }
  json_decref(root);
  return good;
}

static int read_file(const Subcommand *command, Reading *reading, const char *path)
{
  FileText text;
  size_t length = strlen(path);
  if (file_read(path, 0, &text, &reading->error) != STATUS_OK)
    return command_error(command, EXIT_ENVIRONMENT, "%s", reading->error.message);
  bool json = length > 5 && strcmp(path + length - 5, ".json") == 0;
  bool good = json ? read_json(reading, text.bytes, text.length) : read_text(reading, text.bytes);
  file_text_free(&text);
  if (good && reading->found == reading->input->count) return EXIT_FINE;
  if (reading->error.status != STATUS_OK)
    return command_error(command, EXIT_ENVIRONMENT, "'%s' %s", path, reading->error.message);
  return command_error(command, EXIT_ENVIRONMENT, "'%s' does not have %zu numbers", path,
                       reading->input->count);
}

int network_input_read(const Subcommand *command, const Graph *graph, const char *what,
                       uint64_t seed, NetworkInput *input)
{
  Reading reading = {.graph = graph, .input = input};
  *input = (NetworkInput){.count = network_input_count(graph)};
  input->exact = exact_new(input->count);
  input->numbers = mem_alloc_zero(input->count + 1, sizeof *input->numbers);
  if (!what)
    return command_usage_error(command, "--input is needed: zeros, random or a file of numbers");
  if (strcmp(what, "zeros") == 0) return EXIT_FINE;
  if (strcmp(what, "random") != 0) return read_file(command, &reading, what);
  Random random = random_stream(seed, 0, 0);
  /* Floats of 32 bits, so that the input is the same for both arithmetics. */
  while (reading.found < input->count) put_number(&reading, (float)random_unit(&random));
  return EXIT_FINE;
}

void network_input_deinit(NetworkInput *input)
{
  exact_free(input->exact, input->count);
  free(input->numbers);
  *input = (NetworkInput){0};
}
