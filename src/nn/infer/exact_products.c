/* Exact sums of products, and what is found along axes and under windows. */
#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/graph/window.h"
#include "nn/infer/exact.h"
#include "nn/infer/exact_parts.h"

static const TensorShape *shape_of(const ExactTask *task, uint32_t input)
{
  return &graph_value(task->task.graph, task->task.node->inputs[input])->shape;
}

static const TensorShape *result_of(const ExactTask *task)
{
  return &graph_value(task->task.graph, task->task.node->outputs[0])->shape;
}

/* Elements of two rows, `step` apart: z += sum. */
typedef struct {
  mpq_t *items;
  size_t step;
} Row;

static void add_products(mpq_t z, Row a, Row b, size_t count)
{
  mpq_t product;
  mpq_init(product);
  for (size_t i = 0; i < count; i++) {
    if (mpq_sgn(a.items[i * a.step]) == 0 || mpq_sgn(b.items[i * b.step]) == 0) continue;
    mpq_mul(product, a.items[i * a.step], b.items[i * b.step]);
    mpq_add(z, z, product);
  }
  mpq_clear(product);
}

static void scale(mpq_t z, float factor)
{
  if (factor == 1) return;
  mpq_t number;
  mpq_init(number);
  mpq_set_d(number, (double)factor);
  mpq_mul(z, z, number);
  mpq_clear(number);
}

Status exact_gemm(const ExactTask *task)
{
  const GraphNode *node = task->task.node;
  const TensorShape *a = shape_of(task, 0), *y = result_of(task);
  bool turn_a = graph_attribute_int(node, "transA") != 0;
  bool turn_b = graph_attribute_int(node, "transB") != 0;
  size_t m = (size_t)y->dims[0], n = (size_t)y->dims[1], k = (size_t)a->dims[turn_a ? 0 : 1];
  bool bias = graph_node_input(node, 2) != VALUE_NONE;
  size_t *map = bias ? compute_broadcast(y, shape_of(task, 2)) : NULL;
  mpq_t part;
  mpq_init(part);
  for (size_t i = 0; i < m * n; i++) {
    Row row = {task->in[0] + (turn_a ? i / n : i / n * k), turn_a ? m : 1};
    Row column = {task->in[1] + (turn_b ? i % n * k : i % n), turn_b ? 1 : n};
    add_products(task->out[0][i], row, column, k);
    scale(task->out[0][i], graph_attribute_float(node, "alpha"));
    if (!bias) continue;
    mpq_set(part, task->in[2][map ? map[i] : i]);
    scale(part, graph_attribute_float(node, "beta"));
    mpq_add(task->out[0][i], task->out[0][i], part);
  }
  mpq_clear(part);
  free(map);
  return STATUS_OK;
}

Status exact_matmul(const ExactTask *task)
{
  const TensorShape *a = shape_of(task, 0), *b = shape_of(task, 1);
  size_t m = a->rank == 1 ? 1 : (size_t)a->dims[a->rank - 2];
  size_t n = b->rank == 1 ? 1 : (size_t)b->dims[b->rank - 1], k = (size_t)a->dims[a->rank - 1];
  TensorShape outer = *result_of(task), outer_a = *a, outer_b = *b;
  outer.rank -= (a->rank > 1) + (b->rank > 1);
  outer_a.rank = a->rank > 2 ? a->rank - 2 : 0;
  outer_b.rank = b->rank > 2 ? b->rank - 2 : 0;
  size_t *map_a = compute_broadcast(&outer, &outer_a), *map_b = compute_broadcast(&outer, &outer_b);
  for (size_t i = 0; i < task->out_count[0]; i++) {
    size_t block = i / (m * n), row = i / n % m, column = i % n;
    Row left = {task->in[0] + (map_a ? map_a[block] : block) * m * k + row * k, 1};
    Row right = {task->in[1] + (map_b ? map_b[block] : block) * k * n + column, n};
    add_products(task->out[0][i], left, right, k);
  }
  free(map_a);
  free(map_b);
  return STATUS_OK;
}

Status exact_conv(const ExactTask *task)
{
  const TensorShape *x = shape_of(task, 0), *w = shape_of(task, 1), *y = result_of(task);
  Window window;
  ShapeTask shape = compute_shape_task(&task->task);
  Status status = window_read(&shape, x, w, &window);
  if (status != STATUS_OK) return status;
  size_t groups = (size_t)graph_attribute_int(task->task.node, "group");
  size_t channels = (size_t)w->dims[1], filters = (size_t)w->dims[0];
  size_t image = tensor_shape_extent(x, 2, x->rank), cells = tensor_shape_extent(w, 2, w->rank);
  size_t places = tensor_shape_extent(y, 2, y->rank);
  bool bias = graph_node_input(task->task.node, 2) != VALUE_NONE;
  for (size_t i = 0; i < task->out_count[0]; i++) {
    size_t filter = i / places % filters, batch = i / places / filters;
    size_t group = filter / (filters / groups);
    mpq_t *from = task->in[0] + (batch * groups + group) * channels * image;
    mpq_t *by = task->in[1] + filter * channels * cells;
    if (bias) mpq_set(task->out[0][i], task->in[2][filter]);
    for (size_t cell = 0; cell < cells; cell++) {
      int64_t element = window_element(&window, i % places, cell);
      if (element < 0) continue;
      add_products(task->out[0][i], (Row){from + element, image}, (Row){by + cell, cells},
                   channels);
    }
  }
  return STATUS_OK;
}

