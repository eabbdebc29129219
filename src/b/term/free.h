/* Free identifiers of terms, each list computed once. */
#ifndef B_TERM_FREE_H
#define B_TERM_FREE_H

#include "b/term/bank.h"

typedef struct {
  uint32_t first,
      count; /* in the pool; first is 0 while it is not computed: the pool begins with a filler */
} BFreeSet;

typedef struct {
  const BBank *bank;
  VEC(BFreeSet) sets; /* by term */
  U32Vec seen;        /* by term: the last term for whose set it was counted, or that binds it */
  U32Vec pool;
} BFree;

void b_free_init(BFree *cache, const BBank *bank);
void b_free_deinit(BFree *cache);
/* The free identifiers of a term, in the order of their first use; valid until the next call. */
const BTerm *b_free_of(BFree *cache, BTerm term, uint32_t *count);

#endif
