#include "solve/verify/netfeature.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/bound/bound.h"

static const double thresholds[NETFEATURE_THRESHOLDS] = {0, 0.5, 2, 10, 30};

static const char *const engine_names[] = {
#define NETFEATURE_ENGINE_NAME(kind, name) name,
    NETFEATURE_ENGINE_LIST(NETFEATURE_ENGINE_NAME)
#undef NETFEATURE_ENGINE_NAME
};

/* Groups of operators whose parameters are summed up; the first one is all. */
static const char *const group_names[NETFEATURE_GROUPS] = {"all",      "Gemm",    "Add/Sub",
                                                           "Constant", "Mul/Div", "Conv"};

static const struct {
  OperatorKind kind;
  const char *name;
} counted[NETFEATURE_OPERATORS] = {
    {OP_Reshape, "Reshape"}, {OP_Pad, "Pad"},
    {OP_Gemm, "Gemm"},       {OP_Add, "Add"},
    {OP_Sigmoid, "Sigmoid"}, {OP_Constant, "Constant"},
    {OP_Div, "Div"},         {OP_AveragePool, "AveragePool"},
    {OP_MatMul, "MatMul"},   {OP_Conv, "Conv"},
    {OP_Sub, "Sub"},         {OP_Relu, "Relu"},
    {OP_MaxPool, "MaxPool"}, {OP_Transpose, "Transpose"},
    {OP_Flatten, "Flatten"},
};

static const char *const property_names[NETFEATURE_PROPERTY] = {
    "assertions", "comparisons", "and", "or", "rows", "parts", "property bytes"};
static const char *const probe_names[NETFEATURE_PROBES] = {"descents a second", "boxes a second",
                                                           "margin"};
static const char *const subproblem_names[8] = {
    "wide inputs", "mean width", "disjuncts", "rows of the subproblem",
    "layers",      "neurons",    "ReLUs",     "unstable share"};

const char *netfeature_engine_name(size_t engine)
{
  assert(engine < NETFEATURE_ENGINES);
  return engine_names[engine];
}

double netfeature_threshold(size_t index)
{
  assert(index < NETFEATURE_THRESHOLDS);
  return thresholds[index];
}

/* --- names --- */

static void summary_name(const char *of, size_t index, char *name, size_t size)
{
  static const char *const first[] = {"count", "largest", "least", "mean"};
  if (index < 4)
    snprintf(name, size, "%s %s", of, first[index]);
  else
    snprintf(name, size, "%s %zu%%", of, (index - 3) * 5);
}

static void network_name(size_t index, char *name, size_t size)
{
  static const char *const first[] = {"network bytes", "inputs", "outputs", "rank of the input"};
  if (index < 4)
    snprintf(name, size, "%s", first[index]);
  else if (index < 4 + NETFEATURE_GROUPS * NETFEATURE_SUMMARY)
    summary_name(group_names[(index - 4) / NETFEATURE_SUMMARY], (index - 4) % NETFEATURE_SUMMARY,
                 name, size);
  else
    snprintf(name, size, "%s nodes",
             counted[index - 4 - NETFEATURE_GROUPS * NETFEATURE_SUMMARY].name);
}

void netfeature_name(size_t index, char *name, size_t size)
{
  assert(index < NETFEATURE_COUNT);
  if (index < NETFEATURE_NETWORK) {
    network_name(index, name, size);
    return;
  }
  index -= NETFEATURE_NETWORK;
  if (index < NETFEATURE_PROPERTY) {
    snprintf(name, size, "%s", property_names[index]);
    return;
  }
  index -= NETFEATURE_PROPERTY;
  if (index < NETFEATURE_ONLINE) {
    snprintf(name, size, "not solved by %s in %g s", engine_names[index / NETFEATURE_THRESHOLDS],
             thresholds[index % NETFEATURE_THRESHOLDS]);
    return;
  }
  index -= NETFEATURE_ONLINE;
  if (index < NETFEATURE_PROBES)
    snprintf(name, size, "%s", probe_names[index]);
  else if (index < NETFEATURE_PROBES + NETFEATURE_SUMMARY)
    summary_name("distance", index - NETFEATURE_PROBES, name, size);
  else
    snprintf(name, size, "%s", subproblem_names[index - NETFEATURE_PROBES - NETFEATURE_SUMMARY]);
}

/* --- numbers --- */

typedef VEC(double) Numbers;

