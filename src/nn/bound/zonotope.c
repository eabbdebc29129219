#include "nn/bound/zonotope.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "nn/bound/rounding.h"

enum { NUMBERS_MAX = 1 << 26 }; /* half a gigabyte */

#define UNIT ROUNDING_UNIT
#define SAFE ROUNDING_SAFE
#define TINY ROUNDING_TINY

struct Zonotope {
  const Net *net;
  size_t *offsets;
  size_t width; /* unknowns that there is room for: those of the inputs first */
  size_t used;
  double *centre, *error; /* by value of all layers */
  double *reach;          /* the largest |value|, by centre, unknowns and error */
  double **unknowns;      /* by layer: width coefficients for each value */
  double *row;
  uint32_t *rows, *columns; /* of products: 0, 1, 2 ... */
};

/* Room for as many unknowns of activations as memory allows. */
static size_t choose_width(const Net *net, size_t values)
{
  size_t inputs = net_input_size(net), activations = 0;
  for (size_t i = 1; i < net->layers.count; i++)
    if (net->layers.items[i].kind > LAYER_AFFINE) activations += net->layers.items[i].size;
  size_t most = NUMBERS_MAX / (values + 1);
  size_t wanted = kernel_pad(inputs + activations);
  return wanted < most ? wanted : most / KERNEL_WIDTH * KERNEL_WIDTH;
}

Zonotope *zonotope_create(const Net *net)
{
  size_t layers = net->layers.count;
  size_t *offsets = mem_alloc(layers, sizeof *offsets);
  size_t count = net_offsets(net, offsets), width = choose_width(net, count);
  if (width < kernel_pad(net_input_size(net))) {
    free(offsets);
    return NULL;
  }
  Zonotope *zonotope = mem_alloc_zero(1, sizeof *zonotope);
  *zonotope = (Zonotope){.net = net, .offsets = offsets, .width = width};
  zonotope->centre = mem_alloc_zero(3 * count, sizeof(double));
  zonotope->error = zonotope->centre + count;
  zonotope->reach = zonotope->error + count;
  zonotope->unknowns = mem_alloc(layers, sizeof(double *));
  uint32_t largest = 0;
  for (size_t i = 0; i < layers; i++) {
    uint32_t size = net->layers.items[i].size;
    if (size > largest) largest = size;
    zonotope->unknowns[i] = mem_alloc(kernel_pad(size) * width, sizeof(double));
  }
  zonotope->row = mem_alloc(width, sizeof(double));
  zonotope->rows = mem_alloc(largest + 1u, sizeof(uint32_t));
  for (uint32_t i = 0; i < largest; i++) zonotope->rows[i] = i;
  zonotope->columns = zonotope->rows;
  return zonotope;
}

void zonotope_destroy(Zonotope *zonotope)
{
  if (!zonotope) return;
  for (size_t i = 0; i < zonotope->net->layers.count; i++) free(zonotope->unknowns[i]);
  free(zonotope->unknowns);
  free(zonotope->offsets);
  free(zonotope->centre);
  free(zonotope->row);
  free(zonotope->rows);
  free(zonotope);
}

static double *unknowns_of(const Zonotope *zonotope, size_t layer, uint32_t i)
{
  return zonotope->unknowns[layer] + i * zonotope->width;
}

/* The sum of the sizes of coefficients, rounded up. */
static double size_of(const double *numbers, size_t count)
{
  double sum = 0;
  for (size_t k = 0; k < count; k++) sum += fabs(numbers[k]);
  return sum * (1 + (double)(count + 4) * UNIT * SAFE);
}

/* How far the value is from its centre at most, and its reach. */
static double set_reach(Zonotope *zonotope, size_t layer, uint32_t i)
{
  size_t at = zonotope->offsets[layer] + i;
  double radius = size_of(unknowns_of(zonotope, layer, i), zonotope->width) + zonotope->error[at];
  zonotope->reach[at] = (fabs(zonotope->centre[at]) + radius) * SAFE + TINY;
  return radius * (1 + 4 * UNIT);
}

