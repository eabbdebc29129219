/* Convolutions and pools: sparse matrices, and trees of maxima. */
#include <assert.h>
#include <string.h>

#include "nn/bound/compile_parts.h"
#include "nn/graph/window.h"

/* The elements of one channel that one place of a window sees. */
typedef struct {
  uint32_t *places, *taps; /* in the channel, and in the kernel */
  size_t count;
  size_t padded; /* cells of the kernel in the channel or its padding, not beyond */
} Seen;

static void see(const Window *window, size_t place, size_t taps, Seen *seen)
{
  seen->count = seen->padded = 0;
  for (size_t tap = 0; tap < taps; tap++) {
    int64_t at = 0, scale = 1;
    size_t rest_place = place, rest_tap = tap;
    bool inside = true, padded = true;
    for (uint32_t k = window->rank; k > 0; k--) {
      int64_t out = (int64_t)(rest_place % (size_t)window->out[k - 1]);
      int64_t in_kernel = (int64_t)(rest_tap % (size_t)window->kernel[k - 1]);
      rest_place /= (size_t)window->out[k - 1];
      rest_tap /= (size_t)window->kernel[k - 1];
      int64_t x =
          out * window->stride[k - 1] - window->before[k - 1] + in_kernel * window->dilation[k - 1];
      inside = inside && x >= 0 && x < window->in[k - 1];
      padded = padded && x < window->in[k - 1] + window->after[k - 1];
      at += x * scale;
      scale *= window->in[k - 1];
    }
    seen->padded += padded;
    if (!inside) continue;
    seen->places[seen->count] = (uint32_t)at;
    seen->taps[seen->count++] = (uint32_t)tap;
  }
}

typedef struct {
  Window window;
  size_t batch, channels, in, out,
      taps; /* elements of a channel, of a channel of the result, of a kernel */
  Seen seen;
} Sliding;

static size_t product(const int64_t *numbers, uint32_t rank)
{
  size_t value = 1;
  for (uint32_t k = 0; k < rank; k++) value *= (size_t)numbers[k];
  return value;
}

static Status slide(const Compiler *compiler, const TensorShape *weights, Sliding *sliding)
{
  const TensorShape *x = compile_shape(compiler, 0);
  Window *window = &sliding->window;
  if (compiler->node->op->kind == OP_GlobalAveragePool) {
    *window = (Window){.rank = x->rank - 2};
    for (uint32_t k = 0; k < window->rank; k++) {
      window->in[k] = window->kernel[k] = x->dims[k + 2];
      window->stride[k] = window->dilation[k] = window->out[k] = 1;
    }
  } else {
    ShapeTask task = {.graph = compiler->graph, .node = compiler->node, .error = compiler->error};
    Status status = window_read(&task, x, weights, window);
    if (status) return status;
  }
  sliding->batch = (size_t)x->dims[0];
  sliding->channels = (size_t)x->dims[1];
  sliding->in = product(window->in, window->rank);
  sliding->out = product(window->out, window->rank);
  sliding->taps = product(window->kernel, window->rank);
  /* No cell of a kernel sees an element that another one sees. */
  size_t most = sliding->taps < sliding->in ? sliding->taps : sliding->in;
  sliding->seen.places = mem_alloc(2 * most + 1, sizeof(uint32_t));
  sliding->seen.taps = sliding->seen.places + most;
  return STATUS_OK;
}

static Status compile_conv(Compiler *compiler, Sliding *sliding, const Tensor *weights,
                           const Tensor *bias)
{
  size_t filters = (size_t)weights->shape.dims[0], depth = (size_t)weights->shape.dims[1];
  size_t group = filters / (size_t)graph_attribute_int(compiler->node, "group");
  size_t rows = sliding->batch * filters * sliding->out;
  if (rows == 0 || rows > COMPILE_ENTRIES_MAX / (depth * sliding->taps + 1))
    return compile_fail(compiler, "is too large");
  NetMatrix matrix;
  net_matrix_init_sparse(&matrix, (uint32_t)rows,
                         (uint32_t)(sliding->batch * sliding->channels * sliding->in),
                         rows * depth * sliding->taps);
  double *added = mem_alloc_zero(rows, sizeof *added);
  size_t at = 0, row = 0;
  for (size_t n = 0; n < sliding->batch; n++)
    for (size_t f = 0; f < filters; f++)
      for (size_t place = 0; place < sliding->out; place++, row++) {
        see(&sliding->window, place, sliding->taps, &sliding->seen);
        if (bias) added[row] = tensor_get_double(bias, f);
        for (size_t c = 0; c < depth; c++)
          for (size_t k = 0; k < sliding->seen.count; k++) {
            size_t channel = f / group * depth + c;
            matrix.places[at] = (uint32_t)((n * sliding->channels + channel) * sliding->in +
                                           sliding->seen.places[k]);
            matrix.values[at] =
                tensor_get_double(weights, (f * depth + c) * sliding->taps + sliding->seen.taps[k]);
            at += matrix.values[at] != 0;
          }
        matrix.starts[row + 1] = at;
      }
  uint32_t layer = net_add_affine(compiler->net, (uint32_t)rows, added);
  net_add_source(compiler->net, layer, compile_layer(compiler, 0), &matrix);
  compile_set(compiler, layer);
  free(added);
  return STATUS_OK;
}

