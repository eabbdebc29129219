/* How good selectors are on benchmarks that they were not trained on.
 *
 * For each split of the data everything is learnt on its training part and replayed on its test part, with the time
 * that features take. A selector closes 0 per cent of the gap if it is as good as the best single solver (of the
 * training part), and 100 if it always takes the fastest. */
#ifndef SOLVE_SELECT_EVALUATE_H
#define SOLVE_SELECT_EVALUATE_H

#include "solve/select/selector.h"

#define CONTENDERS(X)                                                                              \
  X(CONTENDER_VIRTUAL_BEST, "virtual best")                                                        \
  X(CONTENDER_GREEDY, "greedy")        /* the best solver of the logic */                          \
  X(CONTENDER_FIXED, "fixed schedule") /* three solvers in a row, the same for all */              \
  X(CONTENDER_HARDNESS, "hardness")    /* a predicted score for each solver */                     \
  X(CONTENDER_PAIRS, "pairwise")       /* comparison in pairs, by forests */                       \
  X(CONTENDER_PAIRS_BOOST, "pairwise xgboost")                                                     \
  X(CONTENDER_NEAREST, "nearest neighbours")                                                       \
  X(CONTENDER_SIMILAR, "similar benchmarks") /* three in a row by the forest alone */              \
  X(CONTENDER_ONE, "one solver")             /* by the forest and comparison in pairs */           \
  X(CONTENDER_TWO, "two in a row")                                                                 \
  X(CONTENDER_THREE, "three in a row")                                                             \
  X(CONTENDER_MACHSMT, "machsmt") /* the published pipeline, if it is wanted */                    \
  X(CONTENDER_CHOSEN, "chosen")   /* what training chooses by itself */

#define CONTENDER_ENUM(code, name) code,
typedef enum { CONTENDERS(CONTENDER_ENUM) CONTENDER_COUNT } Contender;
#undef CONTENDER_ENUM

const char *contender_name(Contender contender);

typedef struct {
  double par;       /* mean score of a benchmark */
  double solved;    /* part of the benchmarks */
  double gap;       /* per cent that is closed, mean over the splits */
  double deviation; /* of that */
  double total_gap; /* per cent that is closed of the sum over all splits: for small ones */
} ContenderScore;

typedef struct {
  ContenderScore best_single;
  ContenderScore contenders[CONTENDER_COUNT];
  double train_seconds;   /* CPU time of training, mean over the splits */
  double predict_seconds; /* CPU time of a prediction, mean */
} EvaluationReport;

/* Sums over the test part of one split. */
typedef struct {
  double score, solved;
} SplitTally;

typedef struct {
  SplitTally contenders[CONTENDER_COUNT], best_single;
  double benchmarks;
  double train_seconds, predict_seconds; /* CPU time; of all predictions */
} SplitScores;

/* One split, and what all of them say together. evaluate does both. */
void evaluation_split(const Dataset *data, const SelectorSettings *settings, bool machsmt,
                      size_t split, SplitScores *scores);
void evaluation_sum(const SplitScores *scores, size_t count, EvaluationReport *report);

/* As a line of text, exactly. False: it is not such a line. */
void evaluation_print_split(const SplitScores *scores, StrBuf *out);
bool evaluation_read_split(SplitScores *scores, const char *text);

/* The data has splits. `machsmt`: also try the published pipeline, whose scores are 0 otherwise. `progress` is called after each split; it may be NULL. */
void evaluate(const Dataset *data, const SelectorSettings *settings, bool machsmt,
              void (*progress)(void *user, size_t done), void *user, EvaluationReport *report);

#endif
