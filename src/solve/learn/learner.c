#include "solve/learn/learner.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "solve/learn/learner_method.h"

struct Learner {
  LearnerKind kind;
  LearnerTask task;
  size_t inputs, outputs;
  void *state;
};

enum { INPUTS_MAX = 1 << 20, OUTPUTS_MAX = 1 << 20 };

static const LearnerMethod *const methods[LEARNER_COUNT] = {
    [LEARNER_FOREST] = &learner_forest,         [LEARNER_BOOST] = &learner_boost,
    [LEARNER_RIDGE] = &learner_ridge,           [LEARNER_ADABOOST] = &learner_adaboost,
    [LEARNER_PERCEPTRON] = &learner_perceptron,
};

static const char *const names[LEARNER_COUNT] = {
#define LEARNER_NAME(code, name, text) name,
    LEARNERS(LEARNER_NAME)
#undef LEARNER_NAME
};

const char *learner_name(LearnerKind kind)
{
  assert(kind < LEARNER_COUNT);
  return names[kind];
}

bool learner_find(const char *name, LearnerKind *kind)
{
  for (size_t i = 0; i < LEARNER_COUNT; i++) {
    if (strcmp(names[i], name) != 0) continue;
    *kind = (LearnerKind)i;
    return true;
  }
  return false;
}

Status learner_check(LearnerKind kind, Error *error)
{
  assert(kind < LEARNER_COUNT);
  assert(kind < LEARNER_COUNT);
  return methods[kind]->check ? methods[kind]->check(error) : STATUS_OK;
}

Learner *learner_train(const LearnerData *data, const LearnerSettings *settings, Error *error)
{
  assert(data->features->rows > 0 && data->features->rows == data->targets->rows);
  assert(data->targets->columns > 0 && settings->kind < LEARNER_COUNT);
  if (learner_check(settings->kind, error) != STATUS_OK) return NULL;
  void *state = methods[settings->kind]->train(data, settings, error);
  if (!state) return NULL;
  Learner *learner = mem_alloc_zero(1, sizeof *learner);
  *learner = (Learner){.kind = settings->kind,
                       .task = settings->task,
                       .inputs = data->features->columns,
                       .outputs = data->targets->columns,
                       .state = state};
  return learner;
}

void learner_destroy(Learner *learner)
{
  if (!learner) return;
  methods[learner->kind]->destroy(learner->state);
  free(learner);
}

size_t learner_inputs(const Learner *learner)
{
  return learner->inputs;
}

size_t learner_outputs(const Learner *learner)
{
  return learner->outputs;
}

void learner_predict(const Learner *learner, const float *row, float *outputs)
{
  methods[learner->kind]->predict(learner->state, row, outputs);
  if (learner->task != LEARN_CHANCES) return;
  for (size_t i = 0; i < learner->outputs; i++) outputs[i] = fminf(fmaxf(outputs[i], 0), 1);
}

Matrix learner_predict_all(const Learner *learner, const Matrix *features)
{
  assert(features->columns == learner_inputs(learner));
  assert(features->columns == learner->inputs);
  Matrix outputs = matrix_make(features->rows, learner->outputs);
  for (size_t r = 0; r < features->rows; r++)
    learner_predict(learner, matrix_row(features, r), matrix_row(&outputs, r));
  return outputs;
}

void learner_write(const Learner *learner, StrBuf *out)
{
  bytes_put_u64(out, learner->kind);
  bytes_put_u64(out, learner->task);
  bytes_put_u64(out, learner->inputs);
  bytes_put_u64(out, learner->outputs);
  methods[learner->kind]->write(learner->state, out);
}

Learner *learner_read(ByteReader *in)
{
  Learner learner = {.kind = (LearnerKind)bytes_get_below(in, LEARNER_COUNT),
                     .task = (LearnerTask)bytes_get_below(in, LEARN_CHANCES + 1),
                     .inputs = (size_t)bytes_get_below(in, INPUTS_MAX),
                     .outputs = (size_t)bytes_get_below(in, OUTPUTS_MAX)};
  in->failed |= learner.outputs == 0;
  if (in->failed) return NULL;
  learner.state = methods[learner.kind]->read(in, learner.inputs, learner.outputs);
  if (!learner.state) return NULL;
  Learner *result = mem_alloc_zero(1, sizeof *result);
  *result = learner;
  return result;
}
