/* The largest number or the mean under windows. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "nn/graph/window.h"
#include "nn/infer/kernel.h"

/* Steps through the cells of the window at one place of the result that are in the input. A window may have far more
 * cells than the input has elements. */
typedef struct {
  const Window *window;
  int64_t first[WINDOW_RANK_MAX]; /* place of the first cell; may be in the padding */
  int64_t low[WINDOW_RANK_MAX];   /* cells from here */
  int64_t high[WINDOW_RANK_MAX];  /* to before here are in the input */
  int64_t cell[WINDOW_RANK_MAX];
  bool started, empty;
} Cells;

/* How many of the first `count` cells are below `place`? */
static int64_t cells_below(int64_t first, int64_t dilation, int64_t count, int64_t place)
{
  if (first >= place) return 0;
  int64_t below = (place - first - 1) / dilation + 1;
  return below < count ? below : count;
}

static void cells_start(Cells *cells, const Window *window, size_t place)
{
  *cells = (Cells){.window = window};
  for (uint32_t d = window->rank; d-- > 0;) {
    int64_t first =
        (int64_t)(place % (size_t)window->out[d]) * window->stride[d] - window->before[d];
    place /= (size_t)window->out[d];
    cells->first[d] = first;
    cells->low[d] = cells_below(first, window->dilation[d], window->kernel[d], 0);
    cells->high[d] = cells_below(first, window->dilation[d], window->kernel[d], window->in[d]);
    cells->cell[d] = cells->low[d];
    if (cells->low[d] == cells->high[d]) cells->empty = true;
  }
}

/* The cells that are in the input or in the padding, not beyond it. */
static double cells_padded(const Cells *cells)
{
  const Window *w = cells->window;
  double count = 1;
  for (uint32_t d = 0; d < w->rank; d++)
    count *=
        (double)cells_below(cells->first[d], w->dilation[d], w->kernel[d], w->in[d] + w->after[d]);
  return count;
}

static bool cells_next(Cells *cells, size_t *element)
{
  const Window *w = cells->window;
  if (cells->empty) return false;
  if (cells->started) {
    uint32_t d = w->rank;
    while (d > 0 && ++cells->cell[d - 1] == cells->high[d - 1]) {
      d--;
      cells->cell[d] = cells->low[d];
    }
    if (d == 0) return false;
  }
  cells->started = true;
  *element = 0;
  for (uint32_t d = 0; d < w->rank; d++)
    *element =
        *element * (size_t)w->in[d] + (size_t)(cells->first[d] + cells->cell[d] * w->dilation[d]);
  return true;
}

/* The number of an element if the first axis of the image runs fastest. */
static size_t place_by_columns(const Window *window, size_t element)
{
  size_t place = 0, stride = 1;
  for (uint32_t d = 0; d < window->rank; d++) stride *= (size_t)window->in[d];
  for (uint32_t d = window->rank; d-- > 0;) {
    stride /= (size_t)window->in[d];
    place += element % (size_t)window->in[d] * stride;
    element /= (size_t)window->in[d];
  }
  return place;
}

Status compute_max_pool(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *y = &task->out[0];
  bool placed = task->node->output_count > 1 && task->node->outputs[1] != VALUE_NONE;
  Tensor *indices = placed ? &task->out[1] : NULL;
  Window window;
  ShapeTask shape = compute_shape_task(task);
  Status status = window_read(&shape, &x->shape, NULL, &window);
  if (status != STATUS_OK) return status;
  bool by_columns = graph_attribute_int(task->node, "storage_order") != 0;
  size_t places = tensor_shape_extent(&y->shape, 2, y->shape.rank);
  size_t image = tensor_shape_extent(&x->shape, 2, x->shape.rank);
  for (size_t i = 0; i < y->count; i++) {
    size_t base = i / places * image, element, best = SIZE_MAX;
    double most = 0;
    Cells cells;
    cells_start(&cells, &window, i % places);
    while (cells_next(&cells, &element)) {
      double number = tensor_get_double(x, base + element);
      if (best != SIZE_MAX && !(number > most)) continue;
      best = element;
      most = number;
    }
    tensor_set_double(y, i, best == SIZE_MAX ? -INFINITY : most);
    size_t place = best == SIZE_MAX ? 0 : by_columns ? place_by_columns(&window, best) : best;
    if (indices) tensor_set_int(indices, i, best == SIZE_MAX ? 0 : (int64_t)(base + place));
  }
  return STATUS_OK;
}

/* AveragePool and LpPool. */
Status compute_average_pool(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *y = &task->out[0];
  Window window;
  ShapeTask shape = compute_shape_task(task);
  Status status = window_read(&shape, &x->shape, NULL, &window);
  if (status != STATUS_OK) return status;
  bool lp = task->node->op->kind == OP_LpPool;
  double p = lp ? (double)graph_attribute_int(task->node, "p") : 1;
  bool all = !lp && graph_attribute_int(task->node, "count_include_pad") != 0;
  size_t places = tensor_shape_extent(&y->shape, 2, y->shape.rank);
  size_t image = tensor_shape_extent(&x->shape, 2, x->shape.rank);
  for (size_t i = 0; i < y->count; i++) {
    size_t base = i / places * image, element;
    double sum = 0;
    size_t found = 0;
    Cells cells;
    cells_start(&cells, &window, i % places);
    for (; cells_next(&cells, &element); found++) {
      double number = tensor_get_double(x, base + element);
      sum += lp ? pow(fabs(number), p) : number;
    }
    double count = all ? cells_padded(&cells) : (double)found;
    tensor_set_double(y, i, lp ? pow(sum, 1 / p) : count > 0 ? sum / count : 0);
  }
  return STATUS_OK;
}

Status compute_global_pool(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *y = &task->out[0];
  OperatorKind kind = task->node->op->kind;
  double p = kind == OP_GlobalLpPool ? (double)graph_attribute_int(task->node, "p") : 1;
  size_t image = tensor_shape_extent(&x->shape, 2, x->shape.rank);
  for (size_t i = 0; i < y->count; i++) {
    double sum = kind == OP_GlobalMaxPool ? -INFINITY : 0;
    for (size_t k = 0; k < image; k++) {
      double number = tensor_get_double(x, i * image + k);
      if (kind == OP_GlobalMaxPool)
        sum = number > sum ? number : sum;
      else
        sum += kind == OP_GlobalLpPool ? pow(fabs(number), p) : number;
    }
    if (kind == OP_GlobalAveragePool) sum /= (double)image;
    if (kind == OP_GlobalLpPool) sum = pow(sum, 1 / p);
    tensor_set_double(y, i, sum);
  }
  return STATUS_OK;
}
