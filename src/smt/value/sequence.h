/* Sequence values. */
#ifndef SMT_VALUE_SEQUENCE_H
#define SMT_VALUE_SEQUENCE_H

#include "smt/value/slice.h"

/* A copy of `count` items. */
Value sequence_of_items(Eval *eval, const Value *items, uint64_t count, Term term);

/* The sequence with `replacement` in the place of each of the slices, which are disjoint and in
 * order. */
Value sequence_splice(Eval *eval, Value sequence, const SliceVec *slices, Value replacement,
                      Term term);

#endif
