/* What each kind of learner provides. */
#ifndef SOLVE_LEARN_LEARNER_METHOD_H
#define SOLVE_LEARN_LEARNER_METHOD_H

#include "solve/learn/learner.h"

typedef struct {
  /* NULL: it needs nothing. */
  Status (*check)(Error *error);
  void *(*train)(const LearnerData *data, const LearnerSettings *settings, Error *error);
  void (*destroy)(void *state);
  void (*predict)(const void *state, const float *row, float *outputs);
  void (*write)(const void *state, StrBuf *out);
  /* NULL if the bytes are wrong. */
  void *(*read)(ByteReader *in, size_t inputs, size_t outputs);
} LearnerMethod;

extern const LearnerMethod learner_forest, learner_boost, learner_ridge, learner_adaboost,
    learner_perceptron;

#endif
