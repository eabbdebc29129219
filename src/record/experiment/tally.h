/* What the campaigns of an experiment came to: strategies compared with a baseline, case by case and in total. */
#ifndef RECORD_EXPERIMENT_TALLY_H
#define RECORD_EXPERIMENT_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

/* What was found on the way: the second of the campaign, the first input that showed it, and what it is. */
typedef struct {
  double seconds;
  double input; /* its number */
  char *signature;
} TallyFinding;

/* One campaign. */
typedef struct {
  bool done;
  bool bugs;              /* it was looking for findings, not for a margin */
  double margin, perfect; /* of its best input; 0 if there was none */
  double target,
      reference; /* scores of the best input: least of the targets, largest of the references */
  double inputs, seconds;
  double revealing;           /* inputs with a confirmed finding */
  VEC(TallyFinding) findings; /* confirmed ones */
} TallyCampaign;

typedef struct {
  const char *const *strategies;
  size_t strategy_count, baseline; /* a number of a strategy */
  const char *const *cases;
  size_t case_count, repetitions;
  const char *unit;         /* of margins */
  TallyCampaign *campaigns; /* by case, strategy and repetition: tally_at */
} Tally;

/* The names have to live as long as the tally. */
void tally_init(Tally *tally, const char *const *strategies, size_t strategy_count,
                const char *const *cases, size_t case_count, size_t repetitions);
void tally_deinit(Tally *tally);
TallyCampaign *tally_at(const Tally *tally, size_t place, size_t strategy, size_t repetition);

size_t tally_done(const Tally *tally);
bool tally_is_about_bugs(const Tally *tally);

/* One strategy on one case, or on all of them (TALLY_ALL), over the repetitions in which all strategies are
 * done: what is compared has had the same budget. */
#define TALLY_ALL SIZE_MAX

typedef struct {
  size_t campaigns;
  double score; /* summed margins, or different confirmed findings */
  double perfect, inputs, seconds;
  double revealing;    /* inputs with a confirmed finding */
  double gain;         /* over the baseline, in percent of it; NAN if the baseline has nothing */
  size_t wins, losses; /* of pairs of campaigns with the same seed */
  double p;            /* of a case: Mann-Whitney; of all: Wilcoxon signed-rank of the pairs */
  double effect;       /* see significance_effect_size */
} TallyRow;

TallyRow tally_row(const Tally *tally, size_t place, size_t strategy);

/* Cases on which the strategy has a larger score than the baseline, or a smaller one. */
size_t tally_cases_won(const Tally *tally, size_t strategy);
size_t tally_cases_lost(const Tally *tally, size_t strategy);

#endif
