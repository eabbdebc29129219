#include "fuzz/strategy.h"

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

static bool is_bandit(StrategyKind kind)
{
  return kind == STRATEGY_BANDIT1 || kind == STRATEGY_BANDIT2;
}

static void set_agent(Agent *agent, const StrategyOptions *options)
{
  agent->decay = options->decay;
  agent->epsilon = options->epsilon;
}

void strategy_init(Strategy *strategy, Language *language, const StrategyOptions *options)
{
  AgentKind inner = is_bandit(options->kind) ? options->agent : AGENT_UNIFORM;
  *strategy = (Strategy){.options = *options, .best.margin = -INFINITY};
  breeder_init(&strategy->breeder, language, inner, options->seed);
  strategy->breeder.repeat = options->repeat;
  agent_init(&strategy->outer, options->agent, OUTER_ARMS);
  set_agent(&strategy->breeder.inner, options);
  set_agent(&strategy->outer, options);
}

void strategy_deinit(Strategy *strategy)
{
  const LanguageInterface *interface = strategy->breeder.language->interface;
  if (strategy->options.kind == STRATEGY_EVOLUTIONARY)
    evolution_deinit(strategy);
  else if (strategy->best.instance)
    interface->release(strategy->best.instance);
  agent_deinit(&strategy->outer);
  breeder_deinit(&strategy->breeder);
}

/* --- what comes next --- */

static bool wants_mutation(Strategy *strategy, Bred *bred)
{
  switch (strategy->options.kind) {
  case STRATEGY_MUTATIONAL: return true;
  case STRATEGY_BANDIT1: return strategy->sampled_last;
  case STRATEGY_BANDIT2:
    bred->chosen = true;
    bred->chosen_kind = agent_choose(&strategy->outer, &strategy->breeder.random);
    return bred->chosen_kind == OUTER_MUTATE;
  default: return false;
  }
}

static void propose(Strategy *strategy, Bred *bred)
{
  Breeder *breeder = &strategy->breeder;
  const Member *best = &strategy->best;
  Bred choice = {0};
  /* Before there is a best one nothing can be mutated, and nobody has a choice. */
  if (!best->instance) {
    breed_sample(breeder, bred);
  } else if (!wants_mutation(strategy, &choice)) {
    breed_sample(breeder, bred);
    bred->chosen = choice.chosen;
    bred->chosen_kind = choice.chosen_kind;
  } else if (breed_mutation(breeder, best->instance, best->number, bred)) {
    bred->chosen = choice.chosen;
    bred->chosen_kind = choice.chosen_kind;
  } else {
    if (choice.chosen) agent_reward(&strategy->outer, OUTER_MUTATE, 0);
    breed_sample(breeder, bred);
  }
  strategy->sampled_last = bred->kind == BRED_SAMPLE;
}

void strategy_propose(Strategy *strategy, Bred *bred)
{
  if (breed_seed(&strategy->breeder, bred)) return;
  if (strategy->options.kind == STRATEGY_EVOLUTIONARY)
    evolution_propose(strategy, bred);
  else
    propose(strategy, bred);
}

/* --- what came of it --- */

TrialBars strategy_bars(const Strategy *strategy, const Bred *bred)
{
  if (strategy->options.kind == STRATEGY_EVOLUTIONARY) return evolution_bars(strategy, bred);
  /* Where the targets are not slower there is nothing that noise could pretend. */
  if (!strategy->best.instance) return (TrialBars){-INFINITY, 0};
  double bar = score_bar(&strategy->options.least, strategy->best.margin);
  return (TrialBars){bar, fmax(bar, 0)};
}

static bool take(Strategy *strategy, Bred *bred, double margin)
{
  Member *best = &strategy->best;
  bool better = margin > strategy_bars(strategy, bred).least;
  if (better) {
    if (best->instance) strategy->breeder.language->interface->release(best->instance);
    *best = (Member){bred->instance, bred->number, margin};
    bred->instance = NULL;
  }
  bred_release(&strategy->breeder, bred);
  breed_reward(&strategy->breeder, bred, better);
  if (bred->chosen) agent_reward(&strategy->outer, bred->chosen_kind, better);
  return better;
}

bool strategy_take(Strategy *strategy, Bred *bred, double margin)
{
  return strategy->options.kind == STRATEGY_EVOLUTIONARY ? evolution_take(strategy, bred, margin)
                                                         : take(strategy, bred, margin);
}
