/* Scripts as text, with what has been printed before remembered: most commands of a candidate are
 * those of the script it was made from. */
#ifndef LANGUAGE_SMT_REDUCE_RENDER_H
#define LANGUAGE_SMT_REDUCE_RENDER_H

#include "language/text_set.h"
#include "smt/text/print.h"

typedef struct Renderer Renderer;
Renderer *renderer_create(const Bank *bank, const PrintOptions *options);
void renderer_destroy(Renderer *renderer);

/* The text of the script replaces what is in `out`. Equal texts have equal hashes. False if the text is
 * longer than the limit of `out`. */
bool renderer_print(Renderer *renderer, const Script *script, StrBuf *out, TextHash *hash);

#endif
