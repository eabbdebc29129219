#include "solve/select/ranker.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "base/vec.h"

enum {
  COMPARED = 10, /* solvers that are compared in pairs at most: those that add most to each other */
  PAIR_ROWS = 6000, /* rows that a pair is learnt from, about */
  TREES = 100,
  LEAF = 3,
  SOLVERS_MAX = 1000
};

struct Ranker {
  RankerKind kind;
  size_t inputs, solvers;
  U32Vec compared; /* solvers, in the order in which they were chosen */
  VEC(Learner *)
  learners; /* one for all, or of the pairs (0, 1), (0, 2) .. (1, 2) ..; NULL: never differ */
};

void ranker_destroy(Ranker *ranker)
{
  if (!ranker) return;
  for (size_t i = 0; i < ranker->learners.count; i++) learner_destroy(ranker->learners.items[i]);
  VEC_FREE(&ranker->learners);
  VEC_FREE(&ranker->compared);
  free(ranker);
}

size_t ranker_inputs(const Ranker *ranker)
{
  return ranker->inputs;
}

size_t ranker_solvers(const Ranker *ranker)
{
  return ranker->solvers;
}

/* The solver that lowers the sum of the best scores most. */
static uint32_t find_next(const Matrix *scores, const float *best, const bool *taken)
{
  uint32_t choice = 0;
  double least = INFINITY;
  for (uint32_t s = 0; s < scores->columns; s++) {
    double sum = 0;
    if (taken[s]) continue;
    for (size_t r = 0; r < scores->rows; r++)
      sum += (double)fminf(best[r], matrix_row(scores, r)[s]);
    if (sum >= least) continue;
    least = sum;
    choice = s;
  }
  return choice;
}

static void choose_compared(Ranker *ranker, const Matrix *scores)
{
  float *best = mem_alloc(scores->rows, sizeof *best);
  bool *taken = mem_alloc_zero(scores->columns, sizeof *taken);
  for (size_t r = 0; r < scores->rows; r++) best[r] = INFINITY;
  while (ranker->compared.count < COMPARED && ranker->compared.count < scores->columns) {
    uint32_t next = find_next(scores, best, taken);
    taken[next] = true;
    VEC_PUSH(&ranker->compared, next);
    for (size_t r = 0; r < scores->rows; r++) best[r] = fminf(best[r], matrix_row(scores, r)[next]);
  }
  free(best);
  free(taken);
}

/* Rows by the cost of a wrong choice: dear ones always, cheap ones by chance and with more weight. */
typedef struct {
  U32Vec rows;
  VEC(float) weights;
  VEC(float) targets; /* 1: the first solver is better */
} Cases;

static void choose_cases(const Matrix *scores, uint32_t one, uint32_t other, Random random,
                         Cases *cases)
{
  double sum = 0;
  for (size_t r = 0; r < scores->rows; r++)
    sum += fabs((double)(matrix_row(scores, r)[one] - matrix_row(scores, r)[other]));
  for (uint32_t r = 0; r < scores->rows && sum > 0; r++) {
    double difference = (double)(matrix_row(scores, r)[one] - matrix_row(scores, r)[other]);
    double cost = fabs(difference), chance = 1;
    if (scores->rows > PAIR_ROWS) chance = fmin(1, cost * PAIR_ROWS / sum);
    if (cost <= 0 || random_unit(&random) >= chance) continue;
    VEC_PUSH(&cases->rows, r);
    VEC_PUSH(&cases->weights, (float)(cost / chance));
    VEC_PUSH(&cases->targets, difference < 0 ? 1.0f : 0.0f);
  }
}

static Learner *train_pair(const Matrix *values, const Matrix *scores, uint32_t one, uint32_t other,
                           const LearnerSettings *settings, Error *error)
{
  Cases cases = {0};
  choose_cases(scores, one, other, random_stream(settings->seed, one, other), &cases);
  Learner *learner = NULL;
  if (cases.rows.count > 0) {
    Matrix features = matrix_pick_rows(values, cases.rows.items, cases.rows.count);
    Matrix targets = {cases.rows.count, 1, cases.targets.items};
    learner =
        learner_train(&(LearnerData){&features, &targets, cases.weights.items}, settings, error);
    matrix_free(&features);
  }
  VEC_FREE(&cases.rows);
  VEC_FREE(&cases.weights);
  VEC_FREE(&cases.targets);
  return learner;
}

static void train_pairs(Ranker *ranker, const Matrix *values, const Matrix *scores,
                        const LearnerSettings *settings, Error *error)
{
  choose_compared(ranker, scores);
  for (size_t i = 0; i < ranker->compared.count; i++)
    for (size_t k = i + 1; k < ranker->compared.count; k++)
      VEC_PUSH(&ranker->learners, train_pair(values, scores, ranker->compared.items[i],
                                             ranker->compared.items[k], settings, error));
}

