/* What `assay fuzz` is asked for, as a campaign that can be run. */
#ifndef CLI_COMMAND_FUZZ_SETUP_H
#define CLI_COMMAND_FUZZ_SETUP_H

#include "cli/option/command.h"
#include "cli/shared/gen_options.h"
#include "find/fuzz/campaign.h"
#include "run/solver/profile.h"

typedef enum { FUZZ_TIME, FUZZ_MEMORY, FUZZ_BUGS } FuzzObjective;
/* By default it is bandit2, and bandit1 for bugs. */
enum { FUZZ_STRATEGY_DEFAULT, FUZZ_STRATEGY_FIRST };

extern const char *const fuzz_objective_words[],
    *const fuzz_strategy_words[], *const fuzz_agent_words[], *const fuzz_cost_words[],
                                                                 *const fuzz_penalty_words[],
                                                                     *const fuzz_reward_words[];

typedef struct {
  CommonOptions common;
  GenOptions gen;
  FuzzObjective objective;
  const char *targets, *references, *solvers;
  uint64_t timeout_ms, memory, time_ms, solver_time_ms, inputs, jobs, runs, adapt, counter_limit,
      least_percent;
  int strategy; /* 0: by the objective; else StrategyKind and 1 */
  AgentKind agent;
  const char *decay, *epsilon, *repeat, *least; /* numbers */
  CostKind cost;
  PenaltyKind penalty;
  SolveMode mode;
  int reward; /* 0: any finding, 1: a new one */
  bool mean, no_unknown, no_enrich, no_models, cores, compare_modes, tweak, unrestricted, no_reduce,
      json;
  uint64_t reduce_ms;
  OptionList known;
  OptionList seeds, profiles, theories;
  const char *config, *out, *store, *resume;
  uint64_t campaign;
} FuzzOptions;

typedef struct {
  const Subcommand *command;
  const FuzzOptions *given;
  Profiles *profiles;
  SolverVec solvers;
  Language *language;
  char *logic; /* its name */
  Known known;
  CampaignOptions options;
} FuzzSetup;

/* EXIT_FINE, or the message has been printed. Has to be released in every case. */
int fuzz_setup_init(FuzzSetup *setup, const Subcommand *command, const FuzzOptions *given);
void fuzz_setup_deinit(FuzzSetup *setup);

/* Gives the seeds to the campaign. Files that cannot be read are named; it is an error if there is no other. */
int fuzz_setup_seeds(const FuzzSetup *setup, Campaign *campaign);

#endif
