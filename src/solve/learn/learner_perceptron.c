/* A multi-layer perceptron: 8 hidden layers of 128 neurons with ReLU, trained by Adam until rows that are kept aside are not
 * predicted better for a while. */
#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "solve/learn/learner_method.h"
#include "solve/learn/pack.h"
#include "solve/learn/scale.h"

enum {
  HIDDEN = 8,
  WIDTH = 128,
  LAYERS = HIDDEN + 1,
  BATCH = 64,
  EPOCHS_USUAL = 60,
  PATIENCE = 8,        /* epochs without a better one */
  KEPT_EVERY = 10,     /* one row of so many is kept aside */
  KEPT_LEAST_ROWS = 50 /* none are if there are fewer rows */
};

static const float RATE = 1e-3f, DECAY_FIRST = 0.9f, DECAY_SECOND = 0.999f;
static const float CLIP = 8; /* of scaled features, which may be far out */

/* Weights of layer l: sizes[l + 1] rows of sizes[l], then as many constants. */
typedef struct {
  Scale scale;
  bool logistic;
  size_t outputs;
  size_t sizes[LAYERS + 1], begins[LAYERS + 1];
  float *weights;
  float *centre, *spread; /* of each output: targets are trained with zero mean and unit variance */
} Perceptron;

static void lay_out(Perceptron *net)
{
  size_t at = 0;
  for (size_t l = 0; l <= LAYERS; l++) net->sizes[l] = WIDTH;
  net->sizes[0] = net->scale.used;
  net->sizes[LAYERS] = net->outputs;
  for (size_t l = 0; l < LAYERS; l++) {
    net->begins[l] = at;
    at += net->sizes[l + 1] * (net->sizes[l] + 1);
  }
  net->begins[LAYERS] = at;
}

static void destroy(void *state)
{
  Perceptron *net = state;
  scale_free(&net->scale);
  free(net->weights);
  free(net->centre);
  free(net->spread);
  free(net);
}

/* --- passes ------------------------------------------------------------------------------- */

/* Values of the neurons of a batch, layer by layer; a row for each row of the batch. */
typedef struct {
  float *layers[LAYERS + 1];
  float *slopes[LAYERS + 1]; /* of the loss */
} Passes;

static void passes_init(Passes *passes, const Perceptron *net, size_t rows)
{
  for (size_t l = 0; l <= LAYERS; l++) {
    passes->layers[l] = mem_alloc_zero(rows * net->sizes[l] + 1, sizeof(float));
    passes->slopes[l] = mem_alloc_zero(rows * net->sizes[l] + 1, sizeof(float));
  }
}

static void passes_deinit(Passes *passes)
{
  for (size_t l = 0; l <= LAYERS; l++) {
    free(passes->layers[l]);
    free(passes->slopes[l]);
  }
}

static void set_input(const Perceptron *net, const float *row, float *to)
{
  scale_apply(&net->scale, row, to);
  for (size_t i = 0; i < net->scale.used; i++) to[i] = fminf(fmaxf(to[i], -CLIP), CLIP);
}

static void pass_forward(const Perceptron *net, Passes *passes, size_t rows)
{
  for (size_t l = 0; l < LAYERS; l++) {
    int from = (int)net->sizes[l], to = (int)net->sizes[l + 1];
    const float *weights = net->weights + net->begins[l];
    const float *constants = weights + (size_t)to * (size_t)from;
    float *out = passes->layers[l + 1];
    for (size_t r = 0; r < rows; r++)
      memcpy(out + r * (size_t)to, constants, (size_t)to * sizeof *out);
    if (from > 0)
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)rows, to, from, 1,
                  passes->layers[l], from, weights, from, 1, out, to);
    for (size_t i = 0; i < rows * (size_t)to && l + 1 < LAYERS; i++) out[i] = fmaxf(out[i], 0);
  }
}

/* Slopes of the last layer are set; those of the weights are written. */
static void pass_back(const Perceptron *net, Passes *passes, size_t rows, float *slopes)
{
  for (size_t l = LAYERS; l-- > 0;) {
    int from = (int)net->sizes[l], to = (int)net->sizes[l + 1];
    const float *weights = net->weights + net->begins[l];
    float *out = slopes + net->begins[l], *constants = out + (size_t)to * (size_t)from;
    memset(constants, 0, (size_t)to * sizeof *constants);
    for (size_t r = 0; r < rows; r++)
      for (size_t i = 0; i < (size_t)to; i++)
        constants[i] += passes->slopes[l + 1][r * (size_t)to + i];
    if (from == 0) continue;
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, to, from, (int)rows, 1,
                passes->slopes[l + 1], to, passes->layers[l], from, 0, out, from);
    if (l == 0) continue;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows, from, to, 1,
                passes->slopes[l + 1], to, weights, from, 0, passes->slopes[l], from);
    for (size_t i = 0; i < rows * (size_t)from; i++)
      if (passes->layers[l][i] <= 0) passes->slopes[l][i] = 0;
  }
}

static float logistic(float value)
{
  return 1 / (1 + expf(-value));
}

