/* Walking terms without recursion, each shared node once. */
#ifndef SMT_TERM_TRAVERSE_H
#define SMT_TERM_TRAVERSE_H

#include "smt/term/bank.h"

/* A walk over the graph below some roots, children before parents, each node once:
 *
 *   Walk walk = {0};
 *   walk_start(&walk, bank);
 *   walk_add_root(&walk, root);
 *   for (Term t; (t = walk_next(&walk));) ...
 *   walk_deinit(&walk);
 *
 * Terms may be added to the bank meanwhile. Variables that a binder declares are visited too. */
typedef struct {
  const Bank *bank;
  TermMarks marks;
  VEC(uint64_t) stack; /* term in the upper half, next argument in the lower */
  U32Vec roots;
} Walk;

void walk_start(Walk *walk, const Bank *bank);
void walk_add_root(Walk *walk, Term root);
Term walk_next(Walk *walk); /* 0 at the end */
void walk_deinit(Walk *walk);

/* Sizes of what is below some roots. A tree size above TREE_SIZE_MAX is TREE_SIZE_MAX. */
typedef struct {
  uint64_t dag_size;
  uint64_t tree_size;
  uint32_t depth; /* of a leaf: 1 */
} TermSize;

#define TREE_SIZE_MAX UINT64_MAX

TermSize traverse_size(const Bank *bank, const Term *roots, size_t count);

/* The free variable with the smallest handle of a term that binds variables, or 0 if it is closed.
 * Called once for each such term, when it is made, and inner ones before outer ones. */
Term traverse_least_free(Bank *bank, Term binder);

#endif
