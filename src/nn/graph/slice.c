#include "nn/graph/slice.h"

#include <assert.h>
#include <inttypes.h>

static int64_t clamp(int64_t number, int64_t low, int64_t high)
{
  return number < low ? low : number > high ? high : number;
}

/* Steps of one axis. Going backwards, one begins at the first element even if the start is before it: here the standard differs from
 * Python. */
static void slice_axis(Slices *slices, uint32_t axis, int64_t extent, int64_t start, int64_t end,
                       int64_t step)
{
  if (start < 0) start = start < -extent ? -1 : start + extent;
  if (end < 0) end = end < -extent ? -1 : end + extent;
  start = clamp(start, 0, step > 0 ? extent : extent - 1);
  end = step > 0 ? clamp(end, 0, extent) : clamp(end, -1, extent - 1);
  int64_t distance = step > 0 ? end - start : start - end;
  /* The step of the smallest number has no opposite; any this large takes one element. */
  int64_t size = step > 0 ? step : step == INT64_MIN ? INT64_MAX : -step;
  slices->start[axis] = start;
  slices->count[axis] = distance > 0 && extent > 0 ? (distance - 1) / size + 1 : 0;
  slices->step[axis] = slices->count[axis] > 1 ? step : 0;
}

Status slice_read(const ShapeTask *task, const TensorShape *x, Slices *slices)
{
  int64_t starts[TENSOR_RANK_MAX + 1], ends[TENSOR_RANK_MAX + 1], axes[TENSOR_RANK_MAX + 1];
  int64_t steps[TENSOR_RANK_MAX + 1];
  size_t start_count, end_count, count, most = TENSOR_RANK_MAX + 1;
  const Graph *graph = task->graph;
  const GraphNode *node = task->node;
  for (uint32_t i = 0; i < x->rank; i++) slice_axis(slices, i, x->dims[i], 0, x->dims[i], 1);
  if (!graph_node_numbers(graph, node, 1, "starts", starts, most, &start_count) ||
      !graph_node_numbers(graph, node, 2, "ends", ends, most, &end_count))
    return shape_fail(task, "starts or ends are missing or depend on the inputs of the network");
  if (graph_node_numbers(graph, node, 3, "axes", axes, most, &count)) {
    if (count != start_count) return shape_fail(task, "starts and axes differ in length");
  } else {
    if (graph_node_input(node, 3) != VALUE_NONE)
      return shape_fail(task, "the axes depend on the inputs of the network");
    for (size_t i = 0; i < start_count; i++) axes[i] = (int64_t)i;
  }
  if (graph_node_numbers(graph, node, 4, NULL, steps, most, &count)) {
    if (count != start_count) return shape_fail(task, "starts and steps differ in length");
  } else {
    if (graph_node_input(node, 4) != VALUE_NONE)
      return shape_fail(task, "the steps depend on the inputs of the network");
    for (size_t i = 0; i < start_count; i++) steps[i] = 1;
  }
  if (start_count != end_count) return shape_fail(task, "starts and ends differ in length");
  for (size_t i = 0; i < start_count; i++) {
    uint32_t axis;
    Status status = shape_axis(task, axes[i], x->rank, &axis);
    if (status != STATUS_OK) return status;
    if (steps[i] == 0) return shape_fail(task, "a step is 0");
    slice_axis(slices, axis, x->dims[axis], starts[i], ends[i], steps[i]);
  }
  return STATUS_OK;
}

Status shape_rule_slice(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  Slices slices;
  Status status = slice_read(task, x, &slices);
  if (status != STATUS_OK) return status;
  task->out[0].rank = x->rank;
  for (uint32_t i = 0; i < x->rank; i++) task->out[0].dims[i] = slices.count[i];
  return STATUS_OK;
}

