/* Terms under changes of subterms, functions and sorts, without recursion, each shared node once. */
#ifndef LANGUAGE_SMT_REDUCE_REBUILD_H
#define LANGUAGE_SMT_REDUCE_REBUILD_H

#include "smt/term/bank.h"

/* What becomes of a function of the script. */
typedef struct {
  Fun from;
  Fun to;          /* 0: there is none any more; its applications get another value of their sort */
  bool inlined;    /* applications become the definition, unless that is lost */
  Term definition; /* as it is after the changes */
  bool undefined;  /* it loses its definition */
  Symbol name;     /* that it gets; 0: it keeps its own */
  U32Vec dropped;  /* parameters, ascending */
} FunChange;

/* An argument that is left out. */
typedef struct {
  Term term;
  uint32_t argument;
} Cut;

/* Maps by handle that are emptied by a new epoch. */
typedef struct {
  U32Vec epoch_of;
  U32Vec to;
} HandleMap;

typedef struct {
  Bank *bank;
  uint32_t epoch;
  HandleMap wishes;  /* Term -> the term that takes its place */
  HandleMap results; /* Term -> what it is rebuilt to */
  HandleMap open;    /* terms in progress */
  HandleMap cuts;    /* Term -> first of its cuts + 1 */
  HandleMap funs;    /* Fun -> its change + 1 */
  VEC(Cut) cut_list; /* sorted */
  VEC(FunChange) changes;
  U32Vec sorts;       /* by Sort: what it becomes; empty: all stay */
  U32Vec ctors;       /* pairs: SortCtor, what it becomes */
  U32Vec gone;        /* datatypes that are left out */
  bool impossible;    /* some term has no well-sorted form */
  bool changes_terms; /* if not, all terms stay as they are */
  VEC(uint64_t) stack;
  U32Vec args;
} Rebuild;

void rebuild_init(Rebuild *rebuild, Bank *bank);
void rebuild_deinit(Rebuild *rebuild);

/* Forgets all changes. */
void rebuild_start(Rebuild *rebuild);
void rebuild_replace(Rebuild *rebuild, Term from, Term to); /* the first for a term counts */
void rebuild_cut(Rebuild *rebuild, Term term, uint32_t argument);
void rebuild_cuts_done(Rebuild *rebuild); /* after the last cut */
/* The change of a function, made if there is none. Valid until the next is made. */
FunChange *rebuild_change(Rebuild *rebuild, Fun fun);
FunChange *rebuild_find_change(const Rebuild *rebuild, Fun fun); /* NULL: none */

Sort rebuild_sort(const Rebuild *rebuild, Sort sort);
/* The term after the changes. If rebuild->impossible is set then, it is good for nothing. */
Term rebuild_term(Rebuild *rebuild, Term term);
/* What a term was rebuilt to; 0 if rebuild_term has not met it. */
Term rebuild_result(const Rebuild *rebuild, Term term);

/* Does another term take its place? */
bool rebuild_is_replaced(const Rebuild *rebuild, Term term);
/* Is the term itself changed, whatever becomes of its arguments? */
bool rebuild_is_changed(const Rebuild *rebuild, Term term);
/* Is the argument cut? If not, how many before it are? */
bool rebuild_cuts_before(const Rebuild *rebuild, Term term, uint32_t argument, uint32_t *before);

#endif
