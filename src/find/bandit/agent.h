/* Agents for multi-armed bandits with rewards between 0 and 1.
 *
 * An agent chooses one of its arms, is told the reward, and learns which arms pay. What it knows of an arm
 * is a Beta distribution: `successes` and `failures`, which fade with every reward that the arm gets if
 * `decay` is below 1. */
#ifndef FIND_BANDIT_AGENT_H
#define FIND_BANDIT_AGENT_H

#include <stddef.h>

#include "base/bytes.h"
#include "base/random.h"

#define AGENT_LIST(X)                                                                              \
  X(AGENT_THOMPSON, "thompson") /* draws from each arm's distribution and takes the largest */     \
  X(AGENT_UCB1, "ucb1")         /* the largest mean plus a bonus for what was seldom tried */      \
  X(AGENT_EGREEDY, "egreedy")   /* the largest mean, but any arm now and then */                   \
  X(AGENT_UNIFORM, "uniform")   /* any arm: learns for the ranking only */

#define AGENT_ENUM(kind, name) kind,
typedef enum { AGENT_LIST(AGENT_ENUM) AGENT_KIND_COUNT } AgentKind;
#undef AGENT_ENUM

typedef struct {
  double successes, failures; /* faded */
  uint64_t pulls;
  double rewards;  /* all of them, not faded */
  uint64_t missed; /* pulls that led to nothing that could have had a reward */
  double at;       /* shared: the time up to which it has faded */
} Arm;

/* Makes one sum of two that hold at different times: successes and failures fade by `decay` up to the later one. */
void arm_add(Arm *arm, const Arm *other, double decay);

typedef struct Agent Agent;
struct Agent {
  AgentKind kind;
  double decay;   /* in (0, 1]; 1: nothing fades */
  double epsilon; /* of AGENT_EGREEDY: how often any arm is taken, in [0, 1] */
  Arm *arms;
  size_t count;
  uint64_t pulls; /* of all arms */
  double doubt;   /* failures that each arm has from the beginning */
  Arm *fresh;     /* shared: what has been seen since the sums were told; NULL: not shared */
  double clock;   /* shared: the time now, which fading goes by */
  const Agent *
      prior; /* what it knows of the same arms counts as a few tries of each; it may have one, too; NULL: none */
};

const char *agent_kind_name(AgentKind kind);

/* `count` arms that nothing is known of, at least one. */
void agent_init(Agent *agent, AgentKind kind, size_t count);
void agent_deinit(Agent *agent);

/* The arm to play. */
size_t agent_choose(const Agent *agent, Random *random);
/* What came of playing it: 0 to 1. */
void agent_reward(Agent *agent, size_t arm, double reward);

/* It could not be played: a failure. */
void agent_miss(Agent *agent, size_t arm);

/* Several processes learn together: each has an agent with as many arms, which knows what all have seen, and tells what it
 * has seen itself. Rewards fade by the time of `clock`, so that it does not matter in which order they come. What it has
 * seen before counts as told by itself. */
void agent_share(Agent *agent);
/* The sum of what all have been told of an arm; what was seen here and not told yet is added. */
void agent_set_sum(Agent *agent, size_t arm, const Arm *sum);
/* All that was seen has been told. */
void agent_told(Agent *agent);

/* An arm, with what the prior knows of it. */
Arm agent_arm(const Agent *agent, size_t number);

/* What is known of an arm: the mean of its distribution, and the interval that holds its middle
 * `mass` (such as 0.95). */
typedef struct {
  double mean, low, high;
} ArmBelief;
ArmBelief agent_belief(const Agent *agent, size_t arm, double mass);

/* The arms with the largest mean first; equal ones by pulls, then by number. `order` has a place for
 * each. */
void agent_rank(const Agent *agent, size_t *order);

/* What it knows, for an agent with as many arms. What cannot be makes the reader fail. */
void agent_save(const Agent *agent, StrBuf *out);
void agent_restore(Agent *agent, ByteReader *reader);

#endif
