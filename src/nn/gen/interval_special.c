/* Rules of single operators. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nn/gen/interval_rules.h"
#include "nn/infer/infer.h"
#include "nn/infer/kernel.h"

enum { INPUTS_MAX = 8, OUTPUTS_MAX = 4 }; /* of nodes that depend on constants alone */

static const TensorShape *input_shape(const IntervalTask *task, uint32_t input)
{
  return &graph_value(task->graph, task->node->inputs[input])->shape;
}

static const TensorShape *output_shape(const IntervalTask *task, uint32_t output)
{
  return &graph_value(task->graph, task->node->outputs[output])->shape;
}

static const Interval *input(const IntervalTask *task, uint32_t number)
{
  return number < task->node->input_count && task->in[number].low ? &task->in[number] : NULL;
}

static bool contains_zero(const Interval *x)
{
  for (size_t i = 0; i < x->count; i++)
    if (x->low[i] <= 0 && x->high[i] >= 0) return true;
  return false;
}

static void set(Interval *y, size_t i, double low, double high)
{
  y->low[i] = low;
  y->high[i] = high;
}

static void forget_results(const IntervalTask *task, uint32_t from)
{
  for (uint32_t o = from; o < task->node->output_count; o++) {
    free(task->out[o].low);
    free(task->out[o].high);
    task->out[o] = (Interval){0};
  }
}

/* --- elements --- */

/* Div and Reciprocal. */
bool interval_quotient(const IntervalTask *task)
{
  bool division = task->node->op->kind == OP_Div;
  if (contains_zero(&task->in[division])) return false;
  return division ? interval_corners(task) : interval_either(task);
}

/* For numbers above 0, a power only grows or only falls with each of its two numbers. */
bool interval_power(const IntervalTask *task)
{
  const Interval *x = &task->in[0], *power = &task->in[1];
  bool above = true;
  for (size_t i = 0; i < power->count; i++) above = above && power->low[i] > 0;
  for (size_t i = 0; i < x->count; i++)
    if (!(above ? x->low[i] >= 0 : x->low[i] > 0)) return false;
  if (!interval_corners(task)) return false;
  Interval *y = task->out;
  for (size_t i = 0; i < y->count; i++)
    interval_widen(&y->low[i], &y->high[i], interval_size(y, i), 10 * INTERVAL_TERMS);
  return true;
}

bool interval_tangent(const IntervalTask *task)
{
  const double most = 1.5; /* below half of pi */
  if (interval_largest(&task->in[0]) > most) return false;
  return interval_monotone(task);
}

bool interval_threshold(const IntervalTask *task)
{
  const Interval *x = &task->in[0];
  double alpha = (double)graph_attribute_float(task->node, "alpha");
  for (size_t i = 0; i < x->count; i++) {
    bool zero = x->low[i] <= alpha, kept = x->high[i] > alpha;
    double least = fmax(x->low[i], alpha);
    set(task->out, i,
        zero && kept ? fmin(0, least)
        : kept       ? least
                     : 0,
        zero && kept ? fmax(0, x->high[i])
        : kept       ? x->high[i]
                     : 0);
  }
  return true;
}

bool interval_shrink(const IntervalTask *task)
{
  const Interval *x = &task->in[0];
  double bias = (double)graph_attribute_float(task->node, "bias");
  double limit = (double)graph_attribute_float(task->node, "lambd");
  Interval *y = task->out;
  if (limit < 0) return false;
  for (size_t i = 0; i < x->count; i++) {
    double low = INFINITY, high = -INFINITY;
    if (x->low[i] < -limit) {
      low = fmin(low, x->low[i] + bias);
      high = fmax(high, fmin(x->high[i], -limit) + bias);
    }
    if (x->high[i] > limit) {
      low = fmin(low, fmax(x->low[i], limit) - bias);
      high = fmax(high, x->high[i] - bias);
    }
    if (x->low[i] <= limit && x->high[i] >= -limit) {
      low = fmin(low, 0);
      high = fmax(high, 0);
    }
    set(y, i, low, high);
    interval_widen(&y->low[i], &y->high[i], interval_size(y, i), INTERVAL_TERMS);
  }
  return true;
}

/* The remainder has the sign of x, and is smaller than x and than the divisor. */
bool interval_remainder(const IntervalTask *task)
{
  const Interval *x = &task->in[0];
  double most = fmin(interval_largest(x), interval_largest(&task->in[1]));
  bool below = false, above = false;
  if (!graph_attribute_int(task->node, "fmod") || contains_zero(&task->in[1])) return false;
  for (size_t i = 0; i < x->count; i++) {
    below = below || x->low[i] < 0;
    above = above || x->high[i] > 0;
  }
  return interval_fill(task, below ? -most : 0, above ? most : 0, most);
}

