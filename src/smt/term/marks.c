#include "smt/term/marks.h"

#include <string.h>

void marks_fit(TermMarks *marks, size_t term_count)
{
  size_t old = marks->epoch_of.count;
  if (old >= term_count) return;
  VEC_RESERVE(&marks->epoch_of, term_count - old);
  memset(marks->epoch_of.items + old, 0, (term_count - old) * sizeof *marks->epoch_of.items);
  marks->epoch_of.count = term_count;
}

void marks_clear(TermMarks *marks, size_t term_count)
{
  marks_fit(marks, term_count);
  if (++marks->epoch == 0) {
    memset(marks->epoch_of.items, 0, marks->epoch_of.count * sizeof *marks->epoch_of.items);
    marks->epoch = 1;
  }
}

void marks_deinit(TermMarks *marks)
{
  VEC_FREE(&marks->epoch_of);
}
