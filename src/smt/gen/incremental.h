/* Scripts with several queries, and all other commands.
 *
 * Constants and functions are declared where they are first used, and used in that scope only; after a
 * pop a name may come back with another sort. What is asked after a query has an answer whatever the
 * solver says about random assertions: models, values and assignments are asked for where the query is
 * satisfiable for sure, as each assertion is of the form (= b formula) or so for a Boolean b of its own,
 * and cores, proofs and failed assumptions where it is unsatisfiable, as some Boolean and its negation
 * are asserted or assumed. Every query has its (set-info :status ...). A solver that gives up on such
 * a query may still complain about what follows it. */
#ifndef SMT_GEN_INCREMENTAL_H
#define SMT_GEN_INCREMENTAL_H

#include "smt/gen/generate.h"

/* Appends a script without (exit). Its decisions are the generator's. */
void incremental_script(Generator *generator, Script *script);

#endif
