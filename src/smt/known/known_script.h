/* The commands of a script whose answer is known. */
#ifndef SMT_KNOWN_KNOWN_SCRIPT_H
#define SMT_KNOWN_KNOWN_SCRIPT_H

#include "smt/gen/generate.h"

/* A whole script of these assertions (Term), with (set-info :status ...). It declares what occurs in
 * them; generator->grower.used lists that afterwards. */
void known_script(Generator *generator, const char *status, const U32Vec *terms, Script *script);

#endif
