#include "nn/gen/evaluate.h"

#include <assert.h>
#include <cblas.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/gen/interval.h"
#include "nn/infer/infer.h"

/* Everything is in the graph. */
static Status evaluate_held(Evaluation *run, Error *error)
{
  Tensor out;
  Status status = infer_run(run->graph, run->x, &out, error);
  if (status != STATUS_OK) return status;
  for (size_t i = 0; i < out.count; i++) run->y[i] = tensor_get_double(&out, i);
  tensor_deinit(&out);
  run->proved =
      run->low && interval_output(run->graph, run->low, run->high, run->y_low, run->y_high);
  return STATUS_OK;
}

/* --- weights that are not held --- */

typedef struct {
  Evaluation *run;
  Tensor *values;
  Intervals intervals;
  bool bounded; /* intervals know all nodes so far */
  size_t next;  /* of the streamed weights */
} Pass;

/* Some rows at a time: made, given away, multiplied. */
static Status run_rows(Pass *pass, const GraphNode *node, StreamedWeights *weights, Error *error)
{
  enum { NUMBERS_MAX = 1 << 18 };
  const Graph *graph = pass->run->graph;
  const TensorShape *shape = &graph_value(graph, weights->value)->shape;
  size_t rows = (size_t)shape->dims[0], columns = (size_t)shape->dims[1];
  size_t some = columns >= NUMBERS_MAX ? 1 : NUMBERS_MAX / columns;
  const float *x = pass->values[node->inputs[0]].data;
  const float *bias = graph_constant(graph, node->inputs[2])->data;
  Tensor *y = &pass->values[node->outputs[0]];
  tensor_init(y, graph_value(graph, node->outputs[0])->shape);
  assert(y->count == rows && pass->values[node->inputs[0]].count == columns);
  float *numbers = mem_alloc(some * columns, sizeof *numbers), *sums = y->data;
  Status status = STATUS_OK;
  for (size_t first = 0; first < rows && status == STATUS_OK; first += some) {
    size_t count = rows - first < some ? rows - first : some;
    numbers_draw(&weights->recipe, numbers, count * columns);
    status = pass->run->sink->add(pass->run->sink->context, numbers, count * columns, error);
    cblas_sgemv(CblasRowMajor, CblasNoTrans, (int)count, (int)columns, 1, numbers, (int)columns, x,
                1, 0, sums + first, 1);
    for (size_t i = first; i < first + count; i++) sums[i] += bias[i];
    if (pass->bounded)
      pass->bounded = intervals_rows(&pass->intervals, node, numbers, bias, first, count);
  }
  free(numbers);
  return status;
}

static Status run_pass(Pass *pass, Error *error)
{
  const Graph *graph = pass->run->graph;
  uint32_t *last = infer_last_uses(graph);
  Status status = STATUS_OK;
  for (size_t i = 0; i < graph->nodes.count && status == STATUS_OK; i++) {
    const GraphNode *node = &graph->nodes.items[i];
    StreamedVec *streamed = pass->run->streamed;
    if (pass->next < streamed->count &&
        graph_node_input(node, 1) == streamed->items[pass->next].value) {
      status = run_rows(pass, node, &streamed->items[pass->next++], error);
    } else {
      status = infer_step(graph, node, pass->values, error);
      pass->bounded = pass->bounded && intervals_step(&pass->intervals, node);
    }
    for (uint32_t k = 0; k < node->input_count; k++) {
      ValueId value = node->inputs[k];
      if (value == VALUE_NONE || last[value] != i) continue;
      tensor_deinit(&pass->values[value]);
      if (pass->run->low) intervals_release(&pass->intervals, value);
    }
  }
  free(last);
  return status;
}

static Status begin_sink(const Evaluation *run, Error *error)
{
  U32Vec values = {0};
  for (size_t i = 0; i < run->streamed->count; i++)
    VEC_PUSH(&values, run->streamed->items[i].value);
  Status status =
      run->sink->begin(run->sink->context, run->graph, values.items, values.count, error);
  VEC_FREE(&values);
  return status;
}

static Status evaluate_streamed(Evaluation *run, Error *error)
{
  const Graph *graph = run->graph;
  Status status = begin_sink(run, error);
  if (status != STATUS_OK) return status;
  Pass pass = {.run = run, .bounded = run->low != NULL};
  pass.values = mem_alloc_zero(graph->values.count + 1, sizeof *pass.values);
  tensor_init_copy(&pass.values[graph->inputs.items[0]], run->x);
  if (run->low) intervals_init(&pass.intervals, graph, run->low, run->high);
  status = run_pass(&pass, error);
  assert(status != STATUS_OK || pass.next == run->streamed->count);
  const Tensor *out = &pass.values[graph->outputs.items[0]];
  for (size_t i = 0; status == STATUS_OK && i < out->count; i++)
    run->y[i] = tensor_get_double(out, i);
  run->proved = status == STATUS_OK && pass.bounded &&
                intervals_output(&pass.intervals, run->y_low, run->y_high);
  if (run->low) intervals_deinit(&pass.intervals);
  for (size_t i = 0; i < graph->values.count; i++) tensor_deinit(&pass.values[i]);
  free(pass.values);
  return status;
}

Status evaluate_network(Evaluation *run, Error *error)
{
  return run->streamed->count ? evaluate_streamed(run, error) : evaluate_held(run, error);
}
