/* Random instances of theory functions with a given result sort. */
#ifndef SMT_DRAW_DRAW_RESULT_H
#define SMT_DRAW_DRAW_RESULT_H

#include "smt/draw/draw_rank.h"

/* Where parameters are drawn from that the result does not determine. */
typedef struct {
  const Sort *sorts; /* closed; widths and formats are those of these sorts, mostly */
  uint32_t count;    /* at least 1 */
  uint32_t max_width;
} DrawMenu;

/* False if no instance was found. */
bool draw_rank_of_result(Bank *bank, Random *random, Fun fun, Sort result, const DrawMenu *menu,
                         DrawnRank *rank);

/* Do the parameters of the rank follow from its result? Then there is one instance for each number of
 * arguments. */
bool draw_result_determines(Bank *bank, Fun fun, Sort result);

#endif
