#include "find/bandit/agent.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

const char *agent_kind_name(AgentKind kind)
{
#define AGENT_NAME(code, name) name,
  static const char *const names[] = {AGENT_LIST(AGENT_NAME)};
#undef AGENT_NAME
  return names[kind];
}

void agent_init(Agent *agent, AgentKind kind, size_t count)
{
  *agent = (Agent){.kind = kind, .decay = 1, .epsilon = 0.1, .count = count};
  agent->arms = mem_alloc_zero(count, sizeof *agent->arms);
}

void agent_deinit(Agent *agent)
{
  free(agent->arms);
  free(agent->fresh);
  agent->arms = agent->fresh = NULL;
}

/* --- arms --------------------------------------------------------------------------------- */

/* Soon outweighed by what an agent sees itself. */
static const double PRIOR_TRIES = 4;

Arm agent_arm(const Agent *agent, size_t number)
{
  assert(number < agent->count);
  Arm arm = agent->arms[number];
  if (!agent->prior) return arm;
  Arm prior = agent_arm(agent->prior, number);
  double tries = prior.successes + prior.failures;
  double weight = tries > PRIOR_TRIES ? PRIOR_TRIES / tries : 1;
  arm.successes += weight * prior.successes;
  arm.failures += weight * prior.failures;
  return arm;
}

/* --- choosing ----------------------------------------------------------------------------- */

/* The parameters of an arm's distribution: before anything is known it is uniform. */
static double alpha(const Arm *arm)
{
  return arm->successes + 1;
}

static double beta(const Arm *arm)
{
  return arm->failures + 1;
}

static double mean(const Arm *arm)
{
  return alpha(arm) / (alpha(arm) + beta(arm));
}

/* Our streams as the library's source of random numbers: its state is a pointer to one. */
static unsigned long stream_get(void *state)
{
  return (unsigned long)(random_u64(*(Random **)state) >> 32);
}

static double stream_unit(void *state)
{
  return random_unit(*(Random **)state);
}

static void stream_set(void *state, unsigned long seed)
{
  (void)state;
  (void)seed;
}

static double sample(const Arm *arm, Random *random)
{
  static const gsl_rng_type type = {.name = "stream",
                                    .max = UINT32_MAX,
                                    .size = sizeof(Random *),
                                    .set = stream_set,
                                    .get = stream_get,
                                    .get_double = stream_unit};
  gsl_rng source = {.type = &type, .state = &random};
  return gsl_ran_beta(&source, alpha(arm), beta(arm));
}

/* The mean of the rewards, and how far it may be off. Arms that were not tried come first. */
static double upper_bound(const Agent *agent, const Arm *arm)
{
  double tries = arm->successes + arm->failures;
  if (arm->pulls == 0 || tries <= 0) return INFINITY;
  return arm->successes / tries + sqrt(2 * log((double)agent->pulls) / tries);
}

static double score(const Agent *agent, const Arm *arm, Random *random)
{
  switch (agent->kind) {
  case AGENT_THOMPSON: return sample(arm, random);
  case AGENT_UCB1: return upper_bound(agent, arm);
  default: return mean(arm);
  }
}

/* The best arm, any of the best if there are several. */
static size_t choose_best(const Agent *agent, Random *random)
{
  size_t best = 0;
  double best_score = -1;
  uint64_t equal = 0;
  for (size_t i = 0; i < agent->count; i++) {
    Arm arm = agent_arm(agent, i);
    double value = score(agent, &arm, random);
    if (value > best_score) {
      best_score = value;
      best = i;
      equal = 1;
    } else if (value == best_score && random_below(random, ++equal) == 0) {
      best = i;
    }
  }
  return best;
}

size_t agent_choose(const Agent *agent, Random *random)
{
  assert(agent->count);
  bool any = agent->kind == AGENT_UNIFORM ||
             (agent->kind == AGENT_EGREEDY && random_unit(random) < agent->epsilon);
  return any ? (size_t)random_below(random, agent->count) : choose_best(agent, random);
}

/* --- learning ----------------------------------------------------------------------------- */

void arm_add(Arm *arm, const Arm *other, double decay)
{
  double at = fmax(arm->at, other->at);
  double mine = pow(decay, at - arm->at), theirs = pow(decay, at - other->at);
  arm->successes = mine * arm->successes + theirs * other->successes;
  arm->failures = mine * arm->failures + theirs * other->failures;
  arm->at = at;
  arm->pulls += other->pulls;
  arm->missed += other->missed;
  arm->rewards += other->rewards;
}

