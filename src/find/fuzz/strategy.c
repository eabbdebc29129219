#include "find/fuzz/strategy.h"

#include <assert.h>
#include <math.h>

const char *strategy_name(StrategyKind kind)
{
#define NAME(code, name) [code] = name,
  static const char *const names[] = {STRATEGY_LIST(NAME)};
#undef NAME
  assert(kind < STRATEGY_COUNT);
  return names[kind];
}

bool strategy_is_bandit(StrategyKind kind)
{
  return kind == STRATEGY_BANDIT0 || kind == STRATEGY_BANDIT1 || kind == STRATEGY_BANDIT2 ||
         kind == STRATEGY_GUIDE;
}

static bool enriches(const StrategyOptions *options)
{
  return options->kind == STRATEGY_BANDIT2 && options->enrich;
}

static void set_agent(Agent *agent, const StrategyOptions *options)
{
  agent->decay = options->decay;
  agent->epsilon = options->epsilon;
}

void strategy_init(Strategy *strategy, Language *language, const StrategyOptions *options)
{
  AgentKind inner = strategy_is_bandit(options->kind) ? options->agent : AGENT_UNIFORM;
  *strategy = (Strategy){.options = *options, .best.margin = -INFINITY, .promise = -INFINITY};
  guide_init(&strategy->guide, options->seed, options->perfect, &options->least);
  breeder_init(&strategy->breeder, language, inner, options->seed);
  strategy->breeder.repeat = options->repeat;
  agent_init(&strategy->outer, options->agent, enriches(options) ? OUTER_ARMS : OUTER_ENRICH);
  set_agent(&strategy->breeder.inner, options);
  set_agent(&strategy->outer, options);
  if (options->sizes || language->interface->sizes_by_agents)
    sizes_init(&strategy->breeder.sizes, language, &strategy->breeder.inner);
  blame_init(&strategy->blame, options->agent, strategy->breeder.inner.count);
  set_agent(&strategy->blame.agent, options);
  if (enriches(options)) strategy->breeder.inner.prior = &strategy->blame.agent;
}

void strategy_deinit(Strategy *strategy)
{
  const LanguageInterface *interface = strategy->breeder.language->interface;
  bool pooled = strategy->options.kind == STRATEGY_EVOLUTIONARY;
  if (strategy->best.instance && !pooled) interface->release(strategy->best.instance);
  strategy_pool_deinit(strategy);
  guide_deinit(&strategy->guide);
  agent_deinit(&strategy->outer);
  blame_deinit(&strategy->blame);
  breeder_deinit(&strategy->breeder);
}

/* --- what comes next --- */

static size_t choose_action(Strategy *strategy)
{
  switch (strategy->options.kind) {
  case STRATEGY_MUTATIONAL:
  case STRATEGY_BANDIT0: return OUTER_MUTATE;
  case STRATEGY_BANDIT1: return strategy->sampled_last ? OUTER_MUTATE : OUTER_SAMPLE;
  case STRATEGY_BANDIT2: return agent_choose(&strategy->outer, &strategy->breeder.random);
  default: return OUTER_SAMPLE;
  }
}

static bool propose_enriched(Strategy *strategy, Candidate *candidate)
{
  size_t construct = blame_choose(&strategy->blame, &strategy->breeder.random);
  if (breed_enriched(&strategy->breeder, construct, candidate)) return true;
  agent_miss(&strategy->blame.agent, construct);
  return false;
}

static bool propose_action(Strategy *strategy, size_t action, Candidate *candidate)
{
  const Member *best = &strategy->best;
  if (action == OUTER_MUTATE)
    return breed_mutation(&strategy->breeder, best->instance, best->number, candidate);
  if (action == OUTER_ENRICH) return propose_enriched(strategy, candidate);
  breed_sample(&strategy->breeder, candidate);
  return true;
}

/* The action that an agent has chosen, or that is the next one; what cannot be done is replaced by a sample. */
static void act(Strategy *strategy, Candidate *candidate)
{
  size_t action = choose_action(strategy);
  bool chosen = strategy->options.kind == STRATEGY_BANDIT2;
  bool done = propose_action(strategy, action, candidate);
  if (!done) {
    if (chosen) agent_miss(&strategy->outer, action);
    breed_sample(&strategy->breeder, candidate);
  }
  candidate->chosen = chosen && done;
  candidate->chosen_kind = action;
}

