#include "nn/bound/dual.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "nn/bound/rounding.h"

size_t dual_capacity(const Net *net)
{
  enum { NUMBERS = 1 << 24, LEAST = 16, MOST = 128 };
  size_t count = 0;
  for (size_t i = 0; i < net->layers.count; i++) count += kernel_pad(net->layers.items[i].size);
  size_t room = NUMBERS / (count + 1);
  return room < LEAST ? LEAST : room > MOST ? MOST : room / KERNEL_WIDTH * KERNEL_WIDTH;
}

static void find_relus(Dual *dual)
{
  const Net *net = dual->net;
  for (size_t at = 0; at < net->layers.count; at++) {
    const Layer *layer = &net->layers.items[at];
    dual->first[at] = dual->first[at + 1] = (uint32_t)dual->relus.count;
    if (layer->kind != LAYER_RELU) continue;
    size_t source = layer->sources.items[0].layer;
    const double *lower = bounds_lower(dual->root, source),
                 *upper = bounds_upper(dual->root, source);
    for (uint32_t i = 0; i < layer->size; i++)
      if (lower[i] < 0 && upper[i] > 0) VEC_PUSH(&dual->relus, ((DualRelu){(uint32_t)at, i}));
    dual->first[at + 1] = (uint32_t)dual->relus.count;
  }
}

/* A layer that only ReLUs use. */
static bool only_feeds_relus(const Net *net, size_t at)
{
  bool relus = false, others = at + 1 == net->layers.count;
  for (size_t i = at + 1; i < net->layers.count; i++) {
    const Layer *layer = &net->layers.items[i];
    for (size_t k = 0; k < layer->sources.count; k++) {
      if (layer->sources.items[k].layer != at) continue;
      relus |= layer->kind == LAYER_RELU;
      others |= layer->kind != LAYER_RELU;
    }
  }
  return relus && !others;
}

static void find_needed(Dual *dual)
{
  const Net *net = dual->net;
  dual->needed = mem_alloc(dual->root->count + 1, 1);
  memset(dual->needed, 1, dual->root->count);
  for (size_t at = 1; at < net->layers.count; at++) {
    const Layer *layer = &net->layers.items[at];
    if (layer->kind != LAYER_RELU && !only_feeds_relus(net, at)) continue;
    for (uint32_t i = 0; i < layer->size; i++)
      dual->needed[dual->root->offsets[at] + i] = bounds_upper(dual->root, at)[i] > 0;
  }
}

void dual_init(Dual *dual, const Bounds *root, size_t capacity, uint32_t rows_max)
{
  const Net *net = root->net;
  assert(root->finite && capacity > 0);
  size_t layers = net->layers.count;
  capacity = kernel_pad(capacity);
  *dual = (Dual){.net = net, .root = root, .capacity = capacity, .rows_max = rows_max};
  dual->first = mem_alloc(layers + 1, sizeof(uint32_t));
  find_relus(dual);
  dual_curves_find(dual);
  find_needed(dual);
  dual->neurons = mem_alloc_zero(capacity, sizeof(uint32_t));
  dual->signs = mem_alloc_zero(capacity, sizeof(double));
  dual->rows = mem_alloc_zero(capacity, sizeof(DualRows));
  size_t each = dual->relus.count * capacity, lambdas = capacity * rows_max;
  dual->alpha = mem_alloc_zero(12 * each + 5 * lambdas + 1, sizeof(double));
  dual->beta = dual->alpha + each;
  dual->low = dual->beta + each;
  dual->high = dual->low + each;
  dual->intercept = dual->high + each;
  dual->term = dual->intercept + each;
  dual->best_alpha = dual->term + each;
  dual->best_beta = dual->best_alpha + each;
  dual->moments = dual->best_beta + each;
  dual->lambda = dual->moments + 4 * each;
  dual->best_lambda = dual->lambda + lambdas;
  dual->row_moments = dual->best_lambda + lambdas;
  dual->side = mem_alloc_zero(2 * each + 1, 1);
  dual->settled = dual->side + each;
  dual->assumed = mem_alloc_zero(dual->relus.count + 1, 1);
  dual->lower = mem_alloc_zero(5 * capacity, sizeof(double));
  dual->best = dual->lower + capacity;
  dual->constant = dual->best + capacity;
  dual->absolute = dual->constant + capacity;
  dual->slack = dual->absolute + capacity;
  dual->coefficients = mem_alloc_zero(layers, sizeof(double *));
  dual->values = mem_alloc_zero(layers, sizeof(double *));
  dual->alive = mem_alloc_zero(layers, sizeof(uint8_t *));
  dual->touched = mem_alloc_zero(layers, sizeof(bool));
  dual->rates = mem_alloc_zero(layers * capacity, sizeof(double));
  uint32_t largest = 0;
  for (size_t i = 0; i < layers; i++) {
    uint32_t size = net->layers.items[i].size;
    if (size > largest) largest = size;
    dual->coefficients[i] = mem_alloc(kernel_pad(size) * capacity, sizeof(double));
    dual->values[i] = mem_alloc(kernel_pad(size) * capacity, sizeof(double));
    dual->alive[i] = mem_alloc_zero(size + 1u, 1);
  }
  dual->active = mem_alloc(2 * (largest + (size_t)1), sizeof(uint32_t));
  dual->columns = dual->active + largest + 1;
}

