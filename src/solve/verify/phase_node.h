/* Nodes of the search over signs of ReLUs (solve/verify/phase.h), and what one thread does with them: bounds them, narrows the
 * ranges of their ReLUs, chooses what to split. */
#ifndef SOLVE_VERIFY_PHASE_NODE_H
#define SOLVE_VERIFY_PHASE_NODE_H

#include "nn/bound/refine.h"
#include "solve/verify/attack.h"
#include "solve/verify/frontier.h"

enum {
  PHASE_NODES = 16,     /* that a thread splits at a time, at most */
  PHASE_GOALS = 16,     /* disjuncts of a node, at most */
  PHASE_CANDIDATES = 4, /* ReLUs of a node that are tried before one is split */
  PHASE_STEPS = 12      /* of the optimiser for a node */
};

typedef struct {
  uint32_t relu;
  int side;
} PhaseChoice;

/* Bounds of the arguments of ReLUs that a node shares with its descendants (nn/bound/refine.h). */
typedef struct {
  unsigned users;
  float bounds[];
} PhaseRanges;

/* A disjunct that a node is to close. */
typedef struct {
  uint32_t disjunct;
  double lower;  /* proved; above 0 it is closed */
  double before; /* of the parent */
} PhaseGoal;

/* Signs of ReLUs that are assumed for some disjuncts, and what its children begin with. */
typedef struct {
  PhaseGoal *goals; /* those that are open */
  uint32_t goal_count, begun /* goals at first */, closed /* goals that were not counted yet */;
  uint32_t choice_count, candidate_count;
  uint32_t candidates[PHASE_CANDIDATES];
  double score;    /* what splitting the candidate is expected to gain, by lines */
  double expected; /* the same of the last choice, until it was compared with the gain; or 0 */
  double volume;   /* as a part of the whole box: half for each choice */
  PhaseChoice *choices;
  float *
      numbers; /* by goal: slopes of all ReLUs, or the weights of their assumptions; then weights of rows. NULL: the whole box */
  PhaseRanges *ranges; /* NULL: those of the root */
} PhaseNode;

/* The whole box; goals are added. */
PhaseNode phase_node_root(void);
void phase_node_add_goal(PhaseNode *node, uint32_t disjunct);
void phase_node_free(PhaseNode *node);
/* All goals are closed. */
void phase_node_close(PhaseNode *node);
/* One user less. May be NULL. */
void phase_ranges_release(PhaseRanges *ranges);
/* The least bound of its goals; infinite if all are closed. */
double phase_node_lower(const PhaseNode *node);
/* How much of what its parent missed was gained, from 0 to 1: the mean over goals. */
double phase_node_gain(const PhaseNode *node);

/* What splitting and narrowing are worth: means of what they add to bounds, and of their time. */
typedef struct {
  double gain, seconds;
  size_t count;
} PhaseWorth;

/* What a thread needs. */
typedef struct {
  const Problem *problem;
  Frontier *frontier;
  bool no_attack;
  uint64_t end_ns;
  uint32_t relus;
  Dual dual;
  Refiner refiner;
  Attack attack;
  double *score;
  double *rates; /* by layer: gains of splits there, as a part of what lines let expect */
  RefineSign *signs;
  size_t skipped;         /* nodes since one was narrowed */
  size_t tried, descents; /* points that were tried, and from how many of them descent began */
  PhaseWorth split, narrow;
} PhaseBounder;

void phase_bounder_init(PhaseBounder *bounder, const Problem *problem, const Bounds *root,
                        Frontier *frontier);
void phase_bounder_deinit(PhaseBounder *bounder);
/* How many disjuncts a node may have, and how many of some nodes can be split together. */
size_t phase_goals_max(const PhaseBounder *bounder);
size_t phase_fitting(const PhaseBounder *bounder, const PhaseNode *nodes, size_t count);

/* Bounds nodes, as many as fit twice; closed goals leave them. Those that stay open get candidates to split, and are tried for witnesses. */
void phase_bound(PhaseBounder *bounder, PhaseNode *nodes, size_t count, int steps);
/* A node without candidates: all signs are known, and what is left of each goal is a linear program, whose multipliers need more
 * steps. Does nothing to others. */
void phase_bound_leaf(PhaseBounder *bounder, PhaseNode *node);
/* Two children for each node, bounded. Returns their number. */
size_t phase_split(PhaseBounder *bounder, const PhaseNode *nodes, size_t count,
                   PhaseNode *children);
/* The child that assumes this sign; not bounded yet. */
PhaseNode phase_child(const PhaseBounder *bounder, const PhaseNode *node, uint32_t relu, int side);

/* Goals whose bound is above 0 leave the node. */
void phase_drop_closed(const PhaseBounder *bounder, PhaseNode *node);
/* The rows of a goal. */
DualRows phase_rows(const PhaseBounder *bounder, const PhaseGoal *goal);

/* phase_narrow.c */
/* One more observation, for means over the last sixteen or so. */
void phase_worth_add(PhaseWorth *worth, double gain, double seconds);
/* How much nearer to 0, or closed, a bound is than before. */
double phase_gain_of(double before, double after);
/* Narrows ranges where that is expected to pay, and bounds these nodes again. Moves those to the end that are closed by it or have
 * nothing left to split, and returns how many are left. */
size_t phase_narrow(PhaseBounder *bounder, PhaseNode *nodes, size_t count);

/* phase_choose.c */
/* Which ReLUs to split: by the last backward and forward pass, where goal g is function `first` + g. */
void phase_choose(PhaseBounder *bounder, size_t first, PhaseNode *node);
/* The gain of the last choice is known now. */
void phase_learn_rate(PhaseBounder *bounder, PhaseNode *node);

#endif
