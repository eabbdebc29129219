/* Random values of any sort, as terms without free variables.
 *
 * Corner cases are drawn more often than others: zero, one, the edges of machine words and widths,
 * subnormal numbers, infinities, empty strings and collections. The terms are in the form in which
 * values are written; only equal numbers may have several spellings (1.5 and (/ 3.0 2.0)). */
#ifndef SMT_DRAW_DRAW_VALUE_H
#define SMT_DRAW_DRAW_VALUE_H

#include "base/random.h"
#include "smt/term/bank.h"

/* 0 for sorts without values that can be written (uninterpreted ones, those of foreign theories), or
 * where every value is too large: sorts nested more than DRAW_DEPTH_MAX deep, very wide ones. */
enum { DRAW_DEPTH_MAX = 24 };
Term draw_value(Bank *bank, Random *random, Sort sort);
/* The same with elements (Term) that the uninterpreted sorts have. */
Term draw_value_among(Bank *bank, Random *random, Sort sort, const U32Vec *elements);

/* Private to the module: a value inside others. */
typedef struct {
  Bank *bank;
  Random *random;
  const U32Vec *elements; /* of uninterpreted sorts; NULL: there are none */
  uint32_t budget;        /* of values inside; when it is used up the smallest are taken */
} Draw;
Term draw_part(Draw *draw, Sort sort, uint32_t depth);

#endif