/* What is found so far: a sum, or the largest or smallest number. */
static void add_found(OperatorKind kind, mpq_t z, const mpq_t x, bool first)
{
  mpq_t part;
  mpq_init(part);
  switch (kind) {
  case OP_GlobalMaxPool:
  case OP_MaxPool:
  case OP_ReduceMax:
    if (first || mpq_cmp(x, z) > 0) mpq_set(z, x);
    break;
  case OP_ReduceMin:
    if (first || mpq_cmp(x, z) < 0) mpq_set(z, x);
    break;
  case OP_ReduceProd:
    if (first) mpq_set_ui(z, 1, 1);
    mpq_mul(z, z, x);
    break;
  case OP_ReduceL1: mpq_abs(part, x); break;
  case OP_ReduceSumSquare: mpq_mul(part, x, x); break;
  default: mpq_set(part, x); break;
  }
  mpq_add(z, z, part);
  mpq_clear(part);
}

static void divide(mpq_t z, size_t count)
{
  mpq_t number;
  mpq_init(number);
  mpq_set_ui(number, count, 1);
  if (count) mpq_div(z, z, number);
  mpq_clear(number);
}

/* The cells of the window, those in the padding too if they count. */
static size_t counted_cells(const Window *w, size_t place, bool padding)
{
  size_t count = 1;
  for (uint32_t d = w->rank; d-- > 0;) {
    int64_t first = (int64_t)(place % (size_t)w->out[d]) * w->stride[d] - w->before[d];
    size_t inside = 0;
    place /= (size_t)w->out[d];
    for (int64_t c = 0; c < w->kernel[d]; c++) {
      int64_t at = first + c * w->dilation[d];
      inside += padding ? at < w->in[d] + w->after[d] : at >= 0 && at < w->in[d];
    }
    count *= inside;
  }
  return count;
}

Status exact_pool(const ExactTask *task)
{
  const GraphNode *node = task->task.node;
  const TensorShape *x = shape_of(task, 0), *y = result_of(task);
  Window window;
  ShapeTask shape = compute_shape_task(&task->task);
  Status status = window_read(&shape, x, NULL, &window);
  if (status != STATUS_OK) return status;
  bool average = node->op->kind == OP_AveragePool;
  if (!average && node->output_count > 1)
    return compute_fail(&task->task, "indices are not computed with rational numbers");
  bool padding = average && graph_attribute_int(node, "count_include_pad") != 0;
  size_t places = tensor_shape_extent(y, 2, y->rank), image = tensor_shape_extent(x, 2, x->rank);
  size_t cells = 1;
  for (uint32_t i = 0; i < window.rank; i++) cells *= (size_t)window.kernel[i];
  for (size_t i = 0; i < task->out_count[0]; i++) {
    bool first = true;
    for (size_t cell = 0; cell < cells; cell++) {
      int64_t element = window_element(&window, i % places, cell);
      if (element < 0) continue;
      add_found(node->op->kind, task->out[0][i], task->in[0][i / places * image + (size_t)element],
                first);
      first = false;
    }
    if (first && !average) return compute_fail(&task->task, "a window is empty");
    if (average) divide(task->out[0][i], counted_cells(&window, i % places, padding));
  }
  return STATUS_OK;
}

Status exact_global_pool(const ExactTask *task)
{
  OperatorKind kind = task->task.node->op->kind;
  const TensorShape *x = shape_of(task, 0);
  size_t image = tensor_shape_extent(x, 2, x->rank);
  if (image == 0) return compute_fail(&task->task, "the image is empty");
  for (size_t i = 0; i < task->out_count[0]; i++) {
    for (size_t k = 0; k < image; k++)
      add_found(kind, task->out[0][i], task->in[0][i * image + k], k == 0);
    if (kind == OP_GlobalAveragePool) divide(task->out[0][i], image);
  }
  return STATUS_OK;
}

Status exact_reduce(const ExactTask *task)
{
  const GraphNode *node = task->task.node;
  const TensorShape *x = shape_of(task, 0);
  TensorShape kept = *x;
  bool given;
  uint32_t set;
  ShapeTask shape = compute_shape_task(&task->task);
  Status status = shape_axes(&shape, 1, x->rank, &given, &set);
  if (status != STATUS_OK) return status;
  if (set == 0 && graph_attribute_int(node, "noop_with_empty_axes") == 0)
    set = ((uint32_t)1 << x->rank) - 1;
  size_t each = 1, count = tensor_shape_extent(x, 0, x->rank);
  for (uint32_t i = 0; i < x->rank; i++)
    if (set >> i & 1) {
      each *= (size_t)x->dims[i];
      kept.dims[i] = 1;
    }
  if (each == 0) return compute_fail(&task->task, "there is nothing along the axes");
  size_t *map = compute_broadcast(x, &kept);
  bool *seen = mem_alloc_zero(task->out_count[0] + 1, sizeof *seen);
  for (size_t i = 0; i < count; i++) {
    size_t to = map ? map[i] : i;
    add_found(node->op->kind, task->out[0][to], task->in[0][i], !seen[to]);
    seen[to] = true;
  }
  for (size_t i = 0; node->op->kind == OP_ReduceMean && i < task->out_count[0]; i++)
    divide(task->out[0][i], each);
  free(seen);
  free(map);
  return STATUS_OK;
}
