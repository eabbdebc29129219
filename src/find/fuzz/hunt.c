#include "find/fuzz/hunt.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* How many steps the sizes of candidates are away from the size that was asked for. */
enum { SMALLER_SIZES = 1, LARGER_SIZES = 2 };
/* What shows with options only matters less than what shows without: it begins as if it had cost that much. */
static const double OPTIONS_SECONDS = 0.5;
/* So many wait for their mutation; older ones are forgotten. Among candidates that have more nodes in all there is enough choice. */
enum { CLEAN_MAX = 256, CANDIDATES_SIZE = 500 };

static void add_scale(Hunt *hunt)
{
  Language *language = hunt->breeder.language;
  VEC_PUSH(&hunt->scales, language->interface->scale(language));
}

static void collect_scales(Hunt *hunt)
{
  Language *language = hunt->breeder.language;
  const LanguageInterface *interface = language->interface;
  uint64_t first = hunt->scale = interface->scale(language);
  hunt->scales.count = 0;
  if (hunt->themes) {
    interface->themes(language, &hunt->scales);
    return;
  }
  add_scale(hunt);
  for (int i = 0; i < SMALLER_SIZES && interface->resize(language, false); i++) add_scale(hunt);
  interface->set_scale(language, first);
  for (int i = 0; i < LARGER_SIZES && interface->resize(language, true); i++) add_scale(hunt);
  interface->set_scale(language, first);
}

static size_t count_names(const char *const *names)
{
  size_t count = 0;
  while (names && names[count]) count++;
  return count;
}

/* Transforms need seeds, which come later. */
static void init_ways(Hunt *hunt, bool options)
{
  const LanguageInterface *interface = hunt->breeder.language->interface;
  hunt->relations = interface->examiner ? count_names(interface->examiner->relations) : 0;
  size_t transforms = interface->transform ? count_names(interface->transforms) : 0;
  hunt->options = options;
  prospect_init(&hunt->ways, 1 + hunt->relations + hunt->options + transforms);
  if (options) prospect_cost(&hunt->ways, 1 + hunt->relations, OPTIONS_SECONDS);
}

void hunt_init(Hunt *hunt, Language *language, const StrategyOptions *options)
{
  assert(options->kind != STRATEGY_EVOLUTIONARY && options->kind != STRATEGY_GUIDE);
  *hunt = (Hunt){.kind = options->kind};
  breeder_init(&hunt->breeder, language,
               strategy_is_bandit(options->kind) ? options->agent : AGENT_UNIFORM, options->seed);
  agent_init(&hunt->outer, options->agent, OUTER_ENRICH); /* it has no third action */
  hunt->outer.decay = hunt->breeder.inner.decay = options->decay;
  hunt->outer.epsilon = hunt->breeder.inner.epsilon = options->epsilon;
  hunt->candidates = options->candidates > 1 ? options->candidates : 1;
  assert(hunt->candidates <= CANDIDATES_MAX);
  if (hunt->candidates == 1) return;
  yield_init(&hunt->yield);
  init_ways(hunt, options->options);
  hunt->themes = options->themes && language->interface->themes;
  collect_scales(hunt);
  hunt->themes &= hunt->scales.count > 0;
  if (!hunt->scales.count) collect_scales(hunt);
  if (hunt->themes) prospect_init(&hunt->prospect, hunt->scales.count + 1);
}

size_t hunt_relation(const Hunt *hunt, const Candidate *candidate)
{
  return candidate->way <= hunt->relations ? candidate->way : 0;
}

bool hunt_takes_options(const Hunt *hunt, const Candidate *candidate)
{
  return hunt->options && candidate->way == 1 + hunt->relations;
}

/* The first of the ways that are transforms. */
static size_t first_transform(const Hunt *hunt)
{
  return 1 + hunt->relations + hunt->options;
}