static void propose(Strategy *strategy, Candidate *candidate)
{
  /* Before there is a best one nothing can be mutated, and nobody has a choice. */
  if (strategy->best.instance)
    act(strategy, candidate);
  else
    breed_sample(&strategy->breeder, candidate);
  strategy->sampled_last = candidate->kind == CANDIDATE_SAMPLE;
}

void strategy_propose(Strategy *strategy, Candidate *candidate)
{
  if (breed_seed(&strategy->breeder, candidate)) return;
  if (strategy->options.kind == STRATEGY_EVOLUTIONARY)
    evolution_propose(strategy, candidate);
  else if (strategy->options.kind == STRATEGY_GUIDE)
    guide_propose(strategy, candidate);
  else
    propose(strategy, candidate);
}

/* --- results --- */

double strategy_floor(const StrategyOptions *options)
{
  return options->positive ? score_bar(&options->least, 0) : -INFINITY;
}

TrialBars strategy_bars(const Strategy *strategy, const Candidate *candidate)
{
  if (strategy->options.kind == STRATEGY_EVOLUTIONARY) return evolution_bars(strategy, candidate);
  /* Where the targets are not slower there is nothing that noise could pretend. */
  if (!strategy->best.instance) return (TrialBars){.least = strategy_floor(&strategy->options)};
  double bar = score_bar(&strategy->options.least, strategy->best.margin);
  return (TrialBars){
      .least = bar, .confirm = fmax(bar, 0), .alike = candidate->kind == CANDIDATE_MUTATION};
}

static void teach_guide(Strategy *strategy, const Candidate *candidate, const TrialResult *result)
{
  size_t length;
  const char *text = strategy->breeder.language->interface->text(candidate->instance, &length);
  guide_learn(&strategy->guide, text, length, result);
  strategy->promise = result->is_void ? -INFINITY : guide_margin(&strategy->guide, result);
}

void strategy_learn(Strategy *strategy, const Candidate *candidate, const TrialResult *result)
{
  if (strategy->options.kind == STRATEGY_GUIDE) teach_guide(strategy, candidate, result);
  if (!enriches(&strategy->options) || result->is_void) return;
  if (candidate->kind == CANDIDATE_SAMPLE)
    blame_take_sample(&strategy->blame, strategy->breeder.language, candidate->instance,
                      result->margin);
  else if (candidate->kind == CANDIDATE_ENRICHED)
    blame_take_enriched(&strategy->blame, candidate->construct, result->margin);
}

/* What an action has brought: of what there was to gain the part that it gained. As published, every gain is one. */
static double worth(const Strategy *strategy, double margin)
{
  const StrategyOptions *options = &strategy->options;
  double best = strategy->best.margin;
  if (!enriches(options) || margin >= options->perfect) return 1;
  return (margin - best) / (options->perfect - best);
}

/* What is no longer the best, or has not become it. */
static void retire(Strategy *strategy, Member member)
{
  if (!member.instance) return;
  if (strategy->options.kind == STRATEGY_GUIDE && isfinite(member.margin))
    guide_keep(strategy, member);
  else
    strategy->breeder.language->interface->release(member.instance);
}

static bool take(Strategy *strategy, Candidate *candidate, double margin)
{
  bool better = margin > strategy_bars(strategy, candidate).least;
  if (candidate->chosen)
    agent_reward(&strategy->outer, candidate->chosen_kind, better ? worth(strategy, margin) : 0);
  Member member = {candidate->instance, candidate->number, better ? margin : strategy->promise};
  retire(strategy, better ? strategy->best : member);
  if (better) strategy->best = member;
  candidate->instance = NULL;
  strategy->promise = -INFINITY;
  candidate_release(&strategy->breeder, candidate);
  breed_reward(&strategy->breeder, candidate, better);
  return better;
}

bool strategy_take(Strategy *strategy, Candidate *candidate, double margin)
{
  assert(candidate->instance);
  return strategy->options.kind == STRATEGY_EVOLUTIONARY
             ? evolution_take(strategy, candidate, margin)
             : take(strategy, candidate, margin);
}
