/* RNN, GRU and LSTM. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nn/infer/kernel.h"

typedef struct {
  const char *name;
  double (*apply)(double x, double alpha, double beta);
  double alpha, beta;
} Activation;

static double affine(double x, double a, double b)
{
  return a * x + b;
}
static double elu(double x, double a, double b)
{
  return (void)b, x < 0 ? a * expm1(x) : x;
}
static double hard_sigmoid(double x, double a, double b)
{
  return fmax(0, fmin(1, a * x + b));
}
static double leaky(double x, double a, double b)
{
  return (void)b, x < 0 ? a * x : x;
}
static double relu(double x, double a, double b)
{
  return (void)a, (void)b, x < 0 ? 0 : x;
}
static double scaled_tanh(double x, double a, double b)
{
  return a * tanh(b * x);
}
static double sigmoid(double x, double a, double b)
{
  return (void)a, (void)b, 1 / (1 + exp(-x));
}
static double softplus(double x, double a, double b)
{
  return (void)a, (void)b, x > 30 ? x : log1p(exp(x));
}
static double softsign(double x, double a, double b)
{
  return (void)a, (void)b, x / (1 + fabs(x));
}
static double plain_tanh(double x, double a, double b)
{
  return (void)a, (void)b, tanh(x);
}
static double threshold(double x, double a, double b)
{
  return (void)b, x > a ? x : 0;
}

static const Activation ACTIVATIONS[] = {
    {"Affine", affine, 1, 0},
    {"Elu", elu, 1, 0},
    {"HardSigmoid", hard_sigmoid, 0.2, 0.5},
    {"LeakyRelu", leaky, 0.01, 0},
    {"Relu", relu, 0, 0},
    {"ScaledTanh", scaled_tanh, 1, 1},
    {"Sigmoid", sigmoid, 0, 0},
    {"Softplus", softplus, 0, 0},
    {"Softsign", softsign, 0, 0},
    {"Tanh", plain_tanh, 0, 0},
    {"ThresholdedRelu", threshold, 1, 0},
};

enum { ACTIVATIONS_MAX = 6, GATES_MAX = 4 };

/* One network in progress. All numbers are doubles; results are rounded when they are put. */
typedef struct {
  const KernelTask *task;
  OperatorKind kind;
  size_t steps, batch, inputs, hidden, directions, gates;
  bool by_batch; /* layout 1 */
  bool coupled, after_reset;
  double clip;
  Activation activations[ACTIVATIONS_MAX];
  /* Of the direction that is computed. */
  size_t direction;
  const Activation *own;
  double *state, *cell, *next, *sums, *recurrent;
} Recurrent;

static Status find_activation(const KernelTask *task, const char *name, Activation *activation)
{
  for (size_t i = 0; i < sizeof ACTIVATIONS / sizeof *ACTIVATIONS; i++)
    if (strcasecmp(ACTIVATIONS[i].name, name) == 0) {
      *activation = ACTIVATIONS[i];
      return STATUS_OK;
    }
  return compute_fail(task, "the activation '%s' is unknown", name);
}

static Status read_activations(Recurrent *r)
{
  static const char *const DEFAULTS[3][3] = {
      {"Tanh"}, {"Sigmoid", "Tanh"}, {"Sigmoid", "Tanh", "Tanh"}};
  const GraphNode *node = r->task->node;
  const GraphAttribute *given = graph_attribute(node, "activations");
  const GraphAttribute *alpha = graph_attribute(node, "activation_alpha");
  const GraphAttribute *beta = graph_attribute(node, "activation_beta");
  size_t each = r->kind == OP_LSTM ? 3 : r->kind == OP_GRU ? 2 : 1, count = each * r->directions;
  size_t used_alpha = 0, used_beta = 0;
  if (given && given->count != count)
    return compute_fail(r->task, "there are %u activations instead of %zu", given->count, count);
  for (size_t i = 0; i < count; i++) {
    Activation *a = &r->activations[i];
    const char *name = given ? given->texts[i] : DEFAULTS[each - 1][i % each];
    Status status = find_activation(r->task, name, a);
    if (status != STATUS_OK) return status;
    /* Numbers are for those activations that have any, in their order. */
    bool takes_alpha = a->alpha != 0, takes_beta = a->beta != 0 || a->apply == affine;
    if (takes_alpha && alpha && used_alpha < alpha->count)
      a->alpha = (double)alpha->reals[used_alpha++];
    if (takes_beta && beta && used_beta < beta->count) a->beta = (double)beta->reals[used_beta++];
  }
  return STATUS_OK;
}

static double clipped(const Recurrent *r, double x)
{
  return r->clip > 0 ? fmin(fmax(x, -r->clip), r->clip) : x;
}

