/* Defined functions for a universe. */
#ifndef SMT_GEN_DEFINE_H
#define SMT_GEN_DEFINE_H

#include "smt/gen/grammar.h"

/* Adds one or two functions with random bodies over their parameters to the universe, if the logic and
 * the settings have defined functions. The grammar begins again, with them. */
void draft_define_functions(Universe *universe, Grammar *grammar, Random *random);

/* A sort for a parameter or result. */
Sort draft_define_sort(const Universe *universe, const Grammar *grammar, Random *random);

#endif
