#include "nn/infer/shapes.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "nn/graph/einsum.h"
#include "nn/graph/shape.h"
#include "nn/graph/window.h"
#include "nn/infer/infer.h"
#include "nn/infer/kernel.h"

typedef struct {
  Graph *graph;
  const GraphLimits *limits;
  VEC(TensorShape) shapes;
  VEC(const Tensor *) in;
  VEC(Tensor) out;
  uint64_t work; /* of folding products, about */
  Error *error;
} Pass;

/* A cell of a window takes as long as so many products of BLAS, about. */
static const uint64_t CELL_WORK = 64;

/* Are the values of all inputs known? Of some operators only the shape of the input matters. */
static bool is_known(Pass *pass, const GraphNode *node)
{
  pass->in.count = 0;
  for (uint32_t i = 0; i < node->input_count; i++)
    VEC_PUSH(&pass->in, graph_constant(pass->graph, node->inputs[i]));
  if (node->op->kind == OP_Shape || node->op->kind == OP_Size || node->op->kind == OP_EyeLike)
    return true;
  if (!compute_find(node->op)) return false;
  for (uint32_t i = 0; i < node->input_count; i++)
    if (node->inputs[i] != VALUE_NONE && !pass->in.items[i]) return false;
  return true;
}

/* Of one window of a pool. Cells outside of the input cost nothing. */
static uint64_t window_work(const Pass *pass, const GraphNode *node)
{
  Window window;
  ShapeTask task = {.graph = pass->graph, .node = node, .error = pass->error};
  if (window_read(&task, &pass->in.items[0]->shape, NULL, &window)) return 1;
  uint64_t work = CELL_WORK;
  for (uint32_t i = 0; i < window.rank; i++)
    work *= (uint64_t)(window.kernel[i] < window.in[i] ? window.kernel[i] : window.in[i]);
  return work;
}

/* About how much work is one element of the first result, for operators where it is not small. */
static uint64_t element_work(const Pass *pass, const GraphNode *node)
{
  uint64_t work = 1;
  switch (node->op->kind) {
  case OP_AveragePool:
  case OP_LpPool:
  case OP_MaxPool: return window_work(pass, node);
  case OP_Einsum: {
    Einsum einsum;
    ShapeTask task = {.graph = pass->graph, .node = node, .error = pass->error};
    return einsum_read(&task, &einsum) == STATUS_OK ? einsum.work * CELL_WORK : work;
  }
  case OP_Conv:
  case OP_Gemm:
  case OP_MatMul:
  case OP_GlobalAveragePool: return pass->in.items[0]->count;
  default: break;
  }
  bool costly = node->op->class == CLASS_LINEAR || node->op->class == CLASS_OTHER;
  for (uint32_t i = 0; costly && i < node->input_count; i++)
    if (pass->in.items[i]) work += pass->in.items[i]->count * CELL_WORK;
  return work;
}

static bool is_cheap(Pass *pass, const GraphNode *node)
{
  const TensorShape *shape = &pass->shapes.items[0];
  uint64_t work, count = tensor_shape_extent(shape, 0, shape->rank);
  if (node->op->kind == OP_Einsum) count = 1;
  if (__builtin_mul_overflow(count, element_work(pass, node), &work) ||
      work > pass->limits->work - pass->work)
    return false;
  pass->work += work;
  return true;
}

/* Would the results keep the constants below their limit? */
static bool has_room(const Pass *pass, const GraphNode *node)
{
  uint64_t bytes = pass->graph->bytes;
  for (uint32_t i = 0; i < node->output_count; i++) {
    const TensorShape *shape = &pass->shapes.items[i];
    bytes += tensor_shape_extent(shape, 0, shape->rank) * tensor_type_size(shape->type);
  }
  return bytes <= pass->limits->constant_bytes;
}

/* Makes the results of a node constants, if they are. */
static Status fold(Pass *pass, GraphNode *node)
{
  if (!is_known(pass, node) || !is_cheap(pass, node)) return STATUS_OK;
  if (!has_room(pass, node))
    return error_set(pass->error, STATUS_LIMIT, "the constants have more than %" PRIu64 " bytes",
                     pass->limits->constant_bytes);
  pass->out.count = 0;
  for (uint32_t i = 0; i < node->output_count; i++) VEC_PUSH(&pass->out, (Tensor){0});
  Status status = infer_node(pass->graph, node, pass->in.items, pass->shapes.items, pass->out.items,
                             pass->error);
  for (uint32_t i = 0; i < node->output_count; i++)
    if (status == STATUS_OK && node->outputs[i] != VALUE_NONE)
      graph_set_constant(pass->graph, node->outputs[i], &pass->out.items[i]);
    else
      tensor_deinit(&pass->out.items[i]);
  node->constant = status == STATUS_OK;
  return status;
}

/* Where a part of a split begins follows from the shapes of those before it. */
static Status check_outputs(const Graph *graph, const GraphNode *node, Error *error)
{
  if (node->op->kind != OP_Split) return STATUS_OK;
  const ShapeTask task = {.graph = graph, .node = node, .error = error};
  for (uint32_t i = 0; i < node->output_count; i++)
    if (node->outputs[i] == VALUE_NONE) return shape_fail(&task, "output %u is left out", i);
  return STATUS_OK;
}

Status shapes_infer(Graph *graph, const GraphLimits *limits, Error *error)
{
  Pass pass = {.graph = graph, .limits = limits, .error = error};
  Status status = STATUS_OK;
  for (size_t i = 0; i < graph->nodes.count && status == STATUS_OK; i++) {
    GraphNode *node = &graph->nodes.items[i];
    pass.shapes.count = 0;
    VEC_RESERVE(&pass.shapes, node->output_count);
    status = check_outputs(graph, node, error);
    if (status == STATUS_OK)
      status = shape_infer(graph, node, limits->elements, pass.shapes.items, error);
    if (status != STATUS_OK) break;
    for (uint32_t o = 0; o < node->output_count; o++)
      if (node->outputs[o] != VALUE_NONE)
        graph->values.items[node->outputs[o]].shape = pass.shapes.items[o];
    status = fold(&pass, node);
  }
  VEC_FREE(&pass.shapes);
  VEC_FREE(&pass.in);
  VEC_FREE(&pass.out);
  return status;
}