/* --- training ----------------------------------------------------------------------------- */

typedef struct {
  const LearnerData *data;
  Perceptron *net;
  uint32_t *order; /* rows to train on first, then those kept aside */
  size_t trained, kept;
  double mean_weight;
  float *slopes, *first, *second; /* of the weights, and their moments */
  uint32_t steps;
  Passes passes;
  Random random;
} Training;

static void set_weights(Perceptron *net, Random *random)
{
  net->weights = mem_alloc_zero(net->begins[LAYERS] + 1, sizeof *net->weights);
  for (size_t l = 0; l < LAYERS; l++) {
    size_t count = net->sizes[l] * net->sizes[l + 1];
    float width = sqrtf(6.0f / (float)(net->sizes[l] + 1));
    for (size_t i = 0; i < count; i++)
      net->weights[net->begins[l] + i] = width * (2 * (float)random_unit(random) - 1);
  }
}

static void measure_targets(Perceptron *net, const Matrix *targets)
{
  net->centre = mem_alloc_zero(net->outputs, sizeof *net->centre);
  net->spread = mem_alloc_zero(net->outputs, sizeof *net->spread);
  for (size_t o = 0; o < net->outputs; o++) {
    double sum = 0, squares = 0;
    for (size_t r = 0; r < targets->rows; r++) sum += (double)matrix_row(targets, r)[o];
    double mean = sum / (double)targets->rows;
    for (size_t r = 0; r < targets->rows; r++) {
      double away = (double)matrix_row(targets, r)[o] - mean;
      squares += away * away;
    }
    net->centre[o] = net->logistic ? 0 : (float)mean;
    net->spread[o] =
        net->logistic ? 1 : fmaxf((float)sqrt(squares / (double)targets->rows), 1e-12f);
  }
}

/* The loss of a batch; slopes of the last layer are set. */
static double measure_batch(Training *training, const uint32_t *rows, size_t count)
{
  const Perceptron *net = training->net;
  const LearnerData *data = training->data;
  double loss = 0;
  for (size_t i = 0; i < count; i++)
    set_input(net, matrix_row(data->features, rows[i]),
              training->passes.layers[0] + i * net->sizes[0]);
  pass_forward(net, &training->passes, count);
  for (size_t i = 0; i < count; i++) {
    double weight = data->weights ? (double)data->weights[rows[i]] / training->mean_weight : 1;
    const float *out = training->passes.layers[LAYERS] + i * net->outputs;
    float *slope = training->passes.slopes[LAYERS] + i * net->outputs;
    for (size_t o = 0; o < net->outputs; o++) {
      float target = (matrix_row(data->targets, rows[i])[o] - net->centre[o]) / net->spread[o];
      /* Both losses have the same slope: the prediction less the target. */
      float said = net->logistic ? logistic(out[o]) : out[o];
      slope[o] = (said - target) * (float)(weight / (double)count);
      loss += weight * (double)((said - target) * (said - target));
    }
  }
  return loss;
}

static void step(Training *training)
{
  float *weights = training->net->weights;
  training->steps++;
  float first_part = 1 - powf(DECAY_FIRST, (float)training->steps);
  float second_part = 1 - powf(DECAY_SECOND, (float)training->steps);
  for (size_t i = 0; i < training->net->begins[LAYERS]; i++) {
    float slope = training->slopes[i];
    training->first[i] = DECAY_FIRST * training->first[i] + (1 - DECAY_FIRST) * slope;
    training->second[i] = DECAY_SECOND * training->second[i] + (1 - DECAY_SECOND) * slope * slope;
    weights[i] -=
        RATE * training->first[i] / first_part / (sqrtf(training->second[i] / second_part) + 1e-8f);
  }
}

static void run_epoch(Training *training)
{
  for (size_t i = training->trained; i > 1; i--) {
    size_t other = (size_t)random_below(&training->random, i);
    uint32_t row = training->order[i - 1];
    training->order[i - 1] = training->order[other];
    training->order[other] = row;
  }
  for (size_t at = 0; at < training->trained; at += BATCH) {
    size_t count = training->trained - at < BATCH ? training->trained - at : BATCH;
    measure_batch(training, training->order + at, count);
    pass_back(training->net, &training->passes, count, training->slopes);
    step(training);
  }
}

static double measure_kept(Training *training)
{
  double loss = 0;
  size_t first = training->kept ? training->trained : 0;
  size_t end = training->trained + training->kept;
  for (size_t at = first; at < end; at += BATCH)
    loss += measure_batch(training, training->order + at, end - at < BATCH ? end - at : BATCH);
  return loss;
}

static void run_epochs(Training *training, uint32_t epochs)
{
  size_t bytes = (training->net->begins[LAYERS] + 1) * sizeof(float);
  float *best = mem_alloc(1, bytes);
  memcpy(best, training->net->weights, bytes);
  double least = INFINITY;
  uint32_t waiting = 0;
  for (uint32_t epoch = 0; epoch < epochs && waiting < PATIENCE; epoch++) {
    run_epoch(training);
    double loss = measure_kept(training);
    waiting++;
    if (!(loss < least)) continue;
    least = loss;
    waiting = 0;
    memcpy(best, training->net->weights, bytes);
  }
  free(training->net->weights);
  training->net->weights = best;
}

