/* The largest number or the mean under windows. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "nn/graph/window.h"
#include "nn/infer/kernel.h"

/* Steps through the cells of the window at one place of the result. */
typedef struct {
  const Window *window;
  int64_t first[WINDOW_RANK_MAX]; /* place of the first cell; may be in the padding */
  int64_t cell[WINDOW_RANK_MAX];
  bool started;
} Cells;

static void cells_start(Cells *cells, const Window *window, size_t place)
{
  *cells = (Cells){.window = window};
  for (uint32_t d = window->rank; d-- > 0;) {
    cells->first[d] =
        (int64_t)(place % (size_t)window->out[d]) * window->stride[d] - window->before[d];
    place /= (size_t)window->out[d];
  }
}

/* The next cell that is in the input; `padding` counts those that are in the padding, not beyond it. */
static bool cells_next(Cells *cells, size_t *element, size_t *padding)
{
  const Window *w = cells->window;
  for (;;) {
    if (cells->started) {
      uint32_t d = w->rank;
      while (d > 0 && ++cells->cell[d - 1] == w->kernel[d - 1]) cells->cell[--d] = 0;
      if (d == 0) return false;
    }
    cells->started = true;
    bool inside = true, padded = true;
    size_t from = 0;
    for (uint32_t d = 0; d < w->rank; d++) {
      int64_t at = cells->first[d] + cells->cell[d] * w->dilation[d];
      if (at < 0 || at >= w->in[d]) inside = false;
      if (at >= w->in[d] + w->after[d]) padded = false;
      from = from * (size_t)w->in[d] + (size_t)(inside ? at : 0);
    }
    if (inside) {
      *element = from;
      return true;
    }
    if (padded) ++*padding;
  }
}

Status compute_max_pool(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *y = &task->out[0];
  Tensor *indices = task->node->output_count > 1 ? &task->out[1] : NULL;
  Window window;
  ShapeTask shape = compute_shape_task(task);
  Status status = window_read(&shape, &x->shape, NULL, &window);
  if (status != STATUS_OK) return status;
  if (indices && graph_attribute_int(task->node, "storage_order") != 0)
    return compute_fail(task, "indices in column-major order are not supported");
  size_t places = tensor_shape_extent(&y->shape, 2, y->shape.rank);
  size_t image = tensor_shape_extent(&x->shape, 2, x->shape.rank);
  for (size_t i = 0; i < y->count; i++) {
    size_t base = i / places * image, element, padding = 0, best = SIZE_MAX;
    double most = 0;
    Cells cells;
    cells_start(&cells, &window, i % places);
    while (cells_next(&cells, &element, &padding)) {
      double number = tensor_get_double(x, base + element);
      if (best != SIZE_MAX && !(number > most)) continue;
      best = element;
      most = number;
    }
    tensor_set_double(y, i, best == SIZE_MAX ? -INFINITY : most);
    if (indices) tensor_set_int(indices, i, best == SIZE_MAX ? 0 : (int64_t)(base + best));
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
    size_t base = i / places * image, element, padding = 0, count = 0;
    double sum = 0;
    Cells cells;
    cells_start(&cells, &window, i % places);
    for (; cells_next(&cells, &element, &padding); count++) {
      double number = tensor_get_double(x, base + element);
      sum += lp ? pow(fabs(number), p) : number;
    }
    if (all) count += padding;
    tensor_set_double(y, i, lp ? pow(sum, 1 / p) : count ? sum / (double)count : 0);
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
