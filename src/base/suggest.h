/* "did you mean ...?": the nearest of some names. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/* The name with the smallest edit distance (a swap of neighbours counts as one edit), or NULL if
 * none is near enough to be a slip of the fingers: at most a third of the word's length, but one
 * edit in any case if something of the word is left. The first of equally near names wins. */
const char *suggest_name(const char *word, const char *const *names, size_t count);

#endif
