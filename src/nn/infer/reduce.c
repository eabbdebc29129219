/* Sums, products and extremes along axes. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/infer/kernel.h"

/* For each element of x the element of the result it goes to, if the axes of the set are reduced. */
static size_t *reduce_map(const TensorShape *x, uint32_t set, size_t *each)
{
  TensorShape kept = *x;
  *each = 1;
  for (uint32_t i = 0; i < x->rank; i++)
    if (set >> i & 1) {
      *each *= (size_t)x->dims[i];
      kept.dims[i] = 1;
    }
  size_t *map = compute_broadcast(x, &kept);
  if (map) return map;
  size_t count = tensor_shape_extent(x, 0, x->rank);
  map = mem_alloc(count ? count : 1, sizeof *map);
  for (size_t i = 0; i < count; i++) map[i] = i;
  return map;
}

static double start_of(OperatorKind kind)
{
  switch (kind) {
  case OP_ReduceMax: return -INFINITY;
  case OP_ReduceMin: return INFINITY;
  case OP_ReduceProd: return 1;
  default: return 0;
  }
}

static double step_double(OperatorKind kind, double sum, double x, double most)
{
  switch (kind) {
  case OP_ReduceL1: return sum + fabs(x);
  case OP_ReduceL2:
  case OP_ReduceSumSquare: return sum + x * x;
  case OP_ReduceLogSumExp: return sum + (isinf(most) ? exp(x) : exp(x - most));
  case OP_ReduceMax: return isnan(x) || x > sum ? x : sum;
  case OP_ReduceMin: return isnan(x) || x < sum ? x : sum;
  case OP_ReduceProd: return sum * x;
  default: return sum + x;
  }
}

static double finish_double(OperatorKind kind, double sum, double most, size_t each)
{
  switch (kind) {
  case OP_ReduceL2: return sqrt(sum);
  case OP_ReduceLogSum: return log(sum);
  case OP_ReduceLogSumExp: return isinf(most) ? log(sum) : log(sum) + most;
  case OP_ReduceMean: return sum / (double)each;
  default: return sum;
  }
}

static void reduce_doubles(OperatorKind kind, const Tensor *x, const size_t *map, size_t each,
                           Tensor *y)
{
  double *sums = mem_alloc(y->count + 1, sizeof *sums),
         *most = mem_alloc(y->count + 1, sizeof *most);
  for (size_t i = 0; i < y->count; i++) {
    sums[i] = start_of(kind);
    most[i] = -INFINITY;
  }
  for (size_t i = 0; i < x->count; i++) most[map[i]] = fmax(most[map[i]], tensor_get_double(x, i));
  for (size_t i = 0; i < x->count; i++)
    sums[map[i]] = step_double(kind, sums[map[i]], tensor_get_double(x, i), most[map[i]]);
  for (size_t i = 0; i < y->count; i++)
    tensor_set_double(y, i, finish_double(kind, sums[i], most[i], each));
  free(sums);
  free(most);
}

static int64_t step_whole(OperatorKind kind, int64_t sum, int64_t x, bool first)
{
  switch (kind) {
  case OP_ReduceL1: return (int64_t)((uint64_t)sum + (x < 0 ? 0 - (uint64_t)x : (uint64_t)x));
  case OP_ReduceSumSquare: return (int64_t)((uint64_t)sum + (uint64_t)x * (uint64_t)x);
  case OP_ReduceMax: return first || x > sum ? x : sum;
  case OP_ReduceMin: return first || x < sum ? x : sum;
  case OP_ReduceProd: return (int64_t)((uint64_t)(first ? 1 : sum) * (uint64_t)x);
  default: return (int64_t)((uint64_t)sum + (uint64_t)x);
  }
}

