#include "nn/infer/exact.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/graph/window.h"
#include "nn/infer/exact_parts.h"
#include "nn/infer/move.h"

mpq_t *exact_new(size_t count)
{
  mpq_t *numbers = mem_alloc(count + 1, sizeof *numbers);
  for (size_t i = 0; i < count; i++) mpq_init(numbers[i]);
  return numbers;
}

void exact_free(mpq_t *numbers, size_t count)
{
  for (size_t i = 0; numbers && i < count; i++) mpq_clear(numbers[i]);
  free(numbers);
}

static bool is_rational(const GraphNode *node)
{
  switch (node->op->kind) {
  case OP_Abs:
  case OP_Add:
  case OP_AveragePool:
  case OP_Ceil:
  case OP_Clip:
  case OP_Conv:
  case OP_Div:
  case OP_Dropout:
  case OP_Equal:
  case OP_Floor:
  case OP_Gemm:
  case OP_GlobalAveragePool:
  case OP_GlobalMaxPool:
  case OP_Greater:
  case OP_GreaterOrEqual:
  case OP_HardSigmoid:
  case OP_HardSwish:
  case OP_LeakyRelu:
  case OP_Less:
  case OP_LessOrEqual:
  case OP_MatMul:
  case OP_Max:
  case OP_MaxPool:
  case OP_Mean:
  case OP_Min:
  case OP_Mul:
  case OP_Neg:
  case OP_PRelu:
  case OP_ReduceL1:
  case OP_ReduceMax:
  case OP_ReduceMean:
  case OP_ReduceMin:
  case OP_ReduceProd:
  case OP_ReduceSum:
  case OP_ReduceSumSquare:
  case OP_Reciprocal:
  case OP_Relu:
  case OP_Sign:
  case OP_Sub:
  case OP_Sum:
  case OP_ThresholdedRelu:
  case OP_Where: return true;
  default: return node->op->class == CLASS_MOVE;
  }
}

Status exact_check(const Graph *graph, Error *error)
{
  for (size_t i = 0; i < graph->nodes.count; i++) {
    const GraphNode *node = &graph->nodes.items[i];
    ShapeTask task = {.graph = graph, .node = node, .error = error};
    if (!node->constant && !is_rational(node))
      return shape_fail(&task, "this operator is not computed with rational numbers");
  }
  return STATUS_OK;
}

/* The elements of a tensor; an error if one is not finite. */
static Status exact_set_tensor(const KernelTask *task, const Tensor *from, mpq_t *to)
{
  for (size_t i = 0; i < from->count; i++) {
    if (!tensor_type_is_float(from->shape.type)) {
      mpq_set_si(to[i], tensor_get_int(from, i), 1);
      continue;
    }
    double number = tensor_get_double(from, i);
    if (!isfinite(number)) return compute_fail(task, "a constant is not finite");
    mpq_set_d(to[i], number);
  }
  return STATUS_OK;
}

static Status run_move(const ExactTask *task)
{
  const GraphNode *node = task->task.node;
  Status status = STATUS_OK;
  for (uint32_t o = 0; o < node->output_count && status == STATUS_OK; o++) {
    if (node->outputs[o] == VALUE_NONE || !task->out_count[o]) continue;
    MoveFrom *map = mem_alloc(task->out_count[o], sizeof *map);
    status = infer_move_map(&task->task, o, map);
    for (size_t i = 0; i < task->out_count[o] && status == STATUS_OK; i++)
      if (map[i].input == MOVE_FILL)
        mpq_set_d(task->out[o][i], infer_move_fill(&task->task));
      else
        mpq_set(task->out[o][i], task->in[map[i].input][map[i].element]);
    free(map);
  }
  return status;
}

static Status run_kernel(const ExactTask *task)
{
  switch (task->task.node->op->kind) {
  case OP_Gemm: return exact_gemm(task);
  case OP_MatMul: return exact_matmul(task);
  case OP_Conv: return exact_conv(task);
  case OP_AveragePool:
  case OP_MaxPool: return exact_pool(task);
  case OP_GlobalAveragePool:
  case OP_GlobalMaxPool: return exact_global_pool(task);
  case OP_ReduceL1:
  case OP_ReduceMax:
  case OP_ReduceMean:
  case OP_ReduceMin:
  case OP_ReduceProd:
  case OP_ReduceSum:
  case OP_ReduceSumSquare: return exact_reduce(task);
  default: break;
  }
  return task->task.node->op->class == CLASS_MOVE ? run_move(task) : exact_elements(task);
}

