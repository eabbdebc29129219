/* Scripts that are satisfiable for sure: a model is drawn and the assertions are made true in it.
 *
 * Assertions grow as in other scripts and are evaluated exactly. Those that are true stay. Those that
 * are false are negated or become a premise or one side of a disjunction. Where the truth is not known
 * (the standard leaves a result open, or a quantifier is beyond the evaluator), the assertion becomes a
 * part of one that is true whatever it is. So an assertion can be one operator deeper than others. */
#ifndef SMT_KNOWN_PLANT_H
#define SMT_KNOWN_PLANT_H

#include "smt/gen/generate.h"
#include "smt/text/model.h"

/* Makes script `index`: with (set-info :status sat), its assertions are true in `model`, which is empty
 * before. generator->grower.used lists the functions that the script declares. */
void plant_script(Generator *generator, uint64_t index, Script *script, Model *model);

#endif
