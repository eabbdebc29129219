/* Private to fusion: what counts of a script, with its symbols renamed where they clash. */
#ifndef SMT_MUTATE_FUSE_INTERNAL_H
#define SMT_MUTATE_FUSE_INTERNAL_H

#include "base/index.h"
#include "smt/mutate/fuse.h"

typedef struct {
  U32Vec items; /* Symbol */
  Index index;
} FuseNames;

void fuse_names_deinit(FuseNames *names);
/* A name that is neither in the set nor in a theory: the stem and a number. It is added. */
Symbol fuse_names_fresh(FuseNames *names, Bank *bank, const char *stem, size_t length);

typedef struct {
  Script declarations; /* commands, with the new names */
  U32Vec asserts;      /* Term */
  U32Vec constants;    /* Term: declared, and in an assertion */
  U32Vec become;       /* by Fun of the script: what it is now; 0: it is not declared there */
  U32Vec sorts;        /* SortCtor that it declares */
} FusePart;

/* `taken` are the names that the part must not have, and gets those that it has; `all` are those of both
 * scripts. */
Status fuse_part_init(FusePart *part, Bank *bank, const Script *script, const FusePart *other,
                      FuseNames *taken, FuseNames *all, Error *error);
void fuse_part_deinit(FusePart *part);
/* Adds every name that the script declares. */
void fuse_see_names(const Bank *bank, const Script *script, FuseNames *names);

#endif
