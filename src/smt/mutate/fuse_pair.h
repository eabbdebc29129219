/* Private to fusion: pairs of constants with a constant for both. */
#ifndef SMT_MUTATE_FUSE_PAIR_H
#define SMT_MUTATE_FUSE_PAIR_H

#include "smt/draw/choice.h"
#include "smt/term/bank.h"

typedef struct {
  Term x, y, z;
  Term fused;        /* f(x, y) */
  Term for_x, for_y; /* what x and y are if z is f(x, y) */
} FusePair;

/* Can constants of this sort be fused? */
bool fuse_pair_has(const Bank *bank, Sort sort);
/* Chooses f for x, y and z, which have one sort that can be fused. */
void fuse_pair_choose(FusePair *pair, Bank *bank, Choice *choice);

#endif
