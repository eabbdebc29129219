/* What a generator has drawn last, copied, so that its terms can be made when they are needed, and only then. */
#ifndef SMT_GEN_DRAFT_COPY_H
#define SMT_GEN_DRAFT_COPY_H

#include "smt/gen/generate.h"

typedef struct {
  const World *world;
  uint64_t needs; /* declarations of the universe that are used */
  U32Vec words;   /* of the draft */
  U32Vec asserts; /* where they begin in it, and the end of the last one */
} DraftCopy;

/* Of a script of assertions that was drawn, see generator_draw. The copy was empty before. */
void draft_copy_take(DraftCopy *copy, const Generator *generator);
void draft_copy_deinit(DraftCopy *copy);
/* Appends the terms that the script's text has when it is read: bodies of definitions and assertions. To be asked while the
 * generator is there. */
void draft_copy_terms(const DraftCopy *copy, U32Vec *terms);

#endif
