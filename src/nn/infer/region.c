/* Regions of images, and windows that go back to what they slide over. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/graph/window.h"
#include "nn/infer/kernel.h"

/* A place between four elements of a channel. */
static double interpolate(const Tensor *x, size_t base, int64_t height, int64_t width, double row,
                          double column)
{
  double top = floor(row), left = floor(column), sum = 0;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++) {
      double y = top + i, z = left + k, weight = (1 - fabs(row - y)) * (1 - fabs(column - z));
      if (weight <= 0 || y < 0 || z < 0 || y > (double)(height - 1) || z > (double)(width - 1))
        continue;
      sum += weight * tensor_get_double(x, base + (size_t)y * (size_t)width + (size_t)z);
    }
  return sum;
}

/* RoiAlign: a place just outside is moved to the border, one further out is 0. The largest of the four parts of the
 * interpolation counts for the mode `max`. */
static double align_sample(const Tensor *x, size_t base, int64_t height, int64_t width, double row,
                           double column, bool most)
{
  if (!(row >= -1 && row <= (double)height && column >= -1 && column <= (double)width)) return 0;
  row = fmin(fmax(row, 0), (double)(height - 1));
  column = fmin(fmax(column, 0), (double)(width - 1));
  if (!most) return interpolate(x, base, height, width, row, column);
  double top = floor(row), left = floor(column), best = -INFINITY;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++) {
      double y = fmin(top + i, (double)(height - 1)), z = fmin(left + k, (double)(width - 1));
      double weight = (i ? row - top : 1 - (row - top)) * (k ? column - left : 1 - (column - left));
      double part = weight * tensor_get_double(x, base + (size_t)y * (size_t)width + (size_t)z);
      best = fmax(best, part);
    }
  return best;
}

/* Of a cell of the result: regions are not much larger than images. */
enum { SAMPLES_MAX = 1 << 16 };

typedef struct {
  double row, column;    /* of the region's corner */
  double height, width;  /* of one cell of the result */
  int64_t rows, columns; /* samples of a cell */
} Region;

static Region read_region(const KernelTask *task, size_t number)
{
  const Tensor *rois = task->in[1];
  const TensorShape *y = &task->out[0].shape;
  double scale = graph_attribute_float(task->node, "spatial_scale"), at[4];
  bool half = task->graph->opset >= 16 &&
              graph_attribute_is(task->node, "coordinate_transformation_mode", "half_pixel");
  int64_t ratio = graph_attribute_int(task->node, "sampling_ratio");
  for (size_t i = 0; i < 4; i++)
    at[i] = tensor_get_double(rois, number * 4 + i) * scale - (half ? 0.5 : 0);
  double width = at[2] - at[0], height = at[3] - at[1];
  if (!half) {
    width = fmax(width, 1);
    height = fmax(height, 1);
  }
  Region r = {at[1], at[0], height / (double)y->dims[2], width / (double)y->dims[3], ratio, ratio};
  if (ratio == 0) {
    r.rows = (int64_t)fmin(fmax(ceil(r.height), 0), 4096);
    r.columns = (int64_t)fmin(fmax(ceil(r.width), 0), 4096);
  }
  return r;
}

Status compute_roi_align(const KernelTask *task)
{
  const Tensor *x = task->in[0], *batch = task->in[2];
  Tensor *y = &task->out[0];
  int64_t height = x->shape.dims[2], width = x->shape.dims[3];
  size_t channels = (size_t)x->shape.dims[1];
  bool most = graph_attribute_is(task->node, "mode", "max");
  for (size_t i = 0; i < y->count; i++) {
    int64_t column = (int64_t)i % y->shape.dims[3], row = (int64_t)i / y->shape.dims[3];
    row %= y->shape.dims[2];
    size_t cells = (size_t)(y->shape.dims[2] * y->shape.dims[3]);
    size_t channel = i / cells % channels, number = i / cells / channels;
    int64_t image = tensor_get_int(batch, number);
    if (image < 0 || image >= x->shape.dims[0])
      return compute_fail(task, "a region is of an image that is not there");
    Region r = read_region(task, number);
    if (r.rows * r.columns > SAMPLES_MAX)
      return compute_fail(task, "a cell of a region has more than %d samples", SAMPLES_MAX);
    size_t base = ((size_t)image * channels + channel) * (size_t)(height * width);
    double sum = most ? -INFINITY : 0, count = (double)(r.rows * r.columns);
    for (int64_t p = 0; p < r.rows; p++)
      for (int64_t q = 0; q < r.columns; q++) {
        double at_row = r.row + ((double)row + ((double)p + 0.5) / (double)r.rows) * r.height;
        double at_column =
            r.column + ((double)column + ((double)q + 0.5) / (double)r.columns) * r.width;
        double one = align_sample(x, base, height, width, at_row, at_column, most);
        sum = most ? fmax(sum, one) : sum + one;
      }
    tensor_set_double(y, i, count == 0 ? 0 : most ? sum : sum / count);
  }
  return STATUS_OK;
}

