/* Scripts that are likely to be satisfiable.
 *
 * Assertions on floating-point numbers and strings that grow at random nearly always contradict each other or
 * themselves. So for a part of the scripts a model is drawn, and assertions that are false in it are negated. What
 * the evaluator cannot tell stays as it is: nothing is promised of the answer. */
#ifndef SMT_GEN_BALANCE_H
#define SMT_GEN_BALANCE_H

#include "smt/gen/generate.h"

/* Is the script that was begun one of this part? Its assertions have to be one operator less deep, so that they
 * can be negated. Drawn only where the logic needs it. */
bool balance_draw(Generator *generator);

/* Negates assertions that were drawn and are false in a model, which is drawn, too. */
void balance_asserts(Generator *generator);

#endif