bool interval_where(const IntervalTask *task)
{
  size_t *maps[3];
  Interval *y = task->out;
  for (uint32_t i = 0; i < 3; i++)
    maps[i] = compute_broadcast(output_shape(task, 0), input_shape(task, i));
  for (size_t i = 0; i < y->count; i++) {
    size_t at[3];
    for (size_t k = 0; k < 3; k++) at[k] = maps[k] ? maps[k][i] : i;
    bool can_hold = task->in[0].high[at[0]] != 0, can_fail = task->in[0].low[at[0]] == 0;
    const Interval *a = &task->in[can_hold ? 1 : 2], *b = &task->in[can_fail ? 2 : 1];
    size_t p = at[can_hold ? 1 : 2], q = at[can_fail ? 2 : 1];
    set(y, i, fmin(a->low[p], b->low[q]), fmax(a->high[p], b->high[q]));
  }
  for (size_t i = 0; i < 3; i++) free(maps[i]);
  return true;
}

/* --- types --- */

/* All that the type of the result has. */
bool interval_type(const IntervalTask *task)
{
  switch (output_shape(task, 0)->type) {
  case TENSOR_BOOL: return interval_fill(task, 0, 1, 0);
  case TENSOR_UINT8: return interval_fill(task, 0, UINT8_MAX, 0);
  case TENSOR_INT8: return interval_fill(task, INT8_MIN, INT8_MAX, 0);
  default: return false;
  }
}

/* Numbers that fit into the type are cut off towards 0. */
bool interval_cast(const IntervalTask *task)
{
  const Interval *x = &task->in[0];
  Interval *y = task->out;
  TensorType type = output_shape(task, 0)->type;
  if (type == TENSOR_BOOL) return interval_type(task);
  bool real = type == TENSOR_FLOAT || type == TENSOR_DOUBLE;
  bool whole = !tensor_type_is_float(input_shape(task, 0)->type);
  double most = type == TENSOR_INT32 ? 0x1p30 : 0x1p62, least = type == TENSOR_UINT64 ? 0 : -most;
  if (!real && type != TENSOR_INT32 && type != TENSOR_INT64 && type != TENSOR_UINT64) return false;
  for (size_t i = 0; i < x->count; i++) {
    if (!real && !(x->low[i] >= least && x->high[i] <= most)) return false;
    set(y, i, real ? x->low[i] : trunc(x->low[i]), real ? x->high[i] : trunc(x->high[i]));
    if (real && (!whole || interval_size(x, i) >= 0x1p24)) /* smaller ones stay what they are */
      interval_widen(&y->low[i], &y->high[i], interval_size(x, i), 1);
  }
  return true;
}

/* --- bits, of whole numbers --- */

bool interval_shift(const IntervalTask *task)
{
  const Interval *x = &task->in[0], *bits = &task->in[1];
  bool left = graph_attribute_is(task->node, "direction", "LEFT");
  if (bits->count != 1 || !interval_is_point(bits) || bits->low[0] >= 64) return false;
  double times = ldexp(1, (int)bits->low[0]);
  for (size_t i = 0; i < x->count; i++) {
    if (x->low[i] < 0 || (left && x->high[i] * times >= 0x1p62)) return false;
    set(task->out, i, left ? x->low[i] * times : floor(x->low[i] / times),
        left ? x->high[i] * times : floor(x->high[i] / times));
  }
  return true;
}

/* With a mask m that is not negative: x & m is from 0 to m, x | m from x to x + m, and x ^ m differs from x by m at most. */
bool interval_mask(const IntervalTask *task)
{
  const Interval *x = &task->in[0], *mask = &task->in[1];
  OperatorKind kind = task->node->op->kind;
  if (mask->count != 1 || !interval_is_point(mask) || mask->low[0] < 0) return false;
  double m = mask->low[0];
  for (size_t i = 0; i < x->count; i++) {
    double low = kind == OP_BitwiseOr ? x->low[i] : x->low[i] - m, high = x->high[i] + m;
    set(task->out, i, kind == OP_BitwiseAnd ? 0 : low, kind == OP_BitwiseAnd ? m : high);
  }
  return true;
}

bool interval_complement(const IntervalTask *task)
{
  const Interval *x = &task->in[0];
  for (size_t i = 0; i < x->count; i++) set(task->out, i, -1 - x->high[i], -1 - x->low[i]);
  return true;
}

/* --- sums with signs --- */

bool interval_gemm(const IntervalTask *task)
{
  float alpha = graph_attribute_float(task->node, "alpha");
  float beta = graph_attribute_float(task->node, "beta");
  return (!input(task, 2) || alpha * beta >= 0) && interval_polynomial(task);
}

