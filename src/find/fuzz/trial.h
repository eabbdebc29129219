/* The margin of one input, with as few and as short runs as it takes to know whether it is better than what
 * is to be beaten.
 *
 * Targets run first. A reference runs only as long as the result can still be better: one that has used more than the
 * minimum score of the targets less the bar cannot win, nor can an input that a reference does not decide within the
 * whole limit. Nor does one run if no reference was ever fast enough for that: where targets end before references have started,
 * that is half of the time. Where only inputs win on which the targets run into their limit, and this one probably does, references
 * come first: they tell sooner that it cannot win. So they do where they have a limit of their own: an input that they do
 * not decide in it is dropped. An input that turns out better is measured again, so that a few milliseconds of noise are
 * not taken for a gain.
 *
 * Nothing is run in here: the caller asks what to run next and tells the result, so that many trials
 * can be in progress at a time.
 *
 *   trial_init(&trial, &plan, bars);
 *   while (trial_next(&trial, &run)) trial_take(&trial, measurement of run);
 *   ... trial.margin, trial.state */
#ifndef FIND_FUZZ_TRIAL_H
#define FIND_FUZZ_TRIAL_H

#include "find/fuzz/patience.h"
#include "find/fuzz/score.h"

/* How the costs of several runs become one. */
typedef enum { RUNS_BEST, RUNS_MEAN } RunsMerge;

/* What holds for all trials of a campaign. Targets have the first numbers, then come references. */
typedef struct {
  ScoreRule rule;
  size_t targets, references;
  uint32_t runs; /* of each solver before an input counts as better, from 1 */
  RunsMerge merge;
  double least_reference; /* the least score of a reference so far; 0: it is not known */
} TrialPlan;

typedef struct {
  size_t solver;
  double limit; /* of cost, in the unit of the rule */
} TrialRun;

typedef enum {
  TRIAL_RUNNING,
  TRIAL_BETTER, /* above the bar */
  TRIAL_BEATEN, /* not above the bar; `margin` is the most that it can be, -INFINITY if a reference */
                /* was stopped or does not decide */
  TRIAL_VOID    /* a solver said nothing about how hard the input is: `culprit` */
} TrialState;

/* What is to be beaten; -INFINITY: every input is better. */
typedef struct {
  double least;    /* a margin up to this is of no use */
  double confirm;  /* one up to this is taken as it is, without further runs */
  bool alike;      /* the input was made of the one that is to be beaten */
  double patience; /* above 0: references come first, and have so much (patience.h) */
} TrialBars;

typedef struct {
  const TrialPlan *plan;
  TrialBars bars;
  Measurement *measured; /* of each solver: all its runs so far, taken together */
  uint32_t *run_counts;  /* of each solver */
  TrialState state;
  double margin;
  PatienceNote note; /* how an input was beaten by a reference */
  size_t culprit;
  size_t next;    /* how many have run in this round */
  uint32_t round; /* from 0 */
} Trial;

/* What a trial has shown, also of an input that is beaten. Scores of references that were stopped are what they had used. */
typedef struct {
  double margin;          /* or the most that it can be; -INFINITY: it is not known */
  double target;          /* the least score of the targets that have run */
  bool target_ran;        /* one at least */
  double reference;       /* the largest score of the references that have run */
  bool reference_ran;     /* one at least */
  bool reference_stopped; /* the largest score is one of a reference that was stopped */
  bool dropped;           /* a reference did not decide in the time of its own that it had */
  bool is_void;           /* nothing can be said of the input */
} TrialResult;

/* The plan has to live as long as the trial. */
void trial_init(Trial *trial, const TrialPlan *plan, TrialBars bars);
void trial_deinit(Trial *trial);

/* What is to be run now; false: the trial is over. */
bool trial_next(const Trial *trial, TrialRun *run);
/* The result of that run. */
void trial_take(Trial *trial, const Measurement *measured);
/* Of a trial that is over. */
TrialResult trial_result(const Trial *trial);
/* Notes in the plan what its references needed, if they decided. */
void trial_note_references(const Trial *trial, TrialPlan *plan);

#endif