Status pad_read(const ShapeTask *task, const TensorShape *x, int64_t before[TENSOR_RANK_MAX],
                int64_t after[TENSOR_RANK_MAX])
{
  int64_t pads[2 * TENSOR_RANK_MAX + 1], axes[TENSOR_RANK_MAX + 1];
  size_t count, axis_count;
  if (!graph_node_numbers(task->graph, task->node, 1, "pads", pads, 2 * TENSOR_RANK_MAX + 1,
                          &count))
    return shape_fail(task, "the pads are missing or depend on the inputs of the network");
  if (!graph_node_numbers(task->graph, task->node, 3, NULL, axes, TENSOR_RANK_MAX + 1,
                          &axis_count)) {
    if (graph_node_input(task->node, 3) != VALUE_NONE)
      return shape_fail(task, "the axes depend on the inputs of the network");
    axis_count = x->rank;
    for (uint32_t i = 0; i < x->rank; i++) axes[i] = i;
  }
  if (count != 2 * axis_count)
    return shape_fail(task, "there are %zu pads instead of %zu", count, 2 * axis_count);
  for (uint32_t i = 0; i < x->rank; i++) before[i] = after[i] = 0;
  for (size_t i = 0; i < axis_count; i++) {
    uint32_t axis;
    Status status = shape_axis(task, axes[i], x->rank, &axis);
    if (status != STATUS_OK) return status;
    before[axis] = pads[i];
    after[axis] = pads[i + axis_count];
    if (before[axis] < -INT32_MAX || before[axis] > INT32_MAX || after[axis] < -INT32_MAX ||
        after[axis] > INT32_MAX)
      return shape_fail(task, "a pad is out of range");
  }
  return STATUS_OK;
}

Status shape_rule_pad(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  int64_t before[TENSOR_RANK_MAX], after[TENSOR_RANK_MAX];
  Status status = pad_read(task, x, before, after);
  if (status != STATUS_OK) return status;
  bool constant = graph_attribute_is(task->node, "mode", "constant");
  bool reflect = graph_attribute_is(task->node, "mode", "reflect");
  bool wrap = task->graph->opset >= 19 && graph_attribute_is(task->node, "mode", "wrap");
  if (!constant && !reflect && !wrap && !graph_attribute_is(task->node, "mode", "edge"))
    return shape_fail(task, "'mode' is none of constant, reflect, edge, and wrap since opset 19");
  task->out[0].rank = x->rank;
  for (uint32_t i = 0; i < x->rank; i++) {
    task->out[0].dims[i] = x->dims[i] + before[i] + after[i];
    if (task->out[0].dims[i] < 0) return shape_fail(task, "more is cropped than is there");
    if (!constant && (before[i] > 0 || after[i] > 0) && x->dims[i] == 0)
      return shape_fail(task, "there is nothing to pad with");
    if (reflect && (before[i] >= x->dims[i] || after[i] >= x->dims[i]) &&
        (before[i] > 0 || after[i] > 0))
      return shape_fail(task, "a reflecting pad is not below the extent of its axis");
  }
  return STATUS_OK;
}

Status shape_rule_split(const ShapeTask *task)
{
  const TensorShape *x = shape_input(task, 0);
  const GraphNode *node = task->node;
  uint32_t axis, parts = node->output_count;
  Status status = shape_axis(task, graph_attribute_int(node, "axis"), x->rank, &axis);
  if (status != STATUS_OK) return status;
  const Tensor *sizes = graph_constant(task->graph, graph_node_input(node, 1));
  const GraphAttribute *given = graph_attribute(node, "split");
  if (!sizes && graph_node_input(node, 1) != VALUE_NONE)
    return shape_fail(task, "the sizes depend on the inputs of the network");
  if ((sizes && sizes->count != parts) || (!sizes && given && given->count != parts))
    return shape_fail(task, "there are %u outputs for another number of sizes", parts);
  if (!sizes && !given && task->graph->opset < 18 && x->dims[axis] % parts)
    return shape_fail(task, "axis %u cannot be split into %u parts of one size", axis, parts);
  int64_t each = (x->dims[axis] + parts - 1) / parts, left = x->dims[axis];
  for (uint32_t i = 0; i < parts; i++) {
    int64_t size = sizes ? tensor_get_int(sizes, i) : given ? given->numbers[i] : 0;
    if (!sizes && !given) size = each < left ? each : left;
    if (size < 0 || size > left) return shape_fail(task, "the sizes do not fit axis %u", axis);
    left -= size;
    TensorType type = task->out[i].type;
    task->out[i] = *x;
    task->out[i].type = type;
    task->out[i].dims[axis] = size;
  }
  return left == 0 ? STATUS_OK : shape_fail(task, "the sizes do not fit axis %u", axis);
}
