#include "nn/bound/fixpoint.h"

#include <assert.h>
#include <math.h>

#include "nn/bound/rounding.h"

enum { ROUNDS = 10 };
#define PROGRESS 0.01 /* a round that narrows no range by this part is the last */

typedef struct {
  Bounds *bounds;
  bool empty;
  double gain; /* the largest part by which a range became smaller in this round */
} Pass;

/* What is left of a range, rounded outward by the caller. */
static void narrow(Pass *pass, size_t value, double lower, double upper)
{
  double *low = &pass->bounds->lower[value], *high = &pass->bounds->upper[value];
  double width = *high - *low;
  if (lower > *low) *low = lower;
  if (upper < *high) *high = upper;
  if (*low > *high) pass->empty = true;
  if (width > 0) pass->gain = fmax(pass->gain, 1 - (*high - *low) / width);
}

/* --- sums --- */

/* A sum of terms weight * value that is known to be within bounds. */
typedef struct {
  double least, most; /* the sum of the terms alone, and what it has to be within */
  double size;        /* of the terms */
  double lower, upper;
  double share; /* the part of the size by which sums may be off */
} Sum;

static void sum_add(const Bounds *bounds, size_t value, double weight, Sum *sum)
{
  double a = weight * bounds->lower[value], b = weight * bounds->upper[value];
  sum->least += fmin(a, b);
  sum->most += fmax(a, b);
  sum->size += fmax(fabs(a), fabs(b));
}

static double sum_slack(const Sum *sum)
{
  double limits =
      (isfinite(sum->lower) ? fabs(sum->lower) : 0) + (isfinite(sum->upper) ? fabs(sum->upper) : 0);
  return (2 * sum->share * sum->size + 8 * ROUNDING_UNIT * (sum->size + limits)) * ROUNDING_SAFE +
         ROUNDING_TINY;
}

/* What the others leave for one term: it is the sum less them. */
static void sum_narrow(Pass *pass, size_t value, double weight, const Sum *sum)
{
  if (weight == 0) return;
  double a = weight * pass->bounds->lower[value], b = weight * pass->bounds->upper[value];
  double slack = sum_slack(sum);
  double least = sum->lower - (sum->most - fmax(a, b)) - slack,
         most = sum->upper - (sum->least - fmin(a, b)) + slack;
  double low = (weight > 0 ? least : most) / weight, high = (weight > 0 ? most : least) / weight;
  narrow(pass, value, low - 4 * ROUNDING_UNIT * fabs(low) - ROUNDING_TINY,
         high + 4 * ROUNDING_UNIT * fabs(high) + ROUNDING_TINY);
}

/* --- backward --- */

static void narrow_row(Pass *pass, const FixpointRow *row)
{
  Bounds *bounds = pass->bounds;
  const Net *net = bounds->net;
  uint32_t outputs = net_output(net)->size, inputs = row->inputs ? net_input_size(net) : 0;
  size_t last = bounds->offsets[net->layers.count - 1];
  /* Weights are rounded themselves. */
  Sum sum = {.lower = -INFINITY, .upper = row->most};
  sum.share = (outputs + inputs + 16) * ROUNDING_UNIT;
  for (uint32_t i = 0; i < outputs; i++) sum_add(bounds, last + i, row->outputs[i], &sum);
  for (uint32_t i = 0; i < inputs; i++) sum_add(bounds, i, row->inputs[i], &sum);
  if (sum.least - sum_slack(&sum) > row->most) pass->empty = true;
  for (uint32_t i = 0; i < outputs && !pass->empty; i++)
    sum_narrow(pass, last + i, row->outputs[i], &sum);
  for (uint32_t i = 0; i < inputs && !pass->empty; i++) sum_narrow(pass, i, row->inputs[i], &sum);
}

typedef void Visit(Pass *pass, size_t value, double weight, Sum *sum);

static void visit_add(Pass *pass, size_t value, double weight, Sum *sum)
{
  sum_add(pass->bounds, value, weight, sum);
}

static void visit_narrow(Pass *pass, size_t value, double weight, Sum *sum)
{
  sum_narrow(pass, value, weight, sum);
}