void agent_reward(Agent *agent, size_t number, double reward)
{
  assert(isfinite(reward) && reward >= 0);
  assert(number < agent->count);
  Arm *arm = &agent->arms[number];
  Arm seen = {.successes = reward,
              .failures = 1 - reward,
              .pulls = 1,
              .rewards = reward,
              .at = agent->clock};
  agent->pulls++;
  if (agent->fresh) {
    arm_add(arm, &seen, agent->decay);
    arm_add(&agent->fresh[number], &seen, agent->decay);
    return;
  }
  arm->successes = agent->decay * arm->successes + reward;
  arm->failures = agent->decay * arm->failures + (1 - reward);
  arm->pulls++;
  arm->rewards += reward;
}

void agent_miss(Agent *agent, size_t number)
{
  agent_reward(agent, number, 0);
  agent->arms[number].missed++;
  if (agent->fresh) agent->fresh[number].missed++;
}

/* --- together ----------------------------------------------------------------------------- */

void agent_share(Agent *agent)
{
  assert(!agent->fresh);
  agent->fresh = mem_alloc_zero(agent->count, sizeof *agent->fresh);
  for (size_t i = 0; i < agent->count; i++) {
    agent->fresh[i] = agent->arms[i];
    agent->fresh[i].failures = fmax(agent->fresh[i].failures - agent->doubt, 0);
  }
}

void agent_set_sum(Agent *agent, size_t number, const Arm *sum)
{
  assert(agent->fresh && number < agent->count);
  Arm *arm = &agent->arms[number];
  agent->pulls -= arm->pulls;
  *arm = *sum;
  arm->failures += agent->doubt;
  if (agent->fresh[number].pulls) arm_add(arm, &agent->fresh[number], agent->decay);
  agent->pulls += arm->pulls;
}

void agent_told(Agent *agent)
{
  assert(agent->fresh);
  memset(agent->fresh, 0, agent->count * sizeof *agent->fresh);
}

/* By halving: the library's own inverse does not always converge. */
static double quantile(const Arm *arm, double probability)
{
  enum { STEPS = 60 };
  double low = 0, high = 1;
  for (int i = 0; i < STEPS; i++) {
    double middle = (low + high) / 2;
    if (gsl_cdf_beta_P(middle, alpha(arm), beta(arm)) < probability)
      low = middle;
    else
      high = middle;
  }
  return (low + high) / 2;
}

ArmBelief agent_belief(const Agent *agent, size_t number, double mass)
{
  assert(number < agent->count && mass > 0 && mass < 1);
  Arm arm = agent_arm(agent, number);
  double tail = (1 - mass) / 2;
  return (ArmBelief){mean(&arm), quantile(&arm, tail), quantile(&arm, 1 - tail)};
}

static int compare_arms(const void *a, const void *b, void *context)
{
  const Agent *agent = context;
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  Arm first = agent_arm(agent, x), second = agent_arm(agent, y);
  double difference = mean(&second) - mean(&first);
  if (difference != 0) return difference > 0 ? 1 : -1;
  if (first.pulls != second.pulls) return first.pulls < second.pulls ? 1 : -1;
  return x < y ? -1 : x > y;
}

void agent_rank(const Agent *agent, size_t *order)
{
  assert(agent->count == 0 || order);
  Agent view = *agent; /* qsort_r wants something to write to */
  for (size_t i = 0; i < agent->count; i++) order[i] = i;
  qsort_r(order, agent->count, sizeof *order, compare_arms, &view);
}

/* --- as bytes ----------------------------------------------------------------------------- */

void agent_save(const Agent *agent, StrBuf *out)
{
  bytes_put_u64(out, agent->count);
  for (size_t i = 0; i < agent->count; i++) {
    const Arm *arm = &agent->arms[i];
    bytes_put_double(out, arm->successes);
    bytes_put_double(out, arm->failures);
    bytes_put_u64(out, arm->pulls);
    bytes_put_double(out, arm->rewards);
  }
}

/* Far more than any campaign has, and far below where counting would lose something. */
static const double PULLS_MAX = 1e15;

void agent_restore(Agent *agent, ByteReader *reader)
{
  reader->failed |= bytes_get_u64(reader) != agent->count;
  agent->pulls = 0;
  for (size_t i = 0; i < agent->count && !reader->failed; i++) {
    Arm *arm = &agent->arms[i];
    arm->successes = bytes_get_double(reader, 0, PULLS_MAX);
    arm->failures = bytes_get_double(reader, 0, PULLS_MAX);
    arm->pulls = bytes_get_below(reader, (uint64_t)PULLS_MAX);
    arm->rewards = bytes_get_double(reader, 0, (double)arm->pulls);
    agent->pulls += arm->pulls;
  }
}
