#include "nn/gen/interval.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/gen/interval_rules.h"

static Interval interval_new(const Graph *graph, ValueId value)
{
  const TensorShape *shape = &graph_value(graph, value)->shape;
  size_t count = tensor_shape_extent(shape, 0, shape->rank);
  return (Interval){mem_alloc_zero(count + 1, sizeof(double)),
                    mem_alloc_zero(count + 1, sizeof(double)), count};
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
  interval_widen(low, high, size, x->count);
}

/* Gemm with transB on constant weights and bias, as build_linear makes it: fast, as networks consist of it. */
static bool bound_linear(const Graph *graph, const GraphNode *node, const Interval *x, Interval *y)
{
  const Tensor *w = graph_constant(graph, graph_node_input(node, 1));
  const Tensor *b = graph_constant(graph, graph_node_input(node, 2));
  if (!x->low || !w || !b || w->shape.type != TENSOR_FLOAT || w->count != x->count * y->count ||
      b->count != y->count || !graph_attribute_int(node, "transB") ||
      graph_attribute_int(node, "transA") || graph_attribute_float(node, "alpha") != 1 ||
      graph_attribute_float(node, "beta") != 1)
    return false;
  const float *weights = w->data;
  for (size_t i = 0; i < y->count; i++)
    bound_row(x, weights + i * x->count, tensor_get_double(b, i), &y->low[i], &y->high[i]);
  return true;
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

/* The numbers of a constant, once they are needed. */
static void load_constant(Intervals *run, ValueId value)
{
  const Tensor *constant = graph_constant(run->graph, value);
  Interval *x = &run->values[value];
  if (!constant || x->low) return;
  *x = interval_new(run->graph, value);
  for (size_t i = 0; i < x->count; i++) x->low[i] = x->high[i] = tensor_get_double(constant, i);
}

static bool collect_inputs(Intervals *run, const GraphNode *node, Interval *in)
{
  for (uint32_t i = 0; i < node->input_count; i++) {
    if (node->inputs[i] == VALUE_NONE) continue;
    load_constant(run, node->inputs[i]);
    in[i] = run->values[node->inputs[i]];
    if (!in[i].low) return false;
  }
  return true;
}

static bool apply_rule(Intervals *run, const GraphNode *node, Interval *out)
{
  IntervalRule rule = interval_find_rule(node->op->kind);
  if (!rule) return false;
  Interval *in = mem_alloc_zero(node->input_count + 1, sizeof *in);
  IntervalTask task = {run->graph, node, in, out};
  bool done = collect_inputs(run, node, in) && rule(&task);
  free(in);
  return done;
}

bool intervals_step(Intervals *run, const GraphNode *node)
{
  if (node->constant) return true;
  Interval *out = mem_alloc_zero(node->output_count + 1, sizeof *out);
  for (uint32_t i = 0; i < node->output_count; i++)
    if (node->outputs[i] != VALUE_NONE) out[i] = interval_new(run->graph, node->outputs[i]);
  bool done = (node->op->kind == OP_Gemm &&
               bound_linear(run->graph, node, &run->values[node->inputs[0]], out)) ||
              apply_rule(run, node, out);
  for (uint32_t i = 0; i < node->output_count; i++) {
    if (node->outputs[i] == VALUE_NONE) continue;
    run->values[node->outputs[i]] = out[i];
    done = done && is_in_range(&out[i], 0, out[i].count);
  }
  free(out);
  return done;
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

bool intervals_output(Intervals *run, double *low, double *high)
{
  ValueId value = run->graph->outputs.items[0];
  load_constant(run, value);
  const Interval *y = &run->values[value];
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