/* Sums in which no factor is above 1, or the largest number of the window. */
bool interval_signal(const IntervalTask *task)
{
  const Interval *x = &task->in[0],
                 *window = task->node->op->kind == OP_STFT ? input(task, 2) : NULL;
  if (window && !interval_is_point(window)) return false;
  double times = window ? interval_largest(window) : 1, size = 0;
  for (size_t i = 0; i < x->count; i++) size += times * interval_size(x, i);
  return interval_fill(task, -size, size, size * (double)x->count);
}

/* The product of the rows' sums has all products of the determinant. */
bool interval_determinant(const IntervalTask *task)
{
  const Interval *x = &task->in[0];
  Interval *y = task->out;
  size_t n = (size_t)input_shape(task, 0)->dims[input_shape(task, 0)->rank - 1];
  for (size_t i = 0; i < y->count; i++) {
    double product = 1;
    for (size_t row = 0; row < n; row++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++) sum += interval_size(x, (i * n + row) * n + k);
      product *= sum;
    }
    set(y, i, -product, product);
    interval_widen(&y->low[i], &y->high[i], product, n * n * n + INTERVAL_TERMS);
  }
  return true;
}

bool interval_scatter(const IntervalTask *task)
{
  bool order = graph_attribute_is(task->node, "reduction", "max") ||
               graph_attribute_is(task->node, "reduction", "min");
  return order ? interval_exact(task) : interval_polynomial(task);
}

/* Between neighbours, or a mixture of them. */
bool interval_resize(const IntervalTask *task)
{
  if (graph_attribute_is(task->node, "mode", "cubic") ||
      graph_attribute_is(task->node, "coordinate_transformation_mode", "tf_crop_and_resize"))
    return false;
  return interval_mixture(task);
}

/* --- numbers of 8 bits --- */

static double largest_input(const IntervalTask *task, uint32_t number)
{
  const Interval *x = input(task, number);
  return x ? interval_largest(x) : 0;
}

bool interval_whole_product(const IntervalTask *task)
{
  const TensorShape *w = input_shape(task, 1), *a = input_shape(task, 0);
  bool conv = task->node->op->kind == OP_ConvInteger;
  size_t terms = conv ? tensor_shape_extent(w, 1, w->rank) : (size_t)a->dims[a->rank - 1];
  double size = (largest_input(task, 0) + largest_input(task, 2)) *
                (largest_input(task, 1) + largest_input(task, 3)) * (double)terms;
  return size < 0x1p30 && interval_fill(task, -size, size, 0);
}

bool interval_dequantize(const IntervalTask *task)
{
  double size = (largest_input(task, 0) + largest_input(task, 2)) * largest_input(task, 1);
  return interval_fill(task, -size, size, size);
}

bool interval_dynamic_quantize(const IntervalTask *task)
{
  forget_results(task, 1); /* the scale and the zero point */
  return interval_fill(task, 0, UINT8_MAX, 0);
}

/* --- what is bounded however large its input is --- */

/* Of n numbers without their mean, none is larger than the square root of n times their deviation. */
bool interval_normalization(const IntervalTask *task)
{
  const Interval *scale = input(task, 1), *bias = input(task, 2);
  forget_results(task, 1);
  double most = sqrt((double)task->in[0].count);
  double size = most * (scale ? interval_largest(scale) : 1) + (bias ? interval_largest(bias) : 0);
  const double room = 1.001; /* deviations of nearly equal floats are rounded coarsely */
  return interval_fill(task, -size * room, size * room, size);
}

/* The divisor is not below that of zeros. */
bool interval_local_response(const IntervalTask *task)
{
  const Interval *x = &task->in[0];
  Interval *y = task->out;
  double alpha = (double)graph_attribute_float(task->node, "alpha");
  double beta = (double)graph_attribute_float(task->node, "beta");
  double bias = (double)graph_attribute_float(task->node, "bias");
  if (!(alpha >= 0 && beta >= 0 && bias > 0)) return false;
  double least = pow(bias, beta);
  for (size_t i = 0; i < x->count; i++) {
    set(y, i, fmin(0, x->low[i] / least), fmax(0, x->high[i] / least));
    interval_widen(&y->low[i], &y->high[i], interval_size(y, i), 10 * INTERVAL_TERMS);
  }
  return true;
}

/* Least and largest number. */
static void find_range(const Interval *x, double *least, double *most)
{
  *least = INFINITY;
  *most = -INFINITY;
  for (size_t i = 0; i < x->count; i++) {
    *least = fmin(*least, x->low[i]);
    *most = fmax(*most, x->high[i]);
  }
}

bool interval_log_softmax(const IntervalTask *task)
{
  double least, most;
  find_range(&task->in[0], &least, &most);
  double size = most - least + log((double)task->in[0].count);
  return interval_fill(task, -size, 0, fmax(size, fmax(fabs(least), fabs(most))));
}

/* Without weights and ignored targets: a number of the input, or of its log-softmax, with the other sign; or the mean or sum of
 * some. */
