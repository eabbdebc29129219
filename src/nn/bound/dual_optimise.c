/* Optimising slopes and weights: ascent along the gradient of the bound, with steps scaled as Adam does. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "nn/bound/dual.h"

/* --- forward --- */

/* Neurons that matter: not those that are 0, nor those that only feed a ReLU that is 0. */
static size_t list_needed(const Dual *dual, size_t at, uint32_t *list)
{
  const Layer *layer = &dual->net->layers.items[at];
  const uint8_t *needed = dual->needed + dual->root->offsets[at];
  size_t count = 0;
  for (uint32_t i = 0; i < layer->size; i++)
    if (needed[i]) list[count++] = i;
  return count;
}

static void forward_affine(Dual *dual, size_t at)
{
  const Layer *layer = &dual->net->layers.items[at];
  size_t width = dual->width;
  double *to = dual->values[at];
  for (uint32_t i = 0; i < layer->size; i++)
    for (size_t f = 0; f < width; f++) to[i * width + f] = layer->bias[i];
  const uint8_t *needed = dual->needed + dual->root->offsets[at];
  KernelPart part = {.rows = dual->active, .columns = dual->columns};
  part.row_count = list_needed(dual, at, dual->active);
  for (size_t k = 0; k < layer->sources.count; k++) {
    const NetMatrix *matrix = &layer->sources.items[k].matrix;
    const double *from = dual->values[layer->sources.items[k].layer];
    if (!matrix->sparse) {
      part.column_count = list_needed(dual, layer->sources.items[k].layer, dual->columns);
      kernel_product(to, from, matrix->values, &part, matrix->stride, width);
      continue;
    }
    for (uint32_t i = 0; i < matrix->rows; i++) {
      if (!needed[i]) continue;
      for (size_t p = matrix->starts[i]; p < matrix->starts[i + 1]; p++)
        kernel_add_scaled(to + i * width, from + matrix->places[p] * width, matrix->values[p],
                          width);
    }
  }
}

static void forward_activation(Dual *dual, size_t at)
{
  const Layer *layer = &dual->net->layers.items[at];
  size_t source = layer->sources.items[0].layer, width = dual->width;
  const double *lower = bounds_lower(dual->root, source), *upper = bounds_upper(dual->root, source);
  uint32_t relu = dual->first[at], end = dual->first[at + 1];
  for (uint32_t i = 0; i < layer->size; i++) {
    double *to = dual->values[at] + i * width;
    const double *from = dual->coefficients[at] + i * width,
                 *value = dual->values[source] + i * width;
    if (relu < end && dual->relus.items[relu].neuron == i) {
      size_t first = relu++ * width;
      KernelSplit split = {dual->low + first, dual->high + first, dual->intercept + first, NULL};
      kernel_apply_split(to, from, value, &split, width);
      continue;
    }
    if (dual->first_curve[at] < dual->first_curve[at + 1]) {
      KernelCurve curve = dual_curve_lines(dual, dual->first_curve[at] + i);
      kernel_apply_curve(to, from, value, &curve, width);
      continue;
    }
    KernelLines lines = {0};
    relax_lines(layer->kind, RELAX_NEAREST, lower[i], upper[i], &lines);
    kernel_apply_lines(to, from, value, &lines, width);
  }
}

void dual_forward(Dual *dual)
{
  uint32_t inputs = net_input_size(dual->net);
  size_t width = dual->width;
  const double *lower = bounds_lower(dual->root, 0), *upper = bounds_upper(dual->root, 0);
  for (uint32_t j = 0; j < inputs; j++)
    for (size_t f = 0; f < width; f++)
      dual->values[0][j * width + f] =
          dual->coefficients[0][j * width + f] > 0 ? lower[j] : upper[j];
  bool rows = dual->signs[0] == 0 || dual->top > dual->last;
  for (size_t at = 1; at < dual->top + rows; at++) {
    const Layer *layer = &dual->net->layers.items[at];
    if (!dual->touched[at]) { /* no coefficient, and so no line was chosen */
      for (size_t k = 0; k < layer->size; k++)
        memset(dual->coefficients[at] + k * width, 0, width * sizeof(double));
    }
    if (layer->kind == LAYER_AFFINE)
      forward_affine(dual, at);
    else
      forward_activation(dual, at);
  }
}

/* --- ascent --- */

typedef struct {
  int step;
  double rate, first_correction, second_correction;
} Ascent;

#define DECAY_FIRST  0.9
#define DECAY_SECOND 0.99

static double moved(double *moments, double gradient, const Ascent *ascent)
{
  moments[0] = DECAY_FIRST * moments[0] + (1 - DECAY_FIRST) * gradient;
  moments[1] = DECAY_SECOND * moments[1] + (1 - DECAY_SECOND) * gradient * gradient;
  double size = sqrt(moments[1] * ascent->second_correction);
  return size > 0 ? ascent->rate * moments[0] * ascent->first_correction / size : 0;
}