Ranker *ranker_train(const Matrix *values, const Matrix *scores, const RankerSettings *settings,
                     Error *error)
{
  assert(values->rows > 0 && values->rows == scores->rows && scores->columns > 0);
  if (learner_check(settings->learner, error) != STATUS_OK) return NULL;
  Ranker *ranker = mem_alloc_zero(1, sizeof *ranker);
  ranker->kind = settings->kind;
  ranker->inputs = values->columns;
  ranker->solvers = scores->columns;
  LearnerSettings how = {
      .kind = settings->learner,
      .task = settings->kind == RANKER_PAIRWISE ? LEARN_CHANCES : LEARN_NUMBERS,
      .leaf = LEAF,
      .seed = settings->seed,
  };
  if (settings->learner == LEARNER_FOREST || settings->learner == LEARNER_BOOST) how.size = TREES;
  if (settings->kind == RANKER_PAIRWISE)
    train_pairs(ranker, values, scores, &how, error);
  else
    VEC_PUSH(&ranker->learners, learner_train(&(LearnerData){values, scores, NULL}, &how, error));
  return ranker;
}

/* A solver that is compared with no other is worse than those that are. */
void ranker_rate(const Ranker *ranker, const float *row, float *ratings)
{
  assert(ranker->kind == RANKER_PAIRWISE || ranker->learners.count == 1);
  if (ranker->kind == RANKER_HARDNESS) {
    for (size_t s = 0; s < ranker->solvers; s++) ratings[s] = 1;
    if (ranker->learners.items[0]) learner_predict(ranker->learners.items[0], row, ratings);
    return;
  }
  size_t count = ranker->compared.count, at = 0;
  for (size_t s = 0; s < ranker->solvers; s++) ratings[s] = 1;
  for (size_t i = 0; i < count; i++) ratings[ranker->compared.items[i]] = 0;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = i + 1; k < count; k++) {
      const Learner *learner = ranker->learners.items[at++];
      float better = 0.5f;
      if (learner) learner_predict(learner, row, &better);
      ratings[ranker->compared.items[i]] += (1 - better) / (float)count;
      ratings[ranker->compared.items[k]] += better / (float)count;
    }
  }
}

/* --- bytes -------------------------------------------------------------------------------- */

void ranker_write(const Ranker *ranker, StrBuf *out)
{
  bytes_put_u64(out, ranker->kind);
  bytes_put_u64(out, ranker->inputs);
  bytes_put_u64(out, ranker->solvers);
  bytes_put_u64(out, ranker->compared.count);
  for (size_t i = 0; i < ranker->compared.count; i++) bytes_put_u64(out, ranker->compared.items[i]);
  for (size_t i = 0; i < ranker->learners.count; i++) {
    bytes_put_u64(out, ranker->learners.items[i] != NULL);
    if (ranker->learners.items[i]) learner_write(ranker->learners.items[i], out);
  }
}

static void read_learners(Ranker *ranker, size_t count, ByteReader *in)
{
  size_t outputs = ranker->kind == RANKER_PAIRWISE ? 1 : ranker->solvers;
  for (size_t i = 0; i < count && !in->failed; i++) {
    Learner *learner = bytes_get_bool(in) ? learner_read(in) : NULL;
    VEC_PUSH(&ranker->learners, learner);
    if (learner)
      in->failed |=
          learner_inputs(learner) != ranker->inputs || learner_outputs(learner) != outputs;
  }
}

Ranker *ranker_read(ByteReader *in)
{
  Ranker *ranker = mem_alloc_zero(1, sizeof *ranker);
  ranker->kind = (RankerKind)bytes_get_below(in, RANKER_KINDS);
  ranker->inputs = (size_t)bytes_get_below(in, 1 << 20);
  ranker->solvers = (size_t)bytes_get_below(in, SOLVERS_MAX + 1);
  size_t compared = (size_t)bytes_get_below(in, COMPARED + 1);
  in->failed |= ranker->solvers == 0 || compared > ranker->solvers;
  for (size_t i = 0; i < compared && !in->failed; i++)
    VEC_PUSH(&ranker->compared, (uint32_t)bytes_get_below(in, ranker->solvers));
  size_t pairs = compared ? compared * (compared - 1) / 2 : 0;
  if (!in->failed) read_learners(ranker, ranker->kind == RANKER_PAIRWISE ? pairs : 1, in);
  if (!in->failed) return ranker;
  ranker_destroy(ranker);
  return NULL;
}
