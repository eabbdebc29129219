#include "language/nn/make.h"

#include <math.h>

#include "base/bug.h"
#include "language/nn/edge.h"
#include "nn/gen/generate.h"
#include "nn/onnx/save.h"

enum { ATTEMPTS = 8, STREAM_SPEC = 31 };

/* Half of all are at the edge. */
static NnSpec draw_spec(NnSpec spec, Random *random)
{
  if (spec != NN_SPEC_MIX) return spec;
  if (random_chance(random, 1, 2)) return NN_SPEC_EDGE;
  static const SpecKind kinds[] = {SPEC_RAND, SPEC_SAT, SPEC_SAT_HARD, SPEC_UNSAT};
  return NN_SPEC_GENERATOR + kinds[random_below(random, sizeof kinds / sizeof *kinds)];
}

static SpecKind spec_of(NnSpec spec)
{
  return spec < NN_SPEC_GENERATOR ? SPEC_RAND : (SpecKind)(spec - NN_SPEC_GENERATOR);
}

/* Neurons whose number changes that of parameters by this factor, roughly. */
static void widen(NetworkSettings *settings, double factor)
{
  double *most = &settings->numbers[SET_width_max], *least = &settings->numbers[SET_width_min];
  *most = fmin(4096, fmax(1, round(*most * sqrt(factor))));
  *least = fmax(1, floor(*most / 2));
}

/* A network with a number of parameters in range, or one that is near it. */
static Status generate(const NnMaker *maker, NetworkSettings *settings, uint64_t number,
                       NetworkInstance *instance, Error *error)
{
  double middle = sqrt((double)maker->parameters_min * (double)maker->parameters_max);
  uint64_t seed = settings->seed;
  for (uint64_t attempt = 0;; attempt++) {
    settings->seed = seed + (attempt << 48);
    Status status = network_generate(settings, number, NULL, instance, error);
    if (status || attempt + 1 == ATTEMPTS) return status;
    size_t count = graph_parameter_count(&instance->graph);
    if (count >= maker->parameters_min && count <= maker->parameters_max) return STATUS_OK;
    network_instance_deinit(instance);
    widen(settings, middle / fmax(1, (double)count));
  }
}

static void take_instance(const NetworkInstance *instance, Bundle *bundle)
{
  /* the first line says the answer, which the bundle has beside the property */
  const char *text = instance->property.bytes;
  size_t length = instance->property.length;
  const char *newline = memchr(text, '\n', length);
  if (length && text[0] == ';' && newline) {
    length -= (size_t)(newline + 1 - text);
    text = newline + 1;
  }
  strbuf_add(&bundle->property, text, length);
  bundle->status = instance->answer == ANSWER_SAT     ? SAYS_SAT
                   : instance->answer == ANSWER_UNSAT ? SAYS_UNSAT
                                                      : SAYS_UNKNOWN;
  if (instance->answer == ANSWER_SAT)
    nn_print_witness(instance->witness.data, instance->witness.count, &bundle->witness);
}

void nn_make(const NnMaker *maker, const NnSizes *sizes, uint64_t number, Bundle *bundle)
{
  NetworkSettings settings = maker->generator;
  Random random = random_stream(settings.seed, STREAM_SPEC, number);
  NnSpec spec = draw_spec(maker->spec, &random);
  nn_sizes_apply(sizes, &settings);
  settings.spec = spec_of(spec);
  NetworkInstance instance;
  Error error;
  if (generate(maker, &settings, number, &instance, &error)) {
    /* large constants in deep networks overflow: small ones do not */
    settings.numbers[SET_depth_min] = settings.numbers[SET_depth_max] = 1;
    settings.numbers[SET_scale_by_inputs] = 1;
    settings.spec = SPEC_RAND;
    if (network_generate(&settings, number, NULL, &instance, &error)) BUG("%s", error.message);
  }
  onnx_print(&instance.graph, &bundle->network);
  if (spec != NN_SPEC_EDGE || !nn_edge_property(&instance.graph, &random, bundle))
    take_instance(&instance, bundle);
  network_instance_deinit(&instance);
}
