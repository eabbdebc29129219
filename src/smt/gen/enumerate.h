/* Every formula up to a size, each with a number.
 *
 * The size of a formula is the number of its operators and leaves; a literal is one leaf. Formulas are
 * those of the grammar of world 0: all its operators, with all ways to give sorts to parameters that the
 * universe has, and a few literals of each sort. They come in the order of their size, and their numbers
 * do not depend on the largest size.
 *
 * No formula is there twice up to renaming of constants: the constants of a sort are numbered in the
 * order in which they occur. Formulas that differ by more, such as (and a b) and (and b a), or (< a b)
 * and (> b a), or in the names of functions, are different.
 *
 * Formulas are counted by what they are to grow from, size, and number of constants of each sort; the
 * counts lead from a number to its formula, without going through others. */
#ifndef SMT_GEN_ENUMERATE_H
#define SMT_GEN_ENUMERATE_H

#include "smt/gen/generate.h"

enum { ENUMERATION_SIZE_MAX = 32 };

typedef struct Enumeration Enumeration;

/* What the settings have to be, beyond what the user wants: few instances would not be all. To be called
 * before generator_init. */
void enumeration_settings(GenSettings *settings);

/* Counts. STATUS_LIMIT: too many different things to count; STATUS_USAGE: the settings are no good. */
Status enumeration_create(Generator *generator, uint32_t max_size, Enumeration **enumeration,
                          Error *error);
void enumeration_destroy(Enumeration *enumeration);

/* How many formulas there are of exactly this size, and of all sizes. UINT64_MAX stands for that many
 * or more. */
uint64_t enumeration_count_of_size(const Enumeration *enumeration, uint32_t size);
uint64_t enumeration_count(const Enumeration *enumeration);

/* Makes formula `index`, less than the count, the one assertion that the generator has drawn. */
void enumeration_draw(Enumeration *enumeration, uint64_t index);

#endif
