#include "nn/bound/bound.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "nn/bound/rounding.h"
#include "nn/bound/zonotope.h"

#define UNIT       ROUNDING_UNIT
#define SAFE       ROUNDING_SAFE
#define TINY       ROUNDING_TINY
#define HUGE_BOUND 1e30

void bounds_init(Bounds *bounds, const Net *net)
{
  size_t layers = net->layers.count;
  *bounds = (Bounds){.net = net, .width = BOUNDS_WIDTH};
  bounds->offsets = mem_alloc(layers, sizeof(size_t));
  bounds->count = net_offsets(net, bounds->offsets);
  bounds->lower = mem_alloc_zero(2 * bounds->count, sizeof(double));
  bounds->upper = bounds->lower + bounds->count;
  bounds->size = mem_alloc_zero(bounds->count, sizeof(double));
  bounds->feeds = mem_alloc_zero(layers, 1);
  bounds->coefficients = mem_alloc_zero(layers, sizeof(double *));
  bounds->alive = mem_alloc_zero(layers, sizeof(uint8_t *));
  bounds->touched = mem_alloc_zero(layers, sizeof(bool));
  bounds->constant = mem_alloc_zero(3 * bounds->width, sizeof(double));
  bounds->absolute = bounds->constant + bounds->width;
  bounds->slack = bounds->absolute + bounds->width;
  uint32_t largest = 0;
  for (size_t i = 0; i < layers; i++) {
    const Layer *layer = &net->layers.items[i];
    if (layer->kind > LAYER_AFFINE) bounds->feeds[layer->sources.items[0].layer] = 1;
    if (layer->size > largest) largest = layer->size;
    bounds->coefficients[i] = mem_alloc(kernel_pad(layer->size) * bounds->width, sizeof(double));
    bounds->alive[i] = mem_alloc_zero(layer->size + 1u, 1);
  }
  bounds->active = mem_alloc(largest + 1u, sizeof(uint32_t));
}

void bounds_deinit(Bounds *bounds)
{
  for (size_t i = 0; i < bounds->net->layers.count; i++) {
    free(bounds->coefficients[i]);
    free(bounds->alive[i]);
  }
  zonotope_destroy(bounds->zonotope);
  free(bounds->offsets);
  free(bounds->lower);
  free(bounds->size);
  free(bounds->feeds);
  free(bounds->coefficients);
  free(bounds->alive);
  free(bounds->touched);
  free(bounds->constant);
  free(bounds->active);
}

double bounds_value_size(const Bounds *bounds, size_t layer, uint32_t i)
{
  double low = fabs(bounds_lower(bounds, layer)[i]), high = fabs(bounds_upper(bounds, layer)[i]);
  return low > high ? low : high;
}

/* Bounds that were proved cross only if no input exists for which they hold; then any bounds do. */
static void order(double *lower, double *upper)
{
  if (*lower <= *upper) return;
  double middle = *lower;
  *lower = *upper;
  *upper = middle;
}

/* --- backward --- */

static void start_pass(Bounds *bounds)
{
  memset(bounds->touched, 0, bounds->net->layers.count * sizeof(bool));
  memset(bounds->constant, 0, 3 * BOUNDS_WIDTH * sizeof(double));
}

static void touch(Bounds *bounds, size_t layer)
{
  if (bounds->touched[layer]) return;
  bounds->touched[layer] = true;
  uint32_t size = bounds->net->layers.items[layer].size;
  memset(bounds->coefficients[layer], 0, size * bounds->width * sizeof(double));
  memset(bounds->alive[layer], 0, size);
}

/* Coefficients that get `summands` further ones: each sum is rounded, and has the coefficient in it. */
static void charge_additions(Bounds *bounds, size_t layer, size_t summands)
{
  if (!bounds->touched[layer]) return;
  double share = (double)(summands + 3) * UNIT;
  for (uint32_t i = 0; i < bounds->net->layers.items[layer].size; i++)
    if (bounds->alive[layer][i])
      kernel_add_scaled_absolute(bounds->slack, bounds->coefficients[layer] + i * bounds->width,
                                 share * bounds_value_size(bounds, layer, i), bounds->width);
}

