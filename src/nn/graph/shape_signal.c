/* Rules of operators on signals, of losses, of quantised numbers and of determinants. */
#include <assert.h>
#include <inttypes.h>

#include "nn/graph/shape.h"

static const int64_t EXTENT_MAX = INT32_MAX;

static Status set_type(const ShapeTask *task, const char *attribute)
{
  int64_t type = graph_attribute_int(task->node, attribute);
  if (type <= 0 || type >= TENSOR_TYPE_COUNT)
    return shape_fail(task, "'%s' is %" PRId64 ", which is not a type", attribute, type);
  task->out[0].type = (TensorType)type;
  return STATUS_OK;
}

/* An extent that a constant input gives. */
static Status read_extent(const ShapeTask *task, size_t input, int64_t *extent)
{
  Status status = shape_constant_int(task, input, extent);
  if (status == STATUS_OK && (*extent < 1 || *extent > EXTENT_MAX))
    return shape_fail(task, "input %zu is %" PRId64 ", which is out of range", input, *extent);
  return status;
}

Status shape_rule_taper(const ShapeTask *task)
{
  int64_t size;
  Status status = set_type(task, "output_datatype");
  if (status == STATUS_OK) status = read_extent(task, 0, &size);
  if (status != STATUS_OK) return status;
  task->out[0].rank = 1;
  task->out[0].dims[0] = size;
  return STATUS_OK;
}

Status shape_rule_mel(const ShapeTask *task)
{
  int64_t bins, length, rate;
  Status status = set_type(task, "output_datatype");
  if (status == STATUS_OK) status = read_extent(task, 0, &bins);
  if (status == STATUS_OK) status = read_extent(task, 1, &length);
  if (status == STATUS_OK) status = read_extent(task, 2, &rate);
  if (status != STATUS_OK) return status;
  task->out[0].rank = 2;
  task->out[0].dims[0] = length / 2 + 1;
  task->out[0].dims[1] = bins;
  return STATUS_OK;
}

Status shape_rule_dft(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  uint32_t axis;
  if (x->rank < 2 || x->dims[x->rank - 1] < 1 || x->dims[x->rank - 1] > 2)
    return shape_fail(task, "the last axis does not have one or two numbers");
  Status status = shape_axis(task, graph_attribute_int(task->node, "axis"), x->rank, &axis);
  if (status != STATUS_OK) return status;
  if (axis + 1 == x->rank) return shape_fail(task, "the last axis cannot be transformed");
  bool onesided = graph_attribute_int(task->node, "onesided") != 0;
  if (onesided && (x->dims[x->rank - 1] == 2 || graph_attribute_int(task->node, "inverse") != 0))
    return shape_fail(task, "'onesided' is for real inputs and not for inverse transforms");
  int64_t length = x->dims[axis];
  if (graph_node_input(task->node, 1) != VALUE_NONE) status = read_extent(task, 1, &length);
  if (status != STATUS_OK) return status;
  TensorType type = task->out[0].type;
  task->out[0] = *x;
  task->out[0].type = type;
  task->out[0].dims[axis] = onesided ? length / 2 + 1 : length;
  task->out[0].dims[x->rank - 1] = 2;
  return STATUS_OK;
}

Status shape_rule_stft(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0), *window = shape_input(task, 2);
  int64_t step, length = window ? window->dims[0] : 0;
  if (x->rank != 3 || x->dims[2] < 1 || x->dims[2] > 2)
    return shape_fail(task, "the signal does not have the shape (n, length, 1 or 2)");
  if (window && window->rank != 1) return shape_fail(task, "the window is not a row of numbers");
  Status status = read_extent(task, 1, &step);
  if (status == STATUS_OK && graph_node_input(task->node, 3) != VALUE_NONE)
    status = read_extent(task, 3, &length);
  if (status != STATUS_OK) return status;
  if (length < 1 || length > x->dims[1] || (window && window->dims[0] != length))
    return shape_fail(task, "frames of %" PRId64 " do not fit window or signal", length);
  bool onesided = graph_attribute_int(task->node, "onesided") != 0;
  if (onesided && x->dims[2] == 2) return shape_fail(task, "'onesided' is for real signals");
  TensorType type = task->out[0].type;
  task->out[0] = (TensorShape){
      type,
      4,
      {x->dims[0], (x->dims[1] - length) / step + 1, onesided ? length / 2 + 1 : length, 2}};
  return STATUS_OK;
}

