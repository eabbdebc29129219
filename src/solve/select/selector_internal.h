/* What training, using and storing selectors share. */
#ifndef SOLVE_SELECT_SELECTOR_INTERNAL_H
#define SOLVE_SELECT_SELECTOR_INTERNAL_H

#include "solve/select/nearest.h"
#include "solve/select/ranker.h"
#include "solve/select/selector.h"

/* Columns that say which theories a logic has. */
enum { LOGIC_COLUMNS = 21 };

/* How the benchmarks of a logic are treated. */
typedef struct {
  Advice advice;
  uint32_t slots;                /* planned */
  double prior;                  /* weight of the background, of what is sampled */
  ScheduleSlot presolve;         /* before features are computed; 0 seconds: none */
  Schedule fallback[PLAN_SLOTS]; /* for all benchmarks of the logic, of 1, 2 ... slots */
  Neighbours background;
} Policy;

struct Selector {
  Names solvers, features;
  Names logics;                /* with a policy of their own */
  double limit;                /* seconds */
  double penalty;              /* the k of PAR-k */
  bool cpu;                    /* seconds are of CPU time */
  Outcomes outcomes;           /* of the rows that the forest was grown on */
  Forest *forest;              /* NULL: no benchmark had features */
  Nearest *nearest;            /* NULL: no policy needs it */
  Ranker *rankers[RANKERS];    /* NULL: no policy needs it */
  Matrix values;               /* features of the rows of the forest: for explanations */
  VEC(Policy) policies;        /* by logic; the last one is for all other logics */
  struct SelectorStore *store; /* the parts that a file still has; NULL: all are here */
};

void selector_store_close(struct SelectorStore *store);

/* What is known of the benchmark at hand. */
struct SelectionState {
  Planner *planner;
  Neighbours near;
  float *row;                  /* features and columns of the logic */
  float *ratings[RANKERS + 1]; /* of each ranker, and combined */
  float *patience;      /* of each solver: seconds after which it has never solved anything */
  const Policy *policy; /* NULL: there was no prediction */
  SelectionForce force;
  Advice advice; /* that the last prediction followed */
  uint32_t slots;
};

enum { PLAN_CAPACITY = 160 };

/* The columns that follow the features, for a logic by its name. */
void selector_logic_columns(const char *logic, float *columns);
/* Puts a slot in front, after which features are computed. */
void selector_add_presolve(Schedule *schedule, ScheduleSlot presolve);
const Policy *selector_policy(const Selector *selector, const char *logic);

#endif
