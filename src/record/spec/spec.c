#include "record/spec/spec.h"

#include <math.h>

/* --- what follows from it --- */

static CostKind cost_of(const CampaignSpec *spec)
{
  return spec->objective == SPEC_MEMORY ? COST_MEMORY : spec->cost;
}

StrategyKind spec_strategy(const CampaignSpec *spec)
{
  if (spec->strategy >= SPEC_STRATEGY_FIRST)
    return (StrategyKind)(spec->strategy - SPEC_STRATEGY_FIRST);
  return spec->objective == SPEC_BUGS ? STRATEGY_BANDIT1 : STRATEGY_BANDIT2;
}

static double limit_of(const CampaignSpec *spec, CostKind cost)
{
  switch (cost) {
  case COST_MEMORY: return (double)spec->memory / (1 << 20);
  case COST_COUNTER: return (double)spec->counter_limit;
  default: return (double)spec->timeout_ms / 1000;
  }
}

ScoreRule spec_rule(const CampaignSpec *spec)
{
  CostKind cost = cost_of(spec);
  return (ScoreRule){.cost = cost,
                     .penalty = spec->penalty,
                     .limit = limit_of(spec, cost),
                     .queries = spec->objective == SPEC_CLEANUP ? (uint32_t)spec->queries : 0,
                     .void_unknown = spec->no_unknown};
}

/* A few ticks of the clock, or pages, are nothing. But where inputs take no longer than solvers take to start, a few
 * milliseconds are all that shows the way to harder ones: of CPU time they are more than noise. */
LeastGain spec_least_gain(const CampaignSpec *spec)
{
  static const double usual[] = {
      [COST_CPU] = 0.005, [COST_WALL] = 0.05, [COST_MEMORY] = 1, [COST_COUNTER] = 0};
  /* What a process gives back it does not give back to the system: some MiB stay where nothing is lost. */
  static const double cleanup[] = {
      [COST_CPU] = 0.1, [COST_WALL] = 0.2, [COST_MEMORY] = 8, [COST_COUNTER] = 0};
  const double *least = spec->objective == SPEC_CLEANUP ? cleanup : usual;
  return (LeastGain){.absolute = isnan(spec->least) ? least[cost_of(spec)] : spec->least,
                     .relative = (double)spec->least_percent / 100};
}

/* Where CPU time counts, the clock only ends what waits for something else. On a busy machine a run may wait for a processor
 * for most of the time, and must not seem to have met its limit. */
enum { WALL_FACTOR = 10, WALL_MORE_S = 5 };

RunLimits spec_run_limits(const CampaignSpec *spec)
{
  RunLimits limits = {.wall_ns = spec->timeout_ms * 1000000, .memory_bytes = spec->memory};
  if (spec->objective == SPEC_BUGS || cost_of(spec) != COST_CPU) return limits;
  limits.cpu_ns = limits.wall_ns;
  limits.wall_ns = WALL_FACTOR * limits.cpu_ns + WALL_MORE_S * UINT64_C(1000000000);
  return limits;
}

/* --- checking --- */

static Status check_roles(const CampaignSpec *spec, Error *error)
{
  bool bugs = spec->objective == SPEC_BUGS;
  if (bugs && (spec->targets || spec->references))
    return error_set(error, STATUS_USAGE,
                     "with --objective bugs all solvers are equal: name them by --solvers LIST");
  if (bugs && !spec->solvers)
    return error_set(error, STATUS_USAGE, "which solvers? Use --solvers LIST");
  if (!bugs && spec->solvers)
    return error_set(error, STATUS_USAGE,
                     "--solvers is for --objective bugs; use --target and --reference");
  if (!bugs && !spec->targets)
    return error_set(error, STATUS_USAGE, "which solver? Use --target LIST");
  if (!bugs && spec->tweak)
    return error_set(error, STATUS_USAGE, "--fuzz-options is for --objective bugs");
  if (spec->versions && spec->objective != SPEC_BUGS)
    return error_set(error, STATUS_USAGE, "--versions is for --objective bugs");
  return STATUS_OK;
}

