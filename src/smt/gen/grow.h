/* Growing terms from goals.
 *
 * What grows is a draft: a term in prefix order, as numbers. Drafts are made into terms of the bank, or
 * printed as they are, which is much faster where no term is needed. */
#ifndef SMT_GEN_GROW_H
#define SMT_GEN_GROW_H

#include "smt/draw/choice.h"
#include "smt/gen/grammar.h"

/* A leaf (a Term with this bit) or a production, followed by the leaves that are its variables and by
 * its arguments. */
#define DRAFT_LEAF UINT32_C(0x80000000)
/* Drafts that are longer get leaves only, whatever their depth: full trees grow exponentially with it. */
#define DRAFT_MAX (UINT32_C(1) << 24)

typedef struct {
  Goal goal;
  uint32_t depth; /* operators that may follow */
  uint32_t scope; /* variables that can be used */
  Term kept;      /* what grows is this term; 0: anything */
  uint32_t guard; /* the second half of a guarded divisor: where it begins, plus 1; 0: none */
  bool divisor;
} Sprout;

typedef struct {
  Grammar *grammar;
  Choice *choice;
  U32Vec draft;
  bool cut;            /* the draft has reached DRAFT_MAX */
  U32Vec scope;        /* Term: variables bound around the place that grows */
  uint32_t first_name; /* the number of the first variable that is bound here */
  uint32_t next_name;  /* above the numbers of all variables that were bound */
  VEC(Sprout) sprouts;
  uint64_t needs; /* declarations of the universe that are used */
  U32Vec used;    /* Fun: declared constants and functions, in the order of their first use */
  U32Vec seen;    /* by Fun: the script that used it last */
  uint32_t script;
  U32Vec names;  /* Symbol: of variables, by their numbers */
  U32Vec folded; /* while a draft becomes a term */
} Grower;

void grower_init(Grower *grower, Grammar *grammar, Choice *choice);
void grower_deinit(Grower *grower);
/* Begins another script, also of another grammar on the same bank: nothing is used yet. */
void grower_restart(Grower *grower, Grammar *grammar);

/* Only the first `count` functions of `used` are used. */
void grower_forget(Grower *grower, size_t count);

/* Appends a term of the goal to the draft; `depth` operators deep, where there are any. */
void grower_grow(Grower *grower, Goal goal, uint32_t depth);
/* The same with this production at its root. `kept` has a term for each argument that is there
 * already, and 0 for those that have to grow. */
void grow_production(Grower *grower, uint32_t production, uint32_t depth, const Term *kept);

/* For what makes terms in other ways: one of the productions of a goal that has some, by the weights,
 * of a grammar that is not lazy; and a function that is used, so that it will be declared. */
uint32_t grower_draw(Grower *grower, Goal goal);
void grower_use(Grower *grower, Fun fun);

/* The term that a part of the draft is. */
Term draft_term(Grower *grower, size_t from, size_t until);
/* The same of words that were copied from a draft of this grammar. The space is overwritten. */
Term draft_fold(const Grammar *grammar, const uint32_t *words, size_t count, U32Vec *space);

#endif