/* Weights of assumptions have the size of coefficients of their layer. */
static void set_rates(Dual *dual)
{
  size_t width = dual->width;
  for (size_t at = 1; at <= dual->top; at++) {
    uint32_t first = dual->first[at], end = dual->first[at + 1];
    double *rates = dual->rates + at * width;
    for (size_t f = 0; f < width && first < end; f++) {
      double sum = 0;
      for (uint32_t r = first; r < end; r++)
        sum += fabs(dual->coefficients[at][dual->relus.items[r].neuron * width + f]);
      rates[f] = sum / (end - first);
    }
  }
}

static void ascend_relus(Dual *dual, const Ascent *ascent)
{
  size_t width = dual->width;
  for (uint32_t r = 0; r < dual->relu_count; r++) {
    DualRelu place = dual->relus.items[r];
    size_t source = dual->net->layers.items[place.layer].sources.items[0].layer;
    const double *coefficient = dual->coefficients[place.layer] + place.neuron * width;
    const double *value = dual->values[source] + place.neuron * width;
    const double *rates = dual->rates + place.layer * width;
    for (size_t f = 0; f < dual->count; f++) {
      size_t k = r * width + f;
      int side = dual->side[k];
      if (side) {
        double *beta = &dual->beta[k];
        *beta += 0.5 * rates[f] * moved(dual->moments + 4 * k + 2, -side * value[f], ascent);
        *beta = *beta > 0 ? *beta : 0;
      } else if (!dual->settled[k]) {
        double gradient = coefficient[f] > 0 ? coefficient[f] * value[f] : 0;
        double next = dual->alpha[k] + moved(dual->moments + 4 * k, gradient, ascent);
        dual->alpha[k] = next > 1 ? 1 : next > 0 ? next : 0;
      }
    }
  }
}

/* Tangents move to where the line that is used is higher, or lower, at the point of the least bound. */
static void ascend_curves(Dual *dual, const Ascent *ascent)
{
  size_t width = dual->width;
  for (size_t c = 0; c < dual->first_curve[dual->top + 1]; c++) {
    const DualCurve *curve = &dual->curves.items[c];
    const Layer *layer = &dual->net->layers.items[curve->layer];
    size_t source = layer->sources.items[0].layer;
    const double *coefficient = dual->coefficients[curve->layer] + curve->neuron * width;
    const double *value = dual->values[source] + curve->neuron * width;
    for (size_t f = 0; f < dual->count; f++) {
      int above = coefficient[f] < 0;
      const RelaxTangents *tangents = &curve->tangents[above];
      if (!curve->free[above] || coefficient[f] == 0) continue;
      double *at = &dual->places[above][c * width + f];
      double gradient = coefficient[f] * relax_bend(layer->kind, *at) * (value[f] - *at);
      double step = moved(dual->curve_moments + 4 * (c * width + f) + 2 * above, gradient, ascent);
      *at = fmin(tangents->to, fmax(tangents->from, *at + (tangents->to - tangents->from) * step));
    }
  }
}

/* How far a row is above its bound at the point of the least bound, by the lines that were used. */
static double row_excess(const Dual *dual, size_t function, uint32_t row)
{
  const DualRows *rows = &dual->rows[function];
  size_t width = dual->width, last = dual->net->layers.count - 1;
  uint32_t outputs = net_output(dual->net)->size, inputs = net_input_size(dual->net);
  const double *weights = rows->weights + (size_t)row * (outputs + inputs);
  double value = -rows->bounds[row];
  for (uint32_t i = 0; i < outputs; i++)
    value += weights[i] * dual->values[last][i * width + function];
  for (uint32_t i = 0; i < inputs; i++)
    if (weights[outputs + i] != 0)
      value += weights[outputs + i] * dual->values[0][i * width + function];
  return value;
}

/* Rows that are far from holding get more weight. */
static void ascend_rows(Dual *dual, size_t function, int step)
{
  const DualRows *rows = &dual->rows[function];
  if (rows->count < 2) return;
  double *lambda = dual->lambda + function * dual->rows_max, total = 0, largest = 0;
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t r = 0; r < rows->count; r++) {
      double value = row_excess(dual, function, r);
      if (pass == 0) {
        largest = fmax(largest, fabs(value));
      } else if (largest > 0) {
        lambda[r] *= exp(1.0 / (1 + 0.2 * step) * value / largest);
        total += lambda[r];
      }
    }
  for (uint32_t r = 0; r < rows->count && total > 0; r++) lambda[r] /= total;
}

