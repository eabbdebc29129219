#include "base/suggest.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* Longer words are not slips of the fingers, and the rows of the table stay on the stack. */
enum { LONGEST = 63 };

static size_t smallest(size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Optimal string alignment distance: Levenshtein's with swaps of neighbours, row by row. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
  assert(b_length <= LONGEST);
  size_t rows[3][LONGEST + 1];
  size_t *before = rows[0], *above = rows[1], *row = rows[2];
  for (size_t j = 0; j <= b_length; j++) above[j] = j;
  for (size_t i = 1; i <= a_length; i++) {
    row[0] = i;
    for (size_t j = 1; j <= b_length; j++) {
      size_t best = smallest(above[j], row[j - 1]) + 1;
      best = smallest(best, above[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = smallest(best, before[j - 2] + 1);
      row[j] = best;
    }
    size_t *oldest = before;
    before = above;
    above = row;
    row = oldest;
  }
  return above[b_length];
}

const char *suggest_name(const char *word, const char *const *names, size_t count)
{
  size_t length = strlen(word);
  if (length == 0 || length > LONGEST) return NULL;
  size_t allowed = length / 3 ? length / 3 : 1;
  size_t best = allowed + 1;
  const char *nearest = NULL;
  for (size_t i = 0; i < count; i++) {
    size_t name_length = strlen(names[i]);
    if (name_length > length + allowed || length > name_length + allowed) continue;
    if (name_length > LONGEST) continue;
    size_t d = distance(word, length, names[i], name_length);
    /* Everything replaced is not a slip: `x` is one edit from `y` but has nothing of it. */
    if (d >= best || d >= (length > name_length ? length : name_length)) continue;
    best = d;
    nearest = names[i];
  }
  return nearest;
}
