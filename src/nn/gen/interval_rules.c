/* Rules that hold for many operators, and those on single elements. */
#include "nn/gen/interval_rules.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/infer/infer.h"

static const IntervalRule RULES[OPERATOR_COUNT] = {
#define INTERVAL(name, rule) [OP_##name] = interval_##rule,
#include "nn/gen/intervals.def"
#undef INTERVAL
};

IntervalRule interval_find_rule(OperatorKind kind)
{
  assert(kind < OPERATOR_COUNT);
  return RULES[kind];
}

bool interval_knows(OperatorKind kind)
{
  return interval_find_rule(kind) != NULL;
}

/* A sum of up to `terms` products of the size `size` in all. The room is that for the rounding of floats of 32 bits, which is
 * far more than doubles need. */
void interval_widen(double *low, double *high, double size, size_t terms)
{
  double slack = (double)(terms + 2) * FLT_EPSILON * size + FLT_MIN;
  *low -= slack;
  *high += slack;
}

double interval_size(const Interval *x, size_t i)
{
  return fmax(fabs(x->low[i]), fabs(x->high[i]));
}

double interval_largest(const Interval *x)
{
  double most = 0;
  for (size_t i = 0; i < x->count; i++) most = fmax(most, interval_size(x, i));
  return most;
}

bool interval_is_point(const Interval *x)
{
  for (size_t i = 0; i < x->count; i++)
    if (x->low[i] != x->high[i]) return false;
  return true;
}

/* --- running the kernel --- */

double interval_pick_low(const Interval *x, size_t i)
{
  return x->low[i];
}

double interval_pick_high(const Interval *x, size_t i)
{
  return x->high[i];
}

static double pick_centre(const Interval *x, size_t i)
{
  return 0.5 * x->low[i] + 0.5 * x->high[i];
}

static double pick_centre_size(const Interval *x, size_t i)
{
  return fabs(pick_centre(x, i));
}

static double pick_reach(const Interval *x, size_t i)
{
  double centre = pick_centre(x, i);
  return fabs(centre) + fmax(x->high[i] - centre, centre - x->low[i]);
}

/* The smallest |number|. */
static double pick_nearest(const Interval *x, size_t i)
{
  return x->low[i] <= 0 && x->high[i] >= 0 ? 0 : fmin(fabs(x->low[i]), fabs(x->high[i]));
}

static void make_input(const IntervalTask *task, uint32_t input, IntervalPick pick, Tensor *tensor)
{
  ValueId id = task->node->inputs[input];
  const Interval *x = &task->in[input];
  TensorShape shape = graph_value(task->graph, id)->shape;
  shape.type = TENSOR_DOUBLE;
  tensor_init(tensor, shape);
  assert(tensor->count == x->count);
  for (size_t i = 0; i < x->count; i++) ((double *)tensor->data)[i] = pick(x, i);
}

/* Floats are given as doubles, and so is what is not constant. */
static bool is_given_as_it_is(const IntervalTask *task, uint32_t input)
{
  const Tensor *constant = graph_constant(task->graph, task->node->inputs[input]);
  return constant && !tensor_type_is_float(constant->shape.type);
}

double *interval_run(const IntervalTask *task, const IntervalPick *picks, uint32_t output)
{
  const GraphNode *node = task->node;
  Tensor *made = mem_alloc_zero(node->input_count + 1, sizeof *made);
  Tensor *out = mem_alloc_zero(node->output_count + 1, sizeof *out);
  const Tensor **in = mem_alloc_zero(node->input_count + 1, sizeof *in);
  TensorShape *shapes = mem_alloc_zero(node->output_count + 1, sizeof *shapes);
  Error error;
  for (uint32_t i = 0; i < node->input_count; i++) {
    if (node->inputs[i] == VALUE_NONE) continue;
    in[i] = &made[i];
    if (is_given_as_it_is(task, i))
      in[i] = graph_constant(task->graph, node->inputs[i]);
    else
      make_input(task, i, picks[i], &made[i]);
  }
  for (uint32_t i = 0; i < node->output_count; i++) {
    shapes[i] = (TensorShape){TENSOR_DOUBLE, 1, {0}};
    if (node->outputs[i] != VALUE_NONE)
      shapes[i] = graph_value(task->graph, node->outputs[i])->shape;
    shapes[i].type = TENSOR_DOUBLE;
  }
  Status status = infer_node(task->graph, node, in, shapes, out, &error);
  double *numbers = NULL;
  if (status == STATUS_OK) {
    numbers = out[output].data;
    out[output].data = NULL;
  }
  for (uint32_t i = 0; i < node->input_count; i++) tensor_deinit(&made[i]);
  for (uint32_t i = 0; i < node->output_count; i++) tensor_deinit(&out[i]);
  free(made);
  free(out);
  free(in);
  free(shapes);
  return numbers;
}

