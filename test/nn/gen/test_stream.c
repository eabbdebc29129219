#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "nn/gen/generate.h"
#include "nn/onnx/load.h"
#include "nn/onnx/save.h"
#include "nn/onnx/write.h"
#include "support/scratch.h"

/* A sink that writes a file, and may fail. */
typedef struct {
  const char *path;
  uint64_t limit;
  OnnxWriter *writer;
  uint64_t fails_after; /* numbers; 0: never */
  uint64_t done, begun;
} FileSink;

static Status sink_begin(void *context, const Graph *graph, const ValueId *streamed, size_t count,
                         Error *error)
{
  FileSink *sink = context;
  assert_true(count > 0);
  if (sink->writer) onnx_writer_discard(sink->writer);
  sink->begun++;
  sink->writer = onnx_writer_create(graph, streamed, count, sink->path, sink->limit, error);
  return sink->writer ? STATUS_OK : STATUS_IO;
}

static Status sink_add(void *context, const float *numbers, size_t count, Error *error)
{
  FileSink *sink = context;
  sink->done += count;
  if (sink->fails_after && sink->done > sink->fails_after)
    return error_set(error, STATUS_IO, "the disk is full");
  return onnx_writer_add(sink->writer, numbers, count, error);
}

static void set_wide(NetworkSettings *settings, NetworkClass class, SpecKind spec)
{
  network_settings_init(settings, class, spec);
  settings->seed = 5;
  settings->numbers[SET_inputs] = 30;
  settings->numbers[SET_width_min] = 150;
  settings->numbers[SET_width_max] = 400;
  settings->numbers[SET_CONSTANTS + CONSTANT_linear_weight * CONSTANT_FIELD_COUNT +
                    CONSTANT_FIELD_ZERO] = 0.2;
}

static void print_held(const NetworkSettings *settings, uint64_t index, StrBuf *model,
                       StrBuf *property)
{
  NetworkInstance instance;
  Error error = {0};
  assert_int_equal(network_generate(settings, index, NULL, &instance, &error), STATUS_OK);
  onnx_print(&instance.graph, model);
  strbuf_add(property, instance.property.bytes, instance.property.length);
  network_instance_deinit(&instance);
}

/* Numbers that are streamed are those that are held otherwise; the files are read, and properties are the same up to the
 * order of sums. */
static void check_streamed(const NetworkSettings *settings, uint64_t index, uint64_t limit)
{
  FileSink file = {.path = scratch_path("net.onnx"), .limit = limit};
  NetworkSink sink = {&file, sink_begin, sink_add, .held_max = 0};
  NetworkInstance instance;
  Error error = {0};
  Graph read, held;
  StrBuf model, property;
  assert_int_equal(network_generate(settings, index, &sink, &instance, &error), STATUS_OK);
  assert_true(instance.streamed);
  if (onnx_writer_close(file.writer, &error) != STATUS_OK) fail_msg("%s", error.message);
  assert_int_equal(scratch_has("net.data"), limit != 0);
  if (onnx_load(file.path, NULL, &read, &error) != STATUS_OK) fail_msg("%s", error.message);
  strbuf_init(&model, 0);
  strbuf_init(&property, 0);
  print_held(settings, index, &model, &property);
  assert_int_equal(onnx_read(model.bytes, model.length, NULL, &held, &error), STATUS_OK);
  assert_int_equal(read.nodes.count, held.nodes.count);
  assert_int_equal(graph_parameter_count(&read), graph_parameter_count(&held));
  for (size_t i = 0; i < held.values.count; i++) {
    const GraphValue *value = &held.values.items[i];
    if (!value->constant || value->producer != NODE_NONE) continue;
    ValueId same = graph_find_value(&read, value->name);
    assert_int_not_equal(same, VALUE_NONE);
    const Tensor *other = graph_constant(&read, same);
    assert_non_null(other);
    assert_memory_equal(other->data, value->constant->data,
                        other->count * tensor_type_size(other->shape.type));
  }
  assert_int_equal(instance.answer == ANSWER_UNKNOWN, settings->spec == SPEC_RAND);
  graph_deinit(&read);
  graph_deinit(&held);
  strbuf_deinit(&model);
  strbuf_deinit(&property);
  network_instance_deinit(&instance);
  scratch_remove("net.onnx");
  if (limit) scratch_remove("net.data");
}

static void test_streamed(void **state)
{
  (void)state;
  static const SpecKind SPECS[] = {SPEC_RAND, SPEC_SAT, SPEC_UNSAT};
  for (size_t spec = 0; spec < 3; spec++)
    for (uint64_t i = 0; i < 6; i++) {
      NetworkSettings settings;
      bool vnnlib = SPECS[spec] == SPEC_UNSAT || i % 2;
      set_wide(&settings, vnnlib ? NETWORK_VNNLIB : NETWORK_DNN, SPECS[spec]);
      check_streamed(&settings, i, i < 3 ? 0 : 1000);
    }
}

/* A failure of the sink ends it; no file is left. */
static void test_failure(void **state)
{
  (void)state;
  NetworkSettings settings;
  NetworkInstance instance;
  Error error = {0};
  set_wide(&settings, NETWORK_VNNLIB, SPEC_SAT);
  FileSink file = {.path = scratch_path("broken.onnx"), .fails_after = 4000};
  NetworkSink sink = {&file, sink_begin, sink_add, .held_max = 0};
  assert_int_equal(network_generate(&settings, 1, &sink, &instance, &error), STATUS_IO);
  assert_string_equal(error.message, "the disk is full");
  assert_int_equal(file.begun, 1);
  onnx_writer_discard(file.writer);
  assert_false(scratch_has("broken.onnx"));
  FileSink nowhere = {.path = "/nonexistent/folder/net.onnx"};
  NetworkSink lost = {&nowhere, sink_begin, sink_add, .held_max = 0};
  assert_int_equal(network_generate(&settings, 1, &lost, &instance, &error), STATUS_IO);
}

/* Small networks are not given to the sink. */
static void test_held(void **state)
{
  (void)state;
  NetworkSettings settings;
  NetworkInstance instance;
  Error error = {0};
  network_settings_init(&settings, NETWORK_DNN, SPEC_RAND);
  FileSink file = {.path = scratch_path("small.onnx")};
  NetworkSink sink = {&file, sink_begin, sink_add, .held_max = 1 << 20};
  assert_int_equal(network_generate(&settings, 1, &sink, &instance, &error), STATUS_OK);
  assert_false(instance.streamed);
  assert_int_equal(file.begun, 0);
  network_instance_deinit(&instance);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_streamed),
      cmocka_unit_test(test_failure),
      cmocka_unit_test(test_held),
  };
  return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
