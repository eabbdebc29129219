/* Rankers: learnt orders of the solvers for a benchmark.
 *
 * A hardness model predicts the score of each solver. Pairwise comparison asks for each two solvers which one is better, with
 * cases weighted by what a wrong choice costs; a solver's rating is how often it is likely to lose. */
#ifndef SOLVE_SELECT_RANKER_H
#define SOLVE_SELECT_RANKER_H

#include "solve/learn/learner.h"

typedef enum { RANKER_HARDNESS, RANKER_PAIRWISE, RANKER_KINDS } RankerKind;

typedef struct {
  RankerKind kind;
  LearnerKind learner;
  uint64_t seed;
} RankerSettings;

typedef struct Ranker Ranker;

/* `scores` has a row for each row of `values` and a column for each solver: parts of the score of no answer. NULL with an
 * error if the learner is not installed. */
Ranker *ranker_train(const Matrix *values, const Matrix *scores, const RankerSettings *settings,
                     Error *error);
void ranker_destroy(Ranker *ranker);
size_t ranker_inputs(const Ranker *ranker);
size_t ranker_solvers(const Ranker *ranker);

/* A rating for each solver; the least is the best. */
void ranker_rate(const Ranker *ranker, const float *row, float *ratings);

void ranker_write(const Ranker *ranker, StrBuf *out);
/* NULL if the bytes are wrong. */
Ranker *ranker_read(ByteReader *in);

#endif