static void pull_matrix(Bounds *bounds, const NetMatrix *matrix, size_t layer, size_t source,
                        size_t active_count)
{
  size_t width = bounds->width;
  const double *from = bounds->coefficients[layer];
  double *to = bounds->coefficients[source];
  charge_additions(bounds, source, matrix->sparse ? active_count : 1);
  bool again = bounds->touched[source];
  touch(bounds, source);
  if (!matrix->sparse) {
    kernel_transpose_product(to, from, matrix->values, bounds->active, active_count,
                             matrix->columns, matrix->stride, width);
    memset(bounds->alive[source], 1, matrix->columns);
  } else {
    for (size_t a = 0; a < active_count; a++) {
      uint32_t i = bounds->active[a];
      for (size_t k = matrix->starts[i]; k < matrix->starts[i + 1]; k++) {
        kernel_add_scaled(to + matrix->places[k] * width, from + i * width, matrix->values[k],
                          width);
        bounds->alive[source][matrix->places[k]] = 1;
      }
    }
  }
  if (again) charge_additions(bounds, source, 1);
}

static void pull_affine(Bounds *bounds, size_t at)
{
  const Layer *layer = &bounds->net->layers.items[at];
  size_t count = 0, width = bounds->width;
  double share = rounding_backward_share(layer);
  const double *size = bounds->size + bounds->offsets[at];
  for (uint32_t i = 0; i < layer->size; i++) {
    if (!bounds->alive[at][i]) continue;
    bounds->active[count++] = i;
    const double *row = bounds->coefficients[at] + i * width;
    kernel_add_scaled_absolute(bounds->slack, row, share * size[i], width);
    if (layer->bias[i] == 0) continue;
    kernel_add_scaled(bounds->constant, row, layer->bias[i], width);
    kernel_add_scaled_absolute(bounds->absolute, row, fabs(layer->bias[i]), width);
  }
  for (size_t k = 0; k < layer->sources.count; k++)
    pull_matrix(bounds, &layer->sources.items[k].matrix, at, layer->sources.items[k].layer, count);
}

static void pull_activation(Bounds *bounds, size_t at)
{
  const Layer *layer = &bounds->net->layers.items[at];
  size_t source = layer->sources.items[0].layer, width = bounds->width;
  const double *lower = bounds_lower(bounds, source), *upper = bounds_upper(bounds, source);
  charge_additions(bounds, source, 1);
  touch(bounds, source);
  for (uint32_t i = 0; i < layer->size; i++) {
    if (!bounds->alive[at][i]) continue;
    KernelLines lines;
    if (!relax_lines(layer->kind, bounds->choice, lower[i], upper[i], &lines))
      continue; /* it is 0 */
    double *row = bounds->coefficients[at] + i * width;
    kernel_relax(row, &lines, bounds->constant, bounds->absolute, width);
    kernel_add_scaled_absolute(bounds->slack, row, 8 * UNIT * bounds_value_size(bounds, source, i),
                               width);
    kernel_add_scaled(bounds->coefficients[source] + i * width, row, 1, width);
    bounds->alive[source][i] = 1;
  }
}

/* Pulls what was put into the coefficients of layers up to `from` back to the inputs. */
static void pull_back(Bounds *bounds, size_t from)
{
  touch(bounds, 0);
  for (size_t at = from; at > 0; at--) {
    if (!bounds->touched[at]) continue;
    if (bounds->net->layers.items[at].kind == LAYER_AFFINE)
      pull_affine(bounds, at);
    else
      pull_activation(bounds, at);
  }
}

