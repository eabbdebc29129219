/* Rules of operators that compute: elementwise ones, products, windows, reductions. */
#include <assert.h>
#include <inttypes.h>

#include "nn/graph/shape.h"
#include "nn/graph/window.h"

static void set_dims(TensorShape *out, const TensorShape *from)
{
  TensorType type = out->type;
  *out = *from;
  if (type != TENSOR_UNDEFINED) out->type = type;
}

Status shape_rule_same(const ShapeTask *task)
{
  const TensorShape *first = shape_input(task, 0);
  set_dims(&task->out[0], first);
  /* Further results are statistics of the channels (of a normalisation). */
  for (uint32_t i = 1; i < task->node->output_count; i++) {
    task->out[i].rank = 1;
    task->out[i].dims[0] = first->rank > 1 ? first->dims[1] : 1;
  }
  return STATUS_OK;
}

Status shape_rule_dropout(const ShapeTask *task)
{
  for (uint32_t i = 0; i < task->node->output_count; i++)
    set_dims(&task->out[i], shape_input(task, 0));
  return STATUS_OK;
}

Status shape_rule_broadcast(const ShapeTask *task)
{
  set_dims(&task->out[0], shape_input(task, 0));
  for (uint32_t i = 1; i < task->node->input_count; i++) {
    const TensorShape *next = shape_input(task, i);
    TensorShape sum = {.type = task->out[0].type};
    if (!shape_broadcast(&task->out[0], next, &sum))
      return shape_fail(task, "the shapes of the inputs cannot be broadcast together");
    task->out[0] = sum;
  }
  return STATUS_OK;
}

Status shape_rule_cast(const ShapeTask *task)
{
  const GraphAttribute *to = graph_attribute(task->node, "to");
  if (!to) return shape_fail(task, "'to' is missing");
  if (to->number <= 0 || to->number >= TENSOR_TYPE_COUNT)
    return shape_fail(task, "'to' is %" PRId64 ", which is not a type", to->number);
  task->out[0] = *shape_input(task, 0);
  task->out[0].type = (TensorType)to->number;
  return STATUS_OK;
}

Status shape_rule_gemm(const ShapeTask *task)
{
  const TensorShape *a = shape_input(task, 0), *b = shape_input(task, 1), *c = shape_input(task, 2);
  if (a->rank != 2 || b->rank != 2) return shape_fail(task, "the factors must be matrices");
  bool turn_a = graph_attribute_int(task->node, "transA") != 0;
  bool turn_b = graph_attribute_int(task->node, "transB") != 0;
  if (a->dims[turn_a ? 0 : 1] != b->dims[turn_b ? 1 : 0])
    return shape_fail(task, "the factors do not fit: %" PRId64 " columns and %" PRId64 " rows",
                      a->dims[turn_a ? 0 : 1], b->dims[turn_b ? 1 : 0]);
  TensorShape *out = &task->out[0];
  out->rank = 2;
  out->dims[0] = a->dims[turn_a ? 1 : 0];
  out->dims[1] = b->dims[turn_b ? 0 : 1];
  TensorShape sum = {.type = out->type};
  if (c && (!shape_broadcast(out, c, &sum) || !tensor_shape_equal_dims(&sum, out)))
    return shape_fail(task, "C cannot be broadcast to the shape of the product");
  return STATUS_OK;
}

Status shape_rule_matmul(const ShapeTask *task)
{
  size_t second = task->node->op->kind == OP_QLinearMatMul ? 3 : 1;
  TensorShape a = *shape_input(task, 0), b = *shape_input(task, second);
  if (a.rank == 0 || b.rank == 0) return shape_fail(task, "a factor is a scalar");
  bool row = a.rank == 1, column = b.rank == 1;
  if (row) a = (TensorShape){a.type, 2, {1, a.dims[0]}};
  if (column) b = (TensorShape){b.type, 2, {b.dims[0], 1}};
  if (a.dims[a.rank - 1] != b.dims[b.rank - 2])
    return shape_fail(task, "the factors do not fit: %" PRId64 " columns and %" PRId64 " rows",
                      a.dims[a.rank - 1], b.dims[b.rank - 2]);
  int64_t rows = a.dims[a.rank - 2], columns = b.dims[b.rank - 1];
  a.rank -= 2;
  b.rank -= 2;
  TensorShape *out = &task->out[0];
  if (!shape_broadcast(&a, &b, out))
    return shape_fail(task, "the shapes of the factors cannot be broadcast together");
  if (!row) out->dims[out->rank++] = rows;
  if (!column) out->dims[out->rank++] = columns;
  return STATUS_OK;
}

static void set_window(TensorShape *out, int64_t batch, int64_t channels, const Window *window)
{
  out->rank = window->rank + 2;
  out->dims[0] = batch;
  out->dims[1] = channels;
  for (uint32_t i = 0; i < window->rank; i++) out->dims[i + 2] = window->out[i];
}

Status shape_rule_conv(const ShapeTask *task)
{
  OperatorKind op = task->node->op->kind;
  const TensorShape *x = shape_input(task, 0), *w = shape_input(task, op == OP_QLinearConv ? 3 : 1);
  const TensorShape *b =
      op == OP_ConvInteger ? NULL : shape_input(task, op == OP_QLinearConv ? 8 : 2);
  int64_t group = graph_attribute_int(task->node, "group");
  Window window;
  if (x->rank != w->rank) return shape_fail(task, "input and weights have different ranks");
  Status status = window_read(task, x, w, &window);
  if (status != STATUS_OK) return status;
  if (group < 1 || x->dims[1] % group || w->dims[0] % group || x->dims[1] / group != w->dims[1])
    return shape_fail(task,
                      "%" PRId64 " channels in %" PRId64 " groups do not fit weights of %" PRId64
                      " channels",
                      x->dims[1], group, w->dims[1]);
  if (b && (b->rank != 1 || b->dims[0] != w->dims[0]))
    return shape_fail(task, "the bias does not have one number for each channel");
  set_window(&task->out[0], x->dims[0], w->dims[0], &window);
  return STATUS_OK;
}

Status shape_rule_pool(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  Window window;
  Status status = window_read(task, x, NULL, &window);
  if (status != STATUS_OK) return status;
  for (uint32_t i = 0; i < task->node->output_count; i++)
    set_window(&task->out[i], x->dims[0], x->dims[1], &window);
  return STATUS_OK;
}

Status shape_rule_global_pool(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  if (x->rank < 3) return shape_fail(task, "the input has rank %u, at least 3 is needed", x->rank);
  set_dims(&task->out[0], x);
  for (uint32_t i = 2; i < x->rank; i++) task->out[0].dims[i] = 1;
  return STATUS_OK;
}

Status shape_rule_reduce(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  bool given;
  uint32_t set;
  Status status = shape_axes(task, 1, x->rank, &given, &set);
  if (status != STATUS_OK) return status;
  char kind;
  const char *initial;
  bool noop = operator_attribute(task->node->op, "noop_with_empty_axes", &kind, &initial) &&
              graph_attribute_int(task->node, "noop_with_empty_axes") != 0;
  if (set == 0 && !noop) set = ((uint32_t)1 << x->rank) - 1;
  bool keep = graph_attribute_int(task->node, "keepdims") != 0;
  TensorShape *out = &task->out[0];
  for (uint32_t i = 0; i < x->rank; i++)
    if (!(set >> i & 1))
      out->dims[out->rank++] = x->dims[i];
    else if (keep)
      out->dims[out->rank++] = 1;
  return STATUS_OK;
}
