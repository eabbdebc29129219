/* Is a script one that no solver has a reason to refuse? */
#ifndef LANGUAGE_SMT_PLAIN_H
#define LANGUAGE_SMT_PLAIN_H

#include "smt/text/logic.h"
#include "smt/text/script.h"

/* Has it nothing but commands, options and operators of SMT-LIB 2.6, as the standard has them, within the
 * logic that it declares? The reader takes more than the standard does, so that reading without an error
 * is not enough. `used` is what logic_infer says of it. */
bool smtlib_is_plain(const Bank *bank, const Script *script, const Logic *used);

/* Does it use an operator of solvers only, whose result is open for some arguments? What it is then is up
 * to each solver: (cot 0.0) of cvc5 is (/ 1.0 0.0), and (^ 2 (- 1)) of z3 a half. */
bool smtlib_has_open_extension(const Bank *bank, const Script *script);
/* Does it use an operator that solvers document in another way than the evaluator has it, such as sqrt? */
bool smtlib_is_read_in_two_ways(const Bank *bank, const Script *script);

#endif
