/* Mutation of predicates of B, as published: the operator replaces a random node of the same type, whose operands are kept
 * where they fit. Where there is no such node, one of the conjuncts becomes a new tree with the operator in it. */
#ifndef B_MUTATE_MUTATE_H
#define B_MUTATE_MUTATE_H

#include "b/gen/gen.h"

/* The predicate with the operator placed somewhere; B_TERM_NONE if the generator cannot make it. */
BTerm b_mutate(BGenerator *generator, BTerm predicate, BOperator op, uint64_t number);

#endif
