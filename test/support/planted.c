#include "support/planted.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/smt/smtlib.h"

enum { STREAM_NOISE = 0x401 };

typedef struct {
  const Planted *planted;
  Language *language;
  size_t guilty;
  uint32_t *counts; /* of each construct */
  Random noise;
} Study;

StrategyOptions planted_options(StrategyKind kind, uint64_t seed)
{
  return (StrategyOptions){.kind = kind,
                           .agent = AGENT_THOMPSON,
                           .decay = 1,
                           .epsilon = 0.1,
                           .repeat = 0.5,
                           .enrich = true,
                           .perfect = 2 * PLANTED_LIMIT,
                           .least = {.absolute = 0.005, .relative = 0.02},
                           .seed = seed};
}

static Language *make_language(const char *name, uint64_t seed)
{
  GenSettings settings;
  Logic logic;
  Error error;
  gen_settings_init(&settings);
  if (!logic_parse(name, strlen(name), &logic)) abort();
  gen_settings_logic(&settings, &logic);
  settings.seed = seed;
  Language *language = smtlib_language(&settings, NULL, 0, &error);
  if (!language) abort();
  gen_settings_deinit(&settings);
  return language;
}

static size_t find_construct(const Language *language, const char *name)
{
  const LanguageInterface *interface = language->interface;
  for (size_t i = 0; i < interface->construct_count(language); i++)
    if (strcmp(interface->construct(language, i).name, name) == 0) return i;
  abort();
}

/* What a solver would have measured: a few percent of noise are on it. */
static Measurement run_solver(Study *study, const TrialRun *run, double cost)
{
  enum { TARGET };
  double noisy = cost * (0.98 + 0.04 * random_unit(&study->noise));
  bool over = run->solver == TARGET && noisy > run->limit;
  return (Measurement){.ran = true,
                       .outcome = over ? OUTCOME_TIMEOUT : OUTCOME_SAT,
                       .cpu_ns = (uint64_t)((over ? run->limit : noisy) * 1e9)};
}

/* Adds what the runs take. */
static double measure(Study *study, Strategy *strategy, const Candidate *candidate, double *spent)
{
  static const TrialPlan plan = {
      .rule = {.limit = PLANTED_LIMIT}, .targets = 1, .references = 1, .runs = 2};
  const LanguageInterface *interface = study->language->interface;
  memset(study->counts, 0, interface->construct_count(study->language) * sizeof *study->counts);
  interface->count(study->language, candidate->instance, study->counts);
  double costs[] = {PLANTED_COST * pow(study->planted->growth, study->counts[study->guilty]),
                    PLANTED_COST};
  Trial trial;
  TrialRun run;
  trial_init(&trial, &plan, strategy_bars(strategy, candidate));
  while (trial_next(&trial, &run)) {
    Measurement measured = run_solver(study, &run, costs[run.solver]);
    *spent += score_cost(&plan.rule, &measured);
    trial_take(&trial, &measured);
  }
  TrialResult result = trial_result(&trial);
  strategy_learn(strategy, candidate, &result);
  double margin = trial.state == TRIAL_BETTER ? trial.margin : -INFINITY;
  trial_deinit(&trial);
  return margin;
}

static size_t rank_of(const Agent *agent, size_t arm)
{
  size_t *order = mem_alloc(agent->count, sizeof *order), rank = 0;
  agent_rank(agent, order);
  while (order[rank] != arm) rank++;
  free(order);
  return rank;
}

PlantedResult planted_search(const Planted *planted, const StrategyOptions *options,
                             uint32_t inputs)
{
  Study study = {.planted = planted,
                 .language = make_language(planted->logic, options->seed),
                 .noise = random_stream(options->seed, STREAM_NOISE, 0)};
  study.guilty = find_construct(study.language, planted->guilty);
  study.counts =
      mem_alloc(study.language->interface->construct_count(study.language), sizeof *study.counts);
  Strategy strategy;
  PlantedResult result = {0};
  strategy_init(&strategy, study.language, options);
  while (!result.reached && result.inputs < inputs) {
    Candidate candidate;
    strategy_propose(&strategy, &candidate);
    double margin = measure(&study, &strategy, &candidate, &result.spent);
    strategy_take(&strategy, &candidate, margin);
    result.inputs++;
    result.reached = strategy.best.margin >= 2 * PLANTED_LIMIT * 0.98;
  }
  result.rank = rank_of(&strategy.breeder.inner, study.guilty);
  strategy_deinit(&strategy);
  study.language->interface->destroy(study.language);
  free(study.counts);
  return result;
}
