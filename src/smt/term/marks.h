/* Marks on terms: a set that empties in constant time. */
#ifndef SMT_TERM_MARKS_H
#define SMT_TERM_MARKS_H

#include <assert.h>
#include <stdbool.h>

#include "base/vec.h"

/* Zeroed is empty and valid. */
typedef struct {
  U32Vec epoch_of;
  uint32_t epoch;
} TermMarks;

void marks_clear(TermMarks *marks, size_t term_count); /* fits the set to that many terms */
void marks_fit(TermMarks *marks, size_t term_count);   /* the same, and all stay that are in it */
void marks_deinit(TermMarks *marks);
static inline bool marks_has(const TermMarks *marks, uint32_t term)
{
  return term < marks->epoch_of.count && marks->epoch_of.items[term] == marks->epoch;
}
/* True if the term was not in the set before. It must have fitted the set. */
static inline bool marks_add(TermMarks *marks, uint32_t term)
{
  assert(term < marks->epoch_of.count);
  if (marks->epoch_of.items[term] == marks->epoch) return false;
  marks->epoch_of.items[term] = marks->epoch;
  return true;
}

#endif
