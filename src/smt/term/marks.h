/* Marks on terms: a set that empties in constant time. */
#ifndef SMT_TERM_MARKS_H
#define SMT_TERM_MARKS_H

#include <stdbool.h>

#include "base/vec.h"

/* Zeroed is empty and valid. */
typedef struct {
  U32Vec epoch_of;
  uint32_t epoch;
} TermMarks;

void marks_clear(TermMarks *marks, size_t term_count); /* fits the set to that many terms */
void marks_deinit(TermMarks *marks);
static inline bool marks_has(const TermMarks *marks, uint32_t term)
{
  return term < marks->epoch_of.count && marks->epoch_of.items[term] == marks->epoch;
}
/* True if the term was not in the set before. The term must have existed at marks_clear. */
static inline bool marks_add(TermMarks *marks, uint32_t term)
{
  if (marks->epoch_of.items[term] == marks->epoch) return false;
  marks->epoch_of.items[term] = marks->epoch;
  return true;
}

#endif
