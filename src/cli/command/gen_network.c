#include "cli/command/gen_network.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "cli/option/progress.h"
#include "cli/option/yaml_tree.h"
#include "nn/gen/generate.h"
#include "nn/gen/suite.h"
#include "nn/onnx/save.h"
#include "nn/onnx/write.h"

const char *const gen_network_classes[] = {"rand", "tree", "dnn", "vnnlib", NULL};
const char *const gen_network_specs[] = {"rand", "sat", "punsat", "sat-hard", "unsat", NULL};

/* The settings of a file: a mapping of names to numbers. */
static Status read_config(const char *path, NetworkSettings *settings, Error *error)
{
  YamlTree *file = tree_read(path, error);
  if (!file) return error->status;
  YamlNode root = tree_root(file);
  size_t pairs = root.number ? tree_pairs(root) : 0;
  Status status = STATUS_OK;
  if (pairs == SIZE_MAX) status = tree_error(root, error, "this is not a list of settings");
  for (size_t i = 0; i < pairs && status == STATUS_OK; i++) {
    const char *name = tree_text(tree_key(root, i)), *text = tree_text(tree_value(root, i));
    char *end = NULL;
    double number = text ? strtod(text, &end) : 0;
    if (!name || !text || end == text || *end) {
      status = tree_error(tree_value(root, i), error, "this is not a number");
    } else if (network_settings_set(settings, name, number, error) != STATUS_OK) {
      Error own = *error;
      status = tree_error(tree_key(root, i), error, "%s", own.message);
    }
  }
  tree_destroy(file);
  return status;
}

static void print_path(const char *folder, uint64_t number, const char *ending, StrBuf *path)
{
  strbuf_init(path, 0);
  strbuf_printf(path, "%s/%" PRIu64 ".%s", folder, number, ending);
}

static Status write_file(const char *folder, uint64_t number, const char *ending, const char *bytes,
                         size_t length, Error *error)
{
  StrBuf path;
  print_path(folder, number, ending, &path);
  Status status = file_write_fast(strbuf_text(&path), bytes, length, error);
  strbuf_deinit(&path);
  return status;
}

static Status write_witness(const char *folder, uint64_t number, const Tensor *witness,
                            Error *error)
{
  StrBuf text;
  strbuf_init(&text, 0);
  for (size_t i = 0; i < witness->count; i++)
    strbuf_printf(&text, "%.9g\n", tensor_get_double(witness, i));
  Status status = write_file(folder, number, "witness", text.bytes, text.length, error);
  strbuf_deinit(&text);
  return status;
}

/* Writes the weights of large networks while they are made. */
typedef struct {
  StrBuf path;
  OnnxWriter *writer; /* NULL: the network is not that large */
  Progress progress;
  uint64_t done; /* bytes */
} LargeFile;

static Status large_begin(void *context, const Graph *graph, const ValueId *streamed, size_t count,
                          Error *error)
{
  LargeFile *file = context;
  if (file->writer) onnx_writer_discard(file->writer);
  file->writer = onnx_writer_create(graph, streamed, count, strbuf_text(&file->path), 0, error);
  uint64_t bytes = 0;
  for (size_t i = 0; i < count; i++) {
    const TensorShape *shape = &graph_value(graph, streamed[i])->shape;
    bytes += tensor_shape_extent(shape, 0, shape->rank) * sizeof(float);
  }
  progress_start(&file->progress, "MB of weights", (size_t)(bytes / 1000000));
  file->done = 0;
  return file->writer ? STATUS_OK : STATUS_IO;
}

static Status large_add(void *context, const float *numbers, size_t count, Error *error)
{
  LargeFile *file = context;
  file->done += count * sizeof *numbers;
  progress_update(&file->progress, (size_t)(file->done / 1000000));
  return onnx_writer_add(file->writer, numbers, count, error);
}

/* Generates an instance, whose network is written if it is large. */
static Status generate(const NetworkRequest *request, const NetworkSettings *settings,
                       uint64_t number, NetworkInstance *instance, Error *error)
{
  LargeFile file = {0};
  NetworkSink sink = {&file, large_begin, large_add, .held_max = 16 << 20};
  print_path(request->folder, number, "onnx", &file.path);
  Status status = network_generate(settings, number, &sink, instance, error);
  progress_hide(&file.progress);
  bool used = status == STATUS_OK && instance->streamed;
  if (file.writer && !used) onnx_writer_discard(file.writer);
  if (used) {
    status = onnx_writer_close(file.writer, error);
    if (status != STATUS_OK) network_instance_deinit(instance);
  }
  strbuf_deinit(&file.path);
  return status;
}

