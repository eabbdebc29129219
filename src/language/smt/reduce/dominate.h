/* What goes with a term: the terms that no root reaches but through it. */
#ifndef LANGUAGE_SMT_REDUCE_DOMINATE_H
#define LANGUAGE_SMT_REDUCE_DOMINATE_H

#include "language/smt/reduce/outline.h"

typedef struct {
  uint32_t
      above; /* the nearest node that all ways from the roots to it go through; 0: there is none */
  uint32_t jump;  /* one further above, for climbing fast */
  uint32_t depth; /* nodes above it */
  uint64_t size;  /* of it and all that goes with it: terms and their arguments */
} DominateNode;

/* Node i + 1 is that of node i of the outline; node 0 stands above all of them. */
typedef struct {
  VEC(DominateNode) nodes;
} Dominators;

void dominators_init(Dominators *dominators, const Bank *bank, const Outline *outline);
void dominators_deinit(Dominators *dominators);

/* Does `node` go with `above`? Not with itself. */
bool dominators_has_below(const Dominators *dominators, uint32_t above, uint32_t node);

#endif