/* All values in progress. */
typedef struct {
  const Graph *graph;
  mpq_t **values; /* of constants, when they are first needed */
  size_t *counts;
  Error *error;
} Run;

static size_t count_of(const Graph *graph, ValueId value)
{
  const TensorShape *shape = &graph_value(graph, value)->shape;
  return tensor_shape_extent(shape, 0, shape->rank);
}

static Status need_value(Run *run, const KernelTask *task, ValueId value)
{
  if (run->values[value]) return STATUS_OK;
  run->counts[value] = count_of(run->graph, value);
  run->values[value] = exact_new(run->counts[value]);
  const Tensor *constant = graph_constant(run->graph, value);
  return constant ? exact_set_tensor(task, constant, run->values[value]) : STATUS_OK;
}

static Status run_node(Run *run, const GraphNode *node)
{
  const Graph *graph = run->graph;
  VEC(const Tensor *) tensors = {0};
  VEC(mpq_t *) in = {0}, out = {0};
  VEC(size_t) counts = {0};
  Status status = STATUS_OK;
  KernelTask kernel = {.graph = graph, .node = node, .error = run->error};
  for (uint32_t i = 0; i < node->input_count; i++) {
    ValueId id = node->inputs[i];
    if (id != VALUE_NONE && status == STATUS_OK) status = need_value(run, &kernel, id);
    VEC_PUSH(&tensors, graph_constant(graph, id));
    VEC_PUSH(&in, id == VALUE_NONE ? NULL : run->values[id]);
  }
  for (uint32_t i = 0; i < node->output_count; i++) {
    ValueId id = node->outputs[i];
    if (id != VALUE_NONE && status == STATUS_OK) status = need_value(run, &kernel, id);
    VEC_PUSH(&out, id == VALUE_NONE ? NULL : run->values[id]);
    VEC_PUSH(&counts, id == VALUE_NONE ? 0 : run->counts[id]);
  }
  kernel.in = tensors.items;
  ExactTask task = {kernel, in.items, out.items, counts.items};
  if (status == STATUS_OK) status = run_kernel(&task);
  VEC_FREE(&tensors);
  VEC_FREE(&in);
  VEC_FREE(&out);
  VEC_FREE(&counts);
  return status;
}

static Status copy_outputs(Run *run, mpq_t *outputs)
{
  size_t at = 0;
  for (size_t i = 0; i < run->graph->outputs.count; i++) {
    ValueId id = run->graph->outputs.items[i];
    size_t count = count_of(run->graph, id);
    const Tensor *constant = graph_constant(run->graph, id);
    for (size_t k = 0; k < count; k++, at++)
      if (!constant)
        mpq_set(outputs[at], run->values[id][k]);
      else if (isfinite(tensor_get_double(constant, k)))
        mpq_set_d(outputs[at], tensor_get_double(constant, k));
      else
        return error_set(run->error, STATUS_SORT, "an output is not finite");
  }
  return STATUS_OK;
}

Status exact_run(const Graph *graph, mpq_t *inputs, mpq_t *outputs, Error *error)
{
  Status status = exact_check(graph, error);
  if (status != STATUS_OK) return status;
  size_t count = graph->values.count, at = 0;
  Run run = {graph, mem_alloc_zero(count + 1, sizeof *run.values),
             mem_alloc_zero(count + 1, sizeof *run.counts), error};
  KernelTask none = {.graph = graph, .error = error};
  for (size_t i = 0; i < graph->inputs.count; i++) {
    ValueId id = graph->inputs.items[i];
    status = need_value(&run, &none, id);
    for (size_t k = 0; k < run.counts[id]; k++) mpq_set(run.values[id][k], inputs[at++]);
  }
  for (size_t i = 0; i < graph->nodes.count && status == STATUS_OK; i++)
    if (!graph->nodes.items[i].constant) status = run_node(&run, &graph->nodes.items[i]);
  if (status == STATUS_OK) status = copy_outputs(&run, outputs);
  for (size_t i = 0; i < count; i++) exact_free(run.values[i], run.counts[i]);
  free(run.values);
  free(run.counts);
  return status;
}
