#include "nn/graph/window.h"

#include <assert.h>
#include <inttypes.h>

/* No extent of a window may pass this: products and sums of two of them fit. */
static const int64_t EXTENT_MAX = INT32_MAX;

/* A list of `rank` numbers from low on, all `initial` if it is not given. */
static Status read_list(const ShapeTask *task, const char *name, uint32_t rank, int64_t low,
                        int64_t initial, int64_t *list)
{
  const GraphAttribute *given = graph_attribute(task->node, name);
  for (uint32_t i = 0; i < rank; i++) list[i] = initial;
  if (!given) return STATUS_OK;
  if (given->count != rank)
    return shape_fail(task, "'%s' has %u numbers instead of %u", name, given->count, rank);
  for (uint32_t i = 0; i < rank; i++) {
    list[i] = given->numbers[i];
    if (list[i] < low || list[i] > EXTENT_MAX)
      return shape_fail(task, "'%s' has the number %" PRId64 ", which is out of range", name,
                        list[i]);
  }
  return STATUS_OK;
}

/* The cells of a kernel are counted and walked through: there must not be too many. */
static Status check_cells(const ShapeTask *task, const Window *window)
{
  static const int64_t CELLS_MAX = 1 << 28;
  int64_t cells = 1;
  for (uint32_t i = 0; i < window->rank; i++) {
    cells *= window->kernel[i]; /* below 2^28 and 2^31 */
    if (cells > CELLS_MAX)
      return shape_fail(task, "the window has more than %" PRId64 " cells", CELLS_MAX);
  }
  return STATUS_OK;
}

static Status read_kernel(const ShapeTask *task, const TensorShape *weights, Window *window)
{
  const GraphAttribute *given = graph_attribute(task->node, "kernel_shape");
  if (!weights && !given) return shape_fail(task, "'kernel_shape' is missing");
  Status status = read_list(task, "kernel_shape", window->rank, 1, 1, window->kernel);
  if (status != STATUS_OK) return status;
  for (uint32_t i = 0; weights && i < window->rank; i++) {
    int64_t extent = weights->dims[i + 2];
    if (given && window->kernel[i] != extent)
      return shape_fail(task, "'kernel_shape' differs from the shape of the weights");
    if (extent < 1 || extent > EXTENT_MAX)
      return shape_fail(task, "the weights have an extent of %" PRId64, extent);
    window->kernel[i] = extent;
  }
  return check_cells(task, window);
}

static int64_t covered(const Window *window, uint32_t i)
{
  return (window->kernel[i] - 1) * window->dilation[i] + 1;
}

static Status read_padding(const ShapeTask *task, Window *window)
{
  int64_t pads[2 * WINDOW_RANK_MAX];
  Status status = read_list(task, "pads", 2 * window->rank, 0, 0, pads);
  if (status != STATUS_OK) return status;
  char kind;
  const char *initial;
  bool chooses = operator_attribute(task->node->op, "auto_pad", &kind, &initial);
  bool same_upper = chooses && graph_attribute_is(task->node, "auto_pad", "SAME_UPPER");
  bool same = same_upper || (chooses && graph_attribute_is(task->node, "auto_pad", "SAME_LOWER"));
  bool valid = chooses && graph_attribute_is(task->node, "auto_pad", "VALID");
  if (chooses && !same && !valid && !graph_attribute_is(task->node, "auto_pad", "NOTSET"))
    return shape_fail(task, "'auto_pad' is none of NOTSET, SAME_UPPER, SAME_LOWER, VALID");
  for (uint32_t i = 0; i < window->rank; i++) {
    window->before[i] = same || valid ? 0 : pads[i];
    window->after[i] = same || valid ? 0 : pads[i + window->rank];
    if (!same) continue;
    int64_t out = (window->in[i] + window->stride[i] - 1) / window->stride[i];
    int64_t total = (out - 1) * window->stride[i] + covered(window, i) - window->in[i];
    if (total < 0) total = 0;
    window->before[i] = same_upper ? total / 2 : total - total / 2;
    window->after[i] = total - window->before[i];
  }
  return STATUS_OK;
}

