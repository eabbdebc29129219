/* What training, using and storing selectors share. */
#ifndef SOLVE_SELECT_SELECTOR_INTERNAL_H
#define SOLVE_SELECT_SELECTOR_INTERNAL_H

#include "solve/select/selector.h"

/* Columns that say which theories a logic has. */
enum { LOGIC_COLUMNS = 21 };

/* How the benchmarks of a logic are treated. */
typedef struct {
  bool fixed;                    /* one schedule for all: features do not help here */
  uint32_t slots;                /* planned */
  double prior;                  /* weight of the background */
  Schedule fallback[PLAN_SLOTS]; /* for all benchmarks of the logic, of 1, 2 ... slots */
  Neighbours background;
} Policy;

struct Selector {
  Names solvers, features;
  Names logics;         /* with a policy of their own */
  double limit;         /* seconds */
  double penalty;       /* the k of PAR-k */
  Outcomes outcomes;    /* of the rows that the forest was grown on */
  Forest *forest;       /* NULL: no benchmark had features */
  Matrix values;        /* features of the rows of the forest: for explanations */
  VEC(Policy) policies; /* by logic; the last one is for all other logics */
};

enum { PLAN_CAPACITY = 160 };

/* The columns that follow the features, for a logic by its name. */
void selector_logic_columns(const char *logic, float *columns);
const Policy *selector_policy(const Selector *selector, const char *logic);

#endif
