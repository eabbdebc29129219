/* One tree of nodes (solve/verify/phase_node.h) that threads work on together. */
#ifndef SOLVE_VERIFY_PHASE_TREE_H
#define SOLVE_VERIFY_PHASE_TREE_H

#include "solve/verify/phase_node.h"
#include "solve/verify/split.h"

typedef struct {
  const Problem *problem;
  const Bounds *root;
  const SplitOptions *options;
  bool shares;   /* disjuncts share nodes */
  uint8_t *done; /* by disjunct: it is closed, in this tree or in another one with the same array */
  uint32_t *left; /* by disjunct: nodes of the tree that have it */
  Frontier frontier;
  VEC(PhaseNode) stack;
  PhaseBounder **bounders; /* by thread; NULL: it has not begun */
  double *rates;           /* of layers, as threads have learnt them; NULL: not yet */
  bool idle;          /* it would be the same as one that does not share, and is not to be run */
  const char *reason; /* of SPLIT_STUCK */
} PhaseTree;

/* All pointers have to live as long as the tree. The box of `root` is set before it is used. */
void phase_tree_init(PhaseTree *tree, const Problem *problem, const Bounds *root,
                     const SplitOptions *options, uint8_t *done, bool shares);
void phase_tree_deinit(PhaseTree *tree);

/* Bounds all disjuncts over the whole box that are not done. With `keep` those that stay open are the first nodes, and the root's
 * bounds stay as they are from now on. */
void phase_tree_begin(PhaseTree *tree, int steps, bool keep);
SplitState phase_tree_run(PhaseTree *tree, uint64_t until_ns, const volatile bool *stop);

#endif