static double activate(const Recurrent *r, size_t which, double x)
{
  const Activation *a = &r->own[which];
  return a->apply(clipped(r, x), a->alpha, a->beta);
}

/* Row `row` of the weights of input `which` (1: W, 2: R) times a vector. */
static double row_times(const Recurrent *r, size_t which, size_t row, const double *vector,
                        size_t length)
{
  const Tensor *weights = r->task->in[which];
  size_t at = (r->direction * r->gates * r->hidden + row) * length;
  double sum = 0;
  for (size_t i = 0; i < length; i++) sum += tensor_get_double(weights, at + i) * vector[i];
  return sum;
}

/* Bias of row `row`, of the input or of the state. */
static double bias_of(const Recurrent *r, size_t row, bool of_state)
{
  const Tensor *bias = compute_input(r->task, 3);
  size_t all = r->gates * r->hidden;
  return bias ? tensor_get_double(bias, r->direction * 2 * all + (of_state ? all : 0) + row) : 0;
}

static double peephole(const Recurrent *r, size_t gate, size_t i, double cell)
{
  const Tensor *weights = compute_input(r->task, 7);
  size_t at = (r->direction * 3 + gate) * r->hidden + i;
  return weights ? tensor_get_double(weights, at) * cell : 0;
}

static void step_rnn(Recurrent *r)
{
  for (size_t i = 0; i < r->hidden; i++) r->next[i] = activate(r, 0, r->sums[i] + r->recurrent[i]);
}

static void step_gru(Recurrent *r)
{
  size_t h = r->hidden;
  double *reset = r->cell; /* a GRU has no cells: the buffer is free */
  for (size_t i = 0; i < h; i++) {
    r->next[i] = activate(r, 0, r->sums[i] + r->recurrent[i]); /* update gate */
    reset[i] = activate(r, 0, r->sums[h + i] + r->recurrent[h + i]);
  }
  if (!r->after_reset) {
    for (size_t i = 0; i < h; i++) reset[i] *= r->state[i];
    for (size_t i = 0; i < h; i++)
      r->recurrent[2 * h + i] = row_times(r, 2, 2 * h + i, reset, h) + bias_of(r, 2 * h + i, true);
  }
  for (size_t i = 0; i < h; i++) {
    double inner = r->recurrent[2 * h + i] * (r->after_reset ? reset[i] : 1);
    double candidate = activate(r, 1, r->sums[2 * h + i] + inner);
    r->next[i] = (1 - r->next[i]) * candidate + r->next[i] * r->state[i];
  }
}

/* Gates are input, output, forget, cell. */
static void step_lstm(Recurrent *r)
{
  size_t h = r->hidden;
  for (size_t i = 0; i < h; i++) {
    double old = r->cell[i], gate[GATES_MAX];
    for (size_t g = 0; g < 4; g++) gate[g] = r->sums[g * h + i] + r->recurrent[g * h + i];
    double in = activate(r, 0, gate[0] + peephole(r, 0, i, old));
    double forget = r->coupled ? 1 - in : activate(r, 0, gate[2] + peephole(r, 2, i, old));
    double cell = forget * old + in * activate(r, 1, gate[3]);
    double out = activate(r, 0, gate[1] + peephole(r, 1, i, cell));
    r->cell[i] = cell;
    /* What comes out of a cell is not clipped, as runtimes have it. */
    r->next[i] = out * r->own[2].apply(cell, r->own[2].alpha, r->own[2].beta);
  }
}

static void step(Recurrent *r, size_t time, size_t batch)
{
  const Tensor *x = r->task->in[0];
  size_t at = (r->by_batch ? batch * r->steps + time : time * r->batch + batch) * r->inputs;
  double *in = mem_alloc(r->inputs + 1, sizeof *in);
  for (size_t i = 0; i < r->inputs; i++) in[i] = tensor_get_double(x, at + i);
  for (size_t i = 0; i < r->gates * r->hidden; i++) {
    r->sums[i] = row_times(r, 1, i, in, r->inputs) + bias_of(r, i, false);
    r->recurrent[i] = row_times(r, 2, i, r->state, r->hidden) + bias_of(r, i, true);
  }
  free(in);
  if (r->kind == OP_LSTM)
    step_lstm(r);
  else if (r->kind == OP_GRU)
    step_gru(r);
  else
    step_rnn(r);
  memcpy(r->state, r->next, r->hidden * sizeof *r->state);
}

static void put_state(const Recurrent *r, size_t output, size_t at, const double *numbers)
{
  const GraphNode *node = r->task->node;
  if (output >= node->output_count || node->outputs[output] == VALUE_NONE) return;
  for (size_t i = 0; i < r->hidden; i++)
    tensor_set_double(&r->task->out[output], at + i, numbers[i]);
}

