#include "nn/bound/net.h"

#include <assert.h>
#include <string.h>

#include "nn/bound/relax.h"

void net_matrix_init_dense(NetMatrix *matrix, uint32_t rows, uint32_t columns)
{
  *matrix = (NetMatrix){.rows = rows, .columns = columns, .stride = kernel_pad(columns)};
  matrix->values = mem_alloc_zero(rows * matrix->stride + KERNEL_WIDTH, sizeof(double));
}

void net_matrix_init_sparse(NetMatrix *matrix, uint32_t rows, uint32_t columns, size_t entries)
{
  *matrix = (NetMatrix){.rows = rows, .columns = columns, .sparse = true};
  matrix->values = mem_alloc(entries + 1, sizeof(double));
  matrix->places = mem_alloc(entries + 1, sizeof(uint32_t));
  matrix->starts = mem_alloc_zero((size_t)rows + 1, sizeof(size_t));
}

static void net_matrix_deinit(NetMatrix *matrix)
{
  free(matrix->values);
  free(matrix->places);
  free(matrix->starts);
  *matrix = (NetMatrix){0};
}

void net_matrix_compress(NetMatrix *matrix)
{
  enum { SPARSE_SHARE = 4 }; /* a sparse entry costs as much as some dense ones */
  assert(!matrix->sparse);
  size_t entries = 0;
  for (uint32_t i = 0; i < matrix->rows; i++)
    for (uint32_t j = 0; j < matrix->columns; j++) entries += net_matrix_row(matrix, i)[j] != 0;
  if (entries * SPARSE_SHARE > (size_t)matrix->rows * matrix->columns) return;
  NetMatrix sparse;
  net_matrix_init_sparse(&sparse, matrix->rows, matrix->columns, entries);
  size_t at = 0;
  for (uint32_t i = 0; i < matrix->rows; i++) {
    for (uint32_t j = 0; j < matrix->columns; j++) {
      if (net_matrix_row(matrix, i)[j] == 0) continue;
      sparse.values[at] = net_matrix_row(matrix, i)[j];
      sparse.places[at++] = j;
    }
    sparse.starts[i + 1] = at;
  }
  net_matrix_deinit(matrix);
  *matrix = sparse;
}

/* --- layers --- */

void net_deinit(Net *net)
{
  for (size_t i = 0; i < net->layers.count; i++) {
    Layer *layer = &net->layers.items[i];
    for (size_t k = 0; k < layer->sources.count; k++)
      net_matrix_deinit(&layer->sources.items[k].matrix);
    VEC_FREE(&layer->sources);
    free(layer->bias);
  }
  VEC_FREE(&net->layers);
}

static uint32_t add_layer(Net *net, LayerKind kind, uint32_t size)
{
  VEC_PUSH(&net->layers, ((Layer){.kind = kind, .size = size}));
  return (uint32_t)net->layers.count - 1;
}

uint32_t net_add_input(Net *net, uint32_t size)
{
  assert(net->layers.count == 0);
  return add_layer(net, LAYER_INPUT, size);
}

uint32_t net_add_affine(Net *net, uint32_t size, const double *bias)
{
  assert(net->layers.count > 0);
  uint32_t at = add_layer(net, LAYER_AFFINE, size);
  Layer *layer = &net->layers.items[at];
  layer->bias = mem_alloc_zero(size + 1u, sizeof(double));
  if (bias) memcpy(layer->bias, bias, size * sizeof(double));
  return at;
}

static uint32_t longest_row(const NetMatrix *matrix)
{
  if (!matrix->sparse) return matrix->columns;
  size_t most = 0;
  for (uint32_t i = 0; i < matrix->rows; i++) {
    size_t length = matrix->starts[i + 1] - matrix->starts[i];
    if (length > most) most = length;
  }
  return (uint32_t)most;
}

void net_add_source(Net *net, uint32_t layer, uint32_t source, NetMatrix *matrix)
{
  Layer *to = &net->layers.items[layer];
  assert(source < layer && to->kind == LAYER_AFFINE);
  assert(matrix->rows == to->size && matrix->columns == net->layers.items[source].size);
  VEC_PUSH(&to->sources, ((LayerSource){source, *matrix}));
  to->terms += longest_row(matrix) + 1;
  *matrix = (NetMatrix){0};
}

uint32_t net_add_activation(Net *net, LayerKind kind, uint32_t source)
{
  assert(source < net->layers.count && kind > LAYER_AFFINE);
  uint32_t at = add_layer(net, kind, net->layers.items[source].size);
  VEC_PUSH(&net->layers.items[at].sources, ((LayerSource){.layer = source}));
  return at;
}

size_t net_offsets(const Net *net, size_t *offsets)
{
  size_t count = 0;
  for (size_t i = 0; i < net->layers.count; i++) {
    offsets[i] = count;
    count += kernel_pad(net->layers.items[i].size);
  }
  return count;
}

/* --- evaluation in doubles --- */