/* The constant and the lower bound of a function that was pulled back. */
static void conclude(const Bounds *bounds, size_t function, double *offset, double *lower)
{
  uint32_t inputs = net_input_size(bounds->net);
  double sum = 0, size = fabs(bounds->constant[function]) + bounds->absolute[function];
  for (uint32_t j = 0; j < inputs; j++) {
    double a = bounds->coefficients[0][j * bounds->width + function];
    sum += a > 0 ? a * bounds->lower[j] : a * bounds->upper[j];
    size += fabs(a) * bounds_value_size(bounds, 0, j);
  }
  double terms = (double)(bounds->count + inputs + 64);
  double slack = (bounds->slack[function] + terms * UNIT * size) * SAFE + TINY;
  *offset = bounds->constant[function] - slack;
  *lower = sum + bounds->constant[function] - slack * 2;
  if (!isfinite(*offset) || !isfinite(*lower)) *offset = *lower = -INFINITY;
}

/* --- the neurons within --- */

/* Functions 1 and -1 times neurons of an affine layer, put as coefficients of its sources. */
static void start_neuron(Bounds *bounds, size_t at, uint32_t neuron, size_t function, double sign)
{
  const Layer *layer = &bounds->net->layers.items[at];
  for (size_t k = 0; k < layer->sources.count; k++) {
    const NetMatrix *matrix = &layer->sources.items[k].matrix;
    size_t source = layer->sources.items[k].layer;
    touch(bounds, source);
    double *to = bounds->coefficients[source] + function;
    if (!matrix->sparse) {
      const double *row = net_matrix_row(matrix, neuron);
      for (uint32_t j = 0; j < matrix->columns; j++) to[j * bounds->width] += sign * row[j];
      memset(bounds->alive[source], 1, matrix->columns);
    } else {
      for (size_t p = matrix->starts[neuron]; p < matrix->starts[neuron + 1]; p++) {
        to[matrix->places[p] * bounds->width] += sign * matrix->values[p];
        bounds->alive[source][matrix->places[p]] = 1;
      }
    }
  }
  double size = bounds->size[bounds->offsets[at] + neuron];
  bounds->constant[function] = sign * layer->bias[neuron];
  bounds->absolute[function] = fabs(layer->bias[neuron]);
  bounds->slack[function] =
      (layer->uncertainty + 8 * UNIT * (double)layer->sources.count) * size * SAFE;
}

static void tighten(Bounds *bounds, size_t at, const uint32_t *neurons, size_t count)
{
  double *lower = bounds->lower + bounds->offsets[at], *upper = bounds->upper + bounds->offsets[at];
  start_pass(bounds);
  bounds->width = kernel_pad(2 * count);
  for (size_t k = 0; k < count; k++) {
    start_neuron(bounds, at, neurons[k], 2 * k, 1);
    start_neuron(bounds, at, neurons[k], 2 * k + 1, -1);
  }
  pull_back(bounds, at - 1);
  bounds->passes += 2 * count;
  for (size_t k = 0; k < count; k++) {
    double offset, low, high;
    conclude(bounds, 2 * k, &offset, &low);
    conclude(bounds, 2 * k + 1, &offset, &high);
    uint32_t i = neurons[k];
    if (low > lower[i]) lower[i] = low;
    if (-high < upper[i]) upper[i] = -high;
    order(&lower[i], &upper[i]);
  }
}

static void tighten_layer(Bounds *bounds, size_t at, LayerKind activation)
{
  const Layer *layer = &bounds->net->layers.items[at];
  const double *lower = bounds_lower(bounds, at), *upper = bounds_upper(bounds, at);
  uint32_t neurons[BOUNDS_WIDTH / 2];
  size_t count = 0;
  for (uint32_t i = 0; i < layer->size; i++) {
    if (activation == LAYER_RELU && (lower[i] >= 0 || upper[i] <= 0)) continue;
    neurons[count++] = i;
    if (count < BOUNDS_WIDTH / 2) continue;
    tighten(bounds, at, neurons, count);
    count = 0;
  }
  if (count > 0) tighten(bounds, at, neurons, count);
  bounds->width = BOUNDS_WIDTH;
}

