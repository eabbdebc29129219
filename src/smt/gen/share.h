/* Sharing between the subterms of assertions, which printers show by let. */
#ifndef SMT_GEN_SHARE_H
#define SMT_GEN_SHARE_H

#include "smt/gen/grow.h"

/* Two places of a part of the draft that hold the same subterm. */
typedef struct {
  uint32_t from[2], until[2]; /* in their order; all 0: there are none */
} SharedPlaces;

typedef VEC(SharedPlaces) SharedVec;

/* In each part of the draft replaces one subterm by a copy of another, where there is one. `parts` are
 * the places where the parts begin, and the end of the last one; `shared` gets an entry for each. */
void share_subterms(Grower *grower, U32Vec *parts, SharedVec *shared);

#endif
