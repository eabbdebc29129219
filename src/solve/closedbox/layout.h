/* Values as machine words: how closed boxes and compiled constraints see them.
 *
 * A value is a fixed number of 64-bit words that depends on its sort only: one for numbers, several for wide
 * bit-vectors, strings and arrays. The C types that boxes get are in doc/solve.md. */
#ifndef SOLVE_CLOSEDBOX_LAYOUT_H
#define SOLVE_CLOSEDBOX_LAYOUT_H

#include "base/bytes.h"
#include "smt/value/operator.h"

typedef enum {
  LAYOUT_NONE,   /* a sort that has no C type */
  LAYOUT_BOOL,   /* 0 or 1 */
  LAYOUT_BITS,   /* a bit-vector of at most 64 bits */
  LAYOUT_WIDE,   /* a wider one: limbs, least significant first */
  LAYOUT_INT,    /* int64_t */
  LAYOUT_REAL,   /* the bits of a double */
  LAYOUT_FLOAT,  /* Float32: the bits of a float */
  LAYOUT_DOUBLE, /* Float64 */
  LAYOUT_STRING, /* length in bytes, then the bytes as UTF-8 */
  LAYOUT_BYTES,  /* (Array (_ BitVec k) (_ BitVec 8)): 2^k bytes */
} LayoutKind;

typedef struct {
  LayoutKind kind;
  uint32_t width; /* BITS, WIDE: of the vector; BYTES: k */
  uint32_t words;
} Layout;

enum { LAYOUT_STRING_BYTES = 256, LAYOUT_MAX_WIDTH = 4096, LAYOUT_MAX_INDEX = 16 };

Layout layout_of_sort(const Bank *bank, Sort sort);

/* False if the value has no such form: an Int beyond 64 bits, a string that is too long or has a NUL, something
 * undetermined. A Real is rounded to the nearest double. */
bool layout_from_value(Eval *eval, Layout layout, Value value, uint64_t *words);
/* Undetermined if the words are no value of the sort: a Real that is not finite, bytes that are not UTF-8. */
Value layout_to_value(Eval *eval, Layout layout, Sort sort, const uint64_t *words, Term term);

/* As bytes; LAYOUT_NONE if these are none. */
void layout_put(StrBuf *out, Layout layout);
Layout layout_get(ByteReader *in);

/* All bits of a vector of at most 64. */
static inline uint64_t layout_mask(uint32_t width)
{
  return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

#endif
