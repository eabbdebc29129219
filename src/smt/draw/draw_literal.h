/* Random values that are literals, or nearly so, with a preference for corner cases. */
#ifndef SMT_DRAW_DRAW_LITERAL_H
#define SMT_DRAW_DRAW_LITERAL_H

#include "base/random.h"
#include "smt/term/bank.h"

/* The widest bit-vector, floating-point number or field element that is drawn: the term is 0 for what
 * is wider. */
enum { DRAW_WIDTH_MAX = 1 << 16 };

/* A literal of these digits. */
Term draw_natural(Bank *bank, Sort sort, uint64_t number);
Term draw_integer(Bank *bank, Random *random, Sort sort);
Term draw_real(Bank *bank, Random *random, Sort sort);
Term draw_bitvec(Bank *bank, Random *random, Sort sort);
Term draw_float(Bank *bank, Random *random, Sort sort);
Term draw_rounding(Bank *bank, Random *random, Sort sort);
Term draw_string(Bank *bank, Random *random, Sort sort);
Term draw_field(Bank *bank, Random *random, Sort sort);
/* A code point of the alphabet of strings. */
uint32_t draw_code(Random *random);

#endif