Status compute_max_roi_pool(const KernelTask *task)
{
  const Tensor *x = task->in[0], *rois = task->in[1];
  Tensor *y = &task->out[0];
  int64_t height = x->shape.dims[2], width = x->shape.dims[3];
  int64_t out_rows = y->shape.dims[2], out_columns = y->shape.dims[3];
  size_t channels = (size_t)x->shape.dims[1], cells = (size_t)(out_rows * out_columns);
  double scale = graph_attribute_float(task->node, "spatial_scale");
  for (size_t i = 0; i < y->count; i++) {
    int64_t column = (int64_t)(i % cells) % out_columns, row = (int64_t)(i % cells) / out_columns;
    size_t channel = i / cells % channels, number = i / cells / channels;
    double at[5];
    for (size_t k = 0; k < 5; k++) {
      at[k] = round(tensor_get_double(rois, number * 5 + k) * (k ? scale : 1));
      if (!(fabs(at[k]) < 0x1p31)) return compute_fail(task, "a region is out of range");
    }
    if (at[0] < 0 || at[0] >= (double)x->shape.dims[0])
      return compute_fail(task, "a region is of an image that is not there");
    double high = fmax(at[4] - at[2] + 1, 1) / (double)out_rows;
    double wide = fmax(at[3] - at[1] + 1, 1) / (double)out_columns;
    int64_t top = (int64_t)(floor((double)row * high) + at[2]);
    int64_t bottom = (int64_t)(ceil((double)(row + 1) * high) + at[2]);
    int64_t left = (int64_t)(floor((double)column * wide) + at[1]);
    int64_t right = (int64_t)(ceil((double)(column + 1) * wide) + at[1]);
    size_t base = ((size_t)at[0] * channels + channel) * (size_t)(height * width);
    double most = -INFINITY;
    for (int64_t p = top < 0 ? 0 : top; p < bottom && p < height; p++)
      for (int64_t q = left < 0 ? 0 : left; q < right && q < width; q++)
        most = fmax(most, tensor_get_double(x, base + (size_t)(p * width + q)));
    tensor_set_double(y, i, isinf(most) && most < 0 ? 0 : most);
  }
  return STATUS_OK;
}

/* Indices count through a channel of the unpadded result of the pool's inverse, in all channels and images. */
Status compute_max_unpool(const KernelTask *task)
{
  const Tensor *x = task->in[0], *indices = task->in[1];
  Tensor *y = &task->out[0];
  for (size_t i = 0; i < x->count; i++) {
    int64_t to = tensor_get_int(indices, i);
    if (to < 0 || (size_t)to >= y->count)
      return compute_fail(task, "an index is outside of the result");
    tensor_set_double(y, (size_t)to, tensor_get_double(x, i));
  }
  return STATUS_OK;
}

Status compute_conv_transpose(const KernelTask *task)
{
  const Tensor *bias = compute_input(task, 2);
  const TensorShape *x = &task->in[0]->shape, *w = &task->in[1]->shape;
  Tensor *out = &task->out[0];
  Window window;
  ShapeTask shape = compute_shape_task(task);
  Status status = window_read_transposed(&shape, x, w, &window);
  if (status != STATUS_OK) return status;
  size_t groups = (size_t)graph_attribute_int(task->node, "group");
  size_t places = tensor_shape_extent(x, 2, x->rank), cells = tensor_shape_extent(w, 2, w->rank);
  size_t image = tensor_shape_extent(&out->shape, 2, out->shape.rank);
  size_t channels = (size_t)x->dims[1], each = channels / groups, filters = (size_t)w->dims[1];
  double *a = compute_doubles(task->in[0]), *b = compute_doubles(task->in[1]);
  double *y = mem_alloc_zero(out->count + 1, sizeof *y);
  for (size_t i = 0; bias && i < out->count; i++)
    y[i] = tensor_get_double(bias, i / image % (filters * groups));
  for (size_t n = 0; n < (size_t)x->dims[0] * channels; n++)
    for (size_t place = 0; place < places; place++)
      for (size_t cell = 0; cell < cells; cell++) {
        int64_t to = window_element(&window, place, cell);
        size_t channel = n % channels, group = channel / each;
        size_t base = (n / channels * groups + group) * filters * image;
        for (size_t f = 0; to >= 0 && f < filters; f++)
          y[base + f * image + (size_t)to] +=
              a[n * places + place] * b[(channel * filters + f) * cells + cell];
      }
  for (size_t i = 0; i < out->count; i++) tensor_set_double(out, i, y[i]);
  free(a);
  free(b);
  free(y);
  return STATUS_OK;
}