static Status write_network(const char *folder, uint64_t number, const Graph *graph, Error *error)
{
  StrBuf model;
  strbuf_init(&model, 0);
  onnx_print(graph, &model);
  Status status = write_file(folder, number, "onnx", model.bytes, model.length, error);
  strbuf_deinit(&model);
  return status;
}

/* What is written beside the instances. */
typedef struct {
  StrBuf instances, suite;
} Lists;

/* With the name of what it is for, for a suite. */
static Status write_instance(const NetworkRequest *request, const NetworkSettings *settings,
                             uint64_t number, const char *name, Lists *lists, Error *error)
{
  static const char *const ANSWERS[] = {"unknown", "sat", "unsat"};
  NetworkInstance instance;
  Status status = generate(request, settings, number, &instance, error);
  if (status != STATUS_OK) return status;
  if (!instance.streamed) status = write_network(request->folder, number, &instance.graph, error);
  if (status == STATUS_OK)
    status = write_file(request->folder, number, "vnnlib", instance.property.bytes,
                        instance.property.length, error);
  if (status == STATUS_OK && instance.answer == ANSWER_SAT)
    status = write_witness(request->folder, number, &instance.witness, error);
  strbuf_printf(&lists->instances, "%" PRIu64 ".onnx,%" PRIu64 ".vnnlib,60\n", number, number);
  if (request->suite)
    strbuf_printf(&lists->suite, "%" PRIu64 ",%s,%s,%s\n", number, name,
                  gen_network_specs[settings->spec], ANSWERS[instance.answer]);
  network_instance_deinit(&instance);
  return status;
}

static Status write_list(const char *folder, const char *name, const StrBuf *list, Error *error)
{
  StrBuf path;
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s/%s", folder, name);
  Status status = file_write(strbuf_text(&path), list->bytes, list->length, error);
  strbuf_deinit(&path);
  return status;
}

static int write_all(const Subcommand *command, const NetworkRequest *request,
                     const NetworkSettings *settings)
{
  Error error = {0};
  if (mkdir(request->folder, 0777) != 0 && errno != EEXIST)
    return command_error(command, EXIT_ENVIRONMENT, "cannot make the folder '%s': %s",
                         request->folder, strerror(errno));
  Lists lists;
  strbuf_init(&lists.instances, 0);
  strbuf_init(&lists.suite, 0);
  strbuf_add_text(&lists.suite, "number,about,spec,answer\n");
  uint64_t count = request->count;
  if (request->suite && count > SUITE_COUNT - request->from) count = SUITE_COUNT - request->from;
  Progress progress;
  progress_start(&progress, "networks", (size_t)count);
  Status status = STATUS_OK;
  for (uint64_t i = 0; i < count && status == STATUS_OK; i++) {
    uint64_t number = request->from + i;
    NetworkSettings own = *settings;
    const char *name = "";
    if (request->suite) network_suite_settings(request->seed, number, &own, &name);
    progress_update(&progress, (size_t)i);
    status = write_instance(request, &own, number, name, &lists, &error);
  }
  progress_hide(&progress);
  if (status == STATUS_OK)
    status = write_list(request->folder, "instances.csv", &lists.instances, &error);
  if (status == STATUS_OK && request->suite)
    status = write_list(request->folder, "suite.csv", &lists.suite, &error);
  strbuf_deinit(&lists.instances);
  strbuf_deinit(&lists.suite);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(command, &error);
}

int gen_network(const Subcommand *command, const NetworkRequest *request)
{
  NetworkSettings settings;
  Error error = {0};
  network_settings_init(&settings, (NetworkClass)request->class, (SpecKind)request->spec);
  settings.seed = request->seed;
  Status status = request->config ? read_config(request->config, &settings, &error) : STATUS_OK;
  if (status == STATUS_OK) status = network_settings_check(&settings, &error);
  if (status == STATUS_IO) return command_error(command, EXIT_ENVIRONMENT, "%s", error.message);
  if (status != STATUS_OK) return command_usage_error(command, "%s", error.message);
  if (request->print_config) {
    StrBuf text;
    strbuf_init(&text, 0);
    network_settings_print(&settings, &text);
    fwrite(text.bytes, 1, text.length, stdout);
    strbuf_deinit(&text);
    return EXIT_FINE;
  }
  if (request->suite && request->config)
    return command_usage_error(command, "a suite has settings of its own: --config does not fit");
  if (request->suite && request->from >= SUITE_COUNT)
    return command_usage_error(command, "the suite has %d instances", SUITE_COUNT);
  if (!request->folder) return command_usage_error(command, "networks need --out DIR");
  return write_all(command, request, &settings);
}
