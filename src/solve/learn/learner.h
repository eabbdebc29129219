/* Learners behind one interface: what predicts numbers or chances from rows of features.
 *
 * A learner is trained on rows whose outputs are known, predicts those of other rows, and is a value that files hold. It knows
 * nothing of where the rows come from: scripts, networks, anything that numbers describe.
 *
 *   LearnerData data = {.features = &features, .targets = &targets};
 *   Learner *learner = learner_train(&data, &(LearnerSettings){.kind = LEARNER_FOREST, .seed = 1}, error);
 *   learner_predict(learner, row, outputs);
 *
 * A feature that is not known is NAN. For the same data and settings the learner is the same. */
#ifndef SOLVE_LEARN_LEARNER_H
#define SOLVE_LEARN_LEARNER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"
#include "solve/learn/matrix.h"

/* code, name, what it is */
#define LEARNERS(X)                                                                                \
  X(LEARNER_FOREST, "forest", "random trees, each grown on a part of the rows")                    \
  X(LEARNER_BOOST, "xgboost", "gradient boosting of trees by XGBoost")                             \
  X(LEARNER_RIDGE, "ridge", "linear regression on principal components")                           \
  X(LEARNER_ADABOOST, "adaboost", "AdaBoost.R2: trees grown on what the ones before got wrong")    \
  X(LEARNER_PERCEPTRON, "perceptron", "a network of 8 layers of 128 neurons")

#define LEARNER_ENUM(code, name, text) code,
typedef enum { LEARNERS(LEARNER_ENUM) LEARNER_COUNT } LearnerKind;
#undef LEARNER_ENUM

/* What the targets are. Chances are targets from 0 to 1, and so are the predictions: a class is a column with 1 where a
 * row belongs to it. */
typedef enum { LEARN_NUMBERS, LEARN_CHANCES } LearnerTask;

typedef struct {
  const Matrix *features; /* at least one row */
  const Matrix *targets;  /* as many rows, at least one column; no NAN */
  const float *weights;   /* by row, at least 0, not all 0; NULL: all alike */
} LearnerData;

typedef struct {
  LearnerKind kind;
  LearnerTask task;
  uint32_t size;  /* trees, rounds of boosting, or at most so many epochs; 0: what is usual */
  uint32_t depth; /* of a tree; 0: what is usual */
  uint32_t leaf;  /* fewest rows of a leaf of a forest; 0: what is usual */
  uint64_t seed;
} LearnerSettings;

typedef struct Learner Learner;

const char *learner_name(LearnerKind kind);
/* False if no learner has this name. */
bool learner_find(const char *name, LearnerKind *kind);
/* Whether what it needs is installed; otherwise the error says what is not. */
Status learner_check(LearnerKind kind, Error *error);

/* NULL with an error if learner_check says so, or if the library that it uses fails. */
Learner *learner_train(const LearnerData *data, const LearnerSettings *settings, Error *error);
void learner_destroy(Learner *learner);
size_t learner_inputs(const Learner *learner);
size_t learner_outputs(const Learner *learner);

/* Of a row with learner_inputs values; `outputs` has room for learner_outputs. */
void learner_predict(const Learner *learner, const float *row, float *outputs);
/* Of all rows. */
Matrix learner_predict_all(const Learner *learner, const Matrix *features);

void learner_write(const Learner *learner, StrBuf *out);
/* NULL if the bytes are not a learner; nothing in them is trusted. What was trained with a library is read and used without
 * it. */
Learner *learner_read(ByteReader *in);

#endif