void net_run_init(NetRun *run, const Net *net)
{
  run->offsets = mem_alloc(net->layers.count, sizeof(size_t));
  run->count = net_offsets(net, run->offsets);
  run->values = mem_alloc_zero(run->count, sizeof(double));
  run->gradients = mem_alloc_zero(run->count, sizeof(double));
}

void net_run_deinit(NetRun *run)
{
  free(run->offsets);
  free(run->values);
  free(run->gradients);
  *run = (NetRun){0};
}

static void add_product(const NetMatrix *matrix, const double *x, double *y)
{
  for (uint32_t i = 0; i < matrix->rows; i++) {
    if (!matrix->sparse) {
      y[i] += kernel_dot(net_matrix_row(matrix, i), x, matrix->columns);
      continue;
    }
    double sum = 0;
    for (size_t k = matrix->starts[i]; k < matrix->starts[i + 1]; k++)
      sum += matrix->values[k] * x[matrix->places[k]];
    y[i] += sum;
  }
}

const double *net_evaluate(const Net *net, NetRun *run, const double *input)
{
  memcpy(run->values, input, net_input_size(net) * sizeof(double));
  for (size_t at = 1; at < net->layers.count; at++) {
    const Layer *layer = &net->layers.items[at];
    double *values = run->values + run->offsets[at];
    if (layer->kind == LAYER_AFFINE) {
      memcpy(values, layer->bias, layer->size * sizeof(double));
      for (size_t k = 0; k < layer->sources.count; k++)
        add_product(&layer->sources.items[k].matrix,
                    run->values + run->offsets[layer->sources.items[k].layer], values);
      continue;
    }
    const double *source = run->values + run->offsets[layer->sources.items[0].layer];
    for (uint32_t i = 0; i < layer->size; i++) values[i] = relax_value(layer->kind, source[i]);
  }
  return run->values + run->offsets[net->layers.count - 1];
}

static double row_in_floats(const NetMatrix *matrix, uint32_t i, const double *x)
{
  float sum = 0;
  if (matrix->sparse)
    for (size_t k = matrix->starts[i]; k < matrix->starts[i + 1]; k++)
      sum += (float)matrix->values[k] * (float)x[matrix->places[k]];
  else
    for (uint32_t j = 0; j < matrix->columns; j++)
      sum += (float)net_matrix_row(matrix, i)[j] * (float)x[j];
  return (double)sum;
}

const double *net_evaluate_float(const Net *net, NetRun *run, const double *input)
{
  for (uint32_t i = 0; i < net_input_size(net); i++) run->values[i] = (double)(float)input[i];
  for (size_t at = 1; at < net->layers.count; at++) {
    const Layer *layer = &net->layers.items[at];
    double *values = run->values + run->offsets[at];
    for (uint32_t i = 0; i < layer->size; i++) {
      if (layer->kind == LAYER_AFFINE) {
        float sum = 0;
        for (size_t k = 0; k < layer->sources.count; k++)
          sum += (float)row_in_floats(&layer->sources.items[k].matrix, i,
                                      run->values + run->offsets[layer->sources.items[k].layer]);
        values[i] = (double)(sum + (float)layer->bias[i]);
      } else {
        values[i] = (double)(float)relax_value(
            layer->kind, run->values[run->offsets[layer->sources.items[0].layer] + i]);
      }
    }
  }
  return run->values + run->offsets[net->layers.count - 1];
}

static void add_transpose_product(const NetMatrix *matrix, const double *y, double *x)
{
  for (uint32_t i = 0; i < matrix->rows; i++) {
    if (y[i] == 0) continue;
    if (!matrix->sparse) {
      kernel_add_scaled(x, net_matrix_row(matrix, i), y[i], matrix->stride);
      continue;
    }
    for (size_t k = matrix->starts[i]; k < matrix->starts[i + 1]; k++)
      x[matrix->places[k]] += matrix->values[k] * y[i];
  }
}

void net_gradient(const Net *net, NetRun *run, const double *weights, double *gradient)
{
  memset(run->gradients, 0, run->count * sizeof(double));
  size_t last = net->layers.count - 1;
  memcpy(run->gradients + run->offsets[last], weights, net_output(net)->size * sizeof(double));
  for (size_t at = last; at > 0; at--) {
    const Layer *layer = &net->layers.items[at];
    const double *mine = run->gradients + run->offsets[at];
    for (size_t k = 0; k < layer->sources.count; k++) {
      size_t source = run->offsets[layer->sources.items[k].layer];
      double *to = run->gradients + source;
      if (layer->kind == LAYER_AFFINE)
        add_transpose_product(&layer->sources.items[k].matrix, mine, to);
      else
        for (uint32_t i = 0; i < layer->size; i++)
          to[i] += mine[i] * relax_slope(layer->kind, run->values[source + i]);
    }
  }
  for (uint32_t i = 0; i < net_input_size(net); i++) gradient[i] += run->gradients[i];
}