static void visit_terms(Pass *pass, const Layer *layer, uint32_t i, Sum *sum, Visit *visit)
{
  for (size_t s = 0; s < layer->sources.count; s++) {
    const NetMatrix *matrix = &layer->sources.items[s].matrix;
    size_t first = pass->bounds->offsets[layer->sources.items[s].layer];
    if (matrix->sparse)
      for (size_t k = matrix->starts[i]; k < matrix->starts[i + 1] && !pass->empty; k++)
        visit(pass, first + matrix->places[k], matrix->values[k], sum);
    else
      for (uint32_t j = 0; j < matrix->columns && !pass->empty; j++)
        visit(pass, first + j, net_matrix_row(matrix, i)[j], sum);
  }
}

/* The sum of a neuron of an affine layer, its bias moved to the other side. */
static Sum neuron_sum(Pass *pass, size_t at, uint32_t i)
{
  const Layer *layer = &pass->bounds->net->layers.items[at];
  size_t value = pass->bounds->offsets[at] + i;
  double bias = layer->bias[i];
  Sum sum = {.lower = pass->bounds->lower[value] - bias,
             .upper = pass->bounds->upper[value] - bias};
  sum.share = rounding_share(layer) + 8 * ROUNDING_UNIT;
  visit_terms(pass, layer, i, &sum, visit_add);
  sum.size += fabs(bias) * (1 + 2 * layer->uncertainty);
  return sum;
}

static void backward_affine(Pass *pass, size_t at)
{
  const Layer *layer = &pass->bounds->net->layers.items[at];
  for (uint32_t i = 0; i < layer->size && !pass->empty; i++) {
    Sum sum = neuron_sum(pass, at, i);
    visit_terms(pass, layer, i, &sum, visit_narrow);
  }
}

/* A ReLU is at least its argument, and is its argument where it is positive. The others are not narrowed backward. */
static void backward_activation(Pass *pass, size_t at)
{
  Bounds *bounds = pass->bounds;
  const Layer *layer = &bounds->net->layers.items[at];
  if (layer->kind != LAYER_RELU) return;
  size_t source = bounds->offsets[layer->sources.items[0].layer];
  for (uint32_t i = 0; i < layer->size && !pass->empty; i++) {
    double low = bounds_lower(bounds, at)[i], high = bounds_upper(bounds, at)[i];
    narrow(pass, source + i, low > 0 ? low : -INFINITY, fmax(high, 0));
  }
}

/* --- forward --- */

static void forward_layer(Pass *pass, size_t at)
{
  Bounds *bounds = pass->bounds;
  const Layer *layer = &bounds->net->layers.items[at];
  for (uint32_t i = 0; i < layer->size && !pass->empty; i++) {
    size_t value = bounds->offsets[at] + i;
    double low, high;
    if (layer->kind == LAYER_AFFINE) {
      Sum sum = neuron_sum(pass, at, i);
      double slack = sum_slack(&sum);
      low = sum.least + layer->bias[i] - slack;
      high = sum.most + layer->bias[i] + slack;
    } else {
      size_t source = bounds->offsets[layer->sources.items[0].layer] + i;
      relax_interval(layer->kind, bounds->lower[source], bounds->upper[source], &low, &high);
    }
    narrow(pass, value, low, high);
  }
}

bool fixpoint_narrow(Bounds *bounds, const FixpointRow *rows, size_t count)
{
  if (!bounds->finite) return true;
  const Net *net = bounds->net;
  Pass pass = {.bounds = bounds};
  for (int round = 0; round < ROUNDS && !pass.empty; round++) {
    pass.gain = 0;
    for (size_t k = 0; k < count && !pass.empty; k++) narrow_row(&pass, &rows[k]);
    for (size_t at = net->layers.count - 1; at > 0 && !pass.empty; at--) {
      if (net->layers.items[at].kind == LAYER_AFFINE)
        backward_affine(&pass, at);
      else
        backward_activation(&pass, at);
    }
    for (size_t at = 1; at < net->layers.count && !pass.empty; at++) forward_layer(&pass, at);
    if (pass.gain < PROGRESS) break;
  }
  assert(pass.empty || bounds->lower[0] <= bounds->upper[0]);
  return !pass.empty;
}
