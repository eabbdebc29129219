/* Images of other extents: Resize, Upsample, GridSample. */
#include "nn/graph/resize.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "nn/infer/kernel.h"

/* The part of one element of an axis in an element of the result. */
typedef struct {
  int64_t from;
  double weight;
} Share;

/* All shares along one axis: those of element i of the result are first[i] .. first[i + 1]. */
typedef struct {
  VEC(Share) shares;
  U32Vec first;
  bool *outside; /* elements that the extrapolation value fills; NULL if there are none */
} AxisShares;

/* One Resize in progress. */
typedef struct {
  const KernelTask *task;
  ShapeTask shape;
  ResizeMode mode;
  ResizeAxis axes[TENSOR_RANK_MAX];
  bool modern; /* has the attributes of Resize-11 */
} Resize;

/* Where element `at` of the result is on the input's axis. */
static double original_place(const Resize *r, const ResizeAxis *axis, double at)
{
  double out = (double)axis->out, in = (double)axis->in;
  /* The extent before it was rounded down. */
  double scaled = in * axis->scale;
  if (resize_coordinates_are(&r->shape, "asymmetric")) return at / axis->scale;
  if (resize_coordinates_are(&r->shape, "align_corners"))
    return axis->out == 1 ? 0 : at * (in - 1) / (out - 1);
  if (resize_coordinates_are(&r->shape, "pytorch_half_pixel"))
    return axis->out > 1 ? (at + 0.5) / axis->scale - 0.5 : 0;
  if (resize_coordinates_are(&r->shape, "tf_half_pixel_for_nn")) return (at + 0.5) / axis->scale;
  if (resize_coordinates_are(&r->shape, "tf_crop_and_resize"))
    return axis->out > 1
               ? axis->from * (in - 1) + at * (axis->to - axis->from) * (in - 1) / (out - 1)
               : 0.5 * (axis->from + axis->to) * (in - 1);
  if (resize_coordinates_are(&r->shape, "half_pixel_symmetric"))
    return in / 2 * (1 - out / scaled) + (at + 0.5) / axis->scale - 0.5;
  return (at + 0.5) / axis->scale - 0.5;
}

static int64_t round_place(const Resize *r, double place, bool shrinks)
{
  const GraphNode *node = r->task->node;
  if (!r->modern) return (int64_t)(shrinks ? ceil(place) : floor(place));
  if (graph_attribute_is(node, "nearest_mode", "floor")) return (int64_t)floor(place);
  if (graph_attribute_is(node, "nearest_mode", "ceil")) return (int64_t)ceil(place);
  if (graph_attribute_is(node, "nearest_mode", "round_prefer_ceil"))
    return (int64_t)floor(place + 0.5);
  return (int64_t)ceil(place - 0.5);
}

