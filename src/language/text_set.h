/* Sets of texts, by hashes of 128 bits. */
#ifndef LANGUAGE_TEXT_SET_H
#define LANGUAGE_TEXT_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/index.h"
#include "base/vec.h"

typedef struct {
  uint64_t words[2];
} TextHash;

/* Equal texts have equal hashes. */
TextHash text_hash(const char *bytes, size_t length);
/* For hashes that are made of parts. */
TextHash text_hash_add(TextHash hash, uint64_t word);

/* Zeroed is empty. */
typedef struct {
  VEC(TextHash) items;
  Index index;
} TextSet;

bool text_set_has(const TextSet *set, TextHash hash);
void text_set_add(TextSet *set, TextHash hash);
void text_set_free(TextSet *set);

#endif
