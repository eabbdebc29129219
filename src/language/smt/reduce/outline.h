/* The terms of a script from the outside in, each once, as the moves need them. */
#ifndef LANGUAGE_SMT_REDUCE_OUTLINE_H
#define LANGUAGE_SMT_REDUCE_OUTLINE_H

#include "smt/text/script.h"

typedef struct {
  Term term;
  Term parent;       /* one of those that have it as an argument; 0: it is a root */
  uint32_t argument; /* of the parent */
  uint32_t level;    /* steps from a root, the fewest */
} OutlineNode;

typedef struct {
  VEC(OutlineNode) nodes; /* breadth first */
  U32Vec constants;       /* Term: declared constants, in the order of their declarations */
  U32Vec constant_of;     /* by Sort: the first of them, 0 if there is none */
} Outline;

/* Variables where they are bound, the cases of a match and patterns are left out, but not what is
 * below cases. */
void outline_init(Outline *outline, const Bank *bank, const Script *script);
void outline_deinit(Outline *outline);

/* The first declared constant of a sort, 0 if there is none. */
Term outline_constant(const Outline *outline, Sort sort);

#endif
