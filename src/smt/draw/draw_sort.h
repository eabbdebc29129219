/* Random sorts, with the widths and formats that find mistakes: one, powers of two and beside them,
 * the sizes of machine words and what no longer fits into one. */
#ifndef SMT_DRAW_DRAW_SORT_H
#define SMT_DRAW_DRAW_SORT_H

#include "base/random.h"
#include "smt/term/bank.h"

/* The width of a bit-vector. */
Numeral draw_width(Random *random);
/* Exponent and significand of a floating-point format: those of the hardware, and odd ones. */
void draw_format(Random *random, Numeral format[2]);
/* The order of a finite field. */
Numeral draw_prime(Bank *bank, Random *random);

/* A sort whose values can be compared and be elements of others: of the sorts of the theories, nested
 * at most `depth` deep. */
Sort draw_sort(Bank *bank, Random *random, uint32_t depth);
/* A tuple of `width` columns. */
Sort draw_tuple_sort(Bank *bank, Random *random, uint32_t width);

#endif