Status window_read(const ShapeTask *task, const TensorShape *x, const TensorShape *weights,
                   Window *window)
{
  if (x->rank < 3) return shape_fail(task, "the input has rank %u, at least 3 is needed", x->rank);
  *window = (Window){.rank = x->rank - 2};
  for (uint32_t i = 0; i < window->rank; i++) {
    window->in[i] = x->dims[i + 2];
    if (window->in[i] < 1 || window->in[i] > EXTENT_MAX)
      return shape_fail(task, "the input has an extent of %" PRId64, window->in[i]);
  }
  char kind;
  const char *initial;
  Status status = read_kernel(task, weights, window);
  if (status == STATUS_OK) status = read_list(task, "strides", window->rank, 1, 1, window->stride);
  if (status == STATUS_OK)
    status = read_list(task, "dilations", window->rank, 1, 1, window->dilation);
  if (status == STATUS_OK) status = read_padding(task, window);
  if (status != STATUS_OK) return status;
  bool ceiling = operator_attribute(task->node->op, "ceil_mode", &kind, &initial) &&
                 graph_attribute_int(task->node, "ceil_mode") != 0;
  for (uint32_t i = 0; i < window->rank; i++) {
    int64_t room = window->in[i] + window->before[i] + window->after[i] - covered(window, i);
    if (room < 0) return shape_fail(task, "the window is larger than the padded input");
    window->out[i] = room / window->stride[i] + 1;
    /* A window that begins in the padding behind the input would be empty: it is left out. */
    if (ceiling && room % window->stride[i] != 0 &&
        window->out[i] * window->stride[i] < window->in[i] + window->before[i])
      window->out[i]++;
  }
  return STATUS_OK;
}

/* Total padding for a wanted extent of the result, divided as auto_pad says. */
static void divide_padding(const ShapeTask *task, Window *window, uint32_t i, int64_t more)
{
  bool upper = graph_attribute_is(task->node, "auto_pad", "SAME_UPPER");
  int64_t total =
      (window->out[i] - 1) * window->stride[i] + more + covered(window, i) - window->in[i];
  if (total < 0) total = 0;
  window->before[i] = upper ? total / 2 : total - total / 2;
  window->after[i] = total - window->before[i];
}

static Status read_transposed_extents(const ShapeTask *task, Window *window)
{
  int64_t more[WINDOW_RANK_MAX] = {0};
  bool convolution = task->node->op->kind == OP_ConvTranspose;
  const GraphAttribute *shape = convolution ? graph_attribute(task->node, "output_shape") : NULL;
  bool same = convolution && (graph_attribute_is(task->node, "auto_pad", "SAME_UPPER") ||
                              graph_attribute_is(task->node, "auto_pad", "SAME_LOWER"));
  if (convolution) {
    Status status = read_list(task, "output_padding", window->rank, 0, 0, more);
    if (status != STATUS_OK) return status;
  }
  /* Some files have the extents of batch and channels in it as well. */
  if (shape && shape->count != window->rank && shape->count != window->rank + 2)
    return shape_fail(task, "'output_shape' has %u numbers", shape->count);
  for (uint32_t i = 0; i < window->rank; i++) {
    int64_t full = (window->out[i] - 1) * window->stride[i] + more[i] + covered(window, i);
    if (shape)
      window->in[i] = shape->numbers[i + shape->count - window->rank];
    else if (same)
      window->in[i] = window->out[i] * window->stride[i];
    else
      window->in[i] = full - window->before[i] - window->after[i];
    if (window->in[i] < 1 || window->in[i] > EXTENT_MAX)
      return shape_fail(task, "the result has an extent of %" PRId64, window->in[i]);
    if (shape || same) divide_padding(task, window, i, more[i]);
  }
  return STATUS_OK;
}