/* What the row is worth in units of the neuron: their ranges compared. */
static double row_unit(const Dual *dual, size_t function, uint32_t row, double excess)
{
  const Bounds *root = dual->root;
  size_t last = dual->net->layers.count - 1;
  uint32_t outputs = net_output(dual->net)->size, inputs = net_input_size(dual->net);
  const double *weights = dual->rows[function].weights + (size_t)row * (outputs + inputs);
  double spread = 0;
  for (uint32_t i = 0; i < outputs; i++)
    spread += fabs(weights[i]) * (bounds_upper(root, last)[i] - bounds_lower(root, last)[i]);
  uint32_t neuron = dual->neurons[function];
  double range = bounds_upper(root, dual->last)[neuron] - bounds_lower(root, dual->last)[neuron];
  return range / (fabs(excess) + 0.02 * spread + 1e-30);
}

/* Weights of rows that hold where a neuron is bounded. */
static void ascend_constraints(Dual *dual, size_t function, const Ascent *ascent)
{
  for (uint32_t r = 0; r < dual->rows[function].count; r++) {
    double excess = row_excess(dual, function, r), *lambda = dual_lambda(dual, r, function);
    double *moments = dual->row_moments + 3 * (function * dual->rows_max + r);
    if (ascent->step == 0) moments[2] = row_unit(dual, function, r, excess);
    *lambda = fmax(0, *lambda + 0.5 * moments[2] * moved(moments, excess, ascent));
  }
}

static bool all_proved(const Dual *dual)
{
  for (size_t f = 0; f < dual->count; f++)
    if (dual->signs[f] != 0 || !(dual->best[f] > 0)) return false;
  return true;
}

void dual_optimise(Dual *dual, int steps)
{
  memset(dual->moments, 0, 4 * dual->relus.count * dual->width * sizeof(double));
  memset(dual->curve_moments, 0, 4 * dual->curves.count * dual->width * sizeof(double));
  memset(dual->row_moments, 0, 3 * dual->capacity * dual->rows_max * sizeof(double));
  double first = 1, second = 1, rate = 0.25;
  for (int step = 0; step < steps; step++) {
    dual_evaluate(dual);
    if (step + 1 == steps || all_proved(dual)) break;
    if (step == 0 || dual->top > dual->last) set_rates(dual);
    dual_forward(dual);
    first *= DECAY_FIRST;
    second *= DECAY_SECOND;
    Ascent ascent = {step, rate, 1 / (1 - first), 1 / (1 - second)};
    ascend_relus(dual, &ascent);
    ascend_curves(dual, &ascent);
    for (size_t f = 0; f < dual->count; f++)
      if (dual->signs[f] != 0)
        ascend_constraints(dual, f, &ascent);
      else
        ascend_rows(dual, f, step);
    rate *= 0.95;
  }
}

/* --- bounds within --- */

static void tighten_some(Dual *dual, Bounds *root, size_t at, const uint32_t *neurons, size_t count,
                         int steps)
{
  dual_begin(dual, at, 2 * count);
  for (size_t k = 0; k < count; k++) {
    dual_set_neuron(dual, 2 * k, neurons[k], 1);
    dual_set_neuron(dual, 2 * k + 1, neurons[k], -1);
  }
  dual_optimise(dual, steps);
  double *lower = root->lower + root->offsets[at], *upper = root->upper + root->offsets[at];
  for (size_t k = 0; k < count; k++) {
    double low = fmax(lower[neurons[k]], dual->best[2 * k]),
           high = fmin(upper[neurons[k]], -dual->best[2 * k + 1]);
    if (!(low <= high)) continue;
    lower[neurons[k]] = low;
    upper[neurons[k]] = high;
  }
}

static void tighten_layer(Bounds *root, size_t at, bool relu, int steps, uint64_t until_ns)
{
  const double *lower = bounds_lower(root, at), *upper = bounds_upper(root, at);
  Dual dual;
  dual_init(&dual, root, dual_capacity(root->net), 0);
  uint32_t *neurons = mem_alloc(dual.capacity, sizeof *neurons),
           size = root->net->layers.items[at].size;
  size_t count = 0;
  for (uint32_t i = 0; i < size && clock_monotonic_ns() < until_ns; i++) {
    if (!relu || (lower[i] < 0 && upper[i] > 0)) neurons[count++] = i;
    if (count == 0 || (2 * count < dual.capacity && i + 1 < size)) continue;
    tighten_some(&dual, root, at, neurons, count, steps);
    count = 0;
  }
  free(neurons);
  dual_deinit(&dual);
}

void dual_tighten(Bounds *root, int steps, uint64_t until_ns)
{
  const Net *net = root->net;
  assert(root->finite);
  for (size_t at = 1; at < net->layers.count && clock_monotonic_ns() < until_ns; at++) {
    const Layer *layer = &net->layers.items[at];
    if (!root->feeds[at] || layer->kind != LAYER_AFFINE) continue;
    if (layer->sources.count == 1 && layer->sources.items[0].layer == 0) continue;
    tighten_layer(root, at, bounds_activation(root, at) == LAYER_RELU, steps, until_ns);
  }
}
