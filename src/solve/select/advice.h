/* Advice: what a selector bases its choice for a benchmark on.
 *
 * Fixed: nothing but the logic. Sampled: training benchmarks that are like it, for which a schedule is planned (plan.h). Ranked: an order
 * of the solvers, of which the first one runs. */
#ifndef SOLVE_SELECT_ADVICE_H
#define SOLVE_SELECT_ADVICE_H

#include "solve/select/plan.h"

/* code, name, what chooses */
#define ADVICES(X)                                                                                 \
  X(ADVICE_FIXED, "fixed", "the best for the logic")                                               \
  X(ADVICE_FOREST, "forest", "similar benchmarks")   /* that share leaves of the forest */         \
  X(ADVICE_NEAREST, "nearest", "nearest neighbours") /* with the closest features */               \
  X(ADVICE_BOTH, "forest and pairwise",                                                            \
    "similar benchmarks and comparison in pairs")    /* of the forest, weighed by pairs */         \
  X(ADVICE_HARDNESS, "hardness", "predicted scores") /* ranked: a score for each solver */         \
  X(ADVICE_PAIRS, "pairwise", "comparison in pairs") /* ranked: by forests */                      \
  X(ADVICE_PAIRS_BOOST, "pairwise boost", "boosted comparison in pairs") /* ranked: by XGBoost */

#define ADVICE_ENUM(code, name, text) code,
typedef enum { ADVICES(ADVICE_ENUM) ADVICE_COUNT } Advice;
#undef ADVICE_ENUM

enum { RANKER_OF_HARDNESS, RANKER_OF_PAIRS, RANKER_OF_PAIRS_BOOST, RANKERS };

static inline bool advice_is_ranked(Advice advice)
{
  return advice >= ADVICE_HARDNESS;
}

static inline bool advice_uses_forest(Advice advice)
{
  return advice == ADVICE_FOREST || advice == ADVICE_BOTH;
}

/* Whether it uses this ranker, if that is there. */
static inline bool advice_uses_ranker(Advice advice, unsigned ranker)
{
  return advice == ADVICE_HARDNESS + ranker || (advice == ADVICE_BOTH && ranker > 0);
}

/* "two solvers by similar benchmarks"; slots are 1 to PLAN_SLOTS. */
void advice_describe(Advice advice, uint32_t slots, StrBuf *out);

/* Combined ratings: ratings[ranker] of each ranker that is used, NULL for the others; 0 if there is none. The least is the best. */
void advice_combine_ratings(const float *const ratings[RANKERS], size_t solvers, float *combined);
/* The solvers by rating. */
void advice_rank_schedule(const float *ratings, size_t solvers, Schedule *schedule);
/* Lowers the weights of neighbours on which the solver with the best rating was bad, and others with a worse rating were
 * good: the more, the surer the ratings are. */
void advice_weigh_by_ratings(const Outcomes *outcomes, const float *ratings, double penalty,
                             Neighbours *near);

#endif
