#include "nn/gen/interval.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/graph/window.h"

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

/* A row of weights times x, plus a bias. */
static void bound_row(const Interval *x, const float *row, double bias, double *low, double *high)
{
  /* w * centre -+ |w| * radius has no branches */
  double size = fabs(bias), sum = bias, reach = 0;
  for (size_t k = 0; k < x->count; k++) {
    double weight = (double)row[k], strength = fabs(weight);
    double centre = 0.5 * (x->low[k] + x->high[k]), radius = 0.5 * (x->high[k] - x->low[k]);
    sum += weight * centre;
    reach += strength * radius;
    size += strength * (fabs(centre) + radius);
  }
  *low = sum - reach;
  *high = sum + reach;
  widen(low, high, size, x->count);
}

/* Gemm with transB on constant weights and bias, as build_linear makes it. */
static bool bound_gemm(const Graph *graph, const GraphNode *node, const Interval *x, Interval *y)
{
  const Tensor *w = graph_constant(graph, graph_node_input(node, 1));
  const Tensor *b = graph_constant(graph, graph_node_input(node, 2));
  if (!w || !b || w->shape.type != TENSOR_FLOAT || !graph_attribute_int(node, "transB") ||
      y->count != b->count)
    return false;
  const float *weights = w->data;
  for (size_t i = 0; i < y->count; i++)
    bound_row(x, weights + i * x->count, tensor_get_double(b, i), &y->low[i], &y->high[i]);
  return true;
}

/* Conv, MaxPool and AveragePool on images without padding and groups, as layers make them. */
static bool bound_window(const Graph *graph, const GraphNode *node, const Interval *x, Interval *y)
{
  const TensorShape *in = &graph_value(graph, node->inputs[0])->shape;
  const TensorShape *out = &graph_value(graph, node->outputs[0])->shape;
  const Tensor *w = graph_constant(graph, graph_node_input(node, 1));
  const Tensor *b = graph_constant(graph, graph_node_input(node, 2));
  bool conv = node->op->kind == OP_Conv, largest = node->op->kind == OP_MaxPool;
  Error error;
  ShapeTask task = {graph, node, NULL, &error};
  Window window;
  if (in->rank != 4 || (conv && (!w || !b || w->shape.dims[1] != in->dims[1])) ||
      window_read(&task, in, conv ? &w->shape : NULL, &window) != STATUS_OK)
    return false;
  size_t places = tensor_shape_extent(out, 2, 4), area = tensor_shape_extent(in, 2, 4);
  size_t cells = (size_t)(window.kernel[0] * window.kernel[1]);
  size_t channels = conv ? (size_t)in->dims[1] : 1;
  for (size_t i = 0; i < y->count; i++) {
    size_t filter = i / places;
    double low = conv ? tensor_get_double(b, filter) : 0, high = low, size = fabs(low);
    double most_low = -INFINITY, most_high = -INFINITY;
    for (size_t k = 0; k < channels * cells; k++) {
      int64_t element = window_element(&window, i % places, k % cells);
      if (element < 0) return false;
      size_t from = (conv ? k / cells : filter) * area + (size_t)element;
      double weight =
          conv ? tensor_get_double(w, filter * channels * cells + k) : 1 / (double)cells;
      add_product(weight, x->low[from], x->high[from], &low, &high, &size);
      most_low = fmax(most_low, x->low[from]);
      most_high = fmax(most_high, x->high[from]);
    }
    widen(&low, &high, size, channels * cells);
    y->low[i] = largest ? most_low : low;
    y->high[i] = largest ? most_high : high;
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

void intervals_init(Intervals *run, const Graph *graph, const double *low, const double *high)
{
  ValueId x = graph->inputs.items[0];
  *run = (Intervals){graph, mem_alloc_zero(graph->values.count + 1, sizeof(Interval))};
  run->values[x] = interval_new(graph, x);
  memcpy(run->values[x].low, low, run->values[x].count * sizeof *low);
  memcpy(run->values[x].high, high, run->values[x].count * sizeof *high);
}

void intervals_deinit(Intervals *run)
{
  for (size_t i = 0; run->values && i < run->graph->values.count; i++) {
    free(run->values[i].low);
    free(run->values[i].high);
  }
  free(run->values);
}

/* Beyond, floats of 32 bits could overflow on the way: then nothing is proved. */
static bool is_in_range(const Interval *y, size_t first, size_t count)
{
  const double most = 1e30;
  for (size_t i = first; i < first + count; i++)
    if (!(y->low[i] > -most && y->high[i] < most)) return false;
  return true;
}

bool intervals_step(Intervals *run, const GraphNode *node)
{
  if (!run->values[node->inputs[0]].low) return false;
  Interval y = interval_new(run->graph, node->outputs[0]);
  run->values[node->outputs[0]] = y;
  return bound_node(run->graph, node, run->values, &y) && is_in_range(&y, 0, y.count);
}

void intervals_release(Intervals *run, ValueId value)
{
  free(run->values[value].low);
  free(run->values[value].high);
  run->values[value] = (Interval){0};
}

bool intervals_rows(Intervals *run, const GraphNode *node, const float *weights, const float *bias,
                    size_t first, size_t count)
{
  const Interval *x = &run->values[node->inputs[0]];
  Interval *y = &run->values[node->outputs[0]];
  if (!x->low) return false;
  if (!y->low) *y = interval_new(run->graph, node->outputs[0]);
  assert(first + count <= y->count);
  for (size_t i = 0; i < count; i++)
    bound_row(x, weights + i * x->count, (double)bias[first + i], &y->low[first + i],
              &y->high[first + i]);
  return is_in_range(y, first, count);
}

bool intervals_output(const Intervals *run, double *low, double *high)
{
  const Interval *y = &run->values[run->graph->outputs.items[0]];
  if (!y->low) return false;
  memcpy(low, y->low, y->count * sizeof *low);
  memcpy(high, y->high, y->count * sizeof *high);
  return true;
}

bool interval_output(const Graph *graph, const double *low, const double *high, double *out_low,
                     double *out_high)
{
  Intervals run;
  intervals_init(&run, graph, low, high);
  bool done = true;
  for (size_t i = 0; i < graph->nodes.count && done; i++)
    done = intervals_step(&run, &graph->nodes.items[i]);
  done = done && intervals_output(&run, out_low, out_high);
  intervals_deinit(&run);
  return done;
}
