/* Scripts as text, with what has been printed before remembered: most commands of a candidate are
 * those of the script it was made from. */
#ifndef FIND_REDUCE_RENDER_H
#define FIND_REDUCE_RENDER_H

#include "smt/text/print.h"

typedef struct {
  uint64_t words[2];
} TextHash;

typedef struct Renderer Renderer;
Renderer *renderer_create(const Bank *bank, const PrintOptions *options);
void renderer_destroy(Renderer *renderer);

/* The text of the script replaces what is in `out`. Equal texts have equal hashes. False if the text is
 * longer than the limit of `out`. */
bool renderer_print(Renderer *renderer, const Script *script, StrBuf *out, TextHash *hash);

TextHash text_hash(const char *bytes, size_t length);

/* A set of texts, by their hashes. Zeroed is empty. */
typedef struct {
  VEC(TextHash) items;
  Index index;
} TextSet;

bool text_set_has(const TextSet *set, TextHash hash);
void text_set_add(TextSet *set, TextHash hash);
void text_set_free(TextSet *set);

#endif
