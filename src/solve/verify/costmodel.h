/* An empirical model: predicts from features what engines cost on a subproblem, and whether it is sat (Goose, section 4.3.3).
 *
 *   const CostModel *model = costmodel_default();          the one that is part of the program
 *   CostPrediction predictions[NETFEATURE_ENGINES];
 *   costmodel_predict(model, row, predictions);        a row of NETFEATURE_COUNT features
 *
 * It is one learner of all engines: a row of features is followed by one number for each engine, 1 for the one that is asked
 * about. Its outputs are the log of PAR-2, and 1 where the engine said sat, unsat, or neither. */
#ifndef SOLVE_VERIFY_COSTMODEL_H
#define SOLVE_VERIFY_COSTMODEL_H

#include <stddef.h>

#include "base/status.h"
#include "base/vec.h"

typedef struct {
  double log_par2;            /* of seconds */
  double sat, unsat, unknown; /* chances: softmax of what the learner says */
} CostPrediction;

typedef struct CostModel CostModel;

/* What an engine did on an instance. */
typedef enum { COST_SAT, COST_UNSAT, COST_UNKNOWN } CostAnswer;
typedef struct {
  const float *features; /* without a history */
  size_t engine;
  CostAnswer answer;
  double seconds;
  size_t instance; /* runs of the same one have the same number, and follow each other */
} CostRun;

typedef struct {
  const char *learner; /* as 'assay train --learner' knows it */
  uint32_t size;       /* of the learner: trees, or epochs; 0: what is usual */
  double limit;        /* seconds of a run */
  uint64_t seed;
} CostSettings;

/* NULL with an error: the learner is not known or fails, or there is no run. */
CostModel *costmodel_train(const CostRun *runs, size_t count, const CostSettings *settings,
                           Error *error);
void costmodel_destroy(CostModel *model);
void costmodel_predict(const CostModel *model, const float *features, CostPrediction *predictions);

Status costmodel_save(const CostModel *model, const char *path, Error *error);
/* NULL with an error if the file is no model of this program. */
CostModel *costmodel_load(const char *path, Error *error);
/* The model that the program has; NULL if it has none. To be destroyed by the caller. */
CostModel *costmodel_default(void);

#endif
