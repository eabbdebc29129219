#include "campaigns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "language/smt/smtlib.h"

Language *campaigns_language(const char *name)
{
  GenSettings settings;
  Logic logic;
  Error error = {.message = "unknown logic"};
  Language *language = NULL;
  gen_settings_init(&settings);
  if (logic_parse(name, strlen(name), &logic)) {
    gen_settings_logic(&settings, &logic);
    language = smtlib_language(&settings, NULL, 0, &error);
  }
  if (!language) {
    fprintf(stderr, "%s: %s\n", name, error.message);
    exit(1);
  }
  gen_settings_deinit(&settings);
  return language;
}

CampaignOptions campaigns_options(ObjectiveKind objective, const Solver *solvers, uint64_t inputs)
{
  bool bugs = objective == OBJECTIVE_BUGS;
  return (CampaignOptions){.objective = objective,
                           .solvers = solvers,
                           .targets = bugs ? 2 : 1,
                           .references = bugs ? 0 : 1,
                           .strategy = {.kind = bugs ? STRATEGY_BANDIT1 : STRATEGY_BANDIT2,
                                        .agent = AGENT_THOMPSON,
                                        .decay = 0.95,
                                        .seed = 1},
                           .rule = {.cost = COST_CPU, .limit = 10},
                           .limits = {.wall_ns = UINT64_C(10000000000)},
                           .runs = 1,
                           .eval = {1000000, 64 << 20},
                           .inputs = inputs,
                           .jobs = 1};
}

const char *campaigns_objective(ObjectiveKind objective)
{
  return objective == OBJECTIVE_BUGS ? "bugs" : "margin";
}
