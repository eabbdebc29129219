/* Sorts and datatypes under changes. */
#ifndef LANGUAGE_SMT_REDUCE_REDECLARE_H
#define LANGUAGE_SMT_REDUCE_REDECLARE_H

#include "language/smt/reduce/rebuild.h"
#include "smt/text/script.h"

/* A sort, or a constructor of sorts, that something else takes the place of. */
typedef struct {
  U32Vec sorts; /* pairs: Sort, Sort */
  U32Vec names; /* pairs: SortCtor, its new name */
  /* Triples: SortCtor of a datatype, number of the parameter that it loses, Sort that stands for it. */
  U32Vec parameters;
} SortChanges;

/* Fills rebuild->sorts, and the changes of the functions of all datatypes that are concerned. These are
 * the ones with fields of changed sorts, and those for whose constructors rebuild has changes: dropped
 * ones (`to` is 0), ones with dropped fields, renamed ones. Sets rebuild->impossible if a datatype would
 * be left without values. Does nothing if nothing is to do. */
void redeclare_script(Rebuild *rebuild, const Script *script, const SortChanges *changes);

/* What a datatype (0: it is gone) or sort constructor became. */
uint32_t redeclare_datatype(const Rebuild *rebuild, uint32_t datatype);
SortCtor redeclare_ctor(const Rebuild *rebuild, SortCtor ctor);

#endif
