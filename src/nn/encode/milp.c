#include "nn/encode/milp.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Columns of all neurons, while the network is added. */
typedef struct {
  Milp *milp;
  const Bounds *bounds;
  const Net *net;
  uint32_t
      *columns; /* by neuron as bounds->offsets say: 1 + the column, or 0 where the value is 0 */
} Encoder;

static int32_t add_column(Milp *milp, double lower, double upper)
{
  assert(lower <= upper && milp->columns.count < INT32_MAX);
  if (!(lower >= -MILP_FAR && upper <= MILP_FAR)) milp->extreme = true;
  VEC_PUSH(&milp->columns, ((MilpColumn){.lower = lower, .upper = upper}));
  return (int32_t)milp->columns.count - 1;
}

static void add_entry(Milp *milp, int32_t column, double value)
{
  if (value == 0) return;
  VEC_PUSH(&milp->places, column);
  VEC_PUSH(&milp->values, value);
  milp->rows.items[milp->rows.count - 1].count++;
}

static void begin_row(Milp *milp, double lower, double upper)
{
  VEC_PUSH(&milp->rows, ((MilpRow){.lower = lower, .upper = upper, .first = milp->values.count}));
}

/* The same for numbers of the network and the property: tiny ones relax the row instead. */
static void add_coefficient(Milp *milp, int32_t column, double value)
{
  if (!(fabs(value) <= MILP_LARGE)) milp->extreme = true;
  if (!(fabs(value) < MILP_TINY)) {
    add_entry(milp, column, value);
    return;
  }
  const MilpColumn *from = &milp->columns.items[column];
  MilpRow *row = &milp->rows.items[milp->rows.count - 1];
  double most = fabs(value) * fmax(fabs(from->lower), fabs(from->upper)) * (1 + 0x1p-40);
  row->lower -= most;
  row->upper += most;
}

/* --- affine layers --- */

/* Sums of several sources may have a column more than once: these are added up. */
typedef struct {
  double *sums;   /* by column */
  U32Vec touched; /* columns with a sum */
} Sums;

static void add_term(Sums *sums, uint32_t handle, double value)
{
  if (handle == 0 || value == 0) return;
  if (sums->sums[handle - 1] == 0) VEC_PUSH(&sums->touched, handle - 1);
  sums->sums[handle - 1] += value;
}

static void add_products(const Encoder *encoder, const Layer *layer, uint32_t neuron, Sums *sums)
{
  for (size_t k = 0; k < layer->sources.count; k++) {
    const NetMatrix *matrix = &layer->sources.items[k].matrix;
    const uint32_t *columns =
        encoder->columns + encoder->bounds->offsets[layer->sources.items[k].layer];
    if (matrix->sparse)
      for (size_t p = matrix->starts[neuron]; p < matrix->starts[neuron + 1]; p++)
        add_term(sums, columns[matrix->places[p]], matrix->values[p]);
    else
      for (uint32_t j = 0; j < matrix->columns; j++)
        add_term(sums, columns[j], net_matrix_row(matrix, neuron)[j]);
  }
}

static void add_sum(Milp *milp, Sums *sums, uint32_t column, double sign)
{
  add_coefficient(milp, (int32_t)column, sign * sums->sums[column]);
  sums->sums[column] = 0;
}

/* x = sum + bias, within what the coefficients may be off by. */
static void add_affine(const Encoder *encoder, size_t at)
{
  const Layer *layer = &encoder->net->layers.items[at];
  const Bounds *bounds = encoder->bounds;
  Milp *milp = encoder->milp;
  Sums sums = {.sums = mem_alloc_zero(milp->columns.count + 1, sizeof(double))};
  for (uint32_t i = 0; i < layer->size; i++) {
    size_t neuron = bounds->offsets[at] + i;
    add_products(encoder, layer, i, &sums);
    int32_t column = add_column(milp, bounds->lower[neuron], bounds->upper[neuron]);
    encoder->columns[neuron] = (uint32_t)column + 1;
    double slack = layer->uncertainty * bounds->size[neuron];
    begin_row(milp, layer->bias[i] - slack, layer->bias[i] + slack);
    add_entry(milp, column, 1);
    for (size_t k = 0; k < sums.touched.count; k++) add_sum(milp, &sums, sums.touched.items[k], -1);
    sums.touched.count = 0;
  }
  free(sums.sums);
  VEC_FREE(&sums.touched);
}

/* --- activations --- */

static void add_relu(Milp *milp, int32_t x, int32_t y, double lower, double upper)
{
  int32_t active = add_column(milp, 0, 1);
  milp->columns.items[active].integer = true;
  milp->unstable++;
  begin_row(milp, 0, INFINITY); /* y - x >= 0 */
  add_entry(milp, y, 1);
  add_entry(milp, x, -1);
  begin_row(milp, -INFINITY, -lower); /* y - x - l a <= -l */
  add_entry(milp, y, 1);
  add_entry(milp, x, -1);
  add_entry(milp, active, -lower);
  begin_row(milp, -INFINITY, 0); /* y - u a <= 0 */
  add_entry(milp, y, 1);
  add_entry(milp, active, -upper);
}

