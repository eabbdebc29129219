/* Losses: NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/infer/kernel.h"

/* Numbers (n, c, d): the logarithms of a softmax along c. */
static void log_softmax(double *x, size_t count, size_t classes, size_t inner)
{
  for (size_t line = 0; line < count / classes; line++) {
    double *first = x + line / inner * classes * inner + line % inner, most = -INFINITY, sum = 0;
    for (size_t c = 0; c < classes; c++) most = fmax(most, first[c * inner]);
    for (size_t c = 0; c < classes; c++) sum += exp(first[c * inner] - most);
    for (size_t c = 0; c < classes; c++) first[c * inner] -= most + log(sum);
  }
}

typedef struct {
  double sum, weights;
} Total;

static Status add_losses(const KernelTask *task, const double *x, size_t classes, size_t inner,
                         Total *total)
{
  const Tensor *target = task->in[1], *weights = compute_input(task, 2);
  const GraphAttribute *ignored = graph_attribute(task->node, "ignore_index");
  bool none = graph_attribute_is(task->node, "reduction", "none");
  for (size_t i = 0; i < target->count; i++) {
    int64_t class = tensor_get_int(target, i);
    bool skip = ignored && class == ignored->number;
    if (!skip && (class < 0 || class >= (int64_t)classes))
      return compute_fail(task, "a target is not a class");
    double weight = skip ? 0 : weights ? tensor_get_double(weights, (size_t) class) : 1;
    size_t at = (i / inner * classes + (skip ? 0 : (size_t) class)) * inner + i % inner;
    double loss = skip ? 0 : -x[at] * weight;
    total->sum += loss;
    total->weights += weight;
    if (none) tensor_set_double(&task->out[0], i, loss);
  }
  return STATUS_OK;
}

Status compute_loss(const KernelTask *task)
{
  const Tensor *x = task->in[0];
  size_t classes = (size_t)x->shape.dims[1];
  size_t inner = tensor_shape_extent(&x->shape, 2, x->shape.rank);
  double *numbers = compute_doubles(x);
  if (task->node->op->kind == OP_SoftmaxCrossEntropyLoss && x->count)
    log_softmax(numbers, x->count, classes, inner);
  Total total = {0};
  Status status = add_losses(task, numbers, classes, inner, &total);
  if (status == STATUS_OK && graph_attribute_is(task->node, "reduction", "sum"))
    tensor_set_double(&task->out[0], 0, total.sum);
  if (status == STATUS_OK && graph_attribute_is(task->node, "reduction", "mean"))
    tensor_set_double(&task->out[0], 0, total.sum / total.weights);
  bool probabilities = task->node->output_count > 1 && task->node->outputs[1] != VALUE_NONE;
  for (size_t i = 0; probabilities && i < x->count; i++)
    tensor_set_double(&task->out[1], i, numbers[i]);
  free(numbers);
  return status;
}