Status compute_col2im(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *out = &task->out[0];
  Window window;
  ShapeTask shape = compute_shape_task(task);
  Status status = window_read_blocks(&shape, &window);
  if (status != STATUS_OK) return status;
  size_t places = (size_t)x->shape.dims[2], cells = 1;
  for (uint32_t i = 0; i < window.rank; i++) cells *= (size_t)window.kernel[i];
  size_t image = tensor_shape_extent(&out->shape, 2, out->shape.rank);
  double *y = mem_alloc_zero(out->count + 1, sizeof *y);
  for (size_t i = 0; i < x->count; i++) {
    size_t place = i % places, cell = i / places % cells, channel = i / places / cells;
    int64_t to = window_element(&window, place, cell);
    if (to >= 0) y[channel * image + (size_t)to] += tensor_get_double(x, i);
  }
  for (size_t i = 0; i < out->count; i++) tensor_set_double(out, i, y[i]);
  free(y);
  return STATUS_OK;
}

/* One cell of a deformed window: where it is, and how much it counts. */
static double deformed(const KernelTask *task, const Window *w, size_t channel, size_t batch,
                       size_t place, size_t cell)
{
  const Tensor *x = task->in[0], *offset = task->in[2], *mask = compute_input(task, 4);
  size_t channels = (size_t)x->shape.dims[1];
  size_t parts = (size_t)graph_attribute_int(task->node, "offset_group");
  size_t part = channel / (channels / parts), cells = (size_t)(w->kernel[0] * w->kernel[1]);
  size_t places = (size_t)(w->out[0] * w->out[1]), k = (size_t)w->kernel[1];
  size_t at = (((batch * parts + part) * cells + cell) * 2) * places + place;
  double row = (double)((int64_t)(place / (size_t)w->out[1]) * w->stride[0] - w->before[0] +
                        (int64_t)(cell / k) * w->dilation[0]) +
               tensor_get_double(offset, at);
  double column = (double)((int64_t)(place % (size_t)w->out[1]) * w->stride[1] - w->before[1] +
                           (int64_t)(cell % k) * w->dilation[1]) +
                  tensor_get_double(offset, at + places);
  double weight =
      mask ? tensor_get_double(mask, ((batch * parts + part) * cells + cell) * places + place) : 1;
  if (!(row > -1 && row < (double)w->in[0] && column > -1 && column < (double)w->in[1])) return 0;
  size_t base = (batch * channels + channel) * (size_t)(w->in[0] * w->in[1]);
  return weight * interpolate(x, base, w->in[0], w->in[1], row, column);
}

Status compute_deform_conv(const KernelTask *task)
{
  const Tensor *x = task->in[0], *w = task->in[1], *bias = compute_input(task, 3);
  Tensor *y = &task->out[0];
  Window window;
  ShapeTask shape = compute_shape_task(task);
  Status status = window_read(&shape, &x->shape, &w->shape, &window);
  if (status != STATUS_OK) return status;
  size_t groups = (size_t)graph_attribute_int(task->node, "group");
  size_t filters = (size_t)w->shape.dims[0], each = (size_t)w->shape.dims[1];
  size_t cells = (size_t)(window.kernel[0] * window.kernel[1]);
  size_t places = (size_t)(window.out[0] * window.out[1]);
  for (size_t i = 0; i < y->count; i++) {
    size_t place = i % places, filter = i / places % filters, batch = i / places / filters;
    double sum = bias ? tensor_get_double(bias, filter) : 0;
    for (size_t c = 0; c < each; c++) {
      size_t channel = filter / (filters / groups) * each + c;
      for (size_t cell = 0; cell < cells; cell++)
        sum += tensor_get_double(w, (filter * each + c) * cells + cell) *
               deformed(task, &window, channel, batch, place, cell);
    }
    tensor_set_double(y, i, sum);
  }
  return STATUS_OK;
}