static double cubic(double a, double x)
{
  x = fabs(x);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

static double filter(const Resize *r, double x)
{
  if (r->mode == RESIZE_LINEAR) return fmax(0, 1 - fabs(x));
  return cubic(r->modern ? (double)graph_attribute_float(r->task->node, "cubic_coeff_a") : -0.75,
               x);
}

/* Shares of the elements around a place. With antialias, filters are as wide as what they stand for. */
static void add_shares(const Resize *r, const ResizeAxis *axis, double place, AxisShares *to)
{
  const GraphNode *node = r->task->node;
  bool narrow = axis->scale < 1 && r->modern && graph_attribute_int(node, "antialias") != 0;
  bool exclude = narrow || (r->modern && graph_attribute_int(node, "exclude_outside") != 0 &&
                            r->mode == RESIZE_CUBIC);
  double stretch = narrow ? axis->scale : 1, reach = (r->mode == RESIZE_LINEAR ? 1 : 2) / stretch;
  double sum = 0;
  size_t first = to->shares.count;
  for (int64_t i = (int64_t)floor(place - reach) + 1; (double)i < place + reach; i++) {
    double weight = filter(r, ((double)i - place) * stretch);
    bool inside = i >= 0 && i < axis->in;
    if (weight == 0 || (exclude && !inside)) continue;
    Share share = {i < 0 ? 0 : i >= axis->in ? axis->in - 1 : i, weight};
    VEC_PUSH(&to->shares, share);
    sum += weight;
  }
  for (size_t i = first; exclude && sum != 0 && i < to->shares.count; i++)
    to->shares.items[i].weight /= sum;
}

static void share_axis(const Resize *r, const ResizeAxis *axis, AxisShares *to)
{
  bool crops = resize_coordinates_are(&r->shape, "tf_crop_and_resize");
  if (crops) to->outside = mem_alloc_zero((size_t)axis->out + 1, sizeof *to->outside);
  for (int64_t i = 0; i < axis->out; i++) {
    VEC_PUSH(&to->first, (uint32_t)to->shares.count);
    double place = axis->scale == 1 && !crops ? (double)i : original_place(r, axis, (double)i);
    if (crops) to->outside[i] = place < 0 || place > (double)(axis->in - 1);
    if (r->mode != RESIZE_NEAREST) {
      add_shares(r, axis, place, to);
      continue;
    }
    int64_t from = round_place(r, place, axis->scale < 1);
    Share share = {from < 0 ? 0 : from >= axis->in ? axis->in - 1 : from, 1};
    VEC_PUSH(&to->shares, share);
  }
  VEC_PUSH(&to->first, (uint32_t)to->shares.count);
}

/* Resizes one axis of numbers of the extents `dims`, into a new array. */
static double *apply_axis(const double *x, const int64_t *dims, uint32_t rank, uint32_t axis,
                          int64_t out, const AxisShares *by)
{
  size_t inner = 1, outer = 1;
  for (uint32_t i = 0; i < axis; i++) outer *= (size_t)dims[i];
  for (uint32_t i = axis + 1; i < rank; i++) inner *= (size_t)dims[i];
  double *y = mem_alloc_zero(outer * (size_t)out * inner + 1, sizeof *y);
  for (size_t o = 0; o < outer; o++)
    for (size_t i = 0; i < (size_t)out; i++)
      for (uint32_t s = by->first.items[i]; s < by->first.items[i + 1]; s++) {
        const Share *share = &by->shares.items[s];
        const double *from = x + (o * (size_t)dims[axis] + (size_t)share->from) * inner;
        double *to = y + (o * (size_t)out + i) * inner;
        for (size_t k = 0; k < inner; k++) to[k] += share->weight * from[k];
      }
  return y;
}

/* Elements of which a coordinate is outside of the region that is cut out. */
static void fill_outside(const Resize *r, const AxisShares *shares, Tensor *y)
{
  double value = graph_attribute_float(r->task->node, "extrapolation_value");
  for (size_t i = 0; i < y->count; i++) {
    size_t rest = i;
    for (uint32_t d = y->shape.rank; d-- > 0;) {
      size_t at = rest % (size_t)y->shape.dims[d];
      rest /= (size_t)y->shape.dims[d];
      if (shares[d].outside && shares[d].outside[at]) tensor_set_double(y, i, value);
    }
  }
}

Status compute_resize(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *y = &task->out[0];
  AxisShares shares[TENSOR_RANK_MAX] = {0};
  int64_t dims[TENSOR_RANK_MAX];
  Resize r = {.task = task, .shape = compute_shape_task(task)};
  r.modern = task->node->op->kind == OP_Resize && task->graph->opset >= 11;
  Status status = resize_read(&r.shape, &x->shape, &r.mode, r.axes);
  if (status != STATUS_OK) return status;
  double *numbers = compute_doubles(x);
  memcpy(dims, x->shape.dims, sizeof dims);
  for (uint32_t d = 0; d < x->shape.rank; d++) {
    share_axis(&r, &r.axes[d], &shares[d]);
    double *next = apply_axis(numbers, dims, x->shape.rank, d, r.axes[d].out, &shares[d]);
    free(numbers);
    numbers = next;
    dims[d] = r.axes[d].out;
  }
  for (size_t i = 0; i < y->count; i++) tensor_set_double(y, i, numbers[i]);
  if (resize_coordinates_are(&r.shape, "tf_crop_and_resize")) fill_outside(&r, shares, y);
  for (uint32_t d = 0; d < x->shape.rank; d++) {
    VEC_FREE(&shares[d].shares);
    VEC_FREE(&shares[d].first);
    free(shares[d].outside);
  }
  free(numbers);
  return STATUS_OK;
}

typedef struct {
  const KernelTask *task;
  const Tensor *x;
  int64_t height, width;
  bool align, border, reflect;
} Sampler;

static double reflected(double at, double low, double high)
{
  double range = high - low;
  if (range <= 0) return low;
  double distance = at < low ? low - at : at > high ? at - high : 0;
  if (distance == 0) return at;
  double turns = floor(distance / range), rest = distance - turns * range;
  bool even = fmod(turns, 2) == 0;
  return at < low ? (even ? low + rest : high - rest) : (even ? high - rest : low + rest);
}

/* A place of the image that may be outside: its number. */
static double sample_pixel(const Sampler *s, size_t image, double row, double column)
{
  double most_row = (double)(s->height - 1), most_column = (double)(s->width - 1);
  if (s->border) {
    row = fmin(fmax(row, 0), most_row);
    column = fmin(fmax(column, 0), most_column);
  } else if (s->reflect) {
    double edge = s->align ? 0 : 0.5;
    row = fmin(fmax(nearbyint(reflected(row, -edge, most_row + edge)), 0), most_row);
    column = fmin(fmax(nearbyint(reflected(column, -edge, most_column + edge)), 0), most_column);
  }
  if (!(row >= 0 && row <= most_row && column >= 0 && column <= most_column)) return 0;
  return tensor_get_double(s->x, image + (size_t)row * (size_t)s->width + (size_t)column);
}

static double sample(const Sampler *s, size_t image, double row, double column)
{
  const GraphNode *node = s->task->node;
  if (graph_attribute_is(node, "mode", "nearest"))
    return sample_pixel(s, image, nearbyint(row), nearbyint(column));
  bool smooth =
      graph_attribute_is(node, "mode", "bicubic") || graph_attribute_is(node, "mode", "cubic");
  int reach = smooth ? 2 : 1;
  double top = floor(row), left = floor(column), sum = 0;
  for (int i = 1 - reach; i <= reach; i++)
    for (int k = 1 - reach; k <= reach; k++) {
      double y = row - (top + i), x = column - (left + k);
      double weight =
          smooth ? cubic(-0.75, y) * cubic(-0.75, x) : fmax(0, 1 - fabs(y)) * fmax(0, 1 - fabs(x));
      if (weight != 0) sum += weight * sample_pixel(s, image, top + i, left + k);
    }
  return sum;
}

static double grid_place(const Sampler *s, double at, int64_t extent)
{
  return s->align ? (at + 1) / 2 * (double)(extent - 1) : ((at + 1) * (double)extent - 1) / 2;
}

Status compute_grid_sample(const KernelTask *task)
{
  const Tensor *x = task->in[0], *grid = task->in[1];
  Tensor *y = &task->out[0];
  Sampler s = {.task = task,
               .x = x,
               .height = x->shape.dims[2],
               .width = x->shape.dims[3],
               .align = graph_attribute_int(task->node, "align_corners") != 0,
               .border = graph_attribute_is(task->node, "padding_mode", "border"),
               .reflect = graph_attribute_is(task->node, "padding_mode", "reflection")};
  size_t places = (size_t)(y->shape.dims[2] * y->shape.dims[3]);
  size_t channels = (size_t)y->shape.dims[1], image = (size_t)(s.height * s.width);
  for (size_t i = 0; i < y->count; i++) {
    size_t place = i % places, batch = i / places / channels;
    size_t at = (batch * places + place) * 2;
    double column = grid_place(&s, tensor_get_double(grid, at), s.width);
    double row = grid_place(&s, tensor_get_double(grid, at + 1), s.height);
    bool there = fabs(row) < 0x1p52 && fabs(column) < 0x1p52;
    tensor_set_double(y, i, there ? sample(&s, i / places * image, row, column) : 0);
  }
  return STATUS_OK;
}
