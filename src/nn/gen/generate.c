#include "nn/gen/generate.h"

#include <assert.h>

#include "nn/gen/evaluate.h"
#include "nn/gen/genspec.h"
#include "nn/gen/interval.h"
#include "nn/gen/layers.h"
#include "nn/gen/randgraph_build.h"

enum { STREAM = 21 };

static void build_graph(Builder *b)
{
  graph_init(b->graph);
  b->graph->opset = (int64_t)build_number(b, SET_opset);
  b->graph->ir_version = 8;
  ValueId x = graph_add_value(b->graph, "X"), y;
  b->graph->values.items[x].shape = build_matrix(1, (int64_t)build_number(b, SET_inputs));
  VEC_PUSH(&b->graph->inputs, x);
  switch (b->settings->class) {
  case NETWORK_RAND: y = randgraph_build(b, x); break;
  case NETWORK_TREE: y = network_build_tree(b, x); break;
  default: y = layers_build(b, x); break;
  }
  VEC_PUSH(&b->graph->outputs, y);
  build_prune(b->graph);
}

/* One attempt. */
typedef struct {
  Builder builder;
  const NetworkSink *sink;
  Spec *spec;
  NetworkInstance *instance;
  StreamedVec streamed;
} Attempt;

static bool is_sat(SpecKind kind)
{
  return kind == SPEC_SAT || kind == SPEC_SAT_HARD;
}

/* What has to be proved: that the witness is one in exact arithmetic, too, or that nothing of the box satisfies the
 * property. */
static void choose_box(const Attempt *attempt, Evaluation *run)
{
  const NetworkSettings *settings = attempt->builder.settings;
  const Spec *spec = attempt->spec;
  if (is_sat(settings->spec) && settings->class == NETWORK_VNNLIB) {
    run->low = run->high = spec->x;
  } else if (settings->spec == SPEC_UNSAT) {
    run->low = spec->wide_low;
    run->high = spec->wide_high;
  }
}

/* Bounds beyond are no use: nobody computes outputs of that size. */
static bool has_bounds(const Spec *spec)
{
  for (size_t i = 0; i < spec->outputs; i++)
    if (!(spec->y_low[i] > -1e12 && spec->y_high[i] < 1e12)) return false;
  return true;
}

/* False, without an error: the output is not finite, or nothing can be proved of it. */
static Status evaluate(Attempt *attempt, bool *good, Error *error)
{
  Spec *spec = attempt->spec;
  Tensor *witness = &attempt->instance->witness;
  tensor_init(witness, build_matrix(1, (int64_t)spec->inputs));
  for (size_t i = 0; i < spec->inputs; i++) tensor_set_double(witness, i, spec->x[i]);
  Evaluation run = {.graph = &attempt->instance->graph,
                    .streamed = &attempt->streamed,
                    .sink = attempt->sink,
                    .x = witness,
                    .y = spec->y,
                    .y_low = spec->y_low,
                    .y_high = spec->y_high};
  choose_box(attempt, &run);
  Status status = evaluate_network(&run, error);
  *good = status == STATUS_OK && genspec_is_finite(spec);
  if (*good && run.proved) *good = has_bounds(spec);
  if (*good && !run.proved) {
    *good = attempt->builder.settings->spec != SPEC_UNSAT;
    genspec_enclose_point(spec);
  }
  return status == STATUS_IO ? status : STATUS_OK;
}

static Status make_attempt(Attempt *attempt, bool *good, Error *error)
{
  NetworkInstance *instance = attempt->instance;
  build_graph(&attempt->builder);
  genspec_draw_input(attempt->spec, &attempt->builder);
  Status status = evaluate(attempt, good, error);
  instance->streamed = attempt->streamed.count > 0;
  VEC_FREE(&attempt->streamed);
  if (!*good) {
    graph_deinit(&instance->graph);
    tensor_deinit(&instance->witness);
    return status;
  }
  strbuf_init(&instance->property, 0);
  genspec_print(attempt->spec, &attempt->builder, instance->answer, &instance->property);
  if (instance->answer != ANSWER_SAT) tensor_deinit(&instance->witness);
  return status;
}

/* Of operators without bounds nothing can be proved: they are not drawn where that is needed. */
static NetworkSettings bounded_operators(const NetworkSettings *given)
{
  NetworkSettings settings = *given;
  for (int i = 0; i < OPERATOR_COUNT && given->spec == SPEC_UNSAT; i++)
    if (!interval_knows((OperatorKind)i)) settings.numbers[SET_OPERATORS + i] = 0;
  return settings;
}

Status network_generate(const NetworkSettings *given, uint64_t index, const NetworkSink *sink,
                        NetworkInstance *instance, Error *error)
{
  enum { ATTEMPTS = 100 };
  NetworkSettings bounded = bounded_operators(given), *settings = &bounded;
  bool done = false;
  Status status = STATUS_OK;
  Spec spec;
  genspec_init(&spec, settings);
  *instance = (NetworkInstance){.answer = is_sat(settings->spec)         ? ANSWER_SAT
                                          : settings->spec == SPEC_UNSAT ? ANSWER_UNSAT
                                                                         : ANSWER_UNKNOWN};
  for (uint64_t i = 0; i < ATTEMPTS && !done && status == STATUS_OK; i++) {
    Random random = random_stream(settings->seed, STREAM + i, index);
    Attempt attempt = {.sink = sink, .spec = &spec, .instance = instance};
    attempt.builder = (Builder){.settings = settings,
                                .random = &random,
                                .graph = &instance->graph,
                                .elements = (uint64_t)1 << 28,
                                .streamed = sink ? &attempt.streamed : NULL,
                                .held_max = sink ? sink->held_max : 0};
    status = make_attempt(&attempt, &done, error);
  }
  genspec_deinit(&spec);
  if (done || status != STATUS_OK) return status;
  return error_set(error, STATUS_USAGE,
                   "no network with finite outputs was found: use smaller constants");
}

void network_instance_deinit(NetworkInstance *instance)
{
  graph_deinit(&instance->graph);
  strbuf_deinit(&instance->property);
  tensor_deinit(&instance->witness);
}
