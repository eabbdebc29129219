/* Random scripts with closed boxes, and the C source of the boxes beside them.
 *
 * What each box computes is known here, so the answer is: a satisfiable script is true for values that were chosen before its
 * assertions, and an unsatisfiable one has a contradiction of a kind that a solver of such scripts should see: from
 * congruence, from what one call answers, or from all values of a small argument. Script number `index` of a seed is
 * always the same. */
#ifndef SOLVE_BOXGEN_BOXGEN_H
#define SOLVE_BOXGEN_BOXGEN_H

#include "base/strbuf.h"

enum { BOXGEN_MOST = 16 };

typedef struct {
  uint64_t seed;
  uint32_t boxes;      /* 1 to BOXGEN_MOST */
  uint32_t assertions; /* at least 1 */
  bool unsat;
} BoxgenSettings;

/* Appends the script, whose first lines name the file with the source (INDEX.c with eight digits), the answer and how it is known, and the source. */
void boxgen_make(const BoxgenSettings *settings, uint64_t index, StrBuf *script, StrBuf *source);

#endif
