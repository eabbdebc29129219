/* Generating networks on one core: small instances, with about 1,000 parameters, a second of CPU time, against the aim of 2,000;
 * and the bytes of the weights of a large one, written to a file while they are made, against the aim of 200 MB. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "nn/gen/generate.h"
#include "nn/onnx/save.h"
#include "nn/onnx/write.h"

static const double AIM_INSTANCES = 2000, AIM_BYTES = 200e6;

static void fail(const char *message)
{
  fprintf(stderr, "bench_networks: %s\n", message);
  exit(1);
}

static void small(SpecKind spec, const char *name)
{
  enum { COUNT = 2000 };
  NetworkSettings settings;
  Error error;
  network_settings_init(&settings, NETWORK_VNNLIB, spec);
  settings.numbers[SET_width_min] = 14;
  settings.numbers[SET_width_max] = 28;
  double parameters = 0;
  uint64_t start = clock_process_cpu_ns();
  for (uint64_t i = 0; i < COUNT; i++) {
    NetworkInstance instance;
    StrBuf model;
    if (network_generate(&settings, i, NULL, &instance, &error) != STATUS_OK) fail(error.message);
    strbuf_init(&model, 0);
    onnx_print(&instance.graph, &model);
    parameters += (double)graph_parameter_count(&instance.graph);
    strbuf_deinit(&model);
    network_instance_deinit(&instance);
  }
  double rate = COUNT / ((double)(clock_process_cpu_ns() - start) / 1e9);
  printf("small networks, --spec %-6s %6.0f instances of %4.0f parameters, %4.1f of the aim\n",
         name, rate, parameters / COUNT, rate / AIM_INSTANCES);
}

typedef struct {
  OnnxWriter *writer;
  double bytes;
} Target;

static Status begin(void *context, const Graph *graph, const ValueId *streamed, size_t count,
                    Error *error)
{
  Target *target = context;
  if (target->writer) onnx_writer_discard(target->writer);
  target->writer = onnx_writer_create(graph, streamed, count, "bench-network.onnx", 0, error);
  target->bytes = 0;
  return target->writer ? STATUS_OK : STATUS_IO;
}

static Status add(void *context, const float *numbers, size_t count, Error *error)
{
  Target *target = context;
  target->bytes += (double)(count * sizeof *numbers);
  return onnx_writer_add(target->writer, numbers, count, error);
}

static void large(SpecKind spec, const char *name)
{
  enum { COUNT = 3 };
  NetworkSettings settings;
  Error error;
  double bytes = 0;
  network_settings_init(&settings, NETWORK_VNNLIB, spec);
  settings.numbers[SET_inputs] = 1000;
  settings.numbers[SET_width_min] = settings.numbers[SET_width_max] = 4000;
  settings.numbers[SET_depth_min] = settings.numbers[SET_depth_max] = 6;
  uint64_t start = clock_process_cpu_ns();
  for (uint64_t i = 0; i < COUNT; i++) {
    Target target = {0};
    NetworkSink sink = {&target, begin, add, .held_max = 0};
    NetworkInstance instance;
    if (network_generate(&settings, i, &sink, &instance, &error) != STATUS_OK) fail(error.message);
    if (onnx_writer_close(target.writer, &error) != STATUS_OK) fail(error.message);
    bytes += target.bytes;
    network_instance_deinit(&instance);
  }
  double rate = bytes / ((double)(clock_process_cpu_ns() - start) / 1e9);
  remove("bench-network.onnx");
  printf("large networks, --spec %-6s %6.0f MB of weights, of %.0f MB each, %4.1f of the aim\n",
         name, rate / 1e6, bytes / COUNT / 1e6, rate / AIM_BYTES);
}

int main(void)
{
  printf("a second of CPU time on one core:\n");
  small(SPEC_RAND, "rand");
  small(SPEC_SAT, "sat");
  small(SPEC_UNSAT, "unsat");
  large(SPEC_RAND, "rand");
  large(SPEC_SAT, "sat");
  large(SPEC_UNSAT, "unsat");
  return 0;
}