static void divide_rows(Training *training, size_t rows)
{
  training->order = mem_alloc(rows, sizeof *training->order);
  training->kept = rows >= KEPT_LEAST_ROWS ? rows / KEPT_EVERY : 0;
  training->trained = rows - training->kept;
  for (size_t i = 0; i < rows; i++) {
    size_t other = (size_t)random_below(&training->random, i + 1);
    training->order[i] = training->order[other];
    training->order[other] = (uint32_t)i;
  }
  double sum = 0;
  for (size_t i = 0; i < rows && training->data->weights; i++)
    sum += (double)training->data->weights[i];
  training->mean_weight = sum / (double)rows;
}

static void *train(const LearnerData *data, const LearnerSettings *settings, Error *error)
{
  (void)error;
  openblas_set_num_threads(1);
  Perceptron *net = mem_alloc_zero(1, sizeof *net);
  net->logistic = settings->task == LEARN_CHANCES;
  net->outputs = data->targets->columns;
  scale_make(&net->scale, data->features, data->weights, true);
  lay_out(net);
  Training training = {.data = data, .net = net, .random = random_stream(settings->seed, 3, 0)};
  set_weights(net, &training.random);
  measure_targets(net, data->targets);
  divide_rows(&training, data->features->rows);
  size_t count = net->begins[LAYERS] + 1;
  training.slopes = mem_alloc_zero(count, sizeof(float));
  training.first = mem_alloc_zero(count, sizeof(float));
  training.second = mem_alloc_zero(count, sizeof(float));
  passes_init(&training.passes, net, BATCH);
  run_epochs(&training, settings->size ? settings->size : EPOCHS_USUAL);
  passes_deinit(&training.passes);
  free(training.order);
  free(training.slopes);
  free(training.first);
  free(training.second);
  return net;
}

static void predict(const void *state, const float *row, float *outputs)
{
  const Perceptron *net = state;
  size_t width = net->sizes[0] > WIDTH ? net->sizes[0] : WIDTH;
  if (net->outputs > width) width = net->outputs;
  float *from = mem_alloc_zero(width + 1, sizeof *from),
        *to = mem_alloc_zero(width + 1, sizeof *to);
  set_input(net, row, from);
  for (size_t l = 0; l < LAYERS; l++) {
    size_t inputs = net->sizes[l], count = net->sizes[l + 1];
    const float *weights = net->weights + net->begins[l];
    memcpy(to, weights + count * inputs, count * sizeof *to);
    if (inputs > 0)
      cblas_sgemv(CblasRowMajor, CblasNoTrans, (int)count, (int)inputs, 1, weights, (int)inputs,
                  from, 1, 1, to, 1);
    for (size_t i = 0; i < count && l + 1 < LAYERS; i++) to[i] = fmaxf(to[i], 0);
    float *other = from;
    from = to;
    to = other;
  }
  for (size_t o = 0; o < net->outputs; o++)
    outputs[o] = net->logistic ? logistic(from[o]) : net->centre[o] + net->spread[o] * from[o];
  free(from);
  free(to);
}

/* --- bytes -------------------------------------------------------------------------------- */

static void write(const void *state, StrBuf *out)
{
  const Perceptron *net = state;
  bytes_put_u64(out, net->logistic);
  scale_write(&net->scale, out);
  for (size_t o = 0; o < net->outputs; o++) {
    pack_put_float(out, net->centre[o]);
    pack_put_float(out, net->spread[o]);
  }
  for (size_t i = 0; i < net->begins[LAYERS]; i++) pack_put_float(out, net->weights[i]);
}

static void *read(ByteReader *in, size_t inputs, size_t outputs)
{
  Perceptron *net = mem_alloc_zero(1, sizeof *net);
  net->logistic = bytes_get_bool(in);
  net->outputs = outputs;
  scale_read(&net->scale, in, inputs);
  in->failed |= outputs > (in->length - in->at) / (2 * sizeof(float));
  if (!in->failed) {
    lay_out(net);
    net->centre = mem_alloc_zero(outputs, sizeof *net->centre);
    net->spread = mem_alloc_zero(outputs, sizeof *net->spread);
    for (size_t o = 0; o < outputs; o++) {
      net->centre[o] = pack_get_float(in);
      net->spread[o] = pack_get_float(in);
    }
    in->failed |= net->begins[LAYERS] > (in->length - in->at) / sizeof(float);
  }
  if (!in->failed) {
    net->weights = mem_alloc_zero(net->begins[LAYERS] + 1, sizeof *net->weights);
    for (size_t i = 0; i < net->begins[LAYERS]; i++) net->weights[i] = pack_get_float(in);
  }
  if (!in->failed) return net;
  destroy(net);
  return NULL;
}

const LearnerMethod learner_perceptron = {
    .train = train, .destroy = destroy, .predict = predict, .write = write, .read = read};