Status window_read_transposed(const ShapeTask *task, const TensorShape *x,
                              const TensorShape *weights, Window *window)
{
  if (x->rank < 3) return shape_fail(task, "the input has rank %u, at least 3 is needed", x->rank);
  *window = (Window){.rank = x->rank - 2};
  int64_t pads[2 * WINDOW_RANK_MAX];
  for (uint32_t i = 0; i < window->rank; i++) {
    window->out[i] = x->dims[i + 2];
    window->dilation[i] = 1;
    if (window->out[i] < 1 || window->out[i] > EXTENT_MAX)
      return shape_fail(task, "the input has an extent of %" PRId64, window->out[i]);
  }
  Status status = read_kernel(task, weights, window);
  if (status == STATUS_OK) status = read_list(task, "strides", window->rank, 1, 1, window->stride);
  if (status == STATUS_OK && weights)
    status = read_list(task, "dilations", window->rank, 1, 1, window->dilation);
  if (status == STATUS_OK) status = read_list(task, "pads", 2 * window->rank, 0, 0, pads);
  if (status != STATUS_OK) return status;
  bool padded = !weights || graph_attribute_is(task->node, "auto_pad", "NOTSET");
  for (uint32_t i = 0; i < window->rank; i++) {
    window->before[i] = padded ? pads[i] : 0;
    window->after[i] = padded ? pads[i + window->rank] : 0;
  }
  return read_transposed_extents(task, window);
}

Status window_read_blocks(const ShapeTask *task, Window *window)
{
  int64_t kernel[WINDOW_RANK_MAX + 1], image[WINDOW_RANK_MAX + 1], pads[2 * WINDOW_RANK_MAX];
  size_t count, kernels;
  if (!graph_node_numbers(task->graph, task->node, 1, NULL, image, WINDOW_RANK_MAX + 1, &count) ||
      !graph_node_numbers(task->graph, task->node, 2, NULL, kernel, WINDOW_RANK_MAX + 1, &kernels))
    return shape_fail(task, "the shapes depend on the inputs of the network");
  if (count < 1 || count > WINDOW_RANK_MAX || count != kernels)
    return shape_fail(task, "the shapes of image and block do not fit");
  *window = (Window){.rank = (uint32_t)count};
  Status status = read_list(task, "strides", window->rank, 1, 1, window->stride);
  if (status == STATUS_OK)
    status = read_list(task, "dilations", window->rank, 1, 1, window->dilation);
  if (status == STATUS_OK) status = read_list(task, "pads", 2 * window->rank, 0, 0, pads);
  if (status != STATUS_OK) return status;
  for (uint32_t i = 0; i < window->rank; i++) {
    if (image[i] < 1 || image[i] > EXTENT_MAX || kernel[i] < 1 || kernel[i] > EXTENT_MAX)
      return shape_fail(task, "an extent of image or block is out of range");
    window->in[i] = image[i];
    window->kernel[i] = kernel[i];
    window->before[i] = pads[i];
    window->after[i] = pads[i + window->rank];
    int64_t room = image[i] + pads[i] + pads[i + window->rank] - covered(window, i);
    if (room < 0) return shape_fail(task, "the block is larger than the padded image");
    window->out[i] = room / window->stride[i] + 1;
  }
  return check_cells(task, window);
}

int64_t window_element(const Window *window, size_t place, size_t cell)
{
  int64_t from = 0, stride = 1;
  for (uint32_t d = window->rank; d-- > 0;) {
    int64_t at = (int64_t)(place % (size_t)window->out[d]) * window->stride[d] - window->before[d] +
                 (int64_t)(cell % (size_t)window->kernel[d]) * window->dilation[d];
    place /= (size_t)window->out[d];
    cell /= (size_t)window->kernel[d];
    if (at < 0 || at >= window->in[d]) return -1;
    from += at * stride;
    stride *= window->in[d];
  }
  return from;
}
