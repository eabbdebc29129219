#include "nn/graph/shape.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static Status (*const RULES[RULE_COUNT])(const ShapeTask *task) = {
#define X(name, function) shape_rule_##function,
    SHAPE_RULES(X)
#undef X
};

Status shape_fail(const ShapeTask *task, const char *format, ...)
{
  char text[300];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  StrBuf where;
  strbuf_init(&where, 200);
  graph_node_describe(task->graph, task->node, &where);
  error_set(task->error, STATUS_SORT, "%s: %s", strbuf_text(&where), text);
  strbuf_deinit(&where);
  return STATUS_SORT;
}

const TensorShape *shape_input(const ShapeTask *task, size_t index)
{
  ValueId value = graph_node_input(task->node, index);
  return value == VALUE_NONE ? NULL : &graph_value(task->graph, value)->shape;
}

Status shape_axis(const ShapeTask *task, int64_t axis, uint32_t rank, uint32_t *normal)
{
  if (axis < -(int64_t)rank || axis >= (int64_t)rank)
    return shape_fail(task, "axis %" PRId64 " is outside of rank %u", axis, rank);
  *normal = (uint32_t)(axis < 0 ? axis + rank : axis);
  return STATUS_OK;
}

Status shape_axes(const ShapeTask *task, size_t input, uint32_t rank, bool *given, uint32_t *set)
{
  int64_t axes[TENSOR_RANK_MAX + 1];
  size_t count = 0;
  *set = 0;
  char kind;
  const char *initial;
  bool attribute = operator_attribute(task->node->op, "axes", &kind, &initial);
  *given = graph_node_numbers(task->graph, task->node, input, attribute ? "axes" : NULL, axes,
                              TENSOR_RANK_MAX + 1, &count);
  if (!*given && graph_node_input(task->node, input) != VALUE_NONE)
    return shape_fail(task, "the axes depend on the inputs of the network");
  for (size_t i = 0; i < count; i++) {
    uint32_t axis;
    Status status = shape_axis(task, axes[i], rank, &axis);
    if (status != STATUS_OK) return status;
    if (*set >> axis & 1) return shape_fail(task, "axis %u is given twice", axis);
    *set |= (uint32_t)1 << axis;
  }
  return STATUS_OK;
}

Status shape_constant_int(const ShapeTask *task, size_t input, int64_t *number)
{
  const Tensor *constant = graph_constant(task->graph, graph_node_input(task->node, input));
  if (!constant)
    return shape_fail(task, "input %zu is missing or depends on the inputs of the network", input);
  if (constant->count != 1) return shape_fail(task, "input %zu is not a single number", input);
  *number = tensor_get_int(constant, 0);
  return STATUS_OK;
}

bool shape_broadcast(const TensorShape *a, const TensorShape *b, TensorShape *out)
{
  const TensorShape *longer = a->rank >= b->rank ? a : b, *shorter = longer == a ? b : a;
  uint32_t shift = longer->rank - shorter->rank;
  TensorShape result = *longer;
  for (uint32_t i = 0; i < shorter->rank; i++) {
    int64_t x = longer->dims[i + shift], y = shorter->dims[i];
    if (x != y && x != 1 && y != 1) return false;
    result.dims[i + shift] = x == 1 ? y : x;
  }
  result.type = out->type;
  *out = result;
  return true;
}

static Status check_arity(const ShapeTask *task)
{
  size_t least, most;
  const GraphNode *node = task->node;
  operator_input_range(node->op, &least, &most);
  if (node->input_count < least || node->input_count > most)
    return shape_fail(task, "has %u inputs, at least %zu and at most %zu are allowed",
                      node->input_count, least, most);
  operator_output_range(node->op, &least, &most);
  if (node->output_count < least || node->output_count > most)
    return shape_fail(task, "has %u outputs, at least %zu and at most %zu are allowed",
                      node->output_count, least, most);
  return STATUS_OK;
}

/* Binds the letters of the signature to the types of the inputs. */
static Status bind_inputs(const ShapeTask *task, TensorType bound[128])
{
  for (uint32_t i = 0; i < task->node->input_count; i++) {
    OperatorSlot slot;
    bool known = operator_input(task->node->op, i, &slot);
    assert(known);
    (void)known;
    const TensorShape *shape = shape_input(task, i);
    if (!shape) {
      if (!slot.optional) return shape_fail(task, "input %u is missing", i);
      continue;
    }
    TensorType *type = &bound[(unsigned char)slot.type & 127];
    if (*type != TENSOR_UNDEFINED && *type != shape->type)
      return shape_fail(task, "input %u is of type %s, but another is of type %s", i,
                        tensor_type_name(shape->type), tensor_type_name(*type));
    *type = shape->type;
    if (!operator_accepts(task->node->op, slot.type, shape->type))
      return shape_fail(task, "input %u may not be of type %s", i, tensor_type_name(shape->type));
  }
  return STATUS_OK;
}

/* The only type that a letter stands for, or TENSOR_UNDEFINED. */
static TensorType only_type(const Operator *op, char letter)
{
  TensorType found = TENSOR_UNDEFINED;
  for (int type = 1; type < TENSOR_TYPE_COUNT; type++) {
    if (!operator_accepts(op, letter, (TensorType)type)) continue;
    if (found != TENSOR_UNDEFINED) return TENSOR_UNDEFINED;
    found = (TensorType)type;
  }
  return found;
}

static Status check_results(const ShapeTask *task, uint64_t elements)
{
  for (uint32_t i = 0; i < task->node->output_count; i++) {
    OperatorSlot slot;
    operator_output(task->node->op, i, &slot);
    const TensorShape *out = &task->out[i];
    size_t count;
    assert(out->type != TENSOR_UNDEFINED && out->rank <= TENSOR_RANK_MAX);
    if (!operator_accepts(task->node->op, slot.type, out->type))
      return shape_fail(task, "the result may not be of type %s", tensor_type_name(out->type));
    for (uint32_t d = 0; d < out->rank; d++)
      if (out->dims[d] < 0) return shape_fail(task, "the result has a negative extent");
    if (!tensor_shape_count(out, elements, &count))
      return shape_fail(task, "the result has more than %" PRIu64 " elements", elements);
  }
  return STATUS_OK;
}

Status shape_infer(const Graph *graph, const GraphNode *node, uint64_t elements, TensorShape *out,
                   Error *error)
{
  TensorType bound[128] = {0};
  ShapeTask task = {graph, node, out, error};
  assert(node->op->rule >= 0 && node->op->rule < RULE_COUNT);
  Status status = check_arity(&task);
  if (status == STATUS_OK) status = bind_inputs(&task, bound);
  if (status != STATUS_OK) return status;
  for (uint32_t i = 0; i < node->output_count; i++) {
    OperatorSlot slot;
    operator_output(node->op, i, &slot);
    TensorType type = bound[(unsigned char)slot.type & 127];
    out[i] = (TensorShape){.type = type ? type : only_type(node->op, slot.type)};
  }
  status = RULES[node->op->rule](&task);
  return status == STATUS_OK ? check_results(&task, elements) : status;
}