static void add_lines(Milp *milp, int32_t x, int32_t y, const KernelLines *lines)
{
  begin_row(milp, lines->low_intercept, INFINITY);
  add_entry(milp, y, 1);
  add_coefficient(milp, x, -lines->low_slope);
  begin_row(milp, -INFINITY, lines->high_intercept);
  add_entry(milp, y, 1);
  add_coefficient(milp, x, -lines->high_slope);
}

static uint32_t add_neuron(const Encoder *encoder, LayerKind kind, size_t source, size_t neuron)
{
  const Bounds *bounds = encoder->bounds;
  uint32_t x = encoder->columns[source];
  double lower = bounds->lower[source], upper = bounds->upper[source];
  assert(x != 0 || kind == LAYER_RELU);
  if (kind == LAYER_RELU && (x == 0 || upper <= 0)) return 0;
  if (kind == LAYER_RELU && lower >= 0) return x;
  int32_t y = add_column(encoder->milp, bounds->lower[neuron], bounds->upper[neuron]);
  KernelLines lines;
  if (kind == LAYER_RELU)
    add_relu(encoder->milp, (int32_t)x - 1, y, lower, upper);
  else if (relax_lines(kind, RELAX_NEAREST, lower, upper, &lines))
    add_lines(encoder->milp, (int32_t)x - 1, y, &lines);
  return (uint32_t)y + 1;
}

/* A value of 0 that a smooth activation reads needs a column. */
static uint32_t zero_column(const Encoder *encoder)
{
  return (uint32_t)add_column(encoder->milp, 0, 0) + 1;
}

static void add_activation(const Encoder *encoder, size_t at)
{
  const Layer *layer = &encoder->net->layers.items[at];
  size_t from = encoder->bounds->offsets[layer->sources.items[0].layer],
         to = encoder->bounds->offsets[at];
  for (uint32_t i = 0; i < layer->size; i++) {
    if (layer->kind != LAYER_RELU && encoder->columns[from + i] == 0)
      encoder->columns[from + i] = zero_column(encoder);
    encoder->columns[to + i] = add_neuron(encoder, layer->kind, from + i, to + i);
  }
}

void milp_add_network(Milp *milp, const Bounds *bounds)
{
  assert(bounds->finite && milp->columns.count == 0);
  const Net *net = bounds->net;
  Encoder encoder = {.milp = milp, .bounds = bounds, .net = net};
  encoder.columns = mem_alloc_zero(bounds->count + 1, sizeof *encoder.columns);
  milp->inputs = net_input_size(net);
  milp->outputs = net_output(net)->size;
  for (uint32_t i = 0; i < milp->inputs; i++)
    encoder.columns[bounds->offsets[0] + i] =
        1 + (uint32_t)add_column(milp, bounds_lower(bounds, 0)[i], bounds_upper(bounds, 0)[i]);
  for (size_t at = 1; at < net->layers.count; at++)
    if (net->layers.items[at].kind == LAYER_AFFINE)
      add_affine(&encoder, at);
    else
      add_activation(&encoder, at);
  size_t last = bounds->offsets[net->layers.count - 1];
  VEC_APPEND(&milp->neurons, encoder.columns + last, milp->outputs);
  milp->excess = add_column(milp, -MILP_DEPTH, MILP_MARGIN);
  milp->columns.items[milp->excess].cost = 1;
  free(encoder.columns);
}

void milp_add_row(Milp *milp, const double *outputs, const double *inputs, double limit)
{
  Sums sums = {.sums = mem_alloc_zero(milp->columns.count + 1, sizeof(double))};
  for (uint32_t i = 0; i < milp->outputs; i++) add_term(&sums, milp->neurons.items[i], outputs[i]);
  for (uint32_t i = 0; i < milp->inputs && inputs; i++) add_term(&sums, 1 + i, inputs[i]);
  begin_row(milp, -INFINITY, limit);
  for (size_t k = 0; k < sums.touched.count; k++) add_sum(milp, &sums, sums.touched.items[k], 1);
  add_entry(milp, milp->excess, -(1 + fabs(limit)));
  free(sums.sums);
  VEC_FREE(&sums.touched);
}

void milp_drop_rows(Milp *milp, size_t count)
{
  assert(count <= milp->rows.count);
  if (count == 0) return;
  milp->rows.count -= count;
  milp->places.count = milp->values.count = milp->rows.items[milp->rows.count].first;
}

void milp_deinit(Milp *milp)
{
  VEC_FREE(&milp->columns);
  VEC_FREE(&milp->rows);
  VEC_FREE(&milp->places);
  VEC_FREE(&milp->values);
  VEC_FREE(&milp->neurons);
  *milp = (Milp){0};
}
