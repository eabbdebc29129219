#include "find/fuzz/hunt.h"

#include <assert.h>
#include <string.h>

void hunt_init(Hunt *hunt, Language *language, const StrategyOptions *options)
{
  assert(options->kind != STRATEGY_EVOLUTIONARY);
  bool bandit = options->kind == STRATEGY_BANDIT1 || options->kind == STRATEGY_BANDIT2;
  *hunt = (Hunt){.kind = options->kind};
  breeder_init(&hunt->breeder, language, bandit ? options->agent : AGENT_UNIFORM, options->seed);
  agent_init(&hunt->outer, options->agent, OUTER_ENRICH); /* it has no third action */
  hunt->outer.decay = hunt->breeder.inner.decay = options->decay;
  hunt->outer.epsilon = hunt->breeder.inner.epsilon = options->epsilon;
}

static void release_clean(Hunt *hunt)
{
  for (size_t i = 0; i < hunt->clean.count; i++)
    hunt->breeder.language->interface->release(hunt->clean.items[i].instance);
  hunt->clean.count = 0;
}

void hunt_deinit(Hunt *hunt)
{
  release_clean(hunt);
  VEC_FREE(&hunt->clean);
  agent_deinit(&hunt->outer);
  breeder_deinit(&hunt->breeder);
}

/* A mutation of the input that has waited longest. */
static bool propose_mutation(Hunt *hunt, Candidate *candidate)
{
  Member parent = hunt->clean.items[0];
  bool done = breed_mutation(&hunt->breeder, parent.instance, parent.number, candidate);
  if (hunt->kind == STRATEGY_BANDIT2) return done; /* it stays until there is a newer one */
  hunt->clean.count--;
  memmove(hunt->clean.items, hunt->clean.items + 1, hunt->clean.count * sizeof *hunt->clean.items);
  hunt->breeder.language->interface->release(parent.instance);
  return done;
}

static void propose_by_agent(Hunt *hunt, Candidate *candidate)
{
  size_t arm = agent_choose(&hunt->outer, &hunt->breeder.random);
  bool mutated = arm == OUTER_MUTATE && propose_mutation(hunt, candidate);
  if (!mutated) breed_sample(&hunt->breeder, candidate);
  candidate->chosen = mutated || arm == OUTER_SAMPLE;
  candidate->chosen_kind = arm;
  if (!candidate->chosen) agent_reward(&hunt->outer, arm, 0);
}

void hunt_propose(Hunt *hunt, Candidate *candidate)
{
  if (breed_seed(&hunt->breeder, candidate)) return;
  if (hunt->kind == STRATEGY_RANDOM || !hunt->clean.count)
    breed_sample(&hunt->breeder, candidate);
  else if (hunt->kind == STRATEGY_BANDIT2)
    propose_by_agent(hunt, candidate);
  else if (!propose_mutation(hunt, candidate))
    breed_sample(&hunt->breeder, candidate);
}

/* A mutation is the end of its line, unless an agent decides about that. */
static bool waits_for_mutation(const Hunt *hunt, const Candidate *candidate)
{
  if (hunt->kind == STRATEGY_RANDOM) return false;
  return hunt->kind == STRATEGY_BANDIT2 || candidate->kind != CANDIDATE_MUTATION;
}

void hunt_take(Hunt *hunt, Candidate *candidate, bool found, bool clean)
{
  breed_reward(&hunt->breeder, candidate, found);
  if (candidate->chosen) agent_reward(&hunt->outer, candidate->chosen_kind, found);
  if (clean && waits_for_mutation(hunt, candidate)) {
    if (hunt->kind == STRATEGY_BANDIT2) release_clean(hunt);
    VEC_PUSH(&hunt->clean,
             ((Member){.instance = candidate->instance, .number = candidate->number}));
    candidate->instance = NULL;
  }
  candidate_release(&hunt->breeder, candidate);
}
