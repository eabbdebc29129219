/* Selectors: learnt choices of solvers.
 *
 * A selector is trained on a data set and says for a new benchmark, given its logic and its features, in which order to
 * run the solvers and for how long. It is a value that files hold (selector_file.h).
 *
 *   Selection *selection = selection_create(selector);
 *   if (selector_bind(selector, &names, &binding, error) == STATUS_OK)
 *     selection_predict(selection, &(SelectorInput){.logic = "QF_BV", .features = row, .binding = &binding}, limit);
 *   run selection->schedule.slots[0] ...
 *   if it failed: used[solver] = seconds; selection_replan(selection, used, seconds_left);
 */
#ifndef SOLVE_SELECT_SELECTOR_H
#define SOLVE_SELECT_SELECTOR_H

#include "solve/learn/learner.h"
#include "solve/select/advice.h"
#include "solve/select/dataset.h"

typedef struct Selector Selector;

typedef struct {
  uint64_t seed;
  uint32_t trees;      /* 0: 200 */
  LearnerKind learner; /* of hardness models */
  bool keep_all;       /* all models, for selection_force */
} SelectorSettings;

/* Learns from these benchmarks of the data, which are at least one. */
Selector *selector_train(const Dataset *data, const uint32_t *rows, size_t count,
                         const SelectorSettings *settings);
void selector_destroy(Selector *selector);

const Names *selector_solvers(const Selector *selector);
const Names *selector_features(const Selector *selector);
/* Seconds of a run in training. */
double selector_limit(const Selector *selector);
/* Are its seconds, also those of its schedules, CPU time? */
bool selector_counts_cpu(const Selector *selector);
/* How benchmarks of this logic (NULL or "": not known) are treated, in a few words. */
void selector_describe(const Selector *selector, const char *logic, StrBuf *out);

/* Where the selector's features are among others: for each, its place. */
typedef struct {
  U32Vec place;
} SelectorBinding;

/* A feature that the selector needs and that is not there is an error. Free it with VEC_FREE(&binding->place). */
Status selector_bind(const Selector *selector, const Names *features, SelectorBinding *binding,
                     Error *error);

typedef struct {
  const char *logic;              /* NULL or "": not known */
  const float *features;          /* NULL: they could not be computed */
  const SelectorBinding *binding; /* NULL: `features` are the selector's own, in its order */
} SelectorInput;

/* What a selector says about a benchmark. The arrays have an entry for each solver. */
typedef struct {
  Schedule schedule;
  double *expected;  /* score in seconds, if the solver ran alone */
  double *shares;    /* of the time, by softmin; they sum to 1 */
  uint32_t *ranking; /* solvers by expected score */
  const Selector *selector;
  struct SelectionState *state;
} Selection;

Selection *selection_create(const Selector *selector);
void selection_destroy(Selection *selection);

/* For a run of `limit` seconds in all; what is longer than the limit of training is left to the last slot. */
void selection_predict(Selection *selection, const SelectorInput *input, double limit);
/* The schedule for the rest, after solvers have run in vain: used[s] seconds for solver s, or until it gave up
 * (INFINITY). */
void selection_replan(Selection *selection, const float *used, double seconds_left);

/* For evaluation: a way of choosing that is not the one of the logic's policy. */
typedef struct {
  Advice advice;
  uint32_t slots; /* planned; of what is ranked, 1; 0: as the policy says */
} SelectionForce;
void selection_force(Selection *selection, SelectionForce force);
/* Whether the selector has what this needs: training keeps only what a policy uses, unless it is told to keep all. */
bool selector_can(const Selector *selector, Advice advice);
/* Did the last prediction need features? */
bool selection_uses_features(const Selection *selection);

/* What the last prediction is based on: the features that trees look at most, in this benchmark, in those like it and in
 * all others. */
typedef struct {
  const char *feature;
  double value, importance;
  double neighbours, others; /* means of the feature */
} SelectionReason;
/* The most important ones, at most `most`; how many there are: 0 if features do not matter. */
size_t selection_explain(const Selection *selection, SelectionReason *reasons, size_t most);

#endif