static int by_size(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sizes differ by orders of magnitude. */
static float scaled(double number)
{
  return (float)log1p(number);
}

/* Count, largest, least, mean, and percentiles of 5, 10 ... 95; the median is among them. */
static void summarize(Numbers *numbers, float *to)
{
  size_t count = numbers->count;
  to[0] = scaled((double)count);
  for (size_t k = 1; k < NETFEATURE_SUMMARY; k++) to[k] = NAN;
  if (count == 0) return;
  qsort(numbers->items, count, sizeof(double), by_size);
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += numbers->items[i];
  to[1] = (float)numbers->items[count - 1];
  to[2] = (float)numbers->items[0];
  to[3] = (float)(sum / (double)count);
  for (size_t k = 4; k < NETFEATURE_SUMMARY; k++) {
    size_t at = (size_t)((double)(count - 1) * (double)(k - 3) * 0.05 + 0.5);
    to[k] = (float)numbers->items[at];
  }
}

/* --- the network --- */

static size_t group_of(OperatorKind kind)
{
  switch (kind) {
  case OP_Gemm:
  case OP_MatMul: return 1;
  case OP_Add:
  case OP_Sub: return 2;
  case OP_Constant: return 3;
  case OP_Mul:
  case OP_Div: return 4;
  case OP_Conv: return 5;
  default: return 0;
  }
}

/* Of large tensors every n-th number will do. */
static void add_numbers(Numbers *all, Numbers *group, const Tensor *tensor)
{
  enum { SAMPLE = 4096 };
  size_t step = tensor->count / SAMPLE + 1;
  for (size_t i = 0; i < tensor->count; i += step) {
    double number = tensor_get_double(tensor, i);
    if (!isfinite(number)) continue;
    VEC_PUSH(all, number);
    if (group != all) VEC_PUSH(group, number);
  }
}

static void fill_network(const Graph *graph, float *to)
{
  Numbers numbers[NETFEATURE_GROUPS] = {0};
  double parameters[NETFEATURE_GROUPS] = {0};
  float *counts = to + 4 + NETFEATURE_GROUPS * NETFEATURE_SUMMARY;
  for (size_t k = 0; k < NETFEATURE_OPERATORS; k++) counts[k] = 0;
  for (size_t i = 0; i < graph->nodes.count; i++) {
    const GraphNode *node = &graph->nodes.items[i];
    for (size_t k = 0; k < NETFEATURE_OPERATORS; k++)
      counts[k] += counted[k].kind == node->op->kind;
    if (node->constant) continue;
    size_t group = group_of(node->op->kind);
    for (uint32_t k = 0; k < node->input_count; k++) {
      const Tensor *tensor = graph_constant(graph, node->inputs[k]);
      if (!tensor || !tensor_type_is_float(tensor->shape.type)) continue;
      parameters[0] += (double)tensor->count;
      if (group) parameters[group] += (double)tensor->count;
      add_numbers(&numbers[0], &numbers[group], tensor);
    }
  }
  for (size_t g = 0; g < NETFEATURE_GROUPS; g++) {
    float *summary = to + 4 + g * NETFEATURE_SUMMARY;
    summarize(&numbers[g], summary);
    summary[0] = scaled(parameters[g]);
    VEC_FREE(&numbers[g]);
  }
  if (graph->inputs.count == 1)
    to[3] = (float)graph_value(graph, graph->inputs.items[0])->shape.rank;
}

static void fill_property(const Property *property, const NetFeatureSizes *sizes, float *to)
{
  double kinds[3] = {0};
  for (size_t i = 0; i < property->nodes.count; i++) kinds[property->nodes.items[i].kind]++;
  to[0] = scaled((double)property->assertions.count);
  to[1] = scaled((double)property->atoms.count);
  to[2] = scaled(kinds[PROPERTY_AND]);
  to[3] = scaled(kinds[PROPERTY_OR]);
  to[4] = scaled((double)property->common_rows.count);
  to[5] = scaled((double)property->part_count);
  to[6] = sizes->property ? scaled((double)sizes->property) : NAN;
}

void netfeature_network_init(NetFeatureNetwork *network, const Graph *graph,
                             const Property *property, const NetFeatureSizes *sizes)
{
  for (size_t i = 0; i < NETFEATURE_NETWORK; i++) network->values[i] = NAN;
  if (sizes->network) network->values[0] = scaled((double)sizes->network);
  network->values[1] = scaled(property->inputs);
  network->values[2] = scaled(property->outputs);
  if (graph) fill_network(graph, network->values);
  fill_property(property, sizes, network->values + NETFEATURE_NETWORK);
}

/* --- the subproblem --- */

/* How far the rows are from holding at the middle of the box, by the size of their weights. */
static void fill_distances(const Problem *problem, float *to)
{
  uint32_t inputs = problem_inputs(problem), outputs = problem_outputs(problem);
  double *x = mem_alloc(inputs, sizeof *x);
  for (uint32_t i = 0; i < inputs; i++)
    x[i] = problem->lower[i] + (problem->upper[i] - problem->lower[i]) / 2;
  NetRun run;
  net_run_init(&run, problem->net);
  const double *y = net_evaluate(problem->net, &run, x);
  Numbers distances = {0};
  for (size_t row = 0; row < problem->bounds.count; row++) {
    const double *weights = problem_row(problem, row);
    double size = 0;
    size_t worst;
    for (uint32_t i = 0; i < inputs + outputs; i++) size += weights[i] * weights[i];
    Disjunct one = {.first = (uint32_t)row, .count = 1};
    double excess = problem_excess(problem, &one, x, y, &worst);
    if (isfinite(excess) && size > 0) VEC_PUSH(&distances, excess / sqrt(size));
  }
  summarize(&distances, to);
  VEC_FREE(&distances);
  net_run_deinit(&run);
  free(x);
}

/* Neurons of ReLUs, and those among them whose sign intervals leave open. */
static void count_relus(const Problem *problem, double *relus, double *unstable)
{
  Bounds bounds;
  bounds_init(&bounds, problem->net);
  bounds.method = BOUND_INTERVAL;
  bounds_set_box(&bounds, problem->lower, problem->upper, NULL);
  *relus = *unstable = 0;
  for (size_t at = 1; at < problem->net->layers.count; at++) {
    const Layer *layer = &problem->net->layers.items[at];
    if (layer->kind != LAYER_RELU) continue;
    size_t source = layer->sources.items[0].layer;
    *relus += layer->size;
    for (uint32_t i = 0; i < layer->size && bounds.finite; i++)
      *unstable += bounds_lower(&bounds, source)[i] < 0 && bounds_upper(&bounds, source)[i] > 0;
  }
  bounds_deinit(&bounds);
}

static void fill_subproblem(const Problem *problem, float *to)
{
  double wide = 0, width = 0, neurons = 0, relus, unstable;
  uint32_t inputs = problem_inputs(problem);
  for (uint32_t i = 0; i < inputs; i++) {
    wide += problem->lower[i] < problem->upper[i];
    width += (problem->upper[i] - problem->lower[i]) / inputs;
  }
  for (size_t at = 1; at < problem->net->layers.count; at++)
    neurons += problem->net->layers.items[at].size;
  count_relus(problem, &relus, &unstable);
  fill_distances(problem, to);
  to += NETFEATURE_SUMMARY;
  to[0] = scaled(wide);
  to[1] = (float)log(width + 1e-12);
  to[2] = scaled((double)problem->disjuncts.count);
  to[3] = scaled((double)problem->bounds.count);
  to[4] = (float)problem->net->layers.count;
  to[5] = scaled(neurons);
  to[6] = scaled(relus);
  to[7] = relus > 0 ? (float)(unstable / relus) : 0;
}

void netfeature_set_flags(const double *seconds, float *row)
{
  float *flags = row + NETFEATURE_NETWORK + NETFEATURE_PROPERTY;
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++)
    for (size_t k = 0; k < NETFEATURE_THRESHOLDS; k++)
      flags[e * NETFEATURE_THRESHOLDS + k] = seconds[e] > 0 && seconds[e] >= thresholds[k];
}

void netfeature_set_history(const NetFeatureHistory *history, float *row)
{
  float *probes = row + NETFEATURE_NETWORK + NETFEATURE_PROPERTY + NETFEATURE_ONLINE;
  netfeature_set_flags(history->seconds, row);
  probes[0] = scaled(history->descents_rate);
  probes[1] = scaled(history->boxes_rate);
  probes[2] = isfinite(history->margin) ? (float)history->margin : NAN;
}

void netfeature_fill(const NetFeatureNetwork *network, const Problem *problem,
                     const NetFeatureHistory *history, float *row)
{
  memcpy(row, network->values, sizeof network->values);
  netfeature_set_history(history, row);
  fill_subproblem(problem, row + NETFEATURE_COUNT - NETFEATURE_SUBPROBLEM);
  /* Learners take any number or none, but no infinity. */
  for (size_t i = 0; i < NETFEATURE_COUNT; i++)
    if (!isfinite(row[i])) row[i] = NAN;
}