void dual_deinit(Dual *dual)
{
  for (size_t i = 0; i < dual->net->layers.count; i++) {
    free(dual->coefficients[i]);
    free(dual->values[i]);
    free(dual->alive[i]);
  }
  VEC_FREE(&dual->relus);
  VEC_FREE(&dual->curves);
  free(dual->first);
  free(dual->first_curve);
  free(dual->curve_moments);
  free(dual->neurons);
  free(dual->signs);
  free(dual->rows);
  free(dual->alpha);
  free(dual->side);
  free(dual->assumed);
  free(dual->rates);
  free(dual->lower);
  free(dual->coefficients);
  free(dual->values);
  free(dual->alive);
  free(dual->touched);
  free(dual->active);
  free(dual->needed);
}

/* --- functions --- */

static void relu_range(const Dual *dual, uint32_t relu, double *lower, double *upper)
{
  DualRelu place = dual->relus.items[relu];
  size_t source = dual->net->layers.items[place.layer].sources.items[0].layer;
  *lower = bounds_lower(dual->root, source)[place.neuron];
  *upper = bounds_upper(dual->root, source)[place.neuron];
}

/* What is the same for all functions until they are told apart: slopes and lines by the root's bounds. */
static void begin_relu(Dual *dual, uint32_t relu)
{
  double lower, upper;
  KernelLines lines;
  relu_range(dual, relu, &lower, &upper);
  relax_lines(LAYER_RELU, RELAX_ZERO, lower, upper, &lines);
  size_t first = relu * dual->width;
  for (size_t k = first; k < first + dual->width; k++) {
    dual->alpha[k] = upper > -lower;
    dual->high[k] = lines.high_slope;
    dual->intercept[k] = lines.high_intercept;
  }
}

void dual_begin(Dual *dual, size_t last, size_t count)
{
  assert(count > 0 && count <= dual->capacity && last < dual->net->layers.count);
  dual->last = dual->top = last;
  dual->count = count;
  dual->width = kernel_pad(count);
  dual->relu_count = dual->first[last + 1];
  memset(dual->signs, 0, dual->capacity * sizeof(double));
  memset(dual->rows, 0, dual->capacity * sizeof(DualRows));
  size_t each = dual->relus.count * dual->width;
  memset(dual->beta, 0, each * sizeof(double));
  memset(dual->side, 0, each);
  memset(dual->settled, 0, each);
  memset(dual->assumed, 0, dual->relus.count);
  dual->any_assumed = false;
  for (uint32_t r = 0; r < dual->relus.count; r++) begin_relu(dual, r);
  dual_curves_begin(dual);
  for (size_t f = 0; f < dual->width; f++) dual->best[f] = -INFINITY;
}

void dual_set_neuron(Dual *dual, size_t function, uint32_t neuron, double sign)
{
  assert(function < dual->count && dual->net->layers.items[dual->last].kind == LAYER_AFFINE);
  dual->neurons[function] = neuron;
  dual->signs[function] = sign;
}

void dual_set_rows(Dual *dual, size_t function, const DualRows *rows)
{
  assert(function < dual->count && rows->count > 0 && rows->count <= dual->rows_max);
  assert(dual->last == dual->net->layers.count - 1);
  dual->rows[function] = *rows;
  dual->signs[function] = 0;
  for (uint32_t r = 0; r < rows->count; r++)
    dual->lambda[function * dual->rows_max + r] = 1.0 / rows->count;
}

void dual_constrain(Dual *dual, size_t function, const DualRows *rows)
{
  assert(function < dual->count && dual->signs[function] != 0 && rows->count <= dual->rows_max);
  assert(dual->last + 1 < dual->net->layers.count);
  dual->rows[function] = *rows;
  dual->top = dual->net->layers.count - 1;
  dual->relu_count = (uint32_t)dual->relus.count;
  for (uint32_t r = 0; r < rows->count; r++) *dual_lambda(dual, r, function) = 0;
}

