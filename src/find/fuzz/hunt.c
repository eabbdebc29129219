#include "find/fuzz/hunt.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* How many steps the sizes of candidates are away from the size that was asked for. */
enum { SMALLER_SIZES = 1, LARGER_SIZES = 2 };

static void add_scale(Hunt *hunt)
{
  Language *language = hunt->breeder.language;
  VEC_PUSH(&hunt->scales, language->interface->scale(language));
}

static void collect_scales(Hunt *hunt)
{
  Language *language = hunt->breeder.language;
  const LanguageInterface *interface = language->interface;
  uint64_t first = interface->scale(language);
  add_scale(hunt);
  for (int i = 0; i < SMALLER_SIZES && interface->resize(language, false); i++) add_scale(hunt);
  interface->set_scale(language, first);
  for (int i = 0; i < LARGER_SIZES && interface->resize(language, true); i++) add_scale(hunt);
  interface->set_scale(language, first);
}

void hunt_init(Hunt *hunt, Language *language, const StrategyOptions *options)
{
  assert(options->kind != STRATEGY_EVOLUTIONARY);
  bool bandit = options->kind == STRATEGY_BANDIT1 || options->kind == STRATEGY_BANDIT2;
  *hunt = (Hunt){.kind = options->kind};
  breeder_init(&hunt->breeder, language, bandit ? options->agent : AGENT_UNIFORM, options->seed);
  agent_init(&hunt->outer, options->agent, OUTER_ENRICH); /* it has no third action */
  hunt->outer.decay = hunt->breeder.inner.decay = options->decay;
  hunt->outer.epsilon = hunt->breeder.inner.epsilon = options->epsilon;
  hunt->candidates = options->candidates > 1 ? options->candidates : 1;
  assert(hunt->candidates <= CANDIDATES_MAX);
  if (hunt->candidates == 1) return;
  yield_init(&hunt->yield);
  collect_scales(hunt);
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
  VEC_FREE(&hunt->scales);
  yield_deinit(&hunt->yield);
  agent_deinit(&hunt->outer);
  breeder_deinit(&hunt->breeder);
}

static void find_features(const Hunt *hunt, const Candidate *candidate, YieldFeatures *features)
{
  StrBuf shape;
  strbuf_init(&shape, 0);
  hunt->breeder.language->interface->shape(candidate->instance, &shape);
  yield_features(strbuf_text(&shape), shape.length, features);
  strbuf_deinit(&shape);
}

static double predict_cost(const Hunt *hunt, const Candidate *candidate)
{
  YieldFeatures features = {0};
  find_features(hunt, candidate, &features);
  double seconds = yield_predict(&hunt->yield, &features);
  VEC_FREE(&features);
  return seconds;
}

void hunt_note_cost(Hunt *hunt, const Candidate *candidate, double seconds)
{
  if (hunt->candidates == 1) return;
  YieldFeatures features = {0};
  find_features(hunt, candidate, &features);
  yield_learn(&hunt->yield, &features, seconds);
  VEC_FREE(&features);
}

/* One of several new inputs of all sizes. */
static void choose_sample(Hunt *hunt, Candidate *candidate)
{
  Breeder *breeder = &hunt->breeder;
  Language *language = breeder->language;
  Candidate candidates[CANDIDATES_MAX];
  double seconds[CANDIDATES_MAX];
  uint64_t scale = language->interface->scale(language);
  if (hunt->scales.items[0] != scale) { /* the campaign has adapted it */
    hunt->scales.count = 0;
    collect_scales(hunt);
  }
  for (uint32_t i = 0; i < hunt->candidates; i++) {
    language->interface->set_scale(language, hunt->scales.items[i % hunt->scales.count]);
    breed_sample(breeder, &candidates[i]);
    seconds[i] = predict_cost(hunt, &candidates[i]);
  }
  language->interface->set_scale(language, scale);
  size_t chosen = yield_choose(seconds, hunt->candidates, &breeder->random);
  *candidate = candidates[chosen];
  for (uint32_t i = 0; i < hunt->candidates; i++)
    if (i != chosen) candidate_release(breeder, &candidates[i]);
}

static void propose_sample(Hunt *hunt, Candidate *candidate)
{
  if (hunt->candidates > 1)
    choose_sample(hunt, candidate);
  else
    breed_sample(&hunt->breeder, candidate);
}

/* A mutation that is likely to cost more than usual is run more rarely. */
static bool is_worth_it(Hunt *hunt, const Candidate *candidate)
{
  if (hunt->candidates == 1 || hunt->yield.seen == 0) return true;
  double usual = exp(hunt->yield.mean), seconds = predict_cost(hunt, candidate);
  return random_unit(&hunt->breeder.random) * seconds <= usual;
}

/* A mutation of the input that has waited longest. */
static bool propose_mutation(Hunt *hunt, Candidate *candidate)
{
  assert(hunt->clean.count);
  Member parent = hunt->clean.items[0];
  bool done = breed_mutation(&hunt->breeder, parent.instance, parent.number, candidate);
  /* Where an agent has chosen to mutate, it is to see the result. */
  if (done && hunt->kind != STRATEGY_BANDIT2 && !is_worth_it(hunt, candidate)) {
    candidate_release(&hunt->breeder, candidate);
    done = false;
  }
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
  if (!mutated) propose_sample(hunt, candidate);
  candidate->chosen = mutated || arm == OUTER_SAMPLE;
  candidate->chosen_kind = arm;
  if (!candidate->chosen) agent_reward(&hunt->outer, arm, 0);
}

void hunt_propose(Hunt *hunt, Candidate *candidate)
{
  if (breed_seed(&hunt->breeder, candidate)) return;
  if (hunt->kind == STRATEGY_RANDOM || !hunt->clean.count)
    propose_sample(hunt, candidate);
  else if (hunt->kind == STRATEGY_BANDIT2)
    propose_by_agent(hunt, candidate);
  else if (!propose_mutation(hunt, candidate))
    propose_sample(hunt, candidate);
}

/* A mutation is the end of its line, unless an agent decides about that. */
static bool waits_for_mutation(const Hunt *hunt, const Candidate *candidate)
{
  if (hunt->kind == STRATEGY_RANDOM) return false;
  return hunt->kind == STRATEGY_BANDIT2 || candidate->kind != CANDIDATE_MUTATION;
}

void hunt_take(Hunt *hunt, Candidate *candidate, bool found, bool clean)
{
  assert(candidate->instance);
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
