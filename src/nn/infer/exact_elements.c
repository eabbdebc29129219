/* Exact arithmetic on the elements of inputs that are broadcast together. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nn/infer/exact_parts.h"

static void set_whole(mpq_t z, const mpq_t x, bool up)
{
  if (up)
    mpz_cdiv_q(mpq_numref(z), mpq_numref(x), mpq_denref(x));
  else
    mpz_fdiv_q(mpq_numref(z), mpq_numref(x), mpq_denref(x));
  mpz_set_ui(mpq_denref(z), 1);
}

static void multiply_float(mpq_t z, const mpq_t x, float factor)
{
  mpq_t number;
  mpq_init(number);
  mpq_set_d(number, (double)factor);
  mpq_mul(z, x, number);
  mpq_clear(number);
}

static void clamp_unit(mpq_t z)
{
  if (mpq_sgn(z) < 0) mpq_set_ui(z, 0, 1);
  if (mpq_cmp_ui(z, 1, 1) > 0) mpq_set_ui(z, 1, 1);
}

/* alpha x + beta within 0 and 1; times x for HardSwish, whose numbers are a sixth and a half. */
static void set_hard(const ExactTask *task, mpq_t z, const mpq_t x)
{
  const GraphNode *node = task->task.node;
  mpq_t part, sum;
  mpq_inits(part, sum, NULL);
  if (node->op->kind == OP_HardSwish) {
    mpq_set_ui(part, 1, 6);
    mpq_mul(sum, x, part);
    mpq_set_ui(part, 1, 2);
  } else {
    multiply_float(sum, x, graph_attribute_float(node, "alpha"));
    mpq_set_d(part, (double)graph_attribute_float(node, "beta"));
  }
  mpq_add(sum, sum, part);
  clamp_unit(sum);
  if (node->op->kind == OP_HardSwish)
    mpq_mul(z, sum, x);
  else
    mpq_set(z, sum);
  mpq_clears(part, sum, NULL);
}

static Status set_unary(const ExactTask *task, mpq_t z, const mpq_t x)
{
  const GraphNode *node = task->task.node;
  switch (node->op->kind) {
  case OP_Abs: mpq_abs(z, x); break;
  case OP_Neg: mpq_neg(z, x); break;
  case OP_Ceil: set_whole(z, x, true); break;
  case OP_Floor: set_whole(z, x, false); break;
  case OP_Sign: mpq_set_si(z, mpq_sgn(x), 1); break;
  case OP_LeakyRelu:
    if (mpq_sgn(x) < 0)
      multiply_float(z, x, graph_attribute_float(node, "alpha"));
    else
      mpq_set(z, x);
    break;
  case OP_ThresholdedRelu: {
    mpq_t alpha;
    mpq_init(alpha);
    mpq_set_d(alpha, (double)graph_attribute_float(node, "alpha"));
    if (mpq_cmp(x, alpha) > 0) mpq_set(z, x);
    mpq_clear(alpha);
    break;
  }
  case OP_HardSigmoid:
  case OP_HardSwish: set_hard(task, z, x); break;
  case OP_Reciprocal:
    if (mpq_sgn(x) == 0) return compute_fail(&task->task, "division by zero");
    mpq_inv(z, x);
    break;
  case OP_Relu:
    if (mpq_sgn(x) > 0) mpq_set(z, x);
    break;
  default: mpq_set(z, x); break; /* Dropout */
  }
  return STATUS_OK;
}

static Status set_binary(const ExactTask *task, mpq_t z, const mpq_t x, const mpq_t y)
{
  int order = mpq_cmp(x, y);
  switch (task->task.node->op->kind) {
  case OP_Add:
  case OP_Mean:
  case OP_Sum: mpq_add(z, x, y); break;
  case OP_Sub: mpq_sub(z, x, y); break;
  case OP_Mul: mpq_mul(z, x, y); break;
  case OP_Div:
    if (mpq_sgn(y) == 0) return compute_fail(&task->task, "division by zero");
    mpq_div(z, x, y);
    break;
  case OP_Max: mpq_set(z, order > 0 ? x : y); break;
  case OP_Min: mpq_set(z, order < 0 ? x : y); break;
  case OP_PRelu:
    if (mpq_sgn(x) < 0)
      mpq_mul(z, x, y);
    else
      mpq_set(z, x);
    break;
  case OP_Equal: mpq_set_si(z, order == 0, 1); break;
  case OP_Less: mpq_set_si(z, order < 0, 1); break;
  case OP_LessOrEqual: mpq_set_si(z, order <= 0, 1); break;
  case OP_Greater: mpq_set_si(z, order > 0, 1); break;
  default: assert(task->task.node->op->kind == OP_GreaterOrEqual); mpq_set_si(z, order >= 0, 1);
  }
  return STATUS_OK;
}