static void settle(Dual *dual, size_t k, int sign)
{
  dual->settled[k] = (int8_t)sign;
  dual->high[k] = sign > 0;
  dual->intercept[k] = 0;
}

void dual_set_range(Dual *dual, size_t function, uint32_t relu, double lower, double upper)
{
  assert(function < dual->count && relu < dual->relus.count && lower <= upper);
  size_t k = relu * dual->width + function;
  assert(dual->side[k] == 0);
  if (lower >= 0 || upper <= 0) {
    settle(dual, k, lower >= 0 ? 1 : -1);
    return;
  }
  KernelLines lines;
  relax_lines(LAYER_RELU, RELAX_ZERO, lower, upper, &lines);
  dual->high[k] = lines.high_slope;
  dual->intercept[k] = lines.high_intercept;
}

void dual_assume(Dual *dual, size_t function, uint32_t relu, int side, double beta)
{
  assert(function < dual->count && relu < dual->relus.count && side != 0 && beta >= 0);
  size_t k = relu * dual->width + function;
  dual->side[k] = (int8_t)side;
  dual->assumed[relu] = 1;
  dual->any_assumed = true;
  dual->beta[k] = beta;
  settle(dual, k, side);
}

/* The lower lines and the terms of assumptions, for the slopes and weights as they are. */
static void set_lines(Dual *dual)
{
  for (size_t k = 0; k < dual->relu_count * dual->width; k++) {
    int sign = dual->settled[k];
    dual->low[k] = sign > 0 ? 1 : sign < 0 ? 0 : dual->alpha[k];
    dual->term[k] = -dual->side[k] * dual->beta[k];
  }
}

/* --- backward --- */

static void touch(Dual *dual, size_t layer)
{
  if (dual->touched[layer]) return;
  dual->touched[layer] = true;
  uint32_t size = dual->net->layers.items[layer].size;
  memset(dual->coefficients[layer], 0, size * dual->width * sizeof(double));
  memset(dual->alive[layer], 0, size);
}

static double value_size(const Dual *dual, size_t layer, uint32_t i)
{
  return bounds_value_size(dual->root, layer, i);
}

/* Coefficients that get `summands` further ones: each sum is rounded, and has the coefficient in it. */
static void charge_additions(Dual *dual, size_t layer, size_t summands)
{
  if (!dual->touched[layer]) return;
  double share = (double)(summands + 3) * ROUNDING_UNIT;
  for (uint32_t i = 0; i < dual->net->layers.items[layer].size; i++)
    if (dual->alive[layer][i])
      kernel_add_scaled_absolute(dual->slack, dual->coefficients[layer] + i * dual->width,
                                 share * value_size(dual, layer, i), dual->width);
}

static void start_neuron(Dual *dual, size_t function)
{
  const Layer *layer = &dual->net->layers.items[dual->last];
  uint32_t neuron = dual->neurons[function];
  double sign = dual->signs[function];
  for (size_t k = 0; k < layer->sources.count; k++) {
    const NetMatrix *matrix = &layer->sources.items[k].matrix;
    size_t source = layer->sources.items[k].layer;
    double *to = dual->coefficients[source] + function;
    if (!matrix->sparse) {
      const double *row = net_matrix_row(matrix, neuron);
      for (uint32_t j = 0; j < matrix->columns; j++) to[j * dual->width] += sign * row[j];
      memset(dual->alive[source], 1, matrix->columns);
      continue;
    }
    for (size_t p = matrix->starts[neuron]; p < matrix->starts[neuron + 1]; p++) {
      to[matrix->places[p] * dual->width] += sign * matrix->values[p];
      dual->alive[source][matrix->places[p]] = 1;
    }
  }
  double size = dual->root->size[dual->root->offsets[dual->last] + neuron];
  dual->constant[function] = sign * layer->bias[neuron];
  dual->absolute[function] = fabs(layer->bias[neuron]);
  dual->slack[function] = (layer->uncertainty + 8 * ROUNDING_UNIT * (double)layer->sources.count) *
                          size * ROUNDING_SAFE;
}

