/* What training, using and storing selectors share. */
#ifndef SOLVE_SELECT_SELECTOR_INTERNAL_H
#define SOLVE_SELECT_SELECTOR_INTERNAL_H

#include "solve/select/nearest.h"
#include "solve/select/ranker.h"
#include "solve/select/selector.h"

/* Columns that say which theories a logic has. */
enum { LOGIC_COLUMNS = 21 };

/* What is known of a benchmark besides its logic, and the model that says it. Ranked: an order of the solvers, and slices that
 * were chosen on training data. Sampled: benchmarks that are like it, for which a schedule is planned. */
#define ADVICES(X)                                                                                 \
  X(ADVICE_FIXED, "fixed")                /* nothing: one schedule for the logic */                \
  X(ADVICE_FOREST, "forest")              /* sampled: those that share leaves of the forest */     \
  X(ADVICE_NEAREST, "nearest")            /* sampled: those with the closest features */           \
  X(ADVICE_BOTH, "forest and pairwise")   /* sampled: of the forest, weighed by the pairs */       \
  X(ADVICE_HARDNESS, "hardness")          /* ranked: a predicted score for each solver */          \
  X(ADVICE_PAIRS, "pairwise")             /* ranked: comparison in pairs, by forests */            \
  X(ADVICE_PAIRS_BOOST, "pairwise boost") /* ranked: by XGBoost */

#define ADVICE_ENUM(code, name) code,
typedef enum { ADVICES(ADVICE_ENUM) ADVICE_COUNT } Advice;
#undef ADVICE_ENUM

static inline bool advice_is_ranked(Advice advice)
{
  return advice >= ADVICE_HARDNESS;
}

enum { RANKER_OF_HARDNESS, RANKER_OF_PAIRS, RANKER_OF_PAIRS_BOOST, RANKERS };

/* Whether the advice uses this ranker, if it is there. */
static inline bool advice_uses(Advice advice, unsigned ranker)
{
  return advice == ADVICE_HARDNESS + ranker || (advice == ADVICE_BOTH && ranker > 0);
}

/* How the benchmarks of a logic are treated. */
typedef struct {
  Advice advice;
  uint32_t slots;                /* planned */
  double prior;                  /* weight of the background, of what is sampled */
  float slices[PLAN_SLOTS];      /* seconds of the slots but the last, of what is ranked */
  ScheduleSlot presolve;         /* before features are computed; 0 seconds: none */
  Schedule fallback[PLAN_SLOTS]; /* for all benchmarks of the logic, of 1, 2 ... slots */
  Neighbours background;
} Policy;

struct Selector {
  Names solvers, features;
  Names logics;                /* with a policy of their own */
  double limit;                /* seconds */
  double penalty;              /* the k of PAR-k */
  Outcomes outcomes;           /* of the rows that the forest was grown on */
  Forest *forest;              /* NULL: no benchmark had features */
  Nearest *nearest;            /* NULL: no policy needs it */
  Ranker *rankers[RANKERS];    /* NULL: no policy needs it */
  Matrix values;               /* features of the rows of the forest: for explanations */
  VEC(Policy) policies;        /* by logic; the last one is for all other logics */
  struct SelectorStore *store; /* the parts that a file still has; NULL: all are here */
};

void selector_store_close(struct SelectorStore *store);

enum { PLAN_CAPACITY = 160 };

/* The columns that follow the features, for a logic by its name. */
void selector_logic_columns(const char *logic, float *columns);
/* The combined ratings of a ranked advice: ratings[ranker] of each ranker that it uses, NULL for the others. */
void selector_combine_ratings(const float *const ratings[RANKERS], size_t solvers, float *combined);
/* The solvers by rating, the first ones with slices. */
void selector_rank_schedule(const float *ratings, size_t solvers, uint32_t slots,
                            const float *slices, Schedule *schedule);
/* Lowers the weights of neighbours on which the solver with the best rating was bad, and others with a worse rating were
 * good: the more, the surer the ratings are. */
void selector_weigh_by_ratings(const Outcomes *outcomes, const float *ratings, double penalty,
                               Neighbours *near);
/* Puts a slot in front, after which features are computed. */
void selector_add_presolve(Schedule *schedule, ScheduleSlot presolve);
const Policy *selector_policy(const Selector *selector, const char *logic);

#endif
