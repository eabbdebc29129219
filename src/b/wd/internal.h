/* For the files of well-definedness. */
#ifndef B_WD_INTERNAL_H
#define B_WD_INTERNAL_H

#include "b/term/free.h"
#include "b/value/value.h"
#include "b/wd/wd.h"

/* A predicate that holds where we are. */
typedef struct {
  BTerm predicate;
  uint32_t before; /* the one before it about the same, from 1; 0: there is none */
} BWdFact;

/* A name that a binder around us has; facts from before it speak of another variable. */
typedef struct {
  Symbol name;
  size_t facts; /* so many there were */
} BWdHidden;

typedef struct {
  size_t facts, hidden;
} BWdMark;

typedef struct {
  BBank *bank;
  const BModule *module;
  bool prove;
  VEC(BWdFact) facts;
  U32Vec latest; /* by term: the last fact about it, from 1 */
  VEC(BWdHidden) hidden;
  BFree free;     /* names of terms */
  U32Vec *listed; /* where conditions are noted, or NULL */
  bool failed;    /* something was nested too deeply */
  uint32_t steps; /* of the prover, left for the condition that it looks at */
} BWd;

/* Does the condition hold wherever the facts do? False if that is not seen. */
bool b_wd_holds(BWd *wd, BTerm condition);
/* The truth of a predicate without identifiers; B_VALUE_UNKNOWN if it has some or is not decided. */
BValue b_wd_decide(BWd *wd, BTerm predicate);

/* --- facts --- */

/* Adds a predicate as it is, and a predicate or the conjuncts of one. */
void b_wd_state(BWd *wd, BTerm predicate);
void b_wd_assume(BWd *wd, BTerm predicate);
/* Removes all but the first `mark` facts. */
void b_wd_forget(BWd *wd, size_t mark);
/* Inside of a binder: facts that mention one of its names do not count until b_wd_unhide, which also forgets those that have been
 * added since. */
BWdMark b_wd_hide(BWd *wd, BTerm binder);
void b_wd_unhide(BWd *wd, BWdMark mark);
/* Is a name free in a term? */
bool b_wd_mentions(BWd *wd, BTerm term, Symbol name);

/* A walk over the facts about a term, the last ones first: b_wd_known gives the right operand of the next one that is a comparison
 * of it by this operator, B_TERM_NONE if there are no more. */
typedef struct {
  uint32_t next;
  uint32_t left; /* of those that are looked at */
} BWdLook;

BWdLook b_wd_look(const BWd *wd, BTerm subject);
BTerm b_wd_known(BWd *wd, BOperator op, BWdLook *look);
/* Is it one of the facts? */
bool b_wd_is_stated(BWd *wd, BTerm predicate);

#endif