/* Adds lambda * weight to a coefficient; sums of `terms` products. */
static void start_coefficient(Dual *dual, size_t layer, uint32_t i, size_t function, double weight,
                              uint32_t terms)
{
  if (weight == 0) return;
  dual->coefficients[layer][i * dual->width + function] += weight;
  dual->alive[layer][i] = 1;
  dual->slack[function] +=
      (2 * terms + 8) * ROUNDING_UNIT * fabs(weight) * value_size(dual, layer, i);
}

static void start_rows(Dual *dual, size_t function)
{
  const DualRows *rows = &dual->rows[function];
  size_t last = dual->net->layers.count - 1;
  uint32_t outputs = net_output(dual->net)->size, inputs = net_input_size(dual->net);
  for (uint32_t r = 0; r < rows->count; r++) {
    double lambda = dual->lambda[function * dual->rows_max + r];
    const double *weights = rows->weights + (size_t)r * (outputs + inputs);
    if (lambda == 0) continue;
    for (uint32_t i = 0; i < outputs; i++)
      start_coefficient(dual, last, i, function, lambda * weights[i], rows->count);
    for (uint32_t i = 0; i < inputs; i++)
      start_coefficient(dual, 0, i, function, lambda * weights[outputs + i], rows->count);
    dual->constant[function] -= lambda * rows->bounds[r];
    dual->absolute[function] += fabs(lambda * rows->bounds[r]);
  }
}

static void start_functions(Dual *dual)
{
  memset(dual->touched, 0, dual->net->layers.count * sizeof(bool));
  memset(dual->constant, 0, 3 * dual->capacity * sizeof(double));
  touch(dual, 0);
  const Layer *layer = &dual->net->layers.items[dual->last];
  size_t output = dual->net->layers.count - 1;
  bool neurons = false, rows = false;
  for (size_t f = 0; f < dual->count; f++) {
    neurons |= dual->signs[f] != 0;
    rows |= dual->rows[f].count > 0;
  }
  if (rows) touch(dual, output);
  for (size_t k = 0; neurons && k < layer->sources.count; k++)
    touch(dual, layer->sources.items[k].layer);
  for (size_t f = 0; f < dual->count; f++) {
    if (dual->signs[f] != 0) start_neuron(dual, f);
    if (dual->rows[f].count > 0) start_rows(dual, f);
  }
}

static void pull_matrix(Dual *dual, const NetMatrix *matrix, size_t layer, size_t source,
                        size_t active_count)
{
  size_t width = dual->width;
  const double *from = dual->coefficients[layer];
  double *to = dual->coefficients[source];
  bool again = dual->touched[source];
  charge_additions(dual, source, matrix->sparse ? active_count : 1);
  touch(dual, source);
  if (!matrix->sparse) {
    kernel_transpose_product(to, from, matrix->values, dual->active, active_count, matrix->columns,
                             matrix->stride, width);
    memset(dual->alive[source], 1, matrix->columns);
  } else {
    for (size_t a = 0; a < active_count; a++) {
      uint32_t i = dual->active[a];
      for (size_t k = matrix->starts[i]; k < matrix->starts[i + 1]; k++) {
        kernel_add_scaled(to + matrix->places[k] * width, from + i * width, matrix->values[k],
                          width);
        dual->alive[source][matrix->places[k]] = 1;
      }
    }
  }
  if (again) charge_additions(dual, source, 1);
}

static void pull_affine(Dual *dual, size_t at)
{
  const Layer *layer = &dual->net->layers.items[at];
  size_t count = 0, width = dual->width;
  double share = rounding_backward_share(layer);
  const double *size = dual->root->size + dual->root->offsets[at];
  for (uint32_t i = 0; i < layer->size; i++) {
    if (!dual->alive[at][i]) continue;
    dual->active[count++] = i;
    const double *row = dual->coefficients[at] + i * width;
    kernel_add_scaled_absolute(dual->slack, row, share * size[i], width);
    if (layer->bias[i] == 0) continue;
    kernel_add_scaled(dual->constant, row, layer->bias[i], width);
    kernel_add_scaled_absolute(dual->absolute, row, fabs(layer->bias[i]), width);
  }
  for (size_t k = 0; k < layer->sources.count; k++)
    pull_matrix(dual, &layer->sources.items[k].matrix, at, layer->sources.items[k].layer, count);
}

/* A neuron whose lines are the same for all functions. */
static void pull_settled(Dual *dual, size_t at, size_t source, uint32_t i)
{
  const Layer *layer = &dual->net->layers.items[at];
  size_t width = dual->width;
  KernelLines lines;
  if (!relax_lines(layer->kind, RELAX_NEAREST, bounds_lower(dual->root, source)[i],
                   bounds_upper(dual->root, source)[i], &lines))
    return; /* it is 0 */
  kernel_relax_into(dual->coefficients[source] + i * width, dual->coefficients[at] + i * width,
                    &lines, dual->constant, dual->absolute, dual->slack,
                    8 * ROUNDING_UNIT * value_size(dual, source, i), width);
  dual->alive[source][i] = 1;
}

