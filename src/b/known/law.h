/* Equivalent terms: the same value whatever the identifiers are, written differently by the laws of laws.def. */
#ifndef B_KNOWN_LAW_H
#define B_KNOWN_LAW_H

#include "b/term/bank.h"
#include "base/random.h"

typedef struct {
  BOperator op;
  const char *text;
} BLaw;

extern const BLaw b_laws[];
extern const size_t b_law_count;

/* The term by a law for its operator; B_TERM_NONE if the types do not fit or it would be too deep. */
BTerm b_law_apply(BBank *bank, const BLaw *law, BTerm term);
/* A term in which about `percent` of the places that a law fits are rewritten, from the leaves to the root. */
BTerm b_law_rewrite(BBank *bank, BTerm term, uint32_t percent, Random *random);

#endif
