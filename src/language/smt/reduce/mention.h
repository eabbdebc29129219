/* Names in commands that are text to us: any word of it may be one. */
#ifndef LANGUAGE_SMT_REDUCE_MENTION_H
#define LANGUAGE_SMT_REDUCE_MENTION_H

#include "smt/text/script.h"

/* Is the command such a one, with words? */
bool mention_is_opaque(const Command *command);
/* Marks the words of a text: marks->items[Symbol] becomes 1. There is room for all symbols of the bank. */
void mention_words(const Bank *bank, Symbol text, U32Vec *marks);
/* The same for all commands of a script. `marks` is made that large, and zero elsewhere. */
void mention_script(const Bank *bank, const Script *script, U32Vec *marks);

#endif
