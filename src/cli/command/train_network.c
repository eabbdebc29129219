#include "cli/command/train_network.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/paths.h"
#include "cli/command/verify_job.h"
#include "cli/option/json.h"
#include "cli/option/progress.h"
#include "cli/option/table.h"
#include "solve/select/csv.h"
#include "solve/verify/allot.h"

/* --- features --- */

/* The files of an instance: PROPERTY:NETWORK or NETWORK:PROPERTY, or one of two files that differ in their extensions only. */
static bool split_name(const char *name, char **network, char **property)
{
  const char *colon = strchr(name, ':');
  char *first = mem_copy_string(name, colon ? (size_t)(colon - name) : strlen(name));
  char *dot = strstr(first, ".vnnlib");
  if (colon) {
    char *second = mem_copy_string(colon + 1, strlen(colon + 1));
    *network = dot ? second : first;
    *property = dot ? first : second;
    return true;
  }
  if (!dot) dot = strstr(first, ".onnx");
  if (!dot) {
    free(first);
    return false;
  }
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "%.*s.onnx", (int)(dot - first), first);
  if (!verify_file_size(strbuf_text(&text))) strbuf_add_text(&text, ".gz");
  *network = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_clear(&text);
  strbuf_printf(&text, "%.*s.vnnlib", (int)(dot - first), first);
  if (!verify_file_size(strbuf_text(&text))) strbuf_add_text(&text, ".gz");
  *property = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  free(first);
  return true;
}

static Status describe_files(const char *network, const char *property_path, float *row,
                             Error *error)
{
  Graph graph;
  Property property;
  Status status = verify_load(network, property_path, &graph, &property, error);
  if (status) return status;
  NetFeatureSizes sizes = {verify_file_size(network), verify_file_size(property_path)};
  status = verify_describe(&graph, &property, &sizes, row, error);
  graph_deinit(&graph);
  property_deinit(&property);
  return status;
}

/* --- training --- */

typedef struct {
  char *name;
  float *features; /* NULL: it has none */
} Instance;

typedef struct {
  VEC(CostRun) runs;
  VEC(Instance) instances;
  double longest;
} Collected;

static void collected_free(Collected *collected)
{
  for (size_t i = 0; i < collected->instances.count; i++) {
    free(collected->instances.items[i].name);
    free(collected->instances.items[i].features);
  }
  VEC_FREE(&collected->instances);
  VEC_FREE(&collected->runs);
}

/* Runs of one instance follow each other in what 'assay bench' writes, but need not. */
static size_t find_instance(Collected *collected, const char *name)
{
  for (size_t i = collected->instances.count; i > 0; i--)
    if (strcmp(collected->instances.items[i - 1].name, name) == 0) return i - 1;
  VEC_PUSH(&collected->instances, ((Instance){.name = mem_copy_string(name, strlen(name))}));
  return collected->instances.count - 1;
}

static bool find_engine(const char *solver, size_t *engine)
{
  static const char prefix[] = "assay-";
  if (strncmp(solver, prefix, sizeof prefix - 1) != 0) return false;
  for (*engine = 0; *engine < NETFEATURE_ENGINES; ++*engine)
    if (strcmp(solver + sizeof prefix - 1, netfeature_engine_name(*engine)) == 0) return true;
  return false;
}

static Status read_runs(Collected *collected, const char *path, Error *error)
{
  Csv csv;
  Status status = csv_open(&csv, path, error);
  int benchmark = -1, solver = -1, answer = -1, seconds = -1;
  if (!status) status = csv_need_column(&csv, "benchmark|path|instance", &benchmark, error);
  if (!status) status = csv_need_column(&csv, "solver|algorithm", &solver, error);
  if (!status) status = csv_need_column(&csv, "answer|result|status", &answer, error);
  if (!status) status = csv_need_column(&csv, "cpu|wall|time|runtime", &seconds, error);
  while (!status && !(status = csv_next(&csv, error)) && csv.more) {
    CostRun run = {.answer = COST_UNKNOWN};
    if (!find_engine(csv_cell(&csv, solver), &run.engine)) continue;
    status = csv_number(&csv, seconds, 0, &run.seconds, error);
    if (strcmp(csv_cell(&csv, answer), "sat") == 0) run.answer = COST_SAT;
    if (strcmp(csv_cell(&csv, answer), "unsat") == 0) run.answer = COST_UNSAT;
    run.instance = find_instance(collected, csv_cell(&csv, benchmark));
    collected->longest = fmax(collected->longest, run.seconds);
    VEC_PUSH(&collected->runs, run);
  }
  csv_close(&csv);
  return status;
}

