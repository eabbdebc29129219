/* Predicates that are false whatever the identifiers are, and are so after the rewriting of b/wd. */
#ifndef B_KNOWN_CONTRADICTION_H
#define B_KNOWN_CONTRADICTION_H

#include "b/gen/gen.h"

typedef struct {
  const char *kinds, *text; /* see contradictions.def */
} BContradiction;

extern const BContradiction b_contradictions[];
extern const size_t b_contradiction_count;

/* The contradiction with new operands; B_TERM_NONE: the generator has not what it needs, or it did not come about. */
BTerm b_contradiction_make(BGenerator *generator, const BContradiction *contradiction);

#endif
