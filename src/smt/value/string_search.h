/* Searching in texts of 32-bit units, in linear time (Knuth, Morris, Pratt 1977). */
#ifndef SMT_VALUE_STRING_SEARCH_H
#define SMT_VALUE_STRING_SEARCH_H

#include "smt/value/heap.h"

typedef struct {
  const uint32_t *pattern;
  uint64_t length;
  uint32_t *borders; /* [i]: length of the longest proper border of the first i units */
} StringSearch;

#define SEARCH_NONE UINT64_MAX

/* Prepares searching for a pattern, which must stay valid. False if the heap has no room for the
 * table; there is nothing to deinit then. */
bool string_search_init(StringSearch *search, const Heap *heap, const uint32_t *pattern,
                        uint64_t length);
void string_search_deinit(StringSearch *search);

/* The first occurrence that starts at `from` or after it, or SEARCH_NONE. */
uint64_t string_search_next(const StringSearch *search, const uint32_t *text, uint64_t length,
                            uint64_t from);
/* The last occurrence of a pattern that is not empty, or SEARCH_NONE. */
uint64_t string_search_last(const StringSearch *search, const uint32_t *text, uint64_t length);

#endif