void zonotope_set_inputs(Zonotope *zonotope, const Bounds *bounds)
{
  uint32_t inputs = net_input_size(zonotope->net);
  memset(zonotope->unknowns[0], 0, inputs * zonotope->width * sizeof(double));
  zonotope->used = inputs;
  for (uint32_t i = 0; i < inputs; i++) {
    double low = bounds->lower[i], high = bounds->upper[i], middle = low + (high - low) / 2;
    zonotope->centre[i] = middle;
    zonotope->error[i] = 0;
    unknowns_of(zonotope, 0, i)[i] =
        low < high ? fmax(high - middle, middle - low) * (1 + 4 * UNIT) + 1e-300 : 0;
    set_reach(zonotope, 0, i);
  }
}

/* --- affine layers --- */

/* centre, error and size += of one row and one source. */
static void add_row(Zonotope *zonotope, const LayerSource *source, uint32_t i, double sums[3])
{
  const NetMatrix *matrix = &source->matrix;
  size_t first = zonotope->offsets[source->layer];
  size_t begin = matrix->sparse ? matrix->starts[i] : 0,
         end = matrix->sparse ? matrix->starts[i + 1] : matrix->columns;
  for (size_t k = begin; k < end; k++) {
    double weight = matrix->sparse ? matrix->values[k] : net_matrix_row(matrix, i)[k];
    size_t j = first + (matrix->sparse ? matrix->places[k] : k);
    sums[0] += weight * zonotope->centre[j];
    sums[1] += fabs(weight) * zonotope->error[j];
    sums[2] += fabs(weight) * zonotope->reach[j];
  }
}

static void multiply(Zonotope *zonotope, const LayerSource *source, size_t at)
{
  const NetMatrix *matrix = &source->matrix;
  size_t width = zonotope->width;
  const double *from = zonotope->unknowns[source->layer];
  double *to = zonotope->unknowns[at];
  if (!matrix->sparse) {
    KernelPart part = {zonotope->rows, zonotope->columns, matrix->rows, matrix->columns};
    kernel_product(to, from, matrix->values, &part, matrix->stride, width);
    return;
  }
  for (uint32_t i = 0; i < matrix->rows; i++)
    for (size_t k = matrix->starts[i]; k < matrix->starts[i + 1]; k++)
      kernel_add_scaled(to + i * width, from + matrix->places[k] * width, matrix->values[k], width);
}

static void add_affine(Zonotope *zonotope, size_t at)
{
  const Layer *layer = &zonotope->net->layers.items[at];
  double share = 3 * rounding_share(layer);
  memset(zonotope->unknowns[at], 0, layer->size * zonotope->width * sizeof(double));
  for (size_t k = 0; k < layer->sources.count; k++)
    multiply(zonotope, &layer->sources.items[k], at);
  for (uint32_t i = 0; i < layer->size; i++) {
    double sums[3] = {layer->bias[i], 0, fabs(layer->bias[i])};
    for (size_t k = 0; k < layer->sources.count; k++)
      add_row(zonotope, &layer->sources.items[k], i, sums);
    size_t value = zonotope->offsets[at] + i;
    zonotope->centre[value] = sums[0];
    zonotope->error[value] = sums[1] * (1 + share) + share * (sums[2] * SAFE + TINY) * SAFE;
  }
}

/* --- activations --- */

/* f(x) = slope x + middle + part e with e in [-1, 1]. */
typedef struct {
  double slope, middle, part, size;
} Band;

static bool find_band(LayerKind kind, double lower, double upper, Band *band)
{
  KernelLines lines;
  if (!relax_lines(kind, RELAX_PARALLEL, lower, upper, &lines)) return false;
  double slope = (lines.low_slope + lines.high_slope) / 2;
  if (lines.low_slope == lines.high_slope) slope = lines.low_slope;
  double under = lines.low_slope - slope, over = lines.high_slope - slope;
  double least = lines.low_intercept + fmin(under * lower, under * upper),
         most = lines.high_intercept + fmax(over * lower, over * upper);
  double size = fabs(lines.low_intercept) + fabs(lines.high_intercept) +
                (fabs(lines.low_slope) + fabs(lines.high_slope)) * fmax(fabs(lower), fabs(upper));
  *band = (Band){.slope = slope,
                 .middle = least + (most - least) / 2,
                 .part = fmax(0, (most - least) / 2),
                 .size = size};
  return true;
}