static Status check_cleanup(const CampaignSpec *spec, Error *error)
{
  if (spec->objective != SPEC_CLEANUP) return STATUS_OK;
  if (spec->references)
    return error_set(
        error, STATUS_USAGE,
        "with --objective cleanup the reference is the target itself, as a new process");
  if (spec->queries < 2 || spec->queries > EXPRESSION_QUERIES_MAX)
    return error_set(error, STATUS_USAGE, "a process has to get 2 to %d queries",
                     EXPRESSION_QUERIES_MAX);
  if (spec->cost == COST_COUNTER)
    return error_set(error, STATUS_USAGE,
                     "--objective cleanup is about time or memory, not about a counter");
  if (spec->mode != SOLVE_PLAIN)
    return error_set(error, STATUS_USAGE,
                     "--objective cleanup runs processes of its own: no --mode");
  return STATUS_OK;
}

static Status check_strategy(const CampaignSpec *spec, Error *error)
{
  bool bugs = spec->objective == SPEC_BUGS;
  StrategyKind kind = spec_strategy(spec);
  if (bugs && (kind == STRATEGY_EVOLUTIONARY || kind == STRATEGY_GUIDE))
    return error_set(error, STATUS_USAGE,
                     "--strategy %s needs margins to select by: not with --objective bugs",
                     strategy_name(kind));
  if (spec->no_enrich && (bugs || kind != STRATEGY_BANDIT2))
    return error_set(error, STATUS_USAGE, "--no-enrich is for margins with --strategy bandit2");
  if (spec->size_agents && (bugs || spec->adapt))
    return error_set(error, STATUS_USAGE, "--size-agents is for margins, and not with --adapt");
  if (spec->keep_all && !bugs)
    return error_set(error, STATUS_USAGE, "--keep-all is for --objective bugs");
  if (spec->decay == 0) return error_set(error, STATUS_USAGE, "--decay 0 would forget everything");
  if (spec->repeat == 1) return error_set(error, STATUS_USAGE, "--repeat 1 would never end");
  return STATUS_OK;
}

static Status check_limits(const CampaignSpec *spec, Error *error)
{
  CostKind cost = cost_of(spec);
  if (spec->objective == SPEC_MEMORY && spec->cost != COST_CPU && spec->cost != COST_MEMORY)
    return error_set(error, STATUS_USAGE, "--objective memory and --cost %s exclude each other",
                     cost_name(spec->cost));
  if (!spec->timeout_ms) return error_set(error, STATUS_USAGE, "there has to be a time limit");
  if (spec->candidates < 1 || spec->candidates > CANDIDATES_MAX)
    return error_set(error, STATUS_USAGE, "there have to be 1 to %d candidates", CANDIDATES_MAX);
  if (spec->jobs < 1 || spec->jobs > 1024 || spec->runs < 1 || spec->runs > 100)
    return error_set(error, STATUS_USAGE, "there have to be 1 to 1024 jobs and 1 to 100 runs");
  if (cost == COST_MEMORY && !spec->memory)
    return error_set(error, STATUS_USAGE, "there has to be a limit of memory");
  if (cost == COST_COUNTER && !spec->counter_limit)
    return error_set(error, STATUS_USAGE,
                     "--cost counter needs --counter-limit N, in the solver's own unit: what "
                     "counts as unsolved");
  return STATUS_OK;
}

static Status check_mode(const CampaignSpec *spec, Error *error)
{
  bool bugs = spec->objective == SPEC_BUGS;
  if (!bugs && spec->mode > SOLVE_FAST)
    return error_set(error, STATUS_USAGE,
                     "--mode %s is for --objective bugs: what a run costs must not depend on those "
                     "before it",
                     solve_mode_name(spec->mode));
  if (!bugs && spec->mode == SOLVE_FAST && cost_of(spec) == COST_MEMORY)
    return error_set(error, STATUS_USAGE,
                     "memory is about plain runs: copies of --mode fast share some of it");
  if (spec->compare_modes && !(bugs && spec->mode != SOLVE_PLAIN))
    return error_set(error, STATUS_USAGE,
                     "--compare-modes is for --objective bugs with another --mode");
  return STATUS_OK;
}

Status spec_check(const CampaignSpec *spec, Error *error)
{
  Status status = check_roles(spec, error);
  if (status == STATUS_OK) status = check_cleanup(spec, error);
  if (status == STATUS_OK) status = check_strategy(spec, error);
  if (status == STATUS_OK) status = check_limits(spec, error);
  return status == STATUS_OK ? check_mode(spec, error) : status;
}
