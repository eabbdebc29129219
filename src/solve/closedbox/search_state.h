/* Private to search: a search at work, and what its parts share. */
#ifndef SOLVE_CLOSEDBOX_SEARCH_STATE_H
#define SOLVE_CLOSEDBOX_SEARCH_STATE_H

#include "base/clock.h"
#include "solve/closedbox/search.h"

typedef struct {
  const SearchSettings *settings;
  const SearchCode *code;
  SearchResult *result;
  uint64_t *in; /* the candidate that is evaluated */
  uint64_t *best;
  uint64_t *costs;
  uint64_t cost;  /* of `best` */
  uint64_t value; /* of the evaluation that guard_run makes */
  uint64_t stop_ns;
  uint64_t limit_ns;    /* of the guard */
  uint64_t hangs;       /* evaluations that did not end */
  const char *alphabet; /* of new characters in strings */
  bool plateaus;        /* few costs were seen at many values of a variable */
  uint64_t bytes_below; /* of new bytes in arrays */
  Random random;
} Search;

/* An evaluation that takes longer is worth some thought. */
enum {
  SEARCH_SLOW_NS = 2000,
  SEARCH_STAGED = 40 /* costs of candidates whose boxes were not called: 2^40 and more */
};

static inline const EmitVariable *search_variable(const Search *search, uint32_t number)
{
  return &search->settings->plan->variables.items[number];
}

static inline bool search_is_over(const Search *search)
{
  return clock_monotonic_ns() >= search->stop_ns;
}

/* The cost of the candidate; UINT64_MAX if its evaluation failed. */
uint64_t search_evaluate(Search *search);
/* Evaluates the candidate and keeps it as the best if it is no worse. */
void search_keep_if_good(Search *search);
/* Makes the best the candidate. */
void search_return_to_best(Search *search);
/* A new candidate, which is the best from then on; number 0 is all zeros. Distances and alphabets change with the number. */
void search_restart(Search *search, uint64_t number);

/* --- moves --- */

uint64_t search_in_range(SearchRange range, uint64_t word);
/* A new value for the variable. */
void search_randomize(Search *search, uint32_t number);
void search_choose_alphabet(Search *search);
void search_change_one(Search *search);
void search_change_two(Search *search);

/* --- strategies: true if the candidate is a solution --- */

/* Halves intervals in which it changes which constraints hold; restarts from the first number on. */
bool search_bisect(Search *search, uint64_t first, uint32_t rounds);
/* Solves the equations as if the bits of their sides were exclusive ors of bits of the variables. */
bool search_linear(Search *search);
/* Candidates whose two sides of an equation meet in a table. */
bool search_join(Search *search);

/* Counts through all candidates where these are few. */
SearchEnd search_sweep(Search *search);
/* In another process than the first sweep: SEARCH_EMPTY if there was time for another one. */
SearchEnd search_confirm_sweep(Search *search);

#endif
