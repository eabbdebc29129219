/* Moves on text: each lists edits of the best text that may make it smaller. */
#ifndef LANGUAGE_SMT_REDUCE_TEXT_MOVE_H
#define LANGUAGE_SMT_REDUCE_TEXT_MOVE_H

#include "language/smt/reduce/text_edit.h"
#include "smt/term/bank.h"

typedef void TextMove(TextSubject *self, const Spans *spans, uint32_t depth);

TextMove text_move_uses;       /* drops commands that declare nothing */
TextMove text_move_unused;     /* drops declarations of names that occur nowhere else */
TextMove text_move_drop;       /* drops words and lists */
TextMove text_move_hoist;      /* a list becomes one of its parts */
TextMove text_move_plain;      /* a list becomes true, 0 or "" */
TextMove text_move_halves;     /* a word becomes half of it */
TextMove text_move_characters; /* drops characters of words that no theory knows */

/* The parts and plain values that may take the place of what is at `offset`, and of what is around it. */
void text_move_around(TextSubject *self, const Spans *spans, size_t offset);

/* text_names.c: constants of the same declaration become one, wherever they occur. Returns how often that
 * was accepted. */
uint64_t text_merge_names(Work *work, Bank *bank, SearchStyle style);
/* Declared names get shorter ones. */
uint64_t text_shorten_names(Work *work, Bank *bank);

#endif