/* Where a final state is, by direction and place of the batch. */
static size_t state_place(const Recurrent *r, size_t batch)
{
  return (r->by_batch ? batch * r->directions + r->direction : r->direction * r->batch + batch) *
         r->hidden;
}

static void start(Recurrent *r, size_t batch)
{
  const Tensor *state = compute_input(r->task, 5);
  const Tensor *cell = r->kind == OP_LSTM ? compute_input(r->task, 6) : NULL;
  for (size_t i = 0; i < r->hidden; i++) {
    r->state[i] = state ? tensor_get_double(state, state_place(r, batch) + i) : 0;
    r->cell[i] = cell ? tensor_get_double(cell, state_place(r, batch) + i) : 0;
  }
}

static void run_sequence(Recurrent *r, size_t batch, bool backward)
{
  const Tensor *lengths = compute_input(r->task, 4);
  size_t length = lengths ? (size_t)tensor_get_int(lengths, batch) : r->steps;
  start(r, batch);
  for (size_t t = 0; t < length; t++) {
    size_t time = backward ? length - 1 - t : t;
    step(r, time, batch);
    size_t at = r->by_batch ? (batch * r->steps + time) * r->directions + r->direction
                            : (time * r->directions + r->direction) * r->batch + batch;
    put_state(r, 0, at * r->hidden, r->state);
  }
  put_state(r, 1, state_place(r, batch), r->state);
  if (r->kind == OP_LSTM) put_state(r, 2, state_place(r, batch), r->cell);
}

static Status check_optional(const Recurrent *r)
{
  size_t all = r->gates * r->hidden * r->directions, states = r->directions * r->batch * r->hidden;
  size_t wanted[] = {2 * all, r->batch, states, states, 3 * r->hidden * r->directions};
  for (size_t i = 3; i < r->task->node->input_count; i++) {
    const Tensor *given = compute_input(r->task, i);
    if (given && given->count != wanted[i - 3])
      return compute_fail(r->task, "input %zu does not have %zu numbers", i, wanted[i - 3]);
  }
  const Tensor *lengths = compute_input(r->task, 4);
  for (size_t i = 0; lengths && i < lengths->count; i++)
    if (tensor_get_int(lengths, i) < 0 || tensor_get_int(lengths, i) > (int64_t)r->steps)
      return compute_fail(r->task, "a length is out of range");
  return STATUS_OK;
}

static Recurrent recurrent_read(const KernelTask *task)
{
  const GraphNode *node = task->node;
  const TensorShape *x = &task->in[0]->shape, *w = &task->in[2]->shape;
  const GraphAttribute *clip = graph_attribute(node, "clip");
  Recurrent r = {.task = task, .kind = node->op->kind};
  r.by_batch = graph_attribute_int(node, "layout") != 0;
  r.steps = (size_t)x->dims[r.by_batch ? 1 : 0];
  r.batch = (size_t)x->dims[r.by_batch ? 0 : 1];
  r.inputs = (size_t)x->dims[2];
  r.hidden = (size_t)w->dims[2];
  r.directions = (size_t)w->dims[0];
  r.gates = r.kind == OP_LSTM ? 4 : r.kind == OP_GRU ? 3 : 1;
  r.clip = clip ? (double)clip->real : 0;
  r.coupled = r.kind == OP_LSTM && graph_attribute_int(node, "input_forget") != 0;
  r.after_reset = r.kind == OP_GRU && graph_attribute_int(node, "linear_before_reset") != 0;
  return r;
}

Status compute_recurrent(const KernelTask *task)
{
  Recurrent r = recurrent_read(task);
  Status status = read_activations(&r);
  if (status == STATUS_OK) status = check_optional(&r);
  if (status != STATUS_OK) return status;
  double *buffer = mem_alloc_zero(3 * r.hidden + 2 * r.gates * r.hidden + 1, sizeof *buffer);
  r.state = buffer;
  r.cell = r.state + r.hidden;
  r.next = r.cell + r.hidden;
  r.sums = r.next + r.hidden;
  r.recurrent = r.sums + r.gates * r.hidden;
  size_t each = r.kind == OP_LSTM ? 3 : r.kind == OP_GRU ? 2 : 1;
  for (r.direction = 0; r.direction < r.directions; r.direction++) {
    bool backward = r.direction == 1 || graph_attribute_is(task->node, "direction", "reverse");
    r.own = &r.activations[r.direction * each];
    for (size_t b = 0; b < r.batch; b++) run_sequence(&r, b, backward);
  }
  free(buffer);
  return STATUS_OK;
}