static void reduce_wholes(OperatorKind kind, const Tensor *x, const size_t *map, size_t each,
                          Tensor *y)
{
  int64_t *sums = mem_alloc_zero(y->count + 1, sizeof *sums);
  bool *seen = mem_alloc_zero(y->count + 1, sizeof *seen);
  for (size_t i = 0; i < x->count; i++) {
    sums[map[i]] = step_whole(kind, sums[map[i]], tensor_get_int(x, i), !seen[map[i]]);
    seen[map[i]] = true;
  }
  for (size_t i = 0; i < y->count; i++)
    tensor_set_int(y, i, kind == OP_ReduceMean && each ? sums[i] / (int64_t)each : sums[i]);
  free(seen);
  free(sums);
}

Status compute_reduce(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  OperatorKind kind = task->node->op->kind;
  bool given;
  uint32_t set;
  ShapeTask shape = compute_shape_task(task);
  Status status = shape_axes(&shape, 1, x->shape.rank, &given, &set);
  if (status != STATUS_OK) return status;
  if (set == 0 && graph_attribute_int(task->node, "noop_with_empty_axes") == 0)
    set = ((uint32_t)1 << x->shape.rank) - 1;
  size_t each, *map = reduce_map(&x->shape, set, &each);
  bool real = kind == OP_ReduceL2 || kind == OP_ReduceLogSum || kind == OP_ReduceLogSumExp;
  if (real || tensor_type_is_float(x->shape.type))
    reduce_doubles(kind, x, map, each, &task->out[0]);
  else
    reduce_wholes(kind, x, map, each, &task->out[0]);
  free(map);
  return STATUS_OK;
}

Status compute_argument_extreme(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *y = &task->out[0];
  bool least = task->node->op->kind == OP_ArgMin;
  bool last = graph_attribute_int(task->node, "select_last_index") != 0;
  int64_t axis = graph_attribute_int(task->node, "axis");
  uint32_t normal = (uint32_t)(axis < 0 ? axis + x->shape.rank : axis);
  size_t inner = tensor_shape_extent(&x->shape, normal + 1, x->shape.rank);
  size_t extent = (size_t)x->shape.dims[normal];
  if (extent == 0 && y->count) return compute_fail(task, "the axis is empty");
  for (size_t i = 0; i < y->count; i++) {
    size_t base = i / inner * extent * inner + i % inner, best = 0;
    for (size_t k = 1; k < extent; k++) {
      double a = tensor_get_double(x, base + k * inner),
             b = tensor_get_double(x, base + best * inner);
      if ((least ? a < b : a > b) || (last && a == b)) best = k;
    }
    tensor_set_int(y, i, (int64_t)best);
  }
  return STATUS_OK;
}

Status compute_cumulative_sum(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  Tensor *y = &task->out[0];
  uint32_t axis;
  ShapeTask shape = compute_shape_task(task);
  if (task->in[1]->count != 1) return compute_fail(task, "the axis is not a single number");
  Status status = shape_axis(&shape, tensor_get_int(task->in[1], 0), x->shape.rank, &axis);
  if (status != STATUS_OK) return status;
  bool exclusive = graph_attribute_int(task->node, "exclusive") != 0;
  bool reverse = graph_attribute_int(task->node, "reverse") != 0;
  size_t inner = tensor_shape_extent(&x->shape, axis + 1, x->shape.rank);
  size_t extent = (size_t)x->shape.dims[axis];
  for (size_t line = 0; extent && line < x->count / extent; line++) {
    double sum = 0;
    uint64_t whole = 0;
    for (size_t k = 0; k < extent; k++) {
      size_t at =
          line / inner * extent * inner + line % inner + (reverse ? extent - 1 - k : k) * inner;
      double before = sum;
      uint64_t whole_before = whole;
      sum += tensor_get_double(x, at);
      whole += (uint64_t)tensor_get_int(x, at);
      if (tensor_type_is_float(x->shape.type))
        tensor_set_double(y, at, exclusive ? before : sum);
      else
        tensor_set_int(y, at, (int64_t)(exclusive ? whole_before : whole));
    }
  }
  return STATUS_OK;
}