/* Seeds are what they are. */
static bool has_themes(const Hunt *hunt)
{
  return hunt->themes && !hunt->breeder.seeds.count;
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
  prospect_deinit(&hunt->prospect);
  prospect_deinit(&hunt->ways);
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

/* The kind of input that the prospect knows it by; the number of kinds: none. */
static size_t kind_of(const Hunt *hunt, const Candidate *candidate)
{
  if (candidate->kind == CANDIDATE_MUTATION) return hunt->scales.count;
  for (size_t i = 0; candidate->kind == CANDIDATE_SAMPLE && i < hunt->scales.count; i++)
    if (hunt->scales.items[i] == candidate->scale) return i;
  return hunt->prospect.count;
}

/* To confirm what is found again and again costs time, too. */
void hunt_note_cost(Hunt *hunt, const Candidate *candidate, HuntCost cost)
{
  if (hunt->candidates == 1) return;
  bool whole = candidate->way > hunt->relations;
  double seconds = cost.first + cost.again;
  prospect_cost(&hunt->ways, whole ? candidate->way : 0, seconds);
  if (cost.related > 0) prospect_cost(&hunt->ways, candidate->way, cost.related);
  size_t kind = kind_of(hunt, candidate);
  if (has_themes(hunt) && kind < hunt->prospect.count)
    prospect_cost(&hunt->prospect, kind, seconds);
  YieldFeatures features = {0};
  find_features(hunt, candidate, &features);
  yield_learn(&hunt->yield, &features, cost.first);
  VEC_FREE(&features);
}

static void make_candidate(Hunt *hunt, uint64_t scale, Candidate *candidate)
{
  Language *language = hunt->breeder.language;
  bool set = language->interface->set_scale(language, scale);
  assert(set);
  (void)set;
  breed_sample(&hunt->breeder, candidate);
}

/* One of several new inputs of a theme, or of all sizes. */
static void choose_sample(Hunt *hunt, size_t theme, Candidate *candidate)
{
  assert(hunt->scales.count);
  Breeder *breeder = &hunt->breeder;
  Language *language = breeder->language;
  Candidate candidates[CANDIDATES_MAX];
  double seconds[CANDIDATES_MAX];
  uint64_t scale = hunt->scale, size = 0;
  uint32_t count = 0;
  for (; count < hunt->candidates && size < CANDIDATES_SIZE; count++) {
    size_t place = has_themes(hunt) ? theme : count % hunt->scales.count;
    make_candidate(hunt, hunt->scales.items[place], &candidates[count]);
    seconds[count] = predict_cost(hunt, &candidates[count]);
    if (has_themes(hunt)) size += candidates[count].size;
  }
  language->interface->set_scale(language, scale);
  size_t chosen = yield_choose(seconds, count, &breeder->random);
  *candidate = candidates[chosen];
  for (uint32_t i = 0; i < count; i++)
    if (i != chosen) candidate_release(breeder, &candidates[i]);
}

static size_t choose_theme(Hunt *hunt)
{
  return prospect_choose_first(&hunt->prospect, hunt->scales.count, &hunt->breeder.random);
}

static void propose_sample(Hunt *hunt, Candidate *candidate)
{
  if (hunt->candidates > 1)
    choose_sample(hunt, has_themes(hunt) ? choose_theme(hunt) : 0, candidate);
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
  if (!candidate->chosen) agent_miss(&hunt->outer, arm);
}

/* A theme, or a mutation if it is the turn of mutations. */
static void propose_theme(Hunt *hunt, Candidate *candidate)
{
  size_t theme = prospect_choose(&hunt->prospect, &hunt->breeder.random);
  if (theme < hunt->scales.count)
    choose_sample(hunt, theme, candidate);
  else if (!hunt->clean.count || !propose_mutation(hunt, candidate))
    propose_sample(hunt, candidate);
}

/* The campaign may have adapted the size. */
static void follow_scale(Hunt *hunt)
{
  Language *language = hunt->breeder.language;
  if (hunt->candidates > 1 && language->interface->scale(language) != hunt->scale)
    collect_scales(hunt);
}

/* A way that is possible. */
static size_t choose_way(Hunt *hunt)
{
  if (!hunt->ways.count) return 0;
  size_t count = hunt->breeder.seeds.count ? hunt->ways.count : first_transform(hunt);
  return prospect_choose_first(&hunt->ways, count, &hunt->breeder.random);
}

static void propose_input(Hunt *hunt, Candidate *candidate)
{
  if (has_themes(hunt) && hunt->kind != STRATEGY_RANDOM && hunt->kind != STRATEGY_BANDIT2)
    propose_theme(hunt, candidate);
  else if (hunt->kind == STRATEGY_RANDOM || !hunt->clean.count)
    propose_sample(hunt, candidate);
  else if (hunt->kind == STRATEGY_BANDIT2)
    propose_by_agent(hunt, candidate);
  else if (!propose_mutation(hunt, candidate))
    propose_sample(hunt, candidate);
}

void hunt_propose(Hunt *hunt, Candidate *candidate)
{
  follow_scale(hunt);
  if (breed_seed(&hunt->breeder, candidate)) return;
  size_t way = choose_way(hunt);
  size_t first = first_transform(hunt);
  if (way >= first && !breed_transform(&hunt->breeder, way - first, candidate)) way = 0;
  if (way < first) propose_input(hunt, candidate);
  candidate->way = way;
}

/* A mutation is the end of its line, unless an agent decides about that. */
static bool waits_for_mutation(const Hunt *hunt, const Candidate *candidate)
{
  if (hunt->kind == STRATEGY_RANDOM) return false;
  return hunt->kind == STRATEGY_BANDIT2 || candidate->kind != CANDIDATE_MUTATION;
}

static void keep_clean(Hunt *hunt, Candidate *candidate)
{
  if (hunt->kind == STRATEGY_BANDIT2) release_clean(hunt);
  if (hunt->clean.count == CLEAN_MAX) {
    hunt->breeder.language->interface->release(hunt->clean.items[0].instance);
    hunt->clean.count--;
    memmove(hunt->clean.items, hunt->clean.items + 1,
            hunt->clean.count * sizeof *hunt->clean.items);
  }
  VEC_PUSH(&hunt->clean, ((Member){.instance = candidate->instance, .number = candidate->number}));
  candidate->instance = NULL;
}

void hunt_take(Hunt *hunt, Candidate *candidate, HuntResult result)
{
  assert(candidate->instance);
  size_t kind = kind_of(hunt, candidate);
  breed_reward(&hunt->breeder, candidate, result.found);
  if (candidate->chosen) agent_reward(&hunt->outer, candidate->chosen_kind, result.found);
  if (hunt->ways.count) {
    bool whole = candidate->way >= first_transform(hunt);
    size_t related = whole ? result.news : result.related_news;
    prospect_reward(&hunt->ways, 0, (double)(result.news - related));
    if (candidate->way) prospect_reward(&hunt->ways, candidate->way, (double)related);
  }
  if (has_themes(hunt) && kind < hunt->prospect.count)
    prospect_reward(&hunt->prospect, kind, (double)result.news);
  if (result.clean && waits_for_mutation(hunt, candidate)) keep_clean(hunt, candidate);
  candidate_release(&hunt->breeder, candidate);
}
