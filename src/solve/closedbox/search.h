/* The search of the fuzz engine, inside a worker: candidates are changed so that the distance of the constraints falls.
 *
 * Moves on one and two variables with restarts that rotate the distances, bisection where it changes between two values of
 * a variable which constraints hold, systems of linear equations over the bits, a complete sweep where the ranges are small, and a join of both sides of an equation. */
#ifndef SOLVE_CLOSEDBOX_SEARCH_H
#define SOLVE_CLOSEDBOX_SEARCH_H

#include "base/random.h"
#include "solve/closedbox/caller.h"
#include "solve/closedbox/emit.h"

/* The smallest and largest word that a variable of one word can have. */
typedef struct {
  uint64_t low, high;
  bool bounded; /* the range is small enough to be counted through */
} SearchRange;

typedef struct {
  const EmitPlan *plan;
  const SearchRange *ranges;  /* by variable */
  const uint64_t *dictionary; /* words that occur in the constraints */
  size_t dictionary_count;
  uint64_t sweep_limit; /* candidates; 0: no sweep. Only where compiled constraints are exact */
  uint64_t wall_ns;
  uint64_t patience_ns; /* if evaluations are slow it may take so long instead */
  uint64_t sweep_ns;    /* the same for a sweep that takes so long by what some candidates cost */
  uint64_t call_ns;     /* for one evaluation, at most: boxes that are fast get less */
  uint64_t seed;
  uint64_t first;  /* restart: others begin with other distances */
  bool sweep_only; /* no search */
  /* No search: the trails of some candidates, and the sweep again if there is time for it. */
  bool confirm;
} SearchSettings;

typedef enum { SEARCH_NOTHING, SEARCH_FOUND, SEARCH_EMPTY } SearchEnd;

typedef struct {
  uint64_t (*cost)(const uint64_t *in, uint64_t *costs);
  int (*test)(const uint64_t *in);
  uint64_t (*trail)(const uint64_t *in);
  void (*join)(const uint64_t *in, uint64_t *sides);
  void (*differences)(const uint64_t *in, uint64_t *out);
  int (*scan)(uint64_t *in, uint64_t at, volatile uint64_t *position, uint64_t end);
  int *mode, *staged;
} SearchCode;

typedef struct {
  SearchEnd end;
  uint64_t evaluations;
  /* Evaluations that crashed, hung or left the numbers of C; of a confirmation only those that count. */
  uint64_t failures;
  uint64_t price_ns; /* of an evaluation */
  uint64_t trail;    /* of some candidates, after a sweep: another process has to find the same */
} SearchResult;

/* How many candidates there are; UINT64_MAX: too many to be counted. */
uint64_t search_candidates(const SearchRange *ranges, size_t count);
/* `candidate` has the words of a solution if one is found. SEARCH_EMPTY: a complete sweep without failures. */
void box_search_run(const SearchSettings *settings, const SearchCode *code, uint64_t *candidate,
                    SearchResult *result);

#endif
