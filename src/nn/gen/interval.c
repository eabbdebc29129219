#include "nn/gen/interval.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/graph/window.h"

typedef struct {
  double *low, *high;
  size_t count;
} Interval;

static Interval interval_new(const Graph *graph, ValueId value)
{
  const TensorShape *shape = &graph_value(graph, value)->shape;
  size_t count = tensor_shape_extent(shape, 0, shape->rank);
  return (Interval){mem_alloc_zero(count + 1, sizeof(double)),
                    mem_alloc_zero(count + 1, sizeof(double)), count};
}

/* A sum of up to `terms` products of the size `size` in all, with room for the rounding of floats of 32 bits as well:
 * what a network computes with them stays inside. */
static void widen(double *low, double *high, double size, size_t terms)
{
  double slack = (double)(terms + 2) * FLT_EPSILON * size + FLT_MIN;
  *low -= slack;
  *high += slack;
}

static void add_product(double weight, double low, double high, double *sum_low, double *sum_high,
                        double *size)
{
  *sum_low += weight * (weight >= 0 ? low : high);
  *sum_high += weight * (weight >= 0 ? high : low);
  double a = fabs(low), b = fabs(high);
  *size += fabs(weight) * (a > b ? a : b);
}

/* Gemm with transB on constant weights and bias, as build_linear makes it. */
static bool bound_gemm(const Graph *graph, const GraphNode *node, const Interval *x, Interval *y)
{
  const Tensor *w = graph_constant(graph, graph_node_input(node, 1));
  const Tensor *b = graph_constant(graph, graph_node_input(node, 2));
  if (!w || !b || w->shape.type != TENSOR_FLOAT || !graph_attribute_int(node, "transB") ||
      y->count != b->count)
    return false;
  for (size_t i = 0; i < y->count; i++) {
    double low = tensor_get_double(b, i), high = low, size = fabs(low);
    const float *row = (const float *)w->data + i * x->count;
    for (size_t k = 0; k < x->count; k++)
      add_product((double)row[k], x->low[k], x->high[k], &low, &high, &size);
    widen(&low, &high, size, x->count);
    y->low[i] = low;
    y->high[i] = high;
  }
  return true;
}

/* The element of a channel that cell (u, v) of a 2x2 window sees at place `at` of the result. */
static size_t square_element(const TensorShape *x, const TensorShape *y, size_t at, size_t u,
                             size_t v)
{
  size_t columns = (size_t)y->dims[3];
  return (at / columns + u) * (size_t)x->dims[3] + at % columns + v;
}

/* Conv, MaxPool and AveragePool with windows of 2x2 on one channel, without padding and strides, as layers make them. */
static bool bound_window(const Graph *graph, const GraphNode *node, const Interval *x, Interval *y)
{
  const TensorShape *in = &graph_value(graph, node->inputs[0])->shape;
  const TensorShape *out = &graph_value(graph, node->outputs[0])->shape;
  const Tensor *w = graph_constant(graph, graph_node_input(node, 1));
  const Tensor *b = graph_constant(graph, graph_node_input(node, 2));
  bool conv = node->op->kind == OP_Conv;
  if (in->rank != 4 || in->dims[1] != 1 || out->dims[2] != in->dims[2] - 1 || (conv && (!w || !b)))
    return false;
  size_t places = tensor_shape_extent(out, 2, 4);
  for (size_t i = 0; i < y->count; i++) {
    size_t filter = i / places;
    double low = conv ? tensor_get_double(b, filter) : 0, high = low, size = fabs(low);
    double most_low = -INFINITY, most_high = -INFINITY;
    for (size_t cell = 0; cell < 4; cell++) {
      size_t from = square_element(in, out, i % places, cell / 2, cell % 2);
      double weight = conv ? tensor_get_double(w, filter * 4 + cell) : 0.25;
      add_product(weight, x->low[from], x->high[from], &low, &high, &size);
      most_low = fmax(most_low, x->low[from]);
      most_high = fmax(most_high, x->high[from]);
    }
    widen(&low, &high, size, 4);
    y->low[i] = node->op->kind == OP_MaxPool ? most_low : low;
    y->high[i] = node->op->kind == OP_MaxPool ? most_high : high;
  }
  return true;
}

static double monotone(OperatorKind kind, double x)
{
  return kind == OP_Relu ? fmax(x, 0) : kind == OP_Tanh ? tanh(x) : 1 / (1 + exp(-x));
}

static bool bound_node(const Graph *graph, const GraphNode *node, const Interval *values,
                       Interval *y)
{
  const Interval *x = &values[node->inputs[0]];
  switch (node->op->kind) {
  case OP_Gemm: return bound_gemm(graph, node, x, y);
  case OP_Conv:
  case OP_MaxPool:
  case OP_AveragePool: return bound_window(graph, node, x, y);
  case OP_Relu:
  case OP_Sigmoid:
  case OP_Tanh:
    for (size_t i = 0; i < y->count; i++) {
      y->low[i] = monotone(node->op->kind, x->low[i]);
      y->high[i] = monotone(node->op->kind, x->high[i]);
      if (node->op->kind != OP_Relu) widen(&y->low[i], &y->high[i], 1, 4);
    }
    return true;
  case OP_Reshape:
    memcpy(y->low, x->low, y->count * sizeof *y->low);
    memcpy(y->high, x->high, y->count * sizeof *y->high);
    return true;
  case OP_Add: {
    const Interval *z = &values[node->inputs[1]];
    if (!z->low || z->count != y->count || x->count != y->count) return false;
    for (size_t i = 0; i < y->count; i++) {
      y->low[i] = x->low[i] + z->low[i];
      y->high[i] = x->high[i] + z->high[i];
      widen(&y->low[i], &y->high[i], fmax(fabs(y->low[i]), fabs(y->high[i])), 2);
    }
    return true;
  }
  default: return false;
  }
}

static bool bound_nodes(const Graph *graph, Interval *values)
{
  for (size_t i = 0; i < graph->nodes.count; i++) {
    const GraphNode *node = &graph->nodes.items[i];
    if (!values[node->inputs[0]].low) return false;
    Interval y = interval_new(graph, node->outputs[0]);
    values[node->outputs[0]] = y;
    if (!bound_node(graph, node, values, &y)) return false;
  }
  return true;
}

bool interval_output(const Graph *graph, const double *low, const double *high, double *out_low,
                     double *out_high)
{
  Interval *values = mem_alloc_zero(graph->values.count + 1, sizeof *values);
  ValueId x = graph->inputs.items[0], y = graph->outputs.items[0];
  values[x] = interval_new(graph, x);
  memcpy(values[x].low, low, values[x].count * sizeof *low);
  memcpy(values[x].high, high, values[x].count * sizeof *high);
  bool done = bound_nodes(graph, values) && values[y].low;
  if (done) memcpy(out_low, values[y].low, values[y].count * sizeof *out_low);
  if (done) memcpy(out_high, values[y].high, values[y].count * sizeof *out_high);
  for (size_t i = 0; i < graph->values.count; i++) {
    free(values[i].low);
    free(values[i].high);
  }
  free(values);
  return done;
}