/* The same choice for all inputs. */
static double *run_all(const IntervalTask *task, IntervalPick pick, uint32_t output)
{
  IntervalPick *picks = mem_alloc(task->node->input_count + 1, sizeof *picks);
  for (uint32_t i = 0; i < task->node->input_count; i++) picks[i] = pick;
  double *numbers = interval_run(task, picks, output);
  free(picks);
  return numbers;
}

static void take_hull(Interval *y, const double *numbers, bool first)
{
  for (size_t i = 0; i < y->count; i++) {
    /* What is no number stays there: fmin and fmax would hide it. */
    if (first || isnan(numbers[i]) || numbers[i] < y->low[i]) y->low[i] = numbers[i];
    if (first || isnan(numbers[i]) || numbers[i] > y->high[i]) y->high[i] = numbers[i];
  }
}

static void forget(Interval *y)
{
  free(y->low);
  free(y->high);
  *y = (Interval){0};
}

/* --- rules for many operators --- */

/* Results do not decrease if an input grows, and are not rounded. Moved elements are a case of it. */
bool interval_exact(const IntervalTask *task)
{
  bool moved = task->node->op->class == CLASS_MOVE;
  for (uint32_t o = 0; o < task->node->output_count; o++) {
    Interval *y = &task->out[o];
    if (!y->low) continue;
    if (!moved &&
        !tensor_type_is_float(graph_value(task->graph, task->node->outputs[o])->shape.type)) {
      forget(y); /* places of the largest, a mask */
      continue;
    }
    double *low = run_all(task, interval_pick_low, o), *high = run_all(task, interval_pick_high, o);
    bool done = low && high;
    for (size_t i = 0; done && i < y->count; i++) {
      y->low[i] = low[i];
      y->high[i] = high[i];
    }
    free(low);
    free(high);
    if (!done) return false;
  }
  return true;
}

/* The same for functions of one number, which are rounded. */
bool interval_monotone(const IntervalTask *task)
{
  if (!interval_exact(task)) return false;
  Interval *y = task->out;
  for (size_t i = 0; i < y->count; i++)
    interval_widen(&y->low[i], &y->high[i], fmax(1, interval_size(y, i)), INTERVAL_TERMS);
  return true;
}

/* The same for functions of many numbers. What else they need is constant. */
bool interval_mixture(const IntervalTask *task)
{
  for (uint32_t i = 1; i < task->node->input_count; i++)
    if (task->in[i].low && !interval_is_point(&task->in[i])) return false;
  if (task->node->op->kind == OP_GridSample && graph_attribute_is(task->node, "mode", "bicubic"))
    return false; /* some of its weights are negative */
  if (!interval_exact(task)) return false;
  Interval *y = task->out;
  double size = fmax(1, interval_largest(&task->in[0]));
  for (size_t i = 0; i < y->count; i++)
    interval_widen(&y->low[i], &y->high[i], fmax(size, interval_size(y, i)),
                   task->in[0].count + INTERVAL_TERMS);
  return true;
}

/* Each result only grows or only falls with each of the first two inputs: ends are at corners. */
bool interval_corners(const IntervalTask *task)
{
  const IntervalPick ends[2] = {interval_pick_low, interval_pick_high};
  IntervalPick picks[2];
  assert(task->node->input_count == 2);
  for (int corner = 0; corner < 4; corner++) {
    picks[0] = ends[corner % 2];
    picks[1] = ends[corner / 2];
    double *numbers = interval_run(task, picks, 0);
    if (!numbers) return false;
    take_hull(task->out, numbers, corner == 0);
    free(numbers);
  }
  Interval *y = task->out;
  bool real = tensor_type_is_float(graph_value(task->graph, task->node->outputs[0])->shape.type);
  for (size_t i = 0; real && i < y->count; i++)
    interval_widen(&y->low[i], &y->high[i], interval_size(y, i), INTERVAL_TERMS);
  return true;
}

