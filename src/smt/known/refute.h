/* Scripts that are unsatisfiable for sure: a contradiction, hidden by equivalent rewriting and names,
 * among assertions that grow as in other scripts.
 *
 * The contradiction is one of several kinds (refute_scheme.h), each with its proof. Conjoining other
 * assertions keeps a script unsatisfiable. */
#ifndef SMT_KNOWN_REFUTE_H
#define SMT_KNOWN_REFUTE_H

#include "smt/gen/generate.h"

/* Makes script `index`, with (set-info :status unsat). The connective `not` must be one of the
 * generator's constructs. It has as many assertions as the settings say if `and` is one, too. */
void refute_script(Generator *generator, uint64_t index, Script *script);

#endif
