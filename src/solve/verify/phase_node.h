/* Nodes of the search over signs of ReLUs (solve/verify/phase.h), and what one thread does with them: bounds them, narrows the
 * ranges of their ReLUs, chooses what to split. */
#ifndef SOLVE_VERIFY_PHASE_NODE_H
#define SOLVE_VERIFY_PHASE_NODE_H

#include "nn/bound/refine.h"
#include "solve/verify/attack.h"
#include "solve/verify/frontier.h"

enum {
  PHASE_NODES = 16,     /* that a thread splits at a time */
  PHASE_CANDIDATES = 4, /* ReLUs of a node that are tried before one is split */
  PHASE_STEPS = 12      /* of the optimiser for a node */
};

typedef struct {
  uint32_t relu;
  int side;
  double beta;
} PhaseChoice;

/* Bounds of the arguments of ReLUs that a node shares with its descendants (nn/bound/refine.h). */
typedef struct {
  unsigned users;
  float bounds[];
} PhaseRanges;

/* Signs of ReLUs that are assumed for a disjunct, and what its children begin with. */
typedef struct {
  uint32_t disjunct, choice_count, candidate_count;
  uint32_t candidates[PHASE_CANDIDATES];
  double lower; /* proved; above 0 the node is closed */
  double share;
  PhaseChoice *choices;
  float *numbers;      /* slopes of all ReLUs, then weights of rows; NULL: the whole box */
  PhaseRanges *ranges; /* NULL: those of the root */
} PhaseNode;

void phase_node_free(PhaseNode *node);

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
  RefineSign *signs;
  size_t skipped; /* nodes since one was narrowed */
  PhaseWorth split, narrow;
} PhaseBounder;

void phase_bounder_init(PhaseBounder *bounder, const Problem *problem, const Bounds *root,
                        Frontier *frontier);
void phase_bounder_deinit(PhaseBounder *bounder);

/* Bounds nodes, at most 2 PHASE_NODES; those that stay open get candidates to split, and are tried for witnesses. */
void phase_bound(PhaseBounder *bounder, PhaseNode *nodes, size_t count, int steps);
/* Narrows ranges where that is expected to pay, and bounds these nodes again. Moves those to the end that are closed by it or have
 * nothing left to split, and returns how many are left. */
size_t phase_narrow(PhaseBounder *bounder, PhaseNode *nodes, size_t count);
/* Two children for each node, bounded. Returns their number. */
size_t phase_split(PhaseBounder *bounder, const PhaseNode *nodes, size_t count,
                   PhaseNode *children);

#endif
