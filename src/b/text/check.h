/* Types for raw formulas, and the terms that they make. */
#ifndef B_TEXT_CHECK_H
#define B_TEXT_CHECK_H

#include "b/text/raw.h"

typedef struct {
  const BTerm *parameters; /* the terms of $1, $2 ... */
  uint32_t parameter_count;
} BCheckContext;

/* Finds the types of all nodes and declarations, and makes their terms: terms[node] and declared[declaration],
 * arrays of the caller. Overloaded signs become the operator that fits; numbers are integers where they could
 * be reals, too. An error has the offset of what is wrong. */
Status b_check(BBank *bank, const BRaw *raw, const BCheckContext *context, BTerm *terms,
               BTerm *declared, Error *error);

#endif