/* --- forward --- */

static void add_matrix_interval(Bounds *bounds, const NetMatrix *matrix, size_t source, uint32_t i,
                                double sums[3])
{
  const double *low = bounds_lower(bounds, source), *high = bounds_upper(bounds, source);
  double row[3] = {0};
  if (!matrix->sparse) {
    kernel_interval_row(net_matrix_row(matrix, i), low, high, matrix->columns, row);
  } else {
    for (size_t k = matrix->starts[i]; k < matrix->starts[i + 1]; k++) {
      double a = matrix->values[k] * low[matrix->places[k]];
      double b = matrix->values[k] * high[matrix->places[k]];
      row[0] += fmin(a, b);
      row[1] += fmax(a, b);
      row[2] += fmax(fabs(a), fabs(b));
    }
  }
  for (size_t k = 0; k < 3; k++) sums[k] += row[k];
}

static void forward_affine(Bounds *bounds, size_t at)
{
  const Layer *layer = &bounds->net->layers.items[at];
  double *lower = bounds->lower + bounds->offsets[at], *upper = bounds->upper + bounds->offsets[at];
  double share = rounding_share(layer);
  for (uint32_t i = 0; i < layer->size; i++) {
    double sums[3] = {layer->bias[i], layer->bias[i], fabs(layer->bias[i])};
    for (size_t k = 0; k < layer->sources.count; k++)
      add_matrix_interval(bounds, &layer->sources.items[k].matrix, layer->sources.items[k].layer, i,
                          sums);
    double size = sums[2] * SAFE + TINY;
    bounds->size[bounds->offsets[at] + i] = size;
    lower[i] = sums[0] - share * size * SAFE;
    upper[i] = sums[1] + share * size * SAFE;
  }
}

static void forward_activation(Bounds *bounds, size_t at)
{
  const Layer *layer = &bounds->net->layers.items[at];
  size_t source = layer->sources.items[0].layer;
  for (uint32_t i = 0; i < layer->size; i++)
    relax_interval(layer->kind, bounds_lower(bounds, source)[i], bounds_upper(bounds, source)[i],
                   bounds->lower + bounds->offsets[at] + i,
                   bounds->upper + bounds->offsets[at] + i);
}

static void use_known(Bounds *bounds, size_t at, const double *known)
{
  size_t first = bounds->offsets[at];
  for (size_t i = first; i < first + bounds->net->layers.items[at].size; i++) {
    bounds->lower[i] = fmax(bounds->lower[i], known[i]);
    bounds->upper[i] = fmin(bounds->upper[i], known[bounds->count + i]);
    order(&bounds->lower[i], &bounds->upper[i]);
  }
}

static bool all_finite(const Bounds *bounds, size_t at)
{
  size_t first = bounds->offsets[at];
  for (size_t i = first; i < first + bounds->net->layers.items[at].size; i++)
    if (!(fabs(bounds->lower[i]) < HUGE_BOUND && fabs(bounds->upper[i]) < HUGE_BOUND)) return false;
  return true;
}

LayerKind bounds_activation(const Bounds *bounds, size_t at)
{
  for (size_t i = at + 1; i < bounds->net->layers.count; i++) {
    const Layer *layer = &bounds->net->layers.items[i];
    if (layer->kind > LAYER_AFFINE && layer->sources.items[0].layer == at) return layer->kind;
  }
  return LAYER_INPUT;
}

/* Intervals are best already where all sources are inputs and each input occurs once. */
static bool is_first(const Layer *layer)
{
  return layer->sources.count == 1 && layer->sources.items[0].layer == 0;
}