static void add_neuron(Zonotope *zonotope, const Bounds *bounds, size_t at, uint32_t i)
{
  const Layer *layer = &zonotope->net->layers.items[at];
  size_t source = layer->sources.items[0].layer;
  size_t value = zonotope->offsets[at] + i, from = zonotope->offsets[source] + i;
  double *to = unknowns_of(zonotope, at, i);
  memset(to, 0, zonotope->width * sizeof(double));
  zonotope->centre[value] = zonotope->error[value] = 0;
  Band band;
  if (!find_band(layer->kind, bounds_lower(bounds, source)[i], bounds_upper(bounds, source)[i],
                 &band))
    return; /* it is 0 */
  kernel_add_scaled(to, unknowns_of(zonotope, source, i), band.slope, zonotope->width);
  zonotope->centre[value] = band.slope * zonotope->centre[from] + band.middle;
  double rounding =
      16 * UNIT * (fabs(band.slope) * zonotope->reach[from] + band.size) * SAFE + TINY;
  zonotope->error[value] = fabs(band.slope) * zonotope->error[from] * (1 + 4 * UNIT) + rounding;
  if (band.part == 0) return;
  if (zonotope->used < zonotope->width)
    to[zonotope->used++] = band.part;
  else
    zonotope->error[value] += band.part * (1 + 4 * UNIT);
}

void zonotope_add_layer(Zonotope *zonotope, Bounds *bounds, size_t at)
{
  const Layer *layer = &zonotope->net->layers.items[at];
  assert(at > 0 && at < zonotope->net->layers.count && bounds->net == zonotope->net);
  if (layer->kind == LAYER_AFFINE)
    add_affine(zonotope, at);
  else
    for (uint32_t i = 0; i < layer->size; i++) add_neuron(zonotope, bounds, at, i);
  for (uint32_t i = 0; i < layer->size; i++) {
    double radius = set_reach(zonotope, at, i),
           centre = zonotope->centre[zonotope->offsets[at] + i];
    double slack = 8 * UNIT * (fabs(centre) + radius) + TINY;
    double *lower = bounds->lower + bounds->offsets[at] + i,
           *upper = bounds->upper + bounds->offsets[at] + i;
    double low = fmax(*lower, centre - radius - slack),
           high = fmin(*upper, centre + radius + slack);
    if (!(low <= high)) continue; /* not a number, or a box that is empty */
    *lower = low;
    *upper = high;
  }
}

/* --- rows --- */

void zonotope_bound_row(Zonotope *zonotope, const Bounds *bounds, BoundRow *row)
{
  const Net *net = zonotope->net;
  size_t last = net->layers.count - 1, width = zonotope->width;
  uint32_t outputs = net_output(net)->size, inputs = net_input_size(net);
  assert(bounds->net == net && row->slope);
  double centre = 0, error = 0, size = 0, rest = 0;
  memset(zonotope->row, 0, width * sizeof(double));
  for (uint32_t i = 0; i < outputs; i++) {
    double weight = row->outputs[i];
    size_t value = zonotope->offsets[last] + i;
    if (weight == 0) continue;
    kernel_add_scaled(zonotope->row, unknowns_of(zonotope, last, i), weight, width);
    centre += weight * zonotope->centre[value];
    error += fabs(weight) * zonotope->error[value];
    size += fabs(weight) * zonotope->reach[value];
  }
  for (uint32_t j = 0; j < inputs; j++) {
    double half = unknowns_of(zonotope, 0, j)[j], weight = row->inputs ? row->inputs[j] : 0;
    centre += weight * zonotope->centre[j];
    zonotope->row[j] += weight * half;
    size += fabs(weight) * zonotope->reach[j];
    row->slope[j] = half > 0 ? zonotope->row[j] / half : 0;
  }
  for (size_t k = inputs; k < width; k++) rest += fabs(zonotope->row[k]);
  double least = centre - rest, offset = centre - rest;
  for (uint32_t j = 0; j < inputs; j++) {
    least -= fabs(zonotope->row[j]);
    offset -= row->slope[j] * zonotope->centre[j];
    size += fabs(row->slope[j]) * zonotope->reach[j];
  }
  double terms = (double)(width + outputs + inputs + 64);
  double slack = (error + 4 * terms * UNIT * (size + rest)) * SAFE + TINY;
  row->offset = offset - slack;
  row->lower = least - slack;
  if (!isfinite(row->offset) || !isfinite(row->lower)) row->offset = row->lower = -INFINITY;
}
