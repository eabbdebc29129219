/* The terms of a script for one who looks at what it uses. */
#ifndef SMT_TEXT_ROOTS_H
#define SMT_TEXT_ROOTS_H

#include "smt/term/traverse.h"
#include "smt/text/script.h"

/* Starts a walk over all terms of the script in the order of its commands, so that definitions come
 * before their uses. The lambda that only holds the parameters of a definition is left out: its
 * variables and its body are the roots. */
void roots_walk(Walk *walk, const Bank *bank, const Script *script);

#endif