Status shape_rule_loss(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0), *target = shape_input(task, 1);
  const TensorShape *weights = shape_input(task, 2);
  if (x->rank < 2 || target->rank + 1 != x->rank)
    return shape_fail(task, "input and target do not have the shapes (n, c, ...) and (n, ...)");
  for (uint32_t i = 0; i < target->rank; i++)
    if (target->dims[i] != x->dims[i ? i + 1 : 0])
      return shape_fail(task, "input and target do not fit along axis %u", i);
  if (weights && (weights->rank != 1 || weights->dims[0] != x->dims[1]))
    return shape_fail(task, "there is not one weight for each class");
  bool none = graph_attribute_is(task->node, "reduction", "none");
  if (!none && !graph_attribute_is(task->node, "reduction", "mean") &&
      !graph_attribute_is(task->node, "reduction", "sum"))
    return shape_fail(task, "'reduction' is none of none, mean, sum");
  TensorType type = task->out[0].type;
  if (none) task->out[0] = *target;
  task->out[0].type = type;
  if (task->node->output_count > 1) {
    task->out[1] = *x;
    task->out[1].type = type;
  }
  return STATUS_OK;
}

Status shape_rule_quantize(const ShapeTask *task)
{
  TensorType type = task->out[0].type; /* of the zero point, if there is one */
  task->out[0] = *shape_input(task, 0);
  task->out[0].type = type != TENSOR_UNDEFINED ? type : TENSOR_UINT8;
  return STATUS_OK;
}

Status shape_rule_dynamic_quantize(const ShapeTask *task)
{
  if (task->node->output_count != 3) return shape_fail(task, "needs three outputs");
  const TensorShape *x = shape_input(task, 0);
  TensorType type = task->out[0].type;
  task->out[0] = *x;
  task->out[0].type = type;
  return STATUS_OK;
}

Status shape_rule_det(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  if (x->rank < 2 || x->dims[x->rank - 1] != x->dims[x->rank - 2])
    return shape_fail(task, "the input does not consist of square matrices");
  task->out[0].rank = x->rank - 2;
  for (uint32_t i = 0; i + 2 < x->rank; i++) task->out[0].dims[i] = x->dims[i];
  return STATUS_OK;
}

/* RNN, GRU and LSTM. */
Status shape_rule_recurrent(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0), *w = shape_input(task, 1), *r = shape_input(task, 2);
  OperatorKind kind = task->node->op->kind;
  int64_t gates = kind == OP_LSTM ? 4 : kind == OP_GRU ? 3 : 1;
  bool both = graph_attribute_is(task->node, "direction", "bidirectional");
  if (!both && !graph_attribute_is(task->node, "direction", "forward") &&
      !graph_attribute_is(task->node, "direction", "reverse"))
    return shape_fail(task, "'direction' is none of forward, reverse, bidirectional");
  int64_t directions = both ? 2 : 1, layout = graph_attribute_int(task->node, "layout");
  if (x->rank != 3 || w->rank != 3 || r->rank != 3 || layout < 0 || layout > 1)
    return shape_fail(task, "input or weights do not have rank 3, or 'layout' is unknown");
  int64_t hidden = r->dims[2];
  if (w->dims[0] != directions || r->dims[0] != directions || hidden < 1 ||
      w->dims[1] != gates * hidden || r->dims[1] != gates * hidden || w->dims[2] != x->dims[2])
    return shape_fail(task, "the weights do not fit the input, the directions or each other");
  const GraphAttribute *given = graph_attribute(task->node, "hidden_size");
  if (given && given->number != hidden)
    return shape_fail(task, "'hidden_size' differs from the weights");
  int64_t steps = x->dims[layout ? 1 : 0], batch = x->dims[layout ? 0 : 1];
  TensorType type = x->type;
  for (uint32_t i = 0; i < task->node->output_count; i++) {
    if (i == 0 && layout)
      task->out[i] = (TensorShape){type, 4, {batch, steps, directions, hidden}};
    else if (i == 0)
      task->out[i] = (TensorShape){type, 4, {steps, directions, batch, hidden}};
    else if (layout)
      task->out[i] = (TensorShape){type, 3, {batch, directions, hidden}};
    else
      task->out[i] = (TensorShape){type, 3, {directions, batch, hidden}};
  }
  return STATUS_OK;
}
