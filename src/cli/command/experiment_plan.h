/* Plans of experiments: which strategies are compared on what, and how often.
 *
 *   settings: {timeout: 1s, inputs: 100}      # options of assay fuzz for all campaigns
 *   strategies: [bandit2, random]             # or mappings with options
 *   cases:
 *     - {logic: QF_FP, target: z3, reference: cvc5}
 *     - {language: nn, class: tree, spec: unsat, target: assay-crown, reference: assay-interval}
 *   repetitions: 5
 *   seed: 1                                   # of the first repetition
 *   baseline: random */
#ifndef CLI_COMMAND_EXPERIMENT_PLAN_H
#define CLI_COMMAND_EXPERIMENT_PLAN_H

#include "base/vec.h"
#include "cli/option/option.h"

/* A value of an option of assay fuzz, which may be one of a language only. */
typedef struct {
  Option option;
  char *text;
} PlanValue;

/* A strategy, a case, or the settings of all. */
typedef struct {
  char *name; /* letters, digits and . _ + -, and different from those of others */
  VEC(PlanValue) values;
} PlanEntry;

typedef struct {
  PlanEntry settings;
  VEC(PlanEntry) strategies, cases;
  uint64_t repetitions, seed;
  size_t baseline; /* a number of a strategy */
} ExperimentPlan;

/* Needs experiment_plan_deinit in every case. */
Status experiment_plan_read(ExperimentPlan *plan, const char *path, Error *error);
void experiment_plan_deinit(ExperimentPlan *plan);

typedef VEC(char *) PlanWords;

/* The arguments of assay fuzz for a campaign, without the folder: the strategy says more than the case, and the case more
 * than the settings. */
void experiment_plan_words(const ExperimentPlan *plan, size_t place, size_t strategy,
                           size_t repetition, PlanWords *words);
void experiment_words_free(PlanWords *words);

#endif
