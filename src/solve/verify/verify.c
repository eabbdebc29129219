#include "solve/verify/verify.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "nn/bound/compile.h"
#include "solve/verify/blind.h"
#include "solve/verify/confirm.h"
#include "solve/verify/loop.h"
#include "solve/verify/scout.h"

/* Of all subproblems: half a gigabyte. */
enum { NUMBERS_MAX = 1 << 26 };

const char *verdict_name(Verdict verdict)
{
  static const char *const names[] = {
#define VERDICT_NAME(kind, name) [kind] = name,
      VERDICT_LIST(VERDICT_NAME)
#undef VERDICT_NAME
  };
  assert(verdict < VERDICT_COUNT);
  return names[verdict];
}

void verify_result_deinit(VerifyResult *result)
{
  witness_deinit(&result->witness);
}

static void set_unknown(VerifyResult *result, const Error *error)
{
  result->verdict = VERDICT_UNKNOWN;
  snprintf(result->reason, sizeof result->reason, "%s", error->message);
}

static Status verify_layers(const Graph *graph, const Net *net, const Property *property,
                            const VerifyOptions *options, VerifyResult *result, Error *error)
{
  assert(options->threads >= 1 && options->engine < ENGINE_COUNT);
  *result = (VerifyResult){.verdict = VERDICT_TIMEOUT};
  uint64_t end_ns = clock_monotonic_ns() + options->timeout_ns;
  Certifier certifier;
  if (options->proof) {
    Status provable = certifier_init(&certifier, net, error);
    if (provable) return error_set(error, STATUS_SORT, "%s", error->message);
    certifier_deinit(&certifier);
  }
  ProblemVec problems = {0};
  ProblemLimits limits = {.numbers = NUMBERS_MAX, .until_ns = end_ns, .stop = options->stop};
  Status status = problems_build(&problems, net, property, &limits, error);
  if (!status) {
    NetFeatureNetwork network;
    netfeature_network_init(&network, graph, property, &options->sizes);
    loop_run(&problems, options, &network, end_ns, result);
  }
  problems_free(&problems);
  if (status != STATUS_LIMIT) return status;
  bool over = clock_monotonic_ns() >= end_ns || (options->stop && *options->stop);
  if (!over) set_unknown(result, error);
  return STATUS_OK;
}

Status verify_net(const Net *net, const Property *property, const VerifyOptions *options,
                  VerifyResult *result, Error *error)
{
  return verify_layers(NULL, net, property, options, result, error);
}

/* The network has no bounds: `error` says why. Attacks get a tenth of the time, as nothing else can follow. */
static void attack_only(const Graph *graph, const Property *property, const VerifyOptions *options,
                        VerifyResult *result, const Error *error)
{
  set_unknown(result, error);
  BlindOptions blind = {.seed = options->seed,
                        .until_ns = clock_monotonic_ns() + options->timeout_ns / 10,
                        .stop = options->stop};
  if (!options->proof && blind_attack(graph, property, &blind, &result->witness))
    result->verdict = VERDICT_SAT;
}

Status verify_graph(const Graph *graph, const Property *property, const VerifyOptions *options,
                    VerifyResult *result, Error *error)
{
  *result = (VerifyResult){.verdict = VERDICT_UNKNOWN};
  Net net;
  if (compile_graph(graph, &net, error)) {
    attack_only(graph, property, options, result, error);
    return STATUS_OK;
  }
  Status status = verify_layers(graph, &net, property, options, result, error);
  net_deinit(&net);
  if (!status && result->verdict == VERDICT_SAT &&
      witness_confirm(&result->witness, graph, property, error)) {
    set_unknown(result, error);
    witness_deinit(&result->witness);
  }
  return status;
}

Status verify_describe(const Graph *graph, const Property *property, const NetFeatureSizes *sizes,
                       float *row, Error *error)
{
  enum { SECONDS = 10 };
  Net net;
  Status status = compile_graph(graph, &net, error);
  if (status) return status;
  ProblemVec problems = {0};
  uint64_t now = clock_monotonic_ns();
  ProblemLimits limits = {.numbers = NUMBERS_MAX, .until_ns = now + SECONDS * UINT64_C(1000000000)};
  status = problems_build(&problems, &net, property, &limits, error);
  if (!status && problems.count == 0)
    status = error_set(error, STATUS_SORT, "no input satisfies the property");
  if (!status) {
    NetFeatureNetwork network;
    NetFeatureHistory history = {.margin = INFINITY};
    Witness witness = {0};
    if (scout_subproblem(&problems.items[0], 1, clock_monotonic_ns() + SCOUT_NS, &history,
                         &witness))
      witness_deinit(&witness);
    netfeature_network_init(&network, graph, property, sizes);
    netfeature_fill(&network, &problems.items[0], &history, row);
  }
  problems_free(&problems);
  net_deinit(&net);
  return status;
}