/* Instances whose files cannot be read or described have no features; how many have. */
static size_t describe_all(Collected *collected, const char *root, Error *error)
{
  size_t described = 0;
  Progress progress;
  progress_start(&progress, "instances", collected->instances.count);
  for (size_t i = 0; i < collected->instances.count; i++) {
    Instance *instance = &collected->instances.items[i];
    char *path = path_from(root, instance->name), *network, *property;
    float row[NETFEATURE_COUNT];
    if (split_name(path, &network, &property)) {
      if (describe_files(network, property, row, error) == STATUS_OK) {
        instance->features = mem_alloc(NETFEATURE_COUNT, sizeof(float));
        memcpy(instance->features, row, sizeof row);
        described++;
      }
      free(network);
      free(property);
    }
    free(path);
    progress_update(&progress, i + 1);
  }
  progress_hide(&progress);
  size_t kept = 0;
  for (size_t i = 0; i < collected->runs.count; i++) {
    CostRun run = collected->runs.items[i];
    run.features = collected->instances.items[run.instance].features;
    if (run.features) collected->runs.items[kept++] = run;
  }
  collected->runs.count = kept;
  return described;
}

int train_network(const Subcommand *command, const NetworkTraining *training)
{
  Collected collected = {0};
  Error error;
  CostModel *model = NULL;
  if (!training->output) return command_usage_error(command, "--language nn needs --output");
  Status status = read_runs(&collected, training->runs, &error);
  size_t described = status ? 0 : describe_all(&collected, training->root, &error);
  if (!status && described < collected.instances.count)
    fprintf(stderr, "assay train: %zu of %zu instances have no features: %s\n",
            collected.instances.count - described, collected.instances.count, error.message);
  if (!status) {
    CostSettings settings = {.learner = training->learner,
                             .size = (uint32_t)training->size,
                             .limit = training->timeout_ms ? (double)training->timeout_ms / 1000
                                                           : collected.longest,
                             .seed = training->seed};
    model = costmodel_train(collected.runs.items, collected.runs.count, &settings, &error);
    status = model ? costmodel_save(model, training->output, &error) : error.status;
  }
  if (!status)
    printf("%s: %zu instance%s, %zu run%s\n", training->output, described, text_plural(described),
           collected.runs.count, text_plural(collected.runs.count));
  costmodel_destroy(model);
  collected_free(&collected);
  return status ? command_error(command, EXIT_ENVIRONMENT, "%s", error.message) : EXIT_FINE;
}

/* --- predictions --- */

static json_t *prediction_object(size_t engine, const CostPrediction *prediction, double share)
{
  json_t *one = json_object();
  const char *name = netfeature_engine_name(engine);
  json_object_set_new(one, "engine", json_text(name, strlen(name)));
  json_object_set_new(one, "share", json_number(share));
  json_object_set_new(one, "par2", json_number(exp(prediction->log_par2)));
  json_object_set_new(one, "sat", json_number(prediction->sat));
  json_object_set_new(one, "unsat", json_number(prediction->unsat));
  json_object_set_new(one, "unknown", json_number(prediction->unknown));
  return one;
}

static void print_predictions(const CostPrediction *predictions, const double *shares, bool json,
                              Style style)
{
  if (json) {
    json_t *array = json_array();
    for (size_t e = 0; e < NETFEATURE_ENGINES; e++)
      json_array_append_new(array, prediction_object(e, &predictions[e], shares[e]));
    json_print_pretty(stdout, array);
    return;
  }
  static const TableColumn columns[] = {
      {"engine", false}, {"share %", true}, {"PAR-2", true}, {"sat %", true}, {"unsat %", true}};
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++) {
    table_add_text(&table, netfeature_engine_name(e));
    strbuf_printf(table_cell(&table), "%.1f", 100 * shares[e]);
    strbuf_printf(table_cell(&table), "%.3g", exp(predictions[e].log_par2));
    strbuf_printf(table_cell(&table), "%.0f", 100 * predictions[e].sat);
    strbuf_printf(table_cell(&table), "%.0f", 100 * predictions[e].unsat);
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
}

int select_network(const Subcommand *command, const char *model_path, bool json, Style style,
                   int count, char **paths)
{
  if (count != 2) return command_usage_error(command, "name a network and a property");
  Error error = {0};
  CostModel *model = model_path ? costmodel_load(model_path, &error) : costmodel_default();
  if (!model)
    return command_error(command, EXIT_ENVIRONMENT, "%s",
                         model_path ? error.message : "the program has no model");
  float row[NETFEATURE_COUNT];
  Status status = describe_files(paths[0], paths[1], row, &error);
  if (!status) {
    CostPrediction predictions[NETFEATURE_ENGINES];
    bool usable[NETFEATURE_ENGINES];
    double shares[NETFEATURE_ENGINES];
    for (size_t e = 0; e < NETFEATURE_ENGINES; e++) usable[e] = true;
    costmodel_predict(model, row, predictions);
    allot_engines(predictions, usable, false, shares);
    print_predictions(predictions, shares, json, style);
  }
  costmodel_destroy(model);
  return status ? command_error(command, EXIT_ENVIRONMENT, "%s", error.message) : EXIT_FINE;
}