static const TensorShape *shape_of(const ExactTask *task, uint32_t input)
{
  return &graph_value(task->task.graph, task->task.node->inputs[input])->shape;
}

/* Bounds that are given as attributes are floats, and none beyond the largest float. */
static Status run_clip(const ExactTask *task)
{
  const GraphNode *node = task->task.node;
  static const char *const NAMES[] = {"min", "max"};
  mpq_t bound;
  mpq_init(bound);
  for (size_t i = 0; i < task->out_count[0]; i++) mpq_set(task->out[0][i], task->in[0][i]);
  for (uint32_t side = 0; side < 2; side++) {
    const GraphAttribute *given = graph_attribute(node, NAMES[side]);
    bool input = graph_node_input(node, side + 1) != VALUE_NONE;
    if (!input && !given) continue;
    if (!input && !isfinite(given->real)) continue;
    if (input)
      mpq_set(bound, task->in[side + 1][0]);
    else
      mpq_set_d(bound, (double)given->real);
    for (size_t i = 0; i < task->out_count[0]; i++) {
      int order = mpq_cmp(task->out[0][i], bound);
      if (side ? order > 0 : order < 0) mpq_set(task->out[0][i], bound);
    }
  }
  mpq_clear(bound);
  return STATUS_OK;
}

static Status run_where(const ExactTask *task)
{
  const TensorShape *z = &graph_value(task->task.graph, task->task.node->outputs[0])->shape;
  size_t *maps[3];
  for (uint32_t i = 0; i < 3; i++) maps[i] = compute_broadcast(z, shape_of(task, i));
  for (size_t i = 0; i < task->out_count[0]; i++) {
    bool chosen = mpq_sgn(task->in[0][maps[0] ? maps[0][i] : i]) != 0;
    uint32_t from = chosen ? 1 : 2;
    mpq_set(task->out[0][i], task->in[from][maps[from] ? maps[from][i] : i]);
  }
  for (size_t i = 0; i < 3; i++) free(maps[i]);
  return STATUS_OK;
}

static Status run_broadcast(const ExactTask *task)
{
  const GraphNode *node = task->task.node;
  const TensorShape *z = &graph_value(task->task.graph, node->outputs[0])->shape;
  Status status = STATUS_OK;
  size_t *first = compute_broadcast(z, shape_of(task, 0));
  for (size_t i = 0; i < task->out_count[0]; i++)
    mpq_set(task->out[0][i], task->in[0][first ? first[i] : i]);
  free(first);
  for (uint32_t n = 1; n < node->input_count && status == STATUS_OK; n++) {
    size_t *map = compute_broadcast(z, shape_of(task, n));
    for (size_t i = 0; i < task->out_count[0] && status == STATUS_OK; i++)
      status = set_binary(task, task->out[0][i], task->out[0][i], task->in[n][map ? map[i] : i]);
    free(map);
  }
  mpq_t count;
  mpq_init(count);
  mpq_set_ui(count, node->input_count, 1);
  for (size_t i = 0; node->op->kind == OP_Mean && i < task->out_count[0]; i++)
    mpq_div(task->out[0][i], task->out[0][i], count);
  mpq_clear(count);
  return status;
}

Status exact_elements(const ExactTask *task)
{
  const GraphNode *node = task->task.node;
  size_t least, most;
  operator_input_range(node->op, &least, &most);
  if (node->op->kind == OP_Clip) return run_clip(task);
  if (node->op->kind == OP_Where) return run_where(task);
  if (least == 2 || most == SIZE_MAX) return run_broadcast(task);
  Status status = STATUS_OK;
  for (size_t i = 0; i < task->out_count[0] && status == STATUS_OK; i++)
    status = set_unary(task, task->out[0][i], task->in[0][i]);
  for (size_t i = 0;
       node->op->kind == OP_Dropout && node->output_count > 1 && i < task->out_count[1]; i++)
    mpq_set_ui(task->out[1][i], 1, 1);
  return status;
}
