/* Searching for inputs on which solvers go wrong: which input to try next, and what to learn from it.
 *
 * A new input is judged and, if nothing is found, mutated by a construct that an agent picks; the construct
 * has its reward if the mutation shows a finding. With STRATEGY_BANDIT2 another agent chooses between new
 * inputs and mutations of the last one without a finding. Several inputs can be in progress at a time.
 *
 * With more than one candidate, what is likely to cost the solvers little is run more often (yield.h). New inputs come in
 * several sizes or, if the language has themes, as one of these: those that bring most news for what they cost are
 * tried most (prospect.h), and to mutate is one more of them. There are several ways to look for more: to ask an input in another way, too, by
 * a relation of the language, to run the solvers with options, and with seeds to transform these; the way is chosen by what each has brought for what it cost. Candidates that are not run have numbers, too, so that those
 * of inputs have gaps. */
#ifndef FIND_FUZZ_HUNT_H
#define FIND_FUZZ_HUNT_H

#include "find/fuzz/prospect.h"
#include "find/fuzz/strategy.h"
#include "find/fuzz/yield.h"

typedef struct {
  StrategyKind kind;
  Breeder breeder;
  Agent outer;
  VEC(Member) clean;   /* inputs without a finding that wait for their mutation, the oldest first */
  uint32_t candidates; /* for each new input, from 1 */
  U64Vec scales;       /* of the language, that candidates have in turn, or its themes */
  uint64_t scale;      /* of the language, that these belong to */
  bool themes;         /* they are themes, and there is a choice between them */
  Prospect prospect;   /* of themes, and of mutations after them */
  Prospect
      ways; /* with more than one candidate: 0 is as above, then relations, options, transforms of seeds */
  size_t relations; /* how many of the ways are these */
  size_t options;   /* the same: 1, or 0 if there is none to run solvers with */
  Yield yield;      /* with more than one candidate: what inputs cost */
} Hunt;

/* There is no population to select from: not with STRATEGY_EVOLUTIONARY or STRATEGY_GUIDE. */
void hunt_init(Hunt *hunt, Language *language, const StrategyOptions *options);
void hunt_deinit(Hunt *hunt);

/* The input is the caller's until hunt_take. */
void hunt_propose(Hunt *hunt, Candidate *candidate);
typedef struct {
  bool found;          /* it has its reward */
  bool clean;          /* nothing at all was found */
  size_t news;         /* findings of groups that were not there before */
  size_t related_news; /* those of them that the relation or the options have brought */
} HuntResult;
/* The relation by which the input is asked in another way, too, from 1; 0: none. */
size_t hunt_relation(const Hunt *hunt, const Candidate *candidate);
/* Are options of solvers to be drawn for it? */
bool hunt_takes_options(const Hunt *hunt, const Candidate *candidate);
/* Takes the input. */
void hunt_take(Hunt *hunt, Candidate *candidate, HuntResult result);
/* What an input has cost the solvers, in seconds. */
typedef struct {
  double first;   /* the first runs */
  double again;   /* those that confirm what was found */
  double related; /* those on what is related to it */
} HuntCost;
void hunt_note_cost(Hunt *hunt, const Candidate *candidate, HuntCost cost);

#endif
