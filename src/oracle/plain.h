/* Is a script one that no solver has a reason to refuse? */
#ifndef ORACLE_PLAIN_H
#define ORACLE_PLAIN_H

#include "smtlib/logic.h"
#include "smtlib/script.h"

/* Has it nothing but commands, options and operators of SMT-LIB 2.6, as the standard has them, within the
 * logic that it declares? The reader takes more than the standard does, so that reading without an error
 * is not enough. `used` is what logic_infer says of it. */
bool plain_script(const Bank *bank, const Script *script, const Logic *used);

#endif