bool interval_loss(const IntervalTask *task)
{
  bool soft = task->node->op->kind == OP_SoftmaxCrossEntropyLoss;
  if (input(task, 2) || graph_attribute(task->node, "ignore_index")) return false;
  forget_results(task, 1);
  double least, most;
  find_range(&task->in[0], &least, &most);
  double times = graph_attribute_is(task->node, "reduction", "sum") ? (double)task->in[1].count : 1;
  double far = most - least + log((double)task->in[0].count);
  double size = times * fmax(far, fmax(fabs(least), fabs(most)));
  return soft ? interval_fill(task, 0, times * far, size)
              : interval_fill(task, -times * most, -times * least, size);
}

/* States are results of tanh, or between such; cells are not bounded. */
bool interval_recurrent(const IntervalTask *task)
{
  OperatorKind kind = task->node->op->kind;
  if (graph_attribute(task->node, "activations") || (kind == OP_GRU && input(task, 5)))
    return false;
  forget_results(task, 1);
  return task->out[0].low && interval_circle(task);
}

/* --- places --- */

bool interval_argument(const IntervalTask *task)
{
  const TensorShape *x = input_shape(task, 0);
  int64_t axis = graph_attribute_int(task->node, "axis");
  return interval_fill(task, 0, (double)x->dims[axis < 0 ? axis + x->rank : axis] - 1, 0);
}

/* A second result, which has places. It is put aside while the rule for the first one looks at all results that are there. */
static bool bound_with_places(const IntervalTask *task, IntervalRule rule, double places)
{
  if (task->node->output_count < 2) return rule(task);
  Interval second = task->out[1];
  task->out[1] = (Interval){0};
  bool done = rule(task);
  for (size_t i = 0; i < second.count; i++) set(&second, i, 0, places - 1);
  task->out[1] = second;
  return done;
}

bool interval_max_pool(const IntervalTask *task)
{
  return bound_with_places(task, interval_exact, (double)task->in[0].count);
}

static bool bound_any(const IntervalTask *task)
{
  double least, most;
  find_range(&task->in[0], &least, &most);
  return interval_fill(task, least, most, 0);
}

/* Without an order each of the results may be any number. */
bool interval_top_k(const IntervalTask *task)
{
  return bound_with_places(task,
                           graph_attribute_int(task->node, "sorted") ? interval_exact : bound_any,
                           (double)task->in[0].count);
}

/* A number of the input, or 0. */
bool interval_unpool(const IntervalTask *task)
{
  double least, most;
  find_range(&task->in[0], &least, &most);
  return interval_fill(task, fmin(0, least), fmax(0, most), 0);
}

/* --- results that the inputs of the network do not change --- */

static Status run_constant(const IntervalTask *task, Tensor *made, const Tensor **in, Tensor *out)
{
  const GraphNode *node = task->node;
  TensorShape shapes[OUTPUTS_MAX];
  Error error;
  for (uint32_t i = 0; i < node->input_count; i++) {
    const Tensor *constant = graph_constant(task->graph, node->inputs[i]);
    in[i] = constant ? constant : made;
    /* Shape and Size look at nothing but the shape. */
    if (!constant && node->inputs[i] != VALUE_NONE) tensor_init(made, *input_shape(task, i));
  }
  for (uint32_t i = 0; i < node->output_count; i++) shapes[i] = *output_shape(task, i);
  return infer_node(task->graph, node, in, shapes, out, &error);
}

bool interval_constant(const IntervalTask *task)
{
  const GraphNode *node = task->node;
  bool shape_only = node->op->kind == OP_Shape || node->op->kind == OP_Size;
  Tensor made = {0}, out[OUTPUTS_MAX] = {0};
  const Tensor *in[INPUTS_MAX] = {0};
  if (node->input_count > INPUTS_MAX || node->output_count > OUTPUTS_MAX) return false;
  for (uint32_t i = 0; i < node->input_count; i++)
    if (!shape_only && input(task, i) && !graph_constant(task->graph, node->inputs[i]))
      return false;
  for (uint32_t i = 0; i < node->output_count; i++)
    if (node->outputs[i] == VALUE_NONE) return false;
  bool done = run_constant(task, &made, in, out) == STATUS_OK;
  for (uint32_t o = 0; o < node->output_count; o++) {
    Interval *y = &task->out[o];
    for (size_t i = 0; done && i < y->count; i++) {
      double number = tensor_get_double(&out[o], i);
      set(y, i, number, number);
      if (tensor_type_is_float(out[o].shape.type))
        interval_widen(&y->low[i], &y->high[i], fmax(1, fabs(number)), INTERVAL_TERMS);
    }
    tensor_deinit(&out[o]);
  }
  tensor_deinit(&made);
  return done;
}
