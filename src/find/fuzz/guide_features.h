/* What a model of costs sees of an input: a row of small numbers, made of its text in one pass, in any language.
 *
 * The first columns are its length, its number of words, how deep brackets are nested and how many are outermost, as far as a byte
 * can say it. All others count words, and words together with the word that begins the list around them, hashed into columns.
 * Digits in words are left out, so that names are told apart by their beginning only; of numbers only the length counts. */
#ifndef FIND_FUZZ_GUIDE_FEATURES_H
#define FIND_FUZZ_GUIDE_FEATURES_H

#include <stddef.h>
#include <stdint.h>

enum { GUIDE_COLUMNS = 512 };

typedef struct {
  uint8_t columns[GUIDE_COLUMNS];
} GuideRow;

void guide_features(const char *text, size_t length, GuideRow *row);

#endif
