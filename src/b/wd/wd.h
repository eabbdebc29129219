/* Well-definedness: the conditions of a predicate, and its rewriting into one that is well defined for all values.
 *
 * The rewriting is tau for predicates and eta for expressions of J. Dunkelau and M. Leuschel, "Performance Fuzzing with
 * Reinforcement-Learning and Well-Defined Constraints for the B Method", tables 1 and 2. Comparisons get the
 * conditions of their operands as conjuncts before them; what binds variables gets them inside. A condition
 * is left out where a small prover sees that it holds: it is stated to the left, or follows from constants, from how an
 * operand is built, or from the type that a conjunct to the left gives to an identifier. */
#ifndef B_WD_WD_H
#define B_WD_WD_H

#include "b/text/module.h"

typedef struct {
  bool prove; /* leave out conditions that plainly hold */
} BWdOptions;

/* tau(predicate); B_TERM_NONE if it would be nested too deeply. */
BTerm b_wd_rewrite(BBank *bank, const BModule *module, BTerm predicate, const BWdOptions *options);
/* Appends the conditions that the rewriting inserts, in its order. */
void b_wd_conditions(BBank *bank, const BModule *module, BTerm predicate, const BWdOptions *options,
                     U32Vec *conditions);

#endif