static Status compile_average(Compiler *compiler, Sliding *sliding)
{
  size_t planes = sliding->batch * sliding->channels, rows = planes * sliding->out;
  bool padding = compiler->node->op->kind == OP_AveragePool &&
                 graph_attribute_int(compiler->node, "count_include_pad");
  if (rows == 0 || rows > COMPILE_ENTRIES_MAX / (sliding->taps + 1))
    return compile_fail(compiler, "is too large");
  NetMatrix matrix;
  net_matrix_init_sparse(&matrix, (uint32_t)rows, (uint32_t)(planes * sliding->in),
                         rows * sliding->taps);
  size_t at = 0;
  for (size_t row = 0; row < rows; row++) {
    see(&sliding->window, row % sliding->out, sliding->taps, &sliding->seen);
    for (size_t k = 0; k < sliding->seen.count; k++) {
      matrix.places[at] = (uint32_t)(row / sliding->out * sliding->in + sliding->seen.places[k]);
      matrix.values[at++] = 1.0 / (double)(padding ? sliding->seen.padded : sliding->seen.count);
    }
    matrix.starts[row + 1] = at;
  }
  uint32_t layer = net_add_affine(compiler->net, (uint32_t)rows, NULL);
  net_add_source(compiler->net, layer, compile_layer(compiler, 0), &matrix);
  compiler->net->layers.items[layer].uncertainty = COMPILE_ROUNDED;
  compile_set(compiler, layer);
  return STATUS_OK;
}

/* The larger of elements left[i] and right[i] of a layer: x + relu(y - x). */
static uint32_t add_maximum(Net *net, uint32_t source, const uint32_t *left, const uint32_t *right,
                            uint32_t count)
{
  double *factors = mem_alloc(count + 1u, sizeof *factors);
  uint32_t *same = mem_alloc(count + 1u, sizeof *same);
  for (uint32_t i = 0; i < count; i++) {
    factors[i] = -1;
    same[i] = i;
  }
  uint32_t difference = compile_gather(net, source, right, NULL, NULL, count);
  compile_add_gather(net, difference, source, left, factors, count);
  uint32_t positive = net_add_activation(net, LAYER_RELU, difference);
  uint32_t sum = compile_gather(net, source, left, NULL, NULL, count);
  compile_add_gather(net, sum, positive, same, NULL, count);
  free(factors);
  free(same);
  return sum;
}

/* A tree of maxima: each round halves the elements of every window. Where windows see less than others, an
 * element is compared with itself. */
static Status compile_max(Compiler *compiler, Sliding *sliding)
{
  Net *net = compiler->net;
  size_t planes = sliding->batch * sliding->channels, rows = planes * sliding->out;
  if (rows == 0 || rows > COMPILE_ENTRIES_MAX / (sliding->taps + 1))
    return compile_fail(compiler, "is too large");
  size_t left_over = sliding->taps;
  uint32_t *elements = mem_alloc(rows * left_over, sizeof *elements);
  bool empty = false;
  for (size_t row = 0; row < rows; row++) {
    see(&sliding->window, row % sliding->out, sliding->taps, &sliding->seen);
    empty = empty || sliding->seen.count == 0;
    for (size_t k = 0; k < left_over && !empty; k++)
      elements[row * left_over + k] =
          (uint32_t)(row / sliding->out * sliding->in +
                     sliding->seen.places[k < sliding->seen.count ? k : 0]);
  }
  uint32_t layer = compile_layer(compiler, 0);
  uint32_t *left = mem_alloc(rows * left_over + 1, sizeof *left),
           *right = mem_alloc(rows * left_over + 1, sizeof *right);
  while (left_over > 1 && !empty) {
    size_t half = (left_over + 1) / 2;
    for (size_t row = 0; row < rows; row++)
      for (size_t k = 0; k < half; k++) {
        size_t second = 2 * k + 1 < left_over ? 2 * k + 1 : 2 * k;
        left[row * half + k] = elements[row * left_over + 2 * k];
        right[row * half + k] = elements[row * left_over + second];
      }
    layer = add_maximum(net, layer, left, right, (uint32_t)(rows * half));
    left_over = half;
    for (size_t i = 0; i < rows * half; i++) elements[i] = (uint32_t)i;
  }
  if (sliding->taps == 1 && !empty)
    layer = compile_gather(net, layer, elements, NULL, NULL, (uint32_t)rows);
  compile_set(compiler, layer);
  free(elements);
  free(left);
  free(right);
  return empty ? compile_fail(compiler, "has a window that sees only padding") : STATUS_OK;
}

Status compile_window(Compiler *compiler)
{
  const Graph *graph = compiler->graph;
  OperatorKind kind = compiler->node->op->kind;
  const Tensor *weights = NULL, *bias = NULL;
  if (kind == OP_Conv) {
    ValueId third = graph_node_input(compiler->node, 2);
    weights = graph_constant(graph, compiler->node->inputs[1]);
    bias = graph_constant(graph, third);
    if (!weights || (third != VALUE_NONE && !bias))
      return compile_fail(compiler, "has weights that are not constant");
  }
  Sliding sliding;
  Status status = slide(compiler, weights ? &weights->shape : NULL, &sliding);
  if (status) return status;
  if (kind == OP_Conv)
    status = compile_conv(compiler, &sliding, weights, bias);
  else if (kind == OP_MaxPool)
    status = compile_max(compiler, &sliding);
  else
    status = compile_average(compiler, &sliding);
  free(sliding.seen.places);
  return status;
}
