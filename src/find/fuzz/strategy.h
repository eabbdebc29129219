/* Searching for the input with the largest margin: which input to try next, and what to learn from it.
 *
 *   strategy_propose(&strategy, &candidate);             an input
 *   strategy_bars(&strategy, &candidate);                what its margin has to beat (trial.h)
 *   strategy_take(&strategy, &candidate, margin);        the result
 *
 * Several inputs can be in progress at a time. With one at a time, the inputs follow from the seed and from the
 * margins. */
#ifndef FIND_FUZZ_STRATEGY_H
#define FIND_FUZZ_STRATEGY_H

#include "find/fuzz/blame.h"
#include "find/fuzz/breed.h"
#include "find/fuzz/guide.h"
#include "find/fuzz/trial.h"

#define STRATEGY_LIST(X)                                                                           \
  X(STRATEGY_RANDOM, "random")             /* a new input each time */                             \
  X(STRATEGY_MUTATIONAL, "mutational")     /* a mutation of the best by any construct */           \
  X(STRATEGY_EVOLUTIONARY, "evolutionary") /* a population, see strategy_evolution.c */            \
  X(STRATEGY_BANDIT1, "bandit1") /* new inputs and mutations of the best in turn; an agent */      \
                                 /* picks the construct */                                         \
  X(STRATEGY_BANDIT2, "bandit2") /* another agent chooses between the two, and a third one */      \
  X(STRATEGY_BANDIT0, "bandit0") /* mutations of the best only; an agent picks the construct */    \
  X(STRATEGY_GUIDE, "guide")     /* of many the likeliest by a model, see strategy_guide.c */

#define STRATEGY_ENUM(code, name) code,
typedef enum { STRATEGY_LIST(STRATEGY_ENUM) STRATEGY_COUNT } StrategyKind;
#undef STRATEGY_ENUM

const char *strategy_name(StrategyKind kind);
/* Does an agent pick constructs? */
bool strategy_is_bandit(StrategyKind kind);

typedef struct {
  StrategyKind kind;
  AgentKind agent; /* of bandit0, bandit1 and bandit2 */
  double decay;    /* in (0, 1] */
  double epsilon;  /* of AGENT_EGREEDY */
  double repeat;   /* see breed.h */
  bool enrich; /* of bandit2: a third action (blame.h), and actions are rewarded by their gain */
  LeastGain least; /* for an input to be better than another */
  bool positive;   /* only inputs count whose margin is better than 0 */
  double perfect;  /* the largest margin that there is */
  uint32_t
      candidates; /* for bugs: how many are made for each new input (hunt.h); up to CANDIDATES_MAX, 0 is 1 */
  bool themes; /* for bugs, with more than one candidate: new inputs are of the language's themes */
  bool
      sizes; /* agents choose how large new inputs are (sizes.h), if the language can be asked to */
  bool options; /* the same: one of the ways is to run solvers with options */
  uint64_t seed;
} StrategyOptions;

enum { CANDIDATES_MAX = 64 };

/* The arms of the outer agent: the last one only if there is a third action. */
enum { OUTER_MUTATE, OUTER_SAMPLE, OUTER_ENRICH, OUTER_ARMS };

/* An input with its margin. */
typedef struct {
  Instance *instance; /* NULL: none yet */
  uint64_t number;
  double margin;
} Member;

/* See strategy_evolution.c. */
enum { POPULATION = 10, SURVIVORS = 4 };
/* See strategy_guide.c: what is made for each input that is run. */
enum { GUIDE_NEW = 64, GUIDE_MUTANTS = 96 };

typedef struct {
  StrategyOptions options;
  Breeder breeder;
  Agent outer;
  Blame blame;       /* for the third action */
  bool sampled_last; /* of bandit1 */
  Member best;       /* of evolution: one of the pool */
  VEC(Member) pool;  /* of evolution; of the guide: what is mutated, but for the best */
  Guide guide;
  double
      promise; /* of the guide: the margin that the last input that was learnt stands for; -INFINITY: none */
  size_t step; /* of evolution: inputs of this generation that were proposed */
} Strategy;

void strategy_init(Strategy *strategy, Language *language, const StrategyOptions *options);
void strategy_deinit(Strategy *strategy);

/* The strategy keeps nothing of the input: it is the caller's until strategy_take. */
void strategy_propose(Strategy *strategy, Candidate *candidate);
TrialBars strategy_bars(const Strategy *strategy, const Candidate *candidate);
/* Learns from an input what its runs have shown. To be called before strategy_take. */
void strategy_learn(Strategy *strategy, const Candidate *candidate, const TrialResult *result);
/* Takes the input. -INFINITY: nothing can be said of it, or it is beaten. True: it is the best now. */
bool strategy_take(Strategy *strategy, Candidate *candidate, double margin);

/* Inside: what the first inputs have to beat. */
double strategy_floor(const StrategyOptions *options);
/* strategy_evolution.c. */
void evolution_propose(Strategy *strategy, Candidate *candidate);
TrialBars evolution_bars(const Strategy *strategy, const Candidate *candidate);
bool evolution_take(Strategy *strategy, Candidate *candidate, double margin);
void strategy_pool_deinit(Strategy *strategy);
/* strategy_guide.c. */
void guide_propose(Strategy *strategy, Candidate *candidate);
/* Takes an input, to be mutated as long as there are not enough better ones. Its margin may be estimated. */
void guide_keep(Strategy *strategy, Member member);

#endif