/* Each result only grows or only falls with the first input; the others are constant. */
bool interval_either(const IntervalTask *task)
{
  for (uint32_t i = 1; i < task->node->input_count; i++)
    if (task->in[i].low && !interval_is_point(&task->in[i])) return false;
  double *low = run_all(task, interval_pick_low, 0), *high = run_all(task, interval_pick_high, 0);
  bool done = low && high;
  Interval *y = task->out;
  double size = interval_largest(&task->in[0]);
  if (done) take_hull(y, low, true);
  if (done) take_hull(y, high, false);
  for (size_t i = 0; done && i < y->count; i++)
    interval_widen(&y->low[i], &y->high[i], fmax(size, fmax(1, interval_size(y, i))),
                   INTERVAL_TERMS);
  free(low);
  free(high);
  return done;
}

/* Polynomials whose coefficients are not negative: |f(x) - f(c)| <= f(|c| + r) - f(|c|) if |x - c| <= r, as it holds for
 * products of numbers. */
bool interval_polynomial(const IntervalTask *task)
{
  double *centre = run_all(task, pick_centre, 0), *size = run_all(task, pick_centre_size, 0);
  double *reach = run_all(task, pick_reach, 0);
  Interval *y = task->out;
  size_t terms = INTERVAL_TERMS;
  for (uint32_t i = 0; i < task->node->input_count; i++) terms += task->in[i].count;
  bool done = centre && size && reach;
  for (size_t i = 0; done && i < y->count; i++) {
    double radius = fabs(reach[i] - size[i]);
    y->low[i] = centre[i] - radius;
    y->high[i] = centre[i] + radius;
    interval_widen(&y->low[i], &y->high[i], fabs(reach[i]), terms);
  }
  free(centre);
  free(size);
  free(reach);
  return done;
}

/* Results grow with the |numbers| of the first input: norms. */
bool interval_magnitude(const IntervalTask *task)
{
  double *low = run_all(task, pick_nearest, 0), *high = run_all(task, interval_size, 0);
  Interval *y = task->out;
  bool done = low && high;
  for (size_t i = 0; done && i < y->count; i++) {
    y->low[i] = low[i];
    y->high[i] = high[i];
    interval_widen(&y->low[i], &y->high[i], high[i], task->in[0].count + INTERVAL_TERMS);
  }
  free(low);
  free(high);
  return done;
}

bool interval_fill(const IntervalTask *task, double low, double high, double size)
{
  Interval *y = task->out;
  for (size_t i = 0; i < y->count; i++) {
    y->low[i] = low;
    y->high[i] = high;
    if (size > 0) interval_widen(&y->low[i], &y->high[i], size, INTERVAL_TERMS);
  }
  return true;
}

bool interval_unit(const IntervalTask *task)
{
  return interval_fill(task, 0, 1, 1);
}

bool interval_circle(const IntervalTask *task)
{
  return interval_fill(task, -1, 1, 1);
}

/* --- functions of one number with a bend --- */

/* On both sides of 0 a function only grows or only falls, and it is 0 at 0. */
bool interval_bend(const IntervalTask *task)
{
  bool slopes = task->node->op->kind == OP_PRelu;
  const Interval *x = &task->in[0];
  Interval *y = task->out;
  if (!(slopes ? interval_corners(task) : interval_either(task))) return false;
  double least = 0, most = 0;
  for (size_t i = 0; i < x->count; i++) {
    least = fmin(least, x->low[i]);
    most = fmax(most, x->high[i]);
  }
  /* Where slopes are broadcast, elements of x and y differ in number. */
  bool same = x->count == y->count;
  for (size_t i = 0; i < y->count; i++) {
    if (same ? !(x->low[i] < 0 && x->high[i] > 0) : !(least < 0 && most > 0)) continue;
    y->low[i] = fmin(y->low[i], 0);
    y->high[i] = fmax(y->high[i], 0);
  }
  return true;
}

/* Functions that fall and then grow. */
bool interval_valley(const IntervalTask *task)
{
  const Interval *x = &task->in[0];
  Interval *y = task->out;
  double from = 0, to = 0, least = 0; /* where the least value is, and a number not above it */
  switch (task->node->op->kind) {
  case OP_Cosh: least = 1; break;
  case OP_HardSwish:
    from = to = -1.5;
    least = -0.375;
    break;
  case OP_Mish:
    from = -1.3;
    to = -1.1;
    least = -0.3089;
    break;
  default: assert(task->node->op->kind == OP_Abs); break;
  }
  if (!interval_either(task)) return false;
  for (size_t i = 0; i < y->count; i++)
    if (x->low[i] < to && x->high[i] > from) y->low[i] = fmin(y->low[i], least);
  if (task->node->op->kind != OP_Abs) return true;
  for (size_t i = 0; i < y->count; i++) { /* it is not rounded */
    y->low[i] = pick_nearest(x, i);
    y->high[i] = interval_size(x, i);
  }
  return true;
}