void bounds_set_box(Bounds *bounds, const double *lower, const double *upper, const double *known)
{
  const Net *net = bounds->net;
  size_t bytes = net_input_size(net) * sizeof(double);
  memcpy(bounds->lower, lower, bytes);
  memcpy(bounds->upper, upper, bytes);
  bounds->finite = all_finite(bounds, 0);
  if (bounds->method == BOUND_ZONOTOPE && !bounds->zonotope)
    bounds->zonotope = zonotope_create(net);
  if (bounds->zonotope) zonotope_set_inputs(bounds->zonotope, bounds);
  for (size_t at = 1; at < net->layers.count && bounds->finite; at++) {
    const Layer *layer = &net->layers.items[at];
    if (layer->kind == LAYER_AFFINE)
      forward_affine(bounds, at);
    else
      forward_activation(bounds, at);
    bounds->finite = all_finite(bounds, at);
    if (!bounds->finite) break;
    if (known && layer->kind == LAYER_AFFINE) use_known(bounds, at, known);
    if (bounds->zonotope) zonotope_add_layer(bounds->zonotope, bounds, at);
    if (layer->kind == LAYER_AFFINE && bounds->feeds[at] && bounds->method == BOUND_CROWN &&
        !is_first(layer))
      tighten_layer(bounds, at, bounds_activation(bounds, at));
  }
}

/* --- functions of the outputs --- */

static void start_row(Bounds *bounds, const BoundRow *row, size_t function)
{
  size_t last = bounds->net->layers.count - 1;
  uint32_t outputs = net_output(bounds->net)->size, inputs = net_input_size(bounds->net);
  for (uint32_t i = 0; i < outputs; i++) {
    if (row->outputs[i] == 0) continue;
    bounds->coefficients[last][i * bounds->width + function] += row->outputs[i];
    bounds->alive[last][i] = 1;
    /* Weights are rounded themselves. */
    bounds->slack[function] +=
        2 * UNIT * fabs(row->outputs[i]) * bounds_value_size(bounds, last, i);
  }
  for (uint32_t j = 0; row->inputs && j < inputs; j++) {
    if (row->inputs[j] == 0) continue;
    bounds->coefficients[0][j * bounds->width + function] += row->inputs[j];
    bounds->alive[0][j] = 1;
    bounds->slack[function] += 2 * UNIT * fabs(row->inputs[j]) * bounds_value_size(bounds, 0, j);
  }
}

static void bound_some(Bounds *bounds, BoundRow *rows, size_t count)
{
  size_t last = bounds->net->layers.count - 1;
  uint32_t inputs = net_input_size(bounds->net);
  start_pass(bounds);
  bounds->width = kernel_pad(count);
  touch(bounds, last);
  touch(bounds, 0);
  for (size_t k = 0; k < count; k++) start_row(bounds, &rows[k], k);
  pull_back(bounds, last);
  bounds->passes += count;
  for (size_t k = 0; k < count; k++) {
    conclude(bounds, k, &rows[k].offset, &rows[k].lower);
    for (uint32_t j = 0; j < inputs; j++)
      rows[k].slope[j] = bounds->coefficients[0][j * bounds->width + k];
  }
  bounds->width = BOUNDS_WIDTH;
}

void bounds_rows(Bounds *bounds, BoundRow *rows, size_t count)
{
  uint32_t inputs = net_input_size(bounds->net);
  if (!bounds->finite) {
    for (size_t k = 0; k < count; k++) {
      rows[k].offset = rows[k].lower = -INFINITY;
      memset(rows[k].slope, 0, inputs * sizeof(double));
    }
    return;
  }
  for (size_t k = 0; k < count && bounds->zonotope; k++)
    zonotope_bound_row(bounds->zonotope, bounds, &rows[k]);
  for (size_t at = 0; at < count && !bounds->zonotope; at += BOUNDS_WIDTH)
    bound_some(bounds, rows + at, count - at < BOUNDS_WIDTH ? count - at : BOUNDS_WIDTH);
}
