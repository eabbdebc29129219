/* Contradictions: assertions, as patterns (pattern.h), that are never all true, whatever the letters are.
 *
 * Letters say the sort: i j k Int, u v w Real, x y z one sort of bit-vectors, f g h one of floating-point
 * numbers, m a rounding mode, s t r String, a b one sort of arrays with indices c d and element e, l o
 * one sort of sequences. */
#ifndef SMT_KNOWN_CONTRADICTIONS_H
#define SMT_KNOWN_CONTRADICTIONS_H

#include <stddef.h>

enum { CONTRADICTION_ASSERTIONS = 3 };

typedef struct {
  const char *assertions[CONTRADICTION_ASSERTIONS]; /* NULL: no more */
  const char *proof;
} Contradiction;

extern const Contradiction contradiction_list[];
extern const size_t contradiction_count;

#endif
