/* For the files of well-definedness. */
#ifndef B_WD_INTERNAL_H
#define B_WD_INTERNAL_H

#include "b/value/value.h"
#include "b/wd/wd.h"

typedef struct {
  BBank *bank;
  const BModule *module;
  bool prove;
  U32Vec known;   /* predicates that hold where we are */
  U32Vec *listed; /* where conditions are noted, or NULL */
  bool failed;    /* something was nested too deeply */
  uint32_t steps; /* of the prover, left for the condition that it looks at */
} BWd;

/* Does the condition hold wherever the known predicates do? False if that is not seen. */
bool b_wd_holds(BWd *wd, BTerm condition);
/* The truth of a predicate without identifiers; B_VALUE_UNKNOWN if it has some or is not decided. */
BValue b_wd_decide(BWd *wd, BTerm predicate);
/* Adds a predicate, or the conjuncts of one, to what is known. */
void b_wd_assume(BWd *wd, BTerm predicate);
/* Inside of a binder: known predicates that mention one of its names speak of another variable, and true ones stand for
 * them until b_wd_unhide, which also forgets what has become known since. */
void b_wd_hide(BWd *wd, BTerm binder, U32Vec *saved);
void b_wd_unhide(BWd *wd, U32Vec *saved);

#endif