/* Sigmoid and tanh. */
static void pull_curve(Dual *dual, size_t at, size_t source, uint32_t i)
{
  size_t width = dual->width;
  KernelCurve lines = dual_curve_lines(dual, dual->first_curve[at] + i);
  kernel_relax_curve(dual->coefficients[source] + i * width, dual->coefficients[at] + i * width,
                     &lines, dual->constant, dual->absolute, dual->slack,
                     8 * ROUNDING_UNIT * value_size(dual, source, i), width);
  dual->alive[source][i] = 1;
}

static void pull_activation(Dual *dual, size_t at)
{
  const Layer *layer = &dual->net->layers.items[at];
  size_t source = layer->sources.items[0].layer, width = dual->width;
  uint32_t relu = dual->first[at], end = dual->first[at + 1];
  charge_additions(dual, source, 1);
  touch(dual, source);
  for (uint32_t i = 0; i < layer->size; i++) {
    bool open = relu < end && dual->relus.items[relu].neuron == i;
    size_t first = relu * width;
    bool assumed = open && dual->assumed[relu];
    relu += open;
    if (!dual->alive[at][i] && !assumed) continue;
    if (!open) {
      if (dual->first_curve[at] < dual->first_curve[at + 1])
        pull_curve(dual, at, source, i);
      else
        pull_settled(dual, at, source, i);
      continue;
    }
    KernelSplit split = {.low = dual->low + first,
                         .high = dual->high + first,
                         .intercept = dual->intercept + first,
                         .term = dual->term + first};
    kernel_relax_split(dual->coefficients[source] + i * width, dual->coefficients[at] + i * width,
                       &split, dual->constant, dual->absolute, dual->slack,
                       8 * ROUNDING_UNIT * value_size(dual, source, i), width);
    dual->alive[source][i] = 1;
  }
}

static void conclude(Dual *dual)
{
  uint32_t inputs = net_input_size(dual->net);
  size_t width = dual->width;
  const double *lower = bounds_lower(dual->root, 0), *upper = bounds_upper(dual->root, 0);
  double terms = (double)(dual->root->count + inputs + dual->rows_max + 64);
  for (size_t f = 0; f < dual->count; f++)
    dual->lower[f] = 0, dual->absolute[f] += fabs(dual->constant[f]);
  for (uint32_t j = 0; j < inputs; j++)
    kernel_add_least(dual->lower, dual->absolute, dual->coefficients[0] + j * width, lower[j],
                     upper[j], width);
  for (size_t f = 0; f < dual->count; f++) {
    double slack = (dual->slack[f] + terms * ROUNDING_UNIT * dual->absolute[f]) * ROUNDING_SAFE +
                   ROUNDING_TINY;
    dual->lower[f] = dual->lower[f] + dual->constant[f] - 2 * slack;
    if (!isfinite(dual->lower[f])) dual->lower[f] = -INFINITY;
  }
}

static void keep_best(Dual *dual)
{
  size_t width = dual->width;
  for (size_t f = 0; f < dual->count; f++) {
    if (!(dual->lower[f] > dual->best[f])) continue;
    dual->best[f] = dual->lower[f];
    for (uint32_t r = 0; r < dual->relu_count; r++) {
      dual->best_alpha[r * width + f] = dual->alpha[r * width + f];
      dual->best_beta[r * width + f] = dual->beta[r * width + f];
    }
    memcpy(dual->best_lambda + f * dual->rows_max, dual->lambda + f * dual->rows_max,
           dual->rows_max * sizeof(double));
  }
}

void dual_evaluate(Dual *dual)
{
  assert(dual->count > 0);
  set_lines(dual);
  dual_curves_set_lines(dual);
  start_functions(dual);
  for (size_t at = dual->top; at > 0; at--) {
    bool affine = dual->net->layers.items[at].kind == LAYER_AFFINE;
    /* An assumption adds to a layer even where no coefficient is left. */
    if (!affine && dual->any_assumed && dual->first[at] < dual->first[at + 1]) touch(dual, at);
    if (!dual->touched[at]) continue;
    if (affine)
      pull_affine(dual, at);
    else
      pull_activation(dual, at);
  }
  conclude(dual);
  keep_best(dual);
}
