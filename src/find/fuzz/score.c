#include "find/fuzz/score.h"

#include <assert.h>
#include <math.h>

#define NAME(code, name) [code] = name,

const char *cost_name(CostKind kind)
{
  static const char *const names[] = {COST_LIST(NAME)};
  assert(kind < COST_COUNT);
  return names[kind];
}

const char *penalty_name(PenaltyKind kind)
{
  static const char *const names[] = {PENALTY_LIST(NAME)};
  assert(kind < PENALTY_COUNT);
  return names[kind];
}

const char *cost_unit(CostKind kind)
{
  static const char *const units[] = {
      [COST_CPU] = "s", [COST_WALL] = "s", [COST_MEMORY] = "MiB", [COST_COUNTER] = ""};
  assert(kind < COST_COUNT);
  return units[kind];
}

Measurement measurement_of(const Outcome *outcome)
{
  return (Measurement){.ran = true,
                       .outcome = outcome->kind,
                       .reused = run_is_reused(outcome->run.manner, outcome->run.scripts_before),
                       .wall_ns = outcome->run.wall_ns,
                       .cpu_ns = outcome->run.cpu_ns,
                       .peak_bytes = outcome->run.peak_bytes,
                       .has_counter = outcome->has_counter,
                       .counter = outcome->counter};
}

double score_cost(const ScoreRule *rule, const Measurement *measured)
{
  switch (rule->cost) {
  case COST_CPU: return (double)measured->cpu_ns / 1e9;
  case COST_WALL: return (double)measured->wall_ns / 1e9;
  case COST_MEMORY: return (double)measured->peak_bytes / (1 << 20);
  case COST_COUNTER: return measured->has_counter ? (double)measured->counter : 0;
  case COST_COUNT: break;
  }
  assert(!"a kind of cost");
  return 0;
}

static bool is_beyond_limit(OutcomeKind outcome)
{
  return outcome == OUTCOME_TIMEOUT || outcome == OUTCOME_MEMORY;
}

bool score_counts(const ScoreRule *rule, const Measurement *measured)
{
  if (!measured->ran) return false;
  if (outcome_is_decided(measured->outcome))
    return rule->cost != COST_COUNTER || measured->has_counter;
  return is_beyond_limit(measured->outcome) ||
         (measured->outcome == OUTCOME_UNKNOWN && !rule->void_unknown);
}

bool score_solved(const ScoreRule *rule, const Measurement *measured)
{
  assert(rule->limit >= 0);
  return outcome_is_decided(measured->outcome) && score_cost(rule, measured) <= rule->limit;
}

static double score(const ScoreRule *rule, const Measurement *measured)
{
  if (score_solved(rule, measured)) return score_cost(rule, measured);
  double used = fmin(score_cost(rule, measured), rule->limit);
  return rule->penalty == PENALTY_PAR2 ? 2 * rule->limit : used + rule->limit;
}

double score_target(const ScoreRule *rule, const Measurement *measured)
{
  assert(rule->limit >= 0 && measured->ran);
  bool open = rule->cost == COST_MEMORY && !outcome_is_decided(measured->outcome) &&
              measured->outcome != OUTCOME_MEMORY;
  return open || rule->queries ? fmin(score_cost(rule, measured), rule->limit)
                               : score(rule, measured);
}

double score_reference(const ScoreRule *rule, const Measurement *measured)
{
  return score_reference_factor(rule) * score(rule, measured);
}

double score_reference_factor(const ScoreRule *rule)
{
  return rule->queries && rule->cost != COST_MEMORY ? (double)rule->queries : 1;
}

double score_perfect(const ScoreRule *rule, size_t inputs)
{
  return (double)inputs * (rule->queries ? 1 : 2) * rule->limit;
}

double score_bar(const LeastGain *least, double best)
{
  assert(least->absolute >= 0 && least->relative >= 0);
  return best + fmax(least->absolute, least->relative * fabs(best));
}
